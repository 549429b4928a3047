"""The rules by which events happen, for logs and reports, and the units that an event concerns."""

from __future__ import annotations

from typing import Final

from sandtable.systems.elan import (
    army,
    arriving,
    charge_events,
    deployment,
    events,
    leader_events,
    melee_events,
    victory,
    volley_events,
)
from sandtable.systems.elan.battle import Removal
from sandtable.systems.elan.events import Deed, ElanEvent

CITED: Final[dict[type[ElanEvent], tuple[str, ...]]] = {
    events.InitiativeTaken: ("turn.initiative", "turn.initiative.roll"),
    events.Conceded: ("victory.end",),
    events.UnitFormed: ("formation.change-centre",),
    events.UnitRecovered: ("troops.recover", "movement.action.recover"),
    events.UnitRetreated: ("troops.retreat-state",),
    events.UnitRallied: ("rally.pass",),
    events.UnitsEngaged: ("geometry.contact",),
    leader_events.LeaderAttached: ("leaders.attach-range",),
    leader_events.LeaderDetached: ("leaders.attach-range",),
    leader_events.LeaderMoved: ("leaders.movement",),
    leader_events.LeadershipChanged: ("leaders.casualty.results",),
    leader_events.LeaderLost: ("leaders.casualty.results",),
    leader_events.LeaderSucceeded: ("leaders.replacement",),
    charge_events.ChargeDeclared: ("charge.declare", "charge.who"),
    charge_events.ChargeForgone: ("charge.declare",),
    charge_events.ChargeBegan: ("charge.sequence",),
    charge_events.ChargeLapsed: ("charge.target-gone",),
    charge_events.ChargeAnswered: ("charge.reactions",),
    charge_events.SquareTried: ("charge.form-square",),
    charge_events.HomeTested: ("charge.home", "charge.home-triggers"),
    charge_events.EvaderCaught: ("charge.evade-pursuit",),
    volley_events.TargetNamed: ("shooting.declare", "shooting.target"),
    volley_events.FireHeld: ("shooting.declare",),
    volley_events.UnitFired: ("turn.firing", "shooting.who-may"),
    melee_events.MeleesFixed: ("melee.group",),
    melee_events.MeleeBegan: ("melee.sequence",),
    melee_events.RoundJudged: ("melee.winner", "melee.draw"),
    arriving.UnitArrived: ("setup.arrivals",),
    deployment.BrigadeDeployed: ("setup.deploy",),
    army.ArmyTested: ("army.break-test", "army.break-fail"),
    victory.PrizesJudged: ("victory.hold",),
}
"""The rules of each event; an event not listed has no rule of its own, or names the rule itself."""

BY_DEED: Final = {
    Deed.MOVED: ("movement.once",),
    Deed.MARCHED: ("movement.march",),
    Deed.CHARGED: ("charge.sequence",),
    Deed.COUNTERCHARGED: ("charge.countercharge",),
    Deed.EVADED: ("charge.evade",),
    Deed.FLED: ("compulsory.direction",),
    Deed.BROKE_THROUGH: ("melee.breakthrough", "melee.breakthrough-how"),
    Deed.PLACED: (),
}
"""The rule of each kind of move; placing and turning are cited elsewhere."""

BY_REMOVAL: Final = {
    Removal.ROUTED: ("troops.rout-state",),
    Removal.DESTROYED: ("troops.destroyed",),
    Removal.LEFT: ("geometry.table-edge",),
    Removal.SURRENDERED: ("compulsory.blocked",),
}
"""The rule by which a unit left play."""

WHO: Final = ("unit", "charger", "firer", "attacker", "target", "enemy", "units", "enemies")
"""The fields in which events name units, the acting unit first."""


def cites(event: ElanEvent) -> tuple[str, ...]:
    """The rules of an event: the one it names, those of its deed, or those of its kind."""
    match event:
        case events.UnitMoved():
            return BY_DEED[event.deed]
        case events.UnitRemoved():
            return BY_REMOVAL[event.how]
        case events.UnitHit():
            return ("shooting.hits",) if event.by_fire else ()
        case _:
            named = getattr(event, "rule", "")
            return (named,) if named else CITED.get(type(event), ())


def parties(event: ElanEvent) -> tuple[int, ...]:
    """The units an event concerns."""
    if isinstance(event, events.UnitsEngaged):
        return event.engagement.pair
    found: list[int | None] = []
    for field in WHO:
        named = getattr(event, field, ())
        found += named if isinstance(named, tuple) else (named,)
    return tuple(unit for unit in found if unit is not None)

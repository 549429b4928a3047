"""The rules that events cite in logs and reports, and the units that an event concerns."""

from __future__ import annotations

from typing import Final

from sandtable.systems.liberty import (
    arrivals,
    charge_events,
    deployment,
    events,
    forms_events,
    leader_events,
    melee_events,
    orders_events,
)
from sandtable.systems.liberty.actions import RULES
from sandtable.systems.liberty.events import LibertyEvent

CITED: Final[dict[type[LibertyEvent], tuple[str, ...]]] = {
    events.InitiativeWon: ("turn.initiative.method",),
    events.MarkersTaken: ("turn.command.b",),
    events.OrderFailed: ("orders.fail.disordered",),
    events.UnitFormed: ("formation.legal",),
    events.UnitsEngaged: ("melee.engaged",),
    events.UnitShot: ("shooting.sequence",),
    events.UnitHit: ("underfire.gain",),
    events.UnitDisordered: ("disorder.effect",),
    events.DisorderCleared: ("disorder.effect",),
    events.UnitRouted: ("rout.immediate", "disorder.rout-clears"),
    events.UnitRallied: ("orders.rally.ok.routing",),
    events.UnitsBroken: ("states.broken", "morale.trigger.broken"),
    events.UnitsToTest: ("movement.interpenetrate.test",),
    events.MoraleTested: ("morale.result.data",),
    events.PointsGained: ("cp.generate",),
    events.PointSpent: ("cp.once",),
    events.Conceded: ("umpire.concede",),
    arrivals.UnitArrived: ("edge.arrivals",),
    arrivals.GeneralArrived: ("deploy.reserve",),
    charge_events.ChargeDeclared: ("charge.sequence",),
    charge_events.ChargeTested: ("charge.test",),
    charge_events.ChargeAnswered: ("charge.response.options",),
    charge_events.DefensiveFireGiven: ("charge.response.fire",),
    deployment.BrigadeDeployed: ("deploy.order",),
    forms_events.GunsLimbered: ("movement.limber",),
    forms_events.GunsUnlimbered: ("movement.unlimber",),
    forms_events.RidersDismounted: ("movement.mount", "movement.mount.hits"),
    forms_events.RidersMounted: ("movement.mount", "movement.mount.hits"),
    leader_events.GeneralAttached: ("leaders.attach.how",),
    leader_events.GeneralDetached: ("leaders.detach.how",),
    leader_events.GeneralMoved: ("leaders.move.once",),
    leader_events.GeneralSetDown: ("leaders.overrun",),
    leader_events.GeneralKilled: ("leaders.killed",),
    leader_events.GeneralTakenOff: ("leaders.overrun",),
    leader_events.RallyFailed: ("orders.rally.fail.routing",),
    leader_events.UnitRanOn: ("rout.repeat",),
    melee_events.MeleeBegan: ("melee.dice.order",),
    melee_events.MeleeScored: ("melee.winner",),
    melee_events.FreeRoundBegan: ("pursuit.free-round",),
    melee_events.UnitPursued: ("pursuit.roll",),
    melee_events.PursuitTurned: ("pursuit.new-enemy",),
    melee_events.UnitBrokeThrough: ("breakthrough.roll",),
    orders_events.UnitWithdrew: ("victory.units",),
}
"""The rules of each event; an event without an entry (a step begins, an order is carried out) cites none."""

WHO: Final = ("unit", "pursuer", "target", "enemy", "router", "chargers", "enemies", "units")
"""The fields in which events name units, in the order of `parties`."""


def cites(event: LibertyEvent) -> tuple[str, ...]:
    """The rules that an event cites; a spent Command Point cites the rule of its action too."""
    found = CITED.get(type(event), ())
    return (RULES[event.action][0], *found) if isinstance(event, events.PointSpent) else found


def parties(event: LibertyEvent) -> tuple[int, ...]:
    """The units an event concerns."""
    found: list[int | None] = []
    for field in WHO:
        named = getattr(event, field, ())
        found += named if isinstance(named, tuple) else (named,)
    return tuple(unit for unit in found if unit is not None and unit >= 0)

"""The rules that cause events, for logs and reports, and the units that an event concerns."""

from __future__ import annotations

from typing import Final

from sandtable.systems.coldsteel import events, melee_events, morale_events, setup_events
from sandtable.systems.coldsteel.battle import Removal
from sandtable.systems.coldsteel.events import ColdSteelEvent

CITED: Final[dict[type[ColdSteelEvent], tuple[str, ...]]] = {
    setup_events.ForceChosen: ("setup.forces",),
    setup_events.ForcesShown: ("setup.forces",),
    setup_events.CardsDealt: ("cards.deal",),
    setup_events.DeploymentThrown: ("setup.deploy",),
    setup_events.EdgeTaken: ("setup.deploy",),
    setup_events.UnitPlaced: ("setup.deploy",),
    events.InitiativeWon: ("turn.initiative.winner",),
    events.StepBegan: ("turn.sequence",),
    events.TurnBegan: ("turn.end-check",),
    events.Conceded: ("victory.concede",),
    events.UnitHeld: ("turn.may-decline",),
    events.UnitMoved: ("movement.segments",),
    events.UnitFormed: ("formation.change",),
    events.UnitEntered: ("building.enter",),
    events.UnitArrived: ("setup.reinforcements",),
    events.UnitRetreated: ("morale.fail", "morale.retreat.direction"),
    events.UnitCharged: ("charge.contact",),
    events.TraitSpent: ("cards.permanent",),
    events.LuckyRerollUsed: ("cards.lucky-officer",),
    events.MoraleTested: ("morale.roll", "morale.results"),
    events.UnitHeldBack: ("cards.cowardly-officer",),
    morale_events.SoldiersMutinied: ("cards.flogged-soldiers",),
    morale_events.GarrisonDrivenOut: ("building.retreat",),
    morale_events.RetreatBarred: ("morale.retreat.blocked",),
    events.MusketsFouled: ("cards.dirty-muskets",),
    events.ModelsLost: ("casualties.one-wound",),
    events.FightFought: ("melee.order",),
    melee_events.UnitStruck: ("melee.strike-steps",),
}
"""The rules of each kind of event; an event not listed has no rule or names its own."""

BY_REMOVAL: Final = {
    Removal.DESTROYED: ("turn.remove-at-once",),
    Removal.ROUTED: ("morale.rout",),
    Removal.OVERRUN: ("morale.overrun",),
    Removal.LEFT: ("morale.retreat.edge",),
}
"""The rule by which a unit left play."""

WHO: Final = ("unit", "target", "touched", "units")
"""The fields in which events name units, the acting one first."""


def cites(event: ColdSteelEvent) -> tuple[str, ...]:
    """The rules that caused an event: the one it names, or those of its kind."""
    match event:
        case events.UnitsRemoved():
            return BY_REMOVAL[event.how]
        case events.UnitShot():
            return ("artillery.procedure",) if event.artillery else ("shooting.dice",)
        case events.BattleEnded():
            return (event.outcome.rule,) if event.outcome.rule else ()
        case _:
            return CITED.get(type(event), ())


def parties(event: ColdSteelEvent) -> tuple[int, ...]:
    """The units an event concerns."""
    found: list[int] = []
    for field in WHO:
        named = getattr(event, field, ())
        found += named if isinstance(named, tuple) else (named,)
    return tuple(dict.fromkeys(found))

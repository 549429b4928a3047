"""The rules that events cite in logs and reports, and the units that an event concerns."""

from __future__ import annotations

from typing import Final

from sandtable.systems.tricorn import (
    command_events,
    events,
    fire_events,
    melee_events,
    morale_events,
    setup_events,
)
from sandtable.systems.tricorn.battle import RESHUFFLE, Removal
from sandtable.systems.tricorn.events import TricornEvent

CITED: Final[dict[type[TricornEvent], tuple[str, ...]]] = {
    events.ActivationBegan: ("turn.pass-or-roll",),
    events.StepBegan: ("turn.sequence",),
    events.ActivationEnded: ("turn.draw",),
    events.TurnBegan: ("turn.end.reshuffle",),
    events.Conceded: ("victory.break",),
    events.UnitStood: ("turn.one-action",),
    events.UnitMoved: ("movement.allowance",),
    events.UnitFormed: ("formation.change",),
    events.UnitGarrisoned: ("terrain.garrison",),
    events.UnitCameOut: ("terrain.garrison",),
    events.UnitFollowedUp: ("movement.follow-up",),
    events.UnitPlaced: ("setup.deployment",),
    events.DisorderRemovalTried: ("rally.test",),
    events.BreakOffTried: ("movement.break-off.test",),
    events.UnitBrokeOff: ("movement.break-off.pass",),
    events.MarkersGained: ("disorder.max",),
    events.UnitRecoiled: ("recoil.path",),
    events.UnitWithdrew: ("withdraw.path",),
    events.GunsAbandoned: ("artillery.abandoned",),
    events.OfficerMoved: ("leaders.move",),
    events.OfficerEscaped: ("leaders.contacted",),
    events.OfficerLost: ("leaders.casualty.roll",),
    command_events.MoveDeclined: ("turn.passed-move",),
    command_events.MeleesBarred: ("command.poor.no-melee",),
    command_events.OfficerStayed: ("leaders.move",),
    command_events.OfficerAppeared: ("setup.arrivals",),
    command_events.OfficerSucceeded: ("leaders.casualty.replace",),
    command_events.CommandDemoralized: ("army.demoralized",),
    command_events.PrizeTaken: ("victory.objective",),
    setup_events.FirstToDeploy: ("setup.deployment",),
    setup_events.CommandDeployed: ("setup.deployment",),
    fire_events.FireDeclared: ("shooting.simultaneous",),
    fire_events.SupportDeclared: ("shooting.support.condition",),
    fire_events.UnitFired: ("combat.hit",),
    fire_events.LongRangeTested: ("shooting.hit.long-artillery",),
    fire_events.FireEnded: ("shooting.resolution-order",),
    melee_events.MeleeBegan: ("melee.primary",),
    melee_events.MeleeFought: ("melee.result.fewest-recoils",),
    morale_events.MoraleTested: ("morale.test",),
    morale_events.ConsultationBegan: ("shooting.resolution-order",),
    morale_events.TableConsulted: ("morale.table",),
    morale_events.FriendRunInto: ("morale.recoiled-into",),
    morale_events.GroundBarred: ("recoil.blocked",),
    morale_events.GarrisonDrivenOut: ("terrain.garrison.recoil",),
    morale_events.OfficerSpared: ("leaders.casualty.roll",),
}
"""The rules of each kind of event; a kind that is missing has no rule or names it itself."""

BY_REMOVAL: Final = {
    Removal.ELIMINATED: ("morale.row.4",),
    Removal.CAPTURED: ("artillery.abandoned",),
    Removal.OFF_TABLE: ("movement.table-edge",),
}
"""The rule of each way in which a unit leaves play."""

WHO: Final = ("unit", "target", "units")
"""The fields in which events name units, the acting unit first."""


def cites(event: TricornEvent) -> tuple[str, ...]:
    """The rules that an event cites: the one it names, or those of its kind."""
    match event:
        case events.CardTurned():
            return ("cards.reshuffle.first",) if event.card == RESHUFFLE else ("turn.draw",)
        case command_events.CardSpent():
            return (event.rule,)
        case events.UnitRemoved():
            return BY_REMOVAL[event.how]
        case events.BattleEnded():
            return (event.outcome.rule,) if event.outcome.rule else ()
        case _:
            return CITED.get(type(event), ())


def parties(event: TricornEvent) -> tuple[int, ...]:
    """The units an event concerns."""
    found: list[int] = []
    for field in WHO:
        named = getattr(event, field, ())
        found += named if isinstance(named, tuple) else (named,)
    return tuple(dict.fromkeys(found))

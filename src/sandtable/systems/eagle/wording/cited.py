"""The rules that caused an event, for logs and reports, and the units that it concerns."""

from __future__ import annotations

from typing import Final

from sandtable.systems.eagle import events, leader_events, victory
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.records import Flight, Removal
from sandtable.systems.eagle.wording import after, charges, combats, command, movement, setup, shooting

CITED: Final[dict[type[EagleEvent], tuple[str, ...]]] = {
    events.InitiativeWon: ("turn.initiative.roll",),
    events.StepBegan: ("turn.phases",),
    events.TurnBegan: ("turn.end",),
    events.Conceded: ("victory.concede",),
    events.UnitMoved: ("movement.measure",),
    events.UnitActed: ("turn.activation",),
    events.RecordWritten: ("control.last-move",),
    events.UnitRouted: ("rout.state",),
    events.ContactMade: ("charge.contact",),
    events.ContactsBroken: ("after.pinned",),
    events.ShockWorkedOff: ("morale.dp.chain",),
    leader_events.LeaderHarmed: ("leaders.risk.table", "leaders.wound"),
    victory.CampLooted: ("army.camp",),
    **setup.CITED,
    **command.CITED,
    **movement.CITED,
    **shooting.CITED,
    **charges.CITED,
    **combats.CITED,
    **after.CITED,
}
"""The rules of each kind of event; those not listed have no rule of their own, or name it themselves."""

BY_REMOVAL: Final = {
    Removal.DESTROYED: ("troops.casualty",),
    Removal.ELIMINATED: ("rout.eliminate",),
    Removal.LEFT: ("movement.table-edge",),
}
"""The rule by which a unit left play."""

BY_FLIGHT: Final = {
    Flight.EVADE: ("charge.evade",),
    Flight.RETIRE: ("after.retire",),
    Flight.ROUT: ("after.rout",),
    Flight.PURSUE: ("after.pursue",),
}
"""The rule of each unformed move."""

WHO: Final = ("unit", "target", "units", "guide", "quarry")
"""The fields in which events name units, the acting unit first."""


def cites(event: EagleEvent) -> tuple[str, ...]:
    """The rules that caused an event: the one it names, or those of its kind."""
    match event:
        case events.UnitRemoved():
            return BY_REMOVAL[event.how]
        case events.UnitFled():
            return BY_FLIGHT[event.how]
        case events.ShocksArose():
            return tuple(dict.fromkeys(shock.rule for shock in event.shocks))
        case events.BattleEnded():
            return (event.outcome.rule,) if event.outcome.rule else ()
        case _:
            named = getattr(event, "rule", "")
            return (named,) if named else CITED.get(type(event), ())


def parties(event: EagleEvent) -> tuple[int, ...]:
    """The units an event concerns."""
    found: list[int] = []
    if isinstance(event, events.ContactMade):
        found += [unit for contact in event.contacts for unit in (contact.striker, contact.struck)]
    for field in WHO:
        named = getattr(event, field, ())
        found += named if isinstance(named, tuple) else () if named is None else (named,)
    return tuple(dict.fromkeys(found))

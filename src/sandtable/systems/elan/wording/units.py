"""The words of what happens to units: where they go, their state, their losses."""

from __future__ import annotations

from sandtable.systems.elan import events
from sandtable.systems.elan.battle import ElanBattle, Removal
from sandtable.systems.elan.events import Deed
from sandtable.systems.elan.wording.names import Prompter, Teller, counted, formed, names, place, told

MOVES = {
    Deed.MOVED: "moves to",
    Deed.MARCHED: "marches to",
    Deed.CHARGED: "charges to",
    Deed.COUNTERCHARGED: "countercharges to",
    Deed.EVADED: "evades to",
    Deed.FLED: "goes back to",
    Deed.BROKE_THROUGH: "breaks through to",
    Deed.PLACED: "stands at",
}

LOST = {
    Removal.ROUTED: "routs off the table",
    Removal.DESTROYED: "is destroyed",
    Removal.LEFT: "leaves the table",
    Removal.SURRENDERED: "surrenders",
}


def _moved(battle: ElanBattle, event: events.UnitMoved) -> str:
    return told(battle, event.unit, f"{MOVES[event.deed]} {place(battle, event.to)}")


def _formed(battle: ElanBattle, event: events.UnitFormed) -> str:
    return told(battle, event.unit, formed(event.formation))


def _removed(battle: ElanBattle, event: events.UnitRemoved) -> str:
    return told(battle, event.unit, LOST[event.how])


def _disordered(battle: ElanBattle, event: events.UnitDisordered) -> str:
    return told(battle, event.unit, "is disordered")


def _recovered(battle: ElanBattle, event: events.UnitRecovered) -> str:
    return told(battle, event.unit, "is in good order again")


def _halted(battle: ElanBattle, event: events.UnitHalted) -> str:
    return told(battle, event.unit, "is marked Halt")


def _hit(battle: ElanBattle, event: events.UnitHit) -> str:
    return told(battle, event.unit, f"loses {counted(event.hits, 'point')}")


def _retreated(battle: ElanBattle, event: events.UnitRetreated) -> str:
    return told(battle, event.unit, "is in retreat")


def _rallied(battle: ElanBattle, event: events.UnitRallied) -> str:
    return told(battle, event.unit, "rallies")


def _engaged(battle: ElanBattle, event: events.UnitsEngaged) -> str:
    return f"{names(battle, event.engagement.pair)} are in contact"


PROMPTS: dict[str, Prompter] = {}
SENTENCES: dict[type[events.ElanEvent], Teller] = {
    events.UnitMoved: _moved,
    events.UnitFormed: _formed,
    events.UnitRemoved: _removed,
    events.UnitDisordered: _disordered,
    events.UnitRecovered: _recovered,
    events.UnitHalted: _halted,
    events.UnitHit: _hit,
    events.UnitRetreated: _retreated,
    events.UnitRallied: _rallied,
    events.UnitsEngaged: _engaged,
}

"""The words of what befalls units: where they go, how they stand, what they suffer."""

from __future__ import annotations

from sandtable.systems.elan import events
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import Deed
from sandtable.systems.elan.wording.names import Prompter, Teller, counted, name, names, place

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


def _moved(battle: ElanBattle, event: events.UnitMoved) -> str:
    return f"{name(battle, event.unit)} {MOVES[event.deed]} {place(battle, event.to)}"


def _formed(battle: ElanBattle, event: events.UnitFormed) -> str:
    return f"{name(battle, event.unit)} forms {event.formation.replace('-', ' ')}"


def _removed(battle: ElanBattle, event: events.UnitRemoved) -> str:
    return f"{name(battle, event.unit)} is lost: {event.how}"


def _disordered(battle: ElanBattle, event: events.UnitDisordered) -> str:
    return f"{name(battle, event.unit)} is disordered"


def _recovered(battle: ElanBattle, event: events.UnitRecovered) -> str:
    return f"{name(battle, event.unit)} is in good order again"


def _halted(battle: ElanBattle, event: events.UnitHalted) -> str:
    return f"{name(battle, event.unit)} is marked Halt"


def _hit(battle: ElanBattle, event: events.UnitHit) -> str:
    return f"{name(battle, event.unit)} loses {counted(event.hits, 'point')}"


def _retreated(battle: ElanBattle, event: events.UnitRetreated) -> str:
    return f"{name(battle, event.unit)} is in retreat"


def _rallied(battle: ElanBattle, event: events.UnitRallied) -> str:
    return f"{name(battle, event.unit)} rallies"


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

"""Arriving: reinforcements that enter over a table edge in column (setup.reinforcements)."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Reserve
from sandtable.systems.coldsteel.events import UnitArrived
from sandtable.systems.coldsteel.placing import before_wall, formed
from sandtable.systems.coldsteel.room import is_legal
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.room import Place
from sandtable.table.space import EDGE_HEADINGS, FULL_TURN, HALF_TURN, Front, Scene


def place_of(battle: ColdSteelBattle, reserve: Reserve) -> Place:
    """Where a unit enters: in column, the middle of its rear on the edge, facing inward.

    setup.reinforcements
    """
    unit = battle.units[reserve.unit]
    shape = formed(unit, Formation.COLUMN)
    inward = (EDGE_HEADINGS[reserve.edge] + HALF_TURN) % FULL_TURN
    return Place(before_wall(Front(reserve.point, inward, 0.0), shape), shape)


def due(battle: ColdSteelBattle, side: int) -> tuple[int, ...]:
    """The units of a side that must enter now: their turn has come and their place is free.

    setup.reinforcements
    """
    global _last
    if not battle.reserves:
        return ()
    waiting = tuple([reserve for reserve in battle.coming(side) if reserve.turn <= battle.turn])
    if not waiting:
        return ()
    last, scene = _last, scene_of(battle)
    if last is None or last[0] is not scene or last[1] != waiting:
        units = battle.units
        found = [one.unit for one in waiting if is_legal(battle, units[one.unit], place_of(battle, one))]
        last = _last = scene, waiting, tuple(found)
    return last[2]


_last: tuple[Scene, tuple[Reserve, ...], tuple[int, ...]] | None = None
"""The last answer of `due`; it saves testing the places again before every manoeuvre.

It holds for one scene and one list of waiting units.
"""


async def arrive(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """Bring a unit on; that is its whole manoeuvre (setup.reinforcements)."""
    reserve = next(reserve for reserve in battle.reserves if reserve.unit == unit)
    place, one = place_of(battle, reserve), battle.units[unit]
    files = files_of(one.arm, Formation.COLUMN, one.models)
    return await tell(battle, UnitArrived(unit, files, place.shape, place.pose))

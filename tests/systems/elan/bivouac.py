"""Small battles for tests: a few units set down where a case wants them, in any set of figures."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from sandtable import arena
from sandtable.game.ask.questions import do
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan import roster as entries
from sandtable.systems.elan.battle import Brigade, Camp, ElanBattle, ElanUnit, Leader, Rank
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground.hexes.plan import HexPlace, grid_over, hex_of, pose_in
from sandtable.systems.elan.muster import unit_of
from sandtable.systems.elan.roster import SIDES, Scenario, UnitEntry, roster
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import Corners
from sandtable.table.space import Field, Piece, Point, Pose, degrees, inches

LINE = "us-line-1863"
"""Class C infantry of 6 bases with rifled muskets, heavy for terrain."""
LIGHT = "nassau-1815"
HORSE = "dragoons"
HUSSARS = "chasseurs"
GUNS = "foot-medium-sb"
BRIGADES = tuple(entries.Brigade(id=side.id, side=side.id, commander="") for side in SIDES)


def unit(
    number: int,
    x: float,
    y: float,
    facing: float = 0,
    *,
    side: int = 0,
    profile: str = LINE,
    formation: Formation | None = None,
    scale: Scale = Scale.LARGE,
    **state: Any,
) -> ElanUnit:
    """A unit with the middle of its front at x, y, in inches."""
    entry = UnitEntry(
        id=f"unit-{number}",
        name=f"Unit {number}",
        side=SIDES[side].id,
        brigade=SIDES[side].id,
        profile=profile,
        formation=formation or roster().profile(profile).formations[0],
        x=x,
        y=y,
        facing=facing,
    )
    plan = Scenario(units=(entry,), brigades=BRIGADES, inches="large" if scale is Scale.LARGE else "small")
    return replace(unit_of(plan, number, entry), **{"pose": entry.pose(), **state})


def area(kind: str, *corners: tuple[float, float], level: int = 0, id: str = "") -> Piece:
    """An area of ground with these corners, in inches."""
    ring = tuple(Point(float(inches(x)), float(inches(y))) for x, y in corners)
    return Piece(id or f"the {kind}", kind, ring, level=level)


def line(kind: str, *points: tuple[float, float], id: str = "", front: float | None = None) -> Piece:
    """A linear piece along these points, in inches."""
    way = tuple(Point(float(inches(x)), float(inches(y))) for x, y in points)
    width = inches(1.5) if kind == "road" else 0
    looks = None if front is None else degrees(front)
    return Piece(id or f"the {kind}", kind, line=way, width=width, front=looks)


def leader(side: int, leadership: int = 0, x: float | None = None, y: float = 0, **state: Any) -> Leader:
    """A brigade commander of a side, on the table if x is given."""
    pose = None if x is None else Pose(inches(x), inches(y))
    who = {
        "key": f"leader-{side}",
        "name": f"Leader {side}",
        "side": side,
        "rank": Rank.BRIGADE,
        "brigade": side,
    }
    return Leader(**{**who, "leadership": leadership, "pose": pose, **state})


def battle(
    *units: ElanUnit,
    pieces: tuple[Piece, ...] = (),
    leaders: tuple[Leader, ...] = (),
    scale: Scale = Scale.LARGE,
    corners: Corners = "north-south",
    size: tuple[float, float] = (108, 72),
    readings: Readings | None = None,
) -> ElanBattle:
    """A battle on a table of this size; side 0 is at home in the south, side 1 in the north."""
    people = leaders or (leader(0), leader(1))
    camps = (
        Camp(id="south", name="South", role="attacker", edge="bottom", commander=0),
        Camp(id="north", name="North", role="defender", edge="top", commander=1),
    )
    brigades = tuple(
        Brigade(
            key=f"brigade-{side}",
            name=f"Brigade {side}",
            side=side,
            units=tuple(one.id for one in units if one.side == side),
            commander=side,
        )
        for side in (0, 1)
    )
    return ElanBattle(
        field=Field(inches(size[0]), inches(size[1]), pieces),
        units=units,
        scenario="bivouac",
        turn_limit=12,
        scale=scale,
        corners=corners,
        camps=camps,
        brigades=brigades,
        leaders=people,
        readings=readings or Readings(),
    )


def on_hexes(fought: ElanBattle, *places: tuple[int, int, int]) -> ElanBattle:
    """The battle on hexes, each unit at a place (column, row) with a facing in degrees."""
    grid = grid_over(fought.field, fought.corners)
    units = []
    for one, (column, row, facing) in zip(fought.units, places, strict=True):
        shape = one.profile.shape(one.formation, Scale.HEX)
        pose = pose_in(grid, HexPlace(grid.hex(column, row), degrees(facing)), shape)
        units.append(replace(one, shape=shape, pose=pose))
    return replace(fought, scale=Scale.HEX, units=tuple(units))


def place_of(fought: ElanBattle, pose: Pose, number: int) -> tuple[int, int]:
    """The hex (column, row) in which a unit stands at a pose."""
    grid = grid_over(fought.field, fought.corners)
    column, row = grid.place(hex_of(grid, replace(fought.units[number], pose=pose)))
    return column, row


def answered(procedure: Any, *answers: object, faces: tuple[int, ...] = ()) -> Any:
    """What a procedure without arguments comes to with these answers and faces, all of them used.

    An answer that does not stand is raised as Refused.
    """

    async def whole() -> Any:
        return await procedure()

    return arena.carry_out(do(whole), dice=faces, answers=answers).result


@cache
def scenario(id: str) -> Scenario:
    """A scenario that comes with the system."""
    found = SYSTEM.scenario(id)
    assert isinstance(found, Scenario)
    return found

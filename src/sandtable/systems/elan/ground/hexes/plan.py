"""From the plan to hexes: the grid, its ground, and the hexes of units and points.

On hexes, too, a unit has a pose: the middle of its footprint lies on the centre of its hex, and it faces a
corner. So it is drawn like any other, and its hex follows from its pose.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.elan.drill import ON_ROADS
from sandtable.systems.elan.figures import HEX_WIDTH, Scale
from sandtable.systems.elan.options import Footing
from sandtable.systems.elan.profiles import Profile
from sandtable.systems.elan.roster import Scenario, UnitEntry, roster
from sandtable.systems.elan.terrain import OPENINGS, SECTORS, TroopClass
from sandtable.systems.elan.troops import Arm, Formation, Weight
from sandtable.table.hexes import Corners, Hex, HexField, HexGrid, Lay, from_field
from sandtable.table.space import COSINES, SINES, Body, Field, Point, Pose, Shape, centre, standing

MOST_SPOTS: Final = 4096
"""The most places cached with a grid; beyond it the cache is cleared."""

EQUAL: Final = 1.0
"""Distances within this of each other are equal: a hundredth of an inch (scale.tolerance)."""

LAY: Final = Lay(hills=("hill",), sectors=SECTORS, roads=("road",), openings=OPENINGS, tolerance=EQUAL)
"""What each kind of ground on the plan becomes on hexes (hex.plan.areas, hex.plan.lines, hex.plan.roads)."""


class HexPlace(NamedTuple):
    """A hex and the facing in it."""

    hex: Hex
    facing: int


@lru_cache(maxsize=64)
def grid_over(field: Field, corners: Corners) -> HexGrid:
    """The hexes whose centre lies strictly inside the plan's table (hex.plan.grid)."""
    return HexGrid.over(field.width, field.depth, corners=corners, size=HEX_WIDTH)


@lru_cache(maxsize=64)
def hex_field(field: Field, corners: Corners) -> HexField:
    """The ground of the plan on hexes (hex.plan.areas, hex.plan.lines, hex.plan.roads)."""
    return from_field(field, grid_over(field, corners), LAY)


def hex_of(grid: HexGrid, body: Body) -> Hex:
    """The hex in which a unit stands."""
    return hex_at(grid, centre(standing(body), body.shape))


@lru_cache(maxsize=4096)
def hex_at(grid: HexGrid, point: Point) -> Hex:
    """The hex of a point: the one with the nearest centre (hex.plan.points)."""
    return grid.nearest(point, tolerance=EQUAL)


class Spots(dict[tuple[int, int], Hex]):
    """The cache of the hexes of places on a grid."""

    __slots__ = ("_grid",)

    def __init__(self, grid: HexGrid) -> None:
        super().__init__()
        self._grid = grid

    def __missing__(self, place: tuple[int, int]) -> Hex:
        if len(self) >= MOST_SPOTS:
            self.clear()
        found = self[place] = hex_at(self._grid, Point(*place))
        return found


spots: Final = by_identity(most=8)(Spots)
"""The cache of a grid."""


def pose_in(grid: HexGrid, place: HexPlace, shape: Shape) -> Pose:
    """The pose of a unit in a hex: its middle on the centre of the hex (hex.grid)."""
    middle, half = grid.centre(place.hex), shape.depth / 2
    x, y = middle.x + half * SINES[place.facing], middle.y + half * COSINES[place.facing]
    return Pose(round(x), round(y), place.facing)


def spot_in(grid: HexGrid, hex_: Hex) -> Pose:
    """The pose of a commander in a hex: on its centre."""
    x, y = grid.centre(hex_)
    return Pose(round(x), round(y), 0)


# --------------------------------------------------------------------- units of a scenario
def places(scenario: Scenario, *, barred: bool = False) -> tuple[HexPlace | None, ...]:
    """The hex and facing of each unit of a scenario, in its order; None for units that arrive later.

    A unit goes into the hex nearest to the middle of its footprint in large inches or, if that is occupied or
    closed to it, into the nearest that is neither (hex.plan.units); on a road nothing is closed to a march
    column or limbered guns (terrain.closed). With *barred*, closed ground is closed to mounted skirmishers,
    too (terrain.skirmish-cavalry).
    """
    return _places_barred(scenario) if barred else _places_open(scenario)


@by_identity(most=32)
def _places_open(scenario: Scenario) -> tuple[HexPlace | None, ...]:
    return _places(scenario, barred=False)


@by_identity(most=32)
def _places_barred(scenario: Scenario) -> tuple[HexPlace | None, ...]:
    return _places(scenario, barred=True)


def _places(scenario: Scenario, *, barred: bool) -> tuple[HexPlace | None, ...]:
    field = scenario.field()
    laid = hex_field(field, scenario.hex_corners)
    taken: dict[Hex, None] = {}
    found: list[HexPlace | None] = []
    profiles = roster().for_scenario(scenario)
    for entry in scenario.units:
        profile = profiles.profile(entry.profile)
        troops = Footing(_troops(entry, profile), barred, scenario.opened_to(entry.id, profile.arm))
        place = None if scenario.arrives(entry) else _place(entry, profile, laid, tuple(taken), troops)
        found.append(place)
        if place is not None:
            taken[place.hex] = None
    return tuple(found)


def _place(
    entry: UnitEntry, profile: Profile, laid: HexField, taken: Sequence[Hex], troops: Footing
) -> HexPlace | None:
    pose, grid = entry.pose(), laid.grid
    if pose is None:
        return None
    facing = grid.nearest_facing(pose.heading, "corner")
    if entry.formation is Formation.GARRISON:
        held = next(ground.hex for ground in laid.ground if ground.piece == entry.sector)
        if held not in taken:
            return HexPlace(held, facing)
    shape = profile.shape(entry.formation, Scale.LARGE)
    middle = Point(pose.x, pose.y) if entry.sector else centre(pose, shape)
    on_path = entry.formation in ON_ROADS
    closed = [
        ground.hex
        for ground in laid.ground
        if ground.kind and troops.on(ground.kind).closed and not (on_path and laid.is_road(ground.hex))
    ]
    return HexPlace(grid.nearest(middle, barred=(*taken, *closed), tolerance=EQUAL), facing)


def _troops(entry: UnitEntry, profile: Profile) -> TroopClass:
    """The column of the terrain table for a unit that is not mustered yet (terrain.table)."""
    if entry.formation.is_loose:
        mounted = profile.arm is Arm.CAVALRY and entry.formation is Formation.SKIRMISH
        return TroopClass.MOUNTED_SKIRMISHERS if mounted else TroopClass.SKIRMISHERS
    if profile.arm is not Arm.INFANTRY:
        return TroopClass.CAVALRY_ARTILLERY
    return TroopClass.LIGHT_INFANTRY if profile.grade is Weight.LIGHT else TroopClass.HEAVY_INFANTRY

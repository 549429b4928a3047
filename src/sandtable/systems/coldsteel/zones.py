"""Zones: where a side deploys, and ordinary places for a unit in it (setup.deploy, setup.table-size)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.buildings import Building
from sandtable.systems.coldsteel.houses import footing
from sandtable.systems.coldsteel.placing import formed
from sandtable.systems.coldsteel.room import CLOSED
from sandtable.systems.coldsteel.terrain import LAYERS
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.measure import share_over
from sandtable.table.room import Demands, Place, edge_strip, lies_in, with_room
from sandtable.table.space import (
    EDGE_HEADINGS,
    FULL_TURN,
    HAIR,
    HALF_TURN,
    INCH,
    Field,
    Piece,
    Point,
    Pose,
    Shape,
    TableSide,
)

DEPTH: Final = 12 * INCH
"""The depth of a side's zone if the scenario gives none (setup.table-size)."""
HALF: Final = 0.5
"""The part of a building that must lie in the zone of a unit that starts in it (setup.deploy)."""

INTERVAL: Final = INCH
"""The gap between units at ordinary places."""
ROWS_APART: Final = 4 * INCH
"""The distance between the fronts of two lines."""


# --------------------------------------------------------------------- the zone
def zone_of(battle: ColdSteelBattle, side: int) -> tuple[Point, ...]:
    """The zone of a side: the scenario's, else the strip along its edge (setup.table-size)."""
    camp = battle.camps[side]
    return camp.zone or strip(camp.edge, battle.field)


@lru_cache(maxsize=64)
def strip(edge: TableSide, field: Field) -> tuple[Point, ...]:
    """The strip within 12 in of an edge (setup.table-size)."""
    return edge_strip(edge, field, float(DEPTH))


def is_in_zone(battle: ColdSteelBattle, side: int, place: Place) -> bool:
    """Does a footprint lie entirely in the zone of a side? (setup.deploy)"""
    return lies_in(zone_of(battle, side), battle.field, place)


def is_building_in_zone(battle: ColdSteelBattle, side: int, building: Building) -> bool:
    """Does at least half of a building lie in the zone of a side? (setup.deploy)"""
    zone = _zone_field(battle, side)
    return share_over(footing(building, 0), zone, ("zone",), outline="footprint") >= HALF - HAIR


def _zone_field(battle: ColdSteelBattle, side: int) -> Field:
    field = battle.field
    return Field(field.width, field.depth, (Piece("zone", "zone", zone_of(battle, side)),))


def open_buildings(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Building, ...]:
    """The buildings in which a unit may start: empty, large enough, and at least half in its zone.

    setup.deploy, building.who
    """
    if not unit.is_infantry:
        return ()
    return tuple(
        building
        for building in battle.buildings
        if battle.garrison_of(building.piece) is None
        and unit.models <= building.capacity
        and is_building_in_zone(battle, unit.side, building)
    )


# --------------------------------------------------------------------- ordinary places
class Spot(NamedTuple):
    """A formation and a place."""

    formation: Formation
    to: Pose


class Book(NamedTuple):
    """A textbook place: its position across the zone, its line, and whether in column."""

    share: float
    line: int = 0
    column: bool = False


BY_THE_BOOK: Final = (Book(0.5), Book(0.15), Book(0.85), Book(0.5, line=1), Book(0.5, column=True))


def ordinary_spots(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Spot, ...]:
    """A few ordinary places for a unit in its zone, facing the enemy; none if there is no room."""
    ground = _Ground(battle, unit)
    found = (ground.spot(book) for book in BY_THE_BOOK)
    spots = tuple(dict.fromkeys(spot for spot in found if spot is not None))
    return spots or tuple(ground.anywhere())


class _Ground:
    """The zone of a unit's side, seen from its own edge, and the free places in it."""

    def __init__(self, battle: ColdSteelBattle, unit: ColdSteelUnit) -> None:
        self._battle, self._unit = battle, unit
        edge, field = battle.camps[unit.side].edge, battle.field
        heading = (EDGE_HEADINGS[edge] + HALF_TURN) % FULL_TURN
        self._origin = Pose(*_corner(edge, field), heading)
        corners = [self._origin.local(point) for point in zone_of(battle, unit.side)]
        self._left, self._right = min(at.x for at in corners), max(at.x for at in corners)
        self._near, self._far = min(at.y for at in corners), max(at.y for at in corners)

    def spot(self, book: Book) -> Spot | None:
        """The free place nearest to the textbook one, in its line or else in another."""
        formation = Formation.COLUMN if book.column else Formation.LINE
        wanted = self._left + book.share * (self._right - self._left)
        fronts = list(range(round(self._far), round(self._near), -ROWS_APART))
        for front in (*fronts[book.line :], *fronts[: book.line]):
            pose = self._nearest(formation, front, wanted)
            if pose is not None:
                return Spot(formation, pose)
        return None

    def anywhere(self) -> Iterator[Spot]:
        """Any place that is left, close to others, in column first."""
        step = INCH // 2
        for formation in (Formation.COLUMN, Formation.LINE):
            for front in range(round(self._far), round(self._near), -step):
                shape = formed(self._unit, formation)
                poses = [pose for _, pose in self._line(shape, front, step)]
                for pose in self._with_room(shape, poses, 0):
                    yield Spot(formation, pose)
                    return

    def _nearest(self, formation: Formation, front: int, wanted: float) -> Pose | None:
        """The free place nearest to the wanted one on a line, with a gap to other units.

        Places are tested a few together, because usually one of the first is free.
        """
        shape = formed(self._unit, formation)
        line = self._line(shape, front, INCH)
        ranked = sorted(
            [(abs(across - wanted), pose.x, number) for number, (across, pose) in enumerate(line)]
        )
        for start in range(0, len(ranked), AT_A_TIME):
            poses = [line[number][1] for _, _, number in ranked[start : start + AT_A_TIME]]
            for pose in self._with_room(shape, poses, INTERVAL):
                return pose
        return None

    def _line(self, shape: Shape, front: int, step: int) -> tuple[tuple[float, Pose], ...]:
        """The places on one line of the zone, each with its position across it."""
        if front - shape.depth < self._near:
            return ()
        return _line_of(self._origin, self._left, self._right, shape.width, front, step)

    def _with_room(self, shape: Shape, poses: list[Pose], apart: int) -> Iterator[Pose]:
        """The places with room, in the side's zone and at a distance from friends."""
        if not poses:
            return
        battle, unit = self._battle, self._unit
        friends = {friend.id: float(apart) for friend in battle.on_table(unit.side)}
        places = [Place(pose, shape) for pose in poses]
        for place in with_room(unit, places, scene_of(battle), Demands(CLOSED, LAYERS, friends)):
            if is_in_zone(battle, unit.side, place):
                yield place.pose


AT_A_TIME: Final = 6
"""The number of places tested together."""


@lru_cache(maxsize=1024)
def _line_of(
    origin: Pose, left: float, right: float, width: int, front: int, step: int
) -> tuple[tuple[float, Pose], ...]:
    """The places of a front of some width on a line between two ends, each with its position across it."""
    half = width / 2
    across = range(round(left + half), round(right - half) + 1, step)
    poses = [origin.shifted(x, front) for x in across]
    return tuple([(origin.local(Point(pose.x, pose.y)).x, pose) for pose in poses])


def _corner(edge: TableSide, field: Field) -> tuple[int, int]:
    """The middle of an edge of the table."""
    across, along = field.width // 2, field.depth // 2
    middles = {"bottom": (across, 0), "top": (across, field.depth), "left": (0, along)}
    return middles.get(edge, (field.width, along))

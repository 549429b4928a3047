"""Zones: where a side deploys, and a few ordinary places for a unit in it.

setup.deploy, setup.table-size
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.game.battle import scene_of
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.buildings import Building
from sandtable.systems.coldsteel.houses import footing
from sandtable.systems.coldsteel.placing import formed
from sandtable.systems.coldsteel.room import CLOSED
from sandtable.systems.coldsteel.terrain import LAYERS
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.compulsory import EDGE_HEADINGS
from sandtable.table.deploying import edge_strip, lies_in
from sandtable.table.ground import Field, Piece, TableSide
from sandtable.table.measure import FULL_TURN, HAIR, HALF_TURN, INCH
from sandtable.table.pose import Point, Pose
from sandtable.table.room import Demands, Place, with_room
from sandtable.table.shape import Shape
from sandtable.table.terrain import share_over

DEPTH: Final = 12 * INCH
"""The sides start so near to their edges unless the scenario says otherwise (setup.table-size)."""
HALF: Final = 0.5
"""So much of a building must lie in the zone of who starts in it (setup.deploy)."""

INTERVAL: Final = INCH
"""The room left between units that are placed in an ordinary way."""
ROWS_APART: Final = 4 * INCH
"""How far the fronts of two lines are apart."""


# --------------------------------------------------------------------- the zone
def zone_of(battle: ColdSteelBattle, side: int) -> tuple[Point, ...]:
    """The zone of a side: that of the scenario, else the strip along its own edge (setup.table-size)."""
    camp = battle.camps[side]
    return camp.zone or strip(camp.edge, battle.field)


def strip(edge: TableSide, field: Field) -> tuple[Point, ...]:
    """All within 12 in of an edge (setup.table-size)."""
    return edge_strip(edge, field, float(DEPTH))


def is_in_zone(battle: ColdSteelBattle, side: int, place: Place) -> bool:
    """Does a footprint lie wholly in the zone of a side? (setup.deploy)"""
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
    """A place by the book: at which part of the zone's breadth, in which line, in column or not."""

    share: float
    line: int = 0
    column: bool = False


BY_THE_BOOK: Final = (Book(0.5), Book(0.15), Book(0.85), Book(0.5, line=1), Book(0.5, column=True))


def ordinary_spots(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Spot, ...]:
    """A few ordinary places for a unit in its zone, looking at the enemy; none if there is no room at all."""
    ground = _Ground(battle, unit)
    found = (ground.spot(book) for book in BY_THE_BOOK)
    spots = tuple(dict.fromkeys(spot for spot in found if spot is not None))
    return spots or tuple(ground.anywhere())


class _Ground:
    """The zone of a unit's side as it looks from the own edge, and the free places in it."""

    def __init__(self, battle: ColdSteelBattle, unit: ColdSteelUnit) -> None:
        self._battle, self._unit = battle, unit
        edge, field = battle.camps[unit.side].edge, battle.field
        heading = (EDGE_HEADINGS[edge] + HALF_TURN) % FULL_TURN
        self._origin = Pose(*_corner(edge, field), heading)
        corners = [self._origin.local(point) for point in zone_of(battle, unit.side)]
        self._left, self._right = min(at.x for at in corners), max(at.x for at in corners)
        self._near, self._far = min(at.y for at in corners), max(at.y for at in corners)
        self._rows: dict[tuple[Formation, int], tuple[Pose, ...]] = {}

    def spot(self, book: Book) -> Spot | None:
        """The free place nearest to where the book wants it, in its line or else in one behind."""
        formation = Formation.COLUMN if book.column else Formation.LINE
        wanted = self._left + book.share * (self._right - self._left)
        fronts = list(range(round(self._far), round(self._near), -ROWS_APART))
        for front in (*fronts[book.line :], *fronts[: book.line]):
            free = self._free(formation, front)
            if free:
                return Spot(formation, min(free, key=lambda pose: (abs(self._across(pose) - wanted), pose.x)))
        return None

    def anywhere(self) -> Iterator[Spot]:
        """Whatever place is left, close to others, in the narrowest formation first."""
        step = INCH // 2
        for formation in (Formation.COLUMN, Formation.LINE):
            for front in range(round(self._far), round(self._near), -step):
                free = self._with_room(formed(self._unit, formation), front, step, 0)
                if free:
                    yield Spot(formation, free[0])
                    return

    def _across(self, pose: Pose) -> float:
        return self._origin.local(Point(pose.x, pose.y)).x

    def _free(self, formation: Formation, front: int) -> tuple[Pose, ...]:
        """All free places with the front on one line, an interval apart; a line is looked at once."""
        known = self._rows.get((formation, front))
        if known is None:
            shape = formed(self._unit, formation)
            known = self._rows[formation, front] = self._with_room(shape, front, INCH, INTERVAL)
        return known

    def _with_room(self, shape: Shape, front: int, step: int, apart: int) -> tuple[Pose, ...]:
        """The places on one line that have room, so far from friends."""
        if front - shape.depth < self._near:
            return ()
        half = shape.width / 2
        across = range(round(self._left + half), round(self._right - half) + 1, step)
        places = [Place(self._origin.shifted(x, front), shape) for x in across]
        if not places:
            return ()
        friends = {friend.id: float(apart) for friend in self._battle.on_table(self._unit.side)}
        free = with_room(self._unit, places, scene_of(self._battle), Demands(CLOSED, LAYERS, friends))
        inside = (place for place in free if is_in_zone(self._battle, self._unit.side, place))
        return tuple(place.pose for place in inside)


def _corner(edge: TableSide, field: Field) -> tuple[int, int]:
    """The middle of an edge of the table."""
    across, along = field.width // 2, field.depth // 2
    middles = {"bottom": (across, 0), "top": (across, field.depth), "left": (0, along)}
    return middles.get(edge, (field.width, along))

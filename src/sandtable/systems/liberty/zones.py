"""Deployment zones, and some ordinary ways to draw up a brigade in them (deploy.zones)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple, assert_never

from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.arrivals import INWARDS
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.profiles import Formation, legal_formations
from sandtable.systems.liberty.roster import LAYERS, roster
from sandtable.table.room import Demands, Place, with_room
from sandtable.table.space import INCH, Body, Field, Point, Pose, Shape, TableSide, centre

DEPTH: Final = 12 * INCH
INTERVAL: Final = INCH
"""The gap between units drawn up by the book."""
ROWS_APART: Final = 4 * INCH
A_FEW: Final = 12
"""How many places are tested for room in one call."""


def zone_of(battle: LibertyBattle, side: int) -> tuple[Point, ...]:
    """The zone of a side: that of the scenario, else 12 in deep along its own edge (deploy.zones)."""
    camp, field = battle.camps[side], battle.field
    return camp.zone or _strip(camp.edge, field)


def own_edge(battle: LibertyBattle, side: int) -> Pose:
    """The middle of a side's own table edge, facing straight in."""
    edge, field = battle.camps[side].edge, battle.field
    match edge:
        case "bottom" | "top":
            return Pose(field.width // 2, 0 if edge == "bottom" else field.depth, INWARDS[edge])
        case "left" | "right":
            return Pose(0 if edge == "left" else field.width, field.depth // 2, INWARDS[edge])
        case _:
            assert_never(edge)


def _strip(edge: TableSide, field: Field) -> tuple[Point, ...]:
    wide, deep = float(field.width), float(field.depth)
    left, right = (wide - DEPTH if edge == "right" else 0.0), (float(DEPTH) if edge == "left" else wide)
    bottom, top = (deep - DEPTH if edge == "top" else 0.0), (float(DEPTH) if edge == "bottom" else deep)
    return Point(left, bottom), Point(right, bottom), Point(right, top), Point(left, top)


# ----------------------------------------------------------------- ways to draw up
class Spot(NamedTuple):
    """A unit, its formation and its place."""

    unit: int
    formation: Formation
    pose: Pose


class Layout(NamedTuple):
    """A brigade drawn up, with its General behind it."""

    units: tuple[Spot, ...]
    general: Pose | None


class Box(NamedTuple):
    """A rectangle seen from the middle of the own edge: left and right, near and far."""

    left: float
    right: float
    near: float
    far: float

    def is_clear_of(self, other: Box, apart: float) -> bool:
        """Are two boxes at least this far apart?"""
        return (
            self.left >= other.right + apart
            or other.left >= self.right + apart
            or self.near >= other.far + apart
            or other.near >= self.far + apart
        )

    def holds(self, other: Box) -> bool:
        """Does the other box lie inside?"""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.near <= other.near
            and other.far <= self.far
        )


class Book(NamedTuple):
    """A way to draw up a brigade: the order of the places, the number of lines, the formations."""

    order: Callable[[float, Box], float]
    lines: int = 1
    columns: bool = False
    interval: int = INTERVAL


def _from_left(x: float, zone: Box) -> float:
    return x - zone.left


def _from_right(x: float, zone: Box) -> float:
    return zone.right - x


def _from_middle(x: float, zone: Box) -> float:
    return abs(x - (zone.left + zone.right) / 2)


BY_THE_BOOK: Final = (
    Book(_from_middle),
    Book(_from_left),
    Book(_from_right),
    Book(_from_middle, lines=2),
    Book(_from_middle, columns=True),
)
CROWDED: Final = Book(_from_left, columns=True, interval=0)
"""How a brigade is drawn up where there is hardly any room."""


def layouts(battle: LibertyBattle, units: Sequence[Regiment]) -> Iterator[Layout]:
    """The ordinary ways to draw up a brigade for which there is room."""
    if not units:
        return
    ground = _Ground(battle, units[0].side)
    drawn = [ground.draw_up(units, book) for book in BY_THE_BOOK]
    found = [layout for layout in dict.fromkeys(drawn) if layout is not None]
    yield from found or (layout for layout in (ground.draw_up(units, CROWDED),) if layout is not None)


class _Ground:
    """The zone of a side seen from its own edge, and the bodies in it."""

    def __init__(self, battle: LibertyBattle, side: int) -> None:
        self._battle, self._side = battle, side
        self._origin = own_edge(battle, side)
        corners = [self._origin.local(point) for point in zone_of(battle, side)]
        across, along = [point.x for point in corners], [point.y for point in corners]
        self._zone = Box(min(across), max(across), min(along), max(along))
        self._generals = [
            self._box(general.pose, roster().general.shape())
            for general in battle.generals
            if general.side == side and general.pose is not None
        ]

    def draw_up(self, units: Sequence[Regiment], book: Book) -> Layout | None:
        """The brigade drawn up by a book; None if a unit finds no room."""
        taken, spots = list(self._generals), []
        for number, unit in enumerate(units):
            formation = _formation(unit, book)
            shape = unit.profile.shape(unit.bases, formation)
            pose = self._first_free(unit, shape, taken, book, number % book.lines)
            if pose is None:
                return None
            spots.append(Spot(unit.id, formation, pose))
            taken.append(self._box(pose, shape))
        general = self._for_general(taken, units, spots)
        return None if general is None else Layout(tuple(spots), general)

    def _first_free(self, unit: Body, shape: Shape, taken: list[Box], book: Book, line: int) -> Pose | None:
        step = book.interval or INCH // 2
        xs = range(round(self._zone.left + shape.width / 2), round(self._zone.right), step)
        across = sorted(xs, key=lambda x: (book.order(x, self._zone), x))
        fronts = range(
            round(self._zone.far), round(self._zone.near), -(ROWS_APART if book.interval else step)
        )
        rows = [*fronts[line:], *fronts[:line]]
        wanted = ((x, y) for y in rows for x in across if self._is_open(x, y, shape, taken, book.interval))
        return self._with_room(unit, shape, wanted, book.interval)

    def _is_open(self, x: int, y: int, shape: Shape, taken: list[Box], apart: int) -> bool:
        box = Box(x - shape.width / 2, x + shape.width / 2, y - shape.depth, y)
        return self._zone.holds(box) and all(box.is_clear_of(other, apart) for other in taken)

    def _with_room(
        self, unit: Body, shape: Shape, wanted: Iterator[tuple[int, int]], apart: int
    ) -> Pose | None:
        """The first of the wanted places with room, tested a few at a time."""
        friends = {friend.id: float(apart) for friend in self._battle.on_table(self._side)}
        demands, scene = Demands(roster().impassable, LAYERS, friends), scene_of(self._battle)
        while few := tuple(Place(self._origin.shifted(x, y), shape) for x, y in islice(wanted, A_FEW)):
            found = with_room(unit, few, scene, demands)
            if found:
                return found[0].pose
        return None

    def _for_general(self, taken: list[Box], units: Sequence[Regiment], spots: Sequence[Spot]) -> Pose | None:
        """The place for the General nearest to the middle of his brigade."""
        shape = roster().general.shape()
        middle, zone = self._middle(units, spots), self._zone
        xs = range(round(zone.left) + shape.width // 2, round(zone.right), INCH)
        ys = range(round(zone.near) + shape.depth, round(zone.far) + 1, INCH)
        places = sorted((abs(x - middle.x) + abs(y - middle.y), x, y) for x in xs for y in ys)
        wanted = ((x, y) for _, x, y in places if self._is_open(x, y, shape, taken, 0))
        return self._with_room(Body(-1, self._side, None, shape), shape, wanted, 0)

    def _middle(self, units: Sequence[Regiment], spots: Sequence[Spot]) -> Point:
        middles = [
            self._origin.local(centre(spot.pose, unit.profile.shape(unit.bases, spot.formation)))
            for unit, spot in zip(units, spots, strict=True)
        ]
        count = len(middles)
        return Point(sum(point.x for point in middles) / count, min(point.y for point in middles))

    def _box(self, pose: Pose, shape: Shape) -> Box:
        x, y = self._origin.local(Point(pose.x, pose.y))
        return Box(x - shape.width / 2, x + shape.width / 2, y - shape.depth, y)


def _formation(unit: Regiment, book: Book) -> Formation:
    """Column or file where the book says so and the unit can; else line, guns unlimbered."""
    legal = legal_formations(unit.profile.type, unit.bases)
    narrow = (Formation.COLUMN, Formation.LIMBERED_FILE)
    return next((one for one in narrow if book.columns and one in legal), legal[0])

"""The hex grid: hexes, their sides and corners, and where they lie on the table.

A hex is named by two axial numbers: ``r`` is its row and ``q`` its place along the row, slanted so that
every step has the same meaning everywhere. People and files count places straight: ``(column, row)``.

Rows run across the table and are counted from the bottom if the hexes' corners point north and south; if
they point east and west the two axes change places, so that rows stand upright and are counted from the
left. Odd rows are shifted by half a hex. Headings are those of the inch table, so the six sides of a hex
with north-south corners lie at 30, 90 ... 330 degrees and its corners at 0, 60 ... 300 degrees.

>>> grid = HexGrid.over(10800, 7200, corners="north-south", size=600)
>>> grid.columns, grid.rows, len(grid.hexes)
(18, 14, 245)
>>> farm = grid.hex(9, 6)
>>> grid.centre(farm).x
5700.0
>>> distance(farm, grid.hex(7, 7))
2
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from sandtable.table.space.lengths import (
    COSINES,
    DEGREE,
    FULL_TURN,
    HALF_TURN,
    SINES,
    TOLERANCE,
    turn_between,
)
from sandtable.table.space.pose import Point

Corners = Literal["north-south", "east-west"]
"""Which way two opposite corners of every hex point."""

FacingTo = Literal["corner", "side", "any"]
"""What a body on a hex faces: one of its six corners, one of its six sides, or either."""

CLOCK: Final = 30 * DEGREE
"""The angle between a corner of a hex and the middle of the next side; all headings are multiples of it."""

SIXTH: Final = 2 * CLOCK
"""The angle between one side of a hex and the next."""

ROOT_3: Final = math.sqrt(3)
MOST_HEXES: Final = 100_000


class Hex(NamedTuple):
    """One hex in axial numbers; the third number of its cube is ``-q - r``."""

    q: int
    r: int


HERE: Final = Hex(0, 0)
"""The hex from which others are counted."""


class Place(NamedTuple):
    """One hex as people count it: its place in the row and its row, both from 0."""

    column: int
    row: int


class Hexside(NamedTuple):
    """A side shared by two hexes, under the lesser of its two names, so that it has only one."""

    hex: Hex
    heading: int


class HexCorner(NamedTuple):
    """A corner shared by three hexes, under the least of its three names, so that it has only one."""

    hex: Hex
    heading: int


STEPS: Final[dict[Corners, dict[int, Hex]]] = {
    "north-south": {
        300: Hex(0, 1),
        900: Hex(1, 0),
        1500: Hex(1, -1),
        2100: Hex(0, -1),
        2700: Hex(-1, 0),
        3300: Hex(-1, 1),
    },
    "east-west": {
        0: Hex(1, 0),
        600: Hex(0, 1),
        1200: Hex(-1, 1),
        1800: Hex(-1, 0),
        2400: Hex(0, -1),
        3000: Hex(1, -1),
    },
}
"""The step over each side, by the heading of the side."""

FACINGS: Final[dict[tuple[Corners, FacingTo], tuple[int, ...]]] = {
    ("north-south", "corner"): tuple(range(0, FULL_TURN, SIXTH)),
    ("north-south", "side"): tuple(range(CLOCK, FULL_TURN, SIXTH)),
    ("north-south", "any"): tuple(range(0, FULL_TURN, CLOCK)),
    ("east-west", "corner"): tuple(range(CLOCK, FULL_TURN, SIXTH)),
    ("east-west", "side"): tuple(range(0, FULL_TURN, SIXTH)),
    ("east-west", "any"): tuple(range(0, FULL_TURN, CLOCK)),
}
"""The headings that a body may face, clockwise."""


def distance(one: Hex, other: Hex) -> int:
    """The number of steps from one hex to another: 0 to itself, 1 to a neighbour."""
    q, r = other[0] - one[0], other[1] - one[1]
    if q < 0:
        q, r = -q, -r
    return q + r if r >= 0 else max(q, -r)


@lru_cache(maxsize=8192)
def _nearest_facing(corners: Corners, to: FacingTo, heading: int) -> int:
    return min(
        FACINGS[corners, to],
        key=lambda facing: (abs(turn_between(heading, facing)), turn_between(heading, facing) < 0),
    )


def in_order(hex_: Hex) -> tuple[int, int]:
    """The key by which hexes are sorted: the row, then the place in it."""
    return hex_.r, hex_.q


class HexGrid(Struct, frozen=True, dict=True, cache_hash=True):
    """A field of hexes: so many in each row, so many rows, *size* hundredths of an inch from side to side.

    With ``short_rows`` every odd row holds one hex fewer, as happens where the hexes fill a table exactly.
    """

    columns: int
    rows: int
    corners: Corners
    size: int
    short_rows: bool = False

    def __post_init__(self) -> None:
        if min(self.columns - self.short_rows, self.rows, self.size) < 1:
            raise ValueError(
                f"a hex grid of {self.columns} columns and {self.rows} rows with hexes of {self.size} "
                "hundredths of an inch is empty: each row needs at least one hex and a hex some size"
            )
        if self.columns * self.rows > MOST_HEXES:
            raise ValueError(
                f"a hex grid of {self.columns} x {self.rows} hexes is too large: {MOST_HEXES} are allowed"
            )

    @classmethod
    def over(cls, width: int, depth: int, *, corners: Corners, size: int) -> HexGrid:
        """The grid of all hexes whose centre lies strictly inside a table, the first at its lower left."""
        if size < 1:
            raise ValueError(f"hexes of {size} hundredths of an inch fill no table: a hex needs some size")
        along, across = (width, depth) if corners == "north-south" else (depth, width)
        # Centres lie at half hexes in even rows and at whole hexes in odd ones.
        columns = (2 * along - size + 2 * size - 1) // (2 * size)
        odd_columns = (along - 1) // size
        rows = 0
        while size * (1 / ROOT_3 + rows * ROOT_3 / 2) < across:
            rows += 1
        return cls(columns, rows, corners, size, short_rows=odd_columns < columns)

    # Names of hexes

    def hex(self, column: int, row: int) -> Hex:
        """The hex at a place, on the grid or off it."""
        return Hex(column - row // 2, row)

    def place(self, hex_: Hex) -> Place:
        """The place of a hex as people count it."""
        return Place(hex_.q + hex_.r // 2, hex_.r)

    def row_length(self, row: int) -> int:
        """How many hexes a row holds."""
        return self.columns - (self.short_rows and row % 2 == 1)

    def __contains__(self, hex_: Hex) -> bool:
        q, row = hex_
        return 0 <= row < self.rows and 0 <= q + row // 2 < self.row_length(row)

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes of the grid, row by row."""
        return tuple(
            self.hex(column, row) for row in range(self.rows) for column in range(self.row_length(row))
        )

    def words(self, hex_: Hex) -> str:
        """The place of a hex as people write it."""
        return "({}, {})".format(*self.place(hex_))

    # Sides, corners and facings

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The headings of the six sides, clockwise."""
        return FACINGS[self.corners, "side"]

    def facings(self, to: FacingTo) -> tuple[int, ...]:
        """The headings that a body may face, clockwise."""
        return FACINGS[self.corners, to]

    def nearest_facing(self, heading: int, to: FacingTo) -> int:
        """The possible facing nearest to a heading; the clockwise one if it lies exactly between two."""
        return _nearest_facing(self.corners, to, heading)

    def neighbour(self, hex_: Hex, heading: int) -> Hex:
        """The hex over the side at this heading, on the grid or off it."""
        found = self._beyond.get(hex_)
        return (found or self._look_beyond(hex_))[heading]

    @cached_property
    def _beyond(self) -> dict[Hex, dict[int, Hex]]:
        """The neighbours of each hex by heading; it is filled when a hex is first needed."""
        return {}

    def _look_beyond(self, hex_: Hex) -> dict[int, Hex]:
        steps = STEPS[self.corners]
        found = {heading: Hex(hex_.q + step.q, hex_.r + step.r) for heading, step in steps.items()}
        if len(self._beyond) < MOST_HEXES:
            self._beyond[hex_] = found
        return found

    def neighbours(self, hex_: Hex) -> tuple[Hex, ...]:
        """The hexes of the grid that share a side with this one, clockwise."""
        return tuple(other for other in self._around(hex_) if other in self)

    def _around(self, hex_: Hex) -> Iterator[Hex]:
        for step in STEPS[self.corners].values():
            yield Hex(hex_.q + step.q, hex_.r + step.r)

    def heading_to(self, hex_: Hex, neighbour: Hex) -> int:
        """The heading of the side between two hexes that share one."""
        for heading, step in STEPS[self.corners].items():
            if (hex_.q + step.q, hex_.r + step.r) == neighbour:
                return heading
        raise ValueError(f"hexes {self.words(hex_)} and {self.words(neighbour)} share no side")

    def headings_toward(self, hex_: Hex, goal: Hex) -> tuple[int, ...]:
        """The headings of the sides that lead nearer to another hex, clockwise."""
        away = goal[0] - hex_[0], goal[1] - hex_[1]
        found = self._toward.get(away)
        if found is None:
            off, steps = Hex(*away), STEPS[self.corners]
            now = distance(HERE, off)
            found = tuple(side for side in self.sides if distance(steps[side], off) < now)
            if len(self._toward) < MOST_HEXES:
                self._toward[away] = found
        return found

    @cached_property
    def _toward(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """The headings that lead nearer, by the offset of the goal; it is filled when an offset is first
        needed."""
        return {}

    def side(self, hex_: Hex, heading: int) -> Hexside:
        """The side of a hex at this heading, under its one name."""
        found = self._sides_of.get(hex_)
        return (found or self._look_at_sides(hex_))[heading]

    @cached_property
    def _sides_of(self) -> dict[Hex, dict[int, Hexside]]:
        """The sides of each hex by heading; it is filled when a hex is first needed."""
        return {}

    def _look_at_sides(self, hex_: Hex) -> dict[int, Hexside]:
        found = {
            heading: min(Hexside(hex_, heading), Hexside(self.neighbour(hex_, heading), _opposite(heading)))
            for heading in self.sides
        }
        if len(self._sides_of) < MOST_HEXES:
            self._sides_of[hex_] = found
        return found

    def side_between(self, one: Hex, other: Hex) -> Hexside:
        """The side that two neighbouring hexes share, under its one name."""
        return self.side(one, self.heading_to(one, other))

    def beside(self, side: Hexside) -> tuple[Hex, Hex]:
        """The two hexes on either hand of a side, the lower in (row, column) first."""
        other = self.neighbour(side.hex, side.heading)
        first, second = sorted((side.hex, other), key=in_order)
        return first, second

    def corner(self, hex_: Hex, heading: int) -> HexCorner:
        """The corner of a hex at this heading, under its one name."""
        left, right = (heading - CLOCK) % FULL_TURN, (heading + CLOCK) % FULL_TURN
        return min(
            HexCorner(hex_, heading),
            HexCorner(self.neighbour(hex_, left), (heading + 4 * CLOCK) % FULL_TURN),
            HexCorner(self.neighbour(hex_, right), (heading - 4 * CLOCK) % FULL_TURN),
        )

    # Places on the table

    def centre(self, hex_: Hex) -> Point:
        """The centre of a hex."""
        along = self.size * (hex_.q + hex_.r / 2 + 0.5)
        across = self.size * (1 / ROOT_3 + hex_.r * ROOT_3 / 2)
        return Point(along, across) if self.corners == "north-south" else Point(across, along)

    def corner_point(self, hex_: Hex, heading: int) -> Point:
        """Where the corner of a hex at this heading lies."""
        x, y = self.centre(hex_)
        radius = self.size / ROOT_3
        return Point(x + radius * SINES[heading], y + radius * COSINES[heading])

    def outline(self, hex_: Hex) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise."""
        return tuple(self.corner_point(hex_, heading) for heading in self.facings("corner"))

    def side_ends(self, side: Hexside) -> tuple[Point, Point]:
        """The two ends of a side, the left one first as seen from the hex that names it."""
        left, right = (side.heading - CLOCK) % FULL_TURN, (side.heading + CLOCK) % FULL_TURN
        return self.corner_point(side.hex, left), self.corner_point(side.hex, right)

    def side_middle(self, side: Hexside) -> Point:
        """The middle of a side."""
        one, other = self.centre(side.hex), self.centre(self.neighbour(side.hex, side.heading))
        return Point((one.x + other.x) / 2, (one.y + other.y) / 2)

    def under(self, point: Point, *, tolerance: float = TOLERANCE) -> Hex | None:
        """The hex of the grid under a point, on a side the lower in (row, column); None beyond the grid."""
        rounded = self._rounded(point)
        hex_ = self._nearest_of((rounded, *self._around(rounded)), point, tolerance)
        return hex_ if hex_ in self else None

    def nearest(self, point: Point, *, barred: Container[Hex] = (), tolerance: float = TOLERANCE) -> Hex:
        """The hex of the grid whose centre is nearest to a point, of those not barred.

        Of hexes that are equally near, by the tolerance, it is the one in the lowest row and there the
        lowest place.
        """
        rounded = self._rounded(point)
        if rounded in self and barred == ():
            return self._nearest_of((rounded, *self.neighbours(rounded)), point, tolerance)
        free = tuple(hex_ for hex_ in self.hexes if hex_ not in barred)
        if not free:
            raise ValueError(f"no hex is left near ({point.x}, {point.y}): all hexes of the grid are barred")
        return self._nearest_of(free, point, tolerance)

    def _nearest_of(self, hexes: tuple[Hex, ...], point: Point, tolerance: float) -> Hex:
        gaps = {hex_: math.dist(self.centre(hex_), point) for hex_ in hexes}
        least = min(gaps.values())
        return min((hex_ for hex_, gap in gaps.items() if gap <= least + tolerance), key=in_order)

    def _rounded(self, point: Point) -> Hex:
        """The hex that contains a point, whichever of them where it lies on a side."""
        along, across = point if self.corners == "north-south" else (point.y, point.x)
        r = (across / self.size - 1 / ROOT_3) * 2 / ROOT_3
        q = along / self.size - 0.5 - r / 2
        whole_q, whole_r, whole_s = round(q), round(r), round(-q - r)
        off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s + q + r)
        if off_q > off_r and off_q > off_s:
            whole_q = -whole_r - whole_s
        elif off_r > off_s:
            whole_r = -whole_q - whole_s
        return Hex(whole_q, whole_r)

    # Hexes around a hex

    @cached_property
    def numbers(self) -> dict[Hex, int]:
        """A number for each hex of the grid: the difference of two gives their distance (see `spans`)."""
        return {hex_: hex_.q * 2 * self.rows + hex_.r for hex_ in self.hexes}

    @cached_property
    def spans(self) -> tuple[int, ...]:
        """The steps between two hexes by the difference of their numbers, be it positive or negative."""
        across, along = self.rows - 1, self.columns + self.rows
        found = [0] * (2 * (along * 2 * self.rows + across) + 1)
        for q in range(-along, along + 1):
            for r in range(-across, across + 1):
                found[q * 2 * self.rows + r] = distance(HERE, Hex(q, r))
        return tuple(found)

    def ring(self, hex_: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes of the grid at exactly this distance, clockwise from the first side's direction."""
        found = self._rings.get((hex_, radius))
        if found is None:
            found = tuple(self._walk_round(hex_, radius))
            if len(self._rings) < MOST_HEXES:
                self._rings[hex_, radius] = found
        return found

    @cached_property
    def _rings(self) -> dict[tuple[Hex, int], tuple[Hex, ...]]:
        """The rings by middle and radius; it is filled when a ring is first needed."""
        return {}

    def _walk_round(self, hex_: Hex, radius: int) -> Iterator[Hex]:
        """The hexes of a ring one after another."""
        if radius == 0:
            yield from (hex_,) if hex_ in self else ()
        headings, steps = self.sides, STEPS[self.corners]
        first = steps[headings[0]]
        at = Hex(hex_.q + radius * first.q, hex_.r + radius * first.r)
        for turn in range(6):
            step = steps[headings[(turn + 2) % 6]]
            for _ in range(radius):
                if at in self:
                    yield at
                at = Hex(at.q + step.q, at.r + step.r)

    def within(self, hex_: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes of the grid at this distance or nearer, from the inside outwards."""
        return tuple(other for ring in range(radius + 1) for other in self.ring(hex_, ring))

    def bearing(self, hex_: Hex, other: Hex) -> int:
        """The heading from one centre to another, to the tenth of a degree.

        That is exact enough: directions to two hexes of any table differ from each other by far more.
        """
        away = other[0] - hex_[0], other[1] - hex_[1]
        found = self._bearings.get(away)
        if found is None:
            if hex_ == other:
                raise ValueError(f"there is no bearing from hex {self.words(hex_)} to itself")
            here, there = self.centre(HERE), self.centre(Hex(*away))
            found = round(math.degrees(math.atan2(there.x - here.x, there.y - here.y)) * DEGREE) % FULL_TURN
            if len(self._bearings) < MOST_HEXES:
                self._bearings[away] = found
        return found

    @cached_property
    def _bearings(self) -> dict[tuple[int, int], int]:
        """The bearings by the offset of the other hex; it is filled when an offset is first needed."""
        return {}

    # Edges of the table

    def edge(self, name: str) -> tuple[Hex, ...]:
        """The hexes along the ``top``, ``bottom``, ``left`` or ``right`` edge of the table, row by row."""
        return tuple(hex_ for hex_ in self.hexes if self.edge_distance(hex_, name) == 0)

    def edge_distance(self, hex_: Hex, name: str) -> int:
        """The steps from a hex to the nearest one along an edge; negative off the grid beyond that edge."""
        column, row = hex_.q + hex_.r // 2, hex_.r
        north_south = self.corners == "north-south"
        match name:
            case "bottom":
                return row if north_south else column
            case "left":
                return column if north_south else row
            case "top":
                return self._rows_left(row) if north_south else self._places_left(column, row)
            case "right":
                return self._places_left(column, row) if north_south else self._rows_left(row)
            case _:
                raise ValueError(f'a table has no edge "{name}"; its edges are bottom, left, top and right')

    def _rows_left(self, row: int) -> int:
        return self.rows - 1 - row

    def _places_left(self, column: int, row: int) -> int:
        return self.row_length(row) - 1 - column


def _opposite(heading: int) -> int:
    return (heading + HALF_TURN) % FULL_TURN

"""Ground in characters: which cells a piece of ground covers, with which letter and colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from sandtable.table.space import INCH, Field, Piece, Point

CharacterCell = tuple[int, int]
"""A character of the map: its column and row, counted from the top left."""

SAMPLES: Final = 4
"""Sample points per character, across and down."""

COLOURS: Final = (
    (("wood", "forest", "tree", "orchard", "brush", "hedge", "vineyard"), "green"),
    (("stream", "river", "lake", "pond", "water", "ford", "marsh", "swamp", "sea"), "blue"),
    (("road", "track", "bridge", "path"), "yellow"),
    (("building", "town", "village", "house", "church", "built"), "magenta"),
    (("hill", "ridge", "slope", "rise"), "bright_black"),
)
"""Colours by words in the name of the ground; other ground is cyan."""


class MapScale(NamedTuple):
    """How a table maps to the characters of a terminal, which are twice as high as wide."""

    width: int
    depth: int
    per_inch: float

    @property
    def columns(self) -> int:
        """The width of the table in characters."""
        return max(1, round(self.width / INCH * self.per_inch))

    @property
    def rows(self) -> int:
        """The depth of the table in lines."""
        return max(1, round(self.depth / INCH * self.per_inch / 2))

    def place(self, point: Point) -> Point:
        """A point of the table in columns and rows, not rounded."""
        column = point.x / self.width * self.columns
        return Point(column, (self.depth - point.y) / self.depth * self.rows)

    def points(self, cell: CharacterCell) -> Iterator[Point]:
        """Points of the table spread evenly over a character."""
        for down in range(SAMPLES):
            for right in range(SAMPLES):
                x = (cell[0] + (right + 0.5) / SAMPLES) / self.columns * self.width
                yield Point(x, self.depth - (cell[1] + (down + 0.5) / SAMPLES) / self.rows * self.depth)

    def cell(self, point: Point) -> CharacterCell:
        """The character that contains a point, or the nearest one on the map."""
        column, row = self.place(point)
        return min(max(int(column), 0), self.columns - 1), min(max(int(row), 0), self.rows - 1)


def scale_to_fit(field: Field, columns: int, rows: int) -> MapScale:
    """The largest scale at which a table fits into so many columns and rows."""
    for per_inch in (3.0, 2.0, 1.5, 1.0, 0.75, 0.5, 0.25):
        scale = MapScale(field.width, field.depth, per_inch)
        if scale.columns <= columns and scale.rows <= rows:
            return scale
    return MapScale(field.width, field.depth, columns * INCH / field.width)


def letters(pieces: Iterable[Piece]) -> dict[str, str]:
    """A letter for each kind of ground: the first of its name that is free."""
    found: dict[str, str] = {}
    for kind in dict.fromkeys(piece.kind for piece in pieces):
        free = (letter for letter in f"{kind}abcdefghijklmnopqrstuvwxyz" if letter.isalpha())
        found[kind] = next((letter for letter in free if letter not in found.values()), "?")
    return found


def colour(kind: str) -> str:
    """The colour of a kind of ground, by its name."""
    return next((colour for words, colour in COLOURS if any(word in kind for word in words)), "cyan")


def cells(piece: Piece, scale: MapScale) -> Iterator[CharacterCell]:
    """The cells that a piece of ground covers; a line covers those it passes through."""
    ring = [scale.place(point) for point in piece.polygon or piece.line]
    half = piece.width / INCH * scale.per_inch / 2 if piece.line else 0.0
    columns = _range((point.x for point in ring), half, scale.columns)
    for row in _range((point.y for point in ring), half, scale.rows):
        for column in columns:
            point = Point(column + 0.5, row + 0.5)
            if _inside(point, ring) if piece.polygon else _near(point, ring, max(half, 0.5)):
                yield column, row


def _range(values: Iterable[float], more: float, end: int) -> range:
    found = list(values)
    return range(max(int(min(found) - more - 1), 0), min(int(max(found) + more + 2), end))


def _inside(point: Point, ring: Sequence[Point]) -> bool:
    """Does a point lie in a ring? A ray to the right then crosses its sides an odd number of times."""
    inside = False
    for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (here.y > point.y) != (there.y > point.y):
            along = (point.y - here.y) / (there.y - here.y)
            inside ^= point.x < here.x + along * (there.x - here.x)
    return inside


def _near(point: Point, line: Sequence[Point], limit: float) -> bool:
    return any(_squared_distance(point, here, there) <= limit * limit for here, there in pairwise(line))


def _squared_distance(point: Point, here: Point, there: Point) -> float:
    """The squared distance from a point to a segment."""
    dx, dy = there.x - here.x, there.y - here.y
    length = dx * dx + dy * dy
    along = 0.0 if not length else ((point.x - here.x) * dx + (point.y - here.y) * dy) / length
    along = min(max(along, 0.0), 1.0)
    return (here.x + along * dx - point.x) ** 2 + (here.y + along * dy - point.y) ** 2

"""Places tried before they are answered: where something may be put down, and whether it may be put here.

The question judges the middle of every square of a grid; the outlines run around the squares that it allows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.refusal import Refusal
from sandtable.table.planning import cell_outline
from sandtable.table.space import INCH, Point, corners, standing

MOST_SQUARES: Final = 900
"""The most squares into which the surroundings of a body are cut."""
FINEST: Final = INCH // 10
"""The least size of a square."""


class SpotsSeen(Struct, frozen=True):
    """Where something may be put down: outlines to be shaded, whose holes run the other way round.

    ``places`` are ordinary ones, the likeliest first.
    """

    near: int
    within: int
    rings: tuple[tuple[Point, ...], ...]
    places: tuple[Point, ...] = ()


class SpotSeen(Struct, frozen=True):
    """A place as it is judged: what stands against it and by which rule, and the nearest that would do."""

    place: Point
    legal: bool
    words: str = ""
    rule: str = ""
    nearest: Point | None = None


class _Squares(Struct, frozen=True):
    """A grid of squares over the surroundings of a body."""

    left: int
    bottom: int
    size: int
    across: int
    up: int

    def middle(self, column: int, line: int) -> Point:
        """The middle of a square."""
        x, y = self.left + (column + 0.5) * self.size, self.bottom + (line + 0.5) * self.size
        return Point(round(x), round(y))

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return ((column, line) for column in range(self.across) for line in range(self.up))


def spots_seen(question: PlacePoint) -> SpotsSeen:
    """The places where something may be put down."""
    squares = _squares(question)
    open_squares = [at for at in squares if _stands(question, squares.middle(*at))]
    rings = cell_outline(open_squares, squares.left, squares.bottom, squares.size)
    return SpotsSeen(question.near.id, question.within, rings, _ordinary(question))


def spot_seen(question: PlacePoint, place: Point, rule: str) -> SpotSeen:
    """A place judged by the rule that asks for it, with the nearest that would do if it does not."""
    said = question.judge(place)
    if not isinstance(said, Refusal):
        return SpotSeen(place, legal=True)
    squares = _squares(question)
    tried = (squares.middle(*at) for at in squares)
    known = {*tried, *_ordinary(question)}
    by_distance = sorted(known, key=lambda one: (math.dist(one, place), one))
    nearest = next((one for one in by_distance if _stands(question, one)), None)
    return SpotSeen(place, legal=False, words=said.words, rule=rule, nearest=nearest)


def _ordinary(question: PlacePoint) -> tuple[Point, ...]:
    """The places that the question itself suggests."""
    return tuple(one for one in question.sensible() if isinstance(one, Point))


def _stands(question: PlacePoint, place: Point) -> bool:
    return not isinstance(question.judge(place), Refusal)


def _squares(question: PlacePoint) -> _Squares:
    """Squares over the footprint of the body and what lies within the distance of it."""
    outermost = corners(standing(question.near), question.near.shape)
    left, right = _span([corner.x for corner in outermost], question.within)
    bottom, top = _span([corner.y for corner in outermost], question.within)
    size = max(FINEST, math.ceil(math.sqrt((right - left) * (top - bottom) / MOST_SQUARES)))
    across, up = math.ceil((right - left) / size), math.ceil((top - bottom) / size)
    return _Squares(left, bottom, size, across, up)


def _span(values: list[float], more: int) -> tuple[int, int]:
    return math.floor(min(values)) - more, math.ceil(max(values)) + more

"""Touching bases: how many bases of two bodies touch where one is laid against a side of the other.

The front edge of a body is laid on the side. What remains free is how far its middle lies to the right of the
middle of that side, its *aside*. How many bases touch depends on the two shapes and the aside only, so the
stretches of asides with the same number are worked out once for each pair of shapes.

>>> from sandtable.table.space.shape import block
>>> line, column = block(4, files=4, width=200, depth=200), block(4, files=2, width=200, depth=200)
>>> [(level.bases, level.spans) for level in contact_levels(line, line, "front", 10)][:2]
[(8, ((-188.0, 188.0),)), (6, ((-388.0, 388.0),))]
>>> contact_levels(line, column, "front", 10)[0]
ContactLevel(bases=5, spans=((-188.0, -12.0), (12.0, 188.0)))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from sandtable.table import compiled
from sandtable.table.charge.kernels.approaches import Touching
from sandtable.table.space.body import SIDES, Side
from sandtable.table.space.lengths import TOLERANCE
from sandtable.table.space.plane import box_corners
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import box
from sandtable.table.space.shape import Base, Shape, base_part
from sandtable.table.space.shape_rows import Shapes

EdgeStretch = tuple[float, float]
"""Where a stretch of an edge starts and ends, to the right as the body laid against it sees it."""


class ContactLevel(NamedTuple):
    """A number of bases, and the stretches of asides in which that many or more of both bodies touch."""

    bases: int
    spans: tuple[EdgeStretch, ...]


@lru_cache(maxsize=1024)
def bases_on_side(shape: Shape, side: Side) -> tuple[tuple[int, EdgeStretch], ...]:
    """The places of the bases on a side of the footprint and the stretch of each, from left to right as seen
    by a body that faces that side, measured from its middle."""
    found = [
        (place, _stretch(base, shape, side))
        for place, base in enumerate(shape.bases)
        if _lies_on(base, shape, side)
    ]
    return tuple(sorted(found, key=lambda of: of[1]))


def _stretch(base: Base, shape: Shape, side: Side) -> EdgeStretch:
    spread = [_across(corner, shape, side) for corner in _corners(base)]
    return min(spread), max(spread)


def _across(corner: Point, shape: Shape, side: Side) -> float:
    """How far a point lies to the right of the middle of a side, as seen by a body that faces that side."""
    match side:
        case "front":
            return -corner.x
        case "rear":
            return corner.x
        case "right":
            return corner.y + shape.depth / 2
        case "left":
            return -(corner.y + shape.depth / 2)


def _lies_on(base: Base, shape: Shape, side: Side) -> bool:
    outwards = {
        "front": max(corner.y for corner in _corners(base)),
        "rear": -shape.depth - min(corner.y for corner in _corners(base)),
        "right": max(corner.x for corner in _corners(base)) - shape.width / 2,
        "left": -shape.width / 2 - min(corner.x for corner in _corners(base)),
    }
    return outwards[side] >= -TOLERANCE


def _corners(base: Base) -> tuple[Point, Point, Point, Point]:
    return box_corners(box(Pose(0, 0), base_part(base)))


@lru_cache(maxsize=1024)
def contact_levels(mine: Shape, theirs: Shape, side: Side, least: int) -> tuple[ContactLevel, ...]:
    """How many bases touch at which asides, the most first; a base touches along *least* of an edge or more.

    A tolerance is added to *least*, so that rounding the body to the grid does not part a base again.
    """
    pairs = _pairs(mine, theirs, side, least)
    marks = sorted({mark for _, *span in pairs for mark in span})
    tried = [point for a, b in pairwise(marks) for point in (a, (a + b) / 2)] + marks[-1:]
    counts = [_count(pairs, point) for point in tried]
    wanted = sorted({count for count in counts if count}, reverse=True)
    return tuple(ContactLevel(count, _spans_with(count, tried, counts)) for count in wanted)


def _pairs(mine: Shape, theirs: Shape, side: Side, least: int) -> list[tuple[int, float, float]]:
    """For each pair of bases that can touch: a bit for each base, and the first and last aside at which they
    do."""
    enough, found, ours = least + TOLERANCE, [], mine.front_rank
    for here, base in enumerate(ours):
        left, right = base.x - base.width / 2, base.x + base.width / 2
        for there, (start, end) in bases_on_side(theirs, side):
            first, last = start + enough - right, end - enough - left
            if first <= last:
                found.append((1 << here | 1 << len(ours) + there, first, last))
    return found


def _count(pairs: Sequence[tuple[int, float, float]], aside: float) -> int:
    """How many bases of both bodies touch at an aside."""
    touching = 0
    for bases, first, last in pairs:
        if first <= aside <= last:
            touching |= bases
    return touching.bit_count()


def _spans_with(count: int, tried: Sequence[float], counts: Sequence[int]) -> tuple[EdgeStretch, ...]:
    """The stretches of asides in which at least *count* bases touch."""
    spans: list[EdgeStretch] = []
    joined = False
    for point, found in zip(tried, counts, strict=True):
        if found < count:
            joined = False
        elif joined:
            spans[-1] = (spans[-1][0], point)
        else:
            spans.append((point, point))
            joined = True
    return tuple(spans)


class ContactTable:
    """How many bases touch at which asides, for every pair of shapes met so far."""

    def __init__(self, least: int, shapes: Shapes) -> None:
        self.least = least
        self.shapes = shapes
        self.room = 64
        self._levels: list[float] = []
        self._known = [-1] * (self.room**2 * len(SIDES))
        self._rows: dict[str, Touching] = {}

    def rows(self) -> Touching:
        """The rows for the kernels in the present mode; they grow in place."""
        if self.shapes.count > self.room:
            self._widen()
        mode = compiled.now.mode
        found = self._rows.get(mode)
        if found is None:
            # Spare numbers, so that most new pairs are written into the rows that are there.
            room = [0.0] * (len(self._levels) + 1024)
            found = compiled.wholes(self._known), compiled.floats([*self._levels, *room])
            self._rows[mode] = found
        return found

    def learn(self, mine: Shape, theirs: Shape, side: Side) -> None:
        """Add a pair of shapes and a side, unless they are known."""
        pair = self.shapes.number(mine) * self.room + self.shapes.number(theirs)
        key = pair * len(SIDES) + SIDES.index(side)
        if self._known[key] >= 0:
            return
        found = contact_levels(mine, theirs, side, self.least)
        row: list[float] = [len(found)]
        for level in found:
            row += (level.bases, len(level.spans), *chain.from_iterable(level.spans))
        first = self._known[key] = len(self._levels)
        self._levels += row
        for mode, form in list(self._rows.items()):
            if len(self._levels) > len(form[1]):
                del self._rows[mode]
            else:
                form[0][key] = first
                form[1][first : len(self._levels)] = row

    def _widen(self) -> None:
        """Make room for more shapes. The key of a pair depends on the room, so all pairs are forgotten."""
        while self.shapes.count > self.room:
            self.room *= 2
        self._known, self._levels = [-1] * (self.room**2 * len(SIDES)), []
        self._rows.clear()

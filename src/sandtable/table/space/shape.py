"""Shapes: the bases of a body laid out in files and ranks, seen from the middle of the front edge.

>>> line = block(4, files=4, width=200, depth=200)
>>> line.width, line.depth, len(line.bases)
(800, 200, 4)
>>> column = block(5, files=2, width=200, depth=200)   # an odd last base stands centred behind
>>> column.width, column.depth, column.bases[-1].x
(400, 600, 0)
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct

from sandtable.table.space.lengths import COSINES, FULL_TURN, SINES, TOLERANCE


class Base(Struct, frozen=True, gc=False):
    """One base: the middle of its front edge in the body's frame (x right, y forward), its size and turn."""

    x: int
    y: int
    width: int
    depth: int
    rank: int = 0
    turn: int = 0


class Shape(Struct, frozen=True, cache_hash=True):
    """The bases of a body and the smallest rectangle around them; its front edge lies on y = 0."""

    bases: tuple[Base, ...]
    width: int
    depth: int

    @property
    def front_rank(self) -> tuple[Base, ...]:
        """The bases of the foremost rank, from left to right."""
        return tuple(base for base in self.bases if base.rank == 0)


@lru_cache(maxsize=4096)
def block(count: int, *, files: int, width: int, depth: int) -> Shape:
    """Lay *count* bases out *files* wide in touching ranks; a short last rank stands centred behind."""
    assert count > 0
    assert files > 0
    files = min(files, count)
    bases = tuple(
        Base(
            x=round((file - (min(files, count - rank * files) - 1) / 2) * width),
            y=-rank * depth,
            width=width,
            depth=depth,
            rank=rank,
        )
        for rank in range(-(-count // files))
        for file in range(min(files, count - rank * files))
    )
    return Shape(bases, files * width, -(-count // files) * depth)


class Part(NamedTuple):
    """A rectangle that some bases fill together: its middle in the body's frame, its half sizes, its turn."""

    x: float
    y: float
    half_width: float
    half_depth: float
    turn: int


@lru_cache(maxsize=4096)
def footprint(shape: Shape) -> Part:
    """The rectangle around all bases."""
    return Part(0.0, -shape.depth / 2, shape.width / 2, shape.depth / 2, 0)


@lru_cache(maxsize=4096)
def parts(shape: Shape) -> tuple[Part, ...]:
    """The rectangles that bases fill together: those that touch in a rank, then ranks of equal extent.

    A full block is one part; a ragged last rank, a line set apart, a turned base each make another.
    """
    runs = [run for rank in _ranks(shape) for run in _runs(rank, shape)]
    stacked: list[Extent] = []
    for run in sorted(runs, key=lambda run: (run.left, run.right, -run.front)):
        above = stacked[-1] if stacked else None
        if above and above[:2] == run[:2] and abs(above.rear - run.front) <= TOLERANCE:
            stacked[-1] = Extent(run.left, run.right, above.front, run.rear)
        else:
            stacked.append(run)
    turned = tuple(base_part(base) for base in shape.bases if base.turn)
    return tuple(extent.part() for extent in sorted(stacked, key=lambda run: (-run.front, run.left))) + turned


@lru_cache(maxsize=4096)
def frontage(shape: Shape) -> int:
    """The width of the foremost rank, about whose ends a body wheels; of a wedge less than its own width.

    >>> frontage(block(5, files=2, width=200, depth=200))
    400
    """
    spread = [(base.x - base.width / 2, base.x + base.width / 2) for base in shape.bases if base.rank == 0]
    if not spread or any(base.turn for base in shape.bases if base.rank == 0):
        return shape.width
    wide = max(right for _, right in spread) - min(left for left, _ in spread)
    return shape.width if wide >= shape.width - TOLERANCE else round(wide)


@lru_cache(maxsize=4096)
def is_block(shape: Shape) -> bool:
    """Do the bases fill the whole rectangle around them?"""
    return parts(shape) == (footprint(shape),)


@lru_cache(maxsize=4096)
def base_part(base: Base) -> Part:
    """One base as a rectangle of its own; a turned base is turned about the middle of its front edge."""
    sin, cos = SINES[base.turn % FULL_TURN], COSINES[base.turn % FULL_TURN]
    half = base.depth / 2
    return Part(base.x - half * sin, base.y - half * cos, base.width / 2, half, base.turn)


class Extent(NamedTuple):
    """An unturned rectangle in the body's frame by its sides."""

    left: float
    right: float
    front: float
    rear: float

    def part(self) -> Part:
        """The same rectangle by its middle and half sizes."""
        middle_x, middle_y = (self.left + self.right) / 2, (self.front + self.rear) / 2
        return Part(middle_x, middle_y, (self.right - self.left) / 2, (self.front - self.rear) / 2, 0)


def _ranks(shape: Shape) -> list[list[Base]]:
    """The unturned bases that stand side by side with equal fronts and depths, from left to right."""
    upright = sorted(
        (base for base in shape.bases if not base.turn), key=lambda base: (-base.y, base.depth, base.x)
    )
    return [list(rank) for _, rank in groupby(upright, key=lambda base: (base.y, base.depth))]


def _runs(rank: list[Base], shape: Shape) -> list[Extent]:
    """The stretches of a rank without a gap; an end on the side of the footprint is set exactly on it."""
    runs: list[Extent] = []
    for base in rank:
        left, right = base.x - base.width / 2, base.x + base.width / 2
        if runs and left - runs[-1].right <= TOLERANCE:
            runs[-1] = runs[-1]._replace(right=right)
        else:
            runs.append(Extent(left, right, base.y, base.y - base.depth))
    half = shape.width / 2
    return [
        run._replace(
            left=-half if abs(run.left + half) <= TOLERANCE else run.left,
            right=half if abs(run.right - half) <= TOLERANCE else run.right,
        )
        for run in runs
    ]

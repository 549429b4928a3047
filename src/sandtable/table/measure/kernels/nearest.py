"""The nearest points of two bodies that do not touch, from their poses and shapes."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, kernel, leaf
from sandtable.table.measure.kernels.placed import WHOLE_POSE, WholePose
from sandtable.table.space.kernels.body_boxes import BODY_ARRAYS, BodyArrays, write_boxes
from sandtable.table.space.kernels.boxes import BOX, box_gap

APART: Final = 0.01
"""Boxes farther apart than this share no point, however their corners are rounded."""

Pair = tuple[float, float, float, float, float]
"""A distance, and the point on each of two things where it is measured."""


@leaf
def corner_of(row: Floats, i: int, n: int) -> tuple[float, float]:
    """A corner of a box: front left, front right, rear right or rear left."""
    x, y, sine, cosine = row[i], row[i + 1], row[i + 4], row[i + 5]
    wx, wy, dx, dy = row[i + 2] * cosine, row[i + 2] * sine, row[i + 3] * sine, row[i + 3] * cosine
    if n == 0:
        return x - wx + dx, y + wy + dy
    if n == 1:
        return x + wx + dx, y - wy + dy
    if n == 2:
        return x + wx - dx, y - wy - dy
    return x - wx - dx, y + wy - dy


@leaf
def nearest_on_edges(x: float, y: float, row: Floats, i: int) -> tuple[float, float, float]:
    """The distance from a point to the edges of a box, and the nearest point of them."""
    least, at_x, at_y = math.inf, 0.0, 0.0
    ax, ay = corner_of(row, i, 0)
    for n in range(1, 5):
        bx, by = corner_of(row, i, n % 4)
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        share = ((x - ax) * dx + (y - ay) * dy) / square if square != 0.0 else 0.0
        share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
        there_x, there_y = ax + share * dx, ay + share * dy
        length = math.sqrt((there_x - x) * (there_x - x) + (there_y - y) * (there_y - y))
        if length < least:
            least, at_x, at_y = length, there_x, there_y
        ax, ay = bx, by
    return least, at_x, at_y


@leaf
def nearest_of_boxes(row: Floats, i: int, j: int) -> Pair:
    """The nearest points of two boxes that share none: one of them is a corner."""
    least, here_x, here_y, there_x, there_y = math.inf, 0.0, 0.0, 0.0, 0.0
    for n in range(4):
        x, y = corner_of(row, i, n)
        length, at_x, at_y = nearest_on_edges(x, y, row, j)
        if length < least:
            least, here_x, here_y, there_x, there_y = length, x, y, at_x, at_y
    for n in range(4):
        x, y = corner_of(row, j, n)
        length, at_x, at_y = nearest_on_edges(x, y, row, i)
        if length < least:
            least, here_x, here_y, there_x, there_y = length, at_x, at_y, x, y
    return least, here_x, here_y, there_x, there_y


@kernel(f"UniTuple(float64, 5)({WHOLE_POSE}, float64, {WHOLE_POSE}, float64, {BODY_ARRAYS})")
def nearest_of_pair(here: WholePose, mine: float, there: WholePose, theirs: float, empty: BodyArrays) -> Pair:
    """The nearest points of two bodies, from their poses and the places of their shapes; a distance of -1 if
    they may overlap."""
    room, best = empty[0], (math.inf, 0.0, 0.0, 0.0, 0.0)
    first = BOX * write_boxes(empty, int(mine), here, room, 0)
    last = first + BOX * write_boxes(empty, int(theirs), there, room, first)
    for i in range(0, first, BOX):
        for j in range(first, last, BOX):
            if box_gap(room, i, room, j) <= APART:
                return -1.0, 0.0, 0.0, 0.0, 0.0
            found = nearest_of_boxes(room, i, j)
            if found[0] < best[0]:
                best = found
    return best

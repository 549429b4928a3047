"""Woods and buildings that hide one place from another, roughly, by the boxes around them."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from sandtable.systems.liberty.aim import FOREST_DEPTH, sight_terms
from sandtable.table.space import Field, Point


class Screen(NamedTuple):
    """A box, and how much of it a line of sight may cross."""

    left: float
    low: float
    right: float
    high: float
    depth: float


@lru_cache(maxsize=256)
def screens(field: Field) -> tuple[Screen, ...]:
    """The ground of a field that blocks a line of sight."""
    depths: dict[str, float] = {}
    for veil in sight_terms().veils:
        if veil.blocks_beyond is not None:
            depths |= dict.fromkeys(veil.kinds, float(min(veil.blocks_beyond, FOREST_DEPTH)))
    found = []
    for piece in field.pieces:
        if piece.kind in depths and piece.polygon:
            across, along = [point.x for point in piece.polygon], [point.y for point in piece.polygon]
            found.append(Screen(min(across), min(along), max(across), max(along), depths[piece.kind]))
    return tuple(found)


def is_hidden(between: tuple[Screen, ...], here: Point, there: Point) -> bool:
    """Does ground hide one place from another?"""
    x, y = here
    to_x, to_y = there
    for left, low, right, high, depth in between:
        # most lines miss most screens
        if (x < left and to_x < left) or (x > right and to_x > right):
            continue
        if (y < low and to_y < low) or (y > high and to_y > high):
            continue
        if _covered(Screen(left, low, right, high, depth), here, there) > depth:
            return True
    return False


def _covered(screen: Screen, here: Point, there: Point) -> float:
    """How much of the line between two places lies over a screen, in hundredths."""
    dx, dy = there.x - here.x, there.y - here.y
    first, last = 0.0, 1.0
    for start, step, low, high in (
        (here.x, dx, screen.left, screen.right),
        (here.y, dy, screen.low, screen.high),
    ):
        if step == 0.0:
            if not low < start < high:
                return 0.0
            continue
        one, other = (low - start) / step, (high - start) / step
        first, last = max(first, min(one, other)), min(last, max(one, other))
        if first >= last:
            return 0.0
    return (last - first) * math.hypot(dx, dy)

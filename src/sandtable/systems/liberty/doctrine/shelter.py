"""Ground that gives cover to a unit in it, and obstacles that give cover to a unit at them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from sandtable.systems.liberty.obstacles import AT_AN_OBSTACLE
from sandtable.systems.liberty.roster import ground_kinds
from sandtable.table.measure import distances_to_ground
from sandtable.table.space import Body, Field, Pose, Shape


@cache
def _kinds() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The kinds of ground that give cover to units in them, and to units at them."""
    rows = [row for row in ground_kinds() if row.cover]
    inside = tuple(row.kind for row in rows if not row.move.startswith("obstacle"))
    return inside, tuple(row.kind for row in rows if row.move.startswith("obstacle"))


class Cover(NamedTuple):
    """A piece of ground that gives cover: its index, how near a unit must be, and a box around it."""

    number: int
    limit: float
    left: float
    low: float
    right: float
    high: float


@lru_cache(maxsize=256)
def _covers(field: Field) -> tuple[Cover, ...]:
    """The pieces of ground that give cover."""
    inside, beside = _kinds()
    found = []
    for number, piece in enumerate(field.pieces):
        if piece.kind in inside or piece.kind in beside:
            limit = float(AT_AN_OBSTACLE) if piece.kind in beside else 0.0
            points = piece.polygon or piece.line
            across, along = [point.x for point in points], [point.y for point in points]
            edge = piece.width / 2
            box = (min(across) - edge, min(along) - edge, max(across) + edge, max(along) + edge)
            found.append(Cover(number, limit, *box))
    return tuple(found)


@lru_cache(maxsize=8192)
def is_sheltered(field: Field, pose: Pose, shape: Shape) -> bool:
    """Does a body at this pose have cover from any direction?"""
    reach = shape.width + shape.depth
    near = [cover for cover in _covers(field) if _is_near(cover, pose, reach)]
    if not near:
        return False
    far = distances_to_ground(Body(0, 0, pose, shape), field)
    return any(far[cover.number] <= cover.limit for cover in near)


def _is_near(cover: Cover, pose: Pose, reach: float) -> bool:
    """Can a body at this pose touch the box around a piece of ground?"""
    across = cover.left - reach < pose.x < cover.right + reach
    return across and cover.low - reach < pose.y < cover.high + reach

"""Errands: which bodies one who is a mere point gets to straight away, and who is near him, asked at once.

What is certain is told by boxes alone; of what is doubtful whoever asks has to find out more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, compress
from typing import NamedTuple

from sandtable.table import compiled
from sandtable.table.room.kernels.errands import near_points, ways_from
from sandtable.table.room.kernels.riding import DOUBTFUL, OPEN
from sandtable.table.space.pose import Point
from sandtable.table.space.scene import Scene


class Errands(NamedTuple):
    """The bodies to which the way is open, those of which that is doubtful, and how far the nearest enemy
    is."""

    open: list[int]
    doubtful: list[int]
    enemy: float


def errands_from(
    places: Sequence[Point], side: int, scene: Scene, limit: float, room: float, bars: compiled.Floats
) -> list[Errands]:
    """For each of some places the bodies of a side that are no farther from it than a limit, told by the
    rectangles around them; in the way are enemies with some room about them, and closed ground as upright
    rectangles."""
    mirror, count = scene.mirror, len(scene.bodies)
    ways, enemies = compiled.whole_zeros(len(places) * count), compiled.zeros(len(places))
    points = compiled.floats(list(chain.from_iterable(places)))
    ways_from(points, side, limit, room, *mirror.boxes("footprint"), mirror.sides, bars, ways, enemies)
    told, starts = compiled.listed(ways), range(0, len(places) * count, count)
    return [
        _errands(told[start : start + count], enemy)
        for start, enemy in zip(starts, compiled.listed(enemies), strict=True)
    ]


def _errands(told: list[int], enemy: float) -> Errands:
    """What was told of all bodies from one place."""
    found = list(compress(range(len(told)), told))
    if DOUBTFUL not in told:
        return Errands(found, [], enemy)
    return Errands(
        [body for body in found if told[body] == OPEN],
        [body for body in found if told[body] == DOUBTFUL],
        enemy,
    )


def bodies_near(places: Sequence[Point], side: int, scene: Scene, limit: float) -> frozenset[int]:
    """The bodies of a side of which any base is within a distance of one of some places, to the hair."""
    if not places:
        return frozenset()
    mirror = scene.mirror
    near = compiled.whole_zeros(len(scene.bodies))
    points = compiled.floats(list(chain.from_iterable(places)))
    near_points(points, limit, side, *mirror.boxes("bases"), mirror.sides, near)
    return frozenset(compress(range(len(scene.bodies)), compiled.listed(near)))

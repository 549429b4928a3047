"""Sweeps: over which of some bodies another comes that slides straight from one pose to another.

Many ways are looked at in one call; the figure itself is drawn only where its sides do not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from sandtable.table import kernels
from sandtable.table.body import centre, corners
from sandtable.table.corridor import bodies_in, hull, interior
from sandtable.table.kernels.sweeping import CLEAR, DOUBTFUL, tell_swept
from sandtable.table.pose import Pose
from sandtable.table.scene import Scene, box
from sandtable.table.shape import Shape, footprint

Way = tuple[Pose, Pose]
"""Where a slide begins and where it ends, faced alike."""


def bodies_on_ways(
    ways: Sequence[Way], shape: Shape, others: Sequence[int], scene: Scene
) -> list[tuple[int, ...]]:
    """Of each of some ways those of some bodies that lie more than the tolerance inside of what a shape
    sweeps over on it."""
    if not ways or not others:
        return [() for _ in ways]
    part, count = footprint(shape), len(others)
    rows = [(*box(start, part)[:6], *centre(end, shape)) for start, end in ways]
    told = kernels.whole_zeros(len(ways) * count)
    row = kernels.floats(list(chain.from_iterable(rows)))
    tell_swept(row, kernels.wholes(list(others)), *scene.mirror.boxes("bases"), told)
    found = kernels.listed(told)
    return [
        _settled(way, shape, others, found[n * count : (n + 1) * count], scene) for n, way in enumerate(ways)
    ]


def _settled(
    way: Way, shape: Shape, others: Sequence[int], told: Sequence[int], scene: Scene
) -> tuple[int, ...]:
    """The bodies on one way, those of which it was doubtful looked at by the figure."""
    on_it = [(other, one) for other, one in zip(others, told, strict=True) if one != CLEAR]
    doubtful = [other for other, one in on_it if one == DOUBTFUL]
    if not doubtful:
        return tuple([other for other, _ in on_it])
    spare = [body.id for body in scene.bodies if body.id not in doubtful]
    inside = interior(hull((*corners(way[0], shape), *corners(way[1], shape))))
    lying = bodies_in(inside, scene, spare)
    return tuple([other for other, one in on_it if one != DOUBTFUL or other in lying])

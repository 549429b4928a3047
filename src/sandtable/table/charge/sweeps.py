"""Sweeps: over which of some bodies, or what ground, another comes that slides straight from one pose to
another.

Many ways are looked at in one call; the figure itself is drawn only where its sides do not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from sandtable.table import compiled
from sandtable.table.charge.corridors import bodies_in, hull, interior
from sandtable.table.charge.kernels.corridors import WORK, comes_over
from sandtable.table.charge.kernels.sweeps import CLEAR, DOUBTFUL, tell_swept
from sandtable.table.compiled import Wholes
from sandtable.table.compiled.trig import trig
from sandtable.table.movement.course import pose_row
from sandtable.table.space.body import centre, corners
from sandtable.table.space.ground import Field, Layers
from sandtable.table.space.ground_rows import covers_of, ground_rows, relief
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene, box
from sandtable.table.space.shape import Shape, footprint

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
    told = compiled.whole_zeros(len(ways) * count)
    row = compiled.floats(list(chain.from_iterable(rows)))
    tell_swept(row, compiled.wholes(list(others)), *scene.mirror.boxes("bases"), told)
    found = compiled.listed(told)
    return [
        _settled(way, shape, others, found[n * count : (n + 1) * count], scene) for n, way in enumerate(ways)
    ]


def is_ground_on_way(way: Way, shape: Shape, field: Field, kinds: tuple[str, ...], layers: Layers) -> bool:
    """Does ground of some kinds, where it is not covered, lie more than the tolerance inside of what a shape
    sweeps over on a way?"""
    mode, (start, end) = compiled.now.mode, way
    asked = _asked(field, kinds, layers, mode)
    return comes_over(
        pose_row(start),
        pose_row(end),
        float(shape.width),
        float(shape.depth),
        trig(mode),
        ground_rows(field, mode),
        asked.pieces,
        asked.first,
        asked.covers,
        compiled.zeros(asked.room),
    )


class _Asked(NamedTuple):
    """Pieces of ground of some kinds, the first that covers each, all that do, and room to measure them."""

    pieces: Wholes
    first: Wholes
    covers: Wholes
    room: int


@lru_cache(maxsize=64)
def _asked(field: Field, kinds: tuple[str, ...], layers: Layers, mode: str) -> _Asked:
    """The ground that is asked about as a mode of the kernels wants it."""
    assert mode == compiled.mode()
    pieces = [number for number, piece in enumerate(field.pieces) if piece.kind in kinds]
    covers = [covers_of(field, piece, layers) for piece in pieces]
    edges = len(relief(field).edges)
    # The edges of a figure, of a piece and of its covers, all heights at which two of them cross, and spans.
    most = edges // EDGE + 16
    return _Asked(
        compiled.wholes(pieces),
        compiled.wholes(accumulate(map(len, covers), initial=0)),
        compiled.wholes(chain.from_iterable(covers)),
        WORK + 6 * most + most * most // 2 + 3 * edges,
    )


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

"""Lookouts: who sees whom, from the middles of the foremost bases into the arc before the front.

It tells what ``glimpses`` tells of such watches, sooner: rows are made of numbers alone, and a look only
where somebody wants it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from sandtable.table import kernels
from sandtable.table.kernels.glimpsing import GLIMPSE, glimpse_all
from sandtable.table.kernels.spotting import spot_all
from sandtable.table.measure import COSINES, FULL_TURN, SINES, TOLERANCE
from sandtable.table.pose import Point, Pose
from sandtable.table.scene import Scene
from sandtable.table.shape import Shape
from sandtable.table.sight import Look
from sandtable.table.sight_rows import most_points, sight_marks, sight_room, sight_world
from sandtable.table.sight_terms import SightTerms


class Lookout(NamedTuple):
    """Somebody who looks out to his front: his number, where his eyes are, into which arc, and how far."""

    viewer: int
    eyes: tuple[float, ...]
    arc: tuple[float, ...]
    reach: float


class Sighted(NamedTuple):
    """A target that is seen: by how many eyes, how far off, and between which places that is measured."""

    target: int
    eyes: int
    distance: float
    places: tuple[float, float, float, float]

    @property
    def look(self) -> Look:
        """The look from the middle of the eyes that see it."""
        x, y, there_x, there_y = self.places
        return Look(Point(x, y), Point(there_x, there_y), self.distance)


@lru_cache(maxsize=128)
def lookout(viewer: int, pose: Pose, shape: Shape, angle: int, reach: float) -> Lookout:
    """The lookout of a body that stands so; the lines of its arc belong to it."""
    x, y, sine, cosine = pose.x, pose.y, SINES[pose.heading], COSINES[pose.heading]
    eyes: list[float] = []
    for right, forward in _eyes_of(shape):
        eyes += (x + right * cosine + forward * sine, y - right * sine + forward * cosine)
    arc = (x, y, sine, cosine, shape.width / 2, SINES[angle], COSINES[angle], TOLERANCE)
    return Lookout(viewer, tuple(eyes), arc, reach)


@lru_cache(maxsize=1024)
def _eyes_of(shape: Shape) -> tuple[tuple[float, float], ...]:
    """The middles of the bases of the foremost rank, to the right and forward of the middle of the front."""
    return tuple(
        (
            base.x - base.depth / 2 * SINES[base.turn % FULL_TURN],
            base.y - base.depth / 2 * COSINES[base.turn % FULL_TURN],
        )
        for base in shape.bases
        if base.rank == 0
    )


def sighted(
    scene: Scene, lookouts: Sequence[Lookout], targets: Sequence[int], terms: SightTerms
) -> list[tuple[Sighted, ...]]:
    """Those of several targets that each lookout sees, in one call for all of them."""
    viewers, eyes, arcs, reaches = zip(*lookouts, strict=True)
    found = kernels.zeros(len(viewers) * len(targets) * GLIMPSE)
    first_eyes = list(accumulate([len(each) // 2 for each in eyes], initial=0))
    glimpse_all(
        sight_world(scene, terms),
        sight_marks(scene, terms, chain.from_iterable(arcs)),
        kernels.wholes(viewers),
        kernels.wholes(first_eyes),
        kernels.floats(chain.from_iterable(eyes)),
        kernels.floats(reaches),
        kernels.wholes(targets),
        kernels.zeros(most_points(scene, terms)),
        sight_room(scene, terms, first_eyes[-1]),
        found,
    )
    return _told(kernels.listed(found), len(viewers), targets)


def seen_by(
    scene: Scene, lookouts: Sequence[Lookout], pairs: Sequence[tuple[int, int]], terms: SightTerms
) -> list[bool]:
    """Of each pair, the place of a lookout and the number of a target, whether it is seen at all.

    How far the lookouts reach is not asked.
    """
    viewers, eyes, arcs, _ = zip(*lookouts, strict=True)
    found = kernels.whole_zeros(len(pairs))
    first_eyes = list(accumulate([len(each) // 2 for each in eyes], initial=0))
    spot_all(
        sight_world(scene, terms),
        sight_marks(scene, terms, chain.from_iterable(arcs)),
        kernels.wholes(viewers),
        kernels.wholes(first_eyes),
        kernels.floats(chain.from_iterable(eyes)),
        kernels.wholes(chain.from_iterable(pairs)),
        kernels.zeros(most_points(scene, terms)),
        sight_room(scene, terms, first_eyes[-1]),
        found,
    )
    return [seen == 1 for seen in kernels.listed(found)]


def _told(row: Sequence[float], viewers: int, targets: Sequence[int]) -> list[tuple[Sighted, ...]]:
    """Read what the kernel has written, viewer by viewer."""
    told, step = [], len(targets) * GLIMPSE
    for first in range(0, viewers * step, step):
        seen: list[Sighted] = []
        for target, k in zip(targets, range(first, first + step, GLIMPSE), strict=True):
            if row[k]:
                places = row[k + 1], row[k + 2], row[k + 3], row[k + 4]
                seen.append(Sighted(target, int(row[k]), row[k + 5], places))
        told.append(tuple(seen))
    return told

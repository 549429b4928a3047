"""Glimpses: who sees whom at all, by how many eyes, and how far off, asked for many viewers at once.

It tells the same of targets that are seen as ``sight.sightings``, sooner: it does not look for what hides the
others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.sight.kernels.any_part import spot_all, spot_one
from sandtable.table.sight.kernels.glimpses import GLIMPSE, glimpse_all
from sandtable.table.sight.lines import Look
from sandtable.table.sight.rows import most_points, points_tried, sight_marks, sight_room, sight_world
from sandtable.table.sight.terms import FireArc, SightTerms, arc_row
from sandtable.table.space.body import standing
from sandtable.table.space.pose import Point
from sandtable.table.space.scene import Scene


class Watch(NamedTuple):
    """Somebody who looks out: his number, where his eyes are, into which arc, and how far he needs to see.

    Targets that lie certainly farther than *reach* from every part of him are not looked at.
    """

    viewer: int
    eyes: tuple[Point, ...]
    arc: FireArc | None = None
    reach: float = math.inf


class Glimpse(NamedTuple):
    """A target that is seen: by how many eyes, and the look from the middle of those."""

    target: int
    eyes: int
    best: Look


def glimpses(
    scene: Scene,
    watches: Sequence[Watch],
    targets: Sequence[int],
    terms: SightTerms,
    see_through: Iterable[int] = (),
) -> tuple[tuple[Glimpse, ...], ...]:
    """Those of several targets that each viewer sees, in one call for all of them."""
    for watch in watches:
        standing(scene.bodies[watch.viewer])
        if not watch.eyes:
            raise ValueError(f"body {watch.viewer} has no eye to look from: give at least one point")
    found = compiled.zeros(len(watches) * len(targets) * GLIMPSE)
    eyes = list(chain.from_iterable([watch.eyes for watch in watches]))
    glimpse_all(
        sight_world(scene, terms, see_through),
        sight_marks(scene, terms, chain.from_iterable([arc_row(watch.arc) for watch in watches])),
        compiled.wholes([watch.viewer for watch in watches]),
        compiled.wholes(accumulate([len(watch.eyes) for watch in watches], initial=0)),
        compiled.floats(chain.from_iterable(eyes)),
        compiled.floats([watch.reach for watch in watches]),
        compiled.wholes(targets),
        compiled.zeros(most_points(scene, terms)),
        sight_room(scene, terms, len(eyes)),
        found,
    )
    row, step = compiled.listed(found), len(targets) * GLIMPSE
    return tuple([_seen(row[n * step : (n + 1) * step], targets) for n in range(len(watches))])


def spotted(
    scene: Scene,
    watches: Sequence[Watch],
    pairs: Sequence[tuple[int, int]],
    terms: SightTerms,
    see_through: Iterable[int] = (),
) -> list[bool]:
    """Of each pair, the place of a watch and the number of a target on the table, whether it is seen at all.

    How far the watches reach is not asked; bodies in *see_through* do not block.
    """
    eyes = list(chain.from_iterable([watch.eyes for watch in watches]))
    found = compiled.whole_zeros(len(pairs))
    spot_all(
        sight_world(scene, terms, see_through),
        sight_marks(scene, terms, chain.from_iterable([arc_row(watch.arc) for watch in watches])),
        compiled.wholes([watch.viewer for watch in watches]),
        compiled.wholes(accumulate([len(watch.eyes) for watch in watches], initial=0)),
        compiled.floats(chain.from_iterable(eyes)),
        compiled.wholes(chain.from_iterable(pairs)),
        compiled.zeros(most_points(scene, terms)),
        sight_room(scene, terms, len(eyes)),
        found,
    )
    return [seen == 1 for seen in compiled.listed(found)]


def is_spotted(
    scene: Scene, viewer: int, eye: Point, target: int, terms: SightTerms, see_through: Iterable[int] = ()
) -> bool:
    """Whether a viewer sees a target on the table with one eye that looks all round, as `spotted` tells."""
    seen = spot_one(
        sight_world(scene, terms, see_through),
        (*scene.mirror.boxes(terms.target), *_all_round(terms, compiled.now.mode)),
        (float(eye.x), float(eye.y), viewer, target),
        compiled.zeros(most_points(scene, terms)),
        sight_room(scene, terms),
    )
    return seen == 1


@lru_cache(maxsize=64)
def _all_round(terms: SightTerms, mode: compiled.Mode) -> tuple[Floats, Wholes]:
    """An arc all round and the points that are tried, as the kernels read them."""
    return compiled.floats(arc_row(None)), points_tried(terms, mode)


def _seen(row: Sequence[float], targets: Sequence[int]) -> tuple[Glimpse, ...]:
    """Read what the kernel has written of one viewer."""
    return tuple(
        [
            tuple.__new__(Glimpse, (targets[k // GLIMPSE], int(row[k]), _look(row, k + 1)))
            for k in range(0, len(row), GLIMPSE)
            if row[k]
        ]
    )


def _look(row: Sequence[float], k: int) -> Look:
    """Read what the kernel has written of one look, from a place on."""
    x, y, there_x, there_y, distance = row[k : k + 5]
    here, there = tuple.__new__(Point, (x, y)), tuple.__new__(Point, (there_x, there_y))
    return Look(here, there, distance)

"""Aiming: whom shooters have in range, in the arc before their fronts and in sight, asked at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.measure.arcs import Arcs, is_in_arc
from sandtable.table.sight.kernels.aiming import (
    ALL_ROUND,
    BEHIND_FRIENDS,
    HIDDEN,
    LINE,
    OVER_FRIENDS,
    SEEN,
    UNTOLD,
    aim_all,
)
from sandtable.table.sight.rows import most_points, points_tried, sight_room, sight_world
from sandtable.table.sight.terms import SightTerms, arc_row
from sandtable.table.space.body import standing
from sandtable.table.space.lengths import COSINES, SINES
from sandtable.table.space.scene import Scene

__all__ = ["BEHIND_FRIENDS", "HIDDEN", "SEEN", "UNTOLD", "Line", "Marksman", "lines_to"]


class Marksman(Struct, frozen=True, gc=False):
    """A body that shoots so far: in the arc before its front and from the middle of it, *over* the heads of
    its own side or not, or *all_round* and from any part of its footprint."""

    number: int
    reach: float
    all_round: bool = False
    over: bool = False


Line: TypeAlias = tuple[int, float, int, int]
"""A line to a body that a shooter has in range and arc: the place of the shooter, the range, the body, and
whether he sees it: hidden, seen, hidden by friends only; where one who shoots all round touches it, that is
not told."""


def lines_to(scene: Scene, shooters: Sequence[Marksman], arcs: Arcs, terms: SightTerms) -> list[Line]:
    """Whom of the other side each shooter has in range and arc by footprints, the nearest first, and in
    sight.

    Sight is judged by footprints as the terms say, from where one shoots, and into no narrower arc.
    """
    bodies, mirror, pairs = scene.bodies, scene.mirror, len(shooters) * len(scene.bodies)
    rows: list[int] = []
    for one in shooters:
        pose = standing(bodies[one.number])
        how = ALL_ROUND * one.all_round + OVER_FRIENDS * one.over
        rows += (one.number, how, pose.x, pose.y)
    ranges, told = compiled.zeros(pairs), compiled.whole_zeros(pairs * LINE)
    blockers, feet, feet_of, _, ground, veils, levels = sight_world(scene, terms)
    count = aim_all(
        (blockers, feet, feet_of, compiled.wholes([1] * len(bodies)), ground, veils, levels),
        (*mirror.boxes(terms.target), _everywhere(compiled.now.mode), points_tried(terms, compiled.now.mode)),
        mirror.sides,
        compiled.wholes(rows),
        compiled.floats([one.reach for one in shooters]),
        (SINES[arcs.front], COSINES[arcs.front], arcs.beyond),
        compiled.zeros(most_points(scene, terms)),
        sight_room(scene, terms),
        ranges,
        told,
    )
    met, spans, found = compiled.listed(told[: count * LINE]), compiled.listed(ranges[:count]), list[Line]()
    for k, far in enumerate(spans):
        n, other, sight, doubtful = met[k * LINE : (k + 1) * LINE]
        body = bodies[shooters[n].number]
        if not doubtful or is_in_arc(body, bodies[other], "front", arcs, "footprint"):
            found.append((n, far, other, sight))
    found.sort()
    return found


@lru_cache(maxsize=2)
def _everywhere(mode: compiled.Mode) -> Floats:
    """An arc all round, as the kernels read it."""
    assert mode == compiled.mode()
    return compiled.floats(arc_row(None))

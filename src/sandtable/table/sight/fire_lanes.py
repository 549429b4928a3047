"""Fire lanes: the enemies that shooters have in range and arc, and whether the shooters see them.

One kernel answers for all shooters of a scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.measure.arcs import Arcs, is_in_arc
from sandtable.table.sight.kernels.fire_lanes import (
    ALL_ROUND,
    BEHIND_FRIENDS,
    HIDDEN,
    LANE,
    NOT_JUDGED,
    OVER_FRIENDS,
    SEEN,
    find_lanes,
)
from sandtable.table.sight.rows import ALL_AROUND, sight_marks, sight_scratch, sight_world
from sandtable.table.sight.terms import SightTerms
from sandtable.table.space.body import standing
from sandtable.table.space.lengths import COSINES, SINES
from sandtable.table.space.scene import Scene

__all__ = ["BEHIND_FRIENDS", "HIDDEN", "NOT_JUDGED", "SEEN", "FireLane", "Shooter", "fire_lanes"]


class Shooter(Struct, frozen=True, gc=False):
    """A body that shoots as far as *reach*.

    It shoots from the middle of its front into the arc before it, or *all_round* and from any part of its
    footprint; *over* the heads of its own side or not.
    """

    number: int
    reach: float
    all_round: bool = False
    over: bool = False


class FireLane(NamedTuple):
    """An enemy that a shooter has in range and arc.

    *shooter* is the place of the shooter among those given, *sight* one of HIDDEN, SEEN, BEHIND_FRIENDS, or
    NOT_JUDGED where a shooter that shoots all round touches the enemy.
    """

    shooter: int
    range: float
    target: int
    sight: int


def fire_lanes(scene: Scene, shooters: Sequence[Shooter], arcs: Arcs, terms: SightTerms) -> list[FireLane]:
    """The lanes of each shooter to bodies of the other side, the nearest first.

    Range and arc are measured by footprints; sight is judged by footprints as the terms say, from the point
    it shoots from, whatever the arc.
    """
    bodies, most = scene.bodies, len(shooters) * len(scene.bodies)
    rows: list[int] = []
    for one in shooters:
        pose = standing(bodies[one.number])
        rows += (one.number, ALL_ROUND * one.all_round + OVER_FRIENDS * one.over, pose.x, pose.y)
    ranges, lanes = compiled.zeros(most), compiled.whole_zeros(most * LANE)
    world = sight_world(scene, terms)
    # The kernel switches friends off while it looks over them, so it gets a row of its own to write into.
    own_solid = compiled.wholes([1] * len(bodies))
    count = find_lanes(
        (*world[:3], own_solid, *world[4:]),
        sight_marks(scene, terms, ALL_AROUND),
        scene.mirror.sides,
        compiled.wholes(rows),
        compiled.floats([one.reach for one in shooters]),
        (SINES[arcs.front], COSINES[arcs.front], arcs.beyond),
        sight_scratch(scene, terms),
        ranges,
        lanes,
    )
    row, found = compiled.listed(lanes[: count * LANE]), list[FireLane]()
    for k, far in enumerate(compiled.listed(ranges[:count])):
        n, other, sight, doubtful = row[k * LANE : (k + 1) * LANE]
        body = bodies[shooters[n].number]
        if not doubtful or is_in_arc(body, bodies[other], "front", arcs, "footprint"):
            found.append(tuple.__new__(FireLane, (n, far, other, sight)))
    found.sort()
    return found

"""Observers: which bodies see which, without the reasons (for those see ``lines``).

There are four kinds of observers, by where they look from:

- an `Observer` looks from given points, through an arc or all round (`sees`, `are_seen`);
- a body looks *ahead* from the middles of its foremost bases, through the arc before its front
  (`are_seen_ahead`, `seen_ahead_within`, `look_ahead`);
- a body looks *from edges*: from the middle of that edge which is nearest to the target and has it in its arc
  (`seen_from_edges`, `any_seen_from_edges`);
- a `Shooter` looks from the middle of its front, or all round from any part of it, at enemies in range and
  arc (`fire_lanes`).

Each question is answered for many observers and targets by one kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.measure.arcs import Arcs, is_in_arc
from sandtable.table.sight.kernels import edges as edge_kernels
from sandtable.table.sight.kernels import eyes as eye_kernels
from sandtable.table.sight.kernels import front_ranks
from sandtable.table.sight.kernels.edges import SEEN, TOUCHED, UNSEEN, Opening
from sandtable.table.sight.kernels.fire_lanes import (
    ALL_ROUND,
    BEHIND_FRIENDS,
    HIDDEN,
    LANE,
    NOT_JUDGED,
    OVER_FRIENDS,
    find_lanes,
)
from sandtable.table.sight.kernels.front_ranks import Angle, View
from sandtable.table.sight.kernels.lines import Scratch, World
from sandtable.table.sight.kernels.target_points import ARC, Marks
from sandtable.table.sight.kernels.visibility import JOINT_LOOK
from sandtable.table.sight.lines import Look
from sandtable.table.sight.rows import (
    ALL_AROUND,
    points_of,
    points_tried,
    scratch_for,
    sight_marks,
    sight_scratch,
    sight_world,
)
from sandtable.table.sight.terms import FireArc, SightTerms, arc_row, veil_rows
from sandtable.table.space.body import Front, standing
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import COSINES, SINES
from sandtable.table.space.pose import Point
from sandtable.table.space.scene import Row, Scene
from sandtable.table.space.shape_rows import known_shapes
from sandtable.table.space.world import WorldRows, world_of

__all__ = [
    "BEHIND_FRIENDS",
    "HIDDEN",
    "NOT_JUDGED",
    "SEEN",
    "TOUCHED",
    "UNSEEN",
    "EdgeSight",
    "FireLane",
    "JointLook",
    "Observer",
    "Shooter",
    "Targets",
    "any_seen_from_edges",
    "are_seen",
    "are_seen_ahead",
    "edge_row",
    "fire_lanes",
    "look_ahead",
    "opening_of",
    "seen_ahead_within",
    "seen_from_edges",
    "sees",
]


# ------------------------------------------------------------------ from given points
class Observer(NamedTuple):
    """A body that looks: its number, the points it looks from, the arc it looks into (all round without)."""

    number: int
    eyes: tuple[Point, ...]
    arc: FireArc | None = None


def sees(
    scene: Scene, observer: Observer, target: int, terms: SightTerms, see_through: Iterable[int] = ()
) -> bool:
    """Whether an observer sees any part of a target on the table; bodies in *see_through* do not block."""
    return are_seen(scene, (observer,), ((0, target),), terms, see_through)[0]


def are_seen(
    scene: Scene,
    observers: Sequence[Observer],
    pairs: Sequence[tuple[int, int]],
    terms: SightTerms,
    see_through: Iterable[int] = (),
) -> list[bool]:
    """Whether each pair, the place of an observer and the number of a target on the table, is one of sight.

    Bodies in *see_through* do not block.
    """
    eyes = list(chain.from_iterable([observer.eyes for observer in observers]))
    seen = compiled.whole_zeros(len(pairs))
    eye_kernels.see_pairs(
        sight_world(scene, terms, see_through),
        sight_marks(scene, terms, chain.from_iterable([arc_row(observer.arc) for observer in observers])),
        compiled.wholes([observer.number for observer in observers]),
        compiled.wholes(accumulate([len(observer.eyes) for observer in observers], initial=0)),
        compiled.floats(chain.from_iterable(eyes)),
        compiled.wholes(chain.from_iterable(pairs)),
        sight_scratch(scene, terms),
        seen,
    )
    return [flag == 1 for flag in compiled.listed(seen)]


# ------------------------------------------------------------------ ahead, from the foremost bases
class JointLook(NamedTuple):
    """What a body sees of a target: how many of its eyes see it, and the look from the middle of those."""

    eyes: int
    look: Look


def look_ahead(
    scene: Scene, viewer: int, target: int, reach: float, angle: int, terms: SightTerms
) -> JointLook | None:
    """What a body sees of a target ahead, none if it sees nothing or the target is certainly beyond *reach*.

    The angle at the ends of its front, in tenths of a degree, bounds its arc; the border belongs to the arc.
    """
    joint, world = compiled.zeros(JOINT_LOOK), world_of(scene)
    arc, view = angle_of(angle, terms), view_of(world, terms)
    eyes = front_ranks.look_ahead(world.arrays, viewer, target, reach, arc, view, joint)
    if not eyes:
        return None
    _, x, y, there_x, there_y, distance = compiled.listed(joint)
    return JointLook(eyes, Look(Point(x, y), Point(there_x, there_y), distance))


def seen_ahead_within(
    scene: Scene, reaches: Mapping[int, float], targets: Sequence[int], angle: int, terms: SightTerms
) -> list[tuple[int, int]]:
    """The pairs of a viewer and a target that it sees ahead and nearer than its reach, as in `look_ahead`."""
    viewers, world = len(reaches), world_of(scene)
    pairs, joint = compiled.whole_zeros(2 * viewers * len(targets)), compiled.zeros(JOINT_LOOK)
    numbers = compiled.floats([*reaches, *reaches.values(), *targets])
    arc, view = angle_of(angle, terms), view_of(world, terms)
    end = front_ranks.see_within(world.arrays, numbers, viewers, arc, view, joint, pairs)
    row = compiled.listed(pairs[:end])
    return list(zip(row[::2], row[1::2], strict=True))


def are_seen_ahead(
    scene: Scene, pairs: Sequence[tuple[int, int]], angle: int, terms: SightTerms
) -> list[bool]:
    """Whether the first body of each pair sees any part of the second ahead; both are on the table."""
    seen, world = compiled.whole_zeros(len(pairs)), world_of(scene)
    numbers = compiled.wholes(list(chain.from_iterable(pairs)))
    front_ranks.see_pairs_ahead(world.arrays, numbers, angle_of(angle, terms), view_of(world, terms), seen)
    return [flag == 1 for flag in compiled.listed(seen)]


@lru_cache(maxsize=64)
def angle_of(angle: int, terms: SightTerms) -> Angle:
    """The angle of an arc as the kernels read it, with the slack of the terms at its border."""
    return SINES[angle], COSINES[angle], terms.slack


@lru_cache(maxsize=8)
def view_of(world: WorldRows, terms: SightTerms) -> View:
    """The world of a scene with rows to work in, as the kernels that look ahead read it.

    The rows of a world belong to one thread, which fills them anew for its next scene of the same size; so
    one view serves many scenes. The terms must be by bases: bases are looked at, and bases block.
    """
    assert terms.bodies == terms.target == "bases"
    mode, field, shapes = compiled.now.mode, world.field, known_shapes()
    (boxes, starts, _, _, _), (feet, feet_of) = world.arrays, world.feet
    solid = compiled.wholes([1] * (len(starts) - 1))
    ground, veils = ground_rows(field, mode), veil_rows(field, terms, mode)
    points = 2 * max([points_of(shape, terms) for shape in shapes]) + 4
    return (
        (boxes, feet, feet_of, solid, ground, veils, world.standing),
        (boxes, starts, compiled.zeros(ARC), points_tried(terms, mode)),
        compiled.zeros(2 * shapes.foremost),
        scratch_for(field, terms, len(boxes) // BOX, shapes.foremost, points),
    )


# ------------------------------------------------------------------ from the edge nearest to the target
class EdgeSight(NamedTuple):
    """How bodies look from edges: the terms, the bodies that do not block, the arcs (see `opening_of`)."""

    terms: SightTerms
    see_through: tuple[int, ...]
    opening: Opening


class Targets(NamedTuple):
    """Bodies on the table that are looked at, and for each which of two limits holds: 0 or 1."""

    numbers: tuple[int, ...]
    kinds: tuple[int, ...]


def opening_of(angle: int, slack: float, touch: float) -> Opening:
    """An arc that opens outward from the ends of an edge, by an angle in tenths of a degree.

    *slack* widens its border; a target no farther from the edge than *touch* counts as touching it.
    """
    return SINES[angle], COSINES[angle], slack, touch


def edge_row(edge: Front, viewer: int) -> Row:
    """An edge from which a viewer looks, as the kernels read it; a viewer that looks all round is its box."""
    half, heading = edge.width / 2, edge.heading
    sine, cosine = SINES[heading], COSINES[heading]
    return (edge.middle.x, edge.middle.y, half, 0.0, sine, cosine, half, float(viewer))


def seen_from_edges(
    scene: Scene, viewers: Sequence[Row], pairs: Sequence[tuple[int, int]], sight: EdgeSight
) -> list[int]:
    """Whether each pair, the place of a viewer and the number of a target on the table, is one of sight.

    A viewer is the rows of its edges, at most four, one after another. The result is SEEN, UNSEEN, or
    TOUCHED where the target may touch an edge, in which case sight is not judged.
    """
    if not pairs:
        return []
    world, marks, scratch = _rows(scene, sight)
    results = compiled.whole_zeros(len(pairs))
    edge_kernels.see_pairs_from_edges(
        world,
        marks,
        compiled.floats(chain.from_iterable(viewers)),
        compiled.wholes(accumulate([len(rows) // BOX for rows in viewers], initial=0)),
        compiled.wholes(chain.from_iterable(pairs)),
        sight.opening,
        scratch,
        results,
    )
    return compiled.listed(results)


def any_seen_from_edges(
    scene: Scene,
    viewers: Sequence[Row],
    limits: Sequence[tuple[float, float]],
    targets: Targets,
    sight: EdgeSight,
) -> list[int]:
    """Whether each viewer sees any target within its limit for the kind of target; less than 0 allows none.

    The result is TOUCHED where the only such targets may touch an edge.
    """
    if not viewers:
        return []
    world, marks, scratch = _rows(scene, sight)
    results = compiled.whole_zeros(len(viewers))
    edge_kernels.see_any_from_edges(
        world,
        marks,
        compiled.floats(chain.from_iterable(viewers)),
        compiled.wholes(accumulate([len(rows) // BOX for rows in viewers], initial=0)),
        compiled.floats(chain.from_iterable(limits)),
        compiled.wholes(targets.numbers),
        compiled.wholes(targets.kinds),
        sight.opening,
        scratch,
        results,
    )
    return compiled.listed(results)


def _rows(scene: Scene, sight: EdgeSight) -> tuple[World, Marks, Scratch]:
    """A scene as the kernels that look from edges read it."""
    terms = sight.terms
    return (
        sight_world(scene, terms, sight.see_through),
        sight_marks(scene, terms, ALL_AROUND),
        sight_scratch(scene, terms),
    )


# ------------------------------------------------------------------ along fire lanes
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

"""Straight ways: which bodies a point or a small body reaches by a straight way, and how a small body stands.

Boxes and circles alone settle most ways. Those that they cannot settle are doubtful; the caller has to look
at them more closely, for example with ``forced.detours``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, compress

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.forced.obstructions import Rectangle
from sandtable.table.room.kernels.straight_ways import DOUBTFUL, OPEN, STANDING, write_standings, write_ways
from sandtable.table.room.kernels.ways_of_points import near_points, ways_from
from sandtable.table.room.places import pieces_of_kinds
from sandtable.table.space.body import Body, standing
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.pose import Point
from sandtable.table.space.scene import Scene
from sandtable.table.space.world import world_of


# ------------------------------------------------------------------ points
class ReachOfPoint(Struct, frozen=True, gc=False):
    """What a point reaches: the bodies to which the way is open, those for which it is doubtful, and the
    distance of the nearest enemy."""

    open: list[int]
    doubtful: list[int]
    enemy: float


def reach_of_points(
    points: Sequence[Point], side: int, scene: Scene, limit: float, room: float, bars: Sequence[Rectangle]
) -> list[ReachOfPoint]:
    """For each point the bodies of a side within a limit, measured by the rectangles around them.

    Enemies with some *room* about them bar a way; so do the upright rectangles of *bars*, closed ground.
    """
    mirror, count = scene.mirror, len(scene.bodies)
    ways, enemies = compiled.whole_zeros(len(points) * count), compiled.zeros(len(points))
    row, barred = (compiled.floats(chain.from_iterable(numbers)) for numbers in (points, bars))
    ways_from(row, side, limit, room, *mirror.boxes("footprint"), mirror.sides, barred, ways, enemies)
    found, starts = compiled.listed(ways), range(0, len(points) * count, count)
    return [
        _reach_of_point(found[start : start + count], enemy)
        for start, enemy in zip(starts, compiled.listed(enemies), strict=True)
    ]


def _reach_of_point(ways: list[int], enemy: float) -> ReachOfPoint:
    """The reach of a point by its way to each body."""
    near = list(compress(range(len(ways)), ways))
    if DOUBTFUL not in ways:
        return ReachOfPoint(near, [], enemy)
    return ReachOfPoint(
        [body for body in near if ways[body] == OPEN],
        [body for body in near if ways[body] == DOUBTFUL],
        enemy,
    )


def bodies_near_points(points: Sequence[Point], side: int, scene: Scene, limit: float) -> frozenset[int]:
    """The bodies of a side with a base within a distance of any of some points."""
    if not points:
        return frozenset()
    mirror = scene.mirror
    near = compiled.whole_zeros(len(scene.bodies))
    row = compiled.floats(list(chain.from_iterable(points)))
    near_points(row, limit, side, *mirror.boxes("bases"), mirror.sides, near)
    return frozenset(compress(range(len(scene.bodies)), compiled.listed(near)))


# ------------------------------------------------------------------ small bodies
class Errand(Struct, frozen=True, gc=False):
    """A small body and the numbers of the bodies that it wants to reach."""

    body: Body
    goals: Sequence[int]


class ReachedGoals(Struct, frozen=True, gc=False):
    """The goals to which the way is open, and those for which it is doubtful, in order."""

    open: tuple[int, ...]
    doubtful: tuple[int, ...]


class StandingRoom(Struct, frozen=True, gc=False):
    """How a small body stands: whether it is certainly on the table, clear of other bodies and off barred
    ground; the distance of the nearest enemy; and how far `step_aside` takes it at most if it is not clear
    (infinite if that is not known)."""

    clear: bool
    enemy: float
    aside: float


def reached_goals(
    errands: Sequence[Errand], scene: Scene, rate: float, barred: tuple[str, ...]
) -> list[ReachedGoals]:
    """The goals that small bodies of one side, all with the same base, reach within *rate*.

    The way to a goal is open where no enemy and no barred ground lies near the straight line.
    """
    if not errands:
        return []
    mode, field, out, some = compiled.now.mode, scene.field, world_of(scene), errands[0].body
    asked = _row_of(errands)
    found = compiled.zeros(sum([len(errand.goals) for errand in errands]))
    write_ways(
        compiled.wholes(asked),
        len(errands),
        float(rate),
        (some.shape.width / 2, some.shape.depth / 2),
        out.arrays,
        out.feet,
        some.side,
        ground_rows(field, mode),
        pieces_of_kinds(field, barred, mode),
        compiled.zeros(BOX),
        compiled.zeros(BOX),
        found,
    )
    return _goals(errands, compiled.listed(found))


def _row_of(errands: Sequence[Errand]) -> list[int]:
    """Pose and number of goals of each body, then all goals."""
    row: list[int] = []
    for errand in errands:
        pose = standing(errand.body)
        row += (pose.x, pose.y, pose.heading, len(errand.goals))
    for errand in errands:
        row += errand.goals
    return row


def _goals(errands: Sequence[Errand], ways: list[float]) -> list[ReachedGoals]:
    """The goals of each body, open and doubtful."""
    found: list[ReachedGoals] = []
    way = 0
    for errand in errands:
        opened, doubtful = [], []
        for goal in errand.goals:
            if ways[way] == OPEN:
                opened.append(goal)
            elif ways[way] == DOUBTFUL:
                doubtful.append(goal)
            way += 1
        found.append(ReachedGoals(tuple(opened), tuple(doubtful)))
    return found


def standing_rooms(bodies: Sequence[Body], scene: Scene, barred: tuple[str, ...]) -> list[StandingRoom]:
    """How small bodies of one side, all with the same base, would stand where they are."""
    if not bodies:
        return []
    mode, field, out, some = compiled.now.mode, scene.field, world_of(scene), bodies[0]
    asked: list[int] = []
    for body in bodies:
        pose = standing(body)
        asked += (body.id, pose.x, pose.y, pose.heading)
    found = compiled.zeros(STANDING * len(bodies))
    write_standings(
        compiled.wholes(asked),
        (some.shape.width / 2, some.shape.depth / 2),
        out.arrays,
        some.side,
        ground_rows(field, mode),
        pieces_of_kinds(field, barred, mode),
        (float(field.width), float(field.depth)),
        compiled.zeros(BOX),
        found,
    )
    row = compiled.listed(found)
    return [StandingRoom(row[n] == 1.0, row[n + 1], row[n + 2]) for n in range(0, len(row), STANDING)]

"""Pursuit: a body follows the track of one that has fled, or is laid against an edge of another.

>>> from sandtable.table.space.ground import Field
>>> from sandtable.table.space.shape import block
>>> line = block(4, files=4, width=200, depth=200)
>>> winner = Body(0, 0, Pose(2000, 1000), line)
>>> router = Body(1, 1, Pose(2000, 2600), line)      # it has run 14 in to the north and shows its rear
>>> scene = Scene(Field(6000, 6000), (winner, router))
>>> chase = pursue(winner, PursuitTerms(router.id, heading=0, gone=1400, reach=1500), scene)
>>> chase.outcome, chase.end
('caught', Pose(x=2000, y=2400, heading=0))
"""

from __future__ import annotations

import math
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.table.forced.flight import slide_towards
from sandtable.table.forced.slides import Halt, Slider
from sandtable.table.movement.course import Course
from sandtable.table.movement.legs import Plan, Turn, leg_end
from sandtable.table.movement.terms import Going, Keep, Opening, Passing, Terms
from sandtable.table.space.body import SIDES, Body, Side, corners
from sandtable.table.space.lengths import FULL_TURN, HAIR, HALF_TURN, QUARTER_TURN, TOLERANCE, turn_between
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Outline, Scene
from sandtable.table.space.shape import Shape


class PursuitTerms(Struct, frozen=True, gc=False):
    """The terms of a pursuit: the quarry, its heading, how far it has *gone* (with any gap there was before),
    how far the pursuer may go, which bodies count as other enemies, and what it must keep away from.

    Bodies that are neither the quarry, nor enemies, nor passable, bar it. *slack* is by how much a distance
    may fall short of one that is to be kept.
    """

    quarry: int
    heading: int
    gone: int
    reach: int
    enemies: tuple[int, ...] = ()
    passable: tuple[int, ...] = ()
    keeps: tuple[Keep, ...] = ()
    goings: tuple[Going, ...] = ()
    opening: Opening | None = None
    outline: Literal["bases", "footprint"] = "bases"
    slack: float = HAIR


class Pursuit(Struct, frozen=True, gc=False):
    """The end of a pursuit: the quarry is caught, another enemy is met, the quarry outruns it, or it is
    barred; where the pursuer then stands, its plan (up to the edge it is laid against), and what halts it."""

    outcome: Literal["caught", "met", "outrun", "barred"]
    end: Pose
    plan: Plan
    gone: int
    halt: Halt | None = None
    met: int = -1


def pursue(body: Body, chase: PursuitTerms, scene: Scene) -> Pursuit:
    """Follow the track of a body that has fled."""
    assert body.pose is not None
    turn = turn_between(body.pose.heading, chase.heading)
    turns: Plan = (Turn(turn),) if turn else ()
    faced = leg_end(Turn(turn), body.pose, body.shape) if turn else body.pose
    slider = Slider(Course(body, _terms(chase), scene))
    catches = chase.reach >= chase.gone
    wanted = min(chase.reach, chase.gone)
    run = slider.run(faced, chase.heading, wanted)
    halts = slider.halts(run)
    first = next((halt for halt in halts if halt.at < wanted and halt.why in ("body", "ground")), None)
    if first is not None and first.body in chase.enemies:
        return _met(faced, turns, chase, first, body.shape)
    if first is not None:
        return Pursuit("barred", body.pose, (), 0, first)
    if catches:
        laid = lay_against(body, scene.bodies[chase.quarry], facing_edge(scene, chase), scene)
        if laid is not None:
            leg = slide_towards(faced, chase.heading, wanted)
            return Pursuit("caught", laid, (*turns, leg) if leg else turns, wanted)
        return Pursuit("barred", body.pose, (), 0, None)
    short = _kept_off(slider, faced, chase, run.gone)
    leg = slide_towards(faced, chase.heading, short)
    ended = leg_end(leg, faced, body.shape) if leg else faced
    return Pursuit("outrun", ended, (*turns, leg) if leg else turns, short, run.halt)


def _terms(chase: PursuitTerms) -> Terms:
    passing = (Passing((chase.quarry, *chase.passable)),)
    return Terms(
        chase.reach,
        (),
        goings=chase.goings,
        opening=chase.opening,
        passing=passing,
        outline=chase.outline,
        slack=chase.slack,
    )


def _met(faced: Pose, turns: Plan, chase: PursuitTerms, halt: Halt, shape: Shape) -> Pursuit:
    """A pursuit that runs into another enemy halts where it touches it."""
    leg = slide_towards(faced, chase.heading, math.floor(halt.at))
    ended = leg_end(leg, faced, shape) if leg else faced
    return Pursuit("met", ended, (*turns, leg) if leg else turns, math.floor(halt.at), halt, halt.body)


def _kept_off(slider: Slider, faced: Pose, chase: PursuitTerms, gone: int) -> int:
    """How far a pursuer goes that does not catch the quarry: as far as it keeps its distances."""
    if not chase.keeps:
        return gone
    course = slider.course
    terms = replace(course.terms, keeps=chase.keeps)
    kept = Slider(Course(course.body, terms, course.scene)).run(faced, chase.heading, gone)
    return kept.gone


def facing_edge(scene: Scene, chase: PursuitTerms) -> Side:
    """The edge of the quarry that faces the pursuer on this heading."""
    quarry = scene.bodies[chase.quarry]
    assert quarry.pose is not None
    towards = (chase.heading + HALF_TURN - quarry.pose.heading) % FULL_TURN
    return SIDES[(towards + QUARTER_TURN // 2) // QUARTER_TURN % 4]


def edge_of(pose: Pose, shape: Shape, edge: Side) -> tuple[Point, Point, int]:
    """An edge of a body from its left to its right end as seen from outside, and the heading it faces."""
    front_left, front_right, rear_right, rear_left = corners(pose, shape)
    ends = {
        "front": (front_right, front_left),
        "right": (rear_right, front_right),
        "rear": (rear_left, rear_right),
        "left": (front_left, rear_left),
    }
    left, right = ends[edge]
    return left, right, (pose.heading + SIDES.index(edge) * QUARTER_TURN) % FULL_TURN


def lay_against(
    body: Body, target: Body, edge: Side, scene: Scene, outline: Outline = "bases"
) -> Pose | None:
    """The pose in which a body lies with its front flush on an edge of another, as near to middle on middle
    as other bodies and the table leave room; of two equally near, the one to the left. None if there is no
    room."""
    assert target.pose is not None
    left, right, facing = edge_of(target.pose, target.shape, edge)
    heading = (facing + HALF_TURN) % FULL_TURN
    middle = Pose(round((left.x + right.x) / 2), round((left.y + right.y) / 2), heading)
    most = (math.hypot(right.x - left.x, right.y - left.y) + body.shape.width) / 2
    terms = Terms(0, (), passing=(Passing((target.id,)),), outline=outline)
    slider = Slider(Course(_standing(body, middle), terms, scene))
    for aside in _offsets(slider, scene, target, middle, most):
        pose = middle.shifted(aside, 0)
        gaps = enumerate(slider.gaps(pose))
        clear = all(gap >= -TOLERANCE for number, gap in gaps if number not in (body.id, target.id))
        if clear and slider.overhang(pose) <= TOLERANCE:
            return pose
    return None


def _standing(body: Body, pose: Pose) -> Body:
    return Body(body.id, body.side, pose, body.shape)


def _offsets(slider: Slider, scene: Scene, target: Body, middle: Pose, most: float) -> list[float]:
    """The offsets to the right of the middle to try: none, and those just clear of another body."""
    others = [
        other.id
        for other in scene.bodies
        if other.id not in (slider.course.body.id, target.id) and other.pose
    ]
    offsets = [0.0]
    for number in others:
        for side, sense in ((QUARTER_TURN, 1.0), (FULL_TURN - QUARTER_TURN, -1.0)):
            leaves = slider.leaves(middle, (middle.heading + side) % FULL_TURN, number)
            if leaves is not None and leaves < most - TOLERANCE:
                offsets.append(sense * math.ceil(leaves))
    return sorted(offsets, key=lambda aside: (abs(aside), aside))

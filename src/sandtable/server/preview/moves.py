"""Moves tried before they are answered: plans judged, the nearest plan to a pose, the reach of a body.

Lengths are hundredths of an inch and angles tenths of a degree, as everywhere on the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.refusal import Refusal
from sandtable.game.drivers.play import Game
from sandtable.table.hexes import HexPlan
from sandtable.table.movement import (
    CostItem,
    Leg,
    Obstacle,
    Plan,
    Verdict,
    Wheel,
    course_of,
    end_shape,
    judge,
    leg_end,
    leg_in_words,
    pose_along,
)
from sandtable.table.planning import Reach, reach
from sandtable.table.space import DEGREE, Body, Point, Pose, Shape, corners, standing

BANDS: Final = 4
"""The number of equal parts of the allowance by which a reach is shaded."""

ARC_STEP: Final = 5 * DEGREE


class LegSeen(Struct, frozen=True):
    """A leg as it would be made: in words, its cost and why, from where to where, and its ways.

    ``path`` is the way of the middle of the front; of a wheel ``pivot`` is the corner it turns on and
    ``outer`` the way of the corner that goes farthest.
    """

    leg: Leg
    words: str
    cost: float
    items: tuple[CostItem, ...]
    start: Pose
    end: Pose
    path: tuple[Point, ...]
    pivot: Point | None = None
    outer: tuple[Point, ...] = ()


class ObstacleSeen(Struct, frozen=True):
    """What stands against a plan, in words, with where it bites: the place, the body, the piece of ground."""

    code: str
    words: str
    rule: str
    leg: int
    measured: float
    limit: float
    missing: float
    place: Point | None
    body: int | None
    piece: str | None
    outline: tuple[Point, ...]


class PlanSeen(Struct, frozen=True):
    """A plan as the one check judges it. ``miss`` is how far it ends from the pose that was wanted."""

    body: int
    plan: Plan
    legal: bool
    legs: tuple[LegSeen, ...]
    allowance: float
    cost: float
    left: float
    end: Pose
    shape: Shape
    footprint: tuple[Point, ...]
    obstacles: tuple[ObstacleSeen, ...]
    nearest: Plan | None = None
    miss: float | None = None


class Band(Struct, frozen=True):
    """The outlines of what can be reached for so much; holes run the other way round."""

    cost: float
    rings: tuple[tuple[Point, ...], ...]


class ReachSeen(Struct, frozen=True):
    """Where a body may get to, in bands of cost from the least to the whole allowance."""

    body: int
    allowance: float
    bands: tuple[Band, ...]


def plan_seen(game: Game[Any], question: PlanMove, plan: Plan) -> PlanSeen:
    """A drafted plan, judged."""
    verdict = judge(course_of(question.body, question.terms, question.scene), plan)
    part = None if verdict.is_legal else legal_part(question, plan)
    return _seen(game, question, plan, verdict, part, None)


def legal_part(question: PlanMove | PlanHexMove, plan: Plan | HexPlan) -> Any:
    """The part of a plan that would be legal, as its refusal names it, if it names one."""
    judged = question.judge(plan)
    return judged.nearest if isinstance(judged, Refusal) and isinstance(judged.nearest, tuple) else None


def plan_towards(game: Game[Any], question: PlanMove, wanted: Pose) -> PlanSeen:
    """The legal plan that ends nearest to a wanted pose."""
    found = question.nearest(wanted)
    return _seen(game, question, found.plan, found.verdict, None, found.miss)


def _seen(
    game: Game[Any], question: PlanMove, plan: Plan, verdict: Verdict, part: Plan | None, miss: float | None
) -> PlanSeen:
    return PlanSeen(
        body=question.body.id,
        plan=plan,
        legal=verdict.is_legal,
        legs=tuple(_legs(question.body, plan, verdict)),
        allowance=float(verdict.allowance),
        cost=verdict.cost,
        left=verdict.left,
        end=verdict.end,
        shape=verdict.shape,
        footprint=corners(verdict.end, verdict.shape),
        obstacles=tuple(_obstacle(game, question, one) for one in verdict.obstacles),
        nearest=part,
        miss=miss,
    )


def _legs(body: Body, plan: Plan, verdict: Verdict) -> Iterator[LegSeen]:
    pose, shape = standing(body), body.shape
    for leg, cost in zip(plan, verdict.costs, strict=False):
        there = leg_end(leg, pose, shape)
        pivot, outer = _wheel(leg, pose, shape)
        words = leg_in_words(leg)
        yield LegSeen(leg, words, cost.cost, cost.items, pose, there, _path(leg, pose, shape), pivot, outer)
        pose, shape = there, end_shape(leg, shape)


def _path(leg: Leg, pose: Pose, shape: Shape) -> tuple[Point, ...]:
    parts = _parts(leg)
    return tuple(Point(at.x, at.y) for at in (pose_along(leg, pose, shape, part) for part in parts))


def _wheel(leg: Leg, pose: Pose, shape: Shape) -> tuple[Point | None, tuple[Point, ...]]:
    """The corner that a wheel turns on, and the path of the other corner."""
    if not isinstance(leg, Wheel):
        return None, ()
    inside = shape.width / 2 if leg.side == "right" else -shape.width / 2
    outer = tuple(pose_along(leg, pose, shape, part).at(-inside, 0) for part in _parts(leg))
    return pose.at(inside, 0), outer


def _parts(leg: Leg) -> tuple[float, ...]:
    pieces = max(1, math.ceil(leg.turn / ARC_STEP)) if isinstance(leg, Wheel) else 1
    return tuple(piece / pieces for piece in range(pieces + 1))


def _obstacle(game: Game[Any], question: PlanMove, one: Obstacle) -> ObstacleSeen:
    """An obstacle in words that name its body, with the outline of the body or piece of ground."""
    words, battle = one.words, game.battle
    outline: tuple[Point, ...] = ()
    if one.body >= 0:
        seen = game.system.seen_by(battle, question.seat)
        unit = seen.units[one.body]
        words = one.words_naming(game.system.card(seen, unit).name)
        outline = corners(unit.pose, unit.shape) if unit.pose is not None else ()
    elif one.piece:
        found = next((piece for piece in battle.field.pieces if piece.id == one.piece), None)
        outline = () if found is None else found.polygon or found.line
    return ObstacleSeen(
        code=one.code,
        words=words,
        rule=one.rule,
        leg=one.leg,
        measured=one.measured,
        limit=one.limit,
        missing=one.missing,
        place=one.place,
        body=one.body if one.body >= 0 else None,
        piece=one.piece or None,
        outline=outline,
    )


def reach_seen(question: PlanMove) -> ReachSeen:
    """The places that the body that is to move can reach."""
    swept: Reach = reach(question.body, question.terms, question.scene)
    allowance = float(question.terms.allowance)
    limits = tuple(allowance * (band + 1) / BANDS for band in range(BANDS))
    bands = tuple(Band(limit, rings) for limit, rings in swept.bands(limits))
    return ReachSeen(question.body.id, allowance, bands)

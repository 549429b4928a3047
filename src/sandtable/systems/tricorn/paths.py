"""Paths: the plans for a unit's move, and the rules about them that the terms cannot express.

These are the edges by which formed friends are passed, the road that a column keeps to in a village, and
falling back out of an enemy zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import RandomIndex
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.movement import (
    Gait,
    formed_friends,
    friendly_villages,
    move_terms,
    scene_for,
    towards,
)
from sandtable.systems.tricorn.nearness import SLACK
from sandtable.systems.tricorn.terrain import ROAD
from sandtable.systems.tricorn.throughs import ways_past
from sandtable.systems.tricorn.words import name as unit_name
from sandtable.table.measure import distance_from_ground, nearest, sides_at
from sandtable.table.movement import (
    AboutFace,
    Advance,
    BodyMet,
    Course,
    Encounters,
    Leg,
    Plan,
    Retire,
    Verdict,
    course_of,
    leg_amount,
    make_legs,
    pose_along,
    shortened,
)
from sandtable.table.planning import Suggestion, cut_back, direct_plans, miss
from sandtable.table.space import FULL_TURN, TOLERANCE, Body, Point, Pose, centre, nearest_hundredth


class MovePath(PlanMove, frozen=True, kw_only=True):
    """Plan a move of a unit.

    ``formed`` are friends that may be passed through their front and rear edges only
    (movement.pass-through.shape), ``villages`` are garrisons whose village may be crossed on its road only
    (terrain.building-passage).
    """

    form = "MovePath"
    asks: ClassVar[str]
    """How the question begins; the name of the unit follows."""

    formed: tuple[int, ...] = ()
    villages: tuple[int, ...] = ()

    def parties(self) -> tuple[int, ...]:
        return (self.body.id,)

    def words(self, battle: TricornBattle) -> str:
        return f"{self.asks} {unit_name(battle, self.body.id)}"

    def judge(self, answer: object) -> Verdict | Refusal:
        """Accept a plan that the terms allow and that meets no other objection."""
        verdict = super().judge(answer)
        if isinstance(verdict, Refusal):
            return verdict
        return self.objection(verdict) or verdict

    def objection(self, verdict: Verdict) -> Refusal | None:
        """The objection of the rules to a plan that the terms allow, or None."""
        if not any(body in self.formed or body in self.villages for body in verdict.passed):
            return None
        course = course_of(self.body, self.terms, self.scene)
        for made in make_legs(course, verdict.plan):
            for met in made.encounters.bodies:
                refused = self._passes_badly(course, made.encounters, met)
                if refused is not None:
                    return refused
        return None

    def sensible(self) -> tuple[object, ...]:
        """The usual candidates that stand."""
        plans = super().sensible()
        if not (self.formed or self.villages):
            return plans
        return tuple(plan for plan in plans if not isinstance(self.judge(plan), Refusal))

    def any_answer(self, draw: RandomIndex) -> object:
        """One plan that stands, drawn by chance."""
        plan = super().any_answer(draw)
        if not (self.formed or self.villages) or not isinstance(self.judge(plan), Refusal):
            return plan
        plans = self.sensible()
        return plans[draw(len(plans))]

    def _passes_badly(self, course: Course, meeting: Encounters, met: BodyMet) -> Refusal | None:
        """Why a leg may not go through a body as it does (movement.pass-through.shape)."""
        if met.across is None:
            return None
        if met.body in self.villages and not _is_on_road(course, meeting, met.across):
            words = "a village held by friends is crossed in column on its road only"
            return Refusal(words, rule="terrain.building-passage")
        if met.body not in self.formed:
            return None
        other = course.scene.bodies[met.body]
        enters, leaves = met.across
        ends = [enters] if met.gap >= -TOLERANCE else []
        ends += [leaves] if met.end_gap >= -TOLERANCE else []
        if all(_by_front_or_rear(course.body, meeting, at, other) for at in ends):
            return None
        words = "formed units pass through one another by their front and rear edges only"
        return Refusal(words, rule="movement.pass-through.edges")


def _at(mover: Body, meeting: Encounters, at: float) -> Body:
    """The mover after this much of a leg."""
    goes = leg_amount(meeting.leg)
    stance = pose_along(meeting.leg, meeting.start, meeting.shape, min(max(at / goes, 0.0), 1.0))
    pose = Pose(nearest_hundredth(stance.x), nearest_hundredth(stance.y), round(stance.heading) % FULL_TURN)
    return Body(mover.id, mover.side, pose, meeting.shape)


def _by_front_or_rear(mover: Body, meeting: Encounters, at: float, other: Body) -> bool:
    """Do two bodies meet, or part, at the front or rear edges of both? (movement.pass-through.shape)"""
    here = _at(mover, meeting, at)
    place = nearest(here, other, "footprint").there
    ends = ("front", "rear")
    return all(
        not (on := sides_at(body, place)) or any(side in ends for side in on) for body in (here, other)
    )


def _is_on_road(course: Course, meeting: Encounters, across: tuple[float, float]) -> bool:
    """Does the centre of the mover stay on a road in the village? (terrain.building-passage)"""
    field = course.scene.field
    roads = [n for n, piece in enumerate(field.pieces) if piece.kind == ROAD]
    start, stop = across
    for at in (start, (start + stop) / 2, stop):
        body = _at(course.body, meeting, at)
        assert body.pose is not None
        middle = centre(body.pose, body.shape)
        if not any(distance_from_ground(field, road, middle) <= SLACK for road in roads):
            return False
    return True


class PlanUnitMove(MovePath, frozen=True, kw_only=True):
    """Plan an ordinary move of a unit (movement.allowance)."""

    decision: str = "move.path"
    rule = "movement.allowance"
    asks = "Plan the move for"


class ForcedMarch(MovePath, frozen=True, kw_only=True):
    """Plan the Forced March of a column (movement.forced-march)."""

    decision: str = "move.forced-march"
    rule = "movement.forced-march"
    name = "Forced March"
    asks = "Plan the Forced March for"


class Listed(MovePath, frozen=True, kw_only=True):
    """Plan a move with a list of known sensible plans; any other legal plan is accepted too."""

    form = "Listed"

    ways: tuple[Plan, ...]

    def sensible(self) -> tuple[object, ...]:
        return self.ways

    def has_any(self) -> bool:
        return bool(self.ways)

    def any_answer(self, draw: RandomIndex) -> object:
        """One of the plans that are known."""
        return self.ways[draw(len(self.ways))]

    def nearest(self, wanted: Pose) -> Suggestion:
        """The plan that ends nearest to where a player dragged the body: a known plan or part of it, or a
        direct plan cut back to what is legal."""
        course = course_of(self.body, self.terms, self.scene)
        shape = self.body.shape
        best: Suggestion | None = None
        direct = direct_plans(course.pose, wanted, shape, self.terms)
        for way in dict.fromkeys((*self.ways, *self.parts(wanted), *direct)):
            plan, verdict = cut_back(course, way)
            if isinstance(self.judge(plan), Refusal):
                continue
            made = Suggestion(plan, verdict, miss(verdict.end, wanted, shape))
            best = made if best is None or made.miss < best.miss else best
        assert best is not None, "a plan that is known stands"
        return best

    def parts(self, wanted: Pose) -> Iterator[Plan]:
        """Known plans that end in one straight leg, cut where the body is level with a place."""
        assert self.body.pose is not None
        for way in self.ways:
            last = way[-1] if way else None
            if last is None or not leg_amount(last):
                continue
            pose = self.body.pose
            short = shortened(last, max(1, round(_along(last, pose, wanted))))
            if short is not None:
                yield (*way[:-1], short)


def _along(leg: Leg, pose: Pose, wanted: Pose) -> float:
    """The distance along a straight leg at which a place lies."""
    right, forward = pose.local(Point(wanted.x, wanted.y))
    return abs(forward) if isinstance(leg, Advance | Retire) else (right * right + forward * forward) ** 0.5


class FallBack(Listed, frozen=True, kw_only=True):
    """Plan how a unit goes straight back out of the enemy zones in which it began (movement.zoc.effect)."""

    decision: str = "move.path"
    rule = "movement.allowance"
    form = "FallBack"
    name = "Fall back"
    asks = "Plan the move for"

    def judge(self, answer: object) -> Verdict | Refusal:
        """Accept only Retrograde, or an About Face and straight ahead."""
        verdict = super().judge(answer)
        if isinstance(verdict, Refusal) or _is_straight_back(verdict.plan):
            return verdict
        words = "a unit leaves an enemy Zone of Control straight back, or by facing about and going ahead"
        return Refusal(words, rule="movement.zoc.effect")


def _is_straight_back(plan: Plan) -> bool:
    if not plan or all(isinstance(leg, Retire) for leg in plan):
        return True
    return isinstance(plan[0], AboutFace) and all(isinstance(leg, Advance) for leg in plan[1:])


class Through(Listed, frozen=True, kw_only=True):
    """Plan a move through formed friends (movement.pass-through)."""

    decision: str = "move.through-friend"
    rule = "movement.pass-through"
    form = "Through"
    name = "Go through"
    asks = "Plan the move through friends for"

    def objection(self, verdict: Verdict) -> Refusal | None:
        """Refuse a plan that passes no friend, or passes one other than by its front and rear edges."""
        if not verdict.plan or any(body in self.formed for body in verdict.passed):
            return super().objection(verdict)
        return Refusal("this move must pass through a formed friend", rule="movement.pass-through")


# --------------------------------------------------------------------- the questions
def path_of(battle: TricornBattle, unit: TricornUnit, share: int) -> PlanUnitMove:
    """The question of where a unit with this share of its move left goes (movement.allowance)."""
    return PlanUnitMove(
        unit.side,
        unit,
        move_terms(battle, unit, share),
        scene_for(battle, unit),
        towards(battle, unit),
        villages=friendly_villages(battle, unit) if unit.is_column else (),
    )


def march_of(battle: TricornBattle, unit: TricornUnit, share: int) -> ForcedMarch:
    """The question of where a column on a Forced March goes (movement.forced-march)."""
    return ForcedMarch(
        unit.side,
        unit,
        move_terms(battle, unit, share, Gait.MARCH),
        scene_for(battle, unit),
        towards(battle, unit),
        villages=friendly_villages(battle, unit),
    )


def fall_back_of(battle: TricornBattle, unit: TricornUnit, share: int) -> FallBack | None:
    """The question of how far a unit goes straight back; None if it cannot (movement.zoc.effect)."""
    terms, scene = move_terms(battle, unit, share, Gait.BACK), scene_for(battle, unit)
    ways = tuple(dict.fromkeys(_ways_back(course_of(unit, terms, scene))))
    if not ways:
        return None
    return FallBack(unit.side, unit, terms, scene, towards(battle, unit), ways=ways)


def can_fall_back(battle: TricornBattle, unit: TricornUnit, share: int) -> bool:
    """Can a unit go straight back? The search stops at the first way (movement.zoc.effect)."""
    terms, scene = move_terms(battle, unit, share, Gait.BACK), scene_for(battle, unit)
    return next(_ways_back(course_of(unit, terms, scene)), None) is not None


def _ways_back(course: Course) -> Iterator[Plan]:
    """Straight back, or an About Face and ahead, or an About Face alone, each as far as possible."""
    far = max(course.terms.allowance, 1)
    wishes: tuple[Plan, ...] = ((Retire(far),), (AboutFace(), Advance(far)), (AboutFace(),))
    for wish in wishes:
        plan, _ = cut_back(course, wish)
        if plan:
            yield plan


def through_of(battle: TricornBattle, unit: TricornUnit, share: int) -> Through | None:
    """The question of how a unit goes through formed friends; None if it can pass none.

    movement.pass-through, movement.pass-through.clear, movement.pass-through.rate
    """
    wishes = ways_past(battle, unit, share)
    if not wishes:
        return None
    question = _through(battle, unit, share)
    ways = tuple(_throughs(question, wishes))
    return replace(question, ways=ways) if ways else None


def can_go_through(battle: TricornBattle, unit: TricornUnit, share: int) -> bool:
    """Can a unit go through formed friends? The search stops at the first way (movement.pass-through)."""
    wishes = ways_past(battle, unit, share)
    return bool(wishes) and next(_throughs(_through(battle, unit, share), wishes), None) is not None


def _through(battle: TricornBattle, unit: TricornUnit, share: int) -> Through:
    """The question of how a unit goes through formed friends, without its plans."""
    return Through(
        unit.side,
        unit,
        move_terms(battle, unit, share, Gait.THROUGH),
        scene_for(battle, unit),
        formed=formed_friends(battle, unit),
        ways=(),
    )


def _throughs(question: Through, wishes: tuple[Leg, ...]) -> Iterator[Plan]:
    """Straight ahead, obliquely or straight back through a friend, as far as possible."""
    course = course_of(question.body, question.terms, question.scene)
    for leg in wishes:
        plan, verdict = cut_back(course, (leg,))
        if plan and verdict.passed and question.objection(verdict) is None:
            yield plan

"""RETIRE and RETREAT as orders: full moves to the rear (orders.full-move)."""

from __future__ import annotations

import math
from typing import Final, cast

from msgspec import Struct

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import RandomIndex, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import forms
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.marching import (
    A_LITTLE,
    TOUCHING,
    Moved,
    arrive,
    is_at_obstacle,
    obstacles_met,
    over,
    set_out,
)
from sandtable.systems.liberty.movement import (
    GUNS,
    REAR_ARC,
    SLOWED,
    March,
    allowance,
    back_terms,
    has_ground,
    hundredths,
    ignores_difficult,
    kinds_of_ground,
    moving_field,
    moving_scene,
    obstacles_under,
)
from sandtable.systems.liberty.orders_events import UnitWithdrew
from sandtable.systems.liberty.placing import place
from sandtable.table.forced import SlideBack, about_turned, lengths_back, slide_back
from sandtable.table.measure import distance_to_edge, ground_under, ground_within
from sandtable.table.movement import Course, Plan, Retire, Terms, Verdict, check, course_of, judge, mark_bits
from sandtable.table.planning import Suggestion
from sandtable.table.space import (
    DEGREE,
    INCH,
    TOLERANCE,
    Body,
    Point,
    Pose,
    Shape,
    TableSide,
    as_inches,
    standing,
)

SLANTS: Final = tuple(slant * DEGREE for slant in (0, 15, -15, 30, -30, 45, -45))
"""The directions to the rear that agents consider: straight back, then aslant, right before left."""
DIRECTION: Final = "orders.retire.direction"


class FallBack(PlanMove, frozen=True, kw_only=True):
    """Choose the direction of a RETIRE, anywhere in the rear arc.

    The length is not chosen: a direction means the full rate, or as much of it as is free
    (orders.retire.direction, orders.full-move).
    """

    decision: str = "retire-direction"
    rule = DIRECTION
    form = "FallBack"
    name = "Retire"

    def parties(self) -> tuple[int, ...]:
        return (self.body.id,)

    def words(self, battle: LibertyBattle) -> str:
        unit, most = battle.units[self.body.id], f"{as_inches(self.terms.allowance):g} in"
        return f"Which way does {unit.name} retire? It goes {most}, or until it is blocked"

    def judge(self, answer: object) -> Verdict | Refusal:
        """A straight line into the rear arc is legal if the unit can move along it at all."""
        match answer:
            case (Retire(slant=slant),) if abs(slant) <= REAR_ARC:
                plan = self._in_full(slant)
            case _:
                words = "a RETIRE is one straight line, at most 45 degrees from straight back"
                return Refusal(words, rule=DIRECTION, nearest=self.sensible()[0])
        if not plan:
            words = "it cannot go that way; choose another direction within its rear arc"
            return Refusal(words, rule="orders.full-move", nearest=self.sensible()[0])
        return judge(self._course, plan)

    def sensible(self) -> tuple[object, ...]:
        """Straight back and aslant, as far as the unit gets."""
        lengths = lengths_back(self._course, self.terms.allowance, SLANTS)
        return tuple([(Retire(goes, slant),) for slant, goes in zip(SLANTS, lengths, strict=True) if goes])

    def has_any(self) -> bool:
        """Can the unit move to the rear at all?"""
        return bool(self.terms.allowance and self.sensible())

    def any_answer(self, draw: RandomIndex) -> object:
        ways = self.sensible()
        return ways[draw(len(ways))]

    def nearest(self, wanted: Pose) -> Suggestion:
        """The full way in the direction in which a player dragged the unit."""
        here = standing(self.body)
        right, forward = here.local(Point(wanted.x, wanted.y))
        lean = round(math.degrees(math.atan2(right, max(-forward, 1))) * DEGREE)
        plan = self._in_full(max(-REAR_ARC, min(REAR_ARC, lean)))
        return Suggestion(plan, judge(self._course, plan), 0.0)

    @property
    def _course(self) -> Course:
        return course_of(self.body, self.terms, self.scene)

    def _in_full(self, slant: int) -> Plan:
        (goes,) = lengths_back(self._course, self.terms.allowance, (slant,))
        return (Retire(goes, slant),) if goes else ()


# --------------------------------------------------------------------- RETIRE
async def retire(battle: LibertyBattle, number: int) -> LibertyBattle:
    """RETIRE: the full ADVANCE rate into the rear arc, facing kept; the owner chooses the direction.

    orders.retire, orders.retire.direction, orders.full-move
    """
    battle = await forms.before_move(battle, battle.units[number], Order.RETIRE)
    battle, march = await set_out(battle, number, March(Order.RETIRE))
    moved = await fall_back_in_full(battle, battle.units[number], march)
    return await arrive(moved.battle, number, Order.RETIRE, moved.passed)


async def fall_back_in_full(battle: LibertyBattle, unit: Regiment, march: March) -> Moved:
    """The full RETIRE in the owner's direction; a unit without any way stays.

    orders.retire.direction, orders.full-move
    """
    question = direction(battle, unit, march)
    if not question.has_any():
        return Moved(battle)
    (way,) = (await question).plan
    assert isinstance(way, Retire)
    moved, _ = await go_back(battle, unit.id, march, way.slant)
    return moved


def direction(battle: LibertyBattle, unit: Regiment, march: March) -> FallBack:
    """The decision in which direction a unit retires.

    An obstacle that the unit touches does not bar a direction; it is rolled for (movement.obstacle.when).
    """
    left, field = allowance(battle, unit, march), moving_field(battle)
    kinds = () if unit.arm in GUNS else kinds_of_ground("obstacle")
    touched = tuple([field.pieces[piece].id for piece in ground_within(unit, field, TOLERANCE, kinds)])
    terms = back_terms(battle, unit, march, left, touched)
    return FallBack(unit.side, unit, terms, moving_scene(battle))


# --------------------------------------------------------------------- RETREAT
async def retreat(battle: LibertyBattle, number: int) -> LibertyBattle:
    """RETREAT: the full RUN rate straight back, then a turn about on the centre, even without a move.

    orders.retreat, orders.full-move, orders.retreat.difficult
    """
    battle, march = await set_out(battle, number, March(Order.RETREAT))
    march, first = _slowed(battle, battle.units[number], march)
    moved, left = await go_back(battle, number, march, 0, first)
    battle, unit = moved.battle, moved.battle.units[number]
    assert unit.pose is not None
    if unit.may_leave and hundredths(left) and _leaves(battle, unit, march, left):
        battle = await arrive(battle, number, Order.RETREAT, moved.passed)
        stays = battle.units[number].pose != unit.pose or battle.units[number].disorder
        return battle if stays else await tell(battle, UnitWithdrew(number))
    battle = await place(battle, number, _turned(battle, unit, moved.course))
    return await arrive(battle, number, Order.RETREAT, moved.passed)


def _turned(battle: LibertyBattle, unit: Regiment, course: Course | None) -> Pose:
    """The pose of a unit turned about on its centre, or its present pose if there is no room to turn.

    The other units have not moved, so the course of its retreat serves. Only a column with a single last base
    can lack room, as its other ranks swing into the empty corners (formation.column). It then keeps its
    heading, as a router does (orders.full-move, rout.direction).
    """
    assert unit.pose is not None
    if course is None:
        march = March(Order.RETREAT)
        course = _course(battle, unit, march, allowance(battle, unit, march))
    return about_turned(course, unit.pose) or unit.pose


def _slowed(battle: LibertyBattle, unit: Regiment, march: March) -> tuple[March, SlideBack | None]:
    """A RETREAT, at the ADVANCE rate if it starts in or enters DIFFICULT terrain; and its first slide.

    orders.retreat.difficult. The slide is None where it was not worked out.
    """
    if ignores_difficult(unit) or not has_ground(battle.field, kinds_of_ground("difficult")):
        return march, None
    course = _course(battle, unit, march, allowance(battle, unit, march))
    fall = slide_back(course, course.terms.allowance)
    if fall is None or not fall.marks & mark_bits(course.terms.marks, SLOWED):
        return march, fall
    slower = March(Order.RETIRE, dice=march.dice)
    if unit.arm in GUNS:
        return slower, None  # guns move at half rate, so the slide is not known yet
    return slower, slide_back(course, hundredths(allowance(battle, unit, slower)))


def _leaves(battle: LibertyBattle, unit: Regiment, march: March, left: Tally) -> bool:
    """Does a unit going straight back reach the table edge over which its scenario lets it leave?

    All others stop at the edge (edge.others).
    """
    if distance_to_edge(unit, battle.field, cast(TableSide, unit.may_leave)) > TOLERANCE:
        return False
    terms = back_terms(battle, unit, march, left)
    met = check(unit, (Retire(A_LITTLE),), terms, moving_scene(battle)).obstacles
    return any(one.code == "table" and one.at <= TOUCHING for one in met)


# --------------------------------------------------------------------- the slide
async def go_back(
    battle: LibertyBattle, number: int, march: March, slant: int, first: SlideBack | None = None
) -> tuple[Moved, Tally]:
    """Slide to the rear for the full allowance or as far as possible, over obstacles where enough is left.

    orders.full-move, movement.obstacle.when. Going back over an obstacle under its own bases is a new
    crossing (terrain.obstacle.under). *first* is the first slide, if it is known. It returns the allowance
    left as well.
    """
    unit = battle.units[number]
    left = allowance(battle, unit, march)
    passed: tuple[int, ...] = ()
    crossed: tuple[str, ...] = ()
    for under in _to_recross(battle, unit):
        left, crossed = await over(battle, number, left, under), (*crossed, under)
        first = None
    course = first.course if first else None
    while hundredths(left):
        fall = first or _slide(battle, battle.units[number], march, left, slant, crossed)
        if fall is not None:
            battle, passed, course = await place(battle, number, fall.end), passed + fall.passed, fall.course
            left = left.plus(-fall.goes / INCH, "gone already", "movement.allowance")
            if not hundredths(left):
                break  # most slides use the whole allowance
        obstacle = _obstacle_behind(battle, number, march, left, slant, crossed)
        if obstacle is None:
            break
        left, crossed = await over(battle, number, left, obstacle), (*crossed, obstacle)
        first = None
    return Moved(battle, passed, course), left


def _to_recross(battle: LibertyBattle, unit: Regiment) -> tuple[str, ...]:
    """The obstacles under its bases that a unit has to go back over (terrain.obstacle.under).

    Guns cross none (movement.no-move.column): they stand over one only by a change of form, and move off it.
    """
    under = obstacles_under(battle, unit)
    return under if under and unit.arm not in GUNS else ()


def _slide(
    battle: LibertyBattle, unit: Regiment, march: March, left: Tally, slant: int, crossed: tuple[str, ...]
) -> SlideBack | None:
    """One slide up to what stops it, short of friends that it cannot clear.

    movement.obstacle.when, movement.interpenetrate.artillery. None if it would end with its leading rank
    across an obstacle.
    """
    course = _course(battle, unit, march, left, crossed)
    fall = slide_back(course, course.terms.allowance, slant)
    return None if fall is None or _is_astride(battle, unit, fall.end, crossed) else fall


def _obstacle_behind(
    battle: LibertyBattle, number: int, march: March, left: Tally, slant: int, crossed: tuple[str, ...]
) -> str | None:
    """The obstacle that a slide has reached and that may be crossed by a roll, if any.

    movement.no-move.column
    """
    unit = battle.units[number]
    if unit.arm in GUNS or not has_ground(battle.field, kinds_of_ground("obstacle")):
        return None
    if not is_at_obstacle(battle, unit):
        return None
    terms = back_terms(battle, unit, march, left, crossed)
    met = obstacles_met(unit, Retire(A_LITTLE, slant), terms, moving_scene(battle))
    return next((piece for piece in met if piece not in crossed), None)


class _Known(Struct, frozen=True, gc=False):
    """The terms of the last move to the rear, and what they were made for."""

    battle: LibertyBattle
    unit: Regiment
    march: March
    left: Tally
    crossed: tuple[str, ...]
    terms: Terms


_last: _Known | None = None


def _course(
    battle: LibertyBattle, unit: Regiment, march: March, left: Tally, crossed: tuple[str, ...] = ()
) -> Course:
    """The course of a move to the rear; the last terms are kept, as a way that was examined is moved next."""
    global _last
    last = _last
    if (
        last is None
        or last.battle is not battle
        or last.unit is not unit
        or last.march != march
        or last.left is not left
        or last.crossed != crossed
    ):
        terms = back_terms(battle, unit, march, left, crossed)
        last = _last = _Known(battle, unit, march, left, crossed, terms)
    return course_of(unit, last.terms, moving_scene(battle))


def _is_astride(battle: LibertyBattle, unit: Regiment, at: Pose, crossed: tuple[str, ...]) -> bool:
    """Would the leading rank of a unit moving backwards, its last, stand across one of these obstacles?"""
    if not crossed:
        return False
    last = max(base.rank for base in unit.shape.bases)
    rear = tuple(base for base in unit.shape.bases if base.rank == last)
    field = moving_field(battle)
    under = ground_under(Body(unit.id, unit.side, at, Shape(rear, unit.shape.width, unit.shape.depth)), field)
    return any(field.pieces[piece].id in crossed for piece in under)

"""The Manoeuvre phase: which unit acts next, what it does, where it goes, and the targets of lights."""

from __future__ import annotations

import math
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle.aim import Aim, dice_at
from sandtable.systems.eagle.arcs import is_in_front
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.conforming import DressLine
from sandtable.systems.eagle.controlling import NEAR
from sandtable.systems.eagle.doctrine.charges import can_strike, turns_left
from sandtable.systems.eagle.doctrine.goals import Goal, Posture, goals, prey
from sandtable.systems.eagle.doctrine.keeping_order import points_lost
from sandtable.systems.eagle.doctrine.places import (
    LANE,
    Outlook,
    facing_worth,
    leads_on,
    masked,
    outlooks,
    place_worth,
    strikes,
    way_left,
)
from sandtable.systems.eagle.doctrine.skirmishing import judged, stations, ways_back, ways_clear
from sandtable.systems.eagle.doctrine.worth import hit_worth
from sandtable.systems.eagle.flight import Extra, OptionalDie, Rolled
from sandtable.systems.eagle.formation_decisions import (
    ChangeFormation,
    FaceUnit,
    ManoeuvreOnTheSpot,
    ReformIn,
)
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.manoeuvre_decisions import NOBODY, ActivityKind, ChooseActivity, Next, PickNext
from sandtable.systems.eagle.movement import PlanUnitMove, may_move, move_terms, plan_of
from sandtable.systems.eagle.moving import Going, MarchOrDice, dice_pace
from sandtable.systems.eagle.nearness import (
    distance,
    leaders_within,
    nearest_enemy_distance,
    nearest_of,
)
from sandtable.systems.eagle.shapes import Layout
from sandtable.systems.eagle.turn import GoesFirst, SideFirst
from sandtable.systems.eagle.volleys import TakeAim
from sandtable.table.movement import Advance
from sandtable.table.planning import Candidate, candidates
from sandtable.table.space import INCH, Pose, standing

WORN: Final = 2
"""A unit with this many points redresses before it goes on."""
TO_REFORM: Final = 4
"""The turns after this one that a unit needs to re-form, come up and charge, if control allows."""
BY_DICE: Final = 12 * INCH
"""With an enemy this near a march leads only a few inches, because it ends 8 in from the enemy.

movement.march.limits; a march does not tire
"""
FULL_MOVE: Final = Rolled(4, (3,))
"""The usual total of all the dice of a move."""
GOOD_DIE: Final = 5
"""A further die is rolled if this score would be enough; otherwise a six only tires (movement.fatigue)."""
ORDER: Final = 3.0
"""The cost of a point of disorder that a move brings, in inches."""
STEP: Final = INCH // 10
"""A unit that can go no farther advances this much, because it then goes on unled (control.repeat)."""
THREAT: Final = 12 * INCH
"""Holders face an enemy this near."""


# ----------------------------------------------------------------------- units and activities
def side_first(battle: EagleBattle, question: SideFirst) -> object:
    """The enemy moves first: the side that moves last chooses its charges."""
    del battle, question
    return GoesFirst.ENEMY


def next_unit(battle: EagleBattle, question: PickNext) -> object:
    """Units nearest to the enemy act first, to clear the way for others; leaders act last.

    Lights wait until the line has gone by and stands where it charges from, unless they block it.
    """
    units = [option for option in question.options if option.unit is not None]
    if units:
        return min(units, key=lambda option: _turn_of(battle, option))
    return next((option for option in question.options if option.leader is not None), NOBODY)


def _turn_of(battle: EagleBattle, option: Next) -> tuple[bool, float, int]:
    assert option.unit is not None
    unit = battle.units[option.unit]
    away = nearest_enemy_distance(battle, unit)
    return unit.is_light and not (away <= LANE and masked(battle, unit, standing(unit))), away, unit.id


def activity(battle: EagleBattle, question: ChooseActivity) -> object:
    """What a unit does: re-form, redress, shoot, move where it is needed, or stand."""
    unit = battle.units[question.unit]
    plain = {option.kind: option for option in question.options if not option.ranks}
    for kind in _wishes(battle, unit):
        if kind in plain:
            return plain[kind]
    return plain[ActivityKind.REDRESS if unit.dp and ActivityKind.REDRESS in plain else ActivityKind.STAND]


def _wishes(battle: EagleBattle, unit: EagleUnit) -> tuple[ActivityKind, ...]:
    """The activities that suit a unit, the best first."""
    if unit.shaken:
        return ActivityKind.REDRESS, *_away(battle, unit)
    if unit.is_light:
        moves = (ActivityKind.MOVE_SHOOT, ActivityKind.MOVE) if wants_to_move(battle, unit) else ()
        rest = (ActivityKind.REDRESS,) if unit.dp >= WORN else ()
        if masked(battle, unit, standing(unit)) and has_better_place(battle, unit):
            return ActivityKind.SHOOT_MOVE, *moves
        return (*rest, ActivityKind.SHOOT_TWICE, *moves, ActivityKind.REDRESS)
    if unit.troop_class.is_formed_kind and not unit.formed:
        return _unformed_wishes(battle, unit)
    if can_strike(battle, unit):
        return (ActivityKind.REDRESS,) if unit.dp else ()
    if unit.dp >= worn_at(battle, unit):
        return (
            (ActivityKind.REDRESS, ActivityKind.MOVE)
            if wants_to_move(battle, unit)
            else (ActivityKind.REDRESS,)
        )
    return (ActivityKind.MOVE,) if wants_to_move(battle, unit) else (ActivityKind.REDRESS,)


def _unformed_wishes(battle: EagleBattle, unit: EagleUnit) -> tuple[ActivityKind, ...]:
    """An unformed unit re-forms, unless it can charge or has no time for it (movement.re-form)."""
    if can_strike(battle, unit):
        return ()
    hurried = goals(battle)[unit.side].posture is Posture.ATTACK and turns_left(battle) < TO_REFORM
    return (ActivityKind.MOVE,) if hurried else (ActivityKind.REFORM,)


def worn_at(battle: EagleBattle, unit: EagleUnit) -> int:
    """The number of points at which a unit redresses first; near the end an attacker has no time for it.

    He also does not halt units far from their leaders: two in three of them stay halted (control.repeat).
    """
    if goals(battle)[unit.side].posture is not Posture.ATTACK:
        return WORN
    hurried = turns_left(battle) < TO_REFORM
    return WORN + 2 if hurried or not leaders_within(battle, unit, NEAR) else WORN


def has_better_place(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is there a better place for a unit near its own?"""
    question = plan_of(battle, unit, move_terms(battle, unit, dice_pace(FULL_MOVE)))
    return may_move(battle, unit) and leads_on(*_end_of(battle, question))


def _end_of(battle: EagleBattle, question: PlanMove) -> tuple[Outlook, Pose]:
    view, way = _chosen(battle, question)
    return view, way.end


def _away(battle: EagleBattle, unit: EagleUnit) -> tuple[ActivityKind, ...]:
    """A shaken unit with an enemy near goes where it can be rallied."""
    near = nearest_enemy_distance(battle, unit) <= THREAT
    return (ActivityKind.SHOOT_MOVE, ActivityKind.MOVE_SHOOT, ActivityKind.MOVE) if near else ()


def wants_to_move(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Has a unit a reason to move: ground to reach, an enemy to approach, or one to face?"""
    goal = goals(battle)[unit.side]
    if not battle.unbroken(1 - unit.side):
        return way_left(battle, unit, goal) > 0.0
    if goal.area and goal.posture is not Posture.ATTACK and way_left(battle, unit, goal) > 0.0:
        return True
    if goal.posture is Posture.HOLD:
        return _is_threatened_aside(battle, unit)
    return True


def _is_threatened_aside(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is the nearest enemy near and outside the front arc?"""
    near = nearest_of(battle, unit.id, battle.numbers_unbroken(1 - unit.side))
    if not near or nearest_enemy_distance(battle, unit) > THREAT:
        return False
    return not any(is_in_front(unit, battle.units[foe]) for foe in near)


# ----------------------------------------------------------------------- how far
def march_or_dice(battle: EagleBattle, question: MarchOrDice) -> object:
    """March while the enemy is far, because that leads farthest."""
    unit = battle.units[question.unit]
    return Going.DICE if nearest_enemy_distance(battle, unit) < BY_DICE else Going.MARCH


def optional_die(battle: EagleBattle, question: OptionalDie) -> object:
    """Roll another die if the unit is fresh and has a way to go; a six tires it (movement.fatigue)."""
    unit = battle.units[question.unit]
    goal = goals(battle)[unit.side]
    if goal.posture is Posture.HOLD and not unit.is_light:
        return Extra.STOP
    rolled = Rolled(question.average, question.d6s)
    if unit.is_light and masked(battle, unit, standing(unit)):
        return Extra.ROLL
    if unit.is_light or goal.posture is not Posture.ATTACK:
        return Extra.STOP if _way_to_go(battle, unit, goal) <= INCH * rolled.inches else Extra.ROLL
    if _way_to_go(battle, unit, goal) <= INCH * (rolled.inches + GOOD_DIE):
        further = Rolled(question.average, (*question.d6s, GOOD_DIE))
        if _comes_to_blows(battle, unit, rolled) or not _comes_to_blows(battle, unit, further):
            return Extra.STOP
    return Extra.ROLL


def _comes_to_blows(battle: EagleBattle, unit: EagleUnit, rolled: Rolled) -> bool:
    """Does an attacker reach a place to charge from with the dice that it has?"""
    question = plan_of(battle, unit, move_terms(battle, unit, dice_pace(rolled)))
    return strikes(*_end_of(battle, question))


def _way_to_go(battle: EagleBattle, unit: EagleUnit, goal: Goal) -> float:
    if goal.posture is Posture.TAKE and goal.area:
        return INCH * way_left(battle, unit, goal)
    foe = prey(battle, unit)
    return 0.0 if foe is None else distance(battle, unit.id, foe.id) - 4 * INCH


# ----------------------------------------------------------------------- where
def path(battle: EagleBattle, question: PlanUnitMove) -> object:
    """The way to the best place."""
    return _chosen(battle, question)[1].plan


def form(battle: EagleBattle, question: ChangeFormation | ManoeuvreOnTheSpot) -> object:
    """The first formation offered."""
    del battle
    return question.options[0]


def dress(battle: EagleBattle, question: DressLine) -> object:
    """A unit that conforms goes as far as its guide."""
    del battle
    return question.options[0]


def _chosen(battle: EagleBattle, question: PlanMove) -> tuple[Outlook, Candidate]:
    """Where a unit goes, and its prey: if it cannot reach one prey it looks for another."""
    views = outlooks(battle, battle.units[question.body.id])
    first = views[0], _best_way(views[0], question)
    if len(views) == 1 or leads_on(first[0], first[1].end):
        return first
    others = ((view, _best_way(view, question)) for view in views[1:])
    return next(((view, way) for view, way in others if leads_on(view, way.end)), first)


def _best_way(view: Outlook, question: PlanMove) -> Candidate:
    """The way to the best place for a unit that makes for its prey."""
    towards = view.towards or question.toward
    found = [*candidates(question.body, question.terms, question.scene, towards=towards)]
    if view.unit.is_light and not view.unit.shaken and not view.takes:
        found += stations(view.battle, view.unit, question)
        found += ways_clear(view.battle, view.unit, question)
    if view.unit.turns_freely and not view.unit.is_light:
        found += ways_back(question, towards)
        found += stations(view.battle, view.unit, question)
    if view.goal.posture is Posture.ATTACK and not view.unit.is_light:
        found += judged(question, (Advance(STEP),))
    ranked = sorted(
        ((place_worth(view, one.end), one) for one in found), key=lambda each: (-each[0], each[1].cost)
    )
    return _in_best_order(view, question, ranked)


def _in_best_order(view: Outlook, question: PlanMove, ranked: list[tuple[float, Candidate]]) -> Candidate:
    """The best way after the cost of its points; only as many ways are judged as may matter."""
    best, most = ranked[0][1], -math.inf
    for worth, way in ranked:
        if worth <= most:
            break
        verdict = question.judge(way.plan)
        assert not isinstance(verdict, Refusal), "a way that was found legal is legal"
        left = worth - ORDER * points_lost(view.battle, view.unit, verdict)
        if left > most:
            best, most = way, left
    return best


def face(battle: EagleBattle, question: FaceUnit) -> object:
    """A unit that has fled or re-formed faces the nearest enemy."""
    unit = replace(battle.units[question.body.id], pose=question.body.pose, shape=question.body.shape)
    found = candidates(question.body, question.terms, question.scene, towards=question.toward)
    return max(found, key=lambda one: facing_worth(battle, unit, one.end)).plan


def reform(battle: EagleBattle, question: ReformIn) -> object:
    """As the unit stood at first: a Legion in lines, others in line."""
    unit = battle.units[question.unit]

    def unlike(layout: Layout) -> tuple[bool, int, int]:
        own = unit.profile
        return (
            layout.formation is not own.formation,
            abs(len(layout.ranks) - len(own.ranks)),
            -layout.ranks[0],
        )

    return min(question.options, key=unlike)


# ----------------------------------------------------------------------- fire
def shoot(battle: EagleBattle, question: TakeAim) -> object:
    """Shoot at the target that loses most by the dice that reach it."""
    unit = battle.units[question.unit]

    def worth(aim: Aim) -> float:
        target = battle.units[aim.target]
        return dice_at(battle, unit, aim) * hit_worth(target, order_of(target))

    return max((option for option in question.options if option is not None), key=worth)

"""The Manoeuvre phase: who goes next, what a unit does, where it goes, at whom lights shoot."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from sandtable.game.moves import PlanMove
from sandtable.game.questions import Choose, Decision
from sandtable.systems.eagle.aim import Aim, dice_at
from sandtable.systems.eagle.arcs import is_in_front
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charging import open_ways
from sandtable.systems.eagle.doctrine.charges import LEAST, charge_worth, number_of
from sandtable.systems.eagle.doctrine.goals import Goal, Posture, goals, prey
from sandtable.systems.eagle.doctrine.places import facing_worth, outlook, place_worth, way_left
from sandtable.systems.eagle.doctrine.worth import value_of
from sandtable.systems.eagle.flight import Extra
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.manoeuvres import NOBODY, Activity, Kind, Next
from sandtable.systems.eagle.moving import Going
from sandtable.systems.eagle.nearness import nearest_enemy_distance, nearest_of
from sandtable.systems.eagle.shapes import Layout
from sandtable.systems.eagle.turn import GoesFirst
from sandtable.table.candidates import candidates
from sandtable.table.measure import INCH

WORN: Final = 2
"""From so many points on a unit redresses its ranks before it goes on."""
BY_DICE: Final = 12 * INCH
"""With the enemy so near dice lead farther than a march, which ends 8 in from him (movement.march.limits)."""
THREAT: Final = 12 * INCH
"""Enemies so near are faced by those who hold."""


# ----------------------------------------------------------------------- who, and what
def side_first(battle: EagleBattle, question: Choose[GoesFirst]) -> object:
    """The enemy goes first: who moves last chooses whom to charge."""
    del battle, question
    return GoesFirst.ENEMY


def next_unit(battle: EagleBattle, question: Choose[Next]) -> object:
    """Those nearest to the enemy first, so that the way is free for others; leaders last."""
    units = [option for option in question.options if option.unit is not None]
    if units:
        return min(units, key=lambda option: _turn_of(battle, option))
    return next((option for option in question.options if option.leader is not None), NOBODY)


def _turn_of(battle: EagleBattle, option: Next) -> tuple[float, int]:
    assert option.unit is not None
    return nearest_enemy_distance(battle, battle.units[option.unit]), option.unit


def activity(battle: EagleBattle, question: Choose[Activity]) -> object:
    """What a unit does: re-form, redress, shoot, move where it is wanted, or stand."""
    unit = battle.units[number_of(question)]
    plain = {option.kind: option for option in question.options if not option.ranks}
    for kind in _wishes(battle, unit):
        if kind in plain:
            return plain[kind]
    return plain[Kind.STAND]


def _wishes(battle: EagleBattle, unit: EagleUnit) -> tuple[Kind, ...]:
    """What a unit would do, the best first."""
    if unit.shaken:
        return Kind.REDRESS, *_away(battle, unit)
    if unit.is_light:
        moves = (Kind.MOVE_SHOOT, Kind.MOVE) if wants_to_move(battle, unit) else ()
        rest = (Kind.REDRESS,) if unit.dp >= WORN else ()
        return (*rest, Kind.SHOOT_TWICE, *moves, Kind.REDRESS)
    if unit.troop_class.is_formed_kind and not unit.formed:
        return (Kind.REFORM,)
    if can_strike(battle, unit):
        return (Kind.REDRESS,) if unit.dp else ()
    if unit.dp >= WORN:
        return (Kind.REDRESS, Kind.MOVE) if wants_to_move(battle, unit) else (Kind.REDRESS,)
    return (Kind.MOVE,) if wants_to_move(battle, unit) else (Kind.REDRESS,)


def _away(battle: EagleBattle, unit: EagleUnit) -> tuple[Kind, ...]:
    """A shaken unit goes where it can be rallied, if the enemy is near."""
    near = nearest_enemy_distance(battle, unit) <= THREAT
    return (Kind.SHOOT_MOVE, Kind.MOVE_SHOOT, Kind.MOVE) if near else ()


def can_strike(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Can a unit make a charge from where it stands that pays?"""
    least = LEAST[goals(battle)[unit.side].posture]
    return any(
        charge_worth(battle, unit, battle.units[way.target]) > least for way in open_ways(battle, unit)
    )


def wants_to_move(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Has a unit a reason to go anywhere: ground to reach, an enemy to come up to, or one to face?"""
    goal = goals(battle)[unit.side]
    foe = prey(battle, unit)
    if foe is None:
        return way_left(battle, unit, goal) > 0.0
    if goal.area and goal.posture is not Posture.ATTACK and way_left(battle, unit, goal) > 0.0:
        return True
    if goal.posture is Posture.HOLD:
        return _is_threatened_aside(battle, unit)
    return True


def _is_threatened_aside(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is the nearest enemy near and not in front?"""
    near = nearest_of(battle, unit.id, battle.numbers_unbroken(1 - unit.side))
    if not near or nearest_enemy_distance(battle, unit) > THREAT:
        return False
    return not any(is_in_front(unit, battle.units[foe]) for foe in near)


# ----------------------------------------------------------------------- how far
def march_or_dice(battle: EagleBattle, question: Choose[Going]) -> object:
    """A march leads farthest as long as the enemy is far."""
    unit = battle.units[number_of(question)]
    return Going.DICE if nearest_enemy_distance(battle, unit) < BY_DICE else Going.MARCH


def optional_die(battle: EagleBattle, question: Choose[Extra]) -> object:
    """Another die is rolled by who is fresh and has a way to go; a six tires him (movement.fatigue)."""
    number, average, more = question.about
    assert isinstance(number, int)
    assert isinstance(average, int)
    assert isinstance(more, tuple)
    unit = battle.units[number]
    goal = goals(battle)[unit.side]
    if goal.posture is Posture.HOLD and not unit.is_light:
        return Extra.STOP
    left = _way_to_go(battle, unit, goal) - INCH * (average + sum(more))
    tires = unit.formed and unit.dp > 0
    return Extra.ROLL if left > INCH and not tires else Extra.STOP


def _way_to_go(battle: EagleBattle, unit: EagleUnit, goal: Goal) -> float:
    if goal.posture is Posture.TAKE and goal.area:
        return INCH * way_left(battle, unit, goal)
    return nearest_enemy_distance(battle, unit) - 4 * INCH


# ----------------------------------------------------------------------- where
def path(battle: EagleBattle, question: Decision[Any]) -> object:
    """The way to the best place; a unit that dresses by another goes as far as he does."""
    if not isinstance(question, PlanMove):
        assert isinstance(question, Choose)
        return question.options[0]
    unit = battle.units[question.body.id]
    view = outlook(battle, unit)
    found = candidates(question.body, question.terms, question.scene, towards=view.towards or question.toward)
    return max(found, key=lambda one: (place_worth(view, one.end), -one.cost)).plan


def face(battle: EagleBattle, question: PlanMove) -> object:
    """A unit that has run or re-formed faces the nearest enemy."""
    unit = replace(battle.units[question.body.id], pose=question.body.pose, shape=question.body.shape)
    found = candidates(question.body, question.terms, question.scene, towards=question.toward)
    return max(found, key=lambda one: facing_worth(battle, unit, one.end)).plan


def reform(battle: EagleBattle, question: Decision[Any]) -> object:
    """As the unit stood when it began: a Legion in lines, others in line, looking at the enemy."""
    if isinstance(question, PlanMove):
        return face(battle, question)
    assert isinstance(question, Choose)
    unit = battle.units[number_of(question)]

    def unlike(layout: Layout) -> tuple[bool, int, int]:
        own = unit.profile
        return (
            layout.formation is not own.formation,
            abs(len(layout.ranks) - len(own.ranks)),
            -layout.ranks[0],
        )

    return min(question.options, key=unlike)


# ----------------------------------------------------------------------- fire
def shoot(battle: EagleBattle, question: Choose[Aim | None]) -> object:
    """The target with most to lose by the dice that reach it."""
    unit = battle.units[number_of(question)]

    def worth(aim: Aim) -> float:
        target = battle.units[aim.target]
        order = order_of(target)
        return dice_at(battle, unit, aim) * (1.0 + order.dp / order.threshold) * value_of(target)

    return max((option for option in question.options if option is not None), key=worth)

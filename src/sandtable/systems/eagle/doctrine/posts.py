"""The value of a leader's post: the units in his range from there, and the unit that he joins."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.eagle.arcs import is_in_front
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.control import ControlTest, added, die
from sandtable.systems.eagle.control_facts import trial_of
from sandtable.systems.eagle.controlling import NEAR, WIDEST
from sandtable.systems.eagle.doctrine.assaults import led_worth
from sandtable.systems.eagle.doctrine.charges import can_strike
from sandtable.systems.eagle.doctrine.goals import Posture, goals
from sandtable.systems.eagle.doctrine.places import way_left
from sandtable.systems.eagle.nearness import enemies_within, within
from sandtable.systems.eagle.records import Record
from sandtable.table.measure import distance_to_point
from sandtable.table.space import INCH, Point, standing, turn_between

TO_RALLY: Final = 4
"""The turns until a unit that is shaken now can charge again."""
FREE: Final = (3, 4)
"""The scores of a control test that leave a unit to its player (control.result.middle)."""
ONWARD: Final = (Record.ADVANCE, Record.CHARGE, Record.COUNTER_CHARGE, Record.FOLLOW_UP, Record.PASS_THROUGH)
"""The last moves whose repetition also advances a unit (control.repeat)."""
STRIKING: Final = ONWARD[1:]
"""The last moves whose repetition is a charge; that of an advance is not (control.repeat)."""
BESIDE: Final = INCH
"""The distance within which neighbours may conform to one another (control.conform)."""
SOON: Final = 8 * INCH
AT_BLOWS: Final = 1.8
"""The weight of a unit with a charge open to it that pays."""
DRESSED: Final = 0.5
"""The weight of a unit that only conforms to its neighbour, and charges only with it."""
LIGHT: Final = 0.15
"""The weight of light troops, which other units easily keep under control."""
IDLE: Final = 0.7
"""The weight of a unit far from the enemy, or of one that must first be put in order."""
ON_ITS_WAY: Final = 2.0
"""How much more a unit counts that has yet to reach the ground to be taken."""
FIGHTS: Final = 3.0
"""The weight of a point of break value that a leader adds in combat: as much as three units under control,
since a unit under control may charge, and a charge gains a fraction of a point."""
ABOUT_TO_FIGHT: Final = 0.6
RALLY: Final = 1.0
"""The value of a leader to the unit he joins, if it is about to fight (ABOUT_TO_FIGHT) or shaken."""


def post_worth(battle: EagleBattle, leader: Leader, unit: EagleUnit) -> float:
    """The value of a leader with a unit, not counting units that other leaders keep under control."""
    if unit.routing:
        return 0.0
    place = standing(unit).at(0, -unit.troop_class.depth / 2)
    shared = any(other.attached == unit.id for other in battle.leaders_of(unit.side) if other.id != leader.id)
    command = command_worth(battle, leader, place, unit.id)
    return command + (0.0 if shared else _leading(battle, leader, unit))


def command_worth(battle: EagleBattle, leader: Leader, place: Point, joined: int | None = None) -> float:
    """The value of a leader at a place, for the units that no other leader keeps under control."""
    taken, needs = _taken(battle)[leader.id], _needs(battle)
    held = _in_hand(battle, leader.side, place, joined)
    return sum(share * needs[number] for number, share in held.items() if number not in taken)


@by_identity(most=4)
def _taken(battle: EagleBattle) -> dict[int, frozenset[int]]:
    """For each leader, fallen ones included, the units that other leaders of his side keep under control."""
    leaders = (*battle.leaders_of(0), *battle.leaders_of(1))
    held = {one.id: _in_hand(battle, one.side, battle.place_of(one)) for one in leaders}
    return {
        one.id: frozenset(
            number for other in battle.leaders_of(one.side) if other.id != one.id for number in held[other.id]
        )
        for one in battle.leaders
    }


def _leading(battle: EagleBattle, leader: Leader, unit: EagleUnit) -> float:
    """What a leader does for the unit that he has joined."""
    if unit.is_light:
        return 0.0
    if battle.is_engaged(unit.id):
        return FIGHTS * led_worth(battle, unit, leader)
    if unit.shaken:
        return RALLY if has_time_to_rally(battle, unit) else 0.0
    near = (battle.units[foe] for foe in enemies_within(battle, unit, SOON))
    return ABOUT_TO_FIGHT if unit.formed and any(is_in_front(unit, foe) for foe in near) else 0.0


def has_time_to_rally(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Can a shaken unit of an attacker still be of use: rallied, put in order, and come up again?"""
    hurried = battle.turn_limit - battle.turn < TO_RALLY
    return not hurried or goals(battle)[unit.side].posture is not Posture.ATTACK


def _in_hand(battle: EagleBattle, side: int, place: Point, joined: int | None = None) -> dict[int, float]:
    """The units that a leader at a place keeps under control, near him or conforming, with their weights.

    turn.command.who-tests, control.conform
    """
    dressing = _dressing(battle)[side]
    near = [
        one for one in dressing if one == joined or distance_to_point(battle.units[one], place) <= NEAR + 1
    ]
    held = dict.fromkeys(near, 1.0)
    queue = list(near)
    while queue:
        for other in dressing[queue.pop()]:
            if other not in held:
                held[other] = DRESSED
                queue.append(other)
    return held


@by_identity(most=4)
def _dressing(battle: EagleBattle) -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
    """For each side, the units that a leader could keep under control, and those that can conform to each."""
    first, second = (_neighbours(battle, side) for side in (0, 1))
    return first, second


def _neighbours(battle: EagleBattle, side: int) -> dict[int, tuple[int, ...]]:
    """The units close to one another that face nearly the same way (control.conform)."""
    units = battle.unbroken(side)
    free = tuple(unit.id for unit in units if not battle.is_engaged(unit.id) and not unit.pursuing)
    facing = {number: standing(battle.units[number]).heading for number in free}
    return {
        guide: tuple(
            other
            for other in within(battle, guide, tuple(one for one in free if one != guide), BESIDE)
            if abs(turn_between(facing[guide], facing[other])) <= WIDEST
        )
        for guide in free
    }


@by_identity(most=4)
def _needs(battle: EagleBattle) -> dict[int, float]:
    """How much it matters for each unit that it is under control."""
    return {unit.id: _need(battle, unit) for side in (0, 1) for unit in battle.unbroken(side)}


def _need(battle: EagleBattle, unit: EagleUnit) -> float:
    """How much it matters that a unit is under control: what it might do, and might do by itself."""
    if unit.is_light:
        return LIGHT
    fit = unit.formed or not unit.troop_class.is_formed_kind
    ready, trial = fit and not unit.shaken, trial_of(battle, unit)
    if ready and can_strike(battle, unit):
        return AT_BLOWS * _errand(battle, unit) * (1.0 - goes_by_itself(trial, STRIKING))
    use = 1.0 if ready and enemies_within(battle, unit, SOON) else IDLE
    return use * _errand(battle, unit) * (1.0 - goes_by_itself(trial))


def _errand(battle: EagleBattle, unit: EagleUnit) -> float:
    """How much more a unit is wanted that is on its way to the ground that its side takes."""
    goal = goals(battle)[unit.side]
    if goal.posture is not Posture.TAKE or unit.shaken:
        return 1.0
    return ON_ITS_WAY if way_left(battle, unit, goal) > 0.0 else 1.0


@lru_cache(maxsize=256)
def goes_by_itself(test: ControlTest, wanted: tuple[Record, ...] = ONWARD) -> float:
    """The chance that a control test lets a unit do what its side wants: freely, or by repeating."""
    scores = [face + added(test).whole for face in die(test).faces]
    useful = (FREE[0] <= one <= FREE[1] or (one > FREE[1] and test.record in wanted) for one in scores)
    return sum(useful) / len(scores)

"""What a leader's post is worth: the units that he keeps in hand from there, and the one he leads himself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.control import ControlTest, added, die
from sandtable.systems.eagle.controlling import NEAR, WIDEST, trial_of
from sandtable.systems.eagle.doctrine.assaults import led_worth
from sandtable.systems.eagle.doctrine.goals import Posture, goals
from sandtable.systems.eagle.doctrine.places import way_left
from sandtable.systems.eagle.nearness import enemies_within, within
from sandtable.systems.eagle.records import Record
from sandtable.table.body import standing
from sandtable.table.distance import distance_to_point
from sandtable.table.measure import INCH, turn_between
from sandtable.table.pose import Point

FREE: Final = (3, 4)
"""The scores that leave a unit to its player (control.result.middle)."""
ONWARD: Final = (Record.ADVANCE, Record.CHARGE, Record.COUNTER_CHARGE, Record.FOLLOW_UP, Record.PASS_THROUGH)
"""What may as well be repeated by a unit that is to go on (control.repeat)."""
BESIDE: Final = INCH
"""So near neighbours dress by one another (control.conform)."""
SOON: Final = 8 * INCH
CHARGE_REACH: Final = 4 * INCH
DRESSED: Final = 0.5
"""What a unit counts that moves by its neighbour alone, and charges only with him."""
LIGHT: Final = 0.15
"""What light troops count, who are easily kept in hand by others."""
IDLE: Final = 0.7
"""What a unit counts far from the enemy, or one that has to be put in order first."""
ON_ITS_WAY: Final = 2.0
"""How much more a unit counts that has yet to come to the ground that is to be taken."""
FIGHTS: Final = 3.0
"""What a point of break value counts that a leader brings to a unit in combat: as much as three units in
hand, since one in hand may charge, and a charge brings a part of a point."""
ABOUT_TO_FIGHT: Final = 0.6
RALLY: Final = 1.0
"""What a leader is worth to the unit he joins: one that will fight soon, or is shaken."""


def post_worth(battle: EagleBattle, leader: Leader, unit: EagleUnit) -> float:
    """What it is worth to have a leader with a unit, those left out whom other leaders keep in hand."""
    if unit.routing:
        return 0.0
    others = [one for one in battle.leaders_of(unit.side) if one.id != leader.id]
    taken = {number for other in others for number in _in_hand(battle, unit.side, battle.place_of(other))}
    place = standing(unit).at(0, -unit.troop_class.depth / 2)
    held = _in_hand(battle, unit.side, place, unit.id)
    command = sum(
        share * _need(battle, battle.units[number]) for number, share in held.items() if number not in taken
    )
    shared = any(other.attached == unit.id for other in others)
    return command + (0.0 if shared else _leading(battle, leader, unit))


def _leading(battle: EagleBattle, leader: Leader, unit: EagleUnit) -> float:
    """What a leader does for the unit that he has joined."""
    if unit.is_light:
        return 0.0
    if unit.shaken:
        return RALLY
    if battle.is_engaged(unit.id):
        return FIGHTS * led_worth(battle, unit, leader)
    return ABOUT_TO_FIGHT if unit.formed and enemies_within(battle, unit, SOON) else 0.0


def _in_hand(battle: EagleBattle, side: int, place: Point, joined: int | None = None) -> dict[int, float]:
    """The units that a leader at a place keeps in hand, each with what that counts: near him, or dressing.

    turn.command.who-tests, control.conform
    """
    free = [unit for unit in battle.unbroken(side) if not battle.is_engaged(unit.id) and not unit.pursuing]
    near = [unit.id for unit in free if unit.id == joined or distance_to_point(unit, place) <= NEAR + 1]
    held = dict.fromkeys(near, 1.0)
    queue = [battle.units[number] for number in near]
    while queue:
        for other in _dressing(battle, queue.pop(), free):
            if other.id not in held:
                held[other.id] = DRESSED
                queue.append(other)
    return held


def _dressing(battle: EagleBattle, guide: EagleUnit, free: list[EagleUnit]) -> Iterator[EagleUnit]:
    """Those who can dress by a unit: close by, facing nearly the same way (control.conform)."""
    near = within(battle, guide.id, tuple(one.id for one in free if one.id != guide.id), BESIDE)
    heading = standing(guide).heading
    for number in near:
        other = battle.units[number]
        if abs(turn_between(heading, standing(other).heading)) <= WIDEST:
            yield other


def _need(battle: EagleBattle, unit: EagleUnit) -> float:
    """How much it matters that a unit is in hand: what it might do, and whether it would do it by itself."""
    if unit.is_light:
        return LIGHT
    fit = unit.formed or not unit.troop_class.is_formed_kind
    use = 1.0 if fit and not unit.shaken and enemies_within(battle, unit, SOON) else IDLE
    return use * _errand(battle, unit) * (1.0 - goes_by_itself(trial_of(battle, unit)))


def _errand(battle: EagleBattle, unit: EagleUnit) -> float:
    """How much more a unit is wanted that is on its way to the ground its side takes."""
    goal = goals(battle)[unit.side]
    if goal.posture is not Posture.TAKE or unit.shaken:
        return 1.0
    return ON_ITS_WAY if way_left(battle, unit, goal) > 0.0 else 1.0


@lru_cache(maxsize=256)
def goes_by_itself(test: ControlTest) -> float:
    """The chance that a unit which tests its control goes on as its side wants."""
    scores = [face + added(test).whole for face in die(test).faces]
    useful = (FREE[0] <= one <= FREE[1] or (one > FREE[1] and test.record in ONWARD) for one in scores)
    return sum(useful) / len(scores)

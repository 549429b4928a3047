"""What a move costs in order: points for passing through friends, now or when they move later.

A unit has one die less in combat for each point (melee.mod.dp), and order is lost faster than it is restored.
"""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.lights import OUT_OF_REACH
from sandtable.systems.eagle.movement import scene_for
from sandtable.systems.eagle.moving import goes
from sandtable.systems.eagle.passage import disordered_by, first_overlaps, is_excused
from sandtable.table.movement import Verdict


def points_lost(battle: EagleBattle, unit: EagleUnit, verdict: Verdict) -> int:
    """The points that a move costs a unit and its friends for passing through one another."""
    if not goes(verdict.plan):
        return 0
    disordered = [*unit.owed, *_passed(battle, unit, verdict)]
    return len({number for number in disordered if not battle.units[number].crossed})


def _passed(battle: EagleBattle, unit: EagleUnit, verdict: Verdict) -> list[int]:
    """The units that take a point for a passage, now or when the passed friend moves later.

    movement.passage, movement.passage.detail
    """
    friends = [battle.units[one] for one in verdict.passed if battle.units[one].side == unit.side]
    where = first_overlaps(unit, verdict.plan, scene_for(battle, unit, OUT_OF_REACH)) if friends else {}
    found: list[int] = []
    for friend in friends:
        if not is_excused(battle, unit, friend) or _will_move(battle, friend):
            found += disordered_by(battle, unit, friend, where.get(friend.id))
    return found


def _will_move(battle: EagleBattle, friend: EagleUnit) -> bool:
    """Has a friend yet to act this turn, and is it unlikely to stand?"""
    return not (friend.taken or friend.is_light or friend.shaken or battle.is_engaged(friend.id))

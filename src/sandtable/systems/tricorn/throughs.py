"""Whom a unit might pass: formed friends before or behind it, soon told (movement.pass-through.shape)."""

from __future__ import annotations

from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.movement import ALONG, formed_friends
from sandtable.systems.tricorn.rates import hundredths, rate
from sandtable.table.body import standing
from sandtable.table.measure import HALF_TURN, turn_between
from sandtable.table.pose import Point


def may_pass_somebody(battle: TricornBattle, unit: TricornUnit, share: float) -> bool:
    """Might a unit pass a formed friend: does one lie near enough, before or behind it, and parallel to it?

    movement.pass-through.shape, movement.pass-through.rate; whether it can is then looked at closely
    """
    if not unit.is_formed:
        return False
    pace = rate(unit)
    reach = hundredths(pace, share) / pace.dearness
    return any(_lies_in_the_way(unit, battle.units[friend], reach) for friend in formed_friends(battle, unit))


def _lies_in_the_way(unit: TricornUnit, friend: TricornUnit, reach: float) -> bool:
    here, there = standing(unit), standing(friend)
    off = abs(turn_between(here.heading, there.heading))
    if min(off, HALF_TURN - off) > ALONG:
        return False
    right, forward = here.local(Point(there.x, there.y))
    depth = unit.shape.depth + friend.shape.depth
    wide = (unit.shape.width + friend.shape.width) / 2 + reach / 2
    # It has to come in and out again, so the gap and both depths have to be covered.
    return abs(right) <= wide and abs(forward) <= reach + depth

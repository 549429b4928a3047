"""The formed friends that a unit might pass, by a quick test before the exact one
(movement.pass-through.shape)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.movement import ALONG, OBLIQUE, may_be_passed
from sandtable.systems.tricorn.nearness import gaps_from, middle_of
from sandtable.systems.tricorn.rates import budget, half_rate, rate
from sandtable.table.movement import Advance, Leg, LegSide, Oblique, Retire
from sandtable.table.space import COSINES, HALF_TURN, SINES, standing, turn_between

SLANT: Final = SINES[OBLIQUE] / COSINES[OBLIQUE]
"""How far an Oblique leads aside for each inch ahead (movement.oblique)."""
SKEW: Final = 60
"""By how much less than their depths two units at an angle may measure along the path
(movement.pass-through.shape)."""
ASIDE: Final[tuple[tuple[LegSide, int], ...]] = (("left", -1), ("right", 1))


def ways_past(battle: TricornBattle, unit: TricornUnit, share: int) -> tuple[Leg, ...]:
    """The legs by which a unit might pass formed friends: ahead, obliquely, straight back, as far as
    possible.

    The exact check follows (movement.pass-through.shape, movement.pass-through.rate).
    """
    if not unit.is_formed:
        return ()
    reach, back = reach_of(unit, share)
    gaps, far = gaps_from(unit, scene_of(battle)), (1.0 + SLANT) * (max(reach, back) + SKEW)
    # A quick test: most friends are out of reach or at another angle.
    heading = standing(unit).heading + ALONG
    near = [
        friend
        for friend in battle.on_table(unit.side)
        if gaps[friend.id] <= far and not friend.moved and friend.id != unit.id
        if (heading - standing(friend).heading) % HALF_TURN <= 2 * ALONG and may_be_passed(friend)
    ]
    return tuple(dict.fromkeys([leg for friend in near for leg in _ways(unit, friend, reach, back)]))


def reach_of(unit: TricornUnit, share: int) -> tuple[float, float]:
    """How far a unit goes through formed friends, ahead and back.

    movement.pass-through.rate, movement.half-rate-cost
    """
    pace = rate(unit)
    reach = budget(pace, share) / pace.dearness
    return reach, reach if unit.is_artillery else reach / half_rate()


def _ways(unit: TricornUnit, friend: TricornUnit, reach: float, back: float) -> Iterator[Leg]:
    """The legs that might pass one friend: it lies parallel, and the move may clear both depths."""
    here, there = standing(unit), standing(friend)
    off = abs(turn_between(here.heading, there.heading))
    if min(off, HALF_TURN - off) > ALONG:
        return
    right, forward = here.local(middle_of(friend))
    forward += unit.shape.depth / 2
    needed = abs(forward) + (unit.shape.depth + friend.shape.depth) / 2 - SKEW
    wide = (unit.shape.width + friend.shape.width) / 2
    if forward < 0:
        if needed <= back and abs(right) < wide:
            yield Retire(max(round(back), 1))
    elif needed <= reach:
        if abs(right) < wide:
            yield Advance(max(round(reach), 1))
        for side, sign in ASIDE:
            if abs(right - sign * forward * SLANT) < wide:
                yield Oblique(side, OBLIQUE, max(round(reach), 1))

"""Tasks: the ground that a scenario wants units to stand on when the battle ends."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.doctrine.ground import apart, middle
from sandtable.systems.liberty.doctrine.worth import turns_left
from sandtable.systems.liberty.profiles import UnitType
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.roster import Objective
from sandtable.systems.liberty.states import State
from sandtable.table.space.lengths import COSINES, INCH, SINES
from sandtable.table.space.pose import Point, Pose

NOT_YET: Final = 0.2
"""How much of a task counts as long as there is time enough to see to it."""
SPARE_TURNS: Final = 3
"""Turns to have in hand on the way: to turn about, to fail an order."""
OUTSIDE: Final = 0.8
PER_INCH: Final = 0.96
"""What a place near the ground is worth of the whole, and what each inch takes off."""
TURNED: Final = 0.2
"""What it is worth of the whole to face the ground, for the move of the next turn."""
STAKE: Final = 0.3
"""What each point that hangs on a single unit adds to the worth of hurting it."""
INSIDE: Final = INCH
"""So far inside its edge a unit makes for."""


class Task(NamedTuple):
    """Ground that a unit should be on when the battle ends, and what that is worth now."""

    low: Point
    high: Point
    worth: float

    def holds(self, here: Point) -> bool:
        """Is a place on this ground?"""
        return self.low.x <= here.x <= self.high.x and self.low.y <= here.y <= self.high.y

    def nearest(self, here: Point) -> Point:
        """The nearest place on this ground, a little inside its edge."""
        low, high = self.low, self.high
        x = min(max(here.x, min(low.x + INSIDE, high.x)), max(high.x - INSIDE, low.x))
        return Point(x, min(max(here.y, min(low.y + INSIDE, high.y)), max(high.y - INSIDE, low.y)))


def tasks_of(battle: LibertyBattle, unit: Regiment) -> tuple[Task, ...]:
    """The ground a unit is wanted on, in earnest when it is time to go there."""
    if not battle.objectives or unit.state is State.SHAKEN:
        return ()
    own = battle.camps[unit.side].id
    goals = (goal for goal in battle.objectives if goal.side == own and _wants(goal, unit))
    return tuple(_task(battle, unit, goal) for goal in goals)


def _wants(goal: Objective, unit: Regiment) -> bool:
    """Can this unit do something for a goal by standing on its ground?"""
    if not goal.area:
        return False
    if goal.kind == "each":
        return goal.whose == "own" and (not goal.types or unit.profile.type in goal.types)
    return goal.kind in ("hold", "majority") and unit.profile.type is not UnitType.ARTILLERY


def _task(battle: LibertyBattle, unit: Regiment, goal: Objective) -> Task:
    low, high = _bounds(goal)
    here = middle(unit)
    away = apart(here, Task(low, high, 0.0).nearest(here))
    needed = ceil(away / rates(unit.arm).advance) + SPARE_TURNS
    urgency = 1.0 if turns_left(battle) <= needed else NOT_YET
    return Task(low, high, urgency * _share(goal))


def _share(goal: Objective) -> float:
    """What one unit on the ground is worth: all points of its own, or a part of those of all together."""
    return float(goal.vp) if goal.kind == "each" else goal.vp / 3


@lru_cache(maxsize=256)
def _bounds(goal: Objective) -> tuple[Point, Point]:
    """The rectangle around the ground of a goal, in hundredths."""
    area = goal.area or ()
    across, along = [x for x, _ in area], [y for _, y in area]
    return (
        Point(min(across) * INCH, min(along) * INCH),
        Point(max(across) * INCH, max(along) * INCH),
    )


def stake(battle: LibertyBattle, unit: Regiment) -> float:
    """How much more than others a unit is worth hurting, because a scenario counts its kind one by one."""
    more = 1.0
    for goal in battle.objectives:
        if goal.kind == "each" and (not goal.types or unit.profile.type in goal.types):
            about_it = (goal.side == battle.camps[unit.side].id) == (goal.whose == "own")
            more += STAKE * goal.vp if about_it else 0.0
    return more


def worth_for_tasks(tasks: tuple[Task, ...], here: Point, pose: Pose) -> float:
    """What a place is worth for the ground a unit should be on: on it, near it, or facing it."""
    worth = 0.0
    for task in tasks:
        if task.holds(here):
            worth += task.worth
            continue
        there = task.nearest(here)
        worth += OUTSIDE * task.worth * PER_INCH ** apart(here, there)
        dx, dy = there.x - here.x, there.y - here.y
        sin, cos = SINES[pose.heading], COSINES[pose.heading]
        if dx * sin + dy * cos > abs(dx * cos - dy * sin):
            worth += TURNED * task.worth
    return worth

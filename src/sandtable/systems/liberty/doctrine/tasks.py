"""Tasks: the ground on which a scenario scores units when the battle ends."""

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
from sandtable.table.space import COSINES, INCH, SINES, Point, Pose

NOT_YET: Final = 0.2
"""The part of a task that counts while there is time enough."""
SPARE_TURNS: Final = 3
"""Turns to spare on the way, for turning about or a failed order."""
OUTSIDE: Final = 0.8
PER_INCH: Final = 0.96
"""The part of the whole that a place near the ground is worth, and the factor for each inch away."""
TURNED: Final = 0.2
"""The part of the whole that facing the ground is worth, for the next turn's move."""
STAKE: Final = 0.3
"""The extra worth of hurting a unit, for each point that depends on it alone."""
INSIDE: Final = INCH
"""How far inside the edge of the ground a unit aims."""


class Task(NamedTuple):
    """Ground that a unit should be on when the battle ends, and its present worth."""

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
    """The tasks of a unit; they count in full when it is time to go there."""
    if not battle.objectives or unit.state is State.SHAKEN:
        return ()
    own = battle.camps[unit.side].id
    goals = (goal for goal in battle.objectives if goal.side == own and _wants(goal, unit))
    return tuple(_task(battle, unit, goal) for goal in goals)


def _wants(goal: Objective, unit: Regiment) -> bool:
    """Can this unit serve an objective by standing on its ground?"""
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
    """The worth of one unit on the ground: all points if each unit scores, else a third of them."""
    return float(goal.vp) if goal.kind == "each" else goal.vp / 3


@lru_cache(maxsize=256)
def _bounds(goal: Objective) -> tuple[Point, Point]:
    """The rectangle around the ground of an objective, in hundredths."""
    area = goal.area or ()
    across, along = [x for x, _ in area], [y for _, y in area]
    return (
        Point(min(across) * INCH, min(along) * INCH),
        Point(max(across) * INCH, max(along) * INCH),
    )


def stake(battle: LibertyBattle, unit: Regiment) -> float:
    """How much more than others a unit is worth hurting, as a scenario counts its kind one by one."""
    more = 1.0
    for goal in battle.objectives:
        if goal.kind == "each" and (not goal.types or unit.profile.type in goal.types):
            about_it = (goal.side == battle.camps[unit.side].id) == (goal.whose == "own")
            more += STAKE * goal.vp if about_it else 0.0
    return more


def worth_for_tasks(tasks: tuple[Task, ...], here: Point, pose: Pose) -> float:
    """The worth of a place for a unit's tasks: on their ground, near it, or facing it."""
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

"""The lie of the land, roughly and quickly: directions, and lengths in large inches whatever the set.

The rules measure what counts; this is for plans that reach beyond a single move.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground.hexes.plan import HEX
from sandtable.table.movement.legs import RADIAN
from sandtable.table.space.body import centre, standing
from sandtable.table.space.lengths import FULL_TURN, INCH
from sandtable.table.space.pose import Point, Pose

PLAN: Final = {Scale.LARGE: float(INCH), Scale.SMALL: INCH * 2 / 3, Scale.HEX: float(INCH)}
"""What a large inch of the plan measures on the table of each set."""

ROSE: Final = ((0, 1), (0.7, 0.7), (1, 0), (0.7, -0.7), (0, -1), (-0.7, -0.7), (-1, 0), (-0.7, 0.7))
"""The eight winds, across and along the table."""


def middle(unit: ElanUnit) -> Point:
    """The middle of a unit that stands on the table."""
    return centre(standing(unit), unit.shape)


def apart(battle: ElanBattle, one: Point, other: Point) -> float:
    """The large inches between two points."""
    return math.hypot(one.x - other.x, one.y - other.y) / PLAN[battle.scale]


def around(battle: ElanBattle, point: Point, away: float) -> tuple[Point, ...]:
    """Eight points so many large inches around one."""
    span = away * PLAN[battle.scale]
    return tuple(Point(point.x + span * across, point.y + span * along) for across, along in ROSE)


def heading_to(start: Point, end: Point) -> int:
    """The heading from one point to another."""
    return round(math.atan2(end.x - start.x, end.y - start.y) / RADIAN) % FULL_TURN


def off_course(pose: Pose, start: Point, end: Point) -> int:
    """By how many tenths of a degree a pose faces away from the way to a point."""
    turn = (heading_to(start, end) - pose.heading) % FULL_TURN
    return min(turn, FULL_TURN - turn)


def plan_inches(battle: ElanBattle, span: float) -> float:
    """A span of the set as large inches of the plan."""
    if battle.scale is Scale.HEX:
        return span * HEX / INCH
    return span / PLAN[battle.scale]

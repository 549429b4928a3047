"""Rough and fast measures for plans beyond one move: directions, and lengths in large inches.

The rules measure exactly through the ground; nothing here decides a rule.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.figures import HEX_WIDTH, Scale
from sandtable.table.space import FULL_TURN, INCH, RADIAN, Point, Pose, centre, standing

PLAN: Final = {Scale.LARGE: float(INCH), Scale.SMALL: INCH * 2 / 3, Scale.HEX: float(INCH)}
"""The length of a large inch of the plan on the table of each set."""

ROSE: Final = ((0, 1), (0.7, 0.7), (1, 0), (0.7, -0.7), (0, -1), (-0.7, -0.7), (-1, 0), (-0.7, 0.7))
"""The eight directions of the compass."""


def middle(unit: ElanUnit) -> Point:
    """The middle of a unit on the table."""
    return centre(standing(unit), unit.shape)


def apart(battle: ElanBattle, one: Point, other: Point) -> float:
    """The distance between two points in large inches."""
    return math.hypot(one.x - other.x, one.y - other.y) / PLAN[battle.scale]


def around(battle: ElanBattle, point: Point, away: float) -> tuple[Point, ...]:
    """Eight points around a point, at a distance in large inches."""
    span = away * PLAN[battle.scale]
    return tuple(Point(point.x + span * across, point.y + span * along) for across, along in ROSE)


def heading_to(start: Point, end: Point) -> int:
    """The heading from one point to another."""
    return round(math.atan2(end.x - start.x, end.y - start.y) / RADIAN) % FULL_TURN


def off_course(pose: Pose, start: Point, end: Point) -> int:
    """How many tenths of a degree a pose faces away from the direction of a point."""
    turn = (heading_to(start, end) - pose.heading) % FULL_TURN
    return min(turn, FULL_TURN - turn)


def plan_inches(battle: ElanBattle, span: float) -> float:
    """A span of the set in large inches of the plan."""
    if battle.scale is Scale.HEX:
        return span * HEX_WIDTH / INCH
    return span / PLAN[battle.scale]

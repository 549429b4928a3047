"""How to draw up a brigade: in line, guns unlimbered, near the middle of what it has to face."""

from __future__ import annotations

from typing import Final

from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.deployment import Deployment, PlaceBrigade
from sandtable.systems.liberty.doctrine.ground import apart, middle
from sandtable.systems.liberty.profiles import Formation
from sandtable.table.space import Point

IN_ORDER: Final = (Formation.LINE, Formation.UNLIMBERED_LINE)
OUT_OF_ORDER: Final = 20.0
"""The penalty of a bad formation, in inches of distance."""


def draw_up(battle: LibertyBattle, question: PlaceBrigade) -> object:
    """The deployment whose units stand in line and nearest to the middle of the enemy."""
    enemies = [middle(unit) for unit in battle.on_table(1 - question.seat)]
    goal = _middle(enemies) if enemies else Point(battle.field.width / 2, battle.field.depth / 2)
    offered = [one for one in question.sensible() if isinstance(one, Deployment)]
    return min(offered, key=lambda one: _distance(one, goal))


def _middle(points: list[Point]) -> Point:
    count = len(points)
    return Point(sum(point.x for point in points) / count, sum(point.y for point in points) / count)


def _distance(placed: Deployment, goal: Point) -> float:
    """The average distance of a brigade's units from a place, with a penalty for bad formations."""
    return sum(
        apart(Point(one.pose.x, one.pose.y), goal) + (0.0 if one.formation in IN_ORDER else OUT_OF_ORDER)
        for one in placed.units
    ) / len(placed.units)

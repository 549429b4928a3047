"""Deployment: commands are drawn up side by side in the first line facing the enemy."""

from __future__ import annotations

from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.deployment import Deploy
from sandtable.systems.tricorn.doctrine.lie import apart, midst
from sandtable.systems.tricorn.nearness import middle_of
from sandtable.systems.tricorn.setup_events import Deployment
from sandtable.table.space import Point


def place(battle: TricornBattle, question: Deploy) -> object:
    """The ordinary deployment nearest to the objectives and to visible enemies."""
    wish = _wish(battle, question.seat)
    ways = [way for way in question.sensible() if isinstance(way, Deployment)]
    return min(ways, key=lambda way: _far(way, wish))


def _wish(battle: TricornBattle, side: int) -> Point:
    """The centre of the objectives, or of the table."""
    middle = Point(battle.field.width / 2, battle.field.depth / 2)
    enemies = [middle_of(foe) for foe in battle.enemies_of(side)]
    return midst([*(prize.point for prize in battle.prizes), *enemies]) or middle


def _far(way: Deployment, wish: Point) -> float:
    """The average distance of a command from a point."""
    if not way.units:
        return apart(Point(*way.officer.at), wish) if way.officer.at is not None else 0.0
    return sum(apart(Point(one.to.x, one.to.y), wish) for one in way.units) / len(way.units)

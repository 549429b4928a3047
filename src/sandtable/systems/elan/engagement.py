"""Engagement range: which units and brigades are near an enemy."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.ground import ground_of


def is_in_engagement_range(battle: ElanBattle, unit: int) -> bool:
    """Is any enemy unit within engagement range, seen or not? Commanders do not count.

    command.engagement-range
    """
    ground = ground_of(battle)
    return ground.is_within(ground.closest(unit), battle.figures.engagement)


def is_engaged(battle: ElanBattle, units: Sequence[int]) -> bool:
    """Is at least one unit of a brigade within engagement range? (command.engaged)"""
    ground = ground_of(battle)
    return ground.is_within(min(ground.closest_of(units), default=math.inf), battle.figures.engagement)

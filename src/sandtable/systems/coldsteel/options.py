"""The options of a battle of coldsteel: rules with more than one reading, and variants."""

from __future__ import annotations

from enum import StrEnum

from sandtable.game.rules.rulebook import Readings


class Reading(StrEnum):
    """The rules with more than one reading; reading 0 is the default."""

    SHOOTING_ORDER = "turn.printed-order-rules"
    COLUMNS = "formation.two-columns"
    FIRED_SPLIT = "morale.fired-split"
    FAILURE_BINDS = "morale.status"
    JUST_CHARGED = "morale.retreat.still-engaged"
    GARRISON_SHOOTS = "shooting.garrison-may"
    BUILDING_SIGHT = "artillery.building-sight"
    LONGEST_RANGE = "artillery.no-maximum"
    GUNS_AT_BUILDINGS = "artillery.building"
    CAVALRY_DICE = "melee.cavalry-dice-always"
    SIXES = "casualties.six-within"
    LIGHT_IN_MELEE = "troops.light.melee-means"


class Variant(StrEnum):
    """The options of a battle that are not readings of a rule."""

    DEPLOYMENT = "deployment"
    CARDS = "cards"
    TERRAIN = "terrain"


def is_other(readings: Readings, rule: Reading) -> bool:
    """Is a rule with two readings played by its second one?"""
    return readings.of(rule) != 0

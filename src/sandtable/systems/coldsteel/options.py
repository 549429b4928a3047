"""The options of a battle of coldsteel: rules that can be read in more than one way, and its variants."""

from __future__ import annotations

from enum import StrEnum

from sandtable.game.rules.rulebook import Readings


class Reading(StrEnum):
    """The rules that can be read in more than one way; reading 0 is the default of each."""

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
    """The options of a battle that are no readings of a rule."""

    DEPLOYMENT = "deployment"
    CARDS = "cards"
    TERRAIN = "terrain"


def is_other(readings: Readings, rule: Reading) -> bool:
    """Is a rule of two readings played by its other one?"""
    return readings.of(rule) != 0

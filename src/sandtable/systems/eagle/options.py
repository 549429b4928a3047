"""The options of a battle of eagle: rules that can be read in more than one way, and its variants."""

from __future__ import annotations

from enum import StrEnum

from sandtable.game.rules.rulebook import Readings


class Reading(StrEnum):
    """The rules that can be read in more than one way; reading 0 is the default of each."""

    LAST_WOUND = "leaders.wound.reconcile"
    FURTHER_DISORDER = "morale.threshold"
    RALLIED_WITH = "rally.shaken.limits"
    EXTRA_INCH = "movement.unformed-move.bonus"
    STRAIGHT_AWAY = "movement.compulsory.direction"
    HALVE_OR_DEDUCT = "shooting.sequence"
    BARS_ON_LIGHTS = "charge.bars.all"
    HEAVY_CHARGE = "melee.mod.hi"
    REAR_LINES = "melee.supported.legion"
    SEVERAL_UNITS = "melee.multi.highest"
    TIRING_BRITONS = "melee.british.detail"
    SHAKEN_DICE = "melee.shaken.instead"
    SEVERAL_LEADERS = "melee.auto-hit.detail"
    SHAKEN_WHEN = "result.shaken-when"
    SECOND_ROUND = "result.second-round"
    SHAKEN_PURSUERS = "after.pursue.new-enemy.detail"


class Variant(StrEnum):
    """The options of a battle that are no readings of a rule."""

    DEPLOYMENT = "deployment"


def is_other(readings: Readings, rule: Reading) -> bool:
    """Is a rule with two readings played by the second?"""
    return readings.of(rule) != 0

"""The options of a battle of tricorn: rules that can be read in more than one way, and its variant."""

from __future__ import annotations

from enum import StrEnum

from sandtable.game.rules.rulebook import Readings


class Reading(StrEnum):
    """The rules that can be read in more than one way; reading 0 is the default of each (setup.readings)."""

    TRANSFER = "cards.cc.transfer.timing"
    LIGHTS_APART = "troops.muskets"
    WIDE_ZONE = "movement.zoc.shape"
    FLANK_STANDS = "movement.flank-contact.when"
    SECOND_HIT = "combat.over-six.second"
    STEP_THREE_ONLY = "melee.result.count"
    TIE_WITH_HITS = "melee.tie.same-for-hits"
    CLAIMANT_STANDS = "melee.mounted-must-recoil.priority"
    PERMANENT_CONVERTS = "morale.row.2.permanent.adds"
    ONE_MARKER_SPARED = "morale.recoiled-into.levels"
    PER_EDGE = "morale.mod.surrounded.reading"


class Variant(StrEnum):
    """Options of a battle other than readings of a rule (setup.printed)."""

    DEPLOYMENT = "deployment"


def is_other(readings: Readings, rule: Reading) -> bool:
    """Is a rule with two readings played by its second reading? (setup.readings)"""
    return readings.of(rule) != 0

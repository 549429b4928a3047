"""The options of a battle of elan: rules that can be read in two ways, and what a battle chose."""

from __future__ import annotations

from enum import StrEnum

from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.terrain import Effect, effect


class Reading(StrEnum):
    """The rules that can be read in two ways, the default first."""

    PENALTY = "hex.penalty"
    BRIGADE_LOSSES = "command.losses"
    FIRE_MODIFIER = "troops.fire-modifier"
    WHEEL_CONFLICT = "movement.wheel-conflict"
    SKIRMISH_CAVALRY = "terrain.skirmish-cavalry"
    CHARGE_SEQUENCE = "charge.sequence"
    RESULT_ORDER = "melee.result.order"


def is_other(battle: ElanBattle, rule: Reading) -> bool:
    """Is a rule played by its other reading in this battle?"""
    return battle.readings.of(rule) != 0


def effect_on(battle: ElanBattle, unit: ElanUnit, kind: str) -> Effect:
    """What a kind of ground does to a unit, by the reading that the battle chose.

    terrain.skirmish-cavalry
    """
    other = is_other(battle, Reading.SKIRMISH_CAVALRY)
    return effect(kind, unit.troop_class, open_to_horse_skirmishers=other)

"""The options of a battle of elan: rules with two readings, and which of them the battle uses."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from sandtable.systems.elan.battle import ElanBattle, ElanUnit, troop_class_in
from sandtable.systems.elan.terrain import Effect, TroopClass, effect
from sandtable.systems.elan.troops import Formation


class Reading(StrEnum):
    """The rules with two readings, the default first."""

    PENALTY = "hex.penalty"
    BRIGADE_LOSSES = "command.losses"
    FIRE_MODIFIER = "troops.fire-modifier"
    WHEEL_CONFLICT = "movement.wheel-conflict"
    SKIRMISH_CAVALRY = "terrain.skirmish-cavalry"
    CHARGE_SEQUENCE = "charge.sequence"
    RESULT_ORDER = "melee.result.order"


def is_other(battle: ElanBattle, rule: Reading) -> bool:
    """Does this battle use the other reading of a rule?"""
    return battle.readings.of(rule) != 0


class Footing(Struct, frozen=True, gc=False):
    """A troop class, whether closed ground bars its mounted skirmishers, and the ground opened to it.

    terrain.skirmish-cavalry, terrain.ssr-opens
    """

    troops: TroopClass
    bars_horse_skirmishers: bool = False
    opened: tuple[str, ...] = ()

    def on(self, kind: str) -> Effect:
        """What a kind of ground does to these troops."""
        barred, opened = self.bars_horse_skirmishers, kind in self.opened
        return effect(kind, self.troops, bars_horse_skirmishers=barred, opened=opened)


def footing(battle: ElanBattle, unit: ElanUnit) -> Footing:
    """The footing of a unit, by the reading of the battle (terrain.skirmish-cavalry)."""
    return footing_in(battle, unit, unit.formation)


def footing_in(battle: ElanBattle, unit: ElanUnit, formation: Formation) -> Footing:
    """The footing of a unit in a given formation.

    terrain.table, terrain.skirmish-cavalry, terrain.ssr-opens
    """
    troops = troop_class_in(unit.profile_id, formation)
    opened = battle.opened_to(unit.id) if battle.opened else ()
    return Footing(troops, is_other(battle, Reading.SKIRMISH_CAVALRY), opened)


def effect_on(battle: ElanBattle, unit: ElanUnit, kind: str) -> Effect:
    """What a kind of ground does to a unit, by the reading of the battle (terrain.skirmish-cavalry)."""
    return footing(battle, unit).on(kind)

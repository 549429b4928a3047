"""Recovery from disorder: which units may recover (troops.recover)."""

from __future__ import annotations

from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.options import effect_on


def can_recover(battle: ElanBattle, unit: ElanUnit) -> bool:
    """May a unit spend its move to recover, at any distance from the enemy?

    troops.recover, troops.halt, terrain.no-recovery, movement.once
    """
    if not unit.disordered or unit.pose is None:
        return False
    if unit.halted or unit.retreating or unit.has_acted or battle.is_in_contact(unit.id):
        return False
    under = ground_of(battle).kinds_under(unit.id)
    return not any(effect_on(battle, unit, kind).no_recovery for kind in under)

"""Which units may charge which, and by which way."""

from __future__ import annotations

from typing import Final

from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Onset
from sandtable.systems.elan.rates import span_of
from sandtable.systems.elan.troops import Formation

NEVER: Final = (Formation.MARCH_COLUMN, Formation.SQUARE, Formation.GARRISON)
"""The formations in which a unit may not charge (charge.who)."""


def may_charge(battle: ElanBattle, unit: ElanUnit) -> bool:
    """May a unit declare a charge at all?

    charge.who, charge.declare; not if it is of the 2nd side and already charged, nor if it fell back this
    turn (compulsory.ends-turn)
    """
    if unit.halted or unit.retreating or unit.fled:
        return False
    if unit.formation in NEVER or unit.is_artillery:
        return False
    if unit.side == battle.first or not battle.charges:
        return True
    return all(charge.target != unit.id for charge in battle.charges)


def may_be_charged_by(unit: ElanUnit, enemy: ElanUnit) -> bool:
    """May a unit charge this enemy? Skirmishers charge only skirmishers, guns and retreating units.

    charge.who
    """
    return not unit.formation.is_loose or enemy.formation.is_loose or enemy.is_artillery or enemy.retreating


def targets_of(battle: ElanBattle, charger: int) -> tuple[int, ...]:
    """The enemies in sight that a unit may charge and can reach (charge.declare, charge.distance)."""
    unit, ground = battle.units[charger], ground_of(battle)
    reach = span_of(unit.profile_id, unit.formation, battle.scale)
    if not ground.is_within(ground.closest(charger), reach):
        return ()
    gaps = ground.gaps(charger)
    return tuple(
        enemy.id
        for enemy in battle.enemies_of(unit.side)
        if ground.is_within(gaps[enemy.id], reach)
        and may_be_charged_by(unit, enemy)
        and ground.sees(charger, enemy.id)
        and way_to(battle, charger, enemy.id) is not None
    )


def reach_of(battle: ElanBattle, unit: int) -> int:
    """A unit's charge reach: its tactical rate without march multiplier or road bonus (charge.distance)."""
    one = battle.units[unit]
    return span_of(one.profile_id, one.formation, battle.scale)


def way_to(battle: ElanBattle, charger: int, target: int) -> Onset | None:
    """The way by which a unit charges another; None if the target is gone, out of reach or has no room.

    charge.path, hex.charge, charge.target-gone, geometry.contact-align
    """
    if battle.units[charger].pose is None or battle.units[target].pose is None:
        return None
    ground = ground_of(battle)
    onset = ground.onset(charger, target, reach_of(battle, charger))
    if onset is None or not ground.can_close(charger, target, onset.to, onset.line):
        return None
    return onset

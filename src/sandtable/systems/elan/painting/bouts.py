"""What two units could do to each other from where they stand: fire, charges, and the melee after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.ask.faces import Stake
from sandtable.systems.elan.aim import may_fire, targets
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Step
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.painting.overlays import charge_open_to
from sandtable.systems.elan.stakes import charge_stakes, fire_stake, melee_stakes

BEFORE_CHARGES: Final = (Step.DEPLOYMENT, Step.ATTACHING, Step.INITIATIVE, Step.COMMAND, Step.DECLARING)
"""The steps in which a unit may still charge this turn (turn.sequence)."""


def bouts(battle: ElanBattle, unit: ElanUnit) -> Iterator[Stake]:
    """What a unit could do to each enemy and each enemy to it, the nearest enemy first."""
    if unit.pose is None:
        return
    gaps = ground_of(battle).gaps(unit.id)
    for enemy in sorted(battle.enemies_of(unit.side), key=lambda enemy: (gaps[enemy.id], enemy.id)):
        yield from melee_stakes(battle, unit, enemy, f"Melee with {enemy.name}")
        yield from _against(battle, unit, enemy, f"Fire at {enemy.name}", f"Charge {enemy.name}")
        yield from _against(battle, enemy, unit, f"{enemy.name} fires", f"{enemy.name} charges")


def _against(battle: ElanBattle, unit: ElanUnit, enemy: ElanUnit, fire: str, charge: str) -> Iterator[Stake]:
    """One unit's fire and charge on another, as far as they are open to it."""
    if may_fire(battle, unit) and enemy.id in targets(battle, unit.id):
        yield fire_stake(battle, unit, enemy, fire)
    may_still = unit.side != battle.active or battle.step in BEFORE_CHARGES
    if may_still and charge_open_to(battle, unit, enemy) is not None:
        yield from charge_stakes(battle, unit.id, enemy.id, charge)

"""What two units could do to each other from where they stand: fire, charges, and the melees that follow."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.ask.faces import Stake
from sandtable.systems.coldsteel.aim import targets
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.nearness import distances, enemies_of
from sandtable.systems.coldsteel.painting.overlays import charge_open_to
from sandtable.systems.coldsteel.stakes import charge_stakes, fire_stake, melee_stakes, rested


def bouts(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Stake]:
    """What a unit and each enemy could do to each other, nearest enemy first."""
    if unit.pose is None:
        return
    enemies = enemies_of(battle, unit)
    near = sorted(zip(distances(battle, unit.id, enemies), enemies, strict=True))
    for enemy in (battle.units[number] for _, number in near):
        yield from melee_stakes(battle, unit, enemy, f"Melee with {enemy.name}")
        yield from _against(battle, unit, enemy, f"Fire at {enemy.name}", f"Charge {enemy.name}")
        yield from _against(battle, enemy, unit, f"{enemy.name} fires", f"{enemy.name} charges")


def _against(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit, fire: str, charge: str
) -> Iterator[Stake]:
    """The fire and the charge of one unit on another, where they are legal."""
    if enemy.id in targets(battle, rested(unit)):
        yield fire_stake(battle, rested(unit), enemy, fire)
    way = None if battle.is_engaged(unit.id) else charge_open_to(battle, unit, enemy)
    if way is not None:
        yield from charge_stakes(battle, unit, enemy, way.to, charge)

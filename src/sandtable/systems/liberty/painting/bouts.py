"""What two units could do to each other from where they stand: volleys, charges, and the melee after them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.ask.faces import Stake
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.aim import targets
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.painting.overlays import charges_open_to
from sandtable.systems.liberty.stakes import charge_stakes, volley_stake
from sandtable.table.measure import distances_from

BEFORE_CHARGES = (Step.OPENING, Step.ATTACHING, Step.RALLYING, Step.ROUTING, Step.CHARGING)
"""The steps of its own turn in which a unit may still charge (turn.command.e)."""


def bouts(battle: LibertyBattle, unit: Regiment) -> Iterator[Stake]:
    """What a unit could do to each enemy and that enemy to it, the nearest enemy first."""
    if unit.pose is None:
        return
    far = distances_from(unit, scene_of(battle))
    for enemy in sorted(battle.on_table(1 - unit.side), key=lambda enemy: (far[enemy.id], enemy.id)):
        yield from _against(battle, unit, enemy, f"Volley at {enemy.name}", f"Charge on {enemy.name}")
        yield from _against(battle, enemy, unit, f"{enemy.name} fires", f"{enemy.name} charges")


def _against(
    battle: LibertyBattle, unit: Regiment, enemy: Regiment, volley: str, charge: str
) -> Iterator[Stake]:
    """A volley and a charge of one unit on another, where they are open."""
    if any(shot.target == enemy.id for shot in targets(battle, unit)) and not _is_busy(battle, unit):
        yield volley_stake(battle, unit, enemy, volley)
    if unit.side != battle.active or battle.step in BEFORE_CHARGES:
        for way in charges_open_to(battle, unit, enemy):
            yield from charge_stakes(battle, way, charge)


def _is_busy(battle: LibertyBattle, unit: Regiment) -> bool:
    """Is a unit unable to shoot under any order? (shooting.who)"""
    return battle.is_engaged(unit.id) or unit.routing or unit.disorder > 0

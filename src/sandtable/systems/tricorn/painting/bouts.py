"""What two units could do to each other from where they stand: fire, the fire back, attacks and melee.

Each is computed as if the General of the acting unit had the initiative now; active units are fired at too.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.ask.faces import Stake
from sandtable.systems.tricorn.aim import targets
from sandtable.systems.tricorn.attacks import PlanAttack
from sandtable.systems.tricorn.battle import Shot, TricornBattle, TricornUnit
from sandtable.systems.tricorn.charging import reached
from sandtable.systems.tricorn.contact import foes
from sandtable.systems.tricorn.nearness import distances
from sandtable.systems.tricorn.painting.supposing import attacks_of, with_its_card
from sandtable.systems.tricorn.stakes import attack_stakes, fire_stake, melee_stake


def bouts(battle: TricornBattle, unit: TricornUnit) -> Iterator[Stake]:
    """What a unit and each enemy could do to each other, the nearest enemy first."""
    if unit.pose is None or unit.is_abandoned:
        return
    enemies = battle.enemies_of(unit.side)
    near = sorted(zip(distances(battle, unit, enemies), enemies, strict=True), key=lambda one: one[0])
    ours, own = with_its_card(battle, unit), attacks_of(battle, unit)
    for enemy in (enemy for _, enemy in near):
        yield from _engaged(battle, unit, enemy)
        yield from _fire(ours, unit, enemy, f"Fire at {enemy.name}")
        back = tuple(_fire(ours, enemy, unit, f"{enemy.name} fires back"))
        yield from back
        yield from _attack(ours, own, unit, enemy, f"Attack {enemy.name}")
        theirs = with_its_card(battle, enemy)
        for fire in _fire(theirs, enemy, unit, f"{enemy.name} fires on its own card"):
            if all(fire.facts != one.facts for one in back):
                yield fire
        yield from _attack(theirs, attacks_of(battle, enemy), enemy, unit, f"{enemy.name} attacks")


def _engaged(battle: TricornBattle, unit: TricornUnit, enemy: TricornUnit) -> Iterator[Stake]:
    """The melee of two units that touch each other (turn.melee.which)."""
    if any(foe.id == enemy.id for foe in foes(battle, unit.id)):
        yield melee_stake(battle, unit.id, enemy.id, f"Melee with {enemy.name}")


def _fire(battle: TricornBattle, unit: TricornUnit, enemy: TricornUnit, title: str) -> Iterator[Stake]:
    """The fire of one unit at another, without support (shooting.target, shooting.simultaneous)."""
    if any(aim.target == enemy.id for aim in targets(battle, unit.id)):
        yield fire_stake(battle, Shot(unit.id, enemy.id), title)


def _attack(
    battle: TricornBattle,
    open_to: tuple[PlanAttack, ...],
    unit: TricornUnit,
    enemy: TricornUnit,
    title: str,
) -> Iterator[Stake]:
    """An attack by its first path (movement.contact)."""
    declared = next((one for one in open_to if one.target == enemy.id), None)
    if declared is not None:
        to, _ = reached(battle, battle.units[unit.id], declared)
        yield from attack_stakes(battle, unit.id, enemy.id, to, title)

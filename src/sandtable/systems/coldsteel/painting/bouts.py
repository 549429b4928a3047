"""What two units could do to each other from where they stand: fire, charges, and the melees that follow."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.game.present.painting import PossibleBout
from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.aim import shot_at, targets, volley_at, working_card
from sandtable.systems.coldsteel.arcs import is_in_arc
from sandtable.systems.coldsteel.artillery import CannonadeFacts
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.melee_facts import Duel, Fighter
from sandtable.systems.coldsteel.nearness import distances, enemies_of
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.painting.overlays import charge_open_to, rested
from sandtable.systems.coldsteel.shooting import Target, VolleyFacts
from sandtable.systems.coldsteel.troops import Trait


def bouts(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[PossibleBout]:
    """What a unit and each enemy could do to each other, nearest enemy first."""
    if unit.pose is None:
        return
    enemies = enemies_of(battle, unit)
    near = sorted(zip(distances(battle, unit.id, enemies), enemies, strict=True))
    for enemy in (battle.units[number] for _, number in near):
        yield from _engaged(battle, unit, enemy)
        yield from _against(battle, unit, enemy, f"Fire at {enemy.name}", f"Charge {enemy.name}")
        yield from _against(battle, enemy, unit, f"{enemy.name} fires", f"{enemy.name} charges")


def _against(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit, fire: str, charge: str
) -> Iterator[PossibleBout]:
    """The fire and the charge of one unit on another, where they are legal."""
    if enemy.id in targets(battle, rested(unit)):
        yield _fire(battle, rested(unit), enemy, fire)
    way = None if battle.is_engaged(unit.id) else charge_open_to(battle, unit, enemy)
    if way is None:
        return
    if meets(battle, enemy, replace(unit, pose=way.to)):
        yield _fire(battle, rested(enemy), unit, f"{charge}: {enemy.name} fires first", met=True)
    yield PossibleBout(unit.id, enemy.id, f"{charge}: the melee", "melee", duel(battle, unit, enemy))


def meets(battle: ColdSteelBattle, unit: ColdSteelUnit, charger: ColdSteelUnit) -> bool:
    """Would a unit fire at a charger that has made contact? (charge.defender-fire)"""
    silent = unit.is_cavalry or unit.failed or battle.is_engaged(unit.id)
    if silent or not is_in_arc(unit, charger):
        return False
    if unit.is_artillery:
        return not artillery.objections(shot_at(battle, rested(unit), charger, inches=0))
    return not shooting.objections(volley_at(battle, unit, charger, inches=0))


# --------------------------------------------------------------------- fire
def _fire(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit, title: str, *, met: bool = False
) -> PossibleBout:
    """A volley or shot, at its range or, at a charger in contact, at none.

    shooting.sequence, artillery.procedure, charge.defender-fire, geometry.engaged-zero
    """
    inches = 0.0 if met else None
    target = Target(
        models=enemy.models,
        command=enemy.command,
        seat=enemy.side,
        six_kills_besides=battle.is_other(Reading.SIXES),
    )
    if unit.is_artillery:
        cannonade = CannonadeFacts(shot=shot_at(battle, unit, enemy, inches=inches), target=target)
        return PossibleBout(unit.id, enemy.id, title, "cannonade", cannonade)
    volley = VolleyFacts(fire=volley_at(battle, unit, enemy, inches=inches), target=target)
    return PossibleBout(unit.id, enemy.id, title, "volley", volley)


# --------------------------------------------------------------------- melee
def _engaged(battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit) -> Iterator[PossibleBout]:
    """The melee of two units engaged only with each other (charge.fights, melee.continued.who)."""
    if battle.foes_of(unit.id) != (enemy.id,) or battle.foes_of(enemy.id) != (unit.id,):
        return
    link = next(link for link in battle.links if unit.id in (link.charger, link.charged))
    by, against = battle.units[link.charger], battle.units[link.charged]
    continued = link.turn < battle.turn
    facts = duel(battle, by, against, continued=continued)
    yield PossibleBout(by.id, against.id, f"Melee with {enemy.name}", "melee", facts)


def duel(
    battle: ColdSteelBattle, attacker: ColdSteelUnit, defender: ColdSteelUnit, *, continued: bool = False
) -> Duel:
    """A melee of two units in their present state.

    melee.charge.attacker-dice, melee.continued.simultaneous
    """
    return Duel(
        attacker=_fighter(attacker),
        defender=_fighter(defender),
        continued=continued,
        two_dice_only_charging=battle.is_other(Reading.CAVALRY_DICE),
        six_kills_besides=battle.is_other(Reading.SIXES),
    )


def _fighter(unit: ColdSteelUnit) -> Fighter:
    lucky = unit.plays(Trait.LUCKY_OFFICER)
    return Fighter(
        models=unit.models,
        command=unit.command,
        troops=unit.troop_class,
        formation=unit.formation,
        card=working_card(unit),
        luck_spent=lucky and unit.lucky_used,
    )

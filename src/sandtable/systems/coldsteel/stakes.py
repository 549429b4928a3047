"""What hangs on fire, charges and melees: the resolution of each, with its facts from the table."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.ask.faces import Stake
from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.aim import shot_at, volley_at, working_card
from sandtable.systems.coldsteel.arcs import is_in_arc
from sandtable.systems.coldsteel.artillery import CannonadeFacts
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.melee_facts import Duel, Fighter
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.resolutions import CANNONADE, MELEE, VOLLEY
from sandtable.systems.coldsteel.shooting import Target, VolleyFacts
from sandtable.systems.coldsteel.troops import Trait
from sandtable.table.space import Pose


# --------------------------------------------------------------------- fire
def fire_stake(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit, title: str, *, met: bool = False
) -> Stake:
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
        return Stake(unit.id, enemy.id, title, CANNONADE, cannonade)
    volley = VolleyFacts(fire=volley_at(battle, unit, enemy, inches=inches), target=target)
    return Stake(unit.id, enemy.id, title, VOLLEY, volley)


def rested(unit: ColdSteelUnit) -> ColdSteelUnit:
    """A unit as in a step of its own: not yet named, and its guns not moved (turn.unit-order).

    It is the same object if nothing changes, so that cached measurements of it are found again.
    """
    return replace(unit, named=False, manoeuvred=False) if unit.named or unit.manoeuvred else unit


# --------------------------------------------------------------------- charges and melees
def charge_stakes(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit, to: Pose, title: str
) -> tuple[Stake, ...]:
    """A charge that makes contact at a pose: the fire it meets, if any, and the melee.

    charge.defender-fire, charge.fights
    """
    melee = Stake(unit.id, enemy.id, f"{title}: the melee", MELEE, duel(battle, unit, enemy))
    if not meets(battle, enemy, replace(unit, pose=to)):
        return (melee,)
    return fire_stake(battle, rested(enemy), unit, f"{title}: {enemy.name} fires first", met=True), melee


def meets(battle: ColdSteelBattle, unit: ColdSteelUnit, charger: ColdSteelUnit) -> bool:
    """Would a unit fire at a charger that has made contact? (charge.defender-fire)"""
    silent = unit.is_cavalry or unit.failed or battle.is_engaged(unit.id)
    if silent or not is_in_arc(unit, charger):
        return False
    if unit.is_artillery:
        return not artillery.objections(shot_at(battle, rested(unit), charger, inches=0))
    return not shooting.objections(volley_at(battle, unit, charger, inches=0))


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


def melee_stakes(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit, title: str
) -> tuple[Stake, ...]:
    """The melee of two units engaged only with each other; none in a larger fight.

    charge.fights, melee.continued.who
    """
    if battle.foes_of(unit.id) != (enemy.id,) or battle.foes_of(enemy.id) != (unit.id,):
        return ()
    link = next(link for link in battle.links if unit.id in (link.charger, link.charged))
    by, against = battle.units[link.charger], battle.units[link.charged]
    facts = duel(battle, by, against, continued=link.turn < battle.turn)
    return (Stake(by.id, against.id, title, MELEE, facts),)

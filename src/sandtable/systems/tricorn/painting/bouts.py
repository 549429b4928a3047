"""What two units could do to each other from where they stand: fire, the fire back, attacks and melee.

Each is computed as if the General of the acting unit had the initiative now; active units are fired at too.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict, replace

from sandtable.game.ask.faces import Stake
from sandtable.systems.tricorn.aim import fire_of, target_of, targets
from sandtable.systems.tricorn.attacks import PlanAttack
from sandtable.systems.tricorn.battle import Shot, TricornBattle, TricornUnit
from sandtable.systems.tricorn.break_off import may_break_off
from sandtable.systems.tricorn.charging import is_foot_against_mounted
from sandtable.systems.tricorn.contact import flanks_touched, foes
from sandtable.systems.tricorn.foot_charge import FootCharge, Horse, Party
from sandtable.systems.tricorn.going import covered_in_contact, defends_bank, is_uphill
from sandtable.systems.tricorn.melee_facts import Melee
from sandtable.systems.tricorn.melee_ground import Bout as Pair
from sandtable.systems.tricorn.melee_ground import help_for, melee_of
from sandtable.systems.tricorn.nearness import distances
from sandtable.systems.tricorn.nerve import nerve_of
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.painting.moving import reached
from sandtable.systems.tricorn.painting.supposing import attacks_of, with_its_card
from sandtable.systems.tricorn.rates import FULL_MOVE
from sandtable.systems.tricorn.resolutions import FOOT_CHARGE, MELEE, VOLLEY
from sandtable.systems.tricorn.shooting import Volley


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


# --------------------------------------------------------------------- fire
def _fire(battle: TricornBattle, unit: TricornUnit, enemy: TricornUnit, title: str) -> Iterator[Stake]:
    """The fire of one unit at another, without support (shooting.target, shooting.simultaneous)."""
    if any(aim.target == enemy.id for aim in targets(battle, unit.id)):
        facts = Volley(fire=fire_of(battle, Shot(unit.id, enemy.id)), target=target_of(battle, enemy.id))
        yield Stake(unit.id, enemy.id, title, VOLLEY, facts)


# --------------------------------------------------------------------- attacks and melee
def _attack(
    battle: TricornBattle,
    open_to: tuple[PlanAttack, ...],
    unit: TricornUnit,
    enemy: TricornUnit,
    title: str,
) -> Iterator[Stake]:
    """An attack by its first path: the test of Foot that closes with Mounted, then the melee.

    movement.contact, movement.muskets-v-mounted.test
    """
    declared = next((one for one in open_to if one.target == enemy.id), None)
    if declared is None:
        return
    to, _ = reached(battle, battle.units[unit.id], declared)
    there = battle.with_unit(replace(battle.units[unit.id], pose=to))
    if is_foot_against_mounted(unit, enemy):
        facts = foot_charge(battle, there, unit.id, enemy.id)
        yield Stake(unit.id, enemy.id, f"{title}: does it close?", FOOT_CHARGE, facts)
    yield Stake(unit.id, enemy.id, f"{title}: the melee", MELEE, duel(there, unit.id, enemy.id))


def _engaged(battle: TricornBattle, unit: TricornUnit, enemy: TricornUnit) -> Iterator[Stake]:
    """The melee of two units that touch each other (turn.melee.which)."""
    if any(foe.id == enemy.id for foe in foes(battle, unit.id)):
        yield Stake(unit.id, enemy.id, f"Melee with {enemy.name}", MELEE, duel(battle, unit.id, enemy.id))


def duel(battle: TricornBattle, unit: int, enemy: int) -> Melee:
    """A melee with every unit that could help either primary (melee.primary, melee.overlap.definition)."""
    helps = help_for(battle, unit, enemy), help_for(battle, enemy, unit)
    return melee_of(battle, Pair(unit, enemy), helps)


def foot_charge(before: TricornBattle, after: TricornBattle, foot: int, horse: int) -> FootCharge:
    """Foot that closes with Mounted, which may break off from the contact.

    movement.muskets-v-mounted.test, movement.muskets-v-mounted.break-off
    """
    one, other = before.units[foot], before.units[horse]
    touched = flanks_touched(after, horse)
    return FootCharge(
        foot=Party(
            **asdict(nerve_of(before, one)),
            cover=covered_in_contact(before, one, other),
            uphill=is_uphill(before, one, other),
            stream=defends_bank(before, one, other),
        ),
        horse=Horse(
            **asdict(nerve_of(after, other)),
            cover=covered_in_contact(after, other, after.units[foot]),
            uphill=is_uphill(after, other, after.units[foot]),
            stream=defends_bank(after, other, after.units[foot]),
            left="left" in touched,
            right="right" in touched,
            rear="rear" in touched,
            per_edge=before.is_other(Reading.PER_EDGE),
        ),
        way_back=may_break_off(after, after.units[horse], FULL_MOVE),
        seat=other.side,
    )

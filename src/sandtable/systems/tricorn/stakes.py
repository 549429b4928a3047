"""What hangs on fire, attacks and melees: the resolution of each, with its facts from the table."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from sandtable.game.ask.faces import Stake
from sandtable.systems.tricorn.aim import fire_of, target_of
from sandtable.systems.tricorn.attacks import is_foot_against_mounted
from sandtable.systems.tricorn.battle import Shot, TricornBattle
from sandtable.systems.tricorn.break_off import may_break_off
from sandtable.systems.tricorn.contact import flanks_touched
from sandtable.systems.tricorn.foot_charge import FootCharge, Horse, Party
from sandtable.systems.tricorn.going import covered_in_contact, defends_bank, is_uphill
from sandtable.systems.tricorn.melee_facts import Melee
from sandtable.systems.tricorn.melee_ground import Bout, help_for, melee_of
from sandtable.systems.tricorn.nerve import nerve_of
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.rates import FULL_MOVE
from sandtable.systems.tricorn.resolutions import FOOT_CHARGE, MELEE, VOLLEY
from sandtable.systems.tricorn.shooting import Volley
from sandtable.table.space import Pose


def fire_stake(battle: TricornBattle, shot: Shot, title: str) -> Stake:
    """The fire of a unit at another, with its supporters (shooting.target, shooting.cv.support)."""
    facts = Volley(fire=fire_of(battle, shot), target=target_of(battle, shot.target))
    return Stake(shot.shooter, shot.target, title, VOLLEY, facts)


def attack_stakes(battle: TricornBattle, unit: int, enemy: int, to: Pose, title: str) -> tuple[Stake, ...]:
    """An attack that makes contact at a pose: the test of Foot that closes with Mounted, then the melee.

    movement.contact, movement.muskets-v-mounted.test
    """
    attacker = battle.units[unit]
    there = battle.with_unit(replace(attacker, pose=to))
    melee = melee_stake(there, unit, enemy, f"{title}: the melee")
    if not is_foot_against_mounted(attacker, battle.units[enemy]):
        return (melee,)
    facts = foot_charge(battle, there, unit, enemy)
    return Stake(unit, enemy, f"{title}: does it close?", FOOT_CHARGE, facts), melee


def melee_stake(
    battle: TricornBattle, unit: int, enemy: int, title: str, saved: tuple[int, ...] = ()
) -> Stake:
    """The melee of two units that touch each other (turn.melee.which)."""
    return Stake(unit, enemy, title, MELEE, duel(battle, unit, enemy, saved))


def duel(battle: TricornBattle, unit: int, enemy: int, saved: tuple[int, ...] = ()) -> Melee:
    """A melee with every unit that could help either primary, except those that save their support.

    melee.primary, melee.overlap.definition, melee.support-once
    """
    helps = help_for(battle, unit, enemy, saved), help_for(battle, enemy, unit, saved)
    return melee_of(battle, Bout(unit, enemy), helps)


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

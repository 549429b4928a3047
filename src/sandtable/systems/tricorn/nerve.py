"""Nerve on the table: the facts of a unit that count in every test, shot and melee."""

from __future__ import annotations

from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.going import in_bad_going
from sandtable.systems.tricorn.morale import Nerve


def attached_to(battle: TricornBattle, unit: int) -> Attached:
    """Which officer is with a unit; a C-C with a command of his own counts as a General.

    leaders.attach, morale.mod.cc-with-command
    """
    officer = battle.officer_with(unit)
    if officer is None:
        return Attached.NOBODY
    return Attached.CHIEF if officer.is_free_chief else Attached.GENERAL


def is_forced(battle: TricornBattle, unit: TricornUnit) -> bool:
    """Does a unit still count as Forced Marched? (movement.forced-march, morale.mod.forced-march)"""
    return unit.forced_until >= battle.turn


def nerve_of(battle: TricornBattle, unit: TricornUnit) -> Nerve:
    """The facts of a unit that count in every test.

    troops.quality, morale.mod.demoralized, terrain.in-bad-going
    """
    return Nerve(
        troops=unit.type,
        quality=unit.quality,
        markers=unit.markers,
        attached=attached_to(battle, unit.id),
        bad_going=in_bad_going(battle, unit),
        demoralized=battle.commands[unit.command].demoralized,
        forced_march=is_forced(battle, unit),
    )

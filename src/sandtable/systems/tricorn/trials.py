"""Morale Tests on the table: the facts of a unit's test, and the test itself.

The test is in `morale.py`. The facts of fire are in the unit's `Due`, as they were when it was fired at; the
contacts of a melee are in the facts of the melee (morale.mod.scope).
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import do, tell
from sandtable.systems.tricorn.battle import Due, TricornBattle, TricornUnit
from sandtable.systems.tricorn.contact import flanks_touched, touching
from sandtable.systems.tricorn.going import covered_in_contact, defends_bank, is_uphill, touches_works
from sandtable.systems.tricorn.morale import (
    Occasion,
    Trial,
    morale_test,
    target,
)
from sandtable.systems.tricorn.morale_events import MoraleTested
from sandtable.systems.tricorn.nearness import is_in_radius
from sandtable.systems.tricorn.nerve import nerve_of
from sandtable.systems.tricorn.options import Reading

BY_ITSELF: Final = (Occasion.REMOVAL, Occasion.RECOILED_INTO)
"""The tests that involve no enemy (morale.mod.defending-cover)."""


async def take_test(
    battle: TricornBattle, unit: int, occasion: Occasion, enemies: tuple[int, ...] = ()
) -> tuple[TricornBattle, bool]:
    """A unit takes a Morale Test with these enemies involved; returns whether it passed.

    morale.test, morale.mod.marker-timing
    """
    trial = trial_of(battle, unit, occasion, enemies)
    passed = await do(morale_test, trial)
    battle = await tell(battle, MoraleTested(unit, occasion, target(trial).whole, passed))
    return battle, passed


# --------------------------------------------------------------------- facts
def trial_of(battle: TricornBattle, unit: int, occasion: Occasion, enemies: tuple[int, ...] = ()) -> Trial:
    """The facts of a unit's test with its present markers, at its place, against these enemies.

    morale.mod.marker-timing, morale.mod.scope, morale.mod.cumulative
    """
    one = battle.units[unit]
    foes = tuple(battle.units[enemy] for enemy in enemies)
    trial = _bare(battle, one, occasion, cover=is_defending(battle, one, occasion, foes))
    if occasion is Occasion.REMOVAL:
        return replace(trial, chief_near=is_chief_near(battle, one))
    if occasion is Occasion.RECOILED_INTO:
        return replace(trial, spares_one=battle.is_other(Reading.ONE_MARKER_SPARED))
    trial = replace(
        trial,
        uphill=any(is_uphill(battle, one, foe) for foe in foes),
        stream=any(defends_bank(battle, one, foe) for foe in foes),
    )
    return _in_contact(battle, one, trial) if occasion is Occasion.BREAK_OFF else trial


def trial_after_fire(battle: TricornBattle, due: Due) -> Trial:
    """The trial of a unit after fire: every unit that fired at it in the step counts, hit or miss.

    morale.mod.scope, morale.mod.artillery, morale.mod.flank-fire, morale.mod.cover, morale.mod.uphill,
    morale.mod.stream
    """
    one = battle.units[due.unit]
    return replace(
        _bare(battle, one, Occasion.CONSULTATION, cover=due.cover),
        uphill=due.uphill,
        stream=due.stream,
        guns=due.by_guns,
        flank_fire=due.in_flank,
    )


def _bare(battle: TricornBattle, unit: TricornUnit, occasion: Occasion, *, cover: bool) -> Trial:
    """The facts of a unit for any test, and whether it holds cover."""
    nerve = nerve_of(battle, unit)
    return Trial(
        troops=nerve.troops,
        quality=nerve.quality,
        markers=nerve.markers,
        attached=nerve.attached,
        bad_going=nerve.bad_going,
        demoralized=nerve.demoralized,
        forced_march=nerve.forced_march,
        occasion=occasion,
        cover=cover,
        per_edge=battle.is_other(Reading.PER_EDGE),
    )


def is_defending(
    battle: TricornBattle, unit: TricornUnit, occasion: Occasion, foes: tuple[TricornUnit, ...]
) -> bool:
    """Does a unit hold a place or works?

    A garrison always does; other units do against an enemy beyond their works, or by touching works in a test
    that involves no enemy.

    morale.mod.cover, morale.mod.defending-cover
    """
    if unit.is_garrison:
        return True
    if occasion in BY_ITSELF:
        return touches_works(battle, unit)
    return any(covered_in_contact(battle, unit, foe) for foe in foes)


def is_chief_near(battle: TricornBattle, unit: TricornUnit) -> bool:
    """Is a unit in Command Range of a Commander in Chief without a command of his own?

    morale.mod.cc-range, morale.mod.cc-with-command
    """
    return any(
        is_in_radius(battle, officer, unit)
        for officer in battle.officers
        if officer.side == unit.side and officer.is_free_chief and officer.is_here
    )


def _in_contact(battle: TricornBattle, unit: TricornUnit, trial: Trial) -> Trial:
    """The test of a unit that tries to Break Off, with its present contacts.

    morale.mod.scope, morale.mod.artillery, morale.mod.surrounded.reading
    """
    guns = any(
        battle.units[touch.enemy].is_artillery and any(theirs == "front" for _, theirs in touch.pairs)
        for touch in touching(battle, unit.id)
    )
    edges = flanks_touched(battle, unit.id)
    return replace(trial, guns=guns, left="left" in edges, right="right" in edges, rear="rear" in edges)

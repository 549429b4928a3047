"""Removing Disorder on the table: which units may try, and the result.

The choice to try is one of the actions of step 2 (rally.try).
"""

from __future__ import annotations

import math

from sandtable.game.ask.questions import do, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.tricorn import rally
from sandtable.systems.tricorn.battle import Allowance, TricornBattle, TricornUnit
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.disorder import Disorder
from sandtable.systems.tricorn.morale import Occasion, target
from sandtable.systems.tricorn.morale_events import MoraleTested
from sandtable.systems.tricorn.movement_events import DisorderRemovalTried
from sandtable.systems.tricorn.nearness import distances, is_within
from sandtable.systems.tricorn.nerve import nerve_of
from sandtable.systems.tricorn.rally import Rally, RallyConditions, limits, rally_trial
from sandtable.systems.tricorn.sight import sees_past_ground
from sandtable.systems.tricorn.trials import is_chief_near, is_defending
from sandtable.table.space import INCH


# --------------------------------------------------------------------- who may
def may_remove(battle: TricornBattle, unit: TricornUnit) -> bool:
    """May a unit try to remove Disorder, or its crew try to return to the guns?

    rally.conditions, rally.once, artillery.recrew
    """
    if unit.pose is None or not (unit.removable or unit.is_abandoned) or unit.rallied:
        return False
    return not objections(battle, unit)


def objections(battle: TricornBattle, unit: TricornUnit) -> tuple[Refusal, ...]:
    """Why a unit may not try to remove Disorder (rally.conditions)."""
    return rally.objections(conditions(battle, unit))


def conditions(battle: TricornBattle, unit: TricornUnit) -> RallyConditions:
    """The conditions of a unit for removing Disorder.

    Abandoned guns and officers are not enemy units (rally.conditions, turn.removal.distance,
    turn.removal.distance.screened).
    """
    seen, screened = nearest_enemies(battle, unit)
    activation = battle.activation
    return RallyConditions(
        passed=activation is not None and activation.allowance is Allowance.FULL,
        in_command=battle.is_in_command(unit),
        moved=unit.moved or unit.passed or unit.broke_off,
        in_contact=is_in_contact(battle, unit.id),
        removable=unit.removable,
        abandoned=unit.is_abandoned,
        nearest_seen=seen,
        nearest_screened=screened,
    )


def nearest_enemies(battle: TricornBattle, unit: TricornUnit) -> tuple[float, float]:
    """The distances in inches of the nearest enemy in sight and of the nearest hidden by terrain.

    Sight is checked only within the greater limit; farther enemies count as in sight.

    turn.removal.distance, turn.removal.distance.screened, geometry.los.terrain-only
    """
    enemies = battle.enemies_of(unit.side)
    far = distances(battle, unit, enemies)
    limit = max(limits())
    near = tuple(enemy for enemy, length in zip(enemies, far, strict=True) if is_within(length, limit))
    in_sight = {enemy.id for enemy in sees_past_ground(battle, unit, near)}
    hidden = {enemy.id for enemy in near} - in_sight
    seen, screened = math.inf, math.inf
    for enemy, length in zip(enemies, far, strict=True):
        if enemy.id in hidden:
            screened = min(screened, length / INCH)
        else:
            seen = min(seen, length / INCH)
    return seen, screened


# --------------------------------------------------------------------- the test
async def remove_disorder(battle: TricornBattle, unit: int) -> TricornBattle:
    """A unit tests to remove one marker, or its crew to return to the guns, which keep their markers.

    rally.test, rally.once, rally.try, disorder.permanent, artillery.recrew, turn.initiative.pass
    """
    facts = rally_of(battle, battle.units[unit])
    rallied = await do(rally.remove_disorder, facts)
    figure = target(rally_trial(facts)).whole
    battle = await tell(battle, MoraleTested(unit, Occasion.REMOVAL, figure, rallied.passed))
    return await tell(battle, DisorderRemovalTried(unit, rallied.passed))


def rally_of(battle: TricornBattle, unit: TricornUnit) -> Rally:
    """The facts of a test to remove Disorder.

    rally.test, morale.mod.cc-range, morale.mod.defending-cover
    """
    nerve = nerve_of(battle, unit)
    return Rally(
        troops=nerve.troops,
        quality=nerve.quality,
        disorder=Disorder(unit.markers, unit.permanent),
        attached=nerve.attached,
        chief_near=is_chief_near(battle, unit),
        cover=is_defending(battle, unit, Occasion.REMOVAL, ()),
        bad_going=nerve.bad_going,
        demoralized=nerve.demoralized,
        forced_march=nerve.forced_march,
        abandoned=unit.is_abandoned,
    )

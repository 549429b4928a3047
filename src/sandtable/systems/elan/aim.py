"""Aiming: which units may fire, at which targets, and the facts of their fire from where both stand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from msgspec import Struct

from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement
from sandtable.systems.elan.figures import Scale, Span, figures_of
from sandtable.systems.elan.ground import Ground, ground_of
from sandtable.systems.elan.ground.values import Sight
from sandtable.systems.elan.options import Reading, is_other
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.shooting import Fire, Target, fire_dice
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import EQUAL, Band, is_artillery, limits, may_fire_over, reach

BEYOND_DOUBT: Final = 0.05
"""Slack in inches: an enemy farther off than a weapon's reach plus this is certainly out of range."""


BARELY: Final = 2
"""Slack in spans: a friend that lacks more than this of the overhead clearance cannot be fired over."""


# --------------------------------------------------------------------- units that may fire
def may_fire(battle: ElanBattle, unit: ElanUnit) -> bool:
    """May a unit fire now: is it armed, has it not fired yet, and has it done nothing that forbids fire?

    shooting.who-may, shooting.no-melee-fire, shooting.artillery-moved, troops.retreat-state; march columns,
    limbered guns and cavalry without firearms have no dice (shooting.dice)
    """
    if unit.fired or unit.retreating or unit.marched or unit.fled or unit.pose is None:
        return False
    if unit.charged or unit.countercharged or unit.evaded:
        return False
    if unit.unlimbered and not unit.profile.is_horse_artillery:
        return False
    if not _has_dice(unit.profile_id, unit.formation):
        return False
    return not (battle.engagements and battle.is_in_contact(unit.id))


@cache
def _has_dice(profile_id: str, formation: Formation) -> bool:
    """Does a unit in this formation have any fire dice? (shooting.dice)"""
    profile = roster().profile(profile_id)
    return fire_dice(profile.arm, profile.weapon, formation, profile.bases) > 0


# --------------------------------------------------------------------- targets
def targets(battle: ElanBattle, firer: int) -> tuple[int, ...]:
    """The legal targets of a unit: the nearest for small arms, any for guns unless some are at close range.

    shooting.target; of several equally near targets the owner chooses one (fire.tie)
    """
    found = _open_to(battle, (firer,))
    return found[0][1] if found else ()


_last: (
    tuple[tuple[ElanUnit, ...], tuple[Engagement, ...], int, tuple[tuple[int, tuple[int, ...]], ...]] | None
)
_last = None
"""The last answer of `lines_of_fire`, keyed by the identity of units and engagements, and by side."""


def lines_of_fire(battle: ElanBattle) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The units of the active side that have a target, each with its targets (shooting.who-may).

    Remembered while units, engagements and side stay the same: naming a target changes none of them.
    """
    global _last
    last, units, engagements, side = _last, battle.units, battle.engagements, battle.active
    if last is not None and last[0] is units and last[1] is engagements and last[2] == side:
        return last[3]
    found = _open_to(battle, [unit.id for unit in battle.on_table(side) if may_fire(battle, unit)])
    _last = units, engagements, side, found
    return found


def _open_to(battle: ElanBattle, firers: Sequence[int]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The firers that have a target, each with its targets.

    geometry.los; guns may see over friends (weapons.overhead)
    """
    ground, found = ground_of(battle), []
    for firer, lines in groupby(_in_range(battle, ground, firers), key=itemgetter(0)):
        met = [
            (span, enemy)
            for _, span, enemy, sight in lines
            if sight is Sight.CLEAR or (sight is Sight.BEHIND_FRIENDS and sees_over(battle, firer, enemy))
        ]
        if not met:
            continue
        arms = _arms_of(battle.units[firer].profile_id, battle.scale)
        found.append((firer, _for_guns(battle, arms, met) if arms.guns else _nearest(ground, met)))
    return tuple(found)


class _Arms(Struct, frozen=True):
    """A unit's armament.

    ``limit`` is its reach as printed, ``within`` the same as a span, ``beyond`` a span certainly out of
    reach, and ``close`` the end of its close range, if it has one (shooting.band).
    """

    guns: bool
    limit: int
    within: Span
    beyond: Span
    close: int | None


@cache
def _arms_of(profile_id: str, scale: Scale) -> _Arms:
    """The armament of a unit (weapons.small-arms, weapons.artillery)."""
    weapon, figures = roster().profile(profile_id).weapon, figures_of(scale)
    limit = reach(weapon, scale)
    within, beyond = figures.span(limit), figures.span(limit + BEYOND_DOUBT)
    return _Arms(is_artillery(weapon), limit, within, beyond, dict(limits(weapon, scale)).get(Band.CLOSE))


def _for_guns(battle: ElanBattle, arms: _Arms, met: Sequence[tuple[Span, int]]) -> tuple[int, ...]:
    """The targets of guns: all enemies in sight, or only those at close range if there are any.

    shooting.target
    """
    close, written = arms.close, battle.figures.written
    near = [] if close is None else [enemy for span, enemy in met if written(span) <= close + EQUAL]
    return tuple(sorted(near or [enemy for _, enemy in met]))


def _nearest(ground: Ground, met: Sequence[tuple[Span, int]]) -> tuple[int, ...]:
    """The enemies at the shortest firing range; *met* lists enemies in sight by distance.

    scale.measuring
    """
    least, found = math.inf, list[int]()
    for span, enemy in met:
        if found and not ground.is_within(span, least):
            break
        least = min(least, span)
        found.append(enemy)
    return tuple(sorted(found))


def _in_range(
    battle: ElanBattle, ground: Ground, firers: Sequence[int]
) -> list[tuple[int, Span, int, Sight]]:
    """The enemies in range and arc of each firer and not in contact, nearest first, with how they are seen.

    shooting.target, shooting.no-melee-fire, shooting.band
    """
    units, scale, written = battle.units, battle.scale, battle.figures.written
    arms = {firer: _arms_of(units[firer].profile_id, scale) for firer in firers}
    asked = [(firer, one.beyond, one.guns) for firer, one in arms.items() if one.limit]
    found = []
    for line in ground.lines_of_fire(asked) if asked else ():
        firer, span, enemy, _ = line
        one = arms[firer]
        reaches = span <= one.within or written(span) <= one.limit + EQUAL
        if reaches and not (battle.engagements and battle.is_in_contact(enemy)):
            found.append(line)
    return found


def has_line_of_fire(battle: ElanBattle, firer: int, target: int) -> bool:
    """Does a unit see its target? Guns may look over friends that are far enough from both.

    geometry.los, weapons.overhead, weapons.overhead-clearance; no unit fires over enemies or ground
    """
    return ground_of(battle).sees(firer, target) or sees_over(battle, firer, target)


def sees_over(battle: ElanBattle, firer: int, target: int) -> bool:
    """Do guns see a target over the friends that hide it? (weapons.overhead)"""
    if not is_artillery(battle.units[firer].weapon):
        return False
    ground = ground_of(battle)
    over = _cleared(battle, ground, firer, target)
    return bool(over) and ground.sees(firer, target, over)


def _cleared(battle: ElanBattle, ground: Ground, firer: int, target: int) -> tuple[int, ...]:
    """The friends on the line to a target that a unit may fire over (weapons.overhead-clearance)."""
    unit, figures = battle.units[firer], battle.figures
    friends = ground.in_line(firer, target, battle.numbers_on_table(unit.side))
    if not friends:
        return ()
    enough, written, found = figures.overhead, figures.written, []
    for friend in friends:
        mine, beyond = ground.gap(firer, friend), ground.gap(target, friend)
        if friend == firer or min(mine, beyond) <= enough - BARELY:
            continue
        if may_fire_over(unit.weapon, battle.scale, written(mine), written(beyond)):
            found.append(friend)
    return tuple(found)


# --------------------------------------------------------------------- the facts of fire
def fire_facts(battle: ElanBattle, firer: int, target: int) -> Fire:
    """The facts of one unit's fire at another from where both stand (shooting.mod.whose, shooting.flank).

    One reading of troops.fire-modifier leaves out the unit's trait.
    """
    unit, ground = battle.units[firer], ground_of(battle)
    return Fire(
        scale=battle.scale,
        arm=unit.arm,
        formation=unit.formation,
        weapon=unit.weapon,
        quality=unit.quality,
        trait=unit.profile.firing_trait,
        bases=unit.bases,
        lost=unit.lost,
        disordered=unit.disordered,
        range=battle.figures.written(ground.fire_range(firer, target)),
        target=target_facts(battle, firer, target),
        class_alone=is_other(battle, Reading.FIRE_MODIFIER),
    )


def target_facts(battle: ElanBattle, firer: int, target: int) -> Target:
    """The target as this firer sees it: its cover, and whether the fire comes from its flank or from below.

    shooting.flank, terrain.uphill, terrain.cover-applies
    """
    unit, ground = battle.units[target], ground_of(battle)
    return Target(
        arm=unit.arm,
        formation=unit.formation,
        cover=ground.cover_from_fire(target, firer),
        flank=ground.is_flank_fire(target, firer),
        uphill=ground.rise(firer, target) > 0,
    )

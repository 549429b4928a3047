"""Aim on the table: which units may fire at which enemies in step 3, which may support, and the facts of a
shot.

The active General's units fire at any enemy; enemies fire only at them (turn.firing.who).
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import asdict

from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.tricorn.arcs import fire_aspect, range_to
from sandtable.systems.tricorn.battle import ABANDONED, COLUMNS, Shot, TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import markers_of
from sandtable.systems.tricorn.contact import contacts, is_in_contact
from sandtable.systems.tricorn.going import covered_from_fire, defends_bank, is_uphill
from sandtable.systems.tricorn.nearness import SLACK, TOUCH, gaps_of
from sandtable.systems.tricorn.nerve import nerve_of
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.roster import roster
from sandtable.systems.tricorn.shooting import Fire, Target, band_at
from sandtable.systems.tricorn.sight import are_seen, seen, seen_through
from sandtable.systems.tricorn.troops import Band
from sandtable.table.space import INCH, Scene


class Aim(NamedTuple):
    """An enemy that a unit may fire at: its distance in hundredths of an inch, and the range band."""

    unit: int
    target: int
    distance: float
    band: Band


# ------------------------------------------------------------------------- who
def barred(battle: TricornBattle, unit: TricornUnit) -> tuple[Refusal, ...]:
    """Why a unit may not fire at all in this step; its markers do not matter.

    shooting.eligible, shooting.no-contact-fire, turn.firing.who, formation.column, formation.limbered,
    artillery.abandoned, withdraw.later
    """
    ours = battle.activation is not None and unit.side == battle.activation.side
    reasons = (
        (unit.pose is None, "it is not on the table", "shooting.eligible"),
        (ours and not battle.is_active(unit), "it is not of the active command", "turn.firing.who"),
        (is_in_contact(battle, unit.id), "it is in contact with an enemy", "shooting.no-contact-fire"),
        (unit.is_column, "it is in Road/March Column, or limbered", "formation.column"),
        (unit.is_abandoned, "its guns are abandoned", "artillery.abandoned"),
        (unit.withdrew, "it has withdrawn in this step", "withdraw.later"),
    )
    return tuple(Refusal(words, rule=rule) for holds, words, rule in reasons if holds)


def is_able(battle: TricornBattle, unit: TricornUnit) -> bool:
    """May a unit fire in this step? The same conditions as `barred`, without the messages.

    shooting.eligible
    """
    if unit.pose is None or unit.withdrew or unit.formation in SILENT or is_in_contact(battle, unit.id):
        return False
    activation = battle.activation
    return activation is None or unit.side != activation.side or unit.command == activation.command


SILENT: Final = (*COLUMNS, ABANDONED)
"""Formations in which a unit cannot fire (formation.column, formation.limbered, artillery.abandoned)."""


def within_law(battle: TricornBattle, side: int) -> tuple[TricornUnit, ...]:
    """The enemies at which a side may fire unless they are in contact: any enemy, or only the active command.

    turn.firing.who, shooting.target, artillery.abandoned
    """
    if battle.activation is not None and side == battle.activation.side:
        return battle.enemies_of(side)
    return tuple(
        [one for one in battle.active_units() if one.side != side and one.formation is not ABANDONED]
    )


# --------------------------------------------------------------------- at whom
def aiming(battle: TricornBattle, side: int) -> dict[int, tuple[Aim, ...]]:
    """For every unit of a side that has targets: the enemies in its arc, in range and in sight.

    Units and enemies are in the order of their numbers (shooting.eligible, weapons.ranges).
    """
    command = None if battle.activation is None else battle.activation.command
    known = _memory(battle.units)
    if (side, command) not in known:
        known[side, command] = _aims_of(battle, side)
    return known[side, command]


def aims(battle: TricornBattle, unit: int) -> tuple[Aim, ...]:
    """The enemies that a unit may fire at, near or far (shooting.eligible)."""
    return aiming(battle, battle.units[unit].side).get(unit, ())


@by_identity(most=8)
def _memory(units: tuple[TricornUnit, ...]) -> dict[tuple[int, int | None], dict[int, tuple[Aim, ...]]]:
    """The results of `aiming` by side and active command; valid while the tuple of units is the same
    object."""
    del units
    return {}


def _aims_of(battle: TricornBattle, side: int) -> dict[int, tuple[Aim, ...]]:
    """The targets of each unit of a side; units out of range of every enemy are left out before arcs and
    sight are measured."""
    enemies = within_law(battle, side)
    ranged = _in_range(battle, _by_law(battle, side), enemies) if enemies else {}
    if not ranged:
        return {}
    touched = contacts(battle)
    able = [
        (battle.units[number], tuple([one for one in near if one.id not in touched]))
        for number, near in ranged.items()
        if is_able(battle, battle.units[number])
    ]
    before = zip(able, _before_all(battle, able), strict=True)
    return {unit.id: aimed for (unit, _), aimed in before if aimed}


def _in_range(
    battle: TricornBattle, units: tuple[TricornUnit, ...], enemies: tuple[TricornUnit, ...]
) -> dict[int, list[TricornUnit]]:
    """The enemies within weapon range of each unit, by the unit's number, in any direction.

    weapons.ranges
    """
    count, gaps = gaps_of(scene_of(battle))
    rows = [(unit.id, unit.id * count, _reach(unit.profile_id)) for unit in units]
    found: dict[int, list[TricornUnit]] = {}
    for number, enemy in [
        (number, enemy) for number, row, far in rows for enemy in enemies if gaps[row + enemy.id] <= far
    ]:
        found.setdefault(number, []).append(enemy)
    return found


def _by_law(battle: TricornBattle, side: int) -> tuple[TricornUnit, ...]:
    """The units of a side that may fire by turn order: those of the active command, or any
    (turn.firing.who)."""
    ours = battle.activation is not None and side == battle.activation.side
    return battle.active_units() if ours else battle.on_table(side)


@cache
def _reach(profile: str) -> float:
    """The range of a profile's weapon plus the measuring tolerance, in hundredths of an inch.

    weapons.ranges
    """
    return roster().profile(profile).weapon.reach.end * INCH + TOUCH


Fronts = list[tuple[TricornUnit, tuple[TricornUnit, ...]]]
"""Units, each with the enemies at which it might fire."""


def _before_all(battle: TricornBattle, fronts: Fronts) -> list[tuple[Aim, ...]]:
    """The enemies that each unit may fire at: in range, in its arc, and in sight.

    geometry.range, geometry.los
    """
    views, through = _views(scene_of(battle)), seen_through(battle.units)
    kept = [views.setdefault((unit.id, unit.profile_id, through), {}) for unit, _ in fronts]
    new = [
        (unit, tuple([enemy for enemy in enemies if enemy.id not in view]))
        for (unit, enemies), view in zip(fronts, kept, strict=True)
    ]
    for view, found in zip(kept, _sized_up(battle, new), strict=True):
        view.update(found)
    return [
        tuple([aim for enemy in enemies if (aim := view[enemy.id]) is not None])
        for (_, enemies), view in zip(fronts, kept, strict=True)
    ]


View = dict[int, Aim | None]
"""How a unit can aim at enemies, by their numbers; None for an enemy it cannot fire at."""


@by_identity(most=8)
def _views(scene: Scene) -> dict[tuple[int, str, tuple[int, ...]], View]:
    """The views of units, kept while no unit moves.

    The key adds the profile and the units that can be seen through, because a scene holds only places.
    """
    del scene
    return {}


def _sized_up(battle: TricornBattle, fronts: Fronts) -> list[View]:
    """Measure the arc, range and sight of units to enemies that are not in `_views` yet."""
    ranged = [[_ranged(unit, enemy) for enemy in enemies] for unit, enemies in fronts]
    pairs = [
        (unit, enemy)
        for (unit, enemies), aims in zip(fronts, ranged, strict=True)
        for enemy, aim in zip(enemies, aims, strict=True)
        if aim is not None
    ]
    sighted = iter(are_seen(battle, pairs))
    return [
        {
            enemy.id: aim if aim is not None and next(sighted) else None
            for enemy, aim in zip(enemies, aims, strict=True)
        }
        for (_, enemies), aims in zip(fronts, ranged, strict=True)
    ]


def _ranged(unit: TricornUnit, enemy: TricornUnit) -> Aim | None:
    """The aim of a unit at an enemy in its arc and in range, seen or not; None if it is out of either.

    geometry.range, weapons.ranges
    """
    distance = range_to(unit, enemy)
    band = None if distance is None else band_at(unit.profile.weapon, distance / INCH)
    return None if distance is None or band is None else Aim(unit.id, enemy.id, distance, band)


def targets(battle: TricornBattle, unit: int) -> tuple[Aim, ...]:
    """The enemies that a unit may choose to fire at: guns choose any, other units the nearest or one of
    several equally near.

    shooting.target
    """
    found = aims(battle, unit)
    if not found or battle.units[unit].is_artillery:
        return found
    least = min(aim.distance for aim in found)
    return tuple(aim for aim in found if aim.distance <= least + SLACK)


def aim_at(battle: TricornBattle, unit: int, target: int) -> Aim | None:
    """The aim of a unit at an enemy, nearest or not; None if the unit may not fire at it."""
    return next((aim for aim in aims(battle, unit) if aim.target == target), None)


# --------------------------------------------------------------------- support
def can_support(battle: TricornBattle, unit: int, shot: Shot) -> bool:
    """Could a unit support a shot instead of firing itself?

    It must be active, have at most 1 marker, and be able to fire at the same target; it supports at long
    range exactly if the shooter fires at long range (shooting.cv.support, shooting.support.condition).
    """
    friend = battle.units[unit]
    if not battle.is_active(friend) or friend.markers > markers_of("shooting.cv.support"):
        return False
    own, shooter = aim_at(battle, unit, shot.target), aim_at(battle, shot.shooter, shot.target)
    return own is not None and shooter is not None and own.band is shooter.band


# ----------------------------------------------------------------------- facts
def fire_of(battle: TricornBattle, shot: Shot) -> Fire:
    """The facts of a declared shot, judged from the shooter alone.

    shooting.support.modifiers, shooting.cv.moved.detail, geometry.flank-zone.fire, terrain.cover
    """
    unit, target = battle.units[shot.shooter], battle.units[shot.target]
    aim = aim_at(battle, unit.id, target.id)
    assert aim is not None, f"{unit.name} may not fire at {target.name}"
    assert unit.value.fire is not None, f"{unit.name} has no firing value"
    return Fire(
        troops=unit.type,
        quality=unit.quality,
        markers=unit.markers,
        moved=has_moved(unit),
        supporters=len(shot.supporters),
        band=aim.band,
        flank=fire_aspect(unit, target) != "front",
        cover=covered_from_fire(battle, target, unit),
        uphill=is_uphill(battle, target, unit),
        stream=defends_bank(battle, target, unit),
        lights_apart=battle.is_other(Reading.LIGHTS_APART),
        second_by_value=battle.is_other(Reading.SECOND_HIT),
    )


def has_moved(unit: TricornUnit) -> bool:
    """Has a unit moved, tried to remove Disorder, or been passed through, in this activation?

    shooting.cv.moved, shooting.cv.moved.detail, movement.pass-through.both-moved
    """
    return unit.moved or unit.rallied or unit.passed


def target_of(battle: TricornBattle, unit: int) -> Target:
    """The facts of a unit that is fired at."""
    struck = battle.units[unit]
    return Target(**asdict(nerve_of(battle, struck)), column=struck.is_column)


# --------------------------------------------------------------------- why not
def objections(battle: TricornBattle, unit: TricornUnit, target: TricornUnit) -> tuple[Refusal, ...]:
    """Every reason why a unit may not fire at an enemy, in words.

    shooting.eligible, shooting.target, shooting.no-contact-fire, weapons.ranges, geometry.arc, geometry.los
    """
    against = barred(battle, unit)
    if unit.pose is None or target.pose is None:
        return against or (Refusal(f"{target.name} is not on the table", rule="shooting.eligible"),)
    lawful = any(target.id == enemy.id for enemy in within_law(battle, unit.side))
    if not lawful or is_in_contact(battle, target.id):
        return (*against, _no_candidate(battle, target))
    found = range_to(unit, target)
    if found is None:
        return (*against, Refusal(f"{target.name} is not in its arc", rule="geometry.arc"))
    if band_at(unit.profile.weapon, found / INCH) is None:
        words = f"{target.name} is {found / INCH:.4g} in away; it reaches {unit.profile.weapon.reach.end} in"
        return (*against, Refusal(words, rule="weapons.ranges"))
    if not seen(battle, unit, (target,)):
        return (*against, Refusal(f"{target.name} is out of its sight", rule="geometry.los"))
    if not against and all(aim.target != target.id for aim in targets(battle, unit.id)):
        return (Refusal(f"{target.name} is not the nearest enemy it can fire at", rule="shooting.target"),)
    return against


def _no_candidate(battle: TricornBattle, target: TricornUnit) -> Refusal:
    """Why no unit of the other side may fire at a unit in this step."""
    if target.is_abandoned:
        return Refusal(f"the guns of {target.name} are abandoned", rule="artillery.abandoned")
    if is_in_contact(battle, target.id):
        return Refusal(f"{target.name} is in contact with an enemy", rule="shooting.no-contact-fire")
    return Refusal(f"{target.name} is not of the active command", rule="turn.firing.who")

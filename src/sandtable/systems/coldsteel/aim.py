"""Aiming on the table: which enemies a unit may shoot at, and the facts of its volley or shot.

A unit that was charged this turn may shoot only at its chargers; any other unit may shoot at every enemy that
is in its arc, in sight and in range (shooting.who, charge.defender-fire).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.arcs import faces_towards, is_in_arc
from sandtable.systems.coldsteel.artillery import Shot
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link, engaged
from sandtable.systems.coldsteel.nearness import all_within, distance
from sandtable.systems.coldsteel.options import Reading, is_other
from sandtable.systems.coldsteel.precision import limit_of
from sandtable.systems.coldsteel.shooting import Fire
from sandtable.systems.coldsteel.sight import see_any, seen_from, seen_through, sees_in_arc
from sandtable.systems.coldsteel.troops import Formation, Trait, TroopClass
from sandtable.table.sight import SEEN, TOUCHED
from sandtable.table.space import INCH, Scene, Side


# ----------------------------------------------------------------------- facts
def working_card(unit: ColdSteelUnit) -> Trait | None:
    """The card of a unit if it is in effect (cards.person-alive, cards.permanent)."""
    return unit.trait if unit.trait is not None and unit.plays(unit.trait) else None


def volley_at(
    battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit, *, inches: float | None = None
) -> Fire:
    """The facts of a volley: one range for the whole unit, and no cover but a building.

    Whether the unit moved does not matter. *inches* is the distance to the target; it is measured if not
    given.

    shooting.one-band, terrain.no-cover, movement.infantry-move-and-shoot
    """
    return Fire(
        troops=unit.troop_class,
        formation=unit.formation,
        models=unit.models,
        files=unit.files,
        card=working_card(unit),
        distance=_inches_between(battle, unit, target) if inches is None else inches,
        at_garrison=target.is_garrison,
        fouled=unit.fouled == battle.turn,
        luck_spent=unit.lucky_used,
        garrison_is_silent=battle.is_other(Reading.GARRISON_SHOOTS),
        seat=unit.side,
        unit=unit.id,
    )


def _inches_between(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit) -> float:
    return distance(battle, unit.id, target.id) / INCH


def shot_at(
    battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit, *, inches: float | None = None
) -> Shot:
    """The facts of a battery's shot, at a unit or at the building it holds; *inches* as for a volley.

    artillery.target, artillery.manoeuvre-scope
    """
    return Shot(
        card=working_card(unit),
        limbered=unit.formation is Formation.COLUMN,
        manoeuvred=unit.manoeuvred,
        distance=_inches_between(battle, unit, target) if inches is None else inches,
        at_building=target.is_garrison,
        luck_spent=unit.lucky_used,
        ends_at_48=battle.is_other(Reading.LONGEST_RANGE),
        houses_by_bands=battle.is_other(Reading.GUNS_AT_BUILDINGS),
        seat=unit.side,
        unit=unit.id,
    )


Limits = tuple[float, float]
"""The longest distances to a target in the open and in a building, in hundredths of an inch."""


def _limits(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Limits:
    """The longest distances at which a unit may shoot; less than 0 where it may not shoot at all.

    shooting.impossible, artillery.procedure, geometry.inclusive
    """
    guns = unit.is_artillery
    hindered = unit.manoeuvred if guns else unit.fouled == battle.turn
    return (_limits_of_guns if guns else _limits_of_muskets)(
        unit.troop_class, unit.formation, working_card(unit), battle.readings, hindered=hindered
    )


@lru_cache(maxsize=1024)
def _limits_of_muskets(
    troops: TroopClass, formation: Formation, card: Trait | None, readings: Readings, *, hindered: bool
) -> Limits:
    """The limits of muskets, taken for one model because the number of dice does not change them.

    *hindered* means fouled.
    """
    fire = Fire(
        troops=troops,
        formation=formation,
        models=1,
        files=1,
        card=card,
        fouled=hindered,
        garrison_is_silent=is_other(readings, Reading.GARRISON_SHOOTS),
    )
    return _limit(shooting.reach(fire)), _limit(shooting.reach(replace(fire, at_garrison=True)))


@lru_cache(maxsize=256)
def _limits_of_guns(
    troops: TroopClass, formation: Formation, card: Trait | None, readings: Readings, *, hindered: bool
) -> Limits:
    """The limits of guns; *hindered* means that the battery manoeuvred."""
    del troops
    shot = Shot(
        card=card,
        limbered=formation is Formation.COLUMN,
        manoeuvred=hindered,
        ends_at_48=is_other(readings, Reading.LONGEST_RANGE),
        houses_by_bands=is_other(readings, Reading.GUNS_AT_BUILDINGS),
    )
    return _limit(artillery.reach(shot)), _limit(artillery.reach(replace(shot, at_building=True)))


def _limit(inches: int) -> float:
    return limit_of(inches) if inches else -math.inf


def misfits(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit) -> tuple[Refusal, ...]:
    """The objections to a shot other than arc and sight: dice, range and card."""
    if unit.is_artillery:
        return artillery.objections(shot_at(battle, unit, target))
    return shooting.objections(volley_at(battle, unit, target))


# --------------------------------------------------------------------- shooters
def barred(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Refusal, ...]:
    """Why a unit may not shoot at all in this step; one that has not tested yet counts as having passed.

    shooting.who, shooting.each-unit, morale.status, morale.first-turn, charge.charger-no-shot
    """
    if may_shoot(battle, unit):
        return ()
    reasons = (
        (unit.pose is None, "it is not on the table", "shooting.who"),
        (unit.named, "it has already been chosen in this step", "turn.unit-order"),
        (unit.is_cavalry, "cavalry never shoots", "shooting.who"),
        (unit.failed, "it has failed its latest morale test", "morale.status"),
        (
            battle.is_engaged(unit.id) and not meets_its_chargers(battle, unit),
            "it is engaged in melee",
            "charge.charger-no-shot" if unit.charged is not None else "shooting.who",
        ),
    )
    return tuple(Refusal(words, rule=rule) for holds, words, rule in reasons if holds)


def may_shoot(battle: ColdSteelBattle, unit: ColdSteelUnit) -> bool:
    """May a unit shoot at all in this step? (shooting.who, shooting.each-unit)"""
    if unit.pose is None or unit.named or unit.failed or unit.is_cavalry:
        return False
    return not battle.is_engaged(unit.id) or meets_its_chargers(battle, unit)


def meets_its_chargers(battle: ColdSteelBattle, unit: ColdSteelUnit) -> bool:
    """Was a unit charged this turn, and not engaged before? (charge.defender-fire, charge.target-gone)"""
    return bool(unit.charged_by) and not unit.was_engaged and battle.is_engaged(unit.id)


def candidates(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[int, ...]:
    """The enemies a unit could aim at: its chargers if it was charged, else all that are not engaged.

    charge.defender-fire, shooting.no-melee-targets
    """
    if meets_its_chargers(battle, unit):
        return tuple(foe for foe in battle.foes_of(unit.id) if foe in unit.charged_by)
    return _unengaged(battle, 1 - unit.side)


def _unengaged(battle: ColdSteelBattle, side: int) -> tuple[int, ...]:
    """The units of a side that are not engaged (shooting.no-melee-targets)."""
    numbers, links = battle.numbers_on_table(side), battle.links
    if not links:
        return numbers
    fighting = engaged(links)
    return tuple([number for number in numbers if number not in fighting])


# --------------------------------------------------------------------- targets
def targets(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[int, ...]:
    """The enemies a unit may shoot at; its owner chooses freely, not only the nearest.

    shooting.one-target, shooting.impossible, artillery.target
    """
    if not may_shoot(battle, unit):
        return ()
    return aimed(battle, unit, within_reach(battle, unit))


def shooters(battle: ColdSteelBattle) -> tuple[int, ...]:
    """The units of the active side that have a target, in order of number.

    shooting.each-unit, turn.unit-order
    """
    fighting = battle.fighting
    able = [
        unit
        for unit in battle.on_table(battle.active)
        if not (unit.named or unit.failed or unit.is_cavalry)
        and (unit.id not in fighting or meets_its_chargers(battle, unit))
    ]
    known, through = _known(scene_of(battle)), seen_through(battle)
    told, fresh = {}, []
    for unit in able:
        found = known.get(unit.id)
        if found is not None and found.holds(battle, unit, through):
            told[unit.id] = found.has_target
        else:
            fresh.append(unit)
    for unit, has_target in zip(fresh, _have_targets(battle, fresh), strict=True):
        known[unit.id] = _Aim(unit, battle.links, battle.turn, battle.readings, through, has_target)
        told[unit.id] = has_target
    return tuple([unit.id for unit in able if told[unit.id]])


class _Aim(NamedTuple):
    """Whether a unit has a target, and everything but the poses that the answer depends on."""

    unit: ColdSteelUnit
    links: tuple[Link, ...]
    turn: int
    readings: Readings
    through: tuple[int, ...]
    has_target: bool

    def holds(self, battle: ColdSteelBattle, unit: ColdSteelUnit, through: tuple[int, ...]) -> bool:
        """Are those facts unchanged?"""
        same = self.unit is unit and self.links is battle.links and self.readings is battle.readings
        return same and self.turn == battle.turn and self.through == through


@by_identity(most=4)
def _known(scene: Scene) -> dict[int, _Aim]:
    """The answers of `shooters` for one scene, by unit.

    It saves testing every unit again after each shot; `_Aim.holds` must compare all that an answer depends
    on.
    """
    del scene
    return {}


def _have_targets(battle: ColdSteelBattle, units: Sequence[ColdSteelUnit]) -> list[bool]:
    """For each unit that may shoot, whether it has a target.

    One kernel call answers for most units; units that meet chargers, and guns that may shell a building
    unseen, are tested one by one.
    """
    if not units:
        return []
    told = dict.fromkeys([unit.id for unit in units], TOUCHED)
    fighting, enemies = battle.fighting, _unengaged(battle, 1 - units[0].side)
    shells = shells_unseen(battle) and any(battle.units[enemy].is_garrison for enemy in enemies)
    free = [unit for unit in units if unit.id not in fighting and not (shells and unit.is_artillery)]
    found = see_any(battle, free, [_limits(battle, unit) for unit in free], enemies)
    told.update(zip([unit.id for unit in free], found, strict=True))
    return [
        told[unit.id] == SEEN or (told[unit.id] == TOUCHED and bool(targets(battle, unit))) for unit in units
    ]


def within_reach(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[int, ...]:
    """The candidates in range; a garrison has to be nearer than a unit in the open.

    shooting.impossible, shooting.building-target, geometry.inclusive
    """
    limits = _limits(battle, unit)
    near, units = dict(all_within(battle, unit, max(limits))), battle.units
    return tuple(
        [
            enemy
            for enemy in candidates(battle, unit)
            if enemy in near and near[enemy] <= limits[units[enemy].formation is Formation.GARRISON]
        ]
    )


def aimed(battle: ColdSteelBattle, unit: ColdSteelUnit, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """The given enemies that are in a unit's arc and, where sight is needed, in its sight.

    geometry.front-arc, geometry.los, charge.defender-fire, artillery.arc, artillery.building-sight
    """
    blindly = [enemy for enemy in enemies if needs_no_sight(battle, unit, battle.units[enemy])]
    if not blindly:
        return sees_in_arc(battle, unit, enemies)
    ahead = {enemy for enemy in blindly if is_in_arc(unit, battle.units[enemy])}
    ahead.update(sees_in_arc(battle, unit, tuple([enemy for enemy in enemies if enemy not in blindly])))
    return tuple([enemy for enemy in enemies if enemy in ahead])


def shells_unseen(battle: ColdSteelBattle) -> bool:
    """May guns shell a garrisoned building that they do not see?

    artillery.target, artillery.building-sight
    """
    return not battle.is_other(Reading.BUILDING_SIGHT)


def needs_no_sight(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit) -> bool:
    """Is it enough that a target is in arc: a charger, or a garrisoned building that guns may shell unseen?

    charge.defender-fire, artillery.building-sight
    """
    if battle.are_linked(unit.id, target.id):
        return True
    return unit.is_artillery and target.is_garrison and shells_unseen(battle)


def faces_to_shoot(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit) -> tuple[Side, ...]:
    """The faces from which a square or garrison may shoot at a target; several only on a tie.

    geometry.face-choice
    """
    faces = faces_towards(unit, target)
    if len(faces) < 2 or needs_no_sight(battle, unit, target):
        return faces
    return tuple(side for side in faces if seen_from(battle, unit, side, (target.id,)))


# --------------------------------------------------------------------- refusals
def objections(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit) -> tuple[Refusal, ...]:
    """All reasons why a unit may not shoot at an enemy.

    shooting.who, shooting.one-target, shooting.no-melee-targets, geometry.front-arc, geometry.los
    """
    against = barred(battle, unit)
    if target.pose is None or unit.pose is None:
        return (*against, Refusal(f"{target.name} is not on the table", rule="shooting.one-target"))
    if target.id not in candidates(battle, unit):
        against = (*against, _no_candidate(battle, unit, target))
    against = (*against, *misfits(battle, unit, target))
    if not is_in_arc(unit, target):
        return (*against, Refusal(f"{target.name} is not in its arc", rule="geometry.front-arc"))
    if not aimed(battle, unit, (target.id,)):
        return (*against, Refusal(f"{target.name} is out of its sight", rule="geometry.los"))
    return against


def _no_candidate(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit) -> Refusal:
    """The reason why an enemy is not a candidate."""
    if meets_its_chargers(battle, unit):
        words = f"it was charged this turn and may shoot at its chargers only, not at {target.name}"
        return Refusal(words, rule="charge.defender-fire")
    return Refusal(f"{target.name} is engaged in melee", rule="shooting.no-melee-targets")

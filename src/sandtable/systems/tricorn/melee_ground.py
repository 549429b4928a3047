"""Melees on the table: which are fought, the primaries, overlaps and flank support, and the facts.

Contacts are measured by `contact.py`. *one* is the primary of the attacking side, active or following up, and
*other* the enemy primary.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from msgspec.structs import asdict

from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import degrees_of, inches_of, markers_of
from sandtable.systems.tricorn.combat import counts_as_muskets
from sandtable.systems.tricorn.contact import contacts, flanks_touched, foes, touch_of, touching
from sandtable.systems.tricorn.going import covered_in_contact, defends_bank, is_uphill
from sandtable.systems.tricorn.melee_facts import MOST_OVERLAPS, Fighter, Melee, Toucher
from sandtable.systems.tricorn.nearness import SLACK, TOUCH, distance
from sandtable.systems.tricorn.nerve import nerve_of
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.troops import Formation, TroopType
from sandtable.table.measure import nearest_of_figures
from sandtable.table.space import DEGREE, corners, face, inches, standing, turn_between

BESIDE: Final = inches(inches_of("melee.overlap.definition")) + SLACK
"""The greatest distance between flank edges for an overlap (melee.overlap.definition)."""
ALIKE: Final = degrees_of("melee.overlap.definition") * DEGREE
"""The greatest difference between the facings of a primary and a unit that overlaps
(melee.overlap.definition)."""
LEFT, RIGHT = -1, 1


class Aid(StrEnum):
    """The choice of a unit that could help in two melees when the first is fought (melee.support-once)."""

    GIVE = "support this melee"
    SAVE = "save it for another"


class Bout(NamedTuple):
    """A melee: the primary of the attacking side, and the enemy primary."""

    one: int
    other: int


class Help(NamedTuple):
    """The helpers of a primary: units that overlap, and other units on the enemy's flank or rear."""

    overlaps: tuple[int, ...] = ()
    flankers: tuple[int, ...] = ()

    @property
    def units(self) -> tuple[int, ...]:
        """All helpers."""
        return (*self.overlaps, *self.flankers)


# ------------------------------------------------------------------- the melees
def opponents(battle: TricornBattle) -> dict[int, tuple[int, ...]]:
    """The enemies still to be fought in this step, each with its possible primaries.

    A primary is an active unit that touches the enemy and has not been a primary, on its front if there is
    one (melee.primary). Contacts between other units are not fought (turn.melee.which).
    """
    found: dict[int, list[int]] = {}
    touched = contacts(battle)
    for unit in battle.active_units() if touched else ():
        if unit.id not in battle.fought:
            for one in touched.get(unit.id, ()):
                if one.enemy not in battle.fought:
                    found.setdefault(one.enemy, []).append(unit.id)
    return {enemy: _on_the_front(battle, enemy, tuple(found[enemy])) for enemy in sorted(found)}


def _on_the_front(battle: TricornBattle, enemy: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """The units that touch an enemy's front; all of them if none does (melee.primary)."""
    frontal = tuple(unit for unit in units if is_frontal(battle, enemy, unit))
    return frontal or units


def is_frontal(battle: TricornBattle, unit: int, enemy: int) -> bool:
    """Does an enemy touch a unit's front edge? (disorder.extra.frontal-contact)"""
    found = touch_of(battle, unit, enemy)
    return found is not None and found.is_frontal


# ------------------------------------------------------------------- who helps
def help_for(battle: TricornBattle, primary: int, enemy: int, saved: tuple[int, ...] = ()) -> Help:
    """The units that can help a primary against an enemy; one on the enemy's flank or rear does not overlap
    as well.

    *saved* units keep their support for another melee; units that have fought or helped before have spent it
    (melee.support-once).

    melee.overlap.definition, melee.overlap.garrison, melee.flank.definition
    """
    spent = (primary, *battle.fought, *battle.supported, *saved)
    flankers = tuple(one.enemy for one in touching(battle, enemy) if one.flanks and one.enemy not in spent)
    free = tuple(
        unit
        for unit in battle.on_table(battle.units[primary].side)
        if unit.id not in spent and unit.id not in flankers and _may_overlap(unit)
    )
    if not free:
        return Help((), flankers)
    if battle.units[enemy].is_garrison:
        return Help(_around(battle, enemy, free), flankers)
    return Help(_beside(battle, primary, enemy, free), flankers)


def _may_overlap(unit: TricornUnit) -> bool:
    """Is the unit Foot or Mounted in Line, with few enough markers?

    melee.overlap.definition, melee.cv.overlap
    """
    return unit.formation is Formation.LINE and unit.markers < markers_of("melee.cv.overlap")


def _around(battle: TricornBattle, enemy: int, free: tuple[TricornUnit, ...]) -> tuple[int, ...]:
    """The units that overlap against a garrison: their front touches its outline; Mounted only at a redoubt.

    melee.overlap.garrison
    """
    redoubt = battle.stronghold(battle.units[enemy].garrison).is_redoubt
    found = [
        unit.id for unit in free if (unit.is_foot or redoubt) and _meets_with_front(battle, unit.id, enemy)
    ]
    return tuple(found[:MOST_OVERLAPS])


def _meets_with_front(battle: TricornBattle, unit: int, enemy: int) -> bool:
    found = touch_of(battle, unit, enemy)
    return found is not None and any(mine == "front" for mine, _ in found.pairs)


def _beside(
    battle: TricornBattle, primary: int, enemy: int, free: tuple[TricornUnit, ...]
) -> tuple[int, ...]:
    """The units that overlap beside a primary, the nearest on either side.

    A garrison has no flanks to stand beside (melee.overlap.definition).
    """
    unit = battle.units[primary]
    if unit.is_garrison:
        return ()
    found = []
    for hand in (LEFT, RIGHT):
        near = [
            (gap, friend.id)
            for friend in free
            if (gap := _gap_beside(unit, friend, hand)) is not None
            and _reaches(battle, unit, friend, battle.units[enemy], hand)
        ]
        if near:
            found.append(min(near)[1])
    return tuple(dict.fromkeys(found))


def _gap_beside(primary: TricornUnit, friend: TricornUnit, hand: int) -> float | None:
    """The distance between the flank edges of a friend and a primary on one side; None if too far or turned
    away.

    melee.overlap.definition
    """
    here, there = standing(primary), standing(friend)
    if abs(turn_between(here.heading, there.heading)) > ALIKE:
        return None
    if abs(here.x - there.x) + abs(here.y - there.y) > FARTHEST:
        return None
    edge = face(here, primary.shape, "left" if hand == LEFT else "right")
    flanks = (face(there, friend.shape, "left"), face(there, friend.shape, "right"))
    gap = min(nearest_of_figures((edge.left, edge.right), (one.left, one.right)).distance for one in flanks)
    return gap if gap <= BESIDE else None


FARTHEST: Final = inches(12)
"""Units whose centres are farther apart than this never stand side by side."""


def _reaches(
    battle: TricornBattle, primary: TricornUnit, friend: TricornUnit, enemy: TricornUnit, hand: int
) -> bool:
    """Does a friend touch the enemy's front along an edge, or reach beyond its front corner while it
    touches no other enemy?

    melee.overlap.definition
    """
    found = touch_of(battle, enemy.id, friend.id)
    if found is not None and found.along and found.is_frontal:
        return True
    if any(foe.id != enemy.id for foe in foes(battle, friend.id)):
        return False
    return _is_beyond(primary, friend, enemy, hand)


def _is_beyond(primary: TricornUnit, friend: TricornUnit, enemy: TricornUnit, hand: int) -> bool:
    """Does a friend reach sideways beyond the enemy's front corner, along the primary's front?

    Where the enemy's outermost corner on that side is a rear corner, there is no front corner to pass
    (melee.overlap.definition).
    """
    frame = standing(primary)
    left, right, *rear = (hand * frame.local(one).x for one in corners(standing(enemy), enemy.shape))
    corner = max(left, right)
    if max(rear) > corner + TOUCH:
        return False
    return max(hand * frame.local(one).x for one in corners(standing(friend), friend.shape)) > corner + TOUCH


# ----------------------------------------------------------------------- facts
def melee_of(battle: TricornBattle, bout: Bout, helps: tuple[Help, Help]) -> Melee:
    """The facts of a melee: both primaries, and the readings that apply (melee.simultaneous)."""
    one, other = battle.units[bout.one], battle.units[bout.other]
    ours, theirs = helps
    return Melee(
        one=fighter_of(battle, one, other, ours, theirs),
        other=fighter_of(battle, other, one, theirs, ours),
        lights_apart=battle.is_other(Reading.LIGHTS_APART),
        second_by_value=battle.is_other(Reading.SECOND_HIT),
        step_three_only=battle.is_other(Reading.STEP_THREE_ONLY),
        hits_tie_stands=battle.is_other(Reading.TIE_WITH_HITS),
        claimant_stands=battle.is_other(Reading.CLAIMANT_STANDS),
        flanked_stands=battle.is_other(Reading.FLANK_STANDS),
        per_edge=battle.is_other(Reading.PER_EDGE),
    )


def fighter_of(
    battle: TricornBattle, unit: TricornUnit, foe: TricornUnit, own: Help, against: Help
) -> Fighter:
    """The facts of a primary: the unit, its helpers, and how it is touched.

    melee.cv.flank.self, terrain.cover, geometry.uphill, terrain.stream-bank, geometry.edge-contact
    """
    assert unit.value.melee is not None, f"{unit.name} has no melee value"
    touch = touch_of(battle, foe.id, unit.id)
    touched = flanks_touched(battle, unit.id)
    return Fighter(
        **asdict(nerve_of(battle, unit)),
        two_four=unit.profile.is_two_four,
        overlaps=len(own.overlaps),
        flankers=len(own.flankers) + (touch is not None and bool(touch.flanks)),
        column=unit.is_column,
        cover=covered_in_contact(battle, unit, foe),
        uphill=is_uphill(battle, unit, foe),
        stream=defends_bank(battle, unit, foe),
        front=is_frontal(battle, unit.id, foe.id),
        left="left" in touched,
        right="right" in touched,
        rear="rear" in touched,
        touched_by=touchers(battle, unit, against.units),
    )


def touchers(battle: TricornBattle, unit: TricornUnit, helpers: tuple[int, ...]) -> tuple[Toucher, ...]:
    """The enemy's helpers that touch a primary, as far as extra markers depend on them.

    disorder.extra.any-contact, disorder.extra.frontal-contact
    """
    found = [
        kind
        for helper in helpers
        if touch_of(battle, unit.id, helper) is not None
        for kind in _kinds(battle, battle.units[helper], unit)
    ]
    return tuple(kind for kind in Toucher if kind in found)


def _kinds(battle: TricornBattle, helper: TricornUnit, unit: TricornUnit) -> tuple[Toucher, ...]:
    frontal = is_frontal(battle, helper.id, unit.id)
    muskets = counts_as_muskets(helper.type, lights_apart=battle.is_other(Reading.LIGHTS_APART))
    held = (
        (helper.type is TroopType.HEAVY_CAVALRY, Toucher.HEAVY),
        (helper.profile.is_two_four, Toucher.TWO_FOUR),
        (helper.type is TroopType.LIGHT_CAVALRY, Toucher.LIGHT_CAVALRY),
        (muskets and frontal, Toucher.MUSKETS_FRONT),
        (helper.formation is Formation.UNLIMBERED and frontal, Toucher.GUNS_FRONT),
    )
    return tuple(kind for holds, kind in held if holds)


# ------------------------------------------------------------------ who recoils too
def driven_back(battle: TricornBattle, loser: int, winner: int) -> tuple[int, ...]:
    """The other units of the losing side in contact with the winning primary, nearest to the loser first.

    Guns stay, and so do units without contact (melee.recoil.supporters).
    """
    beaten = battle.units[loser]
    units = [foe for foe in foes(battle, winner) if foe.id != loser and not foe.is_artillery]
    return tuple(unit.id for unit in sorted(units, key=lambda unit: (distance(beaten, unit), unit.id)))

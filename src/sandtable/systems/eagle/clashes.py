"""The facts of a combat from the table: each unit as it fights, and which side has the better ground.

melee.contact, melee.role, terrain.advantage
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from sandtable.systems.eagle.aim import part_of, works
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.combats import met, opponents_in, touching_places
from sandtable.systems.eagle.melee_facts import Fighter
from sandtable.systems.eagle.terrain import DEEP, FORD, HILLS
from sandtable.systems.eagle.troops import Formation
from sandtable.table.measure import distance_to_ground, gap, ground_along, ground_at, level_at
from sandtable.table.space import TOLERANCE, Body, Field, Point, Side, base_centre, relief, standing

WATER: Final = (FORD, DEEP)
"""The kinds of ground that count as standing in water (terrain.advantage)."""

WEDGE_POINT: Final = 2
"""The ranks that make the point of a wedge (melee.dice.wedge-charge)."""


# ------------------------------------------------------------------- a unit that fights
def fighter_of(battle: EagleBattle, unit: int, enemies: tuple[int, ...], *, below: bool = False) -> Fighter:
    """The facts of a unit against the enemies of its combat; ``below`` if they have the better ground.

    melee.contact, melee.role, melee.round, command.inspire.when, charge.face
    """
    one = battle.units[unit]
    opponents = opponents_in(battle, unit, enemies)
    faces = struck_faces(battle, unit, opponents)
    touching = touching_places(battle, unit, enemies)
    leaders = battle.attached_to(unit)
    return Fighter(
        bases=one.bases,
        lines=one.lines,
        dp=one.dp,
        shaken=one.shaken,
        troop_class=one.troop_class,
        grade=one.grade,
        nation=one.nation,
        formation=one.formation,
        formed=one.formed,
        role=one.role,
        round=max(1, one.rounds),
        touching=max(1, len(touching)),
        wedge_front=min(3, sum(one.ranks[:WEDGE_POINT])),
        wedge_behind=_behind_the_point(one, touching),
        third_rank=len(one.ranks) > WEDGE_POINT,
        faced="front" in faces,
        flank="left" in faces or "right" in faces,
        rear="rear" in faces,
        below=below,
        inspired=one.inspired if leaders else 0,
        leader=any(not leader.crippled for leader in leaders),
        charged_in=one.charged_in,
        opponents=tuple(enemies.index(foe) for foe in opponents),
    )


def _behind_the_point(unit: EagleUnit, touching: tuple[int, ...]) -> int:
    """The number of touching bases of a wedge behind its second rank (melee.dice.other-base)."""
    if unit.formation is not Formation.WEDGE:
        return 0
    return sum(unit.shape.bases[place].rank >= WEDGE_POINT for place in touching)


def struck_faces(battle: EagleBattle, unit: int, opponents: tuple[int, ...]) -> tuple[Side, ...]:
    """The sides on which a unit meets its opponents: its front for those it came up to itself.

    charge.face, melee.contact
    """
    faces: list[Side] = []
    for contact in battle.contacts:
        if contact.joins(unit) and contact.other(unit) in opponents:
            faces.append("front" if contact.striker == unit else contact.face)
    return tuple(dict.fromkeys(faces))


# ---------------------------------------------------------------------- the ground
def has_advantage(battle: EagleBattle, side: tuple[int, ...], foes: tuple[int, ...]) -> bool:
    """Do half or more of the engaged bases of a side stand better than the bases they touch?

    terrain.advantage, terrain.hill
    """
    if not _uneven_ground(battle.field):
        return False
    if not _may_be_uneven(battle, (*side, *foes)):
        return False
    verdicts = [better for unit in side for better in _bases_better_off(battle, unit, foes)]
    return 2 * sum(verdicts) >= len(verdicts) > 0


def _may_be_uneven(battle: EagleBattle, units: tuple[int, ...]) -> bool:
    """May ground that gives an advantage lie under any of these units? Decided by boxes alone."""
    uneven = _uneven_ground(battle.field)
    for number in units:
        pose, shape = standing(battle.units[number]), battle.units[number].shape
        x, y, rim = pose.x, pose.y, shape.width / 2 + shape.depth + 2 * TOLERANCE
        for left, low, right, high in uneven:
            if left - rim <= x <= right + rim and low - rim <= y <= high + rim:
                return True
    return False


@lru_cache(maxsize=64)
def _uneven_ground(field: Field) -> tuple[tuple[float, ...], ...]:
    """The bounds of all ground on the field that could give an advantage (terrain.types)."""
    bounds = relief(field).bounds
    return tuple(
        tuple(bounds[4 * at : 4 * at + 4])
        for at, piece in enumerate(field.pieces)
        if piece.kind in (*HILLS, *WATER) or not piece.polygon
    )


def _bases_better_off(battle: EagleBattle, unit: int, foes: tuple[int, ...]) -> Iterator[bool]:
    """For each engaged base of a unit, whether it stands better than every enemy base that it touches."""
    one, opponents = battle.units[unit], opponents_in(battle, unit, foes)
    touches = {foe: met(battle, unit, foe) for foe in opponents}
    for place in touching_places(battle, unit, foes):
        touched = [
            (battle.units[foe], theirs)
            for foe, each in touches.items()
            if place in each.mine
            for theirs in _nearest(one, place, battle.units[foe], each.theirs)
        ]
        yield all(_is_better(battle, one, place, enemy, theirs) for enemy, theirs in touched)


def _nearest(unit: EagleUnit, place: int, enemy: EagleUnit, places: tuple[int, ...]) -> tuple[int, ...]:
    """The bases of an enemy that one base touches: the nearest of those in contact."""
    gaps = {other: gap(_alone(unit, place), _alone(enemy, other)) for other in places}
    least = min(gaps.values())
    return tuple(other for other, length in gaps.items() if length <= least + 2 * TOLERANCE)


def _alone(unit: EagleUnit, place: int) -> Body:
    return Body(unit.id, unit.side, unit.pose, part_of(unit.shape, (place,)))


def _is_better(battle: EagleBattle, unit: EagleUnit, place: int, enemy: EagleUnit, theirs: int) -> bool:
    """Does a base stand higher, out of the water, or behind a work, unlike the enemy's base?

    terrain.advantage, terrain.hill
    """
    field = battle.field
    here = base_centre(standing(unit), unit.shape.bases[place])
    there = base_centre(standing(enemy), enemy.shape.bases[theirs])
    if level_at(field, here) > level_at(field, there):
        return True
    if _in_water(field, there) and not _in_water(field, here):
        return True
    return any(
        distance_to_ground(_alone(unit, place), field, work) <= TOLERANCE
        and any(crossed.piece == work for crossed in ground_along(field, here, there))
        for work in works(battle)
    )


def _in_water(field: Field, point: Point) -> bool:
    return any(field.pieces[piece].kind in WATER for piece in ground_at(field, point))

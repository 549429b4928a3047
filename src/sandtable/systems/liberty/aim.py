"""The facts of a volley from the table: sight by bases, range, enfilade, cover."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import floor
from typing import NamedTuple

from msgspec import Struct

from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.houses import gives, occupies
from sandtable.systems.liberty.movement import may_lie_on
from sandtable.systems.liberty.obstacles import defended, fortified_kinds, obstacles_at
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.roster import LAYERS, ground_kinds, roster
from sandtable.systems.liberty.shooting import LIMBERED, UNLIMBERED, Band, Fire, band
from sandtable.table.measure import (
    ground_at,
    ground_under,
    is_crossed,
    is_enfiladed,
    is_inside_ground,
    level_at,
    may_be_crossed,
)
from sandtable.table.sight import JointLook, Look, SightTerms, Veil, look_ahead, seen_ahead_within
from sandtable.table.space import DEGREE, HAIR, INCH, Body, Field, Piece, Scene, centre, standing

FRONT_ARC = 45 * DEGREE
FOREST_DEPTH = 4 * INCH
OBSCURING = "shooting.obscured.terrain"
STORM = "storm"
"""The special rule of a scenario fought in foul weather."""


class Aim(NamedTuple):
    """A shot that may be taken: the shooter and its target."""

    unit: int
    target: int


@cache
def sight_terms() -> SightTerms:
    """What interrupts a line of sight.

    shooting.los.levels, shooting.los.compute, terrain.table, terrain.forest.sight. Units block it unless they
    stand lower than its higher end (shooting.los.high, shooting.los.low); forests and buildings do even then.
    """
    forest = _kinds("blocks beyond 4 in, else obscures")
    return SightTerms(
        veils=(
            Veil(forest, obscures=True, blocks_beyond=FOREST_DEPTH),
            Veil(_kinds("blocks"), blocks_beyond=0),
            Veil(_kinds("obscures"), obscures=True, seen_over=True),
        ),
        layers=LAYERS,
    )


def targets(battle: LibertyBattle, unit: Regiment) -> tuple[Aim, ...]:
    """The enemies a unit may shoot at: in its front arc, seen by a base, in range, not engaged in melee.

    shooting.target.free
    """
    if unit.pose is None or unit.arm is LIMBERED:
        return ()
    return tuple(_aims(battle, unit))


def targets_among(battle: LibertyBattle, unit: Regiment, enemies: Sequence[int]) -> list[int]:
    """The enemies among these, by number, that a unit may shoot at (shooting.target.free)."""
    if unit.pose is None or unit.arm is LIMBERED:
        return []
    free, lookout = _free(battle, tuple(enemies)), {unit.id: _range_of(unit.profile_id)}
    seen = seen_ahead_within(scene_of(battle), lookout, free, FRONT_ARC, sight_terms())
    return [target for _, target in seen]


def shots(battle: LibertyBattle) -> list[Aim]:
    """All shots that the acting player may take now, unit by unit (shooting.who, shooting.target.free)."""
    known = _known(battle).aims
    found: list[Aim] = []
    for unit in battle.on_table(battle.active):
        if unit.may_shoot:
            aims = known.get(unit.id)
            if aims is None:
                aims = _aims(battle, unit)
            if aims and unit.arm is not LIMBERED:
                found += aims
    return found


def _aims(battle: LibertyBattle, unit: Regiment) -> list[Aim]:
    """The shots of a unit at enemies that any of its bases sees and has in range, kept while no unit moves.

    All units of its side that may still shoot are looked up in the same call, as the next questions are about
    them.
    """
    known = _known(battle).aims
    found = known.get(unit.id)
    if found is None:
        others = [one for one in battle.on_table(unit.side) if one.may_shoot and one.id != unit.id]
        known.update(_looked_about(battle, [battle.units[unit.id], *others]))
        found = known[unit.id]
    return found


class _Views(Struct, frozen=True):
    """The shots of units at free enemies and what units see of targets, as far as asked for in one scene.

    It belongs to one scene and one set of engaged units.
    """

    scene: Scene
    engaged: frozenset[int]
    aims: dict[int, list[Aim]]
    seen: dict[tuple[int, int], JointLook | None]


_last: _Views | None = None
"""The views of the last scene. They save sight lines; another scene or engagement drops them."""


def _known(battle: LibertyBattle) -> _Views:
    """The shots and sights found so far in the scene of a battle."""
    global _last
    last, scene, engaged = _last, scene_of(battle), battle.engaged
    if last is None or last.scene is not scene or (last.engaged is not engaged and last.engaged != engaged):
        last = _last = _Views(scene, engaged, {}, {})
    return last


def _looked_about(battle: LibertyBattle, lookers: Sequence[Regiment]) -> dict[int, list[Aim]]:
    """The shots of units of one side, by their numbers (shooting.los.base, shooting.arcs, weapons.ranges)."""
    enemies = _free(battle, battle.numbers_on_table(1 - lookers[0].side))
    aims: dict[int, list[Aim]] = {}
    ranges: dict[int, float] = {}
    for looker in lookers:
        aims[looker.id], ranges[looker.id] = [], _range_of(looker.profile_id)
    if enemies:
        aim_at = tuple.__new__
        for pair in seen_ahead_within(scene_of(battle), ranges, enemies, FRONT_ARC, sight_terms()):
            aims[pair[0]].append(aim_at(Aim, pair))
    return aims


def _free(battle: LibertyBattle, units: tuple[int, ...]) -> tuple[int, ...]:
    """The units among these that are not engaged in melee (shooting.target.free)."""
    engaged = battle.engaged
    return tuple([unit for unit in units if unit not in engaged]) if engaged else units


def _seen(battle: LibertyBattle, unit: Regiment, target: int) -> JointLook | None:
    """What a unit sees of a target, if anything (shooting.los.base)."""
    known, pair = _known(battle).seen, (unit.id, target)
    if pair not in known:
        reach = _reach_of(unit.profile_id)
        known[pair] = look_ahead(scene_of(battle), unit.id, target, reach, FRONT_ARC, sight_terms())
    return known[pair]


@cache
def _reach_of(profile_id: str) -> float:
    """How far a unit of a list entry shoots, plus an inch."""
    return float(roster().profile(profile_id).long_max * INCH + INCH)


@cache
def _range_of(profile_id: str) -> float:
    """The range within which a unit of a list entry shoots; fractions beyond long range are dropped.

    weapons.ranges, shooting.range.round
    """
    return _reach_of(profile_id) - HAIR


def is_in_range(unit: Regiment, line: Look) -> bool:
    """Is the line of fire no longer than long range, fractions dropped?"""
    return band(unit.profile.weapon, whole_inches(line.distance)) is not Band.BEYOND


def whole_inches(distance: float) -> int:
    """A range in inches with its fraction dropped (shooting.range.round)."""
    return floor((distance + HAIR) / INCH)


def aim(battle: LibertyBattle, unit: Regiment, target: Regiment) -> Fire | None:
    """The facts of a volley, or None if no base can shoot.

    shooting.los.base, shooting.arcs, shooting.arcs.formula, shooting.range.measure, shooting.range.centre,
    shooting.enfilade, shooting.enfilade.formula. Cavalry shoots with carbines, mounted or on foot
    (weapons.swords, weapons.dismounted).
    """
    assert unit.pose is not None
    assert target.pose is not None
    found = _seen(battle, unit, target.id)
    if found is None:
        return None
    eyes, line = found
    profile, specials, cover = unit.profile, unit.specials, covering(battle, target, line)
    return Fire(
        arm=unit.arm,
        quality=profile.quality,
        state=unit.state,
        bases=eyes,
        weapon=profile.weapon,
        range=whole_inches(line.distance),
        target=target.arm,
        enfiladed=is_enfiladed(target.pose, target.shape, line.origin),
        cover=bool(cover),
        obscured=is_in_storm(battle, unit) or is_obscured(battle, unit, target, line, cover),
        fortified=is_fortified(battle, target),
        elite=SpecialRule.ELITE in specials,
        marksmen=SpecialRule.MARKSMEN in specials,
        poorly_trained=SpecialRule.POORLY_TRAINED in specials,
    )


# ----------------------------------------------------------------- cover and obscured
def covering(battle: LibertyBattle, target: Regiment, line: Look) -> frozenset[int]:
    """The pieces of ground that give the target Cover against a line of fire.

    A unit has Cover if it stands wholly or partly in protecting ground or defends an obstacle
    (shooting.cover, terrain.defend-obstacle). A fortified position protects from all fire except from within
    it (fort.detail).
    """
    assert target.pose is not None
    assert line.point is not None
    field = battle.field
    held = defended(target, field, line.origin, line.point)
    if not may_lie_on(field, target.pose, target.shape, _covering_kinds()):
        return frozenset(held)  # most targets stand in the open
    works = [piece for piece in ground_at(field, line.origin, LAYERS) if piece in _works(field)]
    inside = [piece for piece in ground_under(target, field, LAYERS) if piece not in works]
    return frozenset((*held, *[piece for piece in inside if _covers(battle, field.pieces[piece])]))


def _covers(battle: LibertyBattle, piece: Piece) -> bool:
    """Does a piece of ground give Cover to units in it? A building does if the scenario says so.

    terrain.table, terrain.buildings.entered
    """
    return piece.kind in _covering_kinds() and gives(battle, piece.id, "cover")


def is_fortified(battle: LibertyBattle, unit: Regiment) -> bool:
    """Does a unit occupy a fortified position, or a building that counts as one?

    fort.detail, terrain.buildings.entered
    """
    return bool(works_around(battle, unit)) or occupies(battle, unit, "fortified")


def works_around(battle: LibertyBattle, unit: Regiment) -> tuple[int, ...]:
    """The fortified positions that hold all bases of a unit (fort.detail)."""
    works = _works(battle.field)
    return tuple(number for number in works if is_inside_ground(unit, battle.field, number)) if works else ()


@lru_cache(maxsize=64)
def _works(field: Field) -> tuple[int, ...]:
    """The fortified positions of a field."""
    kinds = fortified_kinds()
    return tuple(number for number, piece in enumerate(field.pieces) if piece.kind in kinds)


def is_in_storm(battle: LibertyBattle, unit: Regiment) -> bool:
    """Does a scenario's storm make every target of small arms count as Obscured? Guns are not affected."""
    return STORM in battle.specials and unit.arm is not UNLIMBERED


def is_obscured(
    battle: LibertyBattle, unit: Regiment, target: Regiment, line: Look, cover: Iterable[int]
) -> bool:
    """Does the line of fire cross ground that does not block it and does not already give the target Cover?

    shooting.obscured, shooting.obscured.terrain, shooting.cover.both. Ground that the shooter stands in or at
    does not obscure. Nor does ground lower than the higher of the two units, forests excepted
    (terrain.level).
    """
    assert line.point is not None
    field, any_ground = battle.field, battle.readings.of(OBSCURING) == 1
    kinds = _hindering_kinds() if any_ground else _obscuring_kinds()
    crossed = may_be_crossed(field, kinds, line.origin, line.point)
    if not crossed:
        return False
    own, forests = _ground_of(field, unit), _kinds("blocks beyond 4 in, else obscures")
    for number in crossed:
        if number in cover or number in own:
            continue
        piece = field.pieces[number]
        if piece.kind not in forests and piece.level < max(level_of(field, unit), level_of(field, target)):
            continue
        if _comes_across(field, number, line):
            return True
    return False


def _ground_of(field: Field, unit: Regiment) -> tuple[int, ...]:
    """The ground in or at which a unit stands."""
    return (*ground_under(unit, field, LAYERS), *obstacles_at(unit, field))


def _comes_across(field: Field, piece: int, line: Look) -> bool:
    """Does a line of fire run over a piece of ground?"""
    assert line.point is not None
    return is_crossed(field, piece, line.origin, line.point, LAYERS)


def level_of(field: Field, unit: Body) -> int:
    """The level on which a unit stands: the level under the centre of its footprint.

    terrain.level, terrain.uphill
    """
    return level_at(field, centre(standing(unit), unit.shape))


@cache
def _kinds(sight: str) -> tuple[str, ...]:
    """The kinds of ground with this effect on sight (terrain.table)."""
    return tuple(row.kind for row in ground_kinds() if row.sight == sight)


@cache
def _obscuring_kinds() -> tuple[str, ...]:
    """The kinds of ground that obscure by their row in the table (terrain.table)."""
    return tuple(row.kind for row in ground_kinds() if "obscures" in row.sight)


@cache
def _hindering_kinds() -> tuple[str, ...]:
    """All kinds of ground that are neither open nor block sight, whatever their row says of obscuring.

    shooting.obscured.terrain
    """
    slow = tuple(row.kind for row in ground_kinds() if row.move != "open" and row.sight != "blocks")
    return (*_obscuring_kinds(), *[kind for kind in slow if kind not in _obscuring_kinds()])


@cache
def _covering_kinds() -> tuple[str, ...]:
    """The kinds of ground that protect units in them; fences and walls protect units at them."""
    return tuple(row.kind for row in ground_kinds() if row.cover and row.move != "obstacle")

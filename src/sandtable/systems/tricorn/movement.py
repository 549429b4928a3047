"""Movement: the terms on which a unit may move: manoeuvres and their prices, the ground, friends, enemies.

A move is made of advances, obliques, wheels, about faces, retrograde moves and side steps, in any mix
(turn.one-action). This module states the terms; the table's one check judges every plan by them
(movement.legal-path).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import degrees_of, inches_of
from sandtable.systems.tricorn.nearness import SLACK
from sandtable.systems.tricorn.rates import Rate, allowance, budget, half_rate, rate
from sandtable.systems.tricorn.strongholds import Stronghold
from sandtable.systems.tricorn.terrain import (
    BRIDGE,
    FORD,
    REDOUBT,
    RIVER,
    ROAD,
    VILLAGE,
    WORKS,
    Going,
    kinds,
)
from sandtable.systems.tricorn.troops import Category
from sandtable.systems.tricorn.zones import zone_of, zones_against
from sandtable.table.movement import (
    AngleStep,
    BySteps,
    Fixed,
    Keep,
    LegTerms,
    Opening,
    Passing,
    PerInch,
    Terms,
    Zone,
)
from sandtable.table.movement import Going as GoingTerms
from sandtable.table.space import DEGREE, INCH, QUARTER_TURN, TOLERANCE, Body, Point, Scene, inches, standing


class Gait(StrEnum):
    """The ways in which a unit may move."""

    WALK = "move"
    THROUGH = "move through friends"
    MARCH = "Forced March"
    BACK = "fall back"
    ATTACK = "attack"
    ENTRY = "come on"
    BREAK_OFF = "break off"


NEAR: Final = inches(inches_of("movement.one-inch"))
"""The least distance from every enemy at the end of a move without contact; exactly an inch is enough
(movement.one-inch)."""
FAR: Final = inches(inches_of("movement.forced-march")) + 1
"""A Forced March begins and ends farther than this from every enemy unit (movement.forced-march)."""
ALONG: Final = degrees_of("movement.pass-through.shape") * DEGREE
"""The greatest difference of facing at which formed units pass through one another
(movement.pass-through.shape)."""
OBLIQUE: Final = degrees_of("movement.oblique") * DEGREE
"""The greatest angle of an Oblique (movement.oblique)."""
PINNED: Final = ("advance", "oblique", "wheel")
"""The manoeuvres open to a unit in an enemy zone that lead nearer (movement.zoc.effect)."""


# --------------------------------------------------------------------- the scene
def scene_for(battle: TricornBattle, unit: TricornUnit) -> Scene:
    """The table for a moving unit: empty strongholds are added as bodies that may be passed through.

    They are numbered after all units (terrain.building-passage). Abandoned enemy guns block only Artillery;
    other units capture them in passing (artillery.abandoned).
    """
    plain = scene_of(battle)
    if unit.is_artillery:
        return plain
    guns = tuple([one.id for one in battle.abandoned(1 - unit.side)])
    places = empty_strongholds(battle, unit.side) if unit.is_foot else ()
    if not (guns or places):
        return plain
    known, kept = _scenes(plain), (guns, id(places))
    found = known.get(kept)
    if found is None:
        found = known[kept] = _Changed(_without(plain, guns, places), places)
    return found.scene


class _Changed(NamedTuple):
    """A scene without some guns and with some strongholds; it holds the strongholds so that their id() stays
    unique."""

    scene: Scene
    places: tuple[Body, ...]


@by_identity(most=8)
def _scenes(plain: Scene) -> dict[tuple[tuple[int, ...], int], _Changed]:
    """The changed scenes by guns and strongholds, valid while no unit moves."""
    del plain
    return {}


def _without(plain: Scene, guns: tuple[int, ...], places: tuple[Body, ...]) -> Scene:
    """The scene without some abandoned guns, and with empty strongholds added."""
    taken = plain.replaced(*[replace(plain.bodies[gun], pose=None) for gun in guns]) if guns else plain
    return Scene(plain.field, (*taken.bodies, *places)) if places else taken


def empty_strongholds(battle: TricornBattle, side: int) -> tuple[Body, ...]:
    """The strongholds not held against a side, as bodies numbered after the units; the same object while no
    garrison changes.

    Abandoned guns do not hold a stronghold against an enemy, who takes them (artillery.abandoned,
    terrain.building-passage).
    """
    garrisons = battle.garrisons
    held = [piece for piece, unit in garrisons.items() if not unit.is_abandoned or unit.side == side]
    return _bodies_of(battle.strongholds, frozenset(held), len(battle.units)) if battle.strongholds else ()


@lru_cache(maxsize=256)
def _bodies_of(strongholds: tuple[Stronghold, ...], held: frozenset[str], units: int) -> tuple[Body, ...]:
    """The strongholds without a holder, as bodies."""
    empty = [place for place in strongholds if place.piece not in held]
    return tuple([place.body(units + n) for n, place in enumerate(empty)])


# --------------------------------------------------------------------- the terms
def move_terms(battle: TricornBattle, unit: TricornUnit, share: int, gait: Gait = Gait.WALK) -> Terms:
    """The terms of a move for a unit with this share of a Full Move left (movement.allowance)."""
    pace = rate(unit)
    return Terms(
        allowance=budget(pace, share),
        legs=_legs(unit.category, pace, gait),
        goings=_goings(unit.category, pace.dearness, gait),
        opening=COLUMN_WAYS if unit.is_column else WAYS,
        keeps=_distances(battle, unit, gait),
        passing=_passing(battle, unit, gait),
        zones=_zones(battle, unit, share, gait),
        outline="footprint",
        rule="movement.allowance",
        words=_reasons(allowance(battle, unit, share)),
        overlap_rule="movement.no-overlap",
        edge_rule="movement.table-edge",
        slack=SLACK,
    )


@by_identity(most=256)
def _reasons(allowance: Tally) -> str:
    """The steps of an allowance in words."""
    return ", ".join(str(step) for step in allowance.steps)


# --------------------------------------------------------------------- manoeuvres
@cache
def _legs(category: Category, pace: Rate, gait: Gait) -> tuple[LegTerms, ...]:
    """The manoeuvres open to a category and their prices.

    Through formed friends every inch has the bad-going price (movement.pass-through.whole-move), and there is
    no Side Step (movement.pass-through.shape).
    """
    inch = pace.dearness if gait is Gait.THROUGH else 1.0
    advance = LegTerms("advance", PerInch(inch), rule="movement.allowance", words="straight ahead")
    back = _retrograde(category, inch)
    if gait is Gait.BREAK_OFF:
        return (back,)
    face = _about_face(category)
    if gait is Gait.BACK:
        return advance, face, back
    slant = LegTerms(
        "oblique", PerInch(inch), widest=OBLIQUE, rule="movement.oblique.cost", words="along the slant"
    )
    legs = (advance, WHEEL, slant, back, face)
    if category is Category.ARTILLERY or gait is Gait.THROUGH:
        return legs
    return (*legs, _side_step(inch))


def _wheel() -> LegTerms:
    """A Forward Wheel is priced by its angle, whatever the width and the going.

    movement.wheel.45, movement.wheel.90, movement.wheel.shape
    """
    steps = tuple(
        AngleStep(degrees_of(rule) * DEGREE, inches(inches_of(rule)))
        for rule in ("movement.wheel.45", "movement.wheel.90")
    )
    return LegTerms("wheel", BySteps(steps), most=QUARTER_TURN, rule="movement.wheel.shape", words="wheel")


WHEEL: Final = _wheel()


def _about_face(category: Category) -> LegTerms:
    """A reversal in place.

    movement.about-face.foot, movement.about-face.mounted, movement.about-face.artillery
    """
    rule = f"movement.about-face.{category}"
    return LegTerms("about-face", Fixed(inches(inches_of(rule))), rule=rule, words="About Face")


def _retrograde(category: Category, inch: float) -> LegTerms:
    """Straight back without turning: Foot and Mounted at half rate, Artillery at its full rate.

    movement.retrograde, movement.retrograde.artillery, movement.half-rate-cost
    """
    if category is Category.ARTILLERY:
        return LegTerms("retire", PerInch(inch), rule="movement.retrograde.artillery", words="Retrograde")
    price = PerInch(inch * half_rate())
    return LegTerms("retire", price, rule="movement.half-rate-cost", words="Retrograde")


def _side_step(inch: float) -> LegTerms:
    """Straight sideways without turning, at half rate; not for Artillery.

    movement.sidestep, movement.sidestep.artillery, movement.half-rate-cost
    """
    return LegTerms("shift", PerInch(inch * half_rate()), rule="movement.half-rate-cost", words="Side Step")


# --------------------------------------------------------------------- ground
WAYS: Final = Opening((FORD,), (RIVER,), points="bases", rule="terrain.overlap", words="ford")
"""Fords carry every unit through a river if all its bases stand on one (terrain.types, terrain.overlap).

A ford is drawn over the banks as well, so that the bases stand on it before the front is in the water.
"""

COLUMN_WAYS: Final = Opening(
    (ROAD, BRIDGE, FORD),
    tuple(kind.kind for kind in kinds().values() if kind.going is not Going.GOOD and kind.kind != FORD),
    points="centre",
    rule="movement.road",
    words="road",
)
"""Columns and limbered guns follow roads and bridges at the good-going price, through any ground.

movement.road, terrain.overlap
"""


@cache
def _goings(category: Category, dearness: float, gait: Gait) -> tuple[GoingTerms, ...]:
    """The effect of ground on a move: closed ground, bad going, and works, which Foot climbs.

    A unit that goes through formed friends already pays the bad-going price
    (movement.pass-through.whole-move).

    terrain.types, terrain.going, movement.bad-going-cost, terrain.works
    """
    found: list[GoingTerms] = []
    for kind in kinds().values():
        shut = category in kind.closed_to or (category is Category.ARTILLERY and kind.kind == REDOUBT)
        if shut:
            words = f"the {kind.kind} is closed to {category.capitalize()}"
            found.append(GoingTerms(kind.kind, entry="barred", rule="terrain.types", words=words))
        elif kind.kind == WORKS:
            toll = inches(inches_of("terrain.works"))
            found.append(GoingTerms(WORKS, toll=toll, rule="terrain.works", words="over the works"))
        elif kind.going is Going.BAD and gait is not Gait.THROUGH:
            found.append(GoingTerms(kind.kind, multiplier=dearness, rule="movement.bad-going-cost"))
    return tuple(found)


# --------------------------------------------------------------------- enemies
def _distances(battle: TricornBattle, unit: TricornUnit, gait: Gait) -> tuple[Keep, ...]:
    """The distances from enemies that a move must keep at its end (movement.one-inch, movement.forced-march).

    An attack is judged by the enemies it touches; abandoned guns and officers do not count. A move through
    formed friends makes no contact either (movement.pass-through.no-contact).
    """
    if gait is Gait.ATTACK:
        return ()
    enemies = tuple([enemy.id for enemy in battle.enemies_of(unit.side)])
    return _keeps(enemies, gait) if enemies else ()


@lru_cache(maxsize=256)
def _keeps(enemies: tuple[int, ...], gait: Gait) -> tuple[Keep, ...]:
    if gait is Gait.MARCH:
        words = "more than 12 in from every enemy"
        return (Keep(enemies, FAR, "end", "refused", rule="movement.forced-march", words=words),)
    return (Keep(enemies, NEAR, "end", rule="movement.one-inch", words="1 in from every enemy"),)


def _zones(battle: TricornBattle, unit: TricornUnit, share: int, gait: Gait) -> tuple[Zone, ...]:
    """The enemy zones that a move might enter (movement.zoc.effect).

    They do not bind a unit that goes straight back out of them, nor a Forced March, which stays far away.
    """
    if gait in (Gait.BACK, Gait.BREAK_OFF, Gait.MARCH):
        return ()
    pose, reach = standing(unit), budget(rate(unit), share) + ROOM
    found: list[Zone] = []
    for enemy in zones_against(battle, unit.side):
        there = standing(enemy)
        dx, dy = there.x - pose.x, there.y - pose.y
        if dx * dx + dy * dy <= reach * reach:
            found += _zones_before(battle, enemy)
    return tuple(found)


ROOM: Final = 9 * INCH
"""The extent of units and zones plus a margin: farther zones are ignored."""


def _zones_before(battle: TricornBattle, enemy: TricornUnit) -> tuple[Zone, ...]:
    """The zone of an enemy as terms of a move; the same object while the enemy stands there."""
    rings = zone_of(battle, enemy, grown=TOLERANCE + SLACK)
    known = _zones_of(rings)
    if enemy.id not in known:
        words = "in an enemy Zone of Control a unit only halts, wheels or advances towards that enemy"
        rule = "movement.zoc.effect"
        known[enemy.id] = tuple([Zone(enemy.id, ring, PINNED, rule=rule, words=words) for ring in rings])
    return known[enemy.id]


@by_identity(most=512)
def _zones_of(rings: tuple[tuple[Point, ...], ...]) -> dict[int, tuple[Zone, ...]]:
    """The zones made from these rings, by enemy number."""
    del rings
    return {}


# --------------------------------------------------------------------- friends
def _passing(battle: TricornBattle, unit: TricornUnit, gait: Gait) -> tuple[Passing, ...]:
    """The units that a move may go through if it ends clear of them; no friend in an enemy zone.

    movement.pass-through.light-infantry, movement.pass-through, movement.zoc.effect, terrain.building-passage
    """
    found: list[Passing] = []
    loose = _unformed(battle.units)[unit.side] if unit.is_formed else _besides(battle, unit)
    if loose and gait is not Gait.BACK:
        found.append(_loose(loose))
    if gait is Gait.THROUGH:
        formed = formed_friends(battle, unit)
        if formed:
            found.append(_formed(formed))
    if unit.is_foot:
        empty = empty_strongholds(battle, unit.side)
        if empty:
            found.append(_empty(tuple([place.id for place in empty])))
    held = friendly_villages(battle, unit) if unit.is_column else ()
    if held:
        found.append(_on_the_road(held))
    return tuple(found)


@by_identity(most=8)
def _unformed(units: tuple[TricornUnit, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of each side, the units in open order outside strongholds (movement.pass-through.light-infantry)."""
    here = [one for one in units if not one.is_formed and one.pose is not None and not one.garrison]
    return tuple([one.id for one in here if not one.side]), tuple([one.id for one in here if one.side])


def _besides(battle: TricornBattle, unit: TricornUnit) -> tuple[int, ...]:
    """All friends of a unit outside strongholds."""
    friends = battle.on_table(unit.side)
    return tuple([one.id for one in friends if one.id != unit.id and not one.garrison])


def formed_friends(battle: TricornBattle, unit: TricornUnit) -> tuple[int, ...]:
    """The formed friends that a formed unit may go through: those that stand still and have not moved.

    movement.pass-through, movement.pass-through.whole-move, movement.pass-through.artillery
    """
    if not unit.is_formed:
        return ()
    return tuple([one for one in _unmoved(battle.units)[unit.side] if one != unit.id])


def may_be_passed(friend: TricornUnit) -> bool:
    """Is a unit on the table formed, outside strongholds, and has it not moved? (movement.pass-through)"""
    return not friend.moved and not friend.garrison and friend.is_formed


@by_identity(most=8)
def _unmoved(units: tuple[TricornUnit, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of each side, the formed units outside strongholds that have not moved (movement.pass-through)."""
    formed = [one for one in units if one.pose is not None and may_be_passed(one)]
    return tuple([one.id for one in formed if not one.side]), tuple([one.id for one in formed if one.side])


def friendly_villages(battle: TricornBattle, unit: TricornUnit) -> tuple[int, ...]:
    """The garrisons of friendly villages through which a column may follow a road.

    terrain.building-passage
    """
    friends = [one for one in battle.garrisons.values() if one.side == unit.side and one.id != unit.id]
    return tuple([one.id for one in friends if battle.stronghold(one.garrison).kind == VILLAGE])


@lru_cache(maxsize=1024)
def _loose(friends: tuple[int, ...]) -> Passing:
    return Passing(
        friends, rule="movement.pass-through.light-infantry", words="through open order", zoned=True
    )


@lru_cache(maxsize=1024)
def _formed(friends: tuple[int, ...]) -> Passing:
    rule = "movement.pass-through.edges"
    return Passing(friends, parallel=ALONG, rule=rule, words="through friends", zoned=True)


@lru_cache(maxsize=64)
def _empty(places: tuple[int, ...]) -> Passing:
    return Passing(places, rule="terrain.building-passage", words="through an empty place")


@lru_cache(maxsize=64)
def _on_the_road(garrisons: tuple[int, ...]) -> Passing:
    return Passing(garrisons, rule="terrain.building-passage", words="on the road through the village")


# --------------------------------------------------------------------- where to
def towards(battle: TricornBattle, unit: TricornUnit) -> tuple[Point, ...]:
    """Points that a unit may want to move to: the nearest enemies, and objectives."""
    foes = [(pose.x, pose.y) for foe in battle.enemies_of(unit.side) if (pose := foe.pose) is not None]
    near = _nearest_first(unit, foes)
    prizes = _nearest_first(unit, [prize.point for prize in battle.prizes])
    return (*near[:2], *prizes[:1], *near[2:3])


def _nearest_first(unit: TricornUnit, places: Sequence[tuple[float, float]]) -> list[Point]:
    """The three places nearest to a unit, the nearest first."""
    here = standing(unit)
    far = sorted([((x - here.x) ** 2 + (y - here.y) ** 2, x, y) for x, y in places])
    return [Point(x, y) for _, x, y in far[:3]]

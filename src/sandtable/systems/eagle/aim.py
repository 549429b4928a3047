"""Aim on the table: the targets and facings open to a light unit, and the facts of its shooting.

A front-rank base shoots if a base of the target is within reach, in its front arc and in sight
(shooting.bases). Light troops may turn on the spot first (shooting.turn).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.eagle.arcs import arc_of, as_body, front_centre
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.contact import free_bases
from sandtable.systems.eagle.engagements import Contact
from sandtable.systems.eagle.nearness import SLACK, enemies_within, foes_by_distance
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.records import Flight
from sandtable.systems.eagle.room import with_space
from sandtable.systems.eagle.shapes import girth
from sandtable.systems.eagle.shooting import Shooting, dice
from sandtable.systems.eagle.sight import TERMS
from sandtable.systems.eagle.terrain import LAYERS, cover_kinds, is_linear, kind_of
from sandtable.systems.eagle.troops import TroopClass
from sandtable.table import measure
from sandtable.table.measure import (
    distance_to_ground,
    gap,
    gaps_of_parts,
    ground_along,
    ground_under_bases,
    nearest_to_point,
)
from sandtable.table.room import Place, about_centre
from sandtable.table.sight import Look, eyes_of, sightings
from sandtable.table.space import (
    HAIR,
    TOLERANCE,
    Base,
    Body,
    Point,
    Pose,
    Scene,
    Shape,
    base_centre,
    centre,
    heading_between,
    standing,
)

FLED: Final = (Flight.EVADE, Flight.RETIRE)
"""A unit that made one of these moves in this phase does not shoot (shooting.who)."""


class Aim(NamedTuple):
    """A target, and the heading in tenths of a degree that the unit takes up to shoot at it."""

    target: int
    heading: int


# ------------------------------------------------------------------------- which units shoot
def barred(battle: EagleBattle, unit: EagleUnit) -> tuple[Refusal, ...]:
    """Why a unit may not shoot at any target now (shooting.who, rout.state)."""
    reasons = (
        (not unit.troop_class.may_shoot, f"{unit.troop_class} do not shoot"),
        (unit.pose is None, "it is not on the table"),
        (unit.routing, "it is routing"),
        (battle.is_engaged(unit.id), "it is in combat"),
        (_has_fled(battle, unit), "it evaded or retired this turn"),
    )
    return tuple(Refusal(words, rule="shooting.who") for holds, words in reasons if holds)


def _has_fled(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Has a unit evaded or retired in this phase, whatever it has done since? (shooting.who)"""
    track = battle.track_of(unit.id)
    return track is not None and track.how in FLED


# -------------------------------------------------------------------- targets
def aims(battle: EagleBattle, unit: EagleUnit) -> tuple[Aim, ...]:
    """The targets open to a unit, with its present facing, or turned if more bases can then shoot.

    shooting.target, shooting.turn, shooting.range
    """
    if _is_barred(battle, unit):
        return ()
    known = _known_aims(battle, unit)
    return tuple(found for target in _near(battle, unit) for found in _kept_aims(battle, unit, target, known))


def can_shoot(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Has a unit any target from where it stands, turning on the spot if it must?

    It stops at the first target, without listing all aims.
    """
    targets = _near(battle, unit) if unit.pose is not None else ()
    if not targets or _is_barred(battle, unit):
        return False
    known = _known_aims(battle, unit)
    return any(_kept_aims(battle, unit, target, known) for target in targets)


def _is_barred(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is a unit barred from shooting? The same as ``barred``, without the reasons (shooting.who)."""
    if unit.pose is None or unit.routing or not unit.troop_class.may_shoot:
        return True
    return battle.is_engaged(unit.id) or _has_fled(battle, unit)


class Aims(Struct, frozen=True):
    """A cache entry: the aims of one unit by target.

    It holds while the unit, the contacts and the unbroken units (``numbers``) are the same objects.
    """

    unit: EagleUnit
    contacts: tuple[Contact, ...]
    numbers: tuple[int, ...]
    at: dict[int, tuple[Aim, ...]]


def _known_aims(battle: EagleBattle, unit: EagleUnit) -> dict[int, tuple[Aim, ...]]:
    """The cached aims of a unit in this battle, by target."""
    known, number, numbers = _aims_in(scene_of(battle)), unit.id, battle.numbers_unbroken(unit.side)
    found = known.get(number)
    if (
        found is None
        or found.unit is not unit
        or found.contacts is not battle.contacts
        or found.numbers is not numbers
    ):
        found = known[number] = Aims(unit, battle.contacts, numbers, {})
    return found.at


@by_identity(most=4)
def _aims_in(scene: Scene) -> dict[int, Aims]:
    """The cached aims by unit, one dictionary per scene: a move makes a new scene and empties it."""
    del scene
    return {}


def _kept_aims(
    battle: EagleBattle, unit: EagleUnit, target: EagleUnit, known: dict[int, tuple[Aim, ...]]
) -> tuple[Aim, ...]:
    """The facings offered at one target, from the cache or found now."""
    found = known.get(target.id)
    if found is None:
        found = known[target.id] = tuple(_aims_at(battle, unit, target))
    return found


def is_aim(battle: EagleBattle, unit: EagleUnit, aim: Aim) -> bool:
    """May a unit shoot at this target facing this way? (shooting.target, shooting.turn, formation.space)"""
    target = battle.units[aim.target]
    if _is_barred(battle, unit) or target.side == unit.side or target.pose is None or target.routing:
        return False
    turned = facing(battle, unit, aim.heading)
    return turned is not None and bool(shooters(battle, turned, target))


def _near(battle: EagleBattle, unit: EagleUnit) -> tuple[EagleUnit, ...]:
    """The unbroken enemies near enough that a turn might bring them within reach.

    shooting.range, shooting.turn
    """
    limit = reach_of("shooting.range") + girth(unit.shape)
    return tuple([battle.units[enemy] for enemy in enemies_within(battle, unit, limit)])


def _aims_at(battle: EagleBattle, unit: EagleUnit, target: EagleUnit) -> Iterator[Aim]:
    """The facings offered at one target: the present one, and one towards it if more bases can shoot so."""
    as_it_stands = len(shooters(battle, unit, target))
    heading = standing(unit).heading
    if as_it_stands:
        yield Aim(target.id, heading)
    if as_it_stands == most_shooters(unit):
        return
    towards = _heading_towards(unit, target)
    if towards == heading:
        return
    # Counting the shooters is cheaper than looking for room to turn, and mostly there are none.
    turned = replace(unit, pose=turned_pose(unit, towards))
    if len(shooters(battle, turned, target)) > as_it_stands and facing(battle, unit, towards) is not None:
        yield Aim(target.id, towards)


def most_shooters(unit: EagleUnit) -> int:
    """The most bases of a unit that can shoot: one rank, two of LC (shooting.lc-ranks)."""
    ranks = 2 if unit.troop_class is TroopClass.LC else 1
    return sum(unit.ranks[:ranks])


def _heading_towards(unit: EagleUnit, target: EagleUnit) -> int:
    middle = centre(standing(unit), unit.shape)
    return heading_between(middle, nearest_to_point(target, middle))


def facing(battle: EagleBattle, unit: EagleUnit, heading: int) -> EagleUnit | None:
    """A unit turned on the spot about its centre; none if it has no room.

    shooting.turn, movement.wheel.detail, formation.space
    """
    if heading == standing(unit).heading:
        return unit
    place = Place(about_centre(unit, unit.shape, heading), unit.shape)
    return replace(unit, pose=place.pose) if with_space(battle, unit, (place,)) else None


# --------------------------------------------------------------- bases that shoot
def shooters(battle: EagleBattle, unit: EagleUnit, target: EagleUnit) -> tuple[int, ...]:
    """The places of the bases of a unit that can shoot at a target, as the unit stands and faces.

    shooting.bases, shooting.range, shooting.engaged, shooting.supports, shooting.lc-ranks
    """
    if _is_out_of_reach(battle, unit, target):
        return ()
    eligible = free_bases(battle, target.id)
    if not eligible:
        return ()
    front = tuple(_front_shooters(battle, unit, target, eligible))
    return (*front, *_second_rank(unit, front))


def _is_out_of_reach(battle: EagleBattle, unit: EagleUnit, target: EagleUnit) -> bool:
    """Is a target certainly out of reach, for a unit that stands where the battle has it? (shooting.range)"""
    if unit is not battle.units[unit.id]:
        return False
    lengths = [length for length, number in foes_by_distance(battle, unit) if number == target.id]
    return bool(lengths) and lengths[0] > reach_of("shooting.range") + SLACK + HAIR


def _front_shooters(
    battle: EagleBattle, unit: EagleUnit, target: EagleUnit, eligible: tuple[int, ...]
) -> Iterator[int]:
    """The front-rank bases with an eligible base within reach, in arc and in sight (shooting.bases)."""
    body = only(target, eligible)
    most = reach_of("shooting.range") + SLACK
    lengths = gaps_of_parts(standing(unit), front_bases(unit.shape, unit.ranks[0]), body)
    near = [place for place, length in enumerate(lengths) if length <= most]
    if not near:
        return
    looks = _looks(battle, unit, body)
    for place in near:
        look = looks[place]
        if look.sees and _is_shot_at(battle, unit, place, target, eligible, look):
            yield place


def _front_rank(unit: EagleUnit) -> range:
    """The places of the bases in the front rank."""
    return range(unit.ranks[0])


def only(target: EagleUnit, places: tuple[int, ...]) -> Body:
    """A target reduced to some of its bases, those that may be shot at (shooting.engaged)."""
    if len(places) == len(target.shape.bases):
        return target
    return Body(target.id, target.side, target.pose, part_of(target.shape, places))


@lru_cache(maxsize=4096)
def part_of(shape: Shape, places: tuple[int, ...]) -> Shape:
    """A shape reduced to some of its bases."""
    return Shape(tuple(shape.bases[place] for place in places), shape.width, shape.depth)


@lru_cache(maxsize=1024)
def front_bases(shape: Shape, count: int) -> tuple[Shape, ...]:
    """Each base of a front rank of *count* bases as a shape of its own."""
    return tuple([part_of(shape, (place,)) for place in range(count)])


def _alone(unit: EagleUnit, place: int) -> Body:
    """One base of a unit where it stands."""
    return Body(unit.id, unit.side, unit.pose, part_of(unit.shape, (place,)))


def _reaches(unit: EagleUnit, place: int, target: Body) -> bool:
    """Is any base of a target within 4 inches of one base? (shooting.range, dice.measure)"""
    return gap(_alone(unit, place), target) <= reach_of("shooting.range") + SLACK


def _looks(battle: EagleBattle, unit: EagleUnit, target: Body) -> tuple[Look, ...]:
    """What each front-rank base sees of a target (shooting.sight)."""
    scene = scene_of(battle)
    if target is not battle.units[target.id]:
        scene = scene.replaced(target)
    routers = tuple(one.id for one in battle.units if one.routing)
    eyes = eyes_of(unit, "base fronts")
    return sightings(scene, unit.id, (target.id,), TERMS, eyes, see_through=routers)[0].looks


def _is_shot_at(
    battle: EagleBattle,
    unit: EagleUnit,
    place: int,
    target: EagleUnit,
    eligible: tuple[int, ...],
    look: Look,
) -> bool:
    """Is one and the same base of the target within reach of a base, in its arc and in its sight?

    shooting.bases; the base seen nearest is tried first, because it usually is the one
    """
    assert look.point is not None, "who sees a target sees a point of it"
    if look.distance <= reach_of("shooting.range") and _is_ahead(unit, place, look.point):
        return True
    first = _base_at(target, eligible, look.point)
    if _covers(unit, place, target, first):
        return True
    others = tuple(one for one in eligible if one != first and _covers(unit, place, target, one))
    return any(_looks(battle, unit, only(target, (one,)))[place].sees for one in others)


def _is_ahead(unit: EagleUnit, place: int, point: Point) -> bool:
    """Does a point lie in the front arc of one base? (formation.arcs)"""
    base, here = unit.shape.bases[place], standing(unit).local(point)
    ahead = here.y - base.y
    return ahead >= 0 and abs(here.x - base.x) <= base.width / 2 + ahead


def _base_at(target: EagleUnit, eligible: tuple[int, ...], point: Point) -> int:
    """The base of a target on which a point lies, or that is nearest to it."""
    here, bases = standing(target).local(point), target.shape.bases
    return min(eligible, key=lambda place: _outside(bases[place], here))


def _outside(base: Base, point: Point) -> float:
    """How far a point, as seen from the middle of the front, lies outside a base."""
    aside = abs(point.x - base.x) - base.width / 2
    along = abs(point.y - base.y + base.depth / 2) - base.depth / 2
    return max(aside, along, 0.0)


def _covers(unit: EagleUnit, place: int, target: EagleUnit, base: int) -> bool:
    """Is a base of a target within reach of one base and in its front arc? (shooting.bases)"""
    there = _alone(target, base)
    return _reaches(unit, place, there) and measure.is_in_arc(
        as_body(unit, unit.shape.bases[place]), there, "front"
    )


def _second_rank(unit: EagleUnit, front: tuple[int, ...]) -> tuple[int, ...]:
    """The second-rank bases of LC that shoot: those whose base in front shoots.

    shooting.lc-ranks, shooting.bases: the base in front is the one that they overlap most; of two equal ones,
    either
    """
    if unit.troop_class is not TroopClass.LC or not front:
        return ()
    bases = unit.shape.bases
    first = [bases[place] for place in _front_rank(unit)]
    second = [place for place, base in enumerate(bases) if base.rank == 1]
    return tuple(place for place in second if any(one in front for one in _before(bases[place], first)))


def _before(base: Base, front: list[Base]) -> tuple[int, ...]:
    """The places of the front-rank bases that a base behind them overlaps most in width."""
    shared = [min(base.width, one.width) - abs(base.x - one.x) for one in front]
    return tuple(place for place, width in enumerate(shared) if width == max(shared))


# ----------------------------------------------------------------------- facts
def shooting_at(battle: EagleBattle, unit: EagleUnit, target: EagleUnit) -> Shooting:
    """The facts of a shooting, as the unit stands and faces (shooting.rear, terrain.cover)."""
    return Shooting(
        bases=len(shooters(battle, unit, target)),
        dp=unit.dp,
        target=target.troop_class,
        cover=is_covered(battle, unit, target),
        rear=arc_of(target, front_centre(unit)) == "rear",
        deduct_first=battle.is_other(Reading.HALVE_OR_DEDUCT),
    )


def is_covered(battle: EagleBattle, unit: EagleUnit, target: EagleUnit) -> bool:
    """Are half or more of the bases that may be shot at in cover? (terrain.cover)"""
    eligible = free_bases(battle, target.id)
    covered = sum(_has_cover(battle, unit, target, place) for place in eligible)
    return 2 * covered >= len(eligible) > 0


def _has_cover(battle: EagleBattle, unit: EagleUnit, target: EagleUnit, place: int) -> bool:
    """Is a base in a wood, scrub or village, or behind a work that it touches? (terrain.cover)"""
    field = battle.field
    if not field.pieces:
        return False
    under = ground_under_bases(_alone(target, place), field, LAYERS)[0]
    if any(field.pieces[piece].kind in cover_kinds() for piece in under):
        return True
    return any(_is_behind(battle, unit, target, place, work) for work in works(battle))


def works(battle: EagleBattle) -> tuple[int, ...]:
    """The places of the ramparts, walls and ditches on the field (terrain.types)."""
    return tuple(
        place
        for place, piece in enumerate(battle.field.pieces)
        if is_linear(piece.kind) and kind_of(piece.kind).cover
    )


def _is_behind(battle: EagleBattle, unit: EagleUnit, target: EagleUnit, place: int, work: int) -> bool:
    """Does a base touch a work that lies between it and the shooters? (terrain.cover)"""
    if distance_to_ground(_alone(target, place), battle.field, work) > TOLERANCE:
        return False
    middle = base_centre(standing(target), target.shape.bases[place])
    return any(crossed.piece == work for crossed in ground_along(battle.field, front_centre(unit), middle))


def dice_at(battle: EagleBattle, unit: EagleUnit, aim: Aim) -> int:
    """The dice that a unit would throw with an aim, for labels and for agents (shooting.sequence)."""
    turned = facing(battle, unit, aim.heading)
    assert turned is not None, "an aim that is offered has room"
    return dice(shooting_at(battle, turned, battle.units[aim.target])).whole


def turned_pose(unit: EagleUnit, heading: int) -> Pose:
    """The pose of a unit turned about its centre (movement.wheel.detail)."""
    return about_centre(unit, unit.shape, heading)

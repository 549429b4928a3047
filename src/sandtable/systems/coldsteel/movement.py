"""Movement: the terms on which a unit may move, and its player's plan under them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from sandtable.game.ask.moves import PlanMove
from sandtable.game.battle.battle import scene_of
from sandtable.game.rules.tally import Modifier, Tally
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.precision import SLACK
from sandtable.systems.coldsteel.rates import Pace, gait_of, rate_of, rates_of
from sandtable.systems.coldsteel.room import APART
from sandtable.systems.coldsteel.terrain import ROAD, Going, kinds_of_going
from sandtable.systems.coldsteel.troops import Formation, TroopClass
from sandtable.table.measure import ground_at
from sandtable.table.movement import (
    FREE,
    Keep,
    KeepTo,
    LegTerms,
    MoveMark,
    Passing,
    PerInch,
    Plan,
    Terms,
    Verdict,
    course_of,
    judge,
)
from sandtable.table.movement import Going as GoingTerms
from sandtable.table.space import INCH, Field, Point, centre, standing

ROUGH: Final = "rough"
"""The mark of a move that met rough ground or an obstacle (movement.rough-once)."""


# --------------------------------------------------------------------- the plan
class PlanManoeuvre(PlanMove, frozen=True, kw_only=True):
    """Plan the move of a unit, across country or along a road (movement.segments)."""

    decision: str = "manoeuvre.path"
    rule = "movement.segments"

    by_road: bool

    def parties(self) -> tuple[int, ...]:
        return (self.body.id,)

    def move_name(self) -> str:
        return "March" if self.by_road else "Advance"

    def words(self, battle: ColdSteelBattle) -> str:
        unit = battle.units[self.body.id]
        far = move_allowance(battle, unit, by_road=self.by_road)
        road = " along the road" if self.by_road else ""
        return f"Move {unit.name}{road}, up to {far.shown} in"


def plan_of(battle: ColdSteelBattle, unit: ColdSteelUnit, *, by_road: bool = False) -> PlanManoeuvre:
    """The question how a unit moves: any advances and wheels within its allowance.

    movement.segments, movement.swept
    """
    terms = move_terms(battle, unit, by_road=by_road)
    toward = towards(battle, unit)
    return PlanManoeuvre(unit.side, unit, terms, scene_of(battle), toward, by_road=by_road)


def judged(battle: ColdSteelBattle, unit: ColdSteelUnit, plan: Plan, *, by_road: bool = False) -> Verdict:
    """The verdict of the unit's move terms on a plan."""
    terms = move_terms(battle, unit, by_road=by_road)
    return judge(course_of(unit, terms, scene_of(battle)), plan)


def towards(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Point, ...]:
    """Points a player may want to move towards: the nearest enemies, and objectives."""
    here = centre(standing(unit), unit.shape)
    near = _by_distance(here, [centre(standing(foe), foe.shape) for foe in battle.on_table(1 - unit.side)])
    prizes = _by_distance(here, [prize.point for prize in battle.prizes])
    return (*near[:2], *prizes[:1], *near[2:3])


def _by_distance(here: Point, places: list[Point]) -> list[Point]:
    """Points sorted by their distance from one, nearest first."""
    x, y = here
    return [place for _, place in sorted([((at.x - x) ** 2 + (at.y - y) ** 2, at) for at in places])]


# --------------------------------------------------------------------- the terms
def move_terms(battle: ColdSteelBattle, unit: ColdSteelUnit, *, by_road: bool = False) -> Terms:
    """The terms on which a unit moves, off the road or with the road bonus.

    movement.segments, movement.mod.stack, movement.road-use
    """
    kind = _Kind(gait_of(battle, unit), by_road, charging=False)
    return _terms(kind, battle.numbers_on_table(1 - unit.side), _friends_to_pass(battle, unit))


def charge_terms(battle: ColdSteelBattle, unit: ColdSteelUnit, *, by_road: bool = False) -> Terms:
    """The terms on which a unit charges: those of a move, without a distance to keep from enemies.

    charge.distance, charge.path, movement.mod.charge, troops.cavalry.charge
    """
    return _terms(_Kind(gait_of(battle, unit), by_road, charging=True), (), _friends_to_pass(battle, unit))


class _Kind(NamedTuple):
    """A kind of move: the unit's pace, by road or not, charge or not."""

    gait: Pace
    by_road: bool
    charging: bool


@lru_cache(maxsize=1024)
def _terms(kind: _Kind, enemies: tuple[int, ...], friends: tuple[int, ...]) -> Terms:
    """The terms of a kind of move that keeps away from some enemies and passes through some friends."""
    gait, by_road, charging = kind
    rates, light = rates_of(gait), gait.troop_class is TroopClass.LIGHT
    full, slowed = rates[False, by_road, charging], rates[True, by_road, charging]
    return Terms(
        allowance=full.whole * INCH,
        legs=_legs(loose=gait.formation is Formation.SKIRMISH),
        goings=_goings(light=light, by_road=by_road),
        keep_to=ON_THE_ROAD if by_road else (),
        keeps=_distances_to_keep(enemies),
        passing=_through(friends),
        marks=() if light or by_road else _slowed(slowed.whole),
        outline="footprint",
        rule="charge.distance" if charging else "movement.mod.stack",
        words=_reasons(full.steps),
        overlap_rule="movement.friends",
        edge_rule="movement.edge",
        slack=SLACK,
    )


@cache
def _legs(*, loose: bool) -> tuple[LegTerms, ...]:
    """Advances, and wheels at the cost of the outer corner; skirmishers also pivot freely.

    movement.segments, movement.wheel, movement.skirmish-pivot, movement.square
    """
    legs = (
        LegTerms("advance", rule="movement.segments", words="straight ahead"),
        LegTerms("wheel", PerInch(of="outer corner"), rule="movement.wheel", words="wheel"),
    )
    if not loose:
        return legs
    return (*legs, LegTerms("turn", FREE, rule="movement.skirmish-pivot", words="pivot"))


@cache
def _goings(*, light: bool, by_road: bool) -> tuple[GoingTerms, ...]:
    """The effects of ground on a move: what bars it, and what takes 3 in off.

    A move by road ignores all ground but buildings; Light Infantry ignores rough ground and obstacles.

    movement.impassable, movement.rough-once, movement.road-use, troops.light.terrain, terrain.overlapping
    """
    closed = (Going.GARRISON,) if by_road else (Going.GARRISON, Going.IMPASSABLE)
    barred = tuple(
        GoingTerms(kind, entry="barred", rule="movement.impassable") for kind in kinds_of_going(*closed)
    )
    if light or by_road:
        return barred
    rough = tuple(
        GoingTerms(kind, mark=ROUGH, rule="movement.mod.rough") for kind in kinds_of_going(Going.ROUGH)
    )
    lines = tuple(
        GoingTerms(kind, mark=ROUGH, touching=True, rule="movement.mod.rough")
        for kind in kinds_of_going(Going.OBSTACLE)
    )
    return (*barred, *rough, *lines)


@cache
def _slowed(inches: int) -> tuple[MoveMark, ...]:
    """A path over rough ground or an obstacle must fit in the reduced allowance (movement.rough-once)."""
    words = "3 in less over an obstacle or rough ground"
    return (MoveMark(ROUGH, inches * INCH, rule="movement.mod.rough", words=words),)


ON_THE_ROAD: Final = (
    KeepTo(
        (ROAD,),
        points="front",
        rule="movement.road-use",
        words="with the road bonus the middle of the front keeps to the road",
    ),
)


def _distances_to_keep(enemies: tuple[int, ...]) -> tuple[Keep, ...]:
    """The whole move keeps an inch from every enemy (movement.enemy-gap)."""
    return (
        (Keep(enemies, APART, rule="movement.enemy-gap", words="1 in from every enemy"),) if enemies else ()
    )


def _friends_to_pass(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[int, ...]:
    """Skirmishers pass all friends; other units pass skirmishers and unlimbered guns (movement.friends)."""
    return tuple(
        [
            friend.id
            for friend in battle.on_table(unit.side)
            if friend is not unit and friend.formation is not Formation.GARRISON and may_pass(unit, friend)
        ]
    )


def may_pass(unit: ColdSteelUnit, friend: ColdSteelUnit) -> bool:
    """May a unit pass through a friend, if it ends clear of it? (movement.friends)"""
    theirs = friend.formation
    if theirs is Formation.SKIRMISH or unit.formation is Formation.SKIRMISH:
        return True
    return theirs is Formation.LINE and friend.is_artillery


def _through(friends: tuple[int, ...]) -> tuple[Passing, ...]:
    return (Passing(friends, rule="movement.friends", words="through friends"),) if friends else ()


def _reasons(steps: tuple[Modifier, ...]) -> str:
    """The steps of an allowance in words."""
    return ", ".join(str(step) for step in steps)


# --------------------------------------------------------------------- roads
def takes_road(battle: ColdSteelBattle, unit: ColdSteelUnit) -> bool:
    """May a unit move along a road: is it in column with the middle of its front on one?

    movement.road-use
    """
    if unit.formation is not Formation.COLUMN or not _has_roads(battle.field):
        return False
    pose = standing(unit)
    pieces = battle.field.pieces
    return any(pieces[place].kind == ROAD for place in ground_at(battle.field, Point(pose.x, pose.y)))


@lru_cache(maxsize=16)
def _has_roads(field: Field) -> bool:
    return any(piece.kind == ROAD for piece in field.pieces)


def move_allowance(battle: ColdSteelBattle, unit: ColdSteelUnit, *, by_road: bool = False) -> Tally:
    """The allowance of a unit over open ground, in inches (movement.mod.stack)."""
    return rate_of(battle, unit, by_road=by_road)

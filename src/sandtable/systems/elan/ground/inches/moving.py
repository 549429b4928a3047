"""Voluntary moves on the open table: their terms and their results."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, assert_never

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Opened
from sandtable.systems.elan.drill import ON_ROADS
from sandtable.systems.elan.figures import Scale, figures_of
from sandtable.systems.elan.ground.inches.looking import InchLooking
from sandtable.systems.elan.ground.inches.measured import SLACK, company_of
from sandtable.systems.elan.ground.inches.table import EQUAL, FOOTPRINT, spot
from sandtable.systems.elan.ground.values import Gait, Leave, Trek
from sandtable.systems.elan.options import Footing, Reading, effect_on, footing, footing_in, is_other
from sandtable.systems.elan.plan_decisions import PlanPath, PlanRide
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.terrain import OPENINGS, PATHS, Effect, kind_of
from sandtable.systems.elan.troops import Formation
from sandtable.table.measure import distance_from_ground, gaps_to_all
from sandtable.table.movement import (
    FREE,
    AboutFace,
    Advance,
    Going,
    Keep,
    KeepTo,
    Leg,
    LegTerms,
    MoveMark,
    Oblique,
    Opening,
    Passing,
    PerInch,
    Plan,
    Reform,
    Retire,
    Shift,
    Terms,
    Turn,
    Verdict,
    Wheel,
    nearest_approach,
)
from sandtable.table.space import (
    DEGREE,
    QUARTER_TURN,
    Body,
    Field,
    Point,
    Pose,
    Shape,
    centre,
    heading_between,
    standing,
    turn_between,
)

INCLINE: Final = 225
"""The widest oblique move of a formed unit: 22.5 degrees (movement.incline, movement.action.retire)."""

ALONG: Final = 50
"""How far a unit that follows a bend may face off the line of the road: 5 degrees."""

MORE: Final = round(2 * EQUAL) + 1
"""Added to a distance that a move must exceed rather than reach (scale.tolerance)."""

MOST_TERMS: Final = 1000
"""The most terms of moves that are cached for one field."""

HALF: Final = "half"
"""The mark of a move that has only half its rate (movement.action.not-cumulative, movement.half-scope)."""

ADVANCE: Final = LegTerms("advance", rule="movement.rates")
OBLIQUE: Final = LegTerms("oblique", widest=INCLINE, rule="movement.incline")
RETIRE: Final = LegTerms(
    "retire",
    widest=INCLINE,
    without=("advance", "oblique"),
    mark=HALF,
    rule="movement.action.retire",
    words="half the move",
)
PUSHED_BACK: Final = LegTerms("retire", without=("advance",), rule="movement.gun-turn")
WHEELS: Final = LegTerms(
    "wheel", PerInch(of="outer corner"), most=QUARTER_TURN, when="ends", times=1, rule="movement.wheel"
)
FIRST_WHEEL: Final = LegTerms(
    "wheel", PerInch(of="outer corner"), most=QUARTER_TURN, when="start", times=1, rule="movement.wheel-march"
)
RIM: Final = 3
POINT: Final = solid(2 * RIM, 2 * RIM)
"""The shape of a moving commander, who is in its middle.

He is a point without size (scale.measuring), but the shape needs a rim wider than the tolerance: otherwise no
water would stop it (leaders.movement-free).
"""

FREE_TURN: Final = LegTerms("turn", FREE, rule="movement.wheel-limit")
FIRST_TURN: Final = LegTerms("turn", FREE, when="start", times=1, rule="movement.wheel-march")


class InchMoving(InchLooking):
    """Voluntary moves of units and commanders."""

    __slots__ = ()

    async def travel(self, leave: Leave) -> Trek:
        """Ask for the path of a move and make it (move.path)."""
        unit = self.unit(leave.unit)
        toward = company_of(self.battle.enemies_of(unit.side)).middles
        verdict = await PlanPath(unit.side, unit, self.terms(leave), self.scene, toward)
        return self.trek(unit, verdict, halved=leave.halved)

    def trek(self, unit: ElanUnit, verdict: Verdict, *, halved: bool = False) -> Trek:
        """The trek of a move that passed the check; *halved* says that half was spent before it began."""
        ground = verdict.ground
        return Trek(
            to=verdict.end,
            gone=verdict.cost,
            left=verdict.left,
            halved=halved or HALF in verdict.marks,
            disordering=self.disordering(unit, ground) if ground else (),
            crossed=self.lines(ground) if ground else (),
            passed=verdict.passed,
            plan=verdict.plan,
        )

    def affords_change(self, leave: Leave, trek: Trek) -> bool:
        """A change at the end needs half the move, like any other half.

        movement.half-scope, movement.road-bonus-how
        """
        bonus = self.figures.road_bonus if leave.by_road else 0
        return self.is_within(trek.gone, leave.span // 2 + bonus)

    def takes_road(self, unit: int) -> bool:
        """Does a march column or a limbered battery stand with the middle of its front on a road?

        movement.road-bonus, movement.road-bonus-how, terrain.path
        """
        one = self.unit(unit)
        return self.is_on_road(one.formation, standing(one))

    def is_on_road(self, formation: Formation, pose: Pose) -> bool:
        """Is the middle of the front of a march column or limbered battery on a road at a pose?

        terrain.path
        """
        if formation not in ON_ROADS:
            return False
        return _is_on_road(self.battle.field, pose.x, pose.y)

    async def ride(self, leader: int, span: int, *, march: bool) -> Pose:
        """Ask for the path of a detached commander (move.commander, leaders.movement-free, leaders.march)."""
        who = self.battle.leaders[leader]
        at = spot(who)
        number = len(self.battle.units)
        point = Body(number, who.side, _point_at(self.battle, at), POINT)
        scene = company_of(self.battle.enemies_of(who.side)).by_themselves(self.scene, point)
        enemies = self.battle.numbers_on_table(1 - who.side)
        terms = _riding(self.battle.field, self.battle.scale, enemies, span, march=march)
        verdict = await PlanRide(who.side, point, terms, scene, leader=leader)
        there = centre(verdict.end, POINT) if verdict.plan else at
        return Pose(round(there.x), round(there.y), 0)

    # ---------------------------------------------------------------- terms
    def terms(self, leave: Leave) -> Terms:
        """The terms of a move: its legs and costs.

        Cached: they do not depend on where units stand, only on which are on the table.
        """
        unit, battle = self.unit(leave.unit), self.battle
        known = _terms_known(battle.field, battle.readings, battle.scale, battle.opened)
        here = battle.numbers_on_table(0), battle.numbers_on_table(1)
        key = unit.profile_id, unit.formation, unit.shape, leave, here
        found = known.get(key)
        if found is None:
            if len(known) > MOST_TERMS:
                known.clear()
            found = known[key] = self._terms(unit, leave)
        return found

    def _terms(self, unit: ElanUnit, leave: Leave) -> Terms:
        """The terms of a move, computed."""
        bonus = self.figures.road_bonus if leave.by_road else 0
        march = leave.gait is Gait.MARCH
        whole, half = leave.span + bonus, leave.span // 2 + bonus
        return Terms(
            half if leave.halved else whole,
            self._legs(unit, leave),
            goings=() if leave.by_road else self.goings(unit, march=march),
            opening=self.opening(unit),
            keep_to=self._keep_to(leave),
            keeps=self._keeps(unit, march=march),
            passing=() if march or leave.around else self._passing(unit),
            marks=(MoveMark(HALF, half, "movement.half-scope", "half the move"),),
            outline=FOOTPRINT,
            rule="movement.rates",
            overlap_rule="movement.blocked",
            edge_rule="geometry.table-edge",
            slack=SLACK,
        )

    def _legs(self, unit: ElanUnit, leave: Leave) -> tuple[LegTerms, ...]:
        """The manoeuvres of a move.

        movement.wheel, movement.wheel-march, movement.incline, movement.gun-turn, movement.action.retire
        """
        if leave.gait is Gait.MANHANDLE:
            return (ADVANCE, PUSHED_BACK)
        if unit.formation.is_loose:
            return (ADVANCE, *self._turns(leave))
        if leave.by_road:
            return (ADVANCE, _bend(unit.shape, self.battle))
        if leave.gait is Gait.MARCH:
            wheels = (FIRST_WHEEL,) if self._wheels_on_march else ()
            return (ADVANCE, OBLIQUE, *wheels)
        return (ADVANCE, OBLIQUE, RETIRE, WHEELS)

    def _turns(self, leave: Leave) -> tuple[LegTerms, ...]:
        """Skirmishers turn freely; on a march only where others may wheel.

        movement.wheel-limit, movement.march-limits, movement.wheel-march
        """
        if leave.gait is not Gait.MARCH:
            return (FREE_TURN,)
        return (FIRST_TURN,) if self._wheels_on_march else ()

    @property
    def _wheels_on_march(self) -> bool:
        """May a march begin with a wheel, by the reading of this battle? (movement.wheel-conflict)"""
        return not is_other(self.battle, Reading.WHEEL_CONFLICT)

    def goings(self, unit: ElanUnit, *, march: bool = False) -> tuple[Going, ...]:
        """The effect of the ground on a move: closed, or half; a march may not enter ground that disorders.

        terrain.table, terrain.closed, movement.action.obstacle, movement.action.bad-going,
        movement.march-limits, movement.march-half
        """
        return _goings(self.battle.field, footing(self.battle, unit), march=march)

    def opening(self, unit: ElanUnit) -> Opening | None:
        """A road or opening cancels the ground for a march column or limbered guns (terrain.path)."""
        return _on_path(self.battle.field) if unit.formation in ON_ROADS else None

    def disordering(self, unit: ElanUnit, pieces: tuple[str, ...]) -> tuple[str, ...]:
        """The kinds of ground among these pieces that disorder a unit moving in them.

        terrain.when-disordered
        """
        kinds = _kinds_of(self.battle.field)
        met = dict.fromkeys([kinds[piece] for piece in pieces])
        return tuple([kind for kind in met if effect_on(self.battle, unit, kind).disorders])

    def effects(self, unit: ElanUnit, pieces: tuple[str, ...]) -> tuple[Effect, ...]:
        """The effect of each of these pieces of ground on a unit (terrain.table)."""
        kinds = _kinds_of(self.battle.field)
        return tuple([effect_on(self.battle, unit, kinds[piece]) for piece in pieces])

    def lines(self, pieces: tuple[str, ...]) -> tuple[str, ...]:
        """Those of these pieces of ground that are linear obstacles."""
        obstacles = _obstacles(self.battle.field)
        return tuple([piece for piece in pieces if piece in obstacles])

    def _keep_to(self, leave: Leave) -> tuple[KeepTo, ...]:
        """A move for the road bonus stays on the road and faces along it (movement.road-bonus-how)."""
        rule = "movement.road-bonus-how"
        return (KeepTo(("road",), "front", rule, along=ALONG),) if leave.by_road else ()

    def _keeps(self, unit: ElanUnit, *, march: bool) -> tuple[Keep, ...]:
        """The distances to keep from enemies (movement.no-contact, movement.march)."""
        enemies = self.enemies(unit.id)
        if not enemies:
            return ()
        if march:
            return (Keep(enemies, self.figures.march + MORE, nearer="refused", rule="movement.march"),)
        return (Keep(enemies, self.figures.clearance, rule="movement.no-contact"),)

    def _passing(self, unit: ElanUnit) -> tuple[Passing, ...]:
        """Friends may be passed through, at half the move (movement.action.interpenetrate)."""
        friends = self.friends(unit.id)
        rule = "movement.action.interpenetrate"
        return (Passing(friends, mark=HALF, rule=rule, words="passing friends"),) if friends else ()

    def nears(self, unit: int, trek: Trek) -> bool:
        """Does a unit come within engagement range of an enemy on its way, including the start?

        The way is measured only if start, end and length do not decide it.

        command.engagement-range
        """
        here, near, one, plan = self.closest(unit), self.figures.engagement, self.unit(unit), trek.plan
        if self.is_within(here, near):
            return True
        sweep = _sweep(one.shape, plan)
        if not self.is_within(here - sweep, near):
            return False
        enemies, before = self.enemies(unit), self.gaps(unit)
        ended = Body(unit, one.side, trek.to, one.shape)
        after = gaps_to_all(ended, self.scene, FOOTPRINT)
        if min([after[enemy] for enemy in enemies]) <= near - EQUAL:
            return True
        # A way within range of an enemy leads up to it and on to its end: sweep + 2 near covers both gaps.
        if min([before[enemy] + after[enemy] for enemy in enemies]) > 2 * (near + 2 * EQUAL) + sweep:
            return False
        way = nearest_approach(one, plan, self.scene, enemies, FOOTPRINT)
        return self.is_within(way, near)


def _sweep(shape: Shape, plan: Plan) -> float:
    """An upper bound on how far any part of a body moves along a plan."""
    return sum([_carried(shape, leg) for leg in plan])


def _carried(shape: Shape, leg: Leg) -> float:
    """An upper bound on how far any part of a body moves in a leg."""
    match leg:
        case Advance() | Oblique() | Shift() | Retire():
            return leg.distance
        case Wheel():
            return math.hypot(shape.width, shape.depth) * math.radians(leg.turn / DEGREE)
        case Turn():
            return math.hypot(shape.width, shape.depth) / 2 * math.radians(abs(leg.turn) / DEGREE)
        case AboutFace() | Reform():
            return 2 * float(shape.width + shape.depth)
    assert_never(leg)


def _bend(shape: Shape, battle: ElanBattle) -> LegTerms:
    """The leg that follows a bend of a road: the footprint swings about its front centre, but not back.

    movement.road-bonus-how, movement.action.about-face
    """
    most = max(QUARTER_TURN, _sharpest_bend(battle.field))
    return LegTerms("reform", FREE, most=most, shapes=(shape,), about="front", rule="movement.road-bonus-how")


@lru_cache(maxsize=16)
def _sharpest_bend(field: Field) -> int:
    """The sharpest bend of the table's roads; 0 if all are straight."""
    roads = (piece.line for piece in field.pieces if piece.kind == "road")
    bends = (bend for way in roads for bend in zip(way, way[1:], way[2:], strict=False))
    turns = (turn_between(heading_between(one, at), heading_between(at, two)) for one, at, two in bends)
    return max(map(abs, turns), default=0)


@lru_cache(maxsize=2048)
def _is_on_road(field: Field, x: int, y: int) -> bool:
    """Does a place lie on a road? (terrain.path)"""
    roads = (number for number, piece in enumerate(field.pieces) if piece.kind == "road")
    return any(distance_from_ground(field, road, Point(x, y)) <= SLACK for road in roads)


@lru_cache(maxsize=64)
def _kinds_of(field: Field) -> dict[str, str]:
    """The kinds of all pieces of ground, by name."""
    return {piece.id: piece.kind for piece in field.pieces}


@lru_cache(maxsize=64)
def _obstacles(field: Field) -> frozenset[str]:
    """The pieces of ground that are linear obstacles."""
    known = {piece.id: kind_of(piece.kind) for piece in field.pieces}
    return frozenset(piece for piece, kind in known.items() if kind.is_line and kind.row)


def kinds_on(battle: ElanBattle) -> tuple[str, ...]:
    """The kinds of ground on the table that affect movement."""
    return _kinds_on(battle.field)


@lru_cache(maxsize=64)
def _kinds_on(field: Field) -> tuple[str, ...]:
    found = dict.fromkeys(piece.kind for piece in field.pieces)
    return tuple(kind for kind in found if kind_of(kind).row or kind_of(kind).closed_to_all)


def closed_to(battle: ElanBattle, unit: ElanUnit, formation: Formation) -> tuple[str, ...]:
    """The kinds of ground on the table that are closed to a unit in a formation (terrain.closed)."""
    return closed_on(battle.field, footing_in(battle, unit, formation))


@lru_cache(maxsize=64)
def closed_on(field: Field, troops: Footing) -> tuple[str, ...]:
    """The kinds of ground of a table that are closed to troops (terrain.closed)."""
    return tuple(kind for kind in _kinds_on(field) if troops.on(kind).closed)


@lru_cache(maxsize=64)
def _goings(field: Field, troops: Footing, *, march: bool) -> tuple[Going, ...]:
    found = []
    for kind in _kinds_on(field):
        what = troops.on(kind)
        if what.closed:
            found.append(Going(kind, entry="barred", rule="terrain.closed"))
        elif march and what.disorders:
            found.append(Going(kind, entry="barred", rule="movement.march-limits"))
        elif what.halves:
            rule = "movement.action.obstacle" if kind_of(kind).is_line else "movement.action.bad-going"
            found.append(Going(kind, mark=HALF, rule=rule, words=f"{kind}: half the move"))
    return tuple(found)


def _point_at(battle: ElanBattle, at: Point) -> Pose:
    """The pose of a commander's shape as he sets out: centred on him, but inside the table."""
    x, y = max(round(at.x), RIM), max(round(at.y), RIM)
    return Pose(min(x, battle.field.width - RIM), min(y, battle.field.depth - RIM)).shifted(0, RIM)


@lru_cache(maxsize=64)
def _terms_known(
    field: Field, readings: Readings, scale: Scale, opened: tuple[Opened, ...]
) -> dict[object, Terms]:
    """The cache of terms of a field, by profile, formation, leave and the units on the table."""
    del field, readings, scale, opened
    return {}


@lru_cache(maxsize=64)
def _on_path(field: Field) -> Opening:
    return Opening(PATHS, _kinds_on(field), "front", rule="terrain.path")


@lru_cache(maxsize=256)
def _riding(field: Field, scale: Scale, enemies: tuple[int, ...], span: int, *, march: bool) -> Terms:
    """The terms of a ride: commanders may not enter ground that is closed to all (leaders.movement-free)."""
    figures = figures_of(scale)
    keep = (figures.march + MORE if march else figures.clearance) - RIM
    rule = "leaders.march" if march else "leaders.movement-free"
    kinds = _kinds_on(field)
    closed = [kind for kind in kinds if kind_of(kind).closed_to_all]
    return Terms(
        span,
        (ADVANCE, FREE_TURN),
        goings=tuple(Going(kind, entry="barred", rule="leaders.movement-free") for kind in closed),
        opening=Opening(OPENINGS, kinds, "front", rule="terrain.path"),
        keeps=(Keep(enemies, keep, nearer="refused" if march else "not nearer", rule=rule),),
        outline=FOOTPRINT,
        rule="leaders.movement",
        edge_rule="geometry.table-edge",
        slack=SLACK,
    )

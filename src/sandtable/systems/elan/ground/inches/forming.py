"""Turns, changes of formation and garrisons on the open table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, compress, repeat
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground.inches.measured import SLACK
from sandtable.systems.elan.ground.inches.moving import FREE_TURN, InchMoving, closed_on, closed_to
from sandtable.systems.elan.ground.inches.table import EQUAL, FOOTPRINT
from sandtable.systems.elan.ground.values import Openings, Stance
from sandtable.systems.elan.options import Footing, footing_in
from sandtable.systems.elan.plan_decisions import FaceRallied, TurnGuns
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.sectors import CORNERS, Sector, sector_of
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.terrain import LAYERS
from sandtable.systems.elan.troops import Formation
from sandtable.table.measure import distance_to_ground, gaps_to_all, ground_under, is_on_table
from sandtable.table.movement import Going, Keep, Terms
from sandtable.table.room import ROOM, TOO_NEAR, Demands, fits_of
from sandtable.table.space import (
    COSINES,
    EDGE_HEADINGS,
    FULL_TURN,
    HALF_TURN,
    INCH,
    QUARTER_TURN,
    SINES,
    TOLERANCE,
    Body,
    Field,
    Pose,
    Scene,
    Shape,
    corners,
    heading_between,
    nearest_hundredth,
    relief,
    standing,
    turn_between,
)

Bounds = tuple[float, float, float, float]
"""The left, lower, right and upper bounds of a piece of ground."""

TURNS: Final = (QUARTER_TURN, -QUARTER_TURN, HALF_TURN)
"""The facing changes in place: a quarter turn either way, and about (movement.quarter-turn)."""


STEP: Final = INCH // 4
"""The step along a side at which a garrison looks for a free place if the middle is taken."""


class InchForming(InchMoving):
    """Turns, formations, garrisons."""

    __slots__ = ()

    # ---------------------------------------------------------------- turns
    def surely_turns(self, unit: int) -> bool:
        """May a unit certainly face about: clear of all units, no enemy near, no ground closed to it?

        The turned footprint may be off by less than a hundredth each way, as poses lie on a grid
        (movement.action.about-face, geometry.turning, movement.no-contact).
        """
        one, battle = self.unit(unit), self.battle
        if closed_to(battle, one, one.formation) or self.elbow_room(unit) <= -EQUAL:
            return False
        if self.closest(unit) <= self.figures.clearance + EQUAL:
            return False
        if not _is_well_inside(battle.field, standing(one), _reach(one.shape) + EQUAL):
            width, depth = battle.field.width - EQUAL, battle.field.depth - EQUAL
            for x, y in corners(standing(one), one.shape):
                if not (EQUAL <= x <= width and EQUAL <= y <= depth):
                    return False
        return True

    def turned(self, unit: int, heading: int) -> Pose:
        """The pose of a unit after it turned on its centre (geometry.turning)."""
        one = self.unit(unit)
        return _turned(standing(one), one.shape, turn_between(standing(one).heading, heading))

    async def face_rallied(self, unit: int) -> Pose:
        """Ask which way a unit that has rallied faces (rally.face)."""
        return await self._face(FaceRallied, unit, ())

    async def turn_guns(self, unit: int) -> Pose:
        """Ask which way deployed guns turn, clear of enemies (movement.gun-turn, movement.no-contact)."""
        return await self._face(TurnGuns, unit, self._keeps(self.unit(unit), march=False))

    async def _face(self, decision: type[FaceRallied | TurnGuns], unit: int, keeps: tuple[Keep, ...]) -> Pose:
        """Ask for any facing with room (geometry.turning)."""
        one = self.unit(unit)
        closed = closed_to(self.battle, one, one.formation)
        terms = Terms(
            0,
            (FREE_TURN,),
            goings=tuple(Going(kind, entry="barred", rule="geometry.turning") for kind in closed),
            opening=self.opening(one),
            keeps=keeps,
            most_legs=1,
            outline=FOOTPRINT,
            rule="geometry.turning",
            overlap_rule="geometry.turning",
            edge_rule="geometry.turning",
            slack=SLACK,
        )
        toward = tuple(self.middle(enemy) for enemy in self.enemies(unit))
        return (await decision(one.side, one, terms, self.scene, toward)).end

    # ---------------------------------------------------------------- formations
    def stance(self, unit: int, formation: Formation) -> Stance:
        """A unit in another formation that keeps its facing and the middle of its front.

        formation.change-centre
        """
        one = self.unit(unit)
        return Stance(formation, one.profile.shape(formation, self.battle.scale), standing(one))

    def open_changes(self, unit: int, formations: Sequence[Formation], *, turning: bool) -> Openings:
        """The formations and turns with room and clear of enemies, found by one kernel call where possible.

        movement.quarter-turn, formation.change-centre, geometry.turning, movement.no-contact
        """
        one, battle, pose = self.unit(unit), self.battle, standing(self.unit(unit))
        formed, turns = tuple(formations), TURNS if turning else ()
        choice = _choice(
            battle.field, battle.scale, one.profile_id, one.shape, formed, self._footings(one, formed)
        )
        places = [(pose, shape) for shape in choice.shapes]
        places += [(_turned(pose, one.shape, turn), one.shape) for turn in turns]
        keeps = dict.fromkeys(self.enemies(unit), float(self.figures.clearance))
        fits = fits_of(one, places, self.scene, Demands(keeps=keeps, slack=SLACK, tolerance=TOLERANCE))
        free = [fit == ROOM for fit in fits]
        if TOO_NEAR in fits or _is_near_any(choice.closed, pose, choice.reach):
            kinds = chain(formed, repeat(one.formation))
            stances = [Stance(kind, shape, to) for kind, (to, shape) in zip(kinds, places, strict=False)]
            free = [self._fits(one, stance, fit) for stance, fit in zip(stances, fits, strict=True)]
        return Openings(tuple(compress(formed, free)), tuple(compress(turns, free[len(formed) :])))

    def _footings(self, unit: ElanUnit, formations: tuple[Formation, ...]) -> tuple[Footing, ...]:
        """The footings of a unit in its own and in other formations."""
        return tuple([footing_in(self.battle, unit, one) for one in (unit.formation, *formations)])

    def _fits(self, unit: ElanUnit, stance: Stance, fit: int) -> bool:
        """Is a stance that fits so clear of enemies, on the table and not on closed ground?

        movement.no-contact, geometry.turning
        """
        if fit != ROOM and not (fit == TOO_NEAR and self.keeps_clear(unit.id, stance)):
            return False
        return not self._lies_on_closed(unit, stance)

    def has_room(self, unit: int, stance: Stance) -> bool:
        """Would a voluntary change be clear of units, closed ground and the table edge? (geometry.turning)"""
        return self._is_free(self.unit(unit), stance)

    def keeps_clear(self, unit: int, stance: Stance) -> bool:
        """Is it an inch from each enemy, or no nearer to it than before? (movement.no-contact)"""
        one, clearance = self.unit(unit), self.figures.clearance
        if self.closest(unit) > clearance + _sweep(one, stance):
            return True
        gaps = gaps_to_all(Body(unit, one.side, stance.to, stance.shape), self.scene, FOOTPRINT)
        near = [enemy for enemy in self.enemies(unit) if gaps[enemy] < clearance - SLACK]
        return not near or all(gaps[enemy] >= self.gaps(unit)[enemy] - SLACK for enemy in near)

    def _is_free(self, unit: ElanUnit, stance: Stance) -> bool:
        crowded = unit.pose is None or self.elbow_room(unit.id) <= _sweep(unit, stance)
        if crowded and not _is_alone(self.scene, unit.id, stance.to, stance.shape):
            return False
        return self._is_on_table(unit, stance) and not self._lies_on_closed(unit, stance)

    def _is_on_table(self, unit: ElanUnit, stance: Stance) -> bool:
        """Would the whole unit lie on the table? (geometry.turning)"""
        field, shape = self.battle.field, stance.shape
        if _is_well_inside(field, stance.to, _reach(shape)):
            return True
        return is_on_table(Body(unit.id, unit.side, stance.to, solid(shape.width, shape.depth)), field)

    def _lies_on_closed(self, unit: ElanUnit, stance: Stance) -> bool:
        """Would a unit lie on ground closed to it, other than on a road or where it lies now?

        terrain.closed, terrain.path, geometry.turning
        """
        field, formation = self.battle.field, stance.formation
        stays = formation is unit.formation
        closed = closed_to(self.battle, unit, formation)
        if not closed or self.is_on_road(formation, stance.to):
            return False
        there = Body(unit.id, unit.side, stance.to, stance.shape)
        before = ground_under(unit, field, LAYERS, FOOTPRINT) if stays and unit.pose is not None else ()
        under = ground_under(there, field, LAYERS, FOOTPRINT)
        return any(field.pieces[number].kind in closed for number in under if number not in before)

    # ---------------------------------------------------------------- garrisons
    def sectors(self) -> tuple[tuple[int, Sector], ...]:
        """All sectors of the table, with the indexes of their pieces of ground."""
        return _sectors(self.battle.field)

    def garrison(self, unit: int) -> tuple[Stance, ...]:
        """The free sectors near enough to be entered (formation.garrison-exit, terrain.sector)."""
        one, sectors = self.unit(unit), self.sectors()
        if not sectors or Formation.GARRISON not in one.profile.formations:
            return ()
        found = []
        for number, sector in sectors:
            span = distance_to_ground(one, self.battle.field, number, FOOTPRINT)
            if not self.is_within(span, self.figures.sector):
                continue
            heading = sector.heading_near(standing(one).heading)
            if self._is_empty(one, sector, heading):
                shape = sector.shape(heading)
                found.append(Stance(Formation.GARRISON, shape, sector.pose(heading), sector.piece))
        return tuple(found)

    def _is_empty(self, unit: ElanUnit, sector: Sector, heading: int) -> bool:
        """Is a sector neither held by nor under another unit?"""
        there = Body(unit.id, unit.side, sector.pose(heading), sector.shape(heading))
        gaps = gaps_to_all(there, self.scene, FOOTPRINT)
        return all(gap >= -TOLERANCE for number, gap in enumerate(gaps) if number != unit.id)

    def sorties(self, unit: int, formations: Sequence[Formation]) -> tuple[Stance, ...]:
        """The free places outside the sector, clear of enemies: on each side the one nearest to its middle.

        formation.garrison-exit
        """
        return tuple(self._sorties(unit, formations))

    def has_sortie(self, unit: int, formations: Sequence[Formation]) -> bool:
        """Is there any such place? (formation.garrison-exit)"""
        return next(self._sorties(unit, formations), None) is not None

    def _sorties(self, unit: int, formations: Sequence[Formation]) -> Iterator[Stance]:
        """Those places, found one by one (formation.garrison-exit)."""
        one, sector = self.unit(unit), self._sector_of(unit)
        for quarter in range(CORNERS):
            heading = (sector.heading + quarter * QUARTER_TURN) % FULL_TURN
            for kind in formations:
                stance = self._sortie(one, sector, heading, kind)
                if stance is not None:
                    yield stance

    def _sortie(self, unit: ElanUnit, sector: Sector, heading: int, formation: Formation) -> Stance | None:
        """The free place on a side of a sector that is nearest to its middle; None if there is none."""
        middle = self._outside(unit, sector, heading, formation)
        for aside in range(0, sector.shape(heading).width // 2 + 1, STEP):
            for hand in (aside, -aside) if aside else (0,):
                stance = replace(middle, to=middle.to.shifted(hand, 0))
                if self.has_room(unit.id, stance) and self._is_clear(unit, stance):
                    return stance
        return None

    def driven_out(self, unit: int, formation: Formation, threat: int | None) -> Stance:
        """A garrison outside its sector on the side away from a threat, or towards its own edge.

        melee.result.garrison
        """
        one, sector = self.unit(unit), self._sector_of(unit)
        if threat is None:
            away = EDGE_HEADINGS[self.battle.camps[one.side].edge]
        else:
            away = heading_between(self.middle(threat), sector.middle)
        return self._outside(one, sector, sector.heading_near(away), formation)

    def _sector_of(self, unit: int) -> Sector:
        sector = self.unit(unit).sector
        return next(one for _, one in self.sectors() if one.piece == sector)

    def _outside(self, unit: ElanUnit, sector: Sector, heading: int, formation: Formation) -> Stance:
        """A unit with the middle of its rear edge on a side of its sector, facing squarely away."""
        shape = unit.profile.shape(formation, self.battle.scale)
        return Stance(formation, shape, sector.pose(heading).shifted(0, shape.depth))

    def _is_clear(self, unit: ElanUnit, stance: Stance) -> bool:
        """Is it as far from enemies as a move must stay? (movement.no-contact)"""
        gaps = gaps_to_all(Body(unit.id, unit.side, stance.to, stance.shape), self.scene, FOOTPRINT)
        clearance = self.figures.clearance - SLACK
        return all(gaps[enemy] >= clearance for enemy in self.enemies(unit.id))


@lru_cache(maxsize=512)
def _turned(pose: Pose, shape: Shape, turn: int) -> Pose:
    """A pose turned on the centre of its footprint, as a ``Turn`` ends; cached, as options are then made."""
    if not turn:
        return pose
    half, heading = shape.depth / 2, (pose.heading + turn) % FULL_TURN
    middle = pose.at(0, -half)
    return Pose(
        nearest_hundredth(middle.x + half * SINES[heading]),
        nearest_hundredth(middle.y + half * COSINES[heading]),
        heading,
    )


@lru_cache(maxsize=64)
def _sectors(field: Field) -> tuple[tuple[int, Sector], ...]:
    found = ((number, sector_of(piece)) for number, piece in enumerate(field.pieces))
    return tuple((number, sector) for number, sector in found if sector is not None)


@lru_cache(maxsize=512)
def _is_alone(scene: Scene, number: int, pose: Pose, shape: Shape) -> bool:
    """Would a body at a pose overlap no other? Cached, as an option is checked when listed and when made."""
    gaps = gaps_to_all(Body(number, 0, pose, shape), scene, FOOTPRINT)
    gaps[number] = math.inf
    return min(gaps) >= -TOLERANCE


class _Choice(Struct, frozen=True, gc=False):
    """The formations that a unit might take up, with what does not depend on its place.

    ``reach`` is how far any of them, or the unit turned, extends from the middle of its front; ``closed`` are
    the bounds of ground closed to it in any of them; ``told`` caches `openings` by the kernel's answer.
    """

    shapes: tuple[Shape, ...]
    reach: float
    closed: tuple[Bounds, ...]


@lru_cache(maxsize=512)
def _choice(
    field: Field,
    scale: Scale,
    profile_id: str,
    shape: Shape,
    others: tuple[Formation, ...],
    troops: tuple[Footing, ...],
) -> _Choice:
    """The choice of a unit in a shape, wherever it stands; *troops* are its footings in all formations."""
    profile = roster().profile(profile_id)
    shapes = tuple(profile.shape(other, scale) for other in others)
    reach = max([_reach(shape) + shape.depth + INCH, *map(_reach, shapes)])
    closed = _closed_to_any(field, troops)
    return _Choice(shapes, reach, closed)


def _closed_to_any(field: Field, troops: tuple[Footing, ...]) -> tuple[Bounds, ...]:
    """The bounds of all ground that is closed to any of these troops."""
    kinds = {kind for one in troops for kind in closed_on(field, one)}
    bounds = relief(field).bounds
    each = zip(bounds[::4], bounds[1::4], bounds[2::4], bounds[3::4], strict=True)
    return tuple(bound for bound, piece in zip(each, field.pieces, strict=True) if piece.kind in kinds)


def _is_near_any(bounds: tuple[Bounds, ...], pose: Pose, reach: float) -> bool:
    """May anything within this reach of a pose lie within some bounds?"""
    for left, low, right, high in bounds:
        if left - reach <= pose.x <= right + reach and low - reach <= pose.y <= high + reach:
            return True
    return False


def _sweep(unit: ElanUnit, stance: Stance) -> float:
    """An upper bound on the distance from a unit's place to any part of a stance."""
    here, there = standing(unit), stance.to
    return math.hypot(there.x - here.x, there.y - here.y) + _reach(stance.shape)


def _is_well_inside(field: Field, pose: Pose, reach: float) -> bool:
    """Does everything within this reach of a pose lie on the table?"""
    return reach <= pose.x <= field.width - reach and reach <= pose.y <= field.depth - reach


def _reach(shape: Shape) -> float:
    """The largest distance from the middle of a shape's front to its corners."""
    return math.hypot(shape.width / 2, shape.depth)

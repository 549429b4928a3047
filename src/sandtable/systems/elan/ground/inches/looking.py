"""Arcs, sight, flanks, height and cover on the open table."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.figures import Figures, Span
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground.inches.measured import SLACK, to_point
from sandtable.systems.elan.ground.inches.measuring import InchMeasuring
from sandtable.systems.elan.ground.inches.table import EQUAL, FOOTPRINT
from sandtable.systems.elan.ground.values import Sight
from sandtable.systems.elan.terrain import LAYERS, Cover, best, kind_of
from sandtable.systems.elan.troops import Formation
from sandtable.table import measure, sight
from sandtable.table.measure import Arcs, is_in_arc
from sandtable.table.sight import (
    BEHIND_FRIENDS,
    HIDDEN,
    NOT_JUDGED,
    SEEN,
    Blocked,
    Observer,
    Shooter,
    SightTerms,
    Veil,
    fire_lanes,
)
from sandtable.table.space import (
    COSINES,
    HAIR,
    INCH,
    SINES,
    Body,
    Field,
    HalfPlane,
    Piece,
    Point,
    Pose,
    Segment,
    Shape,
    apart,
    area,
    centre,
    clipped,
    corners,
    nearest_on_segment,
    standing,
)

FIRE_ARC: Final = Arcs(front=225, slack=SLACK)
"""The rays that bound the arc of fire lean outwards by 22.5 degrees (geometry.fire-arc)."""

ARC_SINE: Final = SINES[FIRE_ARC.front]
ARC_COSINE: Final = COSINES[FIRE_ARC.front]

ALL_ROUND: Final = (Formation.SQUARE, Formation.SKIRMISH, Formation.DISMOUNTED, Formation.GARRISON)
"""The formations that fire in any direction and from any part of their footprint.

geometry.fire-arc, scale.measuring, geometry.los
"""

HALF: Final = 0.5

SIGHTS: Final = {HIDDEN: Sight.HIDDEN, SEEN: Sight.CLEAR, BEHIND_FRIENDS: Sight.BEHIND_FRIENDS}
"""The kernel's answers as `Sight` (geometry.los)."""


@lru_cache(maxsize=8)
def sight_terms(figures: Figures) -> SightTerms:
    """What interrupts a line of sight (geometry.los, geometry.los-terrain, geometry.los-height)."""
    return SightTerms(
        veils=(
            Veil(("wood", "built-up", "loopholed"), blocks_beyond=figures.into, reach="ends", seen_over=True),
            Veil(("light-wood", "orchard"), blocks_beyond=figures.through, seen_over=True),
        ),
        bodies="footprint",
        lower="seen over",
        lower_counts_within=figures.height,
        layers=LAYERS,
        points=("nearest", "centre"),
        target="footprint",
        slack=SLACK,
    )


class InchLooking(InchMeasuring):
    """Sight, fire arcs, flanks and cover."""

    __slots__ = ()

    def fire_range(self, firer: int, target: int) -> Span:
        """From the centre of the firer's front edge, or from its nearest point if it has no front.

        scale.measuring
        """
        units = self.battle.units
        unit, other = units[firer], units[target]
        if unit.formation in ALL_ROUND:
            return self.gap(firer, target)
        pose = standing(unit)
        return to_point(standing(other), other.shape, Point(pose.x, pose.y))

    def eye(self, viewer: ElanUnit, target: Body) -> Point:
        """The point from which a unit looks and shoots (scale.measuring, geometry.los)."""
        if viewer.formation in ALL_ROUND:
            return measure.nearest(viewer, target, FOOTPRINT).here
        pose = standing(viewer)
        return Point(pose.x, pose.y)

    def is_in_arc(self, firer: int, target: int) -> bool:
        """Is any part of the target in the arc of fire? (geometry.fire-arc, geometry.in-arc)"""
        units = self.battle.units
        unit, other = units[firer], units[target]
        if unit.formation in ALL_ROUND:
            return True
        pose, middle = standing(unit), self.middle(target)
        sin, cos = SINES[pose.heading], COSINES[pose.heading]
        dx, dy = middle.x - pose.x, middle.y - pose.y
        aside, ahead = abs(dx * cos - dy * sin), dx * sin + dy * cos
        outside = max(-ahead, ARC_COSINE * (aside - unit.shape.width / 2) - ARC_SINE * ahead)
        if outside <= 0.0 or outside > other.shape.width + other.shape.depth:
            return outside <= 0.0
        return is_in_arc(unit, other, "front", FIRE_ARC, FOOTPRINT)

    def lines_of_fire(self, firers: Sequence[tuple[int, Span, bool]]) -> list[tuple[int, Span, int, Sight]]:
        """The enemies in range and arc of fire of each unit, and whether it sees them.

        geometry.fire-arc, geometry.in-arc, scale.measuring, geometry.los, weapons.overhead
        """
        units = self.battle.units
        shooters = [
            Shooter(firer, far, units[firer].formation in ALL_ROUND, over) for firer, far, over in firers
        ]
        found = fire_lanes(self.scene, shooters, FIRE_ARC, sight_terms(self.figures))
        untold = [(firers[n][0], enemy) for n, _, enemy, sight in found if sight == NOT_JUDGED]
        told = iter(self._sights(untold, {firer for firer, _, over in firers if over}) if untold else ())
        return [
            (firers[n][0], far, enemy, next(told) if sight == NOT_JUDGED else SIGHTS[sight])
            for n, far, enemy, sight in found
        ]

    def _sights(self, pairs: Sequence[tuple[int, int]], over: Container[int]) -> list[Sight]:
        """How firers see their targets; those that fire over friends are also checked without friends."""
        found = [Sight.CLEAR if seen else Sight.HIDDEN for seen in self.sighted(pairs)]
        for n, (firer, enemy) in enumerate(pairs):
            if firer in over and found[n] is Sight.HIDDEN:
                friends = self.battle.numbers_on_table(self.unit(firer).side)
                found[n] = Sight.BEHIND_FRIENDS if self.sees(firer, enemy, friends) else Sight.HIDDEN
        return found

    def in_line(self, viewer: int, target: int, units: Sequence[int]) -> list[int]:
        """The units near enough to the line from the viewer's front to the middle of the target.

        A line of sight begins or ends off that line by no more than the size of the target, or of a viewer
        without a front.
        """
        battle_units = self.battle.units
        unit, other = battle_units[viewer], battle_units[target]
        pose, (end_x, end_y) = standing(unit), self.middle(target)
        large = (other.shape.width + other.shape.depth) / 2
        if unit.formation in ALL_ROUND:
            large = max(large, float(unit.shape.width + unit.shape.depth))
        along_x, along_y = end_x - pose.x, end_y - pose.y
        length = max(math.hypot(along_x, along_y), 1.0)
        along_x, along_y = along_x / length, along_y / length
        found = []
        for number in units:
            one = battle_units[number]
            shape, at = one.shape, one.pose or standing(one)
            near = large + (shape.width + shape.depth) / 2 + INCH
            # Cheap test first: the middle of a unit is within its depth of the middle of its front.
            if abs((at.x - pose.x) * along_y - (at.y - pose.y) * along_x) > near + shape.depth:
                continue
            x, y = self.middle(number)
            dx, dy = x - pose.x, y - pose.y
            aside, ahead = abs(dx * along_y - dy * along_x), dx * along_x + dy * along_y
            if aside <= near and -near <= ahead <= length + near:
                found.append(number)
        return found

    def sees(self, viewer: int, target: int, over: Sequence[int] = ()) -> bool:
        """Is the line to the nearest point or to the centre of the target clear? (geometry.los)"""
        eye = self.eye(self.unit(viewer), self.unit(target))
        return sight.sees(self.scene, Observer(viewer, (eye,)), target, sight_terms(self.figures), over)

    def hindrance(self, viewer: int, target: int) -> tuple[Point, str] | None:
        """Where the better of the two lines is blocked (geometry.los)."""
        eye, terms = self.eye(self.unit(viewer), self.unit(target)), sight_terms(self.figures)
        blocked = sight.look(self.scene, viewer, target, terms, (eye,)).best.blocked
        if blocked is None or blocked.place is None:
            return None
        return blocked.place, self._hindrance_words(blocked)

    def _hindrance_words(self, blocked: Blocked) -> str:
        assert blocked.which is not None
        if blocked.by == "body":
            return f"{self.unit(blocked.which).name} is in the way"
        kind = self.battle.field.pieces[blocked.which].kind.replace("-", " ")
        return f"the {kind} is higher" if blocked.by == "higher ground" else f"the {kind} is in the way"

    def sighted(self, pairs: Sequence[tuple[int, int]], over: Sequence[int] = ()) -> list[bool]:
        """For each pair of viewer and target, whether the viewer sees it, by one kernel call.

        geometry.los; a unit with a front looks at all targets from one point
        """
        units, terms = self.battle.units, sight_terms(self.figures)
        viewers: list[Observer] = []
        looks, last = [], -1
        for viewer, target in pairs:
            unit = units[viewer]
            if viewer != last or unit.formation in ALL_ROUND:
                viewers.append(Observer(viewer, (self.eye(unit, units[target]),)))
                last = viewer
            looks.append((len(viewers) - 1, target))
        return sight.are_seen(self.scene, viewers, looks, terms, over)

    # ---------------------------------------------------------------- flanks and height
    def is_flank_fire(self, target: int, firer: int) -> bool:
        """Does fire come from the flank or rear of a target that has them? (shooting.flank)"""
        unit = self.unit(firer)
        return self._is_behind(self.unit(target), standing(unit), unit)

    def edge_attacked(self, defender: int, attacker: int, start: Pose) -> Edge:
        """Judged from where the attacker began: flank or rear if at least half lies behind the front line.

        geometry.front-line, formation.no-flank
        """
        unit = self.unit(defender)
        if not self._is_behind(unit, start, self.unit(attacker)):
            return Edge.FRONT
        place, half = standing(unit).local(Point(start.x, start.y)), unit.shape.width / 2
        return Edge.REAR if abs(place.x) <= half and place.y < -unit.shape.depth else Edge.FLANK

    def _is_behind(self, unit: ElanUnit, start: Pose, other: ElanUnit) -> bool:
        """Does at least half of another unit's front edge, or of its sector, lie behind a unit's front line?

        geometry.front-line, formation.no-flank
        """
        if not unit.formation.has_flanks:
            return False
        pose = standing(unit)
        if other.formation is Formation.GARRISON:
            ring = [pose.local(corner) for corner in corners(start, other.shape)]
            behind = clipped(ring, (HalfPlane(0.0, 1.0, 0.0),))
            return area(behind) >= HALF * area(ring) - HAIR
        half = other.shape.width / 2
        return _share_below(pose.local(start.at(-half, 0)).y, pose.local(start.at(half, 0)).y) >= HALF - HAIR

    def rise(self, one: int, other: int) -> int:
        """How many levels higher the middle of another unit stands (terrain.uphill)."""
        field = self.battle.field
        return measure.level_at(field, self.middle(other)) - measure.level_at(field, self.middle(one))

    # ---------------------------------------------------------------- cover
    def cover_from_fire(self, target: int, firer: int) -> Cover:
        """The best cover of the area a unit lies in and of the lines that the fire crosses.

        terrain.cover-applies
        """
        unit = self.unit(target)
        area, lines = self._shelter(unit)
        if not lines:
            return area
        eye = self.eye(self.unit(firer), unit)
        crossed = self._crossed(eye, measure.nearest_to_point(unit, eye, FOOTPRINT))
        return best((area, *[cover for number, cover in lines if number in crossed]))

    def cover_in_melee(self, defender: int, crossed: Sequence[str], enemy: int | None = None) -> Cover:
        """The best cover of the area a unit lies in and of the lines its enemy crossed.

        terrain.cover-applies
        """
        del enemy
        area, lines = self._shelter(self.unit(defender))
        pieces = self.battle.field.pieces
        return best((area, *[cover for number, cover in lines if pieces[number].id in crossed]))

    def held_cover(self, unit: int) -> Cover:
        """The best cover of its position, in any direction (morale.after-fortification)."""
        area, lines = self._shelter(self.unit(unit))
        return best((area, *[cover for _, cover in lines])) if lines else area

    def kinds_under(self, unit: int) -> tuple[str, ...]:
        """The kinds of area ground in which any part of a unit stands (terrain.no-recovery)."""
        return _kinds_under(self.unit(unit), self.battle.field)

    def _shelter(self, unit: ElanUnit) -> _Shelter:
        """What protects a unit where it stands; for a garrison also its sector (terrain.sector)."""
        pose, field = unit.pose or standing(unit), self.battle.field
        found = _shelter_at(pose, unit.shape, field, self.figures.cover)
        if not unit.sector:
            return found
        return next(kind_of(piece.kind).cover for piece in field.pieces if piece.id == unit.sector), found[1]

    def _crossed(self, start: Point, end: Point) -> tuple[int, ...]:
        """The linear pieces that a line crosses."""
        pieces = self.battle.field.pieces
        along = measure.ground_along(self.battle.field, start, end)
        return tuple(one.piece for one in along if kind_of(pieces[one.piece].kind).is_line)


@lru_cache(maxsize=64)
def _covering_lines(field: Field) -> tuple[int, ...]:
    """The indexes of the linear pieces of ground that give cover (terrain.types)."""
    known = [kind_of(piece.kind) for piece in field.pieces]
    return tuple(n for n, kind in enumerate(known) if kind.is_line and kind.cover is not Cover.NONE)


_Shelter: TypeAlias = tuple[Cover, tuple[tuple[int, Cover], ...]]
"""The cover of the area a unit lies in, and those of the linear pieces it is near enough to."""


@lru_cache(maxsize=2048)
def _shelter_at(pose: Pose, shape: Shape, field: Field, near: int) -> _Shelter:
    """What protects a unit at a pose; cached by pose, as the ground never changes (terrain.cover-applies)."""
    body = Body(0, 0, pose, shape)
    return _area_cover(body, field), tuple(_line_covers(body, field, near))


def _area_cover(body: Body, field: Field) -> Cover:
    """The best cover of areas that contain at least half of a footprint."""
    found = []
    for kind in _kinds_under(body, field):
        known = kind_of(kind)
        cover = known.inside if known.inside is not Cover.NONE else known.cover
        if cover is Cover.NONE:
            continue
        if measure.share_over(body, field, (kind,), LAYERS, FOOTPRINT) >= HALF - HAIR:
            found.append(cover)
    return best(tuple(found))


def _line_covers(body: Body, field: Field, near: int) -> Iterator[tuple[int, Cover]]:
    """The linear pieces near enough to a footprint on their protected side, with their cover."""
    lines = _covering_lines(field)
    gaps = measure.distances_to_ground(body, field, FOOTPRINT) if lines else ()
    for number in lines:
        piece = field.pieces[number]
        known = kind_of(piece.kind)
        if gaps[number] > near + SLACK:
            continue
        if not known.is_work or _is_behind_work(piece, centre(standing(body), body.shape)):
            yield number, known.cover


def _kinds_under(body: Body, field: Field) -> tuple[str, ...]:
    """The kinds of area ground in which any part of a footprint lies."""
    pieces = measure.ground_under(body, field, LAYERS, FOOTPRINT)
    areas = (field.pieces[n].kind for n in pieces if not kind_of(field.pieces[n].kind).is_line)
    return tuple(dict.fromkeys(areas))


def _share_below(one: float, other: float) -> float:
    """The share of the way from one number to another that lies below zero, beyond the tolerance."""
    low, high = min(one, other), max(one, other)
    if high <= EQUAL:
        return 1.0 if low < -EQUAL else 0.0
    return 0.0 if low >= 0.0 else -low / (high - low)


def _is_behind_work(piece: Piece, point: Point) -> bool:
    """Does a point lie on the side of a work away from its front? (terrain.cover-applies)"""
    if piece.front is None:
        return True
    edges = (Segment(here, there) for here, there in pairwise(piece.line))
    nearest = min((nearest_on_segment(edge, point) for edge in edges), key=lambda on: apart(on, point))
    ahead = (point.x - nearest.x) * SINES[piece.front] + (point.y - nearest.y) * COSINES[piece.front]
    return ahead < 0.0

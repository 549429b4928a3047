"""Charges on the open table: ways to reach an enemy, where a charger stops, breakthroughs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import compress, groupby
from operator import or_
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.kept import by_identity
from sandtable.game.moves import PlanMove
from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.ground.inches.aligning import InchAligning
from sandtable.systems.elan.ground.inches.moving import ADVANCE, HALF, OBLIQUE
from sandtable.systems.elan.ground.inches.table import FOOTPRINT
from sandtable.systems.elan.ground.values import Onset, Trek, line_between
from sandtable.systems.elan.shapes import solid
from sandtable.table.body import Body, centre, standing
from sandtable.table.check import judge, walk
from sandtable.table.compulsory import heading_between, slide_towards
from sandtable.table.course import Course
from sandtable.table.distance import distance, distances_to_ground
from sandtable.table.legs import RADIAN, Leg, Plan, Wheel, end
from sandtable.table.measure import (
    DEGREE,
    FULL_TURN,
    HAIR,
    HALF_TURN,
    QUARTER_TURN,
    SINES,
    TOLERANCE,
    turn_between,
)
from sandtable.table.plane import apart
from sandtable.table.pose import Point, Pose
from sandtable.table.shape import Shape
from sandtable.table.sliding import Slider
from sandtable.table.terms import Going, LegTerms, Mark, PerInch, Terms
from sandtable.table.verdict import Verdict

WIDEST: Final = 450
"""A charge begins with a wheel of at most 45 degrees (charge.path)."""

STEP: Final = 25
"""The wheels that are tried: in steps of 2.5 degrees, the least that serves."""

ACROSS: Final = 5
"""A line this little beyond the place of contact lies between the two: it is a wall that somebody lines."""

GRAZE: Final = 4
"""Whoever lies on ground no deeper than half of this only touches it."""

SPARE: Final = 20
"""What is longer than it may be by less than this is looked at closely."""

INCLINE: Final = 225

WHEEL: Final = LegTerms(
    "wheel", PerInch(of="outer corner"), most=WIDEST, when="start", times=1, rule="charge.path"
)


class _Way(NamedTuple):
    """A way that leads to the target: its legs, where it wheels to and touches, and the verdict on it."""

    plan: Plan
    via: Pose
    to: Pose
    verdict: Verdict


class _Via(NamedTuple):
    """A wheel or none with which a charge begins: its legs, where it leads, a smaller charger there, and how
    far the outer corner goes."""

    first: Plan
    pose: Pose
    inner: Pose
    swing: float


_Try = tuple[_Via, int]
"""A way that is tried: a wheel or none, and the direction in which it goes on."""


class _Slides(NamedTuple):
    """The course of a charger, along which it slides, and how it slides round ground that halves its reach if
    the target is beyond that half: *hardly*, or so far that no way through that ground is paid for."""

    course: Course
    inner: Slider | None
    hardly: bool

    @property
    def slider(self) -> Slider:
        """How it slides, whatever ground is on the way; asked for only where a way is gone to its end."""
        return _slider(self.course)


class _Learnt(NamedTuple):
    """The least wheels on either hand that were found to run into somebody, or to enter ground that halves
    the reach: wider ones do as well."""

    barred: dict[str, int]
    slowed: dict[str, int]

    def rules_out(self, first: Plan, slides: _Slides) -> bool:
        """Does no way lead on from a wheel: does it run into somebody, or is half of the reach too little?"""
        if _is_as_wide(first, self.barred):
            return True
        return not slides.hardly and _is_as_wide(first, self.slowed)

    def take_in(self, course: Course, plan: Plan, verdict: Verdict) -> None:
        """Learn from the verdict on a plan that is not allowed."""
        overlaps = any(one.code == "overlap" and one.leg == 0 for one in verdict.obstacles)
        self.note(overlaps, plan, self.barred)
        self.note(HALF in walk(course, plan)[0].marks, plan, self.slowed)

    @staticmethod
    def note(found: object, plan: Plan, widths: dict[str, int]) -> None:
        """Note the wheel with which a plan begins, if it does, as one of which this was found."""
        if found and plan and isinstance(wheel := plan[0], Wheel):
            widths[wheel.side] = min(wheel.turn, widths.get(wheel.side, FULL_TURN))


class _Aims(NamedTuple):
    """The points of an enemy at which a charger aims: his middle and his corners.

    ``near`` is how far his middle lies at most from the line along which a charger slides into him.
    """

    middle: Point
    corners: tuple[Point, ...]
    near: float

    @staticmethod
    def at(enemy: ElanUnit, charger: Shape) -> _Aims:
        """Those of an enemy where he stands."""
        there, half, deep = standing(enemy), enemy.shape.width / 2, enemy.shape.depth
        corners = tuple(there.at(x, y) for x in (-half, half) for y in (0, -deep))
        near = math.hypot(charger.width / 2, charger.depth) + math.hypot(half, deep / 2) + SPARE
        return _Aims(centre(there, enemy.shape), corners, near)


_slider: Final = by_identity(most=2)(Slider)
"""The slider of a course."""


def _wheel_of(way: _Try) -> Plan:
    """The wheel with which a way begins, if it does."""
    return way[0].first


class InchCharging(InchAligning):
    """Charges, pursuits and breakthroughs."""

    __slots__ = ()

    # ---------------------------------------------------------------- reaching
    def onset(self, charger: int, target: int, reach: int) -> Onset | None:
        """The shortest legal way to charge: without a wheel, or else with the least that serves.

        charge.path, charge.distance; only where the plainest inclines do not serve are others looked at
        """
        key = charger, target, reach, self.unit(charger).formation
        known = self.measured.onsets
        if key not in known:
            known[key] = self._found(self.unit(charger), self.unit(target), reach)
        return known[key]

    def _found(self, unit: ElanUnit, enemy: ElanUnit, reach: int) -> Onset | None:
        """The way to charge that `onset` tells of, found anew."""
        if not self.is_within(self.gap(unit.id, enemy.id), reach):
            return None
        course = Course(unit, self.charge_terms(unit, reach), self.scene)
        if self._is_slowed_at_once(course, enemy.id):
            return None
        aims, learnt = _Aims.at(enemy, unit.shape), _Learnt({}, {})
        inner = self._inner(course, enemy) if self._is_slowed_beyond(course, enemy) else None
        # No part of a charger goes farther than its charge costs.
        hardly = self.gap(unit.id, enemy.id) <= reach // 2 + SPARE
        slides = _Slides(course, inner, hardly)
        for tries in _tries(_vias(standing(unit), unit.shape), aims, slides, learnt):
            for _, wheeled in groupby(self._upon(slides, tries, enemy.id), key=_wheel_of):
                ways = list(self._ways(slides, wheeled, enemy, learnt))
                if ways:
                    way = min(ways, key=lambda one: one.verdict.cost)
                    return self._onset(unit, enemy.id, way, reach)
        return None

    def _onset(self, unit: ElanUnit, target: int, way: _Way, reach: int) -> Onset:
        wheeled = bool(way.plan) and isinstance(way.plan[0], Wheel)
        half = HALF in way.verdict.marks
        return Onset(
            charger=unit.id,
            target=target,
            path=(standing(unit), way.via, way.to),
            wheel=way.verdict.costs[0].cost if wheeled else 0.0,
            cost=way.verdict.cost,
            reach=reach // 2 if half else reach,
            halved=half,
            disordering=self.disordering(unit, way.verdict.ground),
            crossed=self.crossed_to(unit, way.via, way.verdict),
        )

    def crossed_to(self, unit: ElanUnit, via: Pose, verdict: Verdict) -> tuple[str, ...]:
        """The linear pieces that a unit crosses to contact, with those across which it only touches.

        terrain.cover-applies, terrain.disordering
        """
        over = slide_towards(verdict.end, line_between(via, verdict.end), ACROSS)
        assert over is not None
        beyond = self.made(replace(unit, pose=verdict.end), (over,))
        return tuple(dict.fromkeys((*self.lines(verdict.ground), *beyond.crossed)))

    def charge_terms(self, unit: ElanUnit, reach: int) -> Terms:
        """What a charge may be made of (charge.path); nobody is passed, and no distance is kept."""
        return Terms(
            reach,
            (ADVANCE, OBLIQUE, WHEEL),
            goings=self.goings(unit),
            opening=self.opening(unit),
            marks=(Mark(HALF, reach // 2, "charge.distance", "half the reach"),),
            outline=FOOTPRINT,
            rule="charge.distance",
            overlap_rule="charge.path",
            edge_rule="geometry.table-edge",
        )

    def _is_slowed_at_once(self, course: Course, target: int) -> bool:
        """Does a charger stand well in ground that halves his reach, and the target beyond that half?

        charge.distance
        """
        if not self._is_beyond_half(course, target):
            return False
        return self._lies_in_bad_going(course, course.pose)

    def _lies_in_bad_going(self, course: Course, at: Pose) -> bool:
        """Would a charger at a pose lie well in ground that halves his reach? (charge.distance)"""
        there = Body(course.body.id, course.body.side, at, course.body.shape)
        gaps = distances_to_ground(_grown(there, -GRAZE), course.scene.field, FOOTPRINT)
        return any(going and going.mark and not gap for going, gap in zip(course.goings, gaps, strict=True))

    def _is_beyond_half(self, course: Course, target: int) -> bool:
        """Is the target farther off than half the reach of a charger, and no road sets bad going aside?"""
        half = course.terms.allowance // 2 + TOLERANCE + HAIR
        return course.terms.opening is None and self.gap(course.body.id, target) > half

    def _is_slowed_beyond(self, course: Course, enemy: ElanUnit) -> bool:
        """Is there ground that halves the reach of a charger, and the target beyond that half?"""
        slows = any(going is not None and going.mark for going in course.goings)
        return slows and self._is_beyond_half(course, enemy.id)

    def _inner(self, course: Course, enemy: ElanUnit) -> Slider:
        """Slides a charger round ground that halves its reach, which is closed to it here.

        The charger is made smaller and the target larger, for ground that is only touched does not count.
        """
        terms = course.terms
        closed = tuple(Going(going.kind, entry="barred", rule=going.rule) for going in terms.goings)
        scene = self.scene.replaced(_grown(enemy, 2 * GRAZE))
        return Slider(Course(_grown(course.body, -GRAZE), replace(terms, goings=closed), scene))

    def _upon(self, slides: _Slides, tries: Sequence[_Try], target: int) -> Iterator[_Try]:
        """Those of some ways that may run into the target before anything else halts them.

        Ground that halves the reach keeps a charger from a target beyond half of it (charge.distance).
        """
        reach, spent = slides.course.terms.allowance, [via.swing - SPARE for via, _ in tries]
        if slides.inner is None:
            ways = [(via.pose, heading) for via, heading in tries]
            return compress(tries, slides.slider.upon(ways, reach, target, spent))
        ways = [(via.inner, heading) for via, heading in tries]
        around = slides.inner.upon(ways, reach, target, spent)
        if not slides.hardly:
            return compress(tries, around)
        ways = [(via.pose, heading) for via, heading in tries]
        return compress(tries, map(or_, around, slides.slider.upon(ways, reach // 2, target, spent)))

    def _ways(
        self, slides: _Slides, tries: Iterable[_Try], enemy: ElanUnit, learnt: _Learnt
    ) -> Iterator[_Way]:
        """The slides after a wheel, straight or inclined, that run into the enemy and into nobody else."""
        course, slider = slides.course, slides.slider
        reach = course.terms.allowance
        for (first, via, _, swing), heading in tries:
            if learnt.rules_out(first, slides):
                continue
            slowed = _is_as_wide(first, learnt.slowed)
            run = slider.run(via, heading, reach)
            if run.halt is None or run.halt.why != "body" or run.halt.body != enemy.id:
                if run.halt is not None and run.halt.why == "spent" and not slowed:
                    learnt.note(self._lies_in_bad_going(course, via), first, learnt.slowed)
                continue
            if swing + run.gone > (reach // 2 if slowed else reach) + SPARE:
                continue
            leg = slide_towards(via, heading, run.gone)
            plan = first if leg is None else (*first, leg)
            verdict = judge(course, plan)
            if verdict.obstacles:
                learnt.take_in(course, plan, verdict)
            elif self._meets_in_front(course.body, verdict.end, enemy):
                yield _Way(plan, via, verdict.end, verdict)

    def _meets_in_front(self, body: Body, at: Pose, enemy: ElanUnit) -> bool:
        """Does the front edge touch the enemy, and not a side? (charge.path)"""
        return enemy.id in self.touched(body.id, at)

    # ---------------------------------------------------------------- stopping
    def short_of(self, onset: Onset) -> Trek:
        """Short of the target by the distance of the set, or where it is if it is nearer.

        charge.home-fail
        """
        unit, enemy = self.unit(onset.charger), self.unit(onset.target)
        if self.is_within(self.gap(unit.id, enemy.id), self.figures.short):
            return Trek(to=onset.start, gone=0)
        via, to = onset.path[-2:]
        length = round(apart(Point(via.x, via.y), Point(to.x, to.y)))
        way = heading_between(Point(via.x, via.y), Point(to.x, to.y))
        gone = max((n for n in range(0, length + 1, 5) if self._is_off(unit, enemy, via, way, n)), default=0)
        slide = slide_towards(via, way, gone)
        wheel = self.wheel_of(onset)
        return self.made(unit, (*wheel, *(() if slide is None else (slide,))))

    def _is_off(self, unit: ElanUnit, enemy: ElanUnit, via: Pose, way: int, gone: int) -> bool:
        """Is a charger that has gone so far still as far from its target as it must stop?"""
        slide = slide_towards(via, way, gone)
        pose = via if slide is None else end(slide, via, unit.shape)
        there = Body(unit.id, unit.side, pose, unit.shape)
        return distance(there, enemy, FOOTPRINT) >= self.figures.short - TOLERANCE

    def wheel_of(self, onset: Onset) -> tuple[Leg, ...]:
        turn = turn_between(onset.start.heading, onset.path[1].heading)
        return (Wheel("right" if turn > 0 else "left", abs(turn)),) if turn else ()

    def made(self, unit: ElanUnit, plan: Plan) -> Trek:
        """What a plan is that is made without asking."""
        terms = Terms(0, (), opening=self.opening(unit), outline=FOOTPRINT)
        return self.trek(unit, judge(Course(unit, terms, self.scene), plan))

    # ---------------------------------------------------------------- going on
    async def go_ahead(self, decision: str, unit: int, reach: int) -> Trek:
        """Ask how far a charger goes straight ahead, clear of enemies and closed ground.

        charge.target-gone
        """
        one = self.unit(unit)
        terms = Terms(
            reach,
            (ADVANCE,),
            goings=self.goings(one),
            opening=self.opening(one),
            keeps=self._keeps(one, march=False),
            marks=(Mark(HALF, reach // 2, "charge.distance", "half the reach"),),
            outline=FOOTPRINT,
            rule="charge.target-gone",
            overlap_rule="charge.target-gone",
            edge_rule="geometry.table-edge",
        )
        run = Slider(Course(one, terms, self.scene)).run(standing(one), standing(one).heading, reach)
        closed = [round(halt.at) - self.figures.clearance for halt in run.halts if halt.why == "ground"]
        terms = replace(terms, allowance=max(min([reach, *closed]), 0))
        return self.trek(one, await PlanMove(decision, one.side, one, terms, self.scene))

    async def thrust(self, decision: str, unit: int, reach: int) -> Trek:
        """Ask for the way of a breakthrough: straight or inclined, not shortened by bad going.

        melee.breakthrough-how
        """
        one = self.unit(unit)
        terms = Terms(
            reach,
            (ADVANCE, OBLIQUE),
            goings=tuple(going for going in self.goings(one) if going.entry == "barred"),
            opening=self.opening(one),
            most_legs=1,
            outline=FOOTPRINT,
            rule="melee.breakthrough-how",
            overlap_rule="melee.breakthrough-how",
            edge_rule="geometry.table-edge",
        )
        toward = tuple(self.middle(enemy) for enemy in self.enemies(unit))
        verdict = await PlanMove(decision, one.side, one, terms, self.scene, toward)
        trek, met = self.trek(one, verdict), self.touched(unit, verdict.end)
        crossed = self.crossed_to(one, standing(one), verdict) if met else trek.crossed
        return replace(trek, met=met, crossed=crossed)


def _grown(body: Body, by: int) -> Body:
    """The footprint of a body grown by so much on all its sides."""
    shape = solid(body.shape.width + 2 * by, body.shape.depth + 2 * by)
    return Body(body.id, body.side, standing(body).shifted(0, by), shape)


def _tries(vias: tuple[_Via, ...], aims: _Aims, slides: _Slides, learnt: _Learnt) -> Iterator[list[_Try]]:
    """The ways that are tried: without a wheel, with one, and then the other inclines."""
    reach = slides.course.terms.allowance
    straight = _aimed(vias[:1], aims, reach)
    yield _tried(straight, _slides, aims)
    wheeled = _aimed(vias[1:], aims, reach)
    yield _tried(wheeled, _slides, aims)
    others = [one for one in (*straight, *wheeled) if not learnt.rules_out(one[0].first, slides)]
    yield _tried(others, _other_slides, aims)


def _aimed(vias: tuple[_Via, ...], aims: _Aims, reach: int) -> list[_Try]:
    """The beginnings from which no way surely leads past the enemy or does not reach him, each with the turn
    from where it faces towards his middle."""
    found, (x, y) = [], aims.middle
    for via in vias:
        pose = via.pose
        away = math.hypot(x - pose.x, y - pose.y)
        if away <= aims.near + reach - via.swing:
            toward = _toward(pose, aims.middle)
            if not _leads_past(away, abs(toward) - INCLINE, aims):
                found.append((via, toward))
    return found


def _tried(aimed: list[_Try], slides: Callable[[Pose, int, _Aims], Iterable[int]], aims: _Aims) -> list[_Try]:
    """The inclines that are tried after each beginning."""
    tries = []
    for via, toward in aimed:
        heading = via.pose.heading
        tries += [(via, (heading + slide) % FULL_TURN) for slide in slides(via.pose, toward, aims)]
    return tries


def _leads_past(away: float, aside: int, aims: _Aims) -> bool:
    """Does every slide lead past an enemy so far off who lies so far beyond the widest incline?"""
    return aside > 0 and away * (SINES[aside] if aside < QUARTER_TURN else 1.0) > aims.near


def _is_as_wide(first: Plan, widths: dict[str, int]) -> bool:
    """Is the wheel with which a plan begins, if it does, as wide as the one known on its hand?"""
    if not first or not widths:
        return False
    wheel = first[0]
    return isinstance(wheel, Wheel) and wheel.turn >= widths.get(wheel.side, FULL_TURN)


def _slides(at: Pose, toward: int, aims: _Aims) -> tuple[int, ...]:
    """The inclines worth trying: none, towards the enemy's middle, and the widest on either hand."""
    del at, aims
    if toward <= -INCLINE:
        return 0, -INCLINE, INCLINE
    return (0, toward, INCLINE, -INCLINE) if 0 != toward < INCLINE else (0, INCLINE, -INCLINE)


def _other_slides(at: Pose, toward: int, aims: _Aims) -> Iterable[int]:
    """More inclines: towards each corner of the enemy, and halfway to the widest on either hand."""
    tried = _slides(at, toward, aims)
    found = [max(min(_toward(at, corner), INCLINE), -INCLINE) for corner in aims.corners]
    return [one for one in dict.fromkeys((*found, INCLINE // 2, -INCLINE // 2)) if one not in tried]


def _toward(at: Pose, point: Point) -> int:
    """The turn from where a pose faces towards a point, clockwise."""
    turn = (round(math.atan2(point.x - at.x, point.y - at.y) / RADIAN) - at.heading) % FULL_TURN
    return turn - FULL_TURN if turn > HALF_TURN else turn


@lru_cache(maxsize=64)
def _vias(pose: Pose, shape: Shape) -> tuple[_Via, ...]:
    """All beginnings of a charge from a pose: of a charger who stays they are the same for all targets."""
    return tuple(_via(pose, shape, wheel) for wheel in _wheels())


def _via(pose: Pose, shape: Shape, wheel: int) -> _Via:
    """A wheel as the beginning of a plan, and where it leads to."""
    if wheel == 0:
        return _Via((), pose, pose.shifted(0, -GRAZE), 0.0)
    to = end(leg := _wheel(wheel), pose, shape)
    return _Via((leg,), to, to.shifted(0, -GRAZE), math.radians(leg.turn / DEGREE) * shape.width)


@cache
def _wheel(turn: int) -> Wheel:
    return Wheel("right" if turn > 0 else "left", abs(turn))


def _wheels() -> Iterator[int]:
    """The wheels to try, the least first, right before left."""
    yield 0
    for turn in range(STEP, WIDEST + 1, STEP):
        yield turn
        yield -turn

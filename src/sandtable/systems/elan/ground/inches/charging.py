"""Charges on the open table: ways to an enemy, where a charger stops, breakthroughs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.ground.inches.aligning import InchAligning
from sandtable.systems.elan.ground.inches.measured import SLACK
from sandtable.systems.elan.ground.inches.moving import ADVANCE, HALF, OBLIQUE
from sandtable.systems.elan.ground.inches.table import FOOTPRINT
from sandtable.systems.elan.ground.values import Onset, Trek, line_between
from sandtable.systems.elan.plan_decisions import ChargeOn, PlanThrust
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.terrain import kind_of
from sandtable.table.charge import STAGES, Incline, InclineTerms, inclines_into
from sandtable.table.forced import Slider, slide_towards
from sandtable.table.measure import distance, distances_to_ground
from sandtable.table.movement import (
    Course,
    Going,
    Leg,
    LegTerms,
    MoveMark,
    PerInch,
    Plan,
    Terms,
    Verdict,
    Wheel,
    judge,
    leg_end,
    make_legs,
)
from sandtable.table.space import (
    DEGREE,
    FULL_TURN,
    HAIR,
    TOLERANCE,
    Body,
    Field,
    Point,
    Pose,
    Shape,
    apart,
    heading_between,
    standing,
    turn_between,
)

WIDEST: Final = 450
"""A charge begins with a wheel of at most 45 degrees (charge.path)."""

STEP: Final = 25
"""The step between the wheels that are tried: 2.5 degrees."""

ACROSS: Final = 8
"""A line this little beyond the touched edge lies between the two units: the target lines it."""

GRAZE: Final = 4
"""A unit no deeper than half of this in a piece of ground only touches it."""

SPARE: Final = 20
"""Ways too long by less than this are checked exactly."""

INCLINE: Final = 225

WHEELS: Final = (0, *(sign * turn for turn in range(STEP, WIDEST + 1, STEP) for sign in (1, -1)))
"""The wheels to try, the least first, right before left."""

WHEEL: Final = LegTerms(
    "wheel", PerInch(of="outer corner"), most=WIDEST, when="start", times=1, rule="charge.path"
)


class _Way(NamedTuple):
    """A way to the target.

    ``via`` is the pose after its wheel, ``verdict`` the check of its legs, and ``across`` the linear pieces
    between the units at its end.
    """

    plan: Plan
    via: Pose
    verdict: Verdict
    across: tuple[str, ...]


class _Via(NamedTuple):
    """The wheel that a charge begins with, or none: its legs, its end, and the way of the outer corner."""

    first: Plan
    pose: Pose
    swing: float


_Try = tuple[_Via, int]
"""A way to try: a wheel or none, and the heading after it."""


class _Slides(NamedTuple):
    """The courses of a charger: ``course`` itself, and ``inner`` around ground that halves its reach.

    ``inner`` is None unless the target is beyond half the reach. ``hardly`` says that it is so by less than
    `SPARE`; otherwise no way through that ground is short enough.
    """

    course: Course
    inner: Course | None
    hardly: bool

    @property
    def slider(self) -> Slider:
        """The slider of the course, made only when a way is followed to its end."""
        return _slider(self.course)


class _Learnt(NamedTuple):
    """The least wheels on each side known to hit a unit, or to enter ground that halves the reach.

    Wider wheels on the same side do so as well and need no check.
    """

    barred: dict[str, int]
    slowed: dict[str, int]

    def rules_out(self, first: Plan, slides: _Slides) -> bool:
        """Is no way possible after this wheel: does it hit a unit, or is half the reach too short?"""
        if _is_as_wide(first, self.barred):
            return True
        return not slides.hardly and _is_as_wide(first, self.slowed)

    def take_in(self, course: Course, plan: Plan, verdict: Verdict) -> None:
        """Note the wheel of a plan that was refused."""
        overlaps = any(one.code == "overlap" and one.leg == 0 for one in verdict.obstacles)
        self.note(overlaps, plan, self.barred)
        self.note(HALF in make_legs(course, plan)[0].marks, plan, self.slowed)

    @staticmethod
    def note(found: object, plan: Plan, widths: dict[str, int]) -> None:
        """Note the wheel that a plan begins with, if *found* holds for it."""
        if found and plan and isinstance(wheel := plan[0], Wheel):
            widths[wheel.side] = min(wheel.turn, widths.get(wheel.side, FULL_TURN))


_slider: Final = by_identity(most=2)(Slider)
"""The slider of a course, kept for the last two."""


def _wheel_of(way: _Try) -> Plan:
    """The wheel that a way begins with, if any."""
    return way[0].first


class InchCharging(InchAligning):
    """Charges, pursuits and breakthroughs."""

    __slots__ = ()

    # ---------------------------------------------------------------- reaching
    def onset(self, charger: int, target: int, reach: int) -> Onset | None:
        """The shortest legal way to charge: without a wheel, or else with the smallest that works.

        charge.path, charge.distance; further inclines are tried only if the simplest ones fail
        """
        key = charger, target, reach, self.unit(charger).formation
        known = self.measured.onsets
        if key not in known:
            known[key] = self._found(self.unit(charger), self.unit(target), reach)
        return known[key]

    def _found(self, unit: ElanUnit, enemy: ElanUnit, reach: int) -> Onset | None:
        """The way to charge, searched for."""
        if not self.is_within(self.gap(unit.id, enemy.id), reach):
            return None
        course = Course(unit, self.charge_terms(unit, reach), self.scene)
        if self._is_slowed_at_once(course, enemy.id):
            return None
        learnt = _Learnt({}, {})
        inner = self._inner(course, enemy) if self._is_slowed_beyond(course, enemy) else None
        # No part of a charger moves farther than the cost of its charge.
        hardly = self.gap(unit.id, enemy.id) <= reach // 2 + SPARE
        slides = _Slides(course, inner, hardly)
        for tries in self._upon(slides, enemy):
            for _, wheeled in groupby(tries, key=_wheel_of):
                ways = list(self._ways(slides, wheeled, enemy, learnt))
                if ways:
                    way = min(ways, key=lambda one: one.verdict.cost)
                    return self._onset(unit, enemy.id, way, reach)
        return None

    def _onset(self, unit: ElanUnit, target: int, way: _Way, reach: int) -> Onset:
        wheeled = bool(way.plan) and isinstance(way.plan[0], Wheel)
        half = self.is_slowed(unit, way.verdict, way.across)
        met = tuple(dict.fromkeys((*way.verdict.ground, *way.across)))
        return Onset(
            charger=unit.id,
            target=target,
            path=(standing(unit), way.via, way.verdict.end),
            wheel=way.verdict.costs[0].cost if wheeled else 0.0,
            cost=way.verdict.cost,
            reach=reach // 2 if half else reach,
            halved=half,
            disordering=self.disordering(unit, met),
            crossed=self.lines(met),
        )

    def across(self, unit: ElanUnit, enemy: int, via: Pose, to: Pose) -> tuple[str, ...]:
        """The linear pieces along an enemy's edge that a unit touches, coming from a pose.

        It crosses them to fight, as it crosses those behind which an enemy stands farther back
        (terrain.when-disordered).
        """
        lines = _lines(self.battle.field)
        if not lines:
            return ()
        there = Body(unit.id, unit.side, to, unit.shape)
        over = slide_towards(to, self.into(there, line_between(via, to), self.unit(enemy)), ACROSS)
        assert over is not None
        terms = Terms(0, (), opening=self.opening(unit), outline=FOOTPRINT)
        ground = judge(Course(replace(unit, pose=to), terms, self.scene), (over,)).ground
        return tuple(piece for piece in ground if piece in lines)

    def is_slowed(self, unit: ElanUnit, verdict: Verdict, across: tuple[str, ...]) -> bool:
        """Does anything on a way, or a line at its end, halve a charger's reach? (charge.distance)"""
        return HALF in verdict.marks or any(what.halves for what in self.effects(unit, across))

    def charge_terms(self, unit: ElanUnit, reach: int) -> Terms:
        """The terms of a charge: it passes through no unit and keeps no distance (charge.path)."""
        return Terms(
            reach,
            (ADVANCE, OBLIQUE, WHEEL),
            goings=self.goings(unit),
            opening=self.opening(unit),
            marks=(MoveMark(HALF, reach // 2, "charge.distance", "half the reach"),),
            outline=FOOTPRINT,
            rule="charge.distance",
            overlap_rule="charge.path",
            edge_rule="geometry.table-edge",
            slack=SLACK,
        )

    def _is_slowed_at_once(self, course: Course, target: int) -> bool:
        """Does a charger stand in ground that halves its reach, with the target beyond that half?

        charge.distance
        """
        if not self._is_beyond_half(course, target):
            return False
        return self._lies_in_bad_going(course, course.pose)

    def _lies_in_bad_going(self, course: Course, at: Pose) -> bool:
        """Would a charger at a pose lie in ground that halves its reach, not merely touching it?

        charge.distance
        """
        there = Body(course.body.id, course.body.side, at, course.body.shape)
        gaps = distances_to_ground(_grown(there, -GRAZE), course.scene.field, FOOTPRINT)
        return any(going and going.mark and not gap for going, gap in zip(course.goings, gaps, strict=True))

    def _is_beyond_half(self, course: Course, target: int) -> bool:
        """Is the target beyond half the reach, with no road that sets bad going aside?"""
        half = course.terms.allowance // 2 + TOLERANCE + HAIR
        return course.terms.opening is None and self.gap(course.body.id, target) > half

    def _is_slowed_beyond(self, course: Course, enemy: ElanUnit) -> bool:
        """Is there ground that halves the reach, with the target beyond that half?"""
        slows = any(going is not None and going.mark for going in course.goings)
        return slows and self._is_beyond_half(course, enemy.id)

    def _inner(self, course: Course, enemy: ElanUnit) -> Course:
        """The course around ground that halves the reach, which counts as closed here.

        The charger is made smaller and the target larger, since ground that is only touched does not count.
        """
        terms = course.terms
        closed = tuple(Going(going.kind, entry="barred", rule=going.rule) for going in terms.goings)
        scene = self.scene.replaced(_grown(enemy, 2 * GRAZE))
        return Course(_grown(course.body, -GRAZE), replace(terms, goings=closed), scene)

    def _upon(self, slides: _Slides, enemy: ElanUnit) -> Iterator[list[_Try]]:
        """The ways that may hit the target before anything else stops them, the simplest first.

        Through ground that halves the reach only a target within half of it is hit (charge.distance).
        """
        course, stage = slides.course, 0
        inner, reach = slides.inner or course, course.terms.allowance
        fan, paid = InclineTerms(WHEELS, INCLINE, reach, SPARE), slides.inner is None
        while stage < STAGES:
            last = stage + 1 if slides.inner and slides.hardly else STAGES
            found, ways = inclines_into(
                inner, course.body, fan, enemy, (stage, last), reach, back=0 if paid else GRAZE, paid=paid
            )
            if slides.inner and slides.hardly:
                _, through = inclines_into(course, course.body, fan, enemy, (stage, last), reach // 2)
                found, ways = stage, sorted({*ways, *through})
            yield _tries(course, ways)
            stage = found + 1

    def _ways(
        self, slides: _Slides, tries: Iterable[_Try], enemy: ElanUnit, learnt: _Learnt
    ) -> Iterator[_Way]:
        """The straight or inclined ways after a wheel that hit the enemy and no other unit."""
        course, slider = slides.course, slides.slider
        reach = course.terms.allowance
        for (first, via, swing), heading in tries:
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
                across = self.across(self.unit(course.body.id), enemy.id, via, verdict.end)
                if self._is_paid(course, verdict, across):
                    yield _Way(plan, via, verdict, across)

    def _is_paid(self, course: Course, verdict: Verdict, across: tuple[str, ...]) -> bool:
        """Is no line at the end closed to the charger, and the way within half the reach if one halves it?

        charge.distance, terrain.closed
        """
        what = self.effects(self.unit(course.body.id), across)
        if any(one.closed for one in what):
            return False
        half = course.terms.allowance // 2
        return not any(one.halves for one in what) or self.is_within(verdict.cost, half)

    def _meets_in_front(self, body: Body, at: Pose, enemy: ElanUnit) -> bool:
        """Does the front edge touch the enemy, rather than a side? (charge.path)"""
        return enemy.id in self.touched(body.id, at)

    # ---------------------------------------------------------------- stopping
    def short_of(self, onset: Onset) -> Trek:
        """The stop distance of the set short of the target, or the charger's place if it is nearer.

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
        """Is a charger that has gone this far still outside the stop distance?"""
        slide = slide_towards(via, way, gone)
        pose = via if slide is None else leg_end(slide, via, unit.shape)
        there = Body(unit.id, unit.side, pose, unit.shape)
        return distance(there, enemy, FOOTPRINT) >= self.figures.short - SLACK

    def wheel_of(self, onset: Onset) -> tuple[Leg, ...]:
        turn = turn_between(onset.start.heading, onset.path[1].heading)
        return (Wheel("right" if turn > 0 else "left", abs(turn)),) if turn else ()

    def made(self, unit: ElanUnit, plan: Plan) -> Trek:
        """A plan that is made without asking, as a trek."""
        terms = Terms(0, (), opening=self.opening(unit), outline=FOOTPRINT)
        return self.trek(unit, judge(Course(unit, terms, self.scene), plan))

    # ---------------------------------------------------------------- going on
    async def go_ahead(self, unit: int, reach: int) -> Trek:
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
            marks=(MoveMark(HALF, reach // 2, "charge.distance", "half the reach"),),
            outline=FOOTPRINT,
            rule="charge.target-gone",
            overlap_rule="charge.target-gone",
            edge_rule="geometry.table-edge",
            slack=SLACK,
        )
        slider = Slider(Course(one, terms, self.scene))
        halts = slider.halts(slider.run(standing(one), standing(one).heading, reach))
        closed = [round(halt.at) - self.figures.clearance for halt in halts if halt.why == "ground"]
        terms = replace(terms, allowance=max(min([reach, *closed]), 0))
        return self.trek(one, await ChargeOn(one.side, one, terms, self.scene))

    async def thrust(self, unit: int, reach: int) -> Trek:
        """Ask for the way of a breakthrough: straight or inclined; bad going does not shorten it.

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
            slack=SLACK,
        )
        toward = tuple(self.middle(enemy) for enemy in self.enemies(unit))
        verdict = await PlanThrust(one.side, one, terms, self.scene, toward)
        trek, met = self.trek(one, verdict), self.touched(unit, verdict.end)
        across = self.across(one, met[0], standing(one), verdict.end) if met else ()
        if any(what.closed for what in self.effects(one, across)):
            return trek
        ground = tuple(dict.fromkeys((*verdict.ground, *across)))
        disordering, crossed = self.disordering(one, ground), self.lines(ground)
        return replace(trek, met=met, crossed=crossed, disordering=disordering)


@lru_cache(maxsize=64)
def _lines(field: Field) -> frozenset[str]:
    """The linear pieces of ground that affect troops crossing them."""
    known = {piece.id: kind_of(piece.kind) for piece in field.pieces}
    return frozenset(
        piece for piece, kind in known.items() if kind.is_line and (kind.row or kind.closed_to_all)
    )


def _grown(body: Body, by: int) -> Body:
    """A body whose footprint is larger by this much on each side."""
    shape = solid(body.shape.width + 2 * by, body.shape.depth + 2 * by)
    return Body(body.id, body.side, standing(body).shifted(0, by), shape)


def _tries(course: Course, ways: Iterable[Incline]) -> list[_Try]:
    """The ways to the target, each with the wheel it begins with."""
    vias: dict[int, _Via] = {}
    for wheel, _, _ in ways:
        if wheel not in vias:
            vias[wheel] = _via(course.pose, course.body.shape, WHEELS[wheel])
    return [(vias[wheel], heading) for wheel, _, heading in ways]


def _is_as_wide(first: Plan, widths: dict[str, int]) -> bool:
    """Is a plan's first wheel at least as wide as the one noted on its side?"""
    if not first or not widths:
        return False
    wheel = first[0]
    return isinstance(wheel, Wheel) and wheel.turn >= widths.get(wheel.side, FULL_TURN)


def _via(pose: Pose, shape: Shape, wheel: int) -> _Via:
    """A wheel as the beginning of a plan, and where it ends."""
    if wheel == 0:
        return _Via((), pose, 0.0)
    to = leg_end(leg := _wheel(wheel), pose, shape)
    return _Via((leg,), to, math.radians(leg.turn / DEGREE) * shape.width)


@cache
def _wheel(turn: int) -> Wheel:
    return Wheel("right" if turn > 0 else "left", abs(turn))

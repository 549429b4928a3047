"""Countercharges and pursuits on the open table: where horsemen meet, and who is caught."""

from __future__ import annotations

from typing import Final

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.ground.inches.charging import InchCharging
from sandtable.systems.elan.ground.inches.moving import HALF
from sandtable.systems.elan.ground.inches.table import FOOTPRINT
from sandtable.systems.elan.ground.values import Clash, Onset, Trek
from sandtable.table.body import centre, standing
from sandtable.table.compulsory import heading_between, slide_towards
from sandtable.table.course import Course
from sandtable.table.legs import Leg, Turn, end
from sandtable.table.measure import FULL_TURN, HALF_TURN, turn_between
from sandtable.table.plane import apart
from sandtable.table.pose import Point, Pose
from sandtable.table.sliding import Slider
from sandtable.table.terms import Keep, Mark, Terms

MEETING_STEP: Final = 50
"""Where there is no room halfway, places half an inch nearer to the countercharger are tried."""


class InchPursuing(InchCharging):
    """Meeting a countercharge, catching an evader, going on after one who got away."""

    __slots__ = ()

    def clash(self, onset: Onset, reach: int) -> Clash | None:
        """Halfway between the front centres, or as far as the countercharger reaches, fronts flush.

        charge.countercharge
        """
        charger, other = self.unit(onset.charger), self.unit(onset.target)
        here, there = standing(charger), standing(other)
        toward = heading_between(Point(here.x, here.y), Point(there.x, there.y))
        length = apart(Point(here.x, here.y), Point(there.x, there.y))
        goes = min(length / 2, float(reach))
        while goes >= 0.0:
            share = goes / length if length else 0.0
            x, y = round(there.x + (here.x - there.x) * share), round(there.y + (here.y - there.y) * share)
            ours, theirs = Pose(x, y, toward), Pose(x, y, (toward + HALF_TURN) % FULL_TURN)
            if self._is_room(charger, ours, other.id) and self._is_room(other, theirs, charger.id):
                return self._clash(charger, ours, other, theirs)
            goes = goes - MEETING_STEP if goes > 0.0 else -1.0
        return None

    def _clash(self, charger: ElanUnit, ours: Pose, other: ElanUnit, theirs: Pose) -> Clash:
        mine, yours = self._straight(charger, ours), self._straight(other, theirs)
        return Clash(
            charger=ours,
            other=theirs,
            charger_disordering=mine.disordering,
            other_disordering=yours.disordering,
            crossed=tuple(dict.fromkeys((*mine.crossed, *yours.crossed))),
        )

    def _straight(self, unit: ElanUnit, to: Pose) -> Trek:
        """The straight way to a pose, whoever stands there, for what it crosses."""
        start = standing(unit)
        way = heading_between(Point(start.x, start.y), Point(to.x, to.y))
        length = round(apart(Point(start.x, start.y), Point(to.x, to.y)))
        leg = slide_towards(start, way, length)
        return self.made(unit, () if leg is None else (leg,))

    def catch(self, onset: Onset) -> Onset | None:
        """The evader is caught if it is within what is left of the reach and the way to it is open.

        charge.evade-pursuit
        """
        unit, enemy = self.unit(onset.charger), self.unit(onset.target)
        left = onset.reach - onset.wheel
        if enemy.pose is None or not self.is_within(self.gap(unit.id, enemy.id), left):
            return None
        via = onset.path[1]
        way = heading_between(Point(via.x, via.y), centre(enemy.pose, enemy.shape))
        faced = Pose(via.x, via.y, way)
        course = Course(unit, self.charge_terms(unit, round(left)), self.scene)
        run = Slider(course).run(faced, way, round(left) + enemy.shape.depth + enemy.shape.width)
        if run.halt is None or run.halt.why != "body" or run.halt.body != enemy.id:
            return None
        to = faced.shifted(0, run.gone)
        trek = self._straight(unit, to)
        return Onset(
            charger=unit.id,
            target=enemy.id,
            path=(onset.start, faced, to),
            wheel=onset.wheel,
            cost=onset.wheel + run.gone,
            reach=onset.reach,
            disordering=trek.disordering,
            crossed=trek.crossed,
        )

    def follow(self, onset: Onset, heading: int) -> Trek:
        """The full reach in the direction of the flight, short of any unit, closed ground or the table edge.

        charge.evade-pursuit
        """
        unit, via = self.unit(onset.charger), onset.path[1]
        turn = turn_between(via.heading, heading)
        faced = end(Turn(turn), via, unit.shape) if turn else via
        terms = self._pursuit(unit, onset)
        run = Slider(Course(unit, terms, self.scene)).run(faced, heading, terms.allowance)
        gone = run.gone
        if run.halt is not None and run.halt.why in ("ground", "table"):
            gone = max(min(gone, round(run.halt.at) - self.figures.clearance), 0)
        legs: list[Leg] = [*self.wheel_of(onset)]
        legs += [Turn(turn)] if turn else []
        slide = slide_towards(faced, heading, gone)
        legs += [] if slide is None else [slide]
        return self.made(unit, tuple(legs))

    def _pursuit(self, unit: ElanUnit, onset: Onset) -> Terms:
        """What is left of a reach after the wheel, kept clear of everybody."""
        others = tuple(one.id for one in self.battle.units if one.pose is not None and one.id != unit.id)
        half = max(round(onset.reach / 2 - onset.wheel), 0)
        return Terms(
            round(onset.reach - onset.wheel),
            (),
            goings=self.goings(unit),
            opening=self.opening(unit),
            keeps=(Keep(others, self.figures.clearance),) if others else (),
            marks=(Mark(HALF, half),),
            outline=FOOTPRINT,
        )

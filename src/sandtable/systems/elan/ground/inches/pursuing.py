"""Countercharges and pursuits on the open table: where cavalry meets, and which evaders are caught."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.ground.inches.charging import ACROSS, InchCharging
from sandtable.systems.elan.ground.inches.measured import SLACK
from sandtable.systems.elan.ground.inches.moving import HALF
from sandtable.systems.elan.ground.inches.table import FOOTPRINT
from sandtable.systems.elan.ground.values import Clash, Onset, Stance, Trek
from sandtable.table.forced import Slider, slide_towards
from sandtable.table.movement import Course, Keep, Leg, MoveMark, Plan, Terms, Turn, judge, leg_end
from sandtable.table.space import (
    FULL_TURN,
    HALF_TURN,
    Point,
    Pose,
    apart,
    centre,
    heading_between,
    standing,
    turn_between,
)

MEETING_STEP: Final = 50
"""The step towards the countercharger at which places are tried if there is no room halfway."""


class InchPursuing(InchCharging):
    """Meeting a countercharge, catching an evader, following one that got away."""

    __slots__ = ()

    def clash(self, onset: Onset, reach: int) -> Clash | None:
        """Halfway between the front centres, or as far as the countercharger reaches, with fronts flush.

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
            if goes > reach / 2 and self._is_slowed(other, theirs):
                goes = reach / 2
            elif self._is_room(charger, ours, other.id) and self._is_room(other, theirs, charger.id):
                return self._clash(charger, ours, other, theirs)
            else:
                goes = max(goes - MEETING_STEP, 0.0) if goes > 0.0 else -1.0
        return None

    def _clash(self, charger: ElanUnit, ours: Pose, other: ElanUnit, theirs: Pose) -> Clash:
        # A line at the meeting point is crossed by the charger (terrain.when-disordered).
        mine, yours = self._straight(charger, ours.shifted(0, ACROSS)), self._straight(other, theirs)
        return Clash(
            charger=ours,
            other=theirs,
            charger_disordering=mine.disordering,
            other_disordering=yours.disordering,
            crossed=tuple(dict.fromkeys((*mine.crossed, *yours.crossed))),
            charger_touches=tuple(self._beside(charger, other.id, ours)),
            other_touches=tuple(self._beside(other, charger.id, theirs)),
        )

    def _straight(self, unit: ElanUnit, to: Pose) -> Trek:
        """The straight way to a pose, ignoring units there, for what it crosses."""
        return self.made(unit, _leg_to(unit, to))

    def _is_slowed(self, unit: ElanUnit, to: Pose) -> bool:
        """Does anything on the straight way to a pose halve a unit's reach? (charge.distance)"""
        terms = Terms(0, (), goings=self.goings(unit), marks=(MoveMark(HALF, 0),), outline=FOOTPRINT)
        return HALF in judge(Course(unit, terms, self.scene), _leg_to(unit, to)).marks

    def catch(self, onset: Onset) -> Onset | None:
        """The evader is caught if it is within the rest of the reach and the way to it is open.

        charge.evade-pursuit; ground on the way to its new place may halve the reach (charge.distance)
        """
        unit, enemy, whole = self.unit(onset.charger), self.unit(onset.target), _whole(onset)
        if enemy.pose is None:
            return None
        via = onset.path[1]
        way = heading_between(Point(via.x, via.y), centre(enemy.pose, enemy.shape))
        faced = Pose(via.x, via.y, way)
        far = whole + enemy.shape.depth + enemy.shape.width
        terms = replace(self.charge_terms(unit, far), marks=(MoveMark(HALF, far),))
        course = Course(replace(unit, pose=faced), terms, self.scene)
        run = Slider(course).run(faced, way, far)
        if run.halt is None or run.halt.why != "body" or run.halt.body != enemy.id:
            return None
        leg = slide_towards(faced, way, run.gone)
        verdict = judge(course, () if leg is None else (leg,))
        across = self.across(unit, enemy.id, faced, verdict.end)
        halved = self.is_slowed(unit, verdict, across)
        reach = whole // 2 if halved else whole
        if any(what.closed for what in self.effects(unit, across)):
            return None
        if not self.is_within(self.gap(unit.id, enemy.id), reach - onset.wheel):
            return None
        met = tuple(dict.fromkeys((*verdict.ground, *across)))
        return Onset(
            charger=unit.id,
            target=enemy.id,
            path=(onset.start, faced, verdict.end),
            wheel=onset.wheel,
            cost=onset.wheel + run.gone,
            reach=reach,
            halved=halved,
            disordering=self.disordering(unit, met),
            crossed=self.lines(met),
        )

    def follow(self, onset: Onset, heading: int) -> Trek:
        """The full reach in the direction of the flight, short of any unit, closed ground or table edge.

        charge.evade-pursuit; without room to turn to that direction the charger keeps its facing
        """
        unit, via = self.unit(onset.charger), onset.path[1]
        turn = turn_between(via.heading, heading)
        faced = leg_end(Turn(turn), via, unit.shape) if turn else via
        if turn and not self._is_free(unit, Stance(unit.formation, unit.shape, faced)):
            turn, faced = 0, via
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
        """The terms of a pursuit: what the wheel leaves of the reach, clear of all units."""
        others = tuple(one.id for one in self.battle.units if one.pose is not None and one.id != unit.id)
        half = max(round(_whole(onset) / 2 - onset.wheel), 0)
        return Terms(
            round(_whole(onset) - onset.wheel),
            (),
            goings=self.goings(unit),
            opening=self.opening(unit),
            keeps=(Keep(others, self.figures.clearance),) if others else (),
            marks=(MoveMark(HALF, half),),
            outline=FOOTPRINT,
            slack=SLACK,
        )


def _whole(onset: Onset) -> int:
    """The reach of a charger before it is halved."""
    return round(2 * onset.reach if onset.halved else onset.reach)


def _leg_to(unit: ElanUnit, to: Pose) -> Plan:
    """The straight leg from a unit's place to a pose, keeping its facing."""
    start = standing(unit)
    way = heading_between(Point(start.x, start.y), Point(to.x, to.y))
    leg = slide_towards(start, way, round(apart(Point(start.x, start.y), Point(to.x, to.y))))
    return () if leg is None else (leg,)

"""Placing a point, such as a commander: the decision whose answers are places near a body."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from sandtable.game.ask.questions import LONGEST_SHOWN, Decision, Draw
from sandtable.game.ask.refusal import Refusal
from sandtable.table.forced.detours import is_free, is_inside, shortest_way
from sandtable.table.measure.distance import box_to_point, distance_to_point, nearest_to_point
from sandtable.table.measure.terrain import distance_from_ground
from sandtable.table.space.body import Body, corners, standing
from sandtable.table.space.lengths import COSINES, FULL_TURN, GRID, HAIR, SINES, TOLERANCE, as_inches
from sandtable.table.space.plane import apart as between
from sandtable.table.space.pose import Point
from sandtable.table.space.scene import Scene, boxes

AROUND = 12
"""So many places around a body are looked at first."""

NET = 24
"""So many places across and along are looked at where none of the first stands."""


class PlacePoint(Decision[Point], frozen=True):
    """Choose a place within a distance of a body, on the table, off some ground, and away from some bodies.

    ``away`` names the bodies from which it lies at least ``apart``, ``off`` the pieces of ground it does not
    lie on; ``about`` says what is placed, ``rule`` which rule says where. What is placed has a base that lies
    wholly on the table and keeps ``clearance`` around its middle.

    Where there are ``around``, figures that nobody goes through, the way from the body has to lead around
    them and is measured so; the place lies in none of those that are ``shut``. ``slack`` is by how much a
    distance may pass ``within`` or fall short of ``apart``, as the rules of a system say.
    """

    near: Body
    within: int
    away: tuple[int, ...]
    apart: int
    off: tuple[str, ...]
    scene: Scene
    about: tuple[object, ...] = ()
    rule: str = ""
    around: tuple[tuple[Point, ...], ...] = ()
    shut: tuple[tuple[Point, ...], ...] = ()
    clearance: int = 0
    slack: float = HAIR

    def judge(self, answer: object) -> Point | Refusal:
        """A place stands if it is near enough, and clear of what it must be clear of."""
        asked, drawn = _drawn
        if asked is self and drawn is answer:
            return drawn
        found = self._judged(answer)
        if isinstance(found, Refusal) and isinstance(answer, Point):
            return replace(found, nearest=self._nearest(answer))
        return found

    def _nearest(self, wanted: Point) -> Point | None:
        """The nearest to a place of those that are looked at, the one on the way there among them."""
        on_the_way = self._towards(wanted)
        places = (*self._places(), *((on_the_way,) if self._stands(on_the_way) else ()))
        return min(places, key=lambda place: between(place, wanted), default=None)

    def _towards(self, wanted: Point) -> Point:
        """The last place on the straight way from the body to another that is still near enough."""
        near = nearest_to_point(self.near, wanted, "footprint")
        length = max(between(near, wanted), 1.0)
        places = [_between(near, wanted, min(1.0, (self.within - back) / length)) for back in (0.0, GRID)]
        first, rounded_inwards = places
        far = distance_to_point(self.near, first, "footprint")
        return first if far <= self.within + self.slack else rounded_inwards

    def _judged(self, answer: object) -> Point | Refusal:
        if not (isinstance(answer, Point) and isinstance(answer.x, int) and isinstance(answer.y, int)):
            shown = ascii(answer)[:LONGEST_SHOWN]
            return Refusal(f"a place is two whole hundredths of an inch, not {shown}", rule=self._cited)
        field, rim = self.scene.field, self.clearance
        if not (rim <= answer.x <= field.width - rim and rim <= answer.y <= field.depth - rim):
            return Refusal("this place lies off the table", rule=self._cited)
        gap = distance_to_point(self.near, answer, "footprint")
        if gap > self.within + self.slack:
            limit = as_inches(self.within)
            words = f"this place is {as_inches(gap)} in away; it must be within {limit} in"
            return Refusal(words, rule=self._cited, measured=as_inches(gap), limit=limit)
        return self._barred(answer) or answer

    def read(self, raw: object) -> object:
        """The place that plain data means."""
        try:
            return Point(*msgspec.convert(raw, tuple[int, int]))
        except (msgspec.ValidationError, ValueError) as fault:
            return Refusal(f"this is no place: {fault}", rule=self._cited)

    def sensible(self) -> tuple[object, ...]:
        """Places around the body and on it, behind it first."""
        return tuple(dict.fromkeys(self._places()))

    @property
    def has_place(self) -> bool:
        """Is there a place at all, among those that are looked at?"""
        return any(True for _ in self._places())

    def essence(self) -> object:
        """Near what, how near, and away from whom; where everybody stands is part of the battle."""
        return self.decision, self.seat, self.near, self.within, self.away, self.apart, self.about

    def any_answer(self, draw: Draw) -> object:
        """A place drawn by chance: the first that stands, from one of those looked at on."""
        global _drawn
        first = draw(AROUND + 1)
        place = self._place(first)
        if not self._stands(place):
            place = next(self._places(first))
        _drawn = self, place
        return place

    def _places(self, first: int = 0) -> Iterator[Point]:
        """The places looked at that stand, from the given one on round to the one before it."""
        ordinary = (self._place((first + count) % (AROUND + 1)) for count in range(AROUND + 1))
        found = False
        for place in filter(self._stands, ordinary):
            found = True
            yield place
        if not found:
            yield from filter(self._stands, self._net())

    def _net(self) -> Iterator[Point]:
        """Places all over the ground that is near enough, row by row."""
        ends = corners(standing(self.near), self.near.shape)
        left, right = (round(edge(end.x for end in ends)) for edge in (min, max))
        low, high = (round(edge(end.y for end in ends)) for edge in (min, max))
        wide, deep = right - left + 2 * self.within, high - low + 2 * self.within
        for row in range(NET + 1):
            for column in range(NET + 1):
                yield Point(left - self.within + column * wide // NET, low - self.within + row * deep // NET)

    def _place(self, number: int) -> Point:
        """One of the places that are looked at: around the body, and last its middle."""
        pose, shape = standing(self.near), self.near.shape
        middle = pose.at(0, -shape.depth / 2)
        if number == AROUND:
            return _whole(middle)
        heading = (pose.heading + FULL_TURN // 2 + number * FULL_TURN // AROUND) % FULL_TURN
        return self._out(middle, heading, math.hypot(shape.width, shape.depth))

    @property
    def _cited(self) -> str:
        return self.rule or self.decision

    def _stands(self, place: Point) -> bool:
        return not isinstance(self._judged(place), Refusal)

    def _out(self, middle: Point, heading: int, reach: float) -> Point:
        """The farthest whole place in a direction that is still near enough."""
        sin, cos, within, longest = SINES[heading], COSINES[heading], self.within, round(reach) + self.within
        (x, y), row = middle, boxes(self.near, "footprint")
        far = min(math.floor(self._leaves(heading)), longest)
        # What was reckoned is a hair off at most: how far it is from the body is measured where it counts.
        while far < longest and box_to_point(row, x + (far + 1) * sin, y + (far + 1) * cos) <= within:
            far += 1
        while far > 0 and box_to_point(row, round(x + far * sin), round(y + far * cos)) > within + HAIR:
            far -= 1
        return Point(round(x + far * sin), round(y + far * cos))

    def _leaves(self, heading: int) -> float:
        """How far from the middle of the body a way in a direction is no longer near enough: beyond its front
        or rear, beyond a flank, or round a corner."""
        turn = (heading - standing(self.near).heading) % FULL_TURN
        aside, ahead = abs(SINES[turn]), abs(COSINES[turn])
        wide, deep, within = self.near.shape.width / 2, self.near.shape.depth / 2, self.within
        if ahead and (deep + within) / ahead * aside <= wide:
            return (deep + within) / ahead
        if aside and (wide + within) / aside * ahead <= deep:
            return (wide + within) / aside
        to_corner = wide * aside + deep * ahead
        return to_corner + math.sqrt(max(to_corner**2 - wide**2 - deep**2 + within**2, 0.0))

    def _barred(self, place: Point) -> Refusal | None:
        """What keeps a place from being taken that is near enough."""
        bodies, (x, y), beyond = self.scene.bodies, place, self.apart + TOLERANCE
        for number in self.away:
            body = bodies[number]
            pose, shape = body.pose, body.shape
            if pose is None:
                continue
            # No part of a body is farther from the middle of its front than it is wide and deep.
            dx, dy, reach = x - pose.x, y - pose.y, beyond + shape.width + shape.depth
            if dx * dx + dy * dy > reach * reach:
                continue
            gap = distance_to_point(body, place, "footprint")
            if gap < self.apart - self.slack:
                limit = as_inches(self.apart)
                words = f"this place is {as_inches(gap)} in from an enemy; {limit} in are to be kept"
                return Refusal(words, rule=self._cited, measured=as_inches(gap), limit=limit)
        off, field = self.off, self.scene.field
        for number, piece in enumerate(field.pieces if off else ()):
            if piece.id in off and distance_from_ground(field, number, place) <= 0.0:
                return Refusal(f"nobody can stand in the {piece.kind}", rule=self._cited)
        if any(is_inside(place, figure) for figure in self.shut):
            return Refusal("this place lies where nobody may stop", rule=self._cited)
        if self.around and not self._is_reached(place):
            limit = as_inches(self.within)
            return Refusal(f"no way of {limit} in leads there around what is in it", rule=self._cited)
        return None

    def _is_reached(self, place: Point) -> bool:
        """Does a way that is short enough lead to a place around all that nobody goes through?"""
        near = nearest_to_point(self.near, place, "footprint")
        if is_free(place, near, self.around, self.clearance):
            return True
        starts = (near, *corners(standing(self.near), self.near.shape))
        reach = self.within + self.slack
        return shortest_way(place, starts, self.around, self.clearance, reach) <= reach


_drawn: tuple[PlacePoint | None, Point] = None, Point(0, 0)
"""The question for which a place was drawn last, and the place: it stands, and is mostly the answer."""


def _between(start: Point, end: Point, share: float) -> Point:
    """The whole place at a share of the way from one point to another."""
    return _whole(Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share))


def _whole(point: Point) -> Point:
    return Point(round(point.x), round(point.y))

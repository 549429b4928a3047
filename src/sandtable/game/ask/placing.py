"""Placing a point, such as a commander: a decision whose answers are places near a body."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.game.ask.questions import LONGEST_SHOWN, Decision, RandomIndex
from sandtable.game.ask.refusal import Refusal
from sandtable.table.forced import is_point_inside, is_way_free, shortest_way
from sandtable.table.measure import box_to_point, distance_from_ground, distance_to_point, nearest_to_point
from sandtable.table.space import (
    COSINES,
    FULL_TURN,
    GRID,
    HAIR,
    SINES,
    TOLERANCE,
    Body,
    Point,
    Scene,
    as_inches,
    boxes,
    corners,
    standing,
)
from sandtable.table.space import apart as between

AROUND = 12
"""The number of places around a body that are tried first."""

NET = 24
"""The number of places across and along that are tried if none of the first is legal."""


class PlacePoint(Decision[Point], frozen=True):
    """Choose a place within a distance of a body, on the table, off some ground, and away from some bodies.

    The place lies at least ``apart`` from the bodies in ``away`` and on none of the pieces of ground in
    ``off``. ``about`` says what is placed, ``where`` names the rule that says where. ``clearance`` is the
    radius of its base, which must lie wholly on the table.

    ``around`` are polygons that block the way: the distance from the body is measured around them. The place
    lies in none of the polygons in ``shut``. ``slack`` is by how much a distance may exceed ``within`` or
    fall short of ``apart``.
    """

    form: ClassVar[str] = "PlacePoint"

    near: Body
    within: int
    away: tuple[int, ...]
    apart: int
    off: tuple[str, ...]
    scene: Scene
    about: tuple[object, ...] = ()
    where: str = ""
    around: tuple[tuple[Point, ...], ...] = ()
    shut: tuple[tuple[Point, ...], ...] = ()
    clearance: int = 0
    slack: float = HAIR

    def judge(self, answer: object) -> Point | Refusal:
        """A place is legal if it is near enough and nothing bars it."""
        asked, drawn = _drawn
        if asked is self and drawn is answer:
            return drawn
        found = self._judged(answer)
        if isinstance(found, Refusal) and isinstance(answer, Point):
            return replace(found, nearest=self._nearest(answer))
        return found

    def _nearest(self, wanted: Point) -> Point | None:
        """The legal place nearest to the wanted one, of those tried and the one on the way there."""
        on_the_way = self._towards(wanted)
        places = (*self._places(), *((on_the_way,) if self._stands(on_the_way) else ()))
        return min(places, key=lambda place: between(place, wanted), default=None)

    def _towards(self, wanted: Point) -> Point:
        """The last place on the straight line from the body to the wanted place that is near enough."""
        near = nearest_to_point(self.near, wanted, "footprint")
        length = max(between(near, wanted), 1.0)
        places = [_between(near, wanted, min(1.0, (self.within - back) / length)) for back in (0.0, GRID)]
        first, rounded_inwards = places
        far = distance_to_point(self.near, first, "footprint")
        return first if far <= self.within + self.slack else rounded_inwards

    def _judged(self, answer: object) -> Point | Refusal:
        if not (isinstance(answer, Point) and isinstance(answer.x, int) and isinstance(answer.y, int)):
            shown = ascii(answer)[:LONGEST_SHOWN]
            words = f"a place is two whole numbers (hundredths of an inch), not {shown}"
            return Refusal(words, rule=self._cited)
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
        """The place in plain data."""
        try:
            return Point(*msgspec.convert(raw, tuple[int, int]))
        except (msgspec.ValidationError, ValueError) as fault:
            return Refusal(f"this is not a place: {fault}", rule=self._cited)

    def offered(self) -> tuple[object, ...]:
        """None: a person points on the map."""
        return ()

    def sensible(self) -> tuple[object, ...]:
        """Places around the body and on it, behind it first."""
        return tuple(dict.fromkeys(self._places()))

    @property
    def has_place(self) -> bool:
        """Is any of the places that are tried legal?"""
        return any(True for _ in self._places())

    def essence(self) -> object:
        """The body, the distances and the bodies to avoid; poses are part of the battle."""
        return self.decision, self.seat, self.near, self.within, self.away, self.apart, self.about

    def any_answer(self, draw: RandomIndex) -> object:
        """A random place: the first legal one, counted from a random one of those tried."""
        global _drawn
        first = draw(AROUND + 1)
        place = self._place(first)
        if not self._stands(place):
            place = next(self._places(first))
        _drawn = self, place
        return place

    def _places(self, first: int = 0) -> Iterator[Point]:
        """The legal places of those tried, beginning with the given number; if there are none, of the net."""
        ordinary = (self._place((first + count) % (AROUND + 1)) for count in range(AROUND + 1))
        found = False
        for place in filter(self._stands, ordinary):
            found = True
            yield place
        if not found:
            yield from filter(self._stands, self._net())

    def _net(self) -> Iterator[Point]:
        """A grid of places over the whole region that is near enough, row by row."""
        ends = corners(standing(self.near), self.near.shape)
        left, right = (round(edge(end.x for end in ends)) for edge in (min, max))
        low, high = (round(edge(end.y for end in ends)) for edge in (min, max))
        wide, deep = right - left + 2 * self.within, high - low + 2 * self.within
        for row in range(NET + 1):
            for column in range(NET + 1):
                yield Point(left - self.within + column * wide // NET, low - self.within + row * deep // NET)

    def _place(self, number: int) -> Point:
        """One of the places that are tried: around the body, and last its middle."""
        pose, shape = standing(self.near), self.near.shape
        middle = pose.at(0, -shape.depth / 2)
        if number == AROUND:
            return _whole(middle)
        heading = (pose.heading + FULL_TURN // 2 + number * FULL_TURN // AROUND) % FULL_TURN
        return self._out(middle, heading)

    @property
    def _cited(self) -> str:
        return self.where or self.decision

    def _stands(self, place: Point) -> bool:
        return not isinstance(self._judged(place), Refusal)

    def _out(self, middle: Point, heading: int) -> Point:
        """The farthest place in a direction, in whole hundredths, that is near enough."""
        sin, cos, within = SINES[heading], COSINES[heading], self.within
        (x, y), row = middle, boxes(self.near, "footprint")
        far = math.floor(way_out(self.near, within, heading))
        # The computed distance may be off by rounding, so the last steps are measured.
        while box_to_point(row, x + (far + 1) * sin, y + (far + 1) * cos) <= within:
            far += 1
        while far > 0 and box_to_point(row, round(x + far * sin), round(y + far * cos)) > within + HAIR:
            far -= 1
        return Point(round(x + far * sin), round(y + far * cos))

    def _barred(self, place: Point) -> Refusal | None:
        """Why a place that is near enough is not allowed, if it is not."""
        bodies, (x, y), beyond = self.scene.bodies, place, self.apart + TOLERANCE
        for number in self.away:
            body = bodies[number]
            pose, shape = body.pose, body.shape
            if pose is None:
                continue
            # No part of a body is farther from the middle of its front than its width plus its depth.
            dx, dy, reach = x - pose.x, y - pose.y, beyond + shape.width + shape.depth
            if dx * dx + dy * dy > reach * reach:
                continue
            gap = distance_to_point(body, place, "footprint")
            if gap < self.apart - self.slack:
                limit = as_inches(self.apart)
                words = f"this place is {as_inches(gap)} in from an enemy; {limit} in is the least allowed"
                return Refusal(words, rule=self._cited, measured=as_inches(gap), limit=limit)
        off, field = self.off, self.scene.field
        for number, piece in enumerate(field.pieces if off else ()):
            if piece.id in off and distance_from_ground(field, number, place) <= 0.0:
                return Refusal(f"the {piece.kind} here cannot be entered", rule=self._cited)
        if any(is_point_inside(place, figure) for figure in self.shut):
            return Refusal("stopping is not allowed at this place", rule=self._cited)
        if self.around and not self._is_reached(place):
            limit = as_inches(self.within)
            return Refusal(f"the way there around everything is longer than {limit} in", rule=self._cited)
        return None

    def _is_reached(self, place: Point) -> bool:
        """Does a short enough way lead around the polygons that block it?"""
        near = nearest_to_point(self.near, place, "footprint")
        if is_way_free(place, near, self.around, self.clearance):
            return True
        starts = (near, *corners(standing(self.near), self.near.shape))
        reach = self.within + self.slack
        return shortest_way(place, starts, self.around, self.clearance, reach) <= reach


_drawn: tuple[PlacePoint | None, Point] = None, Point(0, 0)
"""The last question whose place was drawn by chance, and that place, which is legal.

It saves ``judge`` a second check. It is used only if question and place are the same objects, so another
thread can only cause a miss.
"""


def way_out(body: Body, within: float, heading: int) -> float:
    """How far from the middle of a body's footprint a line in a direction leaves the region within a distance
    of it: beyond the front or rear, beyond a flank, or round a corner."""
    turn = (heading - standing(body).heading) % FULL_TURN
    aside, ahead = abs(SINES[turn]), abs(COSINES[turn])
    wide, deep = body.shape.width / 2, body.shape.depth / 2
    if (deep + within) / ahead * aside <= wide:
        return (deep + within) / ahead
    if (wide + within) / aside * ahead <= deep:
        return (wide + within) / aside
    to_corner = wide * aside + deep * ahead
    return to_corner + math.sqrt(max(to_corner**2 - wide**2 - deep**2 + within**2, 0.0))


def _between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the way from one point to another, in whole hundredths."""
    return _whole(Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share))


def _whole(point: Point) -> Point:
    return Point(round(point.x), round(point.y))

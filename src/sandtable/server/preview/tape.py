"""The tape measure: the distance between bodies and places, and where its two ends lie."""

from __future__ import annotations

import math

from msgspec import Struct

from sandtable.table.measure import nearest, nearest_to_point
from sandtable.table.space import Body, Point


class Measured(Struct, frozen=True):
    """A tape: its length and its two ends."""

    length: float
    start: Point
    end: Point


def measured(units: tuple[Body, ...], start: Point | int, stop: Point | int) -> Measured:
    """A tape between two bodies, a body and a place, or two places; ValueError if a body is missing."""
    one, other = _end(units, start), _end(units, stop)
    if isinstance(one, Body) and isinstance(other, Body):
        found = nearest(one, other)
        return Measured(found.distance, found.here, found.there)
    if isinstance(one, Body):
        assert isinstance(other, Point)
        return _tape(nearest_to_point(one, other), other)
    if isinstance(other, Body):
        return _tape(one, nearest_to_point(other, one))
    return _tape(one, other)


def _end(units: tuple[Body, ...], place: Point | int) -> Body | Point:
    if isinstance(place, Point):
        return place
    if not 0 <= place < len(units):
        raise ValueError(f"there is no body {place}; bodies are numbered 0 to {len(units) - 1}")
    if units[place].pose is None:
        raise ValueError(f"body {place} is not on the table")
    return units[place]


def _tape(start: Point, stop: Point) -> Measured:
    return Measured(math.dist(start, stop), start, stop)

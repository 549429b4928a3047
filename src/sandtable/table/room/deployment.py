"""Deploying: the strip along an edge, footprints wholly in a zone, and free places line by line in it.

>>> edge_strip("top", Field(7200, 4800), 1200.0, aside=600.0)[0]
Point(x=600.0, y=3600.0)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sandtable.table.forced.flight import EDGE_HEADINGS
from sandtable.table.measure.terrain import is_inside
from sandtable.table.room.places import Demands, Place, with_room
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field, Layers, Piece, TableSide
from sandtable.table.space.lengths import FULL_TURN, HALF_TURN
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape, block

Ring = tuple[Point, ...]


def edge_strip(edge: TableSide, field: Field, deep: float, aside: float = 0.0) -> Ring:
    """All within a distance of an edge of the table, and not within another of the edges beside it."""
    width, depth = float(field.width), float(field.depth)
    sides = {
        "bottom": (aside, 0.0, width - aside, deep),
        "top": (aside, depth - deep, width - aside, depth),
        "left": (0.0, aside, deep, depth - aside),
        "right": (width - deep, aside, width, depth - aside),
    }
    left, bottom, right, top = sides[edge]
    return Point(left, bottom), Point(right, bottom), Point(right, top), Point(left, top)


def lies_in(zone: Ring, field: Field, place: Place) -> bool:
    """Does a footprint lie wholly in a zone?"""
    whole = block(1, files=1, width=place.shape.width, depth=place.shape.depth)
    return is_inside(Body(0, 0, place.pose, whole), _zone_field(field.width, field.depth, zone), 0)


@lru_cache(maxsize=8)
def _zone_field(width: int, depth: int, zone: Ring) -> Field:
    return Field(width, depth, (Piece("zone", "zone", zone),))


class Berth(NamedTuple):
    """A place on open ground: in which line of the zone it lies, how far to the right, and the place."""

    line: int
    right: float
    place: Place


class Camping(NamedTuple):
    """Where in a zone bodies of a shape can stand, whoever else is there: its breadth, lines and berths."""

    left: float
    right: float
    lines: int
    berths: tuple[Berth, ...]


class Closed(NamedTuple):
    """Kinds of ground on which nobody is put down, and which ground counts where pieces overlap."""

    kinds: tuple[str, ...]
    layers: Layers


@lru_cache(maxsize=64)
def camping(
    field: Field,
    zone: Ring,
    edge: TableSide,
    shape: Shape,
    closed: tuple[Closed, ...],
    step: int,
    rows_apart: int,
) -> Camping:
    """Where bodies of a shape can stand that look away from their own edge, in lines from the front of the
    zone. Ground does not move, so it is looked at once."""
    origin = Pose(*_middle(edge, field), (EDGE_HEADINGS[edge] + HALF_TURN) % FULL_TURN)
    spots = [origin.local(point) for point in zone]
    left, right = min(at.x for at in spots), max(at.x for at in spots)
    near, far = min(at.y for at in spots), max(at.y for at in spots)
    fronts = range(round(far), round(near + shape.depth) - 1, -rows_apart)
    across = range(round(left + shape.width / 2), round(right - shape.width / 2) + 1, step)
    berths = tuple(
        Berth(line, x, place)
        for line, front in enumerate(fronts)
        for x in across
        if _is_open(place := Place(origin.shifted(x, front), shape), field, zone, closed)
    )
    return Camping(left, right, len(fronts), berths)


def _is_open(place: Place, field: Field, zone: Ring, closed: tuple[Closed, ...]) -> bool:
    if not lies_in(zone, field, place):
        return False
    nobody, body = Scene(field, ()), Body(0, 0, *place)
    return all(with_room(body, (place,), nobody, Demands(one.kinds, one.layers)) for one in closed)


def free_places(
    body: Body, ground: Camping, scene: Scene, keeps: Mapping[int, float], share: float = 0.5, back: int = 0
) -> tuple[Place, ...]:
    """The places of a camping ground that keep their distance from others: line by line from the front of
    the zone, or from a line farther back, and in each those nearest to a part of its breadth first."""
    if not ground.berths:
        return ()
    wanted, lines = ground.left + share * (ground.right - ground.left), ground.lines

    def order(one: Berth) -> tuple[int, float]:
        return one.line - back if one.line >= back else one.line + lines, abs(one.right - wanted)

    places = [one.place for one in sorted(ground.berths, key=order)]
    return with_room(body, places, scene, Demands(keeps=dict(keeps)))


def _middle(edge: TableSide, field: Field) -> tuple[int, int]:
    """The middle of an edge of the table."""
    across, along = field.width // 2, field.depth // 2
    middles = {"bottom": (across, 0), "top": (across, field.depth), "left": (0, along)}
    return middles.get(edge, (field.width, along))

"""Deployment: strips along an edge, footprints wholly in a zone, and the free places in it line by line.

>>> edge_strip("top", Field(7200, 4800), 1200.0, aside=600.0)[0]
Point(x=600.0, y=3600.0)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sandtable.table.measure.terrain import is_inside_ground
from sandtable.table.room.places import Demands, Place, with_room
from sandtable.table.space.body import Body
from sandtable.table.space.ground import EDGE_HEADINGS, Field, Layers, Piece, TableSide
from sandtable.table.space.ground_rows import Ring
from sandtable.table.space.lengths import FULL_TURN, HALF_TURN
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape, block


def edge_strip(edge: TableSide, field: Field, deep: float, aside: float = 0.0) -> Ring:
    """The strip within a distance of an edge of the table, without the last *aside* at both ends."""
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
    """Whether a footprint lies wholly in a zone."""
    whole = block(1, files=1, width=place.shape.width, depth=place.shape.depth)
    return is_inside_ground(Body(0, 0, place.pose, whole), _zone_field(field.width, field.depth, zone), 0)


@lru_cache(maxsize=8)
def _zone_field(width: int, depth: int, zone: Ring) -> Field:
    return Field(width, depth, (Piece("zone", "zone", zone),))


class ZonePlace(NamedTuple):
    """A place on open ground in a zone: its line, how far to the right it lies, and the place."""

    line: int
    right: float
    place: Place


class ZoneGround(NamedTuple):
    """The open ground of a zone for one shape: its left and right ends, how many lines, and all places."""

    left: float
    right: float
    lines: int
    places: tuple[ZonePlace, ...]


class ClosedGround(NamedTuple):
    """Kinds of ground on which no body is deployed, and which ground counts where pieces overlap."""

    kinds: tuple[str, ...]
    layers: Layers


@lru_cache(maxsize=64)
def zone_ground(
    field: Field,
    zone: Ring,
    edge: TableSide,
    shape: Shape,
    closed: tuple[ClosedGround, ...],
    step: int,
    rows_apart: int,
) -> ZoneGround:
    """The places of a zone where a shape can stand facing away from its own edge, in lines from the front of
    the zone. Other bodies are ignored, so the answer is kept for the ground."""
    origin = Pose(*_middle(edge, field), (EDGE_HEADINGS[edge] + HALF_TURN) % FULL_TURN)
    points = [origin.local(point) for point in zone]
    left, right = min(at.x for at in points), max(at.x for at in points)
    near, far = min(at.y for at in points), max(at.y for at in points)
    fronts = range(round(far), round(near + shape.depth) - 1, -rows_apart)
    across = range(round(left + shape.width / 2), round(right - shape.width / 2) + 1, step)
    places = tuple(
        ZonePlace(line, x, place)
        for line, front in enumerate(fronts)
        for x in across
        if _is_open(place := Place(origin.shifted(x, front), shape), field, zone, closed)
    )
    return ZoneGround(left, right, len(fronts), places)


def _is_open(place: Place, field: Field, zone: Ring, closed: tuple[ClosedGround, ...]) -> bool:
    if not lies_in(zone, field, place):
        return False
    empty, body = Scene(field, ()), Body(0, 0, *place)
    return all(with_room(body, (place,), empty, Demands(one.kinds, one.layers)) for one in closed)


def free_places(
    body: Body,
    ground: ZoneGround,
    scene: Scene,
    keeps: Mapping[int, float],
    share: float = 0.5,
    back: int = 0,
) -> tuple[Place, ...]:
    """The places of a zone that keep their distance from other bodies: line by line from the line *back* of
    the front, in each line those nearest to a *share* of its breadth first."""
    if not ground.places:
        return ()
    wanted, lines = ground.left + share * (ground.right - ground.left), ground.lines

    def order(one: ZonePlace) -> tuple[int, float]:
        return one.line - back if one.line >= back else one.line + lines, abs(one.right - wanted)

    places = [one.place for one in sorted(ground.places, key=order)]
    return with_room(body, places, scene, Demands(keeps=dict(keeps)))


def _middle(edge: TableSide, field: Field) -> tuple[int, int]:
    """The middle of an edge of the table."""
    across, along = field.width // 2, field.depth // 2
    middles = {"bottom": (across, 0), "top": (across, field.depth), "left": (0, along)}
    return middles.get(edge, (field.width, along))

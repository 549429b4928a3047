"""Zones on the way: in which a mover stands before a leg, and how far along it comes into others.

The rings of some zones are laid out as rows once, and all of them are asked about in one call.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.movement.course import Course, stand
from sandtable.table.movement.encounters import turned, way_of
from sandtable.table.movement.kernels.rows import MY_BOXES
from sandtable.table.movement.kernels.survey import WHEEL
from sandtable.table.movement.kernels.zones import ZONED, zones_on
from sandtable.table.movement.legs import Leg, amount
from sandtable.table.movement.terms import Zone
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape

Zones = tuple[Zone, ...]


class Zoned(NamedTuple):
    """Of each zone, in their order: whether the mover stands in it before a leg, and how far along the leg it
    comes into it (infinite: not at all)."""

    inside: list[bool]
    entries: list[float]


class ZoneRows(NamedTuple):
    """Zones as the kernel reads them: the edges of all rings, which is the first of each, what bounds each,
    and how much room the spans of the longest need."""

    edges: Floats
    starts: Wholes
    bounds: Floats
    spans: int


def zones_met(course: Course, zones: Zones, leg: Leg, pose: Pose, shape: Shape) -> Zoned:
    """How some zones lie to a leg that the body of a course makes from a pose in a shape."""
    rows, world = rows_of(zones), course.world_of(shape)
    how, inside = way_of(leg, shape)
    room = compiled.zeros(int(world[1][MY_BOXES]) * BOX + len(rows.edges) + rows.spans)
    told = compiled.zeros(ZONED * len(zones))
    zones_on(how, stand(pose), inside, amount(leg), world, rows.edges, rows.starts, rows.bounds, room, told)
    row = compiled.listed(told)
    entries = [turned(moment) for moment in row[1::2]] if how == WHEEL else row[1::2]
    return Zoned([number == 1.0 for number in row[::2]], entries)


_known: Final[dict[int, tuple[Zones, compiled.Mode, ZoneRows]]] = {}
_MOST: Final = 64


def rows_of(zones: Zones) -> ZoneRows:
    """The rows of some zones, kept by the very zones they are of: a body is asked about the same for many
    plans."""
    found, mode = _known.get(id(zones)), compiled.now.mode
    if found is not None and found[1] == mode:
        return found[2]
    rows = _laid_out(zones)
    if len(_known) >= _MOST:
        _known.clear()
    _known[id(zones)] = zones, mode, rows  # What is known holds its zones, so no others can have that id.
    return rows


def _laid_out(zones: Zones) -> ZoneRows:
    rings = [_ring_row(zone.ring) for zone in zones]
    lengths = [len(edges) // EDGE for edges, _ in rings]
    return ZoneRows(
        compiled.floats([number for edges, _ in rings for number in edges]),
        compiled.wholes(accumulate(lengths, initial=0)),
        compiled.floats([number for _, bounds in rings for number in bounds]),
        8 * max(lengths) + 8,
    )


@lru_cache(maxsize=4096)
def _ring_row(ring: tuple[Point, ...]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The edges of a ring, and the rectangle around it: left, bottom, right, top."""
    edges: list[float] = []
    for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
        edges += (float(ax), float(ay), float(bx), float(by))
    xs, ys = edges[::EDGE], edges[1::EDGE]
    return tuple(edges), (min(xs), min(ys), max(xs), max(ys))

"""Fronting: in which shapes and on which headings a body could stand with its front so far from a point.

Everybody is measured by the rectangle around his bases, as in ``room``; it is asked of all shapes and
headings at once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.table import compiled
from sandtable.table.compiled.trig import trig
from sandtable.table.measure.distance import measured
from sandtable.table.measure.terrain import ground_under
from sandtable.table.movement.legs import grid
from sandtable.table.room.kernels.facing_a_point import front_all
from sandtable.table.room.kernels.turned_places import ON_BARRED, ROOM
from sandtable.table.room.turned_places import Berth, of_kinds
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import COSINES, SINES
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape


class Fronts(NamedTuple):
    """Shapes that a body could take up, and how far the front of each would lie from the point."""

    shapes: tuple[Shape, ...]
    aheads: tuple[float, ...]


def front_at(about: Point, ahead: float, heading: int) -> Pose:
    """Where a front is that looks out so, and so far from a point."""
    x, y = about.x + ahead * SINES[heading], about.y + ahead * COSINES[heading]
    return Pose(grid(x), grid(y), heading)


def have_fronts(
    body: Body, about: Point, fronts: Fronts, headings: tuple[int, ...], scene: Scene, berth: Berth
) -> list[bool]:
    """For each shape, and in it for each heading, whether a body could stand so, overlapping nobody.

    From those of other sides it keeps the distance of its berth, or what it has where it stands now.
    """
    told = _told(
        body, about, fronts, compiled.wholes(headings), scene, berth, len(headings) * len(fronts.shapes)
    )
    if ON_BARRED not in told:
        return [found == ROOM for found in told]
    stands = [(about, *front, heading) for front in zip(*fronts, strict=True) for heading in headings]
    return [
        found == ROOM or (found == ON_BARRED and not _is_barred(*stand, scene.field, berth))
        for found, stand in zip(told, stands, strict=True)
    ]


def have_some_fronts(
    body: Body,
    about: Point,
    fronts: Fronts,
    headings: tuple[int, ...],
    scene: Scene,
    berth: Berth,
    *,
    most: int,
) -> bool:
    """Could a body certainly stand in so many of these shapes and headings? Told as soon as they are found;
    those over barred ground, be it covered, are not counted."""
    facings = _wholes(headings, compiled.now.mode)
    return _told(body, about, fronts, facings, scene, berth, most).count(ROOM) >= most


def _told(
    body: Body,
    about: Point,
    fronts: Fronts,
    headings: compiled.Wholes,
    scene: Scene,
    berth: Berth,
    most: int,
) -> list[int]:
    """What the kernel tells of each shape and heading, until there is room for so many."""
    mode, mirror, field = compiled.now.mode, scene.mirror, scene.field
    boxes, starts = mirror.boxes("footprint")
    free = compiled.whole_zeros(len(fronts.shapes) * len(headings))
    front_all(
        about.x,
        about.y,
        _sizes(fronts, mode),
        headings,
        trig(mode),
        body.id,
        body.side,
        measured(body, "footprint"),
        (berth.keep, berth.slack),
        boxes,
        starts,
        mirror.sides,
        ground_rows(field, mode),
        of_kinds(field, berth.barred, mode),
        float(field.width),
        float(field.depth),
        compiled.zeros(BOX),
        compiled.zeros(len(scene.bodies)),
        most,
        free,
    )
    return compiled.listed(free)


def _is_barred(about: Point, shape: Shape, ahead: float, heading: int, field: Field, berth: Berth) -> bool:
    """Does a body lie over barred ground where that is not covered?"""
    there = Body(0, 0, front_at(about, ahead, heading), shape)
    under = ground_under(there, field, berth.layers, "footprint")
    return any(field.pieces[number].kind in berth.barred for number in under)


@lru_cache(maxsize=64)
def _wholes(headings: tuple[int, ...], mode: str) -> compiled.Wholes:
    """Headings as the kernel reads them, of which many bodies ask about the same."""
    return compiled.wholes(headings)


@lru_cache(maxsize=2048)
def _sizes(fronts: Fronts, mode: str) -> compiled.Floats:
    """The numbers of some shapes as the kernel reads them."""
    rows = [(ahead, shape.width / 2, shape.depth / 2) for shape, ahead in zip(*fronts, strict=True)]
    return compiled.floats([number for row in rows for number in row])

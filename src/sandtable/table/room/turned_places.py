"""Swinging: in which shapes and on which headings a body could stand about its own middle.

Everybody is measured by the rectangle around his bases, as in ``room``; it is asked of all shapes and
headings at once.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.compiled.trig import trig
from sandtable.table.measure.terrain import ALL, ground_under
from sandtable.table.room.kernels.turned_places import NO_ROOM, NO_SIGHT, ON_BARRED, ROOM, swing_all
from sandtable.table.room.places import facing_about
from sandtable.table.space.body import Body, centre, standing
from sandtable.table.space.body_rows import body_rows_of
from sandtable.table.space.ground import Field, Layers
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import HAIR
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape


class Berth(NamedTuple):
    """What a body needs to stand somewhere: ground of none of the *barred* kinds, and a distance to enemies,
    or to those nearer already no less than it has; *slack* is by how much the distance may fall short, as the
    rules of a system say."""

    barred: tuple[str, ...] = ()
    layers: Layers = ALL
    keep: float = 0.0
    slack: float = HAIR


def swings(
    body: Body, shapes: Sequence[Shape], headings: Sequence[int], scene: Scene, berth: Berth
) -> list[int]:
    """For each shape, and in it for each heading, whether a body of the scene could stand so about its
    middle, overlapping nobody: 1 if it could, else 0."""
    return _told(body, tuple(shapes), compiled.wholes(headings), scene, berth, NO_SIGHT)[1]


def swings_to_face(
    body: Body, shapes: tuple[Shape, ...], steps: tuple[int, ...], scene: Scene, berth: Berth, sight: float
) -> tuple[list[int], list[int]]:
    """The heading of a body and those from its middle to the middles of enemies no farther than its sight,
    each once; and whether it could swing so, and then to each of some steps that is not one of these."""
    return _told(body, shapes, _steps(steps, compiled.now.mode), scene, berth, sight)


def _told(
    body: Body, shapes: tuple[Shape, ...], steps: Wholes, scene: Scene, berth: Berth, sight: float
) -> tuple[list[int], list[int]]:
    """The headings that a body is given by what it sees, and what is told of these and of the steps."""
    (x, y), mode, field = standing(body).at(0, -body.shape.depth / 2), compiled.now.mode, scene.field
    line, bodies = body_rows_of(scene.bodies, mode), len(scene.bodies)
    room = _room(bodies, len(shapes) * (1 + bodies + len(steps)), mode)
    faced = swing_all(
        x,
        y,
        _sizes(shapes, mode),
        steps,
        (room.feet, line.feet_of, line.rows, line.shapes, trig(mode)),
        body.id,
        (berth.keep, berth.slack),
        sight,
        ground_rows(field, mode),
        of_kinds(field, berth.barred, mode),
        float(field.width),
        float(field.depth),
        room.row,
        room.limits,
        room.near,
        room.headings,
        room.free,
    )
    facings = compiled.listed(room.headings[:faced])
    free = compiled.listed(room.free[: len(shapes) * (faced + len(steps))])
    if ON_BARRED in free:
        headings = [*facings, *compiled.listed(steps)]
        stands = [(shape, heading) for shape in shapes for heading in headings]
        for n, stand in enumerate(stands):
            if free[n] == ON_BARRED:
                free[n] = NO_ROOM if _is_barred(body, *stand, field, berth) else ROOM
    return facings, free


class _Room(Struct, frozen=True, eq=False, gc=False):
    """Room for the rectangles around all bodies, for one more, for those that are near and how far each is
    kept off, for headings, and for what is told of each shape and heading."""

    feet: Floats
    row: Floats
    limits: Floats
    near: Wholes
    headings: Wholes
    free: Wholes


class _Rooms(threading.local):
    """The room that a thread works in and writes into."""

    def __init__(self) -> None:
        self.rooms: dict[compiled.Mode, _Room] = {}


_rooms: Final = _Rooms()


def _room(bodies: int, count: int, mode: compiled.Mode) -> _Room:
    """Room for so many bodies, and to tell of so many shapes and headings, or for more."""
    found = _rooms.rooms.get(mode)
    if found is None or len(found.limits) < bodies or len(found.free) < count:
        rows = compiled.zeros(BOX * bodies), compiled.zeros(BOX), compiled.zeros(bodies)
        lists = compiled.whole_zeros(bodies), compiled.whole_zeros(1 + bodies)
        found = _rooms.rooms[mode] = _Room(*rows, *lists, compiled.whole_zeros(2 * count))
    return found


def _is_barred(body: Body, shape: Shape, heading: int, field: Field, berth: Berth) -> bool:
    """Does a body lie over barred ground where that is not covered?"""
    pose = facing_about(centre(standing(body), body.shape), shape, heading)
    under = ground_under(Body(0, 0, pose, shape), field, berth.layers, "footprint")
    return any(field.pieces[number].kind in berth.barred for number in under)


@lru_cache(maxsize=64)
def _steps(headings: tuple[int, ...], mode: str) -> Wholes:
    """Headings as the kernels read them, to which many bodies swing."""
    return compiled.wholes(headings)


@lru_cache(maxsize=1024)
def _sizes(shapes: tuple[Shape, ...], mode: str) -> compiled.Floats:
    """The half widths and half depths of some shapes."""
    return compiled.floats(chain.from_iterable((shape.width / 2, shape.depth / 2) for shape in shapes))


@lru_cache(maxsize=256)
def of_kinds(field: Field, kinds: tuple[str, ...], mode: str) -> compiled.Wholes:
    """The pieces of ground of some kinds, by their places, as the kernels read them."""
    return compiled.wholes(n for n, piece in enumerate(field.pieces) if piece.kind in kinds)

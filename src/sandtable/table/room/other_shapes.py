"""Changing: in which other shapes, and turned by how much, a body has room where it stands, asked at once."""

from __future__ import annotations

import threading
from typing import Final

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.compiled.trig import trig
from sandtable.table.room.kernels.other_shapes import DOUBTFUL, FREE, NEAR_ENEMY, NO_ROOM, TOLD, tell_room
from sandtable.table.space.body import Body, standing
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape

__all__ = [
    "DOUBTFUL",
    "FREE",
    "MORE_TO_ASK",
    "NEAR_ENEMY",
    "NO_ROOM",
    "room_of_each",
    "room_to_change",
    "room_told",
]

MOST: Final = 31
"""Of so many places a number tells at most."""

MORE_TO_ASK: Final = sum(NEAR_ENEMY << TOLD * place for place in range(MOST))
"""The bits of a number that are set where any place is neither free nor without room."""

assert NEAR_ENEMY & DOUBTFUL
assert not NEAR_ENEMY & FREE
assert not NO_ROOM


def room_to_change(
    body: Body, shapes: tuple[Shape, ...], turns: tuple[int, ...], scene: Scene, near: float
) -> list[int]:
    """Whether there is room for the footprint of each shape on the middle of the body's front, and for its
    own after each turn on its middle: none, free, free but nearer to an enemy than *near*, or doubtful at the
    edge of the table."""
    return room_of_each(room_told(body, shapes, turns, scene, near), len(shapes) + len(turns))


def room_of_each(told: int, count: int) -> list[int]:
    """What a number tells of each of so many places."""
    return [told >> TOLD * place & DOUBTFUL for place in range(count)]


def room_told(
    body: Body, shapes: tuple[Shape, ...], turns: tuple[int, ...], scene: Scene, near: float
) -> int:
    """The same in one number: two bits for each place, those of the first lowest."""
    pose, mode, mirror, field = standing(body), compiled.now.mode, scene.mirror, scene.field
    tries = _known.tries.get((shapes, turns, body.shape, mode))
    if tries is None:
        tries = _laid_out(shapes, turns, body.shape, mode)
    boxes, starts = mirror.boxes("footprint")
    return tell_room(
        (pose.x, pose.y, pose.heading),
        tries.sizes,
        tries.turns,
        trig(mode),
        boxes,
        starts,
        mirror.sides,
        body.id,
        near,
        (float(field.width), float(field.depth)),
        tries.row,
    )


class _Tries(Struct, frozen=True, gc=False):
    """The sizes of shapes and at last of a body's own, turns, and room for a box."""

    sizes: Floats
    turns: Wholes
    row: Floats


class _Known(threading.local):
    """What a thread has tried: each has room of its own to work in."""

    def __init__(self) -> None:
        self.tries: dict[tuple[tuple[Shape, ...], tuple[int, ...], Shape, compiled.Mode], _Tries] = {}


_known: Final = _Known()
KNOWN: Final = 1024
"""So much of what was tried is known at most."""


def _laid_out(shapes: tuple[Shape, ...], turns: tuple[int, ...], own: Shape, mode: compiled.Mode) -> _Tries:
    """What is to be tried, as a mode of the kernels wants it."""
    assert len(shapes) + len(turns) <= MOST
    if len(_known.tries) >= KNOWN:
        _known.tries.clear()
    sizes = [float(size) for shape in (*shapes, own) for size in (shape.width, shape.depth)]
    tries = _Tries(compiled.floats(sizes), compiled.wholes(turns), compiled.zeros(BOX))
    _known.tries[shapes, turns, own, mode] = tries
    return tries

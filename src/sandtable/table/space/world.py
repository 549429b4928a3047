"""The world of a scene as rows: all bodies with their boxes, footprints and the ground under them.

A kernel works all of it out from the poses and shapes of the bodies, which takes less time than copying what
did not change.
"""

from __future__ import annotations

import threading
from typing import Final

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.space.body_rows import BodyRows, body_rows_of
from sandtable.table.space.ground import Field
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.heading_rows import trig
from sandtable.table.space.kernels.body_boxes import BodyArrays
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_levels import Standing
from sandtable.table.space.kernels.world import Footprints, write_world
from sandtable.table.space.scene import Scene

MOST_KEPT: Final = 64
"""At most so many worlds are kept, each for another number of boxes."""


class WorldRows(Struct, frozen=True, eq=False):
    """The bodies of a scene on a field: their rows, their footprints, and the ground under them.

    The rows are filled anew for the next scene of the thread, so they must not be kept beyond a question.
    """

    field: Field
    arrays: BodyArrays
    feet: Footprints
    standing: Standing


class _Last(Struct, frozen=True, eq=False):
    """The scene whose world was written last, and the rows of its bodies, which a question about other bodies
    changes."""

    scene: Scene
    bodies: BodyRows
    world: WorldRows


class _Kept(threading.local):
    """The world that a thread wrote last, and all its worlds by size, which it writes over for the next
    scene. Two threads must not write into the same rows."""

    def __init__(self) -> None:
        self.last: _Last | None = None
        self.worlds: dict[tuple[int, int, int, Mode], WorldRows] = {}


_kept: Final = _Kept()


def world_of(scene: Scene) -> WorldRows:
    """The world of a scene, as the kernels read it in the present mode."""
    last, mode = _kept.last, compiled.now.mode
    if (
        last is not None
        and last.scene is scene
        and last.bodies.bodies is scene.bodies
        and last.bodies.mode == mode
    ):
        return last.world
    _kept.last = None  # a world that is half written when an error comes must not be taken for whole
    bodies = body_rows_of(scene.bodies, mode)
    world = _blank_world(_kept.worlds, bodies, scene.field, mode)
    write_world(world.arrays, ground_rows(scene.field, mode), world.feet, world.standing)
    _kept.last = _Last(scene, bodies, world)
    return world


def _blank_world(
    worlds: dict[tuple[int, int, int, Mode], WorldRows], bodies: BodyRows, field: Field, mode: Mode
) -> WorldRows:
    """A world of the right size to write into: one that was written before, or a new one."""
    count, pieces = len(bodies.counts), len(field.pieces)
    key, rows, shapes = (bodies.boxes, count, pieces, mode), bodies.rows, bodies.shapes
    found = worlds.get(key)
    if found is not None and found.field is field and found.arrays[2] is rows and found.arrays[3] is shapes:
        return found
    if len(worlds) > MOST_KEPT:
        worlds.clear()
    found = worlds[key] = WorldRows(
        field,
        (compiled.zeros(bodies.boxes * BOX), compiled.whole_zeros(count + 1), rows, shapes, trig(mode)),
        (compiled.zeros(count * BOX), compiled.whole_zeros(count + 1)),
        (compiled.whole_zeros(count), compiled.whole_zeros(count * pieces)),
    )
    return found

"""The cast: all bodies of a scene as the kernels of ways and lookouts read them, by shapes in a book.

All follows from places and shapes, which are kept in line: a kernel sets the bodies out, which takes less
time than to copy what did not change.
"""

from __future__ import annotations

import threading
from typing import Final

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.compiled.trig import trig
from sandtable.table.sight.kernels.lines import Standing
from sandtable.table.space.body_rows import Line, line_of
from sandtable.table.space.ground import Field
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.kernels import world as told
from sandtable.table.space.kernels.body_boxes import Cast
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.world import Feet
from sandtable.table.space.scene import Scene

ROOMS: Final = 64
"""So much room is kept at most, each for another number of boxes."""


class SetOut(Struct, frozen=True, eq=False):
    """The bodies of a scene as they are set out on a field: the cast, their footprints, how they stand.

    The rows are filled anew for the next scene: whoever asked must be done with them by then.
    """

    field: Field
    cast: Cast
    feet: Feet
    standing: Standing


class _Last(Struct, frozen=True, eq=False):
    """The scene that was set out last, and the line of its bodies: whoever asked about others since has
    changed it."""

    scene: Scene
    line: Line
    out: SetOut


class _Stage(threading.local):
    """What a thread set out last, and the room it does that in. Two threads must not write into one."""

    def __init__(self) -> None:
        self.last: _Last | None = None
        self.rooms: dict[tuple[int, int, int, Mode], SetOut] = {}


_stage: Final = _Stage()


def set_out(scene: Scene) -> SetOut:
    """Set out all bodies of a scene, as the kernels of ways and lookouts read them in the present mode."""
    last, mode = _stage.last, compiled.now.mode
    if (
        last is not None
        and last.scene is scene
        and last.line.bodies is scene.bodies
        and last.line.mode == mode
    ):
        return last.out
    # What is half done is not to be taken for done.
    _stage.last = None
    line = line_of(scene.bodies, mode)
    out = _room(_stage.rooms, line, scene.field, mode)
    told.set_out(out.cast, ground_rows(scene.field, mode), out.feet, out.standing)
    _stage.last = _Last(scene, line, out)
    return out


def _room(rooms: dict[tuple[int, int, int, Mode], SetOut], line: Line, field: Field, mode: Mode) -> SetOut:
    """Room to set out the bodies in line on a field."""
    bodies, pieces = len(line.counts), len(field.pieces)
    key, rows, shapes = (line.boxes, bodies, pieces, mode), line.rows, line.shapes
    found = rooms.get(key)
    if found is not None and found.field is field and found.cast[2] is rows and found.cast[3] is shapes:
        return found
    if len(rooms) > ROOMS:
        rooms.clear()
    found = rooms[key] = SetOut(
        field,
        (compiled.zeros(line.boxes * BOX), compiled.whole_zeros(bodies + 1), rows, shapes, trig(mode)),
        (compiled.zeros(bodies * BOX), compiled.whole_zeros(bodies + 1)),
        (compiled.whole_zeros(bodies), compiled.whole_zeros(bodies * pieces)),
    )
    return found

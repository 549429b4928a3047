"""The cast: all bodies of a scene as the kernels of ways and lookouts read them, by shapes in a book.

All follows from places and shapes, which are kept in line: a kernel sets the bodies out, which takes less
time than to copy what did not change.
"""

from __future__ import annotations

import threading
from typing import Final, NamedTuple

from sandtable.table import kernels
from sandtable.table.ground import Field
from sandtable.table.kernels import Mode
from sandtable.table.kernels import casting as told
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.casting import Feet
from sandtable.table.kernels.lying import Cast
from sandtable.table.kernels.sight import Standing
from sandtable.table.lines import Line, line_of
from sandtable.table.relief import relief
from sandtable.table.scene import Scene
from sandtable.table.shape_book import shapes_met
from sandtable.table.trig import trig

ROOMS: Final = 64
"""So much room is kept at most, each for another number of boxes."""


class SetOut(NamedTuple):
    """The bodies of a scene as they are set out on a field: the cast, their footprints, how they stand.

    The rows are filled anew for the next scene: whoever asked must be done with them by then.
    """

    field: Field
    cast: Cast
    feet: Feet
    standing: Standing


class _Stage:
    """The scene that a thread set out last, and the room it does that in."""

    __slots__ = ("line", "out", "rooms", "scene")

    def __init__(self) -> None:
        self.scene: Scene | None = None
        self.line: Line | None = None
        self.out: SetOut | None = None
        self.rooms: dict[tuple[int, int, int, Mode], SetOut] = {}


class _Stages(threading.local):
    """The stage of a thread: two must not write into one."""

    def __init__(self) -> None:
        self.stage = _Stage()


_stages: Final = _Stages()


def set_out(scene: Scene) -> SetOut:
    """Set out all bodies of a scene, as the kernels of ways and lookouts read them in the present mode."""
    stage, mode = _stages.stage, kernels.now.mode
    line = stage.line
    if line is None or line.bodies is not scene.bodies or line.mode != mode:
        # Whoever was asked about since has changed the line: it is looked at even if this scene was the last.
        line = stage.line = line_of(scene.bodies, mode)
    found = stage.out
    if found is None or stage.scene is not scene or found.cast[2] is not line.rows:
        # What is half done is not to be taken for done.
        stage.out = None
        found = _room(stage, line, scene.field, mode)
        told.set_out(found.cast, relief(scene.field).ground(), found.feet, found.standing)
        stage.scene, stage.out = scene, found
    return found


def _room(stage: _Stage, line: Line, field: Field, mode: Mode) -> SetOut:
    """Room to set out the bodies in line on a field."""
    bodies, pieces = len(line.counts), len(field.pieces)
    key, rows, shapes = (line.boxes, bodies, pieces, mode), line.rows, shapes_met().rows(mode)
    found = stage.rooms.get(key)
    if found is not None and found.field is field and found.cast[2] is rows and found.cast[3] is shapes:
        return found
    if len(stage.rooms) > ROOMS:
        stage.rooms.clear()
    found = stage.rooms[key] = SetOut(
        field,
        (kernels.zeros(line.boxes * BOX), kernels.whole_zeros(bodies + 1), rows, shapes, trig(mode)),
        (kernels.zeros(bodies * BOX), kernels.whole_zeros(bodies + 1)),
        (kernels.whole_zeros(bodies), kernels.whole_zeros(bodies * pieces)),
    )
    return found

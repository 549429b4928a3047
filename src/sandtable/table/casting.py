"""The cast: all bodies of a scene as the kernels of ways and lookouts read them, by shapes in a book.

What is told of a shape is written once, in a book that grows with the shapes that are met. All else follows
from places and shapes: a kernel sets the bodies out, which takes less time than to copy what did not change.
"""

from __future__ import annotations

import threading
from itertools import chain, compress
from operator import is_not
from typing import Final, NamedTuple

from sandtable.table import kernels
from sandtable.table.body import Body
from sandtable.table.ground import Field
from sandtable.table.kernels import Floats, Mode
from sandtable.table.kernels import casting as told
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.casting import Feet
from sandtable.table.kernels.lying import BODY, Cast
from sandtable.table.kernels.sight import Standing
from sandtable.table.relief import relief
from sandtable.table.scene import Scene
from sandtable.table.shape import parts
from sandtable.table.shape_book import Shapes, shapes_met
from sandtable.table.trig import trig

ABSENT: Final = (0.0, 0.0, 0.0, 0.0, -1.0)
"""The row of a body that is not on the table."""
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


class _Stage(threading.local):
    """The shapes that a thread has met, the bodies that it set out last, as rows and with their numbers of
    boxes, and the room it does that in. Two threads must not write into one."""

    def __init__(self) -> None:
        self.scene: Scene | None = None
        self.bodies: tuple[Body, ...] = ()
        self.mode: Mode | None = None
        self.rows: Floats = []
        self.counts: list[int] = []
        self.out: SetOut | None = None
        self.rooms: dict[tuple[int, int, int, Mode], SetOut] = {}


_stage: Final = _Stage()


def set_out(scene: Scene) -> SetOut:
    """Set out all bodies of a scene, as the kernels of ways and lookouts read them in the present mode."""
    stage, mode = _stage, kernels.now.mode
    found = stage.out
    if found is None or stage.scene is not scene or stage.mode != mode:
        # What is half done is not to be taken for done.
        stage.out = None
        _line_up(stage, scene.bodies, mode)
        found = _room(stage, scene.field, mode)
        told.set_out(found.cast, relief(scene.field).ground(), found.feet, found.standing)
        stage.scene, stage.out = scene, found
    return found


def _line_up(stage: _Stage, bodies: tuple[Body, ...], mode: Mode) -> None:
    """Write where all bodies are and in which shapes; those set out last differ little from them."""
    before, shapes, counts = stage.bodies, shapes_met(), stage.counts
    if stage.mode != mode or len(before) != len(bodies):
        rows = [_body_row(body, shapes) for body in bodies]
        stage.rows = kernels.floats(list(chain.from_iterable(rows)))
        stage.counts = [_boxes(body) for body in bodies]
    else:
        for number in compress(range(len(bodies)), map(is_not, before, bodies)):
            was, body = before[number], bodies[number]
            if was.pose is not body.pose or was.shape is not body.shape or was.side != body.side:
                stage.rows[BODY * number : BODY * (number + 1)] = _body_row(body, shapes)
                counts[number] = _boxes(body)
    stage.bodies, stage.mode = bodies, mode


def _body_row(body: Body, shapes: Shapes) -> tuple[float, ...]:
    pose = body.pose
    if pose is None:
        return ABSENT
    return pose.x, pose.y, pose.heading, body.side, shapes.place(body.shape)


def _boxes(body: Body) -> int:
    return 0 if body.pose is None else len(parts(body.shape))


def _room(stage: _Stage, field: Field, mode: Mode) -> SetOut:
    """Room to set out so many bodies with so many boxes on a field."""
    boxes, bodies, pieces = sum(stage.counts), len(stage.counts), len(field.pieces)
    key, rows, shapes = (boxes, bodies, pieces, mode), stage.rows, shapes_met().rows(mode)
    found = stage.rooms.get(key)
    if found is not None and found.field is field and found.cast[2] is rows and found.cast[3] is shapes:
        return found
    if len(stage.rooms) > ROOMS:
        stage.rooms.clear()
    found = stage.rooms[key] = SetOut(
        field,
        (kernels.zeros(boxes * BOX), kernels.whole_zeros(bodies + 1), rows, shapes, trig(mode)),
        (kernels.zeros(bodies * BOX), kernels.whole_zeros(bodies + 1)),
        (kernels.whole_zeros(bodies), kernels.whole_zeros(bodies * pieces)),
    )
    return found

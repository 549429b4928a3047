"""The cast: all bodies of a scene as the kernels of ways and lookouts read them, by shapes in a book.

What is told of a shape is written once, in a book that grows with the shapes that are met. All else follows
from places and shapes: a kernel sets the bodies out, which takes less time than to copy what did not change.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import chain, compress
from operator import is_not
from typing import Final, NamedTuple

from sandtable.table import kernels
from sandtable.table.body import Body
from sandtable.table.course import trig
from sandtable.table.ground import Field
from sandtable.table.kernels import Floats, Mode
from sandtable.table.kernels import casting as told
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.casting import Feet
from sandtable.table.kernels.lying import BODY, Cast
from sandtable.table.kernels.sight import Standing
from sandtable.table.relief import relief
from sandtable.table.scene import Scene
from sandtable.table.shape import Shape, base_part, parts

ABSENT: Final = (0.0, 0.0, 0.0, 0.0, -1.0)
"""The row of a body that is not on the table."""
ROOMS: Final = 64
"""So much room is kept at most, each for another number of boxes."""


class Shapes:
    """Shapes as rows of numbers (see ``kernels.lying``), each with its number."""

    def __init__(self) -> None:
        self.count = 0
        self.parts = 1
        self.foremost = 1
        self._numbers: dict[Shape, int] = {}
        self._places: dict[Shape, float] = {}
        self._rows: list[float] = []
        self._forms: dict[str, Floats] = {}

    def __iter__(self) -> Iterator[Shape]:
        return iter(self._numbers)

    def place(self, shape: Shape) -> float:
        """Where the row of a shape begins."""
        found = self._places.get(shape)
        return self._added(shape) if found is None else found

    def number(self, shape: Shape) -> int:
        """Which of the shapes one is that was met."""
        return self._numbers[shape]

    def rows(self, mode: Mode) -> Floats:
        """The rows of all shapes that were met, as the present mode of the kernels wants them."""
        found = self._forms.get(mode)
        if found is None:
            found = self._forms[mode] = kernels.floats(self._rows)
        return found

    def _added(self, shape: Shape) -> float:
        number, all_parts, at = self.count, parts(shape), float(len(self._rows))
        # Those of the foremost rank come first, else in their order.
        bases = sorted(shape.bases, key=lambda base: base.rank != 0)
        foremost = sum(base.rank == 0 for base in bases)
        self._rows += (shape.width, shape.depth, len(all_parts), len(bases), number, foremost)
        self._rows += chain.from_iterable(all_parts)
        self._rows += chain.from_iterable(base_part(base)[:2] for base in bases)
        self._numbers[shape], self._places[shape], self.count = number, at, number + 1
        self.parts, self.foremost = max(self.parts, len(all_parts)), max(self.foremost, foremost)
        self._forms.clear()
        return at


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
        self.shapes = Shapes()
        self.scene: Scene | None = None
        self.bodies: tuple[Body, ...] = ()
        self.mode: Mode | None = None
        self.rows: Floats = []
        self.counts: list[int] = []
        self.out: SetOut | None = None
        self.rooms: dict[tuple[int, int, int, Mode], SetOut] = {}


_stage: Final = _Stage()


def shapes_met() -> Shapes:
    """The book of the shapes that this thread has met."""
    return _stage.shapes


def set_out(scene: Scene) -> SetOut:
    """Set out all bodies of a scene, as the kernels of ways and lookouts read them in the present mode."""
    stage, mode = _stage, kernels.mode()
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
    before, shapes, counts = stage.bodies, stage.shapes, stage.counts
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
    key, rows, shapes = (boxes, bodies, pieces, mode), stage.rows, stage.shapes.rows(mode)
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

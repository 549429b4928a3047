"""Lines: where the bodies that a thread asked about last are and in which shapes, as rows for the kernels.

Bodies of one moment differ little from those of the moment before: only what changed is written.
"""

from __future__ import annotations

import threading
from itertools import accumulate, chain, compress
from operator import is_not
from typing import Final

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Mode, Wholes
from sandtable.table.space.body import Body
from sandtable.table.space.kernels.body_boxes import BODY
from sandtable.table.space.shape import parts
from sandtable.table.space.shape_rows import shapes_met

ABSENT: Final = (0.0, 0.0, 0.0, 0.0, -1.0)
"""The row of a body that is not on the table."""


class Line:
    """So many bodies: the rows of them all and of the shapes they are in, how many boxes each has, how many
    boxes and footprints there are, which is the first of each body, and their sides.

    The rows are changed for the next bodies; what kernels are told of boxes and sides is made anew when it is
    no longer true, so it may be kept.
    """

    __slots__ = ("bodies", "boxes", "counts", "feet", "feet_of", "mode", "rows", "shapes", "sides", "starts")

    boxes: int
    feet: int
    starts: Wholes
    feet_of: Wholes

    def __init__(self, bodies: tuple[Body, ...], mode: Mode) -> None:
        self.bodies, self.mode = bodies, mode
        self.rows: Floats = compiled.floats(list(chain.from_iterable([body_row(body) for body in bodies])))
        self.shapes = shapes_met().rows(mode)
        self.counts = [box_count(body) for body in bodies]
        self._count()
        self.sides: Wholes = compiled.wholes([body.side for body in bodies])

    def change(self, bodies: tuple[Body, ...]) -> None:
        """Write the rows of those who stand elsewhere, in another shape or on another side than before."""
        before, rows = self.bodies, self.rows
        self.bodies = ()  # what is half written is not to be taken for written
        sides = fits = True
        for number in compress(range(len(bodies)), map(is_not, before, bodies)):
            was, body = before[number], bodies[number]
            pose = body.pose
            if was.pose is not pose or was.shape is not body.shape or was.side != body.side:
                n = BODY * number
                if pose is None:
                    rows[n : n + BODY] = ABSENT
                else:
                    rows[n], rows[n + 1], rows[n + 2] = pose.x, pose.y, pose.heading
                if pose is None or was.pose is None or was.shape is not body.shape or was.side != body.side:
                    fits = self._change_form(number, body) and fits
                    sides = sides and was.side == body.side
        self.bodies = bodies
        if not fits:
            self._count()
        if not sides:
            self.sides = compiled.wholes([body.side for body in bodies])

    def _change_form(self, number: int, body: Body) -> bool:
        """Write what else there is to a body than its place; has it as many boxes as before?"""
        if body.pose is not None:
            n, book = BODY * number, shapes_met()
            self.rows[n + 3], self.rows[n + 4] = body.side, book.place(body.shape)
            self.shapes = book.rows(self.mode)
        before, self.counts[number] = self.counts[number], box_count(body)
        return before == self.counts[number]

    def _count(self) -> None:
        """Which box and which footprint is the first of each body, and how many there are."""
        starts = list(accumulate(self.counts, initial=0))
        feet_of = list(accumulate([1 if count else 0 for count in self.counts], initial=0))
        self.boxes, self.feet = starts[-1], feet_of[-1]
        self.starts, self.feet_of = compiled.wholes(starts), compiled.wholes(feet_of)


def body_row(body: Body) -> tuple[float, ...]:
    """Where a body is, its side, and where its shape is told."""
    pose = body.pose
    if pose is None:
        return ABSENT
    return pose.x, pose.y, pose.heading, body.side, shapes_met().place(body.shape)


def box_count(body: Body) -> int:
    """How many boxes a body has; none if it is not on the table."""
    return 0 if body.pose is None else len(parts(body.shape))


class _Known:
    """The lines of a thread, by how many bodies they tell of, for which mode of the kernels, and by whether
    the first of them is away: some scenes show one side only; and the one that was asked for last."""

    __slots__ = ("last", "lines")

    def __init__(self) -> None:
        self.lines: dict[tuple[int, Mode, bool], Line] = {}
        self.last: Line | None = None


class _Lines(threading.local):
    """What a thread knows of lines: two threads must not write into one."""

    def __init__(self) -> None:
        self.known = _Known()


_lines: Final = _Lines()


def line_of(bodies: tuple[Body, ...], mode: Mode) -> Line:
    """All bodies in line, as the present mode of the kernels wants them."""
    known = _lines.known
    line = known.last
    if line is not None and line.bodies is bodies and line.mode == mode:
        return line  # mostly it is the one that was asked for last
    key = len(bodies), mode, bool(bodies) and bodies[0].pose is None
    line = known.lines.get(key)
    if line is None or len(line.bodies) != len(bodies):
        line = known.lines[key] = Line(bodies, mode)
    elif line.bodies is not bodies:
        line.change(bodies)
    known.last = line
    return line

"""Bodies as rows for the kernels: their poses, sides and shapes.

The bodies of a scene differ little from those of the scene before, so only what changed is written.
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
from sandtable.table.space.shape_rows import known_shapes

ABSENT: Final = (0.0, 0.0, 0.0, 0.0, -1.0)
"""The row of a body that is not on the table."""


class BodyRows:
    """The rows of some bodies and of their shapes, and what follows from them: how many boxes each body has,
    how many boxes and footprints there are, the first of each body, and the sides.

    `rows` is written over for the next bodies. `starts`, `feet_of` and `sides` are made anew when they
    change, so callers may keep them.
    """

    __slots__ = ("bodies", "boxes", "counts", "feet", "feet_of", "mode", "rows", "shapes", "sides", "starts")

    boxes: int
    feet: int
    starts: Wholes
    feet_of: Wholes

    def __init__(self, bodies: tuple[Body, ...], mode: Mode) -> None:
        self.bodies, self.mode = bodies, mode
        self.rows: Floats = compiled.floats(list(chain.from_iterable([body_row(body) for body in bodies])))
        self.shapes = known_shapes().rows(mode)
        self.counts = [box_count(body) for body in bodies]
        self._count()
        self.sides: Wholes = compiled.wholes([body.side for body in bodies])

    def change(self, bodies: tuple[Body, ...]) -> None:
        """Write the rows of the bodies whose pose, shape or side changed."""
        before, rows = self.bodies, self.rows
        self.bodies = ()  # rows that are half written when an error comes must not be taken for whole
        same_sides = same_counts = True
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
                    same_counts = self._change_shape(number, body) and same_counts
                    same_sides = same_sides and was.side == body.side
        self.bodies = bodies
        if not same_counts:
            self._count()
        if not same_sides:
            self.sides = compiled.wholes([body.side for body in bodies])

    def _change_shape(self, number: int, body: Body) -> bool:
        """Write the side and shape of a body; return whether it has as many boxes as before."""
        if body.pose is not None:
            n, shapes = BODY * number, known_shapes()
            self.rows[n + 3], self.rows[n + 4] = body.side, shapes.place(body.shape)
            self.shapes = shapes.rows(self.mode)
        before, self.counts[number] = self.counts[number], box_count(body)
        return before == self.counts[number]

    def _count(self) -> None:
        """Set the first box and the first footprint of each body, and how many there are."""
        starts = list(accumulate(self.counts, initial=0))
        feet_of = list(accumulate([1 if count else 0 for count in self.counts], initial=0))
        self.boxes, self.feet = starts[-1], feet_of[-1]
        self.starts, self.feet_of = compiled.wholes(starts), compiled.wholes(feet_of)


def body_row(body: Body) -> tuple[float, ...]:
    """The row of a body: its pose, its side, and where the row of its shape begins."""
    pose = body.pose
    if pose is None:
        return ABSENT
    return pose.x, pose.y, pose.heading, body.side, known_shapes().place(body.shape)


def box_count(body: Body) -> int:
    """How many boxes a body has; none if it is not on the table."""
    return 0 if body.pose is None else len(parts(body.shape))


class _Kept(threading.local):
    """The rows of a thread by the number of bodies, the mode, and whether the first body is absent, because
    some scenes show one side only; and the rows used last. Two threads must not write into the same rows."""

    def __init__(self) -> None:
        self.rows: dict[tuple[int, Mode, bool], BodyRows] = {}
        self.last: BodyRows | None = None


_kept: Final = _Kept()


def body_rows_of(bodies: tuple[Body, ...], mode: Mode) -> BodyRows:
    """The rows of some bodies, as the present mode of the kernels reads them."""
    rows = _kept.last
    if rows is not None and rows.bodies is bodies and rows.mode == mode:
        return rows
    key = len(bodies), mode, bool(bodies) and bodies[0].pose is None
    rows = _kept.rows.get(key)
    if rows is None or len(rows.bodies) != len(bodies):
        rows = _kept.rows[key] = BodyRows(bodies, mode)
    elif rows.bodies is not bodies:
        rows.change(bodies)
    _kept.last = rows
    return rows

"""The scene: the ground and the bodies on it at one moment, with a mirror of them for the kernels."""

from __future__ import annotations

import math
import operator
import threading
from functools import lru_cache
from itertools import accumulate, chain, compress, count
from typing import Final, Literal

from sandtable.table import kernels
from sandtable.table.body import Body
from sandtable.table.ground import Field
from sandtable.table.kernels import Floats, Wholes
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.moving_rows import BARS, BODY
from sandtable.table.measure import COSINES, FULL_TURN, SINES
from sandtable.table.pose import Pose
from sandtable.table.shape import Part, Shape, base_part, footprint, parts

Outline = Literal["bases", "footprint"]
"""What of a body is measured: its bases as they stand, or the rectangle around all of them."""

Row = tuple[float, ...]

NOWHERE: Final[Row] = (0.0,) * BODY
"""The row of a body that is absent."""


class Scene:
    """The field and all its bodies; a body without a pose is absent. Never changed: make a new one.

    The mirror is built when a kernel first needs it. A scene made with *earlier* takes over the rows of
    every body that is the same object as before.
    """

    __slots__ = ("_earlier", "_mirror", "bodies", "field")

    field: Field
    bodies: tuple[Body, ...]

    def __init__(self, field: Field, bodies: tuple[Body, ...], earlier: Scene | None = None) -> None:
        self.field = field
        self.bodies = bodies
        self._mirror: Mirror | None = None
        self._earlier: Mirror | None = (earlier._mirror or earlier._earlier) if earlier else None

    def __repr__(self) -> str:
        return f"Scene({len(self.bodies)} bodies, {len(self.field.pieces)} pieces of ground)"

    def replaced(self, *changed: Body) -> Scene:
        """The scene with these bodies in the places of those with their numbers."""
        bodies = list(self.bodies)
        for body in changed:
            bodies[body.id] = body
        return Scene(self.field, tuple(bodies), earlier=self)

    @property
    def mirror(self) -> Mirror:
        """The bodies as rows of numbers."""
        if self._mirror is None:
            recent = _recent.mirrors
            found = mirror(self.bodies, self._earlier or recent.get(len(self.bodies)))
            self._mirror = recent[len(self.bodies)] = found
            self._earlier = None
        return self._mirror


class _Recent(threading.local):
    """The mirrors that a thread made last, by how many bodies they show: the next differs little from one."""

    def __init__(self) -> None:
        self.mirrors: dict[int, Mirror] = {}


_recent: Final = _Recent()


class Rows:
    """The boxes of all bodies in order: a list and an array of numbers, each made when first asked for.

    Beside them, each made when first asked for, stand the rows in which kernels of movement read the bodies.
    """

    __slots__ = ("_array", "_list", "_stands", "_stands_array", "_starts_array", "of_body", "starts")

    def __init__(self, of_body: list[Row], starts: list[int]) -> None:
        self.of_body = of_body
        self.starts = starts
        self._list: Floats | None = None
        self._array: Floats | None = None
        self._starts_array: Wholes | None = None
        self._stands: list[Row] | None = None
        self._stands_array: Floats | None = None

    def numbers(self) -> tuple[Floats, Wholes]:
        """The boxes one after another; which is the first of each body and, at last, how many there are."""
        if kernels.mode() == "plain":
            if self._list is None:
                self._list = list(chain.from_iterable(self.of_body))
            return self._list, self.starts
        if self._array is None or self._starts_array is None:
            self._array = kernels.floats(chain.from_iterable(self.of_body))
            self._starts_array = kernels.wholes(self.starts)
        return self._array, self._starts_array

    def stands(self, bodies: tuple[Body, ...]) -> Floats:
        """The rows of all bodies one after another, as of bodies that bar the way; none is to be changed."""
        if self._stands is None:
            self._stands = [stand_row(body, row) for body, row in zip(bodies, self.of_body, strict=True)]
        if kernels.mode() == "plain":
            return list(chain.from_iterable(self._stands))
        if self._stands_array is None:
            self._stands_array = kernels.floats(chain.from_iterable(self._stands))
        return self._stands_array

    def patched(self, changed: list[int], bodies: tuple[Body, ...], outline: Outline) -> Rows:
        """The rows with those of the changed bodies made anew; the other numbers are copied."""
        starts = self.starts
        fresh = Rows(self.of_body.copy(), starts)
        fresh._starts_array = self._starts_array
        numbers = fresh._list = None if self._list is None else self._list.copy()
        array = fresh._array = None if self._array is None else self._array.copy()
        stands = fresh._stands = None if self._stands is None else self._stands.copy()
        placed = fresh._stands_array = None if self._stands_array is None else self._stands_array.copy()
        for number in changed:
            row = fresh.of_body[number] = boxes(bodies[number], outline)
            first, last = starts[number] * BOX, starts[number + 1] * BOX
            if len(row) != last - first:
                return _all_rows(bodies, outline)
            if numbers is not None:
                numbers[first:last] = row
            if array is not None:
                array[first:last] = row
            if stands is not None:
                stands[number] = stand_row(bodies[number], row)
                if placed is not None:
                    placed[number * BODY : (number + 1) * BODY] = stands[number]
        return fresh


class Mirror:
    """All bodies as rows of boxes, by outline; rows nobody asked for are not made."""

    __slots__ = ("_rows", "bodies")

    def __init__(self, bodies: tuple[Body, ...], rows: dict[Outline, Rows]) -> None:
        self.bodies = bodies
        self._rows = rows

    def rows(self, outline: Outline) -> Rows:
        """The rows of all bodies for an outline."""
        found = self._rows.get(outline)
        if found is None:
            found = self._rows[outline] = _all_rows(self.bodies, outline)
        return found

    def boxes(self, outline: Outline = "bases") -> tuple[Floats, Wholes]:
        """The boxes of all bodies and which is the first of each body, as the kernels want them."""
        return self.rows(outline).numbers()

    def after(self, bodies: tuple[Body, ...], changed: list[int]) -> Mirror:
        """The mirror of these bodies, of which only those with the changed numbers differ from before."""
        rows = {outline: rows.patched(changed, bodies, outline) for outline, rows in self._rows.items()}
        return Mirror(bodies, rows)


def mirror(bodies: tuple[Body, ...], earlier: Mirror | None = None) -> Mirror:
    """Mirror the bodies, taking over from an earlier mirror the rows of those that are the same objects."""
    if earlier is None or len(earlier.bodies) != len(bodies):
        return Mirror(bodies, {})
    changed = list(compress(count(), map(operator.is_not, earlier.bodies, bodies)))
    return earlier.after(bodies, changed) if changed else earlier


def boxes(body: Body, outline: Outline = "bases") -> Row:
    """The boxes of one body one after another (see ``kernels.boxes``); none if it is not on the table."""
    return () if body.pose is None else _boxes_at(body.pose, body.shape, outline, body.id)


@lru_cache(maxsize=8192)
def _boxes_at(pose: Pose, shape: Shape, outline: Outline, owner: int) -> Row:
    """Bodies are measured far more often than they move: their boxes are remembered."""
    placed = (footprint(shape),) if outline == "footprint" else parts(shape)
    if len(placed) == 1:
        return box(pose, placed[0], owner)
    return tuple(chain.from_iterable(box(pose, part, owner) for part in placed))


def box(pose: Pose, part: Part, owner: int = -1) -> Row:
    """One rectangle of a body that stands at *pose*, as the row of numbers the kernels read."""
    x, y, half_width, half_depth, turn = part
    sin, cos = SINES[pose.heading], COSINES[pose.heading]
    middle_x, middle_y = pose.x + x * cos + y * sin, pose.y - x * sin + y * cos
    radius = math.sqrt(half_width * half_width + half_depth * half_depth)
    if turn:
        heading = (pose.heading + turn) % FULL_TURN
        sin, cos = SINES[heading], COSINES[heading]
    return (middle_x, middle_y, half_width, half_depth, sin, cos, radius, float(owner))


def stand_row(body: Body, row: Row) -> Row:
    """The row of a body that bars the way, or is absent, as kernels of movement read it; *row* its boxes."""
    if body.pose is None:
        return NOWHERE
    if len(row) == BOX:
        x, y, radius = row[0], row[1], row[6]
    else:
        x, y = body.pose.at(0, -body.shape.depth / 2)
        radius = math.hypot(body.shape.width, body.shape.depth) / 2
    heading = float(body.pose.heading)
    return (float(BARS), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, heading, 0.0, 0.0, x, y, radius)


def base_boxes(body: Body) -> list[Row]:
    """The box of each base of a body, in order; none if it is not on the table."""
    if body.pose is None:
        return []
    return [box(body.pose, base_part(base), body.id) for base in body.shape.bases]


def _all_rows(bodies: tuple[Body, ...], outline: Outline) -> Rows:
    """The rows of all bodies made anew."""
    of_body = [boxes(body, outline) for body in bodies]
    return Rows(of_body, list(accumulate((len(row) // BOX for row in of_body), initial=0)))

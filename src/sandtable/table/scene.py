"""The scene: the ground and the bodies on it at one moment, with a mirror of them for the kernels."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final, Literal, NamedTuple

from sandtable.table import kernels
from sandtable.table.body import Body
from sandtable.table.ground import Field
from sandtable.table.kernels import Floats, Wholes
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.moving_rows import BARS, BODY
from sandtable.table.measure import COSINES, FULL_TURN, SINES
from sandtable.table.pose import Pose
from sandtable.table.shape import Part, Shape, base_part, footprint, is_block, parts

Outline = Literal["bases", "footprint"]
"""What of a body is measured: its bases as they stand, or the rectangle around all of them."""
OUTLINES: Final[tuple[Outline, ...]] = ("bases", "footprint")

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
            recent, count, earlier = _recent.mirrors, len(self.bodies), self._earlier
            if earlier is None or len(earlier.bodies) != count:
                earlier = recent.get(count)
            found = mirror(self.bodies, earlier)
            self._mirror = recent[count] = found
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

    def patched(self, changed: Iterable[int], bodies: tuple[Body, ...], outline: Outline) -> Rows:
        """The rows with those of the changed bodies made anew; the other numbers are copied."""
        of_body, starts = self.of_body.copy(), self.starts
        stands = None if self._stands is None else self._stands.copy()
        same = True
        for number in changed:
            body = bodies[number]
            row = boxes(body, outline)
            same = same and len(row) == len(of_body[number])
            of_body[number] = row
            if stands is not None:
                stands[number] = stand_row(body, row)
        if not same:
            starts = list(accumulate([len(row) // BOX for row in of_body], initial=0))
        fresh = Rows(of_body, starts)
        fresh._stands = stands
        if same:
            self._patch_numbers(fresh, changed)
        return fresh

    def _patch_numbers(self, fresh: Rows, changed: Iterable[int]) -> None:
        """Copy the rows of numbers into fresh ones in which only the changed bodies differ."""
        starts, fresh._starts_array = self.starts, self._starts_array
        numbers = fresh._list = None if self._list is None else self._list.copy()
        array = fresh._array = None if self._array is None else self._array.copy()
        # Another thread may have made the rows of stands since they were looked at: those are not taken over.
        stands = self._stands_array if fresh._stands is not None else None
        placed = fresh._stands_array = None if stands is None else stands.copy()
        for number in changed:
            first, last, row = starts[number] * BOX, starts[number + 1] * BOX, fresh.of_body[number]
            if numbers is not None:
                numbers[first:last] = row
            if array is not None:
                array[first:last] = row
            if placed is not None and fresh._stands is not None:
                placed[number * BODY : (number + 1) * BODY] = fresh._stands[number]


class Earlier(NamedTuple):
    """Rows of bodies of which some stand elsewhere by now, and which."""

    rows: Rows
    changed: list[int]


class GapsBefore(NamedTuple):
    """The gaps of all pairs of bodies of which some stand elsewhere by now, and which."""

    gaps: list[float]
    changed: list[int]


class Mirror:
    """All bodies as rows of boxes, by outline; rows nobody asked for are not made.

    Of rows that were made of other bodies it is known which of these stand elsewhere: they are patched when
    somebody asks for them. So are the gaps of all pairs, which `distances` keeps here.
    """

    __slots__ = ("_boxes", "_earlier", "_rows", "_sides", "bodies", "gaps", "gaps_before")

    def __init__(
        self,
        bodies: tuple[Body, ...],
        earlier: dict[Outline, Earlier] | None = None,
        sides: dict[kernels.Mode, Wholes] | None = None,
    ) -> None:
        self.bodies = bodies
        self._rows: dict[Outline, Rows] = {}
        self._boxes: dict[tuple[Outline, kernels.Mode], tuple[Floats, Wholes]] = {}
        self._earlier = {} if earlier is None else earlier
        self._sides = {} if sides is None else sides
        self.gaps: dict[tuple[Outline, kernels.Mode], list[float]] = {}
        self.gaps_before: dict[tuple[Outline, kernels.Mode], GapsBefore] = {}

    def rows(self, outline: Outline) -> Rows:
        """The rows of all bodies for an outline."""
        found = self._rows.get(outline)
        if found is None:
            earlier = self._earlier.get(outline)
            if earlier is None:
                found = _all_rows(self.bodies, outline)
            else:
                found = earlier.rows.patched(earlier.changed, self.bodies, outline)
            self._rows[outline] = found
        return found

    def boxes(self, outline: Outline = "bases") -> tuple[Floats, Wholes]:
        """The boxes of all bodies and which is the first of each body, as the kernels want them."""
        mode = kernels.mode()
        found = self._boxes.get((outline, mode))
        if found is None:
            found = self._boxes[outline, mode] = self.rows(outline).numbers()
        return found

    def sides(self) -> Wholes:
        """The side of every body, as the kernels want them."""
        mode = kernels.mode()
        found = self._sides.get(mode)
        if found is None:
            found = self._sides[mode] = kernels.wholes(body.side for body in self.bodies)
        return found

    def after(self, bodies: tuple[Body, ...], changed: list[int]) -> Mirror:
        """The mirror of these bodies, of which only those with the changed numbers differ from before."""
        rows: dict[Outline, Earlier] = {}
        for outline in OUTLINES:  # by name: another thread may ask for more rows meanwhile
            made = self._rows.get(outline)
            if made is not None:
                rows[outline] = Earlier(made, changed)
                continue
            known = self._earlier.get(outline)
            if known is not None:
                rows[outline] = Earlier(known.rows, list(dict.fromkeys([*known.changed, *changed])))
        before, sides = self.bodies, self._sides
        for number in changed:
            if before[number].side != bodies[number].side:
                sides = {}
        mirror = Mirror(bodies, rows, sides)
        self._hand_gaps_on(mirror, changed)
        return mirror

    def _hand_gaps_on(self, mirror: Mirror, changed: list[int]) -> None:
        """Tell a later mirror the gaps of before, and whose are no longer true."""
        for key, known in self.gaps_before.items():
            now = list(dict.fromkeys([*known.changed, *changed]))
            mirror.gaps_before[key] = GapsBefore(known.gaps, now)
        for key, gaps in list(self.gaps.items()):  # another thread may ask for more meanwhile
            mirror.gaps_before[key] = GapsBefore(gaps, changed)


def moved(before: tuple[Body, ...], after: tuple[Body, ...]) -> list[int]:
    """The numbers of bodies that stand elsewhere than before or in another shape, whatever else became of
    them; there are as many as before."""
    return [
        number
        for number, (one, other) in enumerate(zip(before, after, strict=True))
        if one is not other
        and (one.pose is not other.pose or one.shape is not other.shape or one.side != other.side)
    ]


def mirror(bodies: tuple[Body, ...], earlier: Mirror | None = None) -> Mirror:
    """Mirror the bodies, taking over from an earlier mirror the rows of those that stand as they stood."""
    if earlier is None or len(earlier.bodies) != len(bodies):
        return Mirror(bodies)
    changed = moved(earlier.bodies, bodies)
    return earlier.after(bodies, changed) if changed else earlier


def boxes(body: Body, outline: Outline = "bases") -> Row:
    """The boxes of one body one after another (see ``kernels.boxes``); none if it is not on the table."""
    return () if body.pose is None else _boxes_at(body.pose, body.shape, outline, body.id)


@lru_cache(maxsize=8192)
def _boxes_at(pose: Pose, shape: Shape, outline: Outline, owner: int) -> Row:
    """Bodies are measured far more often than they move: their boxes are remembered."""
    if outline == "footprint":
        return box(pose, footprint(shape), owner)
    if is_block(shape):
        return _boxes_at(pose, shape, "footprint", owner)
    placed = parts(shape)
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
    return (BARS, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, body.pose.heading, 0.0, 0.0, x, y, radius)


def base_boxes(body: Body) -> list[Row]:
    """The box of each base of a body, in order; none if it is not on the table."""
    if body.pose is None:
        return []
    return [box(body.pose, base_part(base), body.id) for base in body.shape.bases]


def _all_rows(bodies: tuple[Body, ...], outline: Outline) -> Rows:
    """The rows of all bodies made anew."""
    of_body = [boxes(body, outline) for body in bodies]
    return Rows(of_body, list(accumulate((len(row) // BOX for row in of_body), initial=0)))

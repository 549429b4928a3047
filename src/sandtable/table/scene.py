"""The scene: the ground and the bodies on it at one moment, with a mirror of them for the kernels."""

from __future__ import annotations

import math
import threading
from functools import lru_cache
from itertools import accumulate, chain, compress
from operator import attrgetter, is_not
from typing import Final, Literal, NamedTuple, cast

import numpy as np

from sandtable.table import kernels
from sandtable.table.body import Body
from sandtable.table.ground import Field
from sandtable.table.kernels import Floats, Wholes
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.moving_roles import STAND
from sandtable.table.measure import COSINES, FULL_TURN, SINES
from sandtable.table.pose import Pose
from sandtable.table.shape import Part, Shape, base_part, footprint, is_block, parts

Outline = Literal["bases", "footprint"]
"""What of a body is measured: its bases as they stand, or the rectangle around all of them."""

Row = tuple[float, ...]

_SIDE: Final = attrgetter("side")
NOWHERE: Final[Row] = (0.0,) * STAND
"""How a body stands that is absent."""


class Scene:
    """The field and all its bodies; a body without a pose is absent. Never changed: make a new one.

    The mirror is built when a kernel first needs it. A scene made with *earlier* takes over the rows of
    every body that stands as it stood there.
    """

    __slots__ = ("_earlier", "_fewer", "_mirror", "bodies", "field")

    field: Field
    bodies: tuple[Body, ...]

    def __init__(self, field: Field, bodies: tuple[Body, ...], earlier: Scene | None = None) -> None:
        self.field = field
        self.bodies = bodies
        self._mirror: Mirror | None = None
        self._earlier: Mirror | None = (earlier._mirror or earlier._earlier) if earlier else None
        self._fewer: Scene | None = None

    def __repr__(self) -> str:
        return f"Scene({len(self.bodies)} bodies, {len(self.field.pieces)} pieces of ground)"

    def replaced(self, *changed: Body) -> Scene:
        """The scene with these bodies in the places of those with their numbers."""
        bodies = list(self.bodies)
        for body in changed:
            bodies[body.id] = body
        return Scene(self.field, tuple(bodies), earlier=self)

    def joined(self, *more: Body) -> Scene:
        """The scene with more bodies behind its own, whose rows it takes over."""
        scene = Scene(self.field, (*self.bodies, *more))
        scene._fewer = self
        return scene

    @property
    def mirror(self) -> Mirror:
        """The bodies as rows of numbers, in the present mode of the kernels."""
        found, mode = self._mirror, kernels.mode()
        if found is None or found.mode != mode:
            fewer, self._fewer = self._fewer, None
            if fewer is not None:
                found = self._mirror = Mirror(self.bodies, mode, fewer=fewer.mirror)
                return found
            recent, count, earlier = _recent.mirrors, len(self.bodies), self._earlier
            if earlier is None or len(earlier.bodies) != count or earlier.mode != mode:
                earlier = recent.get((count, mode))
            if earlier is None or earlier.bodies is not self.bodies:
                earlier = recent[count, mode] = Mirror(self.bodies, mode, earlier)
            found = self._mirror = earlier
            self._earlier = None
        return found


class _Recent(threading.local):
    """The mirrors that a thread made last, by how many bodies they show and for which mode of the kernels:
    the next differs little from one."""

    def __init__(self) -> None:
        self.mirrors: dict[tuple[int, kernels.Mode], Mirror] = {}


_recent: Final = _Recent()


class Rows:
    """The boxes of all bodies one after another, which is the first of each and, at last, how many there are;
    and how each stands, as kernels of movement read it. They are as one mode of the kernels wants them and
    never change."""

    __slots__ = ("_places", "bodies", "boxes", "of_body", "outline", "stands", "starts")

    boxes: Floats
    starts: Wholes
    stands: Floats
    of_body: list[Row]
    _places: list[int]

    def __init__(
        self,
        bodies: tuple[Body, ...],
        outline: Outline,
        earlier: Rows | None = None,
        fewer: Rows | None = None,
    ) -> None:
        self.bodies, self.outline = bodies, outline
        if fewer is not None:
            self._add_to(fewer)
            return
        if earlier is not None:
            self._take_over(earlier)
            return
        placed = [_placed(body, outline) for body in bodies]
        self.of_body = [row for row, _ in placed]
        self._line_up()
        self.stands = kernels.floats(list(chain.from_iterable([stand for _, stand in placed])))

    def _take_over(self, earlier: Rows) -> None:
        """Copy the rows of bodies of which few stand elsewhere."""
        bodies, outline, places = self.bodies, self.outline, earlier._places
        of_body, stands, boxes = earlier.of_body.copy(), earlier.stands.copy(), earlier.boxes.copy()
        self.of_body, self.stands = of_body, stands
        fits = True
        for number in moved(earlier.bodies, bodies):
            row, stand = _placed(bodies[number], outline)
            of_body[number] = row
            stands[number * STAND : (number + 1) * STAND] = stand
            first, last = places[number], places[number + 1]
            if last - first == len(row):
                boxes[first:last] = row
            else:
                fits = False
        if fits:
            self.boxes, self.starts, self._places = boxes, earlier.starts, places
        else:
            self._line_up()

    def _add_to(self, fewer: Rows) -> None:
        """Put the rows of a few more bodies behind those of the others."""
        more = [_placed(body, self.outline) for body in self.bodies[len(fewer.bodies) :]]
        self.of_body = [*fewer.of_body, *[row for row, _ in more]]
        last = fewer._places[-1]
        self._places = [*fewer._places, *accumulate([len(row) for row, _ in more], initial=last)]
        del self._places[len(fewer._places)]
        self.boxes = _spliced(fewer.boxes, last, last, tuple(chain.from_iterable([row for row, _ in more])))
        self.starts = kernels.wholes([place // BOX for place in self._places])
        end = len(fewer.stands)
        self.stands = _spliced(fewer.stands, end, end, tuple(chain.from_iterable([at for _, at in more])))

    def _line_up(self) -> None:
        """Put the boxes of all bodies one after another."""
        self._places = list(accumulate(map(len, self.of_body), initial=0))
        self.boxes = kernels.floats(list(chain.from_iterable(self.of_body)))
        self.starts = kernels.wholes([place // BOX for place in self._places])

    def of_one(self, number: int) -> Floats:
        """The boxes of one body."""
        return self.boxes[self._places[number] : self._places[number + 1]]


def _spliced(boxes: Floats, first: int, last: int, row: Row) -> Floats:
    """A row of boxes with other numbers in the place of some of them."""
    if boxes.__class__ is list:
        return [*boxes[:first], *row, *boxes[last:]]
    return cast(Floats, np.concatenate((boxes[:first], row, boxes[last:])))


class Gaps(NamedTuple):
    """The gaps of all pairs of these bodies."""

    bodies: tuple[Body, ...]
    gaps: list[float]


class Mirror:
    """All bodies as rows of boxes, by outline, for one mode of the kernels; rows nobody asked for are not
    made.

    Rows that were made of bodies before these are known: where some stand elsewhere they are patched when
    somebody asks for them. So are the gaps of all pairs, which `distances` keeps here.
    """

    __slots__ = ("_fewer", "_rows", "bodies", "gaps", "mode")

    def __init__(
        self,
        bodies: tuple[Body, ...],
        mode: kernels.Mode,
        earlier: Mirror | None = None,
        fewer: Mirror | None = None,
    ) -> None:
        self.bodies, self.mode, self._fewer = bodies, mode, fewer
        self._rows: dict[Outline, Rows] = earlier._rows.copy() if earlier else {}
        self.gaps: dict[Outline, Gaps] = earlier.gaps.copy() if earlier else {}

    def rows(self, outline: Outline) -> Rows:
        """The rows of all bodies for an outline."""
        found = self._rows.get(outline)
        if found is None or found.bodies is not self.bodies:
            fewer = None if self._fewer is None else self._fewer.rows(outline)
            found = self._rows[outline] = Rows(self.bodies, outline, found, fewer)
        return found

    def boxes(self, outline: Outline = "bases") -> tuple[Floats, Wholes]:
        """The boxes of all bodies and which is the first of each body, as the kernels want them."""
        rows = self.rows(outline)
        return rows.boxes, rows.starts

    def sides(self) -> Wholes:
        """The side of every body, as the kernels want them."""
        return _sides(tuple(map(_SIDE, self.bodies)), self.mode)


@lru_cache(maxsize=64)
def _sides(sides: tuple[int, ...], mode: kernels.Mode) -> Wholes:
    """Bodies move far more often than they change sides."""
    assert mode == kernels.mode()
    return kernels.wholes(sides)


def moved(before: tuple[Body, ...], after: tuple[Body, ...]) -> list[int]:
    """The numbers of bodies that stand elsewhere than before or in another shape, whatever else became of
    them; there are as many as before."""
    assert len(before) == len(after)
    elsewhere: list[int] = []
    for number in compress(range(len(before)), map(is_not, before, after)):
        was, now = before[number], after[number]
        if was.pose is not now.pose or was.shape is not now.shape:
            elsewhere.append(number)
    return elsewhere


def boxes(body: Body, outline: Outline = "bases") -> Row:
    """The boxes of one body one after another (see ``kernels.boxes``); none if it is not on the table."""
    return () if body.pose is None else _placed_at(body.pose, body.shape, outline, body.id)[0]


def _placed(body: Body, outline: Outline) -> tuple[Row, Row]:
    """The boxes of a body, and how it stands."""
    return ((), NOWHERE) if body.pose is None else _placed_at(body.pose, body.shape, outline, body.id)


@lru_cache(maxsize=8192)
def _placed_at(pose: Pose, shape: Shape, outline: Outline, owner: int) -> tuple[Row, Row]:
    """Bodies are measured far more often than they move: their rows are remembered."""
    if outline == "footprint" or is_block(shape):
        row = box(pose, footprint(shape), owner)
    else:
        row = tuple(chain.from_iterable([box(pose, part, owner) for part in parts(shape)]))
    return row, _stand_row(pose, shape, row)


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


def _stand_row(pose: Pose, shape: Shape, row: Row) -> Row:
    """How a body stands that has these boxes, as kernels of movement read it."""
    if len(row) == BOX:
        x, y, radius = row[0], row[1], row[6]
    else:
        x, y = pose.at(0, -shape.depth / 2)
        radius = math.hypot(shape.width, shape.depth) / 2
    return (1.0, float(pose.heading), x, y, radius)


def base_boxes(body: Body) -> list[Row]:
    """The box of each base of a body, in order; none if it is not on the table."""
    if body.pose is None:
        return []
    return [box(body.pose, base_part(base), body.id) for base in body.shape.bases]

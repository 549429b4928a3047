"""The scene: the ground and the bodies on it at one moment, with the rows that kernels read."""

from __future__ import annotations

import math
import threading
from collections import deque
from functools import lru_cache
from itertools import chain, compress
from operator import is_not
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.space.body import Body
from sandtable.table.space.body_rows import BodyRows, body_rows_of
from sandtable.table.space.ground import Field
from sandtable.table.space.heading_rows import trig
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.scene_rows import STAND, mirror
from sandtable.table.space.lengths import COSINES, FULL_TURN, SINES
from sandtable.table.space.pose import Pose
from sandtable.table.space.shape import Part, Shape, base_part, footprint, is_block, parts

Outline = Literal["bases", "footprint"]
"""What of a body is measured: its bases as they stand, or the rectangle around all of them."""

Row = tuple[float, ...]

SCENES: Final = 8
"""At most so many scenes of a thread keep their mirrors."""


class Scene(Struct, eq=False):
    """The field and all its bodies; a body without a pose is absent. A scene never changes: make a new one.

    The mirror is built when a kernel first needs it. Only the last few scenes keep theirs, because the log
    of a battle holds hundreds of scenes.
    """

    field: Field
    bodies: tuple[Body, ...]
    _mirror: Mirror | None = None
    _others: tuple[int, tuple[Body, ...]] | None = None

    def __repr__(self) -> str:
        return f"Scene({len(self.bodies)} bodies, {len(self.field.pieces)} pieces of ground)"

    def replaced(self, *changed: Body) -> Scene:
        """The scene with these bodies in the places of those with their numbers."""
        bodies = list(self.bodies)
        for body in changed:
            bodies[body.id] = body
        return Scene(self.field, tuple(bodies))

    def joined(self, *more: Body) -> Scene:
        """The scene with more bodies behind its own."""
        scene = Scene(self.field, (*self.bodies, *more))
        here = [body.id for body in more if body.pose is not None]
        if len(here) == 1:
            scene._others = here[0], self.bodies
        return scene

    def bodies_but(self, number: int) -> tuple[Body, ...]:
        """The bodies of the scene that this body joined as the only one on the table, else all bodies.

        It saves writing rows for a body that is tried in many places; its own row is never read then.
        """
        others = self._others
        return others[1] if others is not None and others[0] == number else self.bodies

    @property
    def mirror(self) -> Mirror:
        """The bodies as rows of numbers, in the present mode of the kernels."""
        found, mode = self._mirror, compiled.now.mode
        if found is None or found.mode != mode:
            found = self._mirror = _mirror_of(self.bodies, mode)
            looked_at = _recent.scenes
            looked_at.append(self)
            if len(looked_at) > SCENES:
                looked_at.popleft()._mirror = None
        return found


class Rows(Struct, frozen=True, eq=False, gc=False):
    """The boxes of all bodies one after another, the first of each with the number of all at the end, and the
    stand of each as kernels of movement read it. They are for one mode of the kernels and never change."""

    boxes: Floats
    starts: Wholes
    stands: Floats

    def of_one(self, number: int) -> Floats:
        """The boxes of one body."""
        return self.boxes[BOX * self.starts[number] : BOX * self.starts[number + 1]]


class Gaps(NamedTuple):
    """The gaps between all pairs of some bodies."""

    bodies: tuple[Body, ...]
    gaps: list[float]


class Mirror(Struct, eq=False):
    """All bodies as rows of boxes, by either outline, and their sides, for one mode of the kernels.

    `distances` keeps here the gaps between all pairs of these bodies, or of the bodies of the mirror before.
    """

    bodies: tuple[Body, ...]
    mode: compiled.Mode
    bases: Rows
    feet: Rows
    sides: Wholes
    gaps: dict[Outline, Gaps]

    def rows(self, outline: Outline) -> Rows:
        """The rows of all bodies for an outline."""
        return self.bases if outline == "bases" else self.feet

    def boxes(self, outline: Outline = "bases") -> tuple[Floats, Wholes]:
        """The boxes of all bodies, and the first of each body."""
        rows = self.bases if outline == "bases" else self.feet
        return rows.boxes, rows.starts


class _Recent(threading.local):
    """The mirrors that a thread made last, by number of bodies and mode, and the scenes that have one."""

    def __init__(self) -> None:
        self.mirrors: dict[tuple[int, compiled.Mode], Mirror] = {}
        self.scenes: deque[Scene] = deque()


_recent: Final = _Recent()


def _mirror_of(bodies: tuple[Body, ...], mode: compiled.Mode) -> Mirror:
    """The mirror of some bodies: the last one of this thread, or a new one that takes over its gaps."""
    recent, key = _recent.mirrors, (len(bodies), mode)
    last = recent.get(key)
    if last is None or last.bodies is not bodies:
        rows = body_rows_of(bodies, mode)
        bases, feet = _mirrored(rows, mode)
        gaps = last.gaps.copy() if last is not None and last.gaps else {}
        last = recent[key] = Mirror(bodies, mode, bases, feet, rows.sides, gaps)
    return last


def _mirrored(rows: BodyRows, mode: compiled.Mode) -> tuple[Rows, Rows]:
    """The boxes of all bodies, by their bases and by their footprints."""
    count, starts, feet_of = len(rows.counts), rows.starts, rows.feet_of
    blanks = compiled.blanks(mode)
    boxes, feet = blanks(BOX * rows.boxes), blanks(BOX * rows.feet)
    stands, feet_stand = blanks(STAND * count), blanks(STAND * count)
    arrays = (boxes, starts, rows.rows, rows.shapes, trig(mode))
    mirror(arrays, (feet, feet_of), stands, feet_stand)
    return Rows(boxes, starts, stands), Rows(feet, feet_of, feet_stand)


def moved_bodies(before: tuple[Body, ...], after: tuple[Body, ...]) -> list[int]:
    """The numbers of the bodies whose pose or shape changed; there are as many bodies as before."""
    assert len(before) == len(after)
    numbers: list[int] = []
    for number in compress(range(len(before)), map(is_not, before, after)):
        was, now = before[number], after[number]
        if was.pose is not now.pose or was.shape is not now.shape:
            numbers.append(number)
    return numbers


def boxes(body: Body, outline: Outline = "bases") -> Row:
    """The boxes of one body one after another (see ``kernels.boxes``); none if it is not on the table."""
    return () if body.pose is None else _boxes_at(body.pose, body.shape, outline, body.id)


@lru_cache(maxsize=8192)
def _boxes_at(pose: Pose, shape: Shape, outline: Outline, owner: int) -> Row:
    """Kept by pose and shape, because bodies are measured far more often than they move."""
    if outline == "footprint" or is_block(shape):
        return box(pose, footprint(shape), owner)
    return tuple(chain.from_iterable([box(pose, part, owner) for part in parts(shape)]))


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


def base_boxes(body: Body) -> list[Row]:
    """The box of each base of a body, in order; none if it is not on the table."""
    if body.pose is None:
        return []
    return [box(body.pose, base_part(base), body.id) for base in body.shape.bases]

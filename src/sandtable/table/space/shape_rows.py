"""Shapes as rows of numbers for the kernels.

The row of a shape is written once, behind those of the shapes before it. So the row of a body needs only its
pose, its side and the place where the row of its shape begins.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from itertools import chain
from typing import Final

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Mode
from sandtable.table.space.heading_rows import trig
from sandtable.table.space.kernels.body_boxes import BodyArrays
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.shape import Shape, base_part, parts


class Shapes:
    """The rows of all shapes that a thread has used (see `SHAPE` in ``kernels.body_boxes``).

    *parts* and *foremost* are the greatest numbers of parts and of foremost bases of any of them.
    """

    def __init__(self) -> None:
        self.count = 0
        self.parts = 1
        self.foremost = 1
        self._numbers: dict[Shape, int] = {}
        self._places: dict[Shape, float] = {}
        self._rows: list[float] = []
        self._rows_by_mode: dict[str, Floats] = {}
        self._empty_worlds: dict[str, BodyArrays] = {}
        self._places_by_mode: dict[Mode, dict[Shape, tuple[float, BodyArrays]]] = {
            "compiled": {},
            "plain": {},
        }

    def __iter__(self) -> Iterator[Shape]:
        return iter(self._numbers)

    def place(self, shape: Shape) -> float:
        """Where the row of a shape begins."""
        found = self._places.get(shape)
        return self._added(shape) if found is None else found

    def number(self, shape: Shape) -> int:
        """The number of a shape: which of the known ones it is."""
        return self._numbers[shape]

    def rows(self, mode: Mode) -> Floats:
        """The rows of all shapes, as the present mode of the kernels reads them."""
        found = self._rows_by_mode.get(mode)
        if found is None:
            found = self._rows_by_mode[mode] = compiled.floats(self._rows)
        return found

    def empty_world(self, mode: Mode) -> BodyArrays:
        """A world without bodies: the rows of all shapes, and room for the boxes of any two bodies."""
        found = self._empty_worlds.get(mode)
        if found is None:
            room, none = compiled.zeros(2 * BOX * self.parts), compiled.whole_zeros(1)
            found = self._empty_worlds[mode] = room, none, compiled.zeros(1), self.rows(mode), trig(mode)
        return found

    def place_in_world(self, shape: Shape, mode: Mode) -> tuple[float, BodyArrays]:
        """Where the row of a shape begins, and an empty world that contains it."""
        known = self._places_by_mode[mode]
        found = known.get(shape)
        if found is None:
            place = self.place(shape)  # this may clear what is known
            found = known[shape] = place, self.empty_world(mode)
        return found

    def _added(self, shape: Shape) -> float:
        number, all_parts, at = self.count, parts(shape), float(len(self._rows))
        # The bases of the foremost rank come first: they are where a body looks from.
        bases = sorted(shape.bases, key=lambda base: base.rank != 0)
        foremost = sum(base.rank == 0 for base in bases)
        self._rows += (shape.width, shape.depth, len(all_parts), len(bases), number, foremost, _radius(shape))
        self._rows += chain.from_iterable(all_parts)
        self._rows += chain.from_iterable(base_part(base)[:2] for base in bases)
        self._numbers[shape], self._places[shape], self.count = number, at, number + 1
        self.parts, self.foremost = max(self.parts, len(all_parts)), max(self.foremost, foremost)
        self._rows_by_mode.clear()
        self._empty_worlds.clear()
        for known in self._places_by_mode.values():
            known.clear()
        return at


def _radius(shape: Shape) -> float:
    """The radius of the circle around a shape."""
    return math.hypot(shape.width, shape.depth) / 2


class _Kept(threading.local):
    """The shapes of a thread: two threads must not write into the same rows."""

    def __init__(self) -> None:
        self.shapes = Shapes()


_kept: Final = _Kept()


def known_shapes() -> Shapes:
    """All shapes that this thread has used."""
    return _kept.shapes


def shape_place(shape: Shape) -> tuple[float, BodyArrays]:
    """Where the row of a shape begins, and an empty world that contains it, for kernels about two bodies."""
    return _kept.shapes.place_in_world(shape, compiled.now.mode)

"""The book of shapes: what is told of each shape that a thread has met, as rows of numbers for the kernels.

What is told of a shape is written once, in a book that grows with the shapes that are met: a body is then
told by its place and by where its shape is told.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from itertools import chain
from typing import Final

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Mode
from sandtable.table.compiled.trig import trig
from sandtable.table.space.kernels.body_boxes import Cast
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.shape import Shape, base_part, parts


class Shapes:
    """Shapes as rows of numbers (see ``compiled.lying``), each with its number; and by mode of the kernels,
    of each shape that was asked for, where its row begins and a cast of nobody that tells of it."""

    def __init__(self) -> None:
        self.count = 0
        self.parts = 1
        self.foremost = 1
        self._numbers: dict[Shape, int] = {}
        self._places: dict[Shape, float] = {}
        self._rows: list[float] = []
        self._forms: dict[str, Floats] = {}
        self._nobody: dict[str, Cast] = {}
        self.told: dict[Mode, dict[Shape, tuple[float, Cast]]] = {"compiled": {}, "plain": {}}

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
            found = self._forms[mode] = compiled.floats(self._rows)
        return found

    def nobody(self, mode: Mode) -> Cast:
        """A cast of no bodies yet: all shapes that were met, and room for the boxes of any two bodies."""
        found = self._nobody.get(mode)
        if found is None:
            room, none = compiled.zeros(2 * BOX * self.parts), compiled.whole_zeros(1)
            found = self._nobody[mode] = room, none, compiled.zeros(1), self.rows(mode), trig(mode)
        return found

    def tell(self, shape: Shape, mode: Mode) -> tuple[float, Cast]:
        """Where the row of a shape begins, and a cast of nobody that tells of it."""
        place = self.place(shape)
        found = self.told[mode][shape] = place, self.nobody(mode)
        return found

    def _added(self, shape: Shape) -> float:
        number, all_parts, at = self.count, parts(shape), float(len(self._rows))
        # Those of the foremost rank come first, else in their order.
        bases = sorted(shape.bases, key=lambda base: base.rank != 0)
        foremost = sum(base.rank == 0 for base in bases)
        self._rows += (shape.width, shape.depth, len(all_parts), len(bases), number, foremost, _round(shape))
        self._rows += chain.from_iterable(all_parts)
        self._rows += chain.from_iterable(base_part(base)[:2] for base in bases)
        self._numbers[shape], self._places[shape], self.count = number, at, number + 1
        self.parts, self.foremost = max(self.parts, len(all_parts)), max(self.foremost, foremost)
        self._forms.clear()
        self._nobody.clear()
        for told in self.told.values():
            told.clear()
        return at


def _round(shape: Shape) -> float:
    """The radius of the circle round a shape."""
    return math.hypot(shape.width, shape.depth) / 2


class _Met(threading.local):
    """The shapes that a thread has met: two threads must not write into one book."""

    def __init__(self) -> None:
        self.shapes = Shapes()


_met: Final = _Met()


def shapes_met() -> Shapes:
    """The book of the shapes that this thread has met."""
    return _met.shapes


def told(shape: Shape) -> tuple[float, Cast]:
    """Where a shape is told in the book of this thread, and a cast of nobody that tells of it."""
    book, mode = _met.shapes, compiled.now.mode
    return book.told[mode].get(shape) or book.tell(shape, mode)

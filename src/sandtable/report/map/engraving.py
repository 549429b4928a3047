"""The brush for a piece of ground, and the drawing of hills, stones, water and other ground.

Texture is scattered by a random generator seeded with the id of the piece, so the same ground always looks
the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from sandtable.report.map.sheet import (
    Sheet,
    Spot,
    bounds,
    is_inside,
    middle,
    parallel,
    ring_points,
    rounded,
    smoothed,
)
from sandtable.report.page.markup import Markup, joined, number, path_through, pen, spots, tag
from sandtable.table.space import Piece, is_thin


class Brush(NamedTuple):
    """What a piece is drawn with: its outline, middle line, fineness and random generator."""

    sheet: Sheet
    piece: Piece
    ring: list[Spot]
    line: list[Spot]
    fine: float
    dice: Random

    @property
    def width(self) -> float:
        """The full width of a line on the page."""
        return self.sheet.length(self.piece.width)


THIN: Final = 4.0
"""The width of a line without width, where it has to be filled."""


def brush(piece: Piece, sheet: Sheet) -> Brush:
    ring = sheet.spots(piece.polygon)
    line = sheet.spots(piece.line) or _middle_line(ring)
    if not ring:
        half = max(sheet.length(piece.width), THIN) / 2
        ring = [*parallel(line, half), *reversed(parallel(line, -half))]
    return Brush(sheet, piece, ring, line, max(sheet.fine, 0.45), Random(piece.id))


def _middle_line(ring: Sequence[Spot]) -> list[Spot]:
    """The line along the longer axis of an area, for roads given as areas."""
    left, top, right, bottom = bounds(ring)
    if right - left > bottom - top:
        return [(left, (top + bottom) / 2), (right, (top + bottom) / 2)]
    return [((left + right) / 2, top), ((left + right) / 2, bottom)]


def edge(brush: Brush) -> Markup:
    """The dotted line at the edge of the piece in the rules."""
    return tag("polygon", cls="edge", points=spots(brush.ring))


def wash(brush: Brush, name: str) -> Markup:
    return tag("polygon", cls=f"{name}-wash", points=spots(brush.ring))


def scattered(brush: Brush, apart: float, margin: float = 0.0) -> Iterator[Spot]:
    """Points spread over an area on a loose triangular grid, from the top down."""
    left, top, right, bottom = bounds(brush.ring)
    dice, row, y = brush.dice, 0, top + margin
    while y <= bottom - margin:
        x = left + margin + (apart / 2 if row % 2 else 0.0)
        while x <= right - margin:
            spot = x + dice.uniform(-0.3, 0.3) * apart, y + dice.uniform(-0.3, 0.3) * apart
            if is_inside(brush.ring, *spot) and left + margin < spot[0] < right - margin:
                yield spot
            x += apart
        y, row = y + apart * 0.82, row + 1


# --------------------------------------------------------------------- hills
LIGHT: Final = (-0.55, -0.83)
"""The light falls from the upper left."""


def hill(brush: Brush) -> Markup:
    """A hill: two rows of hachures pointing uphill, darker away from the light, and a pale top."""
    fine = brush.fine
    outline = rounded(brush.ring, 26 * fine)
    along = ring_points(outline, 1.6 * fine)
    top = [(x + 15 * fine * dx, y + 15 * fine * dy) for x, y, dx, dy in along[::4]]
    rows = range(max(brush.piece.level, 1) + 1)
    return joined(
        (
            tag("path", cls="hill-wash", d=path_through(outline, closed=True)),
            tag("path", cls="hill-top", d=path_through(top, closed=True)),
            *(_hachures(brush, along, 1 + 14 * row, 11.0 if row == 0 else 7.0) for row in rows),
            edge(brush),
        )
    )


def _hachures(brush: Brush, along: Sequence[tuple[float, ...]], offset: float, length: float) -> Markup:
    """One row of strokes up the slope, heavier away from the light."""
    strokes: dict[str, list[str]] = {}
    fine, dice, place = brush.fine, brush.dice, 0.0
    while place < len(along):
        x, y, dx, dy = along[int(place)]
        dark = (1 + dx * LIGHT[0] + dy * LIGHT[1]) / 2
        long = length * dice.uniform(0.75, 1.2) * fine * (0.72 + 0.5 * dark)
        start = offset * fine + dice.uniform(-1, 1) * fine
        lean = dice.uniform(-0.12, 0.12)
        up = dx * math.cos(lean) - dy * math.sin(lean), dx * math.sin(lean) + dy * math.cos(lean)
        stroke = pen("M", x + dx * start, y + dy * start, "l", up[0] * long, up[1] * long)
        strokes.setdefault(number(max(0.4, 1.25 * dark) * min(1.0, fine + 0.25)), []).append(stroke)
        place += dice.uniform(1.7, 2.7) * (1.25 - 0.4 * dark)
    return joined(
        tag("path", cls="hach", stroke_width=width, d="".join(drawn)) for width, drawn in strokes.items()
    )


# --------------------------------------------------------------------- water
def water(brush: Brush) -> Markup:
    """A stream along its line, or an area of water."""
    return _stream(brush) if brush.piece.line else _lake(brush)


def _stream(brush: Brush) -> Markup:
    width = max(brush.width, 4.0)
    line = smoothed(brush.line, 50 * brush.fine)
    offsets = ((width / 2, "bank"), (-width / 2, "bank"), (width * 0.26, "flow"), (-width * 0.26, "flow"))
    return joined(
        (
            tag("path", cls="water", stroke_width=width, d=path_through(line)),
            *(tag("path", cls=name, d=path_through(parallel(line, offset))) for offset, name in offsets),
        )
    )


def _lake(brush: Brush) -> Markup:
    """Water with lines along its banks, farther apart towards the middle."""
    along = ring_points(brush.ring, 6 * brush.fine)
    shores = [
        [(x + out * brush.fine * dx, y + out * brush.fine * dy) for x, y, dx, dy in along]
        for out in (3, 7, 12)
    ]
    lines = [
        tag("polygon", cls="flow", points=spots(shore))
        for shore in shores
        if all(is_inside(brush.ring, *spot) for spot in shore)
    ]
    bank = tag("polygon", cls="bank", points=spots(brush.ring))
    return joined((tag("polygon", cls="lake", points=spots(brush.ring)), *lines, bank))


# --------------------------------------------------------------------- other ground
def stones(brush: Brush) -> Markup:
    """Scattered stones."""
    drawn = "".join(
        pen("M", x - size, y, "l", size / 2, -1.1 * size, "l", 0.9 * size, -0.2 * size)
        + pen("l", 0.7 * size, 1.1 * size, "z")
        for x, y in scattered(brush, 14 * brush.fine, 4 * brush.fine)
        for size in (brush.dice.uniform(1.8, 3.4) * brush.fine,)
    )
    return joined((wash(brush, "rough"), tag("path", cls="stone", d=drawn), edge(brush)))


def outlined(brush: Brush) -> Markup:
    """Ground without a drawing of its own: its outline and its name."""
    if is_thin(brush.piece):
        return tag("path", cls="edge", d=path_through(brush.line))
    x, y = middle(brush.ring)
    return joined((wash(brush, "rough"), edge(brush), tag("text", brush.piece.kind, cls="kind", x=x, y=y)))

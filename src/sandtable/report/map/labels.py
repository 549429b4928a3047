"""Names beside units, placed so that they cover neither units nor one another.

Each name takes the first free place around its unit, nearest first; if there is none, the place that covers
least. A thin line leads to a unit that is not beside its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sandtable.report.page.markup import NOTHING, Markup, joined, tag

LETTER: Final = 6.7
"""The width of a letter, a little more than the average."""
LINE: Final = 13.0
"""The height of a line."""
LONG: Final = 19
"""A longer name may be set in two lines."""
RINGS: Final = (3.0, 15.0, 29.0, 45.0)
"""The distances from its unit at which a name is tried."""
BESIDE: Final = 12.0
"""A name at most this far away needs no line."""


class Box(NamedTuple):
    """A rectangle on the page."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The area that two rectangles share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


class UnitLabel(NamedTuple):
    """A label to place beside a unit: its words, the state, the unit's box and style."""

    words: str
    state: str
    unit: Box
    livery: str


class PlacedLabel(NamedTuple):
    """A label with its box, its lines and its distance from the unit."""

    name: UnitLabel
    box: Box
    lines: tuple[str, ...]
    away: float


def place(names: Sequence[UnitLabel], paper: Box, taken: Sequence[Box] = ()) -> list[PlacedLabel]:
    """Place every label, those with the least room first."""
    units = [name.unit for name in names]
    done: list[PlacedLabel] = []
    for name in sorted(names, key=lambda name: (-_crowd(name, units), name.unit.top, name.unit.left)):
        written = [*units, *taken, *(one.box for one in done)]
        done.append(_best(name, paper, written))
    return done


def _crowd(name: UnitLabel, units: Sequence[Box]) -> int:
    """The number of units near a unit."""
    left, top, right, bottom = name.unit
    near = Box(left - 30, top - 30, right + 30, bottom + 30)
    return sum(near.overlap(unit) > 0 for unit in units)


def _best(name: UnitLabel, paper: Box, written: Sequence[Box]) -> PlacedLabel:
    best: tuple[float, PlacedLabel] | None = None
    for tried in _places(name):
        cost = sum(tried.box.overlap(other) for other in written) + 4 * _outside(tried.box, paper)
        if cost == 0:
            return tried
        if best is None or cost < best[0]:
            best = cost, tried
    assert best is not None
    return best[1]


def _outside(box: Box, paper: Box) -> float:
    """The area of a rectangle off the paper."""
    whole = (box.right - box.left) * (box.bottom - box.top)
    return whole - box.overlap(paper)


def _places(name: UnitLabel) -> Iterator[PlacedLabel]:
    """The possible places of a label, best first: below, above, right, left."""
    settings = [_setting(name, (name.words,))]
    if len(name.words) > LONG and " " in name.words:
        settings.append(_setting(name, _halves(name.words)))
    for away in RINGS:
        for lines, wide, high in settings:
            for left, top in _around(name.unit, wide, high, away):
                yield PlacedLabel(name, Box(left, top, left + wide, top + high), lines, away)


def _setting(name: UnitLabel, lines: tuple[str, ...]) -> tuple[tuple[str, ...], float, float]:
    """Lines with their width and height; the state follows the last one."""
    lengths = [len(line) for line in lines]
    lengths[-1] += len(name.state) + bool(name.state)
    return lines, max(lengths) * LETTER, len(lines) * LINE


def _halves(words: str) -> tuple[str, str]:
    """A name split at the space nearest to its middle."""
    blanks = [place for place, letter in enumerate(words) if letter == " "]
    cut = min(blanks, key=lambda place: (abs(place - len(words) / 2), place))
    return words[:cut], words[cut + 1 :]


def _around(unit: Box, wide: float, high: float, away: float) -> Iterator[tuple[float, float]]:
    left, top, right, bottom = unit
    centred, level = (left + right - wide) / 2, (top + bottom - high) / 2
    below, above = bottom + away, top - away - high
    for across in (left, centred, right - wide):
        yield across, below
        yield across, above
    yield right + away + 2, level
    yield left - away - 2 - wide, level
    for across in (left - wide, right):
        yield across, below
        yield across, above


# --------------------------------------------------------------------- drawing
def draw(placed: Sequence[PlacedLabel]) -> Markup:
    """Draw all labels, and the lines to units farther away."""
    leads = joined(_lead(one) for one in placed if one.away > BESIDE)
    return joined((leads, *(_written(one) for one in placed)))


def _lead(one: PlacedLabel) -> Markup:
    unit, box = one.name.unit, one.box
    x = min(max((unit.left + unit.right) / 2, box.left), box.right)
    y = min(max((unit.top + unit.bottom) / 2, box.top), box.bottom)
    to = min(max(x, unit.left), unit.right), min(max(y, unit.top), unit.bottom)
    return tag("line", cls="lead", x1=x, y1=y, x2=to[0], y2=to[1])


def _written(one: PlacedLabel) -> Markup:
    state = tag("tspan", f" {one.name.state}", cls="state") if one.name.state else NOTHING
    x, first = one.box.left, one.box.top + LINE - 3
    lines = [
        tag("tspan", line, state if line is one.lines[-1] else NOTHING, x=x, y=first + LINE * place)
        for place, line in enumerate(one.lines)
    ]
    return tag("text", *lines, cls=f"name {one.name.livery}")

"""Straight lines between the centres of hexes, worked out in whole numbers.

A line is a row of stages. A stage is the hex whose inside the line crosses or, where the line runs exactly
along a hexside, the two hexes beside it together: the caller decides what such a pair means. A hex
that the line touches at a corner only is no stage.

>>> line(Hex(0, 0), Hex(2, 0))
((Hex(q=0, r=0),), (Hex(q=1, r=0),), (Hex(q=2, r=0),))
>>> line(Hex(0, 0), Hex(1, 1))
((Hex(q=0, r=0),), (Hex(q=0, r=1), Hex(q=1, r=0)), (Hex(q=1, r=1),))
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

from sandtable.table.hexes.grid import CLOCK, Hex, HexGrid, Hexside, distance
from sandtable.table.space.lengths import turn_between

Stage = tuple[Hex, ...]
"""One hex that a line crosses, or the two hexes beside a side it runs along, the lesser first."""

NEAR = (Hex(0, 0), Hex(0, 1), Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1))


def line(start: Hex, end: Hex) -> tuple[Stage, ...]:
    """The stages of the line from one centre to another, with both ends."""
    stages = _line_from_origin(Hex(end.q - start.q, end.r - start.r))
    return tuple(tuple(Hex(start.q + q, start.r + r) for q, r in stage) for stage in stages)


def sides_crossed(grid: HexGrid, stage: Stage, following: Stage) -> tuple[Hexside, ...]:
    """The hexsides over which a line goes from one stage to the next.

    There is one, or through a corner into or out of a pair of hexes there are two, of which the line crosses
    neither more than the other.
    """
    return tuple(grid.side_between(one, other) for one in stage for other in following)


def entry_sides(grid: HexGrid, start: Hex, end: Hex) -> tuple[Hexside, ...]:
    """The side over which the line from *start* enters *end*; through a corner, the sides on both hands."""
    back = grid.bearing(end, start)
    return tuple(grid.side(end, side) for side in grid.sides if abs(turn_between(back, side)) <= CLOCK)


@lru_cache(maxsize=16384)
def _line_from_origin(end: Hex) -> tuple[Stage, ...]:
    stages: dict[int, list[Hex]] = {}
    for hex_ in sorted(_near_line(end)):
        enters = _enters(hex_, end)
        if enters is not None:
            stages.setdefault(enters, []).append(hex_)
    return tuple(tuple(stages[enters]) for enters in sorted(stages))


def _near_line(end: Hex) -> tuple[Hex, ...]:
    """All hexes that the line could cross.

    Points one step apart are taken along it. No point of the line is more than half a hex from one of them,
    so the hexes that hold the two touch or are the same.
    """
    steps = distance(Hex(0, 0), end) or 1
    near: dict[Hex, None] = {}
    for step in range(steps + 1):
        middle = _holding(end.q * step, end.r * step, steps)
        near |= dict.fromkeys(Hex(middle.q + q, middle.r + r) for q, r in NEAR)
    return tuple(near)


def _holding(q: int, r: int, parts: int) -> Hex:
    """A hex that holds this point, inside or on its outline; the point is given in *parts* of a hex."""
    corners = [Hex(q // parts + i, r // parts + j) for i in (0, 1) for j in (0, 1)]
    return min(corners, key=lambda hex_: max(map(abs, _slants(q - parts * hex_.q, r - parts * hex_.r))))


def _slants(q: int, r: int) -> tuple[int, int, int]:
    """How far a point lies from a centre across the three pairs of sides; inside the hex all are below 1."""
    return q - r, q + 2 * r, -2 * q - r


def _enters(hex_: Hex, end: Hex) -> int | None:
    """How far along the line to *end* it enters a hex; None if it does not, or only touches it.

    Lengths along the line are counted in parts small enough for every crossing to fall on a whole number.
    """
    changes = _slants(end.q, end.r)
    parts = prod(abs(change) for change in changes if change) if any(changes) else 1
    enters, leaves = 0, parts
    for start, change in zip(_slants(-hex_.q, -hex_.r), changes, strict=True):
        if change == 0:
            if abs(start) > 1:
                return None
            continue
        first, last = sorted(((-1 - start) * (parts // change), (1 - start) * (parts // change)))
        enters, leaves = max(enters, first), min(leaves, last)
    return enters if enters < leaves else None

"""Screens: how far one sees along a line before terrain hides it (geometry.los.terrain-only)."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.terrain import BUILT, WOOD
from sandtable.table.measure import Crossing, ground_along, level_at
from sandtable.table.space import Field, Point, Segment, inches

SCREENING: Final = (*BUILT, WOOD)
"""The kinds of ground that block sight, besides higher ground (geometry.los)."""
WOOD_DEPTH: Final = inches(inches_of("geometry.los"))
"""The greatest total depth of wood that a line of sight may cross (geometry.los)."""


def hidden_from(field: Field, eye: Point, end: Point, own: int) -> float:
    """The distance along a line at which terrain begins to hide it from a unit on this level; infinite if
    none does.

    A line is hidden by too much wood, by a building, or behind higher ground (geometry.los).
    """
    crossed = ground_along(field, eye, end)
    if not crossed:
        return math.inf
    return min(
        _behind_wood(field, crossed),
        _behind_buildings(field, crossed),
        _behind_crest(field, Segment(eye, end), own, crossed),
    )


def _behind_buildings(field: Field, crossed: tuple[Crossing, ...]) -> float:
    starts = [one.start for one in crossed if field.pieces[one.piece].kind in BUILT]
    return min(starts, default=math.inf)


def _behind_wood(field: Field, crossed: tuple[Crossing, ...]) -> float:
    """Where the wood along a line becomes too deep; overlapping woods count once."""
    deep, covered = 0.0, 0.0
    for one in crossed:
        if field.pieces[one.piece].kind != WOOD:
            continue
        start, stop = max(one.start, covered), one.start + one.length
        if stop <= start:
            continue
        if deep + (stop - start) > WOOD_DEPTH:
            return start + WOOD_DEPTH - deep
        deep, covered = deep + (stop - start), stop
    return math.inf


def _behind_crest(field: Field, line: Segment, own: int, crossed: tuple[Crossing, ...]) -> float:
    """Where a line descends behind ground higher than the unit."""
    hills = [one for one in crossed if field.pieces[one.piece].level > 0]
    if not hills:
        return math.inf
    length = line.length
    cuts = sorted({0.0, length, *(one.start for one in hills), *(one.start + one.length for one in hills)})
    highest = own
    for start, stop in pairwise(cuts):
        level = level_at(field, line.at((start + stop) / 2 / length))
        if level < highest and highest > own:
            return start
        highest = max(highest, level)
    return math.inf

"""Pairs: how far two bodies are apart, told by their places and shapes alone."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.kernels.boxes import BOX, box_gap, run_gap
from sandtable.table.kernels.lying import CAST, Cast, write_boxes
from sandtable.table.kernels.running import kernel, leaf
from sandtable.table.measure import FULL_TURN

Place = tuple[int, int, int]
"""Where the middle of a front is, and its heading."""
PLACE: Final = "UniTuple(int64, 3)"


@leaf
def write_footprint(nobody: Cast, shape: int, at: Place, i: int) -> None:
    """Write the rectangle around all bases of a body."""
    room, shapes, trig = nobody[0], nobody[3], nobody[4]
    x, y, heading = at
    sine, cosine, wide, deep = (
        trig[heading],
        trig[FULL_TURN + heading],
        shapes[shape] / 2,
        shapes[shape + 1] / 2,
    )
    room[i], room[i + 1], room[i + 2], room[i + 3] = x - deep * sine, y - deep * cosine, wide, deep
    room[i + 4], room[i + 5], room[i + 6] = sine, cosine, math.sqrt(wide * wide + deep * deep)


@kernel(f"float64({PLACE}, float64, {PLACE}, float64, {CAST})")
def gap_of_pair(here: Place, mine: float, there: Place, theirs: float, nobody: Cast) -> float:
    """The gap between two bodies, by their places and by where their shapes are told: a cast of nobody has
    room for their boxes."""
    room = nobody[0]
    first = write_boxes(nobody, int(mine), here, room, 0)
    last = first + write_boxes(nobody, int(theirs), there, room, BOX * first)
    return run_gap(room, 0, first, room, first, last)


@kernel(f"float64({PLACE}, float64, {PLACE}, float64, {CAST})")
def gap_of_footprints(here: Place, mine: float, there: Place, theirs: float, nobody: Cast) -> float:
    """The gap between the rectangles around two bodies, told as that of a pair is."""
    write_footprint(nobody, int(mine), here, 0)
    write_footprint(nobody, int(theirs), there, BOX)
    return box_gap(nobody[0], 0, nobody[0], BOX)

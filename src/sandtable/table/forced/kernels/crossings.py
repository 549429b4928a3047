"""Crossings: the stretches of a slide on which the parts of a body lie across lines."""

from __future__ import annotations

from typing import Final

from sandtable.table.compiled.running import Floats, kernel, leaf
from sandtable.table.movement.kernels.moving_boxes import slide_span
from sandtable.table.movement.kernels.rows import STAND, Stand
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import FULL_TURN, HAIR, TOLERANCE

PART: Final = 6
"""Numbers of a part of a body: its middle, half sizes, turn and radius."""


@leaf
def write_part(stand: Stand, parts: Floats, p: int, trig: Floats, row: Floats) -> None:
    """Write the box of a part of a body at a stand."""
    x, y, heading = stand
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    row[0] = x + parts[p] * cosine + parts[p + 1] * sine
    row[1] = y - parts[p] * sine + parts[p + 1] * cosine
    row[2], row[3] = parts[p + 2], parts[p + 3]
    turned = (heading + int(parts[p + 4])) % FULL_TURN
    row[4], row[5] = trig[turned], trig[FULL_TURN + turned]
    row[6], row[7] = parts[p + 5], -1.0


@kernel(f"int64({STAND}, int64, float64[::1], float64[::1], float64[::1], float64[::1], float64[::1])")
def spans_across(
    stand: Stand, heading: int, parts: Floats, lines: Floats, trig: Floats, row: Floats, spans: Floats
) -> int:
    """Write the stretches on which each part of a body that slides on a heading lies across each line, ahead
    or at the start; return how many.

    Lines are boxes without width; *row* is room for a box.
    """
    ux, uy, count = trig[heading], trig[FULL_TURN + heading], 0
    for p in range(0, len(parts), PART):
        write_part(stand, parts, p, trig, row)
        for line in range(0, len(lines), BOX):
            enter, leave = slide_span(row, 0, ux, uy, lines, line, HAIR)
            if enter < leave and leave > TOLERANCE:
                spans[2 * count], spans[2 * count + 1] = enter, leave
                count += 1
    return count

"""Standing room: at which of many places a body stands on the table and clear of everybody, in one call."""

from __future__ import annotations

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.room.kernels.turned_places import BERTH, Berth, least_gap
from sandtable.table.space.kernels.boxes import BOX, box_gap
from sandtable.table.space.lengths import HAIR, TOLERANCE


@leaf
def is_on_table(rows: Floats, i: int, width: float, depth: float) -> bool:
    """Whether box row i lies on a table of this size, by the one tolerance."""
    x, y, wide, deep = rows[i], rows[i + 1], rows[i + 2], rows[i + 3]
    sine, cosine = abs(rows[i + 4]), abs(rows[i + 5])
    across = wide * cosine + deep * sine - TOLERANCE - HAIR
    along = wide * sine + deep * cosine - TOLERANCE - HAIR
    return across <= x <= width - across and along <= y <= depth - along


@leaf
def is_near(a: Floats, i: int, b: Floats, j: int, more: float) -> bool:
    """Whether the circles around two boxes, and so much more, overlap."""
    dx, dy, reach = b[j] - a[i], b[j + 1] - a[i + 1], a[i + 6] + b[j + 6] + more
    return dx * dx + dy * dy < reach * reach


@kernel(
    f"void(float64[::1], float64[::1], float64[::1], int64[::1], int64[::1], int64, int64, {BERTH}, float64,"
    " float64, int64[::1])"
)
def clear_places(
    mine: Floats,
    rows: Floats,
    feet: Floats,
    feet_of: Wholes,
    sides: Wholes,
    number: int,
    side: int,
    berth: Berth,
    width: float,
    depth: float,
    clear: Wholes,
) -> None:
    """Write of each place, a box of the body with this number, 1 if it is on the table and clear of all.

    From enemies it keeps so far, or as far as where the body is now, if that is less.
    """
    for place in range(len(clear)):
        clear[place] = 1 if is_on_table(rows, place * BOX, width, depth) else 0
    for other in range(len(sides)):
        if other == number or feet_of[other] == feet_of[other + 1]:
            continue
        j, least = feet_of[other] * BOX, -TOLERANCE - HAIR
        if sides[other] != side and berth[0] > 0.0:
            least = berth[0] - berth[1]
            if is_near(mine, 0, feet, j, berth[0] + 1.0):
                least = least_gap(box_gap(mine, 0, feet, j), berth)
        for place in range(len(clear)):
            i = place * BOX
            near = clear[place] == 1 and is_near(feet, j, rows, i, max(least, 0.0) + 1.0)
            if near and box_gap(feet, j, rows, i) < least:
                clear[place] = 0

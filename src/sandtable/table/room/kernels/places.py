"""Places: whether a body could stand somewhere: on the table, clear of other bodies and off barred ground."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.measure.kernels.ground_near import box_over_piece
from sandtable.table.space.kernels.boxes import BOX, box_gap
from sandtable.table.space.kernels.ground_stretches import GROUND, Ground
from sandtable.table.space.lengths import DEGREE, FULL_TURN, GRID, HAIR, TOLERANCE

OVERLAPS: Final = 0
ROOM: Final = 1
TOO_NEAR: Final = 2
OFF_TABLE: Final = 3
ON_GROUND: Final = 4
"""How a place fits: it overlaps a body, has room, is too near to a body, sticks out over the table, or lies
over a barred piece of ground (which may be covered there)."""

OVERLAP: Final = -TOLERANCE - HAIR
"""A gap less than this is an overlap."""

MARGIN: Final = 1.0
"""Boxes are measured if the circles around them are no farther apart than matters and this."""

FRONT: Final = 3
"""Numbers of a shape about a point: how far its front lies ahead of the point, half its width, half its
depth."""

IN_DEGREES: Final = 180.0 / math.pi

Bodies = tuple[Floats, Wholes, Wholes, Floats]
"""The rectangles around all bodies, the start of each, the side of each, and how far to stay from each."""
BODIES: Final = "Tuple((float64[::1], int64[::1], int64[::1], float64[::1]))"

Table = tuple[Ground, Wholes, float, float, float]
"""The ground, the numbers of its barred pieces, the width and depth of the table, and how far a body may
overlap another or stick out over the table."""
TABLE: Final = f"Tuple(({GROUND}, int64[::1], float64, float64, float64))"

Mover = tuple[int, int, Floats, float, float]
"""The number and the side of the mover; the rectangle around it where it stands now, empty if the distance
from each body is given; the distance to keep from enemies, and the slack by which it may fall short."""
MOVER: Final = "Tuple((int64, int64, float64[::1], float64, float64))"


@leaf
def least_gap(gap: float, keep: float, slack: float) -> float:
    """The least distance of a place from an enemy whose distance from the mover is now *gap*.

    It is the distance to keep, or the present one but for the rounding of a place to the grid; where the
    mover touches the enemy, only an overlap counts.
    """
    if keep <= 0.0 or gap <= TOLERANCE + HAIR:
        return OVERLAP
    return min(keep - slack, gap - max(slack, GRID))


@leaf
def write_limits(mover: Mover, bodies: Bodies) -> None:
    """Write how far the mover has to stay from each body, unless that is known."""
    feet, feet_of, sides, limits = bodies
    _, side, mine, keep, slack = mover
    if len(mine) == 0:
        return
    for other in range(len(sides)):
        limits[other] = OVERLAP
        if sides[other] != side and feet_of[other] < feet_of[other + 1]:
            limits[other] = least_gap(box_gap(mine, 0, feet, feet_of[other] * BOX), keep, slack)


@leaf
def is_on_table(rows: Floats, i: int, width: float, depth: float, tolerance: float) -> bool:
    """Whether box row i lies on the table."""
    sine, cosine = abs(rows[i + 4]), abs(rows[i + 5])
    across = rows[i + 2] * cosine + rows[i + 3] * sine - tolerance
    along = rows[i + 2] * sine + rows[i + 3] * cosine - tolerance
    return across <= rows[i] <= width - across and along <= rows[i + 1] <= depth - along


@leaf
def fit_at(rows: Floats, i: int, bodies: Bodies, table: Table, near: Wholes, count: int) -> int:
    """How box row i fits among the first *count* bodies of *near* and on the ground."""
    feet, feet_of, _, limits = bodies
    ground, barred, width, depth, tolerance = table
    if not is_on_table(rows, i, width, depth, tolerance):
        return OFF_TABLE
    fit = ROOM
    for n in range(count):
        j, least = feet_of[near[n]] * BOX, limits[near[n]]
        dx, dy = feet[j] - rows[i], feet[j + 1] - rows[i + 1]
        reach = feet[j + 6] + rows[i + 6] + max(least, 0.0) + MARGIN
        if dx * dx + dy * dy < reach * reach:
            gap = box_gap(feet, j, rows, i)
            if gap < -tolerance:
                return OVERLAPS
            if gap < least:
                fit = TOO_NEAR
    if fit == ROOM:
        for n in range(len(barred)):
            if box_over_piece(rows, i, ground, barred[n], TOLERANCE):
                return ON_GROUND
    return fit


@kernel(f"void(float64[::1], {MOVER}, {BODIES}, {TABLE}, int64[::1], int64[::1])")
def fit_boxes(rows: Floats, mover: Mover, bodies: Bodies, table: Table, near: Wholes, fits: Wholes) -> None:
    """Write for each box of the mover how it fits; *near* is working room, a number for each body."""
    write_limits(mover, bodies)
    feet_of, count = bodies[1], 0
    for other in range(len(feet_of) - 1):
        if other != mover[0] and feet_of[other] < feet_of[other + 1]:
            near[count] = other
            count += 1
    for place in range(len(fits)):
        fits[place] = fit_at(rows, place * BOX, bodies, table, near, count)


@leaf
def whole_even(length: float) -> float:
    """The nearest whole number; halves go to the even one."""
    low = math.floor(length)
    rest = length - low
    if rest > 0.5 or (rest == 0.5 and low % 2 != 0):
        low += 1
    return float(low)


@leaf
def write_front(
    row: Floats, x: float, y: float, fronts: Floats, f: int, to_even: int, sine: float, cosine: float
) -> None:
    """Write the box of shape row f whose front lies ahead of a point and on the grid; *to_even* rounds halves
    to even numbers, otherwise they are rounded up."""
    ahead, wide, deep = fronts[f], fronts[f + 1], fronts[f + 2]
    front_x, front_y = x + ahead * sine, y + ahead * cosine
    if to_even == 1:
        front_x, front_y = whole_even(front_x), whole_even(front_y)
    else:
        front_x, front_y = float(math.floor(front_x + 0.5)), float(math.floor(front_y + 0.5))
    row[0], row[1] = front_x - deep * sine, front_y - deep * cosine
    row[2], row[3], row[4], row[5] = wide, deep, sine, cosine
    row[6], row[7] = math.sqrt(wide * wide + deep * deep), -1.0


@leaf
def widest(fronts: Floats) -> float:
    """How far any corner of the shapes lies from the point at most."""
    most = 0.0
    for f in range(0, len(fronts), FRONT):
        wide, deep = fronts[f + 1], fronts[f + 2]
        most = max(most, abs(fronts[f] - deep) + math.sqrt(wide * wide + deep * deep))
    return most


@kernel(
    f"void(float64, float64, float64[::1], int64[::1], int64, float64[::1], {MOVER}, {BODIES}, {TABLE},"
    " int64, float64[::1], int64[::1], int64[::1])"
)
def fit_fronts(
    x: float,
    y: float,
    fronts: Floats,
    headings: Wholes,
    to_even: int,
    trig: Floats,
    mover: Mover,
    bodies: Bodies,
    table: Table,
    most: int,
    row: Floats,
    near: Wholes,
    fits: Wholes,
) -> None:
    """Write for each shape about a point, and in it for each heading, how it fits.

    The rest is left as it is once *most* have room. *row* and *near* are working room: a box, and a number
    for each body.
    """
    write_limits(mover, bodies)
    feet, feet_of, _, limits = bodies
    # The grid sets a box off its place by less than the tolerance.
    within, count = widest(fronts) + TOLERANCE + MARGIN, 0
    for other in range(len(feet_of) - 1):
        if other != mover[0] and feet_of[other] < feet_of[other + 1]:
            j = feet_of[other] * BOX
            dx, dy, reach = feet[j] - x, feet[j + 1] - y, feet[j + 6] + within + max(limits[other], 0.0)
            if dx * dx + dy * dy <= reach * reach:
                near[count] = other
                count += 1
    for n in range(len(fits)):
        heading = headings[n % len(headings)]
        f = n // len(headings) * FRONT
        write_front(row, x, y, fronts, f, to_even, trig[heading], trig[FULL_TURN + heading])
        fits[n] = fit_at(row, 0, bodies, table, near, count)
        if fits[n] == ROOM:
            most -= 1
            if most == 0:
                return


@kernel("int64(float64, float64, int64, float64, float64[::1], int64[::1], int64[::1], int64[::1])")
def list_headings_to_enemies(
    x: float,
    y: float,
    side: int,
    sight: float,
    feet: Floats,
    feet_of: Wholes,
    sides: Wholes,
    headings: Wholes,
) -> int:
    """List after the first heading, which is given, those from a point to the middles of enemies in sight,
    each once; return how many headings there are."""
    count = 1
    for other in range(len(sides)):
        if sides[other] == side or feet_of[other] == feet_of[other + 1]:
            continue
        right, forward = feet[feet_of[other] * BOX] - x, feet[feet_of[other] * BOX + 1] - y
        if math.sqrt(right * right + forward * forward) <= sight:
            heading = int(whole_even(math.atan2(right, forward) * IN_DEGREES * DEGREE)) % FULL_TURN
            known = False
            for n in range(count):
                known = known or headings[n] == heading
            if not known:
                headings[count] = heading
                count += 1
    return count

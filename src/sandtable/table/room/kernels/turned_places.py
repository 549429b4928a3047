"""Swinging: in which shapes, and on which headings, a body could stand about one point, in one call."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.measure.kernels.ground_near import box_over_piece
from sandtable.table.space.kernels.body_boxes import BODY, CAST, Cast
from sandtable.table.space.kernels.boxes import BOX, box_gap
from sandtable.table.space.kernels.ground_stretches import GROUND, Ground
from sandtable.table.space.kernels.world import write_foot
from sandtable.table.space.lengths import DEGREE, FULL_TURN, GRID, HAIR, TOLERANCE

NO_ROOM: Final = 0
ROOM: Final = 1
ON_BARRED: Final = 2
"""Whether a body has room; or would have, were it not that it lies over barred ground, covered or not."""


NO_SIGHT: Final = -1.0
"""The sight of those who look for no enemies."""
IN_DEGREES: Final = 180.0 / math.pi
"""The degrees of a turn of 1."""


@leaf
def whole(length: float) -> float:
    """The whole number nearest to a length; halves go to the even one."""
    low = math.floor(length)
    rest = length - low
    if rest > 0.5 or (rest == 0.5 and low % 2 != 0):
        low += 1
    return float(low)


@leaf
def write_box(
    row: Floats, x: float, y: float, half_width: float, half_depth: float, sine: float, cosine: float
) -> None:
    """Write the box of a shape that looks out so and has its middle at a point, its front on the grid."""
    front_x, front_y = whole(x + half_depth * sine), whole(y + half_depth * cosine)
    row[0], row[1] = front_x - half_depth * sine, front_y - half_depth * cosine
    row[2], row[3], row[4], row[5] = half_width, half_depth, sine, cosine
    row[6] = math.sqrt(half_width * half_width + half_depth * half_depth)
    row[7] = -1.0


@leaf
def heading_to(right: float, forward: float) -> int:
    """The heading to what lies so far to the right and forward on the table, to the tenth of a degree."""
    return int(whole(math.atan2(right, forward) * IN_DEGREES * DEGREE)) % FULL_TURN


@leaf
def face_enemies(cast: Cast, mover: int, x: float, y: float, sight: float, headings: Wholes) -> int:
    """Write the heading of the mover, and those from a point to the middles of enemies in sight, each once;
    how many are they?"""
    feet, starts, bodies, _, _ = cast
    side, count = bodies[BODY * mover + 3], 1
    headings[0] = int(bodies[BODY * mover + 2])
    for other in range(len(starts) - 1):
        if starts[other] == starts[other + 1] or bodies[BODY * other + 3] == side:
            continue
        right, forward = feet[BOX * starts[other]] - x, feet[BOX * starts[other] + 1] - y
        if math.sqrt(right * right + forward * forward) <= sight:
            heading = heading_to(right, forward)
            if not is_named(heading, headings, count):
                headings[count] = heading
                count += 1
    return count


@leaf
def is_named(heading: int, headings: Wholes, count: int) -> bool:
    """Whether a heading is one of the first so many."""
    for n in range(count):  # noqa: SIM110 (numba compiles no generators here)
        if headings[n] == heading:
            return True
    return False


@leaf
def list_near(cast: Cast, mover: int, x: float, y: float, within: float, near: Wholes) -> int:
    """Write the rectangles around all bodies, and list those but the mover's that may come so near to a
    point; how many are they?"""
    feet, starts, _, _, _ = cast
    count = 0
    for body in range(len(starts) - 1):
        if starts[body] == starts[body + 1]:
            continue
        f = BOX * starts[body]
        write_foot(cast, body, feet, f)
        dx, dy, reach = feet[f] - x, feet[f + 1] - y, feet[f + 6] + within
        if body != mover and dx * dx + dy * dy <= reach * reach:
            near[count] = body
            count += 1
    return count


Berth = tuple[float, float]
"""The distance kept from enemies, and the slack with which it is compared."""
BERTH: Final = "UniTuple(float64, 2)"


@leaf
def least_gap(gap: float, berth: Berth) -> float:
    """How far a place must lie from an enemy at least from whom the mover is so far now.

    It is the distance kept, or no less than now but for the rounding of a place to the grid; where the mover
    touches the enemy, only overlapping bars it.
    """
    keep, slack = berth
    if keep <= 0.0 or gap <= TOLERANCE + HAIR:
        return -TOLERANCE - HAIR
    return min(keep - slack, gap - max(slack, GRID))


@leaf
def write_limits(cast: Cast, mover: int, berth: Berth, near: Wholes, count: int, limits: Floats) -> None:
    """Write how far the mover stays from each body near: the distance kept from enemies, or what it has."""
    feet, starts, bodies, _, _ = cast
    mine, side = starts[mover] * BOX, bodies[BODY * mover + 3]
    for n in range(count):
        other = near[n]
        limits[n] = -TOLERANCE - HAIR
        if bodies[BODY * other + 3] != side:
            limits[n] = least_gap(box_gap(feet, mine, feet, starts[other] * BOX), berth)


@leaf
def is_on_table(row: Floats, width: float, depth: float) -> bool:
    """Whether a box lies on the table."""
    sine, cosine = abs(row[4]), abs(row[5])
    across = row[2] * cosine + row[3] * sine - TOLERANCE - HAIR
    along = row[2] * sine + row[3] * cosine - TOLERANCE - HAIR
    return across <= row[0] <= width - across and along <= row[1] <= depth - along


@leaf
def is_off_near(row: Floats, boxes: Floats, starts: Wholes, near: Wholes, count: int, limits: Floats) -> bool:
    """Whether a box keeps its distance from every body near."""
    for n in range(count):
        i, least = starts[near[n]] * BOX, limits[n]
        dx, dy, reach = boxes[i] - row[0], boxes[i + 1] - row[1], boxes[i + 6] + row[6] + max(least, 0.0)
        if dx * dx + dy * dy <= reach * reach and box_gap(boxes, i, row, 0) < least:
            return False
    return True


@leaf
def is_off_ground(row: Floats, ground: Ground, barred: Wholes) -> bool:
    """Whether a box lies over no barred ground."""
    for n in range(len(barred)):  # noqa: SIM110 (numba compiles no generators here)
        if box_over_piece(row, 0, ground, barred[n], TOLERANCE):
            return False
    return True


@leaf
def widest(sizes: Floats) -> float:
    """The radius of the largest of the circles round some shapes, by their half sizes."""
    most = 0.0
    for n in range(0, len(sizes), 2):
        most = max(most, math.sqrt(sizes[n] * sizes[n] + sizes[n + 1] * sizes[n + 1]))
    return most


@kernel(
    f"int64(float64, float64, float64[::1], int64[::1], {CAST}, int64, {BERTH}, float64, {GROUND},"
    " int64[::1], float64, float64, float64[::1], float64[::1], int64[::1], int64[::1], int64[::1])"
)
def swing_all(
    x: float,
    y: float,
    sizes: Floats,
    steps: Wholes,
    cast: Cast,
    mover: int,
    berth: Berth,
    sight: float,
    ground: Ground,
    barred: Wholes,
    width: float,
    depth: float,
    row: Floats,
    limits: Floats,
    near: Wholes,
    headings: Wholes,
    free: Wholes,
) -> int:
    """Write for each shape, by its half sizes, and each heading whether the mover could stand so.

    The headings are first its own and those to enemies in sight, which are written down and how many there
    are is told, or none of them; then come the steps, without those named already. Of all bodies the
    rectangle around them is set out, one each; *row*, *limits* and *near* are room to work in.
    """
    feet, starts, _, _, trig = cast
    # The middle of a box lies off the point by less than the tolerance, for its front is on the grid.
    count = list_near(cast, mover, x, y, widest(sizes) + berth[0] + TOLERANCE, near)
    write_limits(cast, mover, berth, near, count, limits)
    faced = face_enemies(cast, mover, x, y, sight, headings) if sight >= 0.0 else 0
    k = 0
    for n in range(0, len(sizes), 2):
        for h in range(faced + len(steps)):
            heading = headings[h] if h < faced else steps[h - faced]
            free[k] = NO_ROOM
            if h < faced or not is_named(heading, headings, faced):
                write_box(row, x, y, sizes[n], sizes[n + 1], trig[heading], trig[FULL_TURN + heading])
                if is_on_table(row, width, depth) and is_off_near(row, feet, starts, near, count, limits):
                    free[k] = ROOM if is_off_ground(row, ground, barred) else ON_BARRED
            k += 1
    return faced

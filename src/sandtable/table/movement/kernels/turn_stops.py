"""Stops of turns: how far a body wheels before an obstacle bars it; slack and tight stops as in slides."""

from __future__ import annotations

import math

from sandtable.table.compiled.running import leaf
from sandtable.table.movement.kernels.ground_crossed import lies_over, turn_edge_span, turn_piece_span
from sandtable.table.movement.kernels.moving_boxes import NEVER, chord_to, turn_span
from sandtable.table.movement.kernels.rows import (
    BARS,
    CIRCLE,
    CIRCLE_X,
    CIRCLE_Y,
    FRONT,
    FRONT_REFUSED,
    HAIR,
    MINE,
    PASSABLE_PARALLEL,
    ROLE,
    ROUND,
    ROUND_REFUSED,
    TABLE,
    ZONE,
    ZONE_EDGES,
    Pivot,
    World,
    boxes_of,
    my_boxes,
    row_of,
)
from sandtable.table.movement.kernels.slide_stops import gap_to, limit_slack, nearer_bound
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.outlines import EDGE, box_over_ring
from sandtable.table.space.lengths import GRID, TOLERANCE


@leaf
def swing_of(world: World, pivot: Pivot) -> float:
    """The radius of the circle about a pivot that holds the mover."""
    numbers, index, _ = world
    start, end = my_boxes(index, MINE)
    swing = 0.0
    for i in range(start, end, BOX):
        dx, dy = numbers[i] - pivot[0], numbers[i + 1] - pivot[1]
        swing = max(swing, math.sqrt(dx * dx + dy * dy) + numbers[i + 6])
    return swing


@leaf
def turns_into(world: World, pivot: Pivot, body: int, inset: float, reach: float) -> float:
    """When the mover, turning, first comes within the reach of a body."""
    numbers, index, _ = world
    px, py, sense = pivot
    start, end = my_boxes(index, MINE)
    first, last = boxes_of(index, body)
    stop = NEVER
    for i in range(start, end, BOX):
        for j in range(first * BOX, last * BOX, BOX):
            enter, _ = turn_span(numbers, i, px, py, sense, numbers, j, inset, reach)
            stop = min(stop, enter)
    return stop


@leaf
def turn_bar_stop(world: World, pivot: Pivot, body: int, slack: float, gap: float) -> tuple[float, int]:
    """When a turn runs into a body that bars its way; and whether that is tight."""
    if gap >= -slack:
        return turns_into(world, pivot, body, slack, 0.0), 0
    if gap >= -TOLERANCE - HAIR:
        return turns_into(world, pivot, body, TOLERANCE + HAIR, 0.0), 1
    return NEVER, 0


@leaf
def turn_keep_stop(world: World, pivot: Pivot, body: int, slack: float, gap: float) -> tuple[float, int]:
    """When a turn comes nearer to a body than is to be kept, or nearer than it is; and if that is tight."""
    numbers, index, _ = world
    r = row_of(index, body)
    limit, most = numbers[r + ROUND], limit_slack(world)
    bound, tight = limit - min(slack, most), 1 if most < GRID else 0
    if gap < bound:
        bound, tight = nearer_bound(gap, limit, numbers[r + ROUND_REFUSED], most), 1
    if bound < 0.0:
        return 0.0, 0
    if bound == 0.0:
        return NEVER, 0
    return turns_into(world, pivot, body, 0.0, bound), tight


@leaf
def is_in_zone(world: World, body: int, inset: float) -> bool:
    """Whether a body lies in the zone before the mover."""
    numbers, index, _ = world
    first, last = boxes_of(index, body)
    for j in range(first * BOX, last * BOX, BOX):
        if box_over_ring(numbers, index[ZONE], index[ZONE] + index[ZONE_EDGES], numbers, j, inset):
            return True
    return False


@leaf
def turn_front_stop(world: World, pivot: Pivot, body: int, slack: float, gap: float) -> tuple[float, int]:
    """When a turn brings a body into the zone before the mover, or nearer if there; and if that is tight."""
    numbers, index, _ = world
    most = limit_slack(world)
    inset, tight = min(slack, most), 0
    if is_in_zone(world, body, inset):
        inset, tight = most, 1
        if is_in_zone(world, body, inset):
            if numbers[row_of(index, body) + FRONT_REFUSED] == 1.0:
                return 0.0, 0
            if gap <= TOLERANCE + HAIR:
                return NEVER, 0
            return turns_into(world, pivot, body, 0.0, gap - min(slack, most)), 1
    back = (pivot[0], pivot[1], -pivot[2])
    first, last = boxes_of(index, body)
    stop, final = NEVER, -NEVER
    for j in range(first * BOX, last * BOX, BOX):
        for e in range(index[ZONE] * EDGE, (index[ZONE] + index[ZONE_EDGES]) * EDGE, EDGE):
            stop, final = turn_edge_span(numbers, j, back, e, inset, stop, final)
    return stop, tight


@leaf
def is_out_of_swing(world: World, pivot: Pivot, swing: float, body: int) -> bool:
    """Whether a turn cannot matter to a body, judged by the circle round it."""
    numbers, index, _ = world
    r = row_of(index, body)
    dx, dy = numbers[r + CIRCLE_X] - pivot[0], numbers[r + CIRCLE_Y] - pivot[1]
    reach = swing + numbers[r + CIRCLE] + max(numbers[r + ROUND], numbers[r + FRONT]) + GRID
    return dx * dx + dy * dy > reach * reach


@leaf
def body_turn_stop(
    world: World, pivot: Pivot, chord: float, swing: float, body: int, slack: float
) -> tuple[float, int]:
    """When one body stops a turn of at most a chord, and whether that stop is tight."""
    if is_out_of_swing(world, pivot, swing, body):
        return NEVER, 0
    numbers, index, _ = world
    r = row_of(index, body)
    gap = gap_to(world, MINE, body)
    if gap > swing * math.sqrt(chord) + max(numbers[r + ROUND], numbers[r + FRONT]) + GRID:
        return NEVER, 0
    stop, tight = NEVER, 0
    if numbers[r + ROLE] == BARS or numbers[r + ROLE] == PASSABLE_PARALLEL:
        stop, tight = turn_bar_stop(world, pivot, body, slack, gap)
    if numbers[r + ROUND] > 0.0:
        kept, close = turn_keep_stop(world, pivot, body, slack, gap)
        stop, tight = min(stop, kept), max(tight, close)
    if numbers[r + FRONT] > 0.0:
        kept, close = turn_front_stop(world, pivot, body, slack, gap)
        stop, tight = min(stop, kept), max(tight, close)
    return stop, tight


@leaf
def piece_turn_stop(world: World, piece: int, pivot: Pivot, chord: float, slack: float) -> tuple[float, int]:
    """When a turn runs into barred ground; and whether that is tight."""
    inset, tight = slack, 0
    if lies_over(world, piece, MINE, slack):
        inset, tight = max(slack, TOLERANCE + HAIR), 1
        if lies_over(world, piece, MINE, inset):
            return NEVER, 0
    first, _ = turn_piece_span(world, piece, pivot, chord, inset)
    return first, tight


@leaf
def side_turn_stop(world: World, pivot: Pivot, slack: float) -> tuple[float, int]:
    """When a turn leads over a side of the table; and whether that is tight."""
    numbers, index, _ = world
    px, py, _ = pivot
    width, depth = numbers[index[TABLE]], numbers[index[TABLE] + 1]
    stop, tight = NEVER, 0
    if min(px, width - px, py, depth - py) > swing_of(world, pivot) + TOLERANCE:
        return stop, tight
    start, end = my_boxes(index, MINE)
    for i in range(start, end, BOX):
        sine, cosine = numbers[i + 4], numbers[i + 5]
        for corner in range(4):
            across = numbers[i + 2] if corner % 2 == 0 else -numbers[i + 2]
            along = numbers[i + 3] if corner < 2 else -numbers[i + 3]
            vx = numbers[i] - px + across * cosine + along * sine
            vy = numbers[i + 1] - py - across * sine + along * cosine
            for side in range(4):
                edge = (width if side == 1 else depth) if side % 2 == 1 else 0.0
                crossed, close = corner_over_side(vx, vy, pivot, side, edge, slack)
                stop, tight = min(stop, crossed), max(tight, close)
    return stop, tight


@leaf
def corner_over_side(
    vx: float, vy: float, pivot: Pivot, side: int, edge: float, slack: float
) -> tuple[float, int]:
    """When a corner at v from the pivot goes over a side of the table (0 to 3); and whether that is tight."""
    start, at = (pivot[0], vx) if side < 2 else (pivot[1], vy)
    square = vx * vx + vy * vy
    outwards = 1.0 if side % 2 == 1 else -1.0
    room = outwards * (edge - start - at)
    if square == 0.0 or room < -max(slack, TOLERANCE + HAIR):
        return NEVER, 0
    give, tight = slack, 0
    if room < -slack:
        give, tight = TOLERANCE + HAIR, 1
    across = edge + outwards * give - start
    rest = square - across * across
    if rest <= 0.0:
        return NEVER, tight
    stop = NEVER
    for n in range(2):
        root = math.sqrt(rest) if n == 0 else -math.sqrt(rest)
        wx, wy = (across, root) if side < 2 else (root, across)
        stop = min(stop, chord_to(vx, vy, wx, wy, pivot[2], square))
    return stop, tight

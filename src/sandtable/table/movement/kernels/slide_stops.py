"""Stops of slides: how far a body goes along a line before an obstacle bars its way.

*Slack* is how much deeper than touching a path may come. A path is judged with the tolerance of touching as
its slack; a stop is found with a hair, so that a body halts where it touches and not a tolerance beyond. A
body that touches already, within the tolerance, gets the tolerance as its slack, and its stop is *tight*:
its end on the grid has to be checked again. What a body stands in already, deeper than the
tolerance, does not stop it: it may leave.

A distance to keep has a slack of its own, which the terms name. Where it is less than the rounding of an end
to the grid, every stop by such a distance is tight. A mover that stands nearer already, or turns or reforms
on the spot, comes no nearer than it is, but for the rounding; one that touches already is barred by
overlapping only.
"""

from __future__ import annotations

from sandtable.table.compiled.running import Floats, leaf
from sandtable.table.movement.kernels.ground_crossed import slide_piece_spans, slide_ring_spans
from sandtable.table.movement.kernels.moving_boxes import NEVER, slide_near, slide_span
from sandtable.table.movement.kernels.rows import (
    ABSENT,
    BARS,
    ENDED,
    FRONT,
    FRONT_REFUSED,
    HAIR,
    LIMIT_SLACK,
    MINE,
    MY_BOXES,
    ROLE,
    ROUND,
    ROUND_REFUSED,
    SPANS,
    TABLE,
    ZONE,
    ZONE_EDGES,
    SlideLine,
    World,
    boxes_of,
    may_pass,
    my_boxes,
    row_of,
)
from sandtable.table.space.kernels.boxes import BOX, run_gap
from sandtable.table.space.kernels.ground_stretches import cut
from sandtable.table.space.lengths import GRID, TOLERANCE


@leaf
def gap_to(world: World, where: int, body: int) -> float:
    """The gap from the mover at MINE or ENDED to a body; minus the depth of overlap if they overlap."""
    numbers, index, _ = world
    first, last = boxes_of(index, body)
    return run_gap(numbers, index[where], index[where] + index[MY_BOXES], numbers, first, last)


@leaf
def limit_slack(world: World) -> float:
    """By how much a distance may fall short of one to keep."""
    return world[0][world[1][TABLE] + LIMIT_SLACK]


@leaf
def nearer_bound(gap: float, limit: float, refused: float, slack: float) -> float:
    """The reach that holds for a mover this near to a body it must keep a limit from, by the slack of limits;
    -1: it may not move.

    It is 0 where the two touch: then only overlapping bars the way.
    """
    if gap >= limit - slack:
        return limit - slack
    if refused == 1.0:
        return -1.0
    return gap - slack if gap > TOLERANCE + HAIR else 0.0


@leaf
def is_beyond(numbers: Floats, i: int, way: SlideLine, j: int, margin: float) -> bool:
    """Whether box i cannot come within a margin of box j on a slide, judged by the circles round them."""
    ux, uy, length = way
    dx, dy = numbers[j] - numbers[i], numbers[j + 1] - numbers[i + 1]
    reach = numbers[i + 6] + numbers[j + 6] + margin
    across = dx * uy - dy * ux
    along = dx * ux + dy * uy
    return across > reach or across < -reach or along < -reach or along > length + reach


@leaf
def bars_slide(world: World, way: SlideLine, body: int, slack: float) -> float:
    """When a slide first overlaps a body by more than the slack; before 0 if it does at the start."""
    numbers, index, _ = world
    start, end = my_boxes(index, MINE)
    first, last = boxes_of(index, body)
    stop = NEVER
    for i in range(start, end, BOX):
        for j in range(first * BOX, last * BOX, BOX):
            if not is_beyond(numbers, i, way, j, 0.0):
                enter, leave = slide_span(numbers, i, way[0], way[1], numbers, j, slack)
                if enter < stop and leave > 0.0:
                    stop = enter
    return stop


@leaf
def keeps_slide(world: World, way: SlideLine, body: int, reach: float) -> float:
    """When a slide first comes nearer than *reach* to a body."""
    numbers, index, _ = world
    start, end = my_boxes(index, MINE)
    first, last = boxes_of(index, body)
    stop = NEVER
    for i in range(start, end, BOX):
        for j in range(first * BOX, last * BOX, BOX):
            if not is_beyond(numbers, i, way, j, reach):
                stop = min(stop, slide_near(numbers, i, way[0], way[1], numbers, j, reach))
    return stop


@leaf
def zone_slide(world: World, way: SlideLine, body: int, slack: float) -> float:
    """When a body first comes into the zone before a mover that slides; 0 if it is in it at the start."""
    numbers, index, _ = world
    back = (-way[0], -way[1], way[2])
    first, last = boxes_of(index, body)
    zone, spans = index[ZONE], index[SPANS]
    stop = NEVER
    for j in range(first * BOX, last * BOX, BOX):
        end = slide_ring_spans(numbers, j, back, zone, zone + index[ZONE_EDGES], 0, slack, spans)
        if end > spans:
            stop = min(stop, numbers[spans])
    return stop


@leaf
def slide_bar_stop(world: World, way: SlideLine, body: int, slack: float) -> tuple[float, int]:
    """When a slide runs into a body that bars its way; and whether that is tight."""
    stop = bars_slide(world, way, body, slack)
    if stop > 0.0:
        return stop, 0
    stop = bars_slide(world, way, body, max(slack, TOLERANCE + HAIR))
    if stop > 0.0:
        return stop, 1
    return NEVER, 0


@leaf
def slide_keep_stop(world: World, way: SlideLine, body: int, slack: float) -> tuple[float, int]:
    """When a slide comes nearer to a body than is to be kept, or nearer than it is; and if that is tight."""
    numbers, index, _ = world
    r = row_of(index, body)
    limit, most = numbers[r + ROUND], limit_slack(world)
    if keeps_slide(world, way, body, limit + GRID) > way[2]:
        return NEVER, 0
    stop = keeps_slide(world, way, body, limit - min(slack, most))
    if stop > 0.0:
        return stop, 1 if most < GRID else 0
    bound = nearer_bound(gap_to(world, MINE, body), limit, numbers[r + ROUND_REFUSED], most)
    if bound < 0.0:
        return 0.0, 0
    if bound == 0.0:
        return NEVER, 0
    return keeps_slide(world, way, body, bound), 1


@leaf
def slide_front_stop(world: World, way: SlideLine, body: int, slack: float) -> tuple[float, int]:
    """When a slide brings a body into the zone before the mover, or nearer if there; and if that is tight."""
    numbers, index, _ = world
    most = limit_slack(world)
    stop = zone_slide(world, way, body, min(slack, most))
    if stop > 0.0:
        return stop, 0
    stop = zone_slide(world, way, body, most)
    if stop > 0.0:
        return stop, 1
    if numbers[row_of(index, body) + FRONT_REFUSED] == 1.0:
        return 0.0, 0
    gap = gap_to(world, MINE, body)
    if gap <= TOLERANCE + HAIR:
        return NEVER, 0
    return keeps_slide(world, way, body, gap - min(slack, most)), 1


@leaf
def body_slide_stop(world: World, way: SlideLine, heading: int, body: int, slack: float) -> tuple[float, int]:
    """When one body stops a slide, for any reason, and whether that stop is tight."""
    numbers, index, _ = world
    r = row_of(index, body)
    stop, tight = NEVER, 0
    if numbers[r + ROLE] == BARS or (numbers[r + ROLE] > BARS and not may_pass(numbers, r, heading)):
        stop, tight = slide_bar_stop(world, way, body, slack)
    if numbers[r + ROUND] > 0.0:
        kept, close = slide_keep_stop(world, way, body, slack)
        stop, tight = min(stop, kept), max(tight, close)
    if numbers[r + FRONT] > 0.0:
        kept, close = slide_front_stop(world, way, body, slack)
        stop, tight = min(stop, kept), max(tight, close)
    return stop, tight


@leaf
def cut_spans(numbers: Floats, k: int, opened: int, end: int) -> int:
    """Take the spans from k to *opened* out of those from there to *end*; give their new end."""
    for s in range(k, opened, 2):
        end = cut(numbers, opened, end, numbers[s], numbers[s + 1])
    return end


@leaf
def piece_slide_stop(
    world: World, piece: int, way: SlideLine, slack: float, k: int, opened: int
) -> tuple[float, int]:
    """When a slide runs into barred ground that no opening sets aside; and whether that is tight.

    The spans in which openings lie under the body are in the numbers from k to *opened*.
    """
    numbers = world[0]
    end = cut_spans(numbers, k, opened, slide_piece_spans(world, piece, MINE, way, slack, opened))
    tight = 0
    if end > opened and numbers[opened] <= 0.0:
        tight = 1
        inset = max(slack, TOLERANCE + HAIR)
        end = cut_spans(numbers, k, opened, slide_piece_spans(world, piece, MINE, way, inset, opened))
    for s in range(opened, end, 2):
        if numbers[s] > 0.0:
            return numbers[s], tight
    return NEVER, tight


@leaf
def side_room(world: World, i: int, side: int) -> float:
    """How far box i is from the left, right, bottom or top side of the table (0 to 3)."""
    numbers, index, _ = world
    sine, cosine, table = abs(numbers[i + 4]), abs(numbers[i + 5]), index[TABLE]
    if side < 2:
        half, at = numbers[i + 2] * cosine + numbers[i + 3] * sine, numbers[i]
        return at - half if side == 0 else numbers[table] - at - half
    half, at = numbers[i + 2] * sine + numbers[i + 3] * cosine, numbers[i + 1]
    return at - half if side == 2 else numbers[table + 1] - at - half


@leaf
def side_slide_stop(world: World, way: SlideLine, slack: float) -> tuple[float, int]:
    """When a slide leads over a side of the table; and whether that is tight."""
    start, end = my_boxes(world[1], MINE)
    stop, tight = NEVER, 0
    for side in range(4):
        speed = way[0] if side < 2 else way[1]
        if side % 2 == 0:
            speed = -speed
        if speed <= HAIR:
            continue
        for i in range(start, end, BOX):
            room = side_room(world, i, side)
            if room + slack > 0.0:
                stop = min(stop, (room + slack) / speed)
            else:
                tight = 1
                stop = min(stop, max(room + TOLERANCE, 0.0) / speed)
    return stop, tight


@leaf
def overhang(world: World, where: int) -> float:
    """How far the mover at MINE or ENDED sticks out over the table; negative by the room that is left."""
    start, end = my_boxes(world[1], where)
    out = -NEVER
    for side in range(4):
        for i in range(start, end, BOX):
            out = max(out, -side_room(world, i, side))
    return out


@leaf
def keeps_clear(world: World, body: int, set_down: int) -> bool:
    """Whether the end of a leg, once on the grid, keeps clear of a body as its start did.

    A mover that is set down anew (1) where it stands is not refused for the rounding of its place.
    """
    numbers, index, _ = world
    r = row_of(index, body)
    role, limit = numbers[r + ROLE], numbers[r + ROUND]
    if role != BARS and limit == 0.0:
        return True
    gap = gap_to(world, ENDED, body)
    if gap >= limit and gap >= -TOLERANCE:
        return True
    before = gap_to(world, MINE, body)
    if role == BARS and gap < -TOLERANCE <= before:
        return False
    if limit == 0.0 or before <= TOLERANCE + HAIR:
        return True
    bound = limit - limit_slack(world)
    if set_down == 1 or before < bound:
        bound = min(bound, before - max(limit_slack(world), GRID))
    return gap >= bound


@leaf
def sets_down_clear(world: World, body: int) -> bool:
    """Whether a body is not newly overlapped by a mover that is set down; even one that may be passed bars
    it."""
    numbers, index, _ = world
    if numbers[row_of(index, body) + ROLE] == ABSENT or gap_to(world, ENDED, body) >= -TOLERANCE:
        return True
    return gap_to(world, MINE, body) < -TOLERANCE

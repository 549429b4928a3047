"""Flush contact: where a body comes to lie flush against an edge of another, clear of all others.

How many bases touch at which asides is read from rows made once for each pair of shapes: the number of
levels, then for each level its bases, the number of its spans, and where each of them begins and ends.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.charge.kernels.standing_room import (
    ASIDES,
    FIGURE,
    NO_ROOM,
    ONE,
    OTHER,
    PLANES,
    ROOM,
    SOLID,
    TOUCHING,
    TRIED,
    Land,
    Workspace,
    facing_middle,
    room_at,
    slid,
)
from sandtable.table.compiled.running import Floats, leaf
from sandtable.table.space.kernels.body_boxes import BODY, PART, SHAPE, BodyArrays, FloatPose
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_stretches import sort_shares
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.kernels.polygons import POINT, clip_figure, nearest_whole, write_corners
from sandtable.table.space.lengths import FULL_TURN, TOLERANCE

CLEAR: Final = TOLERANCE + 1
"""The distance at which two bodies do not touch, however they are rounded to the grid."""

Tries = tuple[Floats, int, int, int]
"""A row with the sorted asides from one place to another; from a third place on the number of tried asides
that are not among them, whether each aside was tried, and those others."""


# ------------------------------------------------------------------ asides that may be clear
@leaf
def list_ends(
    arrays: BodyArrays, shape: int, pose: FloatPose, points: int, workspace: Workspace, end: int
) -> int:
    """Write the asides at which a body just clears a figure with this many points; return their end."""
    shapes, trig = arrays[3], arrays[4]
    row, at = workspace
    x, y, heading = pose
    sine, cosine, one, planes = trig[heading], trig[FULL_TURN + heading], at[FIGURE], at[PLANES]
    for n in range(points):
        dx, dy = row[one + POINT * n] - x, row[one + POINT * n + 1] - y
        row[one + POINT * n], row[one + POINT * n + 1] = dx * cosine - dy * sine, dx * sine + dy * cosine
    for n in range(int(shapes[shape + 2])):
        p = shape + SHAPE + PART * n
        row[planes], row[planes + 1], row[planes + 2] = 0.0, 1.0, shapes[p + 1] + shapes[p + 3]
        row[planes + 3], row[planes + 4] = 0.0, -1.0
        row[planes + 5] = -(shapes[p + 1] - shapes[p + 3])
        for apart in (0.0, CLEAR):
            place, left = clip_figure(row, one, points, at[ONE], at[OTHER], row, planes, planes + 6, apart)
            away = shapes[p + 2] + apart
            for k in range(left):
                middle = row[place + POINT * k] - shapes[p]
                row[end], row[end + 1] = math.floor(middle - away), math.ceil(middle + away)
                end += 2
    return end


@leaf
def list_at_the_edge(
    arrays: BodyArrays, shape: int, pose: FloatPose, size: tuple[float, float], row: Floats, end: int
) -> int:
    """Write the asides at which a corner of a body lies on an edge of the table; return their end."""
    shapes, trig = arrays[3], arrays[4]
    sine, cosine = trig[pose[2]], trig[FULL_TURN + pose[2]]
    for corner in range(4):
        right = -shapes[shape] / 2 if corner in (0, 3) else shapes[shape] / 2
        forward = 0.0 if corner < 2 else -shapes[shape + 1]
        x, y = pose[0] + right * cosine + forward * sine, pose[1] - right * sine + forward * cosine
        if abs(cosine) > TOLERANCE / size[0]:
            for limit in (0.0, size[0]):
                row[end], row[end + 1] = math.floor((limit - x) / cosine), math.ceil((limit - x) / cosine)
                end += 2
        if abs(sine) > TOLERANCE / size[0]:
            for limit in (0.0, size[1]):
                row[end], row[end + 1] = math.floor((limit - y) / -sine), math.ceil((limit - y) / -sine)
                end += 2
    return end


@leaf
def write_ring(land: Land, ring: int, row: Floats, at: int) -> int:
    """Write the points of a ring; return how many."""
    edges, rings = land[0][0], land[0][1]
    for e in range(rings[ring] * EDGE, rings[ring + 1] * EDGE, EDGE):
        row[at], row[at + 1] = edges[e], edges[e + 1]
        row[at + 2], row[at + 3] = edges[e + 2], edges[e + 3]
        at += POINT
    return rings[ring + 1] - rings[ring] + 1


@leaf
def list_asides(
    arrays: BodyArrays, land: Land, unit: int, target: int, pose: FloatPose, workspace: Workspace
) -> int:
    """Write, sorted and each once, the asides at which a body laid against a target just clears something: a
    neighbour, solid ground, the edge of the table; return their end."""
    boxes, starts, bodies, shapes = arrays[0], arrays[1], arrays[2], arrays[3]
    row, at = workspace
    mine, theirs = int(bodies[BODY * unit + 4]), int(bodies[BODY * target + 4])
    edge = max(shapes[theirs], shapes[theirs + 1])
    reach, end = edge / 2 + shapes[mine] + shapes[mine + 1] + 2 * TOLERANCE, at[ASIDES]
    for other in range(len(starts) - 1):
        if other in (unit, target):
            continue
        for box in range(starts[other], starts[other + 1]):
            i = box * BOX
            far = reach + boxes[i + 6]
            if abs(boxes[i] - pose[0]) <= far and abs(boxes[i + 1] - pose[1]) <= far:
                write_corners(boxes, i, 0.0, row, at[FIGURE])
                end = list_ends(arrays, mine, pose, 4, workspace, end)
    for piece in range(len(land[1])):
        if land[1][piece] & SOLID:
            for ring in range(land[0][2][piece], land[0][2][piece + 1]):
                points = write_ring(land, ring, row, at[FIGURE])
                end = list_ends(arrays, mine, pose, points, workspace, end)
    end = list_at_the_edge(arrays, mine, pose, land[4], row, end)
    return kept_asides(row, at[ASIDES], end, (edge + shapes[mine]) / 2)


@leaf
def kept_asides(row: Floats, first: int, end: int, most: float) -> int:
    """Keep the asides within the greatest, sorted and each once; return their end."""
    kept = first
    for n in range(first, end):
        if -most <= row[n] <= most:
            row[kept] = row[n]
            kept += 1
    sort_shares(row, first, kept)
    end = first
    for n in range(first, kept):
        if end == first or row[n] != row[end - 1]:
            row[end] = row[n]
            end += 1
    return end


# ------------------------------------------------------------------ the best place
@leaf
def into_span(aside: float, first: float, last: float) -> float:
    """The whole aside of a stretch that is nearest to the wished one."""
    low = float(math.ceil(first))
    return nearest_whole(min(max(aside, low), max(float(math.floor(last)), low)))


@leaf
def is_before(one: float, other: float, wished: float) -> bool:
    """Whether one aside is nearer to the wished one than another, or as near and farther to the left."""
    near, far = abs(one - wished), abs(other - wished)
    return near < far or (near == far and one < other)


@leaf
def first_aside(levels: Floats, k: int, spans: int, wished: float) -> float:
    """The aside of a level that is nearest to the wished one."""
    best = into_span(wished, levels[k], levels[k + 1])
    for n in range(1, spans):
        aside = into_span(wished, levels[k + 2 * n], levels[k + 2 * n + 1])
        if is_before(aside, best, wished):
            best = aside
    return best


@leaf
def is_in_spans(levels: Floats, k: int, spans: int, aside: float) -> bool:
    """Whether an aside lies in one of the stretches of a level."""
    for n in range(spans):  # noqa: SIM110 (numba compiles no generators here)
        if levels[k + 2 * n] <= aside <= levels[k + 2 * n + 1]:
            return True
    return False


@leaf
def found_at(row: Floats, first: int, last: int, value: float) -> int:
    """The place of a number in a sorted stretch of a row; -1 if it is not there."""
    low, high = first, last
    while low < high:
        middle = (low + high) // 2
        if row[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low if low < last and row[low] == value else -1


@leaf
def mark_tried(tries: Tries, aside: float) -> None:
    """Note that an aside was tried."""
    row, asides, end, tried = tries
    place = found_at(row, asides, end, aside)
    if place >= 0:
        row[tried + 1 + place - asides] = 1.0
    else:
        last = tried + end - asides + 2 + int(row[tried])
        row[last] = aside
        row[tried] += 1.0


@leaf
def was_tried(tries: Tries, aside: float) -> bool:
    """Whether an aside was tried."""
    row, asides, end, tried = tries
    place = found_at(row, asides, end, aside)
    if place >= 0:
        return row[tried + 1 + place - asides] == 1.0
    first = tried + end - asides + 2
    for n in range(first, first + int(row[tried])):  # noqa: SIM110 (numba compiles no generators here)
        if row[n] == aside:
            return True
    return False


@leaf
def next_aside(
    levels: Floats, k: int, spans: int, wished: float, tries: Tries, left: int, right: int
) -> tuple[int, int, float]:
    """The aside of a level, not yet tried, that is nearest to the wished one; infinite if there is none.

    All asides between the places *left* and *right* were tried before; the new places are returned first.
    """
    row, asides, end, _ = tries
    while left >= asides and not (
        is_in_spans(levels, k, spans, row[left]) and not was_tried(tries, row[left])
    ):
        left -= 1
    while right < end and not (
        is_in_spans(levels, k, spans, row[right]) and not was_tried(tries, row[right])
    ):
        right += 1
    best = row[left] if left >= asides else math.inf
    if right < end and (best == math.inf or is_before(row[right], best, wished)):
        best = row[right]
    for n in range(spans):
        aside = into_span(wished, levels[k + 2 * n], levels[k + 2 * n + 1])
        if (best == math.inf or is_before(aside, best, wished)) and not was_tried(tries, aside):
            best = aside
    return left, right, best


@leaf
def begun(row: Floats, asides: int, end: int, tried: int, first: float) -> Tries:
    """The asides with only the first marked as tried."""
    for n in range(tried, tried + end - asides + 2):
        row[n] = 0.0
    tries = (row, asides, end, tried)
    mark_tried(tries, first)
    return tries


@leaf
def beside(tries: Tries, wished: float) -> int:
    """The place of the last aside that is not to the right of the wished one."""
    row, asides, end, _ = tries
    right = asides
    while right < end and row[right] <= wished:
        right += 1
    return right - 1


@leaf
def straight_down(arrays: BodyArrays, unit: int, middle: FloatPose) -> float:
    """The aside at which the middle of a body's front projects onto an edge."""
    x, y = arrays[2][BODY * unit] - middle[0], arrays[2][BODY * unit + 1] - middle[1]
    return x * arrays[4][FULL_TURN + middle[2]] - y * arrays[4][middle[2]]


@leaf
def lay(
    arrays: BodyArrays,
    land: Land,
    unit: int,
    target: int,
    side: int,
    levels: Floats,
    k: int,
    workspace: Workspace,
) -> tuple[FloatPose, int, int]:
    """Where a body is laid flush against a side so that most bases touch; the bases; whether there is room.

    *levels* from place k hold how many bases touch at which asides, the most first. A place that touches no
    other enemy comes before one that does; then the one nearest to where the middle projects onto the side;
    then the one farthest to the left. The other asides are listed only if the first place has no room.
    """
    row, at = workspace
    middle = facing_middle(arrays, target, side)
    wished = straight_down(arrays, unit, middle)
    tries = (row, at[ASIDES], at[ASIDES], at[TRIED])
    listed, level = False, k + 1
    row[at[TRIED]] = 0.0
    for _ in range(int(levels[k])):
        bases, spans = int(levels[level]), int(levels[level + 1])
        first = first_aside(levels, level + 2, spans, wished)
        aside = math.inf if was_tried(tries, first) else first
        best, found, left, right, begins = middle, NO_ROOM, 0, 0, True
        while begins or aside != math.inf:
            if aside != math.inf:
                mark_tried(tries, aside)
                pose = slid(arrays, middle, aside)
                room = room_at(arrays, land, unit, target, pose, workspace)
                if room == ROOM:
                    return pose, bases, room
                if room == TOUCHING and found == NO_ROOM:
                    best, found = pose, room
            if begins:
                if not listed:
                    end = list_asides(arrays, land, unit, target, middle, workspace)
                    tries = begun(row, at[ASIDES], end, at[TRIED], first)
                left = beside(tries, wished)
                right, begins, listed = left + 1, False, True
            left, right, aside = next_aside(levels, level + 2, spans, wished, tries, left, right)
        if found != NO_ROOM:
            return best, bases, found
        level += 2 + 2 * spans
    return middle, 0, NO_ROOM

"""Straight ways of points: which bodies they certainly reach, and how near bodies are to them."""

from __future__ import annotations

import math

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.room.kernels.straight_ways import BEYOND, DOUBTFUL, MARGIN, OPEN, UprightBox
from sandtable.table.space.kernels.boxes import BOX


@leaf
def nearest_in(boxes: Floats, i: int, x: float, y: float) -> tuple[float, float]:
    """The point of box row i that is nearest to a point; the same floats as `nearest_in_box` gives."""
    wide, deep, sin, cos = boxes[i + 2], boxes[i + 3], boxes[i + 4], boxes[i + 5]
    dx, dy = x - boxes[i], y - boxes[i + 1]
    right, forward = dx * cos - dy * sin, dx * sin + dy * cos
    across = wide if right > wide else -wide if right < -wide else right
    along = deep if forward > deep else -deep if forward < -deep else forward
    if across == right and along == forward:
        return x, y
    return boxes[i] + across * cos + along * sin, boxes[i + 1] - across * sin + along * cos


@leaf
def gap_to_point(boxes: Floats, i: int, x: float, y: float) -> float:
    """The distance of a point from box row i; the same float as `distance_to_point` gives."""
    there_x, there_y = nearest_in(boxes, i, x, y)
    dx, dy = there_x - x, there_y - y
    return math.sqrt(dx * dx + dy * dy)


@leaf
def is_blocked(
    way: UprightBox, feet: Floats, feet_of: Wholes, sides: Wholes, side: int, room: float, bars: Floats
) -> bool:
    """Whether an enemy with *room* about it, or a rectangle of closed ground, may lie in a way."""
    left, low, right, high = way
    for other in range(len(sides)):
        if sides[other] != side and feet_of[other] < feet_of[other + 1]:
            j = feet_of[other] * BOX
            wide, deep = feet[j + 2] + room, feet[j + 3] + room
            sine, cosine = abs(feet[j + 4]), abs(feet[j + 5])
            across, along = wide * cosine + deep * sine + MARGIN, wide * sine + deep * cosine + MARGIN
            x, y = feet[j], feet[j + 1]
            if x + across > left and x - across < right and y + along > low and y - along < high:
                return True
    for b in range(0, len(bars), 4):
        if bars[b + 2] > left and bars[b] < right and bars[b + 3] > low and bars[b + 1] < high:
            return True
    return False


@kernel(
    "void(float64[::1], int64, float64, float64, float64[::1], int64[::1], int64[::1], float64[::1],"
    " int64[::1], float64[::1])"
)
def ways_from(
    points: Floats,
    side: int,
    limit: float,
    room: float,
    feet: Floats,
    feet_of: Wholes,
    sides: Wholes,
    bars: Floats,
    ways: Wholes,
    enemies: Floats,
) -> None:
    """Write for each point and each body of a side whether a straight way within the limit leads to it and
    nothing lies in the upright rectangle around the way; and the distance of the nearest enemy."""
    count = len(sides)
    for point in range(len(points) // 2):
        x, y = points[2 * point], points[2 * point + 1]
        nearest = math.inf
        for body in range(count):
            ways[point * count + body] = BEYOND
            if feet_of[body] == feet_of[body + 1]:
                continue
            i = feet_of[body] * BOX
            if sides[body] != side:
                nearest = min(nearest, gap_to_point(feet, i, x, y))
            elif gap_to_point(feet, i, x, y) <= limit:
                to_x, to_y = nearest_in(feet, i, x, y)
                way = (min(x, to_x) - 1.0, min(y, to_y) - 1.0, max(x, to_x) + 1.0, max(y, to_y) + 1.0)
                blocked = is_blocked(way, feet, feet_of, sides, side, room, bars)
                ways[point * count + body] = DOUBTFUL if blocked else OPEN
        enemies[point] = nearest


@kernel("void(float64[::1], float64, int64, float64[::1], int64[::1], int64[::1], int64[::1])")
def near_points(
    points: Floats, limit: float, side: int, boxes: Floats, starts: Wholes, sides: Wholes, near: Wholes
) -> None:
    """Write 1 for each body of a side with a box within a distance of any of some points, else 0."""
    for body in range(len(sides)):
        near[body] = 0
        if sides[body] == side:
            for i in range(starts[body] * BOX, starts[body + 1] * BOX, BOX):
                for p in range(0, len(points), 2):
                    if gap_to_point(boxes, i, points[p], points[p + 1]) <= limit:
                        near[body] = 1

"""The rings around a set of grid cells, for drawing.

>>> cell_outline([(0, 0), (1, 0)], 0, 0, 10)
((Point(x=0, y=0), Point(x=0, y=10), Point(x=20, y=10), Point(x=20, y=0)),)
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.table.space.pose import Point

Ring = tuple[Point, ...]
Corner = tuple[int, int]


def cell_outline(cells: Iterable[Corner], left: float, bottom: float, size: float) -> tuple[Ring, ...]:
    """The rings around squares given by column and line: outer ones clockwise, those of holes the other
    way."""
    steps = _steps(sorted(set(cells)))
    rings: list[Ring] = []
    while steps:
        ring = _follow(steps, next(iter(steps)))
        rings.append(tuple(Point(left + x * size, bottom + y * size) for x, y in _bends(ring)))
    return tuple(rings)


def _steps(cells: list[Corner]) -> dict[Corner, list[Corner]]:
    """From each corner the steps along sides that have a square to the right and none to the left."""
    inside = dict.fromkeys(cells)
    steps: dict[Corner, list[Corner]] = {}
    for x, y in cells:
        sides = (
            ((x - 1, y), (x, y), (x, y + 1)),
            ((x, y + 1), (x, y + 1), (x + 1, y + 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x, y - 1), (x + 1, y), (x, y)),
        )
        for beside, start, stop in sides:
            if beside not in inside:
                steps.setdefault(start, []).append(stop)
    return steps


def _follow(steps: dict[Corner, list[Corner]], start: Corner) -> list[Corner]:
    """Follow one ring and remove its steps; where two squares meet at a corner, stay with the same square."""
    ring = [start]
    before: Corner | None = None
    while True:
        here = ring[-1]
        ahead = steps[here]
        step = ahead[0] if len(ahead) == 1 or before is None else _rightmost(before, here, ahead)
        ahead.remove(step)
        if not ahead:
            del steps[here]
        if step == start:
            return ring
        before = here
        ring.append(step)


def _rightmost(before: Corner, here: Corner, ahead: list[Corner]) -> Corner:
    """The step that turns most to the right."""
    dx, dy = here[0] - before[0], here[1] - before[1]
    return min(ahead, key=lambda step: dx * (step[1] - here[1]) - dy * (step[0] - here[0]))


def _bends(ring: list[Corner]) -> list[Corner]:
    """The corners of a ring at which it bends."""
    count = len(ring)
    return [
        corner
        for number, corner in enumerate(ring)
        if not _straight(ring[number - 1], corner, ring[(number + 1) % count])
    ]


def _straight(a: Corner, b: Corner, c: Corner) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0])

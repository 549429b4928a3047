"""Areas: how much of a convex figure lies over ground, exactly, where pieces overlap and cover one another.

The figure is cut into level slabs at every corner and every crossing of two outlines. Inside a slab the width
of what is covered grows evenly, so its width halfway up times its height is its area.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from sandtable.table.space.plane import Segment, crossing
from sandtable.table.space.pose import Point

Ring = Sequence[Point]
"""An outline that ends where it began."""

Span = tuple[float, float]


class Patch(NamedTuple):
    """A piece of ground by its outlines, and the outlines of what lies on top of it."""

    rings: tuple[Ring, ...]
    covers: tuple[tuple[Ring, ...], ...] = ()


def area_over(figure: Sequence[Point], patches: Sequence[Patch]) -> float:
    """The area of a convex figure that lies over at least one patch where that is not covered."""
    outline = (*figure, figure[0])
    bottom, top = min(point.y for point in figure), max(point.y for point in figure)
    total = 0.0
    for low, high in pairwise(_heights(outline, patches, bottom, top)):
        level = (low + high) / 2
        across = _spans(outline, level)
        over = _joined([span for patch in patches for span in _open_spans(patch, level)])
        total += (high - low) * sum(_length(_common(across, span)) for span in over)
    return total


def _heights(outline: Ring, patches: Sequence[Patch], bottom: float, top: float) -> list[float]:
    """Where slabs begin and end: at corners and at crossings of outlines between bottom and top."""
    rings = [outline]
    for patch in patches:
        rings += [*patch.rings, *(ring for cover in patch.covers for ring in cover)]
    edges = [
        Segment(a, b)
        for ring in rings
        for a, b in pairwise(ring)
        if max(a.y, b.y) >= bottom and min(a.y, b.y) <= top
    ]
    heights = {bottom, top, *(edge.start.y for edge in edges), *(edge.end.y for edge in edges)}
    for one, other in combinations(edges, 2):
        share = crossing(one, other)
        if share is not None:
            heights.add(one.at(share).y)
    return sorted(height for height in heights if bottom <= height <= top)


def _spans(ring: Ring, level: float) -> list[Span]:
    """The spans that an outline encloses at a height, from left to right."""
    crossings = sorted(
        a.x + (level - a.y) / (b.y - a.y) * (b.x - a.x)
        for a, b in pairwise(ring)
        if (a.y > level) != (b.y > level)
    )
    return list(zip(crossings[::2], crossings[1::2], strict=True))


def _open_spans(patch: Patch, level: float) -> list[Span]:
    """The spans of a patch at a height, less what lies on top of it."""
    spans = _joined([span for ring in patch.rings for span in _spans(ring, level)])
    for cover in patch.covers:
        for first, last in _joined([span for ring in cover for span in _spans(ring, level)]):
            spans = [
                part
                for start, end in spans
                for part in ((start, min(end, first)), (max(start, last), end))
                if part[1] > part[0]
            ]
    return spans


def _joined(spans: list[Span]) -> list[Span]:
    """Spans in order, with those that meet or overlap made one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def _common(spans: list[Span], other: Span) -> list[Span]:
    """What some spans share with another."""
    shared = ((max(start, other[0]), min(end, other[1])) for start, end in spans)
    return [span for span in shared if span[1] > span[0]]


def _length(spans: list[Span]) -> float:
    """How long some spans are together."""
    return sum(end - start for start, end in spans)

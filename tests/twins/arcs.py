"""Slow twin of enfilade: whether a line from a point can pass through two segments."""

from __future__ import annotations

from sandtable.table.space import Point, Segment


def rakes(eye: Point, one: Segment, other: Segment) -> bool:
    """Whether a straight line from a point can pass through two segments, their ends included."""
    rays = [_rays_to(eye, segment) for segment in (one, other)]
    return any(_is_between(ray, *rays[1]) for ray in rays[0]) or any(
        _is_between(ray, *rays[0]) for ray in rays[1]
    )


def _rays_to(eye: Point, segment: Segment) -> tuple[Point, Point]:
    """The vectors from a point to the two ends of a segment, the one farther clockwise first."""
    rays = (
        Point(segment.start.x - eye.x, segment.start.y - eye.y),
        Point(segment.end.x - eye.x, segment.end.y - eye.y),
    )
    return rays if _turn(*rays) >= 0.0 else (rays[1], rays[0])


def _turn(one: Point, other: Point) -> float:
    """Positive if the second vector points anticlockwise of the first, 0 if they are parallel."""
    return one.x * other.y - one.y * other.x


def _is_between(ray: Point, first: Point, last: Point) -> bool:
    """Whether a vector points between two others less than half a turn apart, or along one of them."""
    ahead = ray.x * (first.x + last.x) + ray.y * (first.y + last.y) >= 0.0
    return ahead and _turn(first, ray) >= 0.0 and _turn(ray, last) >= 0.0

"""Contact: which bodies touch, along which edges and for how long, and which of their bases do.

Bodies are in contact when they are no farther apart than the tolerance, and overlap when they lie deeper in
one another than that. Edges touch along a stretch if they lie flush, facing one another; otherwise the bodies
meet at a corner only.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from sandtable.table.measure.distance import gap, is_measured_from, nearest, touches
from sandtable.table.space.body import SIDES, Body, Side, face, standing
from sandtable.table.space.lengths import (
    COSINES,
    DEGREE,
    FULL_TURN,
    HALF_TURN,
    QUARTER_TURN,
    SINES,
    TOLERANCE,
)
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Outline
from sandtable.table.space.shape import Part, Shape, base_part, footprint, parts

FLUSH: Final = DEGREE // 2
"""Edges that are turned against one another by no more than half a degree lie flush."""

FLUSH_RANGE: Final = 2 * FLUSH
"""The range of headings, left and right, within which an edge lies flush."""

MOST_SLOPE: Final = 0.01
"""One end of a flush edge lies farther off than the other by at most this share of its length."""
NEAR: Final = 2 * TOLERANCE
"""An edge that is parallel to another and farther off than this certainly does not touch it."""


class Touch(NamedTuple):
    """A stretch along which an edge of one body lies against an edge of another."""

    mine: Side
    theirs: Side
    start: Point
    end: Point
    length: float

    def reversed(self) -> Touch:
        """The same stretch as the other body sees it, from its left to its right."""
        return Touch(self.theirs, self.mine, self.end, self.start, self.length)


class BaseTouch(NamedTuple):
    """Two bases of different bodies in direct contact: their places, the sides that touch, for how long."""

    mine: int
    theirs: int
    my_side: Side
    their_side: Side
    length: float

    def reversed(self) -> BaseTouch:
        """The same two bases as the other body sees them."""
        return BaseTouch(self.theirs, self.mine, self.their_side, self.my_side, self.length)


class Contact(NamedTuple):
    """How two bodies touch: along edges (each stretch, longest first) or, if there is none, at a corner."""

    kind: Literal["edge", "corner"]
    place: Point
    touches: tuple[Touch, ...]

    @property
    def length(self) -> float:
        """The length of all edge in contact."""
        return sum(touch.length for touch in self.touches)

    def along(self, side: Side) -> float:
        """The length in contact along one of my sides."""
        return sum(touch.length for touch in self.touches if touch.mine == side)

    def reversed(self) -> Contact:
        """The same contact as the other body sees it."""
        return Contact(self.kind, self.place, tuple([touch.reversed() for touch in self.touches]))


def is_touching(one: Body, other: Body, outline: Outline = "bases") -> bool:
    """Whether two bodies are in contact (or overlap)."""
    return touches(gap(one, other, outline))


def is_overlapping(one: Body, other: Body, outline: Outline = "bases") -> bool:
    """Whether two bodies lie in one another deeper than the tolerance."""
    return not touches(-gap(one, other, outline))


def bodies_near(one: Body, others: Iterable[Body]) -> list[Body]:
    """The bodies on the table that another might touch, judged by poses and sizes only."""
    pose, shape = standing(one), one.shape
    found: list[Body] = []
    # No part of a body is farther than half its width and its depth from the middle of its front.
    x, y, size = pose.x, pose.y, shape.width / 2 + shape.depth + 2 * TOLERANCE
    for other in others:
        there = other.pose
        if there is not None:
            across, along, shape = there.x - x, there.y - y, other.shape
            far = size + shape.width / 2 + shape.depth
            if across * across + along * along <= far * far:
                found.append(other)
    return found


def contact(one: Body, other: Body, outline: Outline = "bases") -> Contact | None:
    """How two bodies touch; none if they do not. It is measured from the lower-numbered of them."""
    if not is_touching(one, other, outline):
        return None
    if is_measured_from(one, other):
        return _contact_at(standing(one), one.shape, standing(other), other.shape, outline)
    return _contact_at(standing(other), other.shape, standing(one), one.shape, outline).reversed()


def contacts(one: Body, other: Body) -> tuple[Contact, Contact] | None:
    """How two bodies touch, as either of them sees it; none if they do not."""
    found = contact(one, other)
    return None if found is None else (found, found.reversed())


@lru_cache(maxsize=1024)
def _contact_at(here: Pose, mine: Shape, there: Pose, theirs: Shape, outline: Outline) -> Contact:
    """Kept by pose and shape, because bodies that fight stay in contact for long."""
    touches = _touches(_laid(_outlines(mine, outline), here), _laid(_outlines(theirs, outline), there))
    if touches:
        if len(touches) > 1:
            touches.sort(key=lambda touch: -touch.length)
        first = touches[0]
        middle = Point((first.start.x + first.end.x) / 2, (first.start.y + first.end.y) / 2)
        return Contact("edge", middle, tuple(touches))
    one, other = Body(0, 0, here, mine), Body(1, 1, there, theirs)
    return Contact("corner", nearest(one, other, outline).there, ())


def bases_in_contact(one: Body, other: Body) -> tuple[BaseTouch, ...]:
    """The pairs of bases in direct contact along some of an edge, not merely corner to corner."""
    if not is_touching(one, other):
        return ()
    here, there = Stance(standing(one), one.shape), Stance(standing(other), other.shape)
    if is_measured_from(one, other):
        return _bases_touching(here, there)
    return tuple(sorted([touch.reversed() for touch in _bases_touching(there, here)]))


class Stance(NamedTuple):
    """The pose and shape of a body: all that decides what it touches."""

    pose: Pose
    shape: Shape


@lru_cache(maxsize=1024)
def _bases_touching(one: Stance, other: Stance) -> tuple[BaseTouch, ...]:
    """Kept by pose and shape, because bodies that fight stay in contact for long."""
    ours = [_laid(_edges(base_part(base)), one.pose) for base in one.shape.bases]
    others = [_laid(_edges(base_part(base)), other.pose) for base in other.shape.bases]
    found = []
    for mine, here in enumerate(ours):
        for theirs, there in enumerate(others):
            touches = _touches(here, there)
            if touches:
                longest = max(touches, key=lambda touch: touch.length)
                length = sum(touch.length for touch in touches)
                found.append(BaseTouch(mine, theirs, longest.mine, longest.theirs, length))
    return tuple(found)


def bases_behind(body: Body, side: Side, start: Point, end: Point) -> tuple[tuple[int, float], ...]:
    """The bases behind a stretch of one side of the footprint, by their places, and for how long each.

    A base stands behind the stretch where its own side, carried straight out to the footprint, lies on it and
    no other base of the body comes between.
    """
    pose, along = standing(body), 0 if side in ("front", "rear") else 1
    ends = sorted((pose.local(start)[along], pose.local(end)[along]))
    free = [(ends[0], ends[1])]
    found = []
    for place, extent in sorted(_extents(body.shape, side), key=lambda of: (of[1].inwards, of[1].start)):
        shared = [
            (max(first, extent.start), min(last, extent.end))
            for first, last in free
            if min(last, extent.end) - max(first, extent.start) > TOLERANCE
        ]
        if shared:
            found.append((place, sum(last - first for first, last in shared)))
        free = [
            piece
            for first, last in free
            for piece in ((first, min(last, extent.start)), (max(first, extent.end), last))
            if piece[1] > piece[0]
        ]
    return tuple(sorted(found))


def sides_at(body: Body, point: Point) -> tuple[Side, ...]:
    """The sides of the footprint on which a point lies: one along an edge, two at a corner."""
    pose, on = standing(body), []
    for side in SIDES:
        edge = face(pose, body.shape, side)
        across, out = edge.local(point)
        if abs(out) <= TOLERANCE and abs(across) <= edge.width / 2 + TOLERANCE:
            on.append(side)
    return tuple(on)


_Edge = tuple[Side, float, float, int, float]
"""An edge of a body: the side of the body that it looks out from, its middle, its heading and its length. The
four edges of a part come one after another, clockwise from its front."""


class _Extent(NamedTuple):
    """Where a base lies along a side of the footprint, and how far inwards of it."""

    start: float
    end: float
    inwards: float


@lru_cache(maxsize=1024)
def _outlines(shape: Shape, outline: Outline) -> list[_Edge]:
    """The edges of all parts of a shape in its own frame; the list is shared and never changed."""
    shown = (footprint(shape),) if outline == "footprint" else parts(shape)
    return [edge for part in shown for edge in _edges(part)]


def _edges(part: Part) -> list[_Edge]:
    """The four edges of one part in the body's frame, each with the side it faces to the nearest quarter
    turn."""
    edges: list[_Edge] = []
    for quarter, side in enumerate(SIDES):
        turn = (part.turn + quarter * QUARTER_TURN) % FULL_TURN
        out = part.half_width if quarter % 2 else part.half_depth
        width = 2 * (part.half_depth if quarter % 2 else part.half_width)
        if part.turn:
            side = SIDES[round(turn / QUARTER_TURN) % len(SIDES)]
        edges.append((side, part.x + out * SINES[turn], part.y + out * COSINES[turn], turn, width))
    return edges


def _laid(edges: list[_Edge], pose: Pose) -> list[_Edge]:
    """The edges of a body that stands at a pose."""
    # The same operations as in Pose.at, so that both give the same floats.
    x, y, heading = pose.x, pose.y, pose.heading
    sin, cos = SINES[heading], COSINES[heading]
    return [
        (
            side,
            x + right * cos + forward * sin,
            y - right * sin + forward * cos,
            (heading + turn) % FULL_TURN,
            width,
        )
        for side, right, forward, turn, width in edges
    ]


def _touches(mine: list[_Edge], theirs: list[_Edge]) -> list[Touch]:
    """All stretches along which edges of the one lie against edges of the other."""
    found: list[Touch] = []
    for here in mine:
        _, x, y, heading, _ = here
        facing, sin, cos = heading + HALF_TURN + FLUSH, SINES[heading], COSINES[heading]
        for first in range(0, len(theirs), 4):
            # The four edges of a part are at right angles: at most one of them faces this edge flush.
            quarter, off = divmod(facing - theirs[first][3], QUARTER_TURN)
            if off > FLUSH_RANGE:
                continue
            _, there_x, there_y, _, wide = there = theirs[first + quarter % 4]
            # Most edges are ruled out here: the middle is too far off for any part to be in contact.
            if abs((there_x - x) * sin + (there_y - y) * cos) <= NEAR + MOST_SLOPE * wide:
                touch = _touch(here, there)
                if touch is not None:
                    found.append(touch)
    return found


def _touch(here: _Edge, there: _Edge) -> Touch | None:
    """The stretch along which two edges that face one another lie flush, if any."""
    # The same operations as in Front.at and Front.local, so that all give the same floats.
    mine, x, y, heading, width = here
    theirs, there_x, there_y, facing, wide = there
    sin, cos, half = SINES[heading], COSINES[heading], width / 2
    along_x, along_y = wide / 2 * COSINES[facing], wide / 2 * SINES[facing]
    dx, dy = there_x + along_x - x, there_y - along_y - y
    first, level = dx * cos - dy * sin, dx * sin + dy * cos
    dx, dy = there_x - along_x - x, there_y + along_y - y
    last, rise = dx * cos - dy * sin, dx * sin + dy * cos - level
    start, end = max(first, -half), min(last, half)
    if end - start <= TOLERANCE:
        return None
    slope = rise / (last - first)
    near, far = level + (start - first) * slope, level + (end - first) * slope
    if min(abs(near), abs(far)) > TOLERANCE and near * far > 0.0:
        return None
    first_end, last_end = Point(x + start * cos, y - start * sin), Point(x + end * cos, y - end * sin)
    return Touch(mine, theirs, first_end, last_end, end - start)


@lru_cache(maxsize=1024)
def _extents(shape: Shape, side: Side) -> tuple[tuple[int, _Extent], ...]:
    """Where each base lies along a side, seen from outside, with its place among the bases."""
    along, sign = {"front": (0, -1), "rear": (0, 1), "right": (1, -1), "left": (1, 1)}[side]
    found = []
    for place, base in enumerate(shape.bases):
        corners = _corners(base_part(base))
        spread = [corner[along] for corner in corners]
        inwards = min(sign * corner[1 - along] for corner in corners)
        found.append((place, _Extent(min(spread), max(spread), inwards)))
    return tuple(found)


def _corners(part: Part) -> tuple[Point, ...]:
    """The corners of a part in the body's frame."""
    sin, cos = SINES[part.turn % FULL_TURN], COSINES[part.turn % FULL_TURN]
    return tuple(
        Point(part.x + right * cos + forward * sin, part.y - right * sin + forward * cos)
        for right in (-part.half_width, part.half_width)
        for forward in (-part.half_depth, part.half_depth)
    )

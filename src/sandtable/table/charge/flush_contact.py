"""Laying a body flush against an edge of another, so that as many bases as possible touch.

The front edge of the body is laid on the edge; what is left to settle is how far to its right its middle
comes from the middle of that edge (its *aside*). How many bases of both touch depends on the two shapes only,
so the stretches of asides with the same number are worked out once for each pair of shapes.

>>> from sandtable.table.space.shape import block
>>> line, column = block(4, files=4, width=200, depth=200), block(4, files=2, width=200, depth=200)
>>> [(level.bases, level.spans) for level in levels(line, line, "front", 10)][:2]
[(8, ((-188.0, 188.0),)), (6, ((-388.0, 388.0),))]
>>> levels(line, column, "front", 10)[0]
Level(bases=5, spans=((-188.0, -12.0), (12.0, 188.0)))
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sandtable.table.charge.kernels.flush_contact import CLEAR
from sandtable.table.measure.contact import bases_in_contact
from sandtable.table.measure.distance import gaps_to_all
from sandtable.table.measure.terrain import ground_under, is_on_table
from sandtable.table.space.body import Body, Side, corners, face, standing
from sandtable.table.space.ground import Layers
from sandtable.table.space.ground_rows import relief, rings
from sandtable.table.space.lengths import COSINES, FULL_TURN, HAIR, HALF_TURN, SINES, TOLERANCE
from sandtable.table.space.plane import HalfPlane, box_corners, clipped, split_boxes
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene, box, boxes
from sandtable.table.space.shape import Base, Part, Shape, base_part, parts

Span = tuple[float, float]
"""From where to where along an edge, to the right as the body laid against it sees it."""


class Level(NamedTuple):
    """So many bases of both bodies touch, or more, while the aside lies in one of these stretches."""

    bases: int
    spans: tuple[Span, ...]


class Solid(NamedTuple):
    """The kinds of ground on which no body may be laid."""

    kinds: tuple[str, ...]
    layers: Layers


class Laid(NamedTuple):
    """A place flush against an edge: the pose, the bases that touch there, and which other enemies do."""

    pose: Pose
    bases: int
    touched: tuple[int, ...]


# ------------------------------------------------------------------ bases along an edge
def facing_middle(target: Body, side: Side) -> Pose:
    """The pose of a body whose front lies flush on a side of another, middle on middle."""
    edge = face(standing(target), target.shape, side)
    return Pose(round(edge.middle.x), round(edge.middle.y), (edge.heading + HALF_TURN) % FULL_TURN)


@lru_cache(maxsize=1024)
def along(shape: Shape, side: Side) -> tuple[tuple[int, Span], ...]:
    """The bases that lie on a side of the footprint, by their places, and where: from left to right as
    somebody sees them who looks at that side, measured from its middle."""
    found = [
        (place, _stretch(base, shape, side))
        for place, base in enumerate(shape.bases)
        if _lies_on(base, shape, side)
    ]
    return tuple(sorted(found, key=lambda of: of[1]))


def _stretch(base: Base, shape: Shape, side: Side) -> Span:
    spread = [_across(corner, shape, side) for corner in _corners(base)]
    return min(spread), max(spread)


def _across(corner: Point, shape: Shape, side: Side) -> float:
    """How far to the right of the middle of a side a point lies for somebody who looks at that side."""
    match side:
        case "front":
            return -corner.x
        case "rear":
            return corner.x
        case "right":
            return corner.y + shape.depth / 2
        case "left":
            return -(corner.y + shape.depth / 2)


def _lies_on(base: Base, shape: Shape, side: Side) -> bool:
    outwards = {
        "front": max(corner.y for corner in _corners(base)),
        "rear": -shape.depth - min(corner.y for corner in _corners(base)),
        "right": max(corner.x for corner in _corners(base)) - shape.width / 2,
        "left": -shape.width / 2 - min(corner.x for corner in _corners(base)),
    }
    return outwards[side] >= -TOLERANCE


def _corners(base: Base) -> tuple[Point, Point, Point, Point]:
    return box_corners(box(Pose(0, 0), base_part(base)))


@lru_cache(maxsize=1024)
def levels(mine: Shape, theirs: Shape, side: Side, least: int) -> tuple[Level, ...]:
    """How many bases touch by the aside, the most first; a base touches along *least* of an edge or more.

    A tolerance more than that is asked for, so that setting the body down on the grid parts no base again.
    """
    pairs = _pairs(mine, theirs, side, least)
    marks = sorted({mark for _, *span in pairs for mark in span})
    tried = [point for a, b in pairwise(marks) for point in (a, (a + b) / 2)] + marks[-1:]
    counts = [_count(pairs, point) for point in tried]
    wanted = sorted({count for count in counts if count}, reverse=True)
    return tuple(Level(count, _spans_with(count, tried, counts)) for count in wanted)


def _pairs(mine: Shape, theirs: Shape, side: Side, least: int) -> list[tuple[int, float, float]]:
    """For each base of the one and of the other, a bit for each, the asides from where to where the two
    touch."""
    enough, found, ours = least + TOLERANCE, [], mine.front_rank
    for here, base in enumerate(ours):
        left, right = base.x - base.width / 2, base.x + base.width / 2
        for there, (start, end) in along(theirs, side):
            first, last = start + enough - right, end - enough - left
            if first <= last:
                found.append((1 << here | 1 << len(ours) + there, first, last))
    return found


def _count(pairs: Sequence[tuple[int, float, float]], aside: float) -> int:
    """How many bases of both bodies touch at an aside."""
    touching = 0
    for bases, first, last in pairs:
        if first <= aside <= last:
            touching |= bases
    return touching.bit_count()


def _spans_with(count: int, tried: Sequence[float], counts: Sequence[int]) -> tuple[Span, ...]:
    """The stretches in which so many bases touch, or more."""
    spans: list[Span] = []
    joined = False
    for point, found in zip(tried, counts, strict=True):
        if found < count:
            joined = False
        elif joined:
            spans[-1] = (spans[-1][0], point)
        else:
            spans.append((point, point))
            joined = True
    return tuple(spans)


# ------------------------------------------------------------------ one body
class Room:
    """Where a body may be laid against another: clear of all others and of solid ground, on the table."""

    __slots__ = ("_field", "_scene", "_solid", "body", "target")

    def __init__(self, body: Body, target: Body, scene: Scene, solid: Solid) -> None:
        self.body, self.target = body, target
        self._scene, self._solid, self._field = scene, solid, scene.field

    def laid(self, pose: Pose, bases: int, spare: Sequence[int] = ()) -> Laid | None:
        """The body laid at a pose, if there is room for it there; those spared do not count."""
        there = Body(self.body.id, self.body.side, pose, self.body.shape)
        touched, gaps = [], gaps_to_all(there, self._scene)
        for number in [number for number, gap in enumerate(gaps) if gap <= TOLERANCE]:
            if number in (self.body.id, self.target.id) or number in spare:
                continue
            if gaps[number] < -TOLERANCE:
                return None
            if self._scene.bodies[number].side != self.body.side:
                touched.append(number)
        if not is_on_table(there, self._field) or self._is_on_solid_ground(there):
            return None
        return Laid(pose, bases, tuple(touched))

    def asides(self, middle: Pose) -> tuple[int, ...]:
        """The asides at which the body comes clear of something: a neighbour, solid ground, the edge."""
        found: set[int] = set()
        for figure in self._figures(middle):
            for part in parts(self.body.shape):
                for apart in (0.0, CLEAR):
                    for left, right in _beside(figure, part, apart):
                        found.update((math.floor(left), math.ceil(right)))
        found.update(self._at_the_edge(middle))
        most = (max(self.target.shape.width, self.target.shape.depth) + self.body.shape.width) / 2
        return tuple(sorted(aside for aside in found if -most <= aside <= most))

    def _figures(self, middle: Pose) -> Iterator[list[Point]]:
        """The neighbours and the solid ground as they lie from the middle of the edge."""
        shape, edge = self.body.shape, max(self.target.shape.width, self.target.shape.depth)
        reach = edge / 2 + shape.width + shape.depth + 2 * TOLERANCE
        for other in self._scene.bodies:
            if other.pose is None or other.id in (self.body.id, self.target.id):
                continue
            far = reach + other.shape.width / 2 + other.shape.depth
            if abs(other.pose.x - middle.x) <= far and abs(other.pose.y - middle.y) <= far:
                for row in split_boxes(boxes(other)):
                    yield [middle.local(corner) for corner in box_corners(row)]
        for piece in self._field.pieces:
            if piece.kind in self._solid.kinds:
                for ring in rings(piece):
                    yield [middle.local(corner) for corner in ring]

    def _at_the_edge(self, middle: Pose) -> Iterator[int]:
        """The asides at which a corner of the body lies on an edge of the table."""
        cos, sin = COSINES[middle.heading], SINES[middle.heading]
        for corner in corners(middle, self.body.shape):
            for place, slope, limits in (
                (corner.x, cos, (0, self._field.width)),
                (corner.y, -sin, (0, self._field.depth)),
            ):
                for limit in limits if abs(slope) > TOLERANCE / self._field.width else ():
                    yield math.floor((limit - place) / slope)
                    yield math.ceil((limit - place) / slope)

    def _is_on_solid_ground(self, there: Body) -> bool:
        pieces, bounds = self._field.pieces, relief(self._field).bounds
        x, y = standing(there).x, standing(there).y
        reach = there.shape.width / 2 + there.shape.depth
        near = [
            n
            for n, piece in enumerate(pieces)
            if piece.kind in self._solid.kinds
            and bounds[4 * n] - reach <= x <= bounds[4 * n + 2] + reach
            and bounds[4 * n + 1] - reach <= y <= bounds[4 * n + 3] + reach
        ]
        return bool(near) and any(n in near for n in ground_under(there, self._field, self._solid.layers))


def _beside(figure: Sequence[Point], part: Part, apart: float) -> Iterator[Span]:
    """The asides at which a part of a body lies so far apart from the corners of a figure, left or right.

    A figure that begins a little before the part or behind it counts as well: past a side that slants, to
    come clear by so much takes more than that along the edge.
    """
    rear, front = part.y - part.half_depth, part.y + part.half_depth
    for corner in clipped(figure, (HalfPlane(0.0, 1.0, front), HalfPlane(0.0, -1.0, -rear)), apart):
        middle, away = corner.x - part.x, part.half_width + apart
        yield middle - away, middle + away


# ------------------------------------------------------------------ several bodies
def free_bases(target: Body, side: Side, scene: Scene, but: Sequence[int]) -> tuple[Span, ...]:
    """The stretches of a side whose bases no body but these touches already, from left to right."""
    touching = TOLERANCE + HAIR
    near = [number for number, gap in enumerate(gaps_to_all(target, scene)) if gap <= touching]
    taken = {
        touch.theirs
        for number in near
        if scene.bodies[number].side != target.side and number not in but
        for touch in bases_in_contact(scene.bodies[number], target)
    }
    return tuple(span for place, span in along(target.shape, side) if place not in taken)


def lay_abreast(
    bodies: Sequence[Body],
    target: Body,
    side: Side,
    free: Sequence[Span],
    scene: Scene,
    solid: Solid,
    shares: Sequence[int],
    least: int,
) -> tuple[Pose, ...] | None:
    """Lay several bodies edge to edge against a side, from left to right, each with its share of the bases.

    The shares say how many of the *free* bases each is to get; where there are fewer than bodies they divide
    the free stretch evenly. Bodies wider than their shares hang over at the ends. None if one of them gets no
    contact or there is no room.
    """
    numbers = [body.id for body in bodies]
    rooms = [Room(body, target, scene, solid) for body in bodies]
    middle, widths = facing_middle(target, side), [body.shape.width for body in bodies]
    best: tuple[float, tuple[Pose, ...]] | None = None
    for number, border in enumerate(_borders(free, shares)):
        start = border - sum(widths[: number + 1])
        spans = [(start + sum(widths[:n]), start + sum(widths[: n + 1])) for n in range(len(widths))]
        touching = [sum(max(min(r, e) - max(s, q), 0.0) for s, e in free) for q, r in spans]
        poses = tuple(middle.shifted(round((q + r) / 2), 0) for q, r in spans)
        if min(touching) < least + TOLERANCE or (best is not None and min(touching) <= best[0]):
            continue
        if all(room.laid(pose, 0, numbers) is not None for room, pose in zip(rooms, poses, strict=True)):
            best = (min(touching), poses)
    return best[1] if best else None


def _borders(free: Sequence[Span], shares: Sequence[int]) -> list[float]:
    """Where one share of the free bases ends and the next begins."""
    if not free:
        return []
    if len(free) < len(shares):
        step = (free[-1][1] - free[0][0]) / len(shares)
        return [free[0][0] + step * number for number in range(1, len(shares))]
    dealt = [sum(shares[: number + 1]) for number in range(len(shares) - 1)]
    return [free[count - 1][1] for count in dealt]

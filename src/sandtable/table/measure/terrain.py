"""Terrain: what ground a point, a base, a body or a line is on, near or across.

Pieces of ground are named by their place in the field's list. A body is on a piece if any part of it lies
over it; to touch the outline, or to overlap it by no more than the tolerance, does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final, NamedTuple

from sandtable.table import compiled
from sandtable.table.measure.areas import Patch, Span, area_over
from sandtable.table.measure.distance import distance_to_line, extent, is_within
from sandtable.table.measure.kernels import ground_near
from sandtable.table.measure.kernels.ground_under import pieces_under, pieces_within
from sandtable.table.space.body import Body, base_centre, standing
from sandtable.table.space.ground import Field, Layers, Piece, is_thin
from sandtable.table.space.ground_rows import covers_of, ground_rows, relief, rings
from sandtable.table.space.kernels import ground_levels
from sandtable.table.space.kernels.ground_stretches import Line, cut, piece_stretches
from sandtable.table.space.lengths import HAIR, TOLERANCE
from sandtable.table.space.plane import (
    apart,
    area,
    box_corners,
    box_planes,
    clipped,
    split_boxes,
)
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Outline, Row, base_boxes, boxes
from sandtable.table.space.shape import Base, Shape
from sandtable.table.space.shape_rows import shape_place

ALL: Final = Layers()
"""Every piece counts wherever it lies."""

NEAR: Final = 2 * TOLERANCE
"""A point farther than this from the bounds of a piece of ground is certainly not on it."""
_SLIVER: Final = TOLERANCE * TOLERANCE
_BROAD: Final = 8 * TOLERANCE
"""Half of a base broader than this is more than a sliver, even when shrunk by the tolerance."""


class Crossing(NamedTuple):
    """A piece of ground that a line crosses: its place, where along the line it begins, for how long."""

    piece: int
    start: float
    length: float


@lru_cache(maxsize=4096)
def level_at(field: Field, point: Point) -> int:
    """The highest level of any piece of ground that encloses a point, 0 elsewhere."""
    return ground_levels.level_at(relief(field).plain(), point.x, point.y)


def ground_at(field: Field, point: Point, layers: Layers = ALL) -> tuple[int, ...]:
    """The pieces of ground that enclose a point and are not covered there."""
    ground = relief(field).plain()
    here = [piece for piece in range(len(field.pieces)) if ground_levels.encloses(ground, piece, *point)]
    return tuple(
        piece for piece in here if not any(layers.covers(field.pieces, upper, piece) for upper in here)
    )


def ground_under(
    body: Body, field: Field, layers: Layers = ALL, outline: Outline = "bases"
) -> tuple[int, ...]:
    """The pieces of ground that any part of a body lies over where they are not covered."""
    pose, ground = body.pose or standing(body), ground_rows(field, compiled.now.mode)
    place, empty = shape_place(body.shape)
    at = pose.x, pose.y, pose.heading
    over: tuple[int, ...] = ()
    for first in range(0, len(field.pieces), ground_near.BITS):
        bits = pieces_under(at, place, empty, outline == "footprint", ground, first)
        if bits:
            over += _numbers(bits, first)
    if len(over) < 2 or are_apart(over, field, layers):
        return over
    return _under_layers(pose, body.shape, field, layers, outline, compiled.now.mode)


@lru_cache(maxsize=4096)
def _under_layers(
    pose: Pose, shape: Shape, field: Field, layers: Layers, outline: Outline, mode: str
) -> tuple[int, ...]:
    """The pieces under a body where some cover others. Kept by pose and shape, because it is slow to find."""
    assert mode == compiled.mode()
    each = _under(split_boxes(boxes(Body(0, 0, pose, shape), outline)), field, layers)
    return tuple(sorted(set(chain.from_iterable(each))))


@lru_cache(maxsize=4096)
def _numbers(bits: int, first: int) -> tuple[int, ...]:
    """The numbers for which bits are set, the first bit for the first of them."""
    return tuple(first + n for n in range(bits.bit_length()) if bits >> n & 1)


@lru_cache(maxsize=4096)
def are_apart(over: tuple[int, ...], field: Field, layers: Layers) -> bool:
    """Whether none of some pieces of ground covers another anywhere."""
    return not any(upper in over for piece in over for upper in covers_of(field, piece, layers))


def ground_under_bases(body: Body, field: Field, layers: Layers = ALL) -> tuple[tuple[int, ...], ...]:
    """For each base of a body, the pieces of ground it lies over in some part where they are not covered."""
    standing(body)
    return tuple(_under(base_boxes(body), field, layers))


def share_over(
    body: Body, field: Field, kinds: Sequence[str], layers: Layers = ALL, outline: Outline = "bases"
) -> float:
    """How much of the area of a body, from 0 to 1, lies over ground of some kinds where it is not covered."""
    standing(body)
    figures = [box_corners(row) for row in split_boxes(boxes(body, outline))]
    patches = [_patch(field, n, layers) for n, piece in enumerate(field.pieces) if piece.kind in kinds]
    return sum(area_over(figure, patches) for figure in figures) / sum(area(figure) for figure in figures)


def is_inside_ground(body: Body, field: Field, piece: int) -> bool:
    """Whether all bases of a body lie wholly inside a piece of ground; they may touch its outline."""
    return _lies_inside(standing(body), body.shape, field.pieces[piece])


@lru_cache(maxsize=4096)
def _lies_inside(pose: Pose, shape: Shape, piece: Piece) -> bool:
    if _is_half_outside(pose, shape.bases[0], piece):
        return False
    figures = [box_corners(_inset(row)) for row in base_boxes(Body(0, 0, pose, shape))]
    patch = Patch(rings(piece))
    return all(area_over(figure, (patch,)) >= area(figure) - _SLIVER for figure in figures)


def _is_half_outside(pose: Pose, base: Base, piece: Piece) -> bool:
    """Whether the middle of a base lies outside the box around a piece of ground, and so half of it does."""
    (x, y), points = base_centre(pose, base), [point for ring in rings(piece) for point in ring]
    xs, ys = [point.x for point in points], [point.y for point in points]
    beside = x < min(xs) or x > max(xs) or y < min(ys) or y > max(ys)
    return beside and min(base.width, base.depth) > _BROAD


def are_all_on(body: Body, field: Field, kinds: Sequence[str]) -> bool:
    """Whether the centres of all bases lie on pieces of these kinds or on their outlines."""
    pose, wanted = standing(body), _of_kinds(field, tuple(kinds))
    for base in body.shape.bases:
        middle = x, y = base_centre(pose, base)
        for n, west, south, east, north in wanted:
            near = west <= x + NEAR and east >= x - NEAR and south <= y + NEAR and north >= y - NEAR
            if near and is_within(distance_from_ground(field, n, middle), 0):
                break
        else:
            return False
    return True


def distance_from_ground(field: Field, piece: int, point: Point) -> float:
    """The distance from a point to a piece of ground; 0 on it."""
    if ground_levels.encloses(relief(field).plain(), piece, *point):
        return 0.0
    return min([distance_to_line(point.x, point.y, ring)[0] for ring in rings(field.pieces[piece])])


def ground_within(
    body: Body, field: Field, limit: float, kinds: Sequence[str], outline: Outline = "bases"
) -> tuple[int, ...]:
    """The pieces of some kinds that lie within a distance of a body, exactly: the obstacles it stands at."""
    pose, ground = body.pose or standing(body), ground_rows(field, compiled.now.mode)
    place, empty = shape_place(body.shape)
    at, farthest = (pose.x, pose.y, pose.heading), limit + HAIR
    near: tuple[int, ...] = ()
    for first, wanted in _bits_of_kinds(field, tuple(kinds)):
        bits = pieces_within(at, place, empty, outline == "footprint", ground, first, wanted, farthest)
        if bits:
            near += _numbers(bits, first)
    return near


@lru_cache(maxsize=256)
def _bits_of_kinds(field: Field, kinds: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """The pieces of some kinds: the first piece of each block, and a bit for each piece of these kinds in
    it."""
    bits: dict[int, int] = {}
    for n, piece in enumerate(field.pieces):
        if piece.kind in kinds:
            first = n - n % ground_near.BITS
            bits[first] = bits.get(first, 0) | 1 << n - first
    return tuple(bits.items())


@lru_cache(maxsize=256)
def _of_kinds(field: Field, kinds: tuple[str, ...]) -> tuple[tuple[int, float, float, float, float], ...]:
    """The pieces of some kinds, each with its bounds."""
    bounds, pieces = relief(field).bounds, enumerate(field.pieces)
    wanted = [n for n, piece in pieces if piece.kind in kinds]
    return tuple((n, bounds[4 * n], bounds[4 * n + 1], bounds[4 * n + 2], bounds[4 * n + 3]) for n in wanted)


def ground_along(field: Field, start: Point, end: Point, layers: Layers = ALL) -> tuple[Crossing, ...]:
    """The ground that a straight line crosses where it is not covered, in order along the line.

    Ground without width is crossed at one place, for no length; it counts also if the line ends on it.
    """
    length = apart(start, end)
    if length <= TOLERANCE:
        return ()
    line = (start.x, start.y, end.x - start.x, end.y - start.y, length)
    found = []
    for n in _pieces_about(field, start, end):
        for first, last in _open_stretches(field, n, line, layers):
            if is_thin(field.pieces[n]) or (last - first) * length > TOLERANCE:
                found.append(Crossing(n, first * length, (last - first) * length))
    return tuple(sorted(found, key=lambda crossed: (crossed.start, crossed.piece)))


def is_crossed(field: Field, piece: int, start: Point, end: Point, layers: Layers = ALL) -> bool:
    """Whether a straight line crosses a piece of ground where it is not covered (see ``ground_along``)."""
    length = apart(start, end)
    if length <= TOLERANCE:
        return False
    line = (start.x, start.y, end.x - start.x, end.y - start.y, length)
    spans = _open_stretches(field, piece, line, layers)
    return any(is_thin(field.pieces[piece]) or (last - first) * length > TOLERANCE for first, last in spans)


def may_be_crossed(field: Field, kinds: tuple[str, ...], start: Point, end: Point) -> list[int]:
    """The pieces of ground of some kinds whose bounds a straight line touches."""
    (x, y), (there_x, there_y), room = start, end, 2 * TOLERANCE
    left, right = (x - room, there_x + room) if x < there_x else (there_x - room, x + room)
    bottom, top = (y - room, there_y + room) if y < there_y else (there_y - room, y + room)
    found: list[int] = []
    for n, west, south, east, north in _of_kinds(field, kinds):
        if left <= east and right >= west and bottom <= north and top >= south:
            # All four corners of the bounds, widened by the room, on one side of the line: no touch either.
            dx, dy = there_x - x, there_y - y
            aside = dx * (south + north - y - y) - dy * (west + east - x - x)
            if abs(aside) <= abs(dx) * (north - south + 2 * room) + abs(dy) * (east - west + 2 * room):
                found.append(n)
    return found


def _pieces_about(field: Field, start: Point, end: Point) -> list[int]:
    """The pieces of ground whose bounds a straight line may touch."""
    left, right = min(start.x, end.x) - 2 * TOLERANCE, max(start.x, end.x) + 2 * TOLERANCE
    bottom, top = min(start.y, end.y) - 2 * TOLERANCE, max(start.y, end.y) + 2 * TOLERANCE
    bounds = relief(field).bounds
    sides = zip(bounds[0::4], bounds[1::4], bounds[2::4], bounds[3::4], strict=True)
    return [
        n
        for n, (west, south, east, north) in enumerate(sides)
        if west <= right and east >= left and south <= top and north >= bottom
    ]


def is_on_table(body: Body, field: Field) -> bool:
    """Whether a body stands wholly on the table."""
    left, bottom, right, top = extent(standing(body), body.shape)
    if left < -TOLERANCE or bottom < -TOLERANCE:
        return False
    return field.width - right >= -TOLERANCE and field.depth - top >= -TOLERANCE


def _under(rows: Sequence[Row], field: Field, layers: Layers) -> list[tuple[int, ...]]:
    """For each box, the pieces that it lies over where they are not covered."""
    count = len(field.pieces)
    flags = compiled.whole_zeros(len(rows) * count)
    numbers = compiled.floats(chain.from_iterable(rows))
    ground_near.ground_under(numbers, ground_rows(field, compiled.now.mode), TOLERANCE, flags)
    under = compiled.listed(flags)
    if 1 not in under:
        return [()] * len(rows)
    over = [[n for n in range(count) if under[place * count + n]] for place in range(len(rows))]
    return [
        tuple([piece for piece in here if _is_open(row, field, piece, here, layers)])
        for row, here in zip(rows, over, strict=True)
    ]


def _is_open(row: Row, field: Field, piece: int, over: Sequence[int], layers: Layers) -> bool:
    """Whether a box that lies over some pieces lies over one of them where no other covers it."""
    covers = [n for n in covers_of(field, piece, layers) if n in over]
    if not covers:
        return True
    if is_thin(field.pieces[piece]):
        return _is_line_open(row, field, piece, covers)
    patch = Patch(rings(field.pieces[piece]), tuple(rings(field.pieces[n]) for n in covers))
    return area_over(box_corners(_inset(row)), (patch,)) > _SLIVER


def _is_line_open(row: Row, field: Field, piece: int, covers: Sequence[int]) -> bool:
    """Whether a line without width runs through a box somewhere where none of these pieces covers it."""
    for a, b in pairwise(rings(field.pieces[piece])[0]):
        inside = clipped((a, b), box_planes(_inset(row)))[:2]
        if len(inside) == 2 and (length := apart(*inside)) > TOLERANCE:
            (ax, ay), (bx, by) = inside
            if _less_covers(field, covers, (ax, ay, bx - ax, by - ay, length), [(0.0, 1.0)]):
                return True
    return False


def _open_stretches(field: Field, piece: int, line: Line, layers: Layers) -> list[Span]:
    """From where to where, as shares of its length, a line runs over a piece where that is not covered."""
    ground = relief(field)
    row = [0.0] * ground.scratch
    end = piece_stretches(ground.plain(), piece, line, row, 0)
    if end == 0:
        return []
    covers, spans = covers_of(field, piece, layers), list(zip(row[0:end:2], row[1:end:2], strict=True))
    return _less_covers(field, covers, line, spans) if covers else spans


def _less_covers(field: Field, covers: Sequence[int], line: Line, spans: list[Span]) -> list[Span]:
    """Spans of a line without those that lie on one of these pieces."""
    ground = relief(field)
    row = [*chain.from_iterable(spans)] + [0.0] * ground.scratch
    other = [0.0] * ground.scratch
    end = 2 * len(spans)
    for cover in covers:
        stop = piece_stretches(ground.plain(), cover, line, other, 0)
        for i in range(0, stop, 2):
            end = cut(row, 0, end, other[i], other[i + 1])
    return list(zip(row[0:end:2], row[1:end:2], strict=True))


def _patch(field: Field, piece: int, layers: Layers) -> Patch:
    """A piece of ground with what covers it."""
    covers = covers_of(field, piece, layers)
    return Patch(rings(field.pieces[piece]), tuple(rings(field.pieces[n]) for n in covers))


def _inset(row: Row) -> Row:
    """A box made smaller by the tolerance on all sides."""
    return (*row[:2], max(row[2] - TOLERANCE, 0.0), max(row[3] - TOLERANCE, 0.0), *row[4:])

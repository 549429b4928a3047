"""Crossings: where the leading rank of a body that slides comes up to a piece of ground, and gets over it.

Lines and rims are crossed rank by rank: what counts is when the rank that goes first touches them and when
the whole of it is beyond; the ranks behind it follow.

>>> from sandtable.table.space.shape import block
>>> line = Body(0, 0, Pose(2000, 1000), block(4, files=4, width=200, depth=200))
>>> fence = Piece("fence", "fence", line=(Point(0, 1300), Point(4000, 1300)))
>>> (crossed,) = crossings(line, 0, 800, Field(4000, 4000, (fence,)), ("fence",))
>>> round(crossed.reached), round(crossed.over)
(300, 500)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.compiled.trig import trig
from sandtable.table.forced.kernels.crossings import PART, tell_spans
from sandtable.table.space.body import Body, Side, standing
from sandtable.table.space.ground import Field, Piece
from sandtable.table.space.ground_rows import rings
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import COSINES, HALF_TURN, QUARTER_TURN, SINES, TOLERANCE, turn_between
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Base, Shape, base_part

__all__ = ["Crossing", "Field", "Piece", "Point", "Pose", "crossings", "leading_rank", "leading_side"]


class Crossing(NamedTuple):
    """A piece of ground to be crossed: its place in the field's list, how far the body goes until its leading
    rank touches it, and until the whole of that rank is over it."""

    piece: int
    reached: float
    over: float


def leading_side(pose: Pose, heading: int) -> Side:
    """The side of a body that goes first when it slides on a heading; at 45 degrees front or rear."""
    turn = turn_between(pose.heading, heading)
    if abs(turn) <= QUARTER_TURN // 2:
        return "front"
    if abs(turn) >= HALF_TURN - QUARTER_TURN // 2:
        return "rear"
    return "right" if turn > 0 else "left"


def leading_rank(shape: Shape, side: Side) -> tuple[Base, ...]:
    """The bases along one side of a body: its first or last rank, or the files at its flank."""
    match side:
        case "front":
            return shape.front_rank
        case "rear":
            last = max(base.rank for base in shape.bases)
            return tuple(base for base in shape.bases if base.rank == last)
        case "right":
            outer = max(base.x for base in shape.bases)
        case "left":
            outer = min(base.x for base in shape.bases)
    return tuple(base for base in shape.bases if base.x == outer)


def crossings(
    body: Body, heading: int, distance: float, field: Field, kinds: Sequence[str]
) -> tuple[Crossing, ...]:
    """What a body that slides so far on a heading has to cross of some kinds of ground, in order.

    Ground that lies under a body whose front goes first is being crossed already: its ranks come over. For
    one that slides any other way it is to be crossed anew, and it stands at it from the start.
    """
    pose = standing(body)
    side = leading_side(pose, heading)
    found: list[Crossing] = []
    near = [
        number
        for number, piece in enumerate(field.pieces)
        if piece.kind in kinds and not _is_far(body, piece, heading, distance)
    ]
    if not near:
        return ()
    mode = compiled.now.mode
    for number in near:
        lines = _lines(field.pieces[number], mode)
        spans = _spans(pose, heading, _parts(body.shape, side, mode), lines)
        met = [span for span in spans if -TOLERANCE <= span[0] < distance]
        if side != "front":
            everybody = _spans(pose, heading, _parts(body.shape, None, mode), lines)
            if any(_is_under(span) for span in everybody):
                over = max((span[1] for span in spans if _is_under(span)), default=0.0)
                met = [(0.0, over), *met]
        found += [Crossing(number, max(enter, 0.0), leave) for enter, leave in met]
    return tuple(sorted(found, key=lambda crossing: (crossing.reached, crossing.piece)))


def _is_under(span: tuple[float, float]) -> bool:
    """Is the body across it at the start?"""
    return span[0] < -TOLERANCE and span[1] > TOLERANCE


def _is_far(body: Body, piece: Piece, heading: int, distance: float) -> bool:
    """Can a body that slides so far on a heading not come to a piece, by the box around that?"""
    pose = standing(body)
    x, y, size = pose.x, pose.y, math.hypot(body.shape.width, body.shape.depth) + 2 * TOLERANCE
    there_x, there_y = x + distance * SINES[heading], y + distance * COSINES[heading]
    left, low, right, high = _bounds(piece)
    if left > max(x, there_x) + size or right < min(x, there_x) - size:
        return True
    return low > max(y, there_y) + size or high < min(y, there_y) - size


@lru_cache(maxsize=1024)
def _bounds(piece: Piece) -> tuple[float, float, float, float]:
    """The least x and y of a piece and the greatest."""
    points = [point for ring in rings(piece) for point in ring]
    xs, ys = [point.x for point in points], [point.y for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def _spans(pose: Pose, heading: int, parts: Floats, lines: Floats) -> list[tuple[float, float]]:
    """From where to where some parts of a body that slides on a heading lie across some lines."""
    told, mode = compiled.zeros(2 * (len(parts) // PART) * (len(lines) // BOX)), compiled.now.mode
    here = (pose.x, pose.y, pose.heading)
    count = tell_spans(here, heading, parts, lines, trig(mode), compiled.zeros(BOX), told)
    if not count:
        return []
    row = compiled.listed(told[: 2 * count])
    spans: list[tuple[float, float]] = []
    for enter, leave in sorted(zip(row[::2], row[1::2], strict=True)):
        if spans and enter <= spans[-1][1] + TOLERANCE:
            spans[-1] = (spans[-1][0], max(spans[-1][1], leave))
        else:
            spans.append((enter, leave))
    return spans


@lru_cache(maxsize=1024)
def _parts(shape: Shape, side: Side | None, mode: str) -> Floats:
    """The bases along one side of a body, or all of them, as the kernel reads them."""
    assert mode == compiled.mode()
    rows: list[float] = []
    for base in shape.bases if side is None else leading_rank(shape, side):
        x, y, wide, deep, turn = base_part(base)
        rows += (x, y, wide, deep, float(turn), math.sqrt(wide * wide + deep * deep))
    return compiled.floats(rows)


@lru_cache(maxsize=1024)
def _lines(piece: Piece, mode: str) -> Floats:
    """The lines of a piece as boxes without width, as the kernel reads them."""
    assert mode == compiled.mode()
    rows: list[float] = []
    for ring in rings(piece):
        for a, b in pairwise(ring):
            length = math.hypot(b.x - a.x, b.y - a.y)
            if length > 0.0:
                sin, cos = (b.x - a.x) / length, (b.y - a.y) / length
                rows += ((a.x + b.x) / 2, (a.y + b.y) / 2, 0.0, length / 2, sin, cos, length / 2, -1.0)
    return compiled.floats(rows)

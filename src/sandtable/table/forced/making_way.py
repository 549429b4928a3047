"""Making way: a small body steps aside for others that move, or is set down beside another body.

>>> from sandtable.table.space.shape import block
>>> line = Body(0, 0, Pose(2000, 1000), block(4, files=4, width=200, depth=200))
>>> rider = Body(1, 0, Pose(2000, 850), block(1, files=1, width=100, depth=200))
>>> step_aside(rider, Scene(Field(4000, 4000), (line, rider)))
Pose(x=2000, y=800, heading=0)
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from sandtable.table import compiled
from sandtable.table.forced.kernels.making_way import clear_after, list_overlapped, nearest_clear
from sandtable.table.measure.distance import nearest
from sandtable.table.measure.terrain import ground_under
from sandtable.table.space.body import Body, Side, centre, corners, standing
from sandtable.table.space.ground import Field
from sandtable.table.space.ground_rows import relief
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import (
    COSINES,
    DEGREE,
    FULL_TURN,
    HAIR,
    INCH,
    QUARTER_TURN,
    SINES,
    TOLERANCE,
    nearest_hundredth,
)
from sandtable.table.space.plane import (
    apart,
    box_corners,
    box_planes,
    clipped,
    heading_between,
    hull,
    split_boxes,
)
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene, boxes
from sandtable.table.space.shape import Shape, parts
from sandtable.table.space.shape_rows import known_shapes

__all__ = ["Field", "Pose", "Scene", "is_clear", "is_swept", "pose_beside", "step_aside"]

FAN: Final = tuple(range(0, FULL_TURN, 5 * DEGREE))
"""The headings of ways aside that are always tried; others are at right angles to overlapped sides."""
A_FEW_STEPS: Final = 6.0 * INCH
"""The distance within which a place is looked for first; most are found there, among few bodies."""


def is_swept(body: Body, start: Pose, start_shape: Shape, end: Pose, end_shape: Shape) -> bool:
    """Whether a body is touched or covered by another that goes from one place to another.

    The convex hull of the footprints at both ends counts as swept.
    """
    points = [*corners(start, start_shape), *corners(end, end_shape)]
    if _is_far(body, points):
        return False
    figure, rows = hull(points), split_boxes(boxes(body))
    return any(clipped(figure, box_planes(row), TOLERANCE + HAIR) for row in rows)


def _is_far(body: Body, points: Sequence[Point]) -> bool:
    """Whether a body lies beyond the rectangle around some points."""
    (x, y), reach = centre(standing(body), body.shape), math.hypot(body.shape.width, body.shape.depth) / 2
    reach += TOLERANCE + HAIR
    return (
        min(point.x for point in points) > x + reach
        or max(point.x for point in points) < x - reach
        or min(point.y for point in points) > y + reach
        or max(point.y for point in points) < y - reach
    )


def is_clear(body: Body, scene: Scene, barred: Sequence[str] = ()) -> bool:
    """Whether a body stands on the table, on no other body of the scene and on no barred kind of ground."""
    if _overlapped(body, scene) or _overhang(body, scene.field) > TOLERANCE:
        return False
    return not _lies_on(body, scene.field, barred)


def _lies_on(body: Body, field: Field, kinds: Sequence[str]) -> bool:
    """Whether a body lies on ground of some kinds; asked only if the bounds of such a piece are near."""
    pose, reach = standing(body), body.shape.width / 2 + body.shape.depth + 2 * TOLERANCE
    left, right, low, high = pose.x - reach, pose.x + reach, pose.y - reach, pose.y + reach
    for piece, (west, south, east, north) in zip(field.pieces, relief(field).sides, strict=True):
        near = west < right and east > left and south < high and north > low
        if near and piece.kind in kinds:
            return any(field.pieces[number].kind in kinds for number in ground_under(body, field))
    return False


def _overlapped(body: Body, scene: Scene) -> list[int]:
    """The bodies of a scene that a body overlaps by more than the tolerance."""
    at, (boxes, starts), mode = standing(body), scene.mirror.boxes(), compiled.now.mode
    room, book = _room(len(boxes) // BOX, mode), known_shapes()
    shape = book.place(body.shape)
    mine, nobody = room.mine(len(parts(body.shape))), book.empty_world(mode)
    count = list_overlapped(
        (at.x, at.y, at.heading), shape, body.id, nobody, mine, boxes, starts, room.numbers
    )
    return compiled.listed(room.numbers[:count]) if count else []


def step_aside(body: Body, scene: Scene, barred: Sequence[str] = ()) -> Pose:
    """The nearest place where a body, shifted with its facing kept, stands clear of everything; its present
    place if there is none."""
    overlapped = _overlapped(body, scene)
    if not overlapped and is_clear(body, scene, barred):
        return standing(body)
    more = _headings(body, scene, overlapped)
    there = _nearest_clear(body, more, scene)
    if there is not None and not _lies_on(_at(body, there), scene.field, barred):
        return there
    return _first_clear(body, more, scene, barred)


def _nearest_clear(body: Body, more: Sequence[int], scene: Scene) -> Pose | None:
    """The nearest place to step aside to within a few steps, whatever its ground; none if there is none."""
    at, boxes, mode, field = standing(body), scene.mirror.bases.boxes, compiled.now.mode, scene.field
    room, book, ways = _room(len(boxes) // BOX, mode), known_shapes(), len(FAN) + len(more)
    shape = book.place(body.shape)
    found, there = nearest_clear(
        (at.x, at.y, at.heading),
        shape,
        body.id,
        book.empty_world(mode),
        room.mine(len(parts(body.shape))),
        boxes,
        room.ways(more),
        ways,
        (float(field.width), float(field.depth)),
        A_FEW_STEPS,
        room.numbers,
        room.lengths(ways),
    )
    return Pose(*there) if found else None


def _first_clear(body: Body, more: Sequence[int], scene: Scene, barred: Sequence[str]) -> Pose:
    """The nearest place to step aside to, found by trying one after another; the present place if there is
    none."""
    pose = standing(body)
    for least, most in ((-1.0, A_FEW_STEPS), (A_FEW_STEPS, math.inf)):
        lengths = _clear_after(body, more, scene, most)
        headings = chain(FAN, more)
        ways = [way for way in zip(lengths, headings, strict=True) if least < way[0] < math.inf]
        for length, heading in sorted(ways):
            there = _slid(pose, heading, math.ceil(length))
            if is_clear(_at(body, there), scene, barred):
                return there
    return pose


class _Room:
    """Rows for the kernels to work in: boxes of a body, numbers of other bodies, ways and their lengths."""

    def __init__(self, others: int, mode: compiled.Mode) -> None:
        self.numbers = compiled.whole_zeros(others)
        self.mode = mode
        self._mine: dict[int, compiled.Floats] = {}
        self._ways = compiled.wholes(FAN)
        self._lengths = compiled.zeros(len(FAN))

    def mine(self, parts: int) -> compiled.Floats:
        """A row for exactly this many boxes."""
        found = self._mine.get(parts)
        if found is None:
            found = self._mine[parts] = compiled.zeros(BOX * parts)
        return found

    def ways(self, more: Sequence[int]) -> compiled.Wholes:
        """The headings of the fan and some more; what follows them in the row does not count."""
        first, last = len(FAN), len(FAN) + len(more)
        if len(self._ways) < last:
            self._ways = compiled.wholes((*FAN, *more, *more))
        self._ways[first:last] = more
        return self._ways

    def lengths(self, ways: int) -> compiled.Floats:
        """A row for the lengths of at least this many ways."""
        if len(self._lengths) < ways:
            self._lengths = compiled.zeros(2 * ways)
        return self._lengths


class _Rooms(threading.local):
    """The rows of one thread; kernels write into them, so threads must not share them."""

    def __init__(self) -> None:
        self.last: _Room | None = None


_rooms: Final = _Rooms()


def _room(others: int, mode: compiled.Mode) -> _Room:
    """Rows to work in among at most this many boxes of others."""
    room = _rooms.last
    if room is None or room.mode != mode or len(room.numbers) < others:
        room = _rooms.last = _Room(others, mode)
    return room


def pose_beside(body: Body, other: Body, scene: Scene, barred: Sequence[str] = ()) -> Pose:
    """The pose of a body that goes the shortest way into contact with another: at its nearest point or, if
    there is no room, at the middle of the nearest of its sides that has room."""
    pose = standing(body)
    near = nearest(body, other)
    straight = Pose(
        nearest_hundredth(pose.x + near.there.x - near.here.x),
        nearest_hundredth(pose.y + near.there.y - near.here.y),
        pose.heading,
    )
    places = [straight, *sorted(_at_sides(body, other), key=lambda there: _way_to(body, there))]
    clear = (there for there in places if is_clear(_at(body, there), scene, barred))
    return next(clear, places[1])


def _at_sides(body: Body, other: Body) -> Iterator[Pose]:
    """The poses of a body at the middle of each side of another, with that one's heading."""
    pose, shape, mine = standing(other), other.shape, body.shape
    aside, level = (shape.width + mine.width) / 2, (mine.depth - shape.depth) / 2
    sides: dict[Side, tuple[float, float]] = {
        "rear": (0.0, -shape.depth),
        "left": (-aside, level),
        "right": (aside, level),
        "front": (0.0, mine.depth),
    }
    for right, forward in sides.values():
        yield pose.shifted(right, forward)


def _way_to(body: Body, there: Pose) -> float:
    return apart(centre(standing(body), body.shape), centre(there, body.shape))


def _at(body: Body, pose: Pose) -> Body:
    return Body(body.id, body.side, pose, body.shape)


def _slid(pose: Pose, heading: int, length: float) -> Pose:
    return Pose(
        nearest_hundredth(pose.x + length * SINES[heading]),
        nearest_hundredth(pose.y + length * COSINES[heading]),
        pose.heading,
    )


def _headings(body: Body, scene: Scene, overlapped: Sequence[int]) -> list[int]:
    """The headings that are worth trying besides the fan."""
    found: list[int] = []
    for number in overlapped:
        other = scene.bodies[number]
        pose = standing(other)
        found += [(pose.heading + quarter * QUARTER_TURN) % FULL_TURN for quarter in range(4)]
        middle = centre(pose, other.shape)
        found.append(heading_between(middle, centre(standing(body), body.shape)))
    found += [(standing(body).heading + quarter * QUARTER_TURN) % FULL_TURN for quarter in range(4)]
    return found


_WAYS: Final = tuple(zip(SINES, COSINES, strict=True))


@lru_cache(maxsize=2)
def _fan(mode: str) -> compiled.Floats:
    """The headings of the fan as a row; callers must not change it."""
    assert mode == compiled.mode()
    return compiled.floats(chain.from_iterable(_WAYS[heading] for heading in FAN))


def _clear_after(body: Body, more: Sequence[int], scene: Scene, most: float) -> list[float]:
    """How far a body slides on each heading, those of the fan and some more, until it is on the table and
    overlaps no body; infinite if that is never or beyond *most*."""
    mine = boxes(body)
    points = [corner for row in split_boxes(mine) for corner in box_corners(row)]
    xs, ys = [point.x for point in points], [point.y for point in points]
    numbers, _ = scene.mirror.boxes()
    lengths = compiled.zeros(len(FAN) + len(more))
    clear_after(
        compiled.floats(mine),
        compiled.floats((min(xs), max(xs), min(ys), max(ys), scene.field.width, scene.field.depth)),
        _fan(compiled.now.mode),
        compiled.floats(chain.from_iterable([_WAYS[heading] for heading in more])),
        numbers,
        most,
        compiled.whole_zeros(len(numbers) // BOX),
        lengths,
    )
    return compiled.listed(lengths)


def _overhang(body: Body, field: Field) -> float:
    """How far a body sticks out over the table; negative if it is inside."""
    points = [corner for row in split_boxes(boxes(body)) for corner in box_corners(row)]
    return max(max(-x, -y, x - field.width, y - field.depth) for x, y in points)

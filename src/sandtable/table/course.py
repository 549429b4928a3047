"""The course of one body: everything about it, its terms and the scene as rows of numbers for the kernels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, cast

import numpy as np

from sandtable.table import kernels
from sandtable.table.body import Body, centre
from sandtable.table.kernels import Floats, Wholes
from sandtable.table.kernels import moving_rows as place
from sandtable.table.kernels.boxes import BOX, gaps_from
from sandtable.table.kernels.moving_effects import EFFECT
from sandtable.table.kernels.moving_rows import BODY, Stand, World
from sandtable.table.kernels.rings import EDGE
from sandtable.table.legs import KINDS
from sandtable.table.measure import COSINES, SINES, TOLERANCE
from sandtable.table.pose import Pose
from sandtable.table.relief import relief
from sandtable.table.scene import Outline, Row, Scene, boxes
from sandtable.table.shape import Shape, footprint, parts
from sandtable.table.terms import Going, Keep, Opening, Terms

PART: Final = 6
"""Numbers that tell a part of the mover."""
ARC_STEP: Final = 50
"""The round end of a zone is drawn with a corner every 5 degrees: within the tolerance up to 20 in."""


class Course:
    """What the kernels need to know of one body that moves under some terms in a scene."""

    __slots__ = ("_worlds", "body", "goings", "passings", "pose", "scene", "terms")

    def __init__(self, body: Body, terms: Terms, scene: Scene) -> None:
        if body.pose is None:
            raise ValueError(f"body {body.id} is not on the table and cannot move")
        self.body, self.terms, self.scene, self.pose = body, terms, scene, body.pose
        pieces = scene.field.pieces
        self.goings = tuple(terms.for_ground(piece.kind, piece.id) for piece in pieces)
        self.passings = {number: passing for passing in terms.passing for number in passing.bodies}
        self._worlds: dict[Shape, World] = {}

    @property
    def world(self) -> World:
        """All rows for the body as it is."""
        return self.world_of(self.body.shape)

    def world_of(self, shape: Shape) -> World:
        """All rows for the body in this shape, with room of its own to work in."""
        world = self._worlds.get(shape)
        if world is None:
            world = self._worlds[shape] = _world(self, shape)
        return world

    def allowances(self) -> tuple[int, ...]:
        """The allowance in force for each set of marks, a bit for each mark in their order."""
        limits = [mark.allowance for mark in self.terms.marks]
        return tuple(
            min([self.terms.allowance, *(limit for bit, limit in enumerate(limits) if made >> bit & 1)])
            for made in range(1 << len(limits))
        )


def stand(pose: Pose) -> Stand:
    """A pose as the kernels want it."""
    return (pose.x, pose.y, pose.heading)


def as_lists(world: World) -> World:
    """The same rows as lists of their own, for functions that are called outside a kernel."""
    numbers, index, both = world
    return kernels.listed(numbers)[:], kernels.listed(index)[:], kernels.listed(both)


def whole_numbers(count: int, value: int) -> Wholes:
    """A row of so many equal whole numbers as kernels want it in the present mode."""
    if kernels.mode() == "plain":
        return [value] * count
    return cast(Wholes, np.full(count, value, dtype=np.int64))


def mark_bits(terms: Terms, name: str) -> int:
    """The bit that stands for a mark; 0 for none."""
    return 1 << [mark.name for mark in terms.marks].index(name) if name else 0


@lru_cache(maxsize=2)
def trig(mode: str) -> Floats:
    """The sines of all headings and then their cosines, as a mode of the kernels wants them."""
    assert mode == kernels.mode()
    return kernels.floats(SINES + COSINES)


@lru_cache(maxsize=4096)
def part_rows(shape: Shape, outline: Outline) -> tuple[float, ...]:
    """The parts of a shape one after another: x, y, half width, half depth, turn and radius of each."""
    rows: list[float] = []
    for x, y, wide, deep, turn in parts(shape) if outline == "bases" else (footprint(shape),):
        rows += (x, y, wide, deep, float(turn), math.sqrt(wide * wide + deep * deep))
    return tuple(rows)


class Room(NamedTuple):
    """So many numbers left free to work in."""

    size: int


def _world(course: Course, shape: Shape) -> World:
    """The numbers and the whole numbers, with the places at which each part of them begins."""
    terms, scene = course.terms, course.scene
    edges, rings, pieces, bounds, _, thin = relief(scene.field).ground()
    boxes_of_all, starts = scene.mirror.boxes(terms.outline)
    form, zone, points = part_rows(shape, terms.outline), _zone(shape, terms), _points(shape, terms.opening)
    body_count, piece_count = len(scene.bodies), len(scene.field.pieces)
    count, zone_edges = len(form) // PART, max(len(zone) // 2 - 1, 0)
    room = count * (len(edges) + 2 * len(rings) + 8) + 4 * zone_edges + 64
    numbers: dict[int, Sequence[float] | Room] = {
        place.MINE: Room(count * BOX),
        place.ENDED: Room(count * BOX),
        place.BOXES: boxes_of_all,
        place.EDGES: edges,
        place.ZONE: Room(zone_edges * EDGE),
        place.PARTS: form,
        place.ZONE_POINTS: zone,
        place.ROWS: _body_rows(course.body, terms, scene),
        place.GOINGS: _going_rows(course),
        place.BOUNDS: bounds,
        place.TABLE: (scene.field.width, scene.field.depth, float(terms.off_table == "barred")),
        place.POINTS: points,
        place.SPANS: Room(2 * room),
        place.EFFECTS: Room(EFFECT * (room // 2 + body_count)),
    }
    wholes: dict[int, Sequence[int] | Room] = {
        place.STARTS: starts,
        place.RINGS: rings,
        place.PIECES: pieces,
        place.THIN: thin,
        place.OPENINGS: _openings(terms, scene),
        place.NEAR: Room(body_count + 1),
        place.LANDS: Room(piece_count + 1),
        place.REGION_NEAR: Room(body_count + 1),
        place.REGION_LANDS: Room(piece_count + 1),
        place.ALL_NEAR: (body_count, *range(body_count)),
        place.ALL_LANDS: (piece_count, *range(piece_count)),
    }
    places = [0] * place.PLACES
    places[place.MY_BOXES], places[place.BODY_COUNT], places[place.PIECE_COUNT] = (
        count,
        body_count,
        piece_count,
    )
    places[place.ZONE_EDGES], places[place.POINT_COUNT] = zone_edges, len(points) // 2
    return _row_of_numbers(numbers, places), _row_of_wholes(wholes, places), trig(kernels.mode())


def _row_of_numbers(told: dict[int, Sequence[float] | Room], places: list[int]) -> Floats:
    """Join the parts of the numbers and note where each begins, counted in boxes or edges where it must
    be."""
    units = {place.MINE: BOX, place.ENDED: BOX, place.BOXES: BOX, place.EDGES: EDGE, place.ZONE: EDGE}
    at = 0
    for key, part in told.items():
        places[key] = at // units.get(key, 1)
        at += part.size if isinstance(part, Room) else len(part)
    row = kernels.zeros(at)
    for key, part in told.items():
        if not isinstance(part, Room):
            start = places[key] * units.get(key, 1)
            row[start : start + len(part)] = part
    return row


def _row_of_wholes(told: dict[int, Sequence[int] | Room], places: list[int]) -> Wholes:
    """Join the parts of the whole numbers behind the places at which each begins."""
    at = len(places)
    for key, part in told.items():
        places[key] = at
        at += part.size if isinstance(part, Room) else len(part)
    row = whole_numbers(at, 0)
    row[: len(places)] = places
    for key, part in told.items():
        if not isinstance(part, Room):
            row[places[key] : places[key] + len(part)] = part
    return row


def _body_rows(mover: Body, terms: Terms, scene: Scene) -> list[float]:
    """The rows of all bodies, one after another (see ``kernels.moving_rows``)."""
    placed = scene.mirror.rows(terms.outline).of_body
    rows = [_body_row(body, row) for body, row in zip(scene.bodies, placed, strict=True)]
    rows[mover.id] = [float(place.ABSENT)] + [0.0] * (BODY - 1)
    for passing in terms.passing:
        role = float(place.PASSABLE_PARALLEL if passing.parallel else place.PASSABLE)
        bits = float(mark_bits(terms, passing.mark))
        for number in passing.bodies:
            if rows[number][place.ROLE] != place.ABSENT:
                rows[number][place.ROLE], rows[number][place.PARALLEL] = role, float(passing.parallel)
                rows[number][place.PASS_TOLL], rows[number][place.PASS_MARK] = float(passing.toll), bits
    for keep in terms.keeps:
        for number in keep.bodies:
            if rows[number][place.ROLE] != place.ABSENT:
                _keep(rows[number], keep)
    if any(keep.when == "end" for keep in terms.keeps):
        _end_keeps(rows, mover, scene, terms.outline)
    return [number for row in rows for number in row]


def _body_row(body: Body, row: Row) -> list[float]:
    """The row of a body that bars the way, or is absent."""
    if body.pose is None:
        return [float(place.ABSENT)] + [0.0] * (BODY - 1)
    if len(row) == BOX:
        x, y, radius = row[0], row[1], row[6]
    else:
        x, y = centre(body.pose, body.shape)
        radius = math.hypot(body.shape.width, body.shape.depth) / 2
    heading = float(body.pose.heading)
    return [float(place.BARS), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, heading, 0.0, 0.0, x, y, radius]


def _keep(row: list[float], keep: Keep) -> None:
    """Write a distance to keep into the row of a body; of several the greatest holds."""
    at = place.AT_END if keep.when == "end" else place.FRONT if keep.arc else place.ROUND
    if keep.distance > row[at]:
        row[at] = float(keep.distance)
        if at != place.AT_END:
            row[at + 1] = float(keep.nearer == "refused")


def _end_keeps(rows: list[list[float]], mover: Body, scene: Scene, outline: Outline) -> None:
    """Let the distance kept at the end be no more than the mover has at the start."""
    boxes_of_all, starts = scene.mirror.boxes(outline)
    gaps = kernels.zeros(len(rows))
    gaps_from(kernels.floats(boxes(mover, outline)), boxes_of_all, starts, gaps)
    for row, gap in zip(rows, gaps, strict=True):
        if row[place.AT_END] and gap < row[place.AT_END] - TOLERANCE:
            row[place.AT_END] = max(float(gap), 0.0)


def _going_rows(course: Course) -> list[float]:
    """The rows of all pieces of ground, one after another (see ``kernels.moving_rows``)."""
    aside = course.terms.opening.over if course.terms.opening else ()
    rows: list[float] = []
    for piece, going in zip(course.scene.field.pieces, course.goings, strict=True):
        if going is None:
            rows += (float(place.NOTHING), 1.0, 0.0, 0.0, TOLERANCE, 0.0)
        else:
            rows += _going_row(going, mark_bits(course.terms, going.mark))
        rows.append(float(piece.kind in aside))
    return rows


@lru_cache(maxsize=1024)
def _going_row(going: Going, bits: int) -> tuple[float, ...]:
    counts = going.multiplier != 1.0 or going.toll or going.mark
    entry = place.BARRED if going.entry == "barred" else place.COUNTS if counts else place.NOTHING
    on = sum(1 << KINDS.index(kind) for kind in going.on)
    inset = -TOLERANCE if going.touching else TOLERANCE
    return tuple(map(float, (entry, going.multiplier, going.toll, bits, inset, on)))


def _openings(terms: Terms, scene: Scene) -> list[int]:
    """Which pieces of ground are openings."""
    kinds = terms.opening.kinds if terms.opening else ()
    return [int(piece.kind in kinds) for piece in scene.field.pieces]


def _points(shape: Shape, opening: Opening | None) -> tuple[float, ...]:
    """The points of a shape that must lie on openings, each to the right and forward of its front."""
    return () if opening is None else points_of(shape, opening.points)


@lru_cache(maxsize=1024)
def points_of(shape: Shape, which: str) -> tuple[float, ...]:
    """The middles of the bases, of the footprint or of its front, each to the right and forward of the
    front."""
    if which == "front":
        return (0.0, 0.0)
    if which == "centre":
        return (0.0, -shape.depth / 2)
    middles = [(base.x, base.y - base.depth / 2) for base in shape.bases]
    return tuple(float(number) for middle in middles for number in middle)


def _zone(shape: Shape, terms: Terms) -> tuple[float, ...]:
    """The points round the zone before a body into which others must not come; none if there is none."""
    keep = next((keep for keep in terms.keeps if keep.arc), None)
    return _zone_points(shape.width / 2, keep.arc, keep.distance) if keep else ()


@lru_cache(maxsize=256)
def _zone_points(half: float, arc: int, distance: int) -> tuple[float, ...]:
    steps = max(1, -(-arc // ARC_STEP))
    angles = [arc - round(arc * step / steps) for step in range(steps + 1)]
    right = [(half + distance * SINES[angle], distance * COSINES[angle]) for angle in angles]
    left = [(-x, y) for x, y in reversed(right)]
    ring = [(half, 0.0), *right, *left, (-half, 0.0), (half, 0.0)]
    return tuple(number for point in ring for number in point)

"""Approaches: the straight ways of bodies up to the sides of others, and places flush against a side.

An approach leads from the front edge of a body to a side of another. It has the shortest line between them,
the place where the body lies flush against the side, and the corridor between its front now and there.
`approaches` answers for many bodies and all their enemies in one call; `FlushRoom` and `lay_abreast` settle
places against a side one by one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.charge.approach_rows import ApproachRows, ApproachTerms, approach_rows, room_for
from sandtable.table.charge.kernels import approaches as kernels
from sandtable.table.charge.kernels.approaches_seen import SEEN, write_approaches_seen
from sandtable.table.charge.kernels.flush_contact import CLEAR
from sandtable.table.charge.touching_bases import EdgeStretch, bases_on_side
from sandtable.table.compiled import Floats
from sandtable.table.measure.contact import bases_in_contact
from sandtable.table.measure.distance import Nearest, gaps_to_all
from sandtable.table.measure.terrain import ground_under, is_on_table
from sandtable.table.sight.observers import angle_of, view_of
from sandtable.table.sight.terms import SightTerms
from sandtable.table.space.body import SIDES, Body, Side, corners, face, standing
from sandtable.table.space.ground import Layers
from sandtable.table.space.ground_rows import relief, rings
from sandtable.table.space.lengths import COSINES, FULL_TURN, HAIR, HALF_TURN, SINES, TOLERANCE
from sandtable.table.space.plane import HalfPlane, box_corners, clipped, split_boxes
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene, boxes
from sandtable.table.space.shape import Part, parts

__all__ = [
    "Approach",
    "ApproachTerms",
    "BriefApproach",
    "FlushPlace",
    "FlushRoom",
    "SolidGround",
    "approach_to",
    "approaches",
    "approaches_seen",
    "facing_middle",
    "free_bases",
    "lay_abreast",
    "lay_flush",
]

ANY_ENEMY: Final = (-1, -1, 0, 0, -1)
"""No single target: all enemies in reach, on the sides that the arcs give."""


class Approach(NamedTuple):
    """An approach to a side of a body: the shortest line to it, where it ends, and what it leads through.

    It has no end if it is longer than the reach, if there is no place at that side, or if it is barred.
    """

    unit: int
    target: int
    side: Side
    line: Nearest
    end: Pose | None = None
    slow: bool = False
    lines: tuple[int, ...] = ()


class BriefApproach(Struct, frozen=True, gc=False):
    """An approach in brief: its body and target, the length of its line, whether it is open and slow, how
    many lines run across it, and whether the target is seen (if it is open and sight was asked for).

    The rest is read from the *row* of the kernel when it is wanted.
    """

    unit: int
    target: int
    distance: float
    is_open: bool
    slow: bool
    lines: int
    is_seen: bool
    row: list[float]

    @property
    def full(self) -> Approach:
        """The whole approach."""
        return _read(self.row)

    @property
    def lines_met(self) -> tuple[int, ...]:
        """The places in the field's list of the lines that run across it, if it is open."""
        return _lines_met(self.row)

    @property
    def side(self) -> Side:
        """The side of the target that it leads to."""
        return SIDES[int(self.row[2])]

    @property
    def place(self) -> Pose | None:
        """Where the body would come to lie at that side, whether or not the way there is open."""
        row = self.row
        return None if row[8] == kernels.NO_PLACE else Pose(int(row[9]), int(row[10]), int(row[11]))


class SolidGround(NamedTuple):
    """The kinds of ground on which no body may be laid."""

    kinds: tuple[str, ...]
    layers: Layers


class FlushPlace(NamedTuple):
    """A place flush against an edge: the pose, how many bases touch there, and which other enemies do."""

    pose: Pose
    bases: int
    touched: tuple[int, ...]


# ------------------------------------------------------------------ approaches
def approaches(scene: Scene, reaches: Mapping[int, float], terms: ApproachTerms) -> list[BriefApproach]:
    """The approaches of several bodies, each with its reach, to all enemies in reach, open or not: one for
    each side in whose arc the body has enough of its bases."""
    return _in_brief(_rows_of(scene, reaches, ANY_ENEMY, terms, ()))


def approaches_seen(
    scene: Scene, reaches: Mapping[int, float], terms: ApproachTerms, angle: int, sight: SightTerms
) -> list[BriefApproach]:
    """The same without enemies that certainly lie outside the arc before the front; for open approaches also
    whether the target is seen (see ``observers.are_seen_ahead``)."""
    asked, rows = _asked(scene, reaches), approach_rows(scene, terms)
    arrays, land, none = rows.out.arrays, rows.land, rows.none_spared
    arc, view = angle_of(angle, sight), view_of(rows.out, sight)
    found = room_for(2 * len(reaches) * len(scene.bodies) * (kernels.WAY + len(land[1])))
    count = -1
    while count < 0:
        touching = rows.contacts.rows()
        count = write_approaches_seen(
            asked, arrays, land, rows.arcs, none, touching, rows.workspace, arc, view, found
        )
        if count < 0:
            _learn(scene, rows, found, -count)
    return _in_brief(_split(rows, found, count)) if count else []


def _in_brief(rows: list[list[float]]) -> list[BriefApproach]:
    is_open = kernels.OPEN
    return [
        BriefApproach(
            int(row[0]),
            int(row[1]),
            row[3],
            row[8] == is_open,
            row[13] != 0.0,
            int(row[14]),
            row[SEEN] != 0.0,
            row,
        )
        for row in rows
    ]


def approach_to(
    scene: Scene,
    unit: int,
    target: int,
    side: Side,
    terms: ApproachTerms,
    spare: Sequence[int] = (),
    at: Pose | None = None,
) -> Approach:
    """The approach of a body to a side of another; *spare* names bodies that do not bar it, *at* sets its
    end."""
    standing(scene.bodies[target])
    place = (0, 0, -1) if at is None else (at.x, at.y, at.heading)
    aimed = (target, SIDES.index(side), *place)
    return _read(_rows_of(scene, {unit: math.inf}, aimed, terms, spare)[0])


def lay_flush(
    body: Body, target: Body, side: Side, scene: Scene, solid: SolidGround, least: int
) -> FlushPlace | None:
    """The place flush against a side where most bases of both touch and no other body is in the way.

    A place that touches no other enemy comes before one that does; then the one nearest to where the middle
    of the body's front projects onto the edge; then the one farthest to the left. None if there is no room to
    touch at all. Both bodies stand in the scene.
    """
    terms = ApproachTerms(solid.kinds, (), (), solid.layers, least)
    aimed = (target.id, SIDES.index(side), 0, 0, -1)
    (row,) = _rows_of(scene, {body.id: math.inf}, aimed, terms, ())
    if row[8] == kernels.NO_PLACE:
        return None
    end = Pose(int(row[9]), int(row[10]), int(row[11]))
    return FlushRoom(body, target, scene, solid).laid(end, int(row[12]))


def _asked(scene: Scene, reaches: Mapping[int, float]) -> Floats:
    """The numbers of the bodies, followed by their reaches."""
    bodies = scene.bodies
    for unit in reaches:
        if bodies[unit].pose is None:
            raise ValueError(f"body {unit} is not on the table: no way leads from it")
    return compiled.floats([*reaches, *reaches.values()])


def _rows_of(
    scene: Scene,
    reaches: Mapping[int, float],
    aimed: kernels.Aimed,
    terms: ApproachTerms,
    spare: Sequence[int],
) -> list[list[float]]:
    """The approaches to any enemy, or to the one aimed at, each as a row of numbers.

    The kernel returns a negative count if it does not know how some shapes touch; then they are added.
    """
    asked, rows = _asked(scene, reaches), approach_rows(scene, terms)
    arrays, land, spared = rows.out.arrays, rows.land, rows.none_spared
    if spare:
        spared = spared.copy()
        for number in spare:
            spared[number] = 1
    targets = 1 if aimed[0] >= 0 else len(scene.bodies)
    found = room_for(2 * len(reaches) * targets * (kernels.WAY + len(land[1])))
    count = -1
    while count < 0:
        touching = rows.contacts.rows()
        count = kernels.write_approaches(
            asked, aimed, arrays, land, rows.arcs, spared, touching, rows.workspace, found
        )
        if count < 0:
            _learn(scene, rows, found, -count)
    return _split(rows, found, count)


def _learn(scene: Scene, rows: ApproachRows, found: Floats, count: int) -> None:
    """Add the pairs of shapes that the kernel did not know to the table of touching bases."""
    size, bodies = kernels.WAY + len(rows.land[1]), scene.bodies
    for w in range(0, count * size, size):
        if found[w + 8] == kernels.NO_PLACE and found[w + 9] < 0.0:
            mine, theirs = bodies[int(found[w])].shape, bodies[int(found[w + 1])].shape
            rows.contacts.learn(mine, theirs, SIDES[int(found[w + 2])])


def _split(rows: ApproachRows, found: Floats, count: int) -> list[list[float]]:
    """The first *count* approaches, each as a row of its own."""
    if not count:
        return []
    size = kernels.WAY + len(rows.land[1])
    numbers = compiled.listed(found[: count * size])
    return [numbers[w : w + size] for w in range(0, count * size, size)]


def _read(row: Sequence[float]) -> Approach:
    """The approach that a row of the kernel describes."""
    unit, target, side, distance, x, y, there_x, there_y, state = row[:9]
    line = Nearest(distance, tuple.__new__(Point, (x, y)), tuple.__new__(Point, (there_x, there_y)))
    if state != kernels.OPEN:
        return Approach(int(unit), int(target), SIDES[int(side)], line)
    end = Pose(int(row[9]), int(row[10]), int(row[11]))
    return Approach(int(unit), int(target), SIDES[int(side)], line, end, bool(row[13]), _lines_met(row))


def _lines_met(row: Sequence[float]) -> tuple[int, ...]:
    """The places in the field's list of the lines that run across an approach."""
    return tuple([n for n, met in enumerate(row[kernels.WAY :]) if met]) if row[14] else ()


# ------------------------------------------------------------------ places against a side
def facing_middle(target: Body, side: Side) -> Pose:
    """The pose of a body whose front lies flush on a side of another, middle on middle."""
    edge = face(standing(target), target.shape, side)
    return Pose(round(edge.middle.x), round(edge.middle.y), (edge.heading + HALF_TURN) % FULL_TURN)


class FlushRoom:
    """The places where a body may be laid against another: on the table, clear of all other bodies and of
    solid ground."""

    __slots__ = ("_field", "_scene", "_solid", "body", "target")

    def __init__(self, body: Body, target: Body, scene: Scene, solid: SolidGround) -> None:
        self.body, self.target = body, target
        self._scene, self._solid, self._field = scene, solid, scene.field

    def laid(self, pose: Pose, bases: int, spare: Sequence[int] = ()) -> FlushPlace | None:
        """The body laid at a pose; none if it has no room there. *spare* names bodies that do not count."""
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
        return FlushPlace(pose, bases, tuple(touched))

    def asides(self, middle: Pose) -> tuple[int, ...]:
        """The asides at which the body just clears something: a neighbour, solid ground, the table's edge."""
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
        """The outlines of neighbours and solid ground, relative to the middle of the edge."""
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


def _beside(figure: Sequence[Point], part: Part, apart: float) -> Iterator[EdgeStretch]:
    """The asides at which a part of a body lies *apart* from each corner of a figure, to its left or right.

    Corners a little before or behind the part count as well, because clearing a slanted side by a distance
    takes a longer shift along the edge.
    """
    rear, front = part.y - part.half_depth, part.y + part.half_depth
    for corner in clipped(figure, (HalfPlane(0.0, 1.0, front), HalfPlane(0.0, -1.0, -rear)), apart):
        middle, away = corner.x - part.x, part.half_width + apart
        yield middle - away, middle + away


def free_bases(target: Body, side: Side, scene: Scene, but: Sequence[int]) -> tuple[EdgeStretch, ...]:
    """The stretches of a side whose bases no enemy touches but those in *but*, from left to right."""
    touching = TOLERANCE + HAIR
    near = [number for number, gap in enumerate(gaps_to_all(target, scene)) if gap <= touching]
    taken = {
        touch.theirs
        for number in near
        if scene.bodies[number].side != target.side and number not in but
        for touch in bases_in_contact(scene.bodies[number], target)
    }
    return tuple(span for place, span in bases_on_side(target.shape, side) if place not in taken)


def lay_abreast(
    bodies: Sequence[Body],
    target: Body,
    side: Side,
    free: Sequence[EdgeStretch],
    scene: Scene,
    solid: SolidGround,
    shares: Sequence[int],
    least: int,
) -> tuple[Pose, ...] | None:
    """Lay several bodies edge to edge against a side, from left to right, each with its share of the bases.

    *shares* says how many of the *free* bases each gets; where there are fewer bases than bodies, the bodies
    divide the free stretch evenly. Bodies wider than their shares hang over at the ends. None if one of them
    gets no contact or there is no room.
    """
    numbers = [body.id for body in bodies]
    rooms = [FlushRoom(body, target, scene, solid) for body in bodies]
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


def _borders(free: Sequence[EdgeStretch], shares: Sequence[int]) -> list[float]:
    """The borders between the shares of the free bases."""
    if not free:
        return []
    if len(free) < len(shares):
        step = (free[-1][1] - free[0][0]) / len(shares)
        return [free[0][0] + step * number for number in range(1, len(shares))]
    dealt = [sum(shares[: number + 1]) for number in range(len(shares) - 1)]
    return [free[count - 1][1] for count in dealt]

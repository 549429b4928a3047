"""How a body, its terms and the scene are laid out as the rows of numbers that the kernels work on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, cast

import numpy as np
from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.measure.distance import touches
from sandtable.table.movement.kernels import rows as world_rows
from sandtable.table.movement.kernels.effects import EFFECT
from sandtable.table.movement.kernels.roles import set_out
from sandtable.table.movement.kernels.rows import BODY, World
from sandtable.table.movement.legs import KINDS
from sandtable.table.movement.terms import Going, Keep, Opening, Terms, going_on, mark_bits
from sandtable.table.space.body import Body
from sandtable.table.space.body_rows import body_rows_of
from sandtable.table.space.ground import Field
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.heading_rows import trig
from sandtable.table.space.kernels.boxes import BOX, gaps_from
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.lengths import COSINES, GRID, SINES, TOLERANCE
from sandtable.table.space.scene import Outline, Scene, boxes
from sandtable.table.space.shape import Shape, footprint, parts

BOX_STEP: Final = 16 * BOX
"""Space for boxes grows in steps of this size, so that a reformed body can mostly use the same layout."""
PART: Final = 6
"""Numbers in the row of a part of the mover."""
ARC_STEP: Final = 50
"""The round end of a zone is drawn with a corner every 5 degrees: within the tolerance up to 20 in."""


def whole_numbers(count: int, value: int) -> Wholes:
    """A row of equal whole numbers in the present mode."""
    if compiled.now.mode == "plain":
        return [value] * count
    return cast(Wholes, np.full(count, value, dtype=np.int64))


@lru_cache(maxsize=4096)
def part_rows(shape: Shape, outline: Outline) -> tuple[float, ...]:
    """The parts of a shape one after another: x, y, half width, half depth, turn and radius of each."""
    rows: list[float] = []
    for x, y, wide, deep, turn in parts(shape) if outline == "bases" else (footprint(shape),):
        rows += (x, y, wide, deep, float(turn), math.sqrt(wide * wide + deep * deep))
    return tuple(rows)


class WorkSpace(NamedTuple):
    """A section of a row in which kernels work: its size in numbers."""

    size: int


class WorldLayout(Struct, frozen=True, eq=False):
    """The rows of a world without bodies, where the rows of bodies begin, and worlds that are free again."""

    numbers: Floats
    wholes: Wholes
    first_row: int
    spare: list[World]

    def world(self, mode: compiled.Mode) -> World:
        """A world of this layout; its bodies are left over from another course and must be overwritten."""
        try:
            return self.spare.pop()
        except IndexError:
            return self.numbers.copy(), self.wholes.copy(), trig(mode)


class LaidWorld(Struct, frozen=True, eq=False):
    """A world in use, and its layout."""

    world: World
    layout: WorldLayout


def lay_out(body: Body, terms: Terms, scene: Scene, shape: Shape) -> LaidWorld:
    """A world for a body in a shape, under some terms, among the other bodies of a scene."""
    mode = compiled.now.mode
    line, by_feet = body_rows_of(scene.bodies_but(body.id), mode), terms.outline == "footprint"
    box_numbers = -(-BOX * (line.feet if by_feet else line.boxes) // BOX_STEP) * BOX_STEP
    passed, kept = _passed(terms, mode), _kept(terms.keeps, mode)
    layout = _layout_of(terms, scene, shape, kept.front, box_numbers, mode)
    world = numbers, wholes, both = layout.world(mode)
    starts, mover = line.feet_of if by_feet else line.starts, body.id
    set_out(numbers, wholes, line.rows, starts, line.shapes, both, by_feet, mover, passed.row, kept.row)
    if kept.at_end:
        _end_keeps(numbers, layout.first_row, body, terms, scene)
    return LaidWorld(world, layout)


NO_FRONT: Final = (0, 0)
"""No distance to keep before the front."""


def _front_keep(keeps: tuple[Keep, ...]) -> tuple[int, int]:
    """The arc and the distance to keep before the front, or NO_FRONT."""
    for keep in keeps:
        if keep.arc:
            return keep.arc, keep.distance
    return NO_FRONT


def _layout_of(
    terms: Terms, scene: Scene, shape: Shape, front: tuple[int, int], box_numbers: int, mode: compiled.Mode
) -> WorldLayout:
    """The layout of a world, looked up by the ids of ground and terms, since hashing them takes longer."""
    field, goings, opening, marks = scene.field, terms.goings, terms.opening, terms.marks
    ids = id(field), id(goings), id(opening), id(marks)
    bars = float(terms.off_table == "barred"), terms.slack
    rest = bars, front, shape, terms.outline, len(scene.bodies), box_numbers, mode
    known = _known_layouts.get((ids, rest))
    if known is None:
        names = tuple([mark.name for mark in marks])
        if len(_known_layouts) >= KNOWN:
            _known_layouts.clear()
        held = field, goings, opening, marks
        known = _known_layouts[ids, rest] = held, _layout(field, goings, names, opening, *rest)
    return known[1]


_known_layouts: Final[dict[tuple[object, object], tuple[tuple[object, ...], WorldLayout]]] = {}
"""Layouts by the ids of field, goings, opening and marks, and by the values of the rest. An entry holds those
four: while it stands, no others can get their ids."""


@lru_cache(maxsize=512)
def _layout(
    field: Field,
    goings: tuple[Going, ...],
    marks: tuple[str, ...],
    opening: Opening | None,
    bars: tuple[float, float],
    front_keep: tuple[int, int],
    shape: Shape,
    outline: Outline,
    bodies: int,
    box_numbers: int,
    mode: str,
) -> WorldLayout:
    """The layout that all bodies of one shape share which move over the same ground under the same terms."""
    assert mode == compiled.mode()
    edges, rings, _, bounds, _, _ = ground_rows(field, compiled.now.mode)
    form, points = part_rows(shape, outline), _points(shape, opening)
    zone = _zone_points(shape.width / 2, *front_keep) if front_keep[0] else ()
    count, zone_edges = len(form) // PART, max(len(zone) // 2 - 1, 0)
    room = count * (len(edges) + 2 * len(rings) + 8) + 4 * zone_edges + 64
    numbers: dict[int, Sequence[float] | WorkSpace] = {
        world_rows.MINE: WorkSpace(count * BOX),
        world_rows.ENDED: WorkSpace(count * BOX),
        world_rows.BOXES: WorkSpace(box_numbers),
        world_rows.EDGES: edges,
        world_rows.ZONE: WorkSpace(zone_edges * EDGE),
        world_rows.PARTS: form,
        world_rows.ZONE_POINTS: zone,
        world_rows.ROWS: WorkSpace(bodies * BODY),
        world_rows.GOINGS: _going_rows(field, goings, marks, opening),
        world_rows.BOUNDS: bounds,
        world_rows.TABLE: (field.width, field.depth, *bars),
        world_rows.POINTS: points,
        world_rows.SPANS: WorkSpace(2 * room),
        world_rows.EFFECTS: WorkSpace(EFFECT * (room // 2 + bodies)),
    }
    places = [0] * world_rows.PLACES
    places[world_rows.MY_BOXES], places[world_rows.BODY_COUNT] = count, bodies
    places[world_rows.PIECE_COUNT] = len(field.pieces)
    places[world_rows.ZONE_EDGES], places[world_rows.POINT_COUNT] = zone_edges, len(points) // 2
    rows = _row_of_numbers(numbers, places), _row_of_wholes(_wholes_of(field, opening, bodies), places)
    return WorldLayout(*rows, places[world_rows.ROWS], [])


def _wholes_of(field: Field, opening: Opening | None, bodies: int) -> dict[int, Sequence[int] | WorkSpace]:
    """The sections of the whole numbers: the rings of the ground, and lists of bodies and pieces."""
    _, rings, pieces, _, _, thin = ground_rows(field, compiled.now.mode)
    count = len(field.pieces)
    return {
        world_rows.STARTS: WorkSpace(bodies + 1),
        world_rows.RINGS: rings,
        world_rows.PIECES: pieces,
        world_rows.THIN: thin,
        world_rows.OPENINGS: _openings(field, opening),
        world_rows.NEAR: WorkSpace(bodies + 1),
        world_rows.LANDS: WorkSpace(count + 1),
        world_rows.REGION_NEAR: WorkSpace(bodies + 1),
        world_rows.REGION_LANDS: WorkSpace(count + 1),
        world_rows.ALL_NEAR: (bodies, *range(bodies)),
        world_rows.ALL_LANDS: (count, *range(count)),
    }


def _row_of_numbers(sections: dict[int, Sequence[float] | WorkSpace], places: list[int]) -> Floats:
    """Join the sections of the numbers, and write into *places* where each begins.

    Places of boxes and edges are counted in boxes and edges.
    """
    units = {
        world_rows.MINE: BOX,
        world_rows.ENDED: BOX,
        world_rows.BOXES: BOX,
        world_rows.EDGES: EDGE,
        world_rows.ZONE: EDGE,
    }
    at = 0
    for key, section in sections.items():
        places[key] = at // units.get(key, 1)
        at += section.size if isinstance(section, WorkSpace) else len(section)
    row = compiled.zeros(at)
    for key, section in sections.items():
        if not isinstance(section, WorkSpace):
            start = places[key] * units.get(key, 1)
            row[start : start + len(section)] = section
    return row


def _row_of_wholes(sections: dict[int, Sequence[int] | WorkSpace], places: list[int]) -> Wholes:
    """Join the sections of the whole numbers, after the places at which all sections begin."""
    at = len(places)
    for key, section in sections.items():
        places[key] = at
        at += section.size if isinstance(section, WorkSpace) else len(section)
    row = whole_numbers(at, 0)
    row[: len(places)] = places
    for key, section in sections.items():
        if not isinstance(section, WorkSpace):
            row[places[key] : places[key] + len(section)] = section
    return row


class _Passed(Struct, frozen=True, eq=False):
    """The row of bodies that may be passed, and the terms it was made from."""

    row: Floats
    held: tuple[object, ...]


class _Kept(Struct, frozen=True, eq=False):
    """The row of distances to keep, and the terms it was made from.

    *at_end* says that one is kept at the end and may be less where the mover starts nearer; *front* is the
    arc and the distance to keep before the front.
    """

    row: Floats
    at_end: bool
    front: tuple[int, int]
    held: tuple[Keep, ...]


def _passed(terms: Terms, mode: compiled.Mode) -> _Passed:
    """The bodies that may be passed, as the kernel `set_out` reads them."""
    passing, marks = terms.passing, terms.marks
    key = id(passing), id(marks), mode
    known = _known_passed.get(key)
    if known is None:
        row: list[float] = []
        for each in passing:
            role = world_rows.PASSABLE_PARALLEL if each.parallel else world_rows.PASSABLE
            mark = mark_bits(marks, each.mark)
            row += (len(each.bodies), role, each.parallel, each.toll, mark, *each.bodies)
        if len(_known_passed) >= PASSINGS_KNOWN:
            _known_passed.clear()
        known = _known_passed[key] = _Passed(compiled.floats(row), (passing, marks))
    return known


def _kept(keeps: tuple[Keep, ...], mode: compiled.Mode) -> _Kept:
    """The distances to keep from bodies, as the kernel `set_out` reads them."""
    key = id(keeps), mode
    known = _known_kept.get(key)
    if known is None:
        row: list[float] = []
        at_end = False
        for keep in keeps:
            at = (
                world_rows.AT_END
                if keep.when == "end"
                else world_rows.FRONT
                if keep.arc
                else world_rows.ROUND
            )
            refused = keep.nearer == "refused"
            row += (len(keep.bodies), at, keep.distance, refused, *keep.bodies)
            at_end = at_end or (at == world_rows.AT_END and not refused)
        if len(_known_kept) >= KNOWN:
            _known_kept.clear()
        known = _known_kept[key] = _Kept(compiled.floats(row), at_end, _front_keep(keeps), keeps)
    return known


_known_passed: Final[dict[tuple[int, int, compiled.Mode], _Passed]] = {}
_known_kept: Final[dict[tuple[int, compiled.Mode], _Kept]] = {}
"""Rows by the ids of the terms they were made from, because hashing the terms would take longer than making
the row. An entry holds those terms: while it stands, no others can get their ids."""
KNOWN: Final = 1024
"""The most entries in each of these tables."""
PASSINGS_KNOWN: Final = 4096
"""The same for bodies that may be passed, which change more often."""


def _end_keeps(numbers: Floats, first: int, body: Body, terms: Terms, scene: Scene) -> None:
    """Lower the distances to keep at the end to those that the mover has at the start."""
    outline = terms.outline
    boxes_of_all, starts = scene.mirror.boxes(outline)
    gaps = compiled.zeros(len(scene.bodies))
    gaps_from(compiled.floats(boxes(body, outline)), boxes_of_all, starts, gaps)
    slack = terms.slack
    for at, gap in zip(
        range(first + world_rows.AT_END, len(numbers), BODY), compiled.listed(gaps), strict=False
    ):
        if numbers[at] and gap < numbers[at] - slack:
            numbers[at] = 0.0 if touches(gap) else gap + slack - max(slack, GRID)


def _going_rows(
    field: Field, goings: tuple[Going, ...], marks: tuple[str, ...], opening: Opening | None
) -> list[float]:
    """The rows of all pieces of ground, one after another (see ``kernels.rows``)."""
    aside = opening.over if opening else ()
    rows: list[float] = []
    for piece, going in zip(field.pieces, goings_on(field, goings), strict=True):
        if going is None:
            rows += (float(world_rows.NOTHING), 1.0, 0.0, 0.0, TOLERANCE, 0.0)
        else:
            rows += _going_row(going, 1 << marks.index(going.mark) if going.mark else 0)
        rows.append(float(piece.kind in aside))
    return rows


def goings_of(field: Field, goings: tuple[Going, ...]) -> tuple[Going | None, ...]:
    """The going of each piece of ground, looked up by the ids of field and goings."""
    known = _known_goings.get((id(field), id(goings)))
    if known is None:
        if len(_known_goings) >= KNOWN:
            _known_goings.clear()
        known = _known_goings[id(field), id(goings)] = field, goings, goings_on(field, goings)
    return known[2]


_known_goings: Final[dict[tuple[int, int], tuple[Field, tuple[Going, ...], tuple[Going | None, ...]]]] = {}
"""Goings by the ids of field and goings, which an entry holds so that no others can get their ids."""


@lru_cache(maxsize=1024)
def goings_on(field: Field, goings: tuple[Going, ...]) -> tuple[Going | None, ...]:
    """The going of each piece of ground."""
    return tuple(going_on(goings, piece.kind, piece.id) for piece in field.pieces)


@lru_cache(maxsize=1024)
def _going_row(going: Going, bits: int) -> tuple[float, ...]:
    counts = going.multiplier != 1.0 or going.toll or going.mark
    entry = (
        world_rows.BARRED if going.entry == "barred" else world_rows.COUNTS if counts else world_rows.NOTHING
    )
    on = sum(1 << KINDS.index(kind) for kind in going.on)
    inset = -TOLERANCE if going.touching else TOLERANCE
    return tuple(map(float, (entry, going.multiplier, going.toll, bits, inset, on)))


def _openings(field: Field, opening: Opening | None) -> list[int]:
    """For each piece of ground, 1 if it is an opening."""
    kinds = opening.kinds if opening else ()
    return [int(piece.kind in kinds) for piece in field.pieces]


def _points(shape: Shape, opening: Opening | None) -> tuple[float, ...]:
    """The points of a shape that must lie on openings, each to the right and forward of its front."""
    return () if opening is None else points_of(shape, opening.points)


@lru_cache(maxsize=1024)
def points_of(shape: Shape, which: str) -> tuple[float, ...]:
    """The middles of the bases, of the footprint or of its front, each to the right and forward of it."""
    if which == "front":
        return (0.0, 0.0)
    if which == "centre":
        return (0.0, -shape.depth / 2)
    middles = [(base.x, base.y - base.depth / 2) for base in shape.bases]
    return tuple(float(number) for middle in middles for number in middle)


@lru_cache(maxsize=256)
def _zone_points(half: float, arc: int, distance: int) -> tuple[float, ...]:
    """The corners of the zone before the front that others must stay out of."""
    steps = max(1, -(-arc // ARC_STEP))
    angles = [arc - round(arc * step / steps) for step in range(steps + 1)]
    right = [(half + distance * SINES[angle], distance * COSINES[angle]) for angle in angles]
    left = [(-x, y) for x, y in reversed(right)]
    ring = [(half, 0.0), *right, *left, (-half, 0.0), (half, 0.0)]
    return tuple(number for point in ring for number in point)

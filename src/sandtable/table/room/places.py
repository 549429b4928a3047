"""Places: could a body stand there? On the table, clear of other bodies and off barred ground.

`have_room` answers for places that are listed one by one, `have_fronts` for shapes about a point on many
headings, `have_turns` for shapes about the body's own middle; `fits_of` also says why not. All bodies are
measured by the rectangles around their bases.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, compress
from typing import Literal, NamedTuple

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.measure.distance import measured, touches
from sandtable.table.measure.terrain import ALL, ground_under
from sandtable.table.room.kernels import places as kernels
from sandtable.table.room.kernels.places import OFF_TABLE, ON_GROUND, OVERLAPS, ROOM, TOO_NEAR
from sandtable.table.space.body import Body, centre, standing
from sandtable.table.space.ground import Field, Layers
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.heading_rows import trig
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import COSINES, GRID, HAIR, SINES, TOLERANCE, nearest_hundredth
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape

__all__ = [
    "OFF_TABLE",
    "ON_GROUND",
    "OVERLAPS",
    "ROOM",
    "TOO_NEAR",
    "Demands",
    "Fronts",
    "Place",
    "about_centre",
    "distance_kept",
    "facing_about",
    "fits_of",
    "front_at",
    "have_fronts",
    "have_room",
    "have_some_fronts",
    "have_turns",
    "pieces_of_kinds",
    "turns_to_face",
    "with_room",
]


class Place(NamedTuple):
    """Where a body might stand, and in which shape."""

    pose: Pose
    shape: Shape


class Demands(NamedTuple):
    """What a place needs: no ground of the *barred* kinds, and the distances of *keeps*, less the *slack*
    that the rules of a system allow.

    *keeps* is one distance from every enemy (from an enemy that is nearer already, the present distance), or
    it names the distance from each body. No body may be
    overlapped, nor the edge of the table, by more than the *tolerance*.
    """

    barred: tuple[str, ...] = ()
    layers: Layers = ALL
    keeps: float | Mapping[int, float] = 0.0
    slack: float = HAIR
    tolerance: float = TOLERANCE + HAIR


class Fronts(NamedTuple):
    """Shapes about a point: how far *ahead* of the point the front of each lies, and whether a front halfway
    between two points of the grid is rounded up or to the even one."""

    shapes: tuple[Shape, ...]
    aheads: tuple[float, ...]
    halves: Literal["up", "even"] = "up"


# ------------------------------------------------------------------ where a front comes to lie
def distance_kept(gap: float, keep: float, slack: float) -> float:
    """The distance that a body set down anew keeps from one whose distance is now *gap*: the one to keep, or
    the present one but for the rounding of its place to the grid; 0 where the two touch."""
    return 0.0 if touches(gap) else min(keep, gap + slack - max(slack, GRID))


def about_centre(body: Body, shape: Shape, heading: int) -> Pose:
    """The pose of a body after it has taken up a shape and a heading about its own centre."""
    return facing_about(centre(standing(body), body.shape), shape, heading)


def facing_about(middle: Point, shape: Shape, heading: int) -> Pose:
    """The pose of a shape on a heading with its middle at a point, its front rounded to the grid."""
    ahead = shape.depth / 2
    x, y = middle.x + ahead * SINES[heading], middle.y + ahead * COSINES[heading]
    return Pose(round(x), round(y), heading)


def front_at(about: Point, ahead: float, heading: int) -> Pose:
    """The pose of a front that lies *ahead* of a point on a heading, rounded to the grid with halves up."""
    x, y = about.x + ahead * SINES[heading], about.y + ahead * COSINES[heading]
    return Pose(nearest_hundredth(x), nearest_hundredth(y), heading)


# ------------------------------------------------------------------ places one by one
def with_room(body: Body, places: Sequence[Place], scene: Scene, demands: Demands) -> tuple[Place, ...]:
    """The places, in order, at which a body has room; it never stands in its own way."""
    return tuple(compress(places, have_room(body, places, scene, demands)))


def have_room(body: Body, places: Sequence[tuple[Pose, Shape]], scene: Scene, demands: Demands) -> list[bool]:
    """For each place whether a body has room there."""
    return [fit == ROOM for fit in fits_of(body, places, scene, demands)]


def fits_of(body: Body, places: Sequence[tuple[Pose, Shape]], scene: Scene, demands: Demands) -> list[int]:
    """For each place how a body fits there: it has room, or the first reason why not."""
    if not places:
        return []
    fits = compiled.whole_zeros(len(places))
    near = compiled.whole_zeros(len(scene.bodies))
    kernels.fit_boxes(_boxes(places), *_rows(body, scene, demands), near, fits)
    return _on_uncovered_ground(compiled.listed(fits), places, scene.field, demands)


def _boxes(places: Sequence[tuple[Pose, Shape]]) -> Floats:
    """The rectangles around a body at some places as a row; the same floats as ``scene.box`` gives."""
    rows: list[float] = []
    for pose, shape in places:
        wide, deep, heading = shape.width / 2, shape.depth / 2, pose.heading
        sin, cos = SINES[heading], COSINES[heading]
        radius = math.sqrt(wide * wide + deep * deep)
        rows += (pose.x - deep * sin, pose.y - deep * cos, wide, deep, sin, cos, radius, -1.0)
    return compiled.floats(rows)


def _rows(body: Body, scene: Scene, demands: Demands) -> tuple[kernels.Mover, kernels.Bodies, kernels.Table]:
    """The mover, all bodies and the table as the kernels read them."""
    mode, field, mirror = compiled.now.mode, scene.field, scene.mirror
    keeps, slack = demands.keeps, demands.slack
    if isinstance(keeps, float) and keeps > 0.0:
        limits, mover = compiled.zeros(len(scene.bodies)), (measured(body, "footprint"), keeps, slack)
    else:
        limits, mover = _limits(keeps, slack, len(scene.bodies)), (compiled.zeros(0), 0.0, 0.0)
    barred = pieces_of_kinds(field, demands.barred, mode)
    table = ground_rows(field, mode), barred, float(field.width), float(field.depth), demands.tolerance
    return (body.id, body.side, *mover), (*mirror.boxes("footprint"), mirror.sides, limits), table


def _limits(keeps: float | Mapping[int, float], slack: float, count: int) -> Floats:
    """How far to stay from each of *count* bodies, where that does not depend on the present place."""
    limits = [kernels.OVERLAP] * count
    if not isinstance(keeps, float):
        for other, keep in keeps.items():
            if keep > TOLERANCE + HAIR:
                limits[other] = keep - slack
    return compiled.floats(limits)


def _on_uncovered_ground(
    fits: list[int], places: Sequence[tuple[Pose, Shape]], field: Field, demands: Demands
) -> list[int]:
    """The same fits, with room where all barred ground under a place is covered."""
    if ON_GROUND in fits:
        for n, place in enumerate(places):
            if fits[n] == ON_GROUND and not _is_on_barred(place, field, demands):
                fits[n] = ROOM
    return fits


def _is_on_barred(place: tuple[Pose, Shape], field: Field, demands: Demands) -> bool:
    """Whether a place lies over barred ground that is not covered there."""
    under = ground_under(Body(0, 0, *place), field, demands.layers, "footprint")
    return any(field.pieces[number].kind in demands.barred for number in under)


# ------------------------------------------------------------------ many headings about a point
def have_fronts(
    body: Body, about: Point, fronts: Fronts, headings: Sequence[int], scene: Scene, demands: Demands
) -> list[bool]:
    """For each shape about a point, and in it for each heading, whether a body has room so."""
    most = len(headings) * len(fronts.shapes)
    fits = _fits_about(body, about, fronts, compiled.wholes(headings), scene, demands, most)
    if ON_GROUND in fits:
        fits = _on_uncovered_ground(fits, _places_about(about, fronts, headings), scene.field, demands)
    return [fit == ROOM for fit in fits]


def have_some_fronts(
    body: Body,
    about: Point,
    fronts: Fronts,
    headings: tuple[int, ...],
    scene: Scene,
    demands: Demands,
    *,
    most: int,
) -> bool:
    """Whether a body has room on at least *most* headings; those over barred ground that is covered do not
    count."""
    facings = _headings(headings, compiled.now.mode)
    return _fits_about(body, about, fronts, facings, scene, demands, most).count(ROOM) >= most


def have_turns(
    body: Body, shapes: Sequence[Shape], headings: Sequence[int], scene: Scene, demands: Demands
) -> list[bool]:
    """For each shape about the body's own middle, and in it for each heading, whether it has room so."""
    middle = centre(standing(body), body.shape)
    return have_fronts(body, middle, _about_middle(tuple(shapes)), headings, scene, demands)


def turns_to_face(
    body: Body,
    shapes: tuple[Shape, ...],
    steps: tuple[int, ...],
    scene: Scene,
    demands: Demands,
    sight: float,
) -> tuple[list[int], list[bool]]:
    """The heading of a body and those to the middles of enemies in sight, each once; and for each shape
    whether it has room on these headings and then on each of *steps* that is not one of them."""
    middle, mirror = centre(standing(body), body.shape), scene.mirror
    row = compiled.wholes([standing(body).heading] * (1 + len(scene.bodies)))
    feet = mirror.boxes("footprint")
    count = kernels.list_headings_to_enemies(*middle, body.side, sight, *feet, mirror.sides, row)
    facings = compiled.listed(row[:count])
    free = have_turns(body, shapes, (*facings, *steps), scene, demands)
    for n in [n for n, step in enumerate(steps) if step in facings]:
        for first in range(count, len(free), count + len(steps)):
            free[first + n] = False
    return facings, free


def _fits_about(
    body: Body, about: Point, fronts: Fronts, headings: Wholes, scene: Scene, demands: Demands, most: int
) -> list[int]:
    """How each shape about a point fits on each heading, until *most* have room."""
    mode = compiled.now.mode
    fits = compiled.whole_zeros(len(fronts.shapes) * len(headings))
    row, near = compiled.zeros(BOX), compiled.whole_zeros(len(scene.bodies))
    even, rows = int(fronts.halves == "even"), _front_rows(fronts.shapes, fronts.aheads, mode)
    (x, y), (mover, bodies, table) = about, _rows(body, scene, demands)
    kernels.fit_fronts(x, y, rows, headings, even, trig(mode), mover, bodies, table, most, row, near, fits)
    return compiled.listed(fits)


def _places_about(about: Point, fronts: Fronts, headings: Sequence[int]) -> list[Place]:
    """The places of shapes about a point on some headings, in the order of their fits."""
    if fronts.halves == "even":
        return [Place(facing_about(about, shape, way), shape) for shape in fronts.shapes for way in headings]
    each = zip(fronts.shapes, fronts.aheads, strict=True)
    return [Place(front_at(about, ahead, way), shape) for shape, ahead in each for way in headings]


@lru_cache(maxsize=1024)
def _about_middle(shapes: tuple[Shape, ...]) -> Fronts:
    """Shapes with their middles at the point."""
    return Fronts(shapes, tuple([shape.depth / 2 for shape in shapes]), "even")


@lru_cache(maxsize=64)
def _headings(headings: tuple[int, ...], mode: str) -> Wholes:
    """Headings as a row; many bodies are asked about the same."""
    return compiled.wholes(headings)


@lru_cache(maxsize=2048)
def _front_rows(shapes: tuple[Shape, ...], aheads: tuple[float, ...], mode: str) -> Floats:
    """Shapes about a point as a row."""
    rows = [(ahead, shape.width / 2, shape.depth / 2) for shape, ahead in zip(shapes, aheads, strict=True)]
    return compiled.floats(chain.from_iterable(rows))


@lru_cache(maxsize=256)
def pieces_of_kinds(field: Field, kinds: tuple[str, ...], mode: str) -> Wholes:
    """The numbers of the pieces of ground of some kinds as a row."""
    return compiled.wholes(n for n, piece in enumerate(field.pieces) if piece.kind in kinds)

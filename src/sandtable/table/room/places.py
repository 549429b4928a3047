"""Room: whether a body could stand elsewhere or otherwise, asked of many places at once.

Everybody is measured by the rectangle around his bases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, compress
from typing import NamedTuple

from sandtable.table import compiled
from sandtable.table.measure.distance import touches
from sandtable.table.measure.terrain import ALL, ground_under
from sandtable.table.space.body import Body, centre, standing
from sandtable.table.space.ground import Field, Layers
from sandtable.table.space.ground_rows import relief
from sandtable.table.space.kernels import boxes as boxes_kernel
from sandtable.table.space.kernels.scene_rows import STAND
from sandtable.table.space.lengths import COSINES, GRID, HAIR, SINES, TOLERANCE
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Row, Scene, box
from sandtable.table.space.shape import Shape, footprint


class Place(NamedTuple):
    """Where a body might stand, and in which shape."""

    pose: Pose
    shape: Shape


class Bounds(NamedTuple):
    """An upright rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: Bounds) -> bool:
        """Whether two of them have a point in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.bottom <= other.top
            and other.bottom <= self.top
        )

    def reaches(self, x: float, y: float, radius: float) -> bool:
        """Whether the square around a circle has a point in common with it."""
        return (
            self.left <= x + radius
            and x - radius <= self.right
            and self.bottom <= y + radius
            and y - radius <= self.top
        )

    def holds(self, other: Bounds) -> bool:
        """Whether the other lies inside."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.bottom <= other.bottom
            and other.top <= self.top
        )


class Demands(NamedTuple):
    """What a place must have: no ground of the *barred* kinds, and the distances that *keeps* names, less the
    *slack* that the rules of a system allow.

    Bodies that are not named, or from which no distance is kept, must not be overlapped.
    """

    barred: Sequence[str] = ()
    layers: Layers = ALL
    keeps: Mapping[int, float] = {}
    slack: float = HAIR


def distance_kept(gap: float, keep: float, slack: float) -> float:
    """The distance that a body set down anew keeps from one so far off now: the one to keep, or as much as it
    has but for the rounding of its place to the grid; 0 where the two touch."""
    return 0.0 if touches(gap) else min(keep, gap + slack - max(slack, GRID))


def about_centre(body: Body, shape: Shape, heading: int) -> Pose:
    """Where the front of a body is once it has taken up a shape and a heading about its own centre."""
    return facing_about(centre(standing(body), body.shape), shape, heading)


def facing_about(middle: Point, shape: Shape, heading: int) -> Pose:
    """Where the front of a shape is that has its middle at a point and looks out at a heading."""
    ahead = shape.depth / 2
    x, y = middle.x + ahead * SINES[heading], middle.y + ahead * COSINES[heading]
    return Pose(round(x), round(y), heading)


def with_room(body: Body, places: Sequence[Place], scene: Scene, demands: Demands) -> tuple[Place, ...]:
    """Those of some places, in order, at which a body would have room; itself it never stands in the way."""
    return tuple(compress(places, have_room(body, places, scene, demands)))


def have_room(body: Body, places: Sequence[Place], scene: Scene, demands: Demands) -> list[bool]:
    """Of each of some places whether a body would have room there."""
    if not places:
        return []
    rows = [box(place.pose, footprint(place.shape)) for place in places]
    around, field = _bounds(rows), scene.field
    if Bounds(0.0, 0.0, field.width, field.depth).holds(around):
        free = [True] * len(rows)
    else:
        free = [_is_on_table(row, field) for row in rows]
    if any(free):
        _strike_those_near_others(free, rows, around, body.id, scene, demands)
        _strike_those_on_barred_ground(free, places, around, field, demands)
    return free


def _strike_those_near_others(
    free: list[bool], rows: list[Row], around: Bounds, mover: int, scene: Scene, demands: Demands
) -> None:
    numbers = compiled.floats(chain.from_iterable(rows))
    starts = compiled.wholes(range(len(rows) + 1))
    feet = scene.mirror.feet
    stands = compiled.listed(feet.stands)
    for other in range(len(scene.bodies)):
        least = demands.keeps.get(other, 0.0)
        stands_there, _, x, y, radius = stands[STAND * other : STAND * (other + 1)]
        if not stands_there or other == mover or not around.reaches(x, y, radius + least):
            continue
        gaps = compiled.zeros(len(rows))
        boxes_kernel.gaps_from(feet.of_one(other), numbers, starts, gaps)
        told = compiled.listed(gaps)
        limit = least - demands.slack if least > TOLERANCE + HAIR else -TOLERANCE - HAIR
        if min(told) < limit:
            for place, gap in enumerate(told):
                if gap < limit:
                    free[place] = False


def _strike_those_on_barred_ground(
    free: list[bool], places: Sequence[Place], around: Bounds, field: Field, demands: Demands
) -> None:
    bounds = relief(field).bounds
    near = [
        number
        for number, piece in enumerate(field.pieces)
        if piece.kind in demands.barred and around.meets(Bounds(*bounds[4 * number : 4 * number + 4]))
    ]
    if not near:
        return
    for at, place in enumerate(places):
        if free[at]:
            under = ground_under(Body(0, 0, *place), field, demands.layers, "footprint")
            free[at] = not any(number in under for number in near)


def _is_on_table(row: Row, field: Field) -> bool:
    x, y, half_width, half_depth, sin, cos = row[:6]
    across = half_width * abs(cos) + half_depth * abs(sin) - TOLERANCE - HAIR
    along = half_width * abs(sin) + half_depth * abs(cos) - TOLERANCE - HAIR
    return across <= x <= field.width - across and along <= y <= field.depth - along


def _bounds(rows: Sequence[Row]) -> Bounds:
    """The rectangle around the circles around some boxes."""
    return Bounds(
        min([row[0] - row[6] for row in rows]),
        min([row[1] - row[6] for row in rows]),
        max([row[0] + row[6] for row in rows]),
        max([row[1] + row[6] for row in rows]),
    )

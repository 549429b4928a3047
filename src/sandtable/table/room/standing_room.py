"""Standing room: at which of some places a body could stand, its distance from enemies kept, asked at once.

Everybody is measured by the rectangle around his bases. `room` asks the same of any demands.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from sandtable.table import compiled
from sandtable.table.measure.distance import measured
from sandtable.table.measure.terrain import ground_under
from sandtable.table.room.kernels.standing_room import clear_places
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field, Layers
from sandtable.table.space.ground_rows import relief
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import COSINES, HAIR, SINES
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape


def standing_room(
    body: Body,
    places: Sequence[tuple[Pose, Shape]],
    scene: Scene,
    barred: tuple[str, ...],
    layers: Layers,
    apart: float,
    slack: float = HAIR,
) -> list[bool]:
    """Of each of some places whether a body could stand there: on the table, on nobody, on no barred ground,
    and no nearer to an enemy than *apart*, less the *slack* that the rules allow, or than it is now if that
    is less."""
    mirror, field, rows = scene.mirror, scene.field, _rows(places)
    clear = compiled.whole_zeros(len(places))
    clear_places(
        measured(body, "footprint"),
        compiled.floats(rows),
        *mirror.boxes("footprint"),
        mirror.sides,
        body.id,
        body.side,
        (float(apart), slack),
        float(field.width),
        float(field.depth),
        clear,
    )
    free = [one == 1 for one in compiled.listed(clear)]
    for piece in _pieces(field, barred):
        _strike_those_on(piece, free, places, rows, field, layers)
    return free


def _rows(places: Sequence[tuple[Pose, Shape]]) -> list[float]:
    """The rectangles around a body at some places one after another, to the bit as `box` makes them."""
    rows: list[float] = []
    for pose, shape in places:
        wide, deep, heading = shape.width / 2, shape.depth / 2, pose.heading
        sin, cos = SINES[heading], COSINES[heading]
        radius = math.sqrt(wide * wide + deep * deep)
        rows += (pose.x - deep * sin, pose.y - deep * cos, wide, deep, sin, cos, radius, -1.0)
    return rows


@lru_cache(maxsize=64)
def _pieces(field: Field, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """The places of the pieces of ground of some kinds."""
    return tuple(at for at, piece in enumerate(field.pieces) if piece.kind in kinds)


def _strike_those_on(
    piece: int,
    free: list[bool],
    places: Sequence[tuple[Pose, Shape]],
    rows: list[float],
    field: Field,
    layers: Layers,
) -> None:
    """Strike out the places that lie over a piece of ground; most are far from it."""
    left, low, right, high = relief(field).bounds[4 * piece : 4 * piece + 4]
    for at, place in enumerate(places):
        x, y, rim = rows[at * BOX], rows[at * BOX + 1], rows[at * BOX + 6]
        if free[at] and left - rim <= x <= right + rim and low - rim <= y <= high + rim:
            free[at] = piece not in ground_under(Body(0, 0, *place), field, layers, "footprint")

"""Standing room: at which of some places a body could stand, its distance from enemies kept, asked at once.

Everybody is measured by the rectangle around his bases. `room` asks the same of any demands.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.table import kernels
from sandtable.table.body import Body
from sandtable.table.distance import measured
from sandtable.table.ground import Field, Layers
from sandtable.table.kernels.standing_room import clear_places
from sandtable.table.pose import Pose
from sandtable.table.relief import relief
from sandtable.table.scene import Row, Scene, box
from sandtable.table.shape import Shape, footprint
from sandtable.table.swinging import of_kinds
from sandtable.table.terrain import ground_under


def standing_room(
    body: Body,
    places: Sequence[tuple[Pose, Shape]],
    scene: Scene,
    barred: tuple[str, ...],
    layers: Layers,
    apart: float,
) -> list[bool]:
    """Of each of some places whether a body could stand there: on the table, on nobody, on no barred ground,
    and no nearer to an enemy than *apart*, or than it is now if that is less."""
    mirror, field = scene.mirror, scene.field
    rows = [box(pose, footprint(shape)) for pose, shape in places]
    clear = kernels.whole_zeros(len(rows))
    clear_places(
        measured(body, "footprint"),
        kernels.floats([number for row in rows for number in row]),
        *mirror.boxes("footprint"),
        mirror.sides(),
        body.id,
        body.side,
        float(apart),
        float(field.width),
        float(field.depth),
        clear,
    )
    free = [one == 1 for one in kernels.listed(clear)]
    for piece in kernels.listed(of_kinds(field, barred, kernels.mode())):
        _strike_those_on(piece, free, places, rows, field, layers)
    return free


def _strike_those_on(
    piece: int,
    free: list[bool],
    places: Sequence[tuple[Pose, Shape]],
    rows: list[Row],
    field: Field,
    layers: Layers,
) -> None:
    """Strike out the places that lie over a piece of ground; most are far from it."""
    left, low, right, high = relief(field).bounds[4 * piece : 4 * piece + 4]
    for at, (x, y, _, _, _, _, rim, _) in enumerate(rows):
        if free[at] and left - rim <= x <= right + rim and low - rim <= y <= high + rim:
            free[at] = piece not in ground_under(Body(0, 0, *places[at]), field, layers, "footprint")

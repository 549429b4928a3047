"""The boxes, footprints and stands of all bodies, worked out from their poses and shapes."""

from __future__ import annotations

from typing import Final

from sandtable.table.compiled.running import Floats, kernel, leaf
from sandtable.table.space.kernels.body_boxes import BODY, BODY_ARRAYS, BodyArrays, write_boxes
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.world import FOOTPRINTS, Footprints, write_foot

STAND: Final = 5
"""Numbers in the row of a stand: whether the body is on the table, its heading, its middle, and the radius of
the circle around it."""

RADIUS: Final = 6
"""The place in the row of a shape of the radius of the circle around it."""


@leaf
def write_stand(stands: Floats, body: int, heading: float, x: float, y: float, radius: float) -> None:
    """Write the stand of a body that is on the table."""
    s = STAND * body
    stands[s], stands[s + 1], stands[s + 2], stands[s + 3], stands[s + 4] = 1.0, heading, x, y, radius


@kernel(f"void({BODY_ARRAYS}, {FOOTPRINTS}, float64[::1], float64[::1])")
def mirror(arrays: BodyArrays, footing: Footprints, stands: Floats, feet_stand: Floats) -> None:
    """Write the boxes and footprints of all bodies from the given first place of each, and their stands by
    either outline."""
    boxes, starts, bodies, shapes, _ = arrays
    feet, feet_of = footing
    for body in range(len(starts) - 1):
        shape = int(bodies[BODY * body + 4])
        if shape < 0:
            for n in range(STAND * body, STAND * (body + 1)):
                stands[n] = feet_stand[n] = 0.0
            continue
        b, f, heading = BOX * starts[body], BOX * feet_of[body], bodies[BODY * body + 2]
        pose = (bodies[BODY * body], bodies[BODY * body + 1], int(heading))
        count = write_boxes(arrays, shape, pose, boxes, b)
        for n in range(count):
            boxes[b + BOX * n + 7] = float(body)
        write_foot(arrays, body, feet, f)
        write_stand(feet_stand, body, heading, feet[f], feet[f + 1], feet[f + 6])
        if count == 1:
            write_stand(stands, body, heading, boxes[b], boxes[b + 1], boxes[b + 6])
        else:
            write_stand(stands, body, heading, feet[f], feet[f + 1], shapes[shape + RADIUS])

"""The boxes, footprints and levels of all bodies, worked out from their poses and shapes."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.space.kernels.body_boxes import BODY, BODY_ARRAYS, BodyArrays, write_boxes
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_levels import STANDING, Standing, encloses
from sandtable.table.space.kernels.ground_stretches import GROUND, Ground
from sandtable.table.space.lengths import FULL_TURN

Footprints = tuple[Floats, Wholes]
"""The footprints of all bodies, and the first of each."""
FOOTPRINTS: Final = "Tuple((float64[::1], int64[::1]))"


@leaf
def middle_of_foot(arrays: BodyArrays, body: int) -> tuple[float, float]:
    """The middle of the footprint of a body on the table."""
    bodies, shapes, trig = arrays[2], arrays[3], arrays[4]
    heading, shape = int(bodies[BODY * body + 2]), int(bodies[BODY * body + 4])
    sine, cosine, along = trig[heading], trig[FULL_TURN + heading], -shapes[shape + 1] / 2
    x, y = bodies[BODY * body], bodies[BODY * body + 1]
    return x + 0.0 * cosine + along * sine, y - 0.0 * sine + along * cosine


@leaf
def write_foot(arrays: BodyArrays, body: int, feet: Floats, f: int) -> None:
    """Write the footprint of a body on the table."""
    bodies, shapes, trig = arrays[2], arrays[3], arrays[4]
    heading, shape = int(bodies[BODY * body + 2]), int(bodies[BODY * body + 4])
    wide, deep = shapes[shape] / 2, shapes[shape + 1] / 2
    feet[f], feet[f + 1] = middle_of_foot(arrays, body)
    feet[f + 2], feet[f + 3] = wide, deep
    feet[f + 4], feet[f + 5] = trig[heading], trig[FULL_TURN + heading]
    feet[f + 6], feet[f + 7] = math.sqrt(wide * wide + deep * deep), float(body)


@leaf
def write_level(ground: Ground, body: int, x: float, y: float, standing: Standing) -> None:
    """Write the level under the middle of a body, and which pieces of ground lie under it."""
    levels, under = standing
    heights = ground[4]
    count = len(heights)
    levels[body] = 0
    for piece in range(count):
        here = encloses(ground, piece, x, y)
        under[body * count + piece] = 1 if here else 0
        if here and heights[piece] > levels[body]:
            levels[body] = heights[piece]


@kernel(f"void({BODY_ARRAYS}, {GROUND}, {FOOTPRINTS}, {STANDING})")
def write_world(arrays: BodyArrays, ground: Ground, footing: Footprints, standing: Standing) -> None:
    """Write the boxes and footprints of all bodies, and the ground under them, from their poses and shapes.

    The rows have room for exactly as many boxes as the bodies have.
    """
    boxes, starts, bodies, _, _ = arrays
    feet, feet_of = footing
    last, foot = 0, 0
    for body in range(len(starts) - 1):
        starts[body], feet_of[body] = last, foot
        standing[0][body] = 0
        shape = int(bodies[BODY * body + 4])
        if shape < 0:
            continue
        pose = (bodies[BODY * body], bodies[BODY * body + 1], int(bodies[BODY * body + 2]))
        count = write_boxes(arrays, shape, pose, boxes, BOX * last)
        for n in range(last, last + count):
            boxes[BOX * n + 7] = float(body)
        write_foot(arrays, body, feet, BOX * foot)
        write_level(ground, body, feet[BOX * foot], feet[BOX * foot + 1], standing)
        last, foot = last + count, foot + 1
    starts[len(starts) - 1], feet_of[len(starts) - 1] = last, foot

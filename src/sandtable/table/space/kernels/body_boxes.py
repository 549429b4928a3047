"""The boxes of a body at a pose."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, leaf
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import FULL_TURN

BODY: Final = 5
"""Numbers in the row of a body: x, y, heading, side, and the place of the row of its shape; -1 for the last
if the body is absent."""
SHAPE: Final = 7
"""Numbers in the row of a shape before its parts: width, depth, numbers of parts and of bases, its own
number, the number of foremost bases, the radius of the circle around it. Then come its parts (middle, half
sizes and turn of each) and the middles of its bases, the foremost first."""
PART: Final = 5

FloatPose = tuple[float, float, int]
"""A pose: the middle of a front and its heading."""

BodyArrays = tuple[Floats, Wholes, Floats, Floats, Floats]
"""The boxes of all bodies and the first of each; the rows of bodies; the rows of shapes; sines and
cosines."""
BODY_ARRAYS: Final = "Tuple((float64[::1], int64[::1], float64[::1], float64[::1], float64[::1]))"


@leaf
def write_boxes(arrays: BodyArrays, shape: int, pose: FloatPose, row: Floats, at: int) -> int:
    """Write the boxes of a body at a pose; return how many."""
    shapes, trig = arrays[3], arrays[4]
    x, y, heading = pose
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    count = int(shapes[shape + 2])
    for n in range(count):
        p, i = shape + SHAPE + PART * n, at + BOX * n
        across, along, wide, deep = shapes[p], shapes[p + 1], shapes[p + 2], shapes[p + 3]
        turned = (heading + int(shapes[p + 4])) % FULL_TURN
        row[i], row[i + 1] = x + across * cosine + along * sine, y - across * sine + along * cosine
        row[i + 2], row[i + 3] = wide, deep
        row[i + 4], row[i + 5] = trig[turned], trig[FULL_TURN + turned]
        row[i + 6], row[i + 7] = math.sqrt(wide * wide + deep * deep), -1.0
    return count

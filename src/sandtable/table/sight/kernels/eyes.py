"""Observers that look from given points: whether any eye of each sees a target in its arc."""

from __future__ import annotations

from sandtable.table.compiled.running import Floats, Wholes, kernel
from sandtable.table.sight.kernels.lines import SCRATCH, WORLD, Scratch, World
from sandtable.table.sight.kernels.target_points import ARC, MARKS, Marks, in_arc
from sandtable.table.sight.kernels.visibility import any_eye_sees
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import HAIR


@kernel(f"void({WORLD}, {MARKS}, int64[::1], int64[::1], float64[::1], int64[::1], {SCRATCH}, int64[::1])")
def see_pairs(
    world: World,
    marks: Marks,
    viewers: Wholes,
    first_eyes: Wholes,
    eyes: Floats,
    pairs: Wholes,
    scratch: Scratch,
    seen: Wholes,
) -> None:
    """Write for each pair, the place of an observer and the number of a target, whether it sees it: 1 if so.

    Observers have an arc each, in their order.
    """
    feet, feet_of = world[1], world[2]
    for n in range(len(seen)):
        v, target = pairs[2 * n], pairs[2 * n + 1]
        f = feet_of[target] * BOX
        seen[n] = 0
        if in_arc(marks[2], v * ARC, feet[f], feet[f + 1], feet[f + 6] + HAIR):
            first, last, ends = first_eyes[v], first_eyes[v + 1], (viewers[v], target)
            if any_eye_sees(world, marks, v * ARC, eyes, first, last, ends, scratch):
                seen[n] = 1

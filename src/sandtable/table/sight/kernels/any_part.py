"""Spotting: whether a viewer sees any part of a target, and nothing more, told for many pairs at once."""

from __future__ import annotations

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.sight.kernels.glimpses import HAIR, Eye, sees
from sandtable.table.sight.kernels.lines import SCRATCH, WORLD, Scratch, World
from sandtable.table.sight.kernels.target_points import ARC, MARKS, Marks, in_arc, write_points_of
from sandtable.table.space.kernels.boxes import BOX


@leaf
def any_sees(
    world: World,
    marks: Marks,
    a: int,
    eyes: Floats,
    first: int,
    last: int,
    ends: tuple[int, int],
    points: Floats,
    scratch: Scratch,
) -> bool:
    """Whether any eye from first to last (not included) of a viewer sees a target in the arc."""
    fixed = write_points_of(marks, ends[1], points)
    for e in range(first, last):
        eye = (eyes[2 * e], eyes[2 * e + 1], ends[0], ends[1])
        if sees(world, marks, a, eye, points, fixed, scratch):
            return True
    return False


@kernel(
    f"void({WORLD}, {MARKS}, int64[::1], int64[::1], float64[::1], int64[::1], float64[::1], {SCRATCH},"
    f" int64[::1])"
)
def spot_all(
    world: World,
    marks: Marks,
    viewers: Wholes,
    first_eyes: Wholes,
    eyes: Floats,
    pairs: Wholes,
    points: Floats,
    scratch: Scratch,
    spotted: Wholes,
) -> None:
    """Write for each pair, the place of a viewer and the number of a target, whether he sees it: 1 if so."""
    feet, feet_of = world[1], world[2]
    for n in range(len(spotted)):
        v, target = pairs[2 * n], pairs[2 * n + 1]
        f = feet_of[target] * BOX
        spotted[n] = 0
        if in_arc(marks[2], v * ARC, feet[f], feet[f + 1], feet[f + 6] + HAIR):
            first, last, ends = first_eyes[v], first_eyes[v + 1], (viewers[v], target)
            if any_sees(world, marks, v * ARC, eyes, first, last, ends, points, scratch):
                spotted[n] = 1


@kernel(f"int64({WORLD}, {MARKS}, Tuple((float64, float64, int64, int64)), float64[::1], {SCRATCH})")
def spot_one(world: World, marks: Marks, eye: Eye, points: Floats, scratch: Scratch) -> int:
    """Whether an eye sees its target at all: 1 if so."""
    fixed = write_points_of(marks, eye[3], points)
    return 1 if sees(world, marks, 0, eye, points, fixed, scratch) else 0

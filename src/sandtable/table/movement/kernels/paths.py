"""How far along a leg the mover keeps to a path, and across which lines it stands."""

from __future__ import annotations

from sandtable.table.compiled.running import Wholes, kernel
from sandtable.table.movement.kernels.effects import is_open, open_slide, opened_turn
from sandtable.table.movement.kernels.ground_crossed import lies_over
from sandtable.table.movement.kernels.rows import MINE, SPANS, STAND, WORLD, SlideLine, Stand, World, place
from sandtable.table.movement.kernels.survey import SLIDE, WHEEL
from sandtable.table.space.lengths import FULL_TURN, TOLERANCE


@kernel(f"float64(int64, {STAND}, {STAND}, float64, int64, UniTuple(float64, 3), {WORLD})")
def kept_until(
    how: int, stand: Stand, ended: Stand, inside: float, turn: int, way: SlideLine, world: World
) -> float:
    """How far a leg stays on the path; -1 if it is off it at once.

    *inside* is the place of the pivot of a wheel, *way* the line of a slide; a body that is set down
    is judged where it ends.
    """
    numbers, index, trig = world
    if how == WHEEL:
        sense = 1 if inside > 0.0 else -1
        return float(turn) if opened_turn(world, stand, inside, sense, turn) == 1 else -1.0
    if how == SLIDE:
        first = index[SPANS]
        end = open_slide(world, stand, way)
        return numbers[first + 1] if end > first and numbers[first] <= TOLERANCE else -1.0
    x, y, heading = ended
    return 0.0 if is_open(world, x, y, trig[heading], trig[FULL_TURN + heading]) else -1.0


@kernel(f"void({STAND}, {WORLD}, int64[::1], int64[::1])")
def stands_across(stand: Stand, world: World, pieces: Wholes, across: Wholes) -> None:
    """Write 1 for each of some pieces of ground that the body lies over where it stands."""
    place(world, stand, MINE)
    for n in range(len(pieces)):
        across[n] = 1 if lies_over(world, pieces[n], MINE, TOLERANCE) else 0

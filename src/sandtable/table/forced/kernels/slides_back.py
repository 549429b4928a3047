"""Slides to the rear: how far a body slides, what it passes on its way, and whether it can turn about."""

from __future__ import annotations

from sandtable.table.compiled.running import Floats, Wholes, kernel
from sandtable.table.movement.kernels.effects import MOST, WAY
from sandtable.table.movement.kernels.rows import (
    ABSENT,
    ALL_LANDS,
    ALL_NEAR,
    BODY_COUNT,
    CIRCLE,
    CIRCLE_X,
    CIRCLE_Y,
    ENDED,
    HAIR,
    LANDS,
    NEAR,
    ROLE,
    STAND,
    WORLD,
    Stand,
    World,
    place,
    row_of,
    take_stand,
)
from sandtable.table.movement.kernels.runs import circle_round, list_lands, list_near, slid, turned
from sandtable.table.movement.kernels.slide_stops import gap_to
from sandtable.table.movement.kernels.survey import list_slid_through
from sandtable.table.planning.kernels.longest import SWING_AT, run_leg, run_slide
from sandtable.table.space.lengths import FULL_TURN, HALF_TURN, TOLERANCE


@kernel(f"Tuple((int64, int64, int64, {STAND}))({STAND}, int64, {WORLD}, float64[::1])")
def slide_through(stand: Stand, wanted: int, world: World, leg: Floats) -> tuple[int, int, int, Stand]:
    """How far a slide may go, the marks it makes, how many bodies it passes (they are then listed as near),
    and where it ends."""
    amount, _, marks = run_leg(stand, wanted, 0.0, 0, world, leg)
    if amount == 0:
        return 0, marks, 0, stand
    trig, bearing = world[2], int(leg[WAY])
    toward = (stand[2] + bearing) % FULL_TURN
    way = (trig[toward], trig[FULL_TURN + toward], float(amount))
    return amount, marks, list_slid_through(world, way), slid(stand, bearing, float(amount), trig)


@kernel(f"Tuple((int64, {STAND}))({STAND}, float64, {WORLD})")
def face_about(stand: Stand, behind: float, world: World) -> tuple[int, Stand]:
    """1 if the mover overlaps no body after it has turned about on a point *behind* its front, else 0; and
    where its front is then."""
    numbers, index, trig = world
    there = turned(stand, behind, HALF_TURN, trig)
    place(world, there, ENDED)
    x, y, radius = circle_round(world, ENDED)
    for body in range(index[BODY_COUNT]):
        r = row_of(index, body)
        dx, dy = numbers[r + CIRCLE_X] - x, numbers[r + CIRCLE_Y] - y
        reach = radius + numbers[r + CIRCLE]
        if numbers[r + ROLE] == ABSENT or dx * dx + dy * dy > reach * reach:
            continue
        if -gap_to(world, ENDED, body) > TOLERANCE + HAIR:
            return 0, there
    return 1, there


@kernel(f"void({STAND}, int64, {WORLD}, float64[::1], int64[::1], int64[::1])")
def slide_lengths(
    stand: Stand, wanted: int, world: World, leg: Floats, bearings: Wholes, lengths: Wholes
) -> None:
    """Write for each bearing how far a slide may go that is priced as the leg is."""
    wanted = min(wanted, int(leg[MOST]))
    reach = leg[SWING_AT] + wanted
    take_stand(world, stand)
    list_near(world, stand[0], stand[1], reach, ALL_NEAR, NEAR)
    list_lands(world, stand[0], stand[1], reach, ALL_LANDS, LANDS)
    for n in range(len(bearings)):
        leg[WAY] = float(bearings[n])
        lengths[n], _, _ = run_slide(stand, wanted, 0.0, 0, world, leg)

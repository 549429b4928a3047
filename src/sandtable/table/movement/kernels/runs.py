"""How far a leg goes from where a body stands before an obstacle bars it, and where it ends on the grid."""

from __future__ import annotations

import math

from sandtable.table.compiled.running import Floats, leaf
from sandtable.table.movement.kernels.effects import open_slide
from sandtable.table.movement.kernels.ground_crossed import is_off_bounds, lies_over
from sandtable.table.movement.kernels.rows import (
    ABSENT,
    AT_END,
    BARRED,
    BARS,
    BOUNDS,
    CIRCLE,
    CIRCLE_X,
    CIRCLE_Y,
    ENDED,
    ENTRY,
    FRONT,
    LANDS,
    MINE,
    NEAR,
    NOTHING,
    POINT_COUNT,
    ROLE,
    ROUND,
    SET_ASIDE,
    SPANS,
    TABLE,
    Pivot,
    SlideLine,
    Stand,
    World,
    going_of,
    my_boxes,
    row_of,
)
from sandtable.table.movement.kernels.slide_stops import (
    body_slide_stop,
    gap_to,
    keeps_clear,
    limit_slack,
    overhang,
    piece_slide_stop,
    sets_down_clear,
    side_slide_stop,
)
from sandtable.table.movement.kernels.turn_stops import (
    body_turn_stop,
    piece_turn_stop,
    side_turn_stop,
    swing_of,
)
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import FULL_TURN, GRID, HALF_TURN, TOLERANCE


@leaf
def nearest_hundredth(length: float) -> int:
    """The whole hundredth nearest to a length; halves go up."""
    return math.floor(length + 0.5)


@leaf
def chord_of(turn: int, trig: Floats) -> float:
    """The chord of a turn of up to 180 degrees."""
    return 2.0 - 2.0 * trig[FULL_TURN + turn]


@leaf
def turn_within(chord: float, trig: Floats) -> int:
    """The greatest whole number of tenths of a degree, up to 180 degrees, that is no more than a chord."""
    low, high = 0, HALF_TURN
    while low < high:
        middle = (low + high + 1) // 2
        if chord_of(middle, trig) <= chord:
            low = middle
        else:
            high = middle - 1
    return low


@leaf
def slid(stand: Stand, bearing: int, amount: float, trig: Floats) -> Stand:
    """Where a slide ends, on the grid."""
    x, y, heading = stand
    toward = (heading + bearing) % FULL_TURN
    ended_x = nearest_hundredth(x + amount * trig[toward])
    return ended_x, nearest_hundredth(y + amount * trig[FULL_TURN + toward]), heading


@leaf
def wheeled(stand: Stand, inside: float, turn: int, trig: Floats) -> Stand:
    """Where a turn about the point *inside* to the right of the front ends, on the grid."""
    x, y, heading = stand
    ended = (heading + turn) % FULL_TURN
    px, py = x + inside * trig[FULL_TURN + heading], y - inside * trig[heading]
    ended_x = nearest_hundredth(px - inside * trig[FULL_TURN + ended])
    return ended_x, nearest_hundredth(py + inside * trig[ended]), ended


@leaf
def turned(stand: Stand, behind: float, turn: int, trig: Floats) -> Stand:
    """Where a turn on the point *behind* the middle of the front ends, on the grid."""
    x, y, heading = stand
    ended = (heading + turn) % FULL_TURN
    px, py = x + -behind * trig[heading], y + -behind * trig[FULL_TURN + heading]
    ended_x = nearest_hundredth(px + behind * trig[ended])
    return ended_x, nearest_hundredth(py + behind * trig[FULL_TURN + ended]), ended


@leaf
def list_near(world: World, x: float, y: float, reach: float, source: int, target: int) -> None:
    """List the bodies of a list that may matter to a mover whose points stay within a reach of a point."""
    numbers, index, _ = world
    source, target = index[source], index[target]
    count = 0
    for n in range(index[source]):
        body = index[source + 1 + n]
        r = row_of(index, body)
        if numbers[r + ROLE] == ABSENT:
            continue
        kept = max(numbers[r + ROUND], numbers[r + FRONT], numbers[r + AT_END])
        limit = reach + numbers[r + CIRCLE] + kept + GRID
        dx, dy = numbers[r + CIRCLE_X] - x, numbers[r + CIRCLE_Y] - y
        if dx * dx + dy * dy < limit * limit:
            count += 1
            index[target + count] = body
    index[target] = count


@leaf
def list_lands(world: World, x: float, y: float, reach: float, source: int, target: int) -> None:
    """List the pieces of ground of a list that may matter to a mover whose points stay within a reach."""
    numbers, index, _ = world
    source, target = index[source], index[target]
    count = 0
    for n in range(index[source]):
        piece = index[source + 1 + n]
        if numbers[going_of(index, piece) + ENTRY] == NOTHING:
            continue
        if not is_off_bounds(numbers, index[BOUNDS] + 4 * piece, x, y, x, y, reach + TOLERANCE):
            count += 1
            index[target + count] = piece
    index[target] = count


@leaf
def circle_round(world: World, where: int) -> tuple[float, float, float]:
    """A circle round the mover at MINE or ENDED."""
    numbers, index, _ = world
    start, end = my_boxes(index, where)
    x, y, radius = numbers[start], numbers[start + 1], numbers[start + 6]
    for i in range(start + BOX, end, BOX):
        dx, dy = numbers[i] - x, numbers[i + 1] - y
        radius = max(radius, math.sqrt(dx * dx + dy * dy) + numbers[i + 6])
    return x, y, radius


@leaf
def passes_by(circle: tuple[float, float, float], way: SlideLine, numbers: Floats, r: int) -> bool:
    """Whether a slide cannot matter to the body with this row, judged by the circles round both."""
    ux, uy, length = way
    dx, dy = numbers[r + CIRCLE_X] - circle[0], numbers[r + CIRCLE_Y] - circle[1]
    reach = circle[2] + numbers[r + CIRCLE] + max(numbers[r + ROUND], numbers[r + FRONT]) + GRID
    across = dx * uy - dy * ux
    if across > reach or across < -reach:
        return True
    along = dx * ux + dy * uy
    return along < -reach or along > length + reach


@leaf
def slide_room(world: World, stand: Stand, way: SlideLine, slack: float) -> tuple[float, int]:
    """How far a slide goes before an obstacle bars it, and whether that stop is tight."""
    numbers, index, _ = world
    tight = 0
    if numbers[index[TABLE] + 2] == 1.0:
        stop, tight = side_slide_stop(world, way, slack)
        way = (way[0], way[1], min(way[2], stop))
    circle = circle_round(world, MINE)
    for n in range(index[index[NEAR]]):
        body = index[index[NEAR] + 1 + n]
        if not passes_by(circle, way, numbers, row_of(index, body)):
            stop, close = body_slide_stop(world, way, stand[2], body, slack)
            way, tight = (way[0], way[1], min(way[2], stop)), max(tight, close)
    opened = -1
    for n in range(index[index[LANDS]]):
        piece = index[index[LANDS] + 1 + n]
        g = going_of(index, piece)
        if numbers[g + ENTRY] == BARRED:
            if opened < 0:
                opened = open_slide(world, stand, way) if index[POINT_COUNT] > 0 else index[SPANS]
            base = index[SPANS] if numbers[g + SET_ASIDE] == 1.0 else opened
            stop, close = piece_slide_stop(world, piece, way, slack, base, opened)
            way, tight = (way[0], way[1], min(way[2], stop)), max(tight, close)
    return way[2], tight


@leaf
def turn_room(world: World, pivot: Pivot, chord: float, slack: float, opened: int) -> tuple[float, int]:
    """How far, as a chord, a turn goes before an obstacle bars it, and whether that stop is tight.

    *opened* is 1 if openings lie under the body all the way.
    """
    numbers, index, _ = world
    swing = swing_of(world, pivot)
    tight = 0
    if numbers[index[TABLE] + 2] == 1.0:
        stop, tight = side_turn_stop(world, pivot, slack)
        chord = min(chord, stop)
    for n in range(index[index[NEAR]]):
        stop, close = body_turn_stop(world, pivot, chord, swing, index[index[NEAR] + 1 + n], slack)
        chord, tight = min(chord, stop), max(tight, close)
    for n in range(index[index[LANDS]]):
        piece = index[index[LANDS] + 1 + n]
        g = going_of(index, piece)
        if numbers[g + ENTRY] == BARRED and not (opened == 1 and numbers[g + SET_ASIDE] == 1.0):
            stop, close = piece_turn_stop(world, piece, pivot, chord, slack)
            chord, tight = min(chord, stop), max(tight, close)
    return chord, tight


@leaf
def ends_clear(world: World) -> bool:
    """Whether a move may end here: clear of bodies passed, and far enough from those kept off at the end."""
    numbers, index, _ = world
    x, y, radius = circle_round(world, ENDED)
    slack = limit_slack(world)
    for n in range(index[index[NEAR]]):
        body = index[index[NEAR] + 1 + n]
        r = row_of(index, body)
        role, limit = numbers[r + ROLE], numbers[r + AT_END]
        dx, dy = numbers[r + CIRCLE_X] - x, numbers[r + CIRCLE_Y] - y
        reach = radius + numbers[r + CIRCLE] + limit
        if dx * dx + dy * dy > reach * reach or (role <= BARS and limit == 0.0):
            continue
        gap = gap_to(world, ENDED, body)
        if (role > BARS and gap < -TOLERANCE) or (limit > 0.0 and gap < limit - slack):
            return False
    return True


@leaf
def stands_clear(world: World, set_down: int) -> bool:
    """Whether the end of a leg, once on the grid, keeps the limits held at its start; the mover goes there or
    is set down (1)."""
    numbers, index, _ = world
    for n in range(index[index[NEAR]]):
        if not keeps_clear(world, index[index[NEAR] + 1 + n], set_down):
            return False
    for n in range(index[index[LANDS]]):
        piece = index[index[LANDS] + 1 + n]
        g = going_of(index, piece)
        if numbers[g + ENTRY] != BARRED or numbers[g + SET_ASIDE] == 1.0:
            continue
        if lies_over(world, piece, ENDED, TOLERANCE) and not lies_over(world, piece, MINE, TOLERANCE):
            return False
    if numbers[index[TABLE] + 2] == 0.0:
        return True
    return overhang(world, ENDED) <= max(TOLERANCE, overhang(world, MINE))


@leaf
def is_set_down_clear(world: World) -> bool:
    """Whether the mover, set down anew, keeps all limits held before and overlaps no further body."""
    index = world[1]
    for n in range(index[index[NEAR]]):
        if not sets_down_clear(world, index[index[NEAR] + 1 + n]):
            return False
    return stands_clear(world, 1)

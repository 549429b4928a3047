"""Lunges: how a body comes to touch others by one turn and a straight advance.

The opening turn is a wheel about a front corner or a pivot about the middle. A lunge ends at the first touch,
by the wheel itself or by the advance. Only its end is rounded to the grid. The rows are those of a course
(``movement.kernels.rows``); moments of a wheel are chords.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.movement.kernels.ground_crossed import lies_over, slide_piece_spans, turn_piece_span
from sandtable.table.movement.kernels.moving_boxes import NEVER
from sandtable.table.movement.kernels.rows import (
    BARRED,
    BARS,
    BODY_COUNT,
    ENDED,
    ENTRY,
    INSET,
    MARK,
    MINE,
    MY_BOXES,
    PARTS,
    PASSABLE,
    PIECE_COUNT,
    ROLE,
    SPANS,
    STAND,
    TABLE,
    WORLD,
    Pivot,
    SlideLine,
    Stand,
    World,
    going_of,
    row_of,
)
from sandtable.table.movement.kernels.runs import chord_of, nearest_hundredth, turn_within
from sandtable.table.movement.kernels.slide_stops import (
    bars_slide,
    gap_to,
    keeps_slide,
    overhang,
    piece_slide_stop,
    side_slide_stop,
    slide_bar_stop,
)
from sandtable.table.movement.kernels.turn_stops import (
    body_turn_stop,
    piece_turn_stop,
    side_turn_stop,
    swing_of,
    turns_into,
)
from sandtable.table.space.kernels.body_boxes import FloatPose
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import FULL_TURN, HAIR, HALF_TURN, RADIAN

LUNGE: Final = 5
"""Numbers of a lunge: its cost (infinite if it cannot be made), the length of the advance, and where it ends:
x, y and heading."""
COST: Final = 0
RUN: Final = 1
AT_X: Final = 2
AT_Y: Final = 3
AT_HEADING: Final = 4

GIVE: Final = 1e-3
"""Touches of two bodies that differ by no more than this happen at once."""

Asked = tuple[Wholes, Wholes, Floats, float, float, float, float]
"""The bodies that may be touched; for each body whether it is one of them; the allowance for each set of
marks; half the width and half the depth of the mover; how near is touching; how far an allowance may be
exceeded."""
ASKED: Final = "Tuple((int64[::1], int64[::1], float64[::1], float64, float64, float64, float64))"


@leaf
def put(world: World, spot: FloatPose, where: int) -> None:
    """Write the boxes of the mover at a place to MINE or ENDED."""
    numbers, index, trig = world
    x, y, heading = spot
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    for n in range(index[MY_BOXES]):
        p, i = index[PARTS] + 6 * n, (index[where] + n) * BOX
        numbers[i] = x + numbers[p] * cosine + numbers[p + 1] * sine
        numbers[i + 1] = y - numbers[p] * sine + numbers[p + 1] * cosine
        numbers[i + 2], numbers[i + 3] = numbers[p + 2], numbers[p + 3]
        turned = (heading + int(numbers[p + 4])) % FULL_TURN
        numbers[i + 4], numbers[i + 5] = trig[turned], trig[FULL_TURN + turned]
        numbers[i + 6] = numbers[p + 5]
        numbers[i + 7] = -1.0


# --------------------------------------------------------------------- what bars the way
@leaf
def wheel_barred(world: World, pivot: Pivot, chord: float, asked: Asked) -> float:
    """The chord at which a wheel runs into anything but the bodies that may be touched."""
    numbers, index, _ = world
    is_foe, touch = asked[1], asked[5]
    stop, swing = NEVER, swing_of(world, pivot)
    if numbers[index[TABLE] + 2] == 1.0:
        stop, _ = side_turn_stop(world, pivot, touch)
    for body in range(index[BODY_COUNT]):
        if is_foe[body] == 0 and numbers[row_of(index, body) + ROLE] == BARS:
            at, _ = body_turn_stop(world, pivot, chord, swing, body, touch)
            stop = min(stop, at)
    for piece in range(index[PIECE_COUNT]):
        if numbers[going_of(index, piece) + ENTRY] == BARRED:
            at, _ = piece_turn_stop(world, piece, pivot, chord, touch)
            stop = min(stop, at)
    return stop


@leaf
def slide_barred(world: World, way: SlideLine, asked: Asked) -> float:
    """The length of an advance until it runs into anything but the bodies that may be touched."""
    numbers, index, _ = world
    is_foe, touch = asked[1], asked[5]
    stop = NEVER
    if numbers[index[TABLE] + 2] == 1.0:
        stop, _ = side_slide_stop(world, way, touch)
    for body in range(index[BODY_COUNT]):
        if is_foe[body] == 0 and numbers[row_of(index, body) + ROLE] == BARS:
            at, _ = slide_bar_stop(world, way, body, touch)
            stop = min(stop, at)
    for piece in range(index[PIECE_COUNT]):
        if numbers[going_of(index, piece) + ENTRY] == BARRED:
            at, _ = piece_slide_stop(world, piece, way, touch, index[SPANS], index[SPANS])
            stop = min(stop, at)
    return stop


@leaf
def is_pivot_barred(world: World, touch: float) -> bool:
    """Whether the mover, pivoted to MINE, overlaps a body it may not pass, barred ground or the table's
    edge."""
    numbers, index, _ = world
    if numbers[index[TABLE] + 2] == 1.0 and overhang(world, MINE) > touch:
        return True
    for body in range(index[BODY_COUNT]):
        if numbers[row_of(index, body) + ROLE] == BARS and gap_to(world, MINE, body) < -touch:
            return True
    for piece in range(index[PIECE_COUNT]):
        if numbers[going_of(index, piece) + ENTRY] == BARRED and lies_over(world, piece, MINE, touch):
            return True
    return False


@leaf
def ends_upon(world: World, touch: float) -> bool:
    """Whether the mover at ENDED overlaps a body that it may only pass."""
    numbers, index, _ = world
    for body in range(index[BODY_COUNT]):
        if numbers[row_of(index, body) + ROLE] >= PASSABLE and gap_to(world, ENDED, body) < -touch:
            return True
    return False


# --------------------------------------------------------------------- ground that counts
@leaf
def marks_here(world: World) -> int:
    """The marks of the ground on which the mover stands at MINE."""
    numbers, index, _ = world
    marks = 0
    for piece in range(index[PIECE_COUNT]):
        g = going_of(index, piece)
        if numbers[g + MARK] != 0.0 and lies_over(world, piece, MINE, numbers[g + INSET]):
            marks |= int(numbers[g + MARK])
    return marks


@leaf
def marks_wheeling(world: World, pivot: Pivot, chord: float) -> int:
    """The marks of the ground that a wheel touches."""
    numbers, index, _ = world
    marks = 0
    for piece in range(index[PIECE_COUNT]):
        g = going_of(index, piece)
        if numbers[g + MARK] != 0.0:
            first, _ = turn_piece_span(world, piece, pivot, chord, numbers[g + INSET])
            if first < chord:
                marks |= int(numbers[g + MARK])
    return marks


@leaf
def marks_running(world: World, way: SlideLine) -> int:
    """The marks of the ground that an advance touches."""
    numbers, index, _ = world
    marks = 0
    for piece in range(index[PIECE_COUNT]):
        g, spans = going_of(index, piece), index[SPANS]
        if numbers[g + MARK] == 0.0:
            continue
        if slide_piece_spans(world, piece, MINE, way, numbers[g + INSET], spans) > spans:
            marks |= int(numbers[g + MARK])
    return marks


# --------------------------------------------------------------------- the wheel
@leaf
def meet_wheeling(world: World, pivot: Pivot, chord: float, asked: Asked, room: Floats) -> bool:
    """Write when a wheel touches each body in question, and when it first comes near enough to count; return
    whether it touches any."""
    foes, touch = asked[0], asked[5]
    any_met = False
    for n in range(len(foes)):
        touches, near = NEVER, 0.0
        if gap_to(world, MINE, foes[n]) <= touch:
            touches = 0.0
        else:
            near = turns_into(world, pivot, foes[n], 0.0, touch)
            if near <= chord:
                touches = turns_into(world, pivot, foes[n], HAIR, 0.0)
                touches = near if touches == NEVER else min(touches, chord)
        room[2 * n], room[2 * n + 1] = touches, near
        any_met = any_met or touches <= chord
    return any_met


@leaf
def is_first(room: Floats, foes: int, n: int, give: float) -> bool:
    """Whether no other body is touched before the nth by more than *give*."""
    earliest = NEVER
    for other in range(foes):
        if other != n:
            earliest = min(earliest, room[2 * other + 1])
    return earliest >= room[2 * n] - give


@leaf
def tenths_of(chord: float, trig: Floats) -> float:
    """The turn of a chord in tenths of a degree, with fractions."""
    low = turn_within(chord, trig)
    if low >= HALF_TURN:
        return float(low)
    here = chord_of(low, trig)
    return low + (chord - here) / (chord_of(low + 1, trig) - here)


@leaf
def end_wheeling(
    world: World, stand: Stand, pivot: Pivot, turn: int, asked: Asked, room: Floats, told: Floats, at: int
) -> None:
    """Write the lunges that end where the wheel itself touches a body."""
    trig, half, touch, slack = world[2], asked[3], asked[5], asked[6]
    count, chord, swing = len(asked[0]), chord_of(abs(turn), trig), swing_of(world, pivot)
    barred = wheel_barred(world, pivot, chord, asked)
    for n in range(count):
        # Chords are squares; their roots grow with the path of the outermost point.
        room[2 * n], room[2 * n + 1] = math.sqrt(room[2 * n]), math.sqrt(room[2 * n + 1])
    for n in range(count):
        moment = room[2 * n] * room[2 * n]
        if moment > chord or moment > barred or not is_first(room, count, n, (touch + GIVE) / swing):
            continue
        tenths = tenths_of(moment, trig)
        cost = 2.0 * half * tenths * RADIAN
        marks = marks_here(world) | marks_wheeling(world, pivot, moment)
        if cost <= asked[2][marks] + slack:
            whole = int(pivot[2]) * math.floor(tenths + 0.5)
            write_end(world, wheeled_to(stand, half, whole, trig), asked, cost, 0.0, told, at + LUNGE * n)


@leaf
def wheeled_to(stand: Stand, half: float, turn: int, trig: Floats) -> FloatPose:
    """The place of the front after a wheel, clockwise for a positive turn."""
    x, y, heading = stand
    inside = half if turn > 0 else -half
    ended = (heading + turn) % FULL_TURN
    px, py = x + inside * trig[FULL_TURN + heading], y - inside * trig[heading]
    return px - inside * trig[FULL_TURN + ended], py + inside * trig[ended], ended


@leaf
def pivoted_to(stand: Stand, half: float, turn: int, trig: Floats) -> FloatPose:
    """The place of the front after a pivot about the middle of the footprint."""
    x, y, heading = stand
    ended = (heading + turn) % FULL_TURN
    px, py = x - half * trig[heading], y - half * trig[FULL_TURN + heading]
    return px + half * trig[ended], py + half * trig[FULL_TURN + ended], ended


# --------------------------------------------------------------------- straight ahead
@leaf
def run_ahead(
    world: World,
    spot: FloatPose,
    spent: float,
    marks: int,
    asked: Asked,
    room: Floats,
    told: Floats,
    at: int,
) -> None:
    """Write the lunges that touch a body straight ahead of MINE."""
    trig, reaches, touch, slack = world[2], asked[2], asked[5], asked[6]
    count = len(asked[0])
    length = reaches[marks] + slack - spent
    if length < 0.0:
        return
    ux, uy = trig[spot[2]], trig[FULL_TURN + spot[2]]
    if not meet_running(world, (ux, uy, length), asked, room):
        return
    barred = slide_barred(world, (ux, uy, length), asked)
    for n in range(count):
        run = room[2 * n]
        if run > length or run > barred or not is_first(room, count, n, touch + GIVE):
            continue
        made = marks | marks_running(world, (ux, uy, run))
        if spent + run <= reaches[made] + slack:
            ended = (spot[0] + run * ux, spot[1] + run * uy, spot[2])
            write_end(world, ended, asked, spent + run, run, told, at + LUNGE * n)


@leaf
def meet_running(world: World, way: SlideLine, asked: Asked, room: Floats) -> bool:
    """Write how far an advance goes until it touches each body in question, and until it first comes near
    enough to count; return whether it touches any."""
    foes, touch = asked[0], asked[5]
    any_met = False
    for n in range(len(foes)):
        touches, near = NEVER, 0.0
        if gap_to(world, MINE, foes[n]) <= touch:
            touches = 0.0
        else:
            near = keeps_slide(world, way, foes[n], touch)
            if near <= way[2]:
                touches = bars_slide(world, way, foes[n], HAIR)
                touches = near if touches == NEVER else touches
        room[2 * n], room[2 * n + 1] = touches, near
        any_met = any_met or touches <= way[2]
    return any_met


@leaf
def write_end(
    world: World, spot: FloatPose, asked: Asked, cost: float, run: float, told: Floats, at: int
) -> None:
    """Write a lunge that ends at a place rounded to the grid, unless it would end on a friend."""
    x, y = nearest_hundredth(spot[0]), nearest_hundredth(spot[1])
    put(world, (float(x), float(y), spot[2]), ENDED)
    if ends_upon(world, asked[5]):
        return
    told[at + COST], told[at + RUN] = cost, run
    told[at + AT_X], told[at + AT_Y], told[at + AT_HEADING] = float(x), float(y), float(spot[2])


# --------------------------------------------------------------------- all turns
@leaf
def lunge_wheeling(
    world: World, stand: Stand, turn: int, asked: Asked, room: Floats, told: Floats, at: int
) -> bool:
    """Write the lunges that open with one wheel; return whether no wider wheel to that side can be made."""
    trig, half = world[2], asked[3]
    sense = 1.0 if turn > 0 else -1.0
    inside = sense * half
    heading = stand[2]
    pivot = (stand[0] + inside * trig[FULL_TURN + heading], stand[1] - inside * trig[heading], sense)
    spent, chord = 2.0 * half * abs(turn) * RADIAN, chord_of(abs(turn), trig)
    if meet_wheeling(world, pivot, chord, asked, room):
        end_wheeling(world, stand, pivot, turn, asked, room, told, at)
        return False
    if spent > asked[2][0] + asked[6] or wheel_barred(world, pivot, chord, asked) < chord:
        return True
    marks = marks_here(world) | marks_wheeling(world, pivot, chord)
    spot = wheeled_to(stand, half, turn, trig)
    put(world, spot, MINE)
    run_ahead(world, spot, spent, marks, asked, room, told, at)
    return False


@leaf
def lunge_pivoting(
    world: World, stand: Stand, turn: int, asked: Asked, room: Floats, told: Floats, at: int
) -> None:
    """Write the lunges that open with one pivot, which costs nothing and is judged by its end."""
    marks = marks_here(world)
    spot = pivoted_to(stand, asked[4], turn, world[2])
    put(world, spot, MINE)
    if turn != 0 and is_pivot_barred(world, asked[5]):
        return
    run_ahead(world, spot, 0.0, marks | marks_here(world), asked, room, told, at)


@kernel(f"void({STAND}, int64[::1], int64, {WORLD}, {ASKED}, float64[::1], float64[::1])")
def lunge_all(
    stand: Stand, turns: Wholes, wheels: int, world: World, asked: Asked, room: Floats, told: Floats
) -> None:
    """Write for each turn and each body in question the lunge that touches it first."""
    for n in range(len(turns)):
        at = n * len(asked[0]) * LUNGE
        for k in range(len(asked[0])):
            told[at + k * LUNGE + COST] = NEVER
        put(world, (float(stand[0]), float(stand[1]), stand[2]), MINE)
        if wheels == 1 and turns[n] != 0:
            lunge_wheeling(world, stand, turns[n], asked, room, told, at)
        else:
            lunge_pivoting(world, stand, turns[n], asked, room, told, at)


@leaf
def is_wanted_touched(wanted: Wholes, told: Floats) -> bool:
    """Whether a lunge touches one of the wanted bodies."""
    for k in range(len(wanted)):  # noqa: SIM110 (numba compiles no generators here)
        if wanted[k] == 1 and told[k * LUNGE + COST] < NEVER:
            return True
    return False


@kernel(f"int64({STAND}, int64[::1], int64, {WORLD}, {ASKED}, int64[::1], float64[::1], float64[::1])")
def lunge_any(
    stand: Stand,
    turns: Wholes,
    wheels: int,
    world: World,
    asked: Asked,
    wanted: Wholes,
    room: Floats,
    told: Floats,
) -> int:
    """Return 1 if a lunge after any of the turns touches one of the wanted bodies, else 0.

    What bars a wheel bars every wider wheel to that side, so those are skipped.
    """
    left, right = -FULL_TURN, FULL_TURN
    for n in range(len(turns)):
        if turns[n] < left or turns[n] > right:
            continue
        for k in range(len(wanted)):
            told[k * LUNGE + COST] = NEVER
        put(world, (float(stand[0]), float(stand[1]), stand[2]), MINE)
        if wheels == 0 or turns[n] == 0:
            lunge_pivoting(world, stand, turns[n], asked, room, told, 0)
        elif lunge_wheeling(world, stand, turns[n], asked, room, told, 0):
            if turns[n] < 0:
                left = turns[n]
            else:
                right = turns[n]
        if is_wanted_touched(wanted, told):
            return 1
    return 0

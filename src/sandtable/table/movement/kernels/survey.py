"""What one leg meets: every body and every piece of ground, in one call."""

from __future__ import annotations

from typing import Final

from sandtable.table.compiled.running import Floats, kernel, leaf
from sandtable.table.movement.kernels.effects import open_slide, opened_turn, passing_slide, passing_turn
from sandtable.table.movement.kernels.ground_crossed import lies_over, slide_piece_spans, turn_piece_span
from sandtable.table.movement.kernels.moving_boxes import NEVER
from sandtable.table.movement.kernels.rows import (
    ABSENT,
    BARRED,
    BARS,
    BODY_COUNT,
    EFFECTS,
    ENDED,
    ENTRY,
    INSET,
    LANDS,
    MINE,
    NEAR,
    PIECE_COUNT,
    POINT_COUNT,
    ROLE,
    SET_ASIDE,
    SPANS,
    STAND,
    WORLD,
    Pivot,
    SlideLine,
    Stand,
    World,
    going_of,
    place,
    row_of,
    take_stand,
)
from sandtable.table.movement.kernels.runs import chord_of, slid, wheeled
from sandtable.table.movement.kernels.slide_stops import (
    body_slide_stop,
    cut_spans,
    gap_to,
    keeps_clear,
    overhang,
    piece_slide_stop,
    side_slide_stop,
)
from sandtable.table.movement.kernels.turn_stops import (
    body_turn_stop,
    piece_turn_stop,
    side_turn_stop,
    swing_of,
)
from sandtable.table.space.lengths import FULL_TURN, TOLERANCE

SLACK: Final = TOLERANCE + 1e-6
"""The slack with which a path is judged."""

FOUND: Final = 6
"""Numbers written for a body."""
STOP: Final = 0
ACROSS: Final = 1
UNTIL: Final = 2
GAP: Final = 3
END_GAP: Final = 4
KEEPS: Final = 5
"""When it stops the leg; from when to when the leg lies across it; the gap at its start and at its end; and
whether the end keeps the limits that held at the start."""

LAND: Final = 4
"""Numbers written for a piece of ground."""
BAR: Final = 0
FIRST_SPAN: Final = 1
LAST_SPAN: Final = 2
OVER: Final = 3
"""When it bars the leg; where its spans begin and end in the numbers; whether the body ends lying over it."""

SLIDE: Final = 0
WHEEL: Final = 1
SET_DOWN: Final = 2
"""How a leg is made."""


@leaf
def inset_of(world: World, piece: int) -> float:
    """How deep a body must lie in a piece of ground to be in it."""
    g = going_of(world[1], piece)
    return TOLERANCE if world[0][g + ENTRY] == BARRED else world[0][g + INSET]


@leaf
def write_ends(world: World, found: Floats, lands: Floats) -> None:
    """Write how all bodies and ground lie to the start and the end of a leg."""
    numbers, index, _ = world
    for body in range(index[BODY_COUNT]):
        f = body * FOUND
        found[f + STOP], found[f + ACROSS], found[f + UNTIL] = NEVER, NEVER, -NEVER
        found[f + GAP], found[f + END_GAP], found[f + KEEPS] = NEVER, NEVER, 1.0
        if numbers[row_of(index, body) + ROLE] != ABSENT:
            found[f + GAP] = gap_to(world, MINE, body)
            found[f + END_GAP] = gap_to(world, ENDED, body)
            found[f + KEEPS] = 1.0 if keeps_clear(world, body, 0) else 0.0
    for piece in range(index[PIECE_COUNT]):
        land = piece * LAND
        lands[land + BAR], lands[land + FIRST_SPAN], lands[land + LAST_SPAN] = NEVER, 0.0, 0.0
        lands[land + OVER] = 1.0 if lies_over(world, piece, ENDED, inset_of(world, piece)) else 0.0


@leaf
def survey_slide(
    world: World, stand: Stand, bearing: int, length: float, found: Floats, lands: Floats
) -> float:
    """Write what a slide meets; give the length at which it leaves the table."""
    numbers, index, trig = world
    toward = (stand[2] + bearing) % FULL_TURN
    way = (trig[toward], trig[FULL_TURN + toward], length)
    for body in range(index[BODY_COUNT]):
        if numbers[row_of(index, body) + ROLE] != ABSENT:
            f = body * FOUND
            found[f + STOP], _ = body_slide_stop(world, way, stand[2], body, SLACK)
            found[f + ACROSS], found[f + UNTIL] = passing_slide(world, way, body)
    survey_slide_ground(world, stand, way, lands)
    stop, _ = side_slide_stop(world, way, SLACK)
    return stop


@leaf
def survey_slide_ground(world: World, stand: Stand, way: SlideLine, lands: Floats) -> None:
    """Write from when to when a slide lies over each piece of ground, and when one bars it."""
    numbers, index, _ = world
    opened = open_slide(world, stand, way) if index[POINT_COUNT] > 0 else index[SPANS]
    k = index[EFFECTS]
    for piece in range(index[PIECE_COUNT]):
        g, land = going_of(index, piece), piece * LAND
        base = index[SPANS] if numbers[g + SET_ASIDE] == 1.0 else opened
        if numbers[g + ENTRY] == BARRED:
            lands[land + BAR], _ = piece_slide_stop(world, piece, way, SLACK, base, opened)
        end = slide_piece_spans(world, piece, MINE, way, inset_of(world, piece), opened)
        end = cut_spans(numbers, base, opened, end)
        lands[land + FIRST_SPAN] = k
        for s in range(opened, end):
            numbers[k] = numbers[s]
            k += 1
        lands[land + LAST_SPAN] = k


@leaf
def survey_wheel(world: World, stand: Stand, inside: float, turn: int, found: Floats, lands: Floats) -> float:
    """Write what a wheel meets; give the chord at which it leaves the table."""
    numbers, index, trig = world
    x, y, heading = stand
    sense = 1 if inside > 0.0 else -1
    pivot = (x + inside * trig[FULL_TURN + heading], y - inside * trig[heading], float(sense))
    chord, swing = chord_of(turn, trig), swing_of(world, pivot)
    for body in range(index[BODY_COUNT]):
        if numbers[row_of(index, body) + ROLE] != ABSENT:
            f = body * FOUND
            found[f + STOP], _ = body_turn_stop(world, pivot, chord, swing, body, SLACK)
            enter, leave = passing_turn(world, pivot, chord, body)
            if enter < chord:
                found[f + ACROSS] = enter
                found[f + UNTIL] = chord if found[f + END_GAP] < -TOLERANCE else min(leave, chord)
    survey_wheel_ground(world, pivot, chord, opened_turn(world, stand, inside, sense, turn), lands)
    stop, _ = side_turn_stop(world, pivot, SLACK)
    return stop


@leaf
def survey_wheel_ground(world: World, pivot: Pivot, chord: float, opened: int, lands: Floats) -> None:
    """Write from when to when a wheel lies over each piece of ground, and when one bars it."""
    numbers, index, _ = world
    k = index[EFFECTS]
    for piece in range(index[PIECE_COUNT]):
        g, land = going_of(index, piece), piece * LAND
        lands[land + FIRST_SPAN] = k
        if opened == 0 or numbers[g + SET_ASIDE] == 0.0:
            if numbers[g + ENTRY] == BARRED:
                lands[land + BAR], _ = piece_turn_stop(world, piece, pivot, chord, SLACK)
            inset = inset_of(world, piece)
            first, last = turn_piece_span(world, piece, pivot, chord, inset)
            if lies_over(world, piece, MINE, inset):
                # Ground under it by no more than the tolerance is left without crossing an edge.
                first, last = 0.0, max(last, 0.0)
            if first < chord:
                numbers[k] = first
                # Ground that is only grazed at the start has no edge that is crossed.
                numbers[k + 1] = chord if lands[land + OVER] == 1.0 else max(first, min(last, chord))
                k += 2
        lands[land + LAST_SPAN] = k


@leaf
def list_met(world: World, far: float, found: Floats, lands: Floats) -> tuple[int, int]:
    """List the bodies that stop the leg, lie across it or are nearer than this, and the ground it meets; give
    how many of each there are."""
    index = world[1]
    bodies, pieces = 0, 0
    for body in range(index[BODY_COUNT]):
        f = body * FOUND
        met = found[f + STOP] < NEVER or found[f + ACROSS] <= found[f + UNTIL]
        near = found[f + GAP] < far or found[f + END_GAP] < far
        if met or near or found[f + KEEPS] != 1.0:
            bodies += 1
            index[index[NEAR] + bodies] = body
    for piece in range(index[PIECE_COUNT]):
        land = piece * LAND
        spans = lands[land + FIRST_SPAN] != lands[land + LAST_SPAN]
        if spans or lands[land + BAR] != NEVER or lands[land + OVER] == 1.0:
            pieces += 1
            index[index[LANDS] + pieces] = piece
    return bodies, pieces


@kernel(
    f"Tuple((float64, int64, int64, {STAND}))(int64, {STAND}, {STAND}, float64, int64, {WORLD}, float64,"
    " float64[::1], float64[::1])"
)
def survey(
    how: int,
    stand: Stand,
    down: Stand,
    inside: float,
    amount: int,
    world: World,
    far: float,
    found: Floats,
    lands: Floats,
) -> tuple[float, int, int, Stand]:
    """Write what a leg meets; give when it leaves the table, how many bodies and pieces of ground it meets
    (listed at NEAR and LANDS), and where it ends.

    *inside* is the bearing of a slide or the place of the pivot of a wheel; *amount* its length or turn. A
    body that is set down ends at *down*; for it the first number is how far it sticks out over the table.
    """
    ended = down
    if how == SLIDE:
        ended = slid(stand, int(inside), float(amount), world[2])
    elif how == WHEEL:
        ended = wheeled(stand, inside, amount if inside > 0.0 else -amount, world[2])
    take_stand(world, stand)
    place(world, ended, ENDED)
    write_ends(world, found, lands)
    if how == SLIDE:
        leaves = survey_slide(world, stand, int(inside), float(amount), found, lands)
    elif how == WHEEL:
        leaves = survey_wheel(world, stand, inside, amount, found, lands)
    else:
        leaves = overhang(world, ENDED)
    bodies, pieces = list_met(world, far, found, lands)
    return leaves, bodies, pieces, ended


@leaf
def list_slid_through(world: World, way: SlideLine) -> int:
    """List the bodies that may be passed and that a slide leads through; give how many there are."""
    numbers, index, _ = world
    count = 0
    for body in range(index[BODY_COUNT]):
        if numbers[row_of(index, body) + ROLE] > BARS:
            start, stop = passing_slide(world, way, body)
            if start <= stop:
                count += 1
                index[index[NEAR] + count] = body
    return count


@leaf
def list_slid_over(world: World, stand: Stand, way: SlideLine) -> int:
    """List the ground that a slide goes through; give how many pieces there are."""
    numbers, index, _ = world
    opened = open_slide(world, stand, way) if index[POINT_COUNT] > 0 else index[SPANS]
    count = 0
    for piece in range(index[PIECE_COUNT]):
        base = index[SPANS] if numbers[going_of(index, piece) + SET_ASIDE] == 1.0 else opened
        end = slide_piece_spans(world, piece, MINE, way, inset_of(world, piece), opened)
        if cut_spans(numbers, base, opened, end) > opened:
            count += 1
            index[index[LANDS] + count] = piece
    return count


@leaf
def list_wheeled_through(world: World, pivot: Pivot, chord: float) -> int:
    """List the bodies that may be passed and that a wheel leads through; give how many there are."""
    numbers, index, _ = world
    count = 0
    for body in range(index[BODY_COUNT]):
        if numbers[row_of(index, body) + ROLE] > BARS:
            enter, leave = passing_turn(world, pivot, chord, body)
            if enter < chord and (enter <= leave or gap_to(world, ENDED, body) < -TOLERANCE):
                count += 1
                index[index[NEAR] + count] = body
    return count


@leaf
def list_wheeled_over(world: World, pivot: Pivot, chord: float, opened: int) -> int:
    """List the ground that a wheel goes through; give how many pieces there are."""
    numbers, index, _ = world
    count = 0
    for piece in range(index[PIECE_COUNT]):
        if opened == 0 or numbers[going_of(index, piece) + SET_ASIDE] == 0.0:
            inset = inset_of(world, piece)
            first, _ = turn_piece_span(world, piece, pivot, chord, inset)
            if first < chord or (chord > 0.0 and lies_over(world, piece, MINE, inset)):
                count += 1
                index[index[LANDS] + count] = piece
    return count


@leaf
def list_through(how: int, stand: Stand, inside: float, amount: int, world: World) -> tuple[int, int]:
    """List at NEAR the passable bodies that a slide or wheel leads through, and at LANDS the ground; give how
    many there are of both."""
    trig, heading = world[2], stand[2]
    take_stand(world, stand)
    if how == SLIDE:
        toward = (heading + int(inside)) % FULL_TURN
        way = (trig[toward], trig[FULL_TURN + toward], float(amount))
        return list_slid_through(world, way), list_slid_over(world, stand, way)
    sense = 1 if inside > 0.0 else -1
    place(world, wheeled(stand, inside, sense * amount, trig), ENDED)
    x, y = stand[0] + inside * trig[FULL_TURN + heading], stand[1] - inside * trig[heading]
    pivot, chord = (x, y, float(sense)), chord_of(amount, trig)
    over = list_wheeled_over(world, pivot, chord, opened_turn(world, stand, inside, sense, amount))
    return list_wheeled_through(world, pivot, chord), over

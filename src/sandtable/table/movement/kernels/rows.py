"""The rows of a world: what the kernels of movement read of the mover, other bodies, ground and the table.

There is one row of numbers and one of whole numbers only, because each row passed from function to function
costs compile time. The whole numbers begin with the places at which each part begins: in the numbers, counted
in numbers, boxes or edges, or in the whole numbers themselves. ``movement.layout`` writes them.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from sandtable.table.compiled.running import Floats, Wholes, leaf
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.lengths import FULL_TURN, HALF_TURN

World: TypeAlias = tuple[Floats, Wholes, Floats]
"""The numbers, the whole numbers, and the sines and cosines of all headings one after the other."""
WORLD = "Tuple((float64[::1], int64[::1], float64[::1]))"

Stand: TypeAlias = tuple[int, int, int]
"""Where the mover stands: x, y and heading, on the grid."""
STAND = "UniTuple(int64, 3)"

SlideLine: TypeAlias = tuple[float, float, float]
"""A slide: the unit vector of its direction, and its length."""

Pivot: TypeAlias = tuple[float, float, float]
"""A turn: the point about which it is made and its sense, 1.0 clockwise or -1.0."""

HAIR: Final = 1e-6
"""The slack with which stops are found: a body halts where it touches."""

# Places in the numbers, counted in boxes.
MINE: Final = 0
ENDED: Final = 1
BOXES: Final = 2
# Places in the numbers, counted in edges.
EDGES: Final = 3
ZONE: Final = 4
# Places in the numbers.
PARTS: Final = 5
ZONE_POINTS: Final = 6
ROWS: Final = 7
GOINGS: Final = 8
BOUNDS: Final = 9
TABLE: Final = 10
POINTS: Final = 11
SPANS: Final = 12
EFFECTS: Final = 13
# Places in the whole numbers.
STARTS: Final = 14
RINGS: Final = 15
PIECES: Final = 16
THIN: Final = 17
OPENINGS: Final = 18
NEAR: Final = 19
LANDS: Final = 20
REGION_NEAR: Final = 21
REGION_LANDS: Final = 22
ALL_NEAR: Final = 23
ALL_LANDS: Final = 24
# How many there are.
MY_BOXES: Final = 25
BODY_COUNT: Final = 26
PIECE_COUNT: Final = 27
ZONE_EDGES: Final = 28
POINT_COUNT: Final = 29
# The node for which a sweep has placed the mover.
PREPARED: Final = 30
PLACES: Final = 31
"""Mine and ended: the mover's boxes at the start and the end of a leg. Boxes: those of all bodies; starts:
the first box of each body. Edges, rings, pieces, bounds and thin: the ground as in ``ground_stretches``.
Zone: the edges of the zone before the mover that some bodies must stay out of, where it stands; its points,
as seen from the mover. Parts: those of the mover. Rows and goings: the row of each body and of each piece of
ground. Table: its width, its depth, whether its sides bar the way, and the slack of limits. Openings: which
pieces are openings; points: those of the mover that must lie on them. Spans and effects: work space. Near and
lands: how many bodies or pieces of ground may matter, and which: to the present leg, to a whole region, and
all."""

LIMIT_SLACK: Final = 3
"""The place, after the size of the table, of the slack of distances to keep."""

BODY: Final = 13
"""Numbers in the row of a body."""
ROLE: Final = 0
PARALLEL: Final = 1
ROUND: Final = 2
ROUND_REFUSED: Final = 3
FRONT: Final = 4
FRONT_REFUSED: Final = 5
AT_END: Final = 6
HEADING: Final = 7
PASS_TOLL: Final = 8
PASS_MARK: Final = 9
CIRCLE_X: Final = 10
CIRCLE_Y: Final = 11
CIRCLE: Final = 12
"""Its role; the angle within which it may be passed; the distances to keep from it all round, to the front
and at the end, and whether a mover that is nearer already may not move; its heading; what passing it costs
and marks; the middle and radius of the circle round it."""

ABSENT: Final = 0
BARS: Final = 1
PASSABLE: Final = 2
PASSABLE_PARALLEL: Final = 3
"""The roles of a body."""

PIECE: Final = 7
"""Numbers in the row of a piece of ground."""
ENTRY: Final = 0
MULTIPLIER: Final = 1
TOLL: Final = 2
MARK: Final = 3
INSET: Final = 4
ON: Final = 5
SET_ASIDE: Final = 6
"""How it counts; what being in it costs, and entering it; the mark it makes; how it is met; for which kinds
of legs its multiplier counts, a bit for each; whether an opening sets it aside."""

NOTHING: Final = 0
COUNTS: Final = 1
BARRED: Final = 2
"""How a piece of ground counts."""


@leaf
def place(world: World, stand: Stand, where: int) -> None:
    """Write the mover's boxes, as it stands so, at MINE or ENDED; a part is x, y, half sizes, turn and
    radius."""
    numbers, index, trig = world
    x, y, heading = stand
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


@leaf
def place_zone(world: World, stand: Stand) -> None:
    """Write the edges of the zone before the mover as it stands; its points go round and end at the first."""
    numbers, index, trig = world
    x, y, heading = stand
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    for n in range(index[ZONE_EDGES]):
        p, e = index[ZONE_POINTS] + 2 * n, (index[ZONE] + n) * EDGE
        numbers[e] = x + numbers[p] * cosine + numbers[p + 1] * sine
        numbers[e + 1] = y - numbers[p] * sine + numbers[p + 1] * cosine
        numbers[e + 2] = x + numbers[p + 2] * cosine + numbers[p + 3] * sine
        numbers[e + 3] = y - numbers[p + 2] * sine + numbers[p + 3] * cosine


@leaf
def take_stand(world: World, stand: Stand) -> None:
    """Place the mover's boxes and the zone before it where it stands."""
    place(world, stand, MINE)
    if world[1][ZONE_EDGES] > 0:
        place_zone(world, stand)


@leaf
def row_of(index: Wholes, body: int) -> int:
    """Where the row of a body begins."""
    return index[ROWS] + body * BODY


@leaf
def going_of(index: Wholes, piece: int) -> int:
    """Where the row of a piece of ground begins."""
    return index[GOINGS] + piece * PIECE


@leaf
def boxes_of(index: Wholes, body: int) -> tuple[int, int]:
    """The first box of a body and the one after its last."""
    first = index[STARTS] + body
    return index[BOXES] + index[first], index[BOXES] + index[first + 1]


@leaf
def my_boxes(index: Wholes, where: int) -> tuple[int, int]:
    """Where the mover's boxes at MINE or ENDED begin and end in the numbers."""
    return index[where] * BOX, (index[where] + index[MY_BOXES]) * BOX


@leaf
def may_pass(numbers: Floats, r: int, heading: int) -> bool:
    """Whether the body with this row may be passed on a slide by one with this heading."""
    if numbers[r + ROLE] == PASSABLE_PARALLEL:
        off = (heading - int(numbers[r + HEADING])) % HALF_TURN
        return min(off, HALF_TURN - off) <= numbers[r + PARALLEL]
    return numbers[r + ROLE] == PASSABLE

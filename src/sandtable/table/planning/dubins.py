"""Wheels and straight legs to a wanted pose, in closed form.

A body that wheels on its inside front corner carries the middle of its front round a circle whose radius is
half its frontage. So two wheels with a straight leg between them are a path of the kind Dubins described, and
there are four of them: both wheels to the left, both to the right, or one each way. Each is solved for its
three amounts, which are then put on the grid so that the legs, replayed, end as near to the wanted pose as
they can.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from sandtable.table.movement.legs import LONGEST, Advance, Leg, LegSide, Plan, Wheel, plan_end, sine_cosine
from sandtable.table.space.lengths import FULL_TURN, HALF_TURN, RADIAN, TOLERANCE
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape, frontage

Word = tuple[LegSide, LegSide]
WORDS: tuple[Word, ...] = (("left", "left"), ("right", "right"), ("left", "right"), ("right", "left"))
"""To which sides the two wheels are made, with a straight leg between them."""


CLOSENESS_WORTH: Final = 3.0
"""Within the tolerance, each hundredth nearer to the wanted pose is worth so much cost."""
HAIRLINE_TRIES: Final = 80
"""How many tenths of a degree are tried around a wheel between two circles that almost touch."""


class Path(NamedTuple):
    """A wheel, a straight leg and a wheel: turns in tenths of a degree and a length in hundredths, not
    rounded."""

    word: Word
    first: float
    straight: float
    second: float


def dubins(start: Pose, wanted: Pose, width: int) -> list[Path]:
    """The paths of wheel, straight leg and wheel from one pose to another for a front this wide."""
    paths = (_path(word, start, wanted, width / 2) for word in WORDS)
    return [path for path in paths if path is not None]


def _path(word: Word, start: Pose, wanted: Pose, radius: float) -> Path | None:
    """The path of one word; None where the two circles are too near to one another for it."""
    here, there = (1 if side == "right" else -1 for side in word)
    ax, ay = start.at(here * radius, 0)
    bx, by = wanted.at(there * radius, 0)
    dx, dy = bx - ax, by - ay
    apart = math.hypot(dx, dy)
    lean = 0.0
    straight = apart
    if here != there:
        if apart < 2 * radius - TOLERANCE:
            return None
        straight = math.sqrt(max(apart * apart - 4 * radius * radius, 0.0))
        lean = here * math.atan2(2 * radius, straight) / RADIAN
    way = math.atan2(dx, dy) / RADIAN + lean if apart > 0 else float(wanted.heading)
    first = _turn(here * (way - start.heading))
    return Path(word, first, straight, _turn(there * (wanted.heading - way)))


def _turn(angle: float) -> float:
    """An angle as a turn from 0 up to, but not as far as, a full turn; a hair short of full is none."""
    turn = angle % FULL_TURN
    return 0.0 if turn > FULL_TURN - 0.5 else turn


def on_grid(path: Path, start: Pose, wanted: Pose, shape: Shape) -> Plan | None:
    """The legs of a path in whole units that end nearest to the wanted pose; None if a wheel is too large.

    The heading comes out exact. Neighbouring first wheels are tried, each with the straight leg that fits it
    best; of ends within the tolerance the one with the shortest legs is taken. Between two circles that
    almost touch, a tenth of a degree of the first wheel moves the end far, so many are tried.
    """
    if path.first > HALF_TURN or path.second > HALF_TURN or path.straight > LONGEST:
        return None
    hangs = path.word[0] != path.word[1] and path.straight < frontage(shape) / 2
    tries: list[tuple[float, float, int, Plan]] = []
    for turn in range(
        round(path.first) - (HAIRLINE_TRIES if hangs else 1),
        round(path.first) + (HAIRLINE_TRIES // 4 if hangs else 2),
    ):
        for plan in _fitting(path.word, turn, start, wanted, shape):
            off = miss(plan_end(plan, start, shape), wanted, shape)
            tries.append((*rank(off, _length(plan, shape)), len(tries), plan))
    return min(tries)[3] if tries else None


def rank(off: float, cost: float) -> tuple[float, float]:
    """The key by which plans are compared: the smaller miss is better, then the smaller cost.

    Ends within the tolerance all count as hits; there a nearer end is worth a little more cost.
    """
    return (off, cost) if off > TOLERANCE else (0.0, cost + CLOSENESS_WORTH * off)


def _fitting(word: Word, turn: int, start: Pose, wanted: Pose, shape: Shape) -> list[Plan]:
    """The legs for a first wheel, with the straight legs that fit it best."""
    without = _legs(word, turn, 0, start, wanted)
    if without is None:
        return []
    here = 1 if word[0] == "right" else -1
    ended = plan_end(without, start, shape)
    sin, cos = sine_cosine((start.heading + here * turn) % FULL_TURN)
    ahead = (wanted.x - ended.x) * sin + (wanted.y - ended.y) * cos
    found = [_legs(word, turn, math.floor(ahead) + more, start, wanted) for more in (0, 1)]
    return [plan for plan in (without, *found) if plan is not None]


def _length(plan: Plan, shape: Shape) -> float:
    """How far the outer front corner goes in some wheels and straight legs."""
    wheels = sum(leg.turn for leg in plan if isinstance(leg, Wheel))
    return wheels * RADIAN * frontage(shape) + sum(leg.distance for leg in plan if isinstance(leg, Advance))


def _legs(word: Word, turn: int, length: int, start: Pose, wanted: Pose) -> Plan | None:
    """The legs for a first wheel and a straight leg in whole units; the second wheel follows from the
    heading."""
    here, there = (1 if side == "right" else -1 for side in word)
    if not 0 <= turn <= HALF_TURN or length < 0:
        return None
    rest = there * (wanted.heading - start.heading - here * turn) % FULL_TURN
    if rest > HALF_TURN:
        return None
    legs: list[Leg] = []
    if turn:
        legs.append(Wheel(word[0], turn))
    if length:
        legs.append(Advance(length))
    if rest:
        legs.append(Wheel(word[1], rest))
    return tuple(legs)


def miss(reached: Pose, wanted: Pose, shape: Shape) -> float:
    """By how much a pose misses a wanted one: how far the middle of its front is off, and its corners by
    the difference of headings."""
    off = abs((reached.heading - wanted.heading + HALF_TURN) % FULL_TURN - HALF_TURN)
    return math.hypot(reached.x - wanted.x, reached.y - wanted.y) + off * RADIAN * shape.width / 2


def wheel_towards(start: Pose, place: Point, width: int, side: LegSide) -> tuple[int, int] | None:
    """The wheel to a side after which a place lies straight ahead of the front middle, and how far ahead.

    None where the place lies within the circle of that wheel, or would need more than half a turn.
    """
    sense, radius = 1 if side == "right" else -1, width / 2
    x, y = start.at(sense * radius, 0)
    dx, dy = place.x - x, place.y - y
    square = dx * dx + dy * dy - radius * radius
    if square <= 0:
        return None
    straight = math.sqrt(square)
    way = (math.atan2(dx, dy) + sense * math.atan2(radius, straight)) / RADIAN
    turn = round(sense * (way - start.heading)) % FULL_TURN
    return (turn, round(straight)) if turn <= HALF_TURN else None

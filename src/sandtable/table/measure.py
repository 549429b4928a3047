"""Units of measure: the truth on the table is whole hundredths of an inch and whole tenths of a degree.

Headings run clockwise from "up the table": 0 looks along +y, 90 degrees along +x. Sines and cosines come
from one table of 3,600 entries, so that compiled and plain Python geometry work with the same numbers.

>>> inches(2.5), degrees(22.5)
(250, 225)
>>> as_inches(1234)
12.34
"""

from __future__ import annotations

import math
from typing import Final

INCH: Final = 100
DEGREE: Final = 10
FULL_TURN: Final = 360 * DEGREE
HALF_TURN: Final = 180 * DEGREE
QUARTER_TURN: Final = 90 * DEGREE

TOLERANCE: Final = 2.0
"""The one tolerance: 0.02 in. Rounding a pose to the grid moves a corner by less than this, so two lengths
that differ by no more are equal, bodies that overlap by no more are touching, and a limit is passed only
by more than this."""

HAIR: Final = 1e-6
"""What the last places of a computed length may be off by: lengths are compared with limits beyond a hair."""

SINES: Final = tuple(math.sin(math.radians(tenth / DEGREE)) for tenth in range(FULL_TURN))
COSINES: Final = tuple(math.cos(math.radians(tenth / DEGREE)) for tenth in range(FULL_TURN))


def inches(length: float) -> int:
    """Turn inches, as people and files write them, into hundredths."""
    return round(length * INCH)


def as_inches(hundredths: float) -> float:
    """Turn hundredths into inches for people, to the hundredth."""
    return round(hundredths / INCH, 2)


def degrees(angle: float) -> int:
    """Turn degrees, as people and files write them, into tenths, from 0 to 3599."""
    return round(angle * DEGREE) % FULL_TURN


def turn_between(heading: int, other: int) -> int:
    """The signed turn from one heading to another, the short way: clockwise positive, -1799 to 1800."""
    turn = (other - heading) % FULL_TURN
    return turn - FULL_TURN if turn > HALF_TURN else turn

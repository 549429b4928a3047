"""Units of measure: the truth on the table is whole hundredths of an inch and whole tenths of a degree.

Headings run clockwise from "up the table": 0 looks along +y, 90 degrees along +x. Sines and cosines come
from one table of 3,600 entries, so that compiled and plain Python geometry work with the same numbers.

>>> inches(2.5), degrees(22.5)
(250, 225)
>>> as_inches(1234)
12.34
>>> hundredths(99.99999999999935), hundredths(2.5), hundredths(-2.5)
(100, 3, -3)
"""

from __future__ import annotations

import math
from typing import Final

from msgspec import Meta

INCH: Final = 100
DEGREE: Final = 10
FULL_TURN: Final = 360 * DEGREE
HALF_TURN: Final = 180 * DEGREE
QUARTER_TURN: Final = 90 * DEGREE

RADIAN: Final = math.pi / HALF_TURN
"""One tenth of a degree in radians."""

TOLERANCE: Final = 2.0
"""The tolerance of touching and overlap: 0.02 in. Bodies no farther apart touch, and bodies that overlap by
no more do not count as overlapping. It is not used for limits: ranges, arcs, allowances and distances to keep
are compared with the slack that the terms of a system state."""

HAIR: Final = 1e-6
"""The rounding error of a computed length. A slack of a hair compares exactly."""

GRID: Final = 0.7072
"""Rounding a pose to whole hundredths moves it by no more than this, half the diagonal of a hundredth."""

SINES: Final = tuple(math.sin(math.radians(tenth / DEGREE)) for tenth in range(FULL_TURN))
COSINES: Final = tuple(math.cos(math.radians(tenth / DEGREE)) for tenth in range(FULL_TURN))


def exact(step: float) -> Meta:
    """Declare that a float which a battle, an event, an option or a digest holds is a whole multiple of a
    step: 1 for hundredths on the grid, 0.01 for inches as a file gives them, 0.5 for halves of dice."""
    return Meta(extra={"exact": step})


def is_exact(number: float, step: float) -> bool:
    """Whether a float is the nearest there is to a whole multiple of a step.

    >>> is_exact(12.34, 0.01), is_exact(12.345, 0.01), is_exact(100.00000000000065, 1)
    (True, False, False)
    """
    parts = round(1 / step)
    return round(number * parts) / parts == number


def inches(length: float) -> int:
    """Hundredths from inches, as people and files write them."""
    return round(length * INCH)


def as_inches(length: float) -> float:
    """Inches from hundredths, for people to read."""
    return round(length / INCH, 2)


def hundredths(length: float) -> int:
    """The nearest whole hundredth to a measured length, halves away from zero.

    What is within a hair of a half counts as a half, so that rounding errors do not decide.
    """
    whole = math.floor(abs(length) + 0.5 + HAIR)
    return whole if length >= 0 else -whole


def nearest_hundredth(length: float) -> int:
    """The whole hundredth of an inch nearest to a length; halves go up."""
    return math.floor(length + 0.5)


def degrees(angle: float) -> int:
    """Tenths of a degree, from 0 to 3599, from degrees as people and files write them."""
    return round(angle * DEGREE) % FULL_TURN


def turn_between(heading: int, other: int) -> int:
    """The signed turn from one heading to another, the short way: clockwise positive, -1799 to 1800."""
    turn = (other - heading) % FULL_TURN
    return turn - FULL_TURN if turn > HALF_TURN else turn

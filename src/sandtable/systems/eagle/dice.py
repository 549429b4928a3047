"""Dice: the ordinary die, the average die, and how shares are rounded.

`D6` is the die of all throws but those of the average die (dice.d6), `AVERAGE` that of steady troops and of
every move (dice.average).

>>> rounded_up(3, 2), rounded_up(-1, 2)
(2, 0)
>>> AVERAGE.faces
(2, 3, 3, 4, 4, 5)
"""

from __future__ import annotations

from typing import Final

from sandtable.dice import AVERAGE, D6

__all__ = ["AVERAGE", "D6", "SLACK", "is_beyond", "is_within", "rounded_up"]

SLACK: Final = 0.01 + 1e-9
"""A distance may exceed a limit by this many inches and still be within it (dice.measure)."""


def rounded_up(total: int, share: int) -> int:
    """A total divided, always rounded towards plus infinity (dice.rounding)."""
    return -(-total // share)


def is_within(distance: float, limit: float) -> bool:
    """Is a distance in inches within a limit, the limit itself included? (dice.measure)"""
    return distance <= limit + SLACK


def is_beyond(distance: float, limit: float) -> bool:
    """Is a distance in inches strictly more than a limit? (dice.measure)"""
    return not is_within(distance, limit)

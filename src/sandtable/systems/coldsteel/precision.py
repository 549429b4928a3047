"""The precision of comparisons: what is within a limit, and what touches.

Lengths are hundredths of an inch.
"""

from __future__ import annotations

from typing import Final

from sandtable.table.space import HAIR, INCH

SLACK: Final = 0.5 + HAIR
"""The tolerance of comparisons of distances and allowances (geometry.inclusive)."""

TOUCH: Final = 1.0 + HAIR
"""The greatest overlap or gap at which bodies touch (geometry.precision)."""


def is_within(length: float, limit: float) -> bool:
    """Is a length no more than a limit in inches? Exactly the limit is within it (geometry.inclusive)."""
    return length <= limit_of(limit)


def limit_of(inches: float) -> float:
    """The greatest length within this many inches, in hundredths (geometry.inclusive)."""
    return inches * INCH + SLACK

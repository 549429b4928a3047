"""The worth of losses in victory points: models lost, a unit that falls back, a unit lost.

The doctrine weighs everything by this one measure, so that a volley can be compared with a charge.

>>> toll(0, 24), toll(24, 24) == GONE
(0.0, True)
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

GONE: Final = 1.6
"""The cost of a lost unit: its point, and its share in breaking the army."""
STEPS: Final = ((0.0, 0.0), (0.5, 0.65), (0.8, 1.12), (1.0, GONE))
"""The cost of losses by the share of models lost."""
SHAKEN: Final = 0.35
"""The cost of falling back: the unit neither moves nor shoots until it passes a test."""


def toll(lost: float, starting: int) -> float:
    """The cost of a unit's losses."""
    share = lost / starting
    for (low, less), (high, more) in pairwise(STEPS):
        if share < high:
            return less + (more - less) * (share - low) / (high - low)
    return GONE

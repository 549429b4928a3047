"""What things are worth to a commander, in victory points: models lost, a unit that falls back, a unit gone.

All that the doctrine weighs is brought to this one measure, so that a volley can be set against a charge.

>>> toll(0, 24), toll(24, 24) == GONE
(0.0, True)
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

GONE: Final = 1.6
"""A unit lost: its point, and its share of what breaks an army."""
STEPS: Final = ((0.0, 0.0), (0.5, 0.65), (0.8, 1.12), (1.0, GONE))
"""What a unit has lost in worth by the share of its models that it has lost."""
SHAKEN: Final = 0.35
"""A unit that falls back: it neither moves nor shoots until it has passed again."""


def toll(lost: float, starting: int) -> float:
    """What a unit has lost in worth by its losses."""
    share = lost / starting
    for (low, less), (high, more) in pairwise(STEPS):
        if share < high:
            return less + (more - less) * (share - low) / (high - low)
    return GONE

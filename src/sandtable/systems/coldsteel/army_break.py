"""Army breaks: when a side has lost too many units, and which side wins by it.

>>> is_broken(started=9, lost=4), is_broken(started=8, lost=5)
(False, True)
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Army(NamedTuple):
    """The units that a side began with, reinforcements included, and those it has lost."""

    started: int
    lost: int


class Break(StrEnum):
    """What the army breaks at the end of a turn mean for the battle."""

    NEITHER = "neither army is broken"
    FIRST_WINS = "the first wins"
    SECOND_WINS = "the second wins"
    BOTH = "both are broken and victory points decide"


def is_broken(started: int, lost: int) -> bool:
    """Has a side lost more than half of the units it began with? (victory.break)"""
    return 2 * lost > started


def army_break(first: Army, second: Army) -> Break:
    """What the losses of both sides mean for the battle after step 8 (victory.break, turn.end-check)."""
    match is_broken(*first), is_broken(*second):
        case True, True:
            return Break.BOTH
        case False, True:
            return Break.FIRST_WINS
        case True, False:
            return Break.SECOND_WINS
        case _:
            return Break.NEITHER

"""Unit states: STEADY, WORN, SHAKEN by hits alone, and the point at which a unit breaks."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.systems.liberty.book import table


class State(StrEnum):
    """How worn a unit is: it follows from its hits and from nothing else (states.extra)."""

    STEADY = "STEADY"
    WORN = "WORN"
    SHAKEN = "SHAKEN"


STEADY: Final = State.STEADY
WORN: Final = State.WORN
SHAKEN: Final = State.SHAKEN
# Asked for at every turn: to look a member of an enumeration up takes as long as a call.


class Wear(Struct, frozen=True):
    """The three values of a unit, written WORN/SHAKEN/AUTO BROKEN on a roster (troops.sizes.meaning)."""

    worn: int
    shaken: int
    broken: int

    def state(self, hits: int) -> State:
        """Hits that reach a value put the unit into its state at once.

        states.steady, states.worn, states.shaken
        """
        if hits >= self.shaken:
            return SHAKEN
        return WORN if hits >= self.worn else STEADY

    def breaks(self, hits: int) -> bool:
        """A unit is broken when its hits reach or pass the third value.

        states.broken, states.broken.at-least
        """
        return hits >= self.broken


class _Dice(Struct, frozen=True, forbid_unknown_fields=True):
    state: State
    dice: int


@cache
def dice_by_state(state: State) -> int:
    """The dice of an ORDER or MORALE test, by state (states.dice)."""
    return next(row.dice for row in table("states.dice", _Dice) if row.state is state)

"""Unit states: STEADY, WORN, SHAKEN by hits alone, and the hits at which a unit breaks."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.systems.liberty.book import table


class State(StrEnum):
    """How worn a unit is; it depends only on its hits (states.extra)."""

    STEADY = "STEADY"
    WORN = "WORN"
    SHAKEN = "SHAKEN"


STEADY: Final = State.STEADY
WORN: Final = State.WORN
SHAKEN: Final = State.SHAKEN
# These names save the look-up of an enumeration's member, which costs as much as a call.


class Wear(Struct, frozen=True):
    """The three values of a unit, written WORN/SHAKEN/AUTO BROKEN on a roster (troops.sizes.meaning)."""

    worn: int
    shaken: int
    broken: int

    def state(self, hits: int) -> State:
        """The state by hits; hits that reach a value change the state at once.

        states.steady, states.worn, states.shaken
        """
        if hits >= self.shaken:
            return SHAKEN
        return WORN if hits >= self.worn else STEADY

    def breaks(self, hits: int) -> bool:
        """Do hits that reach or pass the third value break the unit?

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

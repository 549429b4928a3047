"""The log of a game: throws, decisions and events in order, as frozen values."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable import dice
from sandtable.game.ask.questions import Decision, Event


class Thrown(Struct, frozen=True, gc=False):
    """A throw that was made: the throw, its number in the game, its casts, and the result."""

    throw: dice.Throw[Any]
    number: int
    fell: tuple[dice.Cast, ...]
    result: Any

    @property
    def settled(self) -> Any:
        """What the rule continued with."""
        return self.result


class Decided(Struct, frozen=True, gc=False):
    """A player's answer, and what the rule continued with."""

    question: Decision[Any]
    answer: Any
    settled: Any


class Happened(Struct, frozen=True, gc=False):
    """An event that changed the battle."""

    event: Event[Any]


Answered = Thrown | Decided
"""The entries that reproduce a game: events follow from them."""

Entry = Answered | Happened


def answers(entries: list[Entry]) -> tuple[Answered, ...]:
    """The entries without the events."""
    return tuple([entry for entry in entries if not isinstance(entry, Happened)])

"""The log of a game: what was thrown, what was decided, what happened, in order. All of it frozen."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable import dice
from sandtable.game.ask.questions import Decision, Event


class Thrown(Struct, frozen=True, gc=False):
    """Dice on the table: the throw, its number in the game, the dice as they fell, and the result."""

    throw: dice.Throw[Any]
    number: int
    fell: tuple[dice.Cast, ...]
    result: Any

    @property
    def settled(self) -> Any:
        """What the rule went on with."""
        return self.result


class Decided(Struct, frozen=True, gc=False):
    """A player's answer, and what the question made of it for the rule."""

    question: Decision[Any]
    answer: Any
    settled: Any


class Happened(Struct, frozen=True, gc=False):
    """An event that changed the battle."""

    event: Event[Any]


Answered = Thrown | Decided
"""What has to be known to come to the same point again."""

Entry = Answered | Happened


def answers(entries: list[Entry]) -> tuple[Answered, ...]:
    """The entries without the events, which follow from them."""
    return tuple([entry for entry in entries if not isinstance(entry, Happened)])

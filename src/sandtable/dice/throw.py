"""The throw: a random question of a rule, answered by a hand of dice or by its exact odds."""

from __future__ import annotations

from collections.abc import Generator
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeVar, cast

from msgspec import Struct

from sandtable.ask import Ask, here
from sandtable.dice.die import MOST_DICE
from sandtable.dice.hand import Hand
from sandtable.dice.odds import Odds

T = TypeVar("T")


class Natural(StrEnum):
    """What the extreme faces of a die do regardless of modifiers.

    The best face is the highest where high is good, and the lowest where a throw has to stay under a value.
    """

    NONE = "none"
    WORST_FAILS = "worst fails"
    BEST_SUCCEEDS = "best succeeds"
    BOTH = "both"


class Throw(Struct, Ask[T], frozen=True, cache_hash=True, kw_only=True, tag=True):
    """A throw of dice or a draw of cards, with its purpose."""

    purpose: str = ""

    def __await__(self) -> Generator[Ask[Any], Any, T]:
        driver = here.driver
        if driver is not None:
            return driver.throw(self)  # type: ignore[no-any-return]  # the driver throws a T
        return (yield self)  # type: ignore[no-any-return]  # the same

    def cast(self, hand: Hand) -> T:
        """Throw the dice, stage by stage, and read the result off the faces in their order."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it is thrown.")

    def in_words(self, result: T) -> str:
        """A result in the words of the log."""
        if isinstance(result, bool):
            return "yes" if result else "no"
        return ", ".join(map(str, result)) if isinstance(result, tuple) else str(result)

    def ways(self) -> dict[T, int]:
        """In how many equally likely ways each result comes about."""
        raise NotImplementedError(f"{type(self).__name__} does not say how likely its results are.")

    def odds(self, *, exact: bool = False) -> Odds[T]:
        """The exact odds of the result, as floats or, on request, as fractions."""
        return cast("Odds[T]", _in_fractions(self) if exact else _in_floats(self))


@lru_cache(maxsize=8192)
def _in_floats(throw: Throw[Any]) -> Odds[Any]:
    return Odds.from_ways(throw.ways())


@lru_cache(maxsize=8192)
def _in_fractions(throw: Throw[Any]) -> Odds[Any]:
    return Odds.from_ways(throw.ways(), exact=True)


def stage(purpose: str, name: str) -> str:
    """The purpose of a later stage of a throw."""
    return f"{purpose}: {name}" if purpose else name


def require_dice(dice: int) -> None:
    """Refuse a number of dice that is out of range."""
    if not 0 <= dice <= MOST_DICE:
        raise ValueError(f"{dice} dice cannot be thrown: a throw takes 0 to {MOST_DICE}.")

"""Rerolls of single dice, one at a time with each result seen: the state between two rerolls, two policies.

Which die to reroll is a player's decision, so a rule asks for it. This value is the subject of that decision.

>>> state = Rerollable.of((1, 1, 0), left=2)     # one die without success, one with a single success
>>> state.total, state.options()
(1, (None, 0, 1))
>>> cautious(state, need=3), best(state, (0, 0, 0, 1, 1, 2), aims=(3,))
(0, 0)
>>> state.after(0, 1)
Rerollable(fresh=(0, 1, 0), fixed=1, left=1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

Pick = int | None
"""A die to reroll, named by the successes it shows; ``None`` rerolls no die."""


class Rerollable(Struct, frozen=True, cache_hash=True):
    """Thrown dice: how many not yet rerolled show each worth, the total of the others, the rerolls left."""

    fresh: tuple[int, ...]
    fixed: int
    left: int

    def __post_init__(self) -> None:
        if self.left < 0 or min(self.fresh, default=0) < 0:
            raise ValueError(f"There are no negative numbers of dice or rerolls: {self.fresh}, {self.left}.")

    @classmethod
    def of(cls, spread: Sequence[int], left: int) -> Rerollable:
        """The state right after the first throw, as a ``Spread`` gives it."""
        return cls(tuple(spread), 0, left)

    @property
    def total(self) -> int:
        """The successes that all dice show now."""
        return _total(self)

    def options(self) -> tuple[Pick, ...]:
        """The possible picks: stop, or reroll a die that was not rerolled yet."""
        return _options(self)

    def after(self, pick: int, worth: int) -> Rerollable:
        """The state after a die that showed *pick* successes was rerolled and shows *worth*."""
        return _after(self, pick, worth)


# The odds of a test pass through the same few states many times, so their consequences are cached.
@lru_cache(maxsize=8192)
def _total(state: Rerollable) -> int:
    return state.fixed + sum(worth * dice for worth, dice in enumerate(state.fresh))


@lru_cache(maxsize=8192)
def _options(state: Rerollable) -> tuple[Pick, ...]:
    if state.left == 0:
        return (None,)
    return (None, *(worth for worth, dice in enumerate(state.fresh) if dice))


@lru_cache(maxsize=8192)
def _after(state: Rerollable, pick: int, worth: int) -> Rerollable:
    if pick not in _options(state):
        raise ValueError(f"No die worth {pick} may be rerolled: {state} allows {_options(state)}.")
    fresh = tuple(dice - (value == pick) for value, dice in enumerate(state.fresh))
    return Rerollable(fresh, state.fixed + worth, state.left - 1)


def cautious(state: Rerollable, need: int | None = None) -> Pick:
    """Reroll only dice without success, while rerolls remain and the need, if there is one, is not met."""
    if need is not None and state.total >= need:
        return None
    return 0 if 0 in state.options() else None


def best(state: Rerollable, table: tuple[int, ...], aims: tuple[int, ...]) -> Pick:
    """The pick that makes the first aim most likely, then the second, and so on.

    Among equal picks it prefers to stop, then the die that shows least.
    """
    return solved(state, table, aims)[0]


@lru_cache(maxsize=65536)
def solved(state: Rerollable, table: tuple[int, ...], aims: tuple[int, ...]) -> tuple[Pick, tuple[int, ...]]:
    """The best pick, and in how many of all ways of the remaining rerolls each aim is then reached.

    Tuples compare aim by aim and add place by place, so the best pick now follows from the best picks later.
    """
    faces = sorted(Counter(table).items())
    whole = len(table) ** state.left
    pick: Pick = None
    reached = tuple(whole * (state.total >= aim) for aim in aims)
    for option in state.options():
        if option is None:
            continue
        after = [(sides, solved(state.after(option, worth), table, aims)[1]) for worth, sides in faces]
        ways = tuple(sum(sides * aim[place] for sides, aim in after) for place in range(len(aims)))
        if ways > reached:
            pick, reached = option, ways
    return pick, reached

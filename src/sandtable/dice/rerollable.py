"""Rerolls of single dice, one at a time, seeing each result: the state between two of them, and two policies.

Which die to take is a player's decision, so a rule asks for it. What it asks about is this value.

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
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

Pick = int | None
"""A die to throw again, named by the successes it shows; ``None`` leaves the dice as they lie."""


class Rerollable(Struct, frozen=True, cache_hash=True):
    """Dice thrown: those not yet rerolled by the successes they show, the others' total, the rerolls left."""

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
        """The successes that lie on the table now."""
        return _total(self)

    def options(self) -> tuple[Pick, ...]:
        """What may be done: stop, or throw a die again that was not rerolled yet."""
        return _options(self)

    def after(self, pick: int, worth: int) -> Rerollable:
        """The state when a die showing *pick* successes was thrown again and shows *worth*."""
        return _after(self, pick, worth)


# The odds of a test pass through the same few states over and over: what follows from each is remembered.
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
    """Reroll only dice that show no success, while rerolls remain and the need, if there is one, is unmet."""
    if need is not None and state.total >= need:
        return None
    return 0 if 0 in state.options() else None


def best(state: Rerollable, table: tuple[int, ...], aims: tuple[int, ...]) -> Pick:
    """The pick that makes the first aim most likely to be reached, then the second, and so on.

    Of picks that serve equally well it takes stopping, then the die that shows least.
    """
    return _solved(state, table, aims)[0]


def prospects(state: Rerollable, table: tuple[int, ...], aims: tuple[int, ...]) -> tuple[Fraction, ...]:
    """How likely each aim is to be reached or passed under the best picks."""
    whole = len(table) ** state.left
    return tuple(Fraction(ways, whole) for ways in _solved(state, table, aims)[1])


@lru_cache(maxsize=65536)
def _solved(state: Rerollable, table: tuple[int, ...], aims: tuple[int, ...]) -> tuple[Pick, tuple[int, ...]]:
    """The best pick and in how many ways each aim is then reached, of all ways the rerolls left may fall.

    Comparing these tuples compares aim by aim; as they add up place by place, the best pick now rests on the
    best picks later.
    """
    faces = sorted(Counter(table).items())
    whole = len(table) ** state.left
    pick: Pick = None
    reached = tuple(whole * (state.total >= aim) for aim in aims)
    for option in state.options():
        if option is None:
            continue
        after = [(sides, _solved(state.after(option, worth), table, aims)[1]) for worth, sides in faces]
        ways = tuple(sum(sides * aim[place] for sides, aim in after) for place in range(len(aims)))
        if ways > reached:
            pick, reached = option, ways
    return pick, reached

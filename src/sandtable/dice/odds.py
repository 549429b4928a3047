"""Odds: the chances of all outcomes, as exact fractions or as floats.

>>> coin = Odds.from_ways({"heads": 1, "tails": 1}, exact=True)
>>> coin.chance("heads"), coin.chance(lambda side: "a" in side)
(Fraction(1, 2), Fraction(1, 1))
>>> coin.map(len).floats()
Odds({5: 1.0})
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from fractions import Fraction
from math import fsum
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")
U = TypeVar("U")
N = TypeVar("N", bound=float)

Chance = Fraction | float
"""How likely something is, from 0 to 1."""

SLACK: Final = 1e-9
"""How far the sum of floats may be from 1; exact chances must sum to 1."""

_EXACT: Final = frozenset({Fraction, int})


class OddsRow(Struct, frozen=True, omit_defaults=True):
    """One row of odds as plain JSON values; ``fraction`` is empty unless the chance is exact."""

    outcome: object
    chance: float
    fraction: str = ""


class Odds(Mapping[T, Chance]):
    """Outcomes with their chances; an impossible outcome is not listed.

    To compute many chances, collect them in a plain dict and make the odds of it at the end. Fractions stay
    fractions; one float among them makes all of them floats.
    """

    __slots__ = ("_chances", "_exact")

    _chances: dict[T, Chance]
    _exact: bool

    def __init__(self, chances: Mapping[T, Chance]) -> None:
        held: dict[T, Chance] = dict(chances)
        kinds = set(map(type, held.values()))
        self._exact = kinds <= _EXACT
        if len(kinds) > 1 or int in kinds:
            as_one: type[Fraction] | type[float] = Fraction if self._exact else float
            held = {outcome: as_one(chance) for outcome, chance in held.items()}
        _require_whole(held)
        if not all(held.values()):
            held = {outcome: chance for outcome, chance in held.items() if chance}
        self._chances = held

    @classmethod
    def from_ways(cls, ways: Mapping[T, int], *, exact: bool = False) -> Odds[T]:
        """The odds if each outcome has so many equally likely ways."""
        whole = sum(ways.values())
        if whole <= 0 or min(ways.values()) < 0:
            raise ValueError(f"Odds need at least one way and no negative number of ways, not {dict(ways)}.")
        odds: Odds[T] = cls.__new__(cls)
        odds._exact = exact
        if exact:
            odds._chances = {outcome: Fraction(way, whole) for outcome, way in ways.items() if way}
        else:
            odds._chances = {outcome: way / whole for outcome, way in ways.items() if way}
        return odds

    @classmethod
    def certain(cls, outcome: T) -> Odds[T]:
        """The exact odds of a certain outcome."""
        return cls.from_ways({outcome: 1}, exact=True)

    # Mapping implements these in Python over __getitem__; drivers iterate over odds constantly, so the
    # views of the dict are returned instead.
    def __getitem__(self, outcome: T) -> Chance:
        return self._chances[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._chances

    def items(self) -> ItemsView[T, Chance]:
        return self._chances.items()

    def keys(self) -> KeysView[T]:
        return self._chances.keys()

    def values(self) -> ValuesView[Chance]:
        return self._chances.values()

    def __repr__(self) -> str:
        return f"Odds({self._chances!r})"

    def chance(self, what: T | Callable[[T], bool]) -> Chance:
        """The chance of one outcome, or of all outcomes that satisfy a predicate."""
        if not callable(what):
            return self._chances.get(what, self._nought)
        return self._total(chance for outcome, chance in self._chances.items() if what(outcome))

    def at_least(self: Odds[N], bound: float) -> Chance:
        """The chance of *bound* or more."""
        return self._total(chance for outcome, chance in self._chances.items() if outcome >= bound)

    def at_most(self: Odds[N], bound: float) -> Chance:
        """The chance of *bound* or less."""
        return self._total(chance for outcome, chance in self._chances.items() if outcome <= bound)

    def mean(self: Odds[N]) -> Chance:
        """The mean of outcomes that are numbers; a fraction if the chances are."""
        return self._total(outcome * chance for outcome, chance in self._chances.items())

    def map(self, image: Callable[[T], U]) -> Odds[U]:
        """The odds of a function of the outcome; equal images are merged."""
        merged: dict[U, Chance] = {}
        for outcome, chance in self._chances.items():
            seen = image(outcome)
            merged[seen] = merged.get(seen, 0) + chance
        return Odds(merged)

    def then(self, follow: Callable[[T], Odds[U]]) -> Odds[U]:
        """The odds after a second random step that depends on the outcome of the first."""
        return mix((chance, follow(outcome)) for outcome, chance in self._chances.items())

    def floats(self) -> Odds[T]:
        """The same odds with floats as chances."""
        return Odds({outcome: float(chance) for outcome, chance in self._chances.items()})

    def rows(self) -> list[OddsRow]:
        """The odds as rows of plain JSON values, in the order in which they are stored."""
        return [
            OddsRow(msgspec.to_builtins(outcome), float(chance), str(chance) if self._exact else "")
            for outcome, chance in self._chances.items()
        ]

    @property
    def _nought(self) -> Chance:
        return Fraction(0) if self._exact else 0.0

    def _total(self, chances: Iterable[Chance]) -> Chance:
        return sum(chances, Fraction(0)) if self._exact else fsum(chances)


def mix(parts: Iterable[tuple[Chance, Odds[T]]]) -> Odds[T]:
    """The odds when one of several cases holds, each with its own chance and its own odds."""
    mixed: dict[T, Chance] = {}
    for weight, odds in parts:
        for outcome, chance in odds.items():
            mixed[outcome] = mixed.get(outcome, 0) + weight * chance
    return Odds(mixed)


def _require_whole(chances: Mapping[T, Chance]) -> None:
    exact = set(map(type, chances.values())) <= _EXACT
    whole: Chance = sum(chances.values(), Fraction(0)) if exact else fsum(chances.values())
    # Written with "not" so that NaN is refused too.
    if not (whole == 1 if exact else abs(float(whole) - 1) <= SLACK):
        raise ValueError(f"The chances of all outcomes add up to {whole}, not to 1.")
    least = min(chances.items(), key=lambda item: item[1])
    if least[1] < 0:
        raise ValueError(f"The chance of {least[0]!r} is {least[1]}; a chance is never below 0.")

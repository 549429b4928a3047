"""The slow twin of every throw's odds: cast the throw with every sequence of faces.

>>> from sandtable.dice.pools import Count
>>> cast_every_way(Count(2, at_least=6)).chances
{0: Fraction(25, 36), 1: Fraction(5, 18), 2: Fraction(1, 36)}
"""

from __future__ import annotations

from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from sandtable.dice.die import Die
from sandtable.dice.throw import Throw

T = TypeVar("T")


class Enumeration(NamedTuple, Generic[T]):
    """The chance of each result, and the chance of all sequences that were undecided at the depth limit."""

    chances: dict[T, Fraction]
    unsettled: Fraction


class _Undecided(Exception):
    def __init__(self, die: Die) -> None:
        super().__init__(f"Every side of {die} is to be tried.")
        self.sides = len(die.faces)


class _Script:
    """A hand that shows the given sides, and raises when they are used up."""

    def __init__(self, sides: tuple[int, ...]) -> None:
        self._sides = list(reversed(sides))

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        return tuple(self._next(die) for _ in range(count))

    def _next(self, die: Die) -> int:
        if not self._sides:
            raise _Undecided(die)
        return die.faces[self._sides.pop()]


def cast_every_way(throw: Throw[T], *, deepest: int = 8) -> Enumeration[T]:
    """Cast a throw with every sequence of up to *deepest* dice; it uses only the throw's ``cast``."""
    chances: dict[T, Fraction] = {}
    unsettled = Fraction(0)
    scripts: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while scripts:
        sides, chance = scripts.pop()
        try:
            result = throw.cast(_Script(sides))
        except _Undecided as next_die:
            if len(sides) == deepest:
                unsettled += chance
                continue
            share = chance / next_die.sides
            scripts += [((*sides, side), share) for side in reversed(range(next_die.sides))]
        else:
            chances[result] = chances.get(result, Fraction(0)) + chance
    return Enumeration(chances, unsettled)

"""The chances that the best rerolls give, by the solver that finds them."""

from __future__ import annotations

from fractions import Fraction

from sandtable.dice import Rerollable
from sandtable.dice.rerollable import solved


def prospects(state: Rerollable, table: tuple[int, ...], aims: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The chance that each aim is reached or passed under the best picks."""
    whole = len(table) ** state.left
    return tuple(Fraction(ways, whole) for ways in solved(state, table, aims)[1])

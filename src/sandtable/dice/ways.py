"""In how many equally likely ways dice give a result, as whole numbers without rounding."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, gcd, prod
from typing import Final

MOST_RESULTS: Final = 50_000
"""The most different results of a throw; a throw with more asks for too fine a statistic."""

MOST_BYTES: Final = 1_000_000
"""The longest number in the computation of totals; far above what any rule needs."""

Lot = tuple[Sequence[int], int]
"""Equal dice: how many sides of one give 0, 1, 2 and so on, and the number of dice."""


def successes(dice: int, *, yes: int, no: int) -> list[int]:
    """In how many ways 0, 1, 2 ... of the dice succeed if *yes* sides of each succeed and *no* sides fail."""
    common = gcd(yes, no) or 1
    yes, no = yes // common, no // common
    return _binomial(dice, yes, no)


def _binomial(dice: int, yes: int, no: int) -> list[int]:
    return [comb(dice, hits) * yes**hits * no ** (dice - hits) for hits in range(dice + 1)]


def totals(lots: Sequence[Lot]) -> list[int]:
    """In how many ways the dice of all *lots* together add up to 0, 1, 2 and so on.

    The counts of a die are the coefficients of a polynomial, and throwing dice together multiplies
    polynomials. Each polynomial is packed into one long integer with fields too wide to overflow, because
    Python multiplies long integers far faster than lists.
    """
    field = (prod(sum(sides) ** count for sides, count in lots).bit_length() + 7) // 8
    length = 1 + sum((len(sides) - 1) * count for sides, count in lots)
    if length * field > MOST_BYTES:
        raise ValueError(
            f"These dice have {length} totals in too many ways to list: throw fewer or smaller dice."
        )
    packed = prod(_packed(sides, field) ** count for sides, count in lots)
    fields = packed.to_bytes(length * field, "little")
    return [int.from_bytes(fields[at : at + field], "little") for at in range(0, len(fields), field)]


def _packed(sides: Sequence[int], field: int) -> int:
    return int.from_bytes(b"".join(ways.to_bytes(field, "little") for ways in sides), "little")


def splits(dice: int, sides: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """In how many ways the dice fall into classes, given how many sides of a die belong to each class.

    The key is the number of dice in each class.
    """
    results = comb(dice + len(sides) - 1, dice)
    if results > MOST_RESULTS:
        raise ValueError(
            f"{dice} dice fall into {len(sides)} classes in {results} different ways, more than the"
            f" {MOST_RESULTS} that are listed: ask for a count, a tally or a total instead."
        )
    common = gcd(*sides) or 1
    return _splits(dice, tuple(ways // common for ways in sides))


def _splits(dice: int, sides: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    first, *rest = sides
    if not rest:
        return {(dice,): first**dice}
    if len(rest) == 1:
        return {(here, dice - here): ways for here, ways in enumerate(_binomial(dice, first, rest[0]))}
    return {
        (here, *others): share * ways
        for here, share in enumerate(_binomial(dice, first, 1))
        for others, ways in _splits(dice - here, tuple(rest)).items()
    }

"""In how many equally likely ways dice give a result: whole numbers, so nothing is rounded."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, gcd, prod
from typing import Final

MOST_RESULTS: Final = 50_000
"""No throw lists more different results than this; one that would is asking for too fine a statistic."""

MOST_BYTES: Final = 1_000_000
"""No total is worked out with longer numbers than this; it stands far above any table's dice."""

Lot = tuple[Sequence[int], int]
"""A number of equal dice: how many sides of one give 0, 1, 2 and so on, and how many such dice there are."""


def successes(dice: int, *, yes: int, no: int) -> list[int]:
    """In how many ways 0, 1, 2 ... of the dice succeed when *yes* sides of each do and *no* sides do not."""
    common = gcd(yes, no) or 1
    yes, no = yes // common, no // common
    return _binomial(dice, yes, no)


def _binomial(dice: int, yes: int, no: int) -> list[int]:
    return [comb(dice, hits) * yes**hits * no ** (dice - hits) for hits in range(dice + 1)]


def totals(lots: Sequence[Lot]) -> list[int]:
    """In how many ways the dice of all *lots* together add up to 0, 1, 2 and so on.

    One number per die value is a polynomial, and throwing dice together multiplies polynomials. Each is
    written as one long number with its coefficients in fields too wide to overflow, because Python
    multiplies long numbers far faster than lists.
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
    """In how many ways the dice fall into classes, when so many sides of each belong to each class.

    The key says how many dice fell into each class.
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

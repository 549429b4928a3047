"""The same questions put to icepool, which was written by other people in another way."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest

from sandtable.dice import (
    D20,
    Among,
    AtLeast,
    Count,
    CountWith,
    Deck,
    Faces,
    Margin,
    Opposed,
    Paired,
    RerollFailures,
    RollUnder,
    Spread,
    Successes,
    Sum,
    SumWith,
    Throw,
    Total,
    Under,
    Winner,
    parse,
    parse_cups,
)

d6 = icepool.d6
average = icepool.Die([2, 3, 3, 4, 4, 5])
regular = icepool.Die([0, 0, 0, 1, 1, 2])


def vector(*marks: Any) -> Any:
    return icepool.Die([icepool.Vector([int(mark(face)) for mark in marks]) for face in range(1, 7)])


def pairs(sixes: int) -> Any:
    return sixes // 2 + (d6 >= 4 if sixes % 2 else 0)


QUESTIONS: list[tuple[Throw[Any], Any]] = [
    (Count(24, at_least=4), 24 @ (d6 >= 4)),
    (Count(12, at_least=5, modifier=1), 12 @ (d6 + 1 >= 5)),
    (Successes(24, (0, 0, 0, 1, 1, 2)), 24 @ regular),
    (Spread(6, (0, 0, 0, 1, 1, 2)), 6 @ vector(lambda f: f < 4, lambda f: f in (4, 5), lambda f: f == 6)),
    (CountWith(12, at_least=4, face=6), 12 @ vector(lambda f: f >= 4, lambda f: f == 6)),
    (
        CountWith(12, at_least=5, face=1, among=Among.ALL),
        12 @ vector(lambda f: f >= 5, lambda f: f == 1),
    ),
    (Paired(9), (9 @ (d6 == 6)).map(pairs)),
    (Total(10, parse("D3+1")), 10 @ (icepool.d(3) + 1)),
    (Total(7, parse("2D3")), 14 @ icepool.d(3)),
    (Sum(parse_cups("AvD+2D6+3")), average + 2 @ d6 + 3),
    (SumWith(parse_cups("4D6"), face=6), 4 @ icepool.Die([icepool.Vector([f, f == 6]) for f in range(1, 7)])),
    (Faces(5), d6.pool(5).expand()),
    (AtLeast(parse("2D6+1"), need=7), 2 @ d6 + 1 >= 7),
    (Under(13, D20), icepool.d20 <= 13),
    (RollUnder(9), 1 + (d6 <= 3)),
    (Margin(parse("2D6+1"), parse("AvD+2")), (2 @ d6 + 1 - average - 2).reroll([0], depth="inf")),
    (
        Opposed(parse("D6+3"), parse("D6+2")),
        (d6 + 1 - d6)
        .reroll([0], depth="inf")
        .map(lambda m: Winner.LEFT.value if m > 0 else Winner.RIGHT.value),
    ),
    (RerollFailures(Count(12, at_least=4)), 12 @ (d6.reroll([1, 2, 3], depth=1) >= 4)),
    (RerollFailures(Successes(10, (0, 0, 0, 1, 1, 2))), 10 @ regular.reroll([0], depth=1)),
    (Deck.of("aabbbc").draw(), icepool.Die(["a", "a", "b", "b", "b", "c"])),
]


@pytest.mark.parametrize(("throw", "die"), QUESTIONS, ids=lambda value: type(value).__name__)
def test_icepool_gives_the_same_odds(throw: Throw[Any], die: Any) -> None:
    chances = {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items() if ways}
    assert {_plain(outcome): chance for outcome, chance in throw.odds(exact=True).items()} == {
        _plain(outcome): chance for outcome, chance in chances.items()
    }


def _plain(outcome: Any) -> Any:
    if isinstance(outcome, tuple | icepool.Vector):
        return tuple(map(int, outcome))
    return outcome

"""Throws for display: what a die needs, which dice did it, and the result in words."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import (
    D6,
    D20,
    AtLeast,
    Cast,
    Count,
    CountWith,
    Cup,
    Margin,
    Opposed,
    Paired,
    RerollFailures,
    RollUnder,
    Spread,
    Successes,
    Throw,
    Under,
    Unsaved,
)
from sandtable.dice.pools import Scored
from sandtable.game.battle.log import Thrown
from sandtable.game.story.shown_throws import DieMark, show_throw, successes

HIT, MISS, AGAIN, PLAIN = DieMark.HIT, DieMark.MISS, DieMark.AGAIN, DieMark.PLAIN
NATURAL = CountWith(3, at_least=5, face=6)
TABLE = (0, 0, 0, 1, 1, 2)


def shown(throw: Throw[Any], result: object, *casts: tuple[int, ...]) -> tuple[str, list[list[DieMark]], str]:
    """What a throw needs, the marks of its dice, and its result."""
    fell = tuple(Cast(D6, faces, throw.purpose) for faces in casts)
    found = show_throw(Thrown(throw, 0, fell, result))
    return found.need, [[die.mark for die in cast] for cast in found.casts], found.result


@pytest.mark.parametrize(
    ("throw", "result", "faces", "need", "marks", "words"),
    [
        (Count(3, at_least=5), 1, (4, 5, 1), "5+", [MISS, HIT, MISS], "1 of 3"),
        (
            CountWith(3, at_least=5, face=6),
            Scored(2, 1),
            (6, 5, 1),
            "5+",
            [HIT, HIT, MISS],
            "2 of 3, 1 natural 6",
        ),
        (Successes(3, table=TABLE), 3, (6, 4, 1), "", [HIT, HIT, MISS], "3 successes"),
        (Successes(3, table=TABLE), 1, (3, 4, 1), "", [MISS, HIT, MISS], "1 success"),
        (Spread(3, table=TABLE), (1, 1, 1), (1, 4, 6), "", [MISS, HIT, HIT], "3 successes"),
        (RollUnder(7), 1, (6,), "under 7", [PLAIN], "1 hit"),
        (RollUnder(7), 2, (6,), "under 7", [PLAIN], "2 hits"),
        (Paired(2), 1, (6, 6), "", [PLAIN, PLAIN], "1 pair"),
        (Unsaved(2, save=5), 1, (5, 4), "save 5+", [HIT, MISS], "1 lost"),
        (AtLeast(Cup(2, D6), 7), True, (3, 4), "7+ on 2D6", [HIT, HIT], "passed"),
        (AtLeast(Cup(2, D6), 7), False, (3, 3), "7+ on 2D6", [MISS, MISS], "failed"),
    ],
)
def test_a_throw_says_what_it_needs_and_what_it_gave(
    throw: Throw[Any], result: object, faces: tuple[int, ...], need: str, marks: list[DieMark], words: str
) -> None:
    assert shown(throw, result, faces) == (need, [marks], words)


def test_a_die_under_its_value_has_done_it_and_one_above_has_not() -> None:
    found = show_throw(Thrown(Under(7), 0, (Cast(D20, (7, 8), ""),), True))  # noqa: FBT003
    assert found.need == "7 or less"
    assert [(die.die, die.face, die.mark) for die in found.casts[0]] == [("D20", 7, HIT), ("D20", 8, MISS)]
    assert found.purpose == "dice"


def test_failures_are_marked_as_thrown_again_and_failures_of_that_as_failed() -> None:
    throw = RerollFailures(Count(3, at_least=5, purpose="to hit"))
    assert shown(throw, 2, (5, 1, 2), (6, 1)) == ("5+", [[HIT, AGAIN, AGAIN], [HIT, MISS]], "2 of 3")
    assert shown(throw, 1, (5, 1, 2)) == ("5+", [[HIT, AGAIN, AGAIN]], "1 of 3")


def test_the_dice_before_the_saves_are_not_read_alone() -> None:
    _, marks, _ = shown(Unsaved(1, save=5, each=D6), 1, (2,), (5, 1))
    assert marks == [[PLAIN], [HIT, MISS]]


@pytest.mark.parametrize("kind", [Opposed, Margin])
def test_a_roll_off_shows_the_last_totals_with_what_is_added(
    kind: type[Opposed | Margin],
) -> None:
    throw = kind(Cup(2, D6, plus=1), Cup(1, D6, plus=-1))
    assert shown(throw, 0, (1, 1), (4,), (3, 4), (6,))[2] == "8 against 5"


def test_the_successes_of_dice_are_counted_by_worth() -> None:
    assert successes((4, 3, 2, 1)) == 0 * 4 + 3 + 2 * 2 + 3

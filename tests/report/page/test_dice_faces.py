"""Dice in a report: which succeeded, their result, and how unlikely it was."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable import dice
from sandtable.dice import KeepingHand, PlannedHand
from sandtable.game.battle.log import Thrown
from sandtable.game.story.luck import Luck, one_in, weigh
from sandtable.game.story.shown_throws import DieMark, ShownThrow, show_throw


def thrown(throw: dice.Throw[Any], faces: Sequence[int]) -> Thrown:
    """A throw with given faces."""
    hand = KeepingHand(PlannedHand(faces))
    result = throw.cast(hand)
    return Thrown(throw, 0, hand.take(), result)


def marks(reading: ShownThrow) -> str:
    """The marks of all dice by their first letters, casts separated."""
    return " ".join("".join(die.mark.value[0] for die in cast) for cast in reading.casts)


@pytest.mark.parametrize(
    ("throw", "faces", "shown", "need", "result"),
    [
        (dice.Count(4, at_least=4, purpose="to hit"), (4, 3, 6, 1), "hmhm", "4+", "2 of 4"),
        (dice.Count(2, at_least=7, natural=dice.Natural.BOTH), (6, 5), "hm", "6+", "1 of 2"),
        (dice.Successes(3, (0, 0, 0, 1, 1, 2)), (6, 4, 1), "hhm", "", "3 successes"),
        (dice.Spread(3, (0, 0, 0, 1, 1, 2)), (6, 2, 1), "hmm", "", "2 successes"),
        (dice.Successes(1, (0, 0, 0, 1, 1, 2)), (5,), "h", "", "1 success"),
        (dice.RerollFailures(dice.Count(3, at_least=4)), (2, 5, 1, 6, 3), "aha hm", "4+", "2 of 3"),
        (dice.RerollFailures(dice.Count(2, at_least=4)), (5, 5), "hh", "4+", "2 of 2"),
        (dice.Unsaved(3, save=5), (5, 1, 6), "hmh", "save 5+", "1 lost"),
        (dice.Unsaved(1, save=5, each=dice.D3), (2, 6, 4), "p hm", "save 5+", "1 lost"),
        (dice.AtLeast(dice.Cup(2, dice.D6), need=7), (3, 4), "hh", "7+ on 2D6", "passed"),
        (dice.AtLeast(dice.Cup(2, dice.D6), need=7), (3, 3), "mm", "7+ on 2D6", "failed"),
        (dice.Under(11), (12,), "m", "11 or less", "failed"),
        (dice.Opposed(dice.Cup(1, dice.D6, plus=1), dice.Cup(1, dice.D6)), (4, 2), "p p", "", "5 against 2"),
        (dice.Total(2), (4, 2), "pp", "", "6"),
        (dice.CountWith(3, at_least=4, face=6), (6, 5, 2), "hhm", "4+", "2 of 3, 1 natural 6"),
    ],
)
def test_a_throw_is_read_die_by_die(
    throw: dice.Throw[Any], faces: tuple[int, ...], shown: str, need: str, result: str
) -> None:
    reading = show_throw(thrown(throw, faces))
    assert (marks(reading), reading.need, reading.result) == (shown, need, result)


def test_a_card_is_named_and_its_place_in_the_deck_is_not_shown() -> None:
    reading = show_throw(thrown(dice.Draw(("drums", "powder"), purpose="order card"), (2,)))
    assert (reading.purpose, reading.casts, reading.result) == ("order card", (), "powder")


def test_a_die_shows_its_face_and_its_kind() -> None:
    (cast,) = show_throw(thrown(dice.Count(1, at_least=15, die=dice.D20), (17,))).casts
    assert [(die.die, die.face, die.mark) for die in cast] == [("D20", 17, DieMark.HIT)]


# --------------------------------------------------------------------- luck
def test_three_hits_with_three_dice_come_up_one_time_in_eight() -> None:
    luck = weigh(thrown(dice.Count(3, at_least=4), (4, 5, 6)))
    assert luck == Luck(Fraction(1, 8), Fraction(1), 3, Fraction(3, 2))


def test_whoever_saves_is_lucky_if_he_loses_little() -> None:
    luck = weigh(thrown(dice.Unsaved(2, save=5), (5, 6)))
    assert luck is not None
    assert (luck.better, luck.worse) == (Fraction(1, 9), Fraction(1))
    unlucky = weigh(thrown(dice.Unsaved(2, save=5), (1, 1)))
    assert unlucky is not None
    assert (unlucky.better, unlucky.worse) == (Fraction(1), Fraction(4, 9))


@pytest.mark.parametrize(
    "throw",
    [dice.Successes(3, (0, 0, 0, 1, 1, 2)), dice.Spread(3, (0, 0, 0, 1, 1, 2)), dice.Count(3, at_least=5)],
)
def test_luck_is_what_counting_every_fall_of_the_dice_says(throw: dice.Pool[Any]) -> None:
    def worth(faces: Sequence[int]) -> int:
        found = throw.cast(PlannedHand(faces))
        return found if isinstance(found, int) else sum(place * count for place, count in enumerate(found))

    falls = [worth(faces) for faces in product(range(1, 7), repeat=3)]
    luck = weigh(thrown(throw, (6, 5, 1)))
    assert luck is not None
    scored = worth((6, 5, 1))
    assert luck.better == Fraction(sum(fall >= scored for fall in falls), 216)
    assert luck.worse == Fraction(sum(fall <= scored for fall in falls), 216)
    assert luck.expected == Fraction(sum(falls), 216)


@pytest.mark.parametrize("throw", [dice.Total(2), dice.Single(), dice.Faces(2), dice.Draw(("a", "b"))])
def test_throws_that_name_no_success_are_not_weighed(throw: dice.Throw[Any]) -> None:
    assert weigh(thrown(throw, (1, 2)[: 2 if isinstance(throw, dice.Total | dice.Faces) else 1])) is None


def test_chances_are_said_as_people_say_them() -> None:
    assert one_in(Fraction(1, 8)) == "1 in 8 (12 %)"
    assert one_in(Fraction(1, 216)) == "1 in 216 (0.46 %)"
    assert one_in(Fraction(1, 46656)) == "1 in 46,656 (0.0021 %)"

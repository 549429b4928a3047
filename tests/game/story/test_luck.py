"""Fortune: what the dice of each side should have brought, and what they brought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from sandtable.agents import Militia
from sandtable.dice import (
    D6,
    AtLeast,
    Count,
    Cup,
    PlannedHand,
    RandomHand,
    RerollFailures,
    RollUnder,
    Spread,
    Throw,
    Total,
    Under,
    Unsaved,
)
from sandtable.game.battle.log import Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import Called
from sandtable.game.rules.rulebook import Readings
from sandtable.game.story.luck import Luck, fortune, in_words, one_in, weigh
from tests.conformance.duel.system import DUEL, DuelSystem, attack
from tests.conformance.toy.system import SYSTEM as TOY


@pytest.mark.parametrize(
    ("throw", "result", "luck"),
    [
        (Count(3, at_least=4), 1, Luck(Fraction(7, 8), Fraction(1, 2), 1, Fraction(3, 2))),
        (AtLeast(Cup(1, D6), 5), True, Luck(Fraction(1, 3), Fraction(1), 1, Fraction(1, 3))),
        (Under(5), False, Luck(Fraction(1), Fraction(3, 4), 0, Fraction(1, 4))),
        (RollUnder(7), 1, Luck(Fraction(1), Fraction(5, 6), 1, Fraction(7, 6))),
        (
            Spread(1, table=(0, 0, 0, 1, 1, 2)),
            (0, 1),
            Luck(Fraction(1, 2), Fraction(5, 6), 1, Fraction(2, 3)),
        ),
        (Unsaved(1, save=5), 1, Luck(Fraction(1), Fraction(2, 3), -1, Fraction(-2, 3))),
        (RerollFailures(Count(1, at_least=4)), 0, Luck(Fraction(1), Fraction(1, 4), 0, Fraction(3, 4))),
    ],
)
def test_a_throw_is_weighed_by_the_chances_of_one_as_good_and_of_one_as_bad(
    throw: Throw[Any], result: object, luck: Luck
) -> None:
    assert weigh(Thrown(throw, 0, (), result)) == luck


def test_a_plain_total_is_neither_good_nor_bad() -> None:
    assert weigh(Thrown(Total(2), 0, (), 7)) is None


def test_a_chance_is_told_as_one_in_a_number_and_in_per_cent() -> None:
    assert one_in(Fraction(1, 8)) == "1 in 8 (12 %)"
    assert one_in(Fraction(1, 10)) == "1 in 10 (10 %)"
    assert one_in(Fraction(1, 40)) == "1 in 40 (2.5 %)"
    assert one_in(Fraction(1, 4000)) == "1 in 4,000 (0.025 %)"


def test_a_side_is_told_its_successes_against_the_mean_of_the_same_dice() -> None:
    scenario = DUEL.scenario("dawn")
    game = Game(DUEL, DUEL.muster(scenario, Readings()), PlannedHand([1, 2, 6, 6]))
    game.answer("lunge")
    game.answer("parry")  # two dice at 4 or more: one success on average, both with one chance in four
    found = fortune(game, scenario, None)
    left, right = found.sides
    assert (left.throws, left.expected, left.actual) == (1, 1.0, 2)
    assert left.better == pytest.approx(0.25)
    assert left.worse == pytest.approx(1.0)
    assert (right.throws, right.expected, right.actual) == (0, 0.0, 0)
    (row,) = found.rows
    assert (row.side, row.purpose, row.expected, row.actual) == (0, "touch", 1.0, 2)


def test_the_rows_of_a_side_add_up_to_it() -> None:
    scenario = TOY.scenario("potted-palms")
    game: Game[Any] = Game(TOY, TOY.muster(scenario, Readings()), RandomHand(5))
    agent = Militia(5)
    while game.question is not None:
        game.answer(agent.decide(game.position()))
    found = fortune(game, scenario, None)
    for side in found.sides:
        rows = [row for row in found.rows if row.side == side.side]
        assert sum(row.throws for row in rows) == side.throws
        assert sum(row.actual for row in rows) == side.actual
        assert sum(row.expected for row in rows) == pytest.approx(side.expected)
    thrown = sum(isinstance(entry, Thrown) for entry in game.log)
    assert 0 < sum(side.throws for side in found.sides) <= thrown


@pytest.mark.parametrize(
    ("expected", "actual", "better", "worse", "words"),
    [
        (10.0, 10, 0.6, 0.6, "as expected"),
        (10.4, 10, 0.6, 0.6, "as expected"),
        (10.5, 10, 0.6, 0.42, "0.5 fewer than expected: so few or fewer come 42 times in 100"),
        (9.5, 10, 0.42, 0.6, "0.5 more than expected: so many or more come 42 times in 100"),
        (8.0, 10, 0.21, 0.9, "2.0 more than expected: so many or more come 21 times in 100"),
        (8.0, 3, 0.99, 0.012, "5.0 fewer than expected: so few or fewer come once in 100"),
        (8.0, 20, 0.0001, 1.0, "12.0 more than expected: so many or more come less than once in 100"),
    ],
)
def test_luck_is_put_into_words_that_mean_one_thing(
    expected: float, actual: int, better: float, worse: float, words: str
) -> None:
    assert in_words(expected, actual, better, worse) == words


class ParryingDuel(DuelSystem):
    """A duel in which the right-hand fencer throws for a parry; of other dice nothing is known."""

    def throwers(self) -> Mapping[Called, Callable[..., int | None]]:
        """Whose the dice of an attack are."""
        return {attack: lambda dice, defence: 1 if defence == "parry" else None}


def test_dice_count_for_the_side_that_threw_them_wherever_in_the_battle_they_fell() -> None:
    """Left attacks in the first and third bout, Right in the second; only parries say whose the dice are."""
    scenario, system = DUEL.scenario("dawn"), ParryingDuel()
    game: Game[Any] = Game(system, system.muster(scenario, Readings()), PlannedHand([1, 2, 4, 1, 1, 1, 1, 1]))
    for defence in ("parry", "dodge", "parry"):
        game.answer("lunge")
        game.answer(defence)
    touches = [
        at
        for at, entry in enumerate(game.log)
        if isinstance(entry, Thrown) and entry.throw.purpose == "touch"
    ]
    assert game.throwers == {touches[0]: 1, touches[2]: 1}
    left, right = fortune(game, scenario, None).sides
    assert (left.throws, right.throws, right.actual) == (0, 3, 1)

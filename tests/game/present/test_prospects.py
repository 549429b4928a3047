"""Prospects: what each option of a choice may do to the units, with its chances."""

from __future__ import annotations

import pytest

from sandtable.dice import PlannedHand
from sandtable.game.drivers.play import Game
from sandtable.game.present import prospects as module
from sandtable.game.present.painting import Card
from sandtable.game.present.prospects import in_words, prospects
from sandtable.game.rules.rulebook import Readings
from tests.conformance.duel.system import DUEL, Duel


def at_the_defence() -> Game[Duel]:
    """Left lunges; Right may parry or dodge, then two dice are thrown for a touch."""
    game = Game(DUEL, DUEL.muster(DUEL.scenario("dawn"), Readings()), PlannedHand([1, 2]))
    game.answer("lunge")
    return game


def test_only_units_that_may_change_are_told_with_the_likeliest_state_first() -> None:
    found = prospects(at_the_defence().position(), 0, "Parry")
    assert (found.option, found.label, found.too_many) == (1, "Parry", False)
    (left,) = found.units
    assert (left.number, left.side, left.name) == (1, 0, "Left")
    assert sum(prospect.chance for prospect in left.then) == pytest.approx(1)
    chances = [prospect.chance for prospect in left.then]
    assert chances == sorted(chances, reverse=True)
    assert len(left.then) > 1
    assert left.now in [prospect.words for prospect in left.then]


def test_the_second_option_is_the_second() -> None:
    assert prospects(at_the_defence().position(), 1, "Dodge").option == 2


def test_too_many_outcomes_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FUTURES", 1)
    found = prospects(at_the_defence().position(), 0, "Parry")
    assert (found.units, found.too_many, found.option) == ((), True, 1)


def test_a_state_is_told_with_its_markers_and_whether_it_is_off_the_table() -> None:
    card = Card("Guards", "foot", "worn", (("hits", 2), ("smoke", 1)))
    assert in_words(card, on_table=True) == "worn, hits 2, smoke 1"
    assert in_words(card, on_table=False) == "worn, hits 2, smoke 1, off the table"

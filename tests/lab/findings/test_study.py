"""Which rules a battle applied, by its log."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.lab.findings.study import rules_at_work
from tests.conformance.duel.system import DUEL


def duel(turns: int) -> Game[Any]:
    """A duel of so many turns at its first question."""
    battle = replace(DUEL.muster(DUEL.scenario("dawn"), Readings()), turns=turns)
    return Game(DUEL, battle, PlannedHand([1, 2, 6, 6]))


def test_a_battle_that_lasts_has_no_rule_of_an_end() -> None:
    game = duel(3)
    assert "duel.limit" not in rules_at_work(game)
    assert "" not in rules_at_work(game)


def test_the_rule_by_which_a_battle_ended_counts_once() -> None:
    game = duel(1)
    game.answer("salute")
    assert game.battle.outcome is not None
    assert game.battle.outcome.rule == "duel.limit"
    assert rules_at_work(game)["duel.limit"] >= 1

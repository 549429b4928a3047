"""Battles beside random games of chess, and the package in which the time is spent."""

from __future__ import annotations

from collections import Counter

import pytest

import sandtable.dice.hand
import sandtable.game.drivers.run
import sandtable.systems.liberty.turn
import sandtable.table.compiled.running
import sandtable.table.measure.terrain
import sandtable.table.sight.kernels.blockers
import sandtable.table.sight.observers
from benchmarks import chess_games, fights, rooms
from benchmarks.armies import army
from benchmarks.fights import scenario_battle
from sandtable.systems.liberty.system import SYSTEM


@pytest.mark.parametrize(
    ("file", "room"),
    [
        (sandtable.dice.hand.__file__, "dice"),
        (sandtable.game.drivers.run.__file__, "game"),
        (sandtable.table.sight.observers.__file__, "table, sight"),
        (sandtable.table.sight.kernels.blockers.__file__, "table, sight"),
        (sandtable.table.measure.terrain.__file__, "table, all else"),
        (sandtable.systems.liberty.turn.__file__, "system"),
        (sandtable.table.compiled.running.__file__, ""),
        (pytest.__file__, ""),
    ],
)
def test_every_file_of_ours_belongs_to_a_room(file: str, room: str) -> None:
    assert rooms.room_of(file) == room


def test_time_spent_in_nobodys_room_counts_as_spent_elsewhere() -> None:
    assert rooms.room_at_work(None) == "elsewhere"


def test_whoever_is_at_work_when_the_timer_looks_in_is_counted() -> None:
    seen: Counter[str] = Counter()
    with rooms.looking_in(seen):
        while not seen:
            sum(range(1000))
    assert set(seen) <= set(rooms.ROOMS)


def test_a_run_without_chess_says_that_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chess_games, "is_installed", lambda: False)
    question = scenario_battle("a battle", SYSTEM, army(10), judged=True)
    assert "python-chess is not installed" in question.words
    assert [side.name for side in question.sides] == ["militia", "militia, new dice"]


def test_a_run_with_chess_puts_battles_beside_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chess_games, "is_installed", lambda: True)
    question = scenario_battle("a battle", SYSTEM, army(10), judged=True)
    assert [side.name for side in question.sides] == ["militia", "militia, new dice", chess_games.NAME]
    assert [side.peers[0].name for side in question.sides[:2]] == [chess_games.NAME] * 2


def test_battles_with_new_dice_are_fought_once(monkeypatch: pytest.MonkeyPatch) -> None:
    thrown: list[int] = []

    def fight(_: object, battle: object, seed: int, *__: object) -> object:
        thrown.append(seed)
        return battle

    monkeypatch.setattr(fights, "fight", fight)
    run = fights.fought_once(SYSTEM, army(10))
    run()
    run()
    assert len(thrown) == len(set(thrown)) == 2 * len(fights.SEEDS)
    assert not set(thrown) & set(fights.SEEDS)


def test_random_games_of_chess_end_and_the_same_seed_plays_the_same_game() -> None:
    pytest.importorskip("chess", reason="python-chess is not installed")
    assert chess_games.played((1, 2)) == chess_games.played((1, 2))
    assert len(set(chess_games.played((1, 2)))) == 2

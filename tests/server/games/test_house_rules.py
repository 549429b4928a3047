"""A service plays by the house rules of its own process, and refuses games with others, saying so."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from sandtable import systems
from sandtable.agents import Militia
from sandtable.cli import main
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import sealed, text_of
from sandtable.game.files.record_files import parse
from sandtable.game.rules.house_rules import BadHouseRule
from sandtable.game.rules.rulebook import Readings
from sandtable.server.games.house_rules import difference, try_out
from sandtable.server.http.app import Settings
from sandtable.server.workers.agent_workers import AgentWorkers, task_for
from tests.server.conftest import Table, serving
from tests.server.toy_table import EASY_LIMITS

SHOOT = "combatdice.table.infantry.shoot"
ADVANCE, RUN = "movement.rates.infantry-any.advance", "movement.rates.infantry-any.run"
PEOPLE = [{"kind": "person", "name": "Cid"}, {"kind": "person", "name": "Dot"}]
ROW = {
    "figure": SHOOT,
    "rule": "combatdice.table",
    "title": "Combatdice, table",
    "value": "5",
    "printed": "2.5",
}


def _house(**figures: float | str) -> Any:
    """Liberty with figures set, until the block ends."""
    return systems.by_house_rules("liberty", systems.settle("liberty", figures))


class Club(Struct, frozen=True):
    """A table that was served by a house rule: one game under way, and the record of one that is over."""

    settings: Settings
    game: str
    key: str
    step: int
    record: str
    scenario: dict[str, Any]
    seen: dict[str, Any]
    rule: dict[str, Any]
    others: list[Any]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """What is left of a table with a house rule of Liberty that is served no more."""
    file = tmp_path_factory.mktemp("club") / "games.db"
    settings = Settings(database=f"sqlite:///{file}", limits=EASY_LIMITS)
    with _house(**{SHOOT: 5}), serving(settings) as table:
        made, over = _begun(table), _begun(table)
        key = over["keys"][0]["key"]
        table.play(over, 8)
        table.post(f"/api/games/{over['game']['game']}/resign", {"at_once": True}, key)
        return Club(
            settings=settings,
            game=made["game"]["game"],
            key=made["keys"][0]["key"],
            step=table.play(made, 4),
            record=table.get(f"/api/games/{over['game']['game']}/record").json()["record"],
            scenario=table.get("/api/systems/liberty/scenarios/cowpens-1781").json(),
            seen=made["game"],
            rule=table.get("/api/systems/liberty/rules/combatdice.table").json(),
            others=table.get("/api/systems/elan/scenarios/alma").json()["house_rules"],
        )


def _begun(table: Table) -> dict[str, Any]:
    body = {"system": "liberty", "scenario": "cowpens-1781", "seats": PEOPLE}
    made: dict[str, Any] = table.opened(table.post("/api/games", body))
    return made


def test_whoever_sets_up_or_joins_a_game_is_told_what_is_not_by_the_book(club: Club) -> None:
    assert club.scenario["house_rules"] == [ROW]
    assert club.seen["house_rules"] == [ROW]
    assert f"House rule here: {SHOOT} is 5, not 2.5." in club.rule["text"]
    assert club.others == []


def test_the_record_of_such_a_game_says_so_and_is_verified_and_replayed(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "club.battle.json"
    file.write_text(club.record, encoding="utf-8")
    assert parse(club.record.encode(), "the record").house_rules == {SHOOT: 5}
    assert main(["verify", str(file)]) == 0
    assert main(["replay", str(file), "--json"]) == 0


def test_a_table_by_the_book_refuses_such_a_game_in_words_and_keeps_it(club: Club) -> None:
    with serving(club.settings) as plain:
        refused = plain.get(f"/api/games/{club.game}")
        assert refused.status_code == 423
        assert refused.json()["words"] == (
            f"the game cannot be played on here: it is played by the house rule {SHOOT}=5, and this table"
            f" plays Liberty by the book; it goes on when the table is served with --set liberty/{SHOOT}=5"
        )
        imported = plain.post("/api/import", {"record": club.record, "seats": PEOPLE})
        assert imported.status_code == 400
        assert f"the record cannot be opened here: it is played by the house rule {SHOOT}=5" in imported.text
        assert club.game in [row["game"] for row in plain.get("/api/games").json()["games"]]
        own = _begun(plain)
        assert (own["game"]["house_rules"], plain.play(own, 2)) == ([], 2)
    with _house(**{SHOOT: 5}), serving(club.settings) as again:
        assert again.view(club.game, club.key)["step"] == club.step
        assert again.post("/api/import", {"record": club.record, "seats": PEOPLE}).status_code == 200
        turned = again.get(f"/api/games/{own['game']['game']}")
        assert "it is played by the book, and this table plays Liberty by the house rule" in turned.text
        assert "served without --set liberty/" in turned.text


def test_a_socket_to_such_a_game_is_closed_with_as_many_words_as_it_takes(club: Club) -> None:
    with serving(club.settings) as plain, plain.live(club.game) as socket:
        socket.send('{"type": "hello"}')
        with pytest.raises(Exception, match="cannot be played on here"):
            socket.recv(timeout=60)
        assert (socket.close_code, (socket.close_reason or "")[-4:]) == (4423, " ...")


def test_a_record_by_house_rules_that_no_table_has_is_told_from_one_that_can_be_opened(club: Club) -> None:
    assert difference("liberty", {}) == ""
    assert 'no table can play it: "fire.to-hit" does not begin with a rule' in difference(
        "liberty", {"fire.to-hit": 3}
    )
    record = parse(club.record.encode(), "the record")
    other = text_of(sealed(replace(record, house_rules={"fire.to-hit": "x" * 5_000}))).decode()
    with serving(club.settings) as plain:
        refused = plain.post("/api/import", {"record": other, "seats": PEOPLE})
    assert refused.status_code == 400
    assert "no table can play it" in refused.text
    assert len(refused.text) < 1_000
    many = {f"states.dice.{state}.dice": 9 for state in ("steady", "worn", "shaken")}
    many |= {f"movement.rates.infantry-any.{way}": 3 for way in ("advance", "run")}
    told = difference("liberty", {**many, SHOOT: 1})
    assert "and 1 more" in told
    assert told.endswith("it goes on when the table is served by the same house rules")


def test_a_figure_that_does_not_fit_its_table_is_found_before_anybody_sits() -> None:
    with (
        _house(**{"orders.data.hold.need": 3.5}),
        pytest.raises(BadHouseRule, match="must be a whole number"),
    ):
        try_out("liberty")
    with _house(**{SHOOT: 5}):
        assert try_out("liberty") == ()


def test_a_figure_that_breaks_a_battle_is_told_and_the_game_stands_as_it_was_kept(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=EASY_LIMITS)
    with _house(**{"orders.data.hold.need": 2.5}), serving(settings) as table:
        made = _begun(table)
        game, keys = made["game"]["game"], {row["seat"]: row["key"] for row in made["keys"]}
        for _ in range(40):
            now = table.get(f"/api/games/{game}").json()
            step, key = now["step"], keys[now["waiting_for"]]
            body = {"question": now["question"], "answer": table.first_answer(game, key)}
            reply = table.post(f"/api/games/{game}/answer", body, key)
            if reply.status_code != 200:
                break
        assert reply.status_code == 500
        assert "a house rule of this table cannot be played: orders.data.hold.need must be" in reply.text
        assert table.view(game, key)["step"] == step


def test_agents_think_by_the_house_rules_of_the_table() -> None:
    """Infantry goes an inch: a move by the printed rules would be too far."""

    async def fought() -> int:
        liberty = systems.load("liberty")
        game = Game(liberty, liberty.muster(liberty.scenario("cowpens-1781"), Readings()), RandomHand(seed=3))
        own, opponents, moves = Militia(seed=1), AgentWorkers(1, patience=60), 0
        while moves < 6:
            assert game.question is not None
            if game.question.decision == "move-path":
                game.answer_raw(await opponents.decide(task_for(game, "militia", "00", moves)))
                moves += 1
            else:
                game.answer(own.decide(game.position()))
        await opponents.close()
        return moves

    with _house(**{ADVANCE: 1, RUN: 1}):
        assert asyncio.run(fought()) == 6

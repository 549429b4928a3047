"""The computer opponent: it plays beside the table, can be hurried, and is replaced if it fails."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.agents import AGENTS, Militia
from sandtable.dice import FairHand
from sandtable.game.battle.log import Thrown
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.replay import verify
from sandtable.game.files.record import AnswerStep
from sandtable.game.files.record_files import parse
from sandtable.game.rules.rulebook import Readings
from sandtable.server.http.app import Settings
from sandtable.server.limits import Limits
from sandtable.server.workers.agent_process import game_of, think
from sandtable.server.workers.agent_workers import AgentWorkers, Failed, task_for
from tests.conformance.toy.system import SYSTEM as TOY
from tests.server.conftest import Table

Wait = Callable[[Callable[[], bool]], None]
PERSON = {"kind": "person", "name": "Ann"}


def _agent(name: str) -> dict[str, str]:
    return {"kind": "agent", "name": name}


def _is_mine(table: Table, game: str) -> bool:
    now = table.get(f"/api/games/{game}").json()
    return bool(now["waiting_for"] == 0 or now["status"] == "over")


def test_two_agents_fight_a_battle_to_its_end_by_themselves(table: Table, wait: Wait) -> None:
    made = table.make(_agent("greedy"), _agent("militia"))
    game = made["game"]["game"]
    assert made["keys"] == []
    wait(lambda: bool(table.get(f"/api/games/{game}").json()["status"] == "over"))
    record = parse(table.get(f"/api/games/{game}/record").json()["record"].encode(), "record")
    assert verify(record, TOY).is_ok
    assert [seat.kind for seat in record.seats] == ["agent", "agent"]


def test_a_person_plays_against_the_computer(table: Table, wait: Wait) -> None:
    made = table.make(PERSON, _agent("captain"))
    game, key = made["game"]["game"], made["keys"][0]["key"]
    for _ in range(6):
        wait(lambda: _is_mine(table, game))
        now = table.get(f"/api/games/{game}").json()
        if now["status"] == "over":
            break
        body = {"question": now["question"], "answer": table.first_answer(game, key)}
        assert table.post(f"/api/games/{game}/answer", body, key).status_code == 200
    assert table.get(f"/api/games/{game}").json()["step"] >= 6


def test_the_computer_grants_a_take_back_at_once(table: Table, wait: Wait) -> None:
    made = table.make(PERSON, _agent("militia"))
    game, key = made["game"]["game"], made["keys"][0]["key"]
    wait(lambda: _is_mine(table, game))
    for _ in range(3):
        now = table.get(f"/api/games/{game}").json()
        body = {"question": now["question"], "answer": table.first_answer(game, key)}
        table.post(f"/api/games/{game}/answer", body, key)
        wait(lambda: _is_mine(table, game))
    assert table.post(f"/api/games/{game}/take-back", {"to": 0}, key).json()["step"] == 0


def test_an_agent_is_given_the_position_its_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Position[Any]] = []

    class Curious(Militia):
        def decide(self, position: Position[Any]) -> object:
            seen.append(position)
            return super().decide(position)

    monkeypatch.setitem(AGENTS, "curious", Curious)
    game = Game(TOY, TOY.muster(TOY.scenario("hearthrug"), Readings()), FairHand(bytes(32)))
    agents = Militia(1)
    for _ in range(30):
        if game.question is None:
            break
        task = task_for(game, "curious", "00" * 32, len(seen))
        again = game_of(task)
        assert again.question is not None
        assert again.question.digest() == game.question.digest()
        assert again.battle == game.battle
        assert not think(task).fault
        seat = game.question.seat
        assert seen[-1].battle == TOY.seen_by(game.battle, seat)
        assert [one.settled for one in seen[-1].since if isinstance(one, Thrown)] == [
            one.settled for one in game.position().since if isinstance(one, Thrown)
        ]
        game.answer(agents.decide(game.position()))
    assert len(seen) == 30


class _Asleep(AgentWorkers):
    """Agents that never come to an answer, unless they are of the simplest kind."""

    async def decide(self, task: Any) -> object:
        if task.agent != "militia":
            await asyncio.sleep(3600)
        return await super().decide(task)


class _Unable(AgentWorkers):
    """Agents that fail, unless they are of the simplest kind."""

    async def decide(self, task: Any) -> object:
        if task.agent != "militia":
            raise Failed("it has lost its map")
        return await super().decide(task)


def test_an_agent_that_thinks_too_long_is_told_to_move_now(
    serve: Any, easy: Limits, tmp_path: Path, wait: Wait
) -> None:
    with serve(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy)) as table:
        table.service.rooms.computer.workers = _Asleep(1, patience=60)
        made = table.make(_agent("captain"), PERSON)
        game, key = made["game"]["game"], made["keys"][0]["key"]
        wait(lambda: table.get(f"/api/games/{game}").json()["thinking"] == "captain")
        assert table.post(f"/api/games/{game}/move-now").status_code == 401
        assert table.post(f"/api/games/{game}/move-now", {}, key).status_code == 200
        wait(lambda: bool(table.get(f"/api/games/{game}").json()["step"] == 1))
        notes = table.get(f"/api/games/{game}/log").json()["notes"]
        assert "captain is told to move now" in notes[-1]["words"]
        assert table.get(f"/api/games/{game}").json()["seats"][0]["agent"] == "captain"


def test_a_simpler_agent_takes_over_from_one_that_fails(
    serve: Any, easy: Limits, tmp_path: Path, wait: Wait
) -> None:
    with serve(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy)) as table:
        table.service.rooms.computer.workers = _Unable(1, patience=60)
        made = table.make(_agent("captain"), PERSON)
        game = made["game"]["game"]
        wait(lambda: bool(table.get(f"/api/games/{game}").json()["step"] >= 1))
        words = " ".join(note["words"] for note in table.get(f"/api/games/{game}/log").json()["notes"])
        assert "it has lost its map" in words
        assert "militia takes over" in words
        assert table.get(f"/api/games/{game}").json()["seats"][0]["agent"] == "militia"


def test_a_worker_that_is_killed_is_replaced(table: Table, wait: Wait) -> None:
    made = table.make(PERSON, _agent("militia"))
    game, key = made["game"]["game"], made["keys"][0]["key"]
    workers = table.service.rooms.computer.workers._workers
    wait(lambda: any(worker.pid for worker in workers) or _is_mine(table, game))
    for pid in [worker.pid for worker in workers if worker.pid is not None]:
        os.kill(pid, signal.SIGKILL)
    for _ in range(4):
        wait(lambda: _is_mine(table, game))
        now = table.get(f"/api/games/{game}").json()
        body = {"question": now["question"], "answer": table.first_answer(game, key)}
        assert table.post(f"/api/games/{game}/answer", body, key).status_code == 200


def test_an_agent_that_is_out_of_patience_fails_and_the_next_one_has_a_fresh_process() -> None:
    game = Game(TOY, TOY.muster(TOY.scenario("hearthrug"), Readings()), FairHand(bytes(32)))

    async def trial() -> None:
        hasty = AgentWorkers(1, patience=0.001)
        with pytest.raises(Failed, match="longer than"):
            await hasty.decide(task_for(game, "militia", "00" * 32, 0))
        await hasty.close()
        patient = AgentWorkers(1, patience=60)
        answer = await patient.decide(task_for(game, "militia", "00" * 32, 0))
        assert game.question is not None
        assert not isinstance(game.question.read(answer), Failed)
        await patient.close()

    asyncio.run(trial())


def test_a_seat_that_gives_up_concedes_by_the_rules_where_they_have_a_way_to(
    table: Table, wait: Wait
) -> None:
    body = {"system": "liberty", "scenario": "trenton-1776", "seats": [PERSON, _agent("militia")]}
    made = table.opened(table.post("/api/games", body))
    game, key = made["game"]["game"], made["keys"][0]["key"]
    assert table.post(f"/api/games/{game}/resign", {}, key).status_code == 200
    wait(lambda: bool(table.get(f"/api/games/{game}").json()["status"] == "over"))
    ended = table.get(f"/api/games/{game}").json()
    assert ended["outcome"]["rule"] == "umpire.concede"
    record = parse(table.get(f"/api/games/{game}/record").json()["record"].encode(), "record")
    last = [step for step in record.entries if isinstance(step, AnswerStep)][-1]
    assert (last.seat, last.decision, last.answer) == (0, "concede", "concede")

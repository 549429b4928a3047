"""Nothing that was acknowledged is lost, and no question is answered twice."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sandtable.game.battle.battle import fingerprint
from sandtable.game.drivers.replay import verify
from sandtable.game.files.record import ThrowStep
from sandtable.game.files.record_files import parse
from sandtable.server.http.app import Settings
from sandtable.server.limits import Limits
from sandtable.server.store import Store
from tests.conformance.duel.system import DUEL
from tests.conformance.toy.system import SYSTEM as TOY
from tests.server.conftest import CONTRIBUTION, Table

KILLS = 6
ENOUGH = 12
"""So many answers of one game are acknowledged before the table is killed."""


def _state(table: Table, game: str) -> str:
    return fingerprint(table.service.rooms._rooms[game].game.battle)


def test_a_game_picked_up_from_the_database_is_the_game_in_memory(
    serve: Any, easy: Limits, tmp_path: Path
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy)
    with serve(settings) as first:
        made = first.make_umpired()
        game, key = made["game"]["game"], made["keys"][0]["key"]
        step = first.play(made, 70)
        before, state = first.view(game, key), _state(first, game)
        log = first.get(f"/api/games/{game}/log", key).json()["log"]
    with serve(settings) as second:
        assert second.view(game, key) == before
        assert _state(second, game) == state
        assert second.get(f"/api/games/{game}/log", key).json()["log"] == log
        assert second.view(game, key, step=3)["step"] == 3
        second.post(
            f"/api/games/{game}/ruling", {"do": "go-back", "to": step - 5, "reason": "again"}, made["umpire"]
        )
        second.play(made, 3)
        state = _state(second, game)
    with serve(settings) as third:
        third.view(game, key)
        assert _state(third, game) == state


def test_a_game_taken_back_twice_is_picked_up_as_it_was_in_memory(
    serve: Any, easy: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first take-back stays after the snapshot, the second goes before it: the snapshot is void."""
    monkeypatch.setattr("sandtable.server.games.room.SNAPSHOT_EVERY", 10)
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy)
    with serve(settings) as first:
        made = first.make()
        game, keys = made["game"]["game"], [row["key"] for row in made["keys"]]
        first.play(made, 18)
        snapshot = asyncio.run(_newest_snapshot(settings.database, game))
        for to in (snapshot + 1, snapshot - 3):
            first.play(made, 2)
            asked = first.post(f"/api/games/{game}/take-back", {"to": to}, keys[0]).json()["number"]
            agree = {"number": asked, "agree": True}
            assert first.post(f"/api/games/{game}/take-back/reply", agree, keys[1]).json()["step"] == to
        state, seen = _state(first, game), first.view(game, keys[0])
    with serve(settings) as second:
        assert second.view(game, keys[0]) == seen
        assert _state(second, game) == state
        assert second.play(made, 3) == snapshot


def test_a_game_of_several_epochs_is_picked_up_from_its_snapshot(
    serve: Any, easy: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dice before and after a take-back are those that were kept, and the next are of its epoch."""
    monkeypatch.setattr("sandtable.server.games.room.SNAPSHOT_EVERY", 100)
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy)
    with serve(settings) as first:
        made = first.make(system="duel", scenario="dawn")
        game, keys = made["game"]["game"], [row["key"] for row in made["keys"]]
        monkeypatch.setattr("sandtable.server.games.room.SNAPSHOT_EVERY", 1)
        first.play(made, 2)
        monkeypatch.setattr("sandtable.server.games.room.SNAPSHOT_EVERY", 100)
        assert asyncio.run(_newest_snapshot(settings.database, game)) == 2
        first.play(made, 2)
        asked = first.post(f"/api/games/{game}/take-back", {"to": 2}, keys[0]).json()["number"]
        agree = {"number": asked, "agree": True}
        assert first.post(f"/api/games/{game}/take-back/reply", agree, keys[1]).json()["step"] == 2
        first.play(made, 2)
        state = _state(first, game)
    with serve(settings) as second:
        assert second.get(f"/api/games/{game}").json()["take_backs"] == 1
        room = second.service.rooms._rooms[game]
        assert not room._is_whole, "it was made from the snapshot"
        assert _state(second, game) == state
        second.play(made, 400)
        second.post(f"/api/games/{game}/resign", {"at_once": True}, keys[0])
        record = parse(second.get(f"/api/games/{game}/record").json()["record"].encode(), "record")
        found = verify(record, DUEL)
        assert found.is_ok, found.findings
        assert {step.epoch for step in record.entries if isinstance(step, ThrowStep)} == {0, 1}


LONG_DUEL = bytes([1]) * 32
"""The secret of dice that leave a duel undecided for four bouts."""


@pytest.mark.parametrize("every", [3, 4])
def test_a_snapshot_is_kept_where_a_procedure_ends_and_enough_was_answered_since_the_last(
    serve: Any, easy: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    """A bout is two answers: after three or four at least, the second and the fourth bout are kept."""
    monkeypatch.setattr("sandtable.server.games.room.SNAPSHOT_EVERY", every)
    monkeypatch.setattr("sandtable.server.commands.new_games.new_secret", lambda: LONG_DUEL)
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy)
    with serve(settings) as table:
        made = table.make(system="duel", scenario="dawn")
        assert table.play(made, 8) == 8
    assert asyncio.run(_snapshots(settings.database, made["game"]["game"])) == [8, 4]


async def _snapshots(database: str, game: str) -> list[int]:
    """The steps of the snapshots of a game, the newest first."""
    store = await Store.open(database)
    kept = await store.find(game)
    await store.close()
    assert kept is not None
    return [snapshot.step for snapshot in kept.snapshots]


async def _newest_snapshot(database: str, game: str) -> int:
    """The step of the last snapshot that was kept of a game."""
    store = await Store.open(database)
    kept = await store.find(game)
    await store.close()
    assert kept is not None
    return kept.snapshots[0].step


def test_a_game_that_cannot_be_told_is_picked_up_anew_with_the_answer_kept(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table.make()
    game = made["game"]["game"]
    step = table.play(made, 3)
    room = table.service.rooms._rooms[game]

    async def breaks(_: object) -> None:
        raise AssertionError("the log and the rules are out of step")

    monkeypatch.setattr(room, "_update_logs", breaks)
    key = made["keys"][table.get(f"/api/games/{game}").json()["waiting_for"]]["key"]
    body = {"question": table.question(game), "answer": table.first_answer(game, key)}
    headers = {"Authorization": f"Bearer {key}"}
    said = httpx.post(f"{table.url}/api/games/{game}/answer", json=body, headers=headers, timeout=60)
    assert said.status_code == 500
    assert table.view(game, key)["step"] == step + 1
    assert table.service.rooms._rooms[game] is not room
    assert table.play(made, 2) == step + 3


def test_of_two_answers_at_once_exactly_one_is_accepted(table: Table) -> None:
    made = table.make()
    game = made["game"]["game"]
    keys = [row["key"] for row in made["keys"]]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(12):
            key = keys[table.get(f"/api/games/{game}").json()["waiting_for"]]
            body = {"question": table.question(game), "answer": table.first_answer(game, key)}

            def give(_: int, body: dict[str, Any] = body, key: str = key) -> int:
                return httpx.post(
                    f"{table.url}/api/games/{game}/answer",
                    json=body,
                    headers={"Authorization": f"Bearer {key}"},
                    timeout=60,
                ).status_code

            assert sorted(pool.map(give, range(4))) == [200, 409, 409, 409]


def test_of_two_processes_with_one_database_only_one_accepts_an_answer(
    serve: Any, easy: Limits, tmp_path: Path
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy)
    with serve(settings) as here, serve(settings) as there, ThreadPoolExecutor(2) as pool:
        made = here.make()
        game = made["game"]["game"]
        keys = [row["key"] for row in made["keys"]]
        for step in range(10):
            key = keys[here.get(f"/api/games/{game}").json()["waiting_for"]]
            body = {"question": here.question(game), "answer": here.first_answer(game, key)}
            there.get(f"/api/games/{game}")
            posts = [pool.submit(one.post, f"/api/games/{game}/answer", body, key) for one in (here, there)]
            assert sorted(post.result().status_code for post in posts) == [200, 409]
            assert there.get(f"/api/games/{game}").json()["step"] == step + 1
        assert _state(here, game) == _state(there, game)


@contextmanager
def _process(database: str) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    path = os.pathsep.join([os.getcwd(), *filter(None, sys.path)])
    with subprocess.Popen(
        [sys.executable, "-m", "tests.server.toy_table", database],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        transport = httpx.HTTPTransport(retries=5)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, transport=transport) as client:
            try:
                yield process, client
            finally:
                process.kill()


def _made(client: httpx.Client, body: dict[str, Any]) -> dict[str, Any]:
    """A new game with dice that every seat went into."""
    made: dict[str, Any] = client.post("/api/games", json=body).json()
    for row in made["keys"]:
        key = {"Authorization": f"Bearer {row['key']}"}
        mixed = {"contribution": CONTRIBUTION}
        client.post(f"/api/games/{made['game']['game']}/contribute", json=mixed, headers=key)
    return made


def _answer_once(client: httpx.Client, game: str, keys: list[str]) -> int:
    now = client.get(f"/api/games/{game}").json()
    key = {"Authorization": f"Bearer {keys[now['waiting_for']]}"}
    prompt = client.get(f"/api/games/{game}/view", headers=key).json()["picture"]["prompt"]
    answer = prompt["options"][0]["answer"] if prompt["options"] else []
    body = {"question": now["question"], "answer": answer}
    done: int = client.post(f"/api/games/{game}/answer", json=body, headers=key).json()["step"]
    return done


class _Player:
    """Answers every question of one game over a socket for each seat until the table dies."""

    def __init__(self, url: httpx.URL, made: dict[str, Any]) -> None:
        self.game: str = made["game"]["game"]
        self.acknowledged = 0
        self._url = f"ws://{url.host}:{url.port}/api/games/{self.game}/live"
        self._keys = [row["key"] for row in made["keys"]]

    def play(self, enough: threading.Event) -> None:
        """Play on; only what the table said is done counts."""
        with ExitStack() as opened, suppress(ConnectionClosed, OSError):
            clients = [opened.enter_context(connect(self._url, max_size=None)) for _ in self._keys]
            for client, key in zip(clients, self._keys, strict=True):
                client.send(json.dumps({"type": "hello", "key": key, "watch": "prompt"}))
            while True:
                for client in clients:
                    self._answer(client)
                if self.acknowledged >= ENOUGH:
                    enough.set()

    def _answer(self, client: ClientConnection) -> None:
        """Take one message, if there is one, and answer what it asks."""
        try:
            heard = json.loads(client.recv(timeout=0.01))
        except TimeoutError:
            return
        if heard["type"] == "done":
            self.acknowledged = max(self.acknowledged, heard["step"])
        elif heard["type"] == "update" and heard["prompt"]:
            options = heard["prompt"]["options"]
            answer = options[0]["answer"] if options else []
            message = {"type": "answer", "ref": "x", "question": heard["question"], "answer": answer}
            client.send(json.dumps(message))


def test_killing_the_process_in_the_midst_of_many_games_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    seats, enough = [{"kind": "person"}, {"kind": "person"}], threading.Event()
    with _process(database) as (process, client):
        body = {"system": "toy", "scenario": "hearthrug", "seats": seats}
        made = [_made(client, body) for _ in range(8)]
        players = [_Player(client.base_url, one) for one in made]
        with ThreadPoolExecutor(len(players)) as pool:
            playing = [pool.submit(player.play, enough) for player in players]
            has_begun = enough.wait(120)
            process.kill()
            for one in playing:
                one.result()
        assert has_begun, "hardly anything was answered"
    with _process(database) as (_, client):
        for player in players:
            found = client.get(f"/api/games/{player.game}").json()["step"]
            assert player.acknowledged <= found <= player.acknowledged + 1


def test_killing_the_process_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    database, chance = f"sqlite:///{tmp_path / 'games.db'}", random.Random(1)
    seats = [{"kind": "person"}, {"kind": "person"}]
    game, keys, acknowledged = "", [""], 0
    with ThreadPoolExecutor(1) as pool:
        for kill in range(KILLS):
            with _process(database) as (process, client):
                if not kill:
                    body = {"system": "toy", "scenario": "hearthrug", "seats": seats}
                    made = _made(client, body)
                    game, keys = made["game"]["game"], [row["key"] for row in made["keys"]]
                found = client.get(f"/api/games/{game}").json()["step"]
                assert acknowledged <= found <= acknowledged + 1
                acknowledged = found
                for _ in range(chance.randint(1, 8)):
                    acknowledged = _answer_once(client, game, keys)
                in_flight = pool.submit(_answer_once, client, game, keys)
                process.kill()
                try:
                    acknowledged = max(acknowledged, in_flight.result())
                except httpx.HTTPError:
                    continue
    with _process(database) as (_, client):
        assert acknowledged <= client.get(f"/api/games/{game}").json()["step"] <= acknowledged + 1
        headers = {"Authorization": f"Bearer {keys[0]}"}
        client.post(f"/api/games/{game}/resign", json={"at_once": True}, headers=headers)
        record = parse(client.get(f"/api/games/{game}/record").json()["record"].encode(), "record")
        assert verify(record, TOY).is_ok

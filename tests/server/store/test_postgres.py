"""A whole short game through the interface and the sockets, kept in PostgreSQL."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import ClientConnection

from sandtable.game.drivers.replay import verify
from sandtable.game.files.record_files import parse
from sandtable.server.http.app import Settings
from sandtable.server.limits import Limits
from tests.conformance.duel.system import DUEL
from tests.server.conftest import Table

HEARD_WITHIN = 30
MOST_ANSWERS = 200


def _hear(client: ClientConnection) -> dict[str, Any]:
    heard: dict[str, Any] = json.loads(client.recv(timeout=HEARD_WITHIN))
    return heard


def _asked(client: ClientConnection) -> dict[str, Any]:
    """What a fencer hears next that concerns him: a question, or that it is over."""
    while True:
        heard = _hear(client)
        if heard["type"] == "update" and (heard["prompt"] or heard["status"] == "over"):
            return heard


def _answer(client: ClientConnection, update: dict[str, Any]) -> dict[str, Any]:
    """Give the first answer that is offered and wait until it is durable; what was heard on the way."""
    choice = update["prompt"]["options"][0]["answer"]
    client.send(json.dumps({"type": "answer", "ref": "x", "question": update["question"], "answer": choice}))
    while (heard := _hear(client))["type"] != "done":
        assert heard["type"] == "update", heard
    return heard


def _fight(table: Table, made: dict[str, Any], answers: int) -> int:
    """Have both fencers answer over their sockets, so many times or until it is over; the step then."""
    game = made["game"]["game"]
    with ExitStack() as open_sockets:
        clients = [open_sockets.enter_context(table.live(game)) for _ in made["keys"]]
        for client, row in zip(clients, made["keys"], strict=True):
            client.send(json.dumps({"type": "hello", "key": row["key"], "watch": "prompt"}))
        step = 0
        for _ in range(answers):
            now = table.get(f"/api/games/{game}").json()
            step = now["step"]
            if now["status"] == "over":
                break
            client = clients[now["waiting_for"]]
            update = _asked(client)
            while update["step"] < step:
                update = _asked(client)
            step = _answer(client, update)["step"]
    return step


def test_a_whole_duel_is_fought_in_postgresql_by_two_services_in_turn(
    serve: Any, easy: Limits, postgres: str
) -> None:
    settings = Settings(database=postgres, limits=easy)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]
    with serve(settings) as first:
        body = {"system": "duel", "scenario": "dawn", "seats": seats, "listed": False}
        made = first.opened(first.post("/api/games", body))
        game = made["game"]["game"]
        assert _fight(first, made, 3) == 3
    with serve(settings) as second:
        assert second.get(f"/api/games/{game}").json()["step"] == 3
        assert _fight(second, made, MOST_ANSWERS) > 3
        over = second.get(f"/api/games/{game}").json()
        assert over["status"] == "over"
        assert over["outcome"]["words"] in ("three touches", "time is up")
        assert second.get("/api/games", status="over").json()["games"] == []
        record = parse(second.get(f"/api/games/{game}/record").json()["record"].encode(), "the record")
        assert verify(record, DUEL).is_ok

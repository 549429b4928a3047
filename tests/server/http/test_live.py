"""Live updates: every connection gets every change, and what it missed after a break."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.server.conftest import Table

HEARD_WITHIN = 30


def _say(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def _hear(socket: ClientConnection) -> dict[str, Any]:
    heard: dict[str, Any] = json.loads(socket.recv(timeout=HEARD_WITHIN))
    return heard


def _until(socket: ClientConnection, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    for _ in range(200):
        heard = _hear(socket)
        if is_so(heard):
            return heard
    raise AssertionError("it was never heard")


def test_the_first_update_shows_a_seat_everything(table: Table) -> None:
    made = table.make()
    game, key = made["game"]["game"], made["keys"][0]["key"]
    with table.live(game) as socket:
        _say(socket, type="hello", key=key)
        update = _hear(socket)
    assert update["type"] == "update"
    assert update["seat"] == 0
    assert update["picture"] == table.view(game, key)["picture"]
    assert update["entries"] == table.get(f"/api/games/{game}/log", key).json()["log"]["entries"]
    assert update["game"]["game"] == game


def test_an_answer_is_acknowledged_and_everybody_hears_of_it(table: Table) -> None:
    made = table.make()
    game = made["game"]["game"]
    waiting = made["game"]["waiting_for"]
    key = made["keys"][waiting]["key"]
    with table.live(game) as player, table.live(game) as spectator:
        _say(player, type="hello", key=key, watch="prompt")
        _say(spectator, type="hello")
        prompt = _hear(player)["prompt"]
        assert _hear(spectator)["prompt"] is None
        _say(
            player,
            type="answer",
            ref="a",
            question=table.question(game),
            answer=prompt["options"][0]["answer"],
        )
        done = _until(player, lambda heard: heard["type"] == "done")
        assert done["ref"] == "a"
        assert done["step"] == 1
        seen = _until(spectator, lambda heard: heard["step"] == 1)
        assert seen["picture"]["bodies"] == table.view(game)["picture"]["bodies"]


def test_a_refused_answer_is_denied_to_its_sender_alone(table: Table) -> None:
    made = table.make()
    game, waiting = made["game"]["game"], made["game"]["waiting_for"]
    with table.live(game) as player:
        _say(player, type="hello", key=made["keys"][waiting]["key"], watch="prompt")
        _hear(player)
        _say(player, type="answer", ref="b", question=table.question(game), answer="nonsense")
        denied = _hear(player)
        assert (denied["type"], denied["ref"], denied["status"]) == ("denied", "b", 422)
        assert "nonsense" in denied["trouble"]["words"]
        _say(player, type="answer", ref="c", question=77, answer=0)
        assert _hear(player)["status"] == 409
    with table.live(game) as spectator:
        _say(spectator, type="hello", watch="prompt")
        _hear(spectator)
        _say(spectator, type="answer", ref="d", question=table.question(game), answer=0)
        assert _hear(spectator)["status"] == 401


def test_a_client_that_comes_back_gets_what_it_has_missed(table: Table) -> None:
    made = table.make()
    game, key = made["game"]["game"], made["keys"][0]["key"]
    with table.live(game) as socket:
        _say(socket, type="hello", key=key)
        before = _hear(socket)
    table.play(made, 25)
    table.post(f"/api/games/{game}/say", {"words": "are you there?"}, key)
    with table.live(game) as socket:
        _say(socket, type="hello", key=key, since=before["number"])
        after = _hear(socket)
    whole = table.get(f"/api/games/{game}/log", key).json()["log"]["entries"]
    assert after["entries_from"] <= len(before["entries"])
    assert before["entries"][: after["entries_from"]] + after["entries"] == whole
    assert [line["words"] for line in after["said"]] == ["are you there?"]
    assert after["step"] == 25


def test_a_client_that_missed_a_take_back_is_told_from_where_its_log_is_void(table: Table) -> None:
    made = table.make_umpired()
    game, keys = made["game"]["game"], [row["key"] for row in made["keys"]]
    table.play(made, 20)
    with table.live(game) as socket:
        _say(socket, type="hello", key=keys[0])
        before = _hear(socket)
        back = {"do": "go-back", "to": 6, "reason": "let us do that again"}
        table.post(f"/api/games/{game}/ruling", back, made["umpire"])
        heard = _until(socket, lambda update: update["step"] == 6)
    table.play(made, 4)
    with table.live(game) as socket:
        _say(socket, type="hello", key=keys[0], since=before["number"])
        after = _hear(socket)
    whole = table.get(f"/api/games/{game}/log", keys[0]).json()["log"]["entries"]
    assert after["entries_from"] <= len(before["entries"])
    assert before["entries"][: after["entries_from"]] + after["entries"] == whole
    assert "let us do that again" in heard["notes"][-1]["words"]


def test_undo_and_redo_go_over_the_socket(table: Table) -> None:
    made = table.make()
    game, keys = made["game"]["game"], [row["key"] for row in made["keys"]]
    waiting = made["game"]["waiting_for"]
    with table.live(game) as socket:
        _say(socket, type="hello", key=keys[waiting], watch="prompt")
        first = _hear(socket)
        option = first["prompt"]["options"][0]["answer"]
        _say(socket, type="answer", ref="1", question=first["question"], answer=option)
        _until(socket, lambda heard: heard["type"] == "done")
        _say(socket, type="undo", ref="2", question=table.question(game))
        taken_back = _until(socket, lambda heard: heard.get("ref") == "2")
        if taken_back["type"] == "done":  # else dice fell at once, which is denied with a reason
            assert taken_back["step"] == 0
            _say(socket, type="redo", ref="3", question=table.question(game))
            assert _until(socket, lambda heard: heard.get("ref") == "3")["step"] == 1
        else:
            assert taken_back["trouble"]["words"]


def test_a_player_is_told_when_the_last_seat_is_taken(table: Table) -> None:
    made = table.make({"kind": "person", "name": "Ann"}, {"kind": "person", "mine": False})
    game = made["game"]["game"]
    with table.live(game) as socket:
        _say(socket, type="hello", key=made["keys"][0]["key"])
        assert _hear(socket)["status"] == "gathering"
        table.join(game, made["keys"][1]["invitation"])
        begun = _until(socket, lambda heard: heard["status"] == "running")
        assert begun["picture"] is not None


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("garbage", 4400),
        ('{"type": "answer", "ref": "", "question": 0, "answer": 0}', 4400),
        ('{"type": "hello", "key": "not-a-key"}', 4403),
        ('{"type": "hello", "unknown": 1}', 4400),
        ("[" * 100_000, 4400),
    ],
)
def test_a_bad_first_message_ends_the_connection_with_a_reason(table: Table, first: str, code: int) -> None:
    made = table.make()
    with table.live(made["game"]["game"]) as socket:
        socket.send(first)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=HEARD_WITHIN)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code
    assert closed.value.rcvd.reason


def test_there_is_nothing_to_hear_of_a_game_that_does_not_exist(table: Table) -> None:
    with table.live("0123456789abcdef") as socket:
        _say(socket, type="hello")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=HEARD_WITHIN)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_a_page_of_another_origin_cannot_listen(table: Table) -> None:
    made = table.make()
    with pytest.raises(InvalidStatus), table.live(made["game"]["game"], Origin="http://elsewhere.example"):
        pass
    with table.live(made["game"]["game"], Origin=table.url) as socket:
        _say(socket, type="hello")
        assert _hear(socket)["type"] == "update"


def test_a_bot_that_is_not_asked_hears_that_the_game_has_ended(table: Table) -> None:
    made = table.make()
    game, waiting = made["game"]["game"], made["game"]["waiting_for"]
    with table.live(game) as idle:
        _say(idle, type="hello", key=made["keys"][1 - waiting]["key"], watch="prompt")
        assert _hear(idle)["status"] == "running"
        table.post(f"/api/games/{game}/resign", {}, made["keys"][waiting]["key"])
        ended = _until(idle, lambda heard: heard["status"] == "over")
        assert ended["prompt"] is None

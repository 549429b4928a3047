"""WebSocket frames: as the standard defines them, in order, none lost, and no slow client flooded."""

from __future__ import annotations

import json
import socket
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection

from sandtable.server.http.sockets import text_frame
from tests.server.conftest import Table

LENGTHS = st.sampled_from((0, 1, 125, 126, 127, 65_535, 65_536, 70_000)) | st.integers(0, 300)


@given(LENGTHS)
@settings(max_examples=40, deadline=None)
def test_a_text_goes_out_as_the_frame_that_the_standard_has_for_it(length: int) -> None:
    text = b"x" * length
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def _hello(table: Table) -> tuple[str, str]:
    made = table.make()
    hello = {"type": "hello", "key": made["keys"][0]["key"], "watch": "prompt"}
    return made["game"]["game"], json.dumps(hello)


def _code_of_the_end(client: ClientConnection) -> int | None:
    """Hear until the table ends the connection: with which code it does."""
    try:
        for _ in range(20):
            client.recv(timeout=30)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code
    return None


def test_a_hundred_messages_at_once_are_all_heard_in_their_order(table: Table) -> None:
    game, hello = _hello(table)
    with table.live(game) as client:
        client.send(hello)
        for number in range(100):
            client.send(json.dumps({"type": "say", "ref": str(number), "words": f"word {number}"}))
        refs: list[str] = []
        while len(refs) < 100:
            heard = json.loads(client.recv(timeout=30))
            refs += [heard["ref"]] if heard["type"] == "done" else []
    assert refs == [str(number) for number in range(100)]
    said = table.get(f"/api/games/{game}/chat").json()
    assert [line["words"] for line in said["said"]] == [f"word {number}" for number in range(100)]


def test_a_client_that_reads_nothing_gets_fewer_and_larger_updates_and_misses_nothing(table: Table) -> None:
    made = table.make()
    game, key = made["game"]["game"], made["keys"][0]["key"]
    with table.live(game) as slow:
        raw: socket.socket = slow.socket
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.send(json.dumps({"type": "hello", "key": key}))
        for number in range(150):
            table.post(f"/api/games/{game}/say", {"words": f"{number} " + "x" * 900}, key)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1_000_000)  # now it reads, as fast as it can
        words: list[str] = []
        while len(words) < 150:
            update = json.loads(slow.recv(timeout=30))
            words += [line["words"].split()[0] for line in update["said"]]
    assert words == [str(number) for number in range(150)]


def test_a_broken_message_is_told_and_ends_the_connection(table: Table) -> None:
    game, hello = _hello(table)
    with table.live(game) as client:
        client.send(hello)
        client.recv(timeout=30)
        client.send("{")
        assert _code_of_the_end(client) == 4400


def test_whoever_lost_his_seat_is_shown_the_door_and_answers_no_more(table: Table) -> None:
    made = table.make()
    game, waiting = made["game"]["game"], made["game"]["waiting_for"]
    key = made["keys"][waiting]["key"]
    with table.live(game) as client:
        client.send(json.dumps({"type": "hello", "key": key, "watch": "prompt"}))
        asked = json.loads(client.recv(timeout=30))
        body = {"seat": waiting, "reason": "somebody else is to play"}
        assert table.post(f"/api/games/{game}/invite", body, key).status_code == 200
        answer = asked["prompt"]["options"][0]["answer"]
        with suppress(ConnectionClosed):  # he may have been shown out by now
            client.send(
                json.dumps({"type": "answer", "ref": "a", "question": asked["question"], "answer": answer})
            )
        assert _code_of_the_end(client) == 4403
    assert table.get(f"/api/games/{game}").json()["step"] == 0

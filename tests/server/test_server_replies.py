"""Replies: the status of each fault, the frame of a text, the files of a page, and the description."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast

import pytest
from litestar.exceptions import HTTPException
from sqlalchemy.exc import OperationalError
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.house_rules import BadHouseRule
from sandtable.game.rules.rulebook import NotInRulebook
from sandtable.server.denied import Denial, Denied
from sandtable.server.games.keys import new_game_id, new_key
from sandtable.server.games.room import Broken, Stale
from sandtable.server.games.rooms import NoSuchGame, TooManyGames
from sandtable.server.http.faults import status_and_trouble
from sandtable.server.http.guard import Guard, Origins
from sandtable.server.http.openapi import document
from sandtable.server.http.routes import ENDPOINTS
from sandtable.server.http.sockets import ClientConnection, connection_of, text_frame
from sandtable.server.http.static_files import file_for, files_in
from sandtable.server.limits import Limits
from sandtable.server.store import Conflict
from sandtable.systems import UnknownSystem


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (Denied(Denial.NOT_UNDERSTOOD, "x"), HTTPStatus.BAD_REQUEST),
        (Denied(Denial.NO_KEY, "x"), HTTPStatus.UNAUTHORIZED),
        (Denied(Denial.WRONG_KEY, "x"), HTTPStatus.FORBIDDEN),
        (Denied(Denial.NOT_THERE, "x"), HTTPStatus.NOT_FOUND),
        (Denied(Denial.MOVED_ON, "x"), HTTPStatus.CONFLICT),
        (Denied(Denial.TOO_LARGE, "x"), HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
        (Denied(Denial.TOO_FAST, "x"), HTTPStatus.TOO_MANY_REQUESTS),
        (Denied(Denial.BROKEN, "x"), HTTPStatus.INTERNAL_SERVER_ERROR),
        (Denied(Denial.NOT_NOW, "x"), HTTPStatus.SERVICE_UNAVAILABLE),
        (Refused(Refusal("x", rule="fire.range")), HTTPStatus.UNPROCESSABLE_ENTITY),
        (Stale("x"), HTTPStatus.CONFLICT),
        (Conflict("x"), HTTPStatus.CONFLICT),
        (NoSuchGame("x"), HTTPStatus.NOT_FOUND),
        (UnknownSystem("x"), HTTPStatus.NOT_FOUND),
        (NotInRulebook("x"), HTTPStatus.NOT_FOUND),
        (TooManyGames("x"), HTTPStatus.SERVICE_UNAVAILABLE),
        (Broken("x"), HTTPStatus.LOCKED),
        (BadHouseRule("x"), HTTPStatus.INTERNAL_SERVER_ERROR),
        (BadFile("a.toml", "", "x"), HTTPStatus.BAD_REQUEST),
        (OSError("x"), HTTPStatus.SERVICE_UNAVAILABLE),
        (OperationalError("x", None, Exception()), HTTPStatus.SERVICE_UNAVAILABLE),
        (HTTPException("x", status_code=405), HTTPStatus.METHOD_NOT_ALLOWED),
    ],
)
def test_a_fault_has_a_status_and_a_sentence(fault: Exception, status: HTTPStatus) -> None:
    found = status_and_trouble(fault)
    assert found is not None
    assert found[0] == status
    assert found[1].words


def test_a_bug_has_no_status_of_its_own() -> None:
    assert status_and_trouble(ZeroDivisionError()) is None


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65_535, b"\x81\x7e\xff\xff"),
        (65_536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_a_text_is_framed_with_its_length_in_as_few_bytes_as_rfc_6455_allows(size: int, head: bytes) -> None:
    assert text_frame(b"x" * size) == head + b"x" * size


def test_a_scope_of_another_server_has_no_connection_of_ours() -> None:
    assert connection_of({}) is None
    assert connection_of({"extensions": None}) is None


def test_a_key_has_192_random_bits_and_a_game_64() -> None:
    assert len(new_key()) == 192 / 6
    assert len(new_game_id()) == 64 / 4
    assert new_key() != new_key()


# --------------------------------------------------------------------- the description of the interface
def test_every_operation_says_what_may_come_back() -> None:
    said = json.loads(document(ENDPOINTS))
    statuses = {"200", "400", "401", "403", "404", "409", "413", "415", "422", "429", "503"}
    for endpoint in ENDPOINTS:
        operation = said["paths"][endpoint.path][endpoint.method.lower()]
        assert set(operation["responses"]) == statuses
        assert operation["operationId"] == endpoint.name
        assert ("requestBody" in operation) == (endpoint.body is not None)
        assert operation.get("requestBody", {}).get("required", True)
        needs_key = operation["security"] == [{"key": []}]
        assert needs_key == (endpoint.who != "anybody")
        faults = {
            code: reply["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            for code, reply in operation["responses"].items()
            if code != "200"
        }
        own = {"400"} if endpoint.content == "lab" else set()
        assert {code for code, name in faults.items() if name == "Fault"} == own
        assert {name for code, name in faults.items() if code not in own} == {"Trouble"}


def test_every_parameter_of_a_path_is_described_and_none_twice() -> None:
    said = json.loads(document(ENDPOINTS))
    for endpoint in ENDPOINTS:
        rows = said["paths"][endpoint.path][endpoint.method.lower()]["parameters"]
        assert len({row["name"] for row in rows}) == len(rows)
        for row in rows:
            is_in_path = f"{{{row['name']}}}" in endpoint.path
            assert (row["in"], row["required"]) == (("path", True) if is_in_path else ("query", False))
            assert "$ref" not in row["schema"]
            assert "anyOf" not in row["schema"]
            assert "default" not in row["schema"]
            assert ("pattern" in row["schema"]) >= (row["name"] == "game")


# --------------------------------------------------------------------- files of the browser side
@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small browser side."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Sandtable</title>")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "icon.png").write_bytes(b"PNG")
    (tmp_path / "what").write_bytes(b"?")
    (tmp_path / "lab").write_bytes(b"not a folder")
    (tmp_path / "assets" / "a.css").write_text("a{}")
    (tmp_path / "link.html").symlink_to(tmp_path / "index.html")
    return tmp_path


def test_files_go_out_as_what_they_are_and_texts_are_packed(built: Path) -> None:
    found = files_in(built)
    assert {name: (file.kind, bool(file.packed)) for name, file in found.items()} == {
        "assets/a.css": ("text/css; charset=utf-8", True),
        "icon.png": ("image/png", False),
        "icon.svg": ("image/svg+xml", True),
        "index.html": ("text/html; charset=utf-8", True),
        "lab": ("application/octet-stream", False),
        "what": ("application/octet-stream", False),
    }
    assert len(found["icon.png"].tag) == 32 + 2
    assert found["icon.png"].plain == b"PNG"
    assert [name for name, file in found.items() if file.is_lasting] == ["assets/a.css"]
    assert not any(file.compiles for file in found.values())


def test_a_path_without_a_suffix_is_a_place_within_the_one_page(built: Path) -> None:
    found = files_in(built)
    page = found["index.html"]
    assert file_for(found, "/") is page
    assert file_for(found, "/game/0123") is page
    assert file_for(found, "/v1.2/game") is page
    assert file_for(found, "/game/none.js") is None
    assert file_for(found, "/icon.png/") is found["icon.png"]


def test_a_folder_without_a_page_is_no_browser_side(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("a{}")
    assert files_in(tmp_path) == {}
    assert files_in(tmp_path / "nowhere") == {}


# --------------------------------------------------------------------- the guard
def turned_away(kind: str, host: str) -> list[dict[str, Any]]:
    """What is sent to a client that asks for a host of another name."""
    sent: list[dict[str, Any]] = []

    async def never(scope: object, receive: object, send: object) -> None:
        raise AssertionError("it was let in")

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": kind, "method": "GET", "headers": [(b"host", host.encode())], "client": ("10.0.0.1", 7)}
    guard = Guard(cast("Any", never), Origins(), Limits())
    asyncio.run(guard(cast("Any", scope), cast("Any", receive), cast("Any", send)))
    return sent


def test_a_socket_that_is_turned_away_is_told_why_in_120_letters() -> None:
    (closed,) = turned_away("websocket", "a" * 300)
    assert (closed["type"], closed["code"], len(closed["reason"])) == ("websocket.close", 4403, 120)


def test_a_request_that_is_turned_away_names_100_letters_of_its_host() -> None:
    start, body = turned_away("http", "a" * 300)
    assert start["status"] == 403
    headers = dict(start["headers"])
    assert headers[b"content-length"] == str(len(body["body"])).encode()
    assert b"retry-after" not in headers
    assert f'this table is not called \\"{"a" * 100}\\";'.encode() in body["body"]


# --------------------------------------------------------------------- reading from a client
@pytest.mark.parametrize(
    ("unread", "is_paused", "told"),
    [(0, False, True), (3, False, True), (4, False, False), (0, True, True)],
)
def test_reading_goes_on_until_four_messages_wait(
    unread: int, monkeypatch: pytest.MonkeyPatch, *, is_paused: bool, told: bool
) -> None:
    """uvicorn stops reading at each message, unless it takes reading for stopped already."""
    seen: list[bool] = []
    monkeypatch.setattr(
        WebSocketsSansIOProtocol, "send_receive_event_to_app", lambda self: seen.append(self.read_paused)
    )
    connection = ClientConnection.__new__(ClientConnection)
    connection.read_paused, connection.queue = is_paused, asyncio.Queue()
    for _ in range(unread):
        connection.queue.put_nowait(cast("Any", {}))
    connection.send_receive_event_to_app()
    assert seen == [told]
    assert connection.read_paused is is_paused

"""What the service refuses: origins, hosts, keys, sizes, rates, and bad input at every endpoint."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.server.http.app import Settings
from sandtable.server.http.endpoint import Endpoint
from sandtable.server.http.guard import Origins
from sandtable.server.http.routes import ENDPOINTS
from sandtable.server.limits import Limits, Rate
from tests.server.conftest import Table

POSTS = [endpoint for endpoint in ENDPOINTS if endpoint.body is not None]
OF_GAMES = [endpoint for endpoint in ENDPOINTS if "{game}" in endpoint.path]
WITH_KEYS = [endpoint for endpoint in OF_GAMES if endpoint.who != "anybody" and endpoint.body is not None]

GOOD: dict[str, Any] = {
    "makeGame": {"system": "toy", "scenario": "hearthrug", "seats": [{"kind": "person"}, {"kind": "person"}]},
    "importGame": {"record": "x", "seats": [{"kind": "person"}, {"kind": "person"}]},
    "joinGame": {"invitation": "x", "name": "x"},
    "showInvitation": {"invitation": "x"},
    "inviteAnew": {"seat": 0, "reason": "x"},
    "forkGame": {"step": 0, "seats": [{"kind": "person"}, {"kind": "person"}]},
    "contribute": {"contribution": "00112233445566778899"},
    "answer": {"question": 0, "answer": 0},
    "undo": {"question": 0},
    "redo": {"question": 0},
    "askTakeBack": {"to": 0},
    "replyTakeBack": {"number": 0, "agree": True},
    "resign": {},
    "say": {"words": "x"},
    "ruling": {"do": "go-back", "to": 0, "reason": "x"},
    "tryPlan": {"step": 0, "legs": []},
    "reach": {"step": 0},
    "measure": {"start": {"at": "place", "x": 0, "y": 0}, "end": {"at": "place", "x": 0, "y": 0}},
    "odds": {"step": 0, "option": 0},
    "trySteps": {"step": 0, "steps": []},
    "hexes": {"step": 0},
    "spots": {"step": 0},
    "trySpot": {"step": 0, "x": 0, "y": 0},
    "tryArray": {"step": 0, "puts": []},
}


def _named(endpoint: Endpoint) -> str:
    return endpoint.name


@pytest.fixture(scope="module")
def game(table: Table) -> dict[str, Any]:
    """A game that is being fought."""
    return table.make()


def _path(endpoint: Endpoint, game: str) -> str:
    return endpoint.path.format(game=game, system="toy", scenario="hearthrug", rule="fire.range")


@pytest.mark.parametrize("endpoint", POSTS, ids=_named)
@pytest.mark.parametrize(
    "body",
    [b"", b"garbage", b"null", b"[]", b'{"unknown": 1}', b"\xff\xfe", b"[" * 5_000, b'{"step": 1e999}'],
    ids=["empty", "garbage", "null", "list", "unknown key", "no text", "deep", "infinite"],
)
def test_garbage_is_not_understood_and_changes_nothing(
    table: Table, game: dict[str, Any], endpoint: Endpoint, body: bytes
) -> None:
    id = game["game"]["game"]
    before = table.get(f"/api/games/{id}").json()["number"]
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {game['keys'][0]['key']}"}
    reply = table.client.post(_path(endpoint, id), content=body, headers=headers)
    assert reply.status_code == 400, reply.text
    assert reply.json()["fault" if endpoint.content == "lab" else "words"]
    assert table.get(f"/api/games/{id}").json()["number"] == before


@pytest.mark.parametrize("endpoint", WITH_KEYS, ids=_named)
def test_a_wrong_key_opens_nothing(table: Table, game: dict[str, Any], endpoint: Endpoint) -> None:
    path = _path(endpoint, game["game"]["game"])
    assert table.post(path, GOOD[endpoint.name], "not-a-key").status_code == 403
    assert table.post(path, GOOD[endpoint.name]).status_code == 401
    other = table.make()
    assert table.post(path, GOOD[endpoint.name], other["keys"][0]["key"]).status_code == 403


@pytest.mark.parametrize("endpoint", OF_GAMES, ids=_named)
def test_a_game_that_does_not_exist_is_not_there(table: Table, endpoint: Endpoint) -> None:
    for id in ("0123456789abcdef", "x", "%00", "..%2f..", "a" * 300):
        path = _path(endpoint, id)
        reply = (
            table.get(path) if endpoint.method == "GET" else table.post(path, GOOD.get(endpoint.name), "k")
        )
        assert reply.status_code in (400, 404), reply.text
        assert reply.json()["words"]


@pytest.mark.parametrize("endpoint", POSTS, ids=_named)
def test_what_is_too_large_is_not_read(table: Table, game: dict[str, Any], endpoint: Endpoint) -> None:
    limit = table.service.limits.record if endpoint.content == "record" else table.service.limits.body
    headers = {"Content-Type": "application/json"}

    def chunks() -> Iterator[bytes]:
        for _ in range(0, limit + 65_536, 65_536):
            yield b" " * 65_536

    reply = table.client.post(_path(endpoint, game["game"]["game"]), content=chunks(), headers=headers)
    assert reply.status_code == 413
    assert "at most" in reply.json()["words"]


def test_a_body_that_says_it_is_larger_than_anything_is_turned_away(table: Table) -> None:
    request = (
        f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {10**12}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", table.port), timeout=30) as raw:
        raw.sendall(request.encode())
        assert raw.recv(100).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_forms_of_other_pages_cannot_post(table: Table, kind: str) -> None:
    reply = table.client.post("/api/games", content=b"{}", headers={"Content-Type": kind})
    assert reply.status_code == 415


def test_pages_of_other_origins_are_turned_away(table: Table) -> None:
    for origin in (
        "http://elsewhere.example",
        "null",
        "http://127.0.0.1:1",
        "https://localhost.evil.example",
    ):
        assert table.client.get("/api/systems", headers={"Origin": origin}).status_code == 403
    assert table.client.get("/api/systems", headers={"Origin": table.url}).status_code == 200


def test_a_name_that_is_not_the_tables_is_turned_away(table: Table) -> None:
    for host in ("evil.example", f"evil.example:{table.port}", "", "127.0.0.1.evil.example"):
        assert table.client.get("/api/systems", headers={"Host": host}).status_code in (400, 403)
    for host in (f"localhost:{table.port}", f"[::1]:{table.port}"):
        assert table.client.get("/api/systems", headers={"Host": host}).status_code == 200


def test_everything_goes_out_with_strict_headers(table: Table) -> None:
    for path in ("/api/systems", "/", "/api/nothing"):
        headers = table.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
        assert "set-cookie" not in headers


def test_a_key_in_the_address_opens_nothing(table: Table, game: dict[str, Any]) -> None:
    reply = table.get(f"/api/games/{game['game']['game']}/view", key=None, token=game["keys"][0]["key"])
    assert reply.status_code == 400


def test_keys_are_not_logged(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"):
        made = table.make_umpired()
        table.play(made, 3)
        table.get(f"/api/games/{made['game']['game']}/view", "wrong-key-of-somebody")
    keys = [made["umpire"], *(row["key"] for row in made["keys"]), "wrong-key-of-somebody"]
    assert not [key for key in keys if key in caplog.text]


def test_keys_do_not_stand_in_the_database(serve: Any, easy: Limits, tmp_path: Path) -> None:
    with serve(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy)) as table:
        made = table.make({"kind": "person"}, {"kind": "person", "mine": False}, umpire={"name": "Una"})
        invitation = made["keys"][1]["invitation"]
        table.post(f"/api/games/{made['game']['game']}/join", {"invitation": invitation, "name": "Bob"})
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert made["game"]["game"].encode() in content
    assert made["umpire"]["invitation"].encode() not in content
    assert made["keys"][0]["key"].encode() not in content
    assert invitation.encode() not in content


def test_who_asks_too_fast_is_told_to_wait(serve: Any, easy: Limits, tmp_path: Path) -> None:
    slow = Rate(per_second=0.001, at_once=5)
    limits = Limits(requests=slow, games=easy.games)
    with serve(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=limits)) as table:
        codes = [table.get("/api/systems").status_code for _ in range(8)]
        assert codes == [200] * 5 + [429] * 3
        assert table.get("/api/systems").headers["retry-after"] == "1"


def test_games_messages_sockets_and_sums_have_limits_of_their_own(
    serve: Any, easy: Limits, tmp_path: Path
) -> None:
    few = Rate(per_second=0.001, at_once=2)
    limits = Limits(
        requests=easy.requests,
        games=few,
        computations=few,
        messages=few,
        sockets_from_one=2,
        unfinished_games=9,
    )
    with serve(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=limits)) as table:
        made, _ = table.make(), table.make()
        id, key = made["game"]["game"], made["keys"][made["game"]["waiting_for"]]["key"]
        assert table.post("/api/games", GOOD["makeGame"]).status_code == 429
        odds = [table.post(f"/api/games/{id}/odds", GOOD["odds"], key).status_code for _ in range(3)]
        assert odds == [200, 200, 429]
        with table.live(id) as first, table.live(id), table.live(id) as third:
            first.send(json.dumps({"type": "hello", "watch": "prompt", "key": key}))
            first.recv(timeout=30)
            for _ in range(3):
                first.send('{"type": "answer", "ref": "", "question": 99, "answer": 0}')
            heard = [first.recv(timeout=30) for _ in range(3)]
            assert ['"status":429' in str(one) for one in heard] == [False, False, True]
            with pytest.raises(ConnectionClosed):
                third.recv(timeout=30)


def test_no_more_games_are_made_than_the_service_bears(serve: Any, easy: Limits, tmp_path: Path) -> None:
    limits = Limits(requests=easy.requests, games=easy.games, unfinished_games=3, rooms=2)
    with serve(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=limits)) as table:
        games = [table.make() for _ in range(3)]
        assert table.post("/api/games", GOOD["makeGame"]).status_code == 503
        assert len(table.service.rooms._rooms) <= 2
        for made in games:  # whichever was put away is picked up again
            assert table.play(made, 4) == 4
        table.post(f"/api/games/{games[0]['game']['game']}/resign", {}, games[0]["keys"][0]["key"])
        assert table.post("/api/games", GOOD["makeGame"]).status_code == 200


def test_wrong_wishes_for_a_game_are_refused_in_words(table: Table) -> None:
    good = GOOD["makeGame"]
    for change, status, words in (
        ({"system": "libertty"}, 404, "liberty"),
        ({"scenario": "nowhere"}, 404, "hearthrug"),
        ({"seats": [{"kind": "person"}]}, 400, "2 sides"),
        ({"seats": [{"kind": "agent", "name": "capitain"}, {"kind": "person"}]}, 400, "captain"),
        ({"readings": {"no.such.rule": 1}}, 400, "no.such.rule"),
        ({"contribution": "00112233445566778899"}, 400, "contribution"),
        ({"umpire": {"mine": True}}, 400, "a player cannot be the umpire as well"),
    ):
        reply = table.post("/api/games", {**good, **change})
        assert reply.status_code == status, reply.text
        assert words in reply.json()["words"]


def test_the_browser_side_is_served_and_places_in_it_are_the_one_page(
    serve: Any, easy: Limits, tmp_path: Path
) -> None:
    built = tmp_path / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<title>Sandtable</title>")
    (built / "assets" / "table-1a2b.js").write_text("export {};" * 100)
    (tmp_path / "secret.txt").write_text("not to be served")
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy, pages=built)
    with serve(settings) as table:
        for path in ("/", "/index.html", "/game/0123456789abcdef"):
            assert "<title>Sandtable" in table.get(path).text
        script = table.get("/assets/table-1a2b.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip"
        again = table.client.get("/", headers={"If-None-Match": table.get("/").headers["etag"]})
        assert again.status_code == 304
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/none.js", "/api/none"):
            assert table.get(path).status_code == 404


def test_doors_that_are_open_to_all_names_still_check_origins(
    serve: Any, easy: Limits, tmp_path: Path
) -> None:
    origins = Origins(names=(), others=("https://table.example",))
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", limits=easy, origins=origins)
    with serve(settings) as table:
        asked = {"Host": "table.example", "Origin": "https://table.example"}
        assert table.client.get("/api/systems", headers=asked).status_code == 200
        wrong = {"Host": "table.example", "Origin": "https://evil.example"}
        assert table.client.get("/api/systems", headers=wrong).status_code == 403
        assert isinstance(table.client, httpx.Client)

"""A table that really listens, on loopback, with the toy system beside the real ones; and clients for it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from sandtable.server.commands.service import Service
from sandtable.server.http.app import Settings, make_service
from sandtable.server.http.serving import config_for, listening
from sandtable.server.limits import Limits
from sandtable.server.store import Store, StoreUnavailable
from sandtable.table import compiled
from tests.server.toy_table import EASY_LIMITS, install_toy

PATIENCE = 60.0
CONTRIBUTION = "00112233445566778899"


@pytest.fixture(scope="module", autouse=True)
def with_toy() -> Iterator[None]:
    """The toy system is installed beside the real ones, and geometry runs plainly: nothing to compile."""
    patch = pytest.MonkeyPatch()
    mode = compiled.mode()
    install_toy(patch)
    yield
    compiled.use(mode)
    patch.undo()


class Table:
    """A service that listens, and what a client does with it."""

    def __init__(self, service: Service, port: int) -> None:
        self.service = service
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def get(self, path: str, key: str | None = None, **query: Any) -> httpx.Response:
        """Ask for something."""
        return self.client.get(path, params=query, headers=_headers(key))

    def post(self, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        """Have something done."""
        return self.client.post(path, json={} if body is None else body, headers=_headers(key))

    def make(self, *seats: dict[str, Any], scenario: str = "hearthrug", **more: Any) -> dict[str, Any]:
        """A new game of the toy system with dice that every seat of mine went into: by default both are."""
        wanted = list(seats) or [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]
        body = {"system": "toy", "scenario": scenario, "seats": wanted, **more}
        return self.opened(self.post("/api/games", body))

    def make_umpired(self) -> dict[str, Any]:
        """A game of Ann and Bob with an umpire, who sits: ``umpire`` is his key."""
        made = self.make(umpire={"name": "Una"})
        game = made["game"]["game"]
        una = self.join(game, made["umpire"]["invitation"], "Una")
        return {**made, "game": una["game"], "umpire": una["key"]}

    def opened(self, reply: httpx.Response) -> dict[str, Any]:
        """A game just made, forked or imported, after every seat of mine has put something into the dice."""
        assert reply.status_code == 200, reply.text
        made: dict[str, Any] = reply.json()
        game = made["game"]
        for row in made["keys"]:
            if row["key"] is not None and game["status"] == "gathering":
                game = self.contribute(game["game"], row["key"])
        return {**made, "game": game}

    def contribute(self, game: str, key: str, contribution: str = CONTRIBUTION) -> dict[str, Any]:
        """Put something into the dice; the game as it is then."""
        reply = self.post(f"/api/games/{game}/contribute", {"contribution": contribution}, key)
        assert reply.status_code == 200, reply.text
        seen: dict[str, Any] = reply.json()
        return seen

    def join(self, game: str, invitation: str, name: str = "Bob") -> dict[str, Any]:
        """Take a seat and put something into the dice, or take the umpire's chair."""
        reply = self.post(f"/api/games/{game}/join", {"invitation": invitation, "name": name})
        assert reply.status_code == 200, reply.text
        joined: dict[str, Any] = reply.json()
        if joined["game"]["status"] == "gathering" and joined["seat"] is not None:
            joined["game"] = self.contribute(game, joined["key"])
        return joined

    def question(self, game: str) -> int:
        """The number of the question that waits."""
        return int(self.get(f"/api/games/{game}").json()["question"])

    def answer(self, game: str, key: str, answer: Any) -> httpx.Response:
        """Answer the question that waits."""
        body = {"question": self.question(game), "answer": answer}
        return self.post(f"/api/games/{game}/answer", body, key)

    def view(self, game: str, key: str | None = None, **query: Any) -> dict[str, Any]:
        """The picture that a key sees."""
        reply = self.get(f"/api/games/{game}/view", key, **query)
        assert reply.status_code == 200, reply.text
        seen: dict[str, Any] = reply.json()
        return seen

    def play(self, made: dict[str, Any], answers: int) -> int:
        """Give so many answers, always the first that is offered; the step the game has come to."""
        game = made["game"]["game"]
        keys = {row["seat"]: row["key"] for row in made["keys"]}
        step = 0
        for _ in range(answers):
            now = self.get(f"/api/games/{game}").json()
            step = now["step"]
            if now["waiting_for"] is None:
                break
            key = keys[now["waiting_for"]]
            body = {"question": now["question"], "answer": self.first_answer(game, key)}
            reply = self.post(f"/api/games/{game}/answer", body, key)
            assert reply.status_code == 200, reply.text
            step = reply.json()["step"]
        return step

    def first_answer(self, game: str, key: str) -> Any:
        """The first option of the question that waits; of a move, standing still."""
        prompt = self.view(game, key)["picture"]["prompt"]
        return prompt["options"][0]["answer"] if prompt["options"] else []

    @contextmanager
    def live(self, game: str, **headers: str) -> Iterator[ClientConnection]:
        """A WebSocket to a game."""
        with connect(
            f"ws://127.0.0.1:{self.port}/api/games/{game}/live", additional_headers=headers, max_size=None
        ) as socket:
            yield socket


def _headers(key: str | None) -> dict[str, str]:
    return {} if key is None else {"Authorization": f"Bearer {key}"}


@contextmanager
def serving(settings: Settings) -> Iterator[Table]:
    """A service that listens in a thread of this process."""
    service, app = make_service(settings)
    opened = listening("127.0.0.1", 0)
    server = uvicorn.Server(config_for(app, settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
    thread.start()
    try:
        _wait(lambda: server.started or not thread.is_alive())
        assert server.started, "the service did not start"
        table = Table(service, opened.getsockname()[1])
        yield table
        table.client.close()
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        opened.close()


def _wait(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


@pytest.fixture
def wait() -> Callable[[Callable[[], bool]], None]:
    """Wait until something is so; fail if it never is."""
    return _wait


Serving = Callable[..., Any]


@pytest.fixture
def serve() -> Serving:
    """Start a service with settings of one's own."""
    return serving


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table with easy limits and a database of its own."""
    file = tmp_path_factory.mktemp("games") / "games.db"
    with serving(Settings(database=f"sqlite:///{file}", limits=EASY_LIMITS)) as made:
        yield made


@pytest.fixture
def easy() -> Limits:
    """Limits that no test reaches."""
    return EASY_LIMITS


# --------------------------------------------------------------------- PostgreSQL
def _postgres_programs() -> Path | None:
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return installed[-1].parent if installed else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL that was started for these tests and lives in a temporary folder."""
    programs = _postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
    become: dict[str, Any] = {}
    if os.geteuid() == 0:
        become = {"user": "nobody"}
        shutil.chown(folder, "nobody")
    try:
        subprocess.run(
            [programs / "initdb", "-D", folder / "data", "-U", "sandtable", "-A", "trust", "-N"],
            check=True,
            capture_output=True,
            cwd=folder,
            **become,
        )
        command = [str(programs / "postgres"), "-D", str(folder / "data"), "-k", str(folder), "-h", ""]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, **become
        ) as server:
            try:
                address = f"postgresql://sandtable@/postgres?host={folder}"
                _wait(lambda: _is_ready(address))
                yield address
            finally:
                server.terminate()
                server.wait(PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _is_ready(address: str) -> bool:
    async def knock() -> None:
        await (await Store.open(address)).close()

    try:
        asyncio.run(knock())
    except StoreUnavailable:
        return False
    return True

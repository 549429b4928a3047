"""A table that really serves, in a process of its own that can be killed, and a real Chromium before it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
QUIET: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: Final = {"width": 1440, "height": 900}
PHONE: Final = {"width": 390, "height": 844}
PATIENCE: Final = 60_000
"""Milliseconds until something that should appear is given up; a busy machine takes long."""
COMPILING: Final = 300
"""Seconds that kernels may take to be compiled where they never were."""
Opener = Callable[..., Page]
expect.set_options(timeout=PATIENCE)


class Table:
    """`sandtable serve` with a database of its own; the port stays the same when it is started again."""

    def __init__(self, folder: Path, house_rules: Sequence[str] = ()) -> None:
        self.database = f"sqlite:///{folder / 'games.db'}"
        self.house_rules = house_rules
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Serve, and return once the first question would be answered at once."""
        command = [sys.executable, "-m", "sandtable.cli", "serve", "--port", str(self.port)]
        command += ["--database", self.database]
        command += [part for text in self.house_rules for part in ("--set", text)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = next(line for line in self._process.stdout if line.startswith("The table is at "))
        self.port = int(said.strip().rstrip("/").rpartition(":")[2])
        until = time.monotonic() + COMPILING
        while not self._is_ready():
            assert time.monotonic() < until, "the table does not get ready"
            time.sleep(0.05)

    def _is_ready(self) -> bool:
        reply = httpx.get(f"{self.url}api/systems", timeout=COMPILING)
        return bool(reply.json()["status"] == "ready")

    def kill(self) -> None:
        """End it without a word, as a power cut would."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        """End it as a person would."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            with self._process:
                self._process.wait(COMPILING)
            self._process = None


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table that listens on loopback, shared by all tests that do not kill it."""
    with closing(Table(tmp_path_factory.mktemp("table"))) as made:
        made.start()
        yield made


@pytest.fixture
def mortal(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A table that may be killed, by house rules if the test names some."""
    with closing(Table(tmp_path, getattr(request, "param", ()))) as made:
        made.start()
        yield made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window; not for longer, since its event loop would be in the way of other tests."""
    path = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "there is no Chromium here: `sh tools/programs.sh` installs one or says what would be right"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield opened
        opened.close()


@pytest.fixture
def person(browser: Browser) -> Iterator[Opener]:
    """Opens a browser with its own storage; console errors and requests to other hosts fail the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            complaints.append(message.text)

    def asked(request: Request) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", None):
            complaints.append(f"the page asked another host: {request.url}")

    def opened(**more: Any) -> Page:
        context = browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce", **more})
        contexts.append(context)
        context.on("weberror", lambda fault: complaints.append(str(fault.error)))
        context.on("console", heard)
        context.on("request", asked)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    yield opened
    found = list(complaints)  # requests that closing cuts off do not count
    for context in contexts:
        context.close()
    assert found == []

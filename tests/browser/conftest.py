"""A table that really serves, in a process of its own that can be killed, and a real Chromium before it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

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
PATIENCE: Final = 30_000
"""Milliseconds until something that should appear is given up."""


class Table:
    """`sandtable serve` with a database of its own; the port stays the same when it is started again."""

    def __init__(self, folder: Path) -> None:
        self.database = f"sqlite:///{folder / 'games.db'}"
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Serve, and return once it listens."""
        command = [sys.executable, "-m", "sandtable.cli", "serve", "--port", str(self.port)]
        command += ["--database", self.database]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = next(line for line in self._process.stdout if line.startswith("The table is at "))
        self.port = int(said.strip().rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """End it without a word, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as a person would."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            with self._process:
                self._process.wait(PATIENCE / 1000)
            self._process = None


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table that listens on loopback."""
    made = Table(tmp_path_factory.mktemp("table"))
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    path = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "there is no Chromium here: `sh tools/programs.sh` installs one or says what would be right"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield opened
        opened.close()


Opener = Callable[..., Page]


@pytest.fixture
def person(browser: Browser) -> Iterator[Opener]:
    """Opens a browser of somebody's own, with its own memory, and fails if its console complains."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(**more: Any) -> Page:
        context = browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce", **more})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@contextmanager
def offline(page: Page) -> Iterator[None]:
    """Without a network for a while."""
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)

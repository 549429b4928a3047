"""A pytest plugin that notes which functions each test reaches, in any thread, and its processor time.

    python -m pytest -p tools.mutants.reach --reach build/mutants/reach tests

Every process writes its own file into that folder: a line of JSON for each test.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

SOURCE = os.sep + os.path.join("src", "sandtable") + os.sep


class Reached:
    """The functions that ran since the last reset, as ``file:first line``."""

    def __init__(self) -> None:
        self._seen: set[CodeType] = set()

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """The profile function of the interpreter."""
        if event == "call":
            self._seen.add(frame.f_code)

    def emptied(self) -> list[str]:
        """Return what ran, and reset."""
        seen, self._seen = self._seen, set()
        own = [code for code in list(seen) if SOURCE in code.co_filename]
        return sorted({f"{code.co_filename.partition(SOURCE)[2]}:{code.co_firstlineno}" for code in own})


REACHED = Reached()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the folder."""
    parser.addoption("--reach", type=Path, help="the folder that the notes are written to")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """Note what one test reaches."""
    folder: Path | None = item.config.getoption("--reach")
    if folder is None:
        yield
        return
    REACHED.emptied()
    began = time.process_time()
    threading.setprofile(REACHED.note)  # a thread keeps it for as long as it lives, as that of a server does
    sys.setprofile(REACHED.note)
    try:
        yield
    finally:
        sys.setprofile(None)
        folder.mkdir(parents=True, exist_ok=True)
        line = {
            "test": item.nodeid,
            "seconds": round(time.process_time() - began, 3),
            "reached": REACHED.emptied(),
        }
        with (folder / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

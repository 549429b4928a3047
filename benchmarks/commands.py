"""The start-up time of ``sandtable --help``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Final

from benchmarks.stopwatch import Effort, Peer, Question, SelfTimed, Side

HELP: Final = "import sys; from sandtable.cli import main; sys.exit(main(['--help']))"
ALONE: Final = "pass"


def questions(effort: Effort) -> Iterator[Question]:
    """The help of the program, compared with Python doing nothing."""
    del effort  # a new process at any effort; the number of rounds is limited below
    sides = (
        Side(
            name="sandtable --help",
            way=SelfTimed(lambda: _started(HELP)),
            reads=None,
            under=0.4,
            peers=(Peer("python alone"),),
        ),
        Side(name="python alone", way=SelfTimed(lambda: _started(ALONE)), reads=None, shown=False),
    )
    yield Question(words="start of the program", sides=sides, most_rounds=15)


def _started(text: str) -> tuple[float, bytes]:
    """The wall-clock time of a process, and its output."""
    start = perf_counter()
    done = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True)
    return perf_counter() - start, done.stdout

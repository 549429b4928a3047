"""Runs pytest repeatedly in forks of one process, so that libraries are imported once.

    python -m tools.mutants.runner

It reads a line of JSON for each run, ``{"arguments": [...], "seconds": 120}``, and writes its exit status.
The limit is processor time, so that other work on the machine does not end a run; a run that waits without
working ends after ``PATIENCE`` times as long. Memory is limited too: a fault may make a loop collect values
without end. Neither Sandtable nor its tests are imported before a fork: each run reads them from disk.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

import pytest

LIBRARIES = (
    "hypothesis",
    "litestar",
    "msgspec",
    "numba",
    "numpy",
    "rich.progress",
    "shapely",
    "sqlalchemy",
    "typer",
)
TIMED_OUT = 124
CANNOT_RUN = 70
PATIENCE = 3
MOST_MEMORY = 8 * 1024**3
"""Bytes of address space; the largest tests take a fifth of that."""
IMPORTED_BEFORE = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
"""Libraries with pytest plugins are imported before too; their assertions are not rewritten."""


def run(arguments: Sequence[str], seconds: int) -> int:
    """The exit status of pytest, run in a fork with a limit of processor time."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        _run_here(arguments)
    signal.signal(signal.SIGALRM, lambda *_: _end(child))
    signal.alarm(seconds * PATIENCE)
    _, status = os.waitpid(child, 0)
    signal.alarm(0)
    return os.waitstatus_to_exitcode(status) if not os.WIFSIGNALED(status) else TIMED_OUT


def _run_here(arguments: Sequence[str]) -> None:
    """Run the tests silently in a new process group, and exit."""
    os.setsid()
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    status = CANNOT_RUN
    with suppress(Exception):
        status = int(pytest.main(["-W", IMPORTED_BEFORE, *arguments]))
    os._exit(status)


def _end(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def main() -> None:
    """Answer requests until the input ends."""
    for name in LIBRARIES:
        importlib.import_module(name)
    for line in sys.stdin:
        request = json.loads(line)
        print(run(request["arguments"], request["seconds"]), flush=True)


if __name__ == "__main__":
    main()

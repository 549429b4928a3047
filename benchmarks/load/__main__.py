"""Load: 200 games at once over WebSocket compared with boardgame.io, and the table in a browser.

python -m benchmarks.load
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple
from urllib.request import urlopen

from rich.console import Console
from rich.table import Table

from benchmarks.load.screen import browser_here, measure

HERE: Final = Path(__file__).parent
WIDTH: Final = 140
LONGEST_WAIT: Final = 300
"""Seconds until the service must be ready; the first start on a machine compiles."""

HEADS: Final = (
    *("server", "pace", "answers/s", "p50 ms", "p99 ms", "longest ms"),
    *("players late, p99 ms", "cpu µs each", "KiB a game"),
)
TARGET: Final = "at least 2,000 a second, p99 under 20 ms"


class Load(NamedTuple):
    """What scripted players measured: answers per second, and the waits in milliseconds.

    ``late`` is how late the players themselves were: no wait is known more exactly than that.
    """

    answers: float
    p50: float
    p99: float
    longest: float
    late: float


class Row(NamedTuple):
    """One line of the table: processor time per answer in microseconds, which holds on a busy machine too,
    and memory per open game in KiB."""

    server: str
    pace: str
    load: Load
    processor: float
    memory: float


def main(given: Sequence[str] | None = None) -> None:
    """Measure both servers at the target's rate and at full speed, in turns; then a browser."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games at once, two sockets each")
    parser.add_argument("--seconds", type=int, default=10, help="how long each measurement lasts")
    parser.add_argument("--pace", type=int, default=2000, help="answers a second of the paced measurement")
    parser.add_argument("--openings", type=int, default=9, help="how often the table is opened on a screen")
    parser.add_argument("--only", choices=("servers", "screen"), help="leave the rest out")
    asked = parser.parse_args(given)
    if asked.only != "screen":
        measure_servers(asked)
    if asked.only != "servers":
        measure_screen(asked.openings)


def measure_servers(asked: argparse.Namespace) -> None:
    """Both servers, at both rates."""
    install_players()
    rows = [
        measured(name, asked.games, asked.seconds, pace)
        for pace in (asked.pace, 0)
        for name in ("sandtable", "boardgame.io")
    ]
    show(rows, asked.games)


def measure_screen(openings: int) -> None:
    """The table in a browser, if there is one."""
    path = browser_here()
    if path is None:
        print("there is no Chromium here, so the table is not measured on a screen")
    else:
        printed(measure(path, openings))


def install_players() -> None:
    """Install the packages of the players once."""
    if shutil.which("npm") is None:
        sys.exit("the load benchmark needs Node.js: its players and its peer run in it")
    if not (HERE / "node_modules" / "boardgame.io").is_dir():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=HERE, check=True)


def measured(name: str, games: int, seconds: int, pace: int) -> Row:
    """One server under load."""
    players = "players.mjs" if name == "sandtable" else "boardgame_players.mjs"
    with hosted(name) as (process, port):
        before = memory_of(process.pid)
        command = ["node", players, f"http://127.0.0.1:{port}", str(games), str(seconds), str(pace)]
        with subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, text=True) as playing:
            assert playing.stdout is not None
            if playing.stdout.readline() != "measuring\n":
                sys.exit(f"the players of {name} gave up")
            start = processor_of(process.pid)
            load = Load(**json.loads(playing.stdout.readline()))
            busy = processor_of(process.pid) - start
        grown = memory_of(process.pid) - before
    each = busy / (load.answers * seconds) * 1e6
    return Row(name, f"{pace:,} a second" if pace else "as fast as it goes", load, each, grown / games)


@contextmanager
def hosted(name: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server on its own port, ended by its process id."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.db'}"
        ours = [sys.executable, "-m", "benchmarks.load.host", database]
        command = ours if name == "sandtable" else ["node", str(HERE / "boardgame_host.mjs")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                port = int(process.stdout.readline())
                if command is ours:
                    wait_until_ready(port)
                yield process, port
            finally:
                process.send_signal(signal.SIGTERM)


def wait_until_ready(port: int) -> None:
    """Wait until the service has loaded, so that its own memory is not counted as a game's."""
    for _ in range(LONGEST_WAIT):
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/api/health") as reply:
            if json.load(reply)["status"] == "ready":
                return
        time.sleep(1)
    sys.exit("the table did not get ready")


def memory_of(pid: int) -> int:
    """The resident memory of a process in KiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def processor_of(pid: int) -> float:
    """The processor time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def show(rows: list[Row], games: int) -> None:
    """Print the table."""
    table = Table(title=f"{games} games at once, {2 * games} sockets; target: {TARGET}")
    for head in HEADS:
        table.add_column(head, justify="left" if head in ("server", "pace") else "right")
    for row in rows:
        load = row.load
        figures = (*load, row.processor, row.memory)
        table.add_row(row.server, row.pace, *(f"{figure:,.1f}" for figure in figures))
    printed(table)


def printed(table: Table) -> None:
    """Print a table at its full width."""
    console = Console()
    (console if console.is_terminal else Console(width=WIDTH)).print(table)


if __name__ == "__main__":
    main()

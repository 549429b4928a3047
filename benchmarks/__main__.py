"""``python -m benchmarks``: measure, print the tables, and write the figures to a file if asked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import Progress

from benchmarks.catalogue import BENCHMARKS, measure
from benchmarks.figures import Figure
from benchmarks.report import as_json, report, show
from benchmarks.stopwatch import FULL, QUICK

WIDTH: Final = 180


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How long the engine takes.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to this file as well")
    parser.add_argument("--only", choices=tuple(BENCHMARKS), help="measure nothing but this")
    parser.add_argument("--quick", action="store_true", help="one round of the smallest sizes: does it run?")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> None:
    """Run the benchmarks asked for; whether targets are met does not change the exit code."""
    asked = arguments(given)
    names = [asked.only] if asked.only else list(BENCHMARKS)
    figures: list[Figure] = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring", total=len(names))
        for name in names:
            progress.update(task, description=name)
            figures += measure(name, QUICK if asked.quick else FULL)
            progress.advance(task)
    found = report(figures)
    if asked.json:
        asked.json.parent.mkdir(parents=True, exist_ok=True)
        asked.json.write_bytes(as_json(found))
    show(found, wide(Console()))


def wide(console: Console) -> Console:
    """A console wide enough for the tables if the output is not a terminal."""
    return console if console.is_terminal else Console(width=WIDTH)


if __name__ == "__main__":
    main()

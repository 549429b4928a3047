"""Output: results go to standard output, everything else to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

R = TypeVar("R")

PIPED_WIDTH = 100
"""The width of a page that is not printed to a terminal."""


def results() -> Console:
    """The console for results; coloured on a terminal unless NO_COLOR is set."""
    return _console(stderr=False)


def progress() -> Console:
    """The console for progress and remarks."""
    return _console(stderr=True)


@contextmanager
def progress_line() -> Iterator[Callable[[str], None]]:
    """Report progress: one changing line on a terminal, else a line for each message."""
    console = progress()
    if not console.is_terminal:
        yield lambda words: console.print(words, soft_wrap=True, markup=False)
        return
    with console.status("") as status:
        yield status.update


@contextmanager
def progress_bar(words: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show how much of a long task is done: a bar on a terminal, else a line at every tenth."""
    console = progress()
    if not console.is_terminal:

        def line(done: int) -> None:
            if done % max(1, total // 10) == 0:
                console.print(f"{done} of {total} {words}", soft_wrap=True)

        yield line
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(words, total=total)
        yield lambda done: bar.update(task, completed=done)


def emit(
    report: R,
    page: Callable[[R], RenderableType],
    *,
    as_json: bool,
    csv: Callable[[R], str] | None = None,
) -> None:
    """Print a report as JSON, as CSV or as its page."""
    if as_json:
        write_json(report)
    elif csv is not None:
        sys.stdout.write(csv(report))
        sys.stdout.flush()
    else:
        results().print(page(report), crop=False)


def write_json(report: object) -> None:
    """Print a report as indented JSON."""
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(report), indent=2)
    sys.stdout.write(f"{text.decode()}\n")
    sys.stdout.flush()


def write_json_line(report: object) -> None:
    """Print a report as one line of JSON."""
    import msgspec

    sys.stdout.write(f"{msgspec.json.encode(report).decode()}\n")
    sys.stdout.flush()


def _console(*, stderr: bool) -> Console:
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else PIPED_WIDTH
    # Rule texts contain square brackets, which rich would read as markup.
    return Console(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)

"""Voices: how the table speaks and listens, in pages to people or in lines of JSON to programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from sandtable.cli.output import progress, results, write_json_line
from sandtable.cli.pages.replies import page
from sandtable.cli.terminal.replies import Reply


class Interface(Protocol):
    """Whoever speaks for the table and hears what is typed."""

    def say(self, reply: Reply) -> None:
        """Say something."""

    def listen(self) -> str | None:
        """The next line that is typed; None if nobody will type any more."""

    def thinking(self, who: str) -> AbstractContextManager[object]:
        """Say that somebody thinks, while he does."""


class TextInterface:
    """Speaks in pages."""

    def __init__(self) -> None:
        self._console = results()

    def say(self, reply: Reply) -> None:
        """Print its page."""
        self._console.print(page(reply), crop=False)

    def listen(self) -> str | None:
        """A line from the keyboard or a pipe, after a prompt."""
        try:
            line = input("> ")
        except EOFError:
            self._console.print()
            return None
        if not sys.stdin.isatty():
            self._console.print(line)  # a terminal shows what is typed; a pipe does not
        return line

    @contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """A line on a terminal's standard error that goes away again."""
        console = progress()
        if not console.is_terminal:
            yield
            return
        with console.status(f"{who} is thinking"):
            yield


class JsonInterface:
    """Speaks in lines of JSON, one for each reply."""

    def say(self, reply: Reply) -> None:
        """Print one line."""
        write_json_line(reply)

    def listen(self) -> str | None:
        """A line, without a prompt."""
        try:
            return input()
        except EOFError:
            return None

    @contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Nothing is said of it."""
        del who
        yield

"""How the game in the terminal prints and reads: text for people, lines of JSON for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from sandtable.cli.output import progress, results, write_json_line
from sandtable.cli.pages.replies import page
from sandtable.cli.terminal.replies import Reply


class Interface(Protocol):
    """Prints replies and reads typed lines."""

    def say(self, reply: Reply) -> None:
        """Print a reply."""

    def listen(self) -> str | None:
        """The next typed line; None at the end of the input."""

    def thinking(self, who: str) -> AbstractContextManager[object]:
        """Show that an agent is deciding until the block ends."""


class TextInterface:
    """Prints replies as text."""

    def __init__(self) -> None:
        self._console = results()

    def say(self, reply: Reply) -> None:
        self._console.print(page(reply), crop=False)

    def listen(self) -> str | None:
        """Read a line from the keyboard or a pipe, after a prompt."""
        try:
            line = input("> ")
        except EOFError:
            self._console.print()
            return None
        if not sys.stdin.isatty():
            self._console.print(line)  # a terminal echoes what is typed; a pipe does not
        return line

    @contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Show a line on standard error that disappears again."""
        console = progress()
        if not console.is_terminal:
            yield
            return
        with console.status(f"{who} is thinking"):
            yield


class JsonInterface:
    """Prints each reply as one line of JSON."""

    def say(self, reply: Reply) -> None:
        write_json_line(reply)

    def listen(self) -> str | None:
        """Read a line without a prompt."""
        try:
            return input()
        except EOFError:
            return None

    @contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Show nothing."""
        del who
        yield

"""The walked examples of ``docs/architecture.md``: every link names a place in the code and its line.

    python -m tools.walks            # writes the lines anew

A link such as ``[`Game.answer`](../src/sandtable/game/drivers/play.py#L77)`` leads to the line that defines
``answer``, inside ``Game`` where one is named.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final, NamedTuple

PAGE: Final = Path(__file__).parents[1] / "docs" / "architecture.md"
LINK: Final = re.compile(r"\[`(?P<name>[\w.]+)`\]\((?P<path>[^)#]+)#L(?P<line>\d+)\)")


class NoSuchPlace(LookupError):
    """A link names something that its file does not define."""


class Link(NamedTuple):
    """A place in the code as the page names it, and the line it gives."""

    name: str
    path: str
    line: int

    def found(self) -> int:
        """The line that defines it today."""
        file = (PAGE.parent / self.path).resolve()
        if not file.is_file():
            raise NoSuchPlace(f"{PAGE.name} leads to {self.path}, which does not exist")
        lines = file.read_text(encoding="utf-8").splitlines()
        owner, _, own = self.name.rpartition(".")
        start = _defined(lines, owner, 0) if owner else 0
        at = None if start is None else _defined(lines, own, start)
        if at is None:
            raise NoSuchPlace(f"{PAGE.name} names {self.name}, which {self.path} does not define")
        return at


def _defined(lines: list[str], name: str, start: int) -> int | None:
    """The first line from *start* on that defines a name in Python or TypeScript."""
    python = rf"\s*(async )?(def|class) {name}\b"
    script = rf"\s*(export )?((abstract )?class|(async )?function|const|async) {name}\b"
    method = rf"\s+{name}\("
    wanted = re.compile(rf"({python}|{script}|{method})")
    return next((at for at, line in enumerate(lines[start:], start + 1) if wanted.match(line)), None)


def links(text: str) -> list[Link]:
    """All links of a page to a line of code."""
    return [Link(one["name"], one["path"], int(one["line"])) for one in LINK.finditer(text)]


def rewritten(text: str) -> str:
    """The page with every line as it is today."""
    return LINK.sub(
        lambda one: f"[`{one['name']}`]({one['path']}#L{Link(one['name'], one['path'], 0).found()})", text
    )


def main() -> int:
    """Write the page anew."""
    try:
        PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    except NoSuchPlace as fault:
        print(f"walks: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

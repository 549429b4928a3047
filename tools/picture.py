"""Takes the picture of the terminal game for the README.

It plays a few questions of a battle with seeded dice and draws the last screen as SVG.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

PICTURE = Path("docs/images/terminal.svg")
WIDTH = 100
FONT_FACE = re.compile(r"@font-face\s*{[^}]*}\s*")
"""No web font is loaded: any monospaced font will do."""
ANSWERS = (
    "the generals stay as they are",
    "legion infantry charges riflemen, left",
    "no other unit joins",
    "quit",
)
SEATS = ("--side", "British", "--against", "militia")


def screen() -> str:
    """The screen of the terminal with its colours."""
    colours = {"FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "picture.battle.json"
        program = (sys.executable, "-m", "sandtable.cli", "play", "cowpens-1781")
        return subprocess.run(
            [*program, *SEATS, "--autosave", str(kept)],
            input="\n".join(ANSWERS),
            env={**os.environ, **colours},
            capture_output=True,
            text=True,
            check=True,
        ).stdout


def draw(shown: str) -> None:
    """Draw the screen from the map on."""
    lines = shown.splitlines()
    start = next(place for place, line in enumerate(lines) if "Turn 1" in line)
    stop = next(place for place, line in enumerate(lines) if "quit" in line and place > start)
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi("\n".join(lines[start:stop])))
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    drawn = FONT_FACE.sub("", console.export_svg(title="make play"))
    PICTURE.write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    draw(screen())

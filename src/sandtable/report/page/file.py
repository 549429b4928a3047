"""Saves a report to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.game.files.typed_files import BadFile
from sandtable.report.page.page import html
from sandtable.report.story.story import ReportedBattle

SUFFIXES: Final = (".html", ".htm")


def save(fought: ReportedBattle, path: Path) -> None:
    """Write the report of a battle to *path*; BadFile if it cannot be written."""
    if path.suffix.lower() not in SUFFIXES:
        raise BadFile(str(path), "", "a report is an HTML file: give it a name that ends in .html")
    if path.is_dir():
        raise BadFile(str(path), "", "the report cannot be written here: this is a folder, name a file in it")
    text = html(fought).encode()
    try:
        path.write_bytes(text)
    except (OSError, ValueError) as error:
        words = error.strerror if isinstance(error, OSError) else str(error)
        raise BadFile(str(path), "", f"the report cannot be written here: {words}") from None

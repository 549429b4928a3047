"""The browser side as files: read once, kept in memory, sent with what browsers may remember of them."""

from __future__ import annotations

import gzip
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

INDEX = "index.html"


class Page(NamedTuple):
    """One file: its bytes, plain and packed, its type and its tag."""

    content: bytes
    packed: bytes
    kind: str
    tag: str
    is_lasting: bool


def pages_in(folder: Path) -> dict[str, Page]:
    """Every file of a built browser side, by its path; none if there is no such folder."""
    if not (folder / INDEX).is_file():
        return {}
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {path.relative_to(folder).as_posix(): _page(path, folder) for path in files}


def _page(path: Path, folder: Path) -> Page:
    content = path.read_bytes()
    kind = guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith(("javascript", "json", "svg+xml")):
        packed = gzip.compress(content, mtime=0)
        kind = kind if "svg" in kind or "json" in kind else f"{kind}; charset=utf-8"
    else:
        packed = b""
    lasting = path.relative_to(folder).parts[0] == "assets"
    return Page(content, packed, kind, f'"{sha256(content).hexdigest()[:32]}"', lasting)


def page_for(pages: dict[str, Page], path: str) -> Page | None:
    """The file at a path; a path without an ending is a place within the one page."""
    wanted = path.strip("/") or INDEX
    if wanted in pages:
        return pages[wanted]
    return pages.get(INDEX) if "." not in wanted.rpartition("/")[2] else None

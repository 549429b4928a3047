"""The files of the browser side, read once and kept in memory, with what a browser may cache.

Large files were packed when they were built (``X.gz`` lies beside ``X``); only their packed form is kept.
"""

from __future__ import annotations

import gzip
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Final, NamedTuple

INDEX = "index.html"
PACKED: Final = ".gz"
LASTING: Final = ("assets", "lab", "pyodide")
"""Folders whose files never change: each name has a digest or a version in it."""
KINDS: Final = {".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}
"""Types that the list of a machine may lack; browsers need them to start and install the program."""
COMPILING: Final = "lab"
"""The folder whose scripts may compile what they fetched, for the worker that runs Python."""


class StaticFile(NamedTuple):
    """One file: its bytes (empty if only the packed form is kept), its packed bytes, its type and its tag."""

    content: bytes
    packed: bytes
    kind: str
    tag: str
    is_lasting: bool
    compiles: bool

    @property
    def plain(self) -> bytes:
        """Its bytes for a client that cannot unpack."""
        return gzip.decompress(self.packed) if self.packed and not self.content else self.content


def files_in(folder: Path) -> dict[str, StaticFile]:
    """Every file of a built browser side, by its path; none if there is no such folder."""
    if not (folder / INDEX).is_file():
        return {}
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    names = {path.relative_to(folder).as_posix(): path for path in files}
    return {
        name: _file(path, name, names.get(name + PACKED))
        for name, path in names.items()
        if name.removesuffix(PACKED) == name or name.removesuffix(PACKED) not in names
    }


def _file(path: Path, name: str, packed_before: Path | None) -> StaticFile:
    content = path.read_bytes()
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    kind = KINDS.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    packed = b""
    if kind.startswith("text/") or kind.endswith(("javascript", "json", "svg+xml")):
        kind = kind if "svg" in kind or "json" in kind else f"{kind}; charset=utf-8"
        packed = b"" if packed_before else gzip.compress(content, mtime=0)
    if packed_before is not None:
        content, packed = b"", packed_before.read_bytes()
    first, _, rest = name.partition("/")
    inside = bool(rest)
    return StaticFile(content, packed, kind, tag, inside and first in LASTING, inside and first == COMPILING)


def file_for(files: dict[str, StaticFile], path: str) -> StaticFile | None:
    """The file at a path; a path without a suffix is a place within the one page."""
    wanted = path.strip("/") or INDEX
    if wanted in files:
        return files[wanted]
    return files.get(INDEX) if "." not in wanted.rpartition("/")[2] else None

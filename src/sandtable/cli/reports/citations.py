"""Citations: the places where the code and the tests of a system name a rule."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from sandtable.game.files.typed_files import BadFile, Source, read
from sandtable.game.kit.system import System
from sandtable.game.rules.citations import FILE_LIMIT, RULEBOOK

CITING: Final = (".py", ".toml")


class Citation(Struct, frozen=True):
    """A line that names a rule."""

    file: str
    line: int


def code_of(system: System[Any]) -> tuple[Source, ...]:
    """The files of a system that can cite its rules."""
    return tuple(_below(files(system.package)))


def python_files(system: System[Any]) -> tuple[Path, ...]:
    """The Python files of a system on disk."""
    return tuple(Path(str(source)) for source in code_of(system) if source.name.endswith(".py"))


def tests_of(system: System[Any], folder: Path | None) -> tuple[Source, ...] | None:
    """The test files of a system in a folder of tests; None if there is no such folder.

    The default is the folder beside the source tree.
    """
    beside = folder or _beside_source()
    if beside is None or not beside.is_dir():
        return None
    own = beside / "systems" / system.id
    return tuple(_below(own if own.is_dir() else beside))


def citations(rule: str, sources: Iterable[Source]) -> tuple[Citation, ...]:
    """Every line of the files that names a rule by its exact id."""
    named = re.compile(rf"(?<![\w.-]){re.escape(rule)}(?![\w-])(?!\.[\w-])")
    return tuple(
        Citation(shown_path(source), line)
        for source in sources
        for line, text in _texts(source, rule)
        if named.search(text)
    )


def _below(folder: Source) -> Iterator[Source]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and not entry.name.startswith((".", "__")):
            yield from _below(entry)
        elif entry.name.endswith(CITING) and entry.name != RULEBOOK:
            yield entry


def shown_path(source: Source) -> str:
    """A path from the root of the checkout, if it is in one."""
    root = _root()
    if root is not None and isinstance(source, Path) and source.resolve().is_relative_to(root):
        return str(source.resolve().relative_to(root))
    return str(source)


def _root() -> Path | None:
    """The root of the checkout, the folder that holds ``src``; None if installed."""
    parents = Path(__file__).resolve().parents
    return next((folder.parent for folder in parents if folder.name == "src"), None)


def _beside_source() -> Path | None:
    root = _root()
    return None if root is None else root / "tests"


def _texts(source: Source, rule: str) -> Iterator[tuple[int, str]]:
    """The lines of a file that can cite a rule: strings and comments of Python, all of TOML."""
    content = read(source, limit=FILE_LIMIT)
    if rule.encode() not in content:
        return
    if not source.name.endswith(".py"):
        yield from enumerate(content.decode(errors="replace").splitlines(), start=1)
        return
    try:
        tokens = list(tokenize.tokenize(io.BytesIO(content).readline))
    except (SyntaxError, tokenize.TokenError) as error:
        raise BadFile(str(source), "", f"this is not valid Python: {error}") from None
    for token in tokens:
        if tokenize.tok_name[token.type] in ("STRING", "FSTRING_MIDDLE", "COMMENT"):
            yield from enumerate(token.string.splitlines(), start=token.start[0])

"""Typed files: TOML and JSON files are read into typed frozen values, or refused in a sentence.

A bad file never causes a traceback: it raises a ``BadFile`` that names the file, the key in it, what is wrong
and what is allowed.

>>> class Gun(Struct, frozen=True, forbid_unknown_fields=True):
...     name: str
...     range: int
>>> decode_toml(b'name = "3pdr"\\nrange = 45', Gun, "guns.toml")
Gun(name='3pdr', range=45)
>>> try:
...     decode_toml(b'name = "3pdr"\\nrnage = 45', Gun, "guns.toml")
... except BadFile as refusal:
...     print(refusal)
guns.toml: rnage: there is no such key here; allowed are name, range; did you mean range?
"""

from __future__ import annotations

import math
import re
import threading
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from itertools import accumulate
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from sandtable.game.files.type_errors import did_you_mean, explain_type_error, suggest

__all__ = [
    "BadFile",
    "Problem",
    "Source",
    "convert",
    "decode_json",
    "decode_toml",
    "prepared",
    "read",
    "read_json",
    "read_toml",
    "suggest",
]

T = TypeVar("T")

Source = Path | Traversable
"""Where a file lies: on the disk, or inside the installed package."""

TOML_LIMIT: Final = 2 * 1024 * 1024
JSON_LIMIT: Final = 32 * 1024 * 1024
DEPTH_LIMIT: Final = 100
DOTS_LIMIT: Final = 32

_DOTTED_KEY: Final = re.compile(
    r"(?<![\w-])(?:(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+)" f"{{{DOTS_LIMIT}}}"
)
_JSON_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_NOT_BRACKETS: Final = bytes(sorted(set(range(256)) - set(b"[]{}")))
_STEPS_OF_DEPTH: Final = bytes.maketrans(b"[{]}", b"\2\2\0\0")


class Problem(Struct, frozen=True):
    """A fault of a file: the file, the key in it, and what is wrong and what would be right."""

    path: str
    key: str
    words: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.path, self.key, self.words) if part)


class BadFile(Exception):
    """Raised for a file that cannot be used; ``problem`` says where and why."""

    def __init__(self, path: str, key: str, words: str) -> None:
        self.problem = Problem(path, key, words)
        super().__init__(str(self.problem))


# --------------------------------------------------------------------- reading
def read_toml(source: Source, kind: type[T], *, limit: int = TOML_LIMIT) -> T:
    """Read a TOML file into *kind*."""
    return decode_toml(read(source, limit=limit), kind, str(source))


def read_json(source: Source, kind: type[T], *, limit: int = JSON_LIMIT) -> T:
    """Read a JSON file into *kind*."""
    return decode_json(read(source, limit=limit), kind, str(source))


def read(source: Source, *, limit: int) -> bytes:
    """The bytes of a file of at most *limit* bytes."""
    path = str(source)
    try:
        if source.is_dir():
            raise BadFile(path, "", f"this is a folder, not a file{_inside(source)}")
        if not source.is_file():
            raise BadFile(path, "", f"there is no such file{_beside(source)}")
        with source.open("rb") as stream:
            content: bytes = stream.read(limit + 1)
    except OSError as error:
        raise BadFile(path, "", f"the file cannot be read: {error.strerror or error}") from error
    if len(content) > limit:
        raise BadFile(path, "", f"the file is too large; at most {limit:,} bytes are read")
    return content


def _inside(folder: Source) -> str:
    names = sorted(entry.name for entry in folder.iterdir() if entry.is_file())
    return f"; name one in it, such as {names[0]}" if names else ""


def _beside(missing: Source) -> str:
    """The most similar file name in the folder of a missing file."""
    if not isinstance(missing, Path):
        return ""
    if not missing.parent.is_dir():
        return f", nor a folder {missing.parent}"
    return did_you_mean(missing.name, [entry.name for entry in missing.parent.iterdir()])


# --------------------------------------------------------------------- decoding
def decode_toml(content: bytes, kind: type[T], path: str) -> T:
    """Turn the bytes of a TOML file into *kind*; *path* is the name of the file in errors."""
    text = _text(content, path)
    if _DOTTED_KEY.search(text):
        raise BadFile(path, "", f"a key has {DOTS_LIMIT} or more dots in it; no key here is that long")
    strange: list[float] = []

    def number(digits: str) -> float:
        value = float(digits)
        if not math.isfinite(value):
            strange.append(value)
        return value

    try:
        raw: object = tomllib.loads(text, parse_float=number)
    except RecursionError:
        raise BadFile(path, "", "lists or tables are nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise BadFile(path, "", f"this is not valid TOML: {_end_as_line(str(error), text)}") from None
    except ValueError:  # the only other error of tomllib: Python refuses to parse very long integers
        raise BadFile(path, "", "a whole number has thousands of digits") from None
    if strange:
        raise BadFile(path, _key_of_infinity(raw), f"{strange[0]} is not a number that can be used here")
    return convert(raw, kind, path)


def decode_json(content: bytes, kind: type[T], path: str) -> T:
    """Turn the bytes of a JSON file into *kind*; *path* is the name of the file in errors."""
    text = _text(content, path)
    brackets = _JSON_STRING.sub(b"", content).translate(_STEPS_OF_DEPTH, _NOT_BRACKETS)
    if max(accumulate(step - 1 for step in brackets), default=0) > DEPTH_LIMIT:
        raise BadFile(path, "", f"lists or objects are nested more than {DEPTH_LIMIT} deep")
    try:
        raw: object = msgspec.json.decode(text)
    except ValueError as error:
        raise BadFile(path, "", f"this is not valid JSON: {_byte_as_line(str(error), content)}") from None
    return convert(raw, kind, path)


def _text(content: bytes, path: str) -> str:
    """The content as text, without the byte order mark that some editors write."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = _line_and_column(content, error.start)
        raise BadFile(
            path, "", f"the file is not UTF-8 text: byte 0x{content[error.start]:02x} at {place}"
        ) from None


def _line_and_column(content: bytes, at: int) -> str:
    line, start = content.count(b"\n", 0, at) + 1, content.rfind(b"\n", 0, at)
    return f"line {line}, column {at - start}"


def _end_as_line(words: str, text: str) -> str:
    lines = text.count("\n") + 1
    return words.replace("(at end of document)", f"(at line {lines}, where the file ends)")


def _byte_as_line(words: str, content: bytes) -> str:
    """msgspec's error on bad JSON, with a line and column instead of a byte offset."""
    if words == "Input data was truncated":
        return f"it ends too early (at {_line_and_column(content, len(content))})"
    place = re.search(r" \(byte (\d+)\)", words)
    if place is None:
        return words.replace(" - at `$", " at `")
    words = words.replace(place[0], "").removeprefix("JSON is malformed: ")
    return f"{words} (at {_line_and_column(content, int(place[1]))})"


def _key_of_infinity(raw: object, key: str = "") -> str:
    """The key of a number that is not finite; empty if there is none."""
    if isinstance(raw, float) and not math.isfinite(raw):
        return key
    entries: Iterable[tuple[str, object]] = ()
    if isinstance(raw, Mapping):
        entries = ((f"{key}.{name}".lstrip("."), value) for name, value in raw.items())
    elif isinstance(raw, list):
        entries = ((f"{key}[{place}]", value) for place, value in enumerate(raw))
    return next((found for name, value in entries if (found := _key_of_infinity(value, name))), "")


# --------------------------------------------------------------------- converting
def convert(raw: object, kind: type[T], path: str, key: str = "") -> T:
    """Turn plain parsed values into *kind*; *key* is their place in the file."""
    try:
        return msgspec.convert(raw, prepared(kind))
    except RecursionError:
        raise BadFile(path, key, "lists or tables are nested too deeply") from None
    except msgspec.ValidationError as error:
        found = explain_type_error(str(error), raw, kind)
        raise BadFile(path, f"{key}{found.key}".lstrip("."), found.words) from None


_preparing: Final = threading.Lock()
_decoders: dict[object, object] = {}


def prepared(kind: type[T]) -> type[T]:
    """The type itself, once msgspec has read its definition.

    msgspec inspects a type at its first use. Two threads that inspect types with a common part at the same
    time can crash the process, so types are inspected under a lock.
    """
    if kind not in _decoders:
        with _preparing:
            _decoders[kind] = msgspec.json.Decoder(kind)
    return kind

"""Sealed records in files: written atomically, checked when read, refused in a sentence if damaged.

    save(record, Path("cowpens.battle.json"))
    record = load(Path("cowpens.battle.json"))

A file that was cut off or changed is not loaded.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.files.record import (
    FORMAT,
    HEADING,
    OPTIONAL,
    VERSION,
    End,
    Record,
    Step,
    content_of,
    seal_of,
    text_of,
)
from sandtable.game.files.typed_files import BadFile, prepared

T = TypeVar("T")

FILE_LIMIT: Final = 16 * 1024 * 1024
LINE_LIMIT: Final = 64 * 1024
SCENARIO_LIMIT: Final = 2 * 1024 * 1024
"""The longest line of a scenario: eight times the limit of a scenario file, because a record contains the
scenario with its defaults."""
LINES_LIMIT: Final = 100_000
DEPTH_LIMIT: Final = 50
SHOWN: Final = 160
TOO_DEEP: Final = f"Lists or objects are nested more than {DEPTH_LIMIT} deep"
NOT_OURS: Final = "is not written as Sandtable writes it: values are repeated, spaced or out of order"
SCENARIO_LINE: Final = HEADING.index("scenario") + 2

_FIRST_LINE: Final = re.compile(rb'\{"format":"([^"\n]{0,200})","version":(\d{1,9}),\n')
_SEAL_LINE: Final = re.compile(rb'"seal":"([0-9a-f]{64})"\}\n')
_SEAL_LENGTH: Final = len(b'"seal":""}\n') + 64
_STEP: Final = msgspec.json.Decoder(Step)


class BadRecord(BadFile):
    """Raised for a record that cannot be used; ``problem`` says where and why."""


class _Tail(Struct, frozen=True, forbid_unknown_fields=True):
    """The lines below the steps."""

    end: End | None
    seal: str


# ------------------------------------------------------------------ saving and loading
def save(record: Record, path: Path) -> None:
    """Write a sealed record to *path*; a record that could not be loaded again is refused."""
    if not record.seal:
        words = "a record without a seal cannot be saved: replay it and record the game anew"
        raise BadRecord(str(path), "", words)
    if record.seal != seal_of(content_of(record)):
        raise BadRecord(str(path), "seal", "does not fit what the record says: seal it again with `sealed`")
    text = text_of(record)
    _require_bearable(path, text)
    _require_format(path, text)
    _decoded(path, text)
    _write(path, text)


def load(path: Path) -> Record:
    """The record in a file; `BadRecord` if any byte of it was changed."""
    return _loaded(path, _read(path))


def parse(text: bytes, called: str) -> Record:
    """The record in a text; `BadRecord`, which names it *called*, if any byte of it was changed."""
    path = Path(called)
    _require_bearable(path, text)
    return _loaded(path, text)


def _loaded(path: Path, text: bytes) -> Record:
    _require_format(path, text)
    seal = _SEAL_LINE.fullmatch(text, max(len(text) - _SEAL_LENGTH, 0))
    if seal is not None and seal[1].decode() == seal_of(text[:-_SEAL_LENGTH]):
        return _decoded(path, text)
    left = _pieced(path, text)
    if seal is None:
        whole = f"{len(left.entries)} whole step{'' if len(left.entries) == 1 else 's'}"
        raise BadRecord(str(path), "", f"the record breaks off after {whole}")
    words = "the record was changed after it was sealed"
    raise BadRecord(str(path), _first_broken_line(text, len(left.entries)), words)


# ------------------------------------------------------------------ decoding
def _require_format(path: Path, text: bytes) -> None:
    """Refuse a text that is no record, or has another format or version."""
    right = f'a record begins {{"format":"{FORMAT}","version":{VERSION},'
    if not text:
        raise BadRecord(str(path), "", f"the file is empty; {right}")
    first = _FIRST_LINE.match(text)
    if first is None:
        raise BadRecord(str(path), "line 1", f"this is not a battle record, or it is damaged; {right}")
    if first[1] != FORMAT.encode():
        words = f'must be "{FORMAT}", not "{first[1].decode(errors="replace")}"'
        raise BadRecord(str(path), "format", words)
    version = int(first[2])
    if version != VERSION:
        known = "a later Sandtable wrote it" if version > VERSION else "there is no such version"
        raise BadRecord(str(path), "version", f"must be {VERSION}, not {version}; {known}")


def _decoded(path: Path, text: bytes) -> Record:
    """The record in a text, if the text is exactly what this record would be written as."""
    left, lines = _pieced(path, text), text.split(b"\n")
    at = _opening_line(text) + len(left.entries)
    if lines[at] != b"],":
        try:
            _step_in(lines[at])
        except (ValueError, RecursionError) as fault:
            raise _broken(path, fault, f"line {at + 1}") from None
    tail = _typed(path, b"{" + b"\n".join(lines[at + 1 : at + 4]), _Tail, f"line {at + 2}")
    found = replace(left, end=tail.end, seal=tail.seal)
    wanted = text_of(found).split(b"\n")
    for number, (line, right) in enumerate(zip_longest(lines, wanted), start=1):
        if line != right:
            raise BadRecord(str(path), f"line {number}", NOT_OURS)
    return found


def _pieced(path: Path, text: bytes) -> Record:
    """The heading of a text and its steps up to the first broken one."""
    opening = _opening_line(text)
    *heading, rest = text.split(b"\n", opening)
    if len(heading) < opening:
        words = "the record breaks off in its heading, so nothing of it can be saved"
        raise BadRecord(str(path), f"line {len(heading) + 1}", words)
    if heading[-1] != b'"entries":[':
        raise BadRecord(str(path), f"line {opening}", 'must be "entries":[ and nothing else')
    found = _typed(path, b"\n".join(heading) + b"]}", Record)
    if _is_too_deep(found.scenario):
        raise BadRecord(str(path), "scenario", TOO_DEEP)
    return replace(found, entries=tuple(_whole_steps(rest)), end=None, seal="")


def _opening_line(text: bytes) -> int:
    """The number of the line that opens the steps; each key of the heading has one line."""
    lines = text.split(b"\n", len(HEADING) + 1)[1 : len(HEADING) + 1]
    left_out = sum(not any(line.startswith(f'"{name}":'.encode()) for line in lines) for name in OPTIONAL)
    return len(HEADING) + 2 - left_out


def _whole_steps(rest: bytes) -> Iterator[Step]:
    for line in rest.split(b"\n"):
        try:
            yield _step_in(line)
        except (ValueError, RecursionError):  # the steps end here, or the next one is broken
            return


def _step_in(line: bytes) -> Step:
    """The step in a line."""
    text = line.removesuffix(b",")
    step: Step = _STEP.decode(text)
    # Counting brackets is cheap and rules out nearly every step; only the others are measured.
    if text.count(b"[") + text.count(b"{") > DEPTH_LIMIT and _depth(msgspec.to_builtins(step)) > DEPTH_LIMIT:
        raise ValueError(TOO_DEEP)
    return step


def _is_too_deep(value: object) -> bool:
    try:
        return _depth(value) > DEPTH_LIMIT
    except RecursionError:
        return True


def _depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    if isinstance(value, list | tuple):
        return 1 + max(map(_depth, value), default=0)
    return 0


def _typed(path: Path, text: bytes, kind: type[T], place: str = "") -> T:
    """A part of a text as a *kind*; `BadRecord` if it does not fit."""
    try:
        return msgspec.json.decode(text, type=prepared(kind))
    except (ValueError, RecursionError) as fault:
        raise _broken(path, fault, place) from None


def _broken(path: Path, fault: ValueError | RecursionError, place: str) -> BadRecord:
    """The error of the decoder as a `BadRecord`, shortened because hostile text can make it long."""
    words, at, key = str(fault).rpartition(" - at `$")
    if not at:
        words, key = key, ""
    if isinstance(fault, RecursionError):
        words = TOO_DEEP
    elif isinstance(fault, UnicodeDecodeError):
        words = f"the text is not UTF-8: {fault.reason}"
    where = ", ".join(part for part in (place, key.strip(".`")[:SHOWN]) if part)
    return BadRecord(str(path), where, words[:SHOWN])


def _first_broken_line(text: bytes, steps: int) -> str:
    """The line at which a changed text becomes unreadable; empty if all its steps are whole."""
    at = _opening_line(text) + steps
    return "" if text.split(b"\n")[at] == b"]," else f"line {at + 1}"


# ------------------------------------------------------------------ reading
# Do not follow a link to another file and do not block on a pipe; not every platform has these flags.
_CAREFULLY: Final = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
)


def _read(path: Path) -> bytes:
    """The bytes of a regular file within the limits; anything else is refused unread."""
    try:
        descriptor = os.open(path, _CAREFULLY)
    except (OSError, ValueError) as error:
        raise BadRecord(str(path), "", _unopened(error)) from None
    try:
        _require_plain(path, os.fstat(descriptor))
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            content = stream.read(FILE_LIMIT + 1)
    except OSError as error:
        raise BadRecord(str(path), "", f"the file cannot be read: {error.strerror}") from None
    finally:
        os.close(descriptor)
    _require_bearable(path, content)
    return content


def _unopened(error: OSError | ValueError) -> str:
    if isinstance(error, ValueError):
        return f"this cannot be the name of a file: {error}"
    if error.errno == errno.ELOOP:
        return "this is a link, which may lead anywhere; name the record itself"
    if isinstance(error, FileNotFoundError):
        return "there is no such file; name a record, such as my.battle.json"
    return f"the file cannot be opened: {error.strerror}"


def _require_plain(path: Path, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise BadRecord(str(path), "", "this is a folder; name a record in it, such as my.battle.json")
    if not stat.S_ISREG(status.st_mode):
        raise BadRecord(str(path), "", "this is a device or a pipe; a record is a plain file")
    if status.st_size > FILE_LIMIT:
        raise _too_large(path, status.st_size)


def _require_bearable(path: Path, text: bytes) -> None:
    """Refuse a text that is too large, has too many lines, or has a line that is too long."""
    if len(text) > FILE_LIMIT:
        raise _too_large(path, len(text))
    lines = text.count(b"\n")
    if lines > LINES_LIMIT:
        words = f"the file has {lines:,} lines; a record has at most {LINES_LIMIT:,}, one for each step"
        raise BadRecord(str(path), "", words)
    start = 0
    while len(text) - start > LINE_LIMIT:
        end = text.rfind(b"\n", start, start + LINE_LIMIT)
        start = (_end_of_long_line(path, text, start) if end < 0 else end) + 1


def _end_of_long_line(path: Path, text: bytes, start: int) -> int:
    """The end of a line beyond the usual limit, which only the scenario may exceed."""
    number = text.count(b"\n", 0, start) + 1
    limit = SCENARIO_LIMIT if number == SCENARIO_LINE else LINE_LIMIT
    end = text.find(b"\n", start, start + limit)
    if end < 0 and len(text) - start > limit:
        words = f"is longer than {limit:,} bytes; no such line of a record is"
        raise BadRecord(str(path), f"line {number}", words)
    return len(text) if end < 0 else end


def _too_large(path: Path, size: int) -> BadRecord:
    return BadRecord(str(path), "", f"the file has {size:,} bytes; a record has at most {FILE_LIMIT:,}")


# ------------------------------------------------------------------ writing
def _write(path: Path, text: bytes) -> None:
    """Write *text* to *path* atomically: after a failure the old file is still there."""
    part = path.parent / f".{secrets.token_hex(8)}.part"
    try:
        try:
            with part.open("xb") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        _remember(path.parent)
    except (OSError, ValueError) as error:
        words = error.strerror if isinstance(error, OSError) else str(error)
        raise BadRecord(str(path), "", f"the record cannot be written here: {words}") from None


def _remember(folder: Path) -> None:
    """Make the new name survive a power cut, where the platform supports it."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

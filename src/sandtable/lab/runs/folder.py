"""The folder of a run: its plan, and one line for each battle, written as the battle ends.

``plan.json`` states what is fought, ``battles.jsonl`` the results in the order in which battles ended. An
interrupted run continues where it stopped; with more battles in the plan it continues further. A truncated
last line is dropped and its battle fought again.

In parquet format the lines are moved into files ``battles-000001.parquet`` and so on, every FOLDED lines and
when the folder is closed. Both are read, so a run may continue in the other format.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, Final, Self

import msgspec
from msgspec.structs import replace

from sandtable.game.files.typed_files import BadFile, decode_json, read
from sandtable.lab.runs.battle import FinishedBattle, Result
from sandtable.lab.runs.parquet import read_part, require_installed, write_part
from sandtable.lab.runs.plan import Plan

PLAN: Final = "plan.json"
BATTLES: Final = "battles.jsonl"
FAILED: Final = "failed"
PARTS: Final = "battles-*.parquet"
FOLDED: Final = 1000
"""The number of lines that are moved into one parquet file."""
MOST_BYTES: Final = 4 * 1024**3
PLAN_BYTES: Final = 8 * 1024**2


class FileFormat(StrEnum):
    """The file format of a run's battles."""

    LINES = "jsonl"
    PARQUET = "parquet"


class RunFolder:
    """An open run folder, to which battles can be added."""

    def __init__(self, folder: Path, plan: Plan, format: FileFormat, results: dict[int, Result]) -> None:
        self.folder = folder
        self.plan = plan
        self._format = format
        self._results = results
        self._lines = len(dict.fromkeys(one.number for one in _lines(folder / BATTLES)))
        self._file: BinaryIO = (folder / BATTLES).open("ab")

    @classmethod
    def open(cls, folder: Path, plan: Plan, format: FileFormat = FileFormat.LINES) -> Self:
        """Open or create the run in a folder; BadFile if it holds another run."""
        if format is FileFormat.PARQUET:
            require_installed(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise BadFile(str(folder), "", f"cannot be created: {fault.strerror}") from None
        before = read_plan(folder) if (folder / PLAN).exists() else None
        if before is not None:
            _require_same(before, plan, folder)
        _write(folder / PLAN, msgspec.json.format(msgspec.json.encode(plan)))
        _drop_cut_off_line(folder / BATTLES)
        return cls(folder, plan, format, _results(folder))

    def missing(self) -> list[int]:
        """The numbers of the battles still to be fought."""
        return [number for number in range(self.plan.battles) if number not in self._results]

    def add(self, result: Result) -> None:
        """Write a battle and flush it to the operating system."""
        self._file.write(msgspec.json.encode(result) + b"\n")
        self._file.flush()
        self._results[result.number] = result
        self._lines += 1
        if self._format is FileFormat.PARQUET and self._lines >= FOLDED:
            self._fold()

    def _fold(self) -> None:
        """Move the lines into a parquet file; after a crash in between, a battle is stored twice and read
        once."""
        if not self._lines:
            return
        number = max((int(part.stem.partition("-")[2]) for part in _parts(self.folder)), default=0) + 1
        lines = {result.number: result for result in _lines(self.folder / BATTLES)}
        write_part(self.folder / f"battles-{number:06}.parquet", lines.values())
        self._file.truncate(0)
        self._lines = 0

    def results(self) -> tuple[Result, ...]:
        """The finished and failed battles of the plan, by number."""
        return tuple(self._results[number] for number in sorted(self._results) if number < self.plan.battles)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        if self._format is FileFormat.PARQUET:
            self._fold()
        self._file.close()


def read_plan(folder: Path) -> Plan:
    """The plan of the run in a folder; BadFile if there is none."""
    if not (folder / PLAN).exists():
        words = f"is not a run: it has no {PLAN}; sandtable simulate --out makes one"
        raise BadFile(str(folder), "", words)
    return decode_json(read(folder / PLAN, limit=PLAN_BYTES), Plan, str(folder / PLAN))


def read_run(folder: Path) -> tuple[Plan, tuple[Result, ...]]:
    """The plan and the results in a folder."""
    plan = read_plan(folder)
    results = _results(folder)
    return plan, tuple(results[number] for number in sorted(results) if number < plan.battles)


def finished(results: tuple[Result, ...]) -> tuple[FinishedBattle, ...]:
    """The battles that were fought to their end."""
    return tuple(result for result in results if isinstance(result, FinishedBattle))


# --------------------------------------------------------------------- files
def _require_same(before: Plan, plan: Plan, folder: Path) -> None:
    """Refuse a plan that differs from the one in the folder in anything but its size."""
    grown = replace(plan, battles=before.battles, studied=before.studied)
    if grown == before:
        return
    differs = [name for name in Plan.__struct_fields__ if getattr(grown, name) != getattr(before, name)]
    words = f"contains another run ({' and '.join(differs)} differ): name another folder, or delete this one"
    raise BadFile(str(folder), "", words)


def _results(folder: Path) -> dict[int, Result]:
    """The battles in a folder by number, from parquet files and lines."""
    parts = (result for part in _parts(folder) for result in read_part(part))
    return {result.number: result for result in (*parts, *_lines(folder / BATTLES))}


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob(PARTS))


def _drop_cut_off_line(path: Path) -> None:
    """Truncate a file after its last whole line."""
    if path.exists():
        whole = read(path, limit=MOST_BYTES).rfind(b"\n") + 1
        if whole < path.stat().st_size:
            os.truncate(path, whole)


def _lines(path: Path) -> Iterator[Result]:
    if not path.exists():
        return
    decoder = msgspec.json.Decoder(Result)
    text = read(path, limit=MOST_BYTES)
    for number, line in enumerate(text[: text.rfind(b"\n") + 1].splitlines(), start=1):
        try:
            yield decoder.decode(line)
        except msgspec.DecodeError as fault:
            raise BadFile(str(path), f"line {number}", f"is not a battle: {fault}") from None


def _write(path: Path, text: bytes) -> None:
    """Replace a small file atomically."""
    beside = path.with_suffix(".new")
    beside.write_bytes(text + b"\n")
    beside.replace(path)

"""A run in a folder: its plan, and every battle in a line of its own, written as it ends.

``plan.json`` says what is fought and ``battles.jsonl`` how each battle went, in the order in which they
ended. A run that is interrupted goes on where it was; with more battles in the plan it goes on further. A
line that was cut off in the writing is dropped and its battle fought again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, Self

import msgspec
from msgspec.structs import replace

from sandtable.game.files import BadFile, decode_json, read
from sandtable.lab.bout import Broken, Fought, Result
from sandtable.lab.plan import Plan

PLAN: Final = "plan.json"
BATTLES: Final = "battles.jsonl"
FAILED: Final = "failed"
MOST_BYTES: Final = 4 * 1024**3
PLAN_BYTES: Final = 8 * 1024**2


class Kept:
    """A folder that holds a run, open for more battles."""

    def __init__(self, folder: Path, plan: Plan, results: dict[int, Result], file: BinaryIO) -> None:
        self.folder = folder
        self.plan = plan
        self._results = results
        self._file = file

    @classmethod
    def open(cls, folder: Path, plan: Plan) -> Self:
        """The run in a folder, begun or gone on with; BadFile if another one lies there."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise BadFile(str(folder), "", f"cannot be made a folder: {fault.strerror}") from None
        before = read_plan(folder) if (folder / PLAN).exists() else None
        if before is not None:
            _require_same(before, plan, folder)
        _write(folder / PLAN, msgspec.json.format(msgspec.json.encode(plan)))
        results = _read_whole_lines(folder / BATTLES)
        return cls(folder, plan, results, (folder / BATTLES).open("ab"))

    def missing(self) -> list[int]:
        """The numbers of the battles that are still to be fought."""
        return [number for number in range(self.plan.battles) if number not in self._results]

    def add(self, result: Result) -> None:
        """Write a battle down; when this returns the system has it."""
        self._file.write(msgspec.json.encode(result) + b"\n")
        self._file.flush()
        self._results[result.number] = result

    def results(self) -> tuple[Result, ...]:
        """Every battle of the plan that was fought, in the order of their numbers."""
        return tuple(self._results[number] for number in sorted(self._results) if number < self.plan.battles)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()


def read_plan(folder: Path) -> Plan:
    """The plan of the run in a folder; BadFile if none lies there."""
    if not (folder / PLAN).exists():
        words = f"holds no run, as there is no {PLAN} in it; sandtable simulate --out makes one"
        raise BadFile(str(folder), "", words)
    return decode_json(read(folder / PLAN, limit=PLAN_BYTES), Plan, str(folder / PLAN))


def read_run(folder: Path) -> tuple[Plan, tuple[Result, ...]]:
    """The run in a folder, as far as it came."""
    plan = read_plan(folder)
    results = {result.number: result for result in _lines(folder / BATTLES)}
    return plan, tuple(results[number] for number in sorted(results) if number < plan.battles)


def fought(results: tuple[Result, ...]) -> tuple[Fought, ...]:
    """Those that were fought to their end."""
    return tuple(result for result in results if isinstance(result, Fought))


def broken(results: tuple[Result, ...]) -> tuple[Broken, ...]:
    """Those that were not."""
    return tuple(result for result in results if isinstance(result, Broken))


# --------------------------------------------------------------------- files
def _require_same(before: Plan, plan: Plan, folder: Path) -> None:
    """A run goes on only as it was begun; it may grow."""
    grown = replace(plan, battles=before.battles, studied=before.studied)
    if grown == before:
        return
    differs = [name for name in Plan.__struct_fields__ if getattr(grown, name) != getattr(before, name)]
    words = f"holds another run ({' and '.join(differs)} differ); name another folder, or delete this one"
    raise BadFile(str(folder), "", words)


def _read_whole_lines(path: Path) -> dict[int, Result]:
    """The battles in a file, which ends behind its last whole line afterwards."""
    if not path.exists():
        return {}
    whole = read(path, limit=MOST_BYTES).rfind(b"\n") + 1
    if whole < path.stat().st_size:
        os.truncate(path, whole)
    return {result.number: result for result in _lines(path)}


def _lines(path: Path) -> Iterator[Result]:
    if not path.exists():
        return
    decoder = msgspec.json.Decoder(Result)
    text = read(path, limit=MOST_BYTES)
    for number, line in enumerate(text[: text.rfind(b"\n") + 1].splitlines(), start=1):
        try:
            yield decoder.decode(line)
        except msgspec.DecodeError as fault:
            raise BadFile(str(path), f"line {number}", f"is no battle: {fault}") from None


def _write(path: Path, text: bytes) -> None:
    """A small file, replaced whole."""
    beside = path.with_suffix(".new")
    beside.write_bytes(text + b"\n")
    beside.replace(path)

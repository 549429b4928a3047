"""Records: replay one in words, verify several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable import systems
from sandtable.cli.errors import Misuse
from sandtable.game.battle.battle import Outcome
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.replay import Finding, remark_on_version, replay, scenario_of, verify
from sandtable.game.files.record import Record, Seat
from sandtable.game.files.record_files import BadRecord, load
from sandtable.game.files.typed_files import BadFile
from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import BadHouseRule, Plain
from sandtable.game.story.narration import LogLine, Narrator, Waiting, waiting


class ReplayReport(Struct, frozen=True):
    """A replayed record: its heading, its log in words, and the waiting question.

    ``steps`` is the number of steps in the record, ``step`` the number in the log. ``closed`` is how the
    players ended the battle early, if the log reaches that point.
    """

    file: str
    system: str
    scenario: str
    sides: tuple[str, ...]
    readings: dict[str, int]
    house_rules: dict[str, Plain]
    seats: tuple[Seat, ...]
    steps: int
    step: int
    log: tuple[LogLine, ...]
    waiting: Waiting | None
    outcome: Outcome | None
    closed: Outcome | None
    remarks: tuple[str, ...]


class RecordCheck(Struct, frozen=True):
    """The findings against one file, and remarks."""

    file: str
    ok: bool
    findings: tuple[Finding, ...]
    problem: str | None
    remarks: tuple[str, ...]


class VerifyReport(Struct, frozen=True):
    """Every file with its findings."""

    ok: bool
    files: tuple[RecordCheck, ...]


# --------------------------------------------------------------------- replay
def replay_report(path: Path, to: int | None) -> ReplayReport:
    """Replay the record in a file up to a step."""
    record = load(path)
    if to is not None and not 0 <= to <= len(record.entries):
        raise Misuse(f"there is no step {to}: the record has {len(record.entries)}, counted from 1")
    with system_of(record, path) as system:
        return _replayed(record, system, path, to)


def _replayed(record: Record, system: System[Any], path: Path, to: int | None) -> ReplayReport:
    with naming_file(path):
        scenario, game = scenario_of(record, system), replay(record, system, to)
    log = Narrator(system, game.checkpoints[0].battle, "all").tell(game.log)
    remark = remark_on_version(record, system)
    return ReplayReport(
        file=str(path),
        system=system.id,
        scenario=scenario.id,
        sides=tuple(side.name for side in scenario.sides),
        readings=record.readings,
        house_rules=record.house_rules,
        seats=record.seats,
        steps=len(record.entries),
        step=sum(line.step is not None for line in log),
        log=log,
        waiting=_waiting(game),
        outcome=game.battle.outcome,
        closed=_closed(record, to),
        remarks=(remark,) if remark else (),
    )


def _closed(record: Record, to: int | None) -> Outcome | None:
    is_whole = to is None or to == len(record.entries)
    return record.end.closed if is_whole and record.end is not None else None


def _waiting(game: Game[Any]) -> Waiting | None:
    question = game.question
    return None if question is None else waiting(game.system, game.battle, question)


@contextmanager
def system_of(record: Record, path: Path) -> Iterator[System[Any]]:
    """The system of a record, with its house rules in force until the block ends."""
    if record.system not in systems.names():
        known = ", ".join(systems.names())
        raise BadFile(str(path), "system", f'there is no system "{record.system}" here; there are {known}')
    if not record.house_rules:
        yield systems.load(record.system)
        return
    try:
        house_rules = systems.settle(record.system, record.house_rules)
    except BadHouseRule as fault:
        raise BadFile(str(path), "house_rules", str(fault)) from None
    with systems.by_house_rules(record.system, house_rules) as system:
        yield system


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Add the name of the file to errors about a record."""
    try:
        yield
    except BadRecord as fault:
        raise BadFile(str(path), fault.problem.key, fault.problem.words) from None


# --------------------------------------------------------------------- verify
def verify_report(paths: Iterable[Path]) -> VerifyReport:
    """Verify each record as far as it can be."""
    verdicts = tuple(map(_verdict, paths))
    return VerifyReport(all(verdict.ok for verdict in verdicts), verdicts)


def _verdict(path: Path) -> RecordCheck:
    try:
        record = load(path)
        with system_of(record, path) as system:
            found = verify(record, system)
    except BadFile as fault:
        return RecordCheck(str(path), ok=False, findings=(), problem=str(fault), remarks=())
    return RecordCheck(str(path), found.is_ok, found.findings, None, found.remarks)

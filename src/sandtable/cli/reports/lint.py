"""Check files: scenarios, rulebooks, army lists and records, told apart by their content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import assert_never

from msgspec import Struct

from sandtable.cli.reports.muster import system_of_file, texts_under
from sandtable.cli.reports.records import naming_file, system_of
from sandtable.game.drivers.replay import readings_of, scenario_of
from sandtable.game.files.record_files import load
from sandtable.game.files.typed_files import BadFile, Problem, read_toml
from sandtable.game.rules.rulebook import parse_rulebook


class FileKind(StrEnum):
    """The kind of a file."""

    SCENARIO = "scenario"
    RULEBOOK = "rulebook"
    PROFILES = "profiles"
    RECORD = "record"


class FileReport(Struct, frozen=True):
    """One file: its kind (null if unknown) and its problems."""

    file: str
    kind: FileKind | None
    ok: bool
    problems: tuple[Problem, ...]


class LintReport(Struct, frozen=True):
    """Every file with its problems."""

    ok: bool
    files: tuple[FileReport, ...]


def lint_report(paths: Iterable[Path], system: str | None) -> LintReport:
    """Check each file; *system* owns the scenarios and army lists that do not name one."""
    reports = tuple(_linted(path, system) for path in paths)
    return LintReport(all(report.ok for report in reports), reports)


def _linted(path: Path, system: str | None) -> FileReport:
    kind: FileKind | None = None
    try:
        raw = None if path.name.endswith(".json") else read_toml(path, dict[str, object])
        kind = FileKind.RECORD if raw is None else kind_of(raw, path)
        problems = _problems(path, kind, raw or {}, system)
    except BadFile as fault:
        problems = (fault.problem,)
    return FileReport(str(path), kind, ok=not problems, problems=problems)


def kind_of(raw: Mapping[str, object], path: Path) -> FileKind:
    """The kind of a TOML file, by its top keys."""
    if "rule" in raw:
        return FileKind.RULEBOOK
    if "profile" in raw:
        return FileKind.PROFILES
    if "units" in raw or "sides" in raw:
        return FileKind.SCENARIO
    words = (
        "unknown kind of file: a rulebook has [[rule]] tables, army lists have [[profile]] tables,"
        " a scenario has units and sides, and a record ends in .json"
    )
    raise BadFile(str(path), "", words)


def _problems(
    path: Path, kind: FileKind, raw: Mapping[str, object], system: str | None
) -> tuple[Problem, ...]:
    match kind:
        case FileKind.RECORD:
            _require_record(path)
        case FileKind.RULEBOOK:
            parse_rulebook(raw, str(path))
        case FileKind.PROFILES:
            system_of_file(texts_under(raw, "profile", "id"), path, system).read_roster(path)
        case FileKind.SCENARIO:
            return system_of_file(texts_under(raw, "units", "profile"), path, system).scenario_problems(path)
        case _:
            assert_never(kind)
    return ()


def _require_record(path: Path) -> None:
    """Refuse a record that was changed, or whose scenario or readings its system does not know."""
    record = load(path)
    with system_of(record, path) as owner, naming_file(path):
        scenario_of(record, owner)
        readings_of(record, owner)

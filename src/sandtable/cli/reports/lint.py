"""Checking files: scenarios, rulebooks, army lists and records, told apart by what is in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import assert_never

from msgspec import Struct

from sandtable.cli.reports.mustering import named, owner_of
from sandtable.cli.reports.records import naming, system_of
from sandtable.game.drivers.replay import readings_of, scenario_of
from sandtable.game.files.record_files import load
from sandtable.game.files.typed_files import BadFile, Problem, read_toml
from sandtable.game.rules.rulebook import parse_rulebook


class Kind(StrEnum):
    """What a file is."""

    SCENARIO = "scenario"
    RULEBOOK = "rulebook"
    PROFILES = "profiles"
    RECORD = "record"


class FileReport(Struct, frozen=True):
    """One file: what it is (null if that cannot be told), and what is wrong with it."""

    file: str
    kind: Kind | None
    ok: bool
    problems: tuple[Problem, ...]


class LintReport(Struct, frozen=True):
    """Every file with what is wrong with it."""

    ok: bool
    files: tuple[FileReport, ...]


def linted(paths: Iterable[Path], system: str | None) -> LintReport:
    """Check each file; *system* is whose scenarios and army lists they are, where they do not tell."""
    reports = tuple(_linted(path, system) for path in paths)
    return LintReport(all(report.ok for report in reports), reports)


def _linted(path: Path, system: str | None) -> FileReport:
    kind: Kind | None = None
    try:
        raw = None if path.name.endswith(".json") else read_toml(path, dict[str, object])
        kind = Kind.RECORD if raw is None else kind_of(raw, path)
        problems = _problems(path, kind, raw or {}, system)
    except BadFile as fault:
        problems = (fault.problem,)
    return FileReport(str(path), kind, ok=not problems, problems=problems)


def kind_of(raw: Mapping[str, object], path: Path) -> Kind:
    """What a TOML file is, by the keys at its top."""
    if "rule" in raw:
        return Kind.RULEBOOK
    if "profile" in raw:
        return Kind.PROFILES
    if "units" in raw or "sides" in raw:
        return Kind.SCENARIO
    words = (
        "this is no file of ours: a rulebook has [[rule]] tables, army lists have [[profile]] tables,"
        " a scenario has units and sides, and a record ends in .json"
    )
    raise BadFile(str(path), "", words)


def _problems(path: Path, kind: Kind, raw: Mapping[str, object], system: str | None) -> tuple[Problem, ...]:
    match kind:
        case Kind.RECORD:
            _require_record(path)
        case Kind.RULEBOOK:
            parse_rulebook(raw, str(path))
        case Kind.PROFILES:
            owner_of(named(raw, "profile", "id"), path, system).read_roster(path)
        case Kind.SCENARIO:
            return owner_of(named(raw, "units", "profile"), path, system).scenario_problems(path)
        case _:
            assert_never(kind)
    return ()


def _require_record(path: Path) -> None:
    """Refuse a record that was changed, or whose scenario or readings its system does not know."""
    record = load(path)
    with system_of(record, path) as owner, naming(path):
        scenario_of(record, owner)
        readings_of(record, owner)

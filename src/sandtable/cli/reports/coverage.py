"""How much of a rulebook the code and the tests of its system cite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.cli.reports.citations import code_of, tests_of
from sandtable.game.kit.system import System
from sandtable.game.rules.citations import coverage


class CoverageReport(Struct, frozen=True):
    """The rules cited by code and by tests, the missing ones, and citations that name no rule.

    ``by_tests`` and ``not_in_tests`` are null if the tests are not installed; then only the code counts. A
    rule is missing if the code or the tests do not cite it; a complete system must have none.
    """

    system: str
    complete: bool
    rules: int
    by_code: tuple[str, ...]
    by_tests: tuple[str, ...] | None
    not_in_code: tuple[str, ...]
    not_in_tests: tuple[str, ...] | None
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    ok: bool


def coverage_report(system: System[Any], folder: Path | None) -> CoverageReport:
    """The coverage of a system; *folder* is the folder of tests, if it is not beside the source tree."""
    book, tests = system.rulebook(), tests_of(system, folder)
    found = coverage(book, code_of(system), tests or ())
    missing = found.not_in_code if tests is None else found.missing
    return CoverageReport(
        system=book.system,
        complete=book.complete,
        rules=len(book.rules),
        by_code=found.by_code,
        by_tests=None if tests is None else found.by_tests,
        not_in_code=found.not_in_code,
        not_in_tests=None if tests is None else found.not_in_tests,
        missing=missing,
        unknown=found.unknown,
        ok=not (book.complete and missing),
    )

"""``sandtable lint``: what is wrong with a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.errors import CheckFailed
from sandtable.cli.options import AsJson, SystemName


def lint(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Scenarios, rulebooks, army lists, records.")
    ],
    *,
    system: SystemName = None,
    as_json: AsJson = False,
) -> None:
    """Check files and show what is wrong: the file, the key in it, and what is allowed.

    The kind of a file follows from its content. The exit code is 1 if any file has a problem.

    With --json: an object with ok and files, a list of objects with file, kind (scenario, rulebook, profiles,
    record, or null), ok and problems (path, key and words).
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.lint import page
    from sandtable.cli.reports.lint import lint_report

    report = lint_report(files, system)
    emit(report, page, as_json=as_json)
    if not report.ok:
        raise CheckFailed

"""``sandtable verify``: are records as they were fought, by the rules and with fair dice?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.errors import CheckFailed
from sandtable.cli.options import AsJson


def verify(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Records, such as cowpens.battle.json.")
    ],
    *,
    as_json: AsJson = False,
) -> None:
    """Verify records: the seal, every answer by the rules, every face by the dice.

    The exit code is 1 if any record has a finding.

    With --json: an object with ok and files, a list of objects with file, ok, findings (topic, words, step),
    problem (null, or why the file cannot be read) and remarks.
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.records import verify_page
    from sandtable.cli.reports.records import verify_report

    report = verify_report(files)
    emit(report, verify_page, as_json=as_json)
    if not report.ok:
        raise CheckFailed

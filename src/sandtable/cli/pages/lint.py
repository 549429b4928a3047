"""The page of ``sandtable lint``."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from sandtable.cli.pages.layout import unbroken
from sandtable.cli.reports.lint import FileReport, LintReport


def page(report: LintReport) -> RenderableType:
    """A line for each file without problems, a line for each problem of the others."""
    return Group(*(line for file in report.files for line in _file(file)))


def _file(file: FileReport) -> Iterator[Text]:
    if file.ok:
        yield (
            unbroken(f"{file.file}: ")
            .append("ok", style="bold green")
            .append(f" ({file.kind})", style="not bold dim")
        )
    for problem in file.problems:
        yield unbroken(str(problem))

"""Fight the battles of a plan for a command, with progress shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sandtable.cli.errors import Misuse

if TYPE_CHECKING:
    from sandtable.lab.findings.findings import Findings
    from sandtable.lab.runs.battle import Result
    from sandtable.lab.runs.folder import FileFormat
    from sandtable.lab.runs.plan import Plan

Jobs = Annotated[int | None, typer.Option(min=1, help="Number of processes (default: one per core).")]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Fight on a Ray cluster, such as ray://head:10001 or auto; local starts one on this machine.",
    ),
]
FormatName = Annotated[
    str, typer.Option("--format", metavar="FORM", help="File format of --out: jsonl or parquet.")
]
LINES = "jsonl"


class Workers(NamedTuple):
    """Where battles are fought: in processes here, or by workers of a cluster; None means one per core."""

    jobs: int | None = None
    cluster: str | None = None

    def fight(self, plan: Plan, numbers: list[int], failed: Path) -> Iterator[Result]:
        """Fight the battles with these numbers and yield each as it ends."""
        if self.cluster is not None:
            from sandtable.lab.runs.cluster import fight_on_cluster

            yield from fight_on_cluster(plan, numbers, address=self.cluster, workers=self.jobs, failed=failed)
            return
        from sandtable.lab.runs.processes import fight_all

        yield from fight_all(plan, numbers, jobs=self.jobs or os.cpu_count() or 1, failed=failed)


class RunResults(NamedTuple):
    """The results of a plan, and whether it was fought whole or interrupted."""

    results: tuple[Result, ...]
    is_whole: bool


def format_named(name: str) -> FileFormat:
    """The file format with this name."""
    from sandtable.game.files.typed_files import suggest
    from sandtable.lab.runs.folder import FileFormat

    if name not in tuple(FileFormat):
        raise Misuse(f'--format "{name}" is unknown; {suggest(name, FileFormat)}')
    return FileFormat(name)


def run_plan(plan: Plan, out: Path | None, workers: Workers, form: FileFormat | None = None) -> RunResults:
    """Fight the missing battles of a plan and return all results."""
    from tempfile import TemporaryDirectory

    from sandtable.lab.runs.folder import FAILED, FileFormat, RunFolder

    with TemporaryDirectory() as passing:
        folder = out or Path(passing)
        with (
            RunFolder.open(folder, plan, form or FileFormat.LINES) as kept,
            _progress(plan, kept.results()) as count,
        ):
            try:
                for result in workers.fight(plan, kept.missing(), folder / FAILED):
                    kept.add(result)
                    count(result)
            except KeyboardInterrupt:
                return RunResults(kept.results(), is_whole=False)
            return RunResults(kept.results(), is_whole=True)


def keep_report(folder: Path, found: Findings) -> None:
    """Write the report of a run into its folder."""
    import msgspec

    from sandtable.lab.findings.page import html

    text = msgspec.json.format(msgspec.json.encode(found))
    (folder / "findings.json").write_bytes(text + b"\n")
    (folder / "report.html").write_text(html(found), encoding="utf-8")


# --------------------------------------------------------------------- progress
@contextmanager
def _progress(plan: Plan, known: tuple[Result, ...]) -> Iterator[Callable[[Result], None]]:
    """Show each battle as it ends: a bar with the score on a terminal, else a line at every tenth."""
    from sandtable.cli.output import progress

    tally = _Score(plan)
    for result in known:
        tally.add(result)
    console = progress()
    if not console.is_terminal:
        if known:
            console.print(f"{len(known)} battles are in the folder already", soft_wrap=True)

        def line(result: Result) -> None:
            tally.add(result)
            if tally.done == plan.battles or tally.done % max(1, plan.battles // 10) == 0:
                console.print(f"{tally.done} of {plan.battles}: {tally.words}", soft_wrap=True)

        yield line
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(tally.words, total=plan.battles, completed=len(known))

        def step(result: Result) -> None:
            tally.add(result)
            bar.update(task, advance=1, description=tally.words)

        yield step


class _Score:
    """The running score of a run."""

    def __init__(self, plan: Plan) -> None:
        self._sides = [str(side["name"]) for side in plan.scenario["sides"]]
        self._won = [0] * len(self._sides)
        self._broken = self.done = 0

    def add(self, result: Result) -> None:
        """Add a battle."""
        from sandtable.lab.runs.battle import FinishedBattle

        self.done += 1
        if not isinstance(result, FinishedBattle):
            self._broken += 1
        elif result.winner is not None:
            self._won[result.winner] += 1

    @property
    def words(self) -> str:
        """The score in words."""
        fought = max(1, self.done - self._broken)
        shares = ", ".join(
            f"{name} {100 * won / fought:.0f} %" for name, won in zip(self._sides, self._won, strict=True)
        )
        return f"{shares}, {self._broken} failed" if self._broken else shares

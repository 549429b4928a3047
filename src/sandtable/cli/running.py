"""Battles of a plan fought for a command: by how many processes or on which cluster, with progress told."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sandtable.cli.faults import Misuse

if TYPE_CHECKING:
    from sandtable.lab.findings.findings import Findings
    from sandtable.lab.runs.battle import Result
    from sandtable.lab.runs.keeping import Form
    from sandtable.lab.runs.plan import Plan

Jobs = Annotated[int | None, typer.Option(min=1, help="How many processes; one for each core if not given.")]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Fight on a Ray cluster, such as ray://head:10001 or auto; local starts one on this machine.",
    ),
]
FormName = Annotated[
    str, typer.Option("--format", metavar="FORM", help="How --out keeps the battles: jsonl or parquet.")
]
LINES = "jsonl"


class Hands(NamedTuple):
    """Who fights: so many processes here, or so many workers of a cluster; None is as many as there are."""

    jobs: int | None = None
    cluster: str | None = None

    def fight(self, plan: Plan, numbers: list[int], failed: Path) -> Iterator[Result]:
        """The battles of a plan with these numbers, each told as it ends."""
        if self.cluster is not None:
            from sandtable.lab.runs.cluster import fight_on_cluster

            yield from fight_on_cluster(plan, numbers, address=self.cluster, workers=self.jobs, failed=failed)
            return
        from sandtable.lab.runs.crew import fight_all

        yield from fight_all(plan, numbers, jobs=self.jobs or os.cpu_count() or 1, failed=failed)


class Run(NamedTuple):
    """What was fought of a plan, and whether all of it was: somebody may have broken off."""

    results: tuple[Result, ...]
    is_whole: bool


def form_named(name: str) -> Form:
    """The form in which a run is kept, by its name."""
    from sandtable.game.files.typed_files import suggest
    from sandtable.lab.runs.keeping import Form

    if name not in tuple(Form):
        raise Misuse(f'--format "{name}" is unknown; {suggest(name, Form)}')
    return Form(name)


def fought(plan: Plan, out: Path | None, hands: Hands, form: Form | None = None) -> Run:
    """The battles of a plan: those in the folder, and those that were missing."""
    from tempfile import TemporaryDirectory

    from sandtable.lab.runs.keeping import FAILED, Form, Kept

    with TemporaryDirectory() as passing:
        folder = out or Path(passing)
        with Kept.open(folder, plan, form or Form.LINES) as kept, _counting(plan, kept.results()) as count:
            try:
                for result in hands.fight(plan, kept.missing(), folder / FAILED):
                    kept.add(result)
                    count(result)
            except KeyboardInterrupt:
                return Run(kept.results(), is_whole=False)
            return Run(kept.results(), is_whole=True)


def keep_report(folder: Path, found: Findings) -> None:
    """Lay the report beside the battles."""
    import msgspec

    from sandtable.lab.findings.page import html

    text = msgspec.json.format(msgspec.json.encode(found))
    (folder / "findings.json").write_bytes(text + b"\n")
    (folder / "report.html").write_text(html(found), encoding="utf-8")


# --------------------------------------------------------------------- progress
@contextmanager
def _counting(plan: Plan, known: tuple[Result, ...]) -> Iterator[Callable[[Result], None]]:
    """Somebody to tell of each battle: a bar with the time left and the score, or a line now and then."""
    from sandtable.cli.output import progress

    tally = _Tally(plan)
    for result in known:
        tally.add(result)
    console = progress()
    if not console.is_terminal:
        if known:
            console.print(f"{len(known)} battles lie in the folder already", soft_wrap=True)

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


class _Tally:
    """The running score of a run."""

    def __init__(self, plan: Plan) -> None:
        self._sides = [str(side["name"]) for side in plan.scenario["sides"]]
        self._won = [0] * len(self._sides)
        self._broken = self.done = 0

    def add(self, result: Result) -> None:
        """One battle more."""
        from sandtable.lab.runs.battle import Fought

        self.done += 1
        if not isinstance(result, Fought):
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
        return f"{shares}, {self._broken} broken" if self._broken else shares

"""``sandtable simulate``: a scenario fought many times by agents, and what that shows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.fight import AgentNames, Seed
from sandtable.cli.options import AsJson, ReadingTexts, SystemName

if TYPE_CHECKING:
    from sandtable.lab.bout import Result
    from sandtable.lab.plan import Plan

SIX_HUNDRED = 600
STUDIED = 40

Battles = Annotated[int, typer.Option(min=1, help="How many battles.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="How many processes; one for each core if not given.")]
OutFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="FOLDER", help="Keep the run here; the same command goes on with it."),
]
Swap = Annotated[
    bool, typer.Option("--swap", help="Fight with each seed twice, the agents changing sides between.")
]
Studied = Annotated[
    int, typer.Option("--study", min=0, help="How many battles are looked at closely, for rules and luck.")
]


def simulate(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO",
            help="A scenario: its id, SYSTEM/ID where two systems have it, or a file.toml.",
        ),
    ],
    *,
    battles: Battles = SIX_HUNDRED,
    agents: AgentNames = "captain,captain",
    jobs: Jobs = None,
    seed: Seed = 1,
    swap: Swap = False,
    studied: Studied = STUDIED,
    out: OutFolder = None,
    readings: ReadingTexts = None,
    system: SystemName = None,
    as_json: AsJson = False,
) -> None:
    """Fight a scenario many times with agents and tell how often each side wins, and how sure that is.

    The same seed fights the same battles, on however many processes. With --out each battle is written
    down as it ends (battles.jsonl beside plan.json), an interrupted run goes on where it was, and the
    report lies there as report.html and findings.json. A battle that fails is told, its record kept in the
    folder failed, and the others go on.

    With --json: an object with system, scenario, agents, battles, planned, broken, sides (won, share with
    low and high of its 95 % interval, lost, points, degrees, luck), players, draws, edge, turns, course,
    units, rules and unused.
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.simulate import page
    from sandtable.cli.reports.fight import named_agents
    from sandtable.cli.reports.mustering import muster
    from sandtable.lab.findings import findings
    from sandtable.lab.plan import Ground, Plan

    mustered = muster(scenario, readings, system=system)
    first, second = named_agents(agents)
    plan = Plan(
        system=mustered.system.id,
        scenario=mustered.plain_setting,
        agents=(first, second),
        battles=battles,
        seed=seed,
        swap=swap,
        readings=dict(mustered.readings.chosen),
        studied=min(studied, battles),
    )
    ground = Ground(mustered.system, mustered.setting, mustered.readings)
    results, whole = _fought(plan, out, jobs or os.cpu_count() or 1)
    found = findings(plan, ground, results)
    if out is not None and results:
        _keep(out, found)
    emit(found, page, as_json=as_json)
    if not whole:
        raise KeyboardInterrupt


def _fought(plan: Plan, out: Path | None, jobs: int) -> tuple[tuple[Result, ...], bool]:
    """The battles of a plan, those in the folder and those that were missing; False if somebody broke off."""
    from tempfile import TemporaryDirectory

    from sandtable.lab.crew import fight_all
    from sandtable.lab.keeping import FAILED, Kept

    with TemporaryDirectory() as passing:
        folder = out or Path(passing)
        with Kept.open(folder, plan) as kept, _counting(plan, kept.results()) as count:
            missing = kept.missing()
            try:
                for result in fight_all(plan, missing, jobs=jobs, failed=folder / FAILED):
                    kept.add(result)
                    count(result)
            except KeyboardInterrupt:
                return kept.results(), False
            return kept.results(), True


def _keep(folder: Path, found: object) -> None:
    """The report beside the battles."""
    import msgspec

    from sandtable.lab.findings import Findings
    from sandtable.lab.page import html

    assert isinstance(found, Findings)
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
        from sandtable.lab.bout import Fought

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

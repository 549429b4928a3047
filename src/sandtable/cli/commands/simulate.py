"""``sandtable simulate``: a scenario fought many times by agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.commands.fight import AgentNames, Seed
from sandtable.cli.options import AsJson, ReadingTexts, SetTexts, SystemName
from sandtable.cli.simulation import LINES, FormatName, Jobs, RayAddress, Workers

if TYPE_CHECKING:
    from sandtable.cli.reports.muster import Muster
    from sandtable.lab.runs.folder import FileFormat
    from sandtable.lab.runs.plan import Plan

SIX_HUNDRED = 600
STUDIED = 40

ScenarioName = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO",
        help="A scenario: its id, SYSTEM/ID if two systems have it, or a TOML file.",
    ),
]
Battles = Annotated[int, typer.Option(min=1, help="Number of battles.")]
OutFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="FOLDER", help="Store the run here; the same command continues it."),
]
Swap = Annotated[
    bool, typer.Option("--swap", help="Fight each seed twice, with the agents on changed sides.")
]
Studied = Annotated[
    int, typer.Option("--study", min=0, help="Number of battles to study closely, for rules and luck.")
]


def simulate(
    scenario: ScenarioName,
    *,
    battles: Battles = SIX_HUNDRED,
    agents: AgentNames = "captain,captain",
    jobs: Jobs = None,
    ray: RayAddress = None,
    seed: Seed = 1,
    swap: Swap = False,
    studied: Studied = STUDIED,
    out: OutFolder = None,
    form: FormatName = LINES,
    readings: ReadingTexts = None,
    sets: SetTexts = None,
    system: SystemName = None,
    as_json: AsJson = False,
) -> None:
    """Fight a scenario many times with agents and show how often each side wins, with 95 % intervals.

    The same seed gives the same battles, on any number of processes and machines. With --out each battle is
    written as it ends (battles.jsonl beside plan.json), an interrupted run continues where it stopped, and
    the report is written as report.html and findings.json. A battle that fails is reported, its record is
    saved in the folder failed, and the run goes on.

    With --json: an object with system, scenario, agents, house_rules, battles, planned, broken, sides (won,
    share with low and high of its 95 % interval, lost, points, degrees, luck), players, draws, edge, turns,
    course, units, rules and unused.
    """
    from sandtable.cli.reports.muster import by_house_rules, muster
    from sandtable.cli.simulation import format_named

    kept_as = format_named(form)
    with by_house_rules(scenario, sets, system=system):
        mustered = muster(scenario, readings, system=system)
        plan = planned(mustered, agents, battles=battles, seed=seed, swap=swap, studied=studied)
        _simulate(mustered, plan, out, Workers(jobs, ray), kept_as, as_json=as_json)


def planned(mustered: Muster, agents: str, *, battles: int, seed: int, swap: bool, studied: int) -> Plan:
    """The plan of a run, with the house rules in force."""
    from sandtable.cli.reports.fight import named_agents
    from sandtable.lab.runs.plan import Plan

    first, second = named_agents(agents)
    return Plan(
        system=mustered.system.id,
        scenario=mustered.plain_setting,
        agents=(first, second),
        battles=battles,
        seed=seed,
        swap=swap,
        readings=dict(mustered.readings.chosen),
        studied=min(studied, battles),
        house_rules=dict(mustered.system.rulebook().house_rules.figures),
    )


def _simulate(
    mustered: Muster, plan: Plan, out: Path | None, workers: Workers, form: FileFormat, *, as_json: bool
) -> None:
    """Fight the missing battles of a plan and print the findings."""
    from sandtable.cli.output import emit
    from sandtable.cli.pages.simulate import page
    from sandtable.cli.simulation import keep_report, run_plan
    from sandtable.lab.findings.findings import findings
    from sandtable.lab.runs.plan import StartingPoint

    run = run_plan(plan, out, workers, form)
    ground = StartingPoint(mustered.system, mustered.setting, mustered.readings)
    found = findings(plan, ground, run.results)
    if out is not None and run.results:
        keep_report(out, found)
    emit(found, page, as_json=as_json)
    if not run.is_whole:
        raise KeyboardInterrupt

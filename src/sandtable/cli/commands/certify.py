"""``sandtable certify``: balance certificates of the shipped scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sandtable.cli.commands.fight import AgentNames, Seed
from sandtable.cli.errors import CheckFailed
from sandtable.cli.options import AsJson
from sandtable.cli.simulation import Jobs, RayAddress, Workers

if TYPE_CHECKING:
    from sandtable.game.kit.system import System

FOUR_HUNDRED = 400

SystemNamed = Annotated[
    str | None, typer.Argument(metavar="SYSTEM", help="Only scenarios of this system, such as liberty.")
]
ScenarioNamed = Annotated[str | None, typer.Argument(metavar="SCENARIO", help="Only this scenario.")]
Battles = Annotated[int, typer.Option(min=2, help="Number of battles per scenario.")]
RunsFolder = Annotated[
    Path | None,
    typer.Option("--runs", metavar="FOLDER", help="Store the battles here; the same command continues them."),
]
Into = Annotated[
    Path | None,
    typer.Option(
        "--into", metavar="FOLDER", help="Write the certificates here instead of beside the scenarios."
    ),
]
Check = Annotated[bool, typer.Option("--check", help="Only check that certificates exist and are valid.")]


def certify(
    system: SystemNamed = None,
    scenario: ScenarioNamed = None,
    *,
    battles: Battles = FOUR_HUNDRED,
    agents: AgentNames = "captain,captain",
    seed: Seed = 1,
    jobs: Jobs = None,
    ray: RayAddress = None,
    runs: RunsFolder = None,
    into: Into = None,
    check: Check = False,
    as_json: AsJson = False,
) -> None:
    """Fight the shipped scenarios many times and certify the balance of each.

    The certificate is a file beside the scenario; sandtable scenarios shows it. With --check the exit code is
    1 if a scenario has no certificate, or a stale one.

    With --json: an object with ok and scenarios, a list of objects with system, scenario, certificate (null
    if there is none) and faults.
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.certify import page
    from sandtable.cli.reports.certify import check_certificates, named_scenarios

    chosen = named_scenarios(system, scenario)
    if not check:
        trial = _Trial(agents, battles, seed, Workers(jobs, ray), runs, into)
        for owner, id in chosen:
            _issue(owner, id, trial)
    report = check_certificates(chosen, into)
    emit(report, page, as_json=as_json)
    if check and not report.ok:
        raise CheckFailed


class _Trial(NamedTuple):
    """How scenarios are tried: agents, number of battles, seed, and where results go."""

    agents: str
    battles: int
    seed: int
    workers: Workers
    runs: Path | None
    into: Path | None


def _issue(owner: System[Any], id: str, trial: _Trial) -> None:
    """Fight one scenario and write its certificate."""
    from sandtable.cli.commands.simulate import planned
    from sandtable.cli.output import progress_line
    from sandtable.cli.reports.certify import certificate_path
    from sandtable.cli.reports.muster import muster_scenario
    from sandtable.cli.simulation import run_plan
    from sandtable.game.rules.rulebook import Readings
    from sandtable.lab.findings.certificate import certificate, write_certificate
    from sandtable.lab.findings.findings import findings
    from sandtable.lab.runs.plan import starting_point

    muster = muster_scenario(owner, owner.scenario(id), Readings())
    plan = planned(muster, trial.agents, battles=trial.battles, seed=trial.seed, swap=False, studied=0)
    run = run_plan(plan, None if trial.runs is None else trial.runs / owner.id / id, trial.workers)
    if not run.is_whole:
        raise KeyboardInterrupt
    place = certificate_path(owner, id, trial.into)
    write_certificate(certificate(owner, findings(plan, starting_point(plan), run.results)), place)
    with progress_line() as tell:
        tell(f"the certificate of {owner.id}/{id} is in {place}")

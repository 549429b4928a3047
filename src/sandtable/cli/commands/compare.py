"""``sandtable compare``: two runs of simulate, compared battle by battle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.options import AsJson, SetTexts, house_rules
from sandtable.cli.simulation import Jobs, RayAddress, Workers

First = Annotated[
    Path, typer.Argument(metavar="FIRST", help="The folder of a run (sandtable simulate --out).")
]
Second = Annotated[
    Path, typer.Argument(metavar="SECOND", help="The folder of another run; with --set it is fought now.")
]


def compare(
    first: First,
    second: Second,
    *,
    sets: SetTexts = None,
    jobs: Jobs = None,
    ray: RayAddress = None,
    as_json: AsJson = False,
) -> None:
    """Compare two runs in pairs of battles with the same dice.

    Fight both with the same --seed (and --swap), changing one thing: a reading, the scenario, an agent. With
    --set the second run is fought now: it is the first run with those figures changed. It is stored in the
    folder SECOND, and the same command continues it.

    With --json: an object with first, second, first_house_rules, second_house_rules, pairs, same_result and
    differences (words, first, second, difference, each of these with value and the low and high of its 95 %
    interval).
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.simulate import comparison_page
    from sandtable.lab.findings.comparison import compare as compared
    from sandtable.lab.runs.folder import finished, read_run

    is_whole = _fight_again(first, second, sets, Workers(jobs, ray)) if sets else True
    runs = []
    for folder in (first, second):
        plan, results = read_run(folder)
        runs.append((str(folder), plan, finished(results)))
    emit(compared(runs[0], runs[1]), comparison_page, as_json=as_json)
    if not is_whole:
        raise KeyboardInterrupt


def _fight_again(first: Path, second: Path, sets: list[str], workers: Workers) -> bool:
    """Fight the first run's plan with other figures, in the second folder; False if interrupted."""
    from msgspec.structs import replace

    from sandtable import systems
    from sandtable.cli.simulation import keep_report, run_plan
    from sandtable.lab.findings.findings import findings
    from sandtable.lab.runs.folder import read_plan
    from sandtable.lab.runs.plan import starting_point

    before = read_plan(first)
    with house_rules(before.system, sets, over=before.house_rules):
        own = dict(systems.load(before.system).rulebook().house_rules.figures)
        plan = replace(before, house_rules=own)
        run = run_plan(plan, second, workers)
        if run.results:
            keep_report(second, findings(plan, starting_point(plan), run.results))
    return run.is_whole

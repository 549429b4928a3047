"""``sandtable compare``: two runs of simulate side by side, battle for battle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.options import AsJson, SetTexts, house_rules
from sandtable.cli.running import Hands, Jobs, RayAddress

First = Annotated[Path, typer.Argument(metavar="FIRST", help="A run that sandtable simulate --out kept.")]
Second = Annotated[Path, typer.Argument(metavar="SECOND", help="Another; with --set it is fought now.")]


def compare(
    first: First,
    second: Second,
    *,
    sets: SetTexts = None,
    jobs: Jobs = None,
    ray: RayAddress = None,
    as_json: AsJson = False,
) -> None:
    """Tell what differs between two runs, in pairs of battles with the same dice, and how sure that is.

    Fight both with the same --seed (and --swap), changing one thing: a reading, the scenario, an agent. With
    --set the second run need not be there: it is the first fought again with those figures set, and is kept
    in the folder SECOND, so that the same command goes on with it.

    With --json: an object with first, second, first_house_rules, second_house_rules, pairs, same_result and
    differences (words, first, second, difference, each of these with value and the low and high of its 95 %
    interval).
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.simulate import comparison_page
    from sandtable.lab.findings.comparing import compare as compared
    from sandtable.lab.runs.keeping import fought, read_run

    is_whole = _fight_again(first, second, sets, Hands(jobs, ray)) if sets else True
    runs = []
    for folder in (first, second):
        plan, results = read_run(folder)
        runs.append((str(folder), plan, fought(results)))
    emit(compared(runs[0], runs[1]), comparison_page, as_json=as_json)
    if not is_whole:
        raise KeyboardInterrupt


def _fight_again(first: Path, second: Path, sets: list[str], hands: Hands) -> bool:
    """Fight the plan of the first run with figures set, in the folder of the second; False if broken off."""
    from msgspec.structs import replace

    from sandtable import systems
    from sandtable.cli.running import fought, keep_report
    from sandtable.lab.findings.findings import findings
    from sandtable.lab.runs.keeping import read_plan
    from sandtable.lab.runs.plan import ground_of

    before = read_plan(first)
    with house_rules(before.system, sets, over=before.house_rules):
        own = dict(systems.load(before.system).rulebook().house_rules.figures)
        plan = replace(before, house_rules=own)
        run = fought(plan, second, hands)
        if run.results:
            keep_report(second, findings(plan, ground_of(plan), run.results))
    return run.is_whole

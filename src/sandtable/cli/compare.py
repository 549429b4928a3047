"""``sandtable compare``: two runs of simulate side by side, battle for battle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.options import AsJson

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A run that sandtable simulate --out kept.")]


def compare(first: Folder, second: Folder, *, as_json: AsJson = False) -> None:
    """Tell what differs between two runs, in pairs of battles with the same dice, and how sure that is.

    Fight both with the same --seed (and --swap), changing one thing: a reading, the scenario, an agent.

    With --json: an object with first, second, pairs, same_result and differences (words, first, second,
    difference, each of these with value and the low and high of its 95 % interval).
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.simulate import comparison_page
    from sandtable.lab.comparing import compare as compared
    from sandtable.lab.keeping import fought, read_run

    runs = []
    for folder in (first, second):
        plan, results = read_run(folder)
        runs.append((str(folder), plan, fought(results)))
    emit(compared(runs[0], runs[1]), comparison_page, as_json=as_json)

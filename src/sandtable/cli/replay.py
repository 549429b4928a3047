"""``sandtable replay``: a record told in words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.options import AsJson


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, such as cowpens.battle.json.")],
    *,
    to: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after step N; 0 is the beginning.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay a record and tell it in words: dice with their faces, decisions, events, and the question
    that waits.

    Each answer and each face is checked against the rules of today. Where they differ from the record,
    the first step that does is named and the exit code is 1.

    With --json: an object with file, system, scenario, sides, readings, seats, steps, step, log (a list
    of objects with kind, words, step, seat, rule and faces), waiting (null, or seat, decision, words,
    rule and options), outcome (null, or winner, degree, words and rule) and remarks.
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.records import replay_page
    from sandtable.cli.reports.records import replayed

    emit(replayed(file, to), replay_page, as_json=as_json)

"""``sandtable replay``: a record in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, assert_never

import typer

from sandtable.cli.commands.fight import ReportFile
from sandtable.cli.options import AsJson

if TYPE_CHECKING:
    from sandtable.game.files.record import Dice


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, such as cowpens.battle.json.")],
    *,
    to: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after step N; 0 is the beginning.")
    ] = None,
    report: ReportFile = None,
    as_json: AsJson = False,
) -> None:
    """Replay a record and show it in words: dice, decisions, events, and the waiting question.

    Each answer and each face is checked against the present rules. If they differ from the record, the first
    such step is named and the exit code is 1.

    With --json: an object with file, system, scenario, sides, readings, house_rules, seats, steps, step, log
    (a list of objects with kind, words, step, seat, rule and faces), waiting (null, or seat, decision, words,
    rule and options), outcome (null, or winner, degree, words and rule), closed (the same, if the players
    ended the battle early) and remarks.
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.records import replay_page
    from sandtable.cli.reports.records import replay_report

    emit(replay_report(file, to), replay_page, as_json=as_json)
    if report is not None:
        _report(file, to, report)


def _report(file: Path, to: int | None, report: Path) -> None:
    """Write the report of a recorded battle, up to the step that was replayed."""
    from sandtable.cli.output import progress_line
    from sandtable.cli.reports.records import naming_file, system_of
    from sandtable.game.drivers.replay import readings_of, replay, scenario_of
    from sandtable.game.files.record_files import load
    from sandtable.report import ReportedBattle, save

    record = load(file)
    with system_of(record, file) as system, progress_line() as tell:
        with naming_file(file):
            game, scenario = replay(record, system, to), scenario_of(record, system)
            readings = readings_of(record, system)
        save(ReportedBattle(game, scenario, record.seats, readings, _dice_in_words(record.dice)), report)
        tell(f"the report is in {report}")


def _dice_in_words(dice: Dice) -> str:
    """The dice of a record, in words."""
    from sandtable.game.files.record import Fair, Seeded, Typed

    match dice:
        case Seeded(seed=None):
            return "Dice by a seed that is kept back."
        case Seeded(seed=seed):
            return f"Dice by seed {seed}."
        case Fair():
            return f"Fair dice, committed to by {dice.commitment}."
        case Typed():
            return "Real dice, read off by the players."
        case _:
            assert_never(dice)

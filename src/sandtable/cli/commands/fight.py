"""``sandtable fight``: a scenario fought by agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.errors import Misuse
from sandtable.cli.options import AsJson, ReadingTexts, SetTexts, SystemName

if TYPE_CHECKING:
    from sandtable.cli.reports.muster import Muster
    from sandtable.game.drivers.play import Game


AgentNames = Annotated[
    str,
    typer.Option(metavar="A,B", help="The agent of each side, such as captain,militia; one name plays both."),
]
Seed = Annotated[int, typer.Option(help="Seed of the dice; the same seed gives the same battle.")]
Battles = Annotated[
    int, typer.Option(min=1, help="Number of battles, with this seed and the following ones.")
]
RecordFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Save the record of the battle to a file.")
]
ReportFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE.html", help="Write a report turn by turn, with maps and dice."),
]


def fight(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO",
            help="A scenario: its id, SYSTEM/ID if two systems have it, or a TOML file.",
        ),
    ],
    *,
    agents: AgentNames = "captain,captain",
    seed: Seed = 1,
    battles: Battles = 1,
    record: RecordFile = None,
    report: ReportFile = None,
    readings: ReadingTexts = None,
    sets: SetTexts = None,
    system: SystemName = None,
    as_json: AsJson = False,
) -> None:
    """Fight a scenario with agents and show who won, by how much, and what it cost each unit.

    With --json: an object with system, scenario, sides, agents, readings, house_rules, unasked (house rules
    that were never used), wins (one number a side), draws, turns_on_average and battles, a list of objects
    with seed, winner (the number of a side, null for a draw), degree, words, rule, turns, decisions, throws
    and units (number, side, name, kind, began, state, markers, on_table).
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.fight import page
    from sandtable.cli.reports import fight as reports
    from sandtable.cli.reports.muster import by_house_rules, muster

    named = reports.named_agents(agents)
    for option, file in (("--record keeps", record), ("--report tells", report)):
        if file is not None and battles > 1:
            raise Misuse(f"{option} one battle: omit --battles")
    with by_house_rules(scenario, sets, system=system):
        mustered = muster(scenario, readings, system=system)
        found = []
        for number in range(battles):
            words = f"battle {number + 1} of {battles}"
            game = _fight(mustered, named, seed + number, record, words)
            found.append(reports.battle_report(mustered, game, seed + number))
        emit(reports.fight_report(mustered, named, tuple(found)), page, as_json=as_json)
        if report is not None:
            _report(mustered, game, named, seed, report)


def _fight(muster: Muster, agents: tuple[str, ...], seed: int, kept: Path | None, words: str) -> Game[Any]:
    """Fight one battle with progress on standard error; save its record if a file is named."""
    from sandtable.cli.output import progress_line
    from sandtable.cli.reports import fight as reports
    from sandtable.game.files.record_files import save

    with progress_line() as tell:
        game = reports.fight(muster, agents, seed, lambda battle: tell(f"{words}: turn {battle.turn}"))
        if kept is not None:
            save(reports.record_of(muster, game, agents, seed), kept)
            tell(f"the record is in {kept}")
    return game


def _report(muster: Muster, game: Game[Any], agents: tuple[str, ...], seed: int, file: Path) -> None:
    """Write the report of a battle. The result is printed first, in case the file cannot be written."""
    from sandtable.cli.output import progress_line
    from sandtable.game.files.record import Seat, SeatKind
    from sandtable.report import ReportedBattle, save

    seats = tuple(Seat(name, SeatKind.AGENT) for name in agents)
    with progress_line() as tell:
        save(ReportedBattle(game, muster.setting, seats, muster.readings, f"Dice by seed {seed}."), file)
        tell(f"the report is in {file}")

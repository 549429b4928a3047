"""``sandtable play``: a battle in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.errors import Misuse
from sandtable.cli.options import AsJson, ReadingTexts, SetTexts, SystemName

if TYPE_CHECKING:
    from sandtable.cli.terminal.interfaces import Interface


SideName = Annotated[str | None, typer.Option(help="Your side: its name or number, both, or watch.")]
AgentName = Annotated[str | None, typer.Option(metavar="AGENT", help="The agent that plays the other side.")]
MixedIn = Annotated[
    str | None,
    typer.Option(
        metavar="WORDS", help="Your words, which become part of the dice: so neither side chose them."
    ),
]
Autosave = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Where the game is saved when you leave or it ends.")
]


def play(
    scenario: Annotated[
        str | None,
        typer.Argument(
            help="A scenario (id, SYSTEM/ID or TOML file), or a saved game (JSON file) to continue."
        ),
    ] = None,
    *,
    side: SideName = None,
    against: AgentName = None,
    mix: MixedIn = None,
    autosave: Autosave = None,
    readings: ReadingTexts = None,
    sets: SetTexts = None,
    system: SystemName = None,
    as_json: AsJson = False,
) -> None:
    """Fight a battle in the terminal, against an agent or a friend at the same screen.

    The dice are fair: the commitment to their secret is shown at the start, the secret at the end, and
    sandtable verify checks every die. The program asks for what the options leave open. Type help during the
    game for a list of commands.

    With --json the output is lines of JSON, one object a line, whose key "says" names its kind: menu,
    opening, log, board, roster, asked, plan, hex-plan, odds, rule, help, denied, done, ended or left. The
    input is the same as without --json.
    """
    from sandtable.cli.reports.muster import by_house_rules
    from sandtable.cli.terminal.interfaces import JsonInterface, TextInterface
    from sandtable.cli.terminal.loop import fight_on
    from sandtable.cli.terminal.menus import ask_choice
    from sandtable.cli.terminal.setup import begin, resume

    interface: Interface = JsonInterface() if as_json else TextInterface()
    is_kept = scenario is not None and scenario.endswith(".json")
    if sets and (scenario is None or is_kept):
        raise Misuse("--set needs a new battle: name its scenario")
    if scenario is not None and is_kept:
        with resume(Path(scenario)) as seated:
            fight_on(seated, interface, autosave)
        return
    with by_house_rules(scenario or "", sets, system=system):
        choice = ask_choice(interface, scenario, system, readings, side, against)
        if choice is not None:
            fight_on(begin(choice.muster, choice.seats, mix), interface, autosave)

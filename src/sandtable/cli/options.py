"""Options that several commands have in common, and how their texts are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.faults import Misuse

if TYPE_CHECKING:
    from sandtable.game.rulebook import Readings, Rulebook

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
ReadingTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--reading", metavar="RULE=N", help="Play a rule by its reading N, counted from 0; may be repeated."
    ),
]
SystemName = Annotated[
    str | None,
    typer.Option("--system", help="The system of a scenario, where its name or file does not tell."),
]
LONGEST_NUMBER = 9


def chosen_readings(texts: Sequence[str] | None, rulebook: Rulebook) -> Readings:
    """The readings that ``--reading`` options choose."""
    choices: dict[str, int] = {}
    for text in texts or ():
        rule, equals, number = text.partition("=")
        if not equals or not number.isdecimal() or len(number) > LONGEST_NUMBER:
            raise Misuse(f'--reading "{text}" is not understood; write RULE=N, such as dice.reroll=1')
        choices[rule] = int(number)
    return rulebook.choose(choices)

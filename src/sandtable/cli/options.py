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
        "--reading",
        metavar="RULE=N",
        help="Play a rule by its reading N, counted from 0, or choose a variant, such as scale=hex; "
        "may be repeated.",
    ),
]
SystemName = Annotated[
    str | None,
    typer.Option("--system", help="The system of a scenario, where its name or file does not tell."),
]
LONGEST_NUMBER = 9


def chosen_readings(texts: Sequence[str] | None, rulebook: Rulebook) -> Readings:
    """The readings and variants that ``--reading`` options choose."""
    choices: dict[str, int] = {}
    for text in texts or ():
        option, equals, choice = text.partition("=")
        named = {one.id: one.choices for one in rulebook.variants}.get(option, ())
        if equals and choice in named:
            choices[option] = named.index(choice)
        elif equals and choice.isdecimal() and len(choice) <= LONGEST_NUMBER:
            choices[option] = int(choice)
        elif equals and named:
            raise Misuse(f'--reading "{text}": {option} is one of {", ".join(named)}')
        else:
            raise Misuse(f'--reading "{text}" is not understood; write RULE=N, such as dice.reroll=1')
    return rulebook.choose(choices)

"""Options that several commands share, and how their texts are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.errors import Misuse

if TYPE_CHECKING:
    from sandtable.game.rules.house_rules import Plain
    from sandtable.game.rules.rulebook import Readings, Rulebook

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ReadingTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="RULE=N",
        help="Play a rule by its reading N, counted from 0, or choose a variant, such as scale=hex; "
        "may be repeated.",
    ),
]
SetTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="FIGURE=X",
        help="Change a figure of the rulebook, such as movement.rates.infantry-any.run=10; sandtable rules "
        "SYSTEM --tables lists them; may be repeated.",
    ),
]
SystemName = Annotated[
    str | None,
    typer.Option("--system", help="The system of the scenario, if it is not clear from its name or file."),
]
LONGEST_NUMBER = 9


@contextmanager
def house_rules(
    system: str, texts: Sequence[str] | None, *, over: Mapping[str, Plain] | None = None
) -> Iterator[None]:
    """Apply the figures of ``--set`` options to a system until the block ends.

    *over* are figures that are set already; the options override them.
    """
    if not texts:
        yield
        return
    from sandtable import systems

    figures: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise Misuse(
                f'--set "{text}" is not understood; write FIGURE=X, where sandtable rules {system} --tables'
                " lists the figures"
            )
        if key in figures:
            raise Misuse(f'--set "{text}": {key} is set to {figures[key]} already')
        figures[key] = value
    with systems.by_house_rules(system, systems.settle(system, {**(over or {}), **figures})):
        yield


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

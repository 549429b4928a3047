"""``sandtable umpire``: a resolution at a real table, step by step with your own dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.commands.odds import FactsFile, FactTexts
from sandtable.cli.errors import Misuse
from sandtable.cli.options import AsJson, SetTexts, house_rules

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sandtable.lab.paper.stages import Faces, Said, Stage

LEAVE = ("quit", "leave", "q")
UNDO = ("undo", "u")
THROW = ("throw", "t", "")
PROMPT = "> "

Throwing = Annotated[bool, typer.Option("--throw", help="Throw the dice here instead of asking for yours.")]


def umpire(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="The system, such as liberty.")],
    resolution: Annotated[str, typer.Argument(metavar="RESOLUTION", help="The resolution, such as volley.")],
    facts: FactTexts = None,
    *,
    file: FactsFile = None,
    throw: Throwing = False,
    sets: SetTexts = None,
    as_json: AsJson = False,
) -> None:
    """Lead a resolution step by step: it says what to throw, you type the faces, it says what follows.

    Type the faces with spaces between them, or nothing to have the dice thrown here; the number of an option
    at a decision; undo to take the last entry back; quit to leave. Facts are given as for odds; sandtable
    odds SYSTEM RESOLUTION lists them.

    With --json each step is a line: an object with figures, fell, dice, decision and ended; one of the last
    three says what is wanted next or how it ended. The input is the same as without --json.
    """
    from sandtable.cli.output import results, write_json_line
    from sandtable.cli.pages.umpire import stage_page

    def show(at: Stage, since: int) -> None:
        if as_json:
            write_json_line(at)
        else:
            results().print(stage_page(at, since))

    with house_rules(system, sets):
        prompt = "" if as_json else PROMPT
        _lead(_stages(system, resolution, facts or [], file), show, throw=throw, prompt=prompt)


def _stages(
    system: str, resolution: str, facts: list[str], file: Path | None
) -> Callable[[tuple[Said, ...]], Stage]:
    """The state of a resolution after all entries."""
    from sandtable import systems
    from sandtable.cli.commands.odds import given
    from sandtable.lab.paper.facts import read_facts
    from sandtable.lab.paper.odds_report import find_resolution
    from sandtable.lab.paper.stages import stage

    found = systems.load(system)
    asked = find_resolution(found, resolution)
    told = read_facts(asked.facts, given(asked, facts, file))
    return lambda said: stage(found, asked, told, said)


def _lead(
    look: Callable[[tuple[Said, ...]], Stage],
    show: Callable[[Stage, int], None],
    *,
    throw: bool,
    prompt: str,
) -> None:
    """Ask and read entries until the resolution ends."""
    from random import Random

    from sandtable.lab.paper.values import Unfit

    random, seen = Random(), 0
    said: tuple[Said, ...] = ()
    at = look(said)
    show(at, -1)
    while at.ended is None:
        before = said
        text = "throw" if throw and at.dice is not None else _heard(prompt)
        if text is None or text in LEAVE:
            return
        try:
            said = said[:-1] if text in UNDO else (*said, _meant(at, text, random))
            at = look(said)
        except (Misuse, Unfit) as fault:
            said = before
            typer.echo(str(fault), err=True)
            continue
        seen = seen if len(at.fell) >= seen else len(at.fell)
        show(at, seen)
        seen = len(at.fell)


def _heard(prompt: str) -> str | None:
    """The next typed line; None at the end of the input."""
    try:
        return input(prompt).strip().lower()
    except EOFError:
        return None


def _meant(at: Stage, text: str, random: object) -> Said:
    from random import Random

    from sandtable.lab.paper.stages import Answer, throw_for

    if at.dice is not None:
        assert isinstance(random, Random)
        return throw_for(at.dice, random) if text in THROW else _faces(text)
    assert at.decision is not None
    options = at.decision.options
    if text.isdecimal() and 1 <= int(text) <= len(options):
        return Answer(options[int(text) - 1].answer)
    raise Misuse(f'"{text}" is not an option: type a number from 1 to {len(options)}, undo or quit')


def _faces(text: str) -> Faces:
    from sandtable.lab.paper.stages import Faces

    words = text.replace(",", " ").split()
    if not all(word.isdecimal() and len(word) < 4 for word in words):
        raise Misuse(
            f'"{text}" is not a list of faces: type them with spaces, such as 4 1 6, or undo, or quit'
        )
    return Faces(tuple(map(int, words)))

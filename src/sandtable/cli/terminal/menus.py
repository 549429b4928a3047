"""Menus: ask for what the options of ``sandtable play`` do not give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.agents import AGENTS
from sandtable.cli.reports.catalogue import catalogue
from sandtable.cli.reports.muster import Muster, muster
from sandtable.cli.terminal.interfaces import Interface
from sandtable.cli.terminal.replies import LeftReply, Menu, RefusalReply
from sandtable.cli.terminal.setup import BOTH, WATCH, own_sides, seats_for
from sandtable.cli.terminal.typed_line import whole_number
from sandtable.game.files.record import Seat
from sandtable.game.kit.catalogue import ScenarioRow


class GameChoice(NamedTuple):
    """The battle to fight, and its seats."""

    muster: Muster
    seats: tuple[Seat, ...]


def ask_choice(
    interface: Interface,
    scenario: str | None,
    system: str | None,
    readings: Sequence[str] | None,
    side: str | None,
    against: str | None,
) -> GameChoice | None:
    """Ask for the choices that no option gave; None if the player leaves."""
    called = scenario or _scenario(interface, system)
    if called is None:
        return None
    mustered = muster(called, readings, system=system)
    mine = side or _side(interface, mustered.sides)
    if mine is None:
        return None
    alone = len(own_sides(mustered.sides, mine)) < len(mustered.sides)
    opponent = against or (_agent(interface) if alone else next(iter(AGENTS)))
    return None if opponent is None else GameChoice(mustered, seats_for(mustered.sides, mine, opponent))


def _scenario(interface: Interface, system: str | None) -> str | None:
    rows = catalogue(system).scenarios
    place = _pick(interface, "Which battle?", [_in_words(row) for row in rows])
    return None if place is None else f"{rows[place].system}/{rows[place].id}"


def _in_words(row: ScenarioRow) -> str:
    sides = " v ".join(f"{side.name} ({side.units})" for side in row.sides)
    return f"{row.name}, {row.date}: {sides} [{row.system}/{row.id}]"


def _side(interface: Interface, sides: tuple[str, ...]) -> str | None:
    words = (*sides, "both sides, two people at this screen", "neither, I watch")
    place = _pick(interface, "Which side do you play?", words)
    return None if place is None else (*(str(number + 1) for number in range(len(sides))), BOTH, WATCH)[place]


def _agent(interface: Interface) -> str | None:
    names = tuple(AGENTS)
    place = _pick(interface, "Against whom?", names)
    return None if place is None else names[place]


def _pick(interface: Interface, words: str, options: Sequence[str]) -> int | None:
    """The option that is picked by number or by a unique part of its text; the first for an empty line."""
    while True:
        interface.say(Menu(words, tuple(options)))
        line = interface.listen()
        if line is None or line.strip().lower() in ("quit", "exit", "q"):
            interface.say(LeftReply("You left before the battle.", ""))
            return None
        place = _place(line.strip(), options)
        if place is not None:
            return place
        interface.say(
            RefusalReply(
                f'"{line.strip()}" does not match exactly one: type a number from 1 to {len(options)}'
            )
        )


def _place(text: str, options: Sequence[str]) -> int | None:
    if not text:
        return 0
    number = whole_number(text)
    if number is not None:
        return number - 1 if 1 <= number <= len(options) else None
    found = [place for place, option in enumerate(options) if text.casefold() in option.casefold()]
    return found[0] if len(found) == 1 else None

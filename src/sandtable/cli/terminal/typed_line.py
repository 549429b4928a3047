"""What can be typed during a game, and how a line is read."""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.cli.terminal.typed_legs import HOW, is_leg
from sandtable.cli.terminal.typed_steps import HOW as HOW_ON_HEXES
from sandtable.cli.terminal.typed_steps import is_step


class TypedLine(NamedTuple):
    """A line as it was read: a command with its argument, an option, a label, or legs of a move."""

    command: str
    rest: str = ""


COMMANDS: Final[tuple[tuple[str, str], ...]] = (
    ("NUMBER, or words of an option", "choose that option"),
    (HOW, "draft a move leg by leg; separate several legs by commas"),
    (HOW_ON_HEXES, "on hexes, draft a move step by step; directions are the twelve winds"),
    ("to X Y FACING", "draft the legal move that ends nearest to that place, in inches and degrees"),
    ("to COLUMN ROW FACING", "on hexes, draft the legal move that ends nearest to that hex"),
    ("to X Y", "put the unit or leader down at that place"),
    ("take", "draft the move that the last refusal offered"),
    ("go", "carry out the drafted move"),
    ("stand", "stay in place"),
    ("back, clear", "remove the last leg of the draft, or all of them"),
    ("odds [NUMBER]", "show the possible results of an option"),
    ("undo, redo", "take back your last answer if no dice were thrown since; give it again"),
    ("map, roster", "show the table, the units"),
    ("log [NUMBER]", "show the last lines of the log"),
    ("rule ID", "show a rule"),
    ("save FILE", "save the game; sandtable play FILE continues it"),
    ("always NUMBER", "choose that option now and every time; type ask to be asked again"),
    ("concede", "concede as soon as the rules allow it"),
    ("nothing", "show the question again"),
    ("help", "show this"),
    ("quit", "leave; the game is saved"),
)
"""Everything that can be typed, for help."""

ALONE: Final = {
    "go": "go",
    "done": "go",
    "stand": "stand",
    "stand still": "stand",
    "take": "take",
    "back": "back",
    "clear": "clear",
    "undo": "undo",
    "redo": "redo",
    "map": "map",
    "roster": "roster",
    "units": "roster",
    "ask": "ask",
    "concede": "concede",
    "help": "help",
    "?": "help",
    "quit": "quit",
    "exit": "quit",
    "q": "quit",
}
"""Words that are a command by themselves."""

WITH_MORE: Final = ("to", "always", "odds", "log", "rule", "save")
"""Words that are followed by an argument."""

LONGEST_NUMBER: Final = 9


def parse_line(line: str) -> TypedLine:
    """Read a typed line.

    >>> parse_line("Odds 3")
    TypedLine(command='odds', rest='3')
    >>> parse_line("wheel left 30")
    TypedLine(command='legs', rest='wheel left 30')
    """
    text = " ".join(line.split())
    first, _, rest = text.partition(" ")
    if not text:
        return TypedLine("nothing")
    if whole_number(text) is not None:
        return TypedLine("option", text)
    if text.lower() in ALONE:
        return TypedLine(ALONE[text.lower()])
    if first.lower() in WITH_MORE:
        return TypedLine(first.lower(), rest)
    if is_leg(text) or is_step(text):
        return TypedLine("legs", text)
    return TypedLine("label", text)


def whole_number(text: str) -> int | None:
    """The whole number in a text, if it is one of a plausible length."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None

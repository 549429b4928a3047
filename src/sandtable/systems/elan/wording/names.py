"""What the words of all chapters share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.game.system import Prompt
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.figures import Scale, Span
from sandtable.table.measure import as_inches
from sandtable.table.pose import Pose

Prompter = Callable[[ElanBattle, Any], Prompt]
"""Puts one kind of question into words."""

Teller = Callable[[ElanBattle, Any], str]
"""Puts one kind of event into words."""


def name(battle: ElanBattle, unit: int) -> str:
    """The name of a unit."""
    return battle.units[unit].name


def names(battle: ElanBattle, units: tuple[int, ...]) -> str:
    """The names of several units as people say them."""
    *others, last = (name(battle, unit) for unit in units)
    return f"{', '.join(others)} and {last}" if others else last


def side(battle: ElanBattle, number: int) -> str:
    """The name of a side."""
    return battle.camps[number].name


def length(battle: ElanBattle, span: Span) -> str:
    """A length in the words of the set: inches, or hexes."""
    written = battle.figures.written(span)
    if battle.scale is not Scale.HEX:
        return f"{written:g} in"
    return "1 hex" if written == 1 else f"{written:g} hexes"


def place(battle: ElanBattle, pose: Pose) -> str:
    """A place on the table as people read it."""
    del battle
    return f"({as_inches(pose.x):g}, {as_inches(pose.y):g})"


def counted(count: int, what: str) -> str:
    """A number of things as people say it.

    >>> counted(1, "point"), counted(2, "loss")
    ('1 point', '2 losses')
    """
    if count == 1:
        return f"1 {what}"
    return f"{count} {what}{'es' if what.endswith('s') else 's'}"

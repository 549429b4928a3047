"""What the words of all chapters share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.game.kit.system import Prompt
from sandtable.game.present.english import listed
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.space.lengths import as_inches
from sandtable.table.space.pose import Pose

Prompter = Callable[[TricornBattle, Any], Prompt]
"""Puts one kind of question into words."""

Teller = Callable[[TricornBattle, Any], str]
"""Puts one kind of event into words: of the event and names alone, as it is told later than it happens."""

FORMATIONS: Final = {
    Formation.LINE: "Line",
    Formation.COLUMN: "Road/March Column",
    Formation.UNLIMBERED: "unlimbered",
    Formation.LIMBERED: "limbered",
    Formation.ABANDONED: "abandoned",
    Formation.GARRISON: "garrison",
}
"""What formations are called."""


def name(battle: TricornBattle, unit: int) -> str:
    """The name of a unit."""
    return battle.units[unit].name


def names(battle: TricornBattle, units: tuple[int, ...]) -> str:
    """The names of several units as people say them."""
    return listed(tuple(name(battle, unit) for unit in units))


def officer_name(battle: TricornBattle, officer: int) -> str:
    """The name of an officer."""
    return battle.officers[officer].name


def side(battle: TricornBattle, number: int) -> str:
    """The name of a side."""
    return battle.camps[number].name


def place(pose: Pose) -> str:
    """A place on the table as people read it."""
    return f"({as_inches(pose.x):g}, {as_inches(pose.y):g})"

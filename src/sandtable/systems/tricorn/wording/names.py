"""The words that all chapters share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.present.english import listed
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.space import Pose, as_inches

Prompter = Callable[[TricornBattle, Any], Prompt]
"""A function that words one kind of question."""

Teller = Callable[[TricornBattle, Any], str]
"""A function that words one kind of event, from the event and names alone because the battle may have moved
on."""

FORMATIONS: Final = {
    Formation.LINE: "Line",
    Formation.COLUMN: "Road/March Column",
    Formation.UNLIMBERED: "unlimbered",
    Formation.LIMBERED: "limbered",
    Formation.ABANDONED: "abandoned",
    Formation.GARRISON: "garrison",
}
"""The names of formations."""


def name(battle: TricornBattle, unit: int) -> str:
    """The name of a unit."""
    return battle.units[unit].name


def names(battle: TricornBattle, units: tuple[int, ...]) -> str:
    """The names of several units as a list in words."""
    return listed(tuple(name(battle, unit) for unit in units))


def officer_name(battle: TricornBattle, officer: int) -> str:
    """The name of an officer."""
    return battle.officers[officer].name


def side(battle: TricornBattle, number: int) -> str:
    """The name of a side."""
    return battle.camps[number].name


def place(pose: Pose) -> str:
    """A place on the table in words."""
    return f"({as_inches(pose.x):g}, {as_inches(pose.y):g})"

"""Words that all chapters share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.game.kit.system import Prompt
from sandtable.game.present.english import listed
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.troops import Figure, Formation
from sandtable.table.space import Pose, as_inches

Prompter = Callable[[ColdSteelBattle, Any], Prompt]
"""Puts one kind of question into words."""

Teller = Callable[[ColdSteelBattle, Any], str]
"""Puts one kind of event into words."""

FIGURES = {
    Figure.OFFICER: "Officer",
    Figure.STANDARD: "Standard Bearer",
    Figure.SERGEANT: "Sergeant",
    Figure.MUSICIAN: "Musician",
}
"""The names of command figures."""


def name(battle: ColdSteelBattle, unit: int) -> str:
    """The name of a unit."""
    return battle.units[unit].name


def names(battle: ColdSteelBattle, units: tuple[int, ...]) -> str:
    """The names of several units as a list."""
    return listed(tuple(name(battle, unit) for unit in units))


def side(battle: ColdSteelBattle, number: int) -> str:
    """The name of a side."""
    return battle.camps[number].name


def place(pose: Pose) -> str:
    """A place on the table as players read it."""
    return f"({as_inches(pose.x):g}, {as_inches(pose.y):g})"


def formation_word(unit: ColdSteelUnit, formation: Formation) -> str:
    """The name of a unit's formation; guns are limbered or unlimbered (formation.allowed)."""
    if unit.is_artillery:
        return "unlimbered" if formation is Formation.LINE else "limbered"
    return formation.replace("-", " ")

"""Names and counts that all chapters use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.game.ask.faces import Prompt
from sandtable.systems.liberty.battle import LibertyBattle

Prompter = Callable[[LibertyBattle, Any], Prompt]
"""Puts one kind of question into words."""

Teller = Callable[[LibertyBattle, Any], str]
"""Puts one kind of event into words."""


def name(battle: LibertyBattle, unit: int) -> str:
    """The name of a unit."""
    return battle.units[unit].name


def names(battle: LibertyBattle, units: tuple[int, ...]) -> str:
    """The names of several units as an English list."""
    *others, last = (name(battle, unit) for unit in units)
    return f"{', '.join(others)} and {last}" if others else last

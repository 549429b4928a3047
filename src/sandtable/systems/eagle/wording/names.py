"""Words shared by all chapters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.game.ask.faces import Prompt
from sandtable.game.present.english import counted, listed
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.shapes import Layout
from sandtable.systems.eagle.troops import Formation
from sandtable.table.space import Point, Pose, as_inches

Prompter = Callable[[EagleBattle, Any], Prompt]
"""Puts one kind of question into words."""

Teller = Callable[[EagleBattle, Any], str]
"""Puts one kind of event into words."""


def name(battle: EagleBattle, unit: int) -> str:
    """The name of a unit."""
    return battle.units[unit].name


def names(battle: EagleBattle, units: tuple[int, ...]) -> str:
    """The names of several units as a list."""
    return listed(tuple(name(battle, unit) for unit in units))


def leader_name(battle: EagleBattle, leader: int) -> str:
    """The name of a leader; a second in command is named after his predecessor."""
    return battle.leaders[leader].name


def side(battle: EagleBattle, number: int) -> str:
    """The name of a side."""
    return battle.camps[number].name


def place(pose: Pose | Point) -> str:
    """A place on the table in words."""
    return f"({as_inches(pose.x):g}, {as_inches(pose.y):g})"


def facing(pose: Pose) -> str:
    """A facing in words."""
    return f"facing {pose.heading / 10:g}°"


def points(count: int) -> str:
    """Disorder points in words."""
    return counted(count, "disorder point")


def drawn_up(layout: Layout) -> str:
    """A formation and its ranks in words.

    >>> drawn_up(Layout(Formation.MULTI_LINE, (4, 3, 3))), drawn_up(Layout(Formation.LINE, (4,)))
    ('three lines of 4, 3 and 3', 'line of 4')
    """
    ranks = listed(tuple(str(count) for count in layout.ranks))
    match layout.formation:
        case Formation.MULTI_LINE:
            return f"{('one', 'two', 'three')[len(layout.ranks) - 1]} lines of {ranks}"
        case Formation.COLUMN:
            return f"column, {layout.ranks[0]} wide"
        case Formation.WEDGE:
            return "wedge"
        case Formation.LINE:
            return f"line of {ranks}"


def condition(battle: EagleBattle, unit: EagleUnit) -> str:
    """The condition of a unit, in words."""
    if unit.removed is not None:
        return unit.removed.value
    if unit.pose is None:
        return "not on the table"
    if unit.routing:
        return "routing"
    words = ["shaken"] * unit.shaken + ["unformed"] * (unit.troop_class.is_formed_kind and not unit.formed)
    words += ["pursuing"] * unit.pursuing + ["looting"] * bool(unit.looting)
    words += ["in combat"] * battle.is_engaged(unit.id)
    return ", ".join(words) or "in good order"

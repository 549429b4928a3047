"""Words that all chapters share: names of units, sides, places, formations and ways."""

from __future__ import annotations

import math
from typing import Final

from sandtable.game.present.english import compass, listed
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.space import DEGREE, FULL_TURN, INCH, Point, Pose, TableSide, as_inches, centre

EDGE_NAMES: Final[dict[TableSide, str]] = {"bottom": "south", "top": "north", "left": "west", "right": "east"}
"""The names of the table edges."""


def name(battle: ColdSteelBattle, unit: int) -> str:
    """The name of a unit."""
    return battle.units[unit].name


def names(battle: ColdSteelBattle, units: tuple[int, ...]) -> str:
    """The names of several units as a list."""
    return listed(tuple(name(battle, unit) for unit in units))


def side_name(battle: ColdSteelBattle, number: int) -> str:
    """The name of a side."""
    return battle.camps[number].name


def place_name(pose: Pose) -> str:
    """A place on the table as players read it."""
    return f"({as_inches(pose.x):g}, {as_inches(pose.y):g})"


def formation_word(unit: ColdSteelUnit, formation: Formation) -> str:
    """The name of a unit's formation; guns are limbered or unlimbered (formation.allowed)."""
    if unit.is_artillery:
        return "unlimbered" if formation is Formation.LINE else "limbered"
    return formation.replace("-", " ")


def stance_words(unit: ColdSteelUnit, formation: Formation) -> str:
    """A formation with its preposition; guns are limbered or unlimbered, not in anything."""
    word = formation_word(unit, formation)
    return word if unit.is_artillery else f"in {word}"


def way(unit: ColdSteelUnit, to: Pose) -> str:
    """How far and in which direction a unit's middle goes; empty if it stays."""
    if unit.pose is None:
        return ""
    start, end = centre(unit.pose, unit.shape), centre(to, unit.shape)
    far = math.dist(start, end)
    return f"{round(far / INCH, 1):g} in {compass(_heading(start, end))}" if far >= INCH / 20 else ""


def _heading(start: Point, end: Point) -> int:
    """The direction from one point to another, to a tenth of a degree: for words only."""
    return round(math.degrees(math.atan2(end.x - start.x, end.y - start.y)) * DEGREE) % FULL_TURN

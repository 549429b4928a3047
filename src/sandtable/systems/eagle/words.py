"""Words that all chapters share: names of units, leaders, sides, places, formations and ways."""

from __future__ import annotations

import math
from typing import Final

from sandtable.game.present.english import compass, counted, listed
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.records import AfterMove
from sandtable.systems.eagle.shapes import Layout
from sandtable.systems.eagle.troops import Formation
from sandtable.table.space import DEGREE, FULL_TURN, INCH, Point, Pose, Side, as_inches, centre

STRUCK: Final[dict[Side, str]] = {
    "front": "",
    "right": " in the right flank",
    "left": " in the left flank",
    "rear": " in the rear",
}
"""The side on which a charge strikes."""

AFTER_MOVES: Final = {
    AfterMove.HALT: "halt",
    AfterMove.FOLLOW_UP_OR_PURSUE: "follow up or pursue",
    AfterMove.FOLLOW_UP: "follow up",
    AfterMove.FALL_BACK: "fall back",
    AfterMove.PASS_THROUGH: "pass through",
    AfterMove.RETIRE: "retire",
    AfterMove.ROUT: "rout",
    AfterMove.PURSUE: "pursue",
}
"""The moves after combat."""


def name(battle: EagleBattle, unit: int) -> str:
    """The name of a unit."""
    return battle.units[unit].name


def names(battle: EagleBattle, units: tuple[int, ...]) -> str:
    """The names of several units as a list."""
    return listed(tuple(name(battle, unit) for unit in units))


def leader_name(battle: EagleBattle, leader: int) -> str:
    """The name of a leader; a second in command is named after his predecessor."""
    return battle.leaders[leader].name


def side_name(battle: EagleBattle, number: int) -> str:
    """The name of a side."""
    return battle.camps[number].name


def place_name(place: Pose | Point) -> str:
    """A place on the table as players read it."""
    return f"({as_inches(place.x):g}, {as_inches(place.y):g})"


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


# --------------------------------------------------------------------- ways
def went(unit: EagleUnit, to: Pose, verb: str, turned: str) -> str:
    """How a unit went to a place: its length and direction, or how it faces if it stayed."""
    gone = ""
    if unit.pose is not None:
        gone = way(centre(unit.pose, unit.shape), centre(to, unit.shape))
    return f"{unit.name} {verb} {gone}" if gone else f"{unit.name} {turned} {compass(to.heading)}"


def rode(battle: EagleBattle, leader: int, place: Point) -> str:
    """How far and in which direction a leader rides from where he is."""
    one = battle.leaders[leader]
    gone = way(battle.place_of(one), place) if one.is_present else ""
    return f"{one.name} rides {gone}" if gone else f"{one.name} stays where he is"


def way(start: Point, end: Point) -> str:
    """The length and direction of a way; empty if it leads nowhere."""
    far = math.dist(start, end)
    return f"{round(far / INCH, 1):g} in {compass(_heading(start, end))}" if far >= INCH / 20 else ""


def _heading(start: Point, end: Point) -> int:
    """The direction from one point to another, to a tenth of a degree: for words only."""
    return round(math.degrees(math.atan2(end.x - start.x, end.y - start.y)) * DEGREE) % FULL_TURN

"""Words that all chapters share: names of units, officers, sides, places, formations and ways."""

from __future__ import annotations

import math
from typing import Final

from sandtable.game.present.english import compass, counted, listed
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.nearness import middle_of
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.space import DEGREE, FULL_TURN, INCH, Point, Pose, as_inches, centre

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


def side_name(battle: TricornBattle, number: int) -> str:
    """The name of a side."""
    return battle.camps[number].name


def place_name(x: float, y: float) -> str:
    """A place on the table as players read it."""
    return f"({as_inches(x):g}, {as_inches(y):g})"


def markers_words(battle: TricornBattle, unit: int) -> str:
    """The markers of a unit, in words."""
    count = battle.units[unit].markers
    return counted(count, "marker") if count else "no marker"


# --------------------------------------------------------------------- officers
def token_id(officer: int) -> str:
    """The id of an officer's token."""
    return f"officer-{officer}"


def token_of(battle: TricornBattle, officer: int) -> str | None:
    """The token of an officer; None if he is not on the table."""
    return token_id(officer) if battle.officers[officer].is_here else None


# --------------------------------------------------------------------- ways
def way(unit: TricornUnit, to: Pose) -> str:
    """How far and in which direction the middle of a unit moves; empty if it stays."""
    return "" if unit.pose is None else way_between(middle_of(unit), centre(to, unit.shape))


def way_between(start: Point, end: Point) -> str:
    """The distance and direction from one place to another; empty if they are the same."""
    far = math.dist(start, end)
    return f"{round(far / INCH, 1):g} in {compass(_heading(start, end))}" if far >= INCH / 20 else ""


def direction(unit: TricornUnit, to: Pose) -> str:
    """The direction in which the middle of a unit moves; empty if it was not on the table."""
    return "" if unit.pose is None else compass(_heading(middle_of(unit), centre(to, unit.shape)))


def _heading(start: Point, end: Point) -> int:
    """The direction from one point to another to a tenth of a degree, for words only."""
    return round(math.degrees(math.atan2(end.x - start.x, end.y - start.y)) * DEGREE) % FULL_TURN

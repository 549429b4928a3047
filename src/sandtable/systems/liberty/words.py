"""Words that all chapters share: names of units, Generals and armies, sides of a unit, and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.game.present.english import listed
from sandtable.table.space import DEGREE, HALF_TURN, INCH, Point, Pose, Side, turn_between

if TYPE_CHECKING:
    from sandtable.systems.liberty.battle import LibertyBattle

FACINGS: Final[dict[Side, str]] = {
    "front": "front",
    "left": "left flank",
    "right": "right flank",
    "rear": "rear",
}
"""The names of the sides of a unit."""
STEADY: Final = 5 * DEGREE
"""A turn smaller than this is not mentioned."""


# --------------------------------------------------------------------- names
def name(battle: LibertyBattle, unit: int) -> str:
    """The name of a unit."""
    return battle.units[unit].name


def names(battle: LibertyBattle, units: tuple[int, ...]) -> str:
    """The names of several units as an English list."""
    return listed([name(battle, unit) for unit in units])


def general_name(battle: LibertyBattle, general: int) -> str:
    """The name of a General."""
    return battle.generals[general].name


def army_name(battle: LibertyBattle, side: int) -> str:
    """The name of an army."""
    return battle.camps[side].name


def token_id(general: int) -> str:
    """The id of a General's token."""
    return f"general-{general}"


# --------------------------------------------------------------------- units and Generals by one number
def who(number: int) -> int | str:
    """The unit of a number or, by -1, -2 and so on, the token of a General."""
    return number if number >= 0 else token_id(-1 - number)


def who_name(battle: LibertyBattle, number: int) -> str:
    """The name of the unit of a number or, by -1, -2 and so on, of a General."""
    return name(battle, number) if number >= 0 else general_name(battle, -1 - number)


# --------------------------------------------------------------------- moves
def moved(start: Pose, to: Pose) -> str:
    """A move between two poses: how far, which way, and the new facing.

    >>> moved(Pose(0, 0, 0), Pose(0, 600, 0)), moved(Pose(0, 0, 900), Pose(-300, 0, 2700))
    ('moves 6 in ahead', 'moves 3 in back and faces about')
    """
    place = start.local(Point(to.x, to.y))
    goes = f"moves {inches_between(start, to)} {_way(place)}" if (to.x, to.y) != (start.x, start.y) else ""
    faces = _turned(turn_between(start.heading, to.heading))
    return " and ".join(part for part in (goes, faces) if part) or "stays where it is"


def inches_between(start: Pose, to: Pose) -> str:
    """The distance between two places."""
    right, forward = start.local(Point(to.x, to.y))
    return f"{(right * right + forward * forward) ** 0.5 / INCH:.1f}".removesuffix(".0") + " in"


def _way(place: Point) -> str:
    """A direction to the right (x) and forward (y) in words; within about 22 degrees it is straight."""
    right, forward = place
    side = "right" if right > 0 else "left"
    if abs(right) * 5 <= abs(forward) * 2:
        return "ahead" if forward > 0 else "back"
    if abs(forward) * 5 <= abs(right) * 2:
        return f"to its {side}"
    return f"{'ahead' if forward > 0 else 'back'} and to its {side}"


def _turned(turn: int) -> str:
    if abs(turn) < STEADY:
        return ""
    if abs(abs(turn) - HALF_TURN) < STEADY:
        return "faces about"
    return f"turns {abs(turn) / DEGREE:.0f}° to its {'right' if turn > 0 else 'left'}"

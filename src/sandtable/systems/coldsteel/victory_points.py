"""Victory points: enemy units lost and objectives held, and the winner by points.

>>> holder((Presence.SHAKEN, Presence.STEADY)), winner((5, 3))
(1, 0)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from sandtable.game.rules.tally import Tally

REACH: Final = 3
"""The distance in inches within which a unit holds an objective point (victory.objective)."""


class Presence(StrEnum):
    """The units of a side within 3 in of an objective: none, only some that failed, or one that passed."""

    NOBODY = "nobody"
    SHAKEN = "failed units only"
    STEADY = "a unit that passed"


class Held(NamedTuple):
    """An objective that a side holds: its name and its points."""

    name: str
    points: int


def presence(passed: Iterable[bool]) -> Presence:
    """The presence of units near an objective, by whether each passed its latest test (victory.objective)."""
    latest = tuple(passed)
    if any(latest):
        return Presence.STEADY
    return Presence.SHAKEN if latest else Presence.NOBODY


def holder(near: tuple[Presence, Presence]) -> int | None:
    """The side that holds an objective point: the only one with a unit there that passed.

    victory.objective
    """
    steady = [side for side in (0, 1) if near[side] is Presence.STEADY]
    return steady[0] if len(steady) == 1 else None


def points(enemy_lost: int, held: Iterable[Held]) -> Tally:
    """The victory points of a side: one for each enemy unit lost, and its objectives (victory.points)."""
    tally = Tally.of(enemy_lost, "enemy units lost", "victory.points")
    for objective in held:
        tally = tally.plus(objective.points, f"holds {objective.name}", "victory.points")
    return tally


def winner(scores: tuple[float, float]) -> int | None:
    """The side with more points; equal points are a draw (victory.turn-limit)."""
    first, second = scores
    if first == second:
        return None
    return 0 if first > second else 1

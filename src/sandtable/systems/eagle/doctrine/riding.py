"""Where a lone leader rides: to the place from which he keeps most units under control."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle.battle import EagleBattle, Leader
from sandtable.systems.eagle.doctrine.posts import command_worth
from sandtable.table.space import INCH, Point, apart

STEP: Final = 2 * INCH
"""The grid on which places are judged, for each action that a leader has."""
FAR: Final = 0.005
"""How much less a place counts for each inch of the way to it."""


class Place(NamedTuple):
    """A place and the value of a leader there."""

    worth: float
    point: Point


def best_place(battle: EagleBattle, leader: Leader, question: PlacePoint, rides: int = 1) -> Place | None:
    """The best place that a leader reaches by this many rides; none if no place needs him.

    Places beyond the first ride are checked when he gets there.
    """
    start, reach = battle.place_of(leader), question.within
    spots = _around(start, rides * reach, max(rides, 1) * STEP)
    for place in sorted((_judged(battle, leader, start, spot) for spot in spots), reverse=True):
        if place.worth <= 0.0:
            return None
        if apart(start, place.point) > reach or not isinstance(question.judge(place.point), Refusal):
            return place
    return None


def on_the_way(question: PlacePoint, start: Point, goal: Point) -> Point | None:
    """The point that one ride reaches on the straight way to a distant place; none if that is blocked."""
    share = (question.within - 1) / max(apart(start, goal), 1.0)
    spot = Point(round(start.x + share * (goal.x - start.x)), round(start.y + share * (goal.y - start.y)))
    return None if isinstance(question.judge(spot), Refusal) else spot


def _judged(battle: EagleBattle, leader: Leader, start: Point, point: Point) -> Place:
    return Place(command_worth(battle, leader, point) - FAR * apart(start, point) / INCH, point)


def _around(start: Point, reach: float, step: int) -> Iterator[Point]:
    """Places on a grid within reach, the leader's own included."""
    most = int(reach // step)
    for x in range(-most, most + 1):
        for y in range(-most, most + 1):
            point = Point(round(start.x + x * step), round(start.y + y * step))
            if apart(start, point) <= reach:
                yield point

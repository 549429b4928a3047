"""Where a leader alone rides: to the place from which he keeps most units in hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle.battle import EagleBattle, Leader
from sandtable.systems.eagle.doctrine.posts import command_worth
from sandtable.table.space.lengths import INCH
from sandtable.table.space.plane import apart
from sandtable.table.space.pose import Point

STEP: Final = 2 * INCH
"""The table is looked at so finely for each action that a leader has."""
FAR: Final = 0.005
"""How much less a place counts for each inch of the way there."""


class Place(NamedTuple):
    """A place and what it is worth to have a leader there."""

    worth: float
    point: Point


def best_place(battle: EagleBattle, leader: Leader, question: PlacePoint, rides: int = 1) -> Place | None:
    """The best place that a leader comes to by so many rides; none if there is none where he is needed.

    Places beyond the first ride are looked at when he gets there.
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
    """As far as a leader rides at once towards a place beyond his reach; none if he cannot go straight."""
    share = (question.within - 1) / max(apart(start, goal), 1.0)
    spot = Point(round(start.x + share * (goal.x - start.x)), round(start.y + share * (goal.y - start.y)))
    return None if isinstance(question.judge(spot), Refusal) else spot


def _judged(battle: EagleBattle, leader: Leader, start: Point, point: Point) -> Place:
    return Place(command_worth(battle, leader, point) - FAR * apart(start, point) / INCH, point)


def _around(start: Point, reach: float, step: int) -> Iterator[Point]:
    """Places all over what is in reach, the one where he is among them."""
    most = int(reach // step)
    for x in range(-most, most + 1):
        for y in range(-most, most + 1):
            point = Point(round(start.x + x * step), round(start.y + y * step))
            if apart(start, point) <= reach:
                yield point

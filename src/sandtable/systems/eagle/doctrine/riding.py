"""Where a leader alone rides: to the place from which he keeps most units in hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.game.placing import PlacePoint
from sandtable.game.refusal import Refusal
from sandtable.systems.eagle.battle import EagleBattle, Leader
from sandtable.systems.eagle.doctrine.posts import command_worth
from sandtable.table.measure import INCH
from sandtable.table.plane import apart
from sandtable.table.pose import Point

STEP: Final = 2 * INCH
"""The table is looked at so finely."""
FAR: Final = 0.005
"""How much less a place counts for each inch of the way there."""


class Place(NamedTuple):
    """A place and what it is worth to have a leader there."""

    worth: float
    point: Point


def best_place(battle: EagleBattle, leader: Leader, question: PlacePoint) -> Place | None:
    """The best place that a leader can ride to; none if there is none where anybody needs him."""
    start = battle.place_of(leader)
    found = [_judged(battle, leader, start, point) for point in _around(start, question.within)]
    for place in sorted(found, reverse=True):
        if place.worth <= 0.0:
            return None
        if not isinstance(question.judge(place.point), Refusal):
            return place
    return None


def _judged(battle: EagleBattle, leader: Leader, start: Point, point: Point) -> Place:
    return Place(command_worth(battle, leader, point) - FAR * apart(start, point) / INCH, point)


def _around(start: Point, reach: float) -> Iterator[Point]:
    """Places all over what is in reach, the one where he is among them."""
    most = int(reach // STEP)
    for x in range(-most, most + 1):
        for y in range(-most, most + 1):
            point = Point(round(start.x + x * STEP), round(start.y + y * STEP))
            if apart(start, point) <= reach:
                yield point

"""Retreating: a unit that failed falls back in a straight line, through friends, until something stops it.

The way leads exactly from the middle of the nearest enemy through the unit's own; only the final place is
rounded (morale.retreat.direction, geometry.precision). A garrison is placed outside its building instead
(`driven_out.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.placing import about, middle_of
from sandtable.systems.coldsteel.precision import SLACK, TOUCH
from sandtable.systems.coldsteel.room import APART, CLOSED
from sandtable.table.forced import (
    Direction,
    Stretch,
    direction_of,
    direction_to,
    drifted_pose,
    length_until_near,
    length_until_off_table,
    overlap_stretch,
    stretches_over,
)
from sandtable.table.measure import gap
from sandtable.table.space import EDGE_HEADINGS, Point, Pose, standing


class Stop(NamedTuple):
    """An obstacle on the way: where it stops a unit, and from where on it certainly does.

    Between the two the unit is too near only by less than the tolerance.
    """

    at: float
    certain: float


class FallBack(NamedTuple):
    """A retreat: its length in hundredths of an inch, its end, and whether the unit leaves the table.

    morale.retreat.edge
    """

    gone: float
    to: Pose
    lost: bool = False


NOWHERE: Final = math.inf


# --------------------------------------------------------------------- which way
def way_of(battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: int | None) -> Direction:
    """The way of a retreat: from the enemy's middle through its own; without an enemy, to its own table edge.

    morale.retreat.direction
    """
    home = direction_of(EDGE_HEADINGS[battle.camps[unit.side].edge])
    if enemy is None:
        return home
    return direction_to(centre_of(battle, battle.units[enemy]), middle_of(unit)) or home


def centre_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Point:
    """The middle of a unit's footprint; for a garrison, of its building (geometry.distance)."""
    return battle.building(unit.building).middle if unit.is_garrison else middle_of(unit)


# --------------------------------------------------------------------- how far
def fall_back(battle: ColdSteelBattle, unit: ColdSteelUnit, way: Direction, distance: float) -> FallBack:
    """The retreat of a unit along a way, without turning or re-forming.

    morale.retreat.direction, morale.retreat.fixed, morale.retreat.edge, morale.retreat.blocked,
    morale.retreat.friends
    """
    stops = tuple(_stops(battle, unit, way))
    edge = length_until_off_table(unit, way, battle.field, SLACK)
    gone = room_on(stops, distance)
    if edge < gone:
        return FallBack(edge, _rest(unit, way, edge), lost=True)
    gone = _past_friends(battle, unit, way, gone, stops, edge)
    return FallBack(gone, _rest(unit, way, gone))


def room_on(stops: tuple[Stop, ...], wanted: float) -> float:
    """How far a unit gets of a wanted distance before something stops it (morale.retreat.blocked)."""
    return min((stop.at for stop in stops if stop.certain < wanted), default=wanted)


def _rest(unit: ColdSteelUnit, way: Direction, gone: float) -> Pose:
    """The final pose, rounded at the front, or for a square at the middle (geometry.precision)."""
    if unit.hub is None:
        return drifted_pose(standing(unit), way, gone)
    hub = drifted_pose(Pose(round(unit.hub.x), round(unit.hub.y)), way, gone)
    return about(Point(hub.x, hub.y), unit.shape, standing(unit).heading)


# --------------------------------------------------------------------- what stops it
def _stops(battle: ColdSteelBattle, unit: ColdSteelUnit, way: Direction) -> Iterator[Stop]:
    """Everything that stops a unit on a way: enemies, buildings and impassable ground.

    morale.retreat.blocked
    """
    for enemy in _near_way(unit, way, battle.on_table(1 - unit.side), APART):
        yield _stop_before(unit, way, enemy)
    length = float(battle.field.width + battle.field.depth)
    for piece in battle.field.pieces:
        if piece.kind not in CLOSED:
            continue
        entered = [start for start, _ in stretches_over(unit, way, piece, length, TOUCH) if start > 0.0]
        if entered:
            touched = [start for start, _ in stretches_over(unit, way, piece, length) if start <= entered[0]]
            yield Stop(max(touched, default=entered[0]), entered[0])


def _near_way(
    unit: ColdSteelUnit, way: Direction, others: Sequence[ColdSteelUnit], apart: float
) -> list[ColdSteelUnit]:
    """The units that a moving unit may come near: not those behind it or far from its way.

    It compares circles around the fronts, which saves the exact measurement of most units.
    """
    here, mine, (right, forward) = standing(unit), unit.shape, way
    x, y, far = here.x, here.y, apart + mine.width + mine.depth
    found = []
    for other in others:
        there, theirs = standing(other), other.shape
        dx, dy, reach = there.x - x, there.y - y, far + theirs.width + theirs.depth
        if -reach <= dx * forward - dy * right <= reach and dx * right + dy * forward >= -reach:
            found.append(other)
    return found


def _stop_before(unit: ColdSteelUnit, way: Direction, enemy: ColdSteelUnit) -> Stop:
    """Where a retreat stops before an enemy: an inch away, or at the start if closer and getting closer.

    The gap to a rectangle moving along a line is convex, so a gap that ever falls below its first value falls
    from the start (morale.retreat.blocked).
    """
    apart = gap(unit, enemy, "footprint")
    if apart <= TOUCH:
        enter, leave = overlap_stretch(unit, way, enemy, TOUCH)
        return Stop(0.0, enter) if 0.0 <= enter < leave else Stop(NOWHERE, NOWHERE)
    certain = length_until_near(unit, way, enemy, min(float(APART), apart) - SLACK)
    if certain == NOWHERE:
        return Stop(NOWHERE, NOWHERE)
    return Stop(length_until_near(unit, way, enemy, float(APART)) if apart > APART else 0.0, certain)


# --------------------------------------------------------------------- friends
class Friend(NamedTuple):
    """A friend on the way: the span in which the unit touches it, and that in which it overlaps it."""

    touched: Stretch
    overlapped: Stretch

    def is_under(self, gone: float) -> bool:
        """Would a unit that ends there overlap the friend? (geometry.precision)"""
        return self.overlapped[0] < gone < self.overlapped[1]


def _past_friends(
    battle: ColdSteelBattle,
    unit: ColdSteelUnit,
    way: Direction,
    gone: float,
    stops: tuple[Stop, ...],
    edge: float,
) -> float:
    """The length of a retreat through friends: on until the unit is clear of all of them.

    If that is blocked or leads over the table edge, back to the last place without overlap
    (morale.retreat.friends).
    """
    friends = [
        Friend(overlap_stretch(unit, way, friend), overlap_stretch(unit, way, friend, TOUCH))
        for friend in _near_way(unit, way, battle.on_table(unit.side), TOUCH)
        if friend.id != unit.id and not friend.is_garrison
    ]
    clear = gone
    while under := [friend for friend in friends if friend.is_under(clear)]:
        clear = max(friend.touched[1] for friend in under)
    if clear == gone or (room_on(stops, clear) >= clear and edge >= clear):
        return clear
    before = (friend.touched[0] for friend in friends if 0.0 <= friend.touched[0] <= gone)
    free = (place for place in before if not any(friend.is_under(place) for friend in friends))
    return max(free, default=0.0)

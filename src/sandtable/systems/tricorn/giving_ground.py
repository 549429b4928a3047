"""Compulsory moves: how far a unit goes in a straight line, what stops it, and which friends it runs into.

All lengths are hundredths of an inch along the path. The path is exact; only the place where the unit stops
is rounded (recoil.path, withdraw.path, geometry.table).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.nearness import SLACK, TOUCH
from sandtable.systems.tricorn.terrain import COLUMN_LAYERS, IMPASSABLE, LAYERS
from sandtable.table.forced import (
    Direction,
    Stretch,
    drifted_pose,
    length_until_near,
    length_until_off_table,
    overlap_stretch,
    stretches_over,
)
from sandtable.table.measure import gap, ground_under
from sandtable.table.space import INCH, Body, standing

SHORT: Final = inches_of("recoil.blocked") * INCH
"""How far before an enemy or impassable ground a unit halts (recoil.blocked)."""
STRIDE: Final = 5.0
"""The step in which a path over bridges and fords is checked."""


class Stop(NamedTuple):
    """An obstacle on a path: where a unit halts for it, where it begins, and whether it costs a marker.

    Enemies and impassable ground do (recoil.blocked), the outline of a place does not (terrain.compulsory).
    """

    at: float
    met: float
    marks: bool


class Rest(NamedTuple):
    """Where a unit stops: how far it goes, whether it was blocked, and whether it is off the table."""

    gone: float
    blocked: bool = False
    lost: bool = False


class Met(NamedTuple):
    """A friend that a unit runs into, and where."""

    friend: int
    at: float


# --------------------------------------------------------------------- what stops it
def stops_on(battle: TricornBattle, unit: TricornUnit, way: Direction) -> tuple[Stop, ...]:
    """Everything that would stop a unit on its path: enemies, strongholds, impassable ground.

    Woods, streams and Zones of Control do not stop it (recoil.counts).

    recoil.blocked, terrain.compulsory
    """
    return (
        *_before_enemies(battle, unit, way),
        *_at_outlines(battle, unit, way),
        *_before_water(battle, unit, way),
    )


def _before_enemies(battle: TricornBattle, unit: TricornUnit, way: Direction) -> Iterator[Stop]:
    """A unit halts 0.1 in before an enemy, or stays if it touches the enemy already (recoil.blocked)."""
    for enemy in battle.enemies_of(unit.side):
        enter, leave = overlap_stretch(unit, way, enemy, -TOUCH)
        if enter >= leave or leave <= 0.0:
            continue
        if enter > 0.0 and gap(unit, enemy, "footprint") > TOUCH:
            yield Stop(length_until_near(unit, way, enemy, SHORT), enter, marks=True)
            continue
        enter, leave = overlap_stretch(unit, way, enemy, TOUCH)
        if _is_ahead(enter, leave):
            yield Stop(0.0, max(enter, 0.0), marks=True)


def _at_outlines(battle: TricornBattle, unit: TricornUnit, way: Direction) -> Iterator[Stop]:
    """A place that is empty or held by friends stops a unit at its outline (terrain.compulsory).

    One held by the enemy stops it as an enemy does; abandoned guns do not hold a redoubt.
    """
    for place in battle.strongholds:
        holder = battle.garrison_of(place.piece)
        if holder is not None and holder.side != unit.side and not holder.is_abandoned:
            continue
        outline = place.body()
        enter, leave = overlap_stretch(unit, way, outline, TOUCH)
        if _is_ahead(enter, leave):
            yield Stop(max(overlap_stretch(unit, way, outline)[0], 0.0), max(enter, 0.0), marks=False)


def _before_water(battle: TricornBattle, unit: TricornUnit, way: Direction) -> Iterator[Stop]:
    """A unit halts 0.1 in before impassable ground (recoil.blocked)."""
    length = float(battle.field.width + battle.field.depth)
    for number, piece in enumerate(battle.field.pieces):
        if piece.kind not in IMPASSABLE:
            continue
        for start, end in stretches_over(unit, way, piece, length, TOUCH):
            found = _uncovered(battle, unit, way, number, (start, end))
            if found is not None and found > 0.0:
                bank = max(edge for edge, _ in stretches_over(unit, way, piece, length) if edge <= found)
                yield Stop(max((bank if found <= start + STRIDE else found) - SHORT, 0.0), found, marks=True)
                break


def _uncovered(
    battle: TricornBattle, unit: TricornUnit, way: Direction, piece: int, span: Stretch
) -> float | None:
    """Where on a span over water no ford carries a unit, nor a bridge a column; None if one does everywhere.

    terrain.overlap
    """
    layers = COLUMN_LAYERS if unit.is_column else LAYERS
    pieces = battle.field.pieces
    if not any(layers.covers(pieces, upper, piece) for upper in range(len(pieces))):
        return span[0]
    for step in range(math.ceil((span[1] - span[0]) / STRIDE) + 1):
        at = min(span[0] + step * STRIDE, span[1])
        body = Body(unit.id, unit.side, drifted_pose(standing(unit), way, at), unit.shape)
        if piece in ground_under(body, battle.field, layers, "footprint"):
            return at
    return None


def _is_ahead(enter: float, leave: float) -> bool:
    """Does a unit move onto a body, and not off one that it touches or overlapped when it turned?"""
    return enter < leave and enter + leave > 0.0


# --------------------------------------------------------------------- friends and guns left behind
def friends_met(battle: TricornBattle, unit: TricornUnit, way: Direction, gone: float) -> tuple[Met, ...]:
    """The friends that a unit runs into on this part of its path, the nearest first.

    Touching a friend at the end is enough; garrisons and abandoned guns do not check
    (morale.recoiled-into.once, terrain.compulsory). A unit that ran into this one follows behind it and does
    not count.
    """
    found: list[Met] = []
    for friend in battle.on_table(unit.side):
        if friend.id == unit.id or friend.is_garrison or (unit.id, friend.id) in battle.jostled:
            continue
        if friend.is_abandoned and (friend.id, unit.id) not in battle.jostled:
            continue
        enter, leave = overlap_stretch(unit, way, friend, TOUCH)
        if not _is_ahead(enter, leave) or enter > gone + INCH:
            continue
        at = max(overlap_stretch(unit, way, friend)[0], 0.0)
        if at <= gone + SLACK:
            found.append(Met(friend.id, at))
    return tuple(sorted(found, key=lambda met: (met.at, met.friend)))


def guns_left(battle: TricornBattle) -> tuple[TricornUnit, ...]:
    """Abandoned guns of either side in the open, which compulsory moves pass over (artillery.abandoned)."""
    return tuple(
        guns
        for side in (0, 1)
        for guns in battle.on_table(side)
        if guns.is_abandoned and not guns.is_garrison
    )


def passed_over(battle: TricornBattle, unit: TricornUnit) -> tuple[TricornUnit, ...]:
    """The bodies that a withdrawing unit passes over but must not end on: friends and abandoned guns.

    withdraw.path, artillery.abandoned
    """
    friends = (
        friend
        for friend in battle.on_table(unit.side)
        if friend.id != unit.id and not friend.is_garrison and not friend.is_abandoned
    )
    return (*friends, *guns_left(battle))


# --------------------------------------------------------------------- where it comes to rest
class Under(NamedTuple):
    """A body on the path: the stretches on which a unit touches it and overlaps it."""

    touched: Stretch
    overlapped: Stretch

    def is_under(self, gone: float) -> bool:
        """Would a unit that stops there stand on it? (geometry.distance)"""
        return self.overlapped[0] < gone < self.overlapped[1]


def rest_on(
    battle: TricornBattle,
    unit: TricornUnit,
    way: Direction,
    wanted: float,
    stops: Sequence[Stop],
    over: Sequence[TricornUnit],
) -> Rest:
    """Where a unit that goes this far stops: before any obstacle, and clear of other bodies.

    If it would end on a body it goes on until it is just clear; if an obstacle prevents that, it ends at the
    last clear place. A unit even partly over the edge is lost (withdraw.path, recoil.blocked,
    artillery.abandoned, movement.table-edge).
    """
    edge = length_until_off_table(unit, way, battle.field, SLACK)
    bodies = [Under(overlap_stretch(unit, way, one), overlap_stretch(unit, way, one, TOUCH)) for one in over]
    gone, blocked = _stopped(stops, wanted)
    if edge < gone:
        return Rest(edge, lost=True)
    clear = gone
    while under := [body for body in bodies if body.is_under(clear)]:
        clear = max(body.touched[1] for body in under)
    if clear == gone:
        return Rest(gone, blocked)
    reach, barred = _stopped(stops, clear)
    if reach >= clear and edge >= clear:
        return Rest(clear)
    if edge < reach:
        return Rest(edge, lost=True)
    return Rest(_last_clear(bodies, gone), blocked or barred)


def _stopped(stops: Sequence[Stop], wanted: float) -> tuple[float, bool]:
    """How far a unit goes before an obstacle stops it, and whether that costs a marker."""
    met = [stop for stop in stops if stop.met <= wanted + SLACK]
    if not met:
        return wanted, False
    first = min(met, key=lambda stop: (stop.at, not stop.marks))
    return min(first.at, wanted), first.marks


def _last_clear(bodies: Sequence[Under], gone: float) -> float:
    """The last place on the path where a unit stands clear; the start if there is none."""
    places = (body.touched[0] for body in bodies if 0.0 <= body.touched[0] <= gone)
    return max((at for at in places if not any(body.is_under(at) for body in bodies)), default=0.0)

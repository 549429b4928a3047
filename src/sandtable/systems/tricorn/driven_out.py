"""Driven out: where a garrison that must recoil is placed outside its stronghold.

terrain.garrison.recoil
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.giving_ground import SHORT, Under
from sandtable.systems.tricorn.nearness import SLACK, TOUCH
from sandtable.systems.tricorn.shapes import shape_of
from sandtable.systems.tricorn.terrain import IMPASSABLE
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.forced import (
    Direction,
    Stretch,
    direction_of,
    drifted_pose,
    length_until_off_table,
    overlap_stretch,
    stretches_over,
)
from sandtable.table.room import Place
from sandtable.table.space import FULL_TURN, HALF_TURN, QUARTER_TURN, Body, Pose, corners, standing


def outside(battle: TricornBattle, unit: TricornUnit, out: int) -> Place | None:
    """Where a garrison that leaves by one side stands in Line: with its front on the middle of that side, or
    as near to it along the side as there is room; None if there is no room.

    terrain.garrison.recoil
    """
    side = battle.stronghold(unit.garrison).side(out)
    shape = shape_of(unit.category, Formation.LINE)
    middle = Pose(round(side.middle.x), round(side.middle.y), (out + HALF_TURN) % FULL_TURN)
    along = direction_of((out + QUARTER_TURN) % FULL_TURN)
    start = drifted_pose(middle, along, -side.width / 2)
    body = Body(unit.id, unit.side, start, shape)
    at = _nearest_free(tuple(_taken(battle, unit, body, along, float(side.width))), float(side.width))
    if at is None:
        return None
    place = Place(drifted_pose(start, along, at), shape)
    return place if _is_on_table(battle, place) else None


def _taken(
    battle: TricornBattle, unit: TricornUnit, body: Body, along: Direction, width: float
) -> Iterator[Under]:
    """The stretches of a side that are blocked by units, places, water or the edge of the table.

    The unit keeps 0.1 in from enemies, as in any recoil (recoil.blocked).
    """
    for other in (*battle.on_table(0), *battle.on_table(1)):
        if other.id == unit.id:
            continue
        if other.side != unit.side and not other.is_abandoned:
            span = overlap_stretch(body, along, other, -SHORT)
            yield Under(span, (span[0] + SLACK, span[1] - SLACK))
        else:
            yield Under(overlap_stretch(body, along, other), overlap_stretch(body, along, other, TOUCH))
    for place in battle.strongholds:
        if place.piece != unit.garrison and battle.garrison_of(place.piece) is None:
            yield Under(
                overlap_stretch(body, along, place.body()), overlap_stretch(body, along, place.body(), TOUCH)
            )
    for piece in battle.field.pieces:
        if piece.kind in IMPASSABLE:
            yield from (Under(span, span) for span in stretches_over(body, along, piece, width, TOUCH))
    yield from (Under(span, span) for span in _off_table(battle, body, along, width))


def _off_table(battle: TricornBattle, body: Body, along: Direction, width: float) -> Iterator[Stretch]:
    """The stretches at both ends of a side where a unit would stick out over the edge of the table."""
    end = length_until_off_table(body, along, battle.field)
    if end < width:
        yield end, width + 1.0
    far = Body(body.id, body.side, drifted_pose(standing(body), along, width), body.shape)
    start = width - length_until_off_table(far, Direction(-along.x, -along.y), battle.field)
    if start > 0.0:
        yield -1.0, start


def _is_on_table(battle: TricornBattle, place: Place) -> bool:
    """Does a rectangle lie wholly on the table? (movement.table-edge)"""
    field = battle.field
    return all(
        -SLACK <= corner.x <= field.width + SLACK and -SLACK <= corner.y <= field.depth + SLACK
        for corner in corners(place.pose, place.shape)
    )


def _nearest_free(taken: tuple[Under, ...], width: float) -> float | None:
    """The place along a side nearest to its middle that lies on no blocked stretch."""
    ends = (end for one in taken if one.touched[0] < one.touched[1] for end in one.touched)
    places = (width / 2, *(end for end in ends if 0.0 <= end <= width))
    free = [at for at in places if not any(one.is_under(at) for one in taken)]
    return min(free, key=lambda at: (abs(at - width / 2), at), default=None)

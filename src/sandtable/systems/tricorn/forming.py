"""Forming: a unit changes between Line and Road/March Column, limbers or unlimbers (formation.change)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.contacts_made import shut_to
from sandtable.systems.tricorn.movement import empty_strongholds, scene_for
from sandtable.systems.tricorn.nearness import SLACK, TOUCH, gaps_from, middle_of, settled
from sandtable.systems.tricorn.terrain import COLUMN_LAYERS, LAYERS
from sandtable.systems.tricorn.troops import Category, Formation
from sandtable.systems.tricorn.zones import is_in_zones
from sandtable.table.forced import Rectangle
from sandtable.table.measure import gaps_to_all, is_surely_beyond, sure_gap
from sandtable.table.room import Demands, Place, with_room
from sandtable.table.space import (
    Body,
    Field,
    Row,
    Scene,
    Shape,
    box,
    boxes,
    footprint,
    inches,
    relief,
    standing,
)


class Form(NamedTuple):
    """A formation to change into, and how far right of the old front the middle of the new one lies.

    For a column the offset says which base stays, for a line on which side the second base goes
    (formation.change).
    """

    formation: Formation
    aside: int = 0


OTHER: Final = {
    Formation.LINE: Formation.COLUMN,
    Formation.COLUMN: Formation.LINE,
    Formation.UNLIMBERED: Formation.LIMBERED,
    Formation.LIMBERED: Formation.UNLIMBERED,
}
"""The formations into which each formation may change (formation.change)."""


def forms(battle: TricornBattle, unit: TricornUnit) -> tuple[Form, ...]:
    """The changes of formation open to a unit where it stands.

    There is no square (formation.square).

    formation.change, formation.change.near-enemy
    """
    return tuple(_open(battle, unit, pinned=is_in_zones(battle, unit)))


def can_form(battle: TricornBattle, unit: TricornUnit, *, pinned: bool) -> bool:
    """Is any change of formation open to a unit? *pinned* says whether it stands in an enemy zone; the search
    stops at the first.

    formation.change, formation.change.near-enemy
    """
    return next(_open(battle, unit, pinned=pinned), None) is not None


def _open(battle: TricornBattle, unit: TricornUnit, *, pinned: bool) -> Iterator[Form]:
    """The open changes of formation, found one by one.

    The new rectangle must be clear of other units and closed ground, and far enough from every enemy
    (movement.one-inch).
    """
    into = OTHER.get(unit.formation)
    if into is None or unit.garrison or is_barred(battle, unit, into, pinned=pinned):
        return
    pose, shape = standing(unit), unit.profile.shape(into)
    is_open, crowd = _is_open(battle.field, unit, shape), _crowd(battle, unit, shape)
    for form in _sides(unit, into):
        place = Place(pose.shifted(form.aside, 0), shape)
        if (is_open or _has_ground(battle, unit, place, into)) and _keeps_clear(battle, unit, place, crowd):
            yield form


def is_barred(battle: TricornBattle, unit: TricornUnit, into: Formation, *, pinned: bool) -> bool:
    """Do enemies keep a unit from changing formation? Guns may unlimber even if a zone has them *pinned*.

    formation.change.near-enemy
    """
    return is_in_contact(battle, unit.id) or (pinned and into is not Formation.UNLIMBERED)


def _sides(unit: TricornUnit, into: Formation) -> Iterator[Form]:
    """Guns keep their place; two bases form column or line to the left or to the right."""
    if unit.is_artillery:
        yield Form(into)
        return
    half = unit.shape.bases[0].width // 2
    yield Form(into, -half)
    yield Form(into, half)


def place_of(unit: TricornUnit, form: Form) -> Place:
    """Where a unit stands after a change of formation (formation.change)."""
    return Place(standing(unit).shifted(form.aside, 0), unit.profile.shape(form.formation))


# --------------------------------------------------------------------- room
def _is_open(field: Field, unit: TricornUnit, shape: Shape) -> bool:
    """Is a unit certainly on the table and off closed ground in any new shape? A quick test by boxes that
    saves the exact one.

    formation.change
    """
    pose, far = standing(unit), unit.shape.width + shape.width + shape.depth
    left, low, right, high = pose.x - far, pose.y - far, pose.x + far, pose.y + far
    if left < 0 or low < 0 or right > field.width or high > field.depth:
        return False
    closed = _closed_ground(field)[unit.category]
    return not [
        1 for box in closed if box[0] <= right and left <= box[2] and box[1] <= high and low <= box[3]
    ]


@by_identity(most=4)
def _closed_ground(field: Field) -> dict[Category, list[Rectangle]]:
    """The boxes around the ground of a table that is closed to each category (terrain.types)."""
    bounds = relief(field).bounds
    boxes = [(piece.kind, Rectangle(*bounds[4 * n : 4 * n + 4])) for n, piece in enumerate(field.pieces)]
    return {category: [box for kind, box in boxes if kind in shut_to(category)] for category in Category}


def _has_ground(battle: TricornBattle, unit: TricornUnit, place: Place, into: Formation) -> bool:
    """Does a place lie on the table and on no ground that is closed to a unit? (formation.change)"""
    layers = COLUMN_LAYERS if into.is_column else LAYERS
    return bool(with_room(unit, (place,), _vacant(battle.field), Demands(shut_to(unit.category), layers)))


@by_identity(most=4)
def _vacant(field: Field) -> Scene:
    """A table without units."""
    return Scene(field, ())


APART: Final = inches(inches_of("movement.one-inch"))
"""How far a unit that forms up keeps from enemies (movement.one-inch)."""

Crowd = list[tuple[int, Row, float]]
"""The units near one that forms up: number, bounding box, and the least distance to keep."""


def _crowd(battle: TricornBattle, unit: TricornUnit, shape: Shape) -> Crowd:
    """The units near one that takes up a new shape, and the distance to keep: an inch from an enemy, or the
    present distance if that is less.

    movement.one-inch
    """
    units, mine = battle.units, unit.shape
    beside, behind = (mine.bases[0].width + shape.width - mine.width) / 2, shape.depth - mine.depth
    spreads = max(beside, 0.0) + max(behind, 0) + TOUCH
    crowd: Crowd = []
    gaps, far = gaps_from(unit, scene_of(battle)), spreads + APART
    for number in [number for number, gap in enumerate(gaps) if gap <= far and number != unit.id]:
        other, gap = units[number], gaps[number]
        if other.side != unit.side and not other.is_abandoned:
            crowd.append((number, boxes(other, "footprint"), min(float(APART), settled(gap)) - SLACK))
        elif gap <= spreads:
            crowd.append((number, boxes(other, "footprint"), -TOUCH))
    if unit.is_foot and battle.strongholds:
        middle, reach = middle_of(unit), spreads + mine.width + mine.depth
        places = empty_strongholds(battle, unit.side)
        near = [place for place in places if not is_surely_beyond(place, middle, reach)]
        crowd += [(place.id, boxes(place, "footprint"), -TOUCH) for place in near]
    return crowd


def _keeps_clear(battle: TricornBattle, unit: TricornUnit, place: Place, crowd: Crowd) -> bool:
    """Would a unit at a place be far enough from all units near it? (movement.one-inch)"""
    if not crowd:
        return True
    mine = box(place.pose, footprint(place.shape))
    # A quick test by boxes: most units are clear by more than the limit.
    if not [1 for _, row, least in crowd if sure_gap(mine, row) < least]:
        return True
    there = Body(unit.id, unit.side, place.pose, place.shape)
    gaps = gaps_to_all(there, scene_for(battle, unit), "footprint")
    return not [1 for number, _, least in crowd if gaps[number] < least]

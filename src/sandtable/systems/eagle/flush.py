"""Lying flush: how a charger or pursuer that has reached an enemy is laid against the edge it strikes.

charge.contact, charge.face
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_ways import scene_against
from sandtable.systems.eagle.contact import bounded
from sandtable.systems.eagle.ground import barred_kinds
from sandtable.systems.eagle.shapes import front_width
from sandtable.systems.eagle.terrain import LAYERS
from sandtable.systems.eagle.troops import Formation
from sandtable.table.charge import FlushRoom, SolidGround, bases_on_side, facing_middle
from sandtable.table.measure import is_overlapping, nearest
from sandtable.table.space import (
    FULL_TURN,
    TOLERANCE,
    Body,
    Point,
    Pose,
    Side,
    face,
    hundredths,
    nearest_hundredth,
    standing,
    turn_between,
)

LEAST: Final = 2 * TOLERANCE
"""The least edge that units lying flush share, so that rounding to the grid does not part them."""

SHARES: Final = (0.75, 0.5, 0.25, 0.0)
"""The parts of its turn that are tried by a unit that cannot lie flush."""


class Laid(NamedTuple):
    """Where a unit lies, and whether it is in contact or had no room for it."""

    to: Pose
    touches: bool = True


class Edge(NamedTuple):
    """The edge struck: the pose of a unit laid middle on middle, and its extent to both sides.

    Positions are measured to the right, as seen by the unit laid against it.
    """

    middle: Pose
    start: float
    end: float


def edge_of(foe: EagleUnit, side: Side) -> Edge:
    """The edge of an enemy on one side: of the rectangle around it, or of a wedge where its bases lie on it.

    formation.contact
    """
    body = bounded(foe)
    middle, half = facing_middle(body, side), face(standing(foe), foe.shape, side).width / 2
    if foe.formation is not Formation.WEDGE:
        return Edge(middle, -half, half)
    spans = [span for _, span in bases_on_side(foe.shape, side)]
    return Edge(middle, min(span[0] for span in spans), max(span[1] for span in spans))


# --------------------------------------------------------------------- laying
def lay(battle: EagleBattle, unit: EagleUnit, touch: Pose, foe: int, side: Side) -> Laid:
    """A unit that first touches an enemy at a pose is laid flush on the side it strikes.

    charge.contact: it turns about the point of contact, without sliding; friends in the way shift it along
    the edge by the least that makes room, or it stops an inch short; where other units or ground keep it from
    lying flush it turns as far as it can
    """
    other = battle.units[foe]
    body, scene = Body(unit.id, unit.side, touch, unit.shape), scene_against(battle, unit.side)
    room = FlushRoom(body, bounded(other), scene, SolidGround(barred_kinds(battle, unit), LAYERS))
    edge, point = edge_of(other, side), nearest(body, bounded(other)).there
    aside = _aside(unit, touch, edge, point)
    flush = room.laid(edge.middle.shifted(aside, 0), 0)
    if flush is not None:
        return Laid(flush.pose)
    if _friends_at(battle, unit, edge.middle.shifted(aside, 0)):
        return _shifted(room, unit, edge, aside)
    return _turned(battle, room, touch, edge, point)


def _aside(unit: EagleUnit, touch: Pose, edge: Edge, point: Point) -> float:
    """How far to the right of the middle of an edge a unit lies that touched it at a point.

    charge.contact: the point keeps its place on its front; charge.face: if it touched another edge first, it
    is laid at the nearest end of this one
    """
    across, out = edge.middle.local(point)
    half = front_width(unit.shape) / 2
    on_it = abs(out) <= LEAST and edge.start - LEAST <= across <= edge.end + LEAST
    if on_it or touch.heading == edge.middle.heading:
        aside = across - touch.local(point).x
    elif across >= (edge.start + edge.end) / 2:
        aside = edge.end - half
    else:
        aside = edge.start + half
    least, most = _limits(unit, edge)
    return float(hundredths(min(max(aside, least), most)))


def _limits(unit: EagleUnit, edge: Edge) -> tuple[float, float]:
    """How far to either side a unit may lie and still touch the edge with its front."""
    half = front_width(unit.shape) / 2
    return edge.start - half + LEAST, edge.end + half - LEAST


def _friends_at(battle: EagleBattle, unit: EagleUnit, pose: Pose) -> bool:
    """Would a unit at a pose overlap a friend or a router?"""
    there = Body(unit.id, unit.side, pose, unit.shape)
    others = (one for side in (0, 1) for one in battle.on_table(side) if one.id != unit.id)
    return any(is_overlapping(there, one) for one in others if one.side == unit.side or one.routing)


def _shifted(room: FlushRoom, unit: EagleUnit, edge: Edge, aside: float) -> Laid:
    """A unit shifted along an edge by the least that makes room; if none does, it is not in contact.

    charge.contact
    """
    least, most = _limits(unit, edge)
    asides = [one for one in room.asides(edge.middle) if least <= one <= most]
    for one in sorted(asides, key=lambda one: (hundredths(abs(one - aside)), one)):
        found = room.laid(edge.middle.shifted(one, 0), 0)
        if found is not None:
            return Laid(found.pose)
    return Laid(standing(room.body), touches=False)


def _turned(battle: EagleBattle, room: FlushRoom, touch: Pose, edge: Edge, point: Point) -> Laid:
    """A unit turned about the point of contact as far as there is room (charge.contact)."""
    for pose in _turns(touch, edge, point):
        there = Body(room.body.id, room.body.side, pose, room.body.shape)
        if room.laid(pose, 0) is not None and not is_overlapping(there, room.target):
            return Laid(pose)
    unit = battle.units[room.body.id]
    return Laid(touch, touches=not _friends_at(battle, unit, touch))


def _turns(touch: Pose, edge: Edge, point: Point) -> Iterator[Pose]:
    """The poses of a unit turned about a point by parts of the turn that would lay it flush."""
    whole = turn_between(touch.heading, edge.middle.heading)
    across, out = touch.local(point)
    for share in SHARES:
        heading = (touch.heading + round(whole * share)) % FULL_TURN
        shift = Pose(0, 0, heading).at(across, out)
        yield Pose(nearest_hundredth(point.x - shift.x), nearest_hundredth(point.y - shift.y), heading)

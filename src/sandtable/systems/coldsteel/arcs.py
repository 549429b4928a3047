"""Arcs: what lies before a unit, and which of its faces looks at it.

A formed unit has one front arc, a square or garrison one before each face; skirmishers look all round
(geometry.front-arc, geometry.all-round).
"""

from __future__ import annotations

from typing import Final

from sandtable.systems.coldsteel.battle import ColdSteelUnit
from sandtable.systems.coldsteel.precision import SLACK, TOUCH
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.measure import cone, is_surely_beyond, nearest_of_figures
from sandtable.table.space import (
    DEGREE,
    SIDES,
    Body,
    Front,
    Point,
    Side,
    centre,
    corners,
    face,
    is_met,
    standing,
)

OUTWARD: Final = 45 * DEGREE
"""The angle by which an arc opens outward at each end of its edge (geometry.front-arc)."""


def faces_of(unit: ColdSteelUnit) -> tuple[Side, ...]:
    """The faces of a unit: its front, all four, or none for skirmishers (geometry.all-round)."""
    if unit.formation is Formation.SKIRMISH:
        return ()
    return SIDES if unit.formation.faces_all_round else ("front",)


def edge_of(unit: ColdSteelUnit, side: Side) -> Front:
    """The edge of a unit on one side."""
    return face(standing(unit), unit.shape, side)


def holds(edge: Front, target: Body) -> bool:
    """Does any point of a target lie in the arc before an edge, its border lines included, or touch the edge?

    geometry.front-arc, geometry.contact-visible
    """
    planes, pose = cone(edge.width, OUTWARD), standing(target)
    x, y = edge.local(Point(pose.x, pose.y))
    if max([a * x + b * y - c for a, b, c in planes]) <= 0.0:
        return True  # The middle of the target's front is in the arc: no other point matters.
    figure = [edge.local(corner) for corner in corners(pose, target.shape)]
    if is_met(figure, planes, SLACK):
        return True
    return _is_beside(edge, figure) and touches(edge, target)


def _is_beside(edge: Front, figure: list[Point]) -> bool:
    """Do the bounding boxes of an edge and a figure in its frame touch? It saves the exact test."""
    reach, xs, ys = edge.width / 2 + TOUCH, [x for x, _ in figure], [y for _, y in figure]
    return min(xs) <= reach and max(xs) >= -reach and min(ys) <= TOUCH and max(ys) >= -TOUCH


def touches(edge: Front, target: Body) -> bool:
    """Does a target touch an edge? (geometry.contact-visible, geometry.precision)"""
    if is_surely_beyond(target, edge.middle, edge.width / 2 + TOUCH):
        return False
    return gap_from(edge, target) <= TOUCH


def gap_from(edge: Front, target: Body) -> float:
    """The distance from an edge to a target."""
    ends = Point(*edge.left), Point(*edge.right)
    return nearest_of_figures(ends, corners(standing(target), target.shape)).distance


def faces_towards(unit: ColdSteelUnit, target: Body) -> tuple[Side, ...]:
    """The faces whose arc holds a target: the nearest one, or all that tie.

    On a tie the unit's owner chooses; there is none if the target lies in no arc (geometry.face-choice).
    """
    looking = [side for side in faces_of(unit) if holds(edge_of(unit, side), target)]
    if len(looking) <= 1:
        return tuple(looking)
    gaps = [gap_from(edge_of(unit, side), target) for side in looking]
    return tuple(side for side, gap in zip(looking, gaps, strict=True) if gap <= min(gaps) + SLACK)


def is_in_arc(unit: ColdSteelUnit, target: Body) -> bool:
    """Is a target in the arc of a unit or of one of its faces? (geometry.front-arc, geometry.all-round)"""
    if unit.formation is Formation.SKIRMISH:
        return True
    return any(holds(edge_of(unit, side), target) for side in faces_of(unit))


def eye_of(unit: ColdSteelUnit, side: Side) -> Point:
    """The point a unit looks from: the middle of an edge, or of skirmishers' footprint (geometry.los)."""
    if unit.formation is Formation.SKIRMISH:
        return centre(standing(unit), unit.shape)
    return edge_of(unit, side).middle

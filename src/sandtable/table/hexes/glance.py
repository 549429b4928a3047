"""Whether one hex sees another, without the reasons (for those see ``sight``).

Ground does not move, so what it does to a line is worked out once and kept with the field, together with the
hexes in which a body would hinder the line.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from sandtable.table.hexes.field import HexBody, HexField, HexScene
from sandtable.table.hexes.grid import Hex
from sandtable.table.hexes.line import line, sides_crossed
from sandtable.table.hexes.sight import SightLine, SightTerms, sight_line

MOST_GLANCES: Final = 16_384
"""The most lines that are kept with a field; beyond that all are dropped."""


class Waypoint(NamedTuple):
    """A hex that a line crosses: the weight of its ground, and whether a body in it would hinder the line."""

    hex: Hex
    weight: int
    counts_bodies: bool


class Glance(NamedTuple):
    """A line over the ground: the weight on it that bodies cannot change, and the stages where they can.

    Of two hexes beside the line in a stage, the lesser weight counts. ``hexes`` are those in which a body
    would hinder the line, ``bare`` is the weight on it without bodies.
    """

    weight: int
    stages: tuple[tuple[Waypoint, ...], ...]
    hexes: tuple[Hex, ...]
    bare: int


def sees(start: Hex, end: Hex, terms: SightTerms, scene: HexScene, *, over: Iterable[int] = ()) -> bool:
    """Whether one hex is seen from another, obscured or not; bodies whose numbers are in *over* do not
    hinder."""
    known = scene.field.glances.get((start, end, terms))
    weight, stages, hexes, bare = known or _glance(start, end, terms, scene.field)
    if bare >= terms.blocked_at:
        return False
    if scene.held.keys().isdisjoint(hexes):
        return True
    for stage in stages:
        if weight >= terms.blocked_at:
            return False
        weight += min([_weight(point, terms, scene, over) for point in stage])
    return weight < terms.blocked_at


def bodies_in_line(start: Hex, end: Hex, terms: SightTerms, scene: HexScene) -> list[HexBody]:
    """The bodies that hinder a line of sight, alone or together."""
    held = scene.held
    known = scene.field.glances.get((start, end, terms)) or _glance(start, end, terms, scene.field)
    return [body for hex_ in known.hexes for body in held.get(hex_, ())]


def _weight(point: Waypoint, terms: SightTerms, scene: HexScene, over: Iterable[int]) -> int:
    """The weight on a line in one hex."""
    if point.counts_bodies:
        for body in scene.held.get(point.hex, ()):
            if body.id not in over:
                return max(point.weight, terms.body)
    return point.weight


def _glance(start: Hex, end: Hex, terms: SightTerms, field: HexField) -> Glance:
    """Work out what the ground does to a line, and keep it."""
    view, stages = sight_line(start, end, terms, HexScene(field)), line(start, end)
    weight, open_stages = 0, []
    for hexes in stages:
        stage = tuple(_waypoint(view, hex_) for hex_ in hexes)
        if any(point.counts_bodies for point in stage):
            open_stages.append(stage)
        else:
            weight += min(point.weight for point in stage)
    for stage_before, following in pairwise(stages) if terms.barriers else ():
        sides = sides_crossed(field.grid, stage_before, following)
        found = [view.on_side(side) for side in sides]
        weight += min(0 if hindrance is None else hindrance.weight for hindrance in found)
    if len(field.glances) >= MOST_GLANCES:
        field.glances.clear()
    bare = weight + sum(min(point.weight for point in stage) for stage in open_stages)
    hexes = tuple(point.hex for stage in open_stages for point in stage if point.counts_bodies)
    field.glances[start, end, terms] = made = Glance(weight, tuple(open_stages), hexes, bare)
    return made


def _waypoint(view: SightLine, hex_: Hex) -> Waypoint:
    hindrance = view.in_hex(hex_)
    counts = hex_ not in view.ends and view.stands_high((hex_,))
    return Waypoint(hex_, 0 if hindrance is None else hindrance.weight, counts)

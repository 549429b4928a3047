"""Situations: how a scenario that begins in mid-battle is completed and checked.

A file may omit what follows from the rest: a unit that touches an enemy and has no place is put flush against
it, rows without a name are called by their ids, and the first side begins by default. ``settled`` fills all
of this in; ``misfits`` finds contradictions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from msgspec.structs import replace

from sandtable.game.files.scenario_rows import LeaderEntry, Scenario, Side, UnitEntry
from sandtable.game.files.type_errors import suggest
from sandtable.table import space
from sandtable.table.measure import gap_of_boxes
from sandtable.table.space import (
    FULL_TURN,
    HALF_TURN,
    QUARTER_TURN,
    TOLERANCE,
    Body,
    Pose,
    Shape,
    as_inches,
    boxes,
)

S = TypeVar("S", bound=Scenario)
Named = TypeVar("Named", UnitEntry, LeaderEntry, Side)
Footprint = Callable[[UnitEntry], Shape | None]
"""The shape of a unit as a scenario states it; None if it is not known."""

TURNS: Final = {"front": 0, "right": QUARTER_TURN, "rear": HALF_TURN, "left": -QUARTER_TURN}
"""The outward direction of each edge, relative to the heading of the body."""


# --------------------------------------------------------------------- completing
def settled(scenario: S, footprint: Footprint) -> S:
    """The scenario with names, the first player and the places of units in contact filled in."""
    first = scenario.first_player or (scenario.sides[0].id if scenario.sides else "")
    return replace(
        scenario,
        name=scenario.name or scenario.id,
        first_player=first,
        sides=tuple(map(_named, scenario.sides)),
        leaders=tuple(map(_named, scenario.leaders)),
        units=tuple(_laid(tuple(map(_named, scenario.units)), footprint)),
    )


def _named(row: Named) -> Named:
    return row if row.name else replace(row, name=row.id)


def _laid(units: tuple[UnitEntry, ...], footprint: Footprint) -> list[UnitEntry]:
    """The units, with each unit without a place put against the enemy it touches, if that has a place."""
    known = {unit.id: unit for unit in units}
    for _ in units:
        before = list(known.values())
        for unit in before:
            met = known.get(unit.touches[0]) if unit.touches and unit.pose() is None else None
            if met is not None:
                known[unit.id] = _laid_against(unit, met, footprint)
        if list(known.values()) == before:
            break
    return [known[unit.id] if unit.x is None else unit for unit in units]


def _laid_against(unit: UnitEntry, met: UnitEntry, footprint: Footprint) -> UnitEntry:
    pose, shape = met.pose(), footprint(met)
    if pose is None or shape is None:
        return unit
    at = flush(pose, shape, unit.touches_at)
    return replace(unit, x=as_inches(at.x), y=as_inches(at.y), facing=at.heading / 10)


def flush(pose: Pose, shape: Shape, edge: space.Side) -> Pose:
    """The pose of a body whose middle of the front lies on the middle of an edge of another body."""
    right = {"right": shape.width / 2, "left": -shape.width / 2}.get(edge, 0)
    back = {"front": 0.0, "rear": float(shape.depth)}.get(edge, shape.depth / 2)
    spot = pose.at(right, -back)
    heading = (pose.heading + TURNS[edge] + HALF_TURN) % FULL_TURN
    return Pose(round(spot.x), round(spot.y), heading)


# --------------------------------------------------------------------- contradictions
def misfits(scenario: Scenario, footprint: Footprint) -> Iterator[tuple[str, str]]:
    """Impossible turns, rows that are gone and yet placed, and impossible contacts: keys and words."""
    situation, limit = scenario.situation, scenario.turn_limit
    if situation is not None and situation.turn > limit:
        words = f"turn {situation.turn} never comes; turn_limit ends the battle after {limit}"
        yield "situation.turn", words
    for place, leader in enumerate(scenario.leaders):
        if leader.is_gone and (leader.pose() is not None or leader.attached_to):
            yield f"leaders[{place}]", f"{leader.id} is lost, and so has no x and y and is with no unit"
    for place, arrival in enumerate(scenario.arrivals):
        if situation is not None and arrival.turn < situation.turn:
            words = f"it is turn {situation.turn}, so what arrives in turn {arrival.turn} is there already"
            yield f"arrivals[{place}].turn", f"{words}; give it a place instead"
    for place, unit in enumerate(scenario.units):
        key = f"units[{place}]"
        if unit.is_gone and unit.pose() is not None:
            yield key, f"{unit.id} has left the table, and so has no x and y"
        if unit.is_gone and unit.touches:
            yield f"{key}.touches", f"{unit.id} has left the table, and so touches nothing"
        for number, other in enumerate(unit.touches):
            yield from _contact(f"{key}.touches[{number}]", unit, other, scenario, footprint)


def _contact(
    key: str, unit: UnitEntry, other: str, scenario: Scenario, footprint: Footprint
) -> Iterator[tuple[str, str]]:
    """A contact with a friend or an unknown unit, or between units that stand apart."""
    enemies = {one.id: one for one in scenario.units if one.side != unit.side}
    if other not in enemies:
        yield key, f'{unit.id} touches "{other}", which is not an enemy of it; {suggest(other, enemies)}'
        return
    met = enemies[other]
    bodies = [_body(unit, footprint), _body(met, footprint)]
    if any(one is None for one in bodies):
        if unit.pose() is None or met.pose() is None:
            yield key, f"{unit.id} touches {other}, but they have no x and y to stand together at"
        return
    gap = gap_of_boxes(*(list(boxes(one, "footprint")) for one in bodies if one is not None))
    if gap > TOLERANCE:
        yield key, f"{unit.id} touches {other}, but by their x and y they stand {as_inches(gap):g} in apart"


def _body(unit: UnitEntry, footprint: Footprint) -> Body | None:
    pose, shape = unit.pose(), footprint(unit)
    return None if pose is None or shape is None else Body(0, 0, pose, shape)

"""The ground on which an army deploys: its zone, what may stand where in it, and free places.

army.deployment
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of, values
from sandtable.systems.eagle.ground import barred_kinds
from sandtable.systems.eagle.nearness import SLACK
from sandtable.systems.eagle.setup_events import Placement
from sandtable.systems.eagle.shapes import Layout, shape_of
from sandtable.systems.eagle.terrain import LAYERS
from sandtable.table import room
from sandtable.table.forced import is_point_inside as holds
from sandtable.table.measure import gaps_to_all, ground_under
from sandtable.table.room import ClosedGround, Place, edge_strip, lies_in, zone_ground
from sandtable.table.space import INCH, TOLERANCE, Body, Field, Point, Pose, Shape, TableSide, as_inches

RULE: Final = "army.deployment"
INTERVAL: Final = INCH
"""The room left between units in ordinary places."""
ROWS_APART: Final = 4 * INCH
"""The distance between the fronts of two lines."""


class _Zone(Struct, frozen=True):
    inches: int
    aside: int


ZONE: Final = values(RULE, _Zone)
"""The depth of the zone from its own edge, and its distance from the short edges (army.deployment)."""


# --------------------------------------------------------------------- the zone
def zone_of(battle: EagleBattle, side: int) -> tuple[Point, ...]:
    """The zone of a side: that of the scenario, or the standard one along its edge (army.deployment)."""
    camp = battle.camps[side]
    return camp.zone or standard_zone(camp.edge, battle.field)


def standard_zone(edge: TableSide, field: Field) -> tuple[Point, ...]:
    """Within 12 in of an edge and not within 6 in of the edges beside it (army.deployment)."""
    return edge_strip(edge, field, float(ZONE.inches * INCH), float(ZONE.aside * INCH))


def is_in_zone(battle: EagleBattle, side: int, point: Point) -> bool:
    """Does a point lie in the zone of a side? (army.deployment)"""
    return holds(point, zone_of(battle, side))


def lies_in_zone(battle: EagleBattle, side: int, pose: Pose, shape: Shape) -> bool:
    """Does a footprint lie wholly in the zone of a side? (army.deployment)"""
    return lies_in(zone_of(battle, side), battle.field, Place(pose, shape))


# --------------------------------------------------------------------- places for units
def misplaced(battle: EagleBattle, unit: EagleUnit, placed: Placement) -> Refusal | None:
    """The objection to a unit's place: its zone, other units, enemies within an inch, closed ground.

    army.deployment, formation.space, terrain.types
    """
    shape = shape_of(unit.troop_class, placed.formation, placed.ranks)
    if not lies_in_zone(battle, unit.side, placed.to, shape):
        return Refusal(f"{unit.name} would stand partly outside the zone of its side", rule=RULE)
    body, clear = Body(unit.id, unit.side, placed.to, shape), reach_of("movement.stop.detail")
    gaps = gaps_to_all(body, scene_of(battle), "footprint")
    for other, gap in zip(battle.units, gaps, strict=True):
        if other.id == unit.id or other.pose is None:
            continue
        if gap < -TOLERANCE:
            words = f"{unit.name} would overlap {other.name}"
            return Refusal(words, rule=RULE, measured=as_inches(-gap), limit=0)
        if other.side != unit.side and gap < clear - SLACK:
            words = f"{unit.name} would start within an inch of {other.name}"
            return Refusal(words, rule="formation.space", measured=as_inches(max(gap, 0)), limit=1)
    barred, pieces = barred_kinds(battle, unit), battle.field.pieces
    for number in ground_under(body, battle.field, LAYERS, "footprint"):
        if pieces[number].kind in barred:
            return Refusal(f"{unit.name} cannot stand in {pieces[number].id}", rule="terrain.types")
    return None


# --------------------------------------------------------------------- free places
def free_places(
    battle: EagleBattle,
    unit: EagleUnit,
    layout: Layout,
    share: float = 0.5,
    back: int = 0,
    *,
    close: bool = False,
) -> tuple[Placement, ...]:
    """Free places for a unit in its zone, facing the enemy.

    They come line by line from the front of the zone, or from the line *back*; in each line those nearest to
    *share* of its breadth come first. *close* allows places close to others.
    """
    shape = shape_of(unit.troop_class, layout.formation, layout.ranks)
    edge, closed = battle.camps[unit.side].edge, (ClosedGround(barred_kinds(battle, unit), LAYERS),)
    step, rows_apart = (INCH // 2, INCH // 2) if close else (INCH, ROWS_APART)
    ground = zone_ground(battle.field, zone_of(battle, unit.side), edge, shape, closed, step, rows_apart)
    apart, clear = (0.0 if close else float(INTERVAL)), float(reach_of("movement.stop.detail"))
    keeps = {
        other.id: apart if other.side == unit.side else clear
        for other in battle.units
        if other.pose is not None
    }
    free = room.free_places(unit, ground, scene_of(battle), keeps, share, back)
    return tuple(Placement(unit.id, layout.formation, layout.ranks, place.pose) for place in free)

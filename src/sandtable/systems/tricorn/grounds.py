"""Deployment zones: the zone of each army, which places a unit may take in it, and free places.

setup.table, setup.deployment
"""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.nearness import TOUCH
from sandtable.systems.tricorn.setup_events import Placement
from sandtable.systems.tricorn.terrain import COLUMN_LAYERS, LAYERS, STRONGHOLDS, kinds
from sandtable.systems.tricorn.troops import Category, Formation
from sandtable.table import room
from sandtable.table.forced import is_point_inside as holds
from sandtable.table.measure import gaps_to_all, ground_under, is_inside_ground
from sandtable.table.room import ClosedGround, Place, edge_strip, lies_in, zone_ground
from sandtable.table.space import INCH, TOLERANCE, Body, Field, Point, Pose, Shape, TableSide, as_inches

RULE: Final = "setup.deployment"
DEPTH: Final = inches_of("setup.table") * INCH
"""The depth of the zone along a side's edge unless the scenario says otherwise (setup.table)."""
INTERVAL: Final = INCH
"""The room left between units in an ordinary deployment."""
ROWS_APART: Final = 3 * INCH
"""The distance between the fronts of two lines."""


# --------------------------------------------------------------------- the zone
def zone_of(battle: TricornBattle, side: int) -> tuple[Point, ...]:
    """The zone of a side: that of the scenario, else the strip along its own edge (setup.table)."""
    camp = battle.camps[side]
    return camp.zone or strip(camp.edge, battle.field)


def strip(edge: TableSide, field: Field) -> tuple[Point, ...]:
    """The strip within 12 in of an edge (setup.table)."""
    return edge_strip(edge, field, DEPTH)


def is_in_zone(battle: TricornBattle, side: int, point: Point) -> bool:
    """Does a point lie in the zone of a side? (setup.deployment)"""
    return holds(point, zone_of(battle, side))


def lies_in_zone(battle: TricornBattle, side: int, pose: Pose, shape: Shape) -> bool:
    """Does a rectangle lie wholly in the zone of a side? (setup.deployment)"""
    return lies_in(zone_of(battle, side), battle.field, Place(pose, shape))


# --------------------------------------------------------------------- who may stand where
def closed_to(category: Category) -> tuple[str, ...]:
    """The kinds of ground on which units of a category cannot be placed (terrain.types)."""
    return tuple(kind.kind for kind in kinds().values() if category in kind.closed_to)


def may_stand(battle: TricornBattle, unit: TricornUnit, placement: Placement) -> Refusal | None:
    """What keeps a unit from a place: its zone, other units, enemies it would touch, ground closed to it.

    A stronghold is held by a garrison or not at all, road or no road (terrain.garrison, terrain.redoubt).

    setup.deployment, terrain.types
    """
    shape = unit.profile.shape(placement.formation)
    if not lies_in_zone(battle, unit.side, placement.to, shape):
        return Refusal(f"{unit.name} would stand partly outside the zone of its side", rule=RULE)
    body = Body(unit.id, unit.side, placement.to, shape)
    gaps = gaps_to_all(body, scene_of(battle), "footprint")
    for other, gap in zip(battle.units, gaps, strict=True):
        if other.id == unit.id or other.pose is None:
            continue
        if gap < -TOLERANCE:
            words = f"{unit.name} would overlap {other.name}"
            return Refusal(words, rule=RULE, measured=as_inches(-gap), limit=0)
        if other.side != unit.side and gap <= TOUCH:
            return Refusal(f"{unit.name} would start in contact with {other.name}", rule=RULE)
    layers = COLUMN_LAYERS if placement.formation.is_column else LAYERS
    closed, pieces = closed_to(unit.category), battle.field.pieces
    for number in ground_under(body, battle.field, layers, "footprint"):
        if pieces[number].kind in closed:
            return Refusal(f"{unit.name} cannot stand in {pieces[number].id}", rule="terrain.types")
    for number in ground_under(body, battle.field, LAYERS, "footprint"):
        if pieces[number].kind in STRONGHOLDS:
            words = f"{unit.name} would lie over {pieces[number].id}, which only its garrison enters"
            return Refusal(words, rule="terrain.garrison")
    return None


def post_fault(battle: TricornBattle, unit: TricornUnit, placement: Placement) -> str:
    """What is wrong with a garrison, in words: Foot may hold any stronghold of its zone, guns only a redoubt.

    terrain.garrison, terrain.redoubt
    """
    held = next((one for one in battle.strongholds if one.piece == placement.garrison), None)
    if held is None:
        return f'cannot hold "{placement.garrison}", which is no village, strong point or redoubt'
    if battle.garrison_of(held.piece) is not None:
        return f"cannot hold {held.name}, which another unit holds"
    if not lies_in_zone(battle, unit.side, held.pose(held.headings[0]), held.shape(held.headings[0])):
        return f"cannot start in {held.name}, which lies outside the zone of its side"
    if unit.is_foot:
        return ""
    if not (unit.is_artillery and held.is_redoubt and placement.formation is Formation.UNLIMBERED):
        return f"cannot hold {held.name}: besides Foot only unlimbered guns do so, in a redoubt"
    guns = Body(unit.id, unit.side, placement.to, unit.profile.shape(Formation.UNLIMBERED))
    place = next(n for n, piece in enumerate(battle.field.pieces) if piece.id == held.piece)
    return "" if is_inside_ground(guns, battle.field, place) else f"would not stand wholly within {held.name}"


# --------------------------------------------------------------------- free places
def free_places(
    battle: TricornBattle, number: int, formation: Formation, share: float = 0.5, back: int = 0
) -> tuple[Placement, ...]:
    """Free places for a unit in its zone, facing the enemy: line by line from the front of the zone, or from
    line *back*, and in each line those nearest to *share* of its breadth first."""
    unit = battle.units[number]
    shape, edge = unit.profile.shape(formation), battle.camps[unit.side].edge
    layers = COLUMN_LAYERS if formation.is_column else LAYERS
    closed = ClosedGround(closed_to(unit.category), layers), ClosedGround(STRONGHOLDS, LAYERS)
    ground = zone_ground(battle.field, zone_of(battle, unit.side), edge, shape, closed, INCH, ROWS_APART)
    others = {other.id: float(INTERVAL) for other in battle.units if other.pose is not None}
    free = room.free_places(unit, ground, scene_of(battle), others, share, back)
    return tuple(Placement(number, formation, place.pose) for place in free)

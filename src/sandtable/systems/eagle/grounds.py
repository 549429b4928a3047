"""The ground on which an army deploys: its zone, who may stand where in it, and free places.

army.deployment
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from sandtable.game.battle import scene_of
from sandtable.game.refusal import Refusal
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of, values
from sandtable.systems.eagle.ground import barred_kinds
from sandtable.systems.eagle.setup_events import Placement
from sandtable.systems.eagle.shapes import Layout, shape_of
from sandtable.systems.eagle.terrain import LAYERS
from sandtable.table.body import Body
from sandtable.table.compulsory import EDGE_HEADINGS
from sandtable.table.detours import is_inside as holds
from sandtable.table.distance import gaps_to_all
from sandtable.table.ground import Field, Piece, TableSide
from sandtable.table.measure import FULL_TURN, HALF_TURN, INCH, TOLERANCE, as_inches
from sandtable.table.pose import Point, Pose
from sandtable.table.room import Demands, Place, with_room
from sandtable.table.shape import Shape, block
from sandtable.table.terrain import ground_under, is_inside

RULE: Final = "army.deployment"
INTERVAL: Final = INCH
"""The room left between units that are placed in an ordinary way."""
ROWS_APART: Final = 4 * INCH
"""How far the fronts of two lines are apart."""


class _Zone(Struct, frozen=True):
    inches: int
    aside: int


ZONE: Final = values(RULE, _Zone)
"""How near to its own edge a side deploys, and how far from the short edges (army.deployment)."""


# --------------------------------------------------------------------- the zone
def zone_of(battle: EagleBattle, side: int) -> tuple[Point, ...]:
    """The zone of a side: that of the scenario, else the standard one along its edge (army.deployment)."""
    camp = battle.camps[side]
    return camp.zone or standard_zone(camp.edge, battle.field)


def standard_zone(edge: TableSide, field: Field) -> tuple[Point, ...]:
    """Within 12 in of an edge and not within 6 in of the edges beside it (army.deployment)."""
    deep, aside = float(ZONE.inches * INCH), float(ZONE.aside * INCH)
    width, depth = float(field.width), float(field.depth)
    sides = {
        "bottom": (aside, 0.0, width - aside, deep),
        "top": (aside, depth - deep, width - aside, depth),
        "left": (0.0, aside, deep, depth - aside),
        "right": (width - deep, aside, width, depth - aside),
    }
    left, bottom, right, top = sides[edge]
    return Point(left, bottom), Point(right, bottom), Point(right, top), Point(left, top)


def is_in_zone(battle: EagleBattle, side: int, point: Point) -> bool:
    """Does a point lie in the zone of a side? (army.deployment)"""
    return holds(point, zone_of(battle, side))


def lies_in_zone(battle: EagleBattle, side: int, pose: Pose, shape: Shape) -> bool:
    """Does a footprint lie wholly in the zone of a side? (army.deployment)"""
    whole = Body(0, side, pose, block(1, files=1, width=shape.width, depth=shape.depth))
    field = _zone_field(battle.field.width, battle.field.depth, zone_of(battle, side))
    return is_inside(whole, field, 0)


@lru_cache(maxsize=8)
def _zone_field(width: int, depth: int, zone: tuple[Point, ...]) -> Field:
    return Field(width, depth, (Piece("zone", "zone", zone),))


# --------------------------------------------------------------------- who may stand where
def misplaced(battle: EagleBattle, unit: EagleUnit, placed: Placement) -> Refusal | None:
    """What keeps a unit from a place: its zone, others, enemies within an inch, ground closed to it.

    army.deployment, formation.space, terrain.types
    """
    shape = shape_of(unit.troop_class, placed.formation, placed.ranks)
    if not lies_in_zone(battle, unit.side, placed.to, shape):
        return Refusal(f"{unit.name} would not stand wholly in the zone of its side", rule=RULE)
    body, clear = Body(unit.id, unit.side, placed.to, shape), reach_of("movement.stop.detail")
    gaps = gaps_to_all(body, scene_of(battle), "footprint")
    for other, gap in zip(battle.units, gaps, strict=True):
        if other.id == unit.id or other.pose is None:
            continue
        if gap < -TOLERANCE:
            words = f"{unit.name} would overlap {other.name}"
            return Refusal(words, rule=RULE, measured=as_inches(-gap), limit=0)
        if other.side != unit.side and gap < clear - TOLERANCE:
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
    """Free places for a unit in its zone, looking at the enemy: line by line from the front of the zone, or
    from a line farther back, and in each those first that are nearest to a part of its breadth; *close* to
    others where there is no room otherwise."""
    shape = shape_of(unit.troop_class, layout.formation, layout.ranks)
    edge = battle.camps[unit.side].edge
    origin = Pose(*_middle(edge, battle.field), (EDGE_HEADINGS[edge] + HALF_TURN) % FULL_TURN)
    zone = [origin.local(point) for point in zone_of(battle, unit.side)]
    left, right = min(at.x for at in zone), max(at.x for at in zone)
    near, far = min(at.y for at in zone), max(at.y for at in zone)
    wanted, step = left + share * (right - left), INCH // 2 if close else INCH
    fronts = list(range(round(far), round(near + shape.depth) - 1, -step if close else -ROWS_APART))
    across = range(round(left + shape.width / 2), round(right - shape.width / 2) + 1, step)
    places = [
        Place(origin.shifted(x, front), shape)
        for front in (*fronts[back:], *fronts[:back])
        for x in sorted(across, key=lambda x: abs(x - wanted))
    ]
    if not places:
        return ()
    apart, clear = (0.0 if close else float(INTERVAL)), float(reach_of("movement.stop.detail"))
    others = {
        other.id: apart if other.side == unit.side else clear
        for other in battle.units
        if other.pose is not None
    }
    demands = Demands(barred_kinds(battle, unit), LAYERS, others)
    return tuple(
        Placement(unit.id, layout.formation, layout.ranks, place.pose)
        for place in with_room(unit, places, scene_of(battle), demands)
        if lies_in_zone(battle, unit.side, place.pose, shape)
    )


def _middle(edge: TableSide, field: Field) -> tuple[int, int]:
    """The middle of an edge of the table."""
    across, along = field.width // 2, field.depth // 2
    middles = {"bottom": (across, 0), "top": (across, field.depth), "left": (0, along)}
    return middles.get(edge, (field.width, along))

"""The ground on which an army deploys: its zone, who may stand where in it, and free places.

setup.table, setup.deployment
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.game.battle import scene_of
from sandtable.game.refusal import Refusal
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.nearness import TOUCH
from sandtable.systems.tricorn.setup_events import Placement
from sandtable.systems.tricorn.shapes import solid
from sandtable.systems.tricorn.terrain import COLUMN_LAYERS, LAYERS, STRONGHOLDS, kinds
from sandtable.systems.tricorn.troops import Category, Formation
from sandtable.table.body import Body
from sandtable.table.compulsory import EDGE_HEADINGS
from sandtable.table.detours import is_inside as holds
from sandtable.table.distance import gaps_to_all
from sandtable.table.ground import Field, Piece, TableSide
from sandtable.table.measure import FULL_TURN, HALF_TURN, INCH, TOLERANCE, as_inches
from sandtable.table.pose import Point, Pose
from sandtable.table.room import Demands, Place, with_room
from sandtable.table.scene import Scene
from sandtable.table.shape import Shape
from sandtable.table.terrain import ground_under, is_inside

RULE: Final = "setup.deployment"
DEPTH: Final = inches_of("setup.table") * INCH
"""The sides start so near to their edges unless the scenario says otherwise (setup.table)."""
INTERVAL: Final = INCH
"""The room left between units that are placed in an ordinary way."""
ROWS_APART: Final = 3 * INCH
"""How far the fronts of two lines are apart."""


# --------------------------------------------------------------------- the zone
def zone_of(battle: TricornBattle, side: int) -> tuple[Point, ...]:
    """The zone of a side: that of the scenario, else the strip along its own edge (setup.table)."""
    camp = battle.camps[side]
    return camp.zone or strip(camp.edge, battle.field)


def strip(edge: TableSide, field: Field) -> tuple[Point, ...]:
    """All within 12 in of an edge (setup.table)."""
    wide, deep = float(field.width), float(field.depth)
    left, right = (wide - DEPTH if edge == "right" else 0.0), (DEPTH if edge == "left" else wide)
    bottom, top = (deep - DEPTH if edge == "top" else 0.0), (DEPTH if edge == "bottom" else deep)
    return Point(left, bottom), Point(right, bottom), Point(right, top), Point(left, top)


def is_in_zone(battle: TricornBattle, side: int, point: Point) -> bool:
    """Does a point lie in the zone of a side? (setup.deployment)"""
    return holds(point, zone_of(battle, side))


def lies_in_zone(battle: TricornBattle, side: int, pose: Pose, shape: Shape) -> bool:
    """Does a rectangle lie wholly in the zone of a side? (setup.deployment)"""
    whole = Body(0, side, pose, solid(shape.width, shape.depth))
    return is_inside(whole, _zone_field(battle.field.width, battle.field.depth, zone_of(battle, side)), 0)


@lru_cache(maxsize=8)
def _zone_field(width: int, depth: int, zone: tuple[Point, ...]) -> Field:
    return Field(width, depth, (Piece("zone", "zone", zone),))


# --------------------------------------------------------------------- who may stand where
def closed_to(category: Category) -> tuple[str, ...]:
    """The kinds of ground on which units of a category cannot be put down (terrain.types)."""
    return tuple(kind.kind for kind in kinds().values() if category in kind.closed_to)


def may_stand(battle: TricornBattle, unit: TricornUnit, placement: Placement) -> Refusal | None:
    """What keeps a unit from a place: its zone, others, enemies it would touch, ground closed to it.

    setup.deployment, terrain.types; a stronghold is held as its garrison or not at all, road or no road
    (terrain.garrison, terrain.redoubt)
    """
    shape = unit.profile.shape(placement.formation)
    if not lies_in_zone(battle, unit.side, placement.to, shape):
        return Refusal(f"{unit.name} would not stand wholly in the zone of its side", rule=RULE)
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
    """What is wrong with a garrison, in words: Foot in any stronghold of its zone, guns in a redoubt only.

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
    return "" if is_inside(guns, battle.field, place) else f"would not stand wholly within {held.name}"


# --------------------------------------------------------------------- free places
class Berth(NamedTuple):
    """A place in a zone: in which line from the front, how far right of the middle of the edge."""

    line: int
    right: int
    place: Place


class Camping(NamedTuple):
    """What of a zone units of a shape can stand on: how broad it is, its lines, and the places in them."""

    left: float
    right: float
    lines: int
    berths: tuple[Berth, ...]


def free_places(
    battle: TricornBattle, number: int, formation: Formation, share: float = 0.5, back: int = 0
) -> tuple[Placement, ...]:
    """Free places for a unit in its zone, looking at the enemy: line by line from the front of the zone, or
    from a line farther back, and in each those first that are nearest to a part of its breadth."""
    unit = battle.units[number]
    shape, edge = unit.profile.shape(formation), battle.camps[unit.side].edge
    ground = _camping(battle.field, edge, zone_of(battle, unit.side), shape, unit.category, formation)
    if not ground.berths:
        return ()
    wanted, lines = ground.left + share * (ground.right - ground.left), ground.lines

    def order(one: Berth) -> tuple[int, float]:
        return one.line - back if one.line >= back else one.line + lines, abs(one.right - wanted)

    places = [one.place for one in sorted(ground.berths, key=order)]
    others = {other.id: float(INTERVAL) for other in battle.units if other.pose is not None}
    free = with_room(unit, places, scene_of(battle), Demands(keeps=others))
    return tuple(Placement(number, formation, place.pose) for place in free)


@lru_cache(maxsize=64)
def _camping(
    field: Field,
    edge: TableSide,
    zone: tuple[Point, ...],
    shape: Shape,
    category: Category,
    formation: Formation,
) -> Camping:
    """Where in a zone units of a shape can stand, whoever else is there: ground does not move."""
    origin = Pose(*_middle(edge, field), (EDGE_HEADINGS[edge] + HALF_TURN) % FULL_TURN)
    local = [origin.local(point) for point in zone]
    left, right = min(at.x for at in local), max(at.x for at in local)
    near, far = min(at.y for at in local), max(at.y for at in local)
    fronts = range(round(far), round(near + shape.depth) - 1, -ROWS_APART)
    across = range(round(left + shape.width / 2), round(right - shape.width / 2) + 1, INCH)
    whole = _zone_field(field.width, field.depth, zone)
    berths = tuple(
        Berth(line, x, place)
        for line, front in enumerate(fronts)
        for x in across
        if _is_open(place := Place(origin.shifted(x, front), shape), field, whole, category, formation)
    )
    return Camping(left, right, len(fronts), berths)


def _is_open(place: Place, field: Field, zone: Field, category: Category, formation: Formation) -> bool:
    """Does a place lie in a zone and on no ground that is closed? (setup.deployment, terrain.types)"""
    if not is_inside(Body(0, 0, place.pose, solid(place.shape.width, place.shape.depth)), zone, 0):
        return False
    demands = (
        Demands(closed_to(category), COLUMN_LAYERS if formation.is_column else LAYERS),
        Demands(STRONGHOLDS, LAYERS),
    )
    nobody = Scene(field, ())
    return all(with_room(Body(0, 0, *place), (place,), nobody, demand) for demand in demands)


def _middle(edge: TableSide, field: Field) -> tuple[int, int]:
    """The middle of an edge of the table."""
    across, along = field.width // 2, field.depth // 2
    middles = {"bottom": (across, 0), "top": (across, field.depth), "left": (0, along)}
    return middles.get(edge, (field.width, along))

"""The ways of charges on the table: who can be charged, how far off, on which facing, and where contact is.

The way of a charge is the corridor between the charger's front edge where it starts and where it ends
(charge.path.corridor). What depends on the ground and the places alone is worked out once for a scene.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.battle import scene_of
from sandtable.game.refusal import Refusal
from sandtable.systems.liberty.actions import Buying
from sandtable.systems.liberty.aim import AT_AN_OBSTACLE, FORTIFIED, FRONT_ARC, sight_terms
from sandtable.systems.liberty.approach import EDGES, Way, facings, potential
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.profiles import Formation, SpecialRule
from sandtable.systems.liberty.roster import LAYERS, ground_kinds
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State
from sandtable.table.arcs import bases_by_arc
from sandtable.table.body import Body, Front, Side, face, standing
from sandtable.table.compulsory import heading_between
from sandtable.table.contact import contact
from sandtable.table.corridor import (
    Figure,
    bodies_in,
    corridor,
    ground_in,
    interior,
    lines_in,
    nearest_of_edges,
)
from sandtable.table.distance import Nearest, distances_from, within
from sandtable.table.glimpses import Watch, glimpses
from sandtable.table.laying import Laid, Solid, lay_abreast, lay_flush
from sandtable.table.legs import Turn, end
from sandtable.table.measure import FULL_TURN, HALF_TURN, INCH, TOLERANCE, turn_between
from sandtable.table.pose import Pose
from sandtable.table.scene import Scene
from sandtable.table.sight import eyes_of, fire_arc
from sandtable.table.terrain import ground_under, ground_within, is_inside, is_on_table

TOUCH: Final = INCH // 10
"""So much shared edge is contact (melee.direct.overlap)."""
CORRIDOR: Final = "charge.path.corridor"
SCOUTS: Final = "special.scouts.charge"
OBSTACLE_SIGN: Final = "movement.obstacle.sign"
FALTERS: Final = "charge.falters.distance"
IMPASSABLE: Final = tuple(row.kind for row in ground_kinds() if row.move == "impassable")
DIFFICULT: Final = tuple(row.kind for row in ground_kinds() if row.move == "difficult")
OBSTACLES: Final = tuple(row.kind for row in ground_kinds() if row.move.startswith("obstacle"))
SOLID: Final = Solid(IMPASSABLE, LAYERS)


class ChargeWay(NamedTuple):
    """A charge on a target: from how many inches off, on which side and edge of it, where the charger would
    end, along which heading the charge line runs, and what the way leads through."""

    unit: int
    target: int
    distance: float
    edge: Edge
    end: Pose
    side: Side = "front"
    heading: int = 0
    difficult: bool = False
    obstacles: int = 0


# ------------------------------------------------------------------ who may charge
def bars(battle: LibertyBattle, unit: Regiment, *, determined: bool = False) -> tuple[Refusal, ...]:
    """Why a unit cannot charge anybody; *determined* is for charges without an order, by a breakthrough.

    charge.may.not-shaken, charge.may.types, charge.may.extra, states.shaken.no-charge
    """
    extra, why = "charge.may.extra", "a unit that charges is not"
    barred = (
        (unit.arm in (Arm.LIMBERED, Arm.UNLIMBERED), "artillery cannot charge", "charge.may.types"),
        (unit.state is State.SHAKEN, "a SHAKEN unit cannot charge", "charge.may.not-shaken"),
        (bool(unit.disorder), f"{why} DISORDERED", extra),
        (unit.routing, f"{why} ROUTING", extra),
        (unit.formation is Formation.MARCH_COLUMN, f"{why} in March Column", extra),
        (battle.is_engaged(unit.id), f"{why} engaged in melee", extra),
        (unit.order is not None and not determined, "it has had its order", "turn.command.one-order"),
    )
    return tuple(Refusal(words, rule=rule) for holds, words, rule in barred if holds)


def legal_targets(
    battle: LibertyBattle, unit: Regiment, *, determined: bool = False
) -> tuple[ChargeWay, ...]:
    """The charges a unit may declare, one for each target, the nearest first.

    charge.may.range, charge.may.path, charge.may.extra. The *determined* charge of a breakthrough loses
    nothing for under-fire markers (breakthrough.detail).
    """
    if unit.pose is None or bars(battle, unit, determined=determined):
        return ()
    return _among(battle, unit, in_sight(battle, unit, determined=determined), determined=determined)


def legal_charges(battle: LibertyBattle) -> tuple[ChargeWay, ...]:
    """All charges that the acting player may declare, unit by unit."""
    return tuple(
        way
        for unit, seen in sighted(battle).items()
        if seen
        for way in _among(battle, battle.units[unit], seen, determined=False)
    )


def sighted(battle: LibertyBattle) -> dict[int, tuple[int, ...]]:
    """The units of the acting player that may charge, and the enemies each sees before it.

    charge.may.extra
    """
    enemies = battle.on_table(1 - battle.active)
    able = [unit for unit in battle.on_table(battle.active) if not bars(battle, unit)]
    reaches = ((unit, _farthest(battle, unit, determined=False)) for unit in able)
    watches = tuple((unit.id, reach) for unit, reach in reaches if _may_reach(unit, enemies, reach))
    return _in_sight(scene_of(battle), watches) if watches else {}


def _may_reach(unit: Regiment, enemies: tuple[Regiment, ...], reach: int) -> bool:
    """Is some enemy not certainly out of reach, told by the places of both and their sizes?"""
    pose, size = standing(unit), unit.shape.width / 2 + unit.shape.depth
    for enemy in enemies:
        there = standing(enemy)
        far = reach + size + enemy.shape.width / 2 + enemy.shape.depth + TOLERANCE
        if (there.x - pose.x) ** 2 + (there.y - pose.y) ** 2 <= far * far:
            return True
    return False


def _among(
    battle: LibertyBattle, unit: Regiment, seen: tuple[int, ...], *, determined: bool
) -> tuple[ChargeWay, ...]:
    """The first way to each of the enemies seen that may be charged, the nearest enemy first."""
    found: list[ChargeWay] = []
    for target in seen:
        found += ways_to(battle, unit, battle.units[target], determined=determined)[:1]
    return tuple(sorted(found, key=lambda way: (way.distance, way.target)))


def in_sight(battle: LibertyBattle, unit: Regiment, *, determined: bool = False) -> tuple[int, ...]:
    """The enemies some part of which is visible, in the front arc, and not certainly out of range.

    charge.may.extra
    """
    watch = (unit.id, _farthest(battle, unit, determined=determined))
    return _in_sight(scene_of(battle), (watch,))[unit.id]


@lru_cache(maxsize=256)
def _in_sight(scene: Scene, watches: tuple[tuple[int, int], ...]) -> dict[int, tuple[int, ...]]:
    """Whom each of several units of one side sees before it, as far as it can reach."""
    side = scene.bodies[watches[0][0]].side
    enemies = [body.id for body in scene.bodies if body.side != side and body.pose is not None]
    if not enemies:
        return {unit: () for unit, _ in watches}
    bodies = [(scene.bodies[unit], reach) for unit, reach in watches]
    looking = [
        Watch(body.id, eyes_of(body, "base centres"), fire_arc(body, FRONT_ARC), reach)
        for body, reach in bodies
    ]
    found = glimpses(scene, looking, enemies, sight_terms())
    return {
        watch.viewer: tuple(glimpse.target for glimpse in seen)
        for watch, seen in zip(looking, found, strict=True)
    }


def ways_to(
    battle: LibertyBattle, unit: Regiment, target: Regiment, *, determined: bool = False
) -> tuple[ChargeWay, ...]:
    """The ways to a target that may be charged; two if its bases lie half in one arc and half in another.

    charge.facing.arcs, charge.facing.count
    """
    scene, found = scene_of(battle), []
    farthest = _farthest(battle, unit, determined=determined)
    for side in sides(scene, unit.id, target.id):
        if within(charge_line(scene, unit.id, target.id, side).distance, farthest):
            way = survey(scene, unit.id, target.id, side)
            if way is not None and is_open(battle, way, determined=determined):
                found.append(way)
    return tuple(found)


def is_open(battle: LibertyBattle, way: ChargeWay, *, determined: bool = False) -> bool:
    """Is a clear way short enough? In the other reading an obstacle that nobody defends bars it as well.

    charge.range.potential, charge.path.corridor
    """
    if way.obstacles and battle.readings.of(CORRIDOR) == 1:
        return False
    facts = _facts_of(battle, battle.units[way.unit], determined=determined)
    if way.difficult or way.obstacles:
        facts = replace(facts, difficult=way.difficult, obstacles=way.obstacles)
    return within(way.distance * INCH, _reach(facts))


def _farthest(battle: LibertyBattle, unit: Regiment, *, determined: bool) -> int:
    """How far a unit could charge over open ground, in hundredths."""
    return _reach(_facts_of(battle, unit, determined=determined))


@lru_cache(maxsize=1024)
def _reach(facts: Way) -> int:
    return potential(facts).whole * INCH


# ------------------------------------------------------------------ the facts of the move
def move_facts(
    battle: LibertyBattle, way: ChargeWay, *, under_fire: int, double_time: Buying = Buying.NEVER
) -> Way:
    """The facts of a charge move along a way (charge.distance)."""
    facts = _facts_of(battle, battle.units[way.unit])
    return replace(
        facts,
        under_fire=under_fire,
        distance=way.distance,
        difficult=way.difficult,
        obstacles=way.obstacles,
        double_time=double_time,
    )


def _facts_of(battle: LibertyBattle, unit: Regiment, *, determined: bool = False) -> Way:
    """What of a charge move depends on the charger alone (charge.rate, special.scouts.charge)."""
    under_fire = 0 if determined else unit.under_fire
    return Way(
        arm=unit.arm,
        scouts=unit.has(SpecialRule.SCOUTS),
        under_fire=under_fire,
        stalwart=unit.has(SpecialRule.STALWART),
        printed_rates=battle.readings.of(SCOUTS) == 1,
        low_obstacles=battle.readings.of(OBSTACLE_SIGN) == 1,
        falters_by_rate=battle.readings.of(FALTERS) == 1,
        seat=unit.side,
        unit=unit.id,
    )


# ------------------------------------------------------------------ facing, distance, place, corridor
@lru_cache(maxsize=2048)
def sides(scene: Scene, unit: int, target: int) -> tuple[Side, ...]:
    """The sides of a target that a charger may contact, by the arcs that hold the centres of its bases.

    charge.facing.half, charge.facing.count
    """
    return facings(bases_by_arc(scene.bodies[target], scene.bodies[unit]))


@lru_cache(maxsize=2048)
def charge_line(scene: Scene, unit: int, target: int, side: Side) -> Nearest:
    """The shortest straight line from the charger's front edge to a side of the target (charge.distance)."""
    charger, foe = scene.bodies[unit], scene.bodies[target]
    here = face(standing(charger), charger.shape, "front")
    return nearest_of_edges(here, face(standing(foe), foe.shape, side))


@lru_cache(maxsize=2048)
def survey(
    scene: Scene, unit: int, target: int, side: Side, fellows: tuple[int, ...] = (), at: Pose | None = None
) -> ChargeWay | None:
    """The way of a charge to a side of a target, or none if there is no place for it or the way is barred.

    charge.contact.place, charge.path. Other units that charge the target, the *fellows*, do not bar it; where
    the contact is shared with them, *at* is the place that was dealt.
    """
    laid_at = at
    if laid_at is None:
        laid = place_of_contact(scene, unit, target, side)
        laid_at = laid.pose if laid else None
    if laid_at is None:
        return None
    body, line = scene.bodies[unit], charge_line(scene, unit, target, side)
    inside = _inside(body, laid_at)
    if is_barred(scene, inside, (unit, target, *fellows)):
        return None
    return ChargeWay(
        unit,
        target,
        line.distance / INCH,
        EDGES[side],
        laid_at,
        side,
        _heading(body, line),
        is_difficult(scene, body, inside),
        len(obstacles_on(scene, inside, scene.bodies[target])),
    )


def measured(scene: Scene, unit: int, target: int, side: Side) -> ChargeWay:
    """The distance and line of a charge whose way is barred: it ends where it stands."""
    body = scene.bodies[unit]
    line = charge_line(scene, unit, target, side)
    return ChargeWay(
        unit, target, line.distance / INCH, EDGES[side], standing(body), side, _heading(body, line)
    )


def _heading(body: Body, line: Nearest) -> int:
    if line.distance <= TOLERANCE:
        return standing(body).heading
    return heading_between(line.here, line.there)


def place_of_contact(scene: Scene, unit: int, target: int, side: Side) -> Laid | None:
    """Where a charger is laid against a side: most bases in contact, no other enemy, the least slide.

    charge.contact.place, charge.contact.maximise, charge.contact-only-target
    """
    return lay_flush(scene.bodies[unit], scene.bodies[target], side, scene, SOLID, TOUCH)


def places_abreast(
    scene: Scene, units: tuple[int, ...], target: int, side: Side, shares: tuple[int, ...]
) -> tuple[Pose, ...] | None:
    """Where several chargers stand that share a side, from left to right (charge.contact.split)."""
    bodies = [scene.bodies[unit] for unit in units]
    return lay_abreast(bodies, scene.bodies[target], side, scene, SOLID, shares, TOUCH)


def _inside(body: Body, to: Pose) -> Figure:
    """The interior of the corridor of a charge; what lies at the very front of the charger is in it."""
    start, last = face(standing(body), body.shape, "front"), face(to, body.shape, "front")
    behind = start.at(0, -2 * TOLERANCE)
    return interior(corridor(Front(behind, start.heading, start.width), last))


def is_barred(scene: Scene, inside: Figure, spare: tuple[int, ...]) -> bool:
    """Does impassable ground, a building or a unit stand in a corridor? (charge.path.corridor)"""
    return bool(bodies_in(inside, scene, spare) or ground_in(inside, scene.field, IMPASSABLE, LAYERS))


def is_difficult(scene: Scene, body: Body, inside: Figure) -> bool:
    """Does a way lead through DIFFICULT terrain, from the ground on which the charger starts?

    terrain.difficult.charge, terrain.touch
    """
    pieces = scene.field.pieces
    if ground_in(inside, scene.field, DIFFICULT, LAYERS):
        return True
    return any(pieces[piece].kind in DIFFICULT for piece in ground_under(body, scene.field, LAYERS))


def obstacles_on(scene: Scene, inside: Figure, target: Body) -> tuple[int, ...]:
    """The obstacles to be crossed on a way; the one that the target defends is not crossed.

    charge.obstacle.defended, terrain.obstacle.under, fort.detail
    """
    crossed = lines_in(inside, scene.field, OBSTACLES)
    if not crossed:
        return ()
    at = ground_within(target, scene.field, AT_AN_OBSTACLE, OBSTACLES)
    under = ground_under(target, scene.field, LAYERS)
    return tuple(
        piece
        for piece in crossed
        if not (piece in at and (piece not in under or _occupies(scene, target, piece)))
    )


def _occupies(scene: Scene, target: Body, piece: int) -> bool:
    return scene.field.pieces[piece].kind == FORTIFIED and is_inside(target, scene.field, piece)


# ------------------------------------------------------------------ a counter-charge
class Encounter(NamedTuple):
    """Where a counter-charger and the charger it meets come to stand."""

    counter: Pose
    charger: Pose


@lru_cache(maxsize=256)
def encounter(scene: Scene, way: ChargeWay) -> Encounter | None:
    """The counter-charger turns to the charge line and goes half its length; the charger is laid against it.

    charge.response.counter.detail. None where its own half of the way is not clear.
    """
    rider, charger = scene.bodies[way.target], scene.bodies[way.unit]
    pose = standing(rider)
    turn = turn_between(pose.heading, (way.heading + HALF_TURN) % FULL_TURN)
    turned = end(Turn(turn), pose, rider.shape) if turn else pose
    met = turned.shifted(0, way.distance * INCH / 2)
    start, last = face(turned, rider.shape, "front"), face(met, rider.shape, "front")
    spare = (rider.id, charger.id)
    if is_barred(scene, interior(corridor(start, last)), spare):
        return None
    if not all(_has_room(scene, rider, place, spare) for place in (turned, met)):
        return None
    there = scene.replaced(replace(rider, pose=met))
    laid = place_of_contact(there, charger.id, rider.id, "front")
    return Encounter(met, laid.pose) if laid else None


def _has_room(scene: Scene, rider: Body, pose: Pose, spare: tuple[int, ...]) -> bool:
    """Is there room to stand at a pose, clear of all but these, on ground one can stand on?"""
    there = replace(rider, pose=pose)
    laid = face(pose, rider.shape, "front"), face(pose, rider.shape, "rear")
    ground = interior(corridor(*laid))
    return is_on_table(there, scene.field) and not is_barred(scene, ground, spare)


# ------------------------------------------------------------------ contact
def touched(battle: LibertyBattle, unit: Regiment) -> tuple[int, ...]:
    """The enemies that a unit touches along at least a tenth of an inch of edge.

    charge.contact.unintended, melee.engaged
    """
    far = distances_from(unit, scene_of(battle))
    near = (enemy for enemy in battle.on_table(1 - unit.side) if within(far[enemy.id], 0))
    met = ((enemy.id, contact(unit, enemy)) for enemy in near)
    return tuple(number for number, touch in met if touch is not None and within(TOUCH, touch.length))

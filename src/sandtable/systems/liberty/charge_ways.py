"""The ways of charges on the table: possible targets, distance, facing, and the place of contact.

The way of a charge is the corridor between the charger's front edge at its start and at its end
(charge.path.corridor). What depends only on ground and places is worked out once for a scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.actions import Buying
from sandtable.systems.liberty.aim import FRONT_ARC, sight_terms
from sandtable.systems.liberty.approach import EDGES, GUNS, facings, potential
from sandtable.systems.liberty.approach import Way as MoveFacts
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.movement import keeps_to_roads, moving_scene
from sandtable.systems.liberty.obstacles import defensible, obstacle_kinds
from sandtable.systems.liberty.profiles import Formation, SpecialRule
from sandtable.systems.liberty.roster import LAYERS, ground_kinds
from sandtable.systems.liberty.states import State
from sandtable.table.charge import (
    Approach,
    ApproachTerms,
    BriefApproach,
    EdgeStretch,
    Figure,
    SolidGround,
    approach_to,
    approaches,
    approaches_seen,
    bodies_in,
    corridor,
    ground_in,
    interior,
    lay_abreast,
    lay_flush,
    nearest_of_edges,
)
from sandtable.table.measure import (
    QUARTERS,
    Nearest,
    bases_by_arc,
    bodies_near,
    contact,
    is_on_table,
    is_within,
)
from sandtable.table.movement import Turn, leg_end
from sandtable.table.sight import are_seen_ahead
from sandtable.table.space import (
    FULL_TURN,
    HALF_TURN,
    INCH,
    TOLERANCE,
    Body,
    Pose,
    Scene,
    Side,
    face,
    heading_between,
    standing,
    turn_between,
)

TOUCH: Final = INCH // 10
"""The least shared edge that is contact (melee.direct.overlap)."""
CORRIDOR: Final = "charge.path.corridor"
SCOUTS: Final = "special.scouts.charge"
OBSTACLE_SIGN: Final = "movement.obstacle.sign"
FALTERS: Final = "charge.falters.distance"
IMPASSABLE: Final = tuple(row.kind for row in ground_kinds() if row.move == "impassable")
DIFFICULT: Final = tuple(row.kind for row in ground_kinds() if row.move == "difficult")
OBSTACLES: Final = obstacle_kinds()
SOLID: Final = SolidGround(IMPASSABLE, LAYERS)
TERMS: Final = ApproachTerms(IMPASSABLE, DIFFICULT, OBSTACLES, LAYERS, TOUCH, QUARTERS)
"""Terms of a way: the side that half of the charger's bases stand before is charged (charge.facing.half)."""

Reaches = dict[int, int]
"""How far each unit reaches, by the unit's number."""


class ChargeWay(NamedTuple):
    """A charge on a target: its distance in inches, the side and edge it strikes, the charger's end pose, the
    heading of the charge line, and the ground on the way.
    """

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
    """Why a unit cannot charge at all; *determined* is for charges without an order, by a breakthrough.

    charge.may.not-shaken, charge.may.types, charge.may.extra, states.shaken.no-charge
    """
    found = _unfit(unit)
    if battle.is_engaged(unit.id):
        found += (Refusal("a unit engaged in melee cannot charge", rule="charge.may.extra"),)
    if unit.order is not None and not determined:
        found += (Refusal("it has already been given an order this turn", rule="turn.command.one-order"),)
    return found


@by_identity(most=4096)
def _unfit(unit: Regiment) -> tuple[Refusal, ...]:
    """The reasons in a unit itself why it cannot charge."""
    extra = "charge.may.extra"
    found: list[Refusal] = []
    if unit.arm in GUNS:
        found.append(Refusal("artillery cannot charge", rule="charge.may.types"))
    if unit.state is State.SHAKEN:
        found.append(Refusal("a SHAKEN unit cannot charge", rule="charge.may.not-shaken"))
    if unit.disorder:
        found.append(Refusal("a DISORDERED unit cannot charge", rule=extra))
    if unit.routing:
        found.append(Refusal("a ROUTING unit cannot charge", rule=extra))
    if unit.formation is Formation.MARCH_COLUMN:
        found.append(Refusal("a unit in March Column cannot charge", rule=extra))
    return tuple(found)


def legal_targets(
    battle: LibertyBattle, unit: Regiment, *, determined: bool = False
) -> tuple[ChargeWay, ...]:
    """The charges a unit may declare, one for each target, the nearest first.

    charge.may.range, charge.may.path, charge.may.extra. The *determined* charge of a breakthrough loses
    nothing to under-fire markers (breakthrough.detail).
    """
    if unit.pose is None or bars(battle, unit, determined=determined):
        return ()
    scene = moving_scene(battle)
    reaches = {unit.id: farthest(battle, unit, determined=determined)}
    return tuple([_charge_way(scene, one) for one in _charges(battle, reaches, determined=determined)])


def legal_charges(battle: LibertyBattle) -> list[tuple[int, int]]:
    """All charges that the acting player may declare, unit by unit, as pairs of charger and target."""
    return [(one.unit, one.target) for one in _charges(battle, able_to_charge(battle), determined=False)]


@by_identity(most=1)
def able_to_charge(battle: LibertyBattle) -> Reaches:
    """The units of the acting player that nothing bars from charging, and how far each reaches.

    The last result is kept by the identity of the battle: joining a charge asks again about the same battle.
    """
    known, engaged, found = _fit.setdefault(battle.readings, {}), battle.engaged, Reaches()
    for unit in battle.on_table(battle.active):
        if unit.order is not None or unit.disorder or unit.routing or unit.id in engaged:
            continue
        kind = (
            unit.profile_id,
            unit.hits,
            unit.under_fire,
            unit.formation,
            unit.bases,
            unit.dismounted,
            unit.special,
        )
        reach = known.get(kind)
        if reach is None:
            reach = known[kind] = NEVER if _unfit(unit) else farthest(battle, unit)
        if reach != NEVER:
            found[unit.id] = reach
    return found


NEVER: Final = -1
_fit: Final[dict[Readings, dict[tuple[object, ...], int]]] = {}
"""How far a kind of unit in good order could charge, by readings; `NEVER` if it may not. It saves the tally;
the key must name everything that `_unfit` and `farthest` read.
"""


def _charges(battle: LibertyBattle, reaches: Reaches, *, determined: bool) -> list[BriefApproach]:
    """The first open way of each unit to each enemy that it reaches and sees, its nearest enemy first.

    The way is tested before the sight, as fewer ways are open than enemies are seen.
    """
    if not reaches:
        return []
    scene, found, unit, taken = moving_scene(battle), [], -1, -1
    for way in _surveyed(scene, reaches):
        if not way.is_seen or way.unit not in reaches or (way.target == taken and way.unit == unit):
            continue
        # Only ways over rough ground need more than a comparison with the reach.
        if (
            _is_short_enough(battle, scene, way, determined=determined)
            if way.slow or way.lines
            else is_within(way.distance, reaches[way.unit])
        ):
            found.append(way)
            unit, taken = way.unit, way.target
    if len(found) > 1:
        found.sort(key=_nearest_first)
    return found


def _nearest_first(way: BriefApproach) -> tuple[int, float, int]:
    return way.unit, way.distance / INCH, way.target


def facings_open(battle: LibertyBattle, target: int, but: Sequence[int]) -> dict[int, tuple[Side, ...]]:
    """The sides of a target that each unit of the acting player may contact, for units not in *but* that may
    charge, reach the target over open ground and see it.

    charge.may.extra, charge.facing.count
    """
    scene, reaches = moving_scene(battle), able_to_charge(battle)
    ways: dict[int, list[BriefApproach]] = {}
    for way in _surveyed(scene, reaches):
        if way.target == target and way.unit in reaches and way.unit not in but:
            ways.setdefault(way.unit, []).append(way)
    facing: dict[int, tuple[Side, ...]] = {}
    doubted: list[tuple[int, int]] = []
    for unit, there in ways.items():
        # For open ways the survey has tested the sight already.
        clear = [way for way in there if way.is_open]
        if not clear or clear[0].is_seen:
            facing[unit] = tuple([way.side for way in there])
            if not clear:
                doubted.append((unit, target))
    if doubted:
        for (unit, _), seen in zip(doubted, _seen(scene, tuple(doubted)), strict=True):
            if not seen:
                del facing[unit]
    return facing


def is_in_sight(battle: LibertyBattle, unit: Regiment, target: Regiment) -> bool:
    """Does a unit see some part of a target to its front? (charge.may.extra)"""
    return _seen(moving_scene(battle), ((unit.id, target.id),))[0]


@lru_cache(maxsize=128)
def _seen(scene: Scene, pairs: tuple[tuple[int, int], ...]) -> list[bool]:
    """For each pair of units: does the first see some part of the second to its front? (charge.may.extra)"""
    return are_seen_ahead(scene, pairs, FRONT_ARC, sight_terms())


class _Ways(Struct, frozen=True):
    """The surveys of one scene: the units with their reaches, and their ways."""

    scene: Scene
    surveys: list[tuple[Reaches, list[BriefApproach]]]


_last: _Ways | None = None
"""The surveys of the last scene. They save the kernel call; another scene drops them."""


def _known_ways(scene: Scene) -> list[tuple[Reaches, list[BriefApproach]]]:
    """The surveys made so far in a scene."""
    global _last
    last = _last
    if last is None or last.scene is not scene:
        last = _last = _Ways(scene, [])
    return last.surveys


def _surveyed(scene: Scene, reaches: Reaches) -> list[BriefApproach]:
    """The ways of units, each as far as it reaches, to all enemies to their front, by unit and target.

    A kept survey that covers these units serves too, so ways of other units may be among them.
    """
    surveys = _known_ways(scene)
    for asked, ways in surveys:
        if reaches is asked or reaches.items() <= asked.items():
            return ways
    ways = approaches_seen(scene, reaches, TERMS, FRONT_ARC, sight_terms())
    surveys.append((reaches, ways))
    return ways


def ways_to(
    battle: LibertyBattle, unit: Regiment, target: Regiment, *, determined: bool = False
) -> tuple[ChargeWay, ...]:
    """The ways by which a target may be charged; two if half of the charger's bases lie in each of two arcs.

    charge.facing.arcs, charge.facing.count
    """
    reaches, scene = {unit.id: farthest(battle, unit, determined=determined)}, moving_scene(battle)
    ways = _ways_between(_surveyed(scene, reaches), unit, target)
    if not ways:
        # A charge without an order may be at an enemy to a flank or behind.
        ways = _ways_between(approaches(scene, reaches, TERMS), unit, target)
    clear = [_charge_way(scene, way) for way in ways]
    return tuple([way for way in clear if is_open(battle, way, determined=determined)])


def _ways_between(ways: Sequence[BriefApproach], unit: Regiment, target: Regiment) -> list[BriefApproach]:
    return [way for way in ways if way.is_open and way.unit == unit.id and way.target == target.id]


def is_open(battle: LibertyBattle, way: ChargeWay, *, determined: bool = False) -> bool:
    """Is a clear way short enough? In the other reading an undefended obstacle bars it as well.

    charge.range.potential, charge.path.corridor
    """
    if way.obstacles and battle.readings.of(CORRIDOR) == 1:
        return False
    unit = battle.units[way.unit]
    reach = farthest(battle, unit, difficult=way.difficult, obstacles=way.obstacles, determined=determined)
    return is_within(way.distance * INCH, reach)


def _is_short_enough(battle: LibertyBattle, scene: Scene, way: BriefApproach, *, determined: bool) -> bool:
    """Is a clear way over rough ground short enough? Counting every obstacle settles most cases first.

    charge.range.potential
    """
    unit, lines = battle.units[way.unit], way.lines
    slow = way.slow and not _along_road(scene, way.full)
    if lines:
        least = farthest(battle, unit, difficult=slow, obstacles=lines, determined=determined)
        if is_within(way.distance, least) and battle.readings.of(CORRIDOR) != 1:
            return True
        lines = _undefended(scene, way.target, way.lines_met)
        if lines and battle.readings.of(CORRIDOR) == 1:
            return False
    reach = farthest(battle, unit, difficult=slow, obstacles=lines, determined=determined)
    return is_within(way.distance, reach)


def farthest(
    battle: LibertyBattle,
    unit: Regiment,
    *,
    difficult: bool = False,
    obstacles: int = 0,
    determined: bool = False,
) -> int:
    """How far a unit could charge over such ground, in hundredths (charge.range.potential)."""
    under_fire = 0 if determined else unit.under_fire
    way = difficult, obstacles, battle.readings
    kind = (unit.profile_id, unit.special, unit.formation, unit.dismounted, under_fire, way)
    found = _reaches.get(kind)
    if found is None:
        facts = _facts_of(battle, unit, determined=determined)
        facts = replace(facts, difficult=difficult, obstacles=obstacles)
        found = _reaches[kind] = potential(facts).whole * INCH
    return found


_reaches: Final[dict[tuple[object, ...], int]] = {}
"""How far a kind of unit charges over such ground; the key must name all that `potential` reads."""


# ------------------------------------------------------------------ the facts of the move
def move_facts(
    battle: LibertyBattle, way: ChargeWay, *, under_fire: int, double_time: Buying = Buying.NEVER
) -> MoveFacts:
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


def _facts_of(battle: LibertyBattle, unit: Regiment, *, determined: bool = False) -> MoveFacts:
    """The facts of a charge move that depend on the charger alone (charge.rate, special.scouts.charge)."""
    under_fire = 0 if determined else unit.under_fire
    return MoveFacts(
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
@lru_cache(maxsize=128)
def sides(scene: Scene, unit: int, target: int) -> tuple[Side, ...]:
    """The sides of a target that a charger may contact, by the arcs that hold the centres of its bases.

    charge.facing.half, charge.facing.count
    """
    return facings(bases_by_arc(scene.bodies[target], scene.bodies[unit], QUARTERS))


@lru_cache(maxsize=128)
def charge_line(scene: Scene, unit: int, target: int, side: Side) -> Nearest:
    """The shortest straight line from the charger's front edge to a side of the target (charge.distance)."""
    charger, foe = scene.bodies[unit], scene.bodies[target]
    here = face(standing(charger), charger.shape, "front")
    return nearest_of_edges(here, face(standing(foe), foe.shape, side))


@lru_cache(maxsize=128)
def survey(
    scene: Scene, unit: int, target: int, side: Side, fellows: tuple[int, ...] = (), at: Pose | None = None
) -> ChargeWay | None:
    """The way of a charge to a side of a target, or None if it is barred or there is no place of contact.

    charge.contact.place, charge.path. The *fellows*, other chargers of the target, do not bar it; *at* is the
    charger's dealt place where the contact is shared.
    """
    way = approach_to(scene, unit, target, side, TERMS, fellows, at)
    return None if way.end is None else _charged_along(scene, way, way.end)


def _charge_way(scene: Scene, opening: BriefApproach) -> ChargeWay:
    """The charge along the clear way of a survey."""
    way = opening.full
    assert way.end is not None
    return _charged_along(scene, way, way.end)


def _charged_along(scene: Scene, way: Approach, end: Pose) -> ChargeWay:
    """The charge along a clear way; it is in DIFFICULT terrain if it starts there or leads through it.

    terrain.difficult.charge, terrain.touch
    """
    return ChargeWay(
        way.unit,
        way.target,
        way.line.distance / INCH,
        EDGES[way.side],
        end,
        way.side,
        _heading(scene.bodies[way.unit], way.line),
        way.slow and not _along_road(scene, way),
        _undefended(scene, way.target, way.lines) if way.lines else 0,
    )


def _along_road(scene: Scene, way: Approach) -> bool:
    """Does a charge keep every base to a road, so that DIFFICULT terrain does not slow it?

    movement.road.on
    """
    charger = scene.bodies[way.unit]
    return way.end is not None and keeps_to_roads(scene.field, charger.shape, standing(charger), way.end)


def _undefended(scene: Scene, target: int, lines: tuple[int, ...]) -> int:
    """How many obstacles on a way its target does not defend; the parts of one obstacle count once.

    charge.obstacle.defended
    """
    pieces, defended = scene.field.pieces, _defended(scene, target)
    held = {pieces[piece].id for piece in defended}
    return len({pieces[piece].id for piece in lines if pieces[piece].id not in held})


def measured(scene: Scene, unit: int, target: int, side: Side) -> ChargeWay:
    """The distance and line of a charge whose way is barred; its end is its start."""
    body = scene.bodies[unit]
    line = charge_line(scene, unit, target, side)
    return ChargeWay(
        unit, target, line.distance / INCH, EDGES[side], standing(body), side, _heading(body, line)
    )


def _heading(body: Body, line: Nearest) -> int:
    if line.distance <= TOLERANCE:
        return standing(body).heading
    return heading_between(line.here, line.there)


def place_of_contact(scene: Scene, unit: int, target: int, side: Side) -> Pose | None:
    """The place of a charger against a side: most bases in contact, no other enemy touched, the least slide.

    charge.contact.place, charge.contact.maximise, charge.contact-only-target. A survey of the scene has it
    already in most cases.
    """
    for _, ways in _known_ways(scene):
        for way in ways:
            if way.unit == unit and way.target == target and way.side == side:
                return way.place
    laid = lay_flush(scene.bodies[unit], scene.bodies[target], side, scene, SOLID, TOUCH)
    return laid.pose if laid else None


def places_abreast(
    scene: Scene,
    units: tuple[int, ...],
    target: int,
    side: Side,
    free: tuple[EdgeStretch, ...],
    shares: tuple[int, ...],
) -> tuple[Pose, ...] | None:
    """The places of chargers that share the free bases of a side, left to right (charge.contact.split)."""
    bodies = [scene.bodies[unit] for unit in units]
    return lay_abreast(bodies, scene.bodies[target], side, free, scene, SOLID, shares, TOUCH)


def is_barred(scene: Scene, inside: Figure, spare: tuple[int, ...]) -> bool:
    """Is impassable ground, a building or a unit in a corridor? (charge.path.corridor)"""
    return bool(bodies_in(inside, scene, spare) or ground_in(inside, scene.field, IMPASSABLE, LAYERS))


@lru_cache(maxsize=128)
def _defended(scene: Scene, target: int) -> tuple[int, ...]:
    """The obstacles that a target defends; a charge on it does not cross them.

    charge.obstacle.defended, terrain.defend-obstacle
    """
    return defensible(scene.bodies[target], scene.field)


# ------------------------------------------------------------------ a counter-charge
class Encounter(NamedTuple):
    """The places where a counter-charger and its charger meet."""

    counter: Pose
    charger: Pose


@lru_cache(maxsize=32)
def encounter(scene: Scene, way: ChargeWay) -> Encounter | None:
    """The counter-charger turns to the charge line and goes half its length; the charger is laid against it.

    charge.response.counter.detail. None where the counter-charger's half of the way is not clear.
    """
    rider, charger = scene.bodies[way.target], scene.bodies[way.unit]
    pose = standing(rider)
    turn = turn_between(pose.heading, (way.heading + HALF_TURN) % FULL_TURN)
    turned = leg_end(Turn(turn), pose, rider.shape) if turn else pose
    met = turned.shifted(0, way.distance * INCH / 2)
    start, last = face(turned, rider.shape, "front"), face(met, rider.shape, "front")
    spare = (rider.id, charger.id)
    if is_barred(scene, interior(corridor(start, last)), spare):
        return None
    if not all(_has_room(scene, rider, place, spare) for place in (turned, met)):
        return None
    there = scene.replaced(replace(rider, pose=met))
    laid = place_of_contact(there, charger.id, rider.id, "front")
    return Encounter(met, laid) if laid else None


def _has_room(scene: Scene, rider: Body, pose: Pose, spare: tuple[int, ...]) -> bool:
    """Is a pose free of all units except *spare*, on ground that a unit can stand on?"""
    there = replace(rider, pose=pose)
    laid = face(pose, rider.shape, "front"), face(pose, rider.shape, "rear")
    ground = interior(corridor(*laid))
    return is_on_table(there, scene.field) and not is_barred(scene, ground, spare)


# ------------------------------------------------------------------ contact
def touched(battle: LibertyBattle, unit: Regiment) -> tuple[int, ...]:
    """The enemies that a unit touches along at least a tenth of an inch of edge.

    charge.contact.unintended, melee.engaged
    """
    found: list[int] = []
    for enemy in bodies_near(unit, battle.on_table(1 - unit.side)):
        touch = contact(unit, enemy)
        if touch is not None and is_within(TOUCH, touch.length):
            found.append(enemy.id)
    return tuple(found)

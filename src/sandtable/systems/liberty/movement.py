"""Movement: how far a unit may go and on what terms. The legs of a move and their costs are data here."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.rules.rulebook import Readings
from sandtable.game.rules.tally import Modifier, Tally
from sandtable.systems.liberty.actions import Buying
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.houses import full_buildings
from sandtable.systems.liberty.moving_ground import ROADS, moving_ground
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.rates import NO_DICE, MarchDice, MarchFacts, march_rate, rates
from sandtable.systems.liberty.rates import allowance as allowance_for
from sandtable.systems.liberty.roster import BUILDING, HOUSE, LAYERS, ground_kinds
from sandtable.systems.liberty.shooting import Arm
from sandtable.table.forced import RankCrossing, crossings
from sandtable.table.measure import are_all_on, ground_along, ground_under
from sandtable.table.movement import Going, Keep, KeepTo, LegTerms, MoveMark, Opening, Passing, PerInch, Terms
from sandtable.table.space import (
    DEGREE,
    HAIR,
    INCH,
    TOLERANCE,
    Body,
    Field,
    Point,
    Pose,
    Scene,
    Shape,
    apart,
    base_centre,
    relief,
)

PROXIMITY: Final = 4 * INCH
OBLIQUE: Final = 45 * DEGREE
REAR_ARC: Final = 45 * DEGREE
HALVED: Final = "difficult ground halves artillery"
SLOWED: Final = "difficult ground slows a RETREAT"
GUNS: Final = (Arm.LIMBERED, Arm.UNLIMBERED)
AT_A_RUN: Final = (Order.RUN, Order.RETREAT)
NO_MOVE: Final = "movement.no-move.column"


class March(Struct, frozen=True):
    """The move of an order: the order, the bonuses claimed for it, and the inches from their dice."""

    order: Order
    road: bool = False
    column: bool = False
    dice: MarchDice = NO_DICE

    @property
    def rate(self) -> Literal["ADVANCE", "RUN"]:
        """The rate of the move: RETIRE uses the ADVANCE rate, RETREAT the RUN rate.

        orders.advance, orders.retire, orders.run, orders.retreat
        """
        return "RUN" if self.order in AT_A_RUN else "ADVANCE"


# --------------------------------------------------------------------- the allowance
def facts_of(unit: Regiment, march: March, double_time: Buying = Buying.NEVER) -> MarchFacts:
    """The facts of a move from which its dice are rolled."""
    facts = MarchFacts(
        arm=unit.arm,
        order=march.rate,
        road=march.road,
        march_column=march.column,
        under_fire=unit.under_fire,
        stalwart=unit.has(SpecialRule.STALWART),
        double_time=double_time,
        seat=unit.side,
        unit=unit.id,
    )
    return replace(facts, wanted=march_rate(facts).whole + 1) if double_time is not Buying.NEVER else facts


def allowance(battle: LibertyBattle, unit: Regiment, march: March) -> Tally:
    """How far a unit may go, in inches: its rate and dice, less one for each under-fire marker.

    movement.allowance, movement.rates, movement.infantry, movement.cavalry.mounted,
    movement.cavalry.dismounted, movement.skirmishers, movement.artillery.limbered,
    movement.artillery.unlimbered, movement.open, underfire.effect, special.stalwart. In the other reading of
    movement.no-move.column guns in DIFFICULT terrain do not move (movement.no-move).
    """
    arm, slowed = unit.arm, unit.under_fire
    if slowed and unit.has(SpecialRule.STALWART):
        slowed = 0
    tally = _allowed(arm, march.rate, march.road, march.column, slowed, march.dice)
    if arm in GUNS and _guns_stay(battle) and is_in_difficult(battle, unit):
        return tally.at_most(0, "artillery does not move in DIFFICULT terrain", "movement.no-move")
    return tally


@lru_cache(maxsize=1024)
def _allowed(
    arm: Arm,
    rate: Literal["ADVANCE", "RUN"],
    road: bool,  # noqa: FBT001 - remembered by position
    column: bool,  # noqa: FBT001 - the same
    under_fire: int,
    dice: MarchDice,
) -> Tally:
    """How far a unit of an arm may go on clear ground (movement.allowance)."""
    facts = MarchFacts(arm=arm, order=rate, road=road, march_column=column, under_fire=under_fire)
    return allowance_for(facts, dice)


def half(tally: Tally, words: str, rule: str) -> Tally:
    """Half of a move, rounded up to whole inches (movement.rounding)."""
    return tally.times(0.5, words, rule).rounded_up("whole inches", "movement.rounding")


def hundredths(left: Tally) -> int:
    """The rest of an allowance in hundredths of an inch, never below 0 (movement.measure)."""
    return math.floor(left.total * INCH + HAIR) if left.total > 0 else 0


def _guns_stay(battle: LibertyBattle) -> bool:
    return battle.readings.of(NO_MOVE) == 1


# --------------------------------------------------------------------- the ground
@cache
def kinds_of_ground(move: str) -> tuple[str, ...]:
    """The kinds of ground with this effect on a move (terrain.table, terrain.difficult.define).

    Obstacles are no higher than 1 in, so units cross them and see over them (terrain.obstacle.height).
    """
    return tuple(row.kind for row in ground_kinds() if row.move.startswith(move))


def ignores_difficult(unit: Regiment) -> bool:
    """Does a unit ignore DIFFICULT terrain? Skirmishers and Scouts do.

    movement.ignore, movement.skirmishers, special.scouts
    """
    kind = unit.profile_id, unit.special, unit.formation, unit.dismounted
    found = _ignores.get(kind)
    if found is None:
        found = _ignores[kind] = rates(unit.arm).difficult == "ignore" or unit.has(SpecialRule.SCOUTS)
    return found


_ignores: Final[dict[tuple[object, ...], bool]] = {}
"""Whether each kind of unit ignores DIFFICULT terrain; kept, as every move asks for it."""


def is_in_difficult(battle: LibertyBattle, unit: Regiment) -> bool:
    """Is a unit in DIFFICULT terrain that it does not ignore? A road counts as open.

    terrain.touch, movement.road.on
    """
    # Most units stand on open ground, so their place is tested first.
    slow = is_over(battle.field, unit, kinds_of_ground("difficult"))
    return slow and not is_on_road(battle, unit) and not ignores_difficult(unit)


def is_over(field: Field, unit: Body, kinds: tuple[str, ...]) -> bool:
    """Is there ground of these kinds under any base of a unit? (terrain.touch)"""
    under, pieces = ground_under(unit, field, LAYERS), field.pieces
    return bool(under) and any(pieces[piece].kind in kinds for piece in under)


def is_on_road(battle: LibertyBattle, unit: Regiment) -> bool:
    """Does the centre of every base of a unit lie on a road or bridge? (movement.road, movement.road.on)"""
    assert unit.pose is not None
    field = moving_field(battle)
    return may_lie_on(field, unit.pose, unit.shape, ROADS) and are_all_on(unit, field, ROADS)


def keeps_to_roads(field: Field, shape: Shape, start: Pose, last: Pose) -> bool:
    """Do the centres of all bases stay on roads and bridges between two poses?

    movement.road.on: each centre goes in a straight line.
    """
    if not may_lie_on(field, start, shape, ROADS):
        return False
    return all(_is_all_road(field, base_centre(start, base), base_centre(last, base)) for base in shape.bases)


def _is_all_road(field: Field, start: Point, end: Point) -> bool:
    """Does a straight line stay on roads and bridges, apart from gaps within the tolerance?"""
    reached = 0.0
    for crossing in ground_along(field, start, end):
        if field.pieces[crossing.piece].kind in ROADS and crossing.start <= reached + 2 * TOLERANCE:
            reached = max(reached, crossing.start + crossing.length)
    return reached >= apart(start, end) - 2 * TOLERANCE


@lru_cache(maxsize=256)
def has_ground(field: Field, kinds: tuple[str, ...]) -> bool:
    """Is there any ground of these kinds on the table?"""
    return any(piece.kind in kinds for piece in field.pieces)


def may_lie_on(field: Field, pose: Pose, shape: Shape, kinds: tuple[str, ...]) -> bool:
    """Is ground of these kinds near enough to be under a unit's bases? A quick test by boxes."""
    size = shape.width / 2 + shape.depth + 1
    left, right, low, high = pose.x - size, pose.x + size, pose.y - size, pose.y + size
    known = _bounds_on(field)
    bounds = known.get(kinds)
    if bounds is None:
        bounds = known[kinds] = _bounds_of(field, kinds)
    for west, south, east, north in bounds:
        if west < right and east > left and south < high and north > low:
            return True
    return False


Bounds = tuple[tuple[float, float, float, float], ...]
"""Upright rectangles: left, bottom, right and top of each."""


@by_identity(most=64)
def _bounds_on(field: Field) -> dict[tuple[str, ...], Bounds]:
    """The bounds of the ground of a field by kinds, filled on demand."""
    return {}


def _bounds_of(field: Field, kinds: tuple[str, ...]) -> Bounds:
    """The upright rectangles around the pieces of ground of these kinds."""
    sides = relief(field).sides
    return tuple(box for piece, box in zip(field.pieces, sides, strict=True) if piece.kind in kinds)


def obstacles_under(battle: LibertyBattle, unit: Regiment) -> tuple[str, ...]:
    """The obstacles that lie under a unit's own bases (terrain.obstacle.under)."""
    field = moving_field(battle)
    under = ground_under(unit, field, LAYERS)
    if not under:
        return ()
    pieces, kinds = field.pieces, kinds_of_ground("obstacle")
    return tuple([pieces[number].id for number in under if pieces[number].kind in kinds])


def obstacles_crossed(
    battle: LibertyBattle, body: Body, heading: int, distance: float
) -> tuple[RankCrossing, ...]:
    """The obstacles that a body crosses by sliding so far on a heading, in order, each once.

    movement.obstacle.when. A fence on both sides of a road is one obstacle.
    """
    field = moving_field(battle)
    found: list[RankCrossing] = []
    for crossing in crossings(body, heading, distance, field, kinds_of_ground("obstacle")):
        piece = field.pieces[crossing.piece].id
        for number, known in enumerate(found):
            if field.pieces[known.piece].id == piece and crossing.reached <= known.over:
                found[number] = known._replace(over=max(known.over, crossing.over))
                break
        else:
            found.append(crossing)
    return tuple(found)


def moving_field(battle: LibertyBattle) -> Field:
    """The ground as a move meets it: rims for works, and only the later piece where pieces overlap.

    deploy.scenario-data, fort.detail
    """
    return moving_ground(battle.field)


def moving_scene(battle: LibertyBattle) -> Scene:
    """The table as a move meets it."""
    scene = scene_of(battle)
    return scene if moving_ground(scene.field) is scene.field else _scene_to_move_in(scene)


@lru_cache(maxsize=16)
def _scene_to_move_in(scene: Scene) -> Scene:
    return Scene(moving_ground(scene.field), scene.bodies)


# --------------------------------------------------------------------- the terms
def march_terms(
    battle: LibertyBattle, unit: Regiment, march: March, left: Tally, crossed: tuple[str, ...] = ()
) -> Terms:
    """The terms on which a unit may ADVANCE or RUN with the rest of its allowance.

    orders.advance, orders.run. Obstacles in *crossed* have been rolled for, so the move goes on over them
    (movement.obstacle.when).
    """
    most = 0
    if march.order is Order.ADVANCE and not crossed:
        most = _half_in_hundredths(left.total)
    return _terms(battle, unit, march, left, _march_legs(march.order, most), crossed)


@lru_cache(maxsize=256)
def _half_in_hundredths(inches: float) -> int:
    """Half of a move in hundredths of an inch (movement.shift)."""
    return hundredths(half(Tally(inches, ()), "a shift is half a move", "movement.shift"))


SHIFT: Final = "movement.shift.alone"


@lru_cache(maxsize=256)
def _march_legs(order: Order, shift: int) -> tuple[LegTerms, ...]:
    """The legs of an ADVANCE or RUN; a shift takes the place of all other movement.

    movement.forward, movement.wheel.geometry, movement.oblique, movement.shift, movement.shift.alone
    """
    legs: tuple[LegTerms, ...] = (
        LegTerms("advance", rule="movement.forward", words="straight ahead"),
        LegTerms("wheel", PerInch(of="outer corner"), rule="movement.wheel.geometry", words="wheel"),
    )
    if order is not Order.ADVANCE:
        return legs
    legs += (LegTerms("oblique", angles=(OBLIQUE,), rule="movement.oblique", words="oblique"),)
    return (*legs, LegTerms("shift", most=shift, alone=True, rule=SHIFT, words="shift")) if shift else legs


def back_terms(
    battle: LibertyBattle, unit: Regiment, march: March, left: Tally, crossed: tuple[str, ...] = ()
) -> Terms:
    """The terms of a RETIRE or RETREAT: one straight line to the rear, facing kept.

    orders.retire.direction, orders.full-move
    """
    return _terms(battle, unit, march, left, _back_legs(march.order), crossed)


@cache
def _back_legs(order: Order) -> tuple[LegTerms, ...]:
    """The one leg of a RETIRE or RETREAT (orders.retire.direction)."""
    widest = REAR_ARC if order is Order.RETIRE else 0
    return (
        LegTerms("retire", widest=widest, alone=True, rule="orders.retire.direction", words="to the rear"),
    )


def _terms(
    battle: LibertyBattle,
    unit: Regiment,
    march: March,
    left: Tally,
    legs: tuple[LegTerms, ...],
    crossed: tuple[str, ...],
) -> Terms:
    """The terms of a move: kept terms of the unit alone, with the other units and full buildings added."""
    order, road, column, field = march.order, march.road, march.column, battle.field
    kind = unit.profile_id, unit.special, unit.formation, unit.dismounted
    how = kind, order, road, column, id(left), id(legs), crossed
    known = _known.get(how)
    if known is None or known.field is not field or known.readings is not battle.readings:
        if len(_known) >= KNOWN:
            _known.clear()
        alone = _terms_alone(battle, unit, march, left, legs, crossed)
        known = _known[how] = _Known(field, battle.readings, left, alone)
    keeps = _distances_to_keep(battle.numbers_on_table(1 - unit.side))
    terms = replace(known.alone, keeps=keeps, passing=_friends_to_pass(battle, unit))
    full = full_buildings(battle, unit)
    return replace(terms, goings=full + terms.goings) if full else terms


class _Known(Struct, frozen=True, gc=False):
    """Kept terms, with the field and readings they hold for.

    It holds *left* and, in the terms, the legs, so that the ids in its key cannot be reused.
    """

    field: Field
    readings: Readings
    left: Tally
    alone: Terms


KNOWN: Final = 1024
"""The most terms that are kept."""
_known: Final[dict[tuple[object, ...], _Known]] = {}
"""The terms of moves without regard to other units. They save building the terms; the key names the rest."""


def _terms_alone(
    battle: LibertyBattle,
    unit: Regiment,
    march: March,
    left: Tally,
    legs: tuple[LegTerms, ...],
    crossed: tuple[str, ...],
) -> Terms:
    """The terms of a move without regard to other units."""
    arm, order, ignores = unit.arm, march.order, ignores_difficult(unit)
    stay, most = arm in GUNS and _guns_stay(battle), hundredths(left)
    return Terms(
        allowance=most,
        legs=legs,
        goings=_goings_of(arm, order, march.column, stay, ignores, crossed),
        opening=opening(battle),
        keep_to=ON_THE_ROAD if march.road else (),
        marks=() if ignores else _marks(arm, order, left, most, stay=stay),
        rule="movement.allowance",
        words=_reasons(order, left.steps),
        overlap_rule="movement.forward",
        edge_rule="edge.others",
    )


@lru_cache(maxsize=1024)
def _reasons(order: Order, steps: tuple[Modifier, ...]) -> str:
    """An order and the steps of its allowance in words."""
    return f"{order}: {', '.join(str(step) for step in steps)}"


@lru_cache(maxsize=256)
def _distances_to_keep(enemies: tuple[int, ...]) -> tuple[Keep, ...]:
    """Every enemy is kept 4 in away along the whole move (movement.proximity, movement.proximity.detail)."""
    if not enemies:
        return ()
    return (Keep(enemies, PROXIMITY, rule="movement.proximity", words="4 in from every enemy"),)


def _friends_to_pass(battle: LibertyBattle, unit: Regiment) -> tuple[Passing, ...]:
    """Friends may be passed if there is room to clear them, except DISORDERED and ROUTING ones.

    movement.interpenetrate.free, movement.interpenetrate.barred, movement.interpenetrate.artillery
    """
    own, friends = unit.id, list[int]()
    for one in battle.on_table(unit.side):
        if not one.disorder and not one.routing and one.id != own:
            friends.append(one.id)
    return _through(tuple(friends)) if friends else ()


@lru_cache(maxsize=4096)
def _through(friends: tuple[int, ...]) -> tuple[Passing, ...]:
    return (Passing(friends, rule="movement.interpenetrate.free", words="through friends in order"),)


@lru_cache(maxsize=1024)
def _goings_of(
    arm: Arm,
    order: Order,
    column: bool,  # noqa: FBT001 - remembered by position
    stay: bool,  # noqa: FBT001 - the same
    ignores: bool,  # noqa: FBT001 - the same
    crossed: tuple[str, ...],
) -> tuple[Going, ...]:
    """What the ground does to a move: bar it, stop it, or halve it.

    terrain.impassable, terrain.buildings, movement.obstacle.when, movement.no-move.column
    """
    fence = NO_MOVE if arm in GUNS else "movement.obstacle.when"
    ahead = order in (Order.ADVANCE, Order.RUN)
    over = tuple(Going(piece=piece, front_clear=ahead, rule="movement.obstacle.when") for piece in crossed)
    barred = tuple(
        Going(kind, entry="barred", rule="terrain.buildings" if kind == BUILDING else "terrain.impassable")
        for kind in kinds_of_ground("impassable")
    )
    barred += tuple(Going(kind, entry="barred", rule=fence) for kind in kinds_of_ground("obstacle"))
    if ignores:
        return over + barred
    slow = (_slow(arm, order, kind, column=column, stay=stay) for kind in kinds_of_ground("difficult"))
    return (*over, *barred, *slow)


def _slow(arm: Arm, order: Order, kind: str, *, column: bool, stay: bool) -> Going:
    """The effect of DIFFICULT terrain: it stops a RUN and a claimed March Column, and halves the guns.

    movement.no-run, terrain.difficult.run, movement.march-column.when, movement.half.artillery
    """
    if order is Order.RUN:
        return Going(kind, entry="barred", rule="movement.no-run", words=f"a RUN stops at {kind}")
    if column:
        words = f"no March Column bonus in {kind}"
        return Going(kind, entry="barred", rule="movement.march-column.when", words=words)
    if stay:
        return Going(kind, entry="barred", rule="movement.no-move", words=f"artillery stops at {kind}")
    if order is Order.RETREAT:
        return Going(kind, mark=SLOWED, rule="orders.retreat.difficult")
    if arm in GUNS:
        return Going(kind, mark=HALVED, rule="movement.half.artillery")
    return Going(kind)


def _marks(arm: Arm, order: Order, left: Tally, most: int, *, stay: bool) -> tuple[MoveMark, ...]:
    """Artillery has half its allowance for a move that is in DIFFICULT terrain at any point.

    movement.half.artillery. The mark of a RETREAT limits nothing; it records that the ground was met.
    """
    if order is Order.RETREAT:
        return _slowed(most)
    if arm not in GUNS or order is Order.RUN or stay:
        return ()
    halved = hundredths(half(left, "artillery in difficult ground", "movement.half.artillery"))
    return (MoveMark(HALVED, halved, rule="movement.half.artillery", words="half rate for guns"),)


@cache
def _slowed(allowance: int) -> tuple[MoveMark, ...]:
    return (MoveMark(SLOWED, allowance),)


@cache
def _set_aside() -> tuple[str, ...]:
    """The ground that a road or bridge makes open: neither a house nor an obstacle across it.

    movement.road.on
    """
    kinds = (*kinds_of_ground("difficult"), *kinds_of_ground("impassable"))
    return tuple(kind for kind in kinds if kind not in (BUILDING, HOUSE))


def opening(battle: LibertyBattle) -> Opening | None:
    """With all bases on a road or bridge a unit moves as in OPEN terrain (movement.road.on)."""
    return _along_roads() if has_ground(battle.field, ROADS) else None


@cache
def _along_roads() -> Opening:
    return Opening(ROADS, _set_aside(), rule="movement.road.on", words="along the road")


ON_THE_ROAD: Final = (
    KeepTo(ROADS, rule="movement.road", words="with the road bonus every base keeps to the road"),
)
"""A unit with the road bonus keeps every base on the road (movement.road)."""

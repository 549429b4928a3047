"""ADVANCE and RUN on the table: bonuses claimed, Double Time!, the legs of the move, obstacles, friends."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice import Cup, Total, parse
from sandtable.game.ask.faces import Face
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose, do, tell
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import forms, trials
from sandtable.systems.liberty.actions import NEVER
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import OrderCarriedOut
from sandtable.systems.liberty.movement import (
    GUNS,
    March,
    allowance,
    facts_of,
    has_ground,
    hundredths,
    is_in_difficult,
    is_on_road,
    kinds_of_ground,
    march_terms,
    moving_field,
    moving_scene,
)
from sandtable.systems.liberty.orders import order_row
from sandtable.systems.liberty.passing import owe_tests
from sandtable.systems.liberty.placing import place
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rates import NOTHING, march_dice, rates
from sandtable.systems.liberty.roster import Objective
from sandtable.systems.liberty.spending import buying, pay
from sandtable.systems.liberty.words import name
from sandtable.table.measure import ground_within
from sandtable.table.movement import Advance, Course, Leg, Shift, Terms, Verdict, course_of, ground_obstacles
from sandtable.table.space import HAIR, INCH, TOLERANCE, Point, Scene, Shape, as_inches, centre

ADVANCE: Final = Order.ADVANCE
SIGN: Final = "movement.obstacle.sign"
A_LITTLE: Final = 10
"""How far a unit is pushed forward to find what it touches, in hundredths."""
TOUCHING: Final = 2 * TOLERANCE + HAIR
"""The farthest at which a pushed unit still counts as touching, with the tolerance of both measurements."""
DOUBLE_TIME: Final = Action.DOUBLE_TIME
ENEMIES_IN_SIGHT: Final = 3
PLACES_IN_SIGHT: Final = 4


class Moved(Struct, frozen=True, gc=False):
    """The battle after a move, the friends passed, and the course of its last slide to the rear, if any."""

    battle: LibertyBattle
    passed: tuple[int, ...] = ()
    course: Course | None = None


# --------------------------------------------------------------------- the order
async def march(battle: LibertyBattle, number: int, order: Order) -> LibertyBattle:
    """A unit carries out its ADVANCE or RUN, from the bonuses it claims to the tests its way causes.

    orders.advance, orders.run. An ADVANCE may begin and end with a change of form (movement.mount,
    movement.limber, movement.unlimber).
    """
    if order is ADVANCE:
        battle = await forms.before_move(battle, battle.units[number], order)
    battle, made = await set_out(battle, number, await claim(battle, battle.units[number], order))
    moved = await go(battle, number, made)
    battle = moved.battle
    if order is ADVANCE:
        battle = await forms.after_move(battle, battle.units[number])
    return await arrive(battle, number, order, moved.passed)


async def arrive(
    battle: LibertyBattle, number: int, order: Order, passed: tuple[int, ...] = ()
) -> LibertyBattle:
    """A unit has carried out its order: mark whether it may shoot, and take the tests for passing friends.

    orders.data, movement.unlimber.no-shoot, underfire.remove, movement.interpenetrate.test
    """
    shoots = order_row(order).shoot and forms.may_shoot_after(battle, battle.units[number])
    battle = await tell(battle, OrderCarriedOut(number, order, may_shoot=shoots))
    if passed:
        battle = await owe_tests(battle, battle.units[number], passed)
    return await trials.take_all(battle) if battle.tests_due else battle


# --------------------------------------------------------------------- before the move
class Claim(StrEnum):
    """The bonuses that may be claimed for a move (movement.march-column.when)."""

    NEITHER = "neither"
    ROAD = "road"
    COLUMN = "March Column"
    BOTH = "road and March Column"


CLAIM_TITLES: Final = {
    Claim.NEITHER: "No bonus",
    Claim.ROAD: "Road",
    Claim.COLUMN: "March Column",
    Claim.BOTH: "Road and March Column",
}
CLAIM_LABELS: Final = {
    Claim.NEITHER: "Claim no bonus",
    Claim.ROAD: "Add {road} in and keep to the road",
    Claim.COLUMN: "Add {march} in for March Column and keep out of difficult ground",
    Claim.BOTH: "Add {road} and {march} in, keep to the road and out of difficult ground",
}


class ClaimBonus(Choose[Claim], frozen=True, kw_only=True):
    """Choose the bonuses of a move (movement.march-column.when)."""

    decision: str = "road-claim"
    rule = "movement.march-column.when"
    title = "Claim a bonus?"

    unit: int

    def words(self, battle: LibertyBattle) -> str:
        return f"Which bonus does {name(battle, self.unit)} claim?"

    def label(self, battle: LibertyBattle, option: Claim) -> str:
        row = rates(battle.units[self.unit].arm)
        road, march = row.road.lstrip("+"), row.march_column.lstrip("+")
        return CLAIM_LABELS[option].format(road=road, march=march)

    def face(self, battle: LibertyBattle, option: Claim) -> Face:
        note = "" if option is Claim.NEITHER else self.label(battle, option)
        return Face(CLAIM_TITLES[option], note, self.unit)


NO_CLAIM: Final = (Claim.NEITHER,)


def claims(battle: LibertyBattle, unit: Regiment) -> tuple[Claim, ...]:
    """The bonuses a unit may claim before an ADVANCE or RUN; its player may always claim none.

    movement.road, movement.march-column, movement.march-column.when
    """
    row = rates(unit.arm)
    road = row.road != NOTHING and is_on_road(battle, unit)
    in_column = unit.formation is Formation.MARCH_COLUMN and row.march_column != NOTHING
    column = in_column and not is_in_difficult(battle, unit)
    if not road and not column:
        return NO_CLAIM
    offered = ((Claim.ROAD, road), (Claim.COLUMN, column), (Claim.BOTH, road and column))
    return (Claim.NEITHER, *(claimed for claimed, may in offered if may))


async def claim(battle: LibertyBattle, unit: Regiment, order: Order) -> March:
    """The bonuses that the owner claims, if any are open (movement.march-column.when)."""
    options = claims(battle, unit)
    if options is NO_CLAIM:
        return _plain_march(order)
    claimed = await ClaimBonus(unit.side, options, unit=unit.id)
    road = claimed in (Claim.ROAD, Claim.BOTH)
    return March(order, road=road, column=claimed in (Claim.COLUMN, Claim.BOTH))


@cache
def _plain_march(order: Order) -> March:
    """A move without claims."""
    return March(order)


async def set_out(battle: LibertyBattle, number: int, march: March) -> tuple[LibertyBattle, March]:
    """The dice before a unit moves: those claimed, and Double Time! if it is bought.

    movement.march-column.when, action.double-time
    """
    unit = battle.units[number]
    double_time = buying(battle, DOUBLE_TIME, unit.side, number)
    if double_time is NEVER and not march.road and not march.column:
        return battle, march  # there is nothing to roll
    paid = await do(march_dice, facts_of(unit, march, double_time))
    battle = await pay(battle, unit.side, number, paid.spent)
    return battle, replace(march, dice=paid.value)


# --------------------------------------------------------------------- the move
class PlanMarch(PlanMove, frozen=True, kw_only=True):
    """Plan the legs of an ADVANCE or RUN (movement.allowance)."""

    decision: str = "move-path"
    rule = "movement.allowance"

    order: Order

    def parties(self) -> tuple[int, ...]:
        return (self.body.id,)

    def move_name(self) -> str:
        return self.order.capitalize()

    def words(self, battle: LibertyBattle) -> str:
        most = f"{as_inches(self.terms.allowance):g} in"
        return f"Move {name(battle, self.body.id)}, up to {most} ({self.terms.words})"


async def go(battle: LibertyBattle, number: int, march: March) -> Moved:
    """The legs of a move as its player plans them, and on over each obstacle that is to be crossed.

    movement.wheel, movement.oblique, movement.shift, movement.forward, movement.obstacle.when
    """
    left = allowance(battle, battle.units[number], march)
    passed: tuple[int, ...] = ()
    crossed: tuple[str, ...] = ()
    while hundredths(left):
        unit = battle.units[number]
        terms = march_terms(battle, unit, march, left, crossed)
        verdict = await _path_of(battle, unit, terms, march.order)
        battle = await place(battle, number, verdict.end)
        passed += verdict.passed
        if is_shift(verdict):
            break
        left = left.plus(-verdict.cost / INCH, "gone already", "movement.allowance")
        ahead = _obstacles_ahead(battle, battle.units[number], terms, left)
        obstacle = await CrossObstacle(unit.side, ahead, unit=number) if ahead else None
        if obstacle is None:
            break
        left, crossed = await over(battle, number, left, obstacle), (*crossed, obstacle)
        if hundredths(left) < front_depth(battle.units[number]):
            break
    return Moved(battle, passed)


def _path_of(battle: LibertyBattle, unit: Regiment, terms: Terms, order: Order) -> PlanMarch:
    """The decision which way a unit moves."""
    return PlanMarch(unit.side, unit, terms, moving_scene(battle), in_sight(battle, unit), order=order)


def is_shift(verdict: Verdict) -> bool:
    """Was the move a shift, which takes the place of all other movement? (movement.shift.alone)"""
    return bool(verdict.plan) and isinstance(verdict.plan[0], Shift)


# --------------------------------------------------------------------- obstacles
class CrossObstacle(Choose[str | None], frozen=True, kw_only=True):
    """Choose the obstacle that a unit crosses, or None to stop before it (movement.obstacle.when)."""

    decision: str = "obstacle-cross"
    rule = "movement.obstacle.when"
    title = "Cross the obstacle?"

    unit: int

    def words(self, battle: LibertyBattle) -> str:
        return f"{name(battle, self.unit)} has come to an obstacle: does it cross?"

    def label(self, battle: LibertyBattle, option: str | None) -> str:
        face = self.face(battle, option)
        return f"{face.title}: {face.note}" if face.note else face.title

    def face(self, battle: LibertyBattle, option: str | None) -> Face:
        """An obstacle, and what it may cost."""
        if option is None:
            return Face("Stop here", subject=self.unit)
        loss = obstacle_loss(battle, battle.units[self.unit])
        kind = next(piece.kind for piece in battle.field.pieces if piece.id == option)
        return Face(f"Cross the {kind}", f"lose {loss.low} to {loss.high} in", self.unit)


def _obstacles_ahead(
    battle: LibertyBattle, unit: Regiment, terms: Terms, left: Tally
) -> tuple[str | None, ...]:
    """The obstacles at its front edge that a unit may cross if its player decides so, with None for staying.

    movement.obstacle.when. Empty where even the lowest roll leaves too little to cross.
    """
    if hundredths(left) < front_depth(unit) or unit.arm in GUNS:
        return ()  # most units have used their whole allowance, and crossing gives nothing back
    if not has_ground(battle.field, kinds_of_ground("obstacle")) or not is_at_obstacle(battle, unit):
        return ()
    least = left.plus(-obstacle_loss(battle, unit).low, "the least loss", SIGN)
    if hundredths(least) < front_depth(unit):
        return ()
    ahead = obstacles_met(unit, Advance(A_LITTLE), terms, moving_scene(battle))
    return (*ahead, None) if ahead else ()


def is_at_obstacle(battle: LibertyBattle, unit: Regiment) -> bool:
    """Does any obstacle lie at or under a unit?"""
    return bool(ground_within(unit, moving_field(battle), TOLERANCE, kinds_of_ground("obstacle")))


def obstacles_met(unit: Regiment, leg: Leg, terms: Terms, scene: Scene) -> tuple[str, ...]:
    """The ids of the obstacles that a unit touches in the direction of a leg."""
    met = ground_obstacles(course_of(unit, terms, scene), leg)
    touched = [one.piece for one in met if one.rule == "movement.obstacle.when" and one.at <= TOUCHING]
    return tuple(dict.fromkeys(touched))


def obstacle_loss(battle: LibertyBattle, unit: Regiment) -> Cup:
    """The cost of crossing an obstacle: D3+1 in, or D3-1 in the other reading.

    movement.obstacle, movement.obstacle.sign
    """
    cup = parse(rates(unit.arm).obstacle)
    return replace(cup, plus=-cup.plus) if battle.readings.of(SIGN) == 1 else cup


async def over(battle: LibertyBattle, number: int, left: Tally, obstacle: str) -> Tally:
    """The allowance left after crossing an obstacle; the loss is rolled once for each.

    movement.obstacle.when
    """
    kind = next(piece.kind for piece in battle.field.pieces if piece.id == obstacle)
    loss = await Total(1, of=obstacle_loss(battle, battle.units[number]), purpose=f"over the {kind}")
    return left.plus(-loss, f"over the {kind}", "movement.obstacle")


def front_depth(unit: Regiment) -> int:
    """The depth of a unit's leading rank: the least it must move to be over an obstacle."""
    return _depth_of_front(unit.shape)


@lru_cache(maxsize=256)
def _depth_of_front(shape: Shape) -> int:
    return max(base.depth for base in shape.front_rank)


# --------------------------------------------------------------------- where to
def in_sight(battle: LibertyBattle, unit: Regiment) -> tuple[Point, ...]:
    """The places worth moving to or facing: the nearest enemies, and objectives."""
    assert unit.pose is not None
    x, y = centre(unit.pose, unit.shape)
    near: list[tuple[float, int, Point]] = []
    for foe in battle.on_table(1 - unit.side):
        assert foe.pose is not None
        at = there_x, there_y = centre(foe.pose, foe.shape)
        dx, dy = there_x - x, there_y - y
        near.append((dx * dx + dy * dy, foe.id, at))
    near.sort()
    found = [at for _, _, at in near[:ENEMIES_IN_SIGHT]]
    goals = _goals(battle.objectives)
    if len(goals) > 1:
        goals = tuple(sorted(goals, key=lambda place: (place.x - x) ** 2 + (place.y - y) ** 2))
    return (*found, *goals)[:PLACES_IN_SIGHT]


@lru_cache(maxsize=64)
def _goals(objectives: tuple[Objective, ...]) -> tuple[Point, ...]:
    """The middles of the areas, and the points, that a scenario names as objectives."""
    areas = [_middle(one.area) for one in objectives if one.area]
    spots = [Point(one.x * INCH, one.y * INCH) for one in objectives if one.x and one.y]
    return (*areas, *spots)


def _middle(corners: Sequence[tuple[float, float]]) -> Point:
    count = len(corners)
    return Point(sum(x for x, _ in corners) * INCH / count, sum(y for _, y in corners) * INCH / count)

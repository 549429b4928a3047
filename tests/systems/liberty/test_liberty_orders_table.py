"""Orders of step f as they are carried out on the table, with planned dice and answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose, Decision, Do, Event, do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.actions import CommandPoint
from sandtable.systems.liberty.battle import General, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.command_points import CommandPoints
from sandtable.systems.liberty.events import MoraleTested, OrderCarriedOut
from sandtable.systems.liberty.falling_back import direction
from sandtable.systems.liberty.leader_decisions import Ride
from sandtable.systems.liberty.marching import Claim, claims, in_sight
from sandtable.systems.liberty.movement import March
from sandtable.systems.liberty.order_decisions import Command, why_not
from sandtable.systems.liberty.ordering import carry_out, order_step
from sandtable.systems.liberty.profiles import Formation
from sandtable.table.measure import is_on_table
from sandtable.table.movement import Advance, Oblique, Plan, Retire, Shift, Wheel
from sandtable.table.space import DEGREE, INCH, Piece, Point, Pose, inches
from tests.systems.liberty.parade import LIGHTS, MILITIA, SIX_POUNDERS, battle, fence, ground, unit

Case = Callable[[str], dict[str, Any]]

CAVALRY = "british.17th-light-dragoons"


class Drill:
    """A procedure carried out with planned answers and faces: the battle after it, and what happened."""

    def __init__(self, call: Do[LibertyBattle], answers: Sequence[object], faces: Sequence[int]) -> None:
        self.events: list[Event[Any]] = []
        self.asked: list[Decision[Any]] = []
        hand = PlannedHand(faces)
        run = ProcedureRun(call, lambda throw: throw.cast(hand), self._tell)
        for answer in answers:
            assert run.pending is not None, f"nobody asked for {answer!r}"
            self.asked.append(run.pending)
            settled = run.pending.judge(answer)
            assert not isinstance(settled, Refusal), f"{run.pending.decision}: {settled}"
            run.answer(settled)
        assert run.pending is None, f"{run.pending!r} was not answered"
        hand.assert_used()
        assert run.result is not None
        self.battle: LibertyBattle = run.result

    @property
    def decisions(self) -> list[str]:
        return [question.decision for question in self.asked]

    def pose(self, number: int = 0) -> Pose:
        pose = self.battle.units[number].pose
        assert pose is not None
        return pose

    def _tell(self, battle: Any, event: Event[Any]) -> Any:
        self.events.append(event)
        return event.apply(battle)


def given(scene: LibertyBattle, order: Order, *answers: object, faces: Sequence[int] = ()) -> Drill:
    """The first unit is given an order."""
    ready = in_step_f(scene)
    return Drill(do(carry_out, ready, ready.units[0], order), answers, faces)


def in_step_f(scene: LibertyBattle) -> LibertyBattle:
    return replace(scene, step=Step.ORDERS, phase=Step.ORDERS.phase)


def asked(scene: LibertyBattle) -> Choose[Any]:
    """What step f asks first."""
    run = ProcedureRun(do(order_step, in_step_f(scene)), _no_dice, lambda battle, event: battle)
    assert isinstance(run.pending, Choose)
    return run.pending


def _no_dice(throw: object) -> int:
    raise AssertionError(f"nobody should throw {throw}")


def orders_of(scene: LibertyBattle, number: int = 0) -> list[Order]:
    options = asked(scene).options
    return [one.order for one in options if isinstance(one, Command) and one.unit == number]


def road(*points: tuple[float, float], width: float = 2.5) -> Piece:
    line = tuple(Point(inches(x), inches(y)) for x, y in points)
    return Piece("the road", "road", line=line, width=inches(width))


def rich(scene: LibertyBattle) -> LibertyBattle:
    """The first side has a Command Point."""
    own, other = scene.camps
    return replace(scene, camps=(replace(own, points=CommandPoints(1)), other))


FAR = unit(1, 36, 44, 180, side=1)
ALL_ORDERS = [Order.HOLD, Order.REFORM, Order.ADVANCE, Order.RETIRE, Order.RUN, Order.RETREAT]


# --------------------------------------------------------------------- who may be ordered what
def test_a_unit_in_the_open_may_be_given_any_order_of_step_f() -> None:
    """turn.command.f, turn.command.one-order: RALLY and CHARGE belong to other steps."""
    assert orders_of(battle(unit(0, 36, 10), FAR)) == ALL_ORDERS


def test_unlimbered_guns_neither_run_nor_retreat() -> None:
    """orders.by-type"""
    guns = unit(0, 36, 10, profile=SIX_POUNDERS, bases=2)
    assert orders_of(battle(guns, FAR)) == [Order.HOLD, Order.REFORM, Order.ADVANCE, Order.RETIRE]


def test_a_unit_in_difficult_ground_may_retreat_but_not_run() -> None:
    """orders.by-type, orders.retreat.difficult, movement.no-run"""
    wood = ground("forest", (30, 5), (42, 5), (42, 15), (30, 15))
    found = orders_of(battle(unit(0, 36, 10), FAR, pieces=(wood,)))
    assert Order.RUN not in found
    assert Order.RETREAT in found


def test_the_formation_of_a_unit_bars_none_of_these_orders() -> None:
    """formation.effects: only a charge is barred from March Column."""
    for formation in (Formation.LINE, Formation.COLUMN, Formation.MARCH_COLUMN):
        assert orders_of(battle(unit(0, 36, 10, formation=formation), FAR)) == ALL_ORDERS


def test_engaged_disordered_and_routing_units_get_no_order() -> None:
    """turn.command.no-order, disorder.effect"""
    idle = unit(0, 10, 10, disorder=1), replace(unit(1, 30, 10), routing=True), unit(2, 50, 10)
    scene = battle(*idle, unit(3, 60, 10), unit(4, 50, 12, 180, side=1))
    scene = replace(scene, engagements=((2, 4),))
    options = asked(scene).options
    assert {one.unit for one in options if isinstance(one, Command)} == {3}


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        (Command(0, Order.RUN), "movement.no-run"),
        ([0, "RUN"], "movement.no-run"),
        (Command(0, Order.CHARGE), "turn.command.one-order"),
        (Command(0, Order.RALLY), "orders.rally.min"),
        (Command(1, Order.HOLD), "turn.command.one-order"),
        (Command(2, Order.ADVANCE), "turn.command.no-order"),
        (Command(3, Order.ADVANCE), "turn.command.one-order"),
        (Command(4, Order.ADVANCE), "turn.command.one-order"),
    ],
)
def test_an_order_that_is_not_offered_is_refused_by_its_rule(answer: object, rule: str) -> None:
    """orders.by-type, turn.command.one-order, turn.command.no-order"""
    wood = ground("forest", (30, 5), (42, 5), (42, 15), (30, 15))
    others = unit(2, 50, 10, disorder=1), replace(unit(3, 60, 10), order=Order.HOLD)
    gone = replace(unit(4, 20, 10), pose=None, broken=True)
    scene = replace(battle(unit(0, 36, 10), FAR, *others, gone, pieces=(wood,)), step=Step.ORDERS)
    refusal = asked(scene).judge(answer)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == rule
    assert refusal.words


def test_nothing_is_said_against_what_is_no_order() -> None:
    scene = replace(battle(unit(0, 36, 10), FAR), step=Step.ORDERS)
    assert why_not(scene, "march") is None
    assert why_not(scene, Command(0, Order.HOLD)) is None


# --------------------------------------------------------------------- the course of step f
def test_units_are_ordered_one_after_another_and_the_rest_hold() -> None:
    """turn.command.f, turn.step-order, turn.command.one-order: a SHAKEN unit tests for its HOLD."""
    scene = battle(unit(0, 20, 10), unit(1, 36, 10), unit(2, 52, 10, hits=16), unit(3, 36, 44, 180, side=1))
    scene = in_step_f(scene)
    first = Drill(do(order_step, scene), (Command(1, Order.ADVANCE), (Advance(300),)), ())
    assert [one.order for one in first.battle.units[:3]] == [None, Order.ADVANCE, None]
    rest = Drill(do(order_step, first.battle), (None,), (1, 2, 3))
    assert [one.order for one in rest.battle.units[:3]] == [Order.HOLD, Order.ADVANCE, Order.HOLD]
    assert [one.disorder for one in rest.battle.units[:3]] == [0, 0, 1]
    assert [one.may_shoot for one in rest.battle.units[:3]] == [True, True, False]
    assert rest.battle.step is Step.SHOOTING


def test_markers_come_off_who_obeyed_who_failed_and_who_got_no_order() -> None:
    """underfire.remove, turn.command.no-order, turn.command.f"""
    obeys, fails = unit(0, 20, 10, under_fire=2), unit(1, 36, 10, hits=8, under_fire=1)
    idle = unit(2, 52, 10, disorder=1, under_fire=3)
    scene = in_step_f(battle(obeys, fails, idle, unit(3, 36, 44, 180, side=1)))
    ordered = Drill(do(order_step, scene), (Command(0, Order.HOLD),), ()).battle
    assert ordered.units[0].under_fire == 0
    ordered = Drill(do(order_step, ordered), (Command(1, Order.ADVANCE), None), (1, 1, 1, 1)).battle
    assert (ordered.units[1].under_fire, ordered.units[2].under_fire) == (0, 3)
    assert Drill(do(order_step, ordered), (), ()).battle.units[2].under_fire == 0


def test_a_general_may_move_at_every_decision_of_step_f() -> None:
    """leaders.move.when"""
    general = General("Morgan", 0, "first", Pose(3600, 400))
    options = asked(battle(unit(0, 36, 10), FAR, generals=(general,))).options
    assert Ride(0) in options


# --------------------------------------------------------------------- ADVANCE and RUN
def test_a_unit_that_runs_may_not_shoot() -> None:
    """orders.run: wheels and straight legs up to 12 in."""
    done = given(battle(unit(0, 36, 10), FAR), Order.RUN, (Advance(12 * INCH),))
    assert (done.pose().y, done.battle.units[0].may_shoot) == (22 * INCH, False)


def test_an_order_that_fails_moves_nobody() -> None:
    """orders.fail.disordered, lib-001"""
    done = given(battle(unit(0, 36, 10, hits=8), FAR), Order.RUN, faces=(1, 2, 3, 3))
    assert (done.pose().y, done.battle.units[0].disorder) == (10 * INCH, 1)


def test_a_unit_too_much_under_fire_to_move_is_not_asked_where_to() -> None:
    """underfire.effect, underfire.detail"""
    done = given(battle(unit(0, 36, 10, under_fire=8), FAR), Order.ADVANCE)
    assert (done.asked, done.battle.units[0].under_fire) == ([], 0)


def test_double_time_is_bought_before_the_move() -> None:
    """action.double-time, action.double-time.charge: D3 for those on foot, and a point is spent."""
    scene = rich(battle(unit(0, 36, 10), FAR))
    done = given(scene, Order.ADVANCE, CommandPoint.SPEND, (Advance(11 * INCH),), faces=(3,))
    assert done.decisions == ["double-time", "move-path"]
    assert (done.pose().y, done.battle.camps[0].points.left) == (21 * INCH, 0)
    kept = given(scene, Order.ADVANCE, CommandPoint.KEEP, (Advance(8 * INCH),))
    assert (kept.pose().y, kept.battle.camps[0].points.left) == (18 * INCH, 1)


def test_double_time_hastens_a_retreat_too() -> None:
    """action.double-time: any move of the own Command phase."""
    scene = rich(battle(unit(0, 36, 30), unit(1, 36, 44, 180, side=1)))
    done = given(scene, Order.RETREAT, CommandPoint.SPEND, faces=(2,))
    assert (done.pose().y, done.pose().heading) == ((30 - 14 - 2) * INCH, 1800)


# --------------------------------------------------------------------- bonuses
def column(x: float, y: float) -> Regiment:
    return unit(0, x, y, formation=Formation.MARCH_COLUMN)


def test_what_may_be_claimed_before_a_move() -> None:
    """movement.road, movement.march-column, movement.march-column.when"""
    street, wood = road((36, 0), (36, 40)), ground("forest", (30, 0), (42, 0), (42, 20), (30, 20))
    everything = (Claim.NEITHER, Claim.ROAD, Claim.COLUMN, Claim.BOTH)
    cases = (
        (column(36, 12), (street,), everything),
        (column(36, 12), (), (Claim.NEITHER, Claim.COLUMN)),
        (column(36, 12), (wood,), (Claim.NEITHER,)),
        (column(36, 12), (wood, street), everything),
        (unit(0, 36, 12), (street,), (Claim.NEITHER,)),
    )
    for mover, pieces, expected in cases:
        scene = battle(mover, FAR, pieces=pieces)
        assert claims(scene, scene.units[0]) == expected


def test_the_dice_claimed_are_rolled_before_the_move() -> None:
    """movement.march-column.when, movement.road: 8 + 4 + (5 + 1) in along the road."""
    scene = battle(column(36, 12), FAR, pieces=(road((36, 0), (36, 48)),))
    done = given(scene, Order.ADVANCE, Claim.BOTH, (Advance(18 * INCH),), faces=(4, 5))
    assert done.decisions == ["road-claim", "move-path"]
    assert done.pose().y == 30 * INCH


def test_who_claims_nothing_rolls_nothing() -> None:
    """movement.march-column.when"""
    done = given(battle(column(36, 12), FAR), Order.RUN, Claim.NEITHER, (Advance(12 * INCH),))
    assert done.pose().y == 24 * INCH


# --------------------------------------------------------------------- obstacles
def at_fence(gap: float, *, formation: Formation = Formation.LINE) -> LibertyBattle:
    """A regiment so far from a fence that runs across its front."""
    mover = unit(0, 36, 14 - gap, formation=formation)
    return battle(mover, FAR, pieces=(fence((20, 14), (52, 14)),))


@pytest.mark.parametrize(("face", "left"), [(1, 6), (2, 5), (3, 4)])
def test_crossing_an_obstacle_costs_two_to_four_inches(case: Case, face: int, left: int) -> None:
    """lib-028: movement.obstacle, movement.obstacle.sign, movement.obstacle.when"""
    done = given(at_fence(0), Order.ADVANCE, (), "the fence", (Advance(left * INCH),), faces=(face,))
    assert done.decisions == ["move-path", "obstacle-cross", "move-path"]
    assert done.pose().y == (14 + left) * INCH
    assert case("lib-028")["min"] <= left <= case("lib-028")["max"]
    last = done.asked[-1]
    assert isinstance(last, PlanMove)
    assert last.terms.allowance == left * INCH


def test_an_obstacle_costs_less_in_the_other_reading() -> None:
    """movement.obstacle.sign: D3-1 in."""
    scene = replace(at_fence(0), readings=Readings((("movement.obstacle.sign", 1),)))
    done = given(scene, Order.ADVANCE, (), "the fence", (Advance(8 * INCH),), faces=(1,))
    assert done.pose().y == 22 * INCH


def test_a_player_may_stop_at_an_obstacle() -> None:
    """movement.obstacle.when"""
    done = given(at_fence(2), Order.ADVANCE, (Advance(2 * INCH),), None)
    assert done.pose().y == 14 * INCH


def test_a_unit_stops_touching_an_obstacle_that_it_cannot_get_over() -> None:
    """movement.obstacle.when: after 3 in and a loss of 4, the 1 in left do not bring a rank of 2 in over."""
    done = given(at_fence(3), Order.ADVANCE, (Advance(3 * INCH),), "the fence", faces=(3,))
    assert done.pose().y == 14 * INCH


def test_nobody_is_asked_to_cross_who_could_not_get_over_in_any_case() -> None:
    """movement.obstacle.when: after 5 in 3 are left, and at best 1 after the loss."""
    done = given(at_fence(5), Order.ADVANCE, (Advance(5 * INCH),))
    assert done.decisions == ["move-path"]


def test_the_leading_rank_must_come_over_whole() -> None:
    """movement.obstacle.when: 1.5 in beyond the fence is not over it."""
    scene = in_step_f(at_fence(0))
    hand = PlannedHand((1,))
    call = do(carry_out, scene, scene.units[0], Order.ADVANCE)
    run = ProcedureRun(call, lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle))
    for answer in ((), "the fence"):
        assert run.pending is not None
        run.answer(run.pending.judge(answer))
    assert isinstance(run.pending, PlanMove)
    refused = run.pending.judge((Advance(150),))
    assert isinstance(refused, Refusal)
    assert refused.rule == "movement.obstacle.when"
    assert not isinstance(run.pending.judge((Advance(200),)), Refusal)


def test_the_ranks_behind_come_over_free_in_later_moves() -> None:
    """movement.obstacle.when, terrain.obstacle.under"""
    scene = at_fence(0, formation=Formation.COLUMN)
    done = given(scene, Order.ADVANCE, (), "the fence", (Advance(3 * INCH),), faces=(1,))
    again = given(done.battle, Order.ADVANCE, (Advance(8 * INCH),))
    assert (again.decisions, again.pose().y) == (["move-path"], 25 * INCH)


def test_each_obstacle_is_rolled_for_once() -> None:
    """movement.obstacle.when: two fences 3 in apart, 2 in lost at each, and 12 in of a RUN."""
    second = Piece("the wall", "fence", line=(Point(2000, 1700), Point(5200, 1700)))
    scene = at_fence(0)
    scene = replace(scene, field=replace(scene.field, pieces=(*scene.field.pieces, second)))
    legs: tuple[Plan, ...] = ((), (Advance(300),), (Advance(500),))
    answers = (legs[0], "the fence", legs[1], "the wall", legs[2])
    done = given(scene, Order.RUN, *answers, faces=(1, 1))
    assert done.pose().y == 22 * INCH


def test_a_shift_along_an_obstacle_crosses_nothing() -> None:
    """movement.shift.alone"""
    done = given(at_fence(0), Order.ADVANCE, (Shift("left", 200),))
    assert done.decisions == ["move-path"]


def test_guns_stop_at_an_obstacle_and_are_not_asked() -> None:
    """movement.no-move.column, lib-028"""
    guns = unit(0, 36, 10, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE)
    scene = battle(replace(guns, changed=True), FAR, pieces=(fence((20, 14), (52, 14)),))
    done = given(scene, Order.ADVANCE, (Advance(4 * INCH),))
    assert "obstacle-cross" not in done.decisions
    assert done.pose().y == 14 * INCH


# --------------------------------------------------------------------- friends
def who_tested(done: Drill) -> list[int]:
    return [event.due.unit for event in done.events if isinstance(event, MoraleTested)]


def test_passing_through_a_shaken_friend_makes_both_test_at_once(case: Case) -> None:
    """lib-073: movement.interpenetrate.test, movement.interpenetrate.need"""
    shaken = unit(1, 36, 13.5, profile=LIGHTS, hits=8)
    scene = battle(unit(0, 36, 10), shaken, unit(2, 36, 44, 180, side=1))
    done = given(scene, Order.ADVANCE, (Advance(8 * INCH),), faces=(6, 1, 6, 1, 1, 1))
    assert who_tested(done) == [1, 0]
    assert len(who_tested(done)) == case("lib-073")["tests"]
    kinds = [type(event) for event in done.events]
    assert kinds.index(OrderCarriedOut) < kinds.index(MoraleTested)


def test_a_shaken_mover_strains_the_friend_it_passes() -> None:
    """movement.interpenetrate.test.both: it does not matter which of the two moved."""
    scene = battle(unit(0, 36, 16, hits=16), unit(1, 36, 12, profile=LIGHTS), unit(2, 36, 44, 180, side=1))
    done = given(scene, Order.RETREAT, faces=(6, 1, 1, 1, 6, 1))
    assert who_tested(done) == [1, 0]


def test_friends_in_good_order_are_passed_without_a_test() -> None:
    """movement.interpenetrate.free"""
    scene = battle(unit(0, 36, 10), unit(1, 36, 13.5, profile=LIGHTS), unit(2, 36, 44, 180, side=1))
    done = given(scene, Order.ADVANCE, (Advance(8 * INCH),))
    assert who_tested(done) == []


def test_a_mover_that_fails_its_test_for_passing_may_not_shoot() -> None:
    """disorder.effect, movement.interpenetrate.test"""
    shaken = unit(1, 36, 13.5, profile=LIGHTS, hits=8)
    scene = battle(unit(0, 36, 10), shaken, unit(2, 36, 44, 180, side=1))
    done = given(scene, Order.ADVANCE, (Advance(8 * INCH),), faces=(6, 1, 1, 1, 1, 1))
    assert (done.battle.units[0].disorder, done.battle.units[0].may_shoot) == (1, False)


# --------------------------------------------------------------------- RETIRE
def test_a_retire_goes_the_full_rate_with_the_facing_kept() -> None:
    """orders.retire, orders.full-move, orders.retire.direction: straight back or aslant up to 45 degrees."""
    scene = battle(unit(0, 36, 30), unit(1, 36, 44, 180, side=1))
    done = given(scene, Order.RETIRE, (Retire(800, 0),))
    assert (done.pose(), done.battle.units[0].may_shoot) == (Pose(3600, 2200, 0), True)
    aslant = given(scene, Order.RETIRE, (Retire(800, 450),))
    assert aslant.pose() == Pose(3600 + 566, 3000 - 566, 0)


@pytest.mark.parametrize("slant", [1, -7, 123, -449, 450])
def test_a_retire_may_take_any_direction_of_the_rear_arc(slant: int) -> None:
    """orders.retire.direction: to the tenth of a degree, the whole 8 in, the facing kept; a shorter line
    names the direction all the same (orders.full-move)."""
    scene = battle(unit(0, 36, 30), unit(1, 36, 44, 180, side=1))
    lean = math.radians(slant / 10)
    there = 3600 + 800 * math.sin(lean), 3000 - 800 * math.cos(lean)
    for length in (800, 100):
        pose = given(scene, Order.RETIRE, (Retire(length, slant),)).pose()
        assert pose.heading == 0
        assert (pose.x, pose.y) == pytest.approx(there, abs=1)


def test_seven_directions_to_the_rear_are_offered_straight_back_first() -> None:
    """orders.retire.direction: every 15 degrees of the rear arc, right before left"""
    scene = battle(unit(0, 36, 30), unit(1, 36, 44, 180, side=1))
    offered = direction(scene, scene.units[0], March(Order.RETIRE)).sensible()
    assert offered == tuple((Retire(800, slant),) for slant in (0, 150, -150, 300, -300, 450, -450))


@pytest.mark.parametrize("answer", [(), (Retire(800, 451),), (Advance(100),), (Retire(400), Retire(400))])
def test_a_retire_is_one_line_into_the_rear_arc(answer: Plan) -> None:
    """orders.retire.direction: it is not made forward, farther aslant, in two lines or not at all."""
    scene = battle(unit(0, 36, 30), unit(1, 36, 44, 180, side=1))
    refusal = direction(scene, scene.units[0], March(Order.RETIRE)).judge(answer)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "orders.retire.direction"
    assert refusal.nearest == (Retire(800),)


def test_a_unit_dragged_aside_on_the_map_retires_that_way_in_full() -> None:
    """orders.retire.direction: it is dragged 3 in to its right for 4 in back, and a little forward."""
    scene = battle(unit(0, 36, 30), unit(1, 36, 44, 180, side=1))
    question = direction(scene, scene.units[0], March(Order.RETIRE))
    assert question.nearest(Pose(3900, 2600, 0)).plan == (Retire(800, 369),), "the arc tangent of 3/4"
    assert question.nearest(Pose(3300, 3100, 0)).plan == (Retire(800, -450),)


def test_a_retire_crosses_the_fence_that_a_unit_touches_with_its_rear() -> None:
    """orders.full-move, movement.obstacle.when: with 6 of 8 in left its rank comes over."""
    scene = battle(unit(0, 36, 30), FAR, pieces=(fence((20, 28), (52, 28)),))
    assert given(scene, Order.RETIRE, (Retire(1),), faces=(1,)).pose() == Pose(3600, 2400, 0)


def test_a_unit_under_fire_retires_less_far() -> None:
    """underfire.detail, orders.retire"""
    scene = battle(unit(0, 36, 30, under_fire=3), unit(1, 36, 44, 180, side=1))
    assert given(scene, Order.RETIRE, (Retire(500, 0),)).pose().y == 25 * INCH


def test_a_retire_stops_at_the_table_edge() -> None:
    """orders.full-move, edge.others"""
    done = given(battle(unit(0, 36, 5), FAR), Order.RETIRE, (Retire(300, 0),))
    assert done.pose().y == 2 * INCH
    assert done.battle.units[0].order is Order.RETIRE


def test_a_unit_that_cannot_retire_has_carried_its_order_out_all_the_same() -> None:
    """orders.full-move"""
    done = given(battle(unit(0, 36, 2), FAR), Order.RETIRE)
    assert (done.asked, done.battle.units[0].order) == ([], Order.RETIRE)


def test_a_retire_stops_short_of_a_friend_it_cannot_clear() -> None:
    """movement.interpenetrate.artillery, orders.full-move"""
    behind = unit(1, 36, 24.5, profile=LIGHTS)
    scene = battle(unit(0, 36, 30), behind, unit(2, 36, 44, 180, side=1))
    done = given(scene, Order.RETIRE, (Retire(800, 0),))
    assert (done.pose().y, who_tested(done)) == (2200, [])
    deep = unit(1, 36, 22.5, formation=Formation.COLUMN)
    done = given(battle(unit(0, 36, 30), deep, unit(2, 36, 44, 180, side=1)), Order.RETIRE, (Retire(550, 0),))
    assert done.pose().y == 2450


def test_a_retire_keeps_four_inches_from_enemies_behind() -> None:
    """orders.full-move, movement.proximity"""
    scene = battle(unit(0, 36, 30), unit(1, 36, 18, side=1))
    done = given(scene, Order.RETIRE, (Retire(600, 0),))
    assert done.pose().y == 2400


def test_a_retire_goes_over_an_obstacle_if_it_can() -> None:
    """movement.obstacle.when: 2 in to the fence, 3 in lost, and 3 in bring a rank of 2 in over."""
    scene = battle(unit(0, 36, 18), FAR, pieces=(fence((20, 14), (52, 14)),))
    done = given(scene, Order.RETIRE, (Retire(200, 0),), faces=(2,))
    assert done.pose().y == (14 + 2 - 3) * INCH
    scene = battle(unit(0, 36, 20), FAR, pieces=(fence((20, 14), (52, 14)),))
    stuck = given(scene, Order.RETIRE, (Retire(400, 0),), faces=(2,))
    assert stuck.pose().y == 16 * INCH


def test_to_go_back_over_an_obstacle_under_its_ranks_is_a_new_crossing() -> None:
    """terrain.obstacle.under"""
    astride = unit(0, 36, 16, formation=Formation.COLUMN)
    scene = battle(astride, FAR, pieces=(fence((20, 14), (52, 14)),))
    done = given(scene, Order.RETIRE, (Retire(800, 0),), faces=(3,))
    assert done.pose().y == 12 * INCH


def test_guns_retire_at_half_rate_in_difficult_ground() -> None:
    """movement.half.artillery, orders.retire"""
    brush = ground("brush", (20, 0), (52, 0), (52, 40), (20, 40))
    guns = unit(0, 36, 30, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE)
    scene = battle(guns, FAR, pieces=(brush,))
    assert given(scene, Order.RETIRE, (Retire(600, 0),)).pose().y == 24 * INCH


# --------------------------------------------------------------------- RETREAT
def test_a_column_that_has_no_room_to_turn_about_at_the_edge_keeps_its_heading() -> None:
    """orders.full-move, formation.column: its two-base rank would swing over the edge of the table."""
    scene = battle(unit(0, 36, 8, 30, bases=3, formation=Formation.COLUMN), unit(1, 36, 44, 180, side=1))
    done = given(scene, Order.RETREAT).battle.units[0]
    assert is_on_table(done, scene.field)
    assert done.pose is not None
    assert done.pose.heading == 30 * DEGREE
    whole = replace(scene, units=(unit(0, 36, 8, 30, bases=4, formation=Formation.COLUMN), scene.units[1]))
    turned = given(whole, Order.RETREAT).battle.units[0].pose
    assert turned is not None
    assert turned.heading == 210 * DEGREE


def test_a_retreat_goes_the_full_run_rate_straight_back_and_turns_about() -> None:
    """orders.retreat, orders.full-move: nothing is asked, and it may not shoot."""
    done = given(battle(unit(0, 36, 30), unit(1, 36, 44, 180, side=1)), Order.RETREAT)
    assert done.asked == []
    assert (done.pose(), done.battle.units[0].may_shoot) == (Pose(3600, (30 - 12 - 2) * INCH, 1800), False)


def test_a_unit_that_cannot_retreat_turns_about_where_it_stands() -> None:
    """orders.full-move"""
    done = given(battle(unit(0, 36, 2), FAR), Order.RETREAT)
    assert done.pose() == Pose(3600, 0, 1800)


def test_a_retreat_into_difficult_ground_goes_at_the_advance_rate() -> None:
    """orders.retreat.difficult: from the start, if it would enter it anywhere; limbered guns halve it too."""
    wood = ground("forest", (20, 10), (52, 10), (52, 19), (20, 19))
    scene = battle(unit(0, 36, 30), FAR, pieces=(wood,))
    assert given(scene, Order.RETREAT).pose().y == (30 - 8 - 2) * INCH
    guns = unit(0, 36, 30, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE)
    inside = ground("forest", (20, 5), (52, 5), (52, 40), (20, 40))
    done = given(battle(guns, FAR, pieces=(inside,)), Order.RETREAT)
    assert done.pose().y == (30 - 6 - 3) * INCH
    lights = battle(unit(0, 36, 30, profile=LIGHTS), FAR, pieces=(inside,))
    assert given(lights, Order.RETREAT).pose().y == (30 - 15 - 1) * INCH


def test_a_unit_whose_scenario_lets_it_leaves_over_its_edge_by_retreat() -> None:
    """orders.full-move, edge.others: all others stop there."""
    militia = replace(unit(0, 36, 40, 180, profile=MILITIA), may_leave="top")
    with_him = General("Butler", 0, "first", Pose(3600, 4200, 1800), attached_to=0)
    done = given(battle(militia, unit(1, 36, 4, side=1), generals=(with_him,)), Order.RETREAT)
    gone = done.battle.units[0]
    assert (gone.pose, gone.withdrawn, gone.broken) == (None, True, False)
    (general,) = done.battle.generals
    assert general.attached_to is None
    assert general.pose is not None
    assert 0 <= general.pose.y <= 4800
    stays = replace(militia, may_leave="bottom")
    done = given(battle(stays, unit(1, 36, 4, side=1)), Order.RETREAT)
    assert done.pose() == Pose(3600, 4800, 0)


def test_a_unit_that_may_leave_stays_if_it_does_not_come_to_the_edge() -> None:
    """orders.retreat"""
    militia = replace(unit(0, 36, 30, 180, profile=MILITIA), may_leave="top")
    done = given(battle(militia, unit(1, 36, 4, side=1)), Order.RETREAT)
    assert done.pose() == Pose(3600, 4400, 0)


# --------------------------------------------------------------------- words
def test_the_questions_of_the_orders_can_be_read_without_the_rulebook() -> None:
    """umpire.hidden: names, inches and dice."""
    scene = at_fence(0)
    done = given(scene, Order.ADVANCE, (), "the fence", (Advance(600),), faces=(1,))
    plan, cross, onward = (one.prompt(done.battle) for one in done.asked)
    assert plan.words == "Move Unit 0, up to 8 in (ADVANCE: 8 ADVANCE of infantry [movement.rates])"
    assert cross.labels == ("Cross the fence: lose 2 to 4 in", "Stop here")
    assert "up to 6 in" in onward.words
    back = given(battle(unit(0, 36, 30), FAR), Order.RETIRE, (Retire(800, 150),)).asked[0]
    assert back.words(scene) == "Which way does Unit 0 retire? It goes 8 in, or until it is blocked"
    street = battle(column(36, 12), FAR, pieces=(road((36, 0), (36, 48)),))
    claimed = given(street, Order.ADVANCE, Claim.ROAD, (Advance(900),), faces=(1,)).asked[0]
    assert claimed.prompt(street).labels[1] == "Add D6 in and keep to the road"


def test_agents_are_shown_the_nearest_enemies_first() -> None:
    far = unit(1, 10, 44, 180, side=1), unit(2, 36, 30, 180, side=1), unit(3, 60, 44, 180, side=1)
    scene = battle(unit(0, 36, 10), *far)
    assert in_sight(scene, scene.units[0])[0] == Point(3600, 3100)
    assert len(in_sight(scene, scene.units[0])) == 3


def test_wheels_and_obliques_mix_in_an_advance() -> None:
    """movement.wheel, movement.oblique, movement.shift.alone"""
    plan = (Wheel("right", 15 * DEGREE), Oblique("left", 45 * DEGREE, 300))
    done = given(battle(unit(0, 36, 10), FAR), Order.ADVANCE, plan)
    assert done.pose().heading == 150

"""The doctrine in little positions: what a sensible commander does, and that he never peeps at the dice."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import Militia
from sandtable.dice import PlannedHand, RandomHand, Rerollable
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose, Decision
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.actions import Buyer, Buying, CommandPoint, offer
from sandtable.systems.liberty.aim import Aim
from sandtable.systems.liberty.battle import General, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.charge_answers import charged
from sandtable.systems.liberty.charge_decisions import AnswerCharge, Charge
from sandtable.systems.liberty.charge_moves import Onset
from sandtable.systems.liberty.charge_ways import measured
from sandtable.systems.liberty.charges import Grade, Response
from sandtable.systems.liberty.command_points import Action, CommandPoints
from sandtable.systems.liberty.doctrine import ANSWERS, DOCTRINE
from sandtable.systems.liberty.doctrine.bands import sort_of
from sandtable.systems.liberty.doctrine.leaders import post_worth
from sandtable.systems.liberty.doctrine.onsets import onset
from sandtable.systems.liberty.doctrine.screens import is_hidden, screens
from sandtable.systems.liberty.doctrine.shelter import is_sheltered
from sandtable.systems.liberty.doctrine.tasks import tasks_of, worth_for_tasks
from sandtable.systems.liberty.doctrine.worth import BROKEN, toll
from sandtable.systems.liberty.leader_decisions import Ride
from sandtable.systems.liberty.order_decisions import Command
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rallying import ToRally
from sandtable.systems.liberty.roster import Objective
from sandtable.systems.liberty.states import Wear
from sandtable.systems.liberty.system import SYSTEM
from sandtable.systems.liberty.testing import RerollDie
from sandtable.table.movement import plan_end
from sandtable.table.space import Point, Pose, inches
from tests.conformance.described import decision_classes
from tests.systems.liberty.parade import MILITIA, SIX_POUNDERS, battle, fence, ground, unit

SHAKEN, WORN, UNHURT = 16, 8, 0
"""Hits of a regiment of four bases."""
DRAGOONS = "continental.continental-light-dragoons"
GRENADIERS = "hessian.grenadier-infantry"


def at(step: Step, *units: Regiment, generals: tuple[General, ...] = ()) -> LibertyBattle:
    """A battle in which the first side acts and has come to a step of its turn.

    Both sides have two more units far away, so that no army hangs on a single unit.
    """
    places = ((58, 2, 0, 0), (68, 2, 0, 0), (58, 46, 180, 1), (68, 46, 180, 1))
    far = (unit(len(units) + n, x, y, facing, side=side) for n, (x, y, facing, side) in enumerate(places))
    idle = (replace(one, order=Order.HOLD) for one in far)
    return replace(battle(*units, *idle, generals=generals), step=step, phase=step.phase)


def asked(start: LibertyBattle) -> Position[LibertyBattle]:
    """The position at the first question of a battle; no die is thrown before it."""
    return Game(SYSTEM, start, PlannedHand([])).position()


def answer(start: LibertyBattle) -> object:
    """What doctrine answers to the first question of a battle."""
    position = asked(start)
    given = DOCTRINE.decide(position)
    assert not isinstance(position.question.judge(given), Refusal)
    return given


def told(start: LibertyBattle, question: Decision[Any]) -> object:
    """What doctrine answers to a question asked in the middle of a battle."""
    return DOCTRINE.decide(Position(SYSTEM, question, start, start, ()))


# ----------------------------------------------------------------------- charges
def test_dragoons_charge_the_flank_of_a_shaken_unit() -> None:
    """Among its friends it may well stand their few carbines, but not a fight."""
    start = at(
        Step.CHARGING,
        unit(0, 20, 16, profile=DRAGOONS, bases=2),
        unit(1, 22, 30, 90, side=1, hits=SHAKEN),
        unit(2, 18, 41, side=1),
        unit(3, 28, 41, side=1),
        generals=(General("Theirs", 1, "first", Pose(inches(22), inches(38))),),
    )
    assert answer(start) == Charge(0, 1)


def test_it_charges_a_worn_line_but_not_a_steady_one() -> None:
    """A worn regiment that loses the melee most likely routs, a steady one only retires."""
    for hits, given in ((WORN + 2, Charge(0, 1)), (UNHURT, None)):
        start = at(Step.CHARGING, unit(0, 20, 20), unit(1, 20, 30, 180, side=1, hits=hits))
        assert answer(start) == given


def test_a_charge_that_would_end_among_other_enemies_is_not_made() -> None:
    worn, steady = unit(1, 26, 30, 180, side=1, hits=WORN + 2), unit(2, 16, 30, 180, side=1)
    alone, together = (at(Step.CHARGING, unit(0, 20, 20), *foes) for foes in ((worn,), (worn, steady)))
    assert answer(alone) == Charge(0, 1)
    assert answer(together) is None


def test_it_shoots_a_shaken_unit_that_stands_alone_rather_than_charging_it() -> None:
    """A volley that costs it one hit most likely breaks it, and risks nothing."""
    start = at(
        Step.CHARGING,
        unit(0, 20, 20),
        unit(1, 20, 30, 180, side=1, profile=MILITIA, hits=SHAKEN + 4, bases=5),
    )
    assert answer(start) is None


def test_it_does_not_charge_a_steady_line_frontally_with_militia() -> None:
    start = at(Step.CHARGING, unit(0, 20, 20, profile=MILITIA), unit(1, 20, 30, 180, side=1))
    assert isinstance(asked(start).question, Choose)
    assert answer(start) is None


def test_it_does_not_throw_a_worn_unit_at_guns_loaded_with_canister() -> None:
    """One volley of canister may break it, and it gains no more than three bases of guns."""
    start = at(
        Step.CHARGING,
        unit(0, 20, 20, hits=SHAKEN - 1),
        unit(1, 20, 29, 180, side=1, profile=SIX_POUNDERS, bases=3),
    )
    assert answer(start) is None


# ----------------------------------------------------------------------- fire
def firing(*units: Regiment) -> LibertyBattle:
    """The first unit of a battle is to shoot."""
    return at(Step.SHOOTING, replace(units[0], may_shoot=True), *units[1:])


def test_it_shoots_at_the_unit_nearest_to_breaking() -> None:
    start = firing(
        unit(0, 20, 20), unit(1, 14, 30, 180, side=1), unit(2, 26, 30, 180, side=1, hits=SHAKEN + 4)
    )
    assert answer(start) == Aim(0, 2)


def test_it_shoots_at_the_nearer_of_two_like_units() -> None:
    start = firing(unit(0, 20, 20), unit(1, 14, 36, 180, side=1), unit(2, 26, 28, 180, side=1))
    assert answer(start) == Aim(0, 2)


def test_it_shoots_at_the_unit_in_the_open_rather_than_behind_a_fence() -> None:
    units = unit(0, 20, 20), unit(1, 14, 30, 180, side=1), unit(2, 26, 30, 180, side=1)
    start = replace(firing(*units), field=battle(pieces=(fence((8, 29.8), (20, 29.8)),)).field)
    assert answer(start) == Aim(0, 2)


# ----------------------------------------------------------------------- orders and moves
def test_a_shaken_unit_under_the_guns_withdraws() -> None:
    start = at(
        Step.ORDERS,
        unit(0, 20, 20, hits=SHAKEN),
        unit(1, 16, 30, 180, side=1),
        unit(2, 26, 30, 180, side=1),
    )
    assert answer(start) in (Command(0, Order.RETIRE), Command(0, Order.RETREAT))


def test_a_steady_unit_far_from_the_enemy_goes_to_meet_him() -> None:
    start = at(Step.ORDERS, unit(0, 20, 4), unit(1, 20, 44, 180, side=1))
    assert answer(start) in (Command(0, Order.ADVANCE), Command(0, Order.RUN))


def test_a_worn_unit_before_an_enemy_that_cannot_charge_stands_and_shoots() -> None:
    """To advance it would have to pass a test, and it is near enough."""
    start = at(Step.ORDERS, unit(0, 20, 20, hits=WORN), unit(1, 20, 26, 180, side=1, hits=SHAKEN))
    assert answer(start) == Command(0, Order.HOLD)


def test_a_unit_with_its_back_to_the_enemy_turns_to_him() -> None:
    start = at(Step.ORDERS, unit(0, 20, 20, 180), unit(1, 20, 32, 180, side=1))
    assert answer(start) == Command(0, Order.REFORM)


def test_a_reform_ends_in_line_towards_the_enemy() -> None:
    game = Game(
        SYSTEM,
        at(Step.ORDERS, unit(0, 20, 20, 180, formation=Formation.COLUMN), unit(1, 20, 32, 180, side=1)),
        PlannedHand([]),
    )
    game.answer(Command(0, Order.REFORM))
    game.answer(DOCTRINE.decide(game.position()))
    pose = game.battle.units[0].pose
    assert pose is not None
    assert (game.battle.units[0].formation, pose.heading) == (Formation.LINE, 0)


def test_the_units_in_front_are_ordered_before_those_behind() -> None:
    start = at(Step.ORDERS, unit(0, 20, 4), unit(1, 20, 10), unit(2, 20, 44, 180, side=1))
    assert isinstance(given := answer(start), Command)
    assert given.unit == 1


def test_a_move_ends_nearer_to_a_distant_enemy() -> None:
    game = Game(SYSTEM, at(Step.ORDERS, unit(0, 20, 4), unit(1, 20, 44, 180, side=1)), PlannedHand([]))
    game.answer(Command(0, Order.ADVANCE))
    while not isinstance(question := game.question, PlanMove):
        game.answer(DOCTRINE.decide(game.position()))
    plan = DOCTRINE.decide(game.position())
    assert not isinstance(question.judge(plan), Refusal)
    assert isinstance(plan, tuple)
    assert question.body.pose is not None
    assert plan_end(plan, question.body.pose, question.body.shape).y >= inches(10)


def test_guns_that_have_a_target_stay_where_they_are() -> None:
    start = at(Step.ORDERS, unit(0, 20, 20, profile=SIX_POUNDERS, bases=2), unit(1, 20, 38, 180, side=1))
    assert answer(start) == Command(0, Order.HOLD)


# ----------------------------------------------------------------------- rallies, Generals, points
def test_a_worn_unit_that_stands_in_range_anyway_is_told_to_rally() -> None:
    """It shoots all the same if the RALLY succeeds."""
    general = General("Ours", 0, "first", Pose(inches(20), inches(16)))
    start = at(
        Step.RALLYING,
        unit(0, 20, 20, hits=WORN + 1),
        unit(1, 20, 30, 180, side=1, hits=WORN),
        unit(2, 11, 19),
        unit(3, 29, 19),
        generals=(general,),
    )
    assert answer(start) == ToRally(0)


def test_a_shaken_unit_in_the_enemy_s_fire_does_not_stop_to_rally() -> None:
    start = at(
        Step.RALLYING,
        unit(0, 20, 20, hits=SHAKEN),
        unit(1, 16, 30, 180, side=1),
        unit(2, 26, 30, 180, side=1),
    )
    assert answer(start) is None


def test_a_general_left_behind_rides_after_his_brigade() -> None:
    general = General("Ours", 0, "first", Pose(inches(20), inches(3)))
    ordered = replace(unit(0, 20, 30), order=Order.HOLD), replace(unit(1, 29, 30), order=Order.HOLD)
    start = at(Step.ORDERS, *ordered, unit(2, 20, 46, 180, side=1), generals=(general,))
    game = Game(SYSTEM, start, PlannedHand([]))
    assert DOCTRINE.decide(game.position()) == Ride(0)
    game.answer(Ride(0))
    while game.question is not None and game.question.decision in ("double-time", "general-move"):
        game.answer(DOCTRINE.decide(game.position()))
    pose = game.battle.generals[0].pose
    assert pose is not None
    before = post_worth(start, 0, Point(inches(20), inches(3)))
    assert post_worth(game.battle, 0, Point(pose.x, pose.y)) > before


def test_a_general_with_his_brigade_about_him_stays() -> None:
    general = General("Ours", 0, "first", Pose(inches(24), inches(26)))
    ordered = replace(unit(0, 20, 30), order=Order.HOLD), replace(unit(1, 29, 30), order=Order.HOLD)
    start = at(Step.ORDERS, *ordered, unit(2, 20, 46, 180, side=1), generals=(general,))
    assert answer(start) is None


@pytest.mark.parametrize(
    ("hits", "choice"), [(SHAKEN, CommandPoint.SPEND), (UNHURT, CommandPoint.KEEP)], ids=["shaken", "steady"]
)
def test_hold_the_line_is_bought_where_a_unit_would_break(hits: int, choice: CommandPoint) -> None:
    start = at(Step.TESTS, unit(0, 20, 20, hits=hits), unit(1, 20, 30, 180, side=1))
    camps = tuple(replace(camp, points=CommandPoints(2)) for camp in start.camps)
    question = offer(Action.HOLD_THE_LINE, Buyer(0, 0, Buying.ASKED), aims=(1,))
    assert told(replace(start, camps=(camps[0], camps[1])), question) is choice


def test_a_last_hopeless_reroll_is_tried_on_a_die_that_shows_a_success() -> None:
    """One success lies and two are needed: only a 6 on that very die can still save the test."""
    dice = Rerollable(fresh=(0, 1, 0), fixed=0, left=1)
    question = RerollDie(0, dice.options(), unit=0, need=2, dice=dice, aims=(2,))
    assert told(at(Step.TESTS, unit(0, 20, 20)), question) == 1


def test_a_sure_charge_is_not_put_at_risk_for_a_determined_one() -> None:
    """Two dice show a success each; to roll one of them again could undo the charge."""
    dice = Rerollable(fresh=(0, 2, 0), fixed=0, left=1)
    question = RerollDie(0, dice.options(), unit=0, need=None, dice=dice, aims=(3, 2))
    assert told(at(Step.CHARGING, unit(0, 20, 20)), question) is None


def test_who_can_shoot_at_a_charger_does() -> None:
    start = at(Step.CHARGING, unit(0, 20, 20), unit(1, 20, 30, 180, side=1))
    onsets = (Onset(measured(scene_of(start), 0, 1, "front"), Grade.CHARGE),)
    facts = charged(start, start.units[1], onsets)
    question = AnswerCharge(1, (Response.HOLD, Response.FIRE), unit=1, onsets=onsets, facts=facts)
    assert told(start, question) is Response.FIRE


# ----------------------------------------------------------------------- ground
def test_behind_a_fence_and_in_a_wood_a_unit_is_sheltered_and_in_the_open_it_is_not() -> None:
    field = battle(
        pieces=(fence((10, 30), (20, 30)), ground("forest", (40, 20), (60, 20), (60, 30), (40, 30)))
    ).field
    shape = unit(0, 0, 0).shape
    places = [Pose(inches(x), inches(y)) for x, y in ((15, 29.7), (50, 29), (30, 30), (15, 28))]
    assert [is_sheltered(field, place, shape) for place in places] == [True, True, False, False]


def test_a_deep_wood_hides_what_lies_beyond_it_and_its_edge_does_not() -> None:
    between = screens(battle(pieces=(ground("forest", (40, 20), (60, 20), (60, 30), (40, 30)),)).field)
    before, beyond, at_the_edge = (Point(inches(50), inches(y)) for y in (15, 35, 23))
    assert is_hidden(between, before, beyond)
    assert not is_hidden(between, before, at_the_edge)
    assert not is_hidden(between, before, Point(inches(30), inches(20)))


def test_a_fenced_line_that_is_to_be_attacked_waits_behind_its_fence() -> None:
    attack = Objective(id="hill", side="other", vp=5, kind="hold", area=((0, 0), (40, 0), (40, 10)))
    start = at(Step.ORDERS, unit(0, 20, 20, profile=MILITIA), unit(1, 20, 40, 180, side=1))
    fenced = battle(pieces=(fence((10, 20.3), (30, 20.3)),)).field
    assert answer(replace(start, field=fenced, objectives=(attack,))) == Command(0, Order.HOLD)


def test_ground_that_the_scenario_counts_draws_a_unit_when_the_end_is_near() -> None:
    """It leaves the firing line in the last turns; in the first it would not."""
    east = Objective(
        id="east", side="own", vp=5, kind="each", whose="own", area=((36, 0), (72, 0), (72, 48), (36, 48))
    )
    start = at(Step.ORDERS, unit(0, 27, 20, 90), unit(1, 27, 34, 180, side=1))
    late = replace(start, objectives=(east,), turn=9, turn_limit=10)
    given = answer(late)
    assert given in (Command(0, Order.ADVANCE), Command(0, Order.RUN))
    assert worth_for_tasks(tasks_of(late, late.units[0]), Point(inches(40), inches(20)), Pose(0, 0)) == 5
    assert (
        worth_for_tasks(
            tasks_of(replace(late, turn=1), late.units[0]), Point(inches(40), inches(20)), Pose(0, 0)
        )
        < 5
    )


def test_a_unit_keeps_out_of_reach_of_a_column_that_would_ride_it_down() -> None:
    """Militia fear the charge of grenadiers, grenadiers not that of militia."""
    grenadiers, rabble = (sort_of(unit(0, 20, 20, profile=one)) for one in (GRENADIERS, MILITIA))
    assert onset(grenadiers, rabble) > 2 * onset(rabble, grenadiers)


# ----------------------------------------------------------------------- what things are worth
def test_a_hit_is_worth_more_the_nearer_a_unit_is_to_breaking() -> None:
    wear = Wear(8, 16, 24)
    steps = [toll(wear, hits + 1) - toll(wear, hits) for hits in (4, 12, 20)]
    assert steps == sorted(steps)
    assert toll(wear, 24) == BROKEN


# ----------------------------------------------------------------------- all of it
def test_every_decision_has_an_answer() -> None:
    assert {*decision_classes(SYSTEM)} == {*ANSWERS}


@pytest.mark.parametrize("scenario", ["cowpens-1781", "guilford-1781", "trenton-1776"])
def test_every_answer_in_positions_come_by_at_random_is_legal_and_known_to_doctrine(scenario: str) -> None:
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), Readings()), RandomHand(11))
    players, chance = [Militia(1), Militia(2)], Random(3)
    looked_at = 0
    while game.question is not None:
        question = game.question
        assert type(question) in ANSWERS
        if chance.random() < 0.2:
            looked_at += 1
            assert not isinstance(question.judge(DOCTRINE.decide(game.position())), Refusal)
        game.answer(players[question.seat].decide(game.position()))
    assert looked_at >= 30


def opening() -> LibertyBattle:
    """A scenario at its first decision about orders."""
    return replace(SYSTEM.muster(SYSTEM.scenario("cowpens-1781"), Readings()), step=Step.ORDERS, active=1)


def firing_line() -> LibertyBattle:
    """A unit that may shoot at several."""
    return firing(unit(0, 20, 20), unit(1, 14, 30, 180, side=1), unit(2, 26, 30, 180, side=1, hits=WORN))


@pytest.mark.parametrize("start", [opening, firing_line])
def test_the_same_history_gets_the_same_answer_whatever_the_dice_will_be(
    start: Callable[[], LibertyBattle],
) -> None:
    games = [Game(SYSTEM, start(), RandomHand(seed)) for seed in (1, 2, 3)]
    given = [DOCTRINE.decide(game.position()) for game in games]
    assert given[0] == given[1] == given[2]

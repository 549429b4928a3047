"""Charges on the table: responses, defensive fire, cavalry, several chargers, charges without an order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.battle.battle import scene_of
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.liberty.actions import CommandPoint, PressTheCharge
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.charge_decisions import AnswerCharge, Charge, JoinCharge, MeetCharger
from sandtable.systems.liberty.charge_events import (
    ChargeTested,
    DefensiveFireGiven,
)
from sandtable.systems.liberty.charge_moves import OddBase
from sandtable.systems.liberty.charge_ways import legal_targets, ways_to
from sandtable.systems.liberty.charges import Grade, OddHitOnCharger, Response
from sandtable.systems.liberty.charging import determined_charge
from sandtable.systems.liberty.events import MoraleTested, UnitsBroken, UnitsEngaged
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.morale import Cause
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.testing import RerollDie
from sandtable.table.measure import distance, is_overlapping
from sandtable.table.movement import Retire
from sandtable.table.space import Body, Pose
from tests.systems.liberty.charge_parade import (
    DRAGOONS,
    FAIR,
    GOOD,
    NONE,
    POOR,
    RIFLEMEN,
    Case,
    asked,
    charge,
    choice,
    events,
    field,
    lines,
    moved,
    play,
    rich,
    target_of,
)
from tests.systems.liberty.clash import bases_against
from tests.systems.liberty.parade import MILITIA, SIX_POUNDERS, unit


# ------------------------------------------------------------------ responses
@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_a_unit_may_answer_depends_on_how_far_off_and_where_the_charger_is(
    case: Case, place: int
) -> None:
    """lib-034: charge.response.hold-only, charge.response.distance, charge.response.fire"""
    scenes = (lines(6), lines(6.1), field(unit(0, 36, 10), unit(1, 37, 24, 90, side=1)))
    game, _ = play(scenes[place], *GOOD, 3)
    game.answer(Charge(0, 1))
    expected = case("lib-034")["options"][place]
    if expected == "hold":
        assert "charge-response" not in asked(game)
        assert game.battle.engagements == ((0, 1),)
    else:
        assert choice(game, AnswerCharge).options == (Response.HOLD, Response.FIRE)
        assert game.question is not None
        assert game.question.seat == 1


@pytest.mark.parametrize("state", [{"disorder": 1}, {"routing": True}])
def test_a_disordered_or_routing_unit_can_only_hold(state: dict[str, Any]) -> None:
    """disorder.response, charge.response.distance"""
    game = charge(lines(12, **state), *GOOD, 3)
    assert "charge-response" not in asked(game)
    assert game.battle.engagements == ((0, 1),)


def test_limbered_guns_do_not_fire_at_a_charge() -> None:
    """charge.response.fire.detail"""
    guns: dict[str, Any] = {"profile": SIX_POUNDERS, "bases": 2}
    fired, _ = play(lines(12, **guns), *GOOD)
    fired.answer(Charge(0, 1))
    assert choice(fired, AnswerCharge).options == (Response.HOLD, Response.FIRE)
    game = charge(lines(12, **guns, formation=Formation.LIMBERED_LINE), *GOOD, 3)
    assert "charge-response" not in asked(game)


def test_defensive_fire_is_an_ordinary_volley_at_the_charger_where_it_stands(case: Case) -> None:
    """lib-035, lib-072: charge.response.fire, charge.response.fire.detail; no Concentrate Fire! is offered"""
    volley = (4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 5, 1, 1)
    scene = rich(lines(9), 0, 5)
    game, hand = play(scene, *FAIR, *volley, 6, 1, 1, 1, 1)
    game.answer(Charge(0, 1))
    game.answer(Response.FIRE)
    hand.assert_used()
    assert DefensiveFireGiven(1, (0,), case("lib-035")["dice"]) in events(game)
    assert "concentrate-fire" not in asked(game)
    assert game.battle.units[0].hits == 2
    assert MoraleTested(DueTest(0, Cause.SHOOTING), game_result(game)) in events(game)
    assert game.battle.engagements == ((0, 1),), "the test is passed and the charge goes on"
    assert game.battle.units[0].under_fire == 0, "the marker neither slows this charge nor outlasts it"
    assert game.battle.units[1].fired


def game_result(game: Game[LibertyBattle]) -> Any:
    return next(event.result for event in events(game) if isinstance(event, MoraleTested))


def test_a_charger_that_fails_its_test_for_the_fire_does_not_charge() -> None:
    """charge.response.fire.test, charge.result.2, orders.charge.charge"""
    volley = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    scene = lines(9)
    game = charge(scene, *FAIR, *volley, 1, 1, 1, 1, answers=(Response.FIRE,))
    charger = game.battle.units[0]
    assert (charger.pose, charger.disorder, charger.hits) == (scene.units[0].pose, 1, 1)
    assert (charger.order, charger.may_shoot, charger.under_fire) == (Order.CHARGE, False, 0)


def test_a_determined_charge_takes_no_test_for_the_fire() -> None:
    """charge.result.3, orders.charge.determined"""
    volley = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    game = charge(lines(9), *GOOD, *volley, 1, answers=(Response.FIRE,))
    assert not [event for event in events(game) if isinstance(event, MoraleTested)]
    assert game.battle.engagements == ((0, 1),)


def test_in_the_other_reading_saved_hits_make_the_charger_test_too() -> None:
    """morale.trigger.unsaved"""
    volley = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5)
    scene = field(unit(0, 36, 10), unit(1, 36, 19, 180, side=1), morale_trigger_unsaved=1)
    game = charge(scene, *FAIR, *volley, 6, 1, 1, 1, 3, answers=(Response.FIRE,))
    assert [event for event in events(game) if isinstance(event, MoraleTested)]


def test_a_charger_made_shaken_that_stands_its_test_still_charges() -> None:
    """charge.response.fire.shaken: the second hit makes it 16, and two dice pass"""
    volley = (4, 4, *(1,) * 8, 1, 1)
    scene = lines(9, charger={"hits": 14})
    game = charge(scene, 6, 1, 1, 1, *volley, 6, 1, 3, answers=(Response.FIRE,))
    assert game.battle.units[0].state is State.SHAKEN
    assert game.battle.engagements == ((0, 1),)


def test_a_charger_shot_to_pieces_is_taken_off() -> None:
    """charge.response.fire.shaken, states.broken.at-least: canister from two guns"""
    guns = unit(1, 36, 19, 180, side=1, profile=SIX_POUNDERS, bases=2)
    scene = field(unit(0, 36, 10, hits=15, bases=4), guns)
    game, hand = play(scene, *(6, 6, 1, 1), *(6, 6, 1, 1, 1), *(3, 3, 2, 1), *(1,) * 9)
    game.answer(Charge(0, 1))
    game.answer(Response.FIRE)
    hand.assert_used()
    assert game.battle.units[0].broken
    assert UnitsBroken((0,), ()) in events(game)
    assert not game.battle.engagements


def test_a_unit_fires_one_defensive_volley_in_an_enemy_turn() -> None:
    """charge.response.fire.detail, turn.word-turn"""
    second = unit(2, 48, 10, bases=3)
    scene = field(unit(0, 36, 10, bases=3), unit(1, 42, 19, 180, side=1, bases=5), second)
    game, _ = play(scene, *FAIR, *(1,) * 15, 1, *FAIR, 3)
    game.answer(Charge(0, 1))
    game.answer(None)
    game.answer(Response.FIRE)
    assert game.battle.units[1].fired
    game.answer(Charge(2, 1))
    assert asked(game).count("charge-response") == 1


def test_a_routing_target_that_is_shaken_breaks_at_the_touch() -> None:
    """charge.routing-target"""
    game, _ = play(lines(10, hits=16, routing=True), *GOOD, 3)
    game.answer(Charge(0, 1))
    assert game.battle.units[1].broken
    assert game.battle.units[0].pose == Pose(3600, 2000, 0)
    assert not game.battle.engagements


def test_a_routing_target_in_better_state_is_fought() -> None:
    """charge.routing-target"""
    game = charge(lines(10, hits=8, routing=True), *GOOD, 3)
    assert game.battle.engagements == ((0, 1),)


# ------------------------------------------------------------------ cavalry
def cavalry(gap: float, *more: Regiment, **target: Any) -> LibertyBattle:
    return lines(gap, *more, charger={"profile": DRAGOONS}, profile=DRAGOONS, **target)


def test_charged_cavalry_may_hold_retire_or_counter_charge() -> None:
    """charge.response.options, charge.response.retire, charge.response.counter"""
    game, _ = play(cavalry(12), *GOOD[:4])
    game.answer(Charge(0, 1))
    assert choice(game, AnswerCharge).options == tuple(Response)


def test_cavalry_that_retires_may_be_caught_or_outrun() -> None:
    """charge.response.retire, charge.response.retire.detail: 12 + 14 in, its markers do not count"""
    scene = cavalry(12, under_fire=3)

    def ridden(die: int) -> Game[LibertyBattle]:
        game, hand = play(scene, *GOOD[:4], die)
        game.answer(Charge(0, 1))
        game.answer(Response.RETIRE)
        assert game.question is not None
        assert game.question.decision == "retire-direction"
        game.answer((Retire(1400),))
        hand.assert_used()
        return game

    caught, outrun = ridden(5), ridden(4)
    assert caught.battle.units[1].pose == Pose(3600, 3600, 1800)
    assert caught.battle.engagements == ((0, 1),)
    assert not caught.battle.units[1].charging
    assert not outrun.battle.engagements
    assert moved(outrun, scene) == pytest.approx(22), "4 in from the retired cavalry"


def test_a_way_that_a_retire_lays_open_to_others_stops_the_charger() -> None:
    """charge.response.retire.detail: the friends behind whom the cavalry retires bar the charger's way"""
    screen = unit(2, 36, 28, 180, side=1), unit(3, 28, 28, 180, side=1), unit(4, 44, 28, 180, side=1)
    scene = field(unit(0, 36, 10, profile=DRAGOONS), unit(1, 36, 22, 180, side=1, profile=DRAGOONS), *screen)
    game, _ = play(scene, *GOOD[:4], 6)
    game.answer(Charge(0, 1))
    game.answer(Response.RETIRE)
    game.answer((Retire(1),))
    assert game.battle.units[1].pose is not None
    assert game.battle.units[1].pose.y > 3000
    assert not game.battle.engagements
    charger = game.battle.units[0]
    assert min(distance(charger, foe) for foe in game.battle.on_table(1)) == pytest.approx(400, abs=3)


def test_a_counter_charge_meets_the_charge_halfway_and_both_charge(case: Case) -> None:
    """lib-037: charge.response.counter, charge.response.counter.detail"""
    game = charge(cavalry(12), *GOOD[:4], *FAIR[:4], answers=(Response.COUNTER,))
    meet = 10 + case("lib-037")["meet_at"]
    charger, rider = game.battle.units[:2]
    assert (charger.pose, rider.pose) == (Pose(3600, meet * 100, 0), Pose(3600, meet * 100, 1800))
    assert (charger.charging, rider.charging) == (True, True)
    assert game.battle.engagements == ((0, 1),)


def test_a_counter_charge_turns_to_the_charge_line() -> None:
    """charge.response.counter.detail: the charger comes aslant"""
    scene = field(unit(0, 27, 12, 30, profile=DRAGOONS), unit(1, 36, 28, 180, side=1, profile=DRAGOONS))
    (way,) = ways_to(scene, scene.units[0], scene.units[1])
    game = charge(scene, *GOOD[:4], *FAIR[:4], answers=(Response.COUNTER,))
    charger, rider = game.battle.units[:2]
    assert rider.pose is not None
    assert charger.pose is not None
    assert rider.pose.heading == (way.heading + 1800) % 3600
    assert charger.pose.heading == way.heading
    assert {edge for _, edge in bases_against(scene_of(game.battle), 0, 1)} == {Edge.FRONT}


def test_one_success_leaves_the_counter_charger_standing() -> None:
    """charge.response.counter.detail"""
    game = charge(cavalry(12), *GOOD[:4], *POOR[:4], 3, answers=(Response.COUNTER,))
    rider = game.battle.units[1]
    assert (rider.pose, rider.disorder, rider.charging) == (Pose(3600, 2200, 1800), 0, False)
    assert game.battle.engagements == ((0, 1),)


def test_a_failed_counter_charge_costs_two_markers() -> None:
    """lib-037: charge.response.counter, disorder.enemy-phase, disorder.enemy-phase.meaning"""
    game = charge(cavalry(12), *GOOD[:4], *NONE[:4], 3, answers=(Response.COUNTER,))
    assert game.battle.units[1].disorder == 2
    assert game.battle.engagements == ((0, 1),)


def test_the_counter_chargers_player_may_press_it_in_the_enemys_turn() -> None:
    """cp.detail, action.press-the-charge"""
    game, hand = play(rich(cavalry(12), 0, 1), *GOOD[:4], *POOR[:4])
    game.answer(Charge(0, 1))
    game.answer(Response.COUNTER)
    assert choice(game, PressTheCharge).seat == 1
    game.answer(CommandPoint.SPEND)
    hand.assert_used()
    assert game.battle.units[1].charging


def test_cavalry_whose_half_of_the_way_is_not_clear_cannot_counter_charge() -> None:
    """charge.response.counter.detail: a unit reaches into its half, beside the charger's own corridor"""
    wide = unit(1, 36, 26, 180, side=1, profile=DRAGOONS, bases=4)
    narrow = unit(0, 36, 10, profile=DRAGOONS, formation=Formation.COLUMN)
    beside = unit(2, 42.2, 22, 180, side=1, bases=3, profile=MILITIA)
    scene = field(narrow, wide, beside)
    if 1 not in target_of(scene):
        pytest.fail("the charge itself should be possible")
    game, _ = play(scene, *GOOD[:4])
    game.answer(Charge(0, 1))
    assert Response.COUNTER not in choice(game, AnswerCharge).options


# ------------------------------------------------------------------ several chargers
def pair(
    gap: float = 12, *more: Regiment, first: dict[str, Any] | None = None, **target: Any
) -> LibertyBattle:
    """Two lines side by side that may both charge a third."""
    charger = unit(0, 31, 10, **(first or {}))
    return field(charger, unit(1, 36, 10 + gap, 180, side=1, **target), unit(2, 41, 10), *more)


def test_several_chargers_are_declared_together_and_tested_in_the_order_named() -> None:
    """charge.multiple, charge.multiple.order"""
    game, hand = play(pair(), *GOOD, *NONE, 3)
    game.answer(Charge(2, 1))
    assert choice(game, JoinCharge).options == (Charge(0, 1), None)
    game.answer(Charge(0, 1))
    game.answer(Response.HOLD)
    hand.assert_used()
    grades = [(event.unit, event.grade) for event in events(game) if isinstance(event, ChargeTested)]
    assert grades == [(2, Grade.DETERMINED), (0, Grade.FAILED)]
    assert game.battle.engagements == ((1, 2),)


def test_two_chargers_share_the_edge_of_their_target() -> None:
    """charge.contact.split, charge.contact.place: two bases for each, edge to edge"""
    game, hand = play(pair(), *GOOD, *GOOD, 3, 3)
    for answer in (Charge(0, 1), Charge(2, 1), Response.HOLD):
        game.answer(answer)
    hand.assert_used()
    assert [game.battle.units[n].pose for n in (0, 2)] == [Pose(3200, 2200, 0), Pose(4000, 2200, 0)]
    assert [len(bases_against(scene_of(game.battle), 1, n)) for n in (0, 2)] == [2, 2]
    assert game.battle.engagements == ((0, 1), (1, 2))


def test_the_charging_player_deals_the_odd_base() -> None:
    """charge.contact.split"""
    game, _ = play(pair(bases=3), *GOOD, *GOOD, 3, 3)
    for answer in (Charge(0, 1), Charge(2, 1), Response.HOLD):
        game.answer(answer)
    assert choice(game, OddBase).options == (0, 2)
    assert choice(game, OddBase).seat == 0
    game.answer(2)
    assert [len(bases_against(scene_of(game.battle), 1, n)) for n in (0, 2)] == [1, 2]


def test_who_falls_short_leaves_the_whole_edge_to_the_other() -> None:
    """charge.contact.maximise, charge.short"""
    game, _ = play(pair(14), *GOOD, *GOOD, 1, 3)
    for answer in (Charge(0, 1), Charge(2, 1), Response.HOLD):
        game.answer(answer)
    assert game.battle.engagements == ((1, 2),)
    assert len(bases_against(scene_of(game.battle), 2, 1)) >= 3


def test_three_wide_lines_find_no_room_on_one_narrow_front() -> None:
    """charge.multiple: each must bring a base into contact"""
    scene = field(unit(0, 27, 10), unit(1, 36, 20, 180, side=1, bases=3), unit(2, 36, 10), unit(3, 45, 10))
    game, _ = play(scene, 1, 1, 1, 1, 4)
    game.answer(Charge(0, 1))
    assert Charge(2, 1) in choice(game, JoinCharge).options
    game.answer(Charge(2, 1))
    assert isinstance(game.question, RerollDie), "no third charger is asked for"


def test_hits_are_split_among_chargers_before_saves_and_the_shooter_places_the_odd_one() -> None:
    """charge.response.fire, charge.response.fire.detail"""
    volley = (4, 4, 4, 1, 1, 1, 1, 1, 1, 1)
    game, hand = play(pair(9), *GOOD, *GOOD, *volley, 1, 1, 1, 3, 3)
    for answer in (Charge(0, 1), Charge(2, 1), Response.FIRE):
        game.answer(answer)
    question = choice(game, OddHitOnCharger)
    assert question.seat == 1
    assert set(question.options) == {0, 2}
    game.answer(2)
    hand.assert_used()
    assert [game.battle.units[n].hits for n in (0, 2)] == [1, 2]


def test_only_chargers_far_enough_off_on_the_front_are_fired_at() -> None:
    """charge.response.fire.detail, charge.response.several: one comes from the front, one from the flank"""
    flanker = unit(2, 49, 20, 270)
    scene = field(unit(0, 36, 10), unit(1, 36, 19, 180, side=1), flanker)
    game, _ = play(scene, *GOOD, *GOOD, *(1,) * 10, 3, 3)
    game.answer(Charge(0, 1))
    game.answer(Charge(2, 1))
    game.answer(Response.FIRE)
    (fired,) = [event for event in events(game) if isinstance(event, DefensiveFireGiven)]
    assert fired.chargers == (0,)
    assert game.battle.engagements == ((0, 1), (1, 2))
    assert {edge for _, edge in bases_against(scene_of(game.battle), 2, 1)} == {Edge.FLANK}


def test_a_charger_that_fails_the_test_for_a_broken_friend_does_not_charge() -> None:
    """charge.before-move, morale.trigger.broken: however determined, it sees its friend shot to pieces"""
    guns = unit(1, 36, 19, 180, side=1, profile=SIX_POUNDERS, bases=2)
    scene = field(unit(0, 31, 10), guns, unit(2, 41, 10, profile=RIFLEMEN))
    saved, lost = (1, 1, 1, 1, 5, 5, 5, 5), (3, 3, 3, 3, *(1,) * 12)
    game, hand = play(scene, *GOOD, *GOOD[:4], 6, 6, 6, 6, 1, *saved, *lost, *NONE[:4])
    for answer in (Charge(0, 1), Charge(2, 1), Response.FIRE):
        game.answer(answer)
    hand.assert_used()
    assert UnitsBroken((2,), (0,)) in events(game)
    charger = game.battle.units[0]
    assert (charger.pose, charger.disorder, charger.order) == (scene.units[0].pose, 1, Order.CHARGE)
    assert not game.battle.engagements


def test_if_the_target_is_gone_the_second_charger_stays_where_it_is() -> None:
    """charge.before-move, charge.routing-target"""
    scene = pair(10, hits=16, routing=True)
    game, _ = play(scene, *GOOD, *GOOD, 3)
    game.answer(Charge(0, 1))
    game.answer(Charge(2, 1))
    assert game.battle.units[1].broken
    stays = game.battle.units[2]
    assert (stays.pose, stays.disorder, stays.may_shoot) == (scene.units[2].pose, 0, False)
    assert stays.order is Order.CHARGE


def test_a_counter_charge_against_two_names_one_and_the_other_charges_at_the_place_of_meeting() -> None:
    """charge.response.several"""
    riders = unit(0, 31, 10, profile=DRAGOONS), unit(2, 41, 10, profile=DRAGOONS)
    scene = field(riders[0], unit(1, 36, 22, 180, side=1, profile=DRAGOONS), riders[1])
    game, _ = play(scene, *GOOD[:4], *GOOD[:4], *FAIR[:4], 6)
    game.answer(Charge(0, 1))
    game.answer(Charge(2, 1))
    game.answer(Response.COUNTER)
    assert choice(game, MeetCharger).options == (0, 2)
    game.answer(2)
    engaged = [event for event in events(game) if isinstance(event, UnitsEngaged)]
    assert engaged[0].unit == 2
    assert game.battle.units[1].charging
    bodies = [one for one in game.battle.units if one.pose is not None]
    assert not any(is_overlapping(one, other) for one in bodies for other in bodies if one.id < other.id)


def test_cavalry_near_one_of_two_chargers_can_neither_retire_nor_counter_charge() -> None:
    """charge.response.several: the second is 6 in away"""
    second = unit(2, 41, 16)
    scene = field(unit(0, 31, 10), unit(1, 36, 22, 180, side=1, profile=DRAGOONS), second)
    game, _ = play(scene, *GOOD, *GOOD, 3, 3)
    game.answer(Charge(0, 1))
    game.answer(Charge(2, 1))
    assert "charge-response" not in asked(game)


# ------------------------------------------------------------------ charges without an order
def carried_out(
    scene: LibertyBattle, *faces: int, rolled: int | None = None, **answers: object
) -> LibertyBattle:
    """What a determined charge of unit 0 on unit 1 leads to; all dice are used."""
    hand = PlannedHand(faces)

    async def charges() -> LibertyBattle:
        return await determined_charge(scene, 0, 1, rolled=rolled)

    run: ProcedureRun[LibertyBattle] = ProcedureRun(
        do(charges), lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle)
    )
    while run.pending is not None:
        run.answer(answers[run.pending.decision.replace("-", "_")])
    hand.assert_used()
    assert run.result is not None
    return run.result


def test_a_breakthrough_charges_without_a_test_and_takes_none_for_the_fire() -> None:
    """breakthrough.detail, charge.response.fire: no under-fire loss either"""
    scene = replace(lines(13, charger={"under_fire": 3}), step=Step.MELEES, phase="Melee")
    volley = (4, *(1,) * 9, 1)
    after = carried_out(scene, *volley, 1, charge_response=Response.FIRE)
    assert after.engagements == ((0, 1),)
    assert after.units[0].charging
    assert after.units[0].order is None
    assert 0 in after.fought, "it fights in the next Melee phase"


def test_a_pursuit_that_has_met_an_enemy_rolls_no_further_die() -> None:
    """pursuit.new-enemy.detail"""
    scene = replace(lines(9), step=Step.MELEES, phase="Melee")
    after = carried_out(scene, rolled=8, charge_response=Response.HOLD)
    assert after.engagements == ((0, 1),)


def test_a_breakthrough_may_go_farther_than_a_unit_under_fire_could_charge() -> None:
    """breakthrough.detail"""
    scene = lines(14, charger={"under_fire": 3})
    assert target_of(scene) == []
    assert [way.target for way in legal_targets(scene, scene.units[0], determined=True)] == [1]


def test_bodies_never_overlap_after_a_charge() -> None:
    """charge.contact.place: neighbours on both sides leave only the room between them"""
    neighbours = unit(2, 30, 20, bases=3, hits=12), unit(3, 44, 20, bases=3, hits=12)
    scene = field(unit(0, 37, 10, bases=3), unit(1, 37, 20, 180, side=1), *neighbours)
    game, _ = play(scene, *GOOD, 3)
    game.answer(Charge(0, 1))
    if game.question is not None and game.question.decision == "charge-declare":
        game.answer(None)
    game.answer(Response.HOLD)
    bodies: list[Body] = [one for one in game.battle.units if one.pose is not None]
    assert not any(is_overlapping(one, other) for one in bodies for other in bodies if one.id < other.id)
    assert (0, 1) in game.battle.engagements

"""Charges on the table: who may charge whom, the test, the response, fire, the move, and the contact."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.actions import CommandPoint, PressTheCharge
from sandtable.systems.liberty.battle import General, Order, Step
from sandtable.systems.liberty.charge_decisions import Charge, DeclareCharge, PickFacing
from sandtable.systems.liberty.charge_events import (
    ChargeAnswered,
    ChargeDeclared,
    ChargeTested,
)
from sandtable.systems.liberty.charge_ways import bars, ways_to
from sandtable.systems.liberty.charges import Grade, Response
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import OrderFailed
from sandtable.systems.liberty.leader_decisions import Ride
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.turn_events import PointSpent
from sandtable.table.measure import distance
from sandtable.table.space import Piece, Pose
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
from tests.systems.liberty.parade import SIX_POUNDERS, fence, ground, unit


# ------------------------------------------------------------------ who may charge whom
def test_infantry_cavalry_and_skirmishers_charge_and_guns_do_not() -> None:
    """charge.may.types"""
    for profile in ("british.regular-infantry-regiment", DRAGOONS, RIFLEMEN):
        assert target_of(lines(10, charger={"profile": profile})) == [1]
    assert target_of(lines(10, charger={"profile": SIX_POUNDERS, "bases": 2})) == []


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"hits": 16}, "charge.may.not-shaken"),
        ({"disorder": 1}, "charge.may.extra"),
        ({"routing": True}, "charge.may.extra"),
        ({"formation": Formation.MARCH_COLUMN}, "charge.may.extra"),
        ({"order": Order.RALLY}, "turn.command.one-order"),
    ],
)
def test_some_units_may_not_charge(state: dict[str, Any], rule: str) -> None:
    """charge.may.not-shaken, charge.may.extra, states.shaken.no-charge, turn.command.one-order"""
    scene = lines(10, charger=state)
    assert [refusal.rule for refusal in bars(scene, scene.units[0])] == [rule]
    assert target_of(scene) == []


def test_an_engaged_unit_may_be_charged_but_does_not_charge() -> None:
    """charge.may.extra"""
    scene = replace(lines(10, unit(2, 36, 22.0)), engagements=((1, 2),))
    assert target_of(scene) == [1]
    assert target_of(replace(scene, engagements=((0, 2),))) == []


@pytest.mark.parametrize(
    ("profile", "under_fire", "place"),
    [
        ("british.regular-infantry-regiment", 0, 0),
        (DRAGOONS, 0, 3),
        ("british.regular-infantry-regiment", 2, 4),
    ],
)
def test_the_target_must_be_in_reach_of_the_highest_die(
    case: Case, profile: str, under_fire: int, place: int
) -> None:
    """lib-031: charge.range.potential, charge.may.range, underfire.effect"""
    most = case("lib-031")["max"][place]
    charger = {"profile": profile, "under_fire": under_fire}
    assert target_of(lines(most, charger=charger)) == [1]
    assert target_of(lines(most + 0.1, charger=charger)) == []


def test_difficult_ground_shortens_the_reach_but_not_of_skirmishers(case: Case) -> None:
    """lib-031: terrain.difficult.charge, special.scouts.charge and its other reading"""
    forest = ground("forest", (20, 12), (52, 12), (52, 14), (20, 14))
    for profile, most in (("british.regular-infantry-regiment", 11), (RIFLEMEN, 18)):
        assert most in case("lib-031")["max"][1:3]
        charger, foe = unit(0, 36, 10, profile=profile), unit(1, 36, 10 + most, 180, side=1)
        assert target_of(field(charger, foe, pieces=(forest,))) == [1]
        farther = unit(1, 36, 10.1 + most, 180, side=1)
        assert target_of(field(charger, farther, pieces=(forest,))) == []
    skirmishers, foe = unit(0, 36, 10, profile=RIFLEMEN), unit(1, 36, 24, 180, side=1)
    assert target_of(field(skirmishers, foe, pieces=(forest,), special_scouts_charge=1)) == []


def test_the_target_must_be_in_the_front_arc_and_seen() -> None:
    """charge.may.extra"""
    assert target_of(field(unit(0, 36, 10), unit(1, 50, 12, 270, side=1))) == []
    house = ground("building", (30, 14), (42, 14), (42, 15), (30, 15))
    scene = field(unit(0, 36, 10), unit(1, 36, 20, 180, side=1), pieces=(house,))
    assert target_of(scene) == []


def test_whoever_stands_in_the_way_bars_the_charge() -> None:
    """charge.path, charge.path.corridor, charge.may.path: friend and enemy alike; beside the way is free."""
    assert target_of(lines(12, unit(2, 40.5, 16, bases=3))) == []
    assert 1 not in target_of(lines(12, unit(2, 40.5, 16, 180, side=1, bases=3)))
    assert target_of(lines(12, unit(2, 43, 16, bases=3))) == [1]


def test_impassable_ground_bars_the_charge_and_water_under_a_bridge_does_not() -> None:
    """charge.path.corridor"""
    river = Piece("the river", "river", line=ground("river", (0, 15), (72, 15)).polygon, width=200)
    bridge = ground("bridge", (28, 13), (44, 13), (44, 17), (28, 17))
    units = unit(0, 36, 10), unit(1, 36, 20, 180, side=1)
    assert target_of(field(*units, pieces=(river,))) == []
    assert target_of(field(*units, pieces=(river, bridge))) == [1]


def test_an_obstacle_on_the_way_costs_two_inches_of_reach_or_bars_it_in_the_other_reading() -> None:
    """charge.range.potential, charge.path.corridor, movement.obstacle.sign"""
    rail = (fence((20, 15), (52, 15)),)

    def at(gap: float, **readings: int) -> list[int]:
        return target_of(field(unit(0, 36, 10), unit(1, 36, 10 + gap, 180, side=1), pieces=rail, **readings))

    assert at(13) == [1]
    assert at(13.1) == []
    assert at(15, movement_obstacle_sign=1) == [1]
    assert at(13, charge_path_corridor=1) == []


def test_the_obstacle_that_the_target_defends_is_not_crossed() -> None:
    """charge.obstacle.defended, terrain.defend-obstacle"""
    rail = (fence((20, 24.6), (52, 24.6)),)
    scene = field(unit(0, 36, 10), unit(1, 36, 25, 180, side=1), pieces=rail, charge_path_corridor=1)
    (way,) = ways_to(scene, scene.units[0], scene.units[1])
    assert way.obstacles == 0
    game = charge(replace(scene, readings=Readings()), *GOOD, 3, answers=(Response.HOLD,))
    assert game.battle.units[0].pose == Pose(3600, 2500, 0)


# ------------------------------------------------------------------ facing and place
def test_the_charging_player_chooses_between_two_arcs_that_hold_half_each(case: Case) -> None:
    """lib-036: charge.facing.count, charge.facing.half, charge.facing.arcs"""
    foe = unit(1, 36, 24, 90, side=1)
    charger = unit(0, 42, 15)
    scene = field(charger, foe)
    found = ways_to(scene, scene.units[0], scene.units[1])
    assert len(found) == 2
    game, _ = play(scene, *GOOD, 3)
    game.answer(Charge(0, 1))
    offered = choice(game, PickFacing).options
    assert len(offered) == len(case("lib-036")["choice"])
    assert set(offered) == {"front", "right"}
    game.answer("right")
    assert {edge for _, edge in bases_against(scene_of(game.battle), 0, 1)} == {Edge.FLANK}


def test_a_charge_from_the_rear_arc_strikes_the_rear() -> None:
    """charge.facing.half"""
    scene = field(unit(0, 36, 10), unit(1, 36, 22, 0, side=1))
    (way,) = ways_to(scene, scene.units[0], scene.units[1])
    assert (way.edge, way.end) == (Edge.REAR, Pose(3600, 2000, 0))
    assert way.distance == pytest.approx(10)


def test_a_charge_without_an_order_may_be_at_an_enemy_behind() -> None:
    """pursuit.new-enemy.detail: no order is given at whom the charger does not see (charge.may.extra)."""
    scene = field(unit(0, 36, 30), unit(1, 42, 24, 0, side=1), unit(2, 36, 40, 180, side=1))
    assert target_of(scene) == [2]
    (way,) = ways_to(scene, scene.units[0], scene.units[1], determined=True)
    assert (way.unit, way.target, way.edge) == (0, 1, Edge.FRONT)


def test_the_charge_distance_is_the_shortest_line_from_edge_to_edge() -> None:
    """charge.distance: from the front corner of a charger that stands aslant."""
    scene = field(unit(0, 36, 10, 30), unit(1, 36, 20, 180, side=1))
    (way,) = ways_to(scene, scene.units[0], scene.units[1])
    assert way.distance == pytest.approx(8, abs=0.02)


def test_a_charger_slides_no_farther_than_it_must_to_bring_every_base_in() -> None:
    """charge.contact.place, charge.contact.maximise: from 3 in aside, until its last base touches."""
    scene = field(unit(0, 39, 10), unit(1, 36, 20, 180, side=1))
    game = charge(scene, *GOOD, 3, answers=(Response.HOLD,))
    units = game.battle.units
    assert units[0].pose == Pose(3788, 2000, 0)
    assert [len(bases_against(scene_of(game.battle), *pair)) for pair in ((0, 1), (1, 0))] == [4, 4]


def test_a_charger_touches_only_its_target_where_it_can() -> None:
    """charge.contact-only-target, charge.contact.place: the enemy beside stands an inch forward."""
    beside = unit(2, 45.2, 19, 180, side=1)
    scene = field(unit(0, 37.2, 10), unit(1, 36, 20, 180, side=1), beside)
    game = charge(scene, *GOOD, 3, answers=(Response.HOLD,))
    assert game.battle.engagements == ((0, 1),)
    assert distance(game.battle.units[0], game.battle.units[2]) > 2


def test_an_enemy_that_cannot_but_be_touched_is_drawn_into_the_melee() -> None:
    """charge.contact.unintended: two enemies stand flush, shoulder to shoulder, with a narrow front."""
    pair = unit(1, 36, 20, 180, side=1, bases=3), unit(2, 30, 20, 180, side=1, bases=3)
    scene = field(unit(0, 34, 10, bases=5), *pair, unit(3, 42, 20, 180, side=1, bases=3))
    game = charge(scene, *GOOD, 3, answers=(Response.HOLD,))
    assert (0, 1) in game.battle.engagements
    assert len(game.battle.engagements) > 1
    assert game.battle.units[0].charging


# ------------------------------------------------------------------ the test
def test_a_charge_takes_its_test_its_answer_and_its_move_in_order() -> None:
    """charge.sequence, charge.when, charge.test, charge.result.3, orders.charge.determined, turn.command.e"""
    game = charge(lines(12), *GOOD, 1, answers=(Response.HOLD,))
    told = [
        event for event in events(game) if isinstance(event, ChargeDeclared | ChargeTested | ChargeAnswered)
    ]
    assert told == [
        ChargeDeclared(0, 1),
        ChargeTested(0, 1, Grade.DETERMINED),
        ChargeAnswered(1, Response.HOLD),
    ]
    charger = game.battle.units[0]
    assert charger.pose == Pose(3600, 2200, 0)
    assert (charger.order, charger.charging, charger.may_shoot) == (Order.CHARGE, True, False)
    assert game.battle.engagements == ((0, 1),)


def test_a_general_may_ride_between_charges_and_the_player_may_charge_nobody() -> None:
    """charge.when, leaders.move.when, turn.command.e"""
    scene = replace(lines(12), generals=(General("Hale", 0, "first", Pose(1000, 1000)),))
    game, _ = play(scene)
    assert choice(game, DeclareCharge).options == (Charge(0, 1), Ride(0), None)
    game.answer(None)
    assert game.battle.step is Step.ORDERS


def test_a_failed_charge_disorders_the_unit_where_it_stands() -> None:
    """charge.result.0, orders.charge.failed, disorder.own-phase"""
    scene = lines(12)
    game = charge(scene, *NONE)
    charger = game.battle.units[0]
    assert OrderFailed(0, Order.CHARGE) in events(game)
    assert (charger.pose, charger.disorder, charger.order) == (scene.units[0].pose, 1, Order.CHARGE)


@pytest.mark.parametrize("place", [0, 1])
def test_a_charge_that_falters_goes_half_the_way_and_may_shoot(case: Case, place: int) -> None:
    """lib-032: charge.result.1, orders.charge.falters, charge.falters.distance, movement.proximity"""
    scene = lines((9.5, 7)[place])
    game = charge(scene, *POOR)
    assert moved(game, scene) == pytest.approx(case("lib-032")["moved"][place])
    charger = game.battle.units[0]
    assert (charger.may_shoot, charger.disorder, charger.order) == (True, 0, Order.CHARGE)


def test_a_faltering_unit_stops_four_inches_from_any_other_enemy_too() -> None:
    """charge.result.1: half of 12 in is 6, but the other enemy stands beside the way."""
    scene = lines(12, unit(2, 43, 17, 270, side=1))
    game = charge(scene, *POOR)
    assert distance(game.battle.units[0], game.battle.units[2]) == pytest.approx(400, abs=2)


def test_in_the_other_reading_a_faltering_unit_goes_half_its_charge_move() -> None:
    """charge.falters.distance: half of 12 + 2 in, where half the 15 in would be 8."""
    scene = field(unit(0, 36, 10), unit(1, 36, 25, 180, side=1), charge_falters_distance=1)
    assert moved(charge(scene, *POOR, 2), scene) == pytest.approx(7)


def test_a_faltering_unit_pays_for_the_fence_it_comes_to() -> None:
    """charge.falters.distance, movement.obstacle.when: 7 in, less 3 for the fence, do not bring it over."""
    scene = field(unit(0, 36, 10), unit(1, 36, 23, 180, side=1), pieces=(fence((20, 13), (52, 13)),))
    assert moved(charge(scene, *POOR, 2), scene) == pytest.approx(3, abs=0.03)


def test_press_the_charge_is_bought_before_the_dice() -> None:
    """action.press-the-charge: one success is enough, and the point is gone."""
    game, hand = play(rich(lines(12), 1), *POOR, 3)
    game.answer(Charge(0, 1))
    assert choice(game, PressTheCharge).seat == 0
    game.answer(CommandPoint.SPEND)
    game.answer(Response.HOLD)
    hand.assert_used()
    assert ChargeTested(0, 1, Grade.DETERMINED) in events(game)
    assert PointSpent(0, Action.PRESS_THE_CHARGE, 0) in events(game)
    assert game.battle.camps[0].points.left == 0
    assert "double-time" not in asked(game), "the only point was spent"


def test_a_direct_order_lets_a_failed_charge_test_anew() -> None:
    """action.direct-order.charge"""
    game, hand = play(rich(lines(6), 1), *NONE, *FAIR, 3)
    for answer in (Charge(0, 1), CommandPoint.KEEP, CommandPoint.SPEND):
        game.answer(answer)
    hand.assert_used()
    assert ChargeTested(0, 1, Grade.CHARGE) in events(game)
    assert game.battle.engagements == ((0, 1),)


def test_double_time_is_bought_before_the_distance_die() -> None:
    """action.double-time.charge: 12 + 1 + 2 in reach 15"""
    game, hand = play(rich(lines(15), 1), *GOOD, 2, 1)
    for answer in (Charge(0, 1), CommandPoint.KEEP, Response.HOLD, CommandPoint.SPEND):
        game.answer(answer)
    hand.assert_used()
    assert game.battle.engagements == ((0, 1),)


# ------------------------------------------------------------------ the move
def test_a_charge_that_is_too_short_stops_four_inches_off(case: Case) -> None:
    """lib-033: charge.short, charge.rate"""
    scene = lines(14)
    game = charge(scene, *GOOD, 1, answers=(Response.HOLD,))
    assert moved(game, scene) == case("lib-033")["moved_if_short"]
    charger = game.battle.units[0]
    assert (charger.disorder, charger.charging, charger.may_shoot) == (0, False, False)
    assert charger.order is Order.CHARGE
    assert not game.battle.engagements


def test_a_distance_exactly_equal_makes_contact() -> None:
    """charge.short: 12 + 2 in for 14"""
    assert charge(lines(14), *GOOD, 2, answers=(Response.HOLD,)).battle.engagements == ((0, 1),)


def test_through_difficult_ground_the_charge_goes_at_the_advance_rate() -> None:
    """terrain.difficult.charge: 8 + 1 in are too short for 10"""
    forest = ground("forest", (20, 12), (52, 12), (52, 14), (20, 14))
    scene = field(unit(0, 36, 10), unit(1, 36, 20, 180, side=1), pieces=(forest,))
    game = charge(scene, *GOOD, 1, answers=(Response.HOLD,))
    assert moved(game, scene) == 6
    assert not game.battle.engagements


def test_an_obstacle_on_the_way_costs_its_die() -> None:
    """movement.obstacle, charge.rate: 12 + 3 less D3+1 is 12 in with a 2 and 11 with a 3"""
    rail = (fence((20, 15), (52, 15)),)
    scene = field(unit(0, 36, 10), unit(1, 36, 22, 180, side=1), pieces=rail)
    assert charge(scene, *GOOD, 3, 2, answers=(Response.HOLD,)).battle.engagements == ((0, 1),)
    assert not charge(scene, *GOOD, 3, 3, answers=(Response.HOLD,)).battle.engagements


def test_a_short_charge_does_not_stop_astride_a_fence() -> None:
    """movement.obstacle.when: 8 in would leave its front rank across it, so it stops at the near side."""
    rail = (fence((20, 17), (52, 17)),)
    charger = unit(0, 36, 10, under_fire=3)
    scene = field(charger, unit(1, 36, 20, 180, side=1), pieces=rail)
    game = charge(scene, *GOOD, 2, 3, answers=(Response.HOLD,))
    assert moved(game, scene) == pytest.approx(6, abs=0.03)
    nearer = field(charger, unit(1, 36, 20, 180, side=1), pieces=(fence((20, 15), (52, 15)),))
    assert moved(charge(nearer, *GOOD, 2, 3, answers=(Response.HOLD,)), nearer) == pytest.approx(5, abs=0.03)


def test_under_fire_markers_slow_the_charge_and_come_off_with_it() -> None:
    """underfire.effect, underfire.detail, underfire.remove: 12 + 3 - 2 in reach 13, and 12 + 2 - 2 do not"""
    scene = lines(13, charger={"under_fire": 2})
    reached = charge(scene, *GOOD, 3, answers=(Response.HOLD,))
    assert reached.battle.engagements == ((0, 1),)
    assert reached.battle.units[0].under_fire == 0
    assert not charge(scene, *GOOD, 2, answers=(Response.HOLD,)).battle.engagements

"""Pursuits: who is caught, the free hack, fresh enemies, and routs and pursuits that go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.lab.runs.corpus import fight, settings
from sandtable.systems.eagle import fleeing
from sandtable.systems.eagle.answering import Late
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.contact import bases_upon
from sandtable.systems.eagle.engagements import Contact, Track
from sandtable.systems.eagle.events import BasesLost, UnitActed, UnitFled, UnitRemoved, UnitRouted
from sandtable.systems.eagle.flight_events import (
    HackStruck,
    PursuerMet,
    PursuitGoesOn,
    QuarryCaught,
    RoutResumed,
)
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.pursuing import free_hack, pursue
from sandtable.systems.eagle.pursuits import heading_of, pursuits_step
from sandtable.systems.eagle.records import Control, Flight, Record, Removal, Role
from sandtable.systems.eagle.system import SYSTEM
from sandtable.table.space import Pose
from tests.systems.eagle.arena import (
    ALA,
    CAMPS,
    CHARIOTS,
    SKIRMISHERS,
    WARBAND,
    battle,
    box,
    play,
    unit,
)

Case = Callable[[str], dict[str, Any]]


def fled(
    *others: EagleUnit, far: float = 9, routs: bool = False, winner: str = WARBAND, **state: Any
) -> EagleBattle:
    """A cohort, unit 0, that has just fled straight down from a winner, unit 1, who touched it at 20."""
    how = Flight.ROUT if routs else Flight.RETIRE
    quarry = state.pop("quarry", {})
    loser = unit(0, 20, 19 - far, 180, routing=routs, formed=False, record=Record.RETIRE, **quarry)
    track = Track(0, how, Pose(2000, 2000, 0), 1800, round(far * 100))
    chaser = unit(1, 20, 20, 180, side=1, profile=winner)
    return battle(loser, chaser, *others, tracks=(track,), step=Step.AFTER_MOVES, **state)


# --------------------------------------------------------------------- catching
def test_a_pursuer_catches_with_as_many_inches_as_its_quarry_went() -> None:
    """after.pursue, after.pursue.detail, after.retire.caught"""
    # 3 + 6 is what it went: the pursuer stands flush at its rear, which is at 11.
    caught = play(pursue, fled(), 1, 0, faces=(3, 6, *[1] * 12))
    assert caught.told(QuarryCaught) == (QuarryCaught(1, 0),)
    assert caught.battle.units[1].pose == Pose(2000, 1100, 1800)
    assert caught.told(UnitRouted) == (UnitRouted(0),)
    slower = play(pursue, fled(), 1, 0, faces=(3, 5))
    assert slower.told(QuarryCaught) == ()
    assert slower.told(UnitFled) == (UnitFled(1, Flight.PURSUE, Pose(2000, 1200, 1800), 1800, 800),)
    assert slower.told(PursuitGoesOn) == (PursuitGoesOn(1),)


def test_a_pursuer_lies_where_it_came_up_to_its_quarry_without_a_slide() -> None:
    """after.pursue.detail, charge.contact"""
    fought = fled()
    aside = replace(fought.units[1], pose=Pose(2150, 2000, 1800))
    # It overlaps him by 4.5 in, three of its bases: nine dice.
    caught = play(pursue, fought.with_unit(aside), 1, 0, faces=(3, 6, *[1] * 9))
    assert caught.battle.units[1].pose == Pose(2150, 1100, 1800)


def test_a_pursuer_that_catches_its_quarry_beside_a_fresh_enemy_is_in_contact_with_him_too() -> None:
    """after.pursue.new-enemy.detail, charge.contact"""
    # He stands at x = 23 to 29 and y = 10.5 to 11.5, along the flank of the pursuer that stops at 11.
    fought = fled(unit(2, 26, 11.5), quarry={"ranks": (2,)})
    played = play(pursue, fought, 1, 0, faces=(3, 6, *[1] * 6))
    assert played.told(QuarryCaught) == (QuarryCaught(1, 0),)
    assert played.told(PursuerMet) == (PursuerMet(1, 2),)
    assert played.battle.is_engaged(1)


def test_a_gap_at_the_start_counts_too() -> None:
    """after.pursue.detail"""
    fought = fled()
    back = replace(fought.units[1], pose=Pose(2000, 2050, 1800))
    assert play(pursue, fought.with_unit(back), 1, 0, faces=(3, 6)).told(QuarryCaught) == ()


def test_cavalry_pursues_with_two_d6_and_nobody_has_a_head_start_in_pursuit() -> None:
    """after.pursue.detail, movement.unformed-move.dice, movement.unformed-move.bonus"""
    played = play(pursue, fled(far=16, winner=CHARIOTS), 1, 0, faces=(2, 1, 1))
    assert played.told(UnitFled)[0].distance == 400


@pytest.mark.parametrize(("reading", "distance"), [(0, 300), (1, 500)])
def test_by_the_other_reading_a_first_pursuit_has_an_inch_a_die_more(reading: int, distance: int) -> None:
    """movement.unformed-move.bonus"""
    fought = fled(readings=Readings(((Reading.EXTRA_INCH, reading),)))
    assert play(pursue, fought, 1, 0, faces=(2, 1)).told(UnitFled)[0].distance == distance


def test_a_pursuer_becomes_unformed_whether_it_catches_or_not() -> None:
    """movement.unformed-move.state, after.pursue.detail"""
    for faces in ((3, 6, *[1] * 12), (2, 1)):
        after = play(pursue, fled(), 1, 0, faces=faces).battle.units[1]
        assert (after.formed, after.record, after.pursuing) == (False, Record.PURSUE, True)


def test_a_pursuer_whose_opponents_are_all_gone_goes_straight_ahead() -> None:
    """after.follow-up.which, after.pursue"""
    fought = battle(unit(0, 50, 5), unit(1, 20, 20, 180, side=1), step=Step.AFTER_MOVES)
    played = play(pursue, fought, 1, None, faces=(4, 2))
    assert played.battle.units[1].pose == Pose(2000, 1400, 1800)


# --------------------------------------------------------------------- the free hack
def test_the_free_hack_rolls_a_die_for_every_figure_that_touches(case: Case) -> None:
    """after.free-hack, after.free-hack.detail, troops.casualty"""
    expected = case("after-free-hack")
    victim = unit(0, 20, 19, 180, profile=WARBAND, routing=True, formed=False)
    fought = battle(victim, unit(1, 20, 21, 180, side=1, profile=WARBAND))
    assert bases_upon(fought.units[1], fought.units[0]) == 4
    played = play(free_hack, fought, 1, 0, faces=(4, 5, 6, *[3] * 9))
    assert played.told(HackStruck) == (HackStruck(1, 0, expected["dice"], 3),)
    assert played.battle.units[0].bases == 8 - 3


def test_only_front_bases_that_touch_count() -> None:
    """after.free-hack.detail"""
    victim = unit(0, 23.5, 19, 180, routing=True, formed=False)
    fought = battle(victim, unit(1, 20, 20, 180, side=1, profile=WARBAND))
    # They share 2.5 in of edge: two of the pursuer's bases of 1.5 in touch.
    assert bases_upon(fought.units[1], fought.units[0]) == 2


def test_a_pursuer_that_touches_at_a_corner_alone_strikes_with_one_base() -> None:
    """after.free-hack.detail, charge.contact"""
    victim = unit(0, 26, 19, 180, routing=True, formed=False)
    assert bases_upon(unit(1, 20, 20, 180, side=1, profile=WARBAND), victim) == 1


def test_a_unit_that_retires_and_is_caught_routs_on_the_spot(case: Case) -> None:
    """after.caught, after.retire.caught, morale.dp.once, after.free-hack.detail"""
    expected = case("after-caught-retire")
    witness = unit(2, 27, 12)
    fought = fled(witness, winner=ALA, quarry={"dp": 2, "ranks": (4,)})
    # Three bases of the cavalry touch: it has lost one before.
    horse = unit(1, 20, 20, 180, side=1, profile=ALA, ranks=(3,))
    played = play(pursue, fought.with_unit(horse), 1, 0, faces=(3, 6, 6, *[1] * 9))
    assert played.battle.units[2].dp == expected["witness_dps"]
    assert played.told(HackStruck)[0].dice == expected["hack_dice"]
    after = played.battle.units[0]
    assert (after.routing, after.caught, after.pose) == (True, True, Pose(2000, 1000, 1800))


def test_a_router_that_is_caught_stays_where_it_is_and_shocks_nobody_again() -> None:
    """after.caught, morale.dp.once"""
    played = play(pursue, fled(unit(2, 27, 12), routs=True), 1, 0, faces=(3, 6, *[4] * 2, *[1] * 10))
    assert played.told(UnitRouted) == ()
    assert played.battle.units[2].dp == 0
    assert played.battle.units[0].bases == 2
    assert played.battle.units[0].caught


def test_a_router_that_loses_its_last_base_is_destroyed() -> None:
    """after.free-hack.detail"""
    played = play(pursue, fled(routs=True), 1, 0, faces=(3, 6, *[6] * 12))
    assert played.told(UnitRemoved) == (UnitRemoved(0, Removal.DESTROYED),)
    assert (played.battle.units[1].pursuing, played.battle.units[1].quarry) == (True, None)


def test_a_fugitive_that_could_not_move_is_caught_where_it_stands() -> None:
    """movement.table-edge, after.caught"""
    wall = box("deep river or cliff", 10, 10, 30, 19)
    loser, chaser = unit(0, 20, 20), unit(1, 20, 20, 180, side=1, profile=WARBAND)
    fought = battle(loser, chaser, pieces=(wall,), step=Step.AFTER_MOVES)
    stuck = play(fleeing.retire, fought, 0, 1, faces=(3, 4))
    assert stuck.battle.units[0].pose == Pose(2000, 2000, 0)
    caught = play(pursue, stuck.battle, 1, 0, faces=(2, 1, *[1] * 12))
    assert caught.told(QuarryCaught) == (QuarryCaught(1, 0),)
    assert caught.battle.units[1].pose == Pose(2000, 2000, 1800)


# --------------------------------------------------------------------- what lies in the way
def test_a_pursuer_that_meets_a_fresh_enemy_contacts_him_and_stops() -> None:
    """after.pursue.new-enemy, after.pursue.new-enemy.detail, melee.role"""
    fresh = unit(2, 20, 16)
    played = play(pursue, fled(fresh), 1, 0, faces=(5, 6))
    after = played.battle.units[1]
    assert played.told(PursuerMet) == (PursuerMet(1, 2),)
    assert (after.pose, after.role, after.pursuing) == (Pose(2000, 1600, 1800), Role.PURSUE, False)
    assert played.battle.contacts == (Contact(1, 2, "front", 1),)
    assert played.told(QuarryCaught) == ()


def test_a_pursuer_that_ends_beside_an_enemy_charges_him() -> None:
    """after.pursue.new-enemy, after.pursue.new-enemy.detail, charge.contact, charge.face"""
    # It runs down from 20 to 12 between x = 17 and 23. He stands at x = 23 to 29 with his front, which it
    # faced as it set out, at 13: it is laid on that edge, shifted by the 0.04 in that units share at least.
    played = play(pursue, fled(unit(2, 26, 13), far=14), 1, 0, faces=(3, 5))
    after = played.battle.units[1]
    assert played.told(PursuerMet) == (PursuerMet(1, 2),)
    assert (after.pose, after.role, after.pursuing) == (Pose(2004, 1300, 1800), Role.PURSUE, False)
    assert played.battle.contacts == (Contact(1, 2, "front", 1),)
    clear = play(pursue, fled(unit(2, 26.1, 13), far=14), 1, 0, faces=(3, 5))
    assert clear.battle.units[1].pose == Pose(2000, 1200, 1800)
    assert clear.battle.contacts == ()


def test_friends_shift_a_pursuer_along_the_edge_of_a_fresh_enemy() -> None:
    """after.pursue.new-enemy.detail, charge.contact: by the least that makes room"""
    # The friend lies on his front from x = 17 to 20; there is room for 6 in from 20 on, 3 in to the left.
    friend = unit(3, 18.5, 16, 180, side=1, ranks=(2,))
    fresh = unit(2, 20, 16, ranks=(6,))
    played = play(pursue, fled(fresh, friend), 1, 0, faces=(5, 6))
    assert played.battle.units[1].pose == Pose(2300, 1600, 1800)
    assert Contact(1, 2, "front", 1) in played.battle.contacts


def test_a_shaken_pursuer_halts_an_inch_before_a_fresh_enemy() -> None:
    """after.pursue.new-enemy.detail, morale.shaken.effects"""
    fresh = unit(2, 20, 16)
    weary = unit(1, 20, 20, 180, side=1, profile=WARBAND, shaken=True, dp=5)
    halted = play(pursue, fled(fresh).with_unit(weary), 1, 0, faces=(5, 6))
    after = halted.battle.units[1]
    assert (after.pose, after.role, after.pursuing) == (Pose(2000, 1700, 1800), Role.STAND, True)
    assert halted.told(PursuerMet) == ()
    other = fled(fresh, readings=Readings(((Reading.SHAKEN_PURSUERS, 1),))).with_unit(weary)
    assert play(pursue, other, 1, 0, faces=(5, 6)).told(PursuerMet) == (PursuerMet(1, 2),)


def test_a_shaken_pursuer_still_catches_its_quarry() -> None:
    """after.pursue.new-enemy.detail, after.free-hack: the quarry is no fresh enemy"""
    weary = unit(1, 20, 20, 180, side=1, profile=WARBAND, shaken=True, dp=5)
    caught = play(pursue, fled().with_unit(weary), 1, 0, faces=(3, 6, *[1] * 12))
    assert caught.told(QuarryCaught) == (QuarryCaught(1, 0),)


def test_a_pursuer_pays_only_for_the_way_it_went() -> None:
    """after.pursue.new-enemy.detail, terrain.rough.detail, movement.passage.detail"""
    # As it turns by 20 degrees it comes upon an enemy beside it and lies against him at once; the scrub and
    # the friend, who has moved and is near the enemy, lie farther along the way that it does not go.
    scrub = box("scrub or broken ground", 0, 12.6, 23, 13.6)
    beside, friend = unit(2, 23.05, 21, 270, ranks=(2,)), unit(3, 17.9, 18, 180, side=1, moved=True)
    fought = fled(beside, friend, pieces=(scrub,))
    track = Track(0, Flight.RETIRE, Pose(2000, 2000, 0), 2000, 900)
    played = play(pursue, replace(fought, tracks=(track,)), 1, 0, faces=(3, 5))
    assert played.battle.contacts == (Contact(1, 2, "front", 1),)
    assert [played.battle.units[number].dp for number in (1, 3)] == [0, 0]
    assert played.told(UnitFled)[0].distance == 0


def test_light_troops_evade_before_a_pursuer_who_goes_on() -> None:
    """after.pursue.new-enemy.detail, decision.late-evade"""
    fresh = unit(2, 20, 16, profile="auxiliary-archers")
    played = play(pursue, fled(fresh), 1, 0, answers=(Late.EVADE, ()), faces=(5, 6, 5, 6, *[1] * 12))
    assert played.asked == ("decision.late-evade", "decision.evader-facing")
    assert played.told(QuarryCaught) == (QuarryCaught(1, 0),)
    stands = play(pursue, fled(fresh), 1, 0, answers=(Late.STAND,), faces=(5, 6))
    assert stands.told(PursuerMet) == (PursuerMet(1, 2),)


def test_medium_infantry_does_not_counter_charge_a_pursuer() -> None:
    """after.pursue.new-enemy.detail"""
    played = play(pursue, fled(unit(2, 20, 16)), 1, 0, faces=(5, 6))
    assert played.asked == ()
    assert played.battle.units[2].role is Role.STAND


def test_closed_ground_stops_a_pursuer_without_a_catch() -> None:
    """movement.table-edge"""
    marsh = box("marsh", 10, 14, 30, 16)
    played = play(pursue, fled(winner=CHARIOTS, pieces=(marsh,)), 1, 0, faces=(5, 6, 6))
    after = played.battle.units[1]
    assert (after.pose, after.pursuing) == (Pose(2000, 1600, 1800), True)
    assert played.told(QuarryCaught) == ()


def test_a_pursuer_stops_at_the_edge_of_the_table() -> None:
    """movement.table-edge"""
    fought = battle(unit(0, 50, 30), unit(1, 20, 5, 180, side=1), step=Step.AFTER_MOVES)
    assert play(pursue, fought, 1, None, faces=(5, 6)).battle.units[1].pose == Pose(2000, 0, 1800)


def test_a_pursuer_passes_through_friends_and_routers() -> None:
    """movement.passage.detail, rout.state"""
    friend = unit(2, 20, 17, 180, side=1, profile=SKIRMISHERS)
    router = unit(3, 20, 14, 180, routing=True, formed=False, caught=True)
    played = play(pursue, fled(friend, router, far=14), 1, 0, faces=(5, 5))
    assert played.told(UnitFled)[0].distance == 1000


def test_rough_ground_disorders_a_pursuer() -> None:
    """terrain.rough.detail, terrain.rough.mi"""
    played = play(pursue, fled(pieces=(box("scrub or broken ground", 10, 15, 30, 16),)), 1, 0, faces=(3, 5))
    assert played.battle.units[1].dp == 1


def test_a_pursuer_that_comes_to_the_enemy_camp_stops_and_loots() -> None:
    """control.loot"""
    camps = replace(CAMPS[0], baggage="tents"), CAMPS[1]
    tents = box("village or camp", 10, 10, 30, 15, id="tents")
    played = play(pursue, fled(pieces=(tents,), camps=camps), 1, 0, faces=(3, 5))
    after = played.battle.units[1]
    assert (after.pose, after.looting, after.pursuing) == (Pose(2000, 1500, 1800), "tents", False)


# --------------------------------------------------------------------- going on
def chased(*others: EagleUnit, control: Control = Control.RUNS_ON, **state: Any) -> EagleBattle:
    """A router, unit 0, caught with its pursuer, unit 1, upon it at the start of a Manoeuvre phase."""
    router = unit(0, 20, 30, 180, routing=True, formed=False, caught=True, shaken=True)
    hunter = unit(
        1, 20, 31, 180, side=1, profile=WARBAND, formed=False, pursuing=True, quarry=0, control=control
    )
    return battle(router, hunter, *others, **{"step": Step.PURSUITS, "holder": 1, **state})


def test_a_caught_router_runs_on_without_a_head_start_and_its_pursuer_after_it() -> None:
    """rout.continue, pursuit.continue, movement.unformed-move.dice"""
    played = play(pursuits_step, chased(), faces=(4, 5, 3, 5))
    assert played.told(RoutResumed) == (RoutResumed(0),)
    went = [(one.unit, one.how, one.distance) for one in played.told(UnitFled)]
    assert went == [(0, Flight.ROUT, 900), (1, Flight.PURSUE, 800)]
    assert not played.battle.units[0].caught
    assert played.told(UnitActed) == (UnitActed(1),)
    again = play(pursuits_step, chased(), faces=(4, 5, 4, 5, *[4] * 2, *[1] * 10))
    assert again.battle.units[0].caught
    assert again.told(BasesLost)[0].lost == 2


@pytest.mark.parametrize("reading", [0, 1])
def test_only_by_the_other_reading_a_rout_that_goes_on_has_an_inch_a_die_more(reading: int) -> None:
    """movement.unformed-move.bonus"""
    fought = chased(readings=Readings(((Reading.EXTRA_INCH, reading),)))
    played = play(pursuits_step, fought, faces=(4, 5, 3, 5))
    assert [one.distance for one in played.told(UnitFled)] == [900 + 200 * reading, 800]


def test_a_router_whose_pursuer_has_stopped_or_fights_is_eliminated_at_once() -> None:
    """rout.continue"""
    stopped = play(pursuits_step, chased(control=Control.HALTED))
    assert stopped.told(UnitRemoved) == (UnitRemoved(0, Removal.ELIMINATED),)
    fresh = unit(2, 20, 33, 180)
    held = chased(fresh, contacts=(Contact(2, 1, "rear", 1),))
    assert play(pursuits_step, held).told(UnitRemoved) == (UnitRemoved(0, Removal.ELIMINATED),)


def test_a_pursuer_without_a_router_goes_towards_the_nearest_enemy_ahead() -> None:
    """pursuit.continue, pursuit.order"""
    hunter = unit(0, 20, 20, formed=False, pursuing=True, control=Control.RUNS_ON)
    ahead = unit(1, 28, 29.5, 180, side=1, profile=WARBAND, ranks=(2, 2))
    fought = battle(hunter, ahead, unit(2, 20, 10, side=1), step=Step.PURSUITS)
    # From its centre, at (20, 19.5), to the near corner at (26.5, 29.5): 33 degrees.
    assert heading_of(fought, hunter) == 330
    played = play(pursuits_step, fought, faces=(4, 5))
    assert (played.told(UnitFled)[0].heading, played.told(UnitFled)[0].distance) == (330, 900)
    alone = battle(hunter, unit(1, 20, 10, side=1), step=Step.PURSUITS)
    assert heading_of(alone, hunter) == 0


def test_fresh_enemies_met_in_a_continued_pursuit_are_fought_this_turn() -> None:
    """pursuit.continue, after.pursue.new-enemy.detail"""
    hunter = unit(0, 20, 20, formed=False, pursuing=True, control=Control.RUNS_ON)
    fought = battle(hunter, unit(1, 20, 25, 180, side=1, profile=WARBAND), step=Step.PURSUITS)
    played = play(pursuits_step, fought, faces=(4, 5))
    assert played.battle.is_engaged(0)
    assert (played.battle.units[0].role, played.battle.units[0].taken) == (Role.PURSUE, True)


def test_routers_the_holder_pursues_come_first_in_his_order_and_lone_pursuers_last() -> None:
    """pursuit.order, decision.after-order"""
    pairs = []
    for number, (x, side) in enumerate(((10, 1), (25, 1), (40, 0))):
        router, hunter = 2 * number, 2 * number + 1
        pairs.append(unit(router, x, 24, side=side, routing=True, formed=False, caught=True, shaken=True))
        after: dict[str, Any] = {"pursuing": True, "quarry": router, "control": Control.RUNS_ON}
        pairs.append(unit(hunter, x, 23, side=1 - side, formed=False, **after))
    lone = unit(6, 60, 20, formed=False, pursuing=True, control=Control.RUNS_ON)
    fought = battle(*pairs, lone, step=Step.PURSUITS, holder=0)
    first = play(pursuits_step, fought, answers=(2,), faces=(5, 6, 2, 1))
    assert first.asked == ("decision.after-order",)
    order = [first.told(UnitFled)[0].unit]
    now = first.battle
    for _ in range(3):
        played = play(pursuits_step, now, faces=(5, 6, 2, 1) if len(order) < 3 else (2, 1))
        order.append(played.told(UnitFled)[0].unit)
        now = played.battle
    assert order == [2, 0, 4, 6]
    assert play(pursuits_step, now).battle.step is Step.SIDE_FIRST


def test_several_pursuers_follow_one_router_in_their_owners_order() -> None:
    """pursuit.order, decision.after-order"""
    second = unit(
        2, 26, 31, 180, side=1, ranks=(2,), formed=False, pursuing=True, quarry=0, control=Control.RUNS_ON
    )
    played = play(pursuits_step, chased(second), answers=(2,), faces=(5, 6, 2, 1, 2, 1))
    assert [one.unit for one in played.told(UnitFled)] == [0, 2, 1]


def test_a_pursuer_without_room_against_an_enemy_close_before_it_halts() -> None:
    """charge.contact, after.pursue.new-enemy.detail

    At Mons Graupius a pursuer met an enemy within the inch it should have kept, with no room to lie against
    him: it was sent to him again and again.
    """
    setting = next(one for one in settings(SYSTEM) if one.name == "eagle/graupius-83, second readings")
    assert fight(setting, ("captain", "captain"), 7282).game.is_over

"""Charges declared and answered: who may charge whom, from where, and what the charged may do."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle.answering import Said, answers, answers_step
from sandtable.systems.eagle.battle import EagleBattle, Step
from sandtable.systems.eagle.charge_events import ChargeAnswered, ChargeDeclared
from sandtable.systems.eagle.charge_ways import way_to
from sandtable.systems.eagle.charging import charges_step, in_turn
from sandtable.systems.eagle.closing import charge_moves_step
from sandtable.systems.eagle.engagements import Answer, Charge
from sandtable.systems.eagle.open_charges import may_charge, open_ways
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.records import Control, Record
from sandtable.systems.eagle.troops import Formation
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    AUXILIARY,
    BATAVI,
    CHARIOTS,
    LEGION,
    LIGHT_HORSE,
    SKIRMISHERS,
    VETERANS,
    WARBAND,
    area,
    battle,
    box,
    leader,
    play,
    touching,
    unit,
)


def facing(profile: str, other: str, apart: float = 3, **state: Any) -> EagleBattle:
    """A unit that looks up the table and an enemy so far ahead of it that looks down."""
    foe = state.pop("foe", {})
    whole = state.pop("whole", {})
    return battle(
        unit(0, 20, 20, profile=profile, **state),
        unit(1, 20, 20 + apart, 180, side=1, profile=other, **foe),
        step=Step.FIRST_CHARGES,
        **whole,
    )


def reached(fought: EagleBattle, number: int = 0) -> tuple[int, ...]:
    """The enemies at whom a unit may declare a charge."""
    return tuple(way.target for way in open_ways(fought, fought.units[number]))


# --------------------------------------------------------------------- range and path
def test_a_charge_is_declared_at_an_enemy_within_4_inches() -> None:
    """turn.charge.declare, charge.range"""
    assert reached(facing(AUXILIARY, WARBAND, 4)) == (1,)
    assert reached(facing(AUXILIARY, WARBAND, 4.02)) == ()


def test_the_move_to_contact_counts_and_not_the_shortest_distance() -> None:
    """charge.range, charge.path"""
    # The corners are 3.9 in apart, but only a move along the widest slant of 22.5 degrees leads there.
    aside = battle(unit(0, 20, 20), unit(1, 27.9, 23.4, 180, side=1, profile=WARBAND))
    assert reached(aside) == ()


def test_a_formed_unit_charges_up_to_22_and_a_half_degrees_off_straight_ahead() -> None:
    """charge.path"""
    near = battle(unit(0, 20, 20), unit(1, 27, 23, 180, side=1, profile=WARBAND))
    way = way_to(near, near.units[0], 1)
    assert way is not None
    # The gap between the corners is 1 in across and 3 in ahead: the shortest line is 18.4 degrees off.
    assert (way.heading, way.facing, way.distance) == (184, 0, 316)
    far = battle(unit(0, 20, 20), unit(1, 27.6, 23, 180, side=1, profile=WARBAND))
    # Aslant it would touch the flank after 1.6 in to the side, which is 4.18 in away.
    assert way_to(far, far.units[0], 1) is None


def test_unformed_units_and_lights_turn_to_their_target_first() -> None:
    """charge.path"""
    behind = battle(unit(0, 20, 20, formed=False), unit(1, 20, 16, 0, side=1, profile=WARBAND))
    way = way_to(behind, behind.units[0], 1)
    assert way is not None
    assert (way.heading, way.facing) == (1800, 1800)
    # About its centre the front comes to lie at 19, the front of the warband is at 16.
    assert way.distance == 300
    formed = battle(unit(0, 20, 20), unit(1, 20, 16, 0, side=1, profile=WARBAND))
    assert way_to(formed, formed.units[0], 1) is None


def test_other_units_and_closed_ground_bar_the_way_and_friendly_lights_do_not() -> None:
    """charge.path, rout.state"""
    between: dict[str, Any] = {"ranks": (4,)}
    friend = unit(2, 20, 22, profile=AUXILIARY, **between)
    units = facing(AUXILIARY, WARBAND, 3).units
    assert reached(battle(*units, friend)) == ()
    lights = unit(2, 20, 22, profile=ARCHERS)
    # They are passed, though they hide the enemy: a gap to the side lets a base see him.
    narrow = unit(2, 20, 22, profile=ARCHERS, ranks=(1,))
    assert reached(battle(*units, lights)) == ()
    assert reached(battle(*units, narrow)) == (1,)
    way = way_to(battle(*units, narrow), units[0], 1)
    assert way is not None
    assert way.passed == (2,)
    router = unit(2, 20, 22, profile=AUXILIARY, routing=True, formed=False)
    assert reached(battle(*units, router)) == (1,)
    horse = facing(ALA, WARBAND, 3).units
    assert reached(battle(*horse, pieces=(box("marsh", 10, 21, 30, 22),))) == ()


def test_a_target_must_be_in_sight_of_the_front_rank() -> None:
    """charge.path"""
    wood = box("wood", 10, 20.2, 30, 22.8)
    assert reached(facing(AUXILIARY, WARBAND, 3, whole={"pieces": (wood,)})) == ()
    assert reached(facing(AUXILIARY, WARBAND, 3)) == (1,)


def test_the_side_struck_is_that_in_whose_arc_the_front_of_the_charger_lies() -> None:
    """charge.face"""
    sides = {}
    for turned in (180, 90, 270, 0):
        foe = unit(1, 20, 24, turned, side=1, profile=WARBAND, ranks=(2, 2))
        fought = battle(unit(0, 20, 20), foe)
        way = way_to(fought, fought.units[0], 1)
        assert way is not None
        sides[turned] = way.side
    assert sides == {180: "front", 90: "right", 270: "left", 0: "rear"}


# --------------------------------------------------------------------- rights
def test_light_troops_charge_only_what_they_may() -> None:
    """charge.who.li, charge.who.lc, charge.who.others"""
    assert reached(facing(ARCHERS, WARBAND)) == ()
    assert reached(facing(ARCHERS, SKIRMISHERS)) == (1,)
    for formed, expected in ((True, ()), (False, (0,))):
        fought = battle(unit(0, 20, 23, 180, formed=formed), unit(1, 20, 20, side=1, profile=LIGHT_HORSE))
        assert reached(fought, 1) == expected
    assert reached(facing(AUXILIARY, LIGHT_HORSE)) == (1,)


@pytest.mark.parametrize(
    "state",
    [
        {"shaken": True, "dp": 5},
        {"control": Control.HALTED},
        {"reformed": True},
        {"formation": Formation.COLUMN, "ranks": (1, 1, 1, 1)},
    ],
    ids=str,
)
def test_the_four_bars_spare_lights_unless_the_other_reading_is_played(state: dict[str, Any]) -> None:
    """charge.bars.all, charge.who.others"""
    other = {"readings": Readings(((Reading.BARS_ON_LIGHTS, 1),))}
    assert reached(facing(AUXILIARY, WARBAND, **state)) == ()
    assert reached(facing(AUXILIARY, WARBAND, **state, whole=other)) == ()
    assert reached(facing(ARCHERS, SKIRMISHERS, **state)) == (1,)
    assert reached(facing(ARCHERS, SKIRMISHERS, **state, whole=other)) == ()


def test_units_in_contact_pursuers_looters_and_those_who_wait_declare_no_charge() -> None:
    """charge.bars.all, pursuit.continue, control.loot, army.scenario"""
    for state in (
        {"control": Control.RUNS_ON},
        {"control": Control.WAITS},
        {"pursuing": True},
        {"looting": "camp"},
        {"routing": True, "formed": False},
    ):
        assert reached(facing(AUXILIARY, WARBAND, **state)) == ()
    held = unit(2, 20, 19, 0, side=1)
    fought = battle(*facing(AUXILIARY, WARBAND).units, held, contacts=(touching(2, 0, "rear"),))
    assert reached(fought) == ()


def test_a_guided_unit_charges_only_if_its_guide_does_and_is_asked_after_it() -> None:
    """control.conform, control.follow-eagle, charge.bars.all"""
    mine = unit(0, 20, 20, control=Control.CONFORMS, guide=1), unit(1, 27, 20)
    foes = unit(2, 20, 23, 180, side=1, profile=WARBAND), unit(3, 27, 23, 180, side=1, profile=WARBAND)
    fought = battle(*mine, *foes, step=Step.FIRST_CHARGES)
    assert in_turn(fought, 0) == (1, 0)
    held_back = play(charges_step, fought, answers=(None,))
    assert held_back.asked == ("decision.charge",)
    both = play(charges_step, fought, answers=(3, 2))
    assert [(one.unit, one.target) for one in both.told(ChargeDeclared)] == [(1, 3), (0, 2)]


def test_light_horse_behind_charging_chariots_may_charge_their_target() -> None:
    """charge.lc.support, charge.who.lc"""
    legion, other = unit(0, 20, 23, 180, profile=LEGION), unit(3, 30, 23, 180, profile=LEGION)
    chariots = unit(1, 20, 20, side=1, profile=CHARIOTS)
    horse = unit(2, 20, 17, side=1, profile=LIGHT_HORSE)
    charge = Charge(1, 0, "front", 0)
    alone = battle(legion, chariots, horse, other)
    assert not may_charge(alone, horse, 0)
    behind = battle(legion, chariots, horse, other, charges=(charge,))
    assert may_charge(behind, horse, 0)
    assert not may_charge(behind, horse, 3)
    farther = unit(2, 20, 16.9, side=1, profile=LIGHT_HORSE)
    assert not may_charge(battle(legion, chariots, farther, other, charges=(charge,)), farther, 0)


def test_light_horse_reaches_the_target_past_the_chariots_that_have_gone_before() -> None:
    """charge.lc.support, charge.order: a wide target, of which the chariots leave the end free"""
    wide = unit(0, 26, 21, 180, profile=LEGION, formation=Formation.LINE, ranks=(10,))
    chariots = unit(1, 20, 20, side=1, profile=CHARIOTS)
    horse = unit(2, 23, 17, side=1, profile=LIGHT_HORSE)
    whole: dict[str, Any] = {"step": Step.SECOND_CHARGES, "active": 1, "holder": 1}
    alone = battle(wide, chariots, horse, **whole)
    assert reached(alone, 2) == ()
    declared = play(charges_step, alone, answers=(0, 0)).battle
    assert [(one.unit, one.target) for one in declared.charges] == [(1, 0), (2, 0)]
    moves = replace(declared, step=Step.CHARGE_MOVES)
    first = play(charge_moves_step, moves, answers=(1,))
    assert first.asked == ("decision.after-order",), "it has a charge of its own and does not move up"
    second = play(charge_moves_step, first.battle)
    assert second.battle.touching(2) == (0,)


def test_a_unit_that_repeats_a_charge_has_to_charge_the_nearest_it_can() -> None:
    """control.repeat, decision.repeat-target"""
    repeats: dict[str, Any] = {"control": Control.REPEATS, "last": Record.CHARGE}
    near, far = (unit(n, x, y, 180, side=1, ranks=(2,)) for n, x, y in ((1, 18, 22), (2, 22, 23)))
    fought = battle(unit(0, 20, 20, **repeats), near, far, step=Step.FIRST_CHARGES)
    forced = play(charges_step, fought)
    assert forced.told(ChargeDeclared) == (ChargeDeclared(0, 1, "front", 0, forced=True),)
    level = unit(2, 22, 22, 180, side=1, ranks=(2,))
    tied = battle(unit(0, 20, 20, **repeats), near, level, step=Step.FIRST_CHARGES)
    played = play(charges_step, tied, answers=(2,))
    assert played.asked == ("decision.repeat-target",)
    assert played.told(ChargeDeclared)[0].target == 2
    stands = battle(unit(0, 20, 20, control=Control.REPEATS), near, far, step=Step.FIRST_CHARGES)
    assert reached(stands) == ()


def test_leaders_alone_neither_charge_nor_are_charged() -> None:
    """charge.leader-only"""
    lone = leader(0, 20, 23, side=1)
    fought = battle(unit(0, 20, 20), unit(1, 40, 40, side=1), leaders=(lone,), step=Step.FIRST_CHARGES)
    assert play(charges_step, fought).asked == ()


def test_only_its_pursuers_strike_a_router() -> None:
    """rout.state"""
    caught = battle(unit(0, 20, 20), unit(1, 20, 23, 180, side=1, routing=True, caught=True))
    assert reached(caught) == ()


# --------------------------------------------------------------------- answers
def charged(profile: str, *others: Any, face: Any = "front", **state: Any) -> EagleBattle:
    """A unit of side 1 that the units before it have declared to charge."""
    target = unit(0, 20, 23, 180, side=1, profile=profile, **state)
    chargers = (unit(1, 18, 20, profile=AUXILIARY, ranks=(2,)), *others)
    charges = tuple(Charge(one.id, 0, face, 0) for one in chargers if one.side == 0)
    return battle(target, *chargers, charges=charges, step=Step.FIRST_ANSWERS, active=1)


@pytest.mark.parametrize("profile", [SKIRMISHERS, LIGHT_HORSE, CHARIOTS])
def test_light_troops_and_chariots_may_evade_even_halted_and_shaken(profile: str) -> None:
    """charge.response.evade, decision.charge-response, control.halt, morale.shaken.effects"""
    fought = charged(profile, control=Control.HALTED, shaken=True, dp=5)
    played = play(answers_step, fought, answers=(Said(Answer.EVADE),))
    assert played.asked == ("decision.charge-response",)
    assert played.told(ChargeAnswered) == (ChargeAnswered(0, Answer.EVADE),)


def test_medium_infantry_may_counter_charge_one_that_charges_its_front() -> None:
    """charge.response.counter, charge.counter"""
    two = charged(WARBAND, unit(2, 22, 20, ranks=(2,)))
    options = answers(two, two.units[0])
    assert options == (Said(Answer.COUNTER, 1), Said(Answer.COUNTER, 2), Said(Answer.STAND))
    for refused in (
        charged(WARBAND, face="left"),
        charged(WARBAND, shaken=True, dp=5),
        charged(WARBAND, control=Control.HALTED),
        charged(WARBAND, unit(2, 40, 23, 180, side=1), control=Control.CONFORMS, guide=2),
    ):
        assert answers(refused, refused.units[0]) == (Said(Answer.STAND),)


@pytest.mark.parametrize("profile", [VETERANS, LEGION, ALA])
def test_heavy_infantry_and_cavalry_stand_and_are_not_asked(profile: str) -> None:
    """charge.response.stand"""
    assert play(answers_step, charged(profile)).asked == ()


def test_a_unit_that_declared_a_charge_itself_does_not_answer() -> None:
    """charge.response.evade, charge.response.counter"""
    fought = charged(SKIRMISHERS)
    own = battle(
        *fought.units,
        charges=(*fought.charges, Charge(0, 1, "front", 1800)),
        step=Step.FIRST_ANSWERS,
        active=1,
    )
    assert play(answers_step, own).asked == ()


def test_a_unit_in_contact_cannot_evade() -> None:
    """charge.evade"""
    fought = charged(SKIRMISHERS, unit(2, 20, 24, 180, profile=BATAVI))
    held = battle(*fought.units, contacts=(touching(2, 0, "rear"),), charges=fought.charges)
    assert answers(held, held.units[0]) == (Said(Answer.STAND),)


def test_a_unit_charged_by_several_answers_once() -> None:
    """charge.evade"""
    fought = charged(SKIRMISHERS, unit(2, 22, 20, ranks=(2,)))
    assert play(answers_step, fought, answers=(Said(Answer.STAND),)).asked == ("decision.charge-response",)


def test_an_angled_edge_of_ground_bars_as_well() -> None:
    """charge.path"""
    slope = area("deep river or cliff", (15, 21), (25, 22), (25, 22.5), (15, 21.5))
    assert reached(facing(AUXILIARY, WARBAND, 3, whole={"pieces": (slope,)})) == ()

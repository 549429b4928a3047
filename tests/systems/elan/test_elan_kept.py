"""What is kept from question to question in a battle is what would be found anew."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from sandtable.agents import AGENTS
from sandtable.dice import RandomHand
from sandtable.game.battle.roll_call import call_the_roll
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan import attaching, commanding
from sandtable.systems.elan.activation import UnitLosses, is_half_lost, modifiers
from sandtable.systems.elan.battle import ElanBattle, Rank, Removal, Step, roll_call
from sandtable.systems.elan.commanding import brigades_to_test
from sandtable.systems.elan.engagement import is_engaged
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.values import Gait, Leave
from sandtable.systems.elan.leading import Ride, command_of, rides
from sandtable.systems.elan.movement import goes_open
from sandtable.systems.elan.movement_decisions import Go, may_act
from sandtable.systems.elan.options import Reading
from sandtable.systems.elan.system import SYSTEM
from sandtable.table.space import Point
from tests.systems.elan.test_elan_muster import mustered

QUESTIONS = 500


@cache
def fought(scale: Scale) -> tuple[ElanBattle, ...]:
    """The battles at the questions of the first turns of a battle of militia."""
    return tuple(_fight(scale))


def _fight(scale: Scale) -> Iterator[ElanBattle]:
    game = Game(SYSTEM, mustered("alma", scale), RandomHand(5))
    agents = AGENTS["militia"](5), AGENTS["militia"](-5)
    for _ in range(QUESTIONS):
        question = game.question
        assert question is not None
        yield game.battle
        game.answer(agents[question.seat].decide(game.position()))


@pytest.mark.parametrize("scale", Scale)
def test_the_roll_is_the_same_whoever_was_counted_before(scale: Scale) -> None:
    """army.break-count"""
    for battle in fought(scale):
        assert roll_call(battle.units) == call_the_roll(battle.units, lambda unit: unit.removed is not None)


@pytest.mark.parametrize("scale", Scale)
def test_brigades_test_once_while_they_have_anybody_on_the_table(scale: Scale) -> None:
    """command.activation.every-brigade"""
    for battle in fought(scale):
        assert brigades_to_test(battle) == tuple(
            number
            for number, brigade in enumerate(battle.brigades)
            if brigade.side == battle.active and number not in battle.done
            if any(battle.units[unit].pose is not None for unit in brigade.units)
        )


@pytest.mark.parametrize("scale", Scale)
@pytest.mark.parametrize("removed", [None, Removal.ROUTED])
def test_what_brigades_have_lost_is_summed_up_unit_by_unit(scale: Scale, removed: Removal | None) -> None:
    """command.losses, by either reading"""
    start, found = fought(scale)[0], set[bool]()
    for by_units in (False, True):
        battle = start
        if by_units:
            battle = replace(start, readings=Readings(((Reading.BRIGADE_LOSSES, 1),)))
        for brigade in battle.brigades:
            for lost in range(12):
                units = [replace(battle.units[unit], lost=lost) for unit in brigade.units]
                units[0] = replace(units[0], removed=removed)
                losses = [
                    UnitLosses(one.strength, one.lost, removed=one.removed is not None) for one in units
                ]
                gone = sum(one.removed for one in losses)
                told = commanding._is_half_lost(battle, units, gone)
                assert told is is_half_lost(losses, by_units=by_units)
                found.add(is_half_lost(losses, by_units=by_units))
    assert found == {False, True}


@pytest.mark.parametrize("scale", Scale)
def test_a_brigade_tests_by_what_counts_as_by_all_that_is_true_of_it(scale: Scale) -> None:
    """command.engaged, command.activation.half-losses"""
    found = set[tuple[bool, bool]]()
    for battle in fought(scale)[::25]:
        worn = replace(battle, units=tuple(replace(unit, lost=unit.strength - 1) for unit in battle.units))
        for one in (battle, worn):
            for number, brigade in enumerate(one.brigades):
                there = [unit for unit in brigade.units if one.units[unit].pose is not None]
                if there:
                    facts = commanding.brigade_facts(one, number)
                    assert facts.engaged is is_engaged(one, there)
                    assert modifiers(commanding._facts_that_count(one, number)) == modifiers(facts)
                    found.add((facts.half_lost, facts.engaged))
    assert {(True, True), (False, True), (True, False)} <= found


@pytest.mark.parametrize("scale", Scale)
def test_the_units_near_a_commander_are_found_one_by_one(scale: Scale) -> None:
    """leaders.attach-range, command.range, victory.hold, leaders.march"""
    for battle in fought(scale)[::10]:
        ground, figures = ground_of(battle), battle.figures
        for number, leader in enumerate(battle.leaders):
            if not leader.is_present:
                continue
            there = battle.on_table(leader.side)
            gaps = {unit.id: ground.leader_gap(number, unit.id) for unit in there}
            for limit in (0, figures.attach, figures.command, figures.march):
                there_near = tuple(unit for unit, gap in gaps.items() if ground.is_within(gap, limit))
                assert ground.near_leader(number, tuple(gaps), limit) == there_near
                if leader.pose is not None:
                    point = Point(leader.pose.x, leader.pose.y)
                    assert ground.is_any_near(tuple(gaps), point, limit) is bool(there_near)
            for other, one in enumerate(battle.leaders):
                if one.is_present:
                    near = ground.is_within(ground.leaders_gap(number, other), figures.command)
                    assert ground.are_together(number, other, figures.command) is near
            if leader.rank is Rank.BRIGADE:
                assert command_of(battle, leader) == tuple(u.id for u in there if u.brigade == leader.brigade)


@pytest.mark.parametrize("scale", Scale)
def test_the_goes_open_are_those_of_every_unit_and_commander_by_himself(scale: Scale) -> None:
    """turn.movement, movement.once, leaders.movement, leaders.march"""
    moving = [battle for battle in fought(scale) if battle.step is Step.MOVING]
    assert moving
    for battle in moving:
        side = battle.active
        here = [unit for unit in battle.units if unit.side == side and unit.pose is not None]
        ready = [unit.id for unit in here if may_act(battle, unit) and unit.id not in battle.done]
        afield = [
            Ride(number, march)
            for number, leader in enumerate(battle.leaders)
            if leader.side == side and leader.pose is not None and not leader.moved
            for march in (False, True)
            if not march or not ground_of(battle).enemy_is_near(number, battle.figures.march)
        ]
        assert rides(battle) == tuple(afield)
        goes = [Go("unit", number) for number in ready]
        assert goes_open(battle) == (*goes, *(Go("commander", *ride) for ride in afield))


@pytest.mark.parametrize("scale", Scale)
def test_the_commanders_who_wait_are_those_looked_at_one_by_one(scale: Scale) -> None:
    """turn.attach, leaders.attach-range"""
    for battle in fought(scale):
        assert attaching._unchanged(battle.leaders) == attaching._waiting(battle.leaders)


@pytest.mark.parametrize("scale", [Scale.LARGE, Scale.SMALL])
def test_the_commanders_upon_whom_a_unit_came_are_measured_one_by_one(scale: Scale) -> None:
    """leaders.unattached-safe"""
    caught = 0
    for battle in fought(scale)[::10]:
        for leader in battle.leaders:
            if leader.pose is None:
                continue
            enemy = battle.enemies_of(leader.side)[0]
            for ahead in (0, enemy.shape.depth, 4 * enemy.shape.depth, 12 * enemy.shape.depth):
                moved = replace(enemy, pose=leader.pose.shifted(0, ahead))
                ground = InchGround(battle.with_unit(moved))
                found = [
                    n
                    for n, one in enumerate(battle.leaders)
                    if one.pose is not None and one.side != moved.side
                    if ground.is_within(ground.leader_gap(n, enemy.id), ground.figures.clearance)
                ]
                assert ground.caught_by(enemy.id) == tuple(found)
                caught += len(found)
    assert caught


@pytest.mark.parametrize("scale", [Scale.LARGE, Scale.SMALL])
def test_the_terms_of_a_move_are_those_made_anew(scale: Scale) -> None:
    """movement.rates, movement.action.interpenetrate, movement.no-contact"""
    for battle in fought(scale)[::25]:
        ground = InchGround(battle)
        for unit in (*battle.on_table(0), *battle.on_table(1)):
            for gait, around in ((Gait.TACTICAL, True), (Gait.TACTICAL, False), (Gait.MARCH, False)):
                leave = Leave(unit=unit.id, span=800, gait=gait, around=around)
                assert ground.terms(leave) == ground._terms(unit, leave)

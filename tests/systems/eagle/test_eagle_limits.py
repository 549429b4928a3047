"""Limits on the table: exactly at a distance, a hundredth of an inch more, and just beyond (dice.measure)."""

from __future__ import annotations

import pytest

from sandtable.systems.eagle import losses
from sandtable.systems.eagle.aim import shooters
from sandtable.systems.eagle.battle import Step
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.controlling import guides_of
from sandtable.systems.eagle.events import UnitShifted
from sandtable.systems.eagle.flight import Rolled, catches
from sandtable.systems.eagle.leader_moves import CLEAR, joinable
from sandtable.systems.eagle.movement import may_march
from sandtable.systems.eagle.moving import dice_pace, move
from sandtable.systems.eagle.nearness import units_led
from sandtable.systems.eagle.open_charges import open_ways
from sandtable.systems.eagle.records import Control
from sandtable.systems.eagle.redressing import redress_of
from sandtable.systems.eagle.supports import stands_behind
from sandtable.table.movement import Advance
from tests.systems.eagle.arena import (
    ARCHERS,
    SKIRMISHERS,
    WARBAND,
    battle,
    leader,
    play,
    unit,
)

AT_FOUR = pytest.mark.parametrize(("apart", "near"), [(4.0, True), (4.01, True), (4.02, False)])
AT_EIGHT = pytest.mark.parametrize(("apart", "near"), [(8.0, True), (8.01, True), (8.02, False)])
AT_ONE = pytest.mark.parametrize(("apart", "near"), [(1.0, True), (1.01, True), (1.02, False)])


@AT_FOUR
def test_a_leader_controls_units_within_four_inches(apart: float, *, near: bool) -> None:
    """turn.command.who-tests, control.under-control"""
    fought = battle(unit(0, 20, 20), leaders=(leader(0, 20, 20 + apart),))
    assert (0 in units_led(fought, 0, reach_of("turn.command.who-tests"))) is near


@AT_FOUR
def test_lights_shoot_four_inches(apart: float, *, near: bool) -> None:
    """shooting.range, shooting.bases"""
    units = unit(0, 20, 20, profile=ARCHERS), unit(1, 20, 20 + apart, 180, side=1, profile=WARBAND)
    assert bool(shooters(battle(*units), *units)) is near


@AT_FOUR
def test_a_charge_goes_four_inches(apart: float, *, near: bool) -> None:
    """charge.range, charge.path"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 20 + apart, 180, side=1), step=Step.FIRST_CHARGES)
    assert bool(open_ways(fought, fought.units[0])) is near


@AT_FOUR
def test_morale_strikes_friends_within_four_inches(apart: float, *, near: bool) -> None:
    """morale.dp.who, morale.dp.unit-lost"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 21 + apart))
    assert play(losses.rout_begins, fought, 0).battle.units[1].dp == (2 if near else 0)


@AT_FOUR
def test_troops_of_grade_c_redress_beyond_four_inches_of_the_enemy(apart: float, *, near: bool) -> None:
    """rally.redress.conditions, rally.redress.cd"""
    fought = battle(unit(0, 20, 20, dp=2), unit(1, 20, 20 + apart, 180, side=1))
    assert (redress_of(fought, fought.units[0]) is None) is near


@AT_EIGHT
def test_a_march_begins_beyond_eight_inches(apart: float, *, near: bool) -> None:
    """movement.march.limits"""
    fought = battle(unit(0, 20, 20), unit(1, 20, 20 + apart, 180, side=1))
    assert may_march(fought, fought.units[0]) is not near


@AT_ONE
def test_a_supporter_stands_within_an_inch(apart: float, *, near: bool) -> None:
    """melee.supported, melee.supported.detail"""
    assert stands_behind(unit(0, 20, 19 - apart), unit(1, 20, 20)) is near


@pytest.mark.parametrize(("shared", "enough"), [(1.5, True), (1.49, True), (1.48, False)])
def test_a_supporter_overlaps_by_an_inch_and_a_half(shared: float, *, enough: bool) -> None:
    """melee.supported.detail: both are 6 in wide"""
    assert stands_behind(unit(0, 26 - shared, 18.5), unit(1, 20, 20)) is enough


@AT_ONE
def test_a_unit_conforms_to_a_guide_within_an_inch(apart: float, *, near: bool) -> None:
    """control.conform"""
    fought = battle(unit(0, 20, 20, control=Control.FREE), unit(1, 26 + apart, 20))
    assert bool(guides_of(fought, fought.units[1])) is near


@pytest.mark.parametrize(("apart", "reaches"), [(12.0, True), (12.01, True), (12.02, False)])
def test_a_leader_joins_a_unit_within_twelve_inches(apart: float, *, reaches: bool) -> None:
    """command.move"""
    fought = battle(unit(0, 20, 20), leaders=(leader(0, 20, 20 + apart),))
    assert joinable(fought, fought.leaders[0]) == ((0,) if reaches else ())


def test_a_lone_leader_keeps_the_first_hundredth_beyond_an_inch() -> None:
    """command.leader.move-rules, dice.measure: 1.01 in counts as within 1 in"""
    assert CLEAR == 102


@pytest.mark.parametrize(("back", "falls"), [(4.0, False), (3.99, False), (3.98, True)])
def test_lights_fall_back_from_a_mover_who_ends_closer_than_four_inches(back: float, *, falls: bool) -> None:
    """movement.lights-fall-back.detail"""
    lights = unit(1, 20, 14 + back, 180, side=1, profile=SKIRMISHERS)
    fought = battle(unit(0, 20, 10), lights)
    played = play(move, fought, 0, dice_pace(Rolled(4)), answers=((Advance(400),),))
    assert bool(played.told(UnitShifted)) is falls


@pytest.mark.parametrize(("fled", "caught"), [(9.0, True), (9.01, True), (9.02, False)])
def test_a_pursuer_catches_with_as_many_inches_to_a_hundredth(fled: float, *, caught: bool) -> None:
    """after.pursue.detail, dice.measure"""
    assert catches(9.0, fled) is caught


@pytest.mark.parametrize(("turned", "alike"), [(22.5, True), (337.5, True), (22.6, False), (337.4, False)])
def test_a_supporter_faces_within_twenty_two_and_a_half_degrees(turned: float, *, alike: bool) -> None:
    """melee.supported.detail: its near corner, 3 in from the middle of its front, is 1.15 in ahead of that"""
    assert stands_behind(unit(0, 20, 17.8, turned), unit(1, 20, 20)) is alike

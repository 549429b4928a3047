"""Losses on the table: disorder points, bases, and what friends near by take to heart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle import losses
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import BasesLost, Disordered, ShocksArose, UnitRemoved
from sandtable.systems.eagle.leader_events import LeaderAttached, LeaderHarmed, LeaderLost
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.records import Cause, Removal
from sandtable.systems.eagle.troops import Formation
from sandtable.table.space import Pose, standing
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    AUXILIARY,
    BATAVI,
    LEGION,
    VEXILLATION,
    WARBAND,
    battle,
    leader,
    play,
    touching,
    unit,
)

Figures = Callable[[str], dict[str, Any]]
RULE = "shooting.hit"


def hurt(
    fought: EagleBattle, number: int, points: int, cause: Cause = Cause.COMBAT, **plan: Any
) -> EagleBattle:
    """A battle in which a unit takes disorder points."""
    return play(losses.disorder, fought, number, points, cause, RULE, **plan).battle


# --------------------------------------------------------------------- disorder
def test_a_unit_is_shaken_by_its_fifth_point_and_loses_a_base_for_each_further_one(case: Figures) -> None:
    """morale-overflow: morale.threshold, morale.shaken.base-loss, morale.dp.legion-lost"""
    cohort = unit(0, 20, 10, profile=AUXILIARY, ranks=(6,), dp=4)
    legion = unit(1, 28, 10, profile=LEGION, began=10, ranks=(4, 3, 3))
    played = play(losses.rout_begins, battle(cohort, legion), 1)
    expected = case("morale-overflow")
    after = played.battle.units[0]
    assert (after.dp, after.bases, after.shaken) == (expected["dps"], expected["bases"], expected["shaken"])


def test_by_the_other_reading_one_event_costs_a_shaken_unit_one_base() -> None:
    """morale.threshold"""
    other = Readings(((Reading.FURTHER_DISORDER, 1),))
    fought = battle(unit(0, 20, 10, ranks=(6,), dp=4), readings=other)
    assert hurt(fought, 0, 3).units[0].bases == 5


def test_a_legion_in_three_lines_is_shaken_by_its_seventh_point(case: Figures) -> None:
    """morale-three-line: morale.shaken.multi-line"""
    after = hurt(battle(unit(0, 20, 10, profile=LEGION, dp=5)), 0, 2).units[0]
    expected = case("morale-three-line")
    assert (after.dp, after.shaken, after.bases) == (expected["dps"], expected["shaken"], expected["bases"])


def test_points_of_manoeuvre_stop_at_three_and_those_of_combat_do_not() -> None:
    """morale.dp.three-cap, morale.three-cap.detail"""
    fought = battle(unit(0, 20, 10, dp=2))
    assert hurt(fought, 0, 2, Cause.MANOEUVRE).units[0].dp == 3
    assert hurt(fought, 0, 2, Cause.SHOOTING).units[0].dp == 4


def test_routers_take_no_points() -> None:
    """morale.dp.who"""
    fought = battle(unit(0, 20, 10, routing=True, formed=False, shaken=True))
    assert play(losses.disorder, fought, 0, 2, Cause.MORALE, RULE).events == ()


def test_fewer_lines_shake_a_legion_by_the_points_it_has_and_cost_it_no_further_base() -> None:
    """morale.threshold.change: 6 bases in three lines with 6 points lose one and stand in two lines"""
    fought = battle(unit(0, 20, 10, profile=LEGION, ranks=(2, 2, 2), began=10, dp=6))
    after = play(losses.casualties, fought, 0, 1, "result.defeat").battle.units[0]
    assert (after.ranks, after.dp, after.shaken) == ((3, 2), 6, True)


def test_a_change_to_fewer_lines_cuts_the_points_to_the_new_threshold() -> None:
    """morale.threshold.change"""
    fought = battle(unit(0, 20, 10, profile=LEGION, formation=Formation.LINE, ranks=(5, 5), dp=6))
    after = play(losses.lines_changed, fought, 0).battle.units[0]
    assert (after.dp, after.shaken, after.bases) == (5, True, 10)


# --------------------------------------------------------------------- closing up
def test_casualties_of_a_legion_come_off_the_rear_and_its_front_centre_stays() -> None:
    """troops.casualty, formation.multi-line"""
    after = play(losses.casualties, battle(unit(0, 20, 10, profile=LEGION)), 0, 1, RULE).battle.units[0]
    assert (after.ranks, after.pose) == ((3, 3, 3), Pose(2000, 1000))


def test_a_single_rank_loses_the_base_at_its_right_hand_end() -> None:
    """troops.casualty: the three left keep their places, so the middle of the front shifts to the left"""
    after = play(losses.casualties, battle(unit(0, 20, 10)), 0, 1, RULE).battle.units[0]
    assert (after.ranks, after.pose) == ((3,), Pose(1925, 1000))


def test_a_single_rank_in_contact_on_its_right_keeps_to_the_enemy() -> None:
    """troops.casualty: bases that touch nobody go first"""
    foe = unit(1, 24.5, 10, 180, side=1)
    fought = battle(unit(0, 20, 10), foe, contacts=(touching(0, 1),))
    after = play(losses.casualties, fought, 0, 1, RULE).battle
    assert after.units[0].pose == Pose(2075, 1000)
    assert after.foes_of(0) == (1,)


def test_a_unit_struck_in_rear_keeps_its_rear_to_the_enemy_when_it_closes_up() -> None:
    """troops.casualty, charge.face: a warband that loses its second rank still touches who is behind it"""
    foe = unit(1, 20, 8, side=1)
    band = unit(0, 20, 10, profile=WARBAND, ranks=(4, 1))
    fought = battle(band, foe, contacts=(touching(1, 0, "rear"),))
    after = play(losses.casualties, fought, 0, 1, RULE).battle
    assert (after.units[0].ranks, standing(after.units[0]).y) == ((4,), 900)
    assert after.foes_of(0) == (1,)


@pytest.mark.parametrize(
    ("sides", "x"), [(("right",), 2075), (("left",), 1925), (("left", "right"), 2000), ((), 2000)]
)
def test_a_legion_struck_in_flank_closes_up_towards_the_enemy(sides: tuple[Any, ...], x: int) -> None:
    """troops.casualty, formation.multi-line: its first line narrows from 6 in to 4.5"""
    flanks = {"right": unit(1, 23, 10, 270, side=1, profile=ALA), "left": unit(2, 17, 10, 90, side=1)}
    horse = tuple(flanks.values()) if sides else ()
    contacts = tuple(touching(flanks[side].id, 0, side) for side in sides)
    fought = battle(unit(0, 20, 10, profile=LEGION), *horse, contacts=contacts)
    after = play(losses.casualties, fought, 0, 1, RULE).battle.units[0]
    assert (after.ranks, after.pose) == ((3, 3, 3), Pose(x, 1000))


def test_whoever_no_longer_reaches_an_enemy_is_out_of_contact() -> None:
    """melee.contact: the first line of a legion narrows from 6 in to 4.5 and leaves an enemy at its end"""
    legion = unit(0, 20, 10, profile=LEGION)
    foe = unit(1, 25.5, 10, 180, side=1)
    fought = battle(legion, foe, contacts=(touching(0, 1),))
    played = play(losses.casualties, fought, 0, 1, RULE)
    assert played.told(BasesLost)[0].out_of_touch == (1,)
    assert played.battle.foes_of(0) == ()


def test_a_unit_without_bases_is_destroyed() -> None:
    """troops.casualty"""
    played = play(losses.casualties, battle(unit(0, 20, 10)), 0, 4, RULE)
    assert played.told(UnitRemoved) == (UnitRemoved(0, Removal.DESTROYED),)
    assert played.battle.units[0].pose is None


# --------------------------------------------------------------------- what friends take to heart
def test_the_loss_of_lights_moves_nobody_and_that_of_cavalry_two_points(case: Figures) -> None:
    """morale-light-lost: morale.dp.unit-lost, dice.measure"""
    cohort = unit(0, 20, 10, dp=2)
    lights = unit(1, 20, 12, profile=ARCHERS)
    horse = unit(2, 29.9, 10, profile=ALA)
    fought = play(losses.destroy, battle(cohort, lights, horse), 1).battle
    assert fought.units[0].dp == 2
    fought = play(losses.rout_begins, fought, 2).battle
    assert fought.units[0].dp == case("morale-light-lost")["dps"]


def test_a_general_who_falls_and_heavy_infantry_that_retire_strike_twice(case: Figures) -> None:
    """morale-hi-retire-general: morale.dp.leader-lost, morale.dp.hi-retiring, morale.dp.when"""
    heavy = unit(0, 20, 10, profile=VEXILLATION)
    witness = unit(1, 20, 14, profile=AUXILIARY, dp=1)
    general = leader(0, attached=0, general=True)
    fought = play(losses.leaders_at_risk, battle(heavy, witness, leaders=(general,)), 0, faces=(1, 1)).battle
    assert fought.units[1].dp == 3
    fought = play(losses.retire_begins, fought, 0).battle
    expected = case("morale-hi-retire-general")
    assert (fought.units[1].dp, fought.units[1].shaken) == (expected["dps"], expected["shaken"])


@pytest.mark.parametrize(("apart", "points"), [(4.0, 2), (4.02, 0)])
def test_friends_within_four_inches_are_struck_and_those_beyond_are_not(apart: float, points: int) -> None:
    """morale.dp.who, dice.measure: bases are measured, and 4 in is within 4 in"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 11 + apart))
    assert play(losses.rout_begins, fought, 0).battle.units[1].dp == points


def test_the_loss_of_a_leader_is_measured_from_his_marker_or_from_any_base_of_his_unit() -> None:
    """morale.dp.leader-lost, morale.dp.who: 3 in to the end of his unit, 6 in to his marker at its middle"""
    beside = unit(1, 29, 10)
    fought = battle(unit(0, 20, 10), beside, leaders=(leader(0, attached=0),))
    played = play(losses.leaders_at_risk, fought, 0, faces=(1, 1))
    assert [one.dp for one in played.battle.units] == [1, 1]


@pytest.mark.parametrize(("profile", "points"), [(VEXILLATION, 2), (BATAVI, 1), (ALA, 0), (ARCHERS, 0)])
def test_retiring_infantry_disorders_its_friends_and_nobody_else_does(profile: str, points: int) -> None:
    """morale.dp.hi-retiring, morale.dp.mi-retiring"""
    fought = battle(unit(0, 20, 10, profile=profile), unit(1, 20, 13))
    assert play(losses.retire_begins, fought, 0).battle.units[1].dp == points


def test_units_of_the_same_combat_do_not_disorder_each_other() -> None:
    """morale.dp.same-combat"""
    fought = battle(unit(0, 20, 10, profile=VEXILLATION), unit(1, 20, 13), unit(2, 20, 16))
    after = play(losses.retire_begins, fought, 0, (1,)).battle
    assert [one.dp for one in after.units] == [0, 0, 0]
    after = play(losses.retire_begins, fought, 0, (2,)).battle
    assert [one.dp for one in after.units] == [0, 2, 0]


def test_a_unit_destroyed_by_what_it_saw_shocks_others_after_the_first_shock_is_done() -> None:
    """morale.dp.chain: the middle one falls to the rout of the first, and only then is the last struck"""
    first = unit(0, 20, 10, profile=LEGION, began=10)
    weak = unit(1, 20, 13, ranks=(2,), began=4, dp=5, shaken=True)
    last = unit(2, 20, 17)
    played = play(losses.rout_begins, battle(first, weak, last), 0)
    assert played.battle.units[1].removed is Removal.DESTROYED
    assert [one.unit for one in played.told(Disordered)] == [2]
    assert played.battle.units[2].dp == 2
    assert len(played.told(ShocksArose)) == 2


def test_a_unit_that_is_destroyed_while_it_routs_shocks_nobody_again() -> None:
    """morale.dp.once"""
    gone = unit(0, 20, 10, routing=True, formed=False, shaken=True)
    played = play(losses.destroy, battle(gone, unit(1, 20, 13)), 0)
    assert played.battle.units[1].dp == 0


# --------------------------------------------------------------------- leaders
def test_a_leader_routs_with_his_unit_and_is_lost_with_it_but_shocks_friends_once() -> None:
    """leaders.routed, morale.dp.leader-lost: 2 for the unit and 1 for the leader, none when they are gone"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 14), leaders=(leader(0, attached=0),), turn=4)
    fought = play(losses.rout_begins, fought, 0).battle
    assert fought.units[1].dp == 3
    played = play(losses.eliminate, fought, 0, Removal.ELIMINATED)
    assert played.told(LeaderLost)[0].killed is False
    assert (played.battle.leaders[0].lost_in, played.battle.units[1].dp) == (4, 3)


def test_a_leader_whose_unit_is_destroyed_is_at_risk_and_then_joins_the_nearest() -> None:
    """leaders.unit-destroyed"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 19), unit(2, 20, 40), leaders=(leader(0, attached=0),))
    played = play(losses.destroy, fought, 0, faces=(4,))
    assert played.told(LeaderAttached)[0].unit == 1
    alone = battle(unit(0, 20, 10), unit(1, 20, 40), leaders=(leader(0, attached=0),))
    killed = play(losses.destroy, alone, 0, faces=(4,))
    assert killed.told(LeaderLost)[0].killed is True


def test_friends_take_a_unit_and_its_leader_to_heart_at_once_when_both_are_lost() -> None:
    """turn.combat.dp-at-once, leaders.unit-destroyed, morale.dp.chain: 1 for him and 2 for the unit"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 13), leaders=(leader(0, attached=0),))
    after = play(losses.destroy, fought, 0, faces=(1, 1)).battle
    assert (after.units[1].dp, after.shocks) == (3, ())


def test_a_leader_between_two_equally_near_units_joins_the_one_his_owner_names() -> None:
    """leaders.unit-destroyed"""
    fought = battle(unit(0, 20, 10), unit(1, 12, 10), unit(2, 28, 10), leaders=(leader(0, attached=0),))
    played = play(losses.destroy, fought, 0, answers=(2,), faces=(2,))
    assert played.told(LeaderAttached)[0].unit == 2


@pytest.mark.parametrize(
    ("faces", "actions", "lost"),
    [((2,), 2, False), ((1, 5), 2, False), ((1, 3), 1, False), ((1, 1), 0, True)],
)
def test_a_leader_rolls_when_his_unit_was_shot_at_or_fought(
    faces: tuple[int, ...], actions: int, *, lost: bool
) -> None:
    """leaders.risk.when, leaders.risk.timing, leaders.wound"""
    fought = battle(unit(0, 20, 10), leaders=(leader(0, attached=0, actions=2),))
    played = play(losses.leaders_at_risk, fought, 0, faces=faces)
    after = played.battle.leaders[0]
    assert (after.actions, bool(after.lost_in)) == (actions, lost)
    assert bool(played.told(LeaderHarmed)) is (actions == 1)

"""Foot against Mounted: the attack, the test, and the horse breaking off."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.systems.tricorn.foot_charge import (
    Answer,
    Closing,
    FootCharge,
    Horse,
    MountedReaction,
    Party,
    charge_summary,
    charge_tallies,
    close_with_horse,
    foot_trial,
    horse_trial,
    objections,
)
from sandtable.systems.tricorn.morale import target
from sandtable.systems.tricorn.movement_decisions import PickActor
from sandtable.systems.tricorn.policies import POLICIES, decide_stoutly, decide_warily
from sandtable.systems.tricorn.troops import TroopType
from tests.systems.tricorn.worked import exact, figures


def test_muskets_attack_disordered_horse() -> None:
    """muskets-charge-mounted: movement.muskets-v-mounted, movement.muskets-v-mounted.test,
    movement.muskets-v-mounted.break-off, morale.mod.break-off"""
    expected, charge = figures("muskets-charge-mounted"), FootCharge()
    assert target(foot_trial(charge.foot)).total == expected["muskets_target"]
    assert target(horse_trial(charge.horse)).total == expected["cavalry_target"]
    known = exact(do(close_with_horse, charge), decide_warily)
    assert known[Closing.MELEE] == expected["p_melee"]
    assert known[Closing.HALTED] == Fraction(6, 20)
    assert set(charge_tallies(charge)) == {"target of the Foot on 1D20", "target of the Mounted on 1D20"}


def test_horse_with_one_marker_is_not_attacked_by_foot() -> None:
    """movement.muskets-v-mounted, movement.muskets-v-mounted.light-infantry"""
    assert [bool(objections(markers)) for markers in range(4)] == [True, True, False, False]
    lights = FootCharge(foot=Party(troops=TroopType.LIGHT_INFANTRY))
    steady = replace(lights, horse=replace(lights.horse, markers=1))
    assert exact(do(close_with_horse, steady), decide_warily) == {Closing.HALTED: 1}
    assert charge_summary(steady, Closing.HALTED)[0].startswith("the attack is not allowed: the Mounted unit")


def test_horse_may_stay_and_must_where_its_way_back_is_barred() -> None:
    """movement.muskets-v-mounted.break-off, movement.muskets-v-mounted.break-off.fail,
    movement.break-off.blocked"""
    stays = exact(do(close_with_horse, FootCharge()), decide_stoutly)
    barred = exact(do(close_with_horse, FootCharge(way_back=False)), decide_warily)
    assert stays == barred == {Closing.HALTED: Fraction(3, 10), Closing.MELEE: Fraction(7, 10)}


def test_horse_held_on_both_flanks_breaks_off_badly() -> None:
    """morale.mod.surrounded.reading, movement.break-off.test"""
    held = Horse(troops=TroopType.LIGHT_CAVALRY, markers=2, left=True, right=True)
    assert target(horse_trial(held)).total == 14 - 3 - 1 - 6
    assert target(horse_trial(replace(held, right=False))).total == 14 - 3 - 1
    assert target(horse_trial(replace(held, right=False, per_edge=True))).total == 14 - 3 - 1 - 6


def test_the_best_choice_of_the_horse_is_to_break_off() -> None:
    """movement.muskets-v-mounted.break-off.pass"""
    known = exact(do(close_with_horse, FootCharge()), best)
    assert known[Closing.BROKE_OFF] == Fraction(7, 20)
    assert charge_summary(FootCharge(), Closing.BROKE_OFF) == ("the Mounted unit breaks off",)


def test_only_foot_attacks_and_only_horse_is_attacked_in_this_way() -> None:
    with pytest.raises(ValueError, match="heavy-cavalry is not Foot"):
        FootCharge(foot=Party(troops=TroopType.HEAVY_CAVALRY))
    with pytest.raises(ValueError, match="muskets is not Mounted"):
        FootCharge(horse=Horse(markers=2))


def test_policies_say_what_they_do_not_decide() -> None:
    asked = MountedReaction(1, tuple(Answer))
    assert (decide_warily(asked), decide_stoutly(asked)) == (Answer.BREAK_OFF, Answer.STAY)
    assert tuple(POLICIES) == ("wary", "stout", "best")
    for policy, name in ((decide_warily, "wary"), (decide_stoutly, "stout")):
        with pytest.raises(NoPolicy, match=f"the {name} policy does not say how move.order is decided"):
            policy(PickActor(0, (1, 2)))

"""Redressing ranks, rallying, steadying and relief."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.systems.eagle.disorder import Order
from sandtable.systems.eagle.rallying import (
    Redress,
    can_be_steadied,
    can_relieve,
    redress_summary,
    redress_tallies,
    redressed,
    relieved,
    removed,
    steadied,
)
from sandtable.systems.eagle.troops import Formation, Grade

Case = Callable[[str], dict[str, Any]]


# -------------------------------------------------------------------- the cases
def test_a_leader_steadies_and_grade_a_redresses_two_far_from_the_enemy(case: Case) -> None:
    """rally-a-far: rally.redress.a, rally.redress.steady-extra"""
    unit = steadied(Redress(grade=Grade.A, dp=4, distance=6))
    assert redressed(unit).dp == case("rally-a-far")["dps"]


def test_grade_c_recovers_nothing_at_four_inches(case: Case) -> None:
    """rally-c-boundary: rally.redress.cd, dice.measure"""
    at = {"at400": 4.0, "at450": 4.5}
    told = {key: redressed(Redress(dp=2, distance=far)).dp for key, far in at.items()}
    assert told == case("rally-c-boundary")


def test_a_shaken_unit_rallies_only_beyond_eight_inches(case: Case) -> None:
    """rally-shaken: rally.shaken.redress, rally.shaken.limits"""
    expected, shaken = case("rally-shaken"), Redress(grade=Grade.A, bases=8, dp=5, shaken=True)
    near, far = (redressed(replace(shaken, distance=distance)) for distance in (8.0, 8.3))
    assert (near.dp, near.is_shaken) == (expected["at800"], True)
    assert (far.dp, far.is_shaken) == (expected["at830"], False)


def test_a_legion_rallies_with_four_points_like_any_other(case: Case) -> None:
    """rally-legion-four: rally.shaken.redress, rally.shaken.limits"""
    legion = Redress(grade=Grade.B, bases=10, lines=3, dp=7, shaken=True, distance=9)
    after = redressed(legion)
    assert {"dps": after.dp, "shaken": after.is_shaken} == case("rally-legion-four")
    assert redressed(replace(legion, one_less=True)).dp == 6


def test_steadying_ends_the_shaken_status_in_combat_too(case: Case) -> None:
    """leader-steady-combat: command.steady, command.steady.rally, rally.shaken.leader"""
    after, expected = steadied(Order(dp=5, shaken=True)), case("leader-steady-combat")
    assert (after.dp, after.is_shaken) == (expected["dps"], expected["shaken"])


def test_a_leader_who_rode_up_steadies_the_unit_he_joined(case: Case) -> None:
    """leader-move-then-steady: command.steady, command.steady.limits"""
    assert steadied(Order(dp=3)).dp == case("leader-move-then-steady")["dps"]


# ------------------------------------------------------------------- redressing
@pytest.mark.parametrize(
    ("grade", "near", "far", "rule"),
    [
        (Grade.A, 1, 2, "rally.redress.a"),
        (Grade.B, 1, 1, "rally.redress.b"),
        (Grade.C, 0, 1, "rally.redress.cd"),
        (Grade.D, 0, 1, "rally.redress.cd"),
    ],
)
def test_redressing_goes_by_grade_and_distance(grade: Grade, near: int, far: int, rule: str) -> None:
    """rally.redress.table, rally.redress.a, rally.redress.b, rally.redress.cd"""
    facts = Redress(grade=grade, dp=4, distance=3)
    assert (removed(facts).total, removed(replace(facts, distance=5)).total) == (near, far)
    assert removed(facts).rules[0] == rule


def test_no_more_is_removed_than_there_is() -> None:
    """rally.redress.conditions"""
    assert redressed(Redress(grade=Grade.A, dp=1, distance=9)).dp == 0
    assert redressed(Redress(grade=Grade.A, dp=0, distance=9)).dp == 0


def test_a_rally_removes_no_further_point_and_is_told() -> None:
    """rally.shaken.limits"""
    shaken = Redress(grade=Grade.A, dp=5, shaken=True, distance=20)
    assert redress_tallies(shaken)["disorder points left"].total == 4
    assert redress_summary(shaken, redressed(shaken)) == ("the unit rallies",)
    near = replace(shaken, distance=2.0)
    assert redress_tallies(near)["disorder points left"].total == 5
    assert redress_summary(near, redressed(near)) == ("the unit stays shaken",)
    assert redress_summary(Redress(dp=2), Order(dp=1)) == ("disorder points left: 1",)


def test_a_unit_steadied_out_of_its_shaken_state_redresses_by_its_grade() -> None:
    """rally.shaken.limits, rally.redress.steady-extra"""
    assert redressed(steadied(Redress(grade=Grade.B, dp=5, shaken=True, distance=3))).dp == 3


def test_a_unit_without_points_cannot_be_steadied() -> None:
    """command.steady.limits"""
    assert not can_be_steadied(Order())
    with pytest.raises(AssertionError, match="is not steadied"):
        steadied(Order())


# ------------------------------------------------------------------ relief of ranks
def test_only_a_formed_legion_in_lines_that_is_not_shaken_relieves_ranks() -> None:
    """after.relieve.who"""
    legion, lines = Order(bases=10, lines=3, dp=3), Formation.MULTI_LINE
    assert can_relieve(legion, lines, formed=True)
    assert not can_relieve(legion, lines, formed=False)
    assert not can_relieve(Order(bases=10, dp=3), Formation.LINE, formed=True)
    assert not can_relieve(Order(bases=10, lines=3, dp=7, shaken=True), lines, formed=True)


def test_relief_removes_a_point_and_does_nothing_at_none() -> None:
    """after.relieve, after.relieve.who"""
    assert relieved(Order(bases=10, lines=3, dp=5)).dp == 4
    assert relieved(Order(bases=10, lines=3)).dp == 0

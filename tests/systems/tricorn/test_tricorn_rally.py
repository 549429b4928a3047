"""Removing Disorder: who may try, the test, and crews that come back."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.game.ask.questions import do
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.disorder import Disorder
from sandtable.systems.tricorn.morale import target
from sandtable.systems.tricorn.rally import (
    Rallied,
    Rally,
    RallyConditions,
    objections,
    rally_summary,
    rally_tallies,
    rally_trial,
    remove_disorder,
)
from sandtable.systems.tricorn.troops import Quality, TroopType
from tests.systems.tricorn.worked import chance, exact, figures


def test_how_far_the_enemy_must_be() -> None:
    """rally-distance: turn.removal.distance, turn.removal.distance.screened"""
    tried = (
        RallyConditions(nearest_seen=4.0),
        RallyConditions(nearest_seen=4.01),
        RallyConditions(nearest_screened=2.5),
        RallyConditions(nearest_screened=2.0),
    )
    assert [not objections(facts) for facts in tried] == figures("rally-distance")["allowed"]


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        (RallyConditions(passed=False), "turn.initiative.fail.no-removal"),
        (RallyConditions(in_command=False), "command.radius.effect"),
        (RallyConditions(moved=True), "turn.one-action"),
        (RallyConditions(in_contact=True), "rally.conditions"),
        (RallyConditions(removable=0), "rally.once"),
        (RallyConditions(nearest_screened=1.0), "turn.removal.distance.screened"),
    ],
)
def test_every_condition_is_named_when_it_fails(facts: RallyConditions, rule: str) -> None:
    """rally.conditions, rally.once, turn.initiative.fail.no-removal, turn.one-action,
    command.radius.effect"""
    assert [one.rule for one in objections(facts)] == [rule]


def test_a_crew_may_come_back_to_guns_without_markers_to_remove() -> None:
    """artillery.recrew"""
    assert not objections(RallyConditions(removable=0, abandoned=True))


def test_a_c_c_in_range_helps_to_remove_disorder() -> None:
    """rally-cc-range: rally.test, morale.mod.cc-range, morale.mod.marker-totals"""
    expected = figures("rally-cc-range")
    rally = Rally(quality=Quality.VETERAN, disorder=Disorder(2), chief_near=True)
    assert target(rally_trial(rally)).total == expected["target"]
    assert exact(do(remove_disorder, rally))[Rallied(True, Disorder(1))] == expected["p"]  # noqa: FBT003


def test_an_attached_c_c_gives_one_bonus() -> None:
    """rally-cc-attached: morale.mod.cc-attached, morale.mod.cumulative"""
    expected = figures("rally-cc-attached")
    rally = Rally(attached=Attached.CHIEF, chief_near=True)
    assert rally_tallies(rally)["target on 1D20"].total == expected["target"]
    assert chance(do(remove_disorder, rally), lambda told: told.passed) == expected["p"]


def test_permanent_markers_count_in_the_test_but_stay() -> None:
    """disorder.permanent, rally.test, morale.mod.marker-timing"""
    rally = Rally(disorder=Disorder(3, 2))
    assert target(rally_trial(rally)).total == 9
    assert {told.left for told in exact(do(remove_disorder, rally))} == {Disorder(3, 2), Disorder(2, 2)}


def test_a_crew_that_comes_back_keeps_its_markers() -> None:
    """artillery.recrew"""
    guns = Rally(troops=TroopType.FIELD_ARTILLERY, disorder=Disorder(2), abandoned=True)
    known = exact(do(remove_disorder, guns))
    assert known == {
        Rallied(True, Disorder(2)): Fraction(11, 20),  # noqa: FBT003 - passed
        Rallied(False, Disorder(2)): Fraction(9, 20),  # noqa: FBT003 - failed
    }
    assert [rally_summary(guns, told) for told in sorted(known, key=lambda told: told.passed)] == [
        ("the guns stay abandoned",),
        ("the crew comes back",),
    ]
    with pytest.raises(ValueError, match="muskets has no guns to abandon"):
        Rally(abandoned=True)


def test_removal_is_told_in_words() -> None:
    rally = Rally(disorder=Disorder(2, 1))
    assert rally_summary(rally, Rallied(passed=False, left=Disorder(2, 1))) == ("the test is failed",)
    assert rally_summary(rally, Rallied(passed=True, left=Disorder(1, 1)))[1] == "a marker is removed"
    stuck = Rally(disorder=Disorder(1, 1))
    assert rally_summary(stuck, Rallied(passed=True, left=Disorder(1, 1)))[1] == "no marker can be removed"

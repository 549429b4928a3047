"""Army break: values, halves, fractions, the turn limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.systems.eagle.army_break import (
    Army,
    Break,
    Loss,
    army_break,
    at_turn_limit,
    break_values,
    unit_loss,
)
from sandtable.systems.eagle.troops import TroopClass

Case = Callable[[str], dict[str, Any]]


def worth(*losses: Loss) -> int:
    return sum(break_values()[loss] for loss in losses)


def test_an_army_that_has_lost_half_its_value_breaks(case: Case) -> None:
    """victory-break: victory.value, victory.break"""
    expected = case("victory-break")
    legion = unit_loss(TroopClass.HI, legion=True, began=10)
    cohort = unit_loss(TroopClass.MI, legion=False, began=4)
    ala = unit_loss(TroopClass.CAV, legion=False, began=4)
    lights = unit_loss(TroopClass.LI, legion=False, began=4)
    value = worth(legion, *[cohort] * 4, ala, ala, lights, Loss.GENERAL, Loss.LEADER)
    army = Army(value, worth(cohort, cohort, cohort, ala, ala))
    assert {"value": army.value, "lost": army.lost, "breaks": army.is_broken} == expected


@pytest.mark.parametrize(
    ("kind", "legion", "began", "value"),
    [
        (TroopClass.HI, True, 7, 3),
        (TroopClass.HI, True, 6, 2),
        (TroopClass.MI, False, 8, 2),
        (TroopClass.CH, False, 4, 2),
        (TroopClass.LC, False, 4, 1),
        (TroopClass.LI, False, 3, 1),
    ],
)
def test_units_count_by_class_and_by_the_bases_with_which_they_began(
    kind: TroopClass,
    legion: bool,  # noqa: FBT001
    began: int,
    value: int,
) -> None:
    """victory.value"""
    assert worth(unit_loss(kind, legion=legion, began=began)) == value


def test_leaders_and_camps_count_too() -> None:
    """victory.value"""
    assert [worth(loss) for loss in (Loss.GENERAL, Loss.LEADER, Loss.CAMP)] == [2, 1, 2]


def test_exactly_half_is_enough() -> None:
    """victory.break"""
    assert [Army(20, lost).is_broken for lost in (9, 10, 11)] == [False, True, True]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (Army(20, 9), Army(20, 9), Break.NEITHER),
        (Army(20, 10), Army(20, 9), Break.SECOND_WINS),
        (Army(20, 0), Army(19, 10), Break.FIRST_WINS),
        (Army(20, 11), Army(30, 16), Break.SECOND_WINS),
        (Army(20, 10), Army(30, 15), Break.DRAW),
    ],
)
def test_of_two_broken_armies_the_less_ruined_one_wins(first: Army, second: Army, told: Break) -> None:
    """victory.break"""
    assert army_break(first, second) is told


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (Army(20, 2), Army(20, 4), Break.FIRST_WINS),
        (Army(20, 2), Army(20, 3), Break.DRAW),
        (Army(20, 8), Army(30, 9), Break.SECOND_WINS),
        (Army(20, 0), Army(20, 0), Break.DRAW),
    ],
)
def test_at_the_turn_limit_a_tenth_of_the_value_decides(first: Army, second: Army, told: Break) -> None:
    """victory.turn-limit"""
    assert at_turn_limit(first, second) is told

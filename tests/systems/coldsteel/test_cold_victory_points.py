"""Army breaks and victory points, as far as they need no table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.systems.coldsteel.army_break import is_broken
from sandtable.systems.coldsteel.victory_points import Held, Presence, holder, points, presence, winner

Case = Callable[[str], dict[str, Any]]


def test_a_side_breaks_when_more_than_half_of_its_units_are_lost(case: Case) -> None:
    """win-01: victory.break"""
    assert case("win-01")["winner"] == "first"
    assert [is_broken(9, 4), is_broken(8, 5)] == [False, True]
    assert not is_broken(8, 4)


def test_failed_units_neither_hold_nor_contest(case: Case) -> None:
    """win-02: victory.objective"""
    blue, red = presence([False]), presence([True])
    assert holder((blue, red)) == ["blue", "red"].index(case("win-02")["holder"])


@pytest.mark.parametrize(
    ("near", "held_by"),
    [
        ((Presence.STEADY, Presence.STEADY), None),
        ((Presence.STEADY, Presence.NOBODY), 0),
        ((Presence.SHAKEN, Presence.NOBODY), None),
        ((Presence.NOBODY, Presence.NOBODY), None),
    ],
)
def test_who_holds_an_objective_point(near: tuple[Presence, Presence], held_by: int | None) -> None:
    """victory.objective"""
    assert holder(near) == held_by


def test_one_unit_that_passed_is_enough() -> None:
    """victory.objective"""
    assert presence([False, True]) is Presence.STEADY
    assert presence([]) is Presence.NOBODY
    assert presence([False, False]) is Presence.SHAKEN


def test_a_lost_enemy_is_a_point_and_objectives_give_their_value() -> None:
    """victory.points"""
    tally = points(4, [Held("crossroads", 4), Held("farm", 3)])
    assert tally.total == 11
    assert set(tally.rules) == {"victory.points"}


def test_more_points_win_and_equal_points_are_a_draw() -> None:
    """victory.turn-limit"""
    assert [winner(scores) for scores in ((5, 3), (3, 5), (4, 4))] == [0, 1, None]

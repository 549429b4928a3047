"""Casualties: sixes on command figures, the rest on ordinary models, the owner's choice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import best, odds
from sandtable.systems.coldsteel.casualties import (
    Fallen,
    Ranks,
    Struck,
    casualty_summary,
    command_killed,
    fall,
    models_lost,
)
from sandtable.systems.coldsteel.policies import decide_steadily
from sandtable.systems.coldsteel.shooting import Fire, Target, VolleyFacts, volley_and_losses
from sandtable.systems.coldsteel.troops import Figure
from tests.systems.throwing import carried_out, carry_out

Case = Callable[[str], dict[str, Any]]

OFFICER, STANDARD, SERGEANT, MUSICIAN = Figure
FULL = Struck(ordinary=20, command=tuple(Figure))


def test_each_six_of_a_volley_kills_a_command_figure_of_the_owners_choice(case: Case) -> None:
    """cas-01: casualties.six, casualties.six-choice, casualties.six-within, casualties.order"""
    expected = case("cas-01")
    struck = replace(FULL, wounds=6, sixes=3)
    fallen, asked = carried_out(do(fall, struck), answers=[MUSICIAN, SERGEANT, STANDARD])
    assert fallen == Fallen(3, (MUSICIAN, SERGEANT, STANDARD))
    assert fallen.models == expected["removed"]
    assert struck.models - fallen.models == expected["left"]
    assert {one.seat for one in asked} == {1}
    assert {one.decision for one in asked} == {"casualties.command-model"}
    left = [figure for figure in struck.command if figure not in fallen.command]
    assert left == [OFFICER]
    assert len(left) == expected["morale_bonus_left"]


def test_sixes_beyond_the_last_command_figure_kill_ordinary_models(case: Case) -> None:
    """cas-02: casualties.six-within"""
    struck = Struck(ordinary=7, command=(OFFICER,), wounds=3, sixes=2)
    fallen = carry_out(do(fall, struck))
    assert fallen == Fallen(2, (OFFICER,))
    assert struck.models - fallen.models == case("cas-02")["left"]
    assert (OFFICER not in fallen.command) == case("cas-02")["officer"]


def test_command_figures_fall_when_ordinary_models_have_run_out(case: Case) -> None:
    """cas-03: casualties.rank-and-file-first"""
    struck = Struck(ordinary=2, command=(OFFICER, SERGEANT), wounds=3)
    fallen, asked = carried_out(do(fall, struck), answers=[SERGEANT])
    assert fallen == Fallen(2, (SERGEANT,))
    assert struck.models - fallen.models == case("cas-03")["left"]
    assert asked[0].sensible() == (SERGEANT, OFFICER)


def test_some_command_figure_falls_to_a_full_volley_nearly_always(case: Case) -> None:
    """cas-04: casualties.six, casualties.six-natural"""
    facts = VolleyFacts(fire=Fire(models=24, distance=6), target=Target(models=30, command=tuple(Figure)))
    chances = odds(do(volley_and_losses, facts), decide_steadily, exact=True)
    someone = chances.chance(lambda end: len(end.fallen.command) > 0)
    assert someone == 1 - Fraction(5, 6) ** 24
    assert float(someone) == pytest.approx(case("cas-04")["p"], abs=1e-6)


def test_sixteen_models_fall_to_four_wound_dice_with_two_sixes(case: Case) -> None:
    """art-06: artillery.casualties, casualties.six, casualties.six-within"""
    expected = case("art-06")
    struck = replace(FULL, wounds=6 + 6 + 3 + 1, sixes=2)
    fallen = carry_out(do(fall, struck), answers=[MUSICIAN, SERGEANT])
    assert fallen.models == expected["removed"]
    assert struck.models - fallen.models == expected["left"]
    assert struck.ordinary - fallen.ordinary == expected["ordinary_left"]


def test_the_man_a_six_kills_is_lost_besides_the_wound_by_the_other_reading() -> None:
    """casualties.six-within"""
    struck = replace(FULL, wounds=6, sixes=3, beyond=True)
    fallen = carry_out(do(fall, struck), answers=[MUSICIAN, SERGEANT, STANDARD])
    assert fallen == Fallen(6, (MUSICIAN, SERGEANT, STANDARD))
    assert models_lost(struck).rules == ("casualties.one-wound", "casualties.six-within")


def test_wounds_beyond_the_last_model_are_lost_and_nobody_is_asked() -> None:
    """melee.excess, casualties.one-wound"""
    struck = Struck(ordinary=3, command=(OFFICER, SERGEANT), wounds=9, sixes=1)
    fallen = carry_out(do(fall, struck))
    assert fallen.models == 5
    assert casualty_summary(struck, fallen) == ("the unit is destroyed",)
    assert models_lost(struck).total == 5


def test_nobody_is_asked_where_there_is_nothing_to_choose() -> None:
    """casualties.six-choice"""
    both = Struck(ordinary=9, command=(OFFICER, STANDARD), wounds=2, sixes=2)
    assert set(carry_out(do(fall, both)).command) == {OFFICER, STANDARD}
    assert command_killed(both).total == 2


def test_the_figure_missed_least_is_named_first_and_every_policy_takes_it() -> None:
    """casualties.six-choice"""
    one = replace(FULL, wounds=1, sixes=1)
    _, asked = carried_out(do(fall, one), answers=[OFFICER])
    assert asked[0].sensible() == (MUSICIAN, SERGEANT, STANDARD, OFFICER)
    for policy in (decide_steadily, best):
        assert odds(do(fall, one), policy, exact=True)[Fallen(0, (MUSICIAN,))] == 1


@given(
    st.integers(0, 20),
    st.lists(st.sampled_from(list(Figure)), unique=True),
    st.integers(0, 30),
    st.integers(0, 8),
)
@settings(max_examples=120, deadline=None)
def test_losses_are_the_wounds_and_never_more_than_the_unit(
    ordinary: int, command: list[Figure], wounds: int, sixes: int
) -> None:
    """casualties.one-wound, casualties.rank-and-file-first: command beyond the sixes falls last."""
    struck = Struck(ordinary=ordinary, command=tuple(command), wounds=wounds, sixes=min(sixes, wounds))
    (fallen,) = odds(do(fall, struck), decide_steadily)
    assert fallen.models == min(wounds, ordinary + len(command))
    assert set(fallen.command) <= set(command)
    if len(fallen.command) > struck.sixes:
        assert fallen.ordinary == ordinary


def test_a_unit_has_at_most_one_of_each_figure() -> None:
    """leaders.one-each"""
    with pytest.raises(ValueError, match="at most one sergeant, not 2"):
        Struck(command=(SERGEANT, SERGEANT))
    with pytest.raises(ValueError, match="counted among its models"):
        Ranks(models=1, command=(SERGEANT, OFFICER))
    with pytest.raises(ValueError, match="each six is a wound"):
        Struck(wounds=1, sixes=2)

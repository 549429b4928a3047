"""Risk to leaders: wounds, death, and who takes over."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.eagle.leader_risk import (
    AtRisk,
    Harm,
    actions_after,
    actions_of_second,
    replacement_turn,
    risk,
    risk_tallies,
    wounded,
)
from sandtable.systems.eagle.troops import Nation
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]

ABLE = AtRisk(start=2, actions=2)
ORDINARY = AtRisk(start=1, actions=1)


def test_one_risk_roll_in_thirty_six_kills(case: Case) -> None:
    """leader-risk: leaders.risk.when, leaders.risk.one, leaders.risk.table, leaders.wound"""
    expected, known = case("leader-risk"), odds(do(risk, ABLE), exact=True)
    assert known[Harm.KILLED] == Fraction(expected["p_killed"])
    assert known[Harm.WOUNDED] == Fraction(expected["p_wounded"])
    assert known[Harm.NONE] == Fraction(expected["p_none"])
    assert actions_after(ABLE, Harm.WOUNDED) == 1


def test_a_single_action_leader_is_crippled_first_and_killed_by_the_second_wound(case: Case) -> None:
    """leader-single: leaders.wound.single, leaders.zero, leaders.wound.reconcile,
    leaders.second-in-command, leaders.second-in-command.britons, leaders.replacement.place"""
    expected = case("leader-single")
    assert wounded(ORDINARY) == expected["after_first"]
    assert actions_after(ORDINARY, Harm.CRIPPLED) == 1
    crippled = replace(ORDINARY, crippled=True)
    assert wounded(crippled) == expected["after_second"]
    assert actions_after(crippled, Harm.KILLED) == 0
    assert replacement_turn(5, Nation.ROMAN) == expected["replacement_turn_roman"]
    assert (replacement_turn(5, Nation.BRITISH), expected["replacement_turn_british"]) == (None, "none")
    assert actions_of_second() == 1


def test_a_second_in_command_is_not_replaced_again() -> None:
    """leaders.replacement.place"""
    assert replacement_turn(3, Nation.ROMAN, second=True) is None


def test_only_a_one_leads_to_the_second_die() -> None:
    """leaders.risk.one, leaders.risk.table"""
    for face in range(2, 7):
        assert carry_out(do(risk, ABLE), [face]) is Harm.NONE
    told = [carry_out(do(risk, ABLE), [1, face]) for face in range(1, 7)]
    assert told == [Harm.KILLED, Harm.WOUNDED, Harm.WOUNDED, Harm.WOUNDED, Harm.NONE, Harm.NONE]


def test_the_wound_that_takes_the_last_action_kills() -> None:
    """leaders.zero, leaders.wound.reconcile"""
    assert wounded(AtRisk(start=3, actions=2)) is Harm.WOUNDED
    assert wounded(AtRisk(start=3, actions=1)) is Harm.KILLED
    assert wounded(AtRisk(start=2, actions=1)) is Harm.KILLED


def test_by_the_other_reading_the_first_wound_kills_a_single_action_leader() -> None:
    """leaders.wound.reconcile"""
    grim = replace(ORDINARY, last_wound_kills=True)
    assert wounded(grim) is Harm.KILLED
    assert odds(do(risk, grim), exact=True)[Harm.KILLED] == Fraction(1, 36) + Fraction(1, 12)
    assert risk_tallies(ORDINARY)["wounds that kill"].total == 2
    assert risk_tallies(grim)["wounds that kill"].total == 1


def test_impossible_leaders_are_refused() -> None:
    with pytest.raises(ValueError, match="began with 1 actions cannot have 2"):
        AtRisk(start=1, actions=2)
    with pytest.raises(ValueError, match="cripples only a leader who began with a single action"):
        AtRisk(start=2, actions=1, crippled=True)

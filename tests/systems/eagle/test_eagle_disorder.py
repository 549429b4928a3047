"""Disorder points: taken one by one, shaken, bases lost, thresholds that fall, and the fates of friends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import ValidationError, convert

from sandtable.game.ask.questions import do
from sandtable.systems.eagle.disorder import (
    Fate,
    FriendsFate,
    Onlooker,
    Order,
    bereft,
    is_great_legion,
    lines_kept,
    look_on,
    morale_dp,
    morale_summary,
    morale_tallies,
    relaid,
    take,
    threshold,
)
from sandtable.systems.eagle.records import Cause
from sandtable.systems.eagle.troops import TroopClass
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]

HI_RETIRES = FriendsFate(fate=Fate.RETIRES, troop_class=TroopClass.HI)
LEGION_LOST = FriendsFate(troop_class=TroopClass.HI, legion=True, began=10)
GENERAL_LOST = FriendsFate(fate=Fate.LEADER_LOST, general=True)


def seeing(order: Order, *fates: FriendsFate) -> Order:
    for friend in fates:
        order = carry_out(do(look_on, Onlooker(unit=order, friend=friend)))
    return order


# -------------------------------------------------------------------- the cases
def test_a_general_killed_and_heavy_infantry_retiring_shake_a_unit(case: Case) -> None:
    """morale-hi-retire-general: morale.dp.hi-retiring, morale.dp.leader-lost"""
    after = seeing(Order(dp=1), GENERAL_LOST, HI_RETIRES)
    assert {"dps": after.dp, "shaken": after.is_shaken} == case("morale-hi-retire-general")


def test_points_beyond_the_threshold_take_bases(case: Case) -> None:
    """morale-overflow: morale.dp.legion-lost, morale.threshold, morale.shaken.base-loss"""
    after = seeing(Order(bases=6, dp=4), LEGION_LOST)
    assert {"dps": after.dp, "bases": after.bases, "shaken": after.is_shaken} == case("morale-overflow")


def test_a_legion_in_three_lines_is_shaken_at_seven(case: Case) -> None:
    """morale-three-line: morale.shaken.multi-line, morale.threshold"""
    expected, after = case("morale-three-line"), take(Order(bases=10, lines=3, dp=5), 2, Cause.COMBAT)
    assert (after.dp, after.is_shaken, after.bases) == (7, True, 10)
    assert (expected["dps"], expected["shaken"], expected["bases"]) == (7, True, 10)
    assert not take(Order(bases=10, lines=3, dp=5), 1, Cause.COMBAT).is_shaken


def test_rough_ground_stops_at_three_points(case: Case) -> None:
    """morale-cap-rough: morale.dp.three-cap, morale.three-cap.detail"""
    assert take(Order(dp=2), 2, Cause.MANOEUVRE).dp == case("morale-cap-rough")["dps"]


def test_light_troops_lost_disorder_nobody_and_cavalry_that_rout_do(case: Case) -> None:
    """morale-light-lost: morale.dp.unit-lost"""
    lost = (FriendsFate(troop_class=TroopClass.LI), FriendsFate(troop_class=TroopClass.CAV))
    assert seeing(Order(dp=2), *lost).dp == case("morale-light-lost")["dps"]


# ------------------------------------------------------------- one point after another
@pytest.mark.parametrize("cause", [Cause.SHOOTING, Cause.COMBAT, Cause.MORALE])
def test_a_unit_with_four_points_that_takes_two_is_shaken_and_loses_a_base(cause: Cause) -> None:
    """morale.threshold, morale.shaken.five, morale.shaken.base-loss"""
    assert take(Order(bases=4, dp=4), 2, cause) == Order(bases=3, dp=5, shaken=True)


@pytest.mark.parametrize("cause", [Cause.FATIGUE, Cause.MANOEUVRE])
def test_fatigue_and_manoeuvre_never_shake_and_never_take_a_base(cause: Cause) -> None:
    """morale.dp.three-cap, morale.threshold"""
    assert take(Order(dp=1), 1, cause).dp == 2
    for dp in (3, 4):
        assert take(Order(dp=dp), 2, cause) == Order(dp=dp)
    shaken = Order(dp=5, shaken=True)
    assert take(shaken, 1, cause) == shaken


def test_by_the_other_reading_one_event_takes_one_base_at_most() -> None:
    """morale.threshold"""
    shaken = Order(bases=6, dp=5, shaken=True)
    assert take(shaken, 3, Cause.MORALE).bases == 3
    assert take(shaken, 3, Cause.MORALE, one_base_an_event=True).bases == 5
    assert take(Order(bases=6, dp=4), 3, Cause.MORALE, one_base_an_event=True) == Order(
        bases=5, dp=5, shaken=True
    )
    assert take(Order(bases=6, dp=4), 1, Cause.MORALE, one_base_an_event=True).bases == 6


def test_no_more_bases_are_lost_than_there_are() -> None:
    """troops.casualty, morale.shaken.base-loss"""
    gone = take(Order(bases=2, dp=5, shaken=True), 3, Cause.SHOOTING)
    assert gone.is_destroyed


@given(st.integers(1, 12), st.integers(1, 3), st.integers(0, 7), st.integers(0, 9))
@settings(max_examples=80, deadline=None)
def test_points_taken_together_are_points_taken_one_by_one(
    bases: int, lines: int, dp: int, points: int
) -> None:
    """morale.threshold: points arriving together are taken one by one."""
    lines = lines_kept(bases, lines)
    order = Order(bases=bases, lines=lines, dp=min(dp, 4 + lines))
    singly = order
    for _ in range(points):
        singly = take(singly, 1, Cause.COMBAT)
    together = take(order, points, Cause.COMBAT)
    assert together == singly
    assert together.dp <= together.threshold


# ------------------------------------------------------------ thresholds and lines
def test_each_line_after_the_first_puts_shaken_off_by_a_point() -> None:
    """morale.shaken.five, morale.shaken.multi-line"""
    assert [threshold(lines).total for lines in (1, 2, 3)] == [5, 6, 7]
    assert threshold(3).rules == ("morale.shaken.five", "morale.shaken.multi-line")


@pytest.mark.parametrize(
    ("bases", "lines", "kept"), [(10, 3, 3), (6, 3, 3), (5, 3, 2), (4, 3, 2), (3, 3, 1), (3, 2, 1), (4, 1, 1)]
)
def test_lines_are_given_up_as_bases_fall(bases: int, lines: int, kept: int) -> None:
    """formation.multi-line"""
    assert lines_kept(bases, lines) == kept


def test_a_casualty_that_costs_a_line_lowers_the_threshold_at_once() -> None:
    """morale.threshold.change: its points are cut down to the new threshold, and no further base is lost"""
    legion = Order(bases=6, lines=3, dp=6)
    assert not legion.is_shaken
    assert bereft(legion, 1) == Order(bases=5, lines=2, dp=6, shaken=True)
    assert bereft(Order(bases=6, lines=3, dp=7, shaken=True), 1) == Order(bases=5, lines=2, dp=6, shaken=True)
    assert bereft(Order(bases=6, lines=3, dp=5), 1) == Order(bases=5, lines=2, dp=5)


def test_a_threshold_that_rises_again_steadies_nobody() -> None:
    """morale.threshold.change"""
    assert relaid(Order(bases=8, lines=1, dp=5, shaken=True), 8, 3).is_shaken


def test_a_unit_on_paper_has_twelve_bases_at_most_and_no_disorder_unless_said() -> None:
    """army.size: a warband has 12 bases at most"""
    assert convert({"bases": 12, "dp": 0}, Order) == Order(bases=12)
    assert (Order().bases, Order().dp) == (4, 0)
    with pytest.raises(ValidationError):
        convert({"bases": 13}, Order)


def test_what_shakes_a_legion_later_is_said_line_by_line() -> None:
    """morale.shaken.multi-line"""
    words = {lines: [step.words for step in threshold(lines).steps[1:]] for lines in (1, 2, 3)}
    assert words == {1: [], 2: ["a second line"], 3: ["a second and a third line"]}


def test_impossible_orders_are_refused() -> None:
    with pytest.raises(ValueError, match="3 bases cannot stand in 2 lines; it takes 4"):
        Order(bases=3, lines=2)
    with pytest.raises(ValueError, match="it is shaken at 5 and loses bases instead"):
        Order(dp=6)


# ------------------------------------------------------------ what befalls friends
@pytest.mark.parametrize(
    ("friend", "points", "rule"),
    [
        (HI_RETIRES, 2, "morale.dp.hi-retiring"),
        (FriendsFate(fate=Fate.RETIRES, troop_class=TroopClass.MI), 1, "morale.dp.mi-retiring"),
        (LEGION_LOST, 3, "morale.dp.legion-lost"),
        (FriendsFate(troop_class=TroopClass.HI, legion=True, began=6), 2, "morale.dp.unit-lost"),
        (FriendsFate(troop_class=TroopClass.MI, began=10), 2, "morale.dp.unit-lost"),
        (FriendsFate(troop_class=TroopClass.CH), 2, "morale.dp.unit-lost"),
        (FriendsFate(troop_class=TroopClass.LC), 0, "morale.dp.unit-lost"),
        (FriendsFate(fate=Fate.LEADER_LOST), 1, "morale.dp.leader-lost"),
        (GENERAL_LOST, 2, "morale.dp.leader-lost"),
    ],
)
def test_a_friends_fate_gives_points_by_what_he_was(friend: FriendsFate, points: int, rule: str) -> None:
    """morale.dp.hi-retiring, morale.dp.mi-retiring, morale.dp.legion-lost, morale.dp.unit-lost,
    morale.dp.leader-lost"""
    assert (morale_dp(friend).total, morale_dp(friend).rules) == (points, (rule,))


@pytest.mark.parametrize("kind", [TroopClass.LI, TroopClass.CAV, TroopClass.LC, TroopClass.CH])
def test_cavalry_and_lights_that_retire_disorder_nobody(kind: TroopClass) -> None:
    """morale.dp.mi-retiring, morale.dp.hi-retiring"""
    assert morale_dp(FriendsFate(fate=Fate.RETIRES, troop_class=kind)).total == 0


def test_a_legion_is_great_by_the_bases_with_which_it_began() -> None:
    """troops.legion"""
    assert is_great_legion(legion=True, began=7)
    assert not is_great_legion(legion=True, began=6)
    assert not is_great_legion(legion=False, began=8)


@pytest.mark.parametrize(
    ("friend", "words"),
    [
        (HI_RETIRES, "friendly HI retire"),
        (FriendsFate(fate=Fate.RETIRES, troop_class=TroopClass.MI), "friendly MI retire"),
        (LEGION_LOST, "a Legion of seven bases or more is lost"),
        (FriendsFate(troop_class=TroopClass.MI), "a friendly unit is lost"),
        (FriendsFate(troop_class=TroopClass.CAV), "a friendly unit is lost"),
        (FriendsFate(troop_class=TroopClass.LI), "light troops are lost"),
        (FriendsFate(troop_class=TroopClass.LC), "light troops are lost"),
        (FriendsFate(fate=Fate.LEADER_LOST), "a leader is lost"),
        (GENERAL_LOST, "the General is lost"),
    ],
)
def test_what_befell_a_friend_is_said_as_it_was(friend: FriendsFate, words: str) -> None:
    """morale.dp.hi-retiring, morale.dp.mi-retiring, morale.dp.unit-lost, morale.dp.leader-lost"""
    assert [step.words for step in morale_dp(friend).steps] == [words]


def test_a_unit_that_was_shaken_before_stays_so_in_words() -> None:
    """morale.shaken.base-loss"""
    shaken = Order(bases=4, dp=5, shaken=True)
    told = morale_summary(Onlooker(unit=shaken), Order(bases=3, dp=5, shaken=True))
    assert told == ("the unit stays shaken", "the unit loses bases")
    assert morale_summary(Onlooker(unit=Order(dp=1)), Order(dp=3)) == ("the unit is disordered further",)


def test_an_onlooker_is_told_his_points_and_when_he_is_shaken() -> None:
    """morale.threshold, morale.shaken.multi-line: shaken at 5, and at 7 in three lines"""
    told = morale_tallies(Onlooker(unit=Order(bases=9, lines=3), friend=HI_RETIRES))
    assert {words: tally.total for words, tally in told.items()} == {"disorder points": 2, "shaken at": 7}
    single = morale_tallies(Onlooker(friend=GENERAL_LOST))
    assert {words: tally.total for words, tally in single.items()} == {"disorder points": 2, "shaken at": 5}


def test_what_an_onlooker_suffers_is_put_in_words() -> None:
    facts = Onlooker(unit=Order(bases=1, dp=5, shaken=True), friend=GENERAL_LOST)
    assert morale_summary(facts, Order(bases=0, dp=5, shaken=True)) == ("the unit is destroyed",)
    told = morale_summary(Onlooker(unit=Order(bases=4, dp=4)), Order(bases=3, dp=5, shaken=True))
    assert told == ("the unit is shaken", "the unit loses bases", "the unit is disordered further")
    assert morale_summary(Onlooker(), Order()) == ("the unit stands as before",)

"""What firing and melee share: Combat Values, hits, markers and officers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.book import rulebook
from sandtable.systems.tricorn.casualties import (
    Attached,
    Peril,
    is_checked,
    officer_falls,
    peril_summary,
    peril_tallies,
)
from sandtable.systems.tricorn.combat import combat_value, counts_as_muskets, hits, lines
from sandtable.systems.tricorn.dice import tie_throw, withdrawal_throw
from sandtable.systems.tricorn.disorder import EXTRA_RULES, Disorder, extras, markers
from sandtable.systems.tricorn.troops import Category, TroopType
from tests.systems.tricorn.worked import chance, figures


def value(total: int) -> Tally:
    return Tally.of(total, "a Combat Value", "combat.base")


def odds_of_hits(total: int, printed: int = 3, *, second_by_value: bool = False) -> dict[int, Fraction]:
    throw = hits(value(total), printed, second_by_value=second_by_value, purpose="to hit")
    return {count: Fraction(chance) for count, chance in throw.odds(exact=True).items() if chance}


# ------------------------------------------------------------------- Step One
def test_a_combat_value_is_never_below_one_and_the_minimum_comes_last() -> None:
    """combat.minimum, combat.cumulative, combat.base"""
    penalties = [("moved", "shooting.cv.moved", 1), ("cover", "shooting.cv.cover", 1)]
    support = ("fire-support", "shooting.cv.support", 1)
    low = combat_value(1, "firing value", penalties)
    assert (low.total, low.rules[-1]) == (1, "combat.minimum")
    assert combat_value(1, "firing value", [*penalties, support]).total == 1
    assert combat_value(2, "firing value", [*penalties, support]).rules[-1] == "shooting.cv.support"


def test_the_table_of_modifiers_is_the_printed_one() -> None:
    """combat.modifiers"""
    printed = {key: line.value for key, line in lines().items()}
    assert printed == {
        "fire-support": 1,
        "fire-flank": 1,
        "general": 1,
        "overlap": 1,
        "flank-contact": 2,
        "target-column": 2,
        "moved": -1,
        "cover": -1,
        "disorder": -1,
        "at-lights": -1,
        "into-bad": -1,
        "muskets-bad": -1,
        "mounted-bad": -2,
    }


def test_there_is_no_maximum() -> None:
    """combat.cumulative"""
    assert combat_value(4, "melee value", [("flank-contact", "melee.cv.flank", 5)]).total == 14


def test_light_infantry_counts_as_muskets_unless_it_is_set_apart() -> None:
    """troops.muskets"""
    counted = [
        [troops for troops in TroopType if counts_as_muskets(troops, lights_apart=apart)]
        for apart in (False, True)
    ]
    assert counted == [[TroopType.MUSKETS, TroopType.LIGHT_INFANTRY], [TroopType.MUSKETS]]


# ------------------------------------------------------------------- Step Two
@given(total=st.integers(1, 6))
@settings(max_examples=6, deadline=None)
def test_a_die_at_or_below_the_value_hits(total: int) -> None:
    """combat.hit, shooting.one-die"""
    assert odds_of_hits(total).get(1) == Fraction(total, 6)


@pytest.mark.parametrize(("total", "second"), [(7, 1), (8, 2), (11, 5), (12, 6), (15, 6)])
def test_above_six_one_hit_is_certain_and_a_second_needs_the_excess(total: int, second: int) -> None:
    """combat.over-six, combat.over-six.second"""
    known = odds_of_hits(total)
    assert known.get(0) is None
    assert known.get(2, Fraction(0)) == Fraction(second, 6)
    assert max(known) <= 2


def test_by_the_other_reading_the_second_hit_needs_the_unmodified_value() -> None:
    """reading-second-hit: combat.over-six.second"""
    assert odds_of_hits(7, 4, second_by_value=True)[2] == figures("reading-second-hit")["p_second"]
    assert odds_of_hits(6, 4, second_by_value=True) == {1: Fraction(1)}


def test_hits_are_read_off_the_face() -> None:
    """combat.hit, combat.over-six"""
    thrown = [(3, 3, 1), (3, 4, 0), (7, 1, 2), (7, 2, 1)]
    for total, face, scored in thrown:
        throw = hits(value(total), 3, second_by_value=False, purpose="to hit")
        assert throw.cast(PlannedHand([face])) == scored


# --------------------------------------------------------- Steps Three and Four
def test_step_four_is_the_printed_list_and_each_line_has_its_rule() -> None:
    """disorder.extra.table"""
    assert {key: line.add for key, line in extras().items()} == dict.fromkeys(EXTRA_RULES, 1)
    assert set(EXTRA_RULES.values()) <= set(rulebook().ids)


def test_extra_markers_come_only_with_a_hit_and_once_whatever_the_hits() -> None:
    """disorder.extra.only-if-hit, melee.hit.two, disorder.max"""
    both = ("flank", "v-heavy")
    assert [markers(scored, "melee.hit", both).total for scored in (0, 1, 2)] == [0, 3, 4]


def test_a_permanent_marker_counts_but_is_never_removed() -> None:
    """disorder.permanent, rally.test"""
    assert Disorder(3, 1).removable == 2
    assert Disorder(3, 1).after_removal() == Disorder(2, 1)
    assert Disorder(1, 1).after_removal() == Disorder(1, 1)
    with pytest.raises(ValueError, match="2 markers are permanent, but there are only 1 in all"):
        Disorder(1, 2)


# ------------------------------------------------------------------- Step Five
def test_an_attached_officer_falls_once_in_twelve_hits() -> None:
    """officer-casualty: leaders.casualty.roll, leaders.casualty.trigger"""
    falls = chance(do(officer_falls, Peril(gained=3)), bool)
    assert falls == figures("officer-casualty")["p_casualty"]
    assert peril_tallies(Peril())["needed on 2D6 to take him"].shown == "11+"


def test_no_check_without_an_officer_or_without_a_marker() -> None:
    """leaders.casualty.trigger"""
    for peril in (Peril(attached=Attached.NOBODY), Peril(gained=0)):
        assert not is_checked(peril)
        assert chance(do(officer_falls, peril), bool) == 0
        assert peril_summary(peril, False) == ("no check is made",)  # noqa: FBT003 - what the throw came to
    assert [peril_summary(Peril(), fell) for fell in (True, False)] == [
        ("the officer is lost",),
        ("the officer is unhurt",),
    ]


# ------------------------------------------------------------------- other dice
def test_foot_withdraws_one_die_and_horse_two() -> None:
    """morale.row.2.distance, setup.dice"""
    foot, horse = (withdrawal_throw(one).odds(exact=True) for one in (Category.FOOT, Category.MOUNTED))
    assert (min(foot), max(foot), foot.mean()) == (1, 6, Fraction(7, 2))
    assert (min(horse), max(horse), horse[7]) == (2, 12, Fraction(1, 6))


def test_equal_dice_of_a_tie_stand() -> None:
    """melee.tie.roll, melee.tie.claims"""
    assert sorted(tie_throw().odds(exact=True).values()) == [Fraction(1, 6), Fraction(5, 12), Fraction(5, 12)]

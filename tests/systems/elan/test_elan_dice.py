"""To-hit numbers and rolls: worked cases of paired sixes and ones, and every roll counted face by face."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.dice import Count, PlannedHand, Throw
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.dice import (
    Share,
    UntilScored,
    dice_of,
    hits,
    number_of,
    paired_ones,
    paired_sixes,
    share,
    start,
    to_hit,
)
from sandtable.systems.elan.melee import melee_dice
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.shooting import Volley, fire_dice, gun_fire
from sandtable.systems.elan.troops import Formation
from tests.systems.elan.planned import thrown

FACES = (1, 2, 3, 4, 5, 6)


def scored(roll: Throw[int], *faces: int) -> int:
    hand = PlannedHand(faces)
    result = roll.cast(hand)
    hand.assert_used()
    return result


# --------------------------------------------------------------------- numbers
def test_the_highest_starting_number_that_applies_is_used() -> None:
    """dice.first-row"""
    thick = (True, "thick cover", "shooting.start.heavy-or-fortified-light")
    square = (True, "square", "shooting.start.square-march-column-flank")
    works = (False, "works", "shooting.start.fortified-heavy")
    assert [number_of(rule) for _, _, rule in (thick, square, works)] == [6, 3, 7]
    assert start([works, square, thick], "shooting.start.none").total == 6
    assert start([works, square], "shooting.start.none").total == 3
    assert start([works], "shooting.start.none").rules == ("shooting.start.none",)


def test_a_plus_makes_hitting_easier_and_a_one_never_hits() -> None:
    """dice.to-hit, dice.natural-one"""
    three = start([(True, "square", "shooting.start.square-march-column-flank")], "shooting.start.none")
    easier = [(1, "class A", "shooting.mod.quality"), (1, "breech-loaders", "shooting.mod.breech")]
    number = to_hit(three, easier)
    assert number.total == 2
    assert number.rules[-1] == "dice.natural-one"
    assert to_hit(three, [(-1, "disordered", "shooting.mod.disorder")]).total == 4


@given(st.lists(st.integers(-2, 2), max_size=6))
def test_the_order_of_modifiers_does_not_matter_and_none_is_lost(values: list[int]) -> None:
    """shooting.mod.add"""
    four = start([], "shooting.start.none")
    there = to_hit(four, [(value, "one", "shooting.mod.add") for value in values])
    back = to_hit(four, [(value, "one", "shooting.mod.add") for value in reversed(values)])
    assert there.total == back.total == max(2, 4 - sum(values))


# ----------------------------------------------------------------------- rolls
def test_two_of_three_sixes_hit_and_the_third_is_settled_by_one_more_die() -> None:
    """fire-11: dice.seven-plus, dice.seven-plus-odd"""
    assert scored(hits(6, 8), 6, 6, 6, 4, 2, 1, 3) == 1
    assert scored(hits(6, 8), 6, 6, 6, 4, 2, 1, 4) == 2


def test_an_even_number_of_sixes_needs_no_further_die() -> None:
    """dice.seven-plus-odd"""
    assert scored(hits(4, 7), 6, 6, 5, 5) == 1
    assert scored(hits(4, 7), 5, 5, 5, 5) == 0


def test_seven_eight_ten_and_thirteen_make_no_difference_and_six_does() -> None:
    """dice.seven-plus-all"""
    assert hits(6, 7) == hits(6, 8) == hits(6, 10) == hits(6, 13)
    assert hits(6, 6) != hits(6, 7)


def by_counting(dice: int, need: int) -> dict[int, Fraction]:
    """The chances of so many hits, all rolls counted, with a settling die for every odd six."""
    found: Counter[int] = Counter()
    for roll in product(FACES, repeat=dice):
        sixes = roll.count(6)
        for settling in FACES:
            if need < 7:
                found[sum(face >= need for face in roll)] += 1
            else:
                found[sixes // 2 + (sixes % 2 == 1 and settling >= 4)] += 1
    return {result: Fraction(ways, 6 ** (dice + 1)) for result, ways in found.items()}


@pytest.mark.parametrize("need", [2, 3, 4, 5, 6, 7, 9])
@pytest.mark.parametrize("dice", [0, 1, 2, 3, 4])
def test_the_odds_of_hits_are_those_of_all_rolls_counted(dice: int, need: int) -> None:
    """dice.to-hit, dice.seven-plus, setup.dice"""
    known = {result: chance for result, chance in hits(dice, need).odds(exact=True).items() if chance}
    assert known == by_counting(dice, need)


def test_three_ones_cost_the_guns_one_hit_and_a_second_on_one_to_three() -> None:
    """fire-12: shooting.fatigue, shooting.fatigue-odd, shooting.fatigue-self"""
    assert thrown(do(gun_fire, 4, 4), 1, 1, 1, 5, 2) == Volley(hits=1, fatigue=2)
    assert thrown(do(gun_fire, 4, 4), 1, 1, 1, 5, 5) == Volley(hits=1, fatigue=1)


def test_odd_sixes_are_settled_before_odd_ones_and_both_after_the_roll() -> None:
    """dice.fixed-order"""
    assert thrown(do(gun_fire, 4, 9), 6, 1, 3, 3, 4, 4) == Volley(hits=1, fatigue=0)
    assert thrown(do(gun_fire, 4, 9), 6, 1, 3, 3, 3, 3) == Volley(hits=0, fatigue=1)
    assert thrown(do(gun_fire, 4, 9), 6, 6, 1, 1) == Volley(hits=1, fatigue=1)


@pytest.mark.parametrize("need", [2, 4, 6, 7])
def test_hits_and_fatigue_of_guns_come_from_the_same_dice(need: int) -> None:
    """shooting.fatigue, shooting.fatigue-scope: all rolls of four dice and both settling dice counted."""
    found: Counter[Volley] = Counter()
    for roll in product(FACES, repeat=4):
        sixes, ones = roll.count(6), roll.count(1)
        for six, one in product((0, 1), repeat=2):
            struck = sum(face >= need for face in roll) if need < 7 else sixes // 2 + sixes % 2 * six
            found[Volley(struck, ones // 2 + ones % 2 * one)] += 1
    expected = {shot: Fraction(ways, 4 * 6**4) for shot, ways in found.items()}
    assert dict(odds(do(gun_fire, 4, need), exact=True)) == expected


def test_pairs_that_were_counted_elsewhere_are_settled_in_the_same_way() -> None:
    """dice.seven-plus-odd, shooting.fatigue-odd: 4 to 6 for a six, 1 to 3 for a one."""
    assert [thrown(do(paired_sixes, 3), face) for face in FACES] == [1, 1, 1, 2, 2, 2]
    assert [thrown(do(paired_ones, 3), face) for face in FACES] == [2, 2, 2, 1, 1, 1]
    assert thrown(do(paired_sixes, 4)) == thrown(do(paired_ones, 4)) == 2


# ------------------------------------------------------------ rolls of both sides
def test_rolls_are_made_again_while_none_of_them_scores() -> None:
    """melee.draw: a blank on both sides changes nothing."""
    both = UntilScored((Count(1, at_least=4), Count(2, at_least=5)), (1, 0), 2)
    hand = PlannedHand([3, 4, 4, 1, 2, 5])
    assert both.cast(hand) == (1, 0)
    hand.assert_used()


def test_the_odds_of_rolls_made_again_are_those_of_all_that_score() -> None:
    """melee.draw: counted over all faces of three rolls, two of them against one target."""
    rolls = (Count(1, at_least=4), Count(2, at_least=5), Count(1, at_least=6))
    thrice = UntilScored(rolls, (1, 0, 1), 2)
    found: Counter[tuple[int, int]] = Counter()
    for one, two, three, four in product(FACES, repeat=4):
        first, second, third = one >= 4, (two >= 5) + (three >= 5), four >= 6
        if first or second or third:
            found[second, first + third] += 1
    expected = {result: Fraction(ways, found.total()) for result, ways in found.items()}
    assert dict(thrice.odds(exact=True)) == expected


def test_rolls_that_can_never_score_are_refused() -> None:
    blank = (Count(0, at_least=4),)
    with pytest.raises(ValueError, match="for ever"):
        _ = UntilScored(blank, (0,), 1)


# --------------------------------------------------------------- dice by bases
@pytest.mark.parametrize(
    ("text", "dice"),
    [("N", 5), ("N+2", 7), ("2*N", 10), ("ceil(N/2)", 3), ("ceil(3*N/4)", 4), ("ceil(5*N/2)", 13), ("0", 0)],
)
def test_a_share_of_five_bases_is_rounded_up(text: str, dice: int) -> None:
    """scale.rounding"""
    assert share(text).of(5) == dice


def test_a_share_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="half of N"):
        share("half of N")


def test_the_dice_tables_are_read_by_their_words() -> None:
    """shooting.dice, melee.dice: more than one formation in a row, notes in brackets, and any formation."""
    horse = ("cavalry with firearms",)
    assert dice_of("shooting.dice", horse, Formation.SKIRMISH) == Share(1, 2, 0)
    assert dice_of("shooting.dice", horse, Formation.GARRISON) == Share(3, 4, 0)
    assert dice_of("shooting.dice", ("cavalry without firearms",), Formation.LINE) == Share(0, 1, 0)
    assert dice_of("shooting.dice", ("heavy artillery", "artillery"), Formation.LIMBERED) == Share(0, 1, 0)
    assert dice_of("melee.dice", ("cavalry",), Formation.MARCH_COLUMN) == Share(1, 2, 0)
    assert dice_of("melee.dice", ("infantry",), Formation.DEPLOYED) is None


def test_the_dice_of_every_profile_are_those_of_the_tables() -> None:
    """setup.profile, shooting.dice, melee.dice"""
    assert len(roster().profiles) == 41
    for profile in roster().profiles:
        arm, bases = profile.arm, profile.bases
        fire = {shape: fire_dice(arm, profile.weapon, shape, bases) for shape in profile.formations}
        melee = {shape: melee_dice(arm, shape, bases) for shape in profile.formations}
        assert (profile.fire_dice, profile.cc_dice) == (fire, melee), profile.id

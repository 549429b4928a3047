"""What a round of melee leads to: winners, draws fought again, and what the beaten do."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.melee_facts import (
    Duel,
    Engaged,
    Fighter,
    Melee,
    Opponent,
    Side,
    as_melee,
)
from sandtable.systems.elan.melee_results import (
    Fate,
    Fought,
    Reading,
    Result,
    Round,
    Verdict,
    after_blows,
    checked,
    duel_round,
    duel_summary,
    duel_tallies,
    fight,
    is_destroyed,
    loses_to_cavalry,
    reading_of,
    result,
    round_summary,
    verdict,
)
from sandtable.systems.elan.troops import Arm, Formation, Quality, Weapon, Weight
from tests.systems.elan.planned import thrown
from tests.systems.elan.test_elan_roster import figures, readings_of

ROUT, FALL_BACK, RETREAT = Result
RIFLES = Fighter(weapon=Weapon.RM)
MUSKETS = Fighter(weapon=Weapon.SBM)
COLUMN = Fighter(weapon=Weapon.RM, formation=Formation.COLUMN)
SKIRMISHERS = Fighter(formation=Formation.SKIRMISH)
LIGHT = Fighter(arm=Arm.CAVALRY, weapon=Weapon.NONE, bases=4)
HEAVY = Fighter(arm=Arm.CAVALRY, weapon=Weapon.NONE, bases=4, quality=Quality.B, weight=Weight.HEAVY)
GUNS = Fighter(arm=Arm.ARTILLERY, formation=Formation.DEPLOYED, weapon=Weapon.MSB, bases=2)


def winners(duel: Duel) -> dict[int | None, Fraction]:
    found = odds(do(fight, duel), exact=True).map(lambda end: end.winner)
    return {side: Fraction(found.get(side, 0)) for side in (0, 1, None)}


# ------------------------------------------------------- an independent reckoning
class Corps(NamedTuple):
    """A unit as a reckoner sees it: dice, number to hit when fresh, points, and is a commander there?"""

    dice: int
    number: int
    strength: int
    led: bool = False


@cache
def scores(dice: int, number: int) -> dict[int, Fraction]:
    """The chances of so many hits."""
    if number >= 7:
        found: dict[int, Fraction] = {}
        for sixes in range(dice + 1):
            chance = Fraction(comb(dice, sixes) * 5 ** (dice - sixes), 6**dice)
            for odd in (0, 1):
                hits = sixes // 2 + (odd if sixes % 2 else 0)
                found[hits] = found.get(hits, Fraction(0)) + chance / 2
        return found
    hit = Fraction(7 - number, 6)
    return {n: comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1)}


def number_now(corps: Corps, lost: int, disordered: int) -> int:
    thirds = 2 if 3 * lost >= 2 * corps.strength else 1 if 3 * lost >= corps.strength else 0
    return corps.number + thirds + disordered


MELEE_CHECK = (
    (Fraction(1) - Fraction(35, 216), (1, 0)),
    (Fraction(34, 216), (0, 0)),
    (Fraction(1, 216), (0, 1)),
)
"""A commander hit on 10 or more in 6 of 36: heroism keeps him, a 2 kills him, all else takes him away."""


def fates_of(state: tuple[int, int]) -> tuple[tuple[Fraction, tuple[int, int]], ...]:
    """Commander there and disorder, after the check of a round in which the unit was hit."""
    return MELEE_CHECK if state[0] else ((Fraction(1), state),)


def reckoned(one: Corps, other: Corps) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the first wins, that the second does, and that nobody is left, by plain recursion.

    A number below 2 counts as 2 only once losses are added, as the sheet adds all modifiers first.
    """

    @cache
    def from_here(
        lost: tuple[int, int], first: tuple[int, int], second: tuple[int, int]
    ) -> tuple[Fraction, Fraction, Fraction]:
        numbers = (
            max(2, number_now(one, lost[0], first[1])),
            max(2, number_now(other, lost[1], second[1])),
        )
        sums = [Fraction(0)] * 3
        blank = Fraction(0)
        for (struck, p), (back, q) in product(
            scores(one.dice, numbers[0]).items(), scores(other.dice, numbers[1]).items()
        ):
            after = lost[0] + back, lost[1] + struck
            gone = after[0] >= one.strength, after[1] >= other.strength
            if struck == back == 0:
                blank += p * q
            elif any(gone):
                sums[2 if all(gone) else int(gone[0])] += p * q
            elif struck != back:
                sums[int(struck < back)] += p * q
            else:
                for (r, ours), (s, theirs) in product(fates_of(first), fates_of(second)):
                    for place, chance in enumerate(from_here(after, ours, theirs)):
                        sums[place] += p * q * r * s * chance
        whole = 1 - blank
        return sums[0] / whole, sums[1] / whole, sums[2] / whole

    return from_here((0, 0), (int(one.led), 0), (int(other.led), 0))


# --------------------------------------------------------------- worked cases
def test_heavy_horse_rides_down_a_line_of_muskets() -> None:
    """melee-01"""
    charge = Duel(attacker=HEAVY, defender=MUSKETS)
    figures = duel_tallies(charge)
    assert [figures[f"to hit for the {who}"].total for who in ("attacker", "defender")] == [2, 5]
    found = winners(charge)
    assert (round(float(found[0]), 6), round(float(found[1]), 6)) == (0.986971, 0.013029)
    assert (found[0], found[1], found[None]) == reckoned(Corps(6, 1, 12), Corps(6, 5, 18))
    fates = odds(do(fight, charge)).map(lambda end: end.defender if end.winner == 0 else None)
    assert set(fates) == {None, Fate.ROUTS}


def test_a_square_throws_heavy_horse_back() -> None:
    """melee-02"""
    square = Duel(attacker=HEAVY, defender=replace(MUSKETS, formation=Formation.SQUARE))
    figures = duel_tallies(square)
    assert [figures[f"to hit for the {who}"].total for who in ("attacker", "defender")] == [8, 4]
    assert "sixes for a hit, attacker" in figures
    found = winners(square)
    assert (round(float(found[1]), 6), round(float(found[0]), 6)) == (0.988696, 0.011304)
    assert (found[0], found[1], found[None]) == reckoned(Corps(6, 8, 12), Corps(6, 4, 18))
    beaten = {end.attacker for end in odds(do(fight, square)) if end.winner == 1}
    assert beaten == {Fate.FALLS_BACK, Fate.ROUTS, Fate.DESTROYED}


def test_equal_lines_draw_often_and_both_may_be_destroyed() -> None:
    """melee-08: melee.draw, melee.draw-how"""
    even = Duel(attacker=RIFLES, defender=RIFLES)
    first = odds(do(duel_round, even), exact=True)
    assert first.chance(lambda fought: fought.verdict is Verdict.DRAW) == Fraction(231, 1024)
    assert first[Round(0, 0, Verdict.DRAW)] == Fraction(1, 2) ** 12
    found = winners(even)
    assert round(float(found[0]), 6) == round(float(found[1]), 6) == 0.499997
    assert found[0] == found[1]
    assert found[None] == 1 - 2 * found[0] > 0
    assert (found[0], found[1], found[None]) == reckoned(Corps(6, 4, 18), Corps(6, 4, 18))


def test_a_column_beats_a_line_by_its_depth() -> None:
    """melee-10"""
    found = winners(Duel(attacker=COLUMN, defender=RIFLES))
    assert (round(float(found[0]), 6), round(float(found[1]), 6)) == (0.738453, 0.261536)
    assert (found[0], found[1], found[None]) == reckoned(Corps(8, 4, 18), Corps(6, 4, 18))


def test_what_a_beaten_unit_does_by_its_type() -> None:
    """melee-07: by the reading for which it was written, and by default"""
    spent_horse = replace(LIGHT, lost=8)
    cases = (
        (RIFLES, False),
        (RIFLES, True),
        (LIGHT, False),
        (SKIRMISHERS, False),
        (SKIRMISHERS, True),
        (spent_horse, True),
        (GUNS, False),
        (GUNS, True),
    )
    written = reading_of(rout_from_cavalry=bool(readings_of("melee-07").of("melee.result.order")))
    assert written is Reading.ROUT_FIRST
    found = [result(one, 0, written, to_cavalry=horse) for one, horse in cases]
    assert found == list(figures("melee-07").values())
    assert found == [RETREAT, ROUT, FALL_BACK, FALL_BACK, ROUT, ROUT, RETREAT, ROUT]
    by_default = [result(one, 0, to_cavalry=horse) for one, horse in cases]
    assert by_default == [RETREAT, ROUT, FALL_BACK, FALL_BACK, FALL_BACK, ROUT, RETREAT, ROUT]


def test_skirmishers_beaten_by_cavalry_fall_back_or_rout_by_the_reading() -> None:
    """melee-14: melee.result.order"""
    expected = figures("melee-14")
    written = reading_of(rout_from_cavalry=bool(readings_of("melee-14").of("melee.result.order")))
    assert result(SKIRMISHERS, 0, written, to_cavalry=True) == expected["default"]
    assert result(SKIRMISHERS, 0, to_cavalry=True) == expected["other"]
    spent = replace(SKIRMISHERS, lost=12)
    assert {result(spent, 0, reading, to_cavalry=True) for reading in Reading} == {expected["spent"]}
    assert {result(RIFLES, 0, reading, to_cavalry=True) for reading in Reading} == {ROUT}
    charge = Duel(attacker=LIGHT, defender=SKIRMISHERS)
    routed = replace(charge, rout_from_cavalry=True)
    assert Fate.FALLS_BACK in {end.defender for end in odds(do(fight, charge))}
    fates = {end.defender for end in odds(do(fight, routed))}
    assert Fate.ROUTS in fates
    assert Fate.FALLS_BACK not in fates


def test_a_limbered_battery_that_loses_to_cavalry_routs() -> None:
    """melee.result.rout, melee.result.vs-cavalry"""
    limbered = replace(GUNS, formation=Formation.LIMBERED)
    ends = odds(do(fight, Duel(attacker=LIGHT, defender=limbered)))
    assert {end.defender for end in ends if end.winner == 0} == {Fate.ROUTS, Fate.DESTROYED}


# ---------------------------------------------------------------------- results
def test_spent_is_judged_after_the_hits_of_the_melee() -> None:
    """melee.result.order, melee.result.rout"""
    assert result(replace(RIFLES, lost=9), 2, to_cavalry=False) is RETREAT
    assert result(replace(RIFLES, lost=9), 3, to_cavalry=False) is ROUT


def test_dismounted_cavalry_counts_as_skirmishing_infantry_when_it_is_beaten() -> None:
    """formation.dismount, melee.result.fall-back"""
    troopers = replace(LIGHT, formation=Formation.DISMOUNTED)
    assert result(troopers, 0, to_cavalry=False) is FALL_BACK
    assert result(troopers, 0, to_cavalry=True) is FALL_BACK
    assert result(troopers, 0, Reading.ROUT_FIRST, to_cavalry=True) is ROUT
    assert result(replace(LIGHT, formation=Formation.GARRISON), 0, to_cavalry=False) is RETREAT


def test_one_mounted_enemy_in_contact_is_enough_to_lose_to_cavalry() -> None:
    """melee.result.vs-cavalry"""
    enemies = (Engaged(RIFLES, (Opponent(0),)), Engaged(LIGHT, (Opponent(0), Opponent(1))))
    ours = (Engaged(RIFLES, (Opponent(0), Opponent(1))), Engaged(COLUMN, (Opponent(1),)))
    mixed = Melee(sides=(Side(ours, 0), Side(enemies, 1)))
    assert [loses_to_cavalry(mixed, 0, place) for place in (0, 1)] == [True, True]
    assert [loses_to_cavalry(mixed, 1, place) for place in (0, 1)] == [False, False]
    on_foot = replace(LIGHT, formation=Formation.DISMOUNTED)
    assert not loses_to_cavalry(as_melee(Duel(attacker=on_foot)), 1, 0)


# ---------------------------------------------------------------------- winners
def pair_against_one() -> Melee:
    """Two lines against one column."""
    ours = (Engaged(RIFLES, (Opponent(0),)), Engaged(RIFLES, (Opponent(0),)))
    return Melee(sides=(Side(ours, 0), Side((Engaged(COLUMN, (Opponent(0), Opponent(1))),), 1)))


def test_the_side_with_more_hits_in_all_wins() -> None:
    """melee.winner, melee.multiple-winner, melee.draw"""
    melee = pair_against_one()
    assert verdict(melee, ((2, 1), (4,))) is Verdict.FIRST
    assert verdict(melee, ((2, 3), (4,))) is Verdict.SECOND
    assert verdict(melee, ((2, 2), (4,))) is Verdict.DRAW
    assert (Verdict.FIRST.winner, Verdict.SECOND.winner, Verdict.DRAW.winner) == (0, 1, None)


def test_a_side_that_has_ceased_to_exist_cannot_win() -> None:
    """melee.destroyed"""
    last = Duel(attacker=replace(RIFLES, lost=16), defender=replace(RIFLES, lost=17))
    melee = as_melee(last)
    assert verdict(melee, ((2,), (0,))) is Verdict.SECOND
    assert verdict(melee, ((1,), (1,))) is Verdict.FIRST
    assert verdict(melee, ((2,), (1,))) is Verdict.NOBODY
    assert is_destroyed(last.attacker, 2)
    assert not is_destroyed(last.attacker, 1)


def test_a_destroyed_unit_is_in_contact_with_nobody_and_others_fight_on() -> None:
    """melee.draw-how, melee.destroyed: whoever has no enemy left is out of the melee."""
    near_end = replace(RIFLES, lost=16)
    ours = (Engaged(near_end, (Opponent(0),)), Engaged(RIFLES, (Opponent(0), Opponent(1))))
    theirs = (Engaged(COLUMN, (Opponent(0), Opponent(1))), Engaged(replace(RIFLES, lost=17), (Opponent(1),)))
    before = Melee(sides=(Side(ours, 0), Side(theirs, 1)))
    hits = ((2, 1), (2, 1))
    assert verdict(before, hits) is Verdict.DRAW
    after = after_blows(before, hits)
    contacts = [[[o.enemy for o in unit.opponents] for unit in side.units] for side in after.sides]
    assert contacts == [[[], [0]], [[1], []]]
    assert [[f.lost for f in after.fighters(side)] for side in (0, 1)] == [[16, 1], [2, 17]]


def test_units_out_of_the_melee_do_not_keep_their_side_in_it() -> None:
    """melee.destroyed, melee.draw-how"""
    ours = (Engaged(COLUMN, ()), Engaged(replace(RIFLES, lost=17), (Opponent(0),)))
    melee = Melee(sides=(Side(ours, 0), Side((Engaged(RIFLES, (Opponent(1),)),), 1)))
    assert verdict(melee, ((0, 1), (3,))) is Verdict.SECOND


# ------------------------------------------------------------------ to the end
@pytest.mark.parametrize(
    ("first", "second", "corps"),
    [
        (RIFLES, RIFLES, (Corps(6, 4, 18, led=True), Corps(6, 4, 18))),
        (COLUMN, RIFLES, (Corps(8, 4, 18, led=True), Corps(6, 4, 18, led=True))),
        (replace(RIFLES, bases=2), GUNS, (Corps(2, 4, 6, led=True), Corps(2, 6, 6, led=True))),
    ],
)
def test_a_killed_commander_disorders_his_unit_in_the_next_round(
    first: Fighter, second: Fighter, corps: tuple[Corps, Corps]
) -> None:
    """leaders.check-order, leaders.hit-check, leaders.casualty.killed"""
    one, other = (replace(unit, commander=c.led) for unit, c in zip((first, second), corps, strict=True))
    found = winners(Duel(attacker=one, defender=other))
    assert (found[0], found[1], found[None]) == reckoned(*corps)


def test_a_commander_is_checked_only_where_his_death_would_tell() -> None:
    """leaders.check-order: killed he disorders the unit, struck otherwise he is gone from it."""
    led = replace(RIFLES, commander=True)
    assert thrown(do(checked, led), 5, 4) == led
    assert thrown(do(checked, led), 6, 6, 1, 1) == replace(RIFLES, disordered=True)
    assert thrown(do(checked, led), 6, 6, 5, 5) == RIFLES
    assert thrown(do(checked, led), 6, 6, 6, 6) == led
    assert thrown(do(checked, replace(led, disordered=True))) == replace(RIFLES, disordered=True)


def test_a_drawn_round_is_fought_again_at_once_with_its_losses() -> None:
    """melee.draw, melee.draw-how, melee.sequence: five losses and a drawn hit make a third."""
    worn = replace(RIFLES, bases=2, lost=1)
    duel = Duel(attacker=worn, defender=worn)
    drawn = (4, 1, 4, 1)
    misses_at_five = (4, 4, 5, 4)
    assert thrown(do(fight, duel), *drawn, *misses_at_five) == Fought(1, Fate.RETREATS, Fate.WINS)


def test_a_round_in_which_nobody_is_hit_is_drawn_and_fought_again() -> None:
    """melee.draw"""
    small = replace(RIFLES, bases=1)
    duel = Duel(attacker=small, defender=small)
    blank = thrown(do(duel_round, duel), 1, 1)
    assert blank == Round(0, 0, Verdict.DRAW)
    assert round_summary(duel, blank) == ("the round is drawn and fought again",)
    assert thrown(do(fight, duel), 1, 1, 3, 3, 4, 2) == Fought(0, Fate.WINS, Fate.RETREATS)


def test_a_single_round_is_told_and_measured() -> None:
    """melee.round"""
    small = replace(RIFLES, bases=1)
    duel = Duel(attacker=small, defender=small)
    fought = thrown(do(duel_round, duel), 4, 2)
    assert fought == Round(attacker=0, defender=1, verdict=Verdict.FIRST)
    assert round_summary(duel, fought) == ("the attacker wins the round",)


def test_the_end_of_a_melee_is_told() -> None:
    """melee.winner"""
    told = duel_summary(Duel(), Fought(0, Fate.WINS, Fate.RETREATS))
    assert told == ("the attacker wins", "the defender retreats")
    both = duel_summary(Duel(), Fought(None, Fate.DESTROYED, Fate.DESTROYED))
    assert both == ("nobody is left", "the attacker is destroyed", "the defender is destroyed")

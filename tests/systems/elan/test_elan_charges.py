"""Charges: reaction fire, squares, charging home, countercharges and evades."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.charges import (
    ChargeEnd,
    ChargeFacts,
    Charger,
    ChargeResult,
    CounterchargeFacts,
    EvadeFacts,
    HomeFacts,
    Meeting,
    Receiving,
    charge,
    charge_summary,
    charge_tallies,
    charged_home,
    countercharge,
    countercharge_tallies,
    evade,
    evade_summary,
    evade_tallies,
    is_caught,
    must_test,
)
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.shooting import Fire, Target
from sandtable.systems.elan.troops import Arm, Formation, Quality, Weapon

CONTACT, STOPPED, DESTROYED = ChargeResult
HORSE = Charger(bases=4)
AT_HORSE = Target(arm=Arm.CAVALRY)
RIFLES = Fire(weapon=Weapon.RM, target=AT_HORSE)
SQUARE = Receiving.FORM_SQUARE


def result(facts: ChargeFacts, wanted: ChargeResult) -> Fraction:
    return Fraction(odds(do(charge, facts), exact=True).chance(lambda end: end.result is wanted))


# --------------------------------------------------------------- worked cases
def test_cavalry_that_charges_rifles_reaches_them_six_times_in_ten() -> None:
    """charge-01"""
    ends = odds(do(charge, ChargeFacts(charger=HORSE, fire=RIFLES)), exact=True)
    assert ends.chance(lambda end: end.hits == 0) == Fraction(1, 64)
    assert ends.chance(lambda end: end.hits == 0 and end.result is STOPPED) == 0
    assert ends.chance(lambda end: end.result is CONTACT) == Fraction(151, 256)


def test_only_the_charger_tests_when_it_is_disordered_and_countercharged() -> None:
    """charge-06: charge.countercharge"""
    meetings = odds(do(countercharge, CounterchargeFacts(charger=Charger(disordered=True))), exact=True)
    assert dict(meetings) == {Meeting.MEET: Fraction(7, 12), Meeting.CHARGER_STAYS: Fraction(5, 12)}


def caught(**facts: object) -> Fraction:
    ends = odds(do(evade, replace(EvadeFacts(), **facts)), exact=True)
    return Fraction(ends.chance(lambda end: end.caught))


def test_skirmishers_four_inches_off_are_caught_unless_they_roll_a_six() -> None:
    """charge-04"""
    assert caught(gap=4.0, reach=18.0) == Fraction(5, 6)


def test_in_small_inches_they_are_caught_for_certain() -> None:
    """charge-05"""
    assert caught(scale=Scale.SMALL, gap=2.0, reach=12.0) == 1


def test_a_wheel_of_thirty_degrees_costs_the_charger_half_his_catch() -> None:
    """charge.evade-pursuit, movement.compulsory-rate: 3.142 of 18 in are spent on the wheel."""
    assert caught(gap=3.0, reach=14.858) == Fraction(1, 3)


def test_on_hexes_foot_that_evade_two_are_caught_within_four() -> None:
    """charge.evade-pursuit, movement.compulsory-rate"""
    assert [caught(scale=Scale.HEX, gap=far, reach=4) for far in (1, 2, 3)] == [1, 1, 0]


# ----------------------------------------------------------------- charging home
def test_a_charger_tests_when_hit_shaken_or_at_a_square() -> None:
    """charge.home-triggers"""
    fresh = HomeFacts(charger=HORSE)
    assert not must_test(fresh)
    assert must_test(replace(fresh, hits=1))
    assert must_test(replace(fresh, horse_at_square=True))
    assert must_test(HomeFacts(charger=replace(HORSE, disordered=True)))
    assert must_test(HomeFacts(charger=replace(HORSE, lost=8)))
    assert not must_test(HomeFacts(charger=replace(HORSE, lost=7)))


def test_a_charge_that_meets_no_fire_needs_no_test() -> None:
    """charge.home, charge.home-triggers"""
    unfired = ChargeFacts(charger=HORSE, reaction=Receiving.STAND, fire=RIFLES)
    assert dict(odds(do(charge, unfired), exact=True)) == {
        ChargeEnd(0, Formation.LINE, target_disordered=False, result=CONTACT): 1
    }


def test_hits_may_destroy_a_charger_or_leave_it_to_its_test() -> None:
    """troops.destroyed, charge.home-fail"""
    last = replace(HORSE, lost=11)
    assert dict(odds(do(charged_home, HomeFacts(charger=last, hits=1)), exact=True)) == {DESTROYED: 1}
    assert dict(odds(do(charged_home, HomeFacts(charger=last)), exact=True)) == {
        CONTACT: Fraction(7, 12),
        STOPPED: Fraction(5, 12),
    }


def test_a_square_fires_with_its_own_dice_and_cavalry_must_test_against_it() -> None:
    """charge.form-square, charge.form-square-fail, charge.reaction-fire, charge.home-triggers"""
    facts = ChargeFacts(charger=HORSE, reaction=SQUARE, fire=RIFLES)
    ends = odds(do(charge, facts), exact=True)
    formed = ends.chance(lambda end: end.formation is Formation.SQUARE)
    assert formed == Fraction(7, 12)
    assert max(end.hits for end in ends if end.formation is Formation.SQUARE) == 2
    home = ends.chance(lambda end: end.formation is Formation.SQUARE and end.result is CONTACT)
    assert home == formed * Fraction(7, 12)
    caught_forming = ChargeEnd(0, Formation.LINE, target_disordered=True, result=CONTACT)
    assert ends[caught_forming] == Fraction(5, 12)
    assert charge_summary(facts, caught_forming) == ("the charge reaches contact", "the square is not formed")


def test_a_commander_helps_his_men_to_form_square() -> None:
    """charge.form-square, leaders.elan-bonus"""
    facts = ChargeFacts(charger=HORSE, reaction=SQUARE, fire=RIFLES, commander=1)
    formed = odds(do(charge, facts), exact=True).chance(lambda end: end.formation is Formation.SQUARE)
    assert formed == Fraction(13, 18)


def test_infantry_at_a_square_charges_home_without_a_test() -> None:
    """charge.home-triggers: the square is a trigger for cavalry alone."""
    square = Fire(weapon=Weapon.RM, formation=Formation.SQUARE, target=Target())
    facts = ChargeFacts(charger=Charger(bases=6), reaction=Receiving.STAND, fire=square)
    assert result(facts, CONTACT) == 1
    assert result(replace(facts, fire=replace(square, target=AT_HORSE)), CONTACT) == Fraction(7, 12)


def commander_under_fire() -> dict[str, Fraction]:
    """What a check under fire leaves of a commander of leadership 2, the whole table counted."""
    states = {"with": Fraction(0), "gone": Fraction(0), "killed": Fraction(0)}
    for check, table in product(product(range(1, 7), repeat=2), repeat=2):
        rolled = sum(table)
        key = "with" if sum(check) < 11 or rolled == 12 else "killed" if rolled == 2 else "gone"
        states[key] += Fraction(1, 6**4)
    return states


def test_the_commander_is_checked_before_the_charger_tests() -> None:
    """leaders.check-order, leaders.hit-check: whoever is struck down no longer helps."""
    led = Charger(bases=4, commander=2)
    found = odds(do(charged_home, HomeFacts(charger=led, hits=1)), exact=True)[CONTACT]
    after = commander_under_fire()
    helped, alone = Fraction(30, 36), Fraction(21, 36)
    assert found == after["with"] * helped + (after["gone"] + after["killed"]) * alone
    assert odds(do(charged_home, HomeFacts(charger=led)), exact=True)[CONTACT] == 1


@pytest.mark.parametrize("lost", [0, 3, 6, 9])
def test_a_charge_by_counting_every_number_of_hits(lost: int) -> None:
    """charge.sequence, charge.home-triggers, troops.destroyed"""
    facts = ChargeFacts(charger=replace(HORSE, lost=lost, quality=Quality.D), fire=RIFLES)
    passes = Fraction(15, 36)
    contact = destroyed = Fraction(0)
    for hits in range(7):
        chance = Fraction(comb(6, hits), 64)
        if lost + hits >= 12:
            destroyed += chance
        elif hits or lost >= 8:
            contact += chance * passes
        else:
            contact += chance
    assert (result(facts, CONTACT), result(facts, DESTROYED)) == (contact, destroyed)


def test_a_target_answers_only_by_a_reaction_that_is_open_to_it() -> None:
    """charge.reactions"""
    with pytest.raises(ValueError, match="cannot answer this charge by form square"):
        ChargeFacts(reaction=SQUARE, fire=Fire(weapon=Weapon.RM))
    with pytest.raises(ValueError, match="it can stand"):
        ChargeFacts(fire=Fire(formation=Formation.MARCH_COLUMN, target=AT_HORSE))


def test_the_figures_of_a_charge_are_those_of_its_fire_and_tests() -> None:
    """charge.reaction-fire"""
    figures = charge_tallies(ChargeFacts(charger=HORSE, reaction=SQUARE, fire=replace(RIFLES, range=12)))
    assert {name: tally.total for name, tally in figures.items()} == {
        "needed on 2D6 to charge home": 7,
        "needed on 2D6 to form square": 7,
        "dice": 2,
        "to hit": 4,
    }


# ------------------------------------------------------------- the countercharge
def test_a_spent_countercharger_may_have_to_receive_at_the_halt() -> None:
    """charge.countercharge: the charger tests if disordered or Spent, the other only if Spent."""
    both = CounterchargeFacts(charger=Charger(lost=8), countercharger=Charger(lost=8, quality=Quality.B))
    assert dict(odds(do(countercharge, both), exact=True)) == {
        Meeting.CHARGER_STAYS: Fraction(5, 12),
        Meeting.AT_THE_HALT: Fraction(7, 12) * Fraction(5, 18),
        Meeting.MEET: Fraction(7, 12) * Fraction(13, 18),
    }
    assert dict(odds(do(countercharge, CounterchargeFacts()), exact=True)) == {Meeting.MEET: 1}
    assert [tally.total for tally in countercharge_tallies(both).values()] == [7, 6]


def test_disordered_cavalry_cannot_countercharge() -> None:
    """charge.reactions"""
    with pytest.raises(ValueError, match="cannot countercharge"):
        CounterchargeFacts(countercharger=Charger(disordered=True))


# --------------------------------------------------------------------- the evade
def test_reach_counts_up_to_and_including_its_limit() -> None:
    """charge.evade-pursuit, scale.tolerance"""
    assert is_caught(18.0, 18.0)
    assert is_caught(18.01, 18.0)
    assert not is_caught(18.05, 18.0)


def test_mounted_evaders_go_farther() -> None:
    """charge.evade: 4 + 9 + two dice against 18, ten rolls of thirty-six."""
    assert caught(mounted=True, gap=4.0, reach=18.0) == Fraction(10, 36)
    facts = EvadeFacts(mounted=True)
    ends = odds(do(evade, facts), exact=True)
    assert {evade_summary(facts, end) for end in ends} == {
        ("the evader is caught",),
        ("the evader gets away",),
    }
    assert [tally.total for tally in evade_tallies(facts).values()] == [18, 9, 2]

"""Morale: the modified value in every test, and the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.morale import (
    FAILED,
    Consulted,
    Effect,
    Flight,
    Occasion,
    Trial,
    consult,
    failure,
    flight,
    flight_summary,
    flight_tallies,
    is_tested,
    judged,
    morale_test,
    recoiled_into,
    surrounded,
    target,
    trial_summary,
    trial_tallies,
    withdrawal,
)
from sandtable.systems.tricorn.troops import Category, Quality, TroopType
from tests.systems.tricorn.worked import chance, exact, figures, is_other

RECRUITS = Trial(quality=Quality.RECRUIT)
GUNS = Trial(troops=TroopType.FIELD_ARTILLERY)
ELSEWHERE = (Occasion.REMOVAL, Occasion.RECOILED_INTO)


def passes(trial: Trial) -> Fraction:
    return chance(do(morale_test, trial), bool)


def effects(trial: Trial) -> dict[Effect, Fraction]:
    known = exact(do(consult, trial)).map(lambda told: told.effect)
    return {effect: Fraction(share) for effect, share in known.items()}


def change(occasion: Occasion = Occasion.CONSULTATION, **circumstances: Any) -> int:
    """What circumstances add to the value of Trained Muskets."""
    return target(Trial(occasion=occasion, **circumstances)).whole - 14


# -------------------------------------------------------------------- the value
def test_a_test_is_passed_by_rolling_the_value_or_less() -> None:
    """morale.test, troops.quality"""
    assert [passes(Trial(quality=quality)) for quality in Quality] == [
        Fraction(value, 20) for value in (11, 14, 16, 17, 18)
    ]
    assert trial_tallies(Trial())["target on 1D20"].rules == ("troops.quality",)


def test_markers_take_off_one_three_and_five() -> None:
    """morale.mod.first-marker, morale.mod.more-markers, morale.mod.marker-totals"""
    assert [change(markers=count) for count in range(5)] == [0, -1, -3, -5, -5]
    rules = target(Trial(markers=3)).rules[1:]
    assert rules == ("morale.mod.first-marker", "morale.mod.more-markers", "morale.mod.more-markers")


@pytest.mark.parametrize(
    ("circumstance", "worth", "rule"),
    [
        ({"attached": Attached.CHIEF}, 3, "morale.mod.cc-attached"),
        ({"attached": Attached.GENERAL}, 2, "morale.mod.general-attached"),
        ({"cover": True}, 2, "morale.mod.cover"),
        ({"demoralized": True}, -2, "morale.mod.demoralized"),
        ({"forced_march": True}, -5, "morale.mod.forced-march"),
    ],
)
def test_lines_that_count_in_every_test(circumstance: dict[str, Any], worth: int, rule: str) -> None:
    """morale.mod.cc-attached, morale.mod.general-attached, morale.mod.cover, morale.mod.demoralized,
    morale.mod.forced-march, morale.mod.defending-cover, morale.mod.table"""
    for occasion in Occasion:
        alone = target(Trial(occasion=occasion))
        tally = target(Trial(occasion=occasion, **circumstance))
        assert tally.whole - alone.whole == worth
        assert set(tally.rules) - set(alone.rules) == {rule}


@pytest.mark.parametrize(("circumstance", "rule"), [("uphill", "uphill"), ("stream", "stream")])
def test_the_slope_and_the_bank_help_against_an_enemy_only(circumstance: str, rule: str) -> None:
    """morale.mod.uphill, morale.mod.stream, morale.mod.scope"""
    ground: dict[str, Any] = {circumstance: True}
    for occasion in Occasion:
        helped = target(Trial(occasion=occasion, **ground))
        gain = helped.whole - target(Trial(occasion=occasion)).whole
        assert gain == (0 if occasion in ELSEWHERE else 2)
        assert (f"morale.mod.{rule}" in helped.rules) is (occasion not in ELSEWHERE)


def test_light_infantry_is_at_home_in_bad_going() -> None:
    """morale.mod.lights-bad-going"""
    lights = Trial(troops=TroopType.LIGHT_INFANTRY, bad_going=True)
    assert target(lights).total == 15
    assert target(replace(lights, bad_going=False)).total == target(Trial(bad_going=True)).total == 14


def test_breaking_off_costs_one() -> None:
    """break-off: morale.mod.break-off, movement.break-off.test"""
    expected = figures("break-off")
    trial = Trial(quality=Quality.VETERAN, markers=1, occasion=Occasion.BREAK_OFF)
    assert (target(trial).total, passes(trial)) == (expected["target"], expected["p"])


def test_guns_count_after_fire_or_melee_and_in_breaking_off_from_them() -> None:
    """morale.mod.artillery, morale.mod.scope, shooting.hit.long-artillery.detail"""
    counted = [occasion for occasion in Occasion if "morale.mod.artillery" in _rules(occasion, guns=True)]
    assert counted == [Occasion.CONSULTATION, Occasion.BREAK_OFF]
    assert change(guns=True) == -2


def test_flank_fire_counts_after_fire_only() -> None:
    """morale.mod.flank-fire, morale.mod.scope"""
    counted = [one for one in Occasion if "morale.mod.flank-fire" in _rules(one, flank_fire=True)]
    assert counted == [Occasion.CONSULTATION, Occasion.LONG_RANGE]
    assert change(flank_fire=True) == -3


def _rules(occasion: Occasion, **circumstances: Any) -> tuple[str, ...]:
    return target(Trial(occasion=occasion, **circumstances)).rules


def test_an_enemy_on_a_flank_in_melee() -> None:
    """morale-flank-melee: morale.mod.surrounded.reading, morale.mod.marker-totals"""
    expected = figures("morale-flank-melee")
    trial = Trial(markers=2, left=True, per_edge=is_other("morale-flank-melee"))
    assert (target(trial).total, passes(trial)) == (expected["target"], expected["p_pass"])


def test_by_the_other_reading_each_edge_that_is_touched_counts_six() -> None:
    """morale.mod.surrounded, morale.mod.surrounded.reading, morale.mod.scope"""
    guard = Trial(quality=Quality.GUARD, attached=Attached.CHIEF, cover=True, uphill=True, per_edge=True)
    assert target(replace(guard, left=True, right=True)).total == 18 + 3 + 2 + 2 - 12
    assert surrounded(replace(guard, left=True, right=True, rear=True))[0] == 3
    counted = [one for one in Occasion if "morale.mod.surrounded.reading" in _rules(one, rear=True)]
    assert counted == [Occasion.CONSULTATION, Occasion.BREAK_OFF]


def test_six_counts_once_for_both_flanks_or_the_rear() -> None:
    """reading-surrounded-once: morale.mod.surrounded.reading"""
    trial = Trial(markers=2, per_edge=is_other("reading-surrounded-once"))
    around = ({"left": True}, {"left": True, "right": True}, {"rear": True})
    targets = [target(replace(trial, **edges)).total for edges in around]
    assert targets == figures("reading-surrounded-once")["targets"]


def test_the_value_stays_between_one_and_nineteen() -> None:
    """morale-clamp: morale.limits, morale.mod.surrounded.reading"""
    expected = figures("morale-clamp")
    trial = replace(RECRUITS, markers=3, left=True, rear=True, per_edge=is_other("morale-clamp"))
    assert (target(trial).total, passes(trial)) == (expected["target"], expected["p_pass"])
    assert target(Trial(quality=Quality.GUARD, attached=Attached.CHIEF)).total == 19


def test_the_range_of_a_c_c_helps_in_removing_disorder_only_and_not_besides_the_c_c_himself() -> None:
    """morale.mod.cc-range, morale.mod.cumulative, morale.mod.cc-with-command"""
    assert change(Occasion.REMOVAL, chief_near=True) == 1
    assert change(Occasion.CONSULTATION, chief_near=True) == 0
    assert change(Occasion.REMOVAL, chief_near=True, attached=Attached.CHIEF) == 3
    assert change(Occasion.REMOVAL, chief_near=True, attached=Attached.GENERAL) == 3


# -------------------------------------------------------------------- the table
def test_at_one_marker_only_recruits_test_and_may_recoil() -> None:
    """morale.row.1, morale.table"""
    assert effects(replace(RECRUITS, markers=1)) == {
        Effect.NONE: Fraction(1, 2),
        Effect.RECOIL: Fraction(1, 2),
    }
    for quality in (Quality.TRAINED, Quality.VETERAN, Quality.ELITE, Quality.GUARD):
        steady = Trial(quality=quality, markers=1)
        assert not is_tested(steady)
        assert exact(do(consult, steady)) == {Consulted(): 1}


def test_at_two_markers_a_failure_is_a_withdrawal_and_guns_are_abandoned() -> None:
    """morale.row.2, morale.row.2.artillery"""
    assert effects(Trial(markers=2)) == {Effect.NONE: Fraction(11, 20), Effect.WITHDRAW: Fraction(9, 20)}
    assert effects(replace(GUNS, markers=2)) == {
        Effect.NONE: Fraction(11, 20),
        Effect.ABANDON: Fraction(9, 20),
    }


def test_at_three_markers_a_failure_is_the_end() -> None:
    """morale.row.3, recoil.artillery"""
    for trial in (Trial(markers=3), replace(GUNS, markers=3)):
        assert effects(trial) == {Effect.NONE: Fraction(9, 20), Effect.ELIMINATED: Fraction(11, 20)}


@pytest.mark.parametrize("markers", [4, 5, 7])
def test_at_four_markers_or_more_nobody_tests(markers: int) -> None:
    """morale.row.4, disorder.max"""
    guard = Trial(quality=Quality.GUARD, markers=markers)
    assert exact(do(consult, guard)) == {Consulted(Effect.ELIMINATED): 1}
    assert not is_tested(guard)


def test_guns_ignore_a_recoil() -> None:
    """recoil.artillery, morale.row.1"""
    recruits = replace(GUNS, quality=Quality.RECRUIT, markers=1)
    assert effects(recruits) == {Effect.NONE: 1}
    assert failure(recruits) is Effect.NONE


# ------------------------------------------------------------- friends run into
def test_a_friend_recoils_into_a_unit() -> None:
    """morale-recoiled-into-muskets: morale.recoiled-into, morale.recoiled-into.fail"""
    expected = figures("morale-recoiled-into-muskets")
    trial = Trial(markers=1, occasion=Occasion.RECOILED_INTO)
    assert target(trial).total == expected["target"]
    fails = chance(do(recoiled_into, trial), lambda told: told.effect is Effect.RECOIL)
    assert fails == expected["p_fail"]


@pytest.mark.parametrize(
    ("markers", "effect"),
    [(0, Effect.NONE), (1, Effect.RECOIL), (2, Effect.WITHDRAW), (3, Effect.ELIMINATED)],
)
def test_a_failed_check_of_a_friend_does_the_row_of_its_own_markers(markers: int, effect: Effect) -> None:
    """morale.recoiled-into.levels"""
    trial = Trial(markers=markers, occasion=Occasion.RECOILED_INTO)
    failed = {told.effect for told in exact(do(recoiled_into, trial)) if not told.passed}
    assert failed == {effect}


def test_by_the_other_reading_only_recruits_recoil_at_one_marker() -> None:
    """reading-one-marker-friend: morale.recoiled-into.levels"""
    expected = figures("reading-one-marker-friend")
    for quality, moves in (
        (Quality.TRAINED, expected["trained_in"]),
        (Quality.RECRUIT, expected["recruits_in"]),
    ):
        trial = Trial(quality=quality, markers=1, occasion=Occasion.RECOILED_INTO, spares_one=True)
        recoils = chance(do(recoiled_into, trial), lambda told: told.effect is Effect.RECOIL)
        assert bool(recoils) is bool(moves)
    two = Trial(markers=2, occasion=Occasion.RECOILED_INTO, spares_one=True)
    assert chance(do(recoiled_into, two), lambda told: told.effect is Effect.WITHDRAW) == Fraction(9, 20)


# ------------------------------------------------------------------ withdrawals
def test_foot_goes_one_die_and_horse_two() -> None:
    """morale-withdraw-foot: morale.row.2.distance"""
    recoil, die = 1, 4
    foot = exact(do(withdrawal, Category.FOOT))
    assert recoil + die == figures("morale-withdraw-foot")["distance_in"]
    assert foot[die] == Fraction(1, 6)
    assert exact(do(flight, Flight(mounted=True)))[12] == Fraction(1, 36)
    assert flight_tallies(Flight(mounted=True))["dice"].total == 2
    assert flight_summary(Flight(), 4) == ("it withdraws 4 in",)


# ------------------------------------------------------------------ one by itself
@pytest.mark.parametrize("occasion", list(Occasion))
def test_any_test_is_told_by_its_occasion(occasion: Occasion) -> None:
    """morale.mod.scope"""
    trial = Trial(markers=2, occasion=occasion)
    told = {outcome.passed: trial_summary(trial, outcome) for outcome in exact(do(judged, trial))}
    assert told[True][0] == "it passes"
    assert told[False][0] == FAILED[occasion]
    assert (len(told[False]) == 2) is (occasion in (Occasion.CONSULTATION, Occasion.RECOILED_INTO))


def test_a_unit_that_does_not_test_is_told_so() -> None:
    """morale.row.1, morale.row.4"""
    assert trial_summary(Trial(markers=1), Consulted()) == ("no test is taken", "the unit stands")
    gone = Trial(markers=4)
    assert trial_summary(gone, Consulted(Effect.ELIMINATED)) == ("no test is taken", "the unit is eliminated")

"""Shooting: Combat Values, hits, long-range tests, and what fire does to a unit."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.morale import Effect, target
from sandtable.systems.tricorn.shooting import (
    Fire,
    Struck,
    Target,
    Volley,
    band_at,
    effect_of,
    extras,
    gained,
    long_range_trial,
    markers,
    shot,
    suffered,
    trial_after_fire,
    value,
    volley,
    volley_summary,
    volley_tallies,
)
from sandtable.systems.tricorn.troops import Band, Quality, TroopType, Weapon
from tests.systems.tricorn.worked import chance, exact, figures, is_other

MUSKETS, VETERANS, LIGHTS = Fire(), Fire(quality=Quality.VETERAN), Fire(troops=TroopType.LIGHT_INFANTRY)
FIELD_GUNS = Fire(troops=TroopType.FIELD_ARTILLERY, value=4)
HEAVY_GUNS = Fire(troops=TroopType.HEAVY_ARTILLERY, value=5)
IN_WOOD = Target(troops=TroopType.LIGHT_INFANTRY, bad_going=True)
HORSE = Target(troops=TroopType.HEAVY_CAVALRY)


def p_hit(fire: Fire, at: Target) -> Fraction:
    return chance(do(shot, fire, at), bool)


def p_effect(facts: Volley, effect: Effect) -> Fraction:
    return chance(do(volley, facts), lambda struck: struck.effect is effect)


# -------------------------------------------------------------------- the cases
def test_muskets_fire_at_four_inches() -> None:
    """fire-basic: combat.base, combat.hit, weapons.ranges"""
    expected = figures("fire-basic")
    assert band_at(Weapon.MUSKET, 4.0) is Band.SHORT
    assert (value(MUSKETS, Target()).total, p_hit(MUSKETS, Target())) == (expected["cv"], expected["p_hit"])
    assert markers(MUSKETS, Target(), 1).total == 1


def test_moved_and_disordered_muskets_fire_at_works() -> None:
    """fire-moved-disordered: shooting.cv.moved, shooting.cv.disorder, shooting.cv.cover, combat.minimum"""
    expected = figures("fire-moved-disordered")
    fire = Fire(moved=True, markers=2, cover=True)
    tally = value(fire, Target())
    assert (tally.total, p_hit(fire, Target())) == (expected["cv"], expected["p_hit"])
    assert tally.rules == (
        "combat.base",
        "shooting.cv.moved",
        "shooting.cv.cover",
        "shooting.cv.disorder",
        "combat.minimum",
    )


def test_muskets_and_lights_fire_at_lights_in_a_wood() -> None:
    """fire-lights-in-wood: shooting.cv.at-light-infantry, shooting.cv.into-bad-going,
    shooting.cv.light-infantry-exempt"""
    expected = figures("fire-lights-in-wood")
    assert value(VETERANS, IN_WOOD).total == expected["muskets_cv"]
    apart = replace(LIGHTS, lights_apart=is_other("fire-lights-in-wood"))
    assert value(apart, IN_WOOD).total == expected["lights_cv"]
    assert p_hit(VETERANS, IN_WOOD) == Fraction(1, 3)
    assert value(Fire(troops=TroopType.LIGHT_CAVALRY, value=2), IN_WOOD).total == 2
    assert value(FIELD_GUNS, IN_WOOD).total == 2


def test_light_infantry_shoots_as_muskets_do() -> None:
    """reading-lights-are-muskets: troops.muskets, shooting.cv.light-infantry-exempt"""
    fire = replace(LIGHTS, lights_apart=is_other("reading-lights-are-muskets"))
    assert value(fire, IN_WOOD).total == figures("reading-lights-are-muskets")["cv"]


def test_fire_at_a_march_column() -> None:
    """fire-column: shooting.cv.target-column, shooting.cv.moved"""
    expected, fire, at = figures("fire-column"), Fire(moved=True), Target(column=True)
    assert (value(fire, at).total, p_hit(fire, at)) == (expected["cv"], expected["p_hit"])


def test_supported_fire_into_a_flank() -> None:
    """fire-over-six: shooting.cv.support, shooting.cv.flank, combat.over-six, shooting.hit.two,
    disorder.extra.flank"""
    expected, fire = figures("fire-over-six"), Fire(quality=Quality.VETERAN, supporters=2, flank=True)
    assert value(fire, Target()).total == expected["cv"]
    known = exact(do(volley, Volley(fire=fire))).map(lambda struck: struck.gained)
    assert known == {2: expected["p_two_markers"], 3: expected["p_three_markers"]}


def test_two_units_that_fire_each_by_itself() -> None:
    """fire-reaction-no-support: shooting.support.condition"""
    expected = figures("fire-reaction-no-support")
    known = exact(do(volley, Volley(two=True))).map(lambda struck: struck.gained)
    assert (known.at_least(1), known[2]) == (expected["p_any"], expected["p_two"])


def test_field_guns_at_long_range() -> None:
    """fire-long-artillery: shooting.hit.long-artillery, weapons.ranges"""
    expected = figures("fire-long-artillery")
    assert band_at(Weapon.FIELD_GUN, 14) is Band.LONG
    fire = replace(FIELD_GUNS, band=Band.LONG)
    assert p_hit(fire, Target()) == Fraction(2, 3)
    assert target(long_range_trial(fire, Target(), 0)).total == expected["test"]
    known = exact(do(volley, Volley(fire=fire)))
    assert known[Struck(gained=1)] == expected["p_marker"]


def test_heavy_guns_at_short_range() -> None:
    """fire-short-heavy: weapons.ranges, shooting.hit, morale.row.2, morale.mod.artillery"""
    expected, facts = figures("fire-short-heavy"), Volley(fire=HEAVY_GUNS, target=Target(markers=1))
    assert band_at(Weapon.HEAVY_GUN, 12.0) is Band.SHORT
    trial = trial_after_fire(facts.target, facts.shots, 1, Attached.NOBODY)
    assert target(trial).total == expected["test"]
    assert p_effect(facts, Effect.WITHDRAW) == expected["p_withdraw"]


def test_recruits_under_fire() -> None:
    """fire-recruits: morale.row.1, morale.mod.first-marker, troops.quality"""
    expected, facts = figures("fire-recruits"), Volley(target=Target(quality=Quality.RECRUIT))
    assert volley_tallies(facts)["morale target with one marker more"].total == expected["test"]
    assert p_effect(facts, Effect.RECOIL) == expected["p_recoil"]


def test_two_shooters_and_one_look_at_the_table() -> None:
    """fire-two-shooters: shooting.resolution-order, morale.when, morale.row.2"""
    facts = Volley(two=True)
    known = exact(do(volley, facts)).map(lambda struck: struck.gained)
    assert known == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    assert p_effect(facts, Effect.WITHDRAW) == figures("fire-two-shooters")["p_withdraw"]


def test_horse_in_a_marsh_is_fired_on() -> None:
    """fire-mounted-bad-going: shooting.cv.into-bad-going, disorder.extra.mounted-bad-going,
    disorder.extra.mounted-fire"""
    expected, at = figures("fire-mounted-bad-going"), replace(HORSE, bad_going=True)
    assert (value(MUSKETS, at).total, p_hit(MUSKETS, at)) == (expected["cv"], expected["p_hit"])
    assert markers(MUSKETS, at, 1).total == expected["markers"]
    assert extras(MUSKETS, HORSE) == ()


def test_a_garrison_of_a_village_is_fired_on() -> None:
    """fire-village: shooting.cv.cover, morale.mod.cover"""
    expected, fire, at = figures("fire-village"), Fire(quality=Quality.ELITE, cover=True), Target(markers=1)
    assert value(fire, at).total == expected["cv"]
    assert target(trial_after_fire(at, (fire,), 1, Attached.NOBODY)).total == expected["test"]
    known = exact(do(volley, Volley(fire=fire, target=at)))
    passed = sum(share for struck, share in known.items() if struck.passed)
    assert passed / known.chance(lambda struck: struck.gained == 1) == expected["p_pass"]


def test_an_officer_under_fire() -> None:
    """officer-casualty: leaders.casualty.when, leaders.casualty.trigger, morale.mod.general-attached"""
    expected = figures("officer-casualty")
    facts = Volley(target=Target(markers=1, attached=Attached.GENERAL))
    known = exact(do(volley, facts))
    hit = known.chance(lambda struck: struck.gained == 1)
    assert known.chance(lambda struck: struck.fell) / hit == expected["p_casualty"]
    assert known.chance(lambda struck: bool(struck.passed)) / hit == expected["p_pass"]


def test_an_officer_is_at_risk_once_for_every_unit_whose_fire_told() -> None:
    """leaders.casualty.trigger"""
    at = Target(attached=Attached.GENERAL)
    for got, alive in (((1, 0), Fraction(11, 12)), ((2, 0), Fraction(11, 12)), ((1, 1), Fraction(121, 144))):
        assert chance(do(suffered, at, (MUSKETS, MUSKETS), got), lambda struck: not struck.fell) == alive


# ------------------------------------------------------------------------ ranges
@pytest.mark.parametrize(
    ("weapon", "short", "long"),
    [
        (Weapon.MUSKET, 4, 0),
        (Weapon.RIFLE, 6, 0),
        (Weapon.CARBINE, 2, 0),
        (Weapon.LIGHT_GUN, 8, 16),
        (Weapon.FIELD_GUN, 10, 20),
        (Weapon.HEAVY_GUN, 12, 24),
    ],
)
def test_a_target_exactly_at_a_limit_is_inside_it(weapon: Weapon, short: int, long: int) -> None:
    """weapons.ranges, geometry.table"""
    assert band_at(weapon, short) is Band.SHORT
    assert band_at(weapon, short + 0.01) is (Band.LONG if long else None)
    if long:
        assert (band_at(weapon, long), band_at(weapon, long + 0.01)) == (Band.LONG, None)


def test_range_never_changes_the_combat_value() -> None:
    """weapons.no-range-modifier"""
    assert value(FIELD_GUNS, Target()) == value(replace(FIELD_GUNS, band=Band.LONG), Target())
    with pytest.raises(ValueError, match="muskets has no long range; only artillery has one"):
        Fire(band=Band.LONG)


# ------------------------------------------------------------ several shots, long range
def long_range_twin(fire: Fire, at: Target, held: int, scored: int) -> dict[int, Fraction]:
    """The markers of long-range hits, counted over every face of every D20 that may be thrown."""
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 21), repeat=scored):
        got = 0
        for face in faces:
            if held + got < 4 and face > target(long_range_trial(fire, at, held + got)).whole:
                got += 1
        total = got + (fire.flank if got else 0)
        found[total] = found.get(total, Fraction(0)) + Fraction(1, 20**scored)
    return found


@pytest.mark.parametrize(("held", "flank"), [(0, False), (2, True), (3, False), (4, True)])
def test_two_long_range_hits_test_one_after_the_other(held: int, flank: bool) -> None:  # noqa: FBT001
    """shooting.hit.long-artillery.detail, shooting.long-range-modifier-scope, morale.mod.marker-timing"""
    fire = replace(HEAVY_GUNS, band=Band.LONG, flank=flank)
    at = Target(markers=held)
    known = exact(do(gained, at, (fire,), (2,))).map(sum)
    assert dict(known) == long_range_twin(fire, at, held, 2)


def test_long_range_tests_come_after_the_markers_of_other_shots() -> None:
    """shooting.resolution-order"""
    far = replace(FIELD_GUNS, band=Band.LONG)
    got = exact(do(gained, Target(), (far, MUSKETS), (1, 1)))
    assert got == {(1, 1): Fraction(7, 20), (0, 1): Fraction(13, 20)}  # a test on 13, not on 14


def test_a_long_range_test_knows_nothing_of_other_shots() -> None:
    """shooting.long-range-modifier-scope, shooting.hit.long-artillery.detail"""
    far, flanking = replace(FIELD_GUNS, band=Band.LONG), Fire(flank=True)
    assert target(long_range_trial(far, Target(), 1)).total == 13
    assert target(trial_after_fire(Target(), (far,), 2, Attached.NOBODY)).total == 14 - 3
    after = trial_after_fire(Target(), (far, flanking, HEAVY_GUNS), 2, Attached.NOBODY)
    assert target(after).total == 14 - 3 - 3 - 2


def test_a_shot_that_missed_still_counts_for_morale() -> None:
    """morale.mod.scope, morale.mod.flank-fire, morale.mod.artillery"""
    facts = Volley(fire=MUSKETS, target=Target(markers=1), two=True, other=replace(HEAVY_GUNS, flank=True))
    trial = trial_after_fire(facts.target, facts.shots, 1, Attached.NOBODY)
    assert target(trial).total == 14 - 3 - 2 - 3
    assert {"morale.mod.artillery", "morale.mod.flank-fire"} <= set(target(trial).rules)


def test_slope_and_bank_help_against_any_one_of_the_shooters() -> None:
    """morale.mod.scope, morale.mod.uphill, morale.mod.stream"""
    below, beyond = Fire(uphill=True), Fire(stream=True)
    trial = trial_after_fire(Target(), (MUSKETS, below, beyond), 2, Attached.NOBODY)
    assert target(trial).total == 14 - 3 + 2 + 2


def test_supporters_count_one_each() -> None:
    """shooting.cv.support, shooting.support.modifiers"""
    assert [value(Fire(supporters=count), Target()).total for count in range(4)] == [3, 4, 5, 6]


# ---------------------------------------------------------------------- in words
def test_a_volley_is_told_in_words() -> None:
    facts = Volley(target=Target(attached=Attached.GENERAL))
    assert volley_summary(facts, Struck()) == ("no marker is gained",)
    assert volley_summary(facts, Struck(1, fell=True)) == (
        "1 marker is gained",
        "its officer is lost",
        "the target stands",
    )
    assert volley_summary(facts, Struck(2, effect=Effect.WITHDRAW))[1:] == (
        "its officer is unhurt",
        "the target withdraws",
    )
    assert effect_of(Struck(2, effect=Effect.WITHDRAW)) == "withdraws"
    both = volley_tallies(Volley(two=True, other=replace(FIELD_GUNS, band=Band.LONG)))
    assert set(both) == {
        "Combat Value",
        "markers for a hit",
        "Combat Value, second unit",
        "test for a hit, on 1D20, second unit",
        "morale target with one marker more",
    }

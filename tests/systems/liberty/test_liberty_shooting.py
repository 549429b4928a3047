"""Shooting: the worked cases of volleys, and the modifiers one by one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.liberty.aim import whole_inches
from sandtable.systems.liberty.morale import Nerve, Result
from sandtable.systems.liberty.shooting import (
    WEAPONS,
    Arm,
    Band,
    Fire,
    Target,
    Volley,
    VolleyFacts,
    band,
    dice,
    explosion,
    save,
    saves,
    to_hit,
    to_hit_roll,
    volley,
    volley_and_test,
    weapon_names,
)
from sandtable.systems.liberty.states import State, Wear
from sandtable.systems.liberty.testing import Quality

Case = Callable[[str], dict[str, Any]]

LINE = Fire(arm=Arm.INFANTRY, quality=Quality.REGULAR, bases=4, weapon="Smoothbore Musket", range=10)


def mean_lost(fire: Fire) -> float:
    return float(odds(do(volley, fire), exact=True).map(lambda shot: shot.lost).mean())


def test_dice_by_range_with_fractions_dropped(case: Case) -> None:
    """lib-038: shooting.range.round"""
    ranges = [whole_inches(100 * measured) for measured in (7.9, 8.0, 14.99, 15, 28.9, 29.0)]
    assert [dice(replace(LINE, range=inches)).total for inches in ranges] == case("lib-038")["dice"]


def test_never_fewer_than_half_a_die_per_base_rounded_up(case: Case) -> None:
    """lib-039"""
    worn = replace(LINE, bases=3, state=State.WORN, range=20, target=Arm.SKIRMISHERS, cover=True)
    assert dice(worn).total == case("lib-039")["dice"]
    assert dice(worn).rules[-3:] == ("shooting.dice.minimum", "shooting.dice.combine", "shooting.dice.round")


def test_part_dice_count_whole(case: Case) -> None:
    """lib-040"""
    assert [dice(replace(LINE, bases=bases)).total for bases in (3, 5)] == case("lib-040")["dice"]


def test_elite_adds_two_dice_after_rounding(case: Case) -> None:
    """lib-041: special.elite.name is why quality Elite alone adds none."""
    fire = replace(LINE, quality=Quality.ELITE, range=5, enfiladed=True)
    assert dice(replace(fire, elite=True)).total == case("lib-041")["dice"]
    assert dice(fire).total == 16
    assert dice(replace(fire, elite=True, bases=0)).total == 0


def test_riflemen_hit_on_three(case: Case) -> None:
    """lib-042"""
    rifles = Fire(arm=Arm.SKIRMISHERS, bases=3, weapon="Rifled Musket", range=9, marksmen=True)
    expected = case("lib-042")
    assert dice(rifles).total == expected["dice"]
    assert to_hit_roll(rifles).need == expected["die"]
    assert mean_lost(rifles) == pytest.approx(expected["mean"], abs=1e-6)
    none = odds(do(volley, rifles), exact=True).chance(lambda shot: shot.lost == 0)
    assert none == Fraction(3125, 59049)


def test_a_modifier_is_added_to_the_die_and_naturals_stand(case: Case) -> None:
    """lib-043, and a natural 6 hits where 7 would be needed (dice.to-hit.natural, dice.mods.visible,
    shooting.to-hit.marksmen, shooting.to-hit.poorly-trained); saves are not modified."""
    militia = replace(LINE, quality=Quality.MILITIA, poorly_trained=True)
    marksmen = replace(LINE, marksmen=True)
    assert [to_hit_roll(fire).need for fire in (militia, marksmen)] == case("lib-043")["die"]
    assert to_hit(militia).rules == ("shooting.to-hit", "special.poorly-trained")
    assert {save(fire).total for fire in (LINE, militia, marksmen)} == {5}
    elite = replace(LINE, quality=Quality.ELITE)
    assert to_hit_roll(elite).need == 4


def test_canister_replaces_the_guns_own_die_up_to_ten_inches(case: Case) -> None:
    """lib-044"""
    battery = Fire(arm=Arm.UNLIMBERED, bases=2, weapon="6pdr Artillery", range=int(10.4))
    expected = case("lib-044")
    assert dice(battery).total == expected["dice"]
    assert str(explosion(battery)) == "2D3"
    assert mean_lost(battery) == pytest.approx(expected["mean_unsaved"], abs=1e-6)
    none = odds(do(volley, battery)).chance(lambda shot: shot.lost == 0)
    assert none == pytest.approx(expected["p_none"], abs=1e-6)
    assert str(explosion(replace(battery, range=11))) == "D3"


def test_a_twelve_pounder_at_long_range(case: Case) -> None:
    """lib-045"""
    battery = Fire(arm=Arm.UNLIMBERED, bases=3, weapon="12pdr Artillery", range=int(61.9))
    assert band(battery.weapon, battery.range) is Band.LONG
    assert dice(battery).total == case("lib-045")["dice"]
    assert str(explosion(battery)) == "D3+1"
    assert mean_lost(battery) == pytest.approx(case("lib-045")["mean_unsaved"])


def test_a_fortified_position_saves_on_four(case: Case) -> None:
    """lib-048"""
    eight = Fire(arm=Arm.INFANTRY, bases=4, weapon="Smoothbore Musket", range=20)
    assert dice(eight).total == 8
    assert mean_lost(eight) == pytest.approx(case("lib-048")["mean_open"], abs=1e-6)
    assert mean_lost(replace(eight, fortified=True)) == pytest.approx(case("lib-048")["mean_fort"])
    assert save(replace(eight, fortified=True)).rules == ("fort.save",)


def test_a_volley_and_the_test_it_causes(case: Case) -> None:
    """lib-049: exact chances of every result."""
    chances = odds(do(volley_and_test, VolleyFacts(fire=LINE, target=Target())), exact=True)
    assert chances.chance(lambda end: end.lost == 0) == Fraction(1024, 59049)
    stood = chances.chance(lambda end: end.lost > 0 and end.result is Result.NONE)
    assert stood == Fraction(1072759, 1417176)
    assert chances.chance(lambda end: end.result is Result.DISORDERED) == Fraction(39754, 177147)
    assert chances.chance(lambda end: end.result is Result.RETIRE) == Fraction(67, 52488)
    assert chances.chance(lambda end: end.result is Result.BROKEN) == 0
    assert float(Fraction(39754, 177147)) == pytest.approx(case("lib-049")["p_disordered"], abs=1e-6)


def test_hits_that_reach_the_third_value_break_the_unit_without_a_test() -> None:
    """states.broken.at-least, shooting.overkill"""
    nearly = Target(wear=Wear(8, 16, 24), hits=23)
    chances = odds(do(volley_and_test, VolleyFacts(fire=LINE, target=nearly)), exact=True)
    assert chances.chance(lambda end: end.lost > 0) == chances.chance(lambda end: end.result is Result.BROKEN)


def test_saved_hits_cause_a_test_only_under_the_other_reading() -> None:
    """morale.trigger.unsaved"""
    shaky = Target(hits=16, nerve=Nerve(quality=Quality.MILITIA))
    default = odds(do(volley_and_test, VolleyFacts(fire=LINE, target=shaky)), exact=True)
    other = odds(
        do(volley_and_test, VolleyFacts(fire=LINE, target=replace(shaky, tests_when_struck=True))), exact=True
    )
    unharmed = [end for end in other if end.lost == 0 and end.result is Result.BROKEN]
    assert unharmed
    assert not [end for end in default if end.lost == 0 and end.result is Result.BROKEN]


@pytest.mark.parametrize(
    ("change", "rule", "per_base"),
    [
        ({"enfiladed": True}, "shooting.dice.enfilade", 1.0),
        ({"range": 7}, "shooting.dice.short", 0.5),
        ({"target": Arm.UNLIMBERED}, "shooting.dice.small-target", -0.5),
        ({"target": Arm.SKIRMISHERS}, "shooting.dice.small-target", -0.5),
        ({"state": State.WORN}, "shooting.dice.worn", -0.5),
        ({"range": 15}, "shooting.dice.long", -0.5),
        ({"obscured": True}, "shooting.dice.obscured", -0.5),
        ({"cover": True}, "shooting.dice.cover", -1.0),
        ({"state": State.SHAKEN}, "shooting.dice.shaken", -1.0),
    ],
)
def test_each_circumstance_changes_the_dice_per_base(
    change: dict[str, Any], rule: str, per_base: float
) -> None:
    """shooting.dice.data"""
    tally = dice(replace(LINE, **change))
    step = next(step for step in tally.steps if step.rule == rule)
    assert step.value == per_base
    assert tally.total == 4 * (2.5 + per_base)


@pytest.mark.parametrize(
    ("weapon", "last"),
    [
        ("Smoothbore Musket", (7, 14, 28)),
        ("Rifled Musket", (8, 16, 32)),
        ("Carbine", (6, 12, 24)),
        ("3pdr Artillery", (15, 30, 45)),
        ("6pdr Artillery", (20, 40, 60)),
        ("12pdr Artillery", (30, 60, 90)),
    ],
)
def test_every_weapon_has_its_three_bands(weapon: str, last: tuple[int, int, int]) -> None:
    """weapons.ranges: weapons.smoothbore, weapons.rifled, weapons.carbine, weapons.3pdr, weapons.6pdr,
    weapons.12pdr"""
    assert weapon in weapon_names()
    assert list(weapon_names()) == WEAPONS
    bands = (Band.SHORT, Band.EFFECTIVE, Band.LONG)
    assert tuple(band(weapon, inches) for inches in last) == bands
    assert tuple(band(weapon, inches + 1) for inches in last) == (*bands[1:], Band.BEYOND)


@pytest.mark.parametrize(
    ("arm", "two_bases"),
    [
        (Arm.INFANTRY, 5),
        (Arm.MOUNTED, 3),
        (Arm.DISMOUNTED, 4),
        (Arm.SKIRMISHERS, 3),
        (Arm.UNLIMBERED, 4),
        (Arm.LIMBERED, 0),
    ],
)
def test_dice_by_type_of_unit(arm: Arm, two_bases: int) -> None:
    """combatdice.infantry, combatdice.cavalry-mounted, combatdice.cavalry-dismounted, combatdice.skirmishers,
    combatdice.artillery, combatdice.limbered"""
    assert dice(replace(LINE, arm=arm, bases=2)).total == two_bases


def test_a_volley_is_thrown_stage_by_stage() -> None:
    """shooting.sequence, saves.natural: twelve dice to hit, then a save for each hit; 1 fails, 6 saves."""
    hand = PlannedHand([4, 4, 1, 6, 2, 5, 3, 1, 4, 2, 6, 3, 1, 5, 6, 4, 2, 5])
    fire = replace(LINE, range=5)
    hits = to_hit_roll(fire).cast(hand)
    lost = saves(fire, hits).cast(hand)
    hand.assert_used()
    assert (hits, lost) == (6, 3)


def test_an_unknown_weapon_is_named_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match="there is no weapon 'Longbow': choose one of Smoothbore Musket"):
        band("Longbow", 5)


def test_a_volley_knows_whether_it_struck_and_what_was_lost() -> None:
    chances = odds(do(volley, replace(LINE, bases=1, range=20)), exact=True)
    assert dice(replace(LINE, bases=1, range=20)).total == 2
    assert chances[Volley(struck=False, lost=0)] == Fraction(1, 4)
    one_saved, two_saved = Fraction(1, 2) * Fraction(1, 3), Fraction(1, 4) * Fraction(1, 9)
    assert chances[Volley(struck=True, lost=0)] == one_saved + two_saved

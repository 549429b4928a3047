"""Shooting: the worked cases of fire, the starting numbers row by row, and the modifiers one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.morale import Morale, MoraleFacts
from sandtable.systems.elan.shooting import (
    Aftermath,
    Fire,
    Target,
    Volley,
    VolleyFacts,
    at_charger,
    dice,
    fire_dice,
    fire_modifier,
    fire_tallies,
    stand,
    start,
    to_hit,
    volley,
    volley_and_test,
    volley_summary,
)
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Arm, Formation, Quality, Weapon

LINE = Fire()
HORSE = Target(arm=Arm.CAVALRY)
LOOSE = Target(formation=Formation.SKIRMISH)
BATTERY = Fire(arm=Arm.ARTILLERY, formation=Formation.DEPLOYED, weapon=Weapon.MSB, bases=2, range=20)


def figures(fire: Fire) -> tuple[int, int, int]:
    """Dice, starting number and final number."""
    return dice(fire).whole, start(fire).whole, to_hit(fire).whole


def chances(fire: Fire) -> dict[int, Fraction]:
    """The chances of so many hits."""
    return {n: Fraction(p) for n, p in odds(do(volley, fire), exact=True).map(lambda shot: shot.hits).items()}


def mean(fire: Fire) -> Fraction:
    return Fraction(odds(do(volley, fire), exact=True).map(lambda shot: shot.hits).mean())


# ---------------------------------------------------------------- worked cases
def test_a_line_with_muskets_at_effective_range() -> None:
    """fire-01"""
    assert figures(LINE) == (6, 4, 4)
    assert mean(LINE) == 3
    assert sum(chance for hits, chance in chances(LINE).items() if hits >= 3) == Fraction(21, 32)


def test_long_range_is_one_worse_and_beyond_it_there_is_no_fire() -> None:
    """fire-02"""
    assert figures(replace(LINE, range=9.0)) == (6, 4, 5)
    beyond = dice(replace(LINE, range=9.5))
    assert (beyond.total, beyond.rules) == (0, ("shooting.band",))
    assert chances(replace(LINE, range=9.5)) == {0: 1}


def test_smoothbores_hit_cavalry_on_six() -> None:
    """fire-03"""
    fire = replace(LINE, range=2, target=HORSE)
    assert figures(fire) == (6, 6, 6)
    assert 1 - chances(fire)[0] == Fraction(31031, 46656)


def test_tired_skirmishers_need_pairs_of_sixes() -> None:
    """fire-04"""
    fire = Fire(
        quality=Quality.E, formation=Formation.SKIRMISH, disordered=True, lost=6, range=8, target=LOOSE
    )
    assert figures(fire) == (3, 6, 10)
    assert chances(fire) == {0: Fraction(325, 432), 1: Fraction(53, 216), 2: Fraction(1, 432)}
    assert mean(fire) == Fraction(1, 4)
    shown = fire_tallies(fire)["sixes for a hit"]
    assert (shown.total, shown.rules) == (2, ("dice.seven-plus",))
    assert list(fire_tallies(LINE)) == ["dice", "to hit"]


def test_breechloading_guards_at_a_march_column_miss_only_with_ones() -> None:
    """fire-05"""
    fire = Fire(
        quality=Quality.A, weapon=Weapon.LBL, range=14, target=Target(formation=Formation.MARCH_COLUMN)
    )
    assert figures(fire) == (6, 3, 2)
    assert mean(fire) == 5
    assert chances(fire)[6] == Fraction(15625, 46656)


def test_a_breechloading_battery_at_close_range_into_a_column() -> None:
    """fire-06"""
    fire = replace(BATTERY, weapon=Weapon.MBL, range=10, target=Target(formation=Formation.COLUMN))
    assert figures(fire) == (4, 3, 2)
    assert mean(fire) == Fraction(10, 3)


def test_artillery_takes_no_notice_of_a_hedge() -> None:
    """fire-07"""
    assert figures(replace(BATTERY, range=40, target=Target(cover=Cover.LIGHT))) == (4, 4, 5)


def test_uphill_and_light_cover_are_one_row_and_do_not_add_up() -> None:
    """fire-08"""
    target = Target(cover=Cover.LIGHT, uphill=True)
    assert figures(Fire(quality=Quality.B, weapon=Weapon.RM, range=5, target=target)) == (6, 5, 5)


def test_a_square_in_a_wood_is_hit_as_in_heavy_cover() -> None:
    """fire-09"""
    target = Target(formation=Formation.SQUARE, cover=Cover.HEAVY)
    assert figures(Fire(weapon=Weapon.RM, range=5, target=target)) == (6, 6, 6)


def test_class_and_breech_make_up_for_fortifications() -> None:
    """fire-10"""
    target = Target(cover=Cover.FORTIFIED_HEAVY)
    fire = Fire(quality=Quality.A, weapon=Weapon.LBL, range=12, target=target)
    assert figures(fire) == (6, 7, 5)
    assert mean(fire) == 2


def test_two_thirds_lost_cost_two_and_no_dice() -> None:
    """fire-13"""
    assert figures(Fire(weapon=Weapon.RM, lost=12, range=6.0)) == (6, 4, 6)
    assert to_hit(Fire(weapon=Weapon.RM, lost=11, range=6.0)).total == 5
    assert to_hit(Fire(weapon=Weapon.RM, lost=5, range=6.0)).total == 4


def test_dice_of_infantry_in_each_formation() -> None:
    """fire-14"""
    formations = (
        Formation.LINE,
        Formation.DOUBLE_LINE,
        Formation.COLUMN,
        Formation.SKIRMISH,
        Formation.SQUARE,
        Formation.GARRISON,
        Formation.MARCH_COLUMN,
    )
    five = [fire_dice(Arm.INFANTRY, Weapon.RM, formation, 5) for formation in formations]
    six = [fire_dice(Arm.INFANTRY, Weapon.RM, formation, 6) for formation in formations]
    assert (five, six) == ([5, 3, 2, 3, 2, 3, 0], [6, 3, 2, 3, 2, 3, 0])


def test_mounted_carbines_have_a_long_band_only() -> None:
    """fire-16"""
    fire = Fire(arm=Arm.CAVALRY, weapon=Weapon.SBC, bases=4, range=3.0)
    assert figures(fire) == (2, 4, 5)
    assert dice(replace(fire, range=3.1)).total == 0


def test_class_and_trait_make_the_fire_modifier() -> None:
    """fire-17: troops.quality, troops.fire-modifier"""
    assert (fire_modifier(Quality.A, 1), fire_modifier(Quality.E, -1), fire_modifier(Quality.D, 0)) == (
        2,
        -2,
        0,
    )
    assert fire_modifier(Quality.A, 1, class_alone=True) == 1
    british = Fire(quality=Quality.B, trait=1)
    assert to_hit(british).total == 3
    assert to_hit(replace(british, class_alone=True)).total == 4


def test_fatigue_of_four_dice() -> None:
    """fire-20"""
    worn = odds(do(volley, BATTERY), exact=True).map(lambda shot: shot.fatigue)
    assert dict(worn) == {0: Fraction(875, 1296), 1: Fraction(205, 648), 2: Fraction(11, 1296)}
    assert worn.mean() == Fraction(1, 3)


def test_rifled_muskets_are_no_smoothbores_to_cavalry() -> None:
    """fire-21"""
    assert figures(Fire(weapon=Weapon.RM, range=6, target=HORSE)) == (6, 4, 4)


def test_early_breechloaders_in_small_inches_and_on_hexes() -> None:
    """fire-22"""
    small = Fire(scale=Scale.SMALL, weapon=Weapon.EBLR)
    assert [to_hit(replace(small, range=far)).total for far in (6.0, 12.0)] == [3, 4]
    assert dice(replace(small, range=12.5)).total == 0
    hexes = Fire(scale=Scale.HEX, weapon=Weapon.EBLR)
    assert [to_hit(replace(hexes, range=far)).total for far in (2, 4)] == [3, 4]
    assert dice(replace(hexes, range=5)).total == 0


# -------------------------------------------------------------- starting numbers
@pytest.mark.parametrize(
    ("target", "rule", "number"),
    [
        (Target(cover=Cover.FORTIFIED_HEAVY), "shooting.start.fortified-heavy", 7),
        (HORSE, "shooting.start.smoothbore-vs-cavalry", 6),
        (Target(cover=Cover.HEAVY), "shooting.start.heavy-or-fortified-light", 6),
        (Target(cover=Cover.FORTIFIED_LIGHT), "shooting.start.heavy-or-fortified-light", 6),
        (LOOSE, "shooting.start.deployed-artillery-or-skirmisher", 6),
        (
            Target(arm=Arm.ARTILLERY, formation=Formation.DEPLOYED),
            "shooting.start.deployed-artillery-or-skirmisher",
            6,
        ),
        (Target(uphill=True), "shooting.start.small-arms-uphill-or-light-cover", 5),
        (Target(cover=Cover.LIGHT), "shooting.start.small-arms-uphill-or-light-cover", 5),
        (Target(formation=Formation.SQUARE), "shooting.start.square-march-column-flank", 3),
        (Target(formation=Formation.MARCH_COLUMN), "shooting.start.square-march-column-flank", 3),
        (Target(flank=True), "shooting.start.square-march-column-flank", 3),
        (Target(formation=Formation.COLUMN), "shooting.start.none", 4),
        (Target(arm=Arm.ARTILLERY, formation=Formation.LIMBERED), "shooting.start.none", 4),
    ],
)
def test_muskets_start_at_the_number_of_their_row(target: Target, rule: str, number: int) -> None:
    """dice.first-row"""
    found = start(replace(LINE, target=target))
    assert (found.rules, found.total) == ((rule,), number)


@pytest.mark.parametrize(
    ("target", "number"),
    [
        (Target(formation=Formation.COLUMN), 3),
        (Target(formation=Formation.DOUBLE_LINE), 3),
        (Target(arm=Arm.CAVALRY, formation=Formation.COLUMN), 3),
        (Target(), 4),
        (HORSE, 4),
        (Target(cover=Cover.LIGHT, uphill=True), 4),
        (Target(formation=Formation.COLUMN, cover=Cover.LIGHT), 3),
        (Target(formation=Formation.COLUMN, cover=Cover.HEAVY), 6),
        (Target(arm=Arm.ARTILLERY, formation=Formation.DEPLOYED), 6),
    ],
)
def test_guns_start_lower_at_deep_targets_and_see_no_light_cover(target: Target, number: int) -> None:
    """shooting.start.artillery-vs-column, shooting.artillery-ignores-light-cover"""
    assert start(replace(BATTERY, target=target)).total == number


def test_squares_skirmishers_and_garrisons_have_no_flank_to_be_hit_in() -> None:
    """shooting.flank, formation.no-flank"""
    house = Target(formation=Formation.GARRISON, flank=True)
    assert start(replace(LINE, target=house)).total == 4
    assert start(replace(LINE, target=replace(LOOSE, flank=True))).total == 6


def test_dismounted_cavalry_is_a_skirmisher_and_no_cavalry() -> None:
    """shooting.mounted-target, formation.dismount"""
    on_foot = Target(arm=Arm.CAVALRY, formation=Formation.DISMOUNTED)
    assert start(replace(LINE, target=on_foot)).rules == ("shooting.start.deployed-artillery-or-skirmisher",)
    in_houses = replace(on_foot, formation=Formation.GARRISON)
    assert start(replace(LINE, target=in_houses)).rules == ("shooting.start.none",)
    assert not on_foot.is_mounted
    assert HORSE.is_mounted


# ------------------------------------------------------------------- modifiers
def test_every_modifier_of_the_firer_is_named_in_order() -> None:
    """shooting.mod.quality, shooting.mod.range, shooting.mod.disorder, shooting.mod.losses,
    shooting.mod.breech, shooting.mod.whose"""
    fire = Fire(quality=Quality.E, weapon=Weapon.EBLR, disordered=True, lost=12, range=18)
    assert to_hit(fire).rules[1:] == (
        "shooting.mod.quality",
        "shooting.mod.range",
        "shooting.mod.disorder",
        "shooting.mod.losses",
        "shooting.mod.breech",
    )
    assert to_hit(fire).total == 4 + 1 + 1 + 1 + 2 - 1


def test_close_range_of_guns_is_one_better() -> None:
    """shooting.mod.range"""
    assert [to_hit(replace(BATTERY, range=far)).total for far in (9, 24, 48)] == [3, 4, 5]


@given(st.sampled_from(Quality), st.integers(0, 17), st.booleans(), st.floats(0, 9))
def test_losses_and_disorder_never_help(quality: Quality, lost: int, disordered: bool, far: float) -> None:  # noqa: FBT001
    """shooting.mod.losses, shooting.mod.disorder"""
    fresh = Fire(quality=quality, range=far)
    worn = replace(fresh, lost=lost, disordered=disordered)
    assert to_hit(worn).total >= to_hit(fresh).total
    assert dice(worn).total == dice(fresh).total


# ------------------------------------------------------------------------ dice
def test_dice_of_cavalry_and_of_guns() -> None:
    """shooting.dice"""
    horse = {
        Formation.LINE: 2,
        Formation.SKIRMISH: 2,
        Formation.DOUBLE_LINE: 1,
        Formation.COLUMN: 1,
        Formation.MARCH_COLUMN: 0,
        Formation.DISMOUNTED: 3,
        Formation.GARRISON: 3,
    }
    found = {formation: fire_dice(Arm.CAVALRY, Weapon.SBC, formation, 4) for formation in horse}
    assert found == horse
    assert {fire_dice(Arm.CAVALRY, Weapon.NONE, formation, 4) for formation in horse} == {0}
    guns = (
        Weapon.LSB,
        Weapon.LH,
        Weapon.MSB,
        Weapon.MR,
        Weapon.MBL,
        Weapon.HSB,
        Weapon.HR,
        Weapon.HBL,
        Weapon.HH,
    )
    dice_of_two = [fire_dice(Arm.ARTILLERY, gun, Formation.DEPLOYED, 2) for gun in guns]
    assert dice_of_two == [3, 3, 4, 4, 4, 5, 5, 5, 5]
    assert fire_dice(Arm.ARTILLERY, Weapon.HR, Formation.LIMBERED, 2) == 0


def test_facts_that_cannot_be_are_refused() -> None:
    """formation.who"""
    with pytest.raises(ValueError, match="infantry does not form deployed"):
        Fire(formation=Formation.DEPLOYED)
    with pytest.raises(ValueError, match="artillery does not form line"):
        Target(arm=Arm.ARTILLERY)
    with pytest.raises(ValueError, match="cannot be armed with MSB"):
        Fire(weapon=Weapon.MSB)
    with pytest.raises(ValueError, match="only cavalry may have none"):
        Fire(weapon=Weapon.NONE)
    with pytest.raises(ValueError, match="no row"):
        fire_dice(Arm.INFANTRY, Weapon.RM, Formation.LIMBERED, 2)


# ------------------------------------------------------------------ at chargers
def test_fire_at_a_charger_has_the_best_band_and_he_no_cover() -> None:
    """charge.reaction-fire: effective for small arms, long for the smoothbore carbine, close for guns."""
    far = replace(LINE, weapon=Weapon.RM, range=15, target=Target(cover=Cover.HEAVY, uphill=True))
    assert (to_hit(far).total, to_hit(at_charger(far)).total) == (7, 5)
    carbines = Fire(arm=Arm.CAVALRY, weapon=Weapon.SBC, bases=4, range=3)
    assert to_hit(at_charger(carbines)).total == 5
    assert to_hit(at_charger(BATTERY)).total == 3


# ------------------------------------------------------------ with the morale test
def test_fire_and_the_test_of_the_unit_hit() -> None:
    """morale.trigger, shooting.hits: one hit brings a unit with five losses of eighteen to a third."""
    facts = VolleyFacts(fire=LINE, struck=MoraleFacts(bases=6, lost=5, hit=False))
    ends = odds(do(volley_and_test, facts), exact=True)
    assert ends[Aftermath(0, 0, Morale.NO_TEST)] == Fraction(1, 64)
    retreats = ends.chance(lambda end: end.result is Morale.RETREATS)
    assert retreats == Fraction(63, 64) * Fraction(5, 12)
    assert volley_summary(facts, Aftermath(2, 0, Morale.RETREATS)) == ("some loss", "the target retreats")


def test_the_commander_of_the_unit_hit_is_checked_before_it_tests() -> None:
    """leaders.check-order, leaders.hit-check: with 11 of 12 he is unhurt, a hero in 1 of 432."""
    struck = MoraleFacts(bases=6, lost=6, hit=False, commander=1)
    found = odds(do(stand, struck, 1), exact=True)[Morale.STANDS]
    unhurt, hero = Fraction(11, 12), Fraction(1, 12) * Fraction(1, 36)
    with_one, with_two, alone = Fraction(26, 36), Fraction(30, 36), Fraction(21, 36)
    assert found == unhurt * with_one + hero * with_two + (1 - unhurt - hero) * alone
    assert odds(do(stand, struck, 0), exact=True)[Morale.NO_TEST] == 1
    assert odds(do(stand, struck, 12), exact=True)[Morale.REMOVED] == 1


def test_fire_that_takes_the_last_points_removes_the_target() -> None:
    """troops.destroyed"""
    facts = VolleyFacts(fire=LINE, struck=MoraleFacts(bases=1, lost=2, hit=False))
    ends = odds(do(volley_and_test, facts), exact=True).map(lambda end: end.result)
    assert dict(ends) == {Morale.REMOVED: Fraction(63, 64), Morale.NO_TEST: Fraction(1, 64)}


def test_guns_that_tire_are_told_of() -> None:
    """shooting.fatigue-self"""
    told = volley_summary(VolleyFacts(), Aftermath(0, 1, Morale.NO_TEST))
    assert told == ("no loss", "the target does not test", "the guns lose by fatigue")
    assert Volley(1) == Volley(1, fatigue=0)

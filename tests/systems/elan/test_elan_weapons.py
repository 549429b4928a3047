"""Weapons: bands at their limits in all three sets, what a weapon is, and fire over friends."""

from __future__ import annotations

import pytest

from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.troops import Weapon, Weight
from sandtable.systems.elan.weapons import (
    Band,
    artillery,
    band,
    is_artillery,
    is_breechloader,
    is_smoothbore,
    limits,
    may_fire_over,
    name_of,
    reach,
    small_arms,
    weight_of,
)

SMALL_ARMS = {
    Weapon.SBM: ((3, 9), (2, 6), (1, 2)),
    Weapon.SBC: ((3,), (2,), (1,)),
    Weapon.RM: ((6, 15), (4, 10), (1, 3)),
    Weapon.RC: ((3, 9), (2, 6), (1, 2)),
    Weapon.EBLR: ((9, 18), (6, 12), (2, 4)),
    Weapon.LBL: ((15, 30), (10, 20), (3, 5)),
    Weapon.BLC: ((3, 9), (2, 6), (1, 2)),
}
GUNS = {
    Weapon.LSB: ((6, 18, 36), (4, 12, 24), (1, 3, 6)),
    Weapon.MSB: ((9, 24, 48), (6, 16, 32), (1, 4, 8)),
    Weapon.HSB: ((12, 30, 60), (8, 20, 40), (2, 5, 10)),
    Weapon.MR: ((12, 36, 72), (8, 24, 48), (2, 6, 12)),
    Weapon.HR: ((15, 45, 90), (10, 30, 60), (3, 8, 16)),
    Weapon.MBL: ((12, 36, 72), (8, 24, 48), (2, 6, 12)),
    Weapon.HBL: ((15, 45, 90), (10, 30, 60), (3, 8, 16)),
    Weapon.LH: ((3, 12, 36), (2, 8, 24), (1, 2, 6)),
    Weapon.HH: ((6, 18, 48), (4, 12, 32), (1, 3, 8)),
}


@pytest.mark.parametrize(("weapon", "printed"), [*SMALL_ARMS.items(), *GUNS.items()])
def test_a_weapon_reaches_as_far_as_is_printed(weapon: Weapon, printed: tuple[tuple[int, ...], ...]) -> None:
    """weapons.small-arms, weapons.artillery"""
    for scale, far in zip(Scale, printed, strict=True):
        assert tuple(limit for _, limit in limits(weapon, scale)) == far
        assert reach(weapon, scale) == far[-1]


def test_there_are_seven_small_arms_and_nine_kinds_of_artillery() -> None:
    """weapons.small-arms, weapons.artillery"""
    assert tuple(small_arms()) == tuple(SMALL_ARMS)
    assert tuple(artillery()) == tuple(GUNS)


def test_a_limit_belongs_to_its_band_and_a_hundredth_more_is_equal() -> None:
    """shooting.band, scale.tolerance"""
    distances = (0.0, 9.0, 9.01, 9.02, 24.0, 24.5, 48.0, 48.02)
    bands = [band(Weapon.MSB, Scale.LARGE, distance) for distance in distances]
    assert bands == [Band.CLOSE] * 3 + [Band.EFFECTIVE] * 2 + [Band.LONG] * 2 + [Band.BEYOND]


def test_small_arms_have_no_close_band_and_the_smoothbore_carbine_only_a_long_one() -> None:
    """shooting.band, weapons.sbc-long-only"""
    assert [band(weapon, Scale.LARGE, 0) for weapon in SMALL_ARMS] == [
        Band.LONG if weapon is Weapon.SBC else Band.EFFECTIVE for weapon in SMALL_ARMS
    ]
    assert band(Weapon.SBC, Scale.LARGE, 3.1) is Band.BEYOND


def test_who_has_no_firearms_reaches_nothing() -> None:
    """shooting.band"""
    assert band(Weapon.NONE, Scale.LARGE, 0) is Band.BEYOND
    assert (reach(Weapon.NONE, Scale.SMALL), name_of(Weapon.NONE)) == (0, "no firearms")
    assert name_of(Weapon.HH) == "heavy howitzer"


def test_smoothbores_and_breechloaders_are_those_so_named() -> None:
    """troops.smoothbore-armed, troops.breechloader: a smoothbore gun is no smoothbore musket."""
    assert [weapon for weapon in Weapon if is_smoothbore(weapon)] == [Weapon.SBM, Weapon.SBC]
    loaded = [Weapon.EBLR, Weapon.LBL, Weapon.BLC, Weapon.MBL, Weapon.HBL]
    assert [weapon for weapon in Weapon if is_breechloader(weapon)] == loaded
    assert [weapon for weapon in Weapon if is_artillery(weapon)] == list(GUNS)


def test_howitzers_have_the_weight_in_their_name() -> None:
    """weapons.howitzer-weight"""
    assert (weight_of(Weapon.LH), weight_of(Weapon.HH)) == (Weight.LIGHT, Weight.HEAVY)
    medium = [weapon for weapon in GUNS if weight_of(weapon) is Weight.MEDIUM]
    assert medium == [Weapon.MSB, Weapon.MR, Weapon.MBL]


def test_guns_fire_over_friends_with_six_inches_to_them_and_six_beyond() -> None:
    """fire-19: weapons.overhead, weapons.overhead-clearance"""
    assert may_fire_over(Weapon.MSB, Scale.LARGE, 6.0, 6.0)
    assert not may_fire_over(Weapon.MSB, Scale.LARGE, 5.5, 6.0)
    assert not may_fire_over(Weapon.MSB, Scale.LARGE, 6.0, 5.5)
    assert not may_fire_over(Weapon.LBL, Scale.LARGE, 8.0, 8.0)


def test_the_clearance_is_four_small_inches_or_a_hex_between() -> None:
    """weapons.overhead-clearance"""
    assert may_fire_over(Weapon.HR, Scale.SMALL, 4.0, 4.0)
    assert not may_fire_over(Weapon.HR, Scale.SMALL, 3.9, 4.0)
    assert may_fire_over(Weapon.HR, Scale.HEX, 2, 2)
    assert not may_fire_over(Weapon.HR, Scale.HEX, 1, 2)

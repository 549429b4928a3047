"""Limits: exactly the printed distance is within it, a hundredth of an inch more is not (geometry.inclusive).

Bodies that overlap by a hundredth of an inch, or are parted by one, touch; two hundredths are too many
(geometry.precision).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.systems.coldsteel import artillery, charging, houses, shooting
from sandtable.systems.coldsteel.aim import shot_at, targets, volley_at
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Prize, Step
from sandtable.systems.coldsteel.deployment import Placement, PlaceUnit, obstacles
from sandtable.systems.coldsteel.morale_facts import facts_of
from sandtable.systems.coldsteel.precision import is_within
from sandtable.systems.coldsteel.troops import Formation, Trait
from sandtable.systems.coldsteel.victory import holder
from sandtable.table.space import Point, Pose, inches
from tests.systems.coldsteel.parade_ground import GUNS, HUSSARS, LIGHT, battle, garrison, house, unit

A_HUNDREDTH = 0.01


def apart(distance: float, mine: ColdSteelUnit, other: str = "line-battalion") -> ColdSteelBattle:
    """A unit of Blue at 36, 4 that looks north, and one of Red straight before it, so many inches off."""
    foe = unit(1, 36, 4 + distance, 180, side=1, profile=other)
    return battle(mine, foe, step=Step.FIRST_SHOOTING, size=(72, 72))


@pytest.mark.parametrize(("limit", "needs"), [(6, (4, 5)), (12, (5, 6))])
def test_a_band_of_muskets_ends_at_its_limit(limit: float, needs: tuple[int, int]) -> None:
    """shooting.band-1, shooting.band-2, shooting.band-3, geometry.inclusive"""
    for distance, need in zip((limit, limit + A_HUNDREDTH), needs, strict=True):
        fought = apart(distance, unit(0, 36, 4))
        assert shooting.need(volley_at(fought, *fought.units)).whole == need


def test_muskets_reach_18_inches_and_no_more() -> None:
    """shooting.band-3, geometry.inclusive"""
    for distance, reached in ((18, (1,)), (18 + A_HUNDREDTH, ())):
        fought = apart(distance, unit(0, 36, 4))
        assert targets(fought, fought.units[0]) == reached


@pytest.mark.parametrize(("limit", "needs"), [(12, (4, 5)), (24, (5, 6)), (36, (6, 7))])
def test_a_band_of_guns_ends_at_its_limit(limit: float, needs: tuple[int, int]) -> None:
    """artillery.band-1, artillery.band-2, artillery.band-3, artillery.band-4, geometry.inclusive"""
    for distance, need in zip((limit, limit + A_HUNDREDTH), needs, strict=True):
        fought = apart(distance, unit(0, 36, 4, profile=GUNS))
        assert artillery.need(shot_at(fought, *fought.units)).whole == need


@pytest.mark.parametrize(("profile", "limit"), [("line-battalion", 6), (GUNS, 12)])
def test_a_garrison_is_hit_in_the_first_band_and_no_farther(profile: str, limit: float) -> None:
    """shooting.building-target, artillery.building, geometry.inclusive"""
    for distance, reached in ((limit, (1,)), (limit + A_HUNDREDTH, ())):
        home = house(34, 4 + distance, 38, 8 + distance)
        mine = unit(0, 36, 4, profile=profile)
        fought = battle(mine, garrison(1, home, side=1), pieces=(home,), step=Step.FIRST_SHOOTING)
        assert targets(fought, mine) == reached


def test_what_shakes_a_unit_within_a_distance_does_not_a_hundredth_beyond() -> None:
    """morale.mod.cavalry, cards.fearsome-reputation, troops.light.morale-near, geometry.inclusive"""
    for distance, near in ((12, True), (12 + A_HUNDREDTH, False)):
        horse = apart(distance, unit(0, 36, 4), HUSSARS)
        assert facts_of(horse, horse.units[0]).cavalry_near is near
        dreaded = replace(horse.units[1], trait=Trait.FEARSOME_REPUTATION)
        fought = replace(horse, units=(horse.units[0], dreaded))
        assert facts_of(fought, fought.units[0]).fearsome_near is near
    for distance, near in ((6, True), (6 + A_HUNDREDTH, False)):
        fought = apart(distance, unit(0, 36, 4, profile=LIGHT))
        assert facts_of(fought, fought.units[0]).enemy_near is near


def test_a_charge_reaches_its_distance_and_not_a_hundredth_more() -> None:
    """charge.distance, charge.reachable-only: 9 in and 3 in for the charge"""
    for distance, declared in ((12, True), (12 + A_HUNDREDTH, False)):
        fought = apart(distance, unit(0, 36, 4))
        assert charging.may_charge(fought, fought.units[0]) is declared


def test_an_objective_is_held_from_3_inches_and_not_from_a_hundredth_more() -> None:
    """victory.objective, geometry.inclusive"""
    for distance, side in ((3, 0), (3 + A_HUNDREDTH, None)):
        prize = Prize("hill", "Hill", Point(inches(36), inches(20 + distance)), 3)
        fought = battle(unit(0, 36, 20), unit(1, 36, 40, 180, side=1), prizes=(prize,))
        assert holder(fought, prize) == side


def test_who_comes_to_a_wall_touches_it() -> None:
    """building.enter, geometry.precision"""
    home = house(34, 20, 38, 24)
    for short, open_to in ((0.01, ("house",)), (0.02, ())):
        mine = unit(0, 36, 20 - short, models=12)
        fought = battle(mine, unit(1, 36, 45, 180, side=1), pieces=(home,))
        assert mine.pose is not None
        assert houses.reached(fought, mine, mine.pose, left=0.0) == open_to
        assert houses.reached(fought, mine, mine.pose, left=-1.0) == ()


def test_bodies_are_placed_overlapping_by_no_more_than_touching() -> None:
    """setup.deploy, geometry.precision"""
    for overlap, refused in ((0.01, ()), (0.02, ("setup.deploy",))):
        there, waiting = unit(0, 20, 6), replace(unit(1, 30, 6), pose=None)
        enemy = unit(2, 36, 45, 180, side=1)
        fought = battle(there, waiting, enemy, step=Step.DEPLOYMENT, free=True)
        beside = Placement(1, Formation.LINE, Pose(inches(29 - overlap), inches(6), 0))
        question = PlaceUnit(0, battle=fought, waiting=(1,))
        assert tuple(why.rule for why in obstacles(question, beside)) == refused


@pytest.mark.parametrize(("length", "within"), [(600, True), (600.5, True), (600.51, False), (601, False)])
def test_comparisons_allow_half_a_hundredth_for_rounding(length: float, *, within: bool) -> None:
    """geometry.inclusive"""
    assert is_within(length, 6) is within

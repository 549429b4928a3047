"""Movement on the table: how far, over what, along what and past whom."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.game.files.typed_files import read_toml
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.battle import ColdSteelUnit
from sandtable.systems.coldsteel.manoeuvres import act
from sandtable.systems.coldsteel.movement import judged, move_allowance, plan_of, takes_road
from sandtable.systems.coldsteel.movement_decisions import Manoeuvre, ManoeuvreKind
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.placing import reformed
from sandtable.systems.coldsteel.rates import Pace, allowance
from sandtable.systems.coldsteel.reforming import stances
from sandtable.systems.coldsteel.room import is_legal
from sandtable.systems.coldsteel.roster import roster
from sandtable.systems.coldsteel.troops import Figure, Formation, TroopClass
from sandtable.table.movement import Advance, Plan, Turn, Verdict, Wheel
from sandtable.table.space import Pose
from tests.systems.coldsteel.parade_ground import (
    FULL,
    GUNS,
    LIGHT,
    battle,
    box,
    figures,
    garrison,
    house,
    play,
    unit,
    wall,
)

MUSIC = (Figure.MUSICIAN,)
LINE, COLUMN = Formation.LINE, Formation.COLUMN
FAR = unit(1, 36, 46, 180, side=1)
"""An enemy out of everybody's way."""


def inches_of(**pace: Any) -> int:
    """The allowance of a pace, in inches."""
    return allowance(Pace(**pace)).whole


def verdict(mover: ColdSteelUnit, plan: Plan, *others: ColdSteelUnit, **state: Any) -> Verdict:
    """What is said to a plan of a unit among others."""
    by_road = state.pop("by_road", False)
    fought = battle(mover, *(others or (FAR,)), **state)
    return judged(fought, fought.units[0], plan, by_road=by_road)


def rules(found: Verdict) -> set[str]:
    """The rules that stand against a plan."""
    return {obstacle.rule for obstacle in found.obstacles}


# --------------------------------------------------------------------- how far
def test_a_line_battalion_with_music_goes_11_inches() -> None:
    """move-01: movement.rate.infantry, leaders.musician"""
    assert inches_of(musician=True) == figures("move-01")["inches"]
    assert move_allowance(battle(unit(0, 20, 10, command=FULL)), unit(0, 20, 10, command=FULL)).rules == (
        "movement.rate.infantry",
        "leaders.musician",
    )


def test_a_move_is_not_overspent_by_a_hundredth() -> None:
    """movement.rate.infantry, geometry.inclusive: 9.00 in are within 9, 9.01 are not, as in a charge"""
    mover = unit(0, 20, 10)
    assert not rules(verdict(mover, (Advance(900),)))
    assert rules(verdict(mover, (Advance(901),)))


def test_a_column_on_a_road_goes_17_inches() -> None:
    """move-02: movement.mod.column, movement.mod.road"""
    assert inches_of(formation=COLUMN, musician=True, by_road=True) == figures("move-02")["inches"]


def test_light_infantry_pays_nothing_for_a_wood() -> None:
    """move-04: troops.light.move, troops.light.terrain"""
    pace = {"troop_class": TroopClass.LIGHT, "formation": Formation.SKIRMISH, "musician": True, "rough": True}
    assert inches_of(**pace) == figures("move-04")["inches"]


def test_charging_cavalry_goes_6_inches_farther() -> None:
    """move-05, move-06: troops.cavalry.charge, movement.mod.charge, charge.distance, movement.rate.cavalry"""
    hussars: dict[str, Any] = {"troop_class": TroopClass.CAVALRY, "charging": True}
    assert inches_of(**hussars, musician=True) == figures("move-05")["inches"]
    assert inches_of(**hussars, formation=COLUMN, rough=True) == figures("move-06")["inches"]
    assert inches_of(troop_class=TroopClass.LINE, charging=True) == 12


def test_artillery_on_a_road_and_in_rough_ground() -> None:
    """move-07: movement.rate.artillery, movement.artillery-zero, movement.mod.stack"""
    guns: dict[str, Any] = {"troop_class": TroopClass.ARTILLERY}
    found = {
        "a": inches_of(**guns, formation=COLUMN, by_road=True),
        "b": inches_of(**guns, formation=COLUMN, rough=True),
        "c": inches_of(**guns, rough=True),
    }
    assert found == figures("move-07")


def test_music_quickens_advances_and_charges_alike() -> None:
    """leaders.musician-scope"""
    assert inches_of(charging=True, musician=True) - inches_of(charging=True) == 2
    assert inches_of(rough=True, musician=True) - inches_of(rough=True) == 2


def test_an_attack_column_marches_like_a_column_by_the_other_reading_only() -> None:
    """reading-01: formation.two-columns"""
    attack = unit(0, 20, 10, formation=Formation.ATTACK_COLUMN, command=MUSIC)
    other = battle(attack, FAR, readings=Readings(((Reading.COLUMNS, 1),)))
    assert move_allowance(battle(attack, FAR), attack).whole == 11
    assert move_allowance(other, attack).whole == figures("reading-01")["e"]


def test_every_profile_goes_as_far_as_its_figures_say() -> None:
    """movement.table: the rates of the 13 profiles, worked out apart from the code"""
    expected = read_toml(Path(__file__).with_name("profiles.toml"), dict[str, list[dict[str, Any]]])
    for one in expected["profile"]:
        profile = roster().profile(one["id"])
        music = Figure.MUSICIAN in profile.command
        pace: dict[str, Any] = {"troop_class": profile.troop_class, "musician": music}
        assert inches_of(**pace) == one["move_in_line"]
        assert inches_of(**pace, formation=COLUMN) == one["move_in_column"]
        if one["charge_in_line"]:
            assert inches_of(**pace, charging=True) == one["charge_in_line"]


# --------------------------------------------------------------------- advances and wheels
def test_a_wheel_costs_the_arc_of_the_outer_corner() -> None:
    """move-08: movement.wheel, movement.segments"""
    expected = figures("move-08")
    found = verdict(unit(0, 36, 10), (Wheel("right", 300),))
    assert found.cost / 100 == pytest.approx(expected["wheel"], abs=1e-6)
    assert found.left / 100 == pytest.approx(expected["left"], abs=1e-6)
    assert found.cost / 100 == pytest.approx(9 * math.pi / 6)
    assert verdict(unit(0, 36, 10), (Wheel("right", 300), Advance(428))).is_legal
    assert rules(verdict(unit(0, 36, 10), (Wheel("right", 300), Advance(433)))) == {"movement.mod.stack"}


def test_there_is_no_sideways_or_backward_move() -> None:
    """movement.segments: all that is not an advance or a wheel is refused; skirmishers alone pivot"""
    assert not verdict(unit(0, 36, 10), (Turn(300),)).is_legal
    loose = unit(0, 36, 24, profile=LIGHT, formation=Formation.SKIRMISH)
    found = verdict(loose, (Turn(1800), Advance(300), Turn(-900)))
    assert found.is_legal
    assert found.cost == pytest.approx(300), "pivots are free (movement.skirmish-pivot)"


def test_a_square_advances_and_wheels_by_its_side() -> None:
    """movement.square"""
    found = verdict(unit(0, 36, 12, formation=Formation.SQUARE), (Wheel("left", 600),))
    assert found.cost / 100 == pytest.approx(5.25 * math.pi / 3)


def test_a_line_over_a_wall_and_a_hedge_loses_3_inches_once() -> None:
    """move-03: movement.mod.rough, movement.rough-once"""
    pieces = wall((10, 12), (60, 12)), wall((10, 14), (60, 14), id="hedge")
    most = figures("move-03")["inches"]
    assert verdict(unit(0, 36, 10), (Advance(most * 100),), pieces=pieces).is_legal
    assert rules(verdict(unit(0, 36, 10), (Advance(most * 100 + 5),), pieces=pieces)) == {
        "movement.mod.stack"
    }
    assert verdict(unit(0, 36, 10), (Advance(195),), pieces=pieces).allowance == 900
    assert verdict(unit(0, 36, 10), (Advance(200),), pieces=pieces).allowance == 600, "touching is enough"


def test_who_starts_in_rough_ground_has_met_it() -> None:
    """movement.rough-once: the start included"""
    marsh = box("marsh", 10, 5, 60, 9.5)
    assert verdict(unit(0, 36, 10), (Advance(100),), pieces=(marsh,)).allowance == 600
    assert verdict(unit(0, 36, 12), (Advance(100),), pieces=(marsh,)).allowance == 900
    light = unit(0, 36, 10, profile=LIGHT)
    assert verdict(light, (Advance(1100),), pieces=(marsh,)).is_legal, "troops.light.terrain"


def test_overlapping_ground_has_all_its_effects() -> None:
    """terrain.overlapping: a wood on a hill is rough, and so is a steep hill"""
    hill, wood = box("hill", 10, 10, 60, 30), box("wood", 10, 15, 60, 30)
    assert verdict(unit(0, 36, 11), (Advance(500),), pieces=(hill, wood)).allowance == 600
    assert verdict(unit(0, 36, 11), (Advance(200),), pieces=(hill, wood)).allowance == 900
    assert (
        verdict(unit(0, 36, 11), (Advance(200),), pieces=(box("steep hill", 10, 10, 60, 30),)).allowance
        == 600
    )


def test_unlimbered_guns_cannot_enter_rough_ground() -> None:
    """movement.artillery-zero"""
    marsh = box("marsh", 10, 11, 60, 20)
    assert verdict(unit(0, 36, 10, profile=GUNS), (Advance(100),), pieces=(marsh,)).is_legal
    assert not verdict(unit(0, 36, 10, profile=GUNS), (Advance(150),), pieces=(marsh,)).is_legal
    limbered = unit(0, 36, 10, profile=GUNS, formation=COLUMN)
    assert verdict(limbered, (Advance(300),), pieces=(marsh,)).is_legal


# --------------------------------------------------------------------- roads
ROAD = box("road or bridge", 35, 0, 37, 48)
STREAM = box("stream or ford", 10, 17, 60, 19)
RIVER = box("river or lake", 10, 17, 60, 19)


def test_a_column_that_keeps_to_the_road_has_its_bonus_and_crosses_water_on_the_bridge() -> None:
    """movement.road-use, movement.mod.road, terrain.overlapping"""
    column = unit(0, 36, 12, formation=COLUMN)
    for water in (STREAM, RIVER):
        assert verdict(column, (Advance(1500),), pieces=(ROAD, water), by_road=True).is_legal
    assert verdict(column, (Advance(900),), pieces=(ROAD, STREAM)).allowance == 900, (
        "12 in less 3 off the road"
    )
    assert "movement.impassable" in rules(verdict(column, (Advance(900),), pieces=(ROAD, RIVER)))


def test_a_building_that_juts_into_the_road_stops_a_march_too() -> None:
    """movement.road-use, movement.impassable: only going underneath is set aside."""
    column, farm = unit(0, 36, 12, formation=COLUMN), house(36.5, 16, 40, 20)
    assert rules(verdict(column, (Advance(1500),), pieces=(ROAD, farm), by_road=True)) == {
        "movement.impassable"
    }
    assert verdict(column, (Advance(400),), pieces=(ROAD, farm), by_road=True).is_legal


def test_the_middle_of_the_front_keeps_to_the_road_from_start_to_end() -> None:
    """movement.road-use"""
    column = unit(0, 36, 12, formation=COLUMN)
    left = verdict(column, (Wheel("right", 300), Advance(800)), pieces=(ROAD,), by_road=True)
    assert rules(left) == {"movement.road-use"}
    fought = battle(column, FAR, pieces=(ROAD,))
    assert takes_road(fought, column)
    assert not takes_road(fought, unit(0, 36, 12)), "only in column"
    assert not takes_road(fought, unit(0, 39, 12, formation=COLUMN)), "beside it"


def test_the_road_bonus_is_offered_as_a_march_of_its_own() -> None:
    """movement.road-use"""
    fought = battle(unit(0, 36, 12, formation=COLUMN), FAR, pieces=(ROAD, RIVER))
    played = play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.ROAD), (Advance(1500),)))
    assert played.battle.units[0].pose == Pose(3600, 2700, 0)


# --------------------------------------------------------------------- others in the way
def test_a_line_stops_where_it_touches_a_friend() -> None:
    """move-10: movement.swept, movement.friends"""
    mover, friend = unit(0, 20, 10, command=MUSIC), unit(1, 20, 17.5)
    most = figures("move-10")["inches"]
    assert verdict(mover, (Advance(most * 100),), friend).is_legal
    assert rules(verdict(mover, (Advance(most * 100 + 5),), friend)) == {"movement.friends"}


def test_skirmishers_and_unlimbered_guns_may_be_passed_but_not_stood_upon() -> None:
    """movement.friends"""
    for friend in (
        unit(1, 36, 14, profile=LIGHT, formation=Formation.SKIRMISH),
        unit(1, 36, 14, profile=GUNS),
    ):
        assert verdict(unit(0, 36, 10, formation=Formation.ATTACK_COLUMN), (Advance(900),), friend).is_legal
        assert not verdict(
            unit(0, 36, 10, formation=Formation.ATTACK_COLUMN), (Advance(300),), friend
        ).is_legal
    limbered = unit(1, 36, 14, profile=GUNS, formation=COLUMN)
    mover = unit(0, 36, 7, formation=Formation.ATTACK_COLUMN, command=MUSIC)
    assert rules(verdict(mover, (Advance(1100),), limbered)) == {"movement.friends"}, (
        "it would end clear of them"
    )
    assert verdict(mover, (Advance(1100),), unit(1, 36, 14, profile=GUNS)).is_legal
    loose = unit(0, 36, 8, profile=LIGHT, formation=Formation.SKIRMISH)
    assert verdict(loose, (Advance(1100),), unit(1, 36, 13)).is_legal, "skirmishers pass anybody"


def test_no_part_of_a_move_comes_closer_than_an_inch_to_an_enemy() -> None:
    """movement.enemy-gap"""
    enemy = unit(1, 36, 16, 180, side=1)
    assert verdict(unit(0, 36, 10), (Advance(500),), enemy).is_legal
    assert rules(verdict(unit(0, 36, 10), (Advance(510),), enemy)) == {"movement.enemy-gap"}
    home = house(34, 16, 38, 20)
    held = garrison(1, home, side=1)
    assert rules(verdict(unit(0, 36, 10), (Advance(510),), held, pieces=(home,))) == {"movement.enemy-gap"}


def test_who_starts_close_to_an_enemy_may_not_come_nearer() -> None:
    """movement.enemy-gap"""
    enemy = unit(1, 36, 10.5, 180, side=1)
    assert not verdict(unit(0, 36, 10), (Advance(20),), enemy).is_legal
    assert verdict(unit(0, 36, 10, 180), (Advance(300),), enemy).is_legal


def test_a_wheel_that_swings_the_rear_into_a_friend_is_not_legal() -> None:
    """movement.swept"""
    column = unit(0, 36, 20, formation=COLUMN)
    friend = unit(1, 33, 13, 90, formation=COLUMN, models=4)
    free = verdict(column, (Wheel("right", 450),))
    assert free.is_legal
    assert not verdict(column, (Wheel("right", 450),), friend).is_legal


def test_nobody_moves_over_the_edge_or_into_houses_and_rivers() -> None:
    """movement.edge, movement.impassable"""
    assert rules(verdict(unit(0, 36, 44), (Advance(500),), unit(1, 5, 5, side=1))) == {"movement.edge"}
    for piece in (RIVER, house(30, 17, 40, 19)):
        assert "movement.impassable" in rules(verdict(unit(0, 36, 12), (Advance(700),), pieces=(piece,)))
        assert verdict(unit(0, 36, 12), (Advance(500),), pieces=(piece,)).is_legal


# --------------------------------------------------------------------- what is offered stands
@settings(deadline=None, max_examples=12)
@given(x=st.floats(12, 60), y=st.floats(8, 30), facing=st.integers(0, 359), loose=st.booleans())
def test_every_move_and_stance_that_is_offered_is_legal(
    x: float, y: float, facing: int, *, loose: bool
) -> None:
    formation = Formation.SKIRMISH if loose else LINE
    mover = unit(0, x, y, facing, profile=LIGHT, formation=formation, models=8)
    fought = battle(
        mover,
        unit(1, 36, 46, 180, side=1),
        pieces=(box("wood", 30, 30, 40, 38), house(4, 36, 9, 40), wall((10, 33), (20, 33))),
    )
    question = plan_of(fought, mover)
    for plan in question.sensible():
        found = judged(fought, mover, plan)  # type: ignore[arg-type]  # a plan
        assert found.is_legal, found.obstacles
        assert found.cost <= 1300 + 2
    for stance in stances(fought, mover)[::7]:
        assert is_legal(fought, mover, reformed(mover, *stance))

"""Artillery on the table: hits, casualties, buildings, marks of fire."""

from __future__ import annotations

from typing import Any

from sandtable.systems.coldsteel.aim import targets
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Step
from sandtable.systems.coldsteel.cannonade import cannonade
from sandtable.systems.coldsteel.events import LuckyRerollUsed, ModelsLost, UnitShot
from sandtable.systems.coldsteel.troops import Figure, Trait
from sandtable.systems.coldsteel.volleys import shoot_step
from tests.systems.coldsteel.parade_ground import (
    FULL,
    GUNS,
    battle,
    figures,
    garrison,
    house,
    play,
    readings_of,
    unit,
)

OFFICER, STANDARD, SERGEANT, MUSICIAN = Figure


def guns_at(distance: float, **guns: Any) -> ColdSteelBattle:
    """Blue's guns and a battalion of Red so far off."""
    return battle(
        unit(0, 36, 3, profile=GUNS, **guns),
        unit(1, 36, 3 + distance, 180, side=1, command=FULL),
        step=Step.FIRST_SHOOTING,
    )


def test_a_hit_of_canister_takes_the_sum_of_four_dice() -> None:
    """art-06: artillery.casualties, casualties.six, casualties.six-natural, casualties.six-within"""
    expected = figures("art-06")
    played = play(cannonade, guns_at(12), 0, 1, faces=(2, 2, 6, 6, 3, 1), answers=(MUSICIAN, SERGEANT))
    target = played.battle.units[1]
    assert (target.models, target.ordinary) == (expected["left"], expected["ordinary_left"])
    assert played.events[0] == UnitShot(0, 1, 2, expected["removed"], artillery=True)
    assert target.command == (OFFICER, STANDARD)


def test_a_miss_marks_the_target_all_the_same() -> None:
    """morale-04: morale.fired-means"""
    played = play(cannonade, guns_at(30), 0, 1, faces=(2, 3))
    target = played.battle.units[1]
    assert (target.guns_now, target.muskets_now, target.models) == (True, False, 24)
    assert not played.told(ModelsLost)


def test_a_battery_shells_the_garrison_of_a_house() -> None:
    """artillery.building: within 12 in, on a total of 5, with the casualties of Band 1"""
    home = house(34, 15, 38, 19)
    guns = unit(0, 36, 3, profile=GUNS)
    fought = battle(guns, garrison(1, home, side=1), pieces=(home,), step=Step.FIRST_SHOOTING)
    played = play(shoot_step, fought, answers=(0, 1), faces=(1, 4, 2, 2, 3, 1))
    assert played.battle.units[1].models == 20 - 8
    assert play(shoot_step, fought, answers=(0, 1), faces=(1, 3)).battle.units[1].models == 20


def test_a_battery_shells_a_distant_garrison_by_the_other_reading() -> None:
    """art-04: artillery.building, artillery.band-2"""
    home = house(34, 23, 38, 27)
    guns = unit(0, 36, 3, profile=GUNS)
    ground: dict[str, Any] = {"pieces": (home,), "step": Step.FIRST_SHOOTING}
    fought = battle(guns, garrison(1, home, side=1), readings=readings_of("art-04"), **ground)
    assert figures("art-04") == {"need": 5, "wound_dice": 3}
    played = play(shoot_step, fought, answers=(0, 1), faces=(1, 4, 2, 2, 3))
    assert played.battle.units[1].models == 20 - 7
    assert targets(battle(guns, garrison(1, home, side=1), **ground), guns) == ()


def test_a_battery_with_one_gunner_left_shoots_as_well_as_ever() -> None:
    """artillery.one-roll"""
    played = play(cannonade, guns_at(40, models=1), 0, 1, faces=(3, 4, 5))
    assert played.battle.units[1].models == 19


def test_a_lucky_officer_of_guns_has_a_die_of_a_miss_thrown_again() -> None:
    """cards.lucky-scope"""
    lucky = guns_at(40, trait=Trait.LUCKY_OFFICER, command=(OFFICER,))
    played = play(cannonade, lucky, 0, 1, faces=(1, 4, 3, 2), answers=(1,))
    assert played.told(LuckyRerollUsed)
    assert played.battle.units[1].models == 22
    assert played.asked == ("cards.lucky-reroll",)

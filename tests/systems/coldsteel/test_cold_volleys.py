"""The Shooting step: naming, firing, losses, fouled muskets, lucky dice, and marks of fire."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Removal, Step
from sandtable.systems.coldsteel.events import (
    LuckyRerollUsed,
    ModelsLost,
    MusketsFouled,
    StepBegan,
    UnitHeld,
    UnitShot,
    UnitsRemoved,
)
from sandtable.systems.coldsteel.luck import Pick
from sandtable.systems.coldsteel.shooting_decisions import PickTarget
from sandtable.systems.coldsteel.steps import Resolve
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.systems.coldsteel.volleys import fire, shoot, shoot_step
from sandtable.table.space import Pose, degrees
from tests.systems.coldsteel.parade_ground import FULL, GUNS, battle, figures, garrison, house, play, unit

OFFICER, STANDARD, SERGEANT, MUSICIAN = Figure
PLAY_ON = (Resolve.PLAY_ON, Resolve.PLAY_ON)


def at_six_inches(**enemy: Any) -> ColdSteelBattle:
    """Blue's little line of three, and Red at 6 in."""
    return battle(unit(0, 20, 10, models=3), unit(1, 20, 16, 180, side=1, **enemy), step=Step.FIRST_SHOOTING)


def three(**state: Any) -> ColdSteelUnit:
    return unit(0, 20, 10, models=3, **state)


# ----------------------------------------------------------------------- the step
def test_a_unit_is_named_chooses_its_target_and_the_target_loses_its_models_at_once() -> None:
    """shooting.each-unit, shooting.one-target, shooting.sequence, shooting.wound"""
    played = play(shoot_step, at_six_inches(), answers=(0, 1), faces=(4, 3, 5))
    assert played.asked == ("shooting.pick-unit", "shooting.pick-target")
    assert [type(event) for event in played.events] == [UnitShot, ModelsLost]
    assert played.events[0] == UnitShot(0, 1, 3, 2, artillery=False)
    assert played.battle.units[1].models == 22
    assert played.battle.units[0].named
    assert played.battle.step is Step.FIRST_SHOOTING


def test_the_step_ends_when_nobody_can_shoot_or_nobody_wants_to() -> None:
    """turn.may-decline, turn.unit-order"""
    wanted = play(shoot_step, at_six_inches(), answers=(None, *PLAY_ON))
    assert wanted.asked[0] == "shooting.pick-unit"
    assert wanted.battle.step is Step.SECOND_MORALE
    alone = battle(unit(0, 20, 10), unit(1, 20, 40, 180, side=1), step=Step.FIRST_SHOOTING)
    over = play(shoot_step, alone, answers=PLAY_ON)
    assert over.asked == ("game.concede", "game.concede")
    assert isinstance(over.events[0], StepBegan)


def test_a_unit_that_holds_its_fire_is_not_named_again() -> None:
    """turn.may-decline"""
    played = play(shoot_step, at_six_inches(), answers=(0, None))
    assert played.events == (UnitHeld(0),)
    over = play(shoot_step, played.battle, answers=PLAY_ON)
    assert over.battle.step is Step.SECOND_MORALE


def test_the_options_say_what_dice_are_thrown_at_whom() -> None:
    """shooting.one-target"""
    fought = battle(
        unit(0, 20, 10),
        unit(1, 30, 8, profile=GUNS),
        unit(2, 20, 16, 180, side=1),
        step=Step.FIRST_SHOOTING,
    )
    words = PickTarget(0, (2, None), unit=0).prompt(fought)
    assert words.labels == ("Unit 2: 24 dice, hits on 4+", "Hold fire")
    words = PickTarget(0, (2, None), unit=1).prompt(fought)
    assert words.labels == ("Unit 2: hits on 4+ (2D6), 4D6 casualties", "Hold fire")


# ----------------------------------------------------------------------- marks and losses
def test_a_target_is_marked_as_fired_at_even_if_all_dice_miss() -> None:
    """morale.fired-means"""
    played = play(fire, at_six_inches(), 0, 1, faces=(1, 2, 3))
    target = played.battle.units[1]
    assert (target.muskets_now, target.guns_now, target.models) == (True, False, 24)
    assert not played.told(ModelsLost)


def test_each_six_kills_a_figure_that_the_owner_of_the_target_names() -> None:
    """cas-01: casualties.six, casualties.six-choice, casualties.order"""
    shooter = unit(0, 20, 10, models=6)
    fought = battle(shooter, unit(1, 20, 16, 180, side=1, command=FULL), step=Step.FIRST_SHOOTING)
    played = play(fire, fought, 0, 1, faces=(4, 4, 5, 6, 6, 6), answers=(MUSICIAN, SERGEANT, STANDARD))
    target = played.battle.units[1]
    assert target.models == figures("cas-01")["left"]
    assert target.command == (OFFICER,)
    assert set(played.asked) == {"casualties.command-model"}


def test_losses_cause_no_test() -> None:
    """morale.no-casualty-effect"""
    played = play(fire, at_six_inches(models=6), 0, 1, faces=(5, 5, 5))
    assert [type(event) for event in played.events] == [UnitShot, ModelsLost]
    assert played.asked == ()


def test_whoever_falls_the_unit_closes_up_alike() -> None:
    """casualties.position: three ordinary models, or three command figures."""
    fought = battle(three(), unit(1, 20, 16, 180, side=1, command=FULL), step=Step.FIRST_SHOOTING)
    men = play(fire, fought, 0, 1, faces=(5, 5, 5)).battle.units[1]
    figures_lost = play(fire, fought, 0, 1, faces=(6, 6, 6), answers=(OFFICER, STANDARD, SERGEANT))
    command = figures_lost.battle.units[1]
    assert (men.models, men.shape, men.pose) == (command.models, command.shape, command.pose)


def test_a_unit_shot_to_the_last_model_is_removed_at_once() -> None:
    """turn.remove-at-once, melee.excess"""
    played = play(fire, at_six_inches(models=2), 0, 1, faces=(4, 4, 4))
    assert played.events[-1] == UnitsRemoved((1,), Removal.DESTROYED)
    assert played.battle.units[1].pose is None


def test_a_target_closes_up_after_a_volley_and_keeps_its_front() -> None:
    """formation.shrink: 14 models in 12 files lose three, so one rank of 11 is left."""
    fought = battle(
        unit(0, 20, 10, models=3),
        unit(1, 20, 16, 180, side=1, models=14, files=12),
        step=Step.FIRST_SHOOTING,
    )
    target = play(fire, fought, 0, 1, faces=(5, 5, 5)).battle.units[1]
    assert (target.shape.width, target.shape.depth) == (825, 75)
    assert target.pose == Pose(2000, 1600, degrees(180))


def test_a_volley_at_a_garrison_needs_five_and_leaves_the_building_as_it_is() -> None:
    """shooting.building-target, formation.garrison"""
    home = house(18, 16, 22, 20)
    held = garrison(1, home, side=1, models=20)
    fought = battle(three(), held, pieces=(home,), step=Step.FIRST_SHOOTING)
    played = play(fire, fought, 0, 1, faces=(4, 5, 5))
    target = played.battle.units[1]
    assert (target.models, target.shape, target.building) == (18, held.shape, "house")


# ------------------------------------------------------------------------- cards
def test_a_one_fouls_dirty_muskets_for_the_next_turn() -> None:
    """cards.dirty-muskets, cards.dirty-scope"""
    fought = battle(
        three(trait=Trait.DIRTY_MUSKETS),
        unit(1, 20, 16, 180, side=1),
        step=Step.FIRST_SHOOTING,
        turn=4,
    )
    fouled = play(fire, fought, 0, 1, faces=(1, 6, 2))
    assert fouled.told(MusketsFouled) == (MusketsFouled(0),)
    assert fouled.battle.units[0].fouled == 5
    assert not play(fire, fought, 0, 1, faces=(3, 6, 2)).told(MusketsFouled)


def test_a_lucky_officer_has_one_die_thrown_again_once_a_turn() -> None:
    """cards.lucky-officer, cards.lucky-scope"""
    lucky = three(trait=Trait.LUCKY_OFFICER, command=(OFFICER,))
    fought = battle(lucky, unit(1, 20, 16, 180, side=1), step=Step.FIRST_SHOOTING)
    played = play(fire, fought, 0, 1, faces=(1, 2, 3, 5), answers=(Pick.MISS,))
    assert played.told(LuckyRerollUsed) == (LuckyRerollUsed(0),)
    assert played.battle.units[1].models == 23
    again = play(fire, played.battle, 0, 1, faces=(1, 2, 3))
    assert again.asked == ()


def test_a_lucky_die_that_is_kept_is_not_used_up() -> None:
    """cards.lucky-scope"""
    lucky = three(trait=Trait.LUCKY_OFFICER, command=(OFFICER,))
    fought = battle(lucky, unit(1, 20, 16, 180, side=1), step=Step.FIRST_SHOOTING)
    played = play(fire, fought, 0, 1, faces=(1, 2, 3), answers=(None,))
    assert not played.battle.units[0].lucky_used


# ------------------------------------------------------------------------- faces
def test_the_owner_of_a_square_picks_between_two_faces_equally_near() -> None:
    """geometry.face-choice"""
    square = unit(0, 20, 20, formation=Formation.SQUARE, models=12)
    assert square.hub is not None
    spot = Pose(round(square.hub.x) + 600, round(square.hub.y) + 600, degrees(45))
    enemy = replace(unit(1, 0, 0, side=1, formation=Formation.COLUMN, models=2), pose=spot)
    fought = battle(square, enemy, step=Step.FIRST_SHOOTING)
    played = play(shoot, fought, 0, answers=(1, "right"), faces=(1, 1, 1))
    assert played.asked == ("shooting.pick-target", "shooting.pick-face")

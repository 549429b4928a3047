"""Give 'em the cold steel: the duty to charge, to form up for it, or to close with the enemy."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.systems.coldsteel import closing, cold_steel
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link
from sandtable.systems.coldsteel.charge_ways import Charge
from sandtable.systems.coldsteel.charging import charges
from sandtable.systems.coldsteel.cold_steel import Duty, Route, binds, duty
from sandtable.systems.coldsteel.events import UnitCharged, UnitFormed, UnitHeld, UnitMoved
from sandtable.systems.coldsteel.houses import Exit
from sandtable.systems.coldsteel.manoeuvres import act, manoeuvre_step
from sandtable.systems.coldsteel.movement_decisions import Manoeuvre, ManoeuvreKind
from sandtable.systems.coldsteel.reforming import Stance
from sandtable.systems.coldsteel.steps import Resolve
from sandtable.systems.coldsteel.terrain import ROAD
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.movement import Advance, Plan, Turn, Wheel
from sandtable.table.space import Pose, inches
from tests.systems.coldsteel.parade_ground import (
    HUSSARS,
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

LINE, COLUMN, SQUARE = Formation.LINE, Formation.COLUMN, Formation.SQUARE
MUSIC = (Figure.MUSICIAN,)
PLAY_ON = (Resolve.PLAY_ON, Resolve.PLAY_ON)
CHOICE = "cards.cold-steel-choice"


def keen(x: float = 20, y: float = 10, facing: float = 0, **state: Any) -> ColdSteelUnit:
    """A unit of Blue that plays Cold steel."""
    return unit(0, x, y, facing, **{"trait": Trait.COLD_STEEL, **state})


def foe(y: float, number: int = 1, **state: Any) -> ColdSteelUnit:
    """A unit of Red straight ahead."""
    return unit(number, 20, y, 180, side=1, **state)


def refusal(fought: ColdSteelBattle, plan: Plan) -> Refusal:
    """Why a plan does not close."""
    with pytest.raises(Refused) as caught:
        play(act, fought, 0, answers=(plan,))
    return caught.value.refusal


# --------------------------------------------------------------------- charging
def test_who_can_charge_must() -> None:
    """cards.cold-steel: the owner picks among the charges, and nothing else is offered"""
    fought = battle(keen(), foe(18, models=6), unit(2, 26, 17, 180, side=1, models=4))
    assert duty(fought, fought.units[0]) is Duty.CHARGE
    played = play(act, fought, 0, answers=(Charge(1, 0),))
    assert played.asked == (CHOICE,)
    assert isinstance(played.events[0], UnitCharged)
    assert {option.target for option in charges(fought, fought.units[0])} == {1, 2}
    with pytest.raises(Refused):
        play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.STAND),))


def test_a_step_does_not_end_before_such_a_unit_is_named() -> None:
    """cards.cold-steel-scope: in each of its Manoeuvres steps; turn.may-decline has this exception"""
    fought = battle(keen(), foe(40), unit(2, 50, 10))
    with pytest.raises(Refused):
        play(manoeuvre_step, fought, answers=(None, *PLAY_ON))
    named = play(manoeuvre_step, fought, answers=(0, (Advance(600),)))
    assert play(manoeuvre_step, named.battle, answers=(None, *PLAY_ON)).battle.step is not fought.step


@pytest.mark.parametrize("state", [{"failed": True}, {"named": True}, {"trait": None}])
def test_it_binds_nobody_who_failed_or_was_named_or_has_no_such_card(state: dict[str, Any]) -> None:
    """cards.cold-steel-scope"""
    fought = battle(keen(**state), foe(20))
    assert not binds(fought, fought.units[0])
    assert duty(fought, fought.units[0]) is Duty.NONE


def test_it_binds_nobody_who_is_engaged() -> None:
    """cards.cold-steel-scope"""
    fought = battle(keen(), foe(10), links=(Link(0, 1, 1),))
    assert not binds(fought, fought.units[0])


# --------------------------------------------------------------------- closing
def test_who_cannot_reach_an_enemy_closes_by_half_of_its_allowance() -> None:
    """card-05: cards.cold-steel, cards.cold-steel-scope, charge.distance"""
    expected = figures("card-05")
    fought = battle(keen(command=MUSIC), foe(30))
    assert bool(charges(fought, fought.units[0])) is expected["charge"]
    assert duty(fought, fought.units[0]) is Duty.CLOSE
    least, most = inches(expected["min_advance"]), inches(expected["max_advance"])
    for length in (least, most):
        played = play(act, fought, 0, answers=((Advance(length),),))
        assert played.events == (UnitMoved(0, Pose(2000, 1000 + length, 0)),)
        assert played.asked == (CHOICE,)
    short = refusal(fought, (Advance(least - 1),))
    assert (short.rule, short.measured, short.limit) == ("cards.cold-steel-scope", 5.49, 5.5)
    assert short.nearest == (Advance(least),)
    assert refusal(fought, (Advance(most + 3),)).rule == "movement.mod.stack"


def test_it_ends_nearer_to_the_nearest_enemy_it_sees() -> None:
    """cards.cold-steel-scope: the arc does not matter; to wheel away does not do"""
    beside = unit(1, 40, 9.9, 270, side=1, models=4)
    fought = battle(keen(models=4), beside, unit(2, 20, 46, 180, side=1))
    assert closing.foes_in_sight(fought, fought.units[0]) == (1,)
    away = refusal(fought, (Wheel("left", 900), Advance(400)))
    assert (away.rule, "nearer" in away.words) == ("cards.cold-steel-scope", True)
    played = play(act, fought, 0, answers=((Wheel("right", 900), Advance(400)),))
    assert isinstance(played.events[0], UnitMoved)


def test_of_two_enemies_equally_near_either_will_do() -> None:
    """cards.cold-steel-scope: ties are the owner's choice"""
    left, right = unit(1, 4, 30, 180, side=1, models=4), unit(2, 36, 30, 180, side=1, models=4)
    fought = battle(keen(models=4), left, right)
    assert closing.foes_in_sight(fought, fought.units[0]) == (1, 2)
    for side in ("left", "right"):
        wheel = Wheel("left", 450) if side == "left" else Wheel("right", 450)
        assert play(act, fought, 0, answers=((wheel, Advance(600)),)).told(UnitMoved)


def test_half_is_of_the_allowance_of_the_path_taken() -> None:
    """cards.cold-steel-scope, movement.rough-once: over a hedge the allowance is 6 in, half of it 3 in"""
    fought = battle(keen(), foe(40), pieces=(wall((0, 12), (40, 12)),))
    assert play(act, fought, 0, answers=((Advance(300),),)).told(UnitMoved)
    open_ground = battle(keen(), foe(40))
    assert refusal(open_ground, (Advance(300),)).limit == 4.5


def test_it_is_excused_if_no_enemy_is_visible() -> None:
    """cards.cold-steel-scope: then it does as it likes, standing among the rest"""
    fought = battle(keen(), foe(40), pieces=(box("wood", 0, 20, 72, 30),))
    assert duty(fought, fought.units[0]) is Duty.NONE
    assert binds(fought, fought.units[0]), "it is named all the same"
    played = play(act, fought, 0, answers=(Manoeuvre(ManoeuvreKind.STAND),))
    assert played.events == (UnitHeld(0),)


def test_it_is_excused_if_no_trial_move_is_legal_and_ends_nearer() -> None:
    """cards.cold-steel-scope: an enemy behind its back is not come nearer to by any of them"""
    behind = battle(keen(y=24), unit(1, 20, 4, 0, side=1))
    assert closing.foes_in_sight(behind, behind.units[0]) == (1,)
    assert duty(behind, behind.units[0]) is Duty.NONE
    shut_in = battle(keen(models=4), foe(40), unit(2, 20, 12.5, models=24))
    assert duty(shut_in, shut_in.units[0]) is Duty.NONE, "a friend stands right before it"


def test_the_trials_are_straight_ahead_and_six_wheels_to_a_cost_of_half() -> None:
    """cards.cold-steel-scope: 0.75 x 2 in x 45 degrees cost 1.18 in, which leaves 3.32 of 4.5 in"""
    fought = battle(keen(models=4), foe(40))
    assert closing.trials(fought, fought.units[0]) == (
        (Advance(450),),
        (Wheel("left", 150), Advance(411)),
        (Wheel("right", 150), Advance(411)),
        (Wheel("left", 300), Advance(372)),
        (Wheel("right", 300), Advance(372)),
        (Wheel("left", 450), Advance(333)),
        (Wheel("right", 450), Advance(333)),
    )


def test_a_trial_whose_wheel_alone_costs_more_than_half_does_not_count() -> None:
    """cards.cold-steel-scope: 9 in x 30 degrees are 4.71 in, more than 4.5; 15 degrees are 2.36 in"""
    fought = battle(keen(), foe(40))
    angles = {
        leg.turn for plan in closing.trials(fought, fought.units[0]) for leg in plan if hasattr(leg, "turn")
    }
    assert angles == {150}


def test_skirmishers_try_a_pivot_towards_the_enemys_middle() -> None:
    """cards.cold-steel-scope"""
    loose = keen(y=30, profile=LIGHT, formation=Formation.SKIRMISH, models=8)
    fought = battle(loose, unit(1, 20, 4, 0, side=1))
    assert closing.trials(fought, loose) == ((Turn(1800), Advance(550)),)
    played = play(act, fought, 0, answers=((Turn(1800), Advance(550)),))
    assert played.told(UnitMoved)


def test_a_column_on_a_road_may_close_along_it() -> None:
    """cards.cold-steel-scope, movement.road-use: half of 15 in by road, half of 12 in without"""
    road = box(ROAD, 19, 0, 21, 48)
    fought = battle(keen(formation=COLUMN), foe(45), pieces=(road,))
    by_road = play(act, fought, 0, answers=(Route.ROAD, (Advance(1500),)))
    assert by_road.asked == (CHOICE, CHOICE)
    assert by_road.told(UnitMoved)
    assert play(act, fought, 0, answers=(Route.ACROSS, (Advance(600),))).told(UnitMoved)
    with pytest.raises(Refused):
        play(act, fought, 0, answers=(Route.ROAD, (Advance(700),)))


# --------------------------------------------------------------------- forming up
def test_a_square_forms_up_to_charge() -> None:
    """cards.cold-steel-scope"""
    fought = battle(keen(formation=SQUARE), foe(30))
    assert duty(fought, fought.units[0]) is Duty.FORM_UP
    played = play(act, fought, 0, answers=(Stance(LINE, 0),))
    assert isinstance(played.events[0], UnitFormed)
    assert played.battle.units[0].formation is LINE
    assert play(act, fought, 0, answers=(Stance(COLUMN, 137),)).told(UnitFormed), "at any facing"
    with pytest.raises(Refused):
        play(act, fought, 0, answers=(Stance(SQUARE, 450),))


def test_a_garrison_leaves_its_building_to_charge() -> None:
    """cards.cold-steel-scope, building.no-sortie"""
    home = house(18, 6, 22, 10)
    fought = battle(garrison(0, home, trait=Trait.COLD_STEEL), foe(30), pieces=(home,))
    assert duty(fought, fought.units[0]) is Duty.FORM_UP
    assert all(way.formation.may_charge for way in cold_steel.exits(fought, fought.units[0]))
    played = play(act, fought, 0, answers=(Exit(0, LINE),))
    assert played.asked == (CHOICE,)
    assert not played.battle.units[0].is_garrison
    unseen = replace(fought, units=(fought.units[0], replace(fought.units[1], pose=None)))
    assert duty(unseen, unseen.units[0]) is Duty.NONE


def test_cavalry_near_a_garrison_it_may_not_charge_closes_as_far_as_it_may() -> None:
    """charge.target, cards.cold-steel-scope, movement.enemy-gap"""
    home = house(18, 20, 22, 24)
    near = battle(keen(profile=HUSSARS), garrison(1, home, side=1), pieces=(home,))
    assert duty(near, near.units[0]) is Duty.CLOSE
    at_hand = battle(keen(y=18.9, profile=HUSSARS), garrison(1, home, side=1), pieces=(home,))
    assert duty(at_hand, at_hand.units[0]) is Duty.NONE, "1 in is kept"


# --------------------------------------------------------------------- for agents and readers
def test_all_moves_that_agents_weigh_do_close() -> None:
    fought = battle(keen(command=MUSIC), foe(40), unit(2, 5, 30, 180, side=1), unit(3, 27, 20))
    question = closing.question(fought, fought.units[0])
    plans = question.sensible()
    assert set(question.trials) <= set(plans)
    assert question.has_any()
    assert not any(isinstance(question.judge(plan), Refusal) for plan in plans)
    drawn = [question.any_answer(partial(always, number)) for number in range(8)]
    assert not any(isinstance(question.judge(plan), Refusal) for plan in drawn)


def always(number: int, count: int) -> int:
    """A draw that is not by chance."""
    return number % count


def test_cold_steel_in_words() -> None:
    fought = battle(keen(), foe(40))
    words = closing.question(fought, fought.units[0]).prompt(fought)
    assert words.words == "Cold steel: which way does Unit 0 close with Unit 1?"

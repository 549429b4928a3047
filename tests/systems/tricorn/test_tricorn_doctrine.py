"""The doctrine in little positions: what a sensible commander of the period does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import Agent, Captain, Militia
from sandtable.dice import PlannedHand, RandomHand
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.activation import Bid, PassOrRoll, TransferCard
from sandtable.systems.tricorn.battle import RESHUFFLE, Command, Prize, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.charging import BreakOffFromFoot
from sandtable.systems.tricorn.choices import OFFICER, Action, ActionKind
from sandtable.systems.tricorn.declaring import Declaration
from sandtable.systems.tricorn.doctrine import ANSWERS, DOCTRINE
from sandtable.systems.tricorn.doctrine.cards import own_chance
from sandtable.systems.tricorn.doctrine.chances import comes, shot_cost
from sandtable.systems.tricorn.doctrine.goals import goals
from sandtable.systems.tricorn.doctrine.leaders import wished
from sandtable.systems.tricorn.doctrine.worth import standing, toll
from sandtable.systems.tricorn.foot_charge import Answer, MountedReaction
from sandtable.systems.tricorn.morale import Effect
from sandtable.systems.tricorn.muster import deck_of
from sandtable.systems.tricorn.officer_decisions import Errand, Join
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.shooting import Fire, Target
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.space import Point, inches
from tests.conformance.described import decision_classes
from tests.systems.tricorn.parade_ground import (
    CUIRASSIERS,
    GUNS,
    HORSE,
    RECRUITS,
    VETERANS,
    battle,
    box,
    garrison,
    officer,
    unit,
)


def asked(start: TricornBattle, *given: object) -> Position[TricornBattle]:
    """The position at the first question after some answers; no die is thrown before it."""
    game = Game(SYSTEM, start, PlannedHand([]))
    for answer in given:
        game.answer(answer)
    return game.position()


def answer(start: TricornBattle, *given: object) -> object:
    """What doctrine answers to that question; it stands."""
    position = asked(start, *given)
    said = DOCTRINE.decide(position)
    assert not isinstance(position.question.judge(said), Refusal)
    return said


def does(start: TricornBattle, number: int = 0) -> Action:
    """What a unit does in step 2 when it is its turn."""
    said = answer(start, number)
    assert isinstance(said, Action)
    return said


def moved(start: TricornBattle) -> TricornBattle:
    """A battle in which the active command has done all its moves by the doctrine."""
    game = Game(SYSTEM, start, RandomHand(1))
    while game.question is not None and game.battle.step is Step.MOVEMENT:
        game.answer(DOCTRINE.decide(game.position()))
    return game.battle


def prize(x: float, y: float, points: int = 4, holder: int | None = 1) -> Prize:
    return Prize("farm", "the farm", Point(float(inches(x)), float(inches(y))), points, holder)


def y_of(one: TricornUnit) -> int:
    assert one.pose is not None
    return one.pose.y


# --------------------------------------------------------------------- every question
def test_every_decision_has_an_answer() -> None:
    """MountedReaction is asked without a battle, by the odds of an attack alone."""
    assert {*decision_classes(SYSTEM)} - {MountedReaction} == {*ANSWERS}


def test_a_unit_is_worth_less_with_every_marker_and_nothing_with_four() -> None:
    worths = [standing(markers) for markers in range(5)]
    assert worths == sorted(worths, reverse=True)
    assert worths[4] == 0.0
    assert toll(2, 1, Effect.NONE) < toll(2, 1, Effect.ELIMINATED) == standing(2)


def test_a_shot_is_worth_what_it_does_on_average() -> None:
    """Value 3 hits fresh trained muskets half the time, for one marker that tests nobody."""
    assert shot_cost(Fire(), Target()) == pytest.approx(0.5 * (standing(0) - standing(1)))


# --------------------------------------------------------------------- melees
def test_horse_rides_at_the_flank_of_muskets() -> None:
    start = battle(unit(0, 30, 20, 90, profile=HORSE), unit(1, 38, 19, 180, side=1))
    assert does(start) == Action(ActionKind.ATTACK, 1)


def test_horse_keeps_off_the_front_of_steady_muskets() -> None:
    start = battle(unit(0, 36, 10, profile=HORSE), unit(1, 36, 18, 180, side=1, profile=VETERANS))
    assert does(start).kind is not ActionKind.ATTACK


def test_horse_rides_at_the_front_of_muskets_that_are_shaken() -> None:
    start = battle(unit(0, 36, 10, profile=HORSE), unit(1, 36, 18, 180, side=1, markers=2))
    assert does(start) == Action(ActionKind.ATTACK, 1)


def test_a_column_that_horse_can_reach_is_ridden_down() -> None:
    column = unit(1, 36, 18, 180, side=1, formation=Formation.COLUMN)
    assert does(battle(unit(0, 36, 10, profile=HORSE), column)) == Action(ActionKind.ATTACK, 1)


def test_an_attack_that_does_not_pay_for_one_is_made_by_two() -> None:
    """Plain horse against the front of muskets is not worth it; a second unit that overlaps makes it so."""
    enemy, horse = unit(1, 36, 18, 180, side=1), unit(0, 34.4, 11, profile=HORSE)
    alone = moved(battle(horse, enemy))
    assert y_of(alone.units[0]) < inches(17)
    other = unit(1, 37.6, 11, profile=HORSE)
    both = moved(battle(horse, other, replace(enemy, id=2)))
    assert [y_of(both.units[number]) >= inches(17.9) for number in (0, 1)] == [True, True]


def test_a_melee_is_fought_where_it_brings_most_first() -> None:
    """The unit with three markers falls by any hit; the fresh one does not."""
    units = unit(0, 20, 20, profile=HORSE), unit(1, 50, 20, profile=HORSE)
    foes = unit(2, 20, 20, 180, side=1, profile=HORSE), unit(3, 50, 20, 180, side=1, profile=HORSE, markers=3)
    assert answer(battle(*units, *foes, step=Step.MELEE)) == 3


def test_horse_that_foot_has_closed_with_tries_to_get_away_unless_it_has_the_better_of_it() -> None:
    """Foot on the flank of shaken horse destroys it; a fresh guard before it does not fear recruits."""
    question = BreakOffFromFoot(1, (Answer.STAY, Answer.BREAK_OFF), unit=1)
    shaken = battle(unit(0, 34.5, 15, 90), unit(1, 36, 16, 180, side=1, profile=HORSE, markers=2))
    steady = battle(unit(0, 36, 16, profile=RECRUITS), unit(1, 36, 16, 180, side=1, profile="heavy24-guard"))
    for fought, said in ((shaken, Answer.BREAK_OFF), (steady, Answer.STAY)):
        assert DOCTRINE.decide(Position(SYSTEM, question, fought, fought, ())) is said


# --------------------------------------------------------------------- fire
def test_guns_fire_at_the_shaken_rather_than_at_the_fresh() -> None:
    guns = unit(0, 36, 10, profile=GUNS)
    fresh, shaken = unit(1, 33, 18, 180, side=1), unit(2, 39, 18, 180, side=1, markers=1)
    assert answer(battle(guns, fresh, shaken, step=Step.FIRE)) == Declaration(0, 2)


def test_muskets_fire_themselves_rather_than_help_another_to_fire() -> None:
    units = unit(0, 34, 15), unit(1, 38, 15)
    start = battle(*units, unit(2, 36, 18, 180, side=1), step=Step.FIRE)
    first = answer(start)
    assert isinstance(first, Declaration)
    second = answer(start, first)
    assert isinstance(second, Declaration)
    assert (first.supports, second.supports) == (None, None)
    assert {first.unit, second.unit} == {0, 1}


def test_guns_in_action_with_a_target_stay_where_they_are() -> None:
    start = battle(unit(0, 36, 10, profile=GUNS), unit(1, 36, 19, 180, side=1))
    assert does(start).kind is ActionKind.STAND


def test_guns_out_of_range_limber_up_and_limbered_guns_in_range_come_into_action() -> None:
    far = battle(unit(0, 36, 5, profile=GUNS), unit(1, 36, 40, 180, side=1))
    assert does(far).kind is ActionKind.FORM
    near = battle(unit(0, 36, 20, profile=GUNS, formation=Formation.LIMBERED), unit(1, 36, 29, 180, side=1))
    assert does(near).kind is ActionKind.FORM


# --------------------------------------------------------------------- moves
def test_foot_goes_for_an_objective_that_the_enemy_holds() -> None:
    start = battle(unit(0, 36, 10), unit(1, 5, 46, 180, side=1), prizes=(prize(36, 30),))
    assert y_of(moved(start).units[0]) >= inches(15)


def test_an_objective_keeps_its_holder_and_wants_a_guard_only_when_the_enemy_comes() -> None:
    """It stays taken until the enemy alone is there (victory.objective)."""
    held = prize(36, 10, holder=0)
    for enemy, guard in ((46.0, False), (20.0, True)):
        start = battle(unit(0, 36, 11), unit(1, 36, enemy, 180, side=1), prizes=(held,))
        assert (goals(start)[0].point == held.point) is guard


def test_a_unit_in_disorder_out_of_the_enemys_reach_removes_it() -> None:
    start = battle(unit(0, 36, 10, markers=2), unit(1, 36, 34, 180, side=1))
    assert does(start).kind is ActionKind.REMOVE


def test_a_shaken_unit_under_fire_goes_back_out_of_it() -> None:
    start = battle(unit(0, 36, 15, markers=3), unit(1, 36, 18, 180, side=1, profile=VETERANS))
    said = does(start)
    assert said.kind in (ActionKind.FALL_BACK, ActionKind.MOVE)
    assert y_of(moved(start).units[0]) < inches(15)


def test_a_march_column_forms_line_when_horse_can_reach_it() -> None:
    horse = unit(1, 36, 26, 180, side=1, profile=CUIRASSIERS)
    column = unit(0, 36, 14, formation=Formation.COLUMN)
    assert moved(battle(column, horse)).units[0].formation is Formation.LINE


def test_foot_does_not_stay_in_march_column_with_an_enemy_about_though_its_way_is_long() -> None:
    column = unit(0, 36, 10, formation=Formation.COLUMN)
    for enemy, formation in ((20, Formation.LINE), (46, Formation.COLUMN)):
        start = battle(column, unit(1, 36, enemy, 180, side=1), prizes=(prize(60, 40),))
        assert moved(start).units[0].formation is formation


def test_a_garrison_of_an_objective_stays_in_it_while_enemies_are_about() -> None:
    village = box("village", 34, 20, 38, 24, id="farmyard")
    start = battle(
        garrison(0, village),
        unit(1, 36, 30, 180, side=1),
        pieces=(village,),
        prizes=(prize(36, 22, holder=0),),
    )
    assert does(start).kind is ActionKind.STAND


# --------------------------------------------------------------------- cards
def drawn(start: TricornBattle, number: int, **changed: Any) -> Position[TricornBattle]:
    """The position of an officer who says whether he rolls."""
    fought = replace(start, step=Step.CARD, activation=None, **changed)
    question = PassOrRoll(0, tuple(Bid), officer=number, token=None)
    return Position(SYSTEM, question, fought, fought, ())


def near_by(x: float, y: float) -> tuple[Any, ...]:
    return officer(0, x, y, command=0), officer(1, 71, 47, side=1, command=1)


def test_a_general_whose_muskets_have_a_target_and_no_need_to_move_stands_and_fires() -> None:
    """Who does not move fires at full value (shooting.cv.moved)."""
    start = battle(unit(0, 36, 15), unit(1, 36, 18.5, 180, side=1), officers=near_by(36, 12))
    assert DOCTRINE.decide(drawn(start, 0)) is Bid.DECLINE


def test_a_general_whose_units_have_somewhere_to_go_rolls() -> None:
    far = battle(unit(0, 36, 10), unit(1, 36, 40, 180, side=1), officers=near_by(36, 8))
    assert DOCTRINE.decide(drawn(far, 0)) is Bid.ROLL
    stray = battle(unit(0, 36, 15), unit(1, 36, 18.5, 180, side=1), officers=near_by(5, 5))
    assert DOCTRINE.decide(drawn(stray, 0)) is Bid.ROLL


def two_commands(left: tuple[str, ...]) -> TricornBattle:
    """A Commander in Chief with two Generals: the units of the first are far from anything, those of the
    second are horse beside a column."""
    staff = (
        officer(0, 10, 6, command=0),
        officer(1, 50, 18, command=1),
        officer(2, 71, 47, side=1, command=2),
        officer(3, 30, 5, rating=Rating.EXCELLENT, chief=True),
    )
    led = Command("a", 0, 0, 1), Command("b", 0, 1, 1), Command("c", 1, 2, 1)
    units = (
        unit(0, 10, 8, command=0),
        unit(1, 50, 20, profile=HORSE, command=1),
        unit(2, 50, 28, 180, side=1, formation=Formation.COLUMN, command=2),
    )
    fought = battle(*units, officers=staff, commands=led, step=Step.CARD, activation=None)
    whole = deck_of([one.card for one in staff])
    return replace(fought, deck=replace(whole, left=tuple(sorted(left)), drawn=("Officer 3",)))


def chief_says(fought: TricornBattle, *generals: int) -> object:
    question = TransferCard(0, (None, *generals), officer=3, token=None)
    return DOCTRINE.decide(Position(SYSTEM, question, fought, fought, ()))


def test_the_commander_in_chief_gives_his_card_to_the_general_who_can_strike() -> None:
    left = ("Officer 0", "Officer 1", "Officer 2", RESHUFFLE, RESHUFFLE)
    assert chief_says(two_commands(left), 0, 1) == 1


def test_the_chance_that_a_card_comes_up_is_that_of_the_cards_left() -> None:
    """Before the last of two Re-Shuffle Cards comes a given card in two of three orders, of one in half."""
    assert comes(5, 2) == pytest.approx(2 / 3)
    assert comes(0, 1) == pytest.approx(1 / 2)
    left = ("Officer 0", "Officer 1", "Officer 2", RESHUFFLE)
    fought = two_commands(left)
    assert own_chance(fought, fought.officers[1]) == pytest.approx(1 / 2)
    gone = two_commands(("Officer 0", "Officer 2", RESHUFFLE))
    assert own_chance(gone, gone.officers[1]) == 0.0


# --------------------------------------------------------------------- officers
def test_a_general_moves_last_and_rides_to_where_he_has_his_units_about_him() -> None:
    start = battle(
        unit(0, 30, 20, named=True),
        unit(1, 42, 20, named=True),
        unit(2, 36, 44, 180, side=1),
        officers=near_by(36, 6),
        commands=(Command("a", 0, 0, 2), Command("b", 1, 1, 1)),
    )
    assert answer(start) == OFFICER
    assert answer(start, OFFICER) is Errand.RIDE
    place = answer(start, OFFICER, Errand.RIDE)
    assert isinstance(place, Point)
    wish = wished(start, start.officers[0])
    assert wish is not None
    assert abs(place.x - wish.x) + abs(place.y - wish.y) < inches(3)


def test_a_general_joins_a_unit_whose_melee_he_may_decide() -> None:
    start = battle(
        unit(0, 36, 20, profile=HORSE, named=True),
        unit(1, 36, 20, 180, side=1, profile=HORSE, markers=2),
        officers=near_by(36, 14),
    )
    assert answer(start, OFFICER) == Join(0)


# --------------------------------------------------------------------- whole battles
@pytest.mark.parametrize(("scenario", "side", "seed"), [("rossbach-1757", 0, 4), ("rossbach-1757", 1, 4)])
def test_the_captain_beats_militia(scenario: str, side: int, seed: int) -> None:
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), Readings()), RandomHand(seed))
    agents: list[Agent] = [Militia(seed), Militia(seed)]
    agents[side] = Captain(seed)
    while game.question is not None:
        game.answer(agents[game.question.seat].decide(game.position()))
    assert game.battle.outcome is not None
    assert game.battle.outcome.winner == side

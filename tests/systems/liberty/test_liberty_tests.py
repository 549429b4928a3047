"""MORALE tests: the worked cases, exactly, under both ways of using rerolls."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import best, odds
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.liberty.actions import CommandPoint
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Regiment, Step
from sandtable.systems.liberty.command_points import CommandPoints
from sandtable.systems.liberty.events import MoraleTested, UnitsBroken
from sandtable.systems.liberty.morale import (
    Cause,
    MoraleFacts,
    Nerve,
    Result,
    dice,
    morale_test,
    passes,
    rerolls,
    result,
    success_faces,
)
from sandtable.systems.liberty.policies import decide_cautiously
from sandtable.systems.liberty.states import State, Wear
from sandtable.systems.liberty.testing import DiceTest, Quality, faces, roll
from sandtable.systems.liberty.trials import take_all, take_one
from tests.systems.liberty.drill import at, drill
from tests.systems.liberty.parade import battle, unit

Case = Callable[[str], dict[str, Any]]


def after(facts: MoraleFacts) -> dict[Result, Fraction]:
    chances = odds(do(morale_test, facts), decide_cautiously, exact=True)
    return {end: Fraction(chance) for end, chance in chances.items()}


def test_steady_militia_tests_after_shooting(case: Case) -> None:
    """lib-018"""
    facts = MoraleFacts(nerve=Nerve(quality=Quality.MILITIA), state=State.STEADY)
    assert dice(facts).total == case("lib-018")["dice"]
    assert after(facts) == {Result.NONE: Fraction(49, 81), Result.DISORDERED: Fraction(32, 81)}


def test_a_shaken_unit_that_lost_a_melee(case: Case) -> None:
    """lib-019"""
    chances = after(MoraleFacts(state=State.SHAKEN, cause=Cause.LOST_MELEE))
    assert chances == {Result.ROUTE: Fraction(5, 36), Result.BROKEN: Fraction(31, 36)}
    assert float(chances[Result.BROKEN]) == pytest.approx(case("lib-019")["p_broken"], abs=1e-6)


def test_a_stubborn_unit_takes_the_whole_test_again(case: Case) -> None:
    """lib-020"""
    guards = Nerve(quality=Quality.ELITE, stubborn=True, reliable=True, in_command=True)
    facts = MoraleFacts(nerve=guards, state=State.WORN, cause=Cause.LOST_MELEE)
    expected = case("lib-020")
    assert dice(facts).total == expected["dice"]
    assert rerolls(guards).total == expected["rerolls"]
    one_roll = DiceTest(dice=3, faces=success_faces(guards), rerolls=1, aims=(3,), seat=0)
    assert odds(do(passes, one_roll), decide_cautiously, exact=True).chance(bool) == Fraction(13, 18)
    assert after(facts) == {Result.NONE: Fraction(299, 324), Result.ROUTE: Fraction(25, 324)}


def test_brave_militia_sees_a_friend_break(case: Case) -> None:
    """lib-021"""
    nerve = Nerve(quality=Quality.MILITIA, brave=True, in_command=True, supported=True)
    facts = MoraleFacts(nerve=nerve, state=State.WORN, cause=Cause.FRIEND_BROKEN)
    assert dice(facts).total == case("lib-021")["dice"]
    assert after(facts) == {Result.NONE: Fraction(569, 729), Result.RETIRE: Fraction(160, 729)}


def test_best_rerolls_pass_more_often_than_cautious_ones(case: Case) -> None:
    """lib-022: dice.reroll.policies"""
    test = DiceTest(dice=2, faces=(0, 0, 0, 1, 1, 2), rerolls=2, aims=(3,), seat=0)
    cautious = odds(do(passes, test), decide_cautiously, exact=True).chance(bool)
    boldest = odds(do(passes, test), best, exact=True).chance(bool)
    assert (cautious, boldest) == (Fraction(5, 16), Fraction(461, 1296))
    assert float(boldest) == pytest.approx(case("lib-022")["p_best"], abs=1e-6)


def test_a_die_is_rolled_again_once_however_many_rerolls_are_left() -> None:
    """dice.reroll.once, dice.reroll.sequence: one die and two rerolls, of which the second finds no die."""
    hand = PlannedHand([1, 2])
    test = DiceTest(dice=1, faces=(0, 0, 0, 1, 1, 2), rerolls=2, aims=(2,), seat=0)
    run = ProcedureRun(do(roll, test), lambda throw: throw.cast(hand), lambda battle, event: battle)
    asked = []
    while run.pending is not None:
        asked.append(run.pending.sensible())
        run.answer(run.pending.judge(0))
    assert asked == [(None, 0)]
    assert run.result == 0
    hand.assert_used()


def test_reliable_does_not_help_morale_unless_that_reading_is_chosen() -> None:
    """dice.reroll.reliable.scope"""
    assert rerolls(Nerve(reliable=True)).total == 0
    assert rerolls(Nerve(reliable=True, reliable_in_morale=True)).total == 1


def test_unreliable_units_get_one_success_for_a_six() -> None:
    """special.unreliable, tests.success.six, tests.success.data"""
    assert faces(Quality.MILITIA, unreliable=False) == (0, 0, 0, 0, 1, 2)
    assert faces(Quality.ELITE, unreliable=True) == (0, 0, 1, 1, 1, 1)


def test_morale_successes_go_by_quality_unless_the_flat_reading_is_chosen() -> None:
    """tests.success.morale-conflict"""
    elite = Nerve(quality=Quality.ELITE)
    assert success_faces(elite) == (0, 0, 1, 1, 1, 2)
    assert success_faces(Nerve(quality=Quality.ELITE, flat_successes=True)) == (0, 0, 0, 1, 1, 2)


@pytest.mark.parametrize(
    ("state", "cause", "failed", "passed"),
    [
        (State.STEADY, Cause.LOST_MELEE, Result.RETIRE, Result.NONE),
        (State.STEADY, Cause.SHOOTING, Result.DISORDERED, Result.NONE),
        (State.WORN, Cause.LOST_MELEE, Result.ROUTE, Result.NONE),
        (State.WORN, Cause.FRIEND_BROKEN, Result.RETIRE, Result.NONE),
        (State.SHAKEN, Cause.LOST_MELEE, Result.BROKEN, Result.ROUTE),
        (State.SHAKEN, Cause.SHOOTING, Result.BROKEN, Result.NONE),
    ],
)
def test_the_result_table(state: State, cause: Cause, failed: Result, passed: Result) -> None:
    """morale.result.steady, morale.result.worn, morale.result.shaken, morale.result.data"""
    assert result(state, cause, passed=False) is failed
    assert result(state, cause, passed=True) is passed


def test_states_follow_from_hits() -> None:
    """states.steady, states.worn, states.shaken, states.broken.at-least, troops.sizes.meaning"""
    wear = Wear(8, 16, 24)
    assert [wear.state(hits) for hits in (0, 7, 8, 15, 16, 23)] == [
        State.STEADY,
        State.STEADY,
        State.WORN,
        State.WORN,
        State.SHAKEN,
        State.SHAKEN,
    ]
    assert [wear.breaks(hits) for hits in (23, 24, 25)] == [False, True, True]


# ------------------------------------------------------------------ tests on the table
def shot_up(*units: Regiment) -> LibertyBattle:
    """Units of side 1 in the second step of the other side's Shooting phase."""
    return at(battle(unit(0, 36, 5), *units), Step.TESTS)


def due(scene: LibertyBattle, *tests: DueTest) -> LibertyBattle:
    return replace(scene, tests_due=tests)


def test_dice_are_rolled_by_the_state_after_all_hits_and_the_cause_sets_the_need() -> None:
    """morale.roll, morale.judge, morale.state-after, tests.roll: three dice for a WORN unit, two needed."""
    scene = due(shot_up(unit(1, 36, 30, 180, side=1, hits=8)), DueTest(1, Cause.SHOOTING))
    passed = drill(do(take_one, scene), [4, 4, 1])
    assert [event.result for event in passed.of(MoraleTested)] == [Result.NONE]
    failed = drill(do(take_one, scene), [4, 1, 1])
    assert [event.result for event in failed.of(MoraleTested)] == [Result.RETIRE]
    assert failed.battle.tests_due == ()


@pytest.mark.parametrize(
    ("cause", "needed"),
    [
        (Cause.SHOOTING, 2),
        (Cause.FRIEND_BROKEN, 2),
        (Cause.PASSED_THROUGH, 2),
        (Cause.LOST_MELEE, 3),
    ],
)
def test_each_cause_makes_a_unit_test(cause: Cause, needed: int) -> None:
    """morale.trigger.shooting, morale.trigger.melee, morale.trigger.broken, morale.trigger.interpenetration,
    morale.need"""
    scene = due(shot_up(unit(1, 36, 24, 180, side=1)), DueTest(1, cause))
    for successes in range(4):
        faces = [4] * successes + [1] * (4 - successes)
        (event,) = drill(do(take_one, scene), faces).of(MoraleTested)
        assert (event.result is Result.NONE) is (successes >= needed)


def test_the_acting_players_units_test_first() -> None:
    """turn.simultaneous"""
    scene = due(
        shot_up(unit(1, 36, 24, 180, side=1)), DueTest(1, Cause.SHOOTING), DueTest(0, Cause.FRIEND_BROKEN)
    )
    done = drill(do(take_one, scene), [6, 6, 6, 6])
    assert [event.due.unit for event in done.of(MoraleTested)] == [0]


def test_breaking_units_set_off_further_tests_without_limit() -> None:
    """morale.no-chain-limit, morale.trigger.broken: three SHAKEN units in a row, 4 in from one another."""
    line = [unit(n, 6 + 12 * (n - 1), 40, 180, side=1, hits=16) for n in (1, 2, 3)]
    others = [unit(n, 10 * (n - 3), 46, 180, side=1) for n in (4, 5, 6, 7)]
    far = [replace(one, pose=replace(one.pose, y=1000)) for one in others if one.pose]
    scene = due(shot_up(*line, *far), DueTest(1, Cause.SHOOTING))
    done = drill(do(take_all, scene), [1, 1, 1, 1, 1, 1])
    assert [event.units for event in done.of(UnitsBroken)] == [(1,), (2,), (3,)]
    assert done.battle.tests_due == ()


def test_a_broken_army_tests_no_more() -> None:
    """victory.units, turn.simultaneous: the second of two units breaks, which is the break point."""
    line = [unit(n, 6 + 12 * (n - 1), 40, 180, side=1, hits=16) for n in (1, 2, 3)]
    scene = due(shot_up(*line), DueTest(1, Cause.SHOOTING))
    done = drill(do(take_all, scene), [1, 1, 1, 1])
    assert len(done.of(UnitsBroken)) == 2
    assert done.battle.tests_due != ()


def test_hold_the_line_gives_a_failed_test_another_try() -> None:
    """action.hold-the-line, cp.detail: in the enemy's turn too."""
    scene = due(shot_up(unit(1, 36, 24, 180, side=1)), DueTest(1, Cause.SHOOTING))
    rich = replace(scene, camps=(scene.camps[0], replace(scene.camps[1], points=CommandPoints(1))))
    done = drill(do(take_one, rich), [1, 1, 1, 1, 6, 1, 1, 1], [CommandPoint.SPEND])
    assert [event.result for event in done.of(MoraleTested)] == [Result.NONE]
    assert done.battle.camps[1].points.left == 0


def test_a_worn_unit_beaten_in_melee_routs_and_a_router_is_not_sent_twice() -> None:
    """morale.result.worn, rout.cause, morale.routing"""
    scene = due(shot_up(unit(1, 36, 24, 180, side=1, hits=8)), DueTest(1, Cause.LOST_MELEE))
    done = drill(do(take_one, scene), [1, 1, 1, 2])
    assert done.battle.units[1].routing
    again = due(done.battle, DueTest(1, Cause.LOST_MELEE))
    stays = drill(do(take_one, again), [1, 1, 1])
    assert stays.battle.units[1].pose == done.battle.units[1].pose

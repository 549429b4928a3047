"""The turn: orders, shooting and tests as they follow one another, with planned dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose
from sandtable.game.ask.refusal import Refused
from sandtable.game.battle.log import Happened
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.aim import Aim
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.events import MoraleTested, UnitDisordered, UnitsBroken
from sandtable.systems.liberty.morale import Cause
from sandtable.systems.liberty.order_decisions import Command
from sandtable.systems.liberty.system import SYSTEM
from sandtable.systems.liberty.turn import Resolve
from sandtable.systems.liberty.turn_events import StepBegan
from sandtable.table.movement import Advance, Wheel
from sandtable.table.space import DEGREE, INCH
from tests.systems.liberty.parade import LIGHTS, MILITIA, battle, unit

Case = Callable[[str], dict[str, Any]]


def play(
    scene: LibertyBattle, *faces: int, step: Step = Step.ORDERS
) -> tuple[Game[LibertyBattle], PlannedHand]:
    """A game that stands at a step of the first player's turn."""
    hand = PlannedHand(faces)
    return Game(SYSTEM, replace(scene, step=step, phase=step.phase), hand), hand


def facing(gap: float = 12, hits: int = 0) -> LibertyBattle:
    """Two regular lines facing one another, the first side to act, its unit ready to shoot."""
    target = unit(1, 36, 10 + gap, 180, side=1, profile=MILITIA, hits=hits)
    return battle(unit(0, 36, 10, may_shoot=1), target)


def events(game: Game[LibertyBattle]) -> list[object]:
    return [entry.event for entry in game.log if isinstance(entry, Happened)]


def test_a_unit_advances_with_a_wheel_and_may_then_shoot() -> None:
    """orders.advance, orders.auto: a STEADY unit needs no test."""
    game, hand = play(battle(unit(0, 36, 10), unit(1, 36, 40, 180, side=1)))
    game.answer(Command(0, Order.ADVANCE))
    assert isinstance(game.question, PlanMove)
    game.answer((Wheel("right", 15 * DEGREE), Advance(4 * INCH)))
    hand.assert_used()
    moved = game.battle.units[0]
    assert moved.pose is not None
    assert moved.pose.heading == 150
    assert (moved.order, moved.may_shoot) == (Order.ADVANCE, True)


def test_a_plan_that_costs_too_much_is_refused_and_the_game_is_as_it_was() -> None:
    game, _ = play(battle(unit(0, 36, 10), unit(1, 36, 40, 180, side=1)))
    game.answer(Command(0, Order.ADVANCE))
    before = game.battle, game.question
    with pytest.raises(Refused) as refused:
        game.answer((Wheel("right", 30 * DEGREE), Advance(4 * INCH)))
    assert refused.value.refusal.rule == "movement.allowance"
    assert refused.value.refusal.nearest
    assert (game.battle, game.question) == before


def test_a_failed_order_test_disorders_the_unit() -> None:
    """orders.fail.disordered, states.dice: three dice for a WORN unit, none of them a success."""
    game, hand = play(battle(unit(0, 36, 10, hits=8), unit(1, 36, 40, 180, side=1)), 1, 2, 3, 1)
    game.answer(Command(0, Order.ADVANCE))
    hand.assert_used()
    assert game.battle.units[0].disorder == 1
    assert not game.battle.units[0].may_shoot


def test_units_without_a_named_order_hold() -> None:
    """turn.command.one-order"""
    game, _ = play(battle(unit(0, 30, 10), unit(1, 42, 10), unit(2, 36, 40, 180, side=1)))
    game.answer(None)
    assert [one.order for one in game.battle.units[:2]] == [Order.HOLD, Order.HOLD]


def test_a_disordered_unit_gets_no_order() -> None:
    """turn.command.no-order"""
    game, _ = play(battle(unit(0, 30, 10, disorder=1), unit(1, 42, 10), unit(2, 36, 40, 180, side=1)))
    assert isinstance(game.question, Choose)
    assert {option.unit for option in game.question.options if isinstance(option, Command)} == {1}


def test_two_volleys_leave_two_markers_and_one_test(case: Case) -> None:
    """lib-050: underfire.gain, morale.trigger.unsaved, morale.trigger.count, underfire.effect"""
    shooters = unit(0, 31, 10, may_shoot=1), unit(1, 41, 10, may_shoot=1)
    scene = battle(*shooters, unit(2, 36, 25, 180, side=1))
    three_all_saved = [4, 4, 4, 1, 1, 1, 1, 1, 5, 5, 5]
    four_two_saved = [4, 4, 4, 4, 1, 1, 1, 1, 5, 5, 1, 1]
    game, hand = play(scene, *three_all_saved, *four_two_saved, 6, 6, 1, 1, step=Step.SHOOTING)
    game.answer(Aim(0, 2))
    assert game.battle.tests_due == ()
    game.answer(Aim(1, 2))
    hand.assert_used()
    target = game.battle.units[2]
    assert (target.hits, target.under_fire) == (2, case("lib-050")["markers"])
    tests = [event for event in events(game) if isinstance(event, MoraleTested)]
    assert len(tests) == case("lib-050")["tests"]


def test_a_failed_test_in_the_enemys_turn_costs_two_disorder_markers() -> None:
    """morale.result.steady, disorder.enemy-phase"""
    one_hit = [4] + [1] * 9 + [1]
    game, hand = play(facing(gap=12), *one_hit, 1, 1, 1, 1, step=Step.SHOOTING)
    game.answer(Aim(0, 1))
    hand.assert_used()
    assert UnitDisordered(1) in events(game)
    assert game.battle.units[1].disorder == 2


def test_a_shaken_unit_that_fails_breaks_and_its_friends_must_test() -> None:
    """morale.result.shaken, morale.trigger.broken, morale.trigger.broken.where: within 6 in, inclusive."""
    near = unit(2, 36 + 4 + 6 + 4, 22, 180, side=1, hits=16)
    far = unit(3, 36 - 4 - 6.1 - 4, 22, 180, side=1, hits=16)
    others = unit(4, 5, 40, 180, side=1), unit(5, 15, 40, 180, side=1)
    scene = battle(unit(0, 36, 10, may_shoot=1), unit(1, 36, 22, 180, side=1, hits=16), near, far, *others)
    game, _ = play(scene, *([4] + [1] * 9 + [1]), 1, 1, 6, 6, step=Step.SHOOTING)
    game.answer(Aim(0, 1))
    broken = next(event for event in events(game) if isinstance(event, UnitsBroken))
    assert (broken.units, broken.witnesses) == ((1,), (2,))
    assert game.battle.units[1].pose is None


def test_an_army_that_reaches_its_break_point_ends_the_battle_at_once() -> None:
    """victory.break-point, victory.units"""
    game, _ = play(facing(hits=23), *([4] + [1] * 9 + [1]), step=Step.SHOOTING)
    game.answer(Aim(0, 1))
    assert game.is_over
    assert game.battle.outcome is not None
    assert (game.battle.outcome.winner, game.battle.outcome.rule) == (0, "victory.break-point")


def test_any_hit_causes_the_test_under_the_other_reading() -> None:
    """morale.trigger.unsaved"""
    scene = replace(facing(), readings=Readings((("morale.trigger.unsaved", 1),)))
    game, hand = play(scene, *([4] + [1] * 9 + [6]), 5, 5, 1, 1, step=Step.SHOOTING)
    game.answer(Aim(0, 1))
    hand.assert_used()
    assert game.battle.units[1].hits == 0


def test_shooting_tests_come_first_and_the_owner_orders_his_units() -> None:
    """turn.simultaneous, morale.trigger.count"""
    scene = battle(unit(0, 36, 10), *(unit(n, 9 * n, 30, 180, side=1) for n in (1, 2, 3)))
    due = DueTest(2, Cause.FRIEND_BROKEN), DueTest(1, Cause.SHOOTING), DueTest(2, Cause.SHOOTING)
    game, _ = play(replace(scene, tests_due=due), step=Step.TESTS)
    assert isinstance(game.question, Choose)
    assert game.question.seat == 1
    assert set(game.question.options) == {DueTest(1, Cause.SHOOTING), DueTest(2, Cause.SHOOTING)}


def test_the_player_with_the_initiative_goes_first_in_every_turn() -> None:
    """turn.players, turn.word-turn, turn.initiative: it stays with him for the whole game."""
    scene = replace(battle(unit(0, 36, 5), unit(1, 36, 44, 180, side=1)), active=1, first=1, turn_limit=2)
    game, _ = play(scene)
    seen = []
    while game.question:
        if game.question.decision == "order-give":
            seen.append((game.battle.turn, game.question.seat))
        game.answer(None if game.question.decision != "concede" else Resolve.PLAY_ON)
    assert seen == [(1, 1), (1, 0), (2, 1), (2, 0)]
    assert game.battle.outcome is not None
    assert game.battle.outcome.rule == "victory.end"


def test_the_steps_of_a_player_turn_come_in_their_order() -> None:
    """turn.phases, turn.command.a, turn.command.b, turn.command.c, turn.command.d, turn.command.e,
    turn.command.f, turn.shooting.a, turn.shooting.b, turn.melee.a"""
    game, _ = play(battle(unit(0, 36, 5), unit(1, 36, 44, 180, side=1)), step=Step.OPENING)
    while game.question is not None and game.question.decision != "concede":
        game.answer(None)
    assert [event.step for event in events(game) if isinstance(event, StepBegan)] == [
        Step.ATTACHING,
        Step.RALLYING,
        Step.ROUTING,
        Step.CHARGING,
        Step.ORDERS,
        Step.SHOOTING,
        Step.TESTS,
        Step.MELEES,
        Step.END,
    ]
    phases = [step.phase for step in Step if step not in (Step.INITIATIVE, Step.POINTS, Step.DEPLOYMENT)]
    assert list(dict.fromkeys(phases)) == ["Command", "Shooting", "Melee"]


def test_where_no_side_is_named_the_initiative_is_rolled_for() -> None:
    """turn.initiative.method: ties are rolled again."""
    scene = battle(unit(0, 36, 5), unit(1, 36, 44, 180, side=1))
    game, hand = play(scene, 3, 3, 2, 5, 1, 1, step=Step.INITIATIVE)
    hand.assert_used()
    assert game.question is not None
    assert (game.battle.first, game.question.seat) == (1, 1)


def test_every_unit_state_is_part_of_the_regiment() -> None:
    regiment = unit(0, 36, 10, hits=9)
    assert isinstance(regiment, Regiment)
    assert regiment.state.value == "WORN"


def test_passing_through_a_shaken_friend_makes_both_units_test() -> None:
    """movement.interpenetrate.test, movement.interpenetrate.need: the unit passed through first."""
    scene = battle(
        unit(0, 36, 10, may_shoot=1),
        unit(1, 36, 22, 180, side=1, hits=7),
        unit(2, 36, 25, 180, side=1, profile=LIGHTS, hits=8),
        *(unit(n, 9 * n, 46, 180, side=1) for n in (3, 4, 5)),
    )
    one_hit, fails = [4] + [1] * 9 + [1], [1, 1, 1]
    game, hand = play(scene, *one_hit, *fails, 6, 1, 6, 1, 1, step=Step.SHOOTING)
    game.answer(Aim(0, 1))
    while isinstance(game.question, Choose) and game.question.decision == "test-order":
        game.answer(next(due for due in game.question.options if due.unit == 2))
    hand.assert_used()
    tested = [(event.due.unit, event.due.cause) for event in events(game) if isinstance(event, MoraleTested)]
    assert tested == [(1, Cause.SHOOTING), (2, Cause.PASSED_THROUGH), (1, Cause.PASSED_THROUGH)]

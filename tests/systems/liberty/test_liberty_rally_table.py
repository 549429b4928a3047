"""Step c on the table: who is given RALLY, and what comes of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import Choose, do
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.actions import CommandPoint
from sandtable.systems.liberty.battle import General, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.command_points import CommandPoints
from sandtable.systems.liberty.events import UnitsBroken
from sandtable.systems.liberty.forms import FreeReform, form_up
from sandtable.systems.liberty.leader_decisions import Ride
from sandtable.systems.liberty.rallying import ToRally, rally_step, to_rally
from sandtable.systems.liberty.states import State
from sandtable.table.space import Pose, inches
from tests.systems.liberty.drill import Drilled, at, drill
from tests.systems.liberty.parade import MILITIA, battle, unit


def resting(*units: Regiment, points: int = 0, readings: Readings | None = None) -> LibertyBattle:
    """Militia and others in step c, far from an enemy; militia roll 4, 3 or 2 dice and need 5s and 6s."""
    scene = at(battle(*units, unit(len(units), 36, 44, 180, side=1)), Step.RALLYING)
    scene = replace(scene, camps=(replace(scene.camps[0], points=CommandPoints(points)), scene.camps[1]))
    return replace(scene, readings=readings) if readings else scene


def step(scene: LibertyBattle, *faces: int, answers: tuple[object, ...] = ()) -> Drilled:
    return drill(do(rally_step, scene), faces, answers)


def militia(number: int = 0, x: float = 10, **state: int) -> Regiment:
    return replace(unit(number, x, 20, profile=MILITIA), **state)


# ------------------------------------------------------------------ who may
def test_only_units_free_to_be_ordered_with_a_hit_to_recover_may_rally() -> None:
    """orders.rally.min, turn.command.no-order: not the fresh, the disordered, the engaged, the ordered."""
    units = (
        militia(0, hits=1),
        militia(1, 20),
        militia(2, 30, hits=3, disorder=1),
        militia(3, 40, hits=3),
        replace(militia(4, 50, hits=3), order=Order.HOLD),
    )
    scene = replace(resting(*units), engagements=((3, 5),))
    assert to_rally(scene) == ([], [ToRally(0)])
    done = step(scene, answers=(None,))
    question = done.asked[0]
    assert isinstance(question, Choose)
    assert question.options == (ToRally(0), None)
    assert done.battle.step is Step.ROUTING


def test_with_nobody_to_rally_nothing_is_asked() -> None:
    assert step(resting(militia())).battle.step is Step.ROUTING


def test_routing_units_must_try_and_their_player_chooses_the_order() -> None:
    """turn.command.c, turn.step-order: nobody may pass before they have."""
    scene = resting(militia(0, routing=1), militia(1, 30, routing=1), militia(2, 50, hits=2))
    done = step(scene, 6, 1, 1, 1, answers=(ToRally(1), first_stance()))
    first = done.asked[0]
    assert isinstance(first, Choose)
    assert first.decision == "rally-sequence"
    assert first.options == (ToRally(0), ToRally(1), ToRally(2))
    alone = step(resting(militia(0, routing=1)), 1, 1, 1, 1, 2)
    assert alone.decisions == [], "one router and nothing else to do: nobody is asked"


def test_generals_may_ride_before_a_rally() -> None:
    """leaders.move.when"""
    general = General("Pickens", 0, "first", Pose(inches(36), inches(10), 0))
    scene = replace(resting(militia(0, hits=2)), generals=(general,))
    done = step(scene, answers=(Ride(0), ()))
    assert done.decisions == ["rally-give", "general-move"]
    assert done.battle.step is Step.RALLYING
    assert "Move Pickens, up to 24 in" in done.asked[0].prompt(scene).labels


# ------------------------------------------------------------------ what comes of it
def test_a_unit_that_rallies_recovers_hits_and_may_shoot() -> None:
    """orders.rally.ok.other, orders.rally.min: WORN with 8 hits and a die of 3, so STEADY again."""
    done = step(resting(militia(0, hits=8)), 6, 1, 1, 3, answers=(ToRally(0),)).battle.units[0]
    assert (done.hits, done.state, done.order, done.may_shoot) == (5, State.STEADY, Order.RALLY, True)
    whole = step(resting(militia(0, hits=1)), 6, 1, 1, 1, 3, answers=(ToRally(0),)).battle.units[0]
    assert whole.hits == 0


def test_a_unit_that_fails_to_rally_is_disordered() -> None:
    """orders.rally.fail.other"""
    done = step(resting(militia(0, hits=8)), 5, 1, 1, answers=(ToRally(0),)).battle.units[0]
    assert (done.hits, done.disorder, done.order, done.may_shoot) == (8, 1, Order.RALLY, False)


def test_a_router_that_rallies_stops_and_may_reform_but_neither_moves_nor_shoots() -> None:
    """orders.rally.ok.routing"""
    done = step(resting(militia(0, hits=8, routing=1)), 6, 1, 1, answers=(first_stance(),))
    assert done.decisions == ["free-reform"]
    stopped = done.battle.units[0]
    assert (stopped.routing, stopped.hits, stopped.may_shoot, stopped.order) == (False, 8, False, Order.RALLY)


def first_stance() -> object:
    scene = resting(militia(0, hits=8))
    return form_up(scene, scene.units[0], FreeReform).sensible()[0]


def test_a_router_that_fails_takes_hits_and_keeps_its_markers_for_the_move() -> None:
    """orders.rally.fail.routing, underfire.detail"""
    done = step(resting(militia(0, hits=8, routing=1, under_fire=2)), 1, 1, 1, 2).battle.units[0]
    assert (done.routing, done.hits, done.under_fire) == (True, 10, 2)
    assert (done.disorder, done.order) == (0, Order.RALLY)


def test_the_hits_of_a_failed_rally_may_break_a_router() -> None:
    """orders.rally.broken, states.broken: friends within 6 in see it (morale.trigger.broken)."""
    broken_at = militia().wear.broken
    scene = resting(militia(0, hits=broken_at - 2, routing=1), militia(1, 20), militia(2, 60))
    done = step(scene, 1, 1, 2)
    assert [(event.units, event.witnesses) for event in done.of(UnitsBroken)] == [((0,), (1,))]
    assert done.battle.units[0].broken


# ------------------------------------------------------------------ Command Points
def test_reinforce_lets_one_success_pass_and_recovers_two_more() -> None:
    """action.reinforce, action.reinforce.when: 10 - (1 + 2) = 7 hits."""
    scene = resting(militia(0, hits=10), points=1)
    done = step(scene, 5, 1, 1, 1, answers=(ToRally(0), CommandPoint.SPEND)).battle
    assert (done.units[0].hits, done.camps[0].points.left) == (7, 0)


def test_by_the_other_reading_reinforce_waits_for_two_successes() -> None:
    """action.reinforce.when"""
    late = Readings((("action.reinforce.when", 1),))
    scene = resting(militia(0, hits=10), points=1, readings=late)
    failed = step(scene, 5, 1, 1, answers=(ToRally(0), CommandPoint.KEEP))
    assert failed.decisions == ["rally-give", "direct-order"], "Reinforce! is not even offered"
    passed = step(scene, 6, 1, 1, 1, answers=(ToRally(0), CommandPoint.SPEND)).battle
    assert (passed.units[0].hits, passed.camps[0].points.left) == (7, 0)


@pytest.mark.parametrize(("chosen", "hits"), [(0, 10), (1, 7)])
def test_reinforce_stops_a_router_and_heals_it_only_by_the_other_reading(chosen: int, hits: int) -> None:
    """action.reinforce.routing"""
    readings = Readings((("action.reinforce.routing", chosen),)) if chosen else Readings()
    scene = resting(militia(0, hits=10, routing=1), points=1, readings=readings)
    faces = (5, 1, 1, 1) if chosen else (5, 1, 1)
    done = step(scene, *faces, answers=(CommandPoint.SPEND, first_stance())).battle
    assert (done.units[0].routing, done.units[0].hits) == (False, hits)


def test_a_direct_order_gives_a_failed_rally_another_try() -> None:
    """action.direct-order, cp.same-action: with a single point Reinforce! is offered no more after it."""
    scene = resting(militia(0, hits=10), points=1)
    done = step(scene, 1, 1, 1, 6, 1, 1, 2, answers=(ToRally(0), CommandPoint.SPEND)).battle
    assert (done.units[0].hits, done.camps[0].points.left) == (8, 0)

"""How the captain keeps his units in order and in hand until they fight, and ends the fights under way."""

from __future__ import annotations

import pytest

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.charging import DeclareCharge
from sandtable.systems.eagle.control_decisions import Conform
from sandtable.systems.eagle.doctrine.keeping_order import points_lost
from sandtable.systems.eagle.flight import Rolled
from sandtable.systems.eagle.leader_decisions import Deed, Order, SpendAction
from sandtable.systems.eagle.leading import orders
from sandtable.systems.eagle.moving import Going, MarchOrDice
from sandtable.systems.eagle.records import Control, Record
from sandtable.table.movement import Advance, Plan
from sandtable.table.space import INCH
from tests.systems.eagle.arena import (
    ARCHERS,
    AUXILIARY,
    CHARIOTS,
    LEGION,
    SKIRMISHERS,
    WARBAND,
    battle,
    box,
    leader,
    touching,
    unit,
)
from tests.systems.eagle.captaincy import ROMANS_WAIT, end_of, planned, told

SOUTH = 180
FREE = Control.FREE
FULL = Rolled(5, (5,))


def cost(start: EagleBattle, number: int, plan: Plan) -> int:
    """The points that a move costs in passages."""
    verdict = planned(start, number, FULL).judge(plan)
    assert not isinstance(verdict, Refusal)
    return points_lost(start, start.units[number], verdict)


# --------------------------------------------------------------------- passages
def in_file(foe_at: float, profile: str = AUXILIARY, *, crossed: bool = False) -> EagleBattle:
    """Two warbands one behind the other, and Romans before them."""
    return battle(
        unit(0, 30, foe_at, profile=profile),
        unit(1, 30, 30, SOUTH, side=1, profile=WARBAND, control=FREE, crossed=crossed),
        unit(2, 30, 33, SOUTH, side=1, profile=WARBAND, control=FREE),
        objectives=ROMANS_WAIT,
    )


def test_two_formed_units_that_pass_near_the_enemy_lose_a_point_each_and_far_from_him_none() -> None:
    """One comes upon the other, who is 6 in from the cohort, 8 in from it itself; or both are far."""
    assert cost(in_file(24), 2, (Advance(5 * INCH),)) == 2
    assert cost(in_file(5), 2, (Advance(5 * INCH),)) == 0


def test_a_comrade_who_has_had_his_point_for_passages_takes_no_other() -> None:
    """At most one a turn (movement.passage.detail)."""
    assert cost(in_file(24, crossed=True), 2, (Advance(5 * INCH),)) == 1


def test_lights_who_go_through_a_warband_cost_it_a_point_only_if_it_has_yet_to_move() -> None:
    """It is passed as it stands; that is undone by its own move (movement.passage.detail)."""
    for taken, points in ((False, 1), (True, 0)):
        start = battle(
            unit(0, 30, 20),
            unit(1, 30, 26, SOUTH, side=1, profile=WARBAND, control=FREE, taken=taken),
            unit(2, 30, 24.5, 0, side=1, profile=SKIRMISHERS, control=FREE),
        )
        assert cost(start, 2, (Advance(6 * INCH),)) == points


def test_a_unit_that_was_passed_as_it_stood_owes_the_point_when_it_moves() -> None:
    """And nothing as long as it stands."""
    start = battle(
        unit(0, 30, 20),
        unit(1, 30, 26, SOUTH, side=1, profile=SKIRMISHERS, control=FREE, owed=(2,)),
        unit(2, 40, 26, SOUTH, side=1, profile=WARBAND, control=FREE),
    )
    assert cost(start, 1, (Advance(INCH),)) == 1
    assert cost(start, 1, ()) == 0


def test_a_warband_does_not_push_through_another_for_a_little_ground() -> None:
    """Beyond its comrade there is a Legion, which it had better not charge alone, and two points are lost."""
    start = in_file(24, LEGION)
    plan = told(start, planned(start, 2, FULL))
    assert cost(start, 2, (Advance(5 * INCH),)) == 2
    assert cost(start, 2, plan) == 0


# --------------------------------------------------------------------- fatigue
def test_a_march_tires_nobody_and_is_made_as_long_as_it_leads_half_as_far_as_dice() -> None:
    """From 14 in it leads 6 in, from 10 in but 2 in (movement.march.limits)."""
    for y, said in ((34, Going.MARCH), (30, Going.DICE)):
        start = battle(unit(0, 30, 20), unit(1, 30, y, SOUTH, side=1, profile=WARBAND, control=FREE))
        assert told(start, MarchOrDice(1, tuple(Going), unit=1)) is said


# --------------------------------------------------------------------- in hand
@pytest.mark.parametrize(("last", "said"), [(Record.STAND, 1), (Record.ADVANCE, None)])
def test_chariots_at_a_stand_go_with_the_foot_beside_them_and_on_the_move_by_themselves(
    last: Record, said: int | None
) -> None:
    """At a stand one die in three lets them go, on the move two in three do (control.result.high)."""
    start = battle(
        unit(0, 30, 10),
        unit(1, 30, 30, SOUTH, side=1, profile=WARBAND, control=FREE),
        unit(2, 36.5, 30, SOUTH, side=1, profile=CHARIOTS, last=last),
        objectives=ROMANS_WAIT,
    )
    assert told(start, Conform(1, (1, None), unit=2)) == said


def test_chariots_do_not_run_a_wing_up_against_a_wood() -> None:
    """Straight on the wood stops their right wing; they go to where both wings are clear of it."""
    start = battle(
        unit(0, 33, 8),
        unit(1, 28, 28, SOUTH, side=1, profile=CHARIOTS, control=FREE),
        pieces=(box("wood", 10, 0, 27, 22),),
        objectives=ROMANS_WAIT,
    )
    end = end_of(start, 1, FULL)
    wing = start.units[1].shape.width / 2
    for aside in (-wing, wing):
        ahead = end.at(aside, float(INCH))
        assert not (ahead.x < 27 * INCH and ahead.y < 22 * INCH)


# --------------------------------------------------------------------- when to charge, where to lead
def test_a_worn_warband_alone_spares_a_fresh_cohort_until_time_presses() -> None:
    """With three dice less the charge hardly pays; later it is made all the same."""
    far_off = (
        *(unit(number, 10 * number, 3) for number in (2, 3)),
        *(unit(number, 10 * number, 45, SOUTH, side=1, profile=WARBAND) for number in (4, 5)),
    )
    units = unit(0, 30, 20), unit(1, 30, 23, SOUTH, side=1, profile=WARBAND, dp=3), *far_off
    asked = DeclareCharge(1, (0, None), unit=1)
    early, late = (battle(*units, objectives=ROMANS_WAIT, turn=turn, turn_limit=12) for turn in (1, 10))
    assert told(early, asked) is None
    assert told(late, asked) == 0


def test_a_leader_leaves_three_idle_warbands_for_a_fight_that_his_presence_decides() -> None:
    """Two exhausted units strike a die each, turn after turn; his sure hit sends the enemy running.

    melee.auto-hit
    """
    idle = tuple(unit(one, 14 + 7 * one, 34, SOUTH, side=1, profile=WARBAND) for one in (2, 3, 4))
    start = battle(
        unit(0, 30, 24, dp=5, shaken=True, formed=False),
        unit(1, 30, 24, SOUTH, side=1, profile=WARBAND, dp=4, rounds=3),
        *idle,
        unit(5, 60, 5, profile=ARCHERS),
        leaders=(leader(0, side=1, actions=1, attached=3),),
        contacts=(touching(1, 0),),
        objectives=ROMANS_WAIT,
        turn=7,
        turn_limit=12,
    )
    question = SpendAction(1, (*orders(start, 1), None))
    assert told(start, question) == Order(0, Deed.JOIN, 1)

"""How the captain keeps leaders alive and units in hand, and whom he holds ripe."""

from __future__ import annotations

import pytest

from sandtable.systems.eagle.battle import Step
from sandtable.systems.eagle.control_decisions import Conform
from sandtable.systems.eagle.disorder import Order as Condition
from sandtable.systems.eagle.doctrine.goals import preys
from sandtable.systems.eagle.doctrine.posts import post_worth
from sandtable.systems.eagle.doctrine.stakes import DECIDES, leader_worth, stakes, would_break
from sandtable.systems.eagle.doctrine.worth import blows, ripeness, wear
from sandtable.systems.eagle.flight import Rolled
from sandtable.systems.eagle.leader_decisions import (
    AppearWith,
    Deed,
    Order,
    RideByAction,
    RideFreely,
    SpendAction,
)
from sandtable.systems.eagle.leader_moves import ride_of
from sandtable.systems.eagle.leading import orders
from sandtable.systems.eagle.manoeuvre_decisions import ActivityKind
from sandtable.systems.eagle.records import AfterMove, Control, Removal
from sandtable.systems.eagle.supports import Backing, CountSupport
from sandtable.table.measure import distance_to_point
from sandtable.table.space import INCH, Point
from tests.systems.eagle.arena import AUXILIARY, CHARIOTS, LEGION, WARBAND, battle, leader, touching, unit
from tests.systems.eagle.captaincy import ROMANS_WAIT, done_by, end_of, told

SOUTH = 180
FREE = Control.FREE


# --------------------------------------------------------------------- leaders
def test_a_british_leader_is_worth_the_more_the_longer_the_battle_lasts_and_a_roman_has_an_heir() -> None:
    """leaders.second-in-command.britons"""
    leaders = leader(0, attached=0), leader(1, side=1, attached=1)
    early, late = (
        battle(unit(0, 30, 10), unit(1, 30, 40, SOUTH, side=1), leaders=leaders, turn=turn)
        for turn in (1, 12)
    )
    assert leader_worth(early, leaders[1]) > leader_worth(late, leaders[1])
    assert leader_worth(early, leaders[0]) == leader_worth(late, leaders[0])


def test_a_second_in_command_takes_over_where_no_other_leader_keeps_units_in_hand() -> None:
    """leaders.replacement.place: two cohorts are equally near; a tribune has one of them in hand already."""
    fallen = leader(0, lost_in=1, fell_at=Point(2500, 1000))
    start = battle(
        unit(0, 20, 10),
        unit(1, 30, 10),
        unit(2, 25, 40, SOUTH, side=1),
        leaders=(fallen, leader(1, attached=0)),
        turn=7,
        step=Step.FIRST_LEADERS,
    )
    question = AppearWith(0, (0, 1), leader=0)
    assert told(start, question) == 1


def test_a_leader_leaves_a_shaken_warband_that_a_legion_is_about_to_break() -> None:
    """He would be lost with it; a comrade in reach has more of him."""
    start = battle(
        unit(0, 30, 20, profile=LEGION),
        unit(1, 30, 20, SOUTH, side=1, profile=WARBAND, dp=5, shaken=True, formed=False, rounds=1),
        unit(2, 37, 26, SOUTH, side=1, profile=WARBAND),
        leaders=(leader(0, side=1, actions=1, attached=1),),
        contacts=(touching(1, 0),),
        objectives=ROMANS_WAIT,
        step=Step.FIRST_LEADERS,
    )
    question = SpendAction(1, (*orders(start, 1), None))
    assert told(start, question) == Order(0, Deed.JOIN, 2)


def test_a_leader_steadies_a_worn_warband_whose_charge_pays_only_then() -> None:
    """With four points it hardly hurts a cohort, with two it does; it stands where it can charge."""
    start = battle(
        unit(0, 30, 20, dp=2),
        unit(1, 30, 23, SOUTH, side=1, profile=WARBAND, dp=4),
        leaders=(leader(0, side=1, actions=2, attached=1),),
        objectives=ROMANS_WAIT,
        step=Step.FIRST_LEADERS,
        turn=2,
    )
    question = SpendAction(1, (*orders(start, 1), None))
    assert told(start, question) == Order(0, Deed.STEADY)


def test_a_leader_alone_rides_between_two_units_that_are_too_far_apart_to_dress() -> None:
    """Four inches lie between them: from there he has both in hand (turn.command.who-tests)."""
    start = battle(
        unit(0, 30, 8),
        unit(1, 20, 30, SOUTH, side=1, profile=WARBAND),
        unit(2, 30, 30, SOUTH, side=1, profile=CHARIOTS),
        leaders=(leader(0, 25, 38, side=1),),
        objectives=ROMANS_WAIT,
    )
    place = told(start, ride_of(start, start.leaders[0], RideFreely))
    assert all(distance_to_point(start.units[number], place) <= 4 * INCH for number in (1, 2))


@pytest.mark.parametrize(("actions", "far"), [(2, True), (1, False)])
def test_a_leader_with_two_actions_sets_out_for_a_place_two_rides_away(*, actions: int, far: bool) -> None:
    """Between two units 26 in off; with one action he stays with the one beside him (command.move)."""
    start = battle(
        unit(0, 40, 8),
        unit(1, 10, 32, SOUTH, side=1, profile=WARBAND),
        unit(2, 31, 30, SOUTH, side=1, profile=WARBAND),
        unit(3, 41, 30, SOUTH, side=1, profile=CHARIOTS),
        leaders=(leader(0, 14, 30, side=1, actions=actions, left=actions),),
        objectives=ROMANS_WAIT,
        step=Step.FIRST_LEADERS,
    )
    place = told(start, ride_of(start, start.leaders[0], RideByAction))
    assert (place.x > 24 * INCH) == far


def test_a_leader_does_not_wait_with_a_unit_that_has_the_enemy_on_its_flank() -> None:
    """It will not fight soon; with one before it, it will."""
    band, boss = unit(1, 30, 20, SOUTH, side=1, profile=WARBAND), leader(0, side=1, attached=1)
    beside, before = (battle(unit(0, *spot), band, leaders=(boss,)) for spot in ((38.5, 20), (30, 12)))
    worths = [post_worth(start, boss, band) for start in (beside, before)]
    assert worths[0] < worths[1]


# --------------------------------------------------------------------- in hand
def test_a_halted_unit_redresses_rather_than_stand() -> None:
    """It can do nothing else, and a single point is one die (control.halt)."""
    start = battle(
        unit(0, 30, 10),
        unit(1, 30, 30, SOUTH, side=1, profile=WARBAND, dp=1, control=Control.HALTED),
        objectives=ROMANS_WAIT,
    )
    assert done_by(start, 1) is ActivityKind.REDRESS


@pytest.mark.parametrize(("x", "said"), [(30, ActivityKind.REDRESS), (60, ActivityKind.MOVE)])
def test_a_worn_unit_redresses_beside_its_leader_and_goes_on_without_him(
    x: float, said: ActivityKind
) -> None:
    """Once at a stand, two units in three stay there without a leader near by (control.repeat)."""
    start = battle(
        unit(0, 30, 10),
        unit(1, 30, 30, SOUTH, side=1, profile=WARBAND, dp=2, control=FREE),
        leaders=(leader(0, x, 34, side=1),),
        objectives=ROMANS_WAIT,
    )
    assert done_by(start, 1) is said


@pytest.mark.parametrize(("y", "said"), [(23, None), (40, 2)])
def test_nobody_dresses_by_a_guide_who_is_stuck_behind_a_fight(y: float, said: int | None) -> None:
    """A comrade fights close before the guide, who cannot get on; far from there he does."""
    start = battle(
        unit(0, 30, 20),
        unit(1, 30, 20, SOUTH, side=1, profile=WARBAND),
        unit(2, 30, y, SOUTH, side=1, profile=WARBAND, control=FREE),
        unit(3, 37, y, SOUTH, side=1, profile=WARBAND),
        contacts=(touching(1, 0),),
        objectives=ROMANS_WAIT,
    )
    assert told(start, Conform(1, (2, None), unit=3)) == said


def test_a_shaken_unit_that_faces_the_enemy_runs_from_him() -> None:
    """Unformed, it turns on the spot and goes away as far as it can (rally.shaken.redress)."""
    start = battle(
        unit(0, 30, 20),
        unit(1, 30, 26, SOUTH, side=1, profile=WARBAND, dp=5, shaken=True, formed=False, control=FREE),
        objectives=ROMANS_WAIT,
    )
    assert end_of(start, 1, Rolled(4, (3,))).y > 31 * INCH


# --------------------------------------------------------------------- comrades
def test_who_has_a_comrade_in_his_way_makes_for_another_enemy() -> None:
    """The nearest cohort is fought by a warband straight before him; another stands farther aside."""
    cohorts = unit(0, 30, 20), unit(1, 41, 22)
    second = unit(2, 30, 26, SOUTH, side=1, profile=WARBAND)
    fighting = unit(3, 30, 20, SOUTH, side=1, profile=WARBAND)
    alone = battle(*cohorts, second, objectives=ROMANS_WAIT)
    shut_off = battle(*cohorts, second, fighting, contacts=(touching(3, 0),), objectives=ROMANS_WAIT)
    assert preys(alone, second)[0].id == 0
    assert preys(shut_off, second)[0].id == 1


def test_support_is_not_counted_because_the_supporter_shares_the_points() -> None:
    """One die in a fight that either may win, for a point or two of a fresh comrade (result.supporters)."""
    start = battle(
        unit(0, 30, 20, profile=AUXILIARY),
        unit(1, 30, 20, SOUTH, side=1, profile=WARBAND),
        unit(2, 30, 22.5, SOUTH, side=1, profile=WARBAND),
        contacts=(touching(1, 0),),
    )
    assert told(start, CountSupport(1, (Backing(2, 1), None), combat=0)) is None


# --------------------------------------------------------------------- ripe for the next blow
@pytest.mark.parametrize(("dp", "left"), [(0, 3), (1, 2), (2, 2), (3, 1), (4, 1)])
def test_a_cohort_breaks_by_the_set_back_that_finds_it_with_three_points(dp: int, left: int) -> None:
    """A set-back gives two points, and who is shaken by it runs (result.setback, result.shaken-when)."""
    assert blows(Condition(dp=dp)) == left


def test_a_point_that_saves_a_blow_counts_for_more_than_one_that_saves_none() -> None:
    """The first and the third do, the second and the fourth do not."""
    steps = [ripeness(Condition(dp=dp + 1)) - ripeness(Condition(dp=dp)) for dp in range(4)]
    assert min(steps[0], steps[2]) > 5 * max(steps[1], steps[3])


def test_chariots_that_have_not_lost_retire_at_little_cost_and_a_beaten_cohort_does_not() -> None:
    """They charge again (result.success.cav-v-inf)."""
    before, after = Condition(), Condition(dp=1)
    lightly, beaten = (wear(before, after, AfterMove.RETIRE, beaten=beaten) for beaten in (False, True))
    assert 0.0 < lightly < beaten


def test_the_points_of_a_legion_in_three_lines_count_for_little_because_it_relieves_its_ranks() -> None:
    """after.relieve"""
    legion, cohort = (
        ripeness(Condition(bases=bases, lines=lines, dp=2)) for bases, lines in ((10, 3), (4, 1))
    )
    assert 0.0 < legion < cohort / 2


# --------------------------------------------------------------------- the end of a battle
def test_a_unit_with_which_its_army_would_break_has_the_battle_hang_on_it() -> None:
    """Of four cohorts one is lost: the next makes half of the army, with three left it does not."""
    cohorts = tuple(unit(number, 10 + 20 * number, 10) for number in range(3))
    enemy = unit(4, 30, 40, SOUTH, side=1)
    worn = battle(*cohorts, unit(3, 70, 3, removed=Removal.DESTROYED), enemy)
    sound = battle(*cohorts, unit(3, 70, 3), enemy)
    assert would_break(worn, worn.units[0])
    assert not would_break(sound, sound.units[0])
    assert stakes(worn)[0].lost == pytest.approx(stakes(sound)[0].lost + DECIDES)


@pytest.mark.parametrize(("turn", "rallies"), [(4, 1), (11, 0)])
def test_nobody_is_rallied_who_would_come_too_late(turn: int, rallies: int) -> None:
    """A shaken warband far behind, with two sound ones in reach, early and in the last turn but one."""
    start = battle(
        unit(0, 30, 20),
        unit(1, 30, 38, SOUTH, side=1, profile=WARBAND, dp=5, shaken=True),
        *(unit(2 + one, 27 + 7 * one, 28, SOUTH, side=1, profile=WARBAND) for one in range(2)),
        leaders=(leader(0, side=1, actions=1, attached=1),),
        objectives=ROMANS_WAIT,
        step=Step.FIRST_LEADERS,
        turn=turn,
        turn_limit=12,
    )
    order = told(start, SpendAction(1, (*orders(start, 1), None)))
    assert (order.deed is Deed.STEADY) == bool(rallies)

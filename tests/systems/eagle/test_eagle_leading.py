"""Leaders in the Command phase and by themselves: actions, rides, seconds in command, enemies upon them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.systems.eagle.battle import EagleBattle, Step
from sandtable.systems.eagle.leader_decisions import Deed, Order
from sandtable.systems.eagle.leader_events import (
    LeaderAttached,
    LeaderJoined,
    LeaderLost,
    LeaderRode,
    LeaderSucceeded,
    UnitInspired,
    UnitSteadied,
)
from sandtable.systems.eagle.leader_moves import joinable, leaders_open, manoeuvre_leader, swept
from sandtable.systems.eagle.leading import heirs_units, leaders_step, orders
from sandtable.systems.eagle.records import Removal
from sandtable.systems.eagle.turn_events import TurnBegan
from sandtable.systems.eagle.words import leader_name
from sandtable.table.space import Point, Pose, inches
from tests.systems.eagle.arena import battle, box, leader, play, unit
from tests.systems.eagle.worked_cases import figures

ACT = "decision.leader-actions"
RIVER = "deep river or cliff"


def at(x: float, y: float) -> Point:
    """A place in inches."""
    return Point(inches(x), inches(y))


def commanding(*units: object, **state: object) -> EagleBattle:
    """A battle in the step of leader actions of the first side."""
    return battle(*units, **{"step": Step.FIRST_LEADERS, **state})  # type: ignore[arg-type] # plain keywords


def deeds(fought: EagleBattle) -> set[Deed]:
    """What the leaders of the first side may do."""
    return {order.deed for order in orders(fought, 0)}


# --------------------------------------------------------------------- actions
def test_a_leader_spends_his_actions_in_any_mix_and_the_rest_is_lost() -> None:
    """command.actions.number, turn.command.order, decision.leader-actions"""
    fought = commanding(unit(0, 20, 10, dp=3), leaders=(leader(0, attached=0, actions=3),))
    first = play(leaders_step, fought, answers=(Order(0, Deed.INSPIRE),)).battle
    assert first.leaders[0].left == 2
    assert first.step is Step.FIRST_LEADERS
    second = play(leaders_step, first, answers=(Order(0, Deed.STEADY),)).battle
    assert second.leaders[0].left == 1
    assert play(leaders_step, second, answers=(None,)).battle.step is Step.FIRST_CONTROL
    spent = commanding(unit(0, 20, 10, dp=3), leaders=(leader(0, attached=0, left=0),))
    assert play(leaders_step, spent).battle.step is Step.FIRST_CONTROL
    assert TurnBegan(2).apply(second).leaders[0].left == 3


def test_a_ride_of_12_inches_costs_an_action_and_leaves_the_unit() -> None:
    """command.move, command.attach: measured from the middle of the front rank"""
    fought = commanding(unit(0, 20, 10), leaders=(leader(0, attached=0),))
    done = play(leaders_step, fought, answers=(Order(0, Deed.RIDE), at(20, 21)))
    assert done.told(LeaderRode) == (LeaderRode(0, at(20, 21), free=False),)
    assert done.battle.leaders[0].attached is None
    assert done.battle.leaders[0].left == 1
    with pytest.raises(Refused, match="within 12"):
        play(leaders_step, fought, answers=(Order(0, Deed.RIDE), at(20, 23)))


def test_the_same_action_leaves_one_unit_and_joins_another() -> None:
    """command.move, command.attach"""
    fought = commanding(unit(0, 20, 10), unit(1, 30, 10), leaders=(leader(0, attached=0),))
    done = play(leaders_step, fought, answers=(Order(0, Deed.JOIN, 1),))
    assert done.told(LeaderJoined) == (LeaderJoined(0, 1),)
    assert done.battle.leaders[0].attached == 1
    assert done.battle.leaders[0].left == 1


def test_a_unit_may_hold_several_leaders() -> None:
    """command.attach"""
    fought = commanding(unit(0, 20, 10), leaders=(leader(0, attached=0), leader(1, 22, 12)))
    assert joinable(fought, fought.leaders[1]) == (0,)


def test_whom_a_leader_reaches_changes_with_where_all_stand_and_who_routs() -> None:
    """command.move, leaders.routed: within 12 in, asked again of the same table and of one that changed"""
    first, second = unit(0, 20, 10), unit(1, 40, 10)
    fought = commanding(first, second, leaders=(leader(0, 24, 14), leader(1, 38, 14)))
    assert [joinable(fought, one) for one in fought.leaders] == [(0,), (1,)]
    rides = replace(fought, leaders=(fought.leaders[0], leader(1, 30, 14)))
    assert [joinable(rides, one) for one in rides.leaders] == [(0,), (0, 1)]
    comes = fought.with_unit(replace(second, pose=Pose(inches(28), inches(10))))
    assert [joinable(comes, one) for one in comes.leaders] == [(0, 1), (1,)]
    routs = fought.with_unit(replace(first, routing=True))
    assert [joinable(routs, one) for one in routs.leaders] == [(), (1,)]


def test_no_leader_joins_routers_or_leaves_them() -> None:
    """leaders.routed, command.steady.limits"""
    fought = commanding(
        unit(0, 20, 10, routing=True, dp=2),
        unit(1, 30, 10),
        leaders=(leader(0, attached=0), leader(1, 25, 10)),
    )
    assert [order for order in orders(fought, 0) if order.leader == 0] == []
    assert joinable(fought, fought.leaders[1]) == (1,)


def test_steadying_takes_a_point_off_and_rallies_even_in_combat() -> None:
    """leader-steady-combat; command.steady, command.steady.rally, rally.shaken.leader, command.inspire"""
    case = figures("leader-steady-combat")
    fought = commanding(unit(0, 20, 10, dp=5, shaken=True), leaders=(leader(0, attached=0),))
    done = play(leaders_step, fought, answers=(Order(0, Deed.STEADY),))
    assert done.told(UnitSteadied) == (UnitSteadied(0, 0, 4, rallied=True),)
    assert done.battle.units[0].dp == case["dps"] == 4
    assert done.battle.units[0].shaken is case["shaken"] is False
    inspired = play(leaders_step, done.battle, answers=(Order(0, Deed.INSPIRE),))
    assert inspired.told(UnitInspired) == (UnitInspired(0, 0),)
    assert inspired.battle.units[0].inspired == case["inspire"] == 1


def test_a_leader_may_ride_and_then_steady_but_not_steady_and_then_ride() -> None:
    """leader-move-then-steady; command.move, command.steady.no-move, command.steady.limits"""
    case = figures("leader-move-then-steady")
    fought = commanding(unit(0, 20, 20, dp=3), leaders=(leader(0, 20, 10),))
    joined = play(leaders_step, fought, answers=(Order(0, Deed.JOIN, 0),)).battle
    steadied = play(leaders_step, joined, answers=(Order(0, Deed.STEADY),)).battle
    assert case["move_then_steady"] is True
    assert steadied.units[0].dp == case["dps"] == 2
    assert steadied.units[0].steadied
    again = replace(steadied, leaders=(replace(steadied.leaders[0], left=1),))
    assert (Deed.RIDE in deeds(again)) is case["steady_then_move"] is False
    assert Deed.STEADY in deeds(again), "more than once on the same unit"
    assert leaders_open(again, 0) == ()


def test_a_unit_without_disorder_is_not_steadied() -> None:
    """command.steady.limits"""
    fought = commanding(unit(0, 20, 10), leaders=(leader(0, attached=0),))
    assert Deed.STEADY not in deeds(fought)
    assert Deed.INSPIRE in deeds(fought)


def test_a_crippled_leader_can_only_move() -> None:
    """leaders.wound.reconcile, leaders.wound.single"""
    fought = commanding(unit(0, 20, 10, dp=3), leaders=(leader(0, attached=0, actions=1, crippled=True),))
    assert deeds(fought) == {Deed.RIDE}


def test_what_a_leader_did_to_inspire_a_unit_is_wasted_when_he_leaves_it() -> None:
    """command.inspire.when: though another leader stays with it"""
    leaders = leader(0, attached=0, actions=3), leader(1, attached=0, actions=1)
    fought = commanding(unit(0, 20, 10), unit(1, 30, 10), leaders=leaders)
    for order in (Order(0, Deed.INSPIRE), Order(1, Deed.INSPIRE)):
        fought = play(leaders_step, fought, answers=(order,)).battle
    assert fought.units[0].inspired == 2
    left = play(leaders_step, fought, answers=(Order(0, Deed.JOIN, 1),)).battle
    assert [one.inspired for one in left.units] == [1, 0]
    rode = play(leaders_step, fought, answers=(Order(0, Deed.RIDE), at(20, 15))).battle
    assert rode.units[0].inspired == 1


def test_what_counts_for_one_turn_is_gone_in_the_next() -> None:
    """command.inspire.when, command.steady.no-move"""
    fought = commanding(
        unit(0, 20, 10, inspired=2, steadied=True), leaders=(leader(0, attached=0, steadied=True),)
    )
    after = TurnBegan(2).apply(fought)
    assert after.units[0].inspired == 0
    assert not after.units[0].steadied
    assert not after.leaders[0].steadied


# --------------------------------------------------------------------- riding alone
def test_a_lone_leader_has_another_free_move_that_joins_him_to_nobody() -> None:
    """command.move.manoeuvre, command.move.again, decision.leader-manoeuvre"""
    fought = battle(unit(0, 20, 10), leaders=(leader(0, 20, 20), leader(1, attached=0)))
    assert leaders_open(fought, 0) == (0,), "who is with a unit goes with it"
    done = play(manoeuvre_leader, fought, 0, answers=(at(20, 32),))
    assert done.asked == ("decision.leader-manoeuvre",)
    assert done.battle.leaders[0].place == at(20, 32)
    assert done.battle.leaders[0].left == 2, "it costs no action"
    assert leaders_open(done.battle, 0) == ()


def test_he_keeps_more_than_an_inch_from_enemies_and_rides_around_them() -> None:
    """command.leader.move-rules"""
    enemy = unit(1, 20, 24, 180, side=1)
    fought = battle(unit(0, 60, 10), enemy, leaders=(leader(0, 20, 18),))
    play(manoeuvre_leader, fought, 0, answers=(at(20, 22.9),))
    with pytest.raises(Refused, match=r"1\.03 in is the least allowed"):
        play(manoeuvre_leader, fought, 0, answers=(at(20, 23.1),))
    with pytest.raises(Refused, match="the way there"):
        play(manoeuvre_leader, fought, 0, answers=(at(20, 28.5),))


def test_he_passes_through_friends_and_rough_ground_but_not_over_impassable_ground() -> None:
    """command.leader.move-rules"""
    friend, wood = unit(0, 20, 22), box("wood", 10, 23, 30, 30)
    fought = battle(friend, leaders=(leader(0, 20, 18),), pieces=(wood,))
    play(manoeuvre_leader, fought, 0, answers=(at(20, 29),))
    river = battle(friend, leaders=(leader(0, 20, 18),), pieces=(box(RIVER, 0, 23, 72, 25),))
    with pytest.raises(Refused, match="the way there"):
        play(manoeuvre_leader, river, 0, answers=(at(20, 29),))
    with pytest.raises(Refused, match="cannot be entered"):
        play(manoeuvre_leader, river, 0, answers=(at(20, 24),))


def test_he_may_join_and_leave_a_unit_that_stands_near_the_enemy() -> None:
    """command.leader.move-rules"""
    friend, enemy = unit(0, 20, 20), unit(1, 20, 20.5, 180, side=1)
    coming = commanding(friend, enemy, leaders=(leader(0, 20, 12),))
    assert joinable(coming, coming.leaders[0]) == (0,)
    going = commanding(friend, enemy, leaders=(leader(0, attached=0),))
    done = play(leaders_step, going, answers=(Order(0, Deed.RIDE), at(20, 12)))
    assert done.battle.leaders[0].place == at(20, 12)


# --------------------------------------------------------------------- enemies upon them
def test_a_lone_leader_touched_by_an_enemy_joins_the_nearest_friends_or_falls() -> None:
    """command.leader.move-rules"""
    mover = unit(0, 20, 24)
    friends = (unit(1, 20, 30, 180, side=1), unit(2, 40, 30, 180, side=1))
    fought = battle(mover, *friends, leaders=(leader(0, 20, 20, side=1),))
    done = play(swept, fought, 0, Pose(inches(20), inches(16)))
    assert done.told(LeaderAttached) == (LeaderAttached(0, 1, "command.leader.move-rules"),)
    alone = battle(mover, unit(1, 60, 45, 180, side=1), leaders=(leader(0, 20, 20, side=1),))
    assert len(play(swept, alone, 0, Pose(inches(20), inches(16))).told(LeaderLost)) == 1
    aside = battle(mover, *friends, leaders=(leader(0, 40, 20, side=1),))
    assert play(swept, aside, 0, Pose(inches(20), inches(16))).events == ()


@pytest.mark.parametrize(("x", "touched"), [(23.5, True), (23.52, False), (16.5, True)])
def test_his_marker_is_touched_half_an_inch_from_its_middle(x: float, *, touched: bool) -> None:
    """command.leader.move-rules, troops.bases: a unit from x = 17 to 23 goes by a marker an inch across"""
    friend = unit(1, 20, 30, 180, side=1)
    fought = battle(unit(0, 20, 24), friend, leaders=(leader(0, x, 20, side=1),))
    assert bool(play(swept, fought, 0, Pose(inches(20), inches(16))).told(LeaderAttached)) is touched


# --------------------------------------------------------------------- seconds in command
def fallen(turn: int, **state: object) -> EagleBattle:
    """A battle in a turn; a Roman leader with two actions fell in turn 5 with the first unit."""
    lost = leader(0, actions=2, lost_in=5, fell_at=at(20, 10), fell_with=0)
    dead = replace(lost, actions=0, left=0, general=True)
    units = (unit(0, 20, 10), unit(1, 30, 10), unit(2, 20, 40, 180, side=1))
    return commanding(*units, **{"leaders": (dead,), "turn": turn, **state})


def test_a_second_in_command_takes_over_two_turns_after_a_leader_was_killed() -> None:
    """leader-single; leaders.second-in-command, leaders.replacement.place"""
    turn = figures("leader-single")["replacement_turn_roman"]
    assert turn == 7
    assert play(leaders_step, fallen(turn - 1)).told(LeaderSucceeded) == ()
    done = play(leaders_step, fallen(turn))
    (came,) = done.told(LeaderSucceeded)
    heir = done.battle.leaders[0]
    assert came.unit == heir.attached == 0
    assert (heir.start, heir.actions, heir.left) == (1, 1, 1)
    assert heir.general, "he takes over the dead man's rank"
    assert leader_name(done.battle, 0) == "Leader 0's second in command"
    killed_again = replace(
        done.battle, leaders=(replace(heir, attached=None, lost_in=7, fell_at=at(1, 1)),), turn=9
    )
    assert play(leaders_step, killed_again).told(LeaderSucceeded) == (), "nobody follows him"


def test_a_second_in_command_appears_with_the_nearest_unit_where_the_leaders_own_is_gone() -> None:
    """leaders.replacement.place"""
    fought = fallen(7)
    gone = fought.with_unit(replace(fought.units[0], pose=None, removed=Removal.DESTROYED))
    assert heirs_units(gone, gone.leaders[0]) == (1,)
    routing = fought.with_unit(replace(fought.units[0], routing=True))
    assert heirs_units(routing, routing.leaders[0]) == (1,)
    nobody = gone.with_unit(replace(gone.units[1], routing=True))
    done = play(leaders_step, nobody)
    assert done.told(LeaderSucceeded)[0].unit is None
    assert not done.battle.leaders[0].is_present


def test_his_owner_chooses_between_units_equally_near() -> None:
    """leaders.replacement.place"""
    fought = fallen(7)
    alone = replace(fought, leaders=(replace(fought.leaders[0], fell_with=None, fell_at=at(25, 10)),))
    done = play(leaders_step, alone, answers=(1,))
    assert done.asked == (ACT,)
    assert done.battle.leaders[0].attached == 1


def test_british_leaders_are_never_replaced() -> None:
    """leader-single; leaders.second-in-command.britons"""
    assert figures("leader-single")["replacement_turn_british"] == "none"
    fought = fallen(7)
    briton = replace(fought, leaders=(replace(fought.leaders[0], side=1),))
    assert play(leaders_step, briton).told(LeaderSucceeded) == ()


def test_a_lone_leader_who_can_neither_stay_nor_ride_is_not_offered_his_move() -> None:
    """command.leader.move-rules: hemmed in between an enemy and impassable ground"""
    walls = (box(RIVER, 18, 17, 19.6, 23), box(RIVER, 20.4, 17, 22, 23), box(RIVER, 19.6, 17, 20.4, 19.6))
    enemy = unit(1, 20, 20.9, 180, side=1)
    fought = battle(unit(0, 60, 10), enemy, leaders=(leader(0, 20, 20),), pieces=walls)
    assert leaders_open(fought, 0) == ()


def test_a_leader_whose_unit_stands_on_ground_that_nobody_enters_is_not_offered_a_ride_to_nowhere() -> None:
    """command.leader.move-rules: no enemy is near, and yet there is no place for him within his reach"""
    river = box(RIVER, 0, 0, 60, 40)
    fought = commanding(unit(0, 30, 20), leaders=(leader(0, attached=0, actions=3),), pieces=(river,))
    assert Deed.RIDE not in deeds(fought)
    dry = commanding(unit(0, 30, 20), leaders=(leader(0, attached=0, actions=3),))
    assert Deed.RIDE in deeds(dry)

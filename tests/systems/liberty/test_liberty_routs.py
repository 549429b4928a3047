"""Routs and RETIRE results on the table: where units go that nobody ordered to go."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty import routs
from sandtable.systems.liberty.battle import General, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.events import MoraleTested, UnitDisordered, UnitMoved, UnitsBroken, UnitsToTest
from sandtable.systems.liberty.ordering import awaiting_orders
from sandtable.systems.liberty.profiles import Formation, SpecialRule
from sandtable.systems.liberty.rallying import rally_step
from sandtable.systems.liberty.retire import retire
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.trials import take_one
from sandtable.table.measure import distance
from sandtable.table.space import Piece, Pose, corners, inches
from tests.systems.liberty.drill import Drilled, at, drill
from tests.systems.liberty.parade import LIGHTS, SIX_POUNDERS, battle, fence, ground, unit

Case = Callable[[str], dict[str, Any]]


def reading(rule: str) -> Readings:
    return Readings(((rule, 1),))


def beaten(*others: Regiment, pieces: tuple[Piece, ...] = (), **state: int) -> LibertyBattle:
    """A unit of side 1 (number 1) front to front with its enemy (number 0) in the middle of the table."""
    units = unit(0, 36, 20), replace(unit(1, 36, 20, 180, side=1), **state), *others
    return replace(battle(*units, pieces=pieces), engagements=((0, 1),))


def rout(scene: LibertyBattle, *faces: int, answers: tuple[object, ...] = ()) -> Drilled:
    return drill(do(routs.begin, scene, scene.units[1]), faces, answers)


def running(*others: Regiment, y: float = 30, pieces: tuple[Piece, ...] = (), **state: int) -> LibertyBattle:
    """A ROUTING unit of side 0 (number 0) in step d, facing its own edge, its front so far from it."""
    units = replace(unit(0, 36, y, 180, routing=1), **state), *others
    return at(battle(*units, pieces=pieces), Step.ROUTING)


def run_on(scene: LibertyBattle, *faces: int, answers: tuple[object, ...] = ()) -> Drilled:
    return drill(do(routs.rout_step, scene), faces, answers)


def channel(*pieces: Piece) -> tuple[Piece, ...]:
    """Rivers to both sides that leave a unit of 8 in no way but straight up and down the table."""
    left = ground("river", (0, 0), (31.9, 0), (31.9, 48), (0, 48))
    right = ground("river", (40.1, 0), (72, 0), (72, 48), (40.1, 48))
    return (left, right, *pieces)


# ------------------------------------------------------------------ the first move
def test_a_rout_goes_straight_away_from_the_enemy_edge_and_then_faces_its_way() -> None:
    """rout.cause, rout.immediate, rout.rate, rout.direction: 12 + 2 in, its centre from 21 to 35."""
    done = rout(beaten(under_fire=3), 2)
    assert done.battle.units[1].pose == Pose(3600, 3600, 0)
    assert done.battle.units[1].routing
    assert done.battle.engagements == ()


def test_a_disordered_unit_routs_all_the_same_and_loses_its_markers() -> None:
    """disorder.while-engaged, disorder.rout-clears"""
    done = rout(beaten(disorder=2), 1)
    assert done.battle.units[1].disorder == 0
    assert done.battle.units[1].pose == Pose(3600, 3500, 0)


def test_a_rout_goes_at_right_angles_to_the_edge_whatever_way_it_faces() -> None:
    """rout.direction: struck in its left flank by a unit that looks to the right, it goes to the right."""
    foe = unit(0, 30, 20, 90)
    me = unit(1, 34, 21, 180, side=1)
    scene = replace(battle(foe, me), engagements=((0, 1),))
    assert distance(foe, me) == 0.0
    moved = rout(scene, 3).battle.units[1].pose
    assert moved is not None
    assert moved.heading == 900
    assert moved == Pose(inches(34 + 15 + 1), inches(22), 900), "its centre from (34, 22) to (49, 22)"


def test_a_rout_from_two_enemies_goes_along_the_sum_of_their_directions() -> None:
    """rout.direction: one below it and one to its left, so up and to the right at 45 degrees."""
    below, left = unit(0, 36, 20), unit(2, 32, 21, 90)
    me = unit(1, 36, 20, 180, side=1)
    scene = replace(battle(below, me, left), engagements=((0, 1), (1, 2)))
    moved = rout(scene, 1).battle.units[1].pose
    assert moved is not None
    assert moved.heading == 450
    gone = math.hypot(*(13 / math.sqrt(2),) * 2)
    assert gone == pytest.approx(13)
    there = moved.at(0, -100)
    assert there.x == pytest.approx(inches(36 + 13 / math.sqrt(2)), abs=2)
    assert there.y == pytest.approx(inches(21 + 13 / math.sqrt(2)), abs=2)


def test_directions_that_cancel_out_send_it_to_its_own_edge() -> None:
    """rout.direction: enemies at both flanks; its own edge is the top."""
    left, right = unit(0, 32, 21, 90), unit(2, 40, 21, 270)
    scene = replace(battle(left, unit(1, 36, 20, 180, side=1), right), engagements=((0, 1), (1, 2)))
    assert rout(scene, 2).battle.units[1].pose == Pose(3600, 3600, 0)


def test_a_general_goes_with_the_unit_that_routs() -> None:
    """leaders.unit-routs"""
    with_him = General("Tarleton", 1, "first", Pose(3600, 2200, 1800), attached_to=1)
    done = rout(replace(beaten(), generals=(with_him,)), 2)
    assert done.battle.generals[0].attached_to == 1
    assert done.battle.generals[0].pose == Pose(3600, 3400, 0), "behind the front at 36"


def test_after_a_free_round_it_runs_straight_away_from_the_pursuer() -> None:
    """pursuit.onward: the pursuer has caught it in the rear; another full move, whatever its markers."""
    router = unit(1, 36, 30, side=1, routing=1, under_fire=2)
    pursuer = unit(0, 36, 28)
    scene = replace(battle(pursuer, router), engagements=((0, 1),))
    done = drill(do(routs.onward, scene, scene.units[1], scene.units[0]), [3])
    assert done.battle.units[1].pose == Pose(3600, 4500, 0)
    assert done.battle.engagements == ()


# ------------------------------------------------------------------ later moves
def test_in_step_d_a_router_runs_to_its_own_edge_less_an_inch_for_each_marker() -> None:
    """turn.command.d, rout.repeat, underfire.detail, underfire.effect: 12 + 1 - 2 = 11 in."""
    scene = running(unit(1, 10, 40, 180, side=1), under_fire=2)
    done = run_on(scene, 1)
    assert done.battle.units[0].pose == Pose(3600, 1900, 1800)
    assert done.battle.units[0].under_fire == 2, "they come off when the phase ends"
    assert run_on(done.battle).battle.step is Step.CHARGING, "nobody runs twice in a phase"


def test_stalwart_routers_do_not_mind_markers() -> None:
    """special.stalwart"""
    plain = running(unit(1, 10, 40, 180, side=1), under_fire=2)
    stalwart = plain.with_unit(replace(plain.units[0], profile_id=_stalwart()))
    assert run_on(stalwart, 1).battle.units[0].pose == Pose(3600, 1700, 1800)


def _stalwart() -> str:
    return next(
        row.id
        for row in roster().profiles
        if row.has(SpecialRule.STALWART) and row.type == "Infantry" and any(s.bases == 4 for s in row.sizes)
    )


def test_the_player_chooses_which_router_runs_first() -> None:
    """turn.step-order"""
    scene = running(unit(1, 10, 40, 180, side=1), unit(2, 50, 30, 180, routing=1))
    done = run_on(scene, 1, answers=(2,))
    assert [one.ran for one in done.battle.units] == [False, False, True]
    assert run_on(done.battle, 1).battle.units[0].ran


def test_a_routing_unit_gets_no_order_and_does_not_shoot() -> None:
    """rout.repeat, turn.command.no-order"""
    scene = running(unit(1, 36, 40, 180, side=1))
    assert awaiting_orders(at(scene, Step.ORDERS)) == ()
    assert not scene.units[0].may_shoot


# ------------------------------------------------------------------ ways round
def sweep(body: Regiment, heading: float, length: float) -> shapely.Polygon:
    """What a footprint sweeps, by another geometry than the table's."""
    assert body.pose is not None
    here = shapely.Polygon([(x / 100, y / 100) for x, y in corners(body.pose, body.shape)])
    there = shapely.affinity.translate(
        here, length * math.sin(math.radians(heading)), length * math.cos(math.radians(heading))
    )
    hull = shapely.union_all([here, there]).convex_hull
    assert isinstance(hull, shapely.Polygon)
    return hull


@pytest.mark.parametrize("gap", [5, 8, 11])
def test_a_rout_takes_the_least_angle_that_is_free(gap: float) -> None:
    """rout.direction, rout.path: a house dead ahead to the right; its own edge is the bottom."""
    house = ((34, 20 - gap), (46, 20 - gap), (46, 22 - gap), (34, 22 - gap))
    scene = running(unit(1, 5, 46, 180, side=1), y=22, pieces=(ground("building", *house),))
    angles = [0, *(sign * slant for slant in range(15, 91, 15) for sign in (1, -1))]
    free = {
        abs(angle)
        for angle in angles
        if sweep(scene.units[0], 180 + angle, 13).intersection(shapely.Polygon(house)).area < 1e-6
    }
    done = run_on(scene, 1)
    moved = done.battle.units[0].pose
    assert moved is not None
    assert abs(moved.heading - 1800) == min(free) * 10
    assert moved.heading > 1800, "the house lies to its left as it runs"


def test_equal_ways_are_the_owners_choice() -> None:
    """rout.direction: a house in the very middle of its way to its own edge."""
    house = ground("building", (34.5, 14), (37.5, 14), (37.5, 16), (34.5, 16))
    scene = running(unit(1, 5, 46, 180, side=1), y=22, pieces=(house,))
    done = run_on(scene, 1, answers=(-450,))
    assert done.decisions == ["rout-tie"]
    moved = done.battle.units[0].pose
    assert moved is not None
    assert moved.heading == 1350, "to get 5.5 in aside within 6 in takes more than 30 degrees"


def test_of_equal_angles_the_side_nearer_to_its_own_edge_comes_first() -> None:
    """rout.direction: it runs to the right, its own edge is the top, and a house stands in its way."""
    house = ground("building", (44, 21), (46, 21), (46, 23), (44, 23))
    foe, me = unit(0, 30, 20, 90), unit(1, 34, 21, 180, side=1)
    scene = replace(battle(foe, me, pieces=(house,)), engagements=((0, 1),))
    moved = rout(scene, 1).battle.units[1].pose
    assert moved is not None
    assert moved.heading < 900, "upwards"


def test_friends_are_avoided_where_there_is_a_way_round_them() -> None:
    """rout.path, rout.direction"""
    friend = unit(2, 38, 20, bases=3)
    scene = running(unit(1, 5, 46, 180, side=1), friend, y=30)
    done = run_on(scene, 1)
    assert not done.of(UnitsToTest)
    moved = done.battle.units[0].pose
    assert moved is not None
    assert moved.heading != 1800


def crowded(y: float) -> LibertyBattle:
    """A router in a channel with two friends side by side in its way."""
    friends = unit(2, 33, y, bases=3), unit(3, 39, y, bases=3)
    return running(unit(1, 36, 46, 180, side=1), *friends, pieces=channel())


def test_where_friends_bar_every_way_it_bursts_through_them_and_both_test() -> None:
    """movement.interpenetrate.test.both, movement.interpenetrate.need: those passed through test first.

    morale.trigger.interpenetration: the router tests once for each of them.
    """
    done = run_on(crowded(22), 1)
    assert [event.units for event in done.of(UnitsToTest)] == [(2, 3, 0, 0)]
    assert done.battle.units[0].pose == Pose(3600, 1700, 1800)


def test_a_router_that_would_end_on_a_friend_goes_on_beyond_him() -> None:
    """movement.interpenetrate.artillery: free of charge, to the first clear place."""
    done = run_on(crowded(19), 1)
    assert done.battle.units[0].pose == Pose(3600, 1500, 1800), "beyond a line from 17 to 19"


def test_passing_tests_are_taken_in_their_order() -> None:
    """movement.interpenetrate.need: nobody is asked, and the mover comes last."""
    scene = run_on(crowded(22), 1).battle
    tested = []
    while scene.tests_due:
        done = drill(do(take_one, scene), [6, 6, 6, 6])
        assert done.decisions == []
        tested += [event.due.unit for event in done.of(MoraleTested)]
        scene = done.battle
    assert tested == [2, 3, 0, 0]


# ------------------------------------------------------------------ blocked and stopped
def test_a_unit_whose_every_way_is_blocked_is_broken_at_once() -> None:
    """rout.no-path, rout.blocked: a river within 4 in on all sides but the enemy's."""
    river = ground(
        "river", (28, 20.1), (31, 20.1), (31, 23), (41, 23), (41, 20.1), (44, 20.1), (44, 26), (28, 26)
    )
    done = rout(beaten(pieces=(river,)), 2)
    assert [event.units for event in done.of(UnitsBroken)] == [(1,)]


def test_what_stops_it_beyond_four_inches_does_not_block_its_way() -> None:
    """rout.blocked: it stops where it touches the river."""
    river = ground("river", (31, 28), (41, 28), (41, 30), (31, 30))
    done = rout(beaten(pieces=channel(river)), 2)
    assert not done.of(UnitsBroken)
    assert done.battle.units[1].pose == Pose(3600, 2800, 0)


def test_it_stops_four_inches_from_another_enemy() -> None:
    """rout.blocked: an enemy whose rear is at 34 closes its only way."""
    done = rout(beaten(unit(2, 36, 36), pieces=channel()), 3)
    assert done.battle.units[1].pose == Pose(3600, 3000, 0)


def test_a_rout_ends_at_the_table_edge_and_the_next_one_leaves_the_table(case: Case) -> None:
    """lib-065: rout.edge.stop, rout.edge.conflict, orders.rally.fail.routing, edge.rout"""
    units = unit(0, 36, 5, 180, routing=1), unit(1, 36, 44, 180, side=1), unit(2, 5, 20)
    scene = at(battle(*units), Step.RALLYING)
    scene = drill(do(rally_step, scene), [1, 1, 1, 1, 1, 2]).battle
    assert scene.units[0].hits == 2
    scene = run_on(at(scene, Step.ROUTING), 3).battle
    moved = scene.units[0].pose
    assert moved is not None
    assert inches(5) - moved.y == inches(case("lib-065")["first_move"])
    again = scene.with_unit(replace(scene.units[0], order=None, ran=False))
    again = drill(do(rally_step, at(again, Step.RALLYING)), [1, 1, 1, 1, 1, 1]).battle
    done = run_on(at(again, Step.ROUTING))
    assert done.battle.units[0].broken
    assert case("lib-065")["second"] == "BROKEN"


def test_by_the_other_reading_a_rout_that_passes_the_edge_breaks_it_at_once() -> None:
    """rout.edge.conflict"""
    scene = replace(
        running(unit(1, 36, 44, 180, side=1), unit(2, 5, 20), y=5), readings=reading("rout.edge.conflict")
    )
    assert run_on(scene, 1).battle.units[0].broken
    short = scene.with_unit(replace(scene.units[0], pose=Pose(3600, 1400, 1800)))
    assert run_on(short, 1).battle.units[0].pose == Pose(3600, 100, 1800)


# ------------------------------------------------------------------ ground
def test_routers_ignore_difficult_ground_unless_the_other_reading_is_chosen() -> None:
    """rout.difficult, rout.difficult.rate, terrain.difficult.rout: 12 + 1 in, else 8 + 1; not Lights."""
    wood = ground("forest", (0, 10), (72, 10), (72, 28), (0, 28))
    scene = running(unit(1, 10, 44, 180, side=1), pieces=(wood,))
    assert run_on(scene, 1).battle.units[0].pose == Pose(3600, 1700, 1800)
    printed = replace(scene, readings=reading("rout.difficult.rate"))
    assert run_on(printed, 1).battle.units[0].pose == Pose(3600, 2100, 1800)
    lights = unit(0, 36, 30, 180, profile=LIGHTS, bases=3, routing=1)
    assert run_on(printed.with_unit(lights), 1).battle.units[0].pose == Pose(3600, 1400, 1800)


def test_an_obstacle_costs_a_die_and_one_inch() -> None:
    """rout.blocked, movement.obstacle.when, movement.obstacle.sign: 12 + 1 - (2 + 1) = 10 in, or 12."""
    scene = running(unit(1, 10, 44, 180, side=1), pieces=(fence((0, 26), (72, 26)),))
    assert run_on(scene, 1, 2).battle.units[0].pose == Pose(3600, 2000, 1800)
    low = replace(scene, readings=reading("movement.obstacle.sign"))
    assert run_on(low, 1, 2).battle.units[0].pose == Pose(3600, 1800, 1800)


def test_a_unit_that_cannot_bring_its_rank_over_stops_at_the_obstacle() -> None:
    """movement.obstacle.when: 11 in to the fence, 13 - 2 leave nothing to get over it with."""
    scene = running(unit(1, 10, 44, 180, side=1), pieces=(fence((0, 19), (72, 19)),))
    assert run_on(scene, 1, 1).battle.units[0].pose == Pose(3600, 1900, 1800)


def test_guns_that_rout_stop_at_an_obstacle_or_limber_first() -> None:
    """rout.limber, rout.blocked: 4 + D3 in with the guns, 18 + D6 in limbered; no fence is crossed."""
    guns = unit(0, 36, 30, 180, profile=SIX_POUNDERS, bases=2, routing=1)
    scene = running(unit(1, 10, 44, 180, side=1)).with_unit(guns)
    slow = run_on(scene, 3, answers=(None,))
    assert slow.decisions == ["rout-limber"]
    assert slow.battle.units[0].pose == Pose(3600, 2300, 1800)
    fast = run_on(scene, 5, answers=(Formation.LIMBERED_LINE,))
    assert fast.battle.units[0].pose == Pose(3600, 700, 1800)
    fenced = replace(scene, field=replace(scene.field, pieces=channel(fence((31, 28), (41, 28)))))
    assert run_on(fenced, 3, answers=(None,)).battle.units[0].pose == Pose(3600, 2800, 1800)


# ------------------------------------------------------------------ RETIRE results
def retired(scene: LibertyBattle, *faces: int, answers: tuple[object, ...] = (), who: int = 1) -> Drilled:
    return drill(do(retire, scene, scene.units[who]), faces, answers)


def test_an_engaged_unit_that_retires_leaves_its_melee_and_keeps_its_facing() -> None:
    """morale.retire.move, morale.retire.engaged: 8 in back, under fire or not; the enemy holds."""
    done = retired(beaten(under_fire=2, disorder=1))
    assert done.battle.units[1].pose == Pose(3600, 2800, 1800)
    assert done.battle.engagements == ()
    assert done.battle.units[0] == beaten().units[0]


def test_a_unit_that_cannot_leave_its_melee_is_disordered_instead() -> None:
    """morale.retire.stuck: enemies front and rear, houses at its flanks."""
    houses = (
        ground("building", (31, 20), (32, 20), (32, 23), (31, 23)),
        ground("building", (40, 20), (41, 20), (41, 23), (40, 23)),
    )
    scene = beaten(unit(2, 36, 24, 0, side=0), pieces=houses)
    scene = replace(scene, engagements=((0, 1), (1, 2)))
    done = retired(scene)
    assert done.events == (UnitDisordered(1),)
    assert done.battle.engagements == ((0, 1), (1, 2))


def test_a_free_unit_that_cannot_move_stays_without_further_effect() -> None:
    """morale.retire.stuck, edge.others: its rear is at the table edge."""
    scene = battle(unit(0, 36, 20), unit(1, 36, 46, 180, side=1))
    assert retired(scene).events == ()


def test_a_retiring_unit_pays_for_the_obstacle_behind_it() -> None:
    """morale.retire.move, movement.obstacle.when: 8 - (1 + 1) = 6 in."""
    scene = beaten(pieces=(fence((0, 24), (72, 24)),))
    assert retired(scene, 1).battle.units[1].pose == Pose(3600, 2600, 1800)


def test_a_unit_across_an_obstacle_pays_to_go_back_over_it() -> None:
    """terrain.obstacle.under: a charger in contact across a fence; 8 - (3 + 1) = 4 in."""
    scene = beaten(pieces=(fence((0, 20.5), (72, 20.5)),))
    assert retired(scene, 3).battle.units[1].pose == Pose(3600, 2400, 1800)


def test_guns_may_limber_before_they_retire() -> None:
    """morale.retire.move, rout.limber: 12 in limbered, 4 in with the guns."""
    scene = battle(unit(0, 36, 10), unit(1, 36, 24, 180, side=1, profile=SIX_POUNDERS, bases=2))
    assert retired(scene, answers=(None,)).battle.units[1].pose == Pose(3600, 2800, 1800)
    limbered = retired(scene, answers=(Formation.LIMBERED_LINE,)).battle.units[1]
    assert limbered.pose == Pose(3600, 3600, 1800)


def test_guns_cannot_retire_into_a_wood_by_the_other_reading() -> None:
    """movement.no-move.column, movement.no-move"""
    wood = ground("forest", (0, 28.5), (72, 28.5), (72, 40), (0, 40))
    guns = unit(1, 36, 24, 180, side=1, profile=SIX_POUNDERS, bases=2)
    assert guns.shape.depth == inches(3), "their rear at 27"
    scene = battle(unit(0, 36, 10), guns, pieces=(wood,))
    assert retired(scene, answers=(None,)).battle.units[1].pose == Pose(3600, 2600, 1800), "half of 4 in"
    barred = replace(scene, readings=reading("movement.no-move.column"))
    assert retired(barred, answers=(None,)).battle.units[1].pose == Pose(3600, 2550, 1800), "to the trees"
    among_them = barred.with_unit(replace(guns, pose=Pose(3600, 2600, 1800)))
    assert not retired(among_them, answers=(None,)).of(UnitMoved)


def test_retiring_through_shaken_friends_is_a_last_resort_and_makes_both_test() -> None:
    """morale.retire.move, movement.interpenetrate.test"""
    wall = tuple(unit(n + 2, 4 + 8 * n, 26, 180, side=1, hits=16) for n in range(9))
    done = retired(beaten(*wall))
    (due,) = done.of(UnitsToTest)
    assert due.units[-1] == 1
    assert done.of(UnitMoved)


def test_an_order_of_rally_is_what_a_router_has_had() -> None:
    """turn.command.c: the attempt is its order of the turn."""
    units = unit(0, 36, 20, 180, routing=1), unit(1, 36, 44, 180, side=1), unit(2, 5, 20)
    scene = at(battle(*units), Step.RALLYING)
    done = drill(do(rally_step, scene), [1, 1, 1, 1, 1, 1]).battle
    assert done.units[0].order is Order.RALLY

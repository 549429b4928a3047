"""What places, goals, formations and posts are worth to the doctrine of Elan, with the sum of each."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.drivers.play import Game
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Leader, Step
from sandtable.systems.elan.breakthrough import Breakthrough, PickBreakthrough
from sandtable.systems.elan.doctrine.charges import (
    break_through,
)
from sandtable.systems.elan.doctrine.ends import End, ends, shorter
from sandtable.systems.elan.doctrine.facts import at_range, bands, clash
from sandtable.systems.elan.doctrine.formations import wanted
from sandtable.systems.elan.doctrine.goals import Goal, goals, gun_range
from sandtable.systems.elan.doctrine.guns import gives_way, targets_around
from sandtable.systems.elan.doctrine.guns import wanted as gun_wish
from sandtable.systems.elan.doctrine.leaders import amid, next_ride, wanted_at
from sandtable.systems.elan.doctrine.lie import around, heading_to, middle, off_course, plan_inches
from sandtable.systems.elan.doctrine.outlook import caution, goal_worth, outlook, place_worth
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.movement_decisions import Action, Go, What
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import Band, limits
from sandtable.table.movement import Advance
from sandtable.table.space import Point, Pose, inches, standing
from tests.systems.elan.bivouac import GUNS, HORSE, area, battle, leader, on_hexes, unit
from tests.systems.elan.test_elan_judgement import SOUTH, prize


# ----------------------------------------------------------------------- places
def worth_here(start: ElanBattle, *, shoots: bool = True, goal: Goal | None = None) -> float:
    """The worth to the first unit of where it stands, with a goal of our own or none."""
    one = start.units[0]
    view = outlook(start, one)._replace(goal=goal)
    return place_worth(view, standing(one), one.shape, shoots=shoots)


def fire_at(shooter: ElanUnit, target: ElanUnit, away: float) -> float:
    return at_range(bands(shooter, shooter.formation, target, Scale.LARGE), away)


def strike(one: ElanUnit, other: ElanUnit, edge: Edge = Edge.FRONT) -> float:
    ours, theirs = clash(one, other, Scale.LARGE, edge)
    return max(theirs - ours, 0.0)


def blow(foe: ElanUnit, one: ElanUnit, edge: Edge = Edge.FRONT) -> float:
    theirs, ours = clash(foe, one, Scale.LARGE, edge)
    return max(ours - theirs / 2, 0.0)


def test_a_place_is_worth_its_shot_less_a_quarter_of_the_enemy_s_fire() -> None:
    """Twelve inches apart, out of reach of a charge in line; a sound unit of foot minds danger at 0.8."""
    start = battle(unit(0, 50, 20), unit(1, 50, 32, SOUTH, side=1))
    one, other = start.units
    assert rate(one.profile, Formation.LINE, Scale.LARGE).span < inches(12)
    shot, drawn = fire_at(one, other, 12), fire_at(other, one, 12)
    assert shot > 0
    assert worth_here(start) == pytest.approx(shot - 0.8 * 0.25 * drawn)
    assert worth_here(start, shoots=False) == pytest.approx(0.4 * shot - 0.8 * 0.25 * drawn)


def test_within_reach_of_a_charge_both_may_strike() -> None:
    """0.4 of what ours may bring, 0.3 of what theirs may cost."""
    start = battle(unit(0, 50, 20), unit(1, 50, 26, SOUTH, side=1, lost=12))
    one, other = start.units
    shot, drawn = fire_at(one, other, 6), fire_at(other, one, 6)
    danger = 0.8 * (0.25 * drawn + 0.3 * blow(other, one))
    assert strike(one, other) > 0
    assert worth_here(start) == pytest.approx(shot + 0.4 * strike(one, other) - danger)


def test_an_enemy_that_faces_elsewhere_counts_three_tenths_and_is_taken_in_the_rear() -> None:
    start = battle(unit(0, 50, 20), unit(1, 50, 27, 0, side=1, lost=12))
    one, other = start.units
    away = 7 - other.shape.depth / 100
    shot, drawn = fire_at(one, other, away), fire_at(other, one, away)
    expected = shot + 0.4 * strike(one, other, Edge.REAR) - 0.8 * 0.25 * 0.3 * drawn
    assert worth_here(start) == pytest.approx(expected)


def test_a_unit_with_its_back_to_the_enemy_neither_shoots_nor_strikes() -> None:
    start = battle(unit(0, 50, 20, SOUTH), unit(1, 50, 27, SOUTH, side=1))
    one, other = start.units
    away = 7 - one.shape.depth / 100
    danger = 0.8 * (0.25 * fire_at(other, one, away) + 0.3 * blow(other, one, Edge.REAR))
    assert worth_here(start) == pytest.approx(-danger)


@pytest.mark.parametrize("state", [{"halted": True}, {"retreating": True}])
def test_an_enemy_that_is_halted_or_in_retreat_does_not_charge(state: dict[str, Any]) -> None:
    start = battle(unit(0, 50, 20), unit(1, 50, 26, SOUTH, side=1, **state))
    (seen,) = outlook(start, start.units[0]).foes
    assert (seen.charges, seen.blow) == (0.0, (0.0, 0.0))
    assert (seen.danger == ()) is ("retreating" in state)
    assert (seen.gain == (1.2, 1.2)) is ("retreating" in state)


def test_guns_worn_units_and_disordered_ones_take_care() -> None:
    """1.5 for guns, 0.8 for others; 0.6 for each third lost, 0.4 for disorder."""
    foe = unit(1, 50, 60, SOUTH, side=1)
    for one, weight in (
        (unit(0, 50, 10), 0.8),
        (unit(0, 50, 10, lost=6), 1.4),
        (unit(0, 50, 10, lost=12), 2.0),
        (unit(0, 50, 10, disordered=True), 1.2),
        (unit(0, 50, 10, profile=GUNS), 1.5),
    ):
        assert caution(outlook(battle(one, foe), one)) == pytest.approx(weight)


def test_cover_lessens_fire_and_bad_ground_costs() -> None:
    """Light cover leaves 0.8 of the fire; ground that disorders costs 0.08."""
    plain = battle(unit(0, 50, 20), unit(1, 50, 32, SOUTH, side=1))
    one, other = plain.units
    shot, drawn = fire_at(one, other, 12), fire_at(other, one, 12)
    orchard = area("orchard", (44, 17), (56, 17), (56, 20.5), (44, 20.5))
    covered = battle(unit(0, 50, 20), unit(1, 50, 32, SOUTH, side=1), pieces=(orchard,))
    lost = worth_here(covered) - (shot - 0.8 * 0.25 * 0.8 * drawn)
    assert lost == pytest.approx(-0.08) or lost == pytest.approx(0.0)


def test_a_unit_six_inches_beyond_its_commander_s_reach_is_out_of_command() -> None:
    reach = plan_inches(battle(), battle().figures.command)
    one = unit(0, 50, 20)
    centre = 20 - one.shape.depth / 200
    for off, cost in ((reach + 5.9, 0.0), (reach + 6.1, 0.25)):
        staff = (replace(leader(0), pose=Pose(inches(50) + round(100 * off), round(100 * centre))), leader(1))
        assert worth_here(battle(one, leaders=staff)) == pytest.approx(-cost)
        loose = replace(one, formation=Formation.SKIRMISH)
        assert worth_here(battle(loose, leaders=staff)) == pytest.approx(0.0)


def test_an_inch_nearer_to_the_goal_counts_and_so_does_facing_it() -> None:
    """0.06 an inch times its weight, 0.12 for facing it within 30 degrees, its prize when near enough."""
    start = battle(unit(0, 50, 20))
    centre = 20 - start.units[0].shape.depth / 200
    goal = Goal(Point(5000.0, 100 * (centre + 20)), 5.0, 1.4, 2.0)
    assert worth_here(start, goal=goal) == pytest.approx(-1.4 * 0.06 * 15 + 0.12 * 1.4)
    assert worth_here(start, goal=goal._replace(near=20.0)) == pytest.approx(2.0)
    one = start.units[0]
    view = outlook(start, one)._replace(goal=goal)
    middle_of = Point(5000.0, 100 * centre)
    for heading, faces in ((300, True), (310, False), (3300, True), (3290, False)):
        assert (off_course(Pose(5000, 2000, heading), middle_of, goal.point) <= 300) is faces
    assert goal_worth(view._replace(goal=None), standing(one), one.shape) == 0.0


# ----------------------------------------------------------------------- goals
def drawn_to(start: ElanBattle, point: Point) -> list[int]:
    """The units of the south that take or guard an objective."""
    return [number for number, goal in goals(start, 0).items() if goal.point == point and goal.prize]


def test_stormers_are_two_more_than_the_defenders_within_twelve_inches_and_five_at_most() -> None:
    own = [unit(n, 12 + 14 * n, 20) for n in range(7)]
    taken = prize(54, 40)
    for count, needed in ((0, 2), (1, 3), (5, 5)):
        foes = [unit(7 + n, 50 + 2 * n, 44, SOUTH, side=1) for n in range(count)]
        far = unit(7 + count, 100, 70, SOUTH, side=1)
        start = replace(battle(*own, *foes, far), prizes=(taken,))
        stormers = drawn_to(start, taken.point)
        assert len(stormers) == needed
        assert {goals(start, 0)[one].weight for one in stormers} == {1.4}
        assert {goals(start, 0)[one].prize for one in stormers} == {1.0}
        others = [goal for number, goal in goals(start, 0).items() if number not in stormers]
        assert {(goal.near, goal.weight) for goal in others} == {(9.0, 0.8)}


def test_guards_are_as_many_as_threaten_within_twenty_inches_but_one_to_three() -> None:
    own = [unit(n, 12 + 14 * n, 20) for n in range(6)]
    held = prize(54, 20, holder=0)
    for count, needed in ((0, 1), (2, 2), (5, 3)):
        foes = [unit(6 + n, 46 + 4 * n, 36, SOUTH, side=1) for n in range(count)]
        far = unit(6 + count, 100, 70, SOUTH, side=1)
        start = replace(battle(*own, *foes, far), prizes=(held,))
        guards = drawn_to(start, held.point)
        assert len(guards) == needed
        assert {goals(start, 0)[one].weight for one in guards} == {1.2}


def test_units_without_a_task_hunt_an_enemy_within_thirty_inches_or_stay_near_an_objective() -> None:
    """With no objective at all they hunt the nearest enemy wherever he is."""
    held = prize(5, 5, holder=0)
    depth = unit(0, 0, 0).shape.depth / 100
    for away, hunts in ((29.5, True), (30.5, False)):
        guard, free = unit(0, 5, 8), unit(1, 60, 20)
        foe = unit(2, 60, 20 + away - depth, SOUTH, side=1)
        goal = goals(replace(battle(guard, free, foe), prizes=(held,)), 0)[1]
        assert (goal.near, goal.weight) == ((6.0, 0.8) if hunts else (9.0, 0.8))
    lone = goals(battle(unit(0, 20, 10), unit(1, 20, 70, SOUTH, side=1)), 0)[0]
    assert (lone.point, lone.near) == (middle(unit(1, 20, 70, SOUTH, side=1)), 6.0)


def test_guns_keep_to_most_of_their_effective_range() -> None:
    guns = unit(0, 50, 10, profile=GUNS)
    start = battle(guns, unit(1, 50, 60, SOUTH, side=1), unit(2, 90, 60, SOUTH, side=1))
    effective = dict(limits(guns.weapon, Scale.LARGE))[Band.EFFECTIVE]
    assert gun_range(start, guns) == pytest.approx(effective)
    assert goals(start, 0)[0] == Goal(middle(start.units[1]), 0.85 * effective, 0.8)


def test_goals_are_made_anew_when_an_objective_changes_hands_or_a_turn_begins() -> None:
    start = battle(unit(0, 50, 10), unit(1, 50, 60, SOUTH, side=1))
    taken = replace(start, prizes=(prize(54, 20),))
    held = replace(taken, prizes=(prize(54, 20, holder=0),))
    assert [goals(one, 0)[0].weight for one in (taken, held, taken)] == [1.4, 1.2, 1.4]
    late = replace(taken, turn=12, prizes=(prize(54, 71),))
    early = replace(late, turn=1)
    assert goals(early, 0)[0].weight == 1.4
    assert goals(late, 0)[0].weight == 0.8


# ----------------------------------------------------------------------- formations and guns
def test_a_column_stays_a_column_in_bad_going_and_forms_line_in_the_open() -> None:
    wood = area("wood", (40, 5), (60, 5), (60, 25), (40, 25))
    column = unit(0, 50, 20, formation=Formation.COLUMN)
    foe = unit(1, 50, 32, SOUTH, side=1)
    assert wanted(battle(column, foe), column) is Formation.LINE
    assert wanted(battle(column, foe, pieces=(wood,)), column) is Formation.COLUMN


def test_horse_on_the_march_forms_line_within_forty_eight_inches() -> None:
    for away, form in ((47, Formation.LINE), (50, Formation.MARCH_COLUMN)):
        horse = unit(0, 50, 5, profile=HORSE, formation=Formation.MARCH_COLUMN)
        start = battle(horse, unit(1, 50, 5 + away, SOUTH, side=1))
        assert wanted(start, horse) is form


def test_guns_give_way_only_where_limbering_takes_them_out_of_reach() -> None:
    """A column 9 in away charges 12 in and an inch to spare; limbering leaves half a move."""
    far = battle(unit(0, 50, 20, profile=GUNS), unit(1, 50, 60, SOUTH, side=1))
    assert not gives_way(far, far.units[0])
    assert targets_around(far, far.units[0], Band.LONG)
    effective = dict(limits(far.units[0].weapon, Scale.LARGE))[Band.EFFECTIVE]
    assert targets_around(far, far.units[0], Band.EFFECTIVE) is (effective >= 40)


# ----------------------------------------------------------------------- commanders
def test_a_commander_is_wanted_amid_his_brigade_or_where_he_reaches_most() -> None:
    start = battle(unit(0, 40, 20), unit(1, 50, 20), unit(2, 50, 60, SOUTH, side=1))
    points = (Point(0.0, 0.0), Point(1000.0, 0.0))
    assert amid(start, points) == Point(500.0, 0.0)
    wide = (Point(0.0, 0.0), Point(500.0, 0.0), Point(9000.0, 0.0))
    assert amid(start, wide) in wide[:2]
    mean = Point((middle(start.units[0]).x + middle(start.units[1]).x) / 2, middle(start.units[0]).y)
    assert wanted_at(start, 0) == mean


def test_a_commander_within_four_inches_of_his_post_does_not_ride() -> None:
    depth = unit(0, 0, 0).shape.depth / 200
    for off, rides in ((3.9, False), (4.1, True)):
        staff: tuple[Leader, ...] = (
            replace(leader(0), pose=Pose(inches(50) + round(100 * off), round(100 * (20 - depth)))),
            leader(1),
        )
        start = battle(unit(0, 50, 20), unit(1, 50, 60, SOUTH, side=1), leaders=staff)
        found = next_ride(start, (Go("commander", 0),))
        assert (found is not None) is rides


def test_eight_points_lie_around_a_point() -> None:
    found = around(battle(), Point(0.0, 0.0), 10.0)
    assert found[0] == Point(0.0, 1000.0)
    assert found[2] == Point(1000.0, 0.0)
    assert found[5] == Point(-700.0, -700.0)
    assert heading_to(Point(0.0, 0.0), Point(100.0, 0.0)) == 900


# ----------------------------------------------------------------------- pressing on, stopping short
def test_a_winner_breaks_through_only_upon_an_enemy_before_it_and_within_its_reach() -> None:
    """One that retreats is as good as lost; half a move of infantry in line is 4.5 in."""
    option = Breakthrough(0)
    for x, y, goes_on in ((50, 24, True), (50, 27, False), (50, 14, False)):
        foe = unit(1, x, y, SOUTH, side=1, retreating=True)
        start = battle(unit(0, 50, 20), foe)
        question = PickBreakthrough(0, (option, None))
        assert break_through(start, question) == (option if goes_on else None)


def planned(start: ElanBattle, what: What) -> PlanMove | PlanHexMove:
    """The question where the first unit goes."""
    game = Game(SYSTEM, replace(start, step=Step.MOVING), PlannedHand([]))
    for given in (Go("unit", 0), Action(what)):
        game.answer(given)
    assert isinstance(game.question, PlanMove | PlanHexMove)
    return game.question


def test_a_straight_move_is_also_considered_at_a_third_and_at_two_thirds() -> None:
    """At 35 and 70 per cent, but no shorter than an inch; a plan that ends with a wheel is not cut."""
    question = planned(battle(unit(0, 50, 20), unit(1, 50, 60, SOUTH, side=1)), What.MOVE)
    found = shorter(question, End((Advance(800),), Pose(5000, 2800)))
    assert [end.plan for end in found] == [(Advance(280),), (Advance(560),)]
    assert [end.pose.y for end in found] == [2280, 2560]
    assert [end.plan for end in shorter(question, End((Advance(200),), Pose(5000, 2200)))] == [
        (Advance(140),)
    ]
    assert shorter(question, End((), Pose(5000, 2000))) == ()


def test_guns_in_action_stay_in_it_at_long_range_and_limbered_ones_come_nearer() -> None:
    """Medium smoothbores: effective to 24 in, long to 48."""
    foe = unit(1, 50, 60, SOUTH, side=1)
    for form in (Formation.DEPLOYED, Formation.LIMBERED):
        guns = unit(0, 50, 20, profile=GUNS, formation=form)
        assert gun_wish(battle(guns, foe), guns) is form
        near = unit(0, 50, 40, profile=GUNS, formation=form)
        assert gun_wish(battle(near, foe), near) is Formation.DEPLOYED


def test_skirmishers_on_hexes_consider_facing_two_places_and_no_more() -> None:
    loose = unit(0, 50, 20, profile="nassau-1815", formation=Formation.SKIRMISH)
    fought = on_hexes(battle(loose, unit(1, 50, 60, SOUTH, side=1)), (8, 5, 0), (8, 11, 180))
    question = planned(fought, What.MOVE)
    places = (Point(0.0, 2000.0), Point(10000.0, 2000.0), Point(5000.0, 0.0))
    assert ends(question, loose.shape, places) == ends(question, loose.shape, places[:2])
    assert len(ends(question, loose.shape, places[:2])) > len(ends(question, loose.shape, places[:1]))


# ----------------------------------------------------------------------- a position by its score
def test_a_position_counts_victory_points_and_a_twentieth_for_a_strength_point_lost() -> None:
    start = battle(unit(0, 50, 20, lost=2), unit(1, 50, 60, SOUTH, side=1, lost=5))
    assert SYSTEM.score(start, 0) == pytest.approx(5 / 20)
    assert SYSTEM.score(start, 1) == pytest.approx(2 / 20)

"""What places, goals and little decisions are worth to the doctrine of Cold Steel, with the sum of each."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Prize
from sandtable.systems.coldsteel.deployment import ChooseEdge
from sandtable.systems.coldsteel.doctrine.facts import at_range, bands, onset
from sandtable.systems.coldsteel.doctrine.goals import Goal, goals, worth_of
from sandtable.systems.coldsteel.doctrine.intents import intent, thought_of
from sandtable.systems.coldsteel.doctrine.lie import crosses, looks, off_course, stand
from sandtable.systems.coldsteel.doctrine.outlook import caution, goal_worth, outlook, place_worth, reach_of
from sandtable.systems.coldsteel.doctrine.setup import choose_edge
from sandtable.systems.coldsteel.doctrine.steadiness import pick_fight, pick_tester, wall_tie
from sandtable.systems.coldsteel.manoeuvres import manoeuvres
from sandtable.systems.coldsteel.melee_decisions import PickFight
from sandtable.systems.coldsteel.morale_decisions import PickTester, WallTie
from sandtable.systems.coldsteel.movement_decisions import ManoeuvreKind
from sandtable.systems.coldsteel.system import SYSTEM
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.space import Point, Pose, inches, standing
from tests.systems.coldsteel.parade_ground import (
    FULL,
    GUNS,
    HUSSARS,
    LANCERS,
    LIGHT,
    battle,
    garrison,
    house,
    unit,
)

SOUTH = 180


# ----------------------------------------------------------------------- places
def worth_here(start: ColdSteelBattle, *, shoots: bool = True) -> float:
    """The worth to the first unit of where it stands."""
    one = start.units[0]
    return place_worth(outlook(start, one), standing(one), one.shape, shoots=shoots)


def fire_at(shooter: ColdSteelUnit, target: ColdSteelUnit, away: float) -> float:
    return at_range(bands(shooter, shooter.formation, target), away)


def hunted(away: float, near: float) -> float:
    """What it costs to be so far from the enemy that a unit hunts, and what it gains to face him."""
    return -0.8 * 0.03 * max(away - near, 0.0) + (0.08 * 0.8 if away > near else 0.0)


def test_a_place_is_worth_its_fire_less_the_enemy_s_fire_and_the_way_to_him() -> None:
    """Line to line 20 in apart, out of reach of a charge; the middle of the enemy is an inch farther off.

    A whole unit of foot minds danger at 0.8. Three points of an inch for each inch beyond 5 in, times 0.8.
    """
    start = battle(unit(0, 36, 14), unit(1, 36, 32, SOUTH, side=1))
    ours, theirs = start.units
    fire, danger = fire_at(ours, theirs, 18), fire_at(theirs, ours, 18)
    middles = 18 + (ours.shape.depth + theirs.shape.depth) / 2 / 100
    assert fire == pytest.approx(danger)
    assert fire > 0
    nerve = 0.03 * Formation.LINE.morale
    assert worth_here(start) == pytest.approx(fire + nerve - 0.8 * danger + hunted(middles, 5.0))
    later = worth_here(start, shoots=False)
    assert later == pytest.approx(0.5 * fire + nerve - 0.8 * danger + hunted(middles, 5.0))


def test_a_unit_that_an_enemy_can_charge_is_exposed() -> None:
    """Seven charges in ten are made; the blow is our loss less half of theirs. It may charge him as well."""
    start = battle(unit(0, 36, 20), unit(1, 36, 28, SOUTH, side=1))
    ours, theirs = start.units
    assert reach_of(start, theirs) >= 8
    loss = onset(start, theirs, ours, met=True)
    blow = max(loss.charged - loss.charger / 2, 0.0)
    gain = onset(start, ours, theirs, met=True)
    strike = max(gain.charged - gain.charger, 0.0)
    fire, danger = fire_at(ours, theirs, 8), fire_at(theirs, ours, 8)
    middles = 8 + (ours.shape.depth + theirs.shape.depth) / 2 / 100
    expected = fire + 0.35 * strike + 0.03 * Formation.LINE.morale - 0.8 * (danger + 0.7 * blow)
    assert worth_here(start) == pytest.approx(expected + hunted(middles, 5.0))


def test_a_unit_with_its_back_to_the_enemy_neither_shoots_nor_meets_him() -> None:
    start = battle(unit(0, 36, 18, SOUTH), unit(1, 36, 28, SOUTH, side=1))
    ours, theirs = start.units
    away = 10 - ours.shape.depth / 100
    loss = onset(start, theirs, ours, met=False)
    blow = max(loss.charged - loss.charger / 2, 0.0)
    assert blow > 0
    danger = fire_at(theirs, ours, away)
    middles = 10 + (theirs.shape.depth - ours.shape.depth) / 2 / 100
    way = -0.8 * 0.03 * (middles - 5.0)
    expected = 0.03 * Formation.LINE.morale - 0.8 * (danger + 0.7 * blow) + way
    assert reach_of(start, theirs) >= away
    assert worth_here(start) == pytest.approx(expected)


def test_the_fire_of_an_enemy_that_faces_away_or_has_failed_counts_little() -> None:
    """0.15 of it; and neither charges."""
    for foe in (unit(1, 36, 32, 0, side=1), unit(1, 36, 32, SOUTH, side=1, failed=True)):
        start = battle(unit(0, 36, 14), foe)
        ours, theirs = start.units
        away = 18 - (0 if foe.failed else theirs.shape.depth / 100)
        middles = 18 + (ours.shape.depth + (1 if foe.failed else -1) * theirs.shape.depth) / 2 / 100
        danger = 0.8 * 0.15 * fire_at(theirs, ours, away)
        expected = fire_at(ours, theirs, away) + 0.03 * Formation.LINE.morale - danger + hunted(middles, 5.0)
        assert worth_here(start) == pytest.approx(expected)


def test_guns_horse_and_worn_units_take_care() -> None:
    """1.4 for guns and horse, 0.8 for foot, and half of the share that is lost."""
    foe = unit(1, 36, 44, SOUTH, side=1)
    for one, weight in (
        (unit(0, 36, 10), 0.8),
        (unit(0, 36, 10, models=12), 0.8 + 0.25),
        (unit(0, 36, 10, profile=LANCERS), 1.4),
        (unit(0, 36, 10, profile=GUNS), 1.4),
    ):
        assert caution(outlook(battle(one, foe), one)) == pytest.approx(weight)


def test_light_foot_near_the_enemy_and_all_near_horse_lose_nerve() -> None:
    """Two points of morale within 6 in for light troops, one for horse within 12 (0.03 a point).

    In march column nobody shoots, and an enemy that failed its test does not charge.
    """
    march = Formation.COLUMN
    for profile, foes, lost, near in ((LIGHT, "line-battalion", 2, 9.0), ("line-battalion", HUSSARS, 1, 5.0)):
        limit = 6 if lost == 2 else 12
        worth = []
        for gap in (limit + 0.5, limit - 0.5):
            one = unit(0, 36, 20, profile=profile, formation=march)
            foe = unit(1, 36, 20 + gap, SOUTH, side=1, profile=foes, formation=march, failed=True)
            middles = gap + (one.shape.depth + foe.shape.depth) / 2 / 100
            worth.append(worth_here(battle(one, foe)) - hunted(middles, near))
        assert worth[0] - worth[1] == pytest.approx(0.03 * lost)


def test_a_place_in_the_line_of_fire_of_friendly_guns_costs() -> None:
    """0.35 for each battery, except for skirmishers, whom all see through."""
    foe = unit(2, 36, 46, SOUTH, side=1)
    for form, cost in ((Formation.LINE, 0.35), (Formation.SKIRMISH, 0.0)):
        worth = []
        for x in (36, 8):
            guns, foot = unit(1, x, 6, profile=GUNS), unit(0, 36, 20, profile=LIGHT, formation=form)
            worth.append(worth_here(battle(foot, guns, foe)))
        assert worth[1] - worth[0] == pytest.approx(cost)


def test_only_guns_in_action_have_a_line_of_fire() -> None:
    foot, foe = unit(0, 36, 20), unit(2, 36, 46, SOUTH, side=1)
    for form, lanes in ((Formation.LINE, 1), (Formation.COLUMN, 0)):
        guns = unit(1, 36, 6, profile=GUNS, formation=form)
        assert len(outlook(battle(foot, guns, foe), foot).lanes) == lanes
    assert outlook(battle(foot, unit(1, 36, 6, SOUTH, profile=GUNS), foe), foot).lanes == ()


def test_infantry_does_not_plan_to_charge_horse_nor_horse_a_garrison() -> None:
    farm = house(30, 24, 36, 30)
    foot, horse = unit(0, 33, 16), unit(0, 33, 16, profile=LANCERS)
    lancers, held = unit(1, 33, 30, SOUTH, side=1, profile=LANCERS), garrison(1, farm, side=1)
    line = unit(1, 33, 30, SOUTH, side=1)

    def strikes(one: ColdSteelUnit, foe: ColdSteelUnit) -> float:
        (seen,) = outlook(battle(one, foe, pieces=(farm,)), one).foes
        return seen.strikes

    assert strikes(foot, lancers) == strikes(horse, held) == 0.0
    assert strikes(foot, line) == strikes(foot, held) == reach_of(battle(foot), foot) > 0
    assert strikes(horse, lancers) == reach_of(battle(horse), horse) > strikes(foot, line)


# ----------------------------------------------------------------------- goals
def goal_at(start: ColdSteelBattle, goal: Goal | None, heading: int = 0) -> float:
    """The worth for a goal of the first unit's place at a heading."""
    one = start.units[0]
    view = outlook(start, one)._replace(goal=goal)
    pose = Pose(standing(one).x, standing(one).y, heading)
    return goal_worth(view, pose, one.shape)


def test_an_inch_nearer_to_a_goal_counts_and_so_does_facing_it_within_thirty_degrees() -> None:
    """0.03 an inch and 0.08 for facing it, times its weight; its points when near enough."""
    start = battle(unit(0, 36, 20))
    centre = 20 - start.units[0].shape.depth / 2 / 100
    goal = Goal(Point(3600.0, float(inches(centre + 20))), 5.0, 1.2, 3.0)
    away = -1.2 * 0.03 * 15
    assert goal_at(start, None) == 0.0
    assert goal_at(start, goal) == pytest.approx(away + 0.08 * 1.2)
    assert goal_at(start, goal._replace(near=20.0)) == pytest.approx(3.0)
    assert goal_at(start, goal._replace(near=20.0, house="house")) == pytest.approx(0.08 * 1.2)


def test_the_way_to_a_goal_is_measured_both_ways_round() -> None:
    here, north = Point(0.0, 0.0), Point(0.0, 1000.0)
    assert [off_course(heading, here, north) for heading in (0, 300, 3300, 1800)] == [0, 300, 300, 1800]


def prize(x: float, y: float, points: int = 2, building: str = "") -> Prize:
    return Prize(f"at {x} {y}", "the goal", Point(float(inches(x)), float(inches(y))), points, building)


def test_an_objective_counts_a_fifth_at_first_and_rises_in_the_last_three_turns() -> None:
    counts = {
        turn: worth_of(battle(turn=turn, turn_limit=10), prize(36, 24, points=5)) for turn in (1, 7, 8, 10)
    }
    assert counts == pytest.approx({1: 1.0, 7: 1.0, 8: 5 * (0.2 + 0.8 / 3), 10: 5.0})


def test_one_unit_guards_what_is_held_and_one_more_than_its_enemies_storms_the_rest() -> None:
    """Enemies within 12 in defend an objective; never more than four storm it. The others hunt."""
    own = [unit(n, 6 + 10 * n, 10) for n in range(6)]
    foes = [unit(6, 30, 40, SOUTH, side=1), unit(7, 42, 40, SOUTH, side=1)]
    held, taken = prize(6, 10), prize(36, 40)
    found = goals(battle(*own, *foes, prizes=(held, taken)), 0)
    assert found[0] == Goal(held.point, 2.0, 1.3, 0.4)
    stormers = [number for number, goal in found.items() if goal.point == taken.point]
    assert stormers == [3, 4, 2] or sorted(stormers) == [2, 3, 4]
    assert {found[number].weight for number in stormers} == {1.2}
    assert {found[number].weight for number in (1, 5)} == {0.8}
    crowd = [unit(6 + n, 24 + 5 * n, 40, SOUTH, side=1, models=6) for n in range(5)]
    many = goals(battle(*own, *crowd, prizes=(held, taken)), 0)
    assert sum(goal.point == taken.point for goal in many.values()) == 4


@pytest.mark.parametrize(("profile", "near"), [("line-battalion", 5.0), (LIGHT, 9.0), (LANCERS, 17.0)])
def test_each_arm_hunts_the_nearest_enemy_at_its_own_distance(profile: str, near: float) -> None:
    one = unit(0, 36, 10, profile=profile)
    start = battle(one, unit(1, 60, 40, SOUTH, side=1), unit(2, 36, 40, SOUTH, side=1))
    goal = goals(start, 0)[0]
    assert (goal.point.x, goal.near, goal.weight) == (3600.0, near, 0.8)


def test_guns_have_no_goal_and_horse_does_not_hunt_a_garrison() -> None:
    farm = house(30, 24, 36, 30)
    start = battle(
        unit(0, 20, 10, profile=GUNS),
        unit(1, 40, 10, profile=LANCERS),
        garrison(2, farm, side=1),
        pieces=(farm,),
    )
    assert goals(start, 0) == {}


def test_a_house_is_stormed_by_foot_that_fits_into_it() -> None:
    farm = house(30, 24, 36, 30)
    wanted = prize(33, 27, building="house")
    horse, large, small = unit(0, 33, 20, profile=LANCERS), unit(1, 20, 10), unit(2, 50, 6, models=12)
    foe = unit(3, 66, 46, SOUTH, side=1)
    start = battle(horse, large, small, foe, pieces=(farm,), prizes=(wanted,), capacity=20)
    found = goals(start, 0)
    assert found[2].house == "house"
    assert found[2].near == 1.0
    assert not found[0].house
    assert not found[1].house


def test_foot_goes_for_an_objective_before_horse_and_steady_before_shaken() -> None:
    """Horse counts as three turns farther, a unit that failed as one."""
    foe = unit(2, 66, 46, SOUTH, side=1)
    for first, second in (
        (unit(0, 36, 12, profile=LANCERS), unit(1, 36, 4)),
        (unit(0, 36, 12, failed=True), unit(1, 30, 11)),
    ):
        found = goals(battle(first, second, foe, prizes=(prize(36, 24),)), 0)
        assert found[1].weight == 1.2
        assert found[0].weight == 0.8


# ----------------------------------------------------------------------- little decisions
def test_the_unit_farthest_from_the_enemy_tests_first() -> None:
    start = battle(unit(0, 20, 20), unit(1, 20, 8), unit(2, 20, 30, SOUTH, side=1))
    assert pick_tester(start, PickTester(0, (0, 1))) == 1


def test_the_fight_of_the_most_units_is_fought_first_and_of_equals_the_first() -> None:
    assert pick_fight(battle(), PickFight(0, ((0, 1), (2, 3, 4), (5, 6)))) == (2, 3, 4)
    assert pick_fight(battle(), PickFight(0, ((2, 3), (0, 1)))) == (0, 1)


def test_a_garrison_leaves_by_the_wall_away_from_the_enemy() -> None:
    farm = house(30, 24, 36, 30)
    start = battle(garrison(0, farm), unit(1, 33, 40, SOUTH, side=1), pieces=(farm,))
    assert wall_tie(start, WallTie(0, (0, 1800), unit=0)) == 1800
    south = battle(garrison(0, farm), unit(1, 33, 14, side=1), pieces=(farm,))
    assert wall_tie(south, WallTie(0, (0, 1800), unit=0)) == 0


def test_the_edge_with_more_of_the_houses_that_count_is_chosen() -> None:
    """Houses that do not count, and objectives in the open, are no reason; a tie leaves the first."""
    ask = ChooseEdge(0, ("bottom", "top"))
    north, south = prize(36, 40, building="a"), prize(36, 8, building="b")
    assert choose_edge(battle(prizes=(north,)), ask) == "top"
    assert choose_edge(battle(prizes=(south,)), ask) == "bottom"
    assert choose_edge(battle(prizes=(north, south)), ask) == "bottom"
    assert choose_edge(battle(prizes=(north, replace(north, key="c"), south)), ask) == "top"
    assert choose_edge(battle(prizes=(prize(36, 40),)), ask) == "bottom"


# ----------------------------------------------------------------------- rough geometry
def test_a_unit_looks_at_whom_it_has_in_its_arc() -> None:
    """Forty-five degrees from the corners of its front; squares and skirmishers look all round."""
    line = unit(0, 36, 20)
    half = line.shape.width / 2 / 100
    here = stand(standing(line), line.shape, Formation.LINE)
    for x, y, seen in ((36 + half + 5, 26, True), (36 + half + 9, 24, False), (36, 14, False)):
        foe = unit(1, x, y, SOUTH, side=1, models=1, files=1)
        assert looks(here, stand(standing(foe), foe.shape, Formation.LINE)) is seen
    back = unit(1, 36, 14, SOUTH, side=1)
    there = stand(standing(back), back.shape, Formation.LINE)
    for form in (Formation.SQUARE, Formation.SKIRMISH, Formation.GARRISON):
        assert looks(stand(standing(line), line.shape, form), there)


def test_a_line_of_fire_crosses_a_unit_that_stands_across_it() -> None:
    line = unit(0, 36, 20)
    pose, shape = standing(line), line.shape
    half, south, north = shape.width / 2, Point(3600.0, 1000.0), Point(3600.0, 3000.0)
    assert crosses(south, north, pose, shape)
    assert not crosses(south, Point(3600.0, 1500.0), pose, shape)
    assert not crosses(Point(3600.0, 2500.0), north, pose, shape)
    beside = 3600.0 + half + 1
    assert not crosses(Point(beside, 1000.0), Point(beside, 3000.0), pose, shape)
    assert crosses(Point(beside - 2, 1000.0), Point(beside - 2, 3000.0), pose, shape)
    assert crosses(Point(beside + 300, 1990.0), Point(3600.0 - half - 300, 1990.0), pose, shape)
    assert not crosses(Point(beside + 300, 2010.0), Point(3600.0 - half - 300, 2010.0), pose, shape)


# ----------------------------------------------------------------------- a position by its score
def test_a_position_counts_victory_points_and_a_fortieth_of_a_point_for_an_enemy_model() -> None:
    start = battle(unit(0, 20, 20, models=20), unit(1, 20, 40, SOUTH, side=1, models=14))
    assert SYSTEM.score(start, 0) == pytest.approx(10 / 40)
    assert SYSTEM.score(start, 1) == pytest.approx(4 / 40)


# ----------------------------------------------------------------------- intents
def test_an_intent_answers_the_questions_about_its_details_in_the_same_turn() -> None:
    """What was chosen is carried out as it was meant; in another turn it is thought out anew."""
    start = battle(unit(0, 36, 10, command=FULL), unit(1, 36, 40, SOUTH, side=1, command=FULL))
    chosen = intent(start, 0, manoeuvres(start, start.units[0]))
    kind = chosen.manoeuvre.kind
    assert thought_of(start, 0, kind) is chosen
    assert thought_of(replace(start, turn=2), 0, kind) is None
    assert thought_of(start, 1, kind) is None
    assert thought_of(start, 0, ManoeuvreKind.LEAVE) is None

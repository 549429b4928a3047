"""What the doctrine of Tricorn reckons with: the value of units, shots, melees, places, goals and cards.

A whole unit is worth 1. Each case states its sum.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.game.drivers.play import Game
from sandtable.systems.tricorn.aim import fire_of, target_of
from sandtable.systems.tricorn.battle import RESHUFFLE, Prize, Shot, Step, TricornBattle
from sandtable.systems.tricorn.choices import OFFICER, STAND, Action, ActionKind
from sandtable.systems.tricorn.consulting import PickConsultant
from sandtable.systems.tricorn.declaring import Declaration, PickNearest
from sandtable.systems.tricorn.doctrine import DOCTRINE
from sandtable.systems.tricorn.doctrine.cards import (
    expected,
    gains,
    handed_over,
    march_worth,
    own_chance,
    stir,
    usual_actions,
)
from sandtable.systems.tricorn.doctrine.chances import fight_cost, passes, shot_cost
from sandtable.systems.tricorn.doctrine.duels import Lie, duel, marksman, shot
from sandtable.systems.tricorn.doctrine.fire import equally_near, morale_order, run_into
from sandtable.systems.tricorn.doctrine.fire import worth_of as shot_worth
from sandtable.systems.tricorn.doctrine.goals import Goal, goals, leads, worth_of
from sandtable.systems.tricorn.doctrine.intents import house_worth, intents
from sandtable.systems.tricorn.doctrine.leaders import escape, followers, replacement, wished
from sandtable.systems.tricorn.doctrine.lie import midst, off_course
from sandtable.systems.tricorn.doctrine.melees import general_helps, support
from sandtable.systems.tricorn.doctrine.outlook import caution, goal_worth, outlook, place_worth
from sandtable.systems.tricorn.doctrine.worth import standing, toll
from sandtable.systems.tricorn.ending import PlaceSuccessor
from sandtable.systems.tricorn.melee import fight
from sandtable.systems.tricorn.melee_decisions import GiveSupport
from sandtable.systems.tricorn.melee_facts import Melee
from sandtable.systems.tricorn.melee_ground import Aid
from sandtable.systems.tricorn.morale import Effect
from sandtable.systems.tricorn.officer_decisions import Errand, PickRefuge
from sandtable.systems.tricorn.rally import rally_trial
from sandtable.systems.tricorn.rallying import rally_of
from sandtable.systems.tricorn.rates import rate
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.recoiling import PickFriendRunInto
from sandtable.systems.tricorn.shooting import Volley, band_at, volley
from sandtable.systems.tricorn.system import SYSTEM
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.movement import Advance
from sandtable.table.room import Place
from sandtable.table.space import Point, Pose, inches
from sandtable.table.space import standing as pose_of
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HORSE,
    MUSKETS,
    VETERANS,
    battle,
    box,
    garrison,
    officer,
    unit,
)

SOUTH = 180
DEPTH = unit(0, 0, 0).shape.depth / 100
"""The depth of a unit of muskets in inches."""


# ----------------------------------------------------------------------- units and results
def test_the_second_marker_costs_most_and_the_fourth_the_unit() -> None:
    assert [standing(markers) for markers in range(6)] == [1.0, 0.86, 0.62, 0.4, 0.0, 0.0]


@pytest.mark.parametrize(
    ("effect", "cost"),
    [
        (Effect.NONE, 0.0),
        (Effect.RECOIL, 0.03),
        (Effect.WITHDRAW, 0.12),
        (Effect.ABANDON, 0.45),
    ],
)
def test_a_result_of_the_morale_table_costs_besides_its_markers(effect: Effect, cost: float) -> None:
    """From one marker to two: 0.86 less 0.62."""
    assert toll(1, 1, effect) == pytest.approx(0.24 + cost)
    assert toll(3, 0, effect) == pytest.approx(min(cost, 0.4))


def test_a_unit_that_is_eliminated_costs_all_that_was_left_of_it() -> None:
    assert toll(2, 0, Effect.ELIMINATED) == pytest.approx(0.62)


def test_a_shot_costs_the_average_of_its_results_and_an_officer_nearly_a_unit() -> None:
    """An officer counts 0.9."""
    start = battle(unit(0, 36, 20), unit(1, 36, 23, SOUTH, side=1, markers=1))
    fire, at = fire_of(start, Shot(0, 1)), target_of(start, 1)
    results = odds(do(volley, Volley(fire=fire, target=at))).items()
    assert shot_cost(fire, at) == pytest.approx(
        sum(
            float(chance) * (toll(1, struck.gained, struck.effect) + 0.9 * struck.fell)
            for struck, chance in results
        )
    )


def test_a_melee_costs_both_sides_markers_officers_and_ground() -> None:
    """A primary that is lost costs what it was worth, one that is driven back 0.03 more."""
    melee = Melee(one=replace(Melee().one, markers=1), other=replace(Melee().other, markers=3))
    ours = theirs = 0.0
    for fought, chance in odds(do(fight, melee)).items():
        for before, fate in ((0.86, fought.one), (0.4, fought.other)):
            lost = before if fate.is_lost else toll(1 if before == 0.86 else 3, fate.gained, fate.effect)
            cost = float(chance) * (lost + 0.9 * fate.fell + 0.03 * fate.recoiled)
            ours, theirs = (ours + cost, theirs) if before == 0.86 else (ours, theirs + cost)
    found = fight_cost(melee)
    assert (found.ours, found.theirs) == pytest.approx((ours, theirs))
    assert found.net == pytest.approx(theirs - ours)


def test_a_test_is_passed_on_so_many_of_twenty() -> None:
    start = battle(unit(0, 36, 20, markers=1), unit(1, 36, 44, SOUTH, side=1))
    trial = rally_trial(rally_of(start, start.units[0]))
    assert passes(trial) * 20 == pytest.approx(round(passes(trial) * 20))
    assert 0 < passes(trial) < 1


# ----------------------------------------------------------------------- shots
def test_a_support_is_worth_what_it_adds_to_the_shot() -> None:
    start = battle(
        unit(0, 36, 20), unit(1, 41, 20), unit(2, 36, 23, SOUTH, side=1), shots=(Shot(0, 2),), step=Step.FIRE
    )
    at = target_of(start, 2)
    alone, helped = (shot_cost(fire_of(start, Shot(0, 2, more)), at) for more in ((), (1,)))
    assert helped > alone
    assert shot_worth(start, Declaration(1, supports=0)) == pytest.approx(helped - alone)


def test_a_second_shot_is_reckoned_with_the_markers_that_the_first_is_likely_to_cause() -> None:
    """A shot that hits on four or more of six is likely to leave a marker."""
    start = battle(
        unit(0, 34, 20, profile=VETERANS), unit(1, 38, 20), unit(2, 36, 22, SOUTH, side=1), step=Step.FIRE
    )
    fire, at = fire_of(start, Shot(1, 2)), target_of(start, 2)
    fresh, again = (
        shot_worth(one, Declaration(1, 2)) for one in (start, replace(start, shots=(Shot(0, 2),)))
    )
    assert fresh == pytest.approx(shot_cost(fire, at))
    assert again in (
        pytest.approx(shot_cost(fire, at)),
        pytest.approx(shot_cost(fire, replace(at, markers=1))),
    )


def test_of_targets_equally_near_the_shaken_one_is_shot_at() -> None:
    start = battle(
        unit(0, 36, 20),
        unit(1, 34, 23, SOUTH, side=1),
        unit(2, 38, 23, SOUTH, side=1, markers=2),
        step=Step.FIRE,
    )
    assert equally_near(start, PickNearest(0, (1, 2), unit=0)) == 2


def test_the_unit_farthest_from_the_enemy_consults_first() -> None:
    start = battle(unit(0, 36, 20), unit(1, 36, 10), unit(2, 36, 30, SOUTH, side=1))
    assert morale_order(start, PickConsultant(0, (0, 1))) == 1


def test_a_recoiling_unit_runs_into_the_steadier_friend() -> None:
    start = battle(unit(0, 30, 20, markers=2), unit(1, 40, 20), unit(2, 36, 40, SOUTH, side=1))
    assert run_into(start, PickFriendRunInto(0, (0, 1), unit=2)) == 1


# ----------------------------------------------------------------------- places
def worth_here(start: TricornBattle, *, moved: bool = False, goal: Goal | None = None) -> float:
    """The value to the first unit of where it stands, for a goal of our own or none."""
    one = start.units[0]
    view = outlook(start, one)._replace(goal=goal)
    return place_worth(view, Place(pose_of(one), one.shape), moved=moved)


def volley_at(start: TricornBattle, shooter: int, target: int, away: float, *, moved: bool = False) -> float:
    """The expected cost of a frontal shot in the open."""
    one, other = (marksman(start, start.units[number]) for number in (shooter, target))
    band = band_at(one.unit.profile.weapon, away)
    return 0.0 if band is None else shot(one, other, Lie(band), moved=moved)


def test_a_place_within_musket_shot_is_worth_the_shots_less_those_it_draws() -> None:
    """A shot now, 0.8 of one later; the enemy aims here 0.6 of the time, and a steady unit minds 0.9 of it.

    Both might close: 0.4 of our gain counts, 0.35 of theirs.
    """
    start = battle(unit(0, 36, 20), unit(1, 36, 23, SOUTH, side=1))
    one, other = start.units
    shots = [volley_at(start, 0, 1, 3, moved=moved) for moved in (False, True)]
    drawn = volley_at(start, 1, 0, 3)
    gain = max(duel(start, one, other, flank=False).net, 0.0)
    blow = max(duel(start, other, one, flank=False).net, 0.0)
    danger = 0.9 * (1.8 * 0.6 * drawn + 0.35 * blow)
    assert worth_here(start) == pytest.approx(shots[0] * 1.8 + 0.4 * gain - danger)
    assert worth_here(start, moved=True) == pytest.approx(shots[1] + 0.8 * shots[0] + 0.4 * gain - danger)
    assert shots[0] > shots[1] > 0


def test_horse_counts_on_closing_and_not_on_later_fire() -> None:
    """Against a shaken unit of foot within its reach; a fifth of later fire counts."""
    start = battle(unit(0, 36, 20, profile=HORSE), unit(1, 36, 26, SOUTH, side=1, markers=3))
    one, other = start.units
    gain = duel(start, one, other, flank=False).net
    assert gain > 0
    fire = volley_at(start, 0, 1, 6)
    drawn = volley_at(start, 1, 0, 6)
    blow = max(duel(start, other, one, flank=False).net, 0.0) if rate(other).good >= 6 else 0.0
    expected_worth = 1.2 * fire + 0.4 * gain - 0.9 * (1.8 * 0.6 * drawn + 0.35 * blow)
    assert worth_here(start) == pytest.approx(expected_worth)


def test_a_unit_whose_flank_horse_can_reach_is_exposed() -> None:
    """Horse 6 in to the right; it may close with the flank, and we cannot wheel to it in time."""
    front, flank = (
        battle(unit(0, 36, 20, facing), unit(1, 44, 20 - DEPTH / 2, 270, side=1, profile=HORSE))
        for facing in (90, 0)
    )
    one, horse = flank.units
    assert rate(horse).good >= 8
    blow = duel(flank, horse, one, flank=True).net
    assert blow > max(duel(flank, horse, one, flank=False).net, 0.0)
    away = 8 - one.shape.width / 2 / 100
    drawn = volley_at(flank, 1, 0, away)
    assert worth_here(flank) == pytest.approx(-0.9 * (1.8 * 0.6 * drawn + 0.35 * blow))
    assert worth_here(front) > worth_here(flank)


def test_guns_and_disordered_units_take_care() -> None:
    """1.2 for guns, 0.9 for others, and 0.35 for each marker beyond the first."""
    assert caution(unit(0, 0, 0)) == pytest.approx(0.9)
    assert caution(unit(0, 0, 0, markers=1)) == pytest.approx(0.9)
    assert caution(unit(0, 0, 0, markers=3)) == pytest.approx(0.9 + 0.7)
    assert caution(unit(0, 0, 0, profile=GUNS)) == pytest.approx(1.2)


def test_a_march_column_within_twelve_inches_of_an_enemy_is_unready() -> None:
    """It costs 0.45; neither side reaches the other."""
    for away, cost in ((12.0, 0.45), (12.5, 0.0)):
        start = battle(
            unit(0, 36, 10, formation=Formation.COLUMN),
            unit(1, 36, 10 + away, SOUTH, side=1, formation=Formation.COLUMN),
        )
        assert worth_here(start) == pytest.approx(-cost)


def test_an_inch_beyond_the_general_s_radius_from_the_rest_of_the_command_costs() -> None:
    """0.03 an inch beyond the radius of an average General (command.radius)."""
    radius = Rating.AVERAGE.radius
    for away, cost in ((radius - 1, 0.0), (radius + 4, 0.12)):
        start = battle(unit(0, 20, 10), unit(1, 20 + away, 10))
        assert worth_here(start) == pytest.approx(-cost)


def test_facing_the_goal_and_being_nearer_to_it_counts() -> None:
    """0.03 an inch times its weight, its prize when near enough, 0.06 for facing it within 30 degrees."""
    start = battle(unit(0, 36, 10))
    goal = Goal(Point(3600.0, float(inches(30 - DEPTH / 2))), 5.0, 1.6, 2.0)
    assert worth_here(start, goal=goal) == pytest.approx(-1.6 * 0.03 * 15 + 0.06)
    assert worth_here(start, goal=goal._replace(near=20.0)) == pytest.approx(2.0 + 0.06)
    view, shape = outlook(start, start.units[0])._replace(goal=goal), start.units[0].shape
    assert goal_worth(view._replace(goal=None), Place(Pose(3600, 1000), shape)) == 0.0
    turned = battle(unit(0, 36, 10, 90))
    away = ((20 - DEPTH / 2) ** 2 + (DEPTH / 2) ** 2) ** 0.5
    assert worth_here(turned, goal=goal) == pytest.approx(-1.6 * 0.03 * (away - 5))
    for heading, faces in ((30, True), (31, False), (330, True), (329, False)):
        assert (off_course(heading * 10, Point(0, 0), Point(0, 500)) <= 300) is faces


def test_only_enemies_that_might_come_within_reach_are_reckoned_with() -> None:
    """Twelve inches beyond the greater of both reaches: of muskets or of a move."""
    span = max(rate(unit(0, 0, 0)).good, unit(0, 0, 0).profile.weapon.reach.end)
    for away, seen in ((12 + span, 1), (12 + span + 0.2, 0)):
        start = battle(unit(0, 36, 4), unit(1, 36, 4 + away, SOUTH, side=1))
        assert len(outlook(start, start.units[0]).foes) == seen


# ----------------------------------------------------------------------- goals
def prize(x: float, y: float, points: int = 2, holder: int | None = None) -> Prize:
    """An objective at a place in inches."""
    return Prize(f"at {x} {y}", "the goal", Point(float(inches(x)), float(inches(y))), points, holder)


def test_an_objective_counts_three_tenths_at_first_and_rises_in_the_last_six_turns() -> None:
    counts = {
        turn: worth_of(battle(turn=turn, turn_limit=12), prize(36, 24, points=4)) for turn in (1, 6, 9, 12)
    }
    assert counts == pytest.approx({1: 1.2, 6: 1.2, 9: 4 * (0.3 + 0.35), 12: 4.0})


def test_a_held_objective_wants_a_guard_when_an_enemy_is_within_fifteen_inches() -> None:
    held = prize(36, 10, holder=0)
    for y, guards in ((24.9, 1), (25.5, 0)):
        foe = unit(2, 36, y - DEPTH / 2, SOUTH, side=1)
        start = battle(unit(0, 36, 6), unit(1, 10, 6), foe, prizes=(held,))
        found = [one for one in goals(start).values() if one.point == held.point and one.weight == 1.5]
        assert len(found) == guards


def test_one_more_than_the_enemies_within_seven_inches_storms_an_objective() -> None:
    """Four at most; the others hunt, and a side that leads by seven points may wait."""
    taken = prize(36, 40, holder=1)
    own = [unit(n, 6 + 10 * n, 10) for n in range(6)]
    for count, needed in ((1, 2), (2, 3), (5, 4)):
        foes = [unit(6 + n, 34 + n, 40, SOUTH, side=1) for n in range(count)]
        found = goals(battle(*own, *foes, prizes=(taken,)))
        stormers = [found[n] for n in range(6) if found[n].point == taken.point]
        assert len(stormers) == needed
        assert {(one.near, one.weight, one.prize) for one in stormers} == {(2.5, 1.6, 0.6)}
        assert {found[n].weight for n in range(6) if found[n].point != taken.point} == {1.0}


@pytest.mark.parametrize(("profile", "near"), [(MUSKETS, 3.5), (HORSE, 7.0)])
def test_each_arm_hunts_at_its_own_distance(profile: str, near: float) -> None:
    start = battle(unit(0, 36, 10, profile=profile), unit(1, 36, 40, SOUTH, side=1))
    assert goals(start)[0] == Goal(Point(3600.0, float(inches(40 + DEPTH / 2))), near, 1.0)


def test_guns_hunt_from_half_an_inch_inside_their_short_range() -> None:
    guns = unit(0, 36, 10, profile=GUNS)
    goal = goals(battle(guns, unit(1, 36, 40, SOUTH, side=1)))[0]
    assert goal.near == guns.profile.weapon.reach.short - 0.5


@pytest.mark.parametrize(
    ("state", "nearer"),
    [({"markers": 3}, 3.6), ({"formation": Formation.COLUMN}, 2.0), ({"markers": 1}, 0.84)],
)
def test_shaken_enemies_and_columns_count_as_nearer(state: dict[str, Any], nearer: float) -> None:
    """Six inches for a whole unit lost, two for a column or guns; a unit alone counts its way 1.6 times."""
    here = unit(0, 36, 10)
    for more, hunted in ((nearer / 1.6 - 0.1, 2), (nearer / 1.6 + 0.1, 1)):
        whole = unit(1, 20, 10 - DEPTH / 2, 90, side=1)
        weak = unit(2, 0, 10 - DEPTH / 2, 270, side=1, **state)
        away = 16 + whole.shape.depth / 200 + more
        weak = replace(
            weak, pose=Pose(round(3600 + 100 * away - weak.shape.depth / 2), round(1000 - 50 * DEPTH), 2700)
        )
        found = goals(battle(here, whole, weak))[0]
        assert (found.point.x > 3600) is (hunted == 2)


def test_a_garrison_counts_as_six_inches_farther_and_horse_does_not_hunt_it() -> None:
    """Its village is 12 in off; a unit alone counts its way 1.6 times, so a line 15 in off is preferred."""
    village = box("village", 46, 8, 50, 12, id="village")
    held = garrison(1, village, side=1)
    for x, hunts_the_line in ((21, True), (20, False)):
        line = unit(2, x, 10, 90, side=1)
        found = goals(battle(unit(0, 36, 10), held, line, pieces=(village,)))[0]
        assert (found.point.x < 3600) is hunts_the_line
    alone = battle(unit(0, 36, 10, profile=HORSE), held, pieces=(village,))
    assert 0 not in goals(alone)


def test_foot_goes_for_an_objective_before_horse_and_ordered_units_before_disordered() -> None:
    """Horse counts as two turns farther, each marker as half a turn."""
    taken = prize(36, 24, holder=1)
    foe = unit(2, 66, 46, SOUTH, side=1)
    for first in (unit(0, 36, 14, profile=HORSE), unit(0, 36, 10, markers=1)):
        found = goals(battle(first, unit(1, 36, 8), foe, prizes=(taken,)))
        assert found[1].weight == 1.6
        assert found[0].weight == 1.0


def test_a_lead_of_seven_points_lets_a_side_wait() -> None:
    start = battle(unit(0, 36, 10), unit(1, 36, 40, SOUTH, side=1))
    ahead, level = (replace(start, prizes=(prize(60, 4, points=points, holder=0),)) for points in (7, 6))
    assert [leads(one, 0) for one in (ahead, level)] == [True, False]
    assert not leads(ahead, 1)
    assert [goals(one)[0].weight for one in (ahead, level)] == [0.4, 1.0]


def test_the_midst_of_points_is_their_mean() -> None:
    assert midst([Point(0, 0), Point(200, 100)]) == Point(100, 50)
    assert midst([]) is None


# ----------------------------------------------------------------------- intents
def weighed(start: TricornBattle, *kinds: ActionKind) -> dict[ActionKind, float]:
    """The best value of each kind of action of the first unit."""
    found: dict[ActionKind, float] = {}
    for one in intents(start, start.units[0], (STAND, *(Action(kind) for kind in kinds))):
        found[one.action.kind] = max(found.get(one.action.kind, one.worth), one.worth)
    return found


def test_to_stand_is_worth_its_place_and_a_little_more() -> None:
    """Anything else has to bring 0.02 more."""
    start = battle(unit(0, 36, 20), unit(1, 36, 23, SOUTH, side=1))
    one = start.units[0]
    stays = place_worth(outlook(start, one), Place(pose_of(one), one.shape), moved=False)
    assert weighed(start) == pytest.approx({ActionKind.STAND: stays + 0.02})


def test_a_removed_marker_counts_twice() -> None:
    """The chance to remove it, times twice what the unit gains by it (0.24 from two markers to one)."""
    start = battle(unit(0, 36, 20, markers=2), unit(1, 36, 44, SOUTH, side=1))
    one = start.units[0]
    place = place_worth(outlook(start, one), Place(pose_of(one), one.shape))
    chance = passes(rally_trial(rally_of(start, one)))
    assert weighed(start, ActionKind.REMOVE)[ActionKind.REMOVE] == pytest.approx(place + 2 * chance * 0.24)


def test_no_unit_makes_a_forced_march_with_an_enemy_within_twenty_four_inches() -> None:
    """It costs a quarter of a unit besides."""
    for away, marches in ((23.9, False), (24.5, True)):
        start = battle(unit(0, 36, 4), unit(1, 36, 4 + away, SOUTH, side=1))
        found = weighed(start, ActionKind.MOVE, ActionKind.MARCH)
        assert (ActionKind.MARCH in found) is marches
        if marches:
            assert found[ActionKind.MARCH] < found[ActionKind.MOVE]


def test_abandoned_guns_are_manned_again() -> None:
    start = battle(
        unit(0, 36, 20, profile=GUNS, formation=Formation.ABANDONED), unit(1, 36, 44, SOUTH, side=1)
    )
    assert weighed(start, ActionKind.RECREW) == {ActionKind.STAND: 0.0, ActionKind.RECREW: 1.0}


def test_a_strong_place_is_worth_holding_with_enemies_about_or_an_objective_in_it() -> None:
    """0.2 with an enemy within 12 in, or for an objective within reach of it, whose value comes on top."""
    village = box("village", 34, 20, 38, 24, id="village")
    one = unit(0, 36, 14)
    quiet = battle(one, unit(1, 36, 46, SOUTH, side=1), pieces=(village,))
    near = battle(one, unit(1, 36, 32, SOUTH, side=1), pieces=(village,))
    assert [house_worth(start, one, "village") for start in (quiet, near)] == [0.0, 0.2]
    wanted = replace(quiet, prizes=(prize(36, 22, holder=1),))
    assert house_worth(wanted, one, "village") == pytest.approx(0.2 + 0.6)


# ----------------------------------------------------------------------- cards
def test_a_unit_with_no_enemy_near_gains_the_inches_of_its_march() -> None:
    """Eighteen inches from where it wants to be it goes a whole move; an inch from it an inch."""
    far, near = (
        battle(unit(0, 36, 10), unit(1, 36, 10 + away - DEPTH, SOUTH, side=1)) for away in (21.5, 4.5)
    )
    assert march_worth(far, far.units[0]) == pytest.approx(0.03 * rate(far.units[0]).good)
    assert march_worth(near, near.units[0]) == pytest.approx(0.03 * 1.0)
    assert march_worth(battle(unit(0, 36, 10)), unit(0, 36, 10)) == 0.0


def test_a_command_is_worth_activating_for_the_sum_of_its_gains() -> None:
    """A unit still to arrive counts 0.05; without the initiative a command makes half of its gain."""
    start = battle(unit(0, 36, 4), unit(1, 46, 4), unit(2, 36, 44, SOUTH, side=1))
    general = start.officers[0]
    assert list(gains(start, general)) == pytest.approx([0.03 * rate(start.units[0]).good] * 2)
    both = 2 * 0.03 * rate(start.units[0]).good
    assert stir(start, general) == pytest.approx(both)
    late = start.with_unit(replace(start.units[1], pose=None))
    assert stir(late, general) == pytest.approx(both / 2 + 0.05)
    chance = (7 - Rating.AVERAGE.initiative) / 6
    assert expected(start, general) == pytest.approx(both * (chance + 0.5 * (1 - chance)))


def test_a_chief_s_card_is_worth_more_the_less_likely_the_own_card_is_to_come() -> None:
    """What comes later in the turn anyway gains three tenths by coming now."""
    start = battle(unit(0, 36, 4), unit(1, 36, 44, SOUTH, side=1))
    general = start.officers[0]
    gain, own = expected(start, general), own_chance(start, general)
    assert 0 < own < 1
    assert handed_over(start, general) == pytest.approx(gain * (1 - own + 0.3 * own))
    gone = replace(
        start, deck=replace(start.deck, left=tuple(c for c in start.deck.left if c != general.card))
    )
    assert own_chance(gone, general) == 0.0
    assert handed_over(gone, general) == pytest.approx(gain)


def test_the_usual_actions_of_a_unit() -> None:
    """A disordered unit may remove a marker; abandoned guns neither move nor attack."""
    start = battle(unit(0, 36, 10, markers=1), unit(1, 50, 10), unit(2, 36, 40, SOUTH, side=1))
    kinds = [one.kind for one in usual_actions(start, start.units[0])]
    assert kinds == [ActionKind.STAND, ActionKind.MOVE, ActionKind.ATTACK, ActionKind.FORM, ActionKind.REMOVE]
    assert ActionKind.REMOVE not in [one.kind for one in usual_actions(start, start.units[1])]
    left = battle(
        unit(0, 36, 10, profile=GUNS, formation=Formation.ABANDONED), unit(1, 36, 40, SOUTH, side=1)
    )
    assert ActionKind.MOVE not in [one.kind for one in usual_actions(left, left.units[0])]


# ----------------------------------------------------------------------- officers
def test_an_officer_wants_to_be_two_inches_behind_the_midst_of_his_units() -> None:
    start = battle(unit(0, 30, 20), unit(1, 40, 20), unit(2, 35, 40, SOUTH, side=1))
    wish = wished(start, start.officers[0])
    assert wish == pytest.approx(Point(3500.0, float(inches(18 - DEPTH / 2))))


def test_a_chief_without_a_command_keeps_near_those_in_disorder() -> None:
    staff = (officer(0, 1, 1, command=0), officer(1, 71, 47, side=1, command=1), officer(2, 2, 2, chief=True))
    start = battle(
        unit(0, 30, 20), unit(1, 40, 20, markers=1), unit(2, 35, 40, SOUTH, side=1), officers=staff
    )
    assert [one.id for one in followers(start, staff[0])] == [0, 1]
    assert [one.id for one in followers(start, staff[2])] == [1]
    calm = start.with_unit(unit(1, 40, 20))
    assert [one.id for one in followers(calm, staff[2])] == [0, 1]


def test_an_officer_escapes_to_the_friends_farthest_from_the_enemy() -> None:
    start = battle(unit(0, 36, 20), unit(1, 36, 8), unit(2, 36, 30, SOUTH, side=1))
    assert escape(start, PickRefuge(0, (0, 1), officer=0, token=None)) == 1


def test_a_successor_appears_in_the_centre_of_the_command() -> None:
    start = battle(unit(0, 10, 20), unit(1, 40, 20), unit(2, 30, 20), unit(3, 36, 44, SOUTH, side=1))
    assert replacement(start, PlaceSuccessor(0, (0, 1, 2), officer=0)) == 2


def test_a_general_adds_nothing_to_a_unit_that_does_not_fight() -> None:
    start = battle(unit(0, 36, 20), unit(1, 36, 30, SOUTH, side=1))
    assert general_helps(start, 0) == 0.0


def test_an_officer_rides_to_the_very_place_he_wishes_for_if_it_is_within_his_reach() -> None:
    start = battle(
        unit(0, 30, 20, named=True),
        unit(1, 42, 20, named=True),
        unit(2, 36, 44, SOUTH, side=1),
        officers=(officer(0, 36, 12, command=0), officer(1, 71, 47, side=1, command=1)),
    )
    game = Game(SYSTEM, start, PlannedHand([]))
    for given in (OFFICER, Errand.RIDE):
        game.answer(given)
    wish = wished(start, start.officers[0])
    assert wish is not None
    assert DOCTRINE.decide(game.position()) == Point(round(wish.x), round(wish.y))


def test_help_that_no_other_melee_needs_is_given() -> None:
    start = battle(
        unit(0, 36, 20),
        unit(1, 38 + unit(0, 0, 0).shape.width / 200, 20),
        unit(2, 36, 20, SOUTH, side=1),
        step=Step.MELEE,
    )
    assert support(start, GiveSupport(0, tuple(Aid), unit=1, primary=0, enemy=2)) is Aid.GIVE


def test_the_last_card_before_one_re_shuffle_card_comes_in_half_of_the_orders() -> None:
    start = battle(unit(0, 36, 20), unit(1, 36, 44, SOUTH, side=1))
    general = start.officers[0]
    last = replace(start, deck=replace(start.deck, left=tuple(sorted((general.card, RESHUFFLE)))))
    assert own_chance(last, general) == pytest.approx(1 / 2)
    none = replace(start, deck=replace(start.deck, left=(general.card,)))
    assert own_chance(none, general) == 0.0


def test_near_an_enemy_a_unit_also_considers_stopping_short() -> None:
    """At 35 and 70 per cent of a straight move; far from all enemies it goes as far as it can."""
    near, far = (battle(unit(0, 36, 10), unit(1, 36, y, SOUTH, side=1)) for y in (20, 46))

    def straight(start: TricornBattle) -> set[int]:
        found = intents(start, start.units[0], (STAND, Action(ActionKind.MOVE)))
        plans = [one.how for one in found if isinstance(one.how, tuple) and len(one.how) == 1]
        return {leg.distance for (leg,) in plans if isinstance(leg, Advance)}

    most = max(straight(far))
    assert most == 100 * rate(unit(0, 0, 0)).good
    assert {int(most * 0.35), int(most * 0.7), most} <= straight(near)
    assert int(most * 0.7) not in straight(far)

"""What the doctrine of Tricorn reckons with: the value of units, shots, melees, places, goals and cards.

A whole unit is worth 1. Each case states its sum.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.tricorn.aim import fire_of, target_of
from sandtable.systems.tricorn.battle import Shot, Step, TricornBattle
from sandtable.systems.tricorn.consulting import PickConsultant
from sandtable.systems.tricorn.declaring import Declaration, PickNearest
from sandtable.systems.tricorn.doctrine.chances import fight_cost, passes, shot_cost
from sandtable.systems.tricorn.doctrine.duels import Lie, duel, marksman, shot
from sandtable.systems.tricorn.doctrine.fire import equally_near, morale_order, run_into
from sandtable.systems.tricorn.doctrine.fire import worth_of as shot_worth
from sandtable.systems.tricorn.doctrine.goals import Goal
from sandtable.systems.tricorn.doctrine.lie import off_course
from sandtable.systems.tricorn.doctrine.outlook import caution, goal_worth, outlook, place_worth
from sandtable.systems.tricorn.doctrine.worth import standing, toll
from sandtable.systems.tricorn.melee import fight
from sandtable.systems.tricorn.melee_facts import Melee
from sandtable.systems.tricorn.morale import Effect
from sandtable.systems.tricorn.rally import rally_trial
from sandtable.systems.tricorn.rallying import rally_of
from sandtable.systems.tricorn.rates import rate
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.recoiling import PickFriendRunInto
from sandtable.systems.tricorn.shooting import Volley, band_at, volley
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.room import Place
from sandtable.table.space import Point, Pose, inches
from sandtable.table.space import standing as pose_of
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HORSE,
    VETERANS,
    battle,
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
    """0.03 an inch beyond the radius of an average General (command.radius.measure)."""
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

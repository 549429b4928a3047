"""What places, orders, Command Points and posts are worth to the doctrine of Liberty, each with its sum."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.systems.liberty.actions import Buyer, Buying, CommandPoint, offer
from sandtable.systems.liberty.battle import General, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.charge_decisions import AnswerCharge
from sandtable.systems.liberty.charges import Charged, Response
from sandtable.systems.liberty.command_points import Action, CommandPoints
from sandtable.systems.liberty.doctrine.bands import at_range, bands, sort_of
from sandtable.systems.liberty.doctrine.chances import (
    rally_gain,
)
from sandtable.systems.liberty.doctrine.leaders import best_post, post_worth
from sandtable.systems.liberty.doctrine.onsets import onset
from sandtable.systems.liberty.doctrine.orders import best_order
from sandtable.systems.liberty.doctrine.outlook import (
    drawn,
    fighting_shape,
    goals_near,
    outlook,
    place_worth,
    wanted_range,
)
from sandtable.systems.liberty.doctrine.points import is_grave, spend
from sandtable.systems.liberty.doctrine.rallies import rally_worth
from sandtable.systems.liberty.doctrine.responses import cross, meet_charge, weakest
from sandtable.systems.liberty.marching import CrossObstacle
from sandtable.systems.liberty.melee_decisions import PickOpponent
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rallying import rally_facts
from sandtable.systems.liberty.system import SYSTEM
from sandtable.table.space import Point, Pose, inches
from tests.systems.liberty.parade import MILITIA, SIX_POUNDERS, battle, unit
from tests.systems.liberty.test_liberty_judgement import objective


# ----------------------------------------------------------------------- places
def seen_by(first: Regiment, *others: Regiment, generals: tuple[General, ...] = ()) -> LibertyBattle:
    """A battle of these; each side has three more that have not arrived, so that none is on the brink."""
    count = 1 + len(others)
    absent = [replace(unit(count + n, 0, 0, side=n % 2), pose=None) for n in range(6)]
    return battle(first, *others, *absent, generals=generals)


def worth_here(start: LibertyBattle, pose: Pose | None = None, *, shoots: bool = True) -> float:
    """The worth of a place to the first unit; without one, of where it stands."""
    one = start.units[0]
    assert one.pose is not None
    return place_worth(outlook(start, one), pose or one.pose, one.shape, shoots=shoots)


def volley(shooter: Regiment, target: Regiment, away: float) -> float:
    """The worth of a volley in the open."""
    return at_range(bands(sort_of(shooter).shooter, sort_of(target).mark, cover=False), away)


def best_volley(shooter: Regiment, target: Regiment) -> float:
    return max(gain for _, gain in bands(sort_of(shooter).shooter, sort_of(target).mark, cover=False))


LONELY = 0.2 * 2
"""The cost of two friends missing near by."""


def test_a_place_before_an_enemy_is_worth_the_shot_less_the_danger() -> None:
    """Fifteen inches from its front, measured from the middle of the unit; no charge reaches it.

    The pull of the enemy fades over 60 in; a STEADY unit minds 0.22 of the enemy's fire, times 0.9.
    """
    start = seen_by(unit(0, 20, 20), unit(1, 20, 35, 180, side=1))
    ours, theirs = start.units[:2]
    away = 15 + ours.shape.depth / 2 / 100
    pull = 1.5 * best_volley(ours, theirs) * (1 - away / 60)
    danger = 0.9 * 0.22 * volley(theirs, ours, away)
    assert volley(theirs, ours, away) > 0
    here = volley(ours, theirs, away) + pull - danger - LONELY
    assert worth_here(start) == pytest.approx(here)
    unshot = 0.3 * volley(ours, theirs, away) + pull - danger - LONELY
    assert worth_here(start, shoots=False) == pytest.approx(unshot)


def test_within_reach_of_a_charge_a_place_is_worth_less_and_with_a_flank_to_it_much_less() -> None:
    """Infantry runs 12 in and charges 2 more on average; three charges in ten are made."""
    start = seen_by(unit(0, 20, 20), unit(1, 20, 32, 180, side=1))
    ours, theirs = start.units[:2]
    away = 12 + ours.shape.depth / 2 / 100
    pull = 1.5 * best_volley(ours, theirs) * (1 - away / 60)
    blow = 0.3 * onset(sort_of(theirs), sort_of(ours))
    cost = 0.9 * (0.22 * volley(theirs, ours, away) + blow)
    assert worth_here(start) == pytest.approx(volley(ours, theirs, away) + pull - cost - LONELY)
    turned = Pose(inches(20) + ours.shape.depth // 2, inches(20) - ours.shape.depth // 2, 900)
    flanked = 0.9 * (0.22 * volley(theirs, ours, away) + blow + 1.2)
    assert worth_here(start, turned) == pytest.approx(pull - flanked - LONELY)


@pytest.mark.parametrize(
    "foe",
    [
        unit(1, 20, 30, 180, side=1, hits=16),
        unit(1, 20, 30, 180, side=1, disorder=2),
        unit(1, 20, 30, 180, side=1, profile=SIX_POUNDERS, bases=3),
    ],
    ids=["shaken", "disordered twice", "guns"],
)
def test_enemies_that_cannot_charge_are_not_feared(foe: Regiment) -> None:
    (seen,) = outlook(seen_by(unit(0, 20, 20), foe), unit(0, 20, 20)).foes
    assert (seen.charges, seen.onset) == (0.0, 0.0)
    (once,) = outlook(
        seen_by(unit(0, 20, 20), unit(1, 20, 30, 180, side=1, disorder=1)), unit(0, 20, 20)
    ).foes
    assert once.charges == 12 + 2


def test_routers_neither_charge_nor_shoot() -> None:
    (seen,) = outlook(seen_by(unit(0, 20, 20), unit(1, 20, 30, side=1, routing=True)), unit(0, 20, 20)).foes
    assert (seen.charges, seen.onset, seen.danger) == (0.0, 0.0, ())


def test_an_enemy_that_faces_elsewhere_may_turn_and_shoot() -> None:
    """Four times in ten; its front is 20 in away and its rear nearer by its depth."""
    start = seen_by(unit(0, 20, 20), unit(1, 20, 40, side=1))
    ours, theirs = start.units[:2]
    away = 20 + (ours.shape.depth / 2 - theirs.shape.depth) / 100
    pull = 1.5 * best_volley(ours, theirs) * (1 - away / 60)
    danger = 0.9 * 0.22 * 0.4 * volley(theirs, ours, away)
    assert danger > 0
    assert worth_here(start) == pytest.approx(volley(ours, theirs, away) + pull - danger - LONELY)


def test_an_enemy_aside_is_as_far_as_his_nearest_corner() -> None:
    """His line is eight inches wide; we stand 16 in aside and 12 in before him, 12 by 12 from the corner."""
    start = seen_by(unit(0, 20, 20), unit(1, 36, 32, 180, side=1))
    ours, theirs = start.units[:2]
    assert theirs.shape.width == inches(8)
    here = Pose(inches(20), inches(20) + ours.shape.depth // 2)
    away = (12**2 + 12**2) ** 0.5
    pull = 1.5 * best_volley(ours, theirs) * (1 - away / 60)
    danger = 0.9 * 0.22 * volley(theirs, ours, away)
    worth = volley(ours, theirs, away) + pull - danger - LONELY
    assert worth_here(start, here) == pytest.approx(worth)


def test_beyond_forty_inches_an_enemy_only_draws_and_beyond_sixty_not_even_that() -> None:
    start = seen_by(unit(0, 20, 4), unit(1, 20, 45, 180, side=1))
    ours, theirs = start.units[:2]
    away = 41 + ours.shape.depth / 2 / 100
    assert worth_here(start) == pytest.approx(1.5 * best_volley(ours, theirs) * (1 - away / 60) - LONELY)
    far = seen_by(unit(0, 4, 4), unit(1, 70, 4, 180, side=1))
    assert worth_here(far) == pytest.approx(-LONELY)


def test_the_enemy_that_draws_most_counts_and_not_the_last_one_seen() -> None:
    """One 41 in away and one 45: the nearer draws more, in whichever order they are listed."""
    near, far = unit(1, 20, 45, 180, side=1), unit(2, 40, 45, 180, side=1)
    alone = worth_here(seen_by(unit(0, 20, 4), near))
    assert worth_here(seen_by(unit(0, 20, 4), near, far)) == pytest.approx(alone)
    swapped = seen_by(unit(0, 20, 4), replace(far, id=1), replace(near, id=2))
    assert worth_here(swapped) == pytest.approx(alone)


def test_friends_within_thirteen_inches_are_company_and_a_general_out_of_reach_is_missed() -> None:
    """0.2 for each of two friends that is missing, 0.25 out of command; SHAKEN friends do not help."""
    alone, far = unit(0, 20, 20), (unit(1, 10, 20), unit(2, 31, 20))
    company = worth_here(seen_by(alone))
    assert company == pytest.approx(-0.4)
    assert worth_here(seen_by(alone, far[0])) == pytest.approx(-0.2)
    assert worth_here(seen_by(alone, *far)) == pytest.approx(0.0)
    assert worth_here(seen_by(alone, *far, unit(3, 20, 10))) == pytest.approx(0.0)
    assert worth_here(seen_by(alone, far[0], unit(2, 34, 20))) == pytest.approx(-0.2)
    assert worth_here(seen_by(alone, replace(far[0], hits=16))) == pytest.approx(-0.4)
    assert worth_here(seen_by(alone, replace(far[0], routing=True))) == pytest.approx(-0.4)
    reach = alone.profile.command_range + 3
    centre = 20 - alone.shape.depth / 2 / 100
    for off, cost in ((reach - 0.1, 0.0), (reach + 0.1, 0.25)):
        his = General("Ours", 0, "first", Pose(inches(20 + off), round(inches(centre))))
        assert worth_here(seen_by(alone, generals=(his,))) == pytest.approx(-0.4 - cost)


def test_the_pull_of_an_enemy_ends_at_sixty_inches() -> None:
    (foe,) = outlook(seen_by(unit(0, 20, 20), unit(1, 20, 40, 180, side=1)), unit(0, 20, 20)).foes
    assert drawn(foe, 0) == pytest.approx(foe.pull)
    assert drawn(foe, 30) == pytest.approx(foe.pull / 2)
    assert drawn(foe, 61) == 0.0


def test_a_unit_seeks_short_range_and_guns_their_effective_range() -> None:
    foot, guns = unit(0, 0, 0), unit(1, 0, 0, profile=SIX_POUNDERS, bases=2)
    assert wanted_range(foot) == max(foot.profile.short_max - 1, 5)
    assert wanted_range(guns) == guns.profile.effective_max


def test_a_column_is_judged_as_the_line_it_would_form_and_guns_as_they_stand() -> None:
    column = unit(0, 20, 20, formation=Formation.COLUMN)
    guns = unit(1, 0, 0, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_FILE)
    assert fighting_shape(column) == unit(0, 20, 20).shape
    assert fighting_shape(guns) == guns.shape


def test_a_unit_looks_to_the_nearest_enemies_and_to_ground_that_it_does_not_hold() -> None:
    foes = (unit(1, 20, 44, 180, side=1), unit(2, 60, 44, 180, side=1), unit(3, 40, 44, 180, side=1))
    start = seen_by(unit(0, 20, 20), *foes)
    view = outlook(replace(start, objectives=(objective("own"),)), start.units[0])
    first, third, second = (foe.middle for foe in view.foes)
    assert goals_near(view, 1) == (first, Point(inches(9), inches(9)))
    assert goals_near(view)[:3] == (first, second, third)
    there = outlook(
        replace(start, objectives=(objective("own"),)), replace(start.units[0], pose=Pose(500, 500))
    )
    assert len(goals_near(there, 1)) == 1


# ----------------------------------------------------------------------- orders and rallies
def test_a_column_in_range_forms_line_but_not_a_shaken_one() -> None:
    """A line of four bases is worth a point more than a column that two of them shoot from."""
    offered = [Order.HOLD, Order.REFORM]
    for hits, order in ((0, Order.REFORM), (16, Order.HOLD)):
        start = seen_by(
            unit(0, 20, 20, formation=Formation.COLUMN, hits=hits), unit(1, 20, 40, 180, side=1, hits=16)
        )
        assert best_order(start, start.units[0], offered) is order


def test_a_line_gains_nothing_by_forming_line() -> None:
    start = seen_by(unit(0, 20, 20), unit(1, 20, 40, 180, side=1))
    assert best_order(start, start.units[0], [Order.HOLD, Order.REFORM]) is Order.HOLD


def test_a_router_rallies_before_all_others() -> None:
    start = seen_by(unit(0, 20, 20, hits=10, routing=True), unit(1, 60, 44, 180, side=1))
    assert rally_worth(start, start.units[0]) == 10.0


def test_a_unit_with_few_hits_does_not_rally() -> None:
    """One hit of a regiment is an eighth of a point."""
    start = seen_by(unit(0, 20, 20, hits=1), unit(1, 60, 44, 180, side=1))
    assert rally_worth(start, start.units[0]) == 0.0


def test_a_shaken_unit_rests_out_of_fire_and_goes_away_under_it() -> None:
    """A column of shaken militia is worth 0.8 points of fire and no rest; on the march 0.5, and is endured.

    The danger of standing outweighs the rest by 2. What fails leaves the unit DISORDERED, which costs 1.
    """
    forms = (Formation.LINE, Formation.COLUMN, Formation.MARCH_COLUMN)
    line, column, march = (
        seen_by(
            unit(0, 20, 10, hits=17), unit(1, 20, 33, 180, side=1, profile=MILITIA, formation=form, hits=16)
        )
        for form in forms
    )
    weights = [rally_worth(start, start.units[0]) for start in (line, column, march)]
    facts = rally_facts(march, march.units[0])
    gain, fails = rally_gain(
        replace(facts, seat=0, unit=-1, direct_order=Buying.NEVER, reinforce=Buying.NEVER)
    )
    rest = gain - fails
    assert weights == pytest.approx([rest - 2, rest - 2, rest])
    assert rest > 0


# ----------------------------------------------------------------------- points, responses, posts


def with_points(start: LibertyBattle, points: int) -> LibertyBattle:
    """The first side has so many Command Points."""
    return replace(start, camps=(replace(start.camps[0], points=CommandPoints(points)), start.camps[1]))


@pytest.mark.parametrize(
    ("action", "state", "points", "is_grave_here"),
    [
        (Action.HOLD_THE_LINE, {"hits": 16}, 1, True),
        (Action.HOLD_THE_LINE, {"hits": 8}, 1, False),
        (Action.REINFORCE, {"routing": True}, 1, True),
        (Action.REINFORCE, {}, 1, False),
        (Action.A_DIRECT_ORDER, {"routing": True}, 1, True),
        (Action.A_DIRECT_ORDER, {}, 1, False),
        (Action.PRESS_THE_CHARGE, {}, 2, True),
        (Action.PRESS_THE_CHARGE, {}, 1, False),
        (Action.LEAD_THE_FIGHT, {}, 2, True),
        (Action.REFORM_THE_RANKS, {}, 2, True),
        (Action.CONCENTRATE_FIRE, {}, 9, False),
        (Action.DOUBLE_TIME, {}, 9, False),
    ],
)
def test_what_is_worth_a_scarce_point(
    action: Action, state: dict[str, int], points: int, *, is_grave_here: bool
) -> None:
    """A unit that may be lost, and the second point for a charge or a melee."""
    start = with_points(seen_by(replace(unit(0, 20, 20), **state)), points)
    assert is_grave(start, start.units[0], action) is is_grave_here


def test_in_a_melee_a_worn_unit_is_held_too() -> None:
    start = replace(with_points(seen_by(unit(0, 20, 20, hits=8)), 1), step=Step.MELEES)
    assert is_grave(start, start.units[0], Action.HOLD_THE_LINE)
    assert not is_grave(start, unit(0, 20, 20), Action.HOLD_THE_LINE)


def test_points_are_plentiful_if_there_is_one_for_each_turn_left() -> None:
    """Concentrate Fire! is bought with ten points for ten turns and not with nine."""
    start = seen_by(unit(0, 20, 20))
    for points, choice in ((10, CommandPoint.SPEND), (9, CommandPoint.KEEP)):
        question = offer(Action.CONCENTRATE_FIRE, Buyer(0, 0, Buying.ASKED), aims=(1,))
        assert spend(with_points(start, points), question) is choice


def test_double_time_is_bought_only_where_it_is_needed() -> None:
    """The question says whether the move falls short without it; no point is spent on a General."""
    start = with_points(seen_by(unit(0, 20, 20)), 10)
    for needed, choice in ((True, CommandPoint.SPEND), (False, CommandPoint.KEEP)):
        question = offer(Action.DOUBLE_TIME, Buyer(0, 0, Buying.ASKED), aims=(1,), needed=needed)
        assert spend(start, question) is choice
    ride = offer(Action.DOUBLE_TIME, Buyer(0, -1, Buying.ASKED), aims=(1,))
    assert spend(start, ride) is CommandPoint.KEEP


@pytest.mark.parametrize(
    ("hits", "given"), [(0, Response.COUNTER), (8, Response.FIRE), (16, Response.RETIRE)]
)
def test_the_response_to_a_charge_follows_the_state(hits: int, given: Response) -> None:
    start = seen_by(unit(0, 20, 20, hits=hits))
    options = (Response.HOLD, Response.FIRE, Response.RETIRE, Response.COUNTER)
    question = AnswerCharge(0, options, unit=0, onsets=(), facts=Charged())
    assert meet_charge(start, question) is given
    assert meet_charge(start, replace(question, options=(Response.HOLD,))) is Response.HOLD
    steady = replace(question, options=(Response.HOLD, Response.RETIRE))
    assert meet_charge(start, steady) is Response.RETIRE


def test_an_obstacle_is_crossed_far_from_the_enemy_and_held_near_him() -> None:
    """Six inches beyond the range that the unit seeks, from middle to middle."""
    limit = wanted_range(unit(0, 20, 10)) + 6
    for off, crosses in ((limit - 0.2, False), (limit + 0.2, True)):
        start = seen_by(
            unit(0, 20, 10), unit(1, 20, 10 + off - unit(0, 20, 10).shape.depth / 100, 180, side=1)
        )
        question = CrossObstacle(0, ("the fence", None), unit=0)
        assert cross(start, question) == ("the fence" if crosses else None)


def test_a_base_fights_the_enemy_that_has_lost_most() -> None:
    start = battle(unit(0, 10, 10, side=1, hits=9), unit(1, 20, 10, side=1, hits=4, routing=True))
    question = PickOpponent(0, (0, 1), unit=2, base=0)
    assert weakest(start, question) == 1
    assert weakest(start.with_unit(unit(1, 20, 10, side=1, hits=4)), question) == 0


def test_a_general_s_post_counts_the_units_in_his_reach() -> None:
    """STEADY 1, WORN 1.4, SHAKEN 1.6, routing 1 more; 2 less within 6 in of an enemy."""
    his = General("Ours", 0, "first", Pose(inches(20), inches(16)))
    brigade = (
        unit(0, 20, 20),
        unit(1, 30, 20, hits=8),
        unit(2, 10, 20, hits=16),
        unit(3, 20, 10, routing=True),
    )
    start = battle(*brigade, generals=(his,))
    place = Point(inches(20), inches(16))
    assert post_worth(start, 0, place) == pytest.approx(1.0 + 1.4 + 1.6 + 2.0)
    for y, danger in ((25.9, 2.0), (26.1, 0.0)):
        foes = battle(*brigade, unit(4, 20, y, 180, side=1), generals=(his,))
        there = Point(inches(20), inches(20))
        assert post_worth(foes, 0, there) == pytest.approx(6.0 - danger)


def test_a_general_commands_from_half_an_inch_inside_his_range() -> None:
    one = unit(0, 20, 20)
    start = battle(one, generals=(General("Ours", 0, "first", Pose(inches(20), inches(16))),))
    reach = one.profile.command_range
    for off, held in ((reach - 0.6, 1.0), (reach - 0.4, 0.0)):
        assert post_worth(start, 0, Point(inches(20), inches(20 + off))) == held


def test_a_general_stands_two_and_a_half_inches_behind_a_unit() -> None:
    one = unit(0, 20, 20)
    post = best_post(battle(one, generals=(General("Ours", 0, "first", Pose(2000, 200)),)), 0)
    assert post is not None
    assert post.place == Point(inches(20), inches(20) - one.shape.depth - inches(2.5))


# ----------------------------------------------------------------------- a position by its score
def test_a_position_counts_victory_points_and_a_tenth_of_a_point_for_an_enemy_hit() -> None:
    """A WORN enemy is a point (victory.vp.worn); hits of our own are the enemy's."""
    start = battle(unit(0, 20, 20, hits=4), unit(1, 20, 40, 180, side=1, hits=9))
    assert SYSTEM.score(start, 0) == pytest.approx(1 + 0.9)
    assert SYSTEM.score(start, 1) == pytest.approx(0.4)

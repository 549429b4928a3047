"""What the doctrine of Liberty reckons with: the worth of states, volleys, charges, places and posts.

All worth is in victory points: a WORN unit counts 1, a SHAKEN unit 3 (victory.vp.worn, victory.vp.shaken).
Each case states its sum.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.systems.liberty.approach import Way
from sandtable.systems.liberty.battle import Regiment
from sandtable.systems.liberty.charge_home import ChargeFacts, Charger, End
from sandtable.systems.liberty.charges import Charged, Response
from sandtable.systems.liberty.doctrine.bands import at_range, bands, sort_of
from sandtable.systems.liberty.doctrine.chances import (
    charge_ends,
    charge_gain,
    expected_toll,
    losses,
    melee_balance,
    rally_gain,
    volley_gain,
)
from sandtable.systems.liberty.doctrine.onsets import blows, onset
from sandtable.systems.liberty.doctrine.posture import care, is_safe, lead, waits, zeal
from sandtable.systems.liberty.doctrine.tasks import Task, stake, tasks_of, worth_for_tasks
from sandtable.systems.liberty.doctrine.worth import fate, standing_toll, toll, turns_left
from sandtable.systems.liberty.melee_facts import Duel
from sandtable.systems.liberty.morale import Nerve, Result
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rally import RallyFacts
from sandtable.systems.liberty.roster import Objective
from sandtable.systems.liberty.shooting import Fire
from sandtable.systems.liberty.states import State, Wear
from sandtable.table.space import Point, Pose, inches
from tests.systems.liberty.parade import MILITIA, SIX_POUNDERS, battle, unit

DRAGOONS = "continental.continental-light-dragoons"
FOUR_BASES = Wear(8, 16, 24)
"""WORN at 8 hits, SHAKEN at 16, BROKEN at 24."""


# ----------------------------------------------------------------------- states
@pytest.mark.parametrize(
    ("hits", "loss"),
    [(0, 0.0), (4, 0.5), (8, 1.0), (12, 2.0), (16, 3.0), (20, 5.25), (23, 3.0 + 4.5 * 7 / 8), (24, 7.5)],
)
def test_between_two_states_hits_count_in_proportion(hits: int, loss: float) -> None:
    """From SHAKEN (3 points) to BROKEN it is 4.5 points over eight hits."""
    assert toll(FOUR_BASES, hits) == pytest.approx(loss)


def test_a_bad_test_costs_more_than_the_hits() -> None:
    """Four hits cost half a point; a rout costs 2.2 more, and a broken unit is lost whatever its hits."""
    costs = {result: fate(FOUR_BASES, 4, result) for result in Result}
    assert costs[Result.NONE] == pytest.approx(0.5)
    assert costs[Result.DISORDERED] == pytest.approx(0.5 + 0.7)
    assert costs[Result.RETIRE] == pytest.approx(0.5 + 0.6)
    assert costs[Result.ROUTE] == pytest.approx(0.5 + 2.2)
    assert costs[Result.BROKEN] == pytest.approx(7.5)


def test_a_routing_unit_has_lost_more_than_its_hits() -> None:
    assert standing_toll(unit(0, 20, 20, hits=8)) == pytest.approx(1.0)
    assert standing_toll(unit(0, 20, 20, hits=8, routing=True)) == pytest.approx(1.0 + 2.2)
    assert standing_toll(unit(0, 20, 20, hits=8, broken=True)) == pytest.approx(7.5)


def test_the_present_turn_is_one_of_those_left() -> None:
    assert turns_left(replace(battle(), turn=1, turn_limit=10)) == 10
    assert turns_left(replace(battle(), turn=10, turn_limit=10)) == 1


# ----------------------------------------------------------------------- volleys, rallies, melees
def test_a_volley_is_worth_the_hits_and_the_test_that_they_cause() -> None:
    """Whom nothing hits does not test; whom must test anyway, tests with or without the hits."""
    fire, nerve = Fire(range=11), Nerve()
    for due in (False, True):
        before = expected_toll(FOUR_BASES, 6, nerve, tests=due)
        after = sum(
            chance * expected_toll(FOUR_BASES, 6 + lost, nerve, tests=due or lost > 0)
            for lost, _, chance in losses(fire)
        )
        assert volley_gain(fire, FOUR_BASES, 6, nerve, due=due) == pytest.approx(after - before)
        assert after > before > 0


def test_a_test_that_must_be_taken_costs_on_average() -> None:
    """A unit that breaks by its hits takes none."""
    untested, tested = (expected_toll(FOUR_BASES, 12, Nerve(), tests=tests) for tests in (False, True))
    assert untested == pytest.approx(2.0)
    assert tested > untested
    assert expected_toll(FOUR_BASES, 24, Nerve(), tests=True) == pytest.approx(7.5)


def test_a_rally_is_worth_the_hits_that_it_takes_off() -> None:
    """A STEADY unit in command recovers on average; a rally that recovers nothing gains nothing."""
    gain, fails = rally_gain(RallyFacts(hits=10))
    assert 0 < gain < toll(FOUR_BASES, 10)
    assert 0 < fails < 1


def test_a_melee_costs_a_side_the_more_the_nearer_it_is_to_breaking() -> None:
    ours, theirs = melee_balance(Duel())
    worn = Duel(defender=replace(Duel().defender, hits=14))
    assert melee_balance(worn)[1] > theirs > 0
    assert ours > 0


# ----------------------------------------------------------------------- charges
def ends(facts: ChargeFacts) -> dict[End, float]:
    """The chances of the ends of a charge."""
    found: dict[End, float] = {}
    for outcome, chance in charge_ends(facts):
        found[outcome.end] = found.get(outcome.end, 0.0) + chance
    return found


def test_a_charge_at_a_cavalry_that_rides_off_gains_nothing_and_may_cost() -> None:
    """It retires 14 in, so that no charge of infantry gets home.

    A unit DISORDERED by its test loses 0.7, one that falters or falls short 0.2, all times the caution.
    """
    mounted = Charged(arm=sort_of(unit(0, 0, 0, profile=DRAGOONS, bases=2)).shooter.arm)
    facts = ChargeFacts(way=Way(distance=12), target=mounted, response=Response.RETIRE)
    chances = ends(facts)
    assert set(chances) == {End.DISORDERED, End.FALTERS, End.SHORT}
    lost = 0.7 * chances[End.DISORDERED] + 0.2 * (chances[End.FALTERS] + chances[End.SHORT])
    assert charge_gain(facts, Duel(), 1.0) == pytest.approx(-lost)
    assert charge_gain(facts, Duel(), 3.0) == pytest.approx(-3 * lost)


def test_a_charge_that_runs_down_shaken_routers_gains_what_is_left_of_them() -> None:
    """They broke at 7.5 points and had lost 3 (charge.routing-target)."""
    routers = Charged(state=State.SHAKEN, routing=True)
    facts = ChargeFacts(way=Way(distance=6), target=routers)
    chances = ends(facts)
    assert set(chances) == {End.DISORDERED, End.FALTERS, End.RUNS_DOWN}
    duel = Duel(defender=replace(Duel().defender, hits=16))
    gained = chances[End.RUNS_DOWN] * (7.5 - 3.0)
    lost = 0.7 * chances[End.DISORDERED] + 0.2 * chances[End.FALTERS]
    assert charge_gain(facts, duel, 1.0) == pytest.approx(gained - lost)


def test_a_charge_through_fire_fights_with_the_losses_of_the_fire() -> None:
    """The melee is reckoned with the average of those that got home, rounded; the stopped have their own."""
    facts = ChargeFacts(charger=Charger(hits=4), way=Way(distance=12), response=Response.FIRE)
    home = through = expected = 0.0
    for outcome, chance in charge_ends(facts):
        if outcome.end is End.CONTACT:
            home, through = home + chance, through + chance * outcome.lost
        elif outcome.end is End.STOPPED:
            expected -= 2 * chance * (fate(FOUR_BASES, 4 + outcome.lost, outcome.result) - 0.5)
        elif outcome.end is End.DISORDERED:
            expected -= 2 * chance * 0.7
        else:
            expected -= 2 * chance * 0.2
    lost = round(through / home)
    assert lost == 3
    ours, theirs = melee_balance(Duel(attacker=replace(Duel().attacker, hits=4 + lost)))
    expected += home * (theirs - 2 * (ours + toll(FOUR_BASES, 4 + lost) - 0.5))
    assert charge_gain(facts, Duel(), 2.0) == pytest.approx(expected)


def test_a_worn_charger_is_not_reckoned_as_broken_before_it_fights() -> None:
    """Fifteen hits and nine by canister would break it; it is reckoned with one fewer than that."""
    fire = Fire(range=2, bases=12)
    facts = ChargeFacts(charger=Charger(hits=15), way=Way(distance=12), response=Response.FIRE, fire=fire)
    assert charge_gain(facts, Duel(attacker=replace(Duel().attacker, hits=15)), 1.0) < 0


# ----------------------------------------------------------------------- fire by range, blows
def test_a_volley_counts_up_to_the_last_inch_of_its_band() -> None:
    """Muskets have three bands, guns canister before them; nothing lies beyond the last."""
    foot, guns = sort_of(unit(0, 0, 0)), sort_of(unit(1, 0, 0, profile=SIX_POUNDERS, bases=2))
    muskets, cannon = bands(foot.shooter, foot.mark, cover=False), bands(guns.shooter, foot.mark, cover=False)
    profile = unit(0, 0, 0).profile
    assert [limit for limit, _ in muskets] == [
        profile.short_max + 1,
        profile.effective_max + 1,
        profile.long_max + 1,
    ]
    assert len(cannon) == 4
    short, effective, far = (gain for _, gain in muskets)
    assert short >= effective > far > 0
    assert at_range(muskets, profile.long_max + 0.9) == far
    assert at_range(muskets, profile.long_max + 1) == 0.0
    assert at_range((), 1) == 0.0


def test_limbered_guns_do_not_shoot() -> None:
    limbered = unit(0, 0, 0, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE)
    assert bands(sort_of(limbered).shooter, sort_of(unit(1, 0, 0)).mark, cover=False) == ()


def test_fire_at_a_target_in_cover_is_worth_less() -> None:
    foot = sort_of(unit(0, 0, 0))
    open_, covered = (bands(foot.shooter, foot.mark, cover=cover)[0][1] for cover in (False, True))
    assert covered < open_


def test_hits_are_taken_two_by_two_so_that_like_units_share_their_odds() -> None:
    assert sort_of(unit(0, 0, 0, hits=5)) == sort_of(unit(0, 0, 0, hits=4))
    assert sort_of(unit(0, 0, 0, hits=6)) != sort_of(unit(0, 0, 0, hits=5))


def test_a_charge_costs_its_blows_and_more_where_they_beat_ours() -> None:
    """0.12 for each blow, 0.35 for each beyond those that we strike."""
    line, militia = sort_of(unit(0, 0, 0)), sort_of(unit(1, 0, 0, profile=MILITIA))
    theirs = blows(line.shooter, line.mark.wear, militia.shooter, charging=True)
    ours = blows(militia.shooter, militia.mark.wear, line.shooter, charging=False)
    assert theirs > ours
    assert onset(line, militia) == pytest.approx(0.12 * theirs + 0.35 * (theirs - ours))
    weak = sort_of(unit(1, 0, 0, profile=MILITIA, hits=16))
    few = blows(weak.shooter, weak.mark.wear, line.shooter, charging=True)
    many = blows(line.shooter, line.mark.wear, weak.shooter, charging=False)
    assert few < many
    assert onset(weak, line) == pytest.approx(0.12 * few)


def test_only_the_bases_that_both_have_in_front_strike() -> None:
    """A column of two abreast meets two of a line's four bases, but supports itself."""
    line, column = (sort_of(unit(0, 0, 0, formation=form)) for form in (Formation.LINE, Formation.COLUMN))
    assert (line.shooter.front, column.shooter.front) == (4, 2)
    full, half = (blows(line.shooter, line.mark.wear, foe.shooter, charging=False) for foe in (line, column))
    assert half < full


# ----------------------------------------------------------------------- posture
def test_losses_put_a_side_behind() -> None:
    """WORN 1, SHAKEN 3, BROKEN 5 (victory.vp.worn, victory.vp.shaken, victory.vp.broken)."""
    units = (
        unit(0, 10, 4, hits=8),
        unit(1, 20, 4, hits=16),
        unit(2, 30, 4, broken=True),
        unit(3, 10, 44, 180, side=1, hits=8),
    )
    assert lead(battle(*units), 0) == -(1 + 3 + 5) + 1
    assert lead(battle(*units), 1) == 8


def test_a_lead_of_thirteen_is_safe_in_the_last_two_turns() -> None:
    """Two broken and a shaken enemy are thirteen points."""
    beaten = (unit(1, 0, 0, side=1, broken=True), unit(2, 0, 0, side=1, broken=True))
    ahead = battle(unit(0, 10, 4), *beaten, unit(3, 30, 44, 180, side=1, hits=16))
    assert lead(ahead, 0) == 13
    assert is_safe(replace(ahead, turn=9, turn_limit=10), 0)
    assert not is_safe(replace(ahead, turn=8, turn_limit=10), 0)
    less = ahead.with_unit(replace(ahead.units[3], hits=15))
    assert not is_safe(replace(less, turn=9, turn_limit=10), 0)


def test_an_army_on_the_brink_takes_care_and_before_a_tottering_one_it_presses() -> None:
    """With four units an army breaks at two losses (victory.break-point)."""
    own, theirs = ([unit(n + 4 * side, 10 * n, 4, side=side) for n in range(4)] for side in (0, 1))

    def lost(ours: int, others: int) -> float:
        gone = [replace(one, broken=n < ours) for n, one in enumerate(own)]
        beaten = [replace(one, broken=n < others) for n, one in enumerate(theirs)]
        return care(battle(*gone, *beaten), 0)

    assert [lost(0, 0), lost(1, 0), lost(0, 1), lost(1, 1)] == [1.0, 1.8, 0.8, 1.8]


def objective(side: str, kind: str = "hold", **more: object) -> Objective:
    """Ten inches of ground at the left edge that a side is to take."""
    fields: dict[str, object] = {"area": ((0, 0), (10, 0), (10, 10), (0, 10)), "vp": 6, **more}
    return Objective(id="ground", side=side, kind=kind, **fields)  # type: ignore[arg-type]


def test_a_side_that_is_attacked_waits_three_turns_and_longer_if_it_wins() -> None:
    two = battle(unit(0, 10, 4), unit(1, 10, 44, 180, side=1))
    attacked = replace(two, objectives=(objective("other"),), turn=3)
    assert waits(attacked, 0)
    assert not waits(attacked, 1)
    assert not waits(replace(attacked, turn=4), 0)
    assert not waits(replace(two, turn=3), 0)
    lost = unit(1, 10, 44, 180, side=1, broken=True)
    beaten = battle(unit(0, 10, 4), lost, replace(lost, id=2))
    winning = replace(beaten, objectives=(objective("other"),), turn=4)
    assert waits(winning, 0)
    assert waits(winning.with_unit(unit(2, 10, 44, 180, side=1, hits=16)), 0)
    assert not waits(winning.with_unit(unit(2, 10, 44, 180, side=1, hits=8)), 0)
    assert not waits(replace(attacked, objectives=(objective("other"), objective("own"))), 0)


def test_who_has_to_take_ground_presses_hardest() -> None:
    two = battle(unit(0, 10, 4), unit(1, 10, 44, 180, side=1))
    assert zeal(two, two.units[0]) == 1.5
    assert zeal(replace(two, objectives=(objective("own"),)), two.units[0]) == 1.6
    assert zeal(replace(two, objectives=(objective("other"),)), two.units[0]) == 0.4
    assert zeal(two, unit(0, 10, 4, hits=16)) == 0.0
    assert zeal(two, unit(0, 10, 4, profile=SIX_POUNDERS, bases=2)) == 0.4


# ----------------------------------------------------------------------- tasks
def test_ground_to_hold_counts_a_third_of_its_points_for_one_unit() -> None:
    start = replace(battle(unit(0, 5, 5)), turn=10, turn_limit=10)
    for kind, share in (("hold", 2.0), ("majority", 2.0), ("each", 6.0)):
        goal = objective("own", kind, whose="own") if kind == "each" else objective("own", kind)
        (task,) = tasks_of(replace(start, objectives=(goal,)), start.units[0])
        assert task == Task(Point(0, 0), Point(inches(10), inches(10)), share)


def test_ground_counts_in_full_once_there_is_just_time_to_go_there() -> None:
    """From 31 in away it goes 8 in a turn: four turns, and three to spare."""
    far = replace(battle(unit(0, 40, 5)), objectives=(objective("own"),), turn_limit=10)
    (early,), (late,) = (tasks_of(replace(far, turn=turn), far.units[0]) for turn in (3, 4))
    assert (early.worth, late.worth) == pytest.approx((0.2 * 2.0, 2.0))


@pytest.mark.parametrize(
    ("who", "goal"),
    [
        (unit(0, 5, 5, hits=16), objective("own")),
        (unit(0, 5, 5), objective("other")),
        (unit(0, 5, 5, profile=SIX_POUNDERS, bases=2), objective("own")),
        (unit(0, 5, 5), objective("own", "each", whose="enemy")),
        (unit(0, 5, 5), objective("own", "each", whose="own", types=("cavalry",))),
    ],
    ids=["shaken", "the enemy's", "guns", "counts enemies", "counts cavalry"],
)
def test_not_every_unit_can_serve_an_objective(who: Regiment, goal: Objective) -> None:
    assert tasks_of(replace(battle(who), objectives=(goal,)), who) == ()


def test_near_its_ground_a_place_is_worth_most_of_it_and_facing_it_a_little_more() -> None:
    """0.8 of the worth, less 4 per cent for each inch; 0.2 of it for facing it within 45 degrees."""
    task = Task(Point(0, 0), Point(inches(10), inches(10)), 5.0)
    inside, off = Point(inches(5), inches(5)), Point(inches(5), inches(12))
    assert worth_for_tasks((task,), inside, Pose(0, 0, 0)) == 5.0
    away = 0.8 * 5.0 * 0.96**3
    for heading, faces in ((0, 0.0), (1800, 1.0), (1400, 1.0), (1300, 0.0), (2200, 1.0), (2300, 0.0)):
        assert worth_for_tasks((task,), off, Pose(0, 0, heading)) == pytest.approx(away + faces)
    beside = Point(inches(12), inches(5))
    for heading, faces in ((2700, 1.0), (900, 0.0), (2300, 1.0), (2200, 0.0)):
        assert worth_for_tasks((task,), beside, Pose(0, 0, heading)) == pytest.approx(away + faces)


def test_a_unit_that_a_scenario_counts_by_itself_is_worth_more_to_hurt() -> None:
    """0.3 for each point: our scoring units to the enemy, and his to us."""
    two = battle(unit(0, 5, 5), unit(1, 30, 40, 180, side=1))
    own = replace(two, objectives=(objective("own", "each", whose="own"),))
    hunt = replace(two, objectives=(objective("own", "each", whose="enemy"),))
    cavalry = replace(two, objectives=(objective("own", "each", whose="own", types=("cavalry",)),))
    for start, ours, theirs in ((two, 1.0, 1.0), (own, 2.8, 1.0), (hunt, 1.0, 2.8), (cavalry, 1.0, 1.0)):
        assert [stake(start, one) for one in start.units] == pytest.approx([ours, theirs])

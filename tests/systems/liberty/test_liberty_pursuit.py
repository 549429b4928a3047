"""Pursuit and breakthrough: the die, the race with the router, the free round, the charge onward."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import Choose, do
from sandtable.game.drivers.odds import best, odds
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.liberty.melee import dice
from sandtable.systems.liberty.melee_facts import Contact, Edge, Fighter, Leading
from sandtable.systems.liberty.melee_results import Ending, Fate
from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.policies import decide_cautiously
from sandtable.systems.liberty.pursuit import (
    HOLD,
    BreakthroughFacts,
    Catch,
    Ground,
    Pursuit,
    PursuitFacts,
    Way,
    breakthrough,
    breakthrough_need,
    breakthrough_summary,
    breakthrough_tallies,
    caught,
    chase,
    distance,
    free_melee,
    free_round,
    pursue,
    pursues,
    pursuit_measure,
    pursuit_need,
    pursuit_summary,
    pursuit_tallies,
    rate,
)
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State, Wear
from sandtable.systems.liberty.testing import Quality

Case = Callable[[str], dict[str, Any]]

BEATEN = PursuitFacts()
"""STEADY infantry behind WORN infantry."""


def caught_by(facts: PursuitFacts) -> Fraction:
    return Fraction(odds(do(chase, facts), exact=True).chance(Catch.CATCHES))


# ------------------------------------------------------------------- the chase
def test_infantry_pursues_infantry_that_routs(case: Case) -> None:
    """lib-062"""
    assert float(caught_by(BEATEN)) == pytest.approx(case("lib-062")["p"], abs=1e-6)


def test_one_to_three_hold_and_four_to_six_pursue() -> None:
    """pursuit.roll, pursuit.compulsory: nobody is asked whether he wants to."""
    asked = ProcedureRun[bool](do(pursues, BEATEN), lambda throw: 0, lambda battle, event: battle)
    assert asked.pending is None
    assert odds(do(pursues, BEATEN), exact=True).chance(bool) == Fraction(1, 2)
    assert (pursuit_need(BEATEN).total, pursuit_need(BEATEN).rules) == (4, ("pursuit.roll",))


def test_the_impetuous_pursue_without_a_roll() -> None:
    """special.impetuous"""
    eager = replace(BEATEN, impetuous=True)
    assert caught_by(eager) == Fraction(2, 3)
    assert pursuit_need(eager).rules == ("special.impetuous",)


@pytest.mark.parametrize(
    ("pursuer", "may"),
    [
        (Fighter(arm=Arm.MOUNTED), True),
        (Fighter(arm=Arm.DISMOUNTED), True),
        (Fighter(hits=8), True),
        (Fighter(hits=16), False),
        (Fighter(disordered=True), False),
        (Fighter(arm=Arm.SKIRMISHERS), False),
        (Fighter(arm=Arm.UNLIMBERED), False),
        (Fighter(arm=Arm.LIMBERED), False),
    ],
)
def test_only_infantry_and_cavalry_in_order_pursue(pursuer: Fighter, *, may: bool) -> None:
    """melee.after.which-units, melee.winner.shaken.free"""
    eager = replace(BEATEN, pursuer=pursuer, impetuous=True)
    assert odds(do(pursues, eager), exact=True).chance(bool) == int(may)


@pytest.mark.parametrize(
    ("arm", "open_ground", "difficult"),
    [
        (Arm.INFANTRY, (13, 15), (9, 11)),
        (Arm.MOUNTED, (22, 27), (15, 20)),
        (Arm.DISMOUNTED, (13, 15), (9, 11)),
        (Arm.SKIRMISHERS, (16, 18), (11, 13)),
        (Arm.UNLIMBERED, (5, 7), (5, 7)),
        (Arm.LIMBERED, (19, 24), (13, 18)),
    ],
)
def test_how_far_routers_and_pursuers_come(
    arm: Arm, open_ground: tuple[int, int], difficult: tuple[int, int]
) -> None:
    """pursuit.move, movement.rates"""
    assert (rate(arm, Ground.OPEN).low, rate(arm, Ground.OPEN).high) == open_ground
    assert (rate(arm, Ground.DIFFICULT).low, rate(arm, Ground.DIFFICULT).high) == difficult


def test_each_obstacle_costs_the_pursuer_a_die_and_one() -> None:
    """pursuit.move, movement.obstacle: 12 + D3 less D3 + 1, and so on, all dice counted."""
    threes = (1, 2, 3)
    counted = [12 + run - (first + 1) - (second + 1) for run, first, second in product(threes, repeat=3)]
    chances = odds(do(distance, Arm.INFANTRY, Ground.OPEN, 2), exact=True)
    assert dict(chances) == {inches: Fraction(counted.count(inches), 27) for inches in sorted(set(counted))}
    slow = odds(do(distance, Arm.UNLIMBERED, Ground.OPEN, 3), exact=True)
    assert min(slow) == 0


def test_cavalry_catches_infantry_and_difficult_ground_saves_it() -> None:
    """pursuit.move: 21 and a die against at most 15; ADVANCE and a die, 9 to 11, against at least 13."""
    horse = replace(BEATEN, pursuer=Fighter(arm=Arm.MOUNTED), impetuous=True)
    assert caught_by(horse) == 1
    rough = replace(BEATEN, impetuous=True, way=Way(ground=Ground.DIFFICULT))
    assert caught_by(rough) == 0


def test_the_other_reading_makes_obstacles_cheap() -> None:
    """movement.obstacle.sign: 13, 14 or 15 in less 0, 1 or 2 reach 13 in six of nine ways, else in one."""
    fenced = replace(BEATEN, impetuous=True, way=Way(router_moved=13, obstacles=1))
    assert caught_by(fenced) == Fraction(1, 9)
    low = replace(fenced, way=replace(fenced.way, low_obstacles=True))
    assert caught_by(low) == Fraction(6, 9)


def test_a_router_that_was_stopped_is_caught_by_whoever_comes_as_far() -> None:
    """pursuit.move: the same distance is enough, a hundredth of an inch less is not."""
    stopped = replace(BEATEN, impetuous=True, way=Way(router_moved=13.0))
    assert caught_by(stopped) == 1
    assert caught_by(replace(stopped, way=Way(router_moved=13.01))) == Fraction(2, 3)
    fenced = replace(BEATEN, impetuous=True, way=Way(router_obstacles=1))
    assert caught_by(fenced) > Fraction(2, 3)


def test_guns_that_rout_to_an_obstacle_need_their_distance_given() -> None:
    guns = Fighter(arm=Arm.LIMBERED)
    with pytest.raises(ValueError, match="guns cross no obstacle; say in router_moved"):
        PursuitFacts(router=guns, way=Way(router_obstacles=1))
    assert caught_by(PursuitFacts(router=guns, way=Way(router_obstacles=1, router_moved=2))) == Fraction(1, 2)


# -------------------------------------------------------------- a router caught
def test_a_shaken_router_is_broken_where_it_is_caught(case: Case) -> None:
    """lib-064: pursuit.shaken, and its General rolls as with any unit that breaks (leaders.unit-lost)."""
    shaken = replace(BEATEN, router=Fighter(hits=16))
    (only,) = odds(do(caught, shaken), exact=True)
    assert only == Pursuit(Catch.CATCHES, router=Ending(Fate.BROKEN))
    assert only.router.fate.name == case("lib-064")["shaken"]
    led = replace(shaken, router=Fighter(hits=16, general=Leading.ATTACHED))
    assert odds(do(caught, led), exact=True).chance(lambda end: end.router.general_killed) == Fraction(1, 6)


def test_any_other_router_fights_one_free_round_and_routs_on() -> None:
    """lib-064: pursuit.contact, pursuit.free-round"""
    ends = odds(do(caught, BEATEN), exact=True)
    assert ends.map(lambda end: (end.pursuer.fate, end.router.fate)).chance(
        (Fate.HOLDS, Fate.ROUTES)
    ) == 1 - ends.chance(lambda end: end.lost[1] >= 16)
    assert ends.map(lambda end: end.lost[1]).mean() == 16 * Fraction(5, 12)


def test_the_pursuer_strikes_the_rear_and_does_not_charge() -> None:
    """pursuit.free-round: three dice and one for the rear; the WORN router half a die less than three."""
    melee = free_melee(replace(BEATEN, pursuer=Fighter(charging=True), router=Fighter(hits=8, charging=True)))
    pursuer, router = (dice(side.units[0], (Arm.INFANTRY,)) for side in melee.sides)
    assert (pursuer.total, pursuer.rules[1]) == (16, "melee.dice.rear")
    assert (router.total, router.rules[1]) == (10, "melee.dice.worn")
    assert melee.sides[1].units[0].opponents[0].contact.edge is Edge.FRONT


def test_the_free_round_has_no_score_and_no_test() -> None:
    """pursuit.free-round: a pursuer worn down holds all the same, and only hits break anybody."""
    tired = replace(BEATEN, pursuer=Fighter(hits=14, nerve=Nerve(quality=Quality.MILITIA)))
    for end in odds(do(free_round, tired), exact=True):
        assert end.pursuer.fate is (Fate.BROKEN if 14 + end.lost[0] >= 24 else Fate.HOLDS)
        assert end.router.fate is (Fate.BROKEN if 8 + end.lost[1] >= 24 else Fate.ROUTES)


def test_generals_are_at_risk_in_the_free_round() -> None:
    """pursuit.free-round, leaders.melee.risk"""
    led = replace(BEATEN, pursuer=Fighter(general=Leading.ATTACHED))
    chances = odds(do(free_round, led), exact=True)
    assert chances.chance(lambda end: end.pursuer.general_killed) == Fraction(1, 6)
    assert chances.chance(lambda end: end.router.general_killed) == 0


def test_a_whole_pursuit_adds_up() -> None:
    """pursuit.contact: held, fell short, or caught and fought."""
    chances = odds(do(pursue, BEATEN), exact=True)
    assert sum(chances.values()) == 1
    assert chances[Pursuit(Catch.HOLDS)] == Fraction(1, 2)
    assert chances[Pursuit(Catch.FALLS_SHORT)] == Fraction(1, 6)
    small = Fighter(arm=Arm.SKIRMISHERS, bases=3, wear=Wear(3, 6, 9), hits=5)
    facts = PursuitFacts(
        pursuer=Fighter(arm=Arm.MOUNTED), router=small, router_contact=Contact(bases=3), impetuous=True
    )
    assert dice(free_melee(facts).sides[0].units[0], (Arm.SKIRMISHERS,)).total == 16
    unsaved = Fraction(5, 12)
    three_or_fewer = sum(comb(16, lost) * unsaved**lost * (1 - unsaved) ** (16 - lost) for lost in range(4))
    broken = odds(do(pursue, facts), exact=True).chance(lambda end: end.router.fate is Fate.BROKEN)
    assert broken == 1 - three_or_fewer


# ---------------------------------------------------------------- breakthrough
def breaks_through(facts: BreakthroughFacts) -> Fraction:
    return Fraction(
        odds(do(breakthrough, facts), decide_cautiously, exact=True).chance(lambda at: at != HOLD)
    )


def test_one_to_three_hold_and_four_to_six_break_through() -> None:
    """breakthrough.roll"""
    assert breaks_through(BreakthroughFacts()) == Fraction(1, 2)
    assert breakthrough_need(BreakthroughFacts()).rules == ("breakthrough.roll",)


def test_a_breakthrough_may_charge_any_enemy_it_can_reach_or_hold() -> None:
    """breakthrough.charge: the decision is breakthrough-target."""
    facts = BreakthroughFacts(targets=(7, 3), seat=1)
    run = ProcedureRun[int](do(breakthrough, facts), lambda throw: 1, lambda battle, event: battle)
    question = run.pending
    assert isinstance(question, Choose)
    assert (question.decision, question.seat, question.options) == ("breakthrough-target", 1, (7, 3, None))
    run.answer(None)
    assert run.result == HOLD
    assert set(odds(do(breakthrough, facts), best, exact=True)) == {HOLD, 7}


def test_one_breakthrough_a_turn() -> None:
    """breakthrough.limit: even for the Impetuous."""
    again = BreakthroughFacts(has_broken_through=True, impetuous=True)
    assert breaks_through(again) == 0


def test_the_impetuous_break_through_unasked_and_at_the_nearest() -> None:
    """special.impetuous, special.impetuous.must"""
    facts = BreakthroughFacts(impetuous=True, targets=(7, 3))
    assert dict(odds(do(breakthrough, facts), exact=True)) == {7: 1}
    assert breakthrough_need(facts).rules == ("special.impetuous",)
    assert breaks_through(replace(facts, targets=())) == 0


@pytest.mark.parametrize(
    ("arm", "state"),
    [(Arm.INFANTRY, State.SHAKEN), (Arm.SKIRMISHERS, State.STEADY), (Arm.LIMBERED, State.WORN)],
)
def test_those_who_may_not_follow_hold(arm: Arm, state: State) -> None:
    """melee.after.which-units, melee.winner.shaken.free"""
    assert breaks_through(BreakthroughFacts(arm=arm, state=state, impetuous=True)) == 0


# --------------------------------------------------------------- without a table
def test_pursuit_and_breakthrough_have_figures_and_headings() -> None:
    assert [tally.total for tally in pursuit_tallies(BEATEN).values()] == [4, 16, 10, 6]
    end = Pursuit(Catch.CATCHES, (9, 3), Ending(Fate.BROKEN, general_killed=True), Ending(Fate.ROUTES))
    assert pursuit_summary(BEATEN, end) == (
        "the pursuer catches the router",
        "the router routs",
        "the pursuer breaks",
        "the pursuer's General is killed",
    )
    assert pursuit_measure(end) == 3
    assert [tally.total for tally in breakthrough_tallies(BreakthroughFacts()).values()] == [4]
    assert breakthrough_summary(BreakthroughFacts(), HOLD) == ("the unit holds",)
    assert breakthrough_summary(BreakthroughFacts(), 4) == ("the unit charges on", "it charges enemy 4")


def test_facts_come_back_from_json_the_same() -> None:
    facts = replace(BEATEN, way=Way(router_moved=12.25, ground=Ground.DIFFICULT))
    assert msgspec.json.decode(msgspec.json.encode(facts), type=PursuitFacts) == facts

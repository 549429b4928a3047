"""What a round of melee leads to: scores, winners, Generals, the losers' tests, and who goes where."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.liberty.melee_facts import (
    Contact,
    Duel,
    Edge,
    Engaged,
    Fighter,
    Leading,
    Melee,
    Opponent,
    Side,
    as_melee,
)
from sandtable.systems.liberty.melee_results import (
    Ending,
    Fate,
    Round,
    duel_measure,
    duel_summary,
    duel_tallies,
    fates_after,
    fight,
    general_is_killed,
    judged,
    melee_round,
    score,
    settle,
)
from sandtable.systems.liberty.morale import Cause, MoraleFacts, Nerve, Result, morale_test
from sandtable.systems.liberty.policies import POLICIES, decide_cautiously
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State, Wear

Case = Callable[[str], dict[str, Any]]
Results = tuple[tuple[Result, ...], tuple[Result, ...]]
Stands = tuple[tuple[State | None, ...], tuple[State | None, ...]]

STEADY, WORN, SHAKEN, BROKEN = State.STEADY, State.WORN, State.SHAKEN, None
NONE, RETIRE, ROUTE, LOST = Result.NONE, Result.RETIRE, Result.ROUTE, Result.BROKEN
LINE = Fighter()


def duel(first: Fighter = LINE, second: Fighter = LINE, **contacts: Contact) -> Melee:
    return as_melee(Duel(attacker=first, defender=second, **contacts))


def units(*fighters: Fighter, enemies: int = 1) -> tuple[Engaged, ...]:
    """Units that each touch all enemies, one base against each."""
    touching = tuple(Opponent(place, Contact(bases=1)) for place in range(enemies))
    return tuple(Engaged(fighter, touching) for fighter in fighters)


# ----------------------------------------------------------------------- score
FLANKING = duel(LINE, Fighter(bases=5, wear=Wear(10, 20, 30)), attacker_contact=Contact(edge=Edge.FLANK))


def test_hits_a_flank_and_size_make_the_score(case: Case) -> None:
    """lib-058"""
    stand: Stands = ((WORN,), (STEADY,))
    scores = [score(FLANKING, 0, 5, stand), score(FLANKING, 1, 6, stand)]
    assert [tally.total for tally in scores] == case("lib-058")["scores"]
    assert scores[0].rules == ("melee.score.hits", "melee.score.flank")
    assert scores[1].rules == ("melee.score.hits", "melee.score.size")


def test_a_shaken_side_has_no_points_for_size(case: Case) -> None:
    """lib-059"""
    stand: Stands = ((WORN,), (SHAKEN,))
    scores = [score(FLANKING, 0, 5, stand).total, score(FLANKING, 1, 6, stand).total]
    assert scores == case("lib-059")["scores"]


def test_the_higher_score_wins_after_the_hits_are_marked() -> None:
    """melee.winner, lib-058 and lib-059 by the hits that lead to them."""
    worn, fresh = Fighter(hits=3), Fighter(bases=5, wear=Wear(10, 20, 30))
    flank = Contact(edge=Edge.FLANK)
    assert judged(duel(worn, fresh, attacker_contact=flank), ((6,), (5,)))[0] == 1
    spent = replace(fresh, hits=15)
    won, stand, _ = judged(duel(worn, spent, attacker_contact=flank), ((6,), (5,)))
    assert (won, stand) == (0, ((WORN,), (SHAKEN,)))


def test_equal_scores_are_a_draw() -> None:
    """melee.draw: nobody is tested and the fight goes on."""
    melee = duel()
    won, stand, _ = judged(melee, ((4,), (4,)))
    assert won is None
    (only,) = odds(do(settle, melee, won, stand), exact=True)
    assert only == ((Ending(Fate.FIGHTS_ON),), (Ending(Fate.FIGHTS_ON),))


def test_the_rear_is_worth_four_and_counts_once_per_side() -> None:
    """melee.score.flank, melee.score.detail"""
    flank, rear = (
        Engaged(LINE, (Opponent(0, Contact(bases=2, edge=edge)),)) for edge in (Edge.FLANK, Edge.REAR)
    )
    melee = Melee((Side((flank, rear), 0), Side(units(LINE, enemies=2), 1)))
    assert score(melee, 0, 0, ((SHAKEN, SHAKEN), (STEADY,))).total == 4
    empty = Engaged(LINE, (Opponent(0, Contact(bases=0, edge=Edge.REAR)),))
    nobody = Melee((Side((empty,), 0), Side(units(LINE), 1)))
    assert score(nobody, 0, 3, ((STEADY,), (STEADY,))).total == 3


def test_size_counts_all_bases_of_units_still_there_and_needs_one_unit_in_order() -> None:
    """melee.score.size, melee.score.detail"""
    pair = Melee((Side(units(LINE, LINE), 0), Side(units(replace(LINE, bases=6), enemies=2), 1)))
    assert score(pair, 0, 0, ((SHAKEN, WORN), (STEADY,))).total == 2
    assert score(pair, 0, 0, ((SHAKEN, SHAKEN), (STEADY,))).total == 0
    assert score(pair, 1, 0, ((SHAKEN, WORN), (STEADY,))).total == 0
    one_broken: Stands = ((BROKEN, WORN), (STEADY,))
    assert [score(pair, side, 0, one_broken).total for side in (0, 1)] == [0, 2]
    assert [score(duel(), side, 0, ((STEADY,), (STEADY,))).total for side in (0, 1)] == [0, 0]


def test_a_side_wiped_out_loses_whatever_the_score() -> None:
    """melee.broken-by-hits; hits beyond the last value still count where it stands."""
    nearly = Fighter(hits=22)
    assert judged(duel(nearly, LINE), ((2,), (12,)))[:2] == (1, ((BROKEN,), (WORN,)))
    assert judged(duel(nearly, nearly), ((2,), (9,)))[:2] == (None, ((BROKEN,), (BROKEN,)))
    pair = Melee((Side(units(nearly, LINE), 0), Side(units(LINE, enemies=2), 1)))
    assert judged(pair, ((9, 0), (8,)))[0] == 1
    assert judged(pair, ((2, 0), (8,)))[0] == 0


# ------------------------------------------------------------------- the round
def test_first_round_of_sixteen_dice_against_twelve(case: Case) -> None:
    """lib-074"""
    expected = case("lib-074")
    chances = odds(do(fight, Duel()), decide_cautiously).map(lambda end: end.winner)
    figures = [chances[0], chances[None], chances[1]]
    assert figures == pytest.approx([expected["p_win"], expected["p_draw"], expected["p_lose"]], abs=1e-6)


def binomial(dice: int) -> dict[int, Fraction]:
    """Unsaved hits of so many dice that hit on 4 and are saved on 6."""
    unsaved = Fraction(5, 12)
    return {n: comb(dice, n) * unsaved**n * (1 - unsaved) ** (dice - n) for n in range(dice + 1)}


def fails(dice: int) -> Fraction:
    """Chance of fewer than three successes with so many dice, every roll counted."""
    worth = (0, 0, 0, 1, 1, 2)
    short = sum(sum(roll) < 3 for roll in product(worth, repeat=dice))
    return Fraction(short, 6**dice)


LOSER_AND_WINNER = {
    STEADY: (4, (Fate.FIGHTS_ON, Fate.FIGHTS_ON), (Fate.RETIRES, Fate.HOLDS)),
    WORN: (3, (Fate.FIGHTS_ON, Fate.FIGHTS_ON), (Fate.ROUTES, Fate.TESTS_FOR_PURSUIT)),
    SHAKEN: (2, (Fate.ROUTES, Fate.TESTS_FOR_PURSUIT), (Fate.BROKEN, Fate.TESTS_FOR_BREAKTHROUGH)),
}
"""Dice of the loser's test by its state, then what loser and winner do if it is passed, and if failed."""


def test_every_end_of_a_round_by_counting_all_rolls() -> None:
    """melee.winner, morale.state-after: a slow count of both sides' hits and of the loser's test."""
    expected: dict[tuple[Fate, Fate], Fraction] = {}

    def add(attacker: Fate, defender: Fate, chance: Fraction) -> None:
        expected[attacker, defender] = expected.get((attacker, defender), Fraction(0)) + chance

    for (struck, p), (back, q) in product(binomial(16).items(), binomial(12).items()):
        if struck == back:
            add(Fate.FIGHTS_ON, Fate.FIGHTS_ON, p * q)
            continue
        lost, loser_is_defender = (struck, True) if struck > back else (back, False)
        state = STEADY if lost < 8 else WORN if lost < 16 else SHAKEN
        dice, passed, failed = LOSER_AND_WINNER[state]
        for (loser, winner), chance in ((passed, 1 - fails(dice)), (failed, fails(dice))):
            pair = (winner, loser) if loser_is_defender else (loser, winner)
            add(*pair, p * q * chance)

    chances = odds(do(fight, Duel()), decide_cautiously, exact=True)
    found = chances.map(lambda end: (end.endings[0][0].fate, end.endings[1][0].fate))
    assert dict(found) == expected


def test_a_round_is_thrown_hits_saves_hits_saves_general_test() -> None:
    """melee.sequence, melee.when: the defender loses and is tested, after the attacker's General's die."""
    weak = Fighter(bases=1, arm=Arm.DISMOUNTED, wear=Wear(3, 6, 9))
    one = Contact(bases=1)
    facts = Duel(
        attacker=replace(weak, general=Leading.ATTACHED),
        attacker_contact=one,
        defender=weak,
        defender_contact=one,
    )
    hits, general, test = [6, 6, 5, 4], [1], [1, 2, 3]
    hand = PlannedHand([*hits, 6, 1, 2, 3, 1, 3, *general, *test])
    run: ProcedureRun[Round] = ProcedureRun(
        do(fight, facts), lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle)
    )
    hand.assert_used()
    followed = Ending(Fate.TESTS_FOR_PURSUIT, general_killed=True)
    assert run.result == Round(0, ((0,), (3,)), ((followed,), (Ending(Fate.ROUTES),)))


def test_sides_that_no_longer_touch_do_not_fight() -> None:
    """melee.parted"""
    parted = Melee((Side((Engaged(LINE, ()),), 0), Side((Engaged(Fighter(bases=6), ()),), 1)))
    (only,) = odds(do(melee_round, parted), exact=True)
    assert only == Round(None, ((0,), (0,)), ((Ending(Fate.HOLDS),), (Ending(Fate.HOLDS),)))


# ------------------------------------------------------------- tests, Generals
def chance_of(melee: Melee, won: int | None, stand: Stands, what: Callable[[Any], bool]) -> Fraction:
    return Fraction(odds(do(settle, melee, won, stand), decide_cautiously, exact=True).chance(what))


def test_a_general_stays_through_two_rounds(case: Case) -> None:
    """lib-063"""
    (unit,) = units(Fighter(general=Leading.ATTACHED))
    killed = Fraction(odds(do(general_is_killed, unit), exact=True).chance(bool))
    assert float(1 - (1 - killed) ** 2) == pytest.approx(case("lib-063")["p"], abs=1e-6)
    (alone,) = units(LINE)
    assert odds(do(general_is_killed, alone), exact=True).chance(bool) == 0


def test_a_killed_general_gives_no_reroll_in_the_test_that_follows() -> None:
    """melee.general-before-test, leaders.killed, leaders.attach.command"""
    melee = duel(Fighter(general=Leading.ATTACHED), LINE)

    def routs(*, in_command: bool) -> Fraction:
        facts = MoraleFacts(nerve=Nerve(in_command=in_command), state=WORN, cause=Cause.LOST_MELEE)
        return Fraction(odds(do(morale_test, facts), decide_cautiously, exact=True).chance(ROUTE))

    stand: Stands = ((WORN,), (STEADY,))
    dead = chance_of(melee, 1, stand, lambda end: end[0][0] == Ending(Fate.ROUTES, general_killed=True))
    alive = chance_of(melee, 1, stand, lambda end: end[0][0] == Ending(Fate.ROUTES))
    assert dead == Fraction(1, 6) * routs(in_command=False)
    assert alive == Fraction(5, 6) * routs(in_command=True)
    assert routs(in_command=True) < routs(in_command=False)


def test_one_die_serves_a_general_whose_unit_is_broken_by_hits_and_two_if_by_its_test() -> None:
    """leaders.unit-lost, leaders.melee.risk"""
    melee = duel(Fighter(general=Leading.ATTACHED), LINE)
    by_hits = chance_of(melee, 1, ((BROKEN,), (STEADY,)), lambda end: bool(end[0][0].general_killed))
    assert by_hits == Fraction(1, 6)
    survivor = Ending(Fate.BROKEN)
    survives = chance_of(melee, 1, ((SHAKEN,), (STEADY,)), lambda end: bool(end[0][0] == survivor))
    in_command = MoraleFacts(nerve=Nerve(in_command=True), state=SHAKEN, cause=Cause.LOST_MELEE)
    breaks = Fraction(odds(do(morale_test, in_command), decide_cautiously, exact=True).chance(LOST))
    assert survives == Fraction(5, 6) * breaks * Fraction(5, 6)


def test_generals_of_both_sides_are_at_risk_even_in_a_draw() -> None:
    """leaders.melee.risk"""
    led = Fighter(general=Leading.LEADS_THE_FIGHT)
    both = chance_of(
        duel(led, led),
        None,
        ((STEADY,), (STEADY,)),
        lambda end: all(ending.general_killed for side in end for ending in side),
    )
    assert both == Fraction(1, 36)


def test_every_losing_unit_that_is_left_tests_with_its_own_state_and_rerolls() -> None:
    """melee.loser.each: one WORN and unaided, one SHAKEN and supported, a third broken by hits."""
    losers = (LINE, Fighter(nerve=Nerve(supported=True)), LINE)
    melee = Melee((Side(units(LINE, enemies=3), 0), Side(units(*losers), 1)))
    stand: Stands = ((STEADY,), (WORN, SHAKEN, BROKEN))
    supported = MoraleFacts(nerve=Nerve(supported=True), state=SHAKEN, cause=Cause.LOST_MELEE)
    passes = Fraction(odds(do(morale_test, supported), decide_cautiously, exact=True).chance(ROUTE))
    expected = (Ending(Fate.FIGHTS_ON), Ending(Fate.ROUTES), Ending(Fate.BROKEN))
    assert chance_of(melee, 0, stand, lambda end: end[1] == expected) == (1 - fails(3)) * passes


def test_the_losers_rerolls_are_asked_of_the_losers_seat() -> None:
    facts = Duel(attacker=Fighter(bases=1, nerve=Nerve(supported=True)), attacker_contact=Contact(bases=1))
    hand = PlannedHand([1] * 3 + [6] * 12 + [1] * 12 + [1] * 3)
    run: ProcedureRun[Round] = ProcedureRun(
        do(fight, facts), lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle)
    )
    assert run.pending is not None
    assert (run.pending.decision, run.pending.seat) == ("test-rerolls", 0)


# ---------------------------------------------------------------- who goes where
def fates(melee: Melee, won: int | None, stand: Stands, results: Results) -> tuple[str, str]:
    first, second = fates_after(melee, won, stand, results)
    return ", ".join(first), ", ".join(second)


def test_a_shaken_winner_routs_if_still_engaged_and_holds_if_free(case: Case) -> None:
    """lib-060: and the loser does not pursue."""
    spent = Fighter(hits=16)
    stand: Stands = ((SHAKEN,), (STEADY,))
    passed = fates(duel(spent), 0, stand, ((NONE,), (NONE,)))
    failed = fates(duel(spent), 0, stand, ((NONE,), (RETIRE,)))
    assert passed == ("routs", "holds")
    assert failed == (case("lib-060")["a_if_fail"], "retires")
    assert Fate.ROUTES.name == case("lib-060")["a_if_pass"]


@pytest.mark.parametrize(
    ("result", "winner"),
    [(ROUTE, "holds"), (LOST, "holds")],
)
def test_a_free_shaken_winner_neither_pursues_nor_breaks_through(result: Result, winner: str) -> None:
    """melee.winner.shaken.free"""
    assert fates(duel(), 0, ((SHAKEN,), (WORN,)), ((NONE,), (result,)))[0] == winner


def test_in_a_draw_nobody_routs_for_being_shaken() -> None:
    """melee.winner.shaken.order"""
    stand: Stands = ((SHAKEN,), (SHAKEN,))
    assert fates(duel(), None, stand, ((NONE,), (NONE,))) == ("fights on", "fights on")


@pytest.mark.parametrize(
    ("arm", "after_rout", "after_broken"),
    [
        (Arm.INFANTRY, "tests for pursuit", "tests for breakthrough"),
        (Arm.MOUNTED, "tests for pursuit", "tests for breakthrough"),
        (Arm.DISMOUNTED, "tests for pursuit", "tests for breakthrough"),
        (Arm.SKIRMISHERS, "holds", "holds"),
        (Arm.UNLIMBERED, "holds", "holds"),
        (Arm.LIMBERED, "holds", "holds"),
    ],
)
def test_infantry_and_cavalry_follow_a_beaten_enemy(arm: Arm, after_rout: str, after_broken: str) -> None:
    """melee.after.rout, melee.after.broken, melee.after.others, melee.after.monster,
    melee.after.which-units"""
    winner = duel(Fighter(arm=arm))
    stand: Stands = ((STEADY,), (WORN,))
    assert fates(winner, 0, stand, ((NONE,), (ROUTE,)))[0] == after_rout
    assert fates(winner, 0, stand, ((NONE,), (LOST,)))[0] == after_broken
    assert fates(winner, 0, stand, ((NONE,), (RETIRE,)))[0] == "holds"


def test_the_disordered_hold_their_ground() -> None:
    """disorder.effect: they may not move."""
    winner = duel(Fighter(disordered=True))
    for result in (ROUTE, LOST):
        assert fates(winner, 0, ((STEADY,), (WORN,)), ((NONE,), (result,)))[0] == "holds"


def test_a_unit_that_was_routing_routs_again_whatever_the_score() -> None:
    """charge.routing-target: it wins, draws, or passes its test; only a loser's rout may be pursued."""
    melee, stand = duel(LINE, Fighter(routing=True)), ((STEADY,), (STEADY,))
    ends = {
        won: {
            tuple(side[0].fate for side in end)
            for end in odds(do(settle, melee, won, stand), decide_cautiously)
        }
        for won in (0, 1, None)
    }
    assert ends[0] == {(Fate.TESTS_FOR_PURSUIT, Fate.ROUTES)}
    assert ends[None] == {(Fate.HOLDS, Fate.ROUTES)}
    assert ends[1] == {(Fate.HOLDS, Fate.ROUTES), (Fate.RETIRES, Fate.ROUTES)}


def test_a_loser_that_stands_fights_on() -> None:
    """melee.after.continues"""
    assert fates(duel(), 0, ((STEADY,), (WORN,)), ((NONE,), (NONE,))) == ("fights on", "fights on")


def test_a_winner_still_engaged_with_another_enemy_does_not_follow() -> None:
    """melee.after.rout, melee.after.broken: the second winner touches only the unit that left."""
    enemies = (Opponent(0, Contact(bases=1)), Opponent(1, Contact(bases=1)))
    both, one = Engaged(LINE, enemies), Engaged(LINE, enemies[:1])
    beaten = (Engaged(LINE, enemies), Engaged(LINE, enemies[:1]))
    melee = Melee((Side((both, one), 0), Side(beaten, 1)))
    stand: Stands = ((STEADY, STEADY), (WORN, STEADY))
    routed = fates(melee, 0, stand, ((NONE, NONE), (ROUTE, NONE)))
    assert routed == ("fights on, tests for pursuit", "routs, fights on")
    broken = fates(melee, 0, stand, ((NONE, NONE), (LOST, NONE)))
    assert broken == ("fights on, tests for breakthrough", "breaks, fights on")


def test_pursuit_follows_a_router_that_was_touched_else_breakthrough() -> None:
    """melee.after.which-units, pursuit.several: the second of three winners touches both enemies."""
    first = Engaged(LINE, (Opponent(0, Contact()),))
    second = Engaged(LINE, (Opponent(0, Contact(bases=1)), Opponent(1, Contact(bases=3))))
    third = Engaged(LINE, (Opponent(1, Contact()),))
    left = Engaged(LINE, (Opponent(0, Contact(bases=3)), Opponent(1, Contact(bases=1))))
    right = Engaged(LINE, (Opponent(1, Contact(bases=3)), Opponent(2, Contact(bases=1))))
    melee = Melee((Side((first, second, third), 0), Side((left, right), 1)))
    stand: Stands = ((STEADY, STEADY, STEADY), (WORN, SHAKEN))
    still = (NONE, NONE, NONE)
    routed_and_broken = fates(melee, 0, stand, (still, (ROUTE, LOST)))[0]
    assert routed_and_broken == "tests for pursuit, tests for pursuit, tests for breakthrough"
    routed_and_retired = fates(melee, 0, stand, (still, (ROUTE, RETIRE)))[0]
    assert routed_and_retired == "tests for pursuit, tests for pursuit, holds"


def test_losers_freed_by_the_rout_of_a_shaken_winner_hold_and_others_fight_on() -> None:
    """melee.loser.each, melee.winner.shaken.engaged, melee.winner.shaken.order"""
    melee = Melee((Side(units(LINE, LINE, enemies=1), 0), Side(units(LINE, enemies=2), 1)))
    one_left: Stands = ((SHAKEN, STEADY), (STEADY,))
    assert fates(melee, 0, one_left, ((NONE, NONE), (NONE,))) == ("routs, fights on", "fights on")
    none_left: Stands = ((SHAKEN, SHAKEN), (STEADY,))
    assert fates(melee, 0, none_left, ((NONE, NONE), (NONE,))) == ("routs, routs", "holds")


def test_losers_never_follow() -> None:
    """melee.after.which-units: a loser whose one enemy was broken by hits is free, and holds."""
    winners = Side((*units(LINE), Engaged(LINE, (Opponent(1, Contact()),))), 0)
    losers = Side((*units(LINE), Engaged(LINE, (Opponent(1, Contact()),))), 1)
    stand: Stands = ((BROKEN, STEADY), (WORN, WORN))
    ends = fates(Melee((winners, losers)), 0, stand, ((LOST, NONE), (NONE, NONE)))
    assert ends == ("breaks, fights on", "holds, fights on")


# -------------------------------------------------------------- without a table
def test_a_duel_has_its_figures_and_headings() -> None:
    facts = Duel(attacker=Fighter(charging=True, general=Leading.ATTACHED))
    figures = duel_tallies(facts)
    assert figures["dice of the attacker"].total == 18
    assert figures["dice of the defender"].total == 12
    assert figures["rerolls of the attacker's test"].total == 1
    end = Round(
        0, ((2,), (9,)), ((Ending(Fate.TESTS_FOR_PURSUIT, general_killed=True),), (Ending(Fate.ROUTES),))
    )
    assert duel_summary(facts, end) == (
        "the attacker wins",
        "the attacker tests for pursuit",
        "the defender routs",
        "the attacker's General is killed",
    )
    assert duel_measure(end) == 9


@pytest.mark.parametrize("name", POLICIES)
def test_two_against_one_can_be_reckoned_by_either_policy(name: str) -> None:
    """melee.multiple.hits: the one enemy's odd hits ask a decision, which both policies settle."""
    pair = units(replace(LINE, bases=1), replace(LINE, bases=1, hits=7))
    melee = Melee((Side(pair, 0), Side(units(replace(LINE, bases=2), enemies=2), 1)))
    chances = odds(do(melee_round, melee), POLICIES[name], exact=True)
    assert sum(chances.values()) == 1
    lost = chances.map(lambda end: end.lost[0])
    assert lost.chance(lambda both: both == (1, 0)) < lost.chance(lambda both: both == (0, 1))

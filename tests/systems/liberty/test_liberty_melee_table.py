"""The Melee phase on the table: the round, the losers' tests, SHAKEN winners, and who holds where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import Choose
from sandtable.game.battle.log import Happened
from sandtable.game.drivers.play import Game
from sandtable.systems.liberty.actions import CommandPoint
from sandtable.systems.liberty.battle import DueTest, General, LibertyBattle
from sandtable.systems.liberty.command_points import Action, CommandPoints
from sandtable.systems.liberty.events import HitsChanged, MoraleTested, UnitRouted, UnitsBroken, UnitsEngaged
from sandtable.systems.liberty.leader_events import GeneralKilled
from sandtable.systems.liberty.melee_events import MeleeBegan, MeleeScored, UnitBrokeThrough, UnitPursued
from sandtable.systems.liberty.morale import Cause, Result
from sandtable.systems.liberty.turn import Resolve
from sandtable.systems.liberty.turn_events import MeleesEnded, PointSpent
from sandtable.table.space import Pose
from tests.systems.liberty.clash import FAR_AWAY, asked, blow, engaged, events, lines, play
from tests.systems.liberty.parade import LIGHTS, unit

Case = Callable[[str], dict[str, Any]]

PASSES, FAILS = [6, 6, 1, 1], [1, 1, 1, 1]
"""The MORALE test of a STEADY unit after a lost melee: three successes are needed."""


def at_the_end(game: Game[LibertyBattle]) -> bool:
    """Has the phase come to its end, and is a player asked whether he fights on?"""
    return isinstance(game.question, Choose) and game.question.decision == "concede"


def with_points(scene: LibertyBattle, *points: int) -> LibertyBattle:
    first, second = (
        replace(camp, points=CommandPoints(left)) for camp, left in zip(scene.camps, points, strict=True)
    )
    return replace(scene, camps=(first, second))


def general(number: int, side: int) -> General:
    """A General attached to a unit that stands where the lines meet."""
    return General(
        f"General {number}", side, "first", Pose(3600, 1800 if side == 0 else 2200), attached_to=number
    )


# ------------------------------------------------------------------ the round
def test_a_round_is_struck_scored_and_lost() -> None:
    """melee.sequence, melee.winner, morale.trigger.melee, turn.melee.a: the loser fails and RETIRES."""
    game, hand = play(lines(unit(0, 36, 20, charging=1)), *blow(16, 5), *blow(12, 2), *FAILS)
    hand.assert_used()
    assert at_the_end(game)
    (began,), (scored,) = events(game, MeleeBegan), events(game, MeleeScored)
    assert (began.sides, began.dice) == (((0,), (1,)), ((16,), (12,)))
    assert (scored.scores, scored.winner, scored.losers) == ((5, 2), 0, (1,))
    assert [one.hits for one in game.battle.units[:2]] == [2, 5]
    (tested,) = events(game, MoraleTested)
    assert (tested.due, tested.result) == (DueTest(1, Cause.LOST_MELEE), Result.RETIRE)
    assert game.battle.units[1].pose == Pose(3600, 2800, 1800), "8 in straight back"
    assert game.battle.engagements == ()


def test_a_winner_whose_enemy_retired_holds_exactly_where_it_is() -> None:
    """melee.after.reposition, melee.after.others, melee.after.which-units"""
    charger = unit(0, 34.5, 20, charging=1)
    game, hand = play(lines(charger), *blow(16, 5), *blow(12, 2), *FAILS)
    hand.assert_used()
    winner = game.battle.units[0]
    assert (winner.pose, winner.shape, winner.formation) == (charger.pose, charger.shape, charger.formation)
    assert not winner.charging


def pass_the_turn(game: Game[LibertyBattle], until: int) -> None:
    """Everybody holds until that side's Melee phase has been fought."""
    while game.battle.active != until or not at_the_end(game):
        question = game.question
        assert isinstance(question, Choose)
        if question.decision == "concede":
            game.answer(Resolve.PLAY_ON)
        else:
            game.answer(None)


def test_a_melee_goes_on_in_the_next_phase_which_is_in_the_other_players_turn() -> None:
    """melee.all-phases, melee.draw, melee.dice.charging.first: the charger has 16 dice once."""
    rounds = [*blow(16, 4), *blow(12, 4), *blow(12, 2), *blow(12, 2)]
    game, hand = play(lines(unit(0, 36, 20, charging=1)), *rounds)
    assert game.battle.is_engaged(0)
    pass_the_turn(game, until=1)
    hand.assert_used()
    first, second = events(game, MeleeBegan)
    assert (first.sides, second.sides) == (((0,), (1,)), ((1,), (0,)))
    assert (first.dice, second.dice) == (((16,), (12,)), ((12,), (12,)))
    assert [scored.winner for scored in events(game, MeleeScored)] == [None, None]


def test_a_loser_that_stands_fights_on_and_nobody_moves() -> None:
    """melee.after.continues, melee.after.reposition"""
    scene = lines(unit(0, 36, 20, charging=1))
    game, hand = play(scene, *blow(16, 5), *blow(12, 2), *PASSES)
    hand.assert_used()
    assert game.battle.engagements == ((0, 1),)
    assert [one.pose for one in game.battle.units] == [one.pose for one in scene.units]


def test_the_flank_and_the_larger_side_count_for_the_score() -> None:
    """melee.score.flank, melee.score.size: from the ground, 3 hits and a flank against 4 hits and a base."""
    flanked = unit(1, 35, 25, 90, side=1, bases=5)
    game, hand = play(lines(unit(0, 35, 20), flanked), *blow(10, 3), *blow(11, 4), *FAILS)
    hand.assert_used()
    (scored,) = events(game, MeleeScored)
    assert (scored.scores, scored.winner) == ((5, 6), 1)


def test_the_acting_player_says_which_melee_is_fought_next() -> None:
    """turn.step-order: decision melee-next, though the enemy began them both."""
    second = unit(2, 16, 20), unit(3, 16, 20, 180, side=1, charging=1)
    scene = engaged(
        unit(0, 36, 20), unit(1, 36, 20, 180, side=1, charging=1), *second, pairs=((0, 1), (2, 3))
    )
    game, hand = play(scene, *blow(12, 0), *blow(16, 0), *blow(12, 0), *blow(16, 0))
    assert isinstance(game.question, Choose)
    assert (game.question.decision, game.question.seat) == ("melee-next", 0)
    assert game.question.options == ((0, 1), (2, 3))
    labels = game.question.prompt(game.battle).labels
    assert labels[1] == "Unit 2 against Unit 3: 12 dice against 16"
    (stake,) = game.question.stakes(game.battle, (2, 3))
    figures = stake.resolution.tallies(stake.facts)
    assert [figures[f"dice of the {who}"].whole for who in ("attacker", "defender")] == [12, 16]
    game.answer((2, 3))
    hand.assert_used()
    assert [began.sides for began in events(game, MeleeBegan)] == [((2,), (3,)), ((0,), (1,))]


def test_odd_hits_go_where_the_scorer_wants_them(case: Case) -> None:
    """lib-061: melee.multiple.hits, melee.multiple.group, each unit saves its own."""
    pair = unit(1, 32, 20, 180, side=1), unit(2, 40, 20, 180, side=1)
    scene = engaged(unit(0, 36, 20), *pair, *FAR_AWAY, pairs=((0, 1), (0, 2)))
    saves = [6, 1, 1], [6, 1, 1, 1]
    game, hand = play(scene, *([6] * 7 + [1] * 5), *saves[0], *saves[1], *blow(10, 0), *blow(10, 0))
    assert isinstance(game.question, Choose)
    assert (game.question.decision, game.question.seat) == ("melee-odd-hits", 0)
    assert game.question.prompt(game.battle).labels[1] == "Unit 2: has 0 hits, takes 3 more so far"
    game.answer(1)
    hand.assert_used()
    even, odd = case("lib-061")["even"], case("lib-061")["odd"]
    assert [event.by for event in events(game, HitsChanged)] == [even - 1, even + odd - 1]


# ------------------------------------------------------------------ broken by hits
def test_units_broken_by_the_same_round_go_at_the_same_instant() -> None:
    """melee.broken-by-hits, melee.when: both are wiped out and nobody wins."""
    spent = unit(0, 36, 20, hits=23), unit(1, 36, 20, 180, side=1, hits=23)
    game, hand = play(lines(*spent), *blow(8, 2), *blow(8, 1))
    hand.assert_used()
    (broken,) = events(game, UnitsBroken)
    assert broken.units == (0, 1)
    assert events(game, MeleeScored)[0].winner is None
    assert events(game, MoraleTested) == []


def test_a_side_wiped_out_loses_whatever_the_score() -> None:
    """melee.broken-by-hits: one hit against five, and the winner rolls to break through."""
    game, hand = play(lines(defender=unit(1, 36, 20, 180, side=1, hits=23)), *blow(12, 1), *blow(8, 5), 3)
    hand.assert_used()
    (scored,) = events(game, MeleeScored)
    assert (scored.scores[0] < scored.scores[1], scored.winner, scored.losers) == (True, 0, ())


def test_an_army_that_breaks_in_a_melee_ends_the_battle_at_once() -> None:
    """victory.units: the test that the other loser would have to take is left undone."""
    pair = unit(1, 32, 20, 180, side=1, hits=23), unit(2, 40, 20, 180, side=1)
    scene = engaged(unit(0, 36, 20), *pair, pairs=((0, 1), (0, 2)))
    game, hand = play(scene, *([6] * 2 + [1] * 10), 1, 6, *([1] * 8), *([1] * 10))
    hand.assert_used()
    assert game.is_over
    assert events(game, MoraleTested) == []


# ------------------------------------------------------------------ Generals
@pytest.mark.parametrize("active", [0, 1])
def test_the_acting_player_says_first_whether_his_general_leads(active: int) -> None:
    """cp.order, action.lead-the-fight: four dice instead of two, asked before they are rolled."""
    scene = with_points(lines(generals=(general(0, 0), general(1, 1))), 1, 1)
    acting = [*blow(16, 1), *blow(14, 1)]
    game, hand = play(replace(scene, active=active), *acting, 2, 2)
    game.answer(CommandPoint.SPEND)
    game.answer(CommandPoint.KEEP)
    hand.assert_used()
    assert asked(game)[:2] == [("lead-the-fight", active), ("lead-the-fight", 1 - active)]
    assert events(game, PointSpent) == [PointSpent(active, Action.LEAD_THE_FIGHT, active)]
    assert events(game, MeleeBegan)[0].dice == ((16,), (14,))
    assert game.battle.camps[active].points.left == 0


def test_a_unit_without_a_general_is_not_asked_whether_he_leads() -> None:
    """action.lead-the-fight"""
    game, hand = play(with_points(lines(), 3, 3), *blow(12, 1), *blow(12, 1))
    hand.assert_used()
    assert asked(game) == [("concede", 0)]


def test_a_general_killed_in_the_round_gives_no_reroll_in_the_test() -> None:
    """leaders.melee.risk, melee.general-before-test, leaders.killed"""
    scene = lines(generals=(general(1, 1),))
    game, hand = play(scene, *blow(12, 5), *blow(14, 2), 1, *FAILS)
    hand.assert_used()
    assert [event.general for event in events(game, GeneralKilled)] == [0]
    assert at_the_end(game)
    lives, _ = play(scene, *blow(12, 5), *blow(14, 2), 2, *FAILS)
    assert asked(lives) == [("test-rerolls", 1)]


def test_one_die_serves_a_general_whose_unit_is_broken_by_hits() -> None:
    """leaders.unit-lost, leaders.melee.risk: it is a 1, and the next die is the breakthrough."""
    scene = lines(defender=unit(1, 36, 20, 180, side=1, hits=23), generals=(general(1, 1),))
    game, hand = play(scene, *blow(12, 1), *blow(10, 0), 1, 3)
    hand.assert_used()
    assert [event.general for event in events(game, GeneralKilled)] == [0]


# ------------------------------------------------------------------ the losers
def two_losers() -> LibertyBattle:
    """A strong winner between two enemies; the first of them is SHAKEN."""
    pair = unit(1, 32, 20, 180, side=1, hits=16), unit(2, 40, 20, 180, side=1)
    return engaged(unit(0, 36, 20), *pair, *FAR_AWAY, pairs=((0, 1), (0, 2)))


def test_the_losers_owner_chooses_the_order_of_their_tests() -> None:
    """melee.loser.each, turn.simultaneous: decision test-order, each with its own state."""
    struck = [*([6] * 4 + [1] * 8), *([1] * 4), *blow(8, 0), *blow(10, 0)]
    game, hand = play(two_losers(), *struck, *PASSES, 6, 5, 2)
    assert isinstance(game.question, Choose)
    assert (game.question.decision, game.question.seat) == ("test-order", 1)
    due = DueTest(1, Cause.LOST_MELEE), DueTest(2, Cause.LOST_MELEE)
    assert game.question.options == due
    game.answer(due[1])
    hand.assert_used()
    assert [(event.due, event.result) for event in events(game, MoraleTested)] == [
        (due[1], Result.NONE),
        (due[0], Result.ROUTE),
    ], "the SHAKEN one passes with three successes and routs"


def test_a_friend_of_a_broken_loser_tests_once_the_melee_is_over() -> None:
    """morale.trigger.broken.where, melee.loser.each: the lost melee comes first."""
    struck = [*([6] * 4 + [1] * 8), *([1] * 4), *blow(8, 0), *blow(10, 0)]
    game, hand = play(two_losers(), *struck, 1, 1, *PASSES, *PASSES)
    game.answer(DueTest(1, Cause.LOST_MELEE))
    hand.assert_used()
    tests = [event.due for event in events(game, MoraleTested)]
    assert tests == [
        DueTest(1, Cause.LOST_MELEE),
        DueTest(2, Cause.LOST_MELEE),
        DueTest(2, Cause.FRIEND_BROKEN),
    ]
    assert game.battle.units[1].broken
    assert game.battle.engagements == ((0, 2),)


def test_hold_the_line_may_be_bought_for_a_lost_melee() -> None:
    """action.hold-the-line in the enemy's turn"""
    game, hand = play(with_points(lines(), 0, 1), *blow(12, 5), *blow(12, 2), *FAILS, *PASSES)
    assert asked(game) == [("hold-the-line", 1)]
    game.answer(CommandPoint.SPEND)
    hand.assert_used()
    assert game.battle.is_engaged(1)


def test_an_engaged_unit_that_retires_for_another_cause_leaves_its_melee() -> None:
    """morale.retire.engaged, melee.parted: its enemy holds and the melee is not fought."""
    scene = lines(defender=unit(1, 36, 20, 180, side=1, hits=8))
    scene = replace(scene, tests_due=(DueTest(1, Cause.FRIEND_BROKEN),))
    game, hand = play(scene, 1, 1, 1)
    hand.assert_used()
    assert at_the_end(game)
    assert game.battle.units[1].pose == Pose(3600, 2800, 1800)
    assert game.battle.units[0].pose == scene.units[0].pose
    assert events(game, MeleeBegan) == []


# ------------------------------------------------------------------ winners that rout
def test_a_shaken_winner_still_engaged_routs_and_is_not_pursued(case: Case) -> None:
    """lib-060: melee.winner.shaken.engaged, melee.winner.shaken.order"""
    worn = unit(0, 36, 20, hits=15)
    game, hand = play(lines(worn), *blow(10, 5), *blow(12, 1), *PASSES, 2)
    hand.assert_used()
    assert events(game, UnitRouted) == [UnitRouted(0)]
    assert game.battle.units[0].routing is (case("lib-060")["a_if_pass"] == "ROUTES")
    assert game.battle.units[0].pose == Pose(3600, 400, 1800), "14 in away, turned about its centre"
    assert game.battle.units[1].pose == Pose(3600, 2000, 1800)
    assert events(game, UnitPursued) == []


def test_a_shaken_winner_whose_enemy_retired_is_free_and_holds(case: Case) -> None:
    """lib-060: melee.winner.shaken.free"""
    game, hand = play(lines(unit(0, 36, 20, hits=15)), *blow(10, 5), *blow(12, 1), *FAILS)
    hand.assert_used()
    assert case("lib-060")["a_if_fail"] == "holds"
    assert game.battle.units[0].pose == Pose(3600, 2000)
    assert not game.battle.units[0].routing


def test_in_a_draw_nobody_routs_for_being_shaken() -> None:
    """melee.winner.shaken.order"""
    game, hand = play(lines(unit(0, 36, 20, hits=16)), *blow(8, 2), *blow(12, 2))
    hand.assert_used()
    assert game.battle.engagements == ((0, 1),)


# ------------------------------------------------------------------ a routing target
ROUTER = unit(1, 36, 22, 0, side=1, routing=1)
"""A STEADY unit caught in the rear while it routs."""


@pytest.mark.parametrize(("struck", "struck_back"), [(2, 2 + 4), (1, 7)])
def test_a_routing_unit_routs_again_though_it_did_not_lose(struck: int, struck_back: int) -> None:
    """charge.routing-target: in a draw, and when it wins; nobody pursues it then."""
    tests = [] if struck + 4 == struck_back else PASSES
    game, hand = play(lines(defender=ROUTER), *blow(16, struck), *blow(12, struck_back), *tests, 2)
    hand.assert_used()
    router = game.battle.units[1]
    assert (router.routing, router.pose) == (True, Pose(3600, 3600))
    assert events(game, UnitPursued) == []
    assert not game.battle.is_engaged(0)


def test_a_routing_unit_that_lost_routs_again_even_if_it_passes_and_may_be_pursued() -> None:
    """charge.routing-target, melee.after.rout"""
    game, hand = play(lines(defender=ROUTER), *blow(16, 5), *blow(12, 1), *PASSES, 1, 3)
    hand.assert_used()
    assert game.battle.units[1].pose == Pose(3600, 3500)
    assert [event.catch.name for event in events(game, UnitPursued)] == ["HOLDS"]


# ------------------------------------------------------------------ who does not follow
@pytest.mark.parametrize(
    "winner",
    [unit(0, 36, 20, disorder=1), unit(0, 36, 20, profile=LIGHTS, bases=4)],
    ids=["disordered", "skirmishers"],
)
def test_the_disordered_and_skirmishers_hold_when_the_enemy_routs(winner: Any) -> None:
    """melee.after.which-units, disorder.effect: no die is rolled for them."""
    loser = unit(1, 36, 20, 180, side=1, hits=8)
    dice = 10 if winner.disorder else 6
    game, hand = play(lines(winner, loser), *blow(dice, 5), *blow(10, 1), 1, 1, 1, 2)
    hand.assert_used()
    assert events(game, UnitRouted) == [UnitRouted(1)]
    assert game.battle.units[0].pose == winner.pose


def test_a_winner_still_engaged_with_another_enemy_holds() -> None:
    """melee.after.rout: one enemy routs, the other stands."""
    pair = unit(1, 32, 20, 180, side=1, hits=8), unit(2, 40, 20, 180, side=1)
    scene = engaged(unit(0, 36, 20), *pair, *FAR_AWAY, pairs=((0, 1), (0, 2)))
    struck = [*([6] * 4 + [1] * 8), *([1] * 4), *blow(9, 0), *blow(10, 0)]
    game, hand = play(scene, *struck, 1, 1, 1, 2, *PASSES)
    game.answer(DueTest(1, Cause.LOST_MELEE))
    hand.assert_used()
    assert game.battle.units[1].routing
    assert game.battle.engagements == ((0, 2),)
    assert game.battle.units[0].pose == scene.units[0].pose


# ------------------------------------------------------------------ newcomers
def newcomer() -> LibertyBattle:
    """A melee still to be fought, and an enemy that has just charged one of its units in this phase."""
    late = unit(2, 44, 21, 270, charging=1)
    scene = engaged(unit(0, 36, 20), unit(1, 36, 20, 180, side=1), late, *FAR_AWAY, pairs=((0, 1),))
    return UnitsEngaged(2, (1,), charging=True).apply(replace(scene, units=tuple(scene.units)))


def test_who_comes_into_contact_in_a_melee_phase_fights_in_the_next() -> None:
    """breakthrough.join, melee.dice.charging.first: the melee is fought without it, and it still charges."""
    game, hand = play(newcomer(), *blow(12, 2), *blow(12, 2))
    hand.assert_used()
    (began,) = events(game, MeleeBegan)
    assert began.sides == ((0,), (1,))
    assert events(game, MeleesEnded) == [MeleesEnded((2,))]
    assert game.battle.units[2].charging
    assert set(game.battle.engagements) == {(0, 1), (1, 2)}


def test_if_its_enemy_leaves_the_newcomer_holds() -> None:
    """breakthrough.join"""
    scene = newcomer()
    game, hand = play(scene, *blow(12, 5), *blow(12, 2), *FAILS)
    hand.assert_used()
    assert game.battle.engagements == ()
    late = game.battle.units[2]
    assert (late.pose, late.charging) == (scene.units[2].pose, False)
    assert events(game, UnitPursued, UnitBrokeThrough) == []


# ------------------------------------------------------------------ words
def test_everything_in_a_melee_phase_has_words() -> None:
    game, _ = play(lines(unit(0, 36, 20, charging=1)), *blow(16, 5), *blow(12, 2), *FAILS)
    told = [
        entry.event.sentence(game.battle, game.battle) for entry in game.log if isinstance(entry, Happened)
    ]
    assert "Unit 0 fights Unit 1: 16 dice against 12" in told
    assert "Unit 0 wins the melee, 5 to 2" in told
    drawn, _ = play(lines(), *blow(12, 2), *blow(12, 2))
    assert "The melee is undecided, 2 to 2" in [
        event.sentence(drawn.battle, drawn.battle) for event in events(drawn, MeleeScored)
    ]

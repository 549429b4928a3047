"""Pursuit and breakthrough on the table: who follows, how far, what bars it, and what is met on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import Choose, do
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.events import MoraleTested, UnitsBroken, UnitsEngaged
from sandtable.systems.liberty.following import break_through
from sandtable.systems.liberty.melee_decisions import Follow
from sandtable.systems.liberty.melee_events import (
    FreeRoundBegan,
    MeleeBegan,
    MeleeScored,
    PursuitTurned,
    UnitBrokeThrough,
    UnitPursued,
)
from sandtable.systems.liberty.profiles import Formation, SpecialRule
from sandtable.systems.liberty.pursuit import Catch
from sandtable.systems.liberty.pursuit_ground import Flight, is_slowed, on_the_way, track
from sandtable.table.space import INCH, Piece, Point, Pose
from tests.systems.liberty.clash import FAR_AWAY, asked, blow, engaged, events, lines, play
from tests.systems.liberty.parade import MILITIA, fence, ground, unit

Case = Callable[[str], dict[str, Any]]

WINNER = unit(0, 36, 20)
WORN = unit(1, 36, 20, 180, side=1, hits=8)
SHAKEN = unit(1, 36, 20, 180, side=1, hits=16)
BEATS_WORN = [*blow(12, 5), *blow(10, 1), 1, 1, 1]
"""The winner's and the loser's blows, and the test by which the loser routs."""
BREAKS_SHAKEN = [*blow(12, 3), *blow(8, 1), 1, 1]
"""The same for a SHAKEN loser that breaks."""


def catches(game: Game[LibertyBattle]) -> list[Catch]:
    return [event.catch for event in events(game, UnitPursued)]


def impetuous(one: Regiment) -> Regiment:
    return replace(one, special=(SpecialRule.IMPETUOUS,))


# ------------------------------------------------------------------ the race
def test_one_to_three_and_the_winner_holds() -> None:
    """pursuit.roll, melee.after.rout"""
    game, hand = play(lines(WINNER, WORN), *BEATS_WORN, 1, 3)
    hand.assert_used()
    assert catches(game) == [Catch.HOLDS]
    assert game.battle.units[0].pose == WINNER.pose


def test_a_pursuer_that_comes_as_far_catches_the_router_and_fights_a_free_round() -> None:
    """lib-064: pursuit.move, pursuit.contact, pursuit.free-round, pursuit.onward

    The router ran 14 in and so does the pursuer: sixteen dice against the rear, ten of the WORN. Then the
    router runs straight on, to the edge of the table, and the pursuer holds.
    """
    free = [*blow(16, 2), *blow(10, 1)]
    game, hand = play(lines(WINNER, WORN), *BEATS_WORN, 2, 4, 2, *free, 1)
    hand.assert_used()
    assert catches(game) == [Catch.CATCHES]
    assert events(game, FreeRoundBegan) == [FreeRoundBegan(0, 1, (16, 10))]
    assert [one.hits for one in game.battle.units[:2]] == [1 + 1, 8 + 5 + 2]
    assert game.battle.units[0].pose == Pose(3600, 3400), "against the rear of the router, 14 in on"
    assert game.battle.units[1].pose == Pose(3600, 4800), "at its table edge"
    assert game.battle.units[1].routing
    assert len(events(game, MeleeScored)) == len(events(game, MoraleTested)) == 1, "no score and no test"
    assert not game.battle.is_engaged(0)


def test_a_shaken_router_that_is_caught_is_broken_and_the_pursuer_stops_there(case: Case) -> None:
    """lib-064: pursuit.shaken"""
    struck = [*blow(12, 3), *blow(8, 1), 6, 5]
    game, hand = play(lines(WINNER, SHAKEN), *struck, 1, 4, 3)
    hand.assert_used()
    assert case("lib-064")["shaken"] == "BROKEN"
    assert events(game, UnitsBroken) == [UnitsBroken((1,), ())]
    assert events(game, FreeRoundBegan) == []
    assert game.battle.units[0].pose == Pose(3600, 3300)


def test_another_enemy_touched_where_the_router_is_caught_is_engaged() -> None:
    """melee.engaged, breakthrough.join: a column stands along the right side of the pursuer's last place."""
    scene = engaged(WINNER, WORN, unit(2, 44, 33, 90, side=1, formation=Formation.COLUMN), *FAR_AWAY)
    game, hand = play(scene, *BEATS_WORN, 2, 4, 2, *blow(16, 0), *blow(10, 0), 1)
    hand.assert_used()
    assert game.battle.engagements == ((0, 2),)
    assert not game.battle.units[0].charging
    assert len(events(game, MeleeBegan)) == 1


def test_hits_of_the_free_round_may_break_the_router() -> None:
    """pursuit.free-round: no breakthrough follows."""
    free = [*blow(16, 11), *blow(10, 0)]
    game, hand = play(lines(WINNER, WORN), *BEATS_WORN, 2, 4, 2, *free)
    hand.assert_used()
    assert game.battle.units[1].broken
    assert events(game, UnitBrokeThrough) == []


def test_a_pursuer_that_falls_short_stops_four_inches_from_the_router() -> None:
    """pursuit.move: the router ran 15 in, the pursuer could go 13 and is 2 in behind; it stops at 11."""
    game, hand = play(lines(WINNER, WORN), *BEATS_WORN, 3, 4, 1)
    hand.assert_used()
    assert catches(game) == [Catch.FALLS_SHORT]
    assert game.battle.units[0].pose == Pose(3600, 3100)


def test_a_pursuer_may_pass_other_enemies_nearer_than_four_inches() -> None:
    """pursuit.move: one stands 2 in beside the place where the pursuit begins."""
    beside = unit(2, 46, 22, 180, side=1)
    scene = engaged(WINNER, WORN, beside, *FAR_AWAY)
    game, hand = play(scene, *BEATS_WORN, 3, 4, 1)
    hand.assert_used()
    assert game.battle.units[0].pose == Pose(3600, 3100)


def test_a_pursuer_that_would_stop_near_an_enemy_stops_at_the_last_clear_place() -> None:
    """pursuit.move: its front passes 4 in from an enemy beside its way 7 in on, and comes nearer after it."""
    beside = unit(2, 45, 33, 180, side=1)
    scene = engaged(WINNER, WORN, beside, *FAR_AWAY)
    game, hand = play(scene, *BEATS_WORN, 3, 4, 1)
    hand.assert_used()
    stopped = game.battle.units[0].pose
    assert stopped is not None
    far = ((41 - 40) ** 2 + (33 - stopped.y / INCH) ** 2) ** 0.5
    assert far == pytest.approx(4, abs=0.03)


def test_the_pursuer_turns_to_the_line_of_the_router() -> None:
    """pursuit.move: along the way of its centre, turned about the pursuer's own."""
    router = unit(1, 50, 34, 45, side=1, routing=1)
    scene = lines(WINNER, router)
    start = Pose(3600 + 400, 2000 + 400, 1800)
    way = track(scene, WINNER, Flight(1, start))
    from_centre = (36 + 4, 20 + 4 + 1), (50 - 2**-0.5, 34 - 2**-0.5)
    run = ((from_centre[1][0] - from_centre[0][0]) ** 2 + (from_centre[1][1] - from_centre[0][1]) ** 2) ** 0.5
    assert way.gone / INCH == pytest.approx(run, abs=0.02)
    assert way.faced.heading == pytest.approx(482.5, abs=1)


# ------------------------------------------------------------------ what bars it
def beside_the_way(*units: Regiment, **more: Any) -> LibertyBattle:
    """The router stands half aside of the winner, so that what bars the one does not stop the other."""
    router = unit(1, 42, 20, 180, side=1, hits=8)
    return engaged(WINNER, router, *units, *FAR_AWAY, **more)


BEATS_HALF = [*blow(9, 5), *blow(9, 1), 1, 1, 1]


def test_a_friend_in_the_way_bars_the_pursuit() -> None:
    """pursuit.barred: the unit holds where it stands."""
    game, hand = play(beside_the_way(unit(2, 30, 28)), *BEATS_HALF, 1, 4, 3)
    hand.assert_used()
    assert catches(game) == [Catch.HOLDS]
    assert game.battle.units[0].pose == WINNER.pose


def test_impassable_ground_bars_the_pursuit() -> None:
    """pursuit.barred, pursuit.unable"""
    house = ground("building", (31, 26), (33, 26), (33, 28), (31, 28))
    game, hand = play(beside_the_way(pieces=(house,)), *BEATS_HALF, 1, 4, 3)
    hand.assert_used()
    assert catches(game) == [Catch.HOLDS]
    assert game.battle.units[0].pose == WINNER.pose


def test_without_it_the_same_pursuit_catches() -> None:
    """pursuit.move: laid middle on middle against the router."""
    game, hand = play(beside_the_way(), *BEATS_HALF, 1, 4, 3, *blow(16, 0), *blow(10, 0), 1)
    hand.assert_used()
    assert game.battle.units[0].pose == Pose(4200, 3300)


def test_another_enemy_on_the_way_is_charged_with_determination() -> None:
    """pursuit.new-enemy, pursuit.new-enemy.detail, melee.dice.charging.first

    The charge goes out from where the pursuit began; no further die is rolled; the melee is fought in the
    next phase, the pursuer counting as charging.
    """
    game, hand = play(beside_the_way(unit(2, 30, 28, 180, side=1)), *BEATS_HALF, 1, 4, 3)
    while isinstance(game.question, Choose) and game.question.decision != "concede":
        assert game.question.decision == "charge-response"
        game.answer(game.question.options[0])
    hand.assert_used()
    assert events(game, PursuitTurned) == [PursuitTurned(0, 2)]
    assert UnitsEngaged(0, (2,), charging=True) in events(game, UnitsEngaged)
    assert game.battle.engagements == ((0, 2),)
    assert len(events(game, MeleeBegan)) == 1
    assert game.battle.units[0].charging


# ------------------------------------------------------------------ the ground
def test_difficult_ground_slows_the_pursuer_and_not_the_router() -> None:
    """pursuit.move, terrain.difficult.rout: 8 and a die against 12 and a die; it stops 4 in behind."""
    rough = ground("rough", (30, 26), (42, 26), (42, 28), (30, 28))
    game, hand = play(lines(WINNER, WORN, pieces=(rough,)), *BEATS_WORN, 1, 4, 3)
    hand.assert_used()
    assert catches(game) == [Catch.FALLS_SHORT]
    assert game.battle.units[0].pose == Pose(3600, 2900)


def test_scouts_are_not_slowed_except_in_the_other_reading() -> None:
    """special.scouts.charge"""
    rough = ground("rough", (30, 26), (42, 26), (42, 28), (30, 28))
    scouts = unit(0, 36, 20, profile="continental.militia-cavalry")
    scene = lines(scouts, WORN, pieces=(rough,))
    assert scouts.pose is not None
    assert not is_slowed(scene, scouts, scouts.pose, 13 * INCH)
    printed = replace(scene, readings=Readings((("special.scouts.charge", 1),)))
    assert is_slowed(printed, scouts, scouts.pose, 13 * INCH)
    assert is_slowed(scene, WINNER, scouts.pose, 13 * INCH)
    assert not is_slowed(scene, WINNER, scouts.pose, 6 * INCH), "it is not on the way"


def test_a_column_on_a_road_is_not_slowed() -> None:
    """movement.road.on: every base keeps to the road through the rough ground."""
    rough = ground("rough", (30, 26), (42, 26), (42, 28), (30, 28))
    road = Piece("the road", "road", line=(Point(3600, 0), Point(3600, 4800)), width=500)
    scene = lines(WINNER, WORN, pieces=(rough, road))
    assert WINNER.pose is not None
    narrow = unit(0, 36, 20, bases=2, profile="continental.militia-cavalry")
    assert is_slowed(scene, WINNER, WINNER.pose, 13 * INCH)
    assert narrow.pose is not None
    printed = replace(scene, readings=Readings((("special.scouts.charge", 1),)))
    assert not is_slowed(printed, narrow, narrow.pose, 13 * INCH)


FENCE = fence((20, 25), (50, 25))


@pytest.mark.parametrize(("loss", "catch"), [(1, Catch.CATCHES), (2, Catch.FALLS_SHORT)])
def test_an_obstacle_costs_the_pursuer_as_it_costs_the_router(loss: int, catch: Catch) -> None:
    """pursuit.move, movement.obstacle: the router comes 15 - 4 in, the pursuer 13 - 2 or 13 - 3."""
    free = [*blow(16, 0), *blow(10, 0), 1, 1] if catch is Catch.CATCHES else []
    scene = lines(WINNER, WORN, pieces=(FENCE,))
    game, _ = play(scene, *BEATS_WORN, 3, 3, 4, 1, loss, *free)
    assert catches(game) == [catch]


def test_a_pursuer_that_cannot_bring_its_rank_over_stops_at_the_obstacle() -> None:
    """movement.obstacle.when: 13 in rolled, the fence at 8, a loss of 4; its rank is over at 10."""
    scene = lines(WINNER, WORN, pieces=(fence((20, 28), (50, 28)),))
    game, hand = play(scene, *BEATS_WORN, 3, 1, 4, 1, 3)
    hand.assert_used()
    assert game.battle.units[0].pose == Pose(3600, 2800)


def test_the_other_reading_makes_obstacles_cheap() -> None:
    """movement.obstacle.sign: D3-1 in, so that 13 and 1 are 13."""
    scene = replace(
        lines(WINNER, WORN, pieces=(fence((20, 28), (50, 28)),)),
        readings=Readings((("movement.obstacle.sign", 1),)),
    )
    game, _ = play(scene, *BEATS_WORN, 1, 1, 4, 1, 1, *blow(16, 0), *blow(10, 0), 1, 1)
    assert catches(game) == [Catch.CATCHES]


def test_an_obstacle_under_its_bases_is_no_longer_on_the_way() -> None:
    """terrain.obstacle.under: it was struck across; following ranks come over free of charge."""
    assert WINNER.pose is not None
    across = lines(WINNER, WORN, pieces=(fence((20, 19.5), (50, 19.5)),))
    assert on_the_way(across, WINNER, WINNER.pose, 13 * INCH) == ()
    ahead = lines(WINNER, WORN, pieces=(fence((20, 20.4), (50, 20.4)),))
    assert len(on_the_way(ahead, WINNER, WINNER.pose, 13 * INCH)) == 1


# ------------------------------------------------------------------ several
def test_several_winners_each_roll_and_follow_in_their_owners_order() -> None:
    """pursuit.several, pursuit.compulsory: once the router is caught nobody else pursues it."""
    pair = unit(0, 32, 20), WORN, unit(2, 40, 20)
    scene = engaged(*pair, *FAR_AWAY, pairs=((0, 1), (1, 2)))
    struck = [*([6] * 5 + [1] * 5), *([1] * 10), *([1] * 5), *([6] * 2 + [1] * 8), 1, 1, 1, 1, 1]
    game, hand = play(scene, *struck, 1, 4, 5, 1, *blow(16, 0), *blow(10, 0), 1)
    assert isinstance(game.question, Choose)
    assert (game.question.decision, game.question.seat) == ("pursuit-order", 0)
    assert game.question.options == (Follow(0, 1), Follow(2, 1))
    assert game.question.prompt(game.battle).labels[1] == "Unit 2 pursues Unit 1"
    game.answer(Follow(2, 1))
    hand.assert_used()
    assert catches(game) == [Catch.CATCHES]
    assert game.battle.units[0].pose == pair[0].pose
    assert game.battle.units[2].pose == Pose(3600, 3300)


def test_after_several_routers_the_pursuer_follows_one_of_its_owners_choice() -> None:
    """pursuit.several"""
    pair = unit(1, 32, 20, 180, side=1, hits=8), unit(2, 40, 20, 180, side=1, hits=8)
    scene = engaged(WINNER, *pair, *FAR_AWAY, pairs=((0, 1), (0, 2)))
    struck = [*([6] * 6 + [1] * 6), *([1] * 6), *([1] * 9), *([1] * 9)]
    game, hand = play(scene, *struck, 1, 1, 1, 1, 1, 1, 1, 2, 4)
    assert isinstance(game.question, Choose)
    assert game.question.decision == "test-order"
    game.answer(game.question.options[0])
    hand.assert_used()
    assert isinstance(game.question, Choose)
    assert (game.question.decision, game.question.options) == ("pursuit-order", (Follow(0, 1), Follow(0, 2)))


def test_the_impetuous_pursue_without_a_roll() -> None:
    """special.impetuous"""
    game, hand = play(lines(impetuous(WINNER), WORN), *BEATS_WORN, 3, 1)
    hand.assert_used()
    assert catches(game) == [Catch.FALLS_SHORT]


def test_a_router_with_no_way_open_is_broken_and_the_winner_breaks_through() -> None:
    """melee.after.broken, rout.edge.conflict: it stands at the edge of the table already."""
    at_edge = lines(unit(0, 36, 46), unit(1, 36, 46, 180, side=1, hits=8))
    game, _ = play(at_edge, *BEATS_WORN, 4)
    assert game.battle.units[1].broken
    assert catches(game) == []
    assert [event.unit for event in events(game, UnitBrokeThrough)] == [0]


# ------------------------------------------------------------------ breakthrough
def behind(distance: float = 12, *, winner: Regiment = WINNER) -> LibertyBattle:
    """A SHAKEN enemy about to break, and another so far behind it."""
    return engaged(winner, SHAKEN, unit(2, 36, 20 + distance, 180, side=1, profile=MILITIA), *FAR_AWAY)


def charge_home(game: Game[LibertyBattle]) -> None:
    """The target of a charge holds."""
    while isinstance(game.question, Choose) and game.question.decision == "charge-response":
        game.answer(game.question.options[0])


def test_one_to_three_and_nobody_breaks_through() -> None:
    """breakthrough.roll, melee.after.broken"""
    game, hand = play(behind(), *BREAKS_SHAKEN, 3)
    hand.assert_used()
    assert game.battle.units[1].broken
    assert events(game, UnitBrokeThrough) == []
    assert game.battle.units[0].pose == WINNER.pose


def test_a_breakthrough_is_a_determined_charge_fought_in_the_next_phase() -> None:
    """breakthrough.charge, breakthrough.detail, breakthrough.join: 12 in and a die of 1 reach it."""
    game, hand = play(behind(), *BREAKS_SHAKEN, 4, 1)
    assert isinstance(game.question, Choose)
    assert (game.question.decision, game.question.seat) == ("breakthrough-target", 0)
    assert game.question.options == (2, None)
    assert game.question.prompt(game.battle).labels == ("Charge Unit 2", "Hold its ground")
    game.answer(2)
    charge_home(game)
    hand.assert_used()
    charger = game.battle.units[0]
    assert (charger.pose, charger.charging, charger.broke_through) == (Pose(3600, 3200), True, True)
    assert game.battle.engagements == ((0, 2),)
    assert len(events(game, MeleeBegan)) == 1


def test_who_breaks_through_may_hold() -> None:
    """breakthrough.detail"""
    game, hand = play(behind(), *BREAKS_SHAKEN, 4)
    game.answer(None)
    hand.assert_used()
    assert events(game, UnitBrokeThrough) == [UnitBrokeThrough(0, None)]
    assert game.battle.units[0].pose == WINNER.pose


def test_with_no_legal_target_it_holds() -> None:
    """breakthrough.detail: 15 in and a hair is out of range, and nobody is asked."""
    game, hand = play(behind(15.1), *BREAKS_SHAKEN, 4)
    hand.assert_used()
    assert asked(game) == [("concede", 0)]
    assert events(game, UnitBrokeThrough) == [UnitBrokeThrough(0, None)]


def test_the_impetuous_must_charge_the_nearest() -> None:
    """special.impetuous, special.impetuous.must: no die for it and no question."""
    game, hand = play(behind(winner=impetuous(WINNER)), *BREAKS_SHAKEN, 1)
    charge_home(game)
    hand.assert_used()
    assert events(game, UnitBrokeThrough) == [UnitBrokeThrough(0, 2)]
    assert "breakthrough-target" not in [decision for decision, _ in asked(game)]


def test_one_breakthrough_a_turn() -> None:
    """breakthrough.limit: no die is rolled for a second."""
    scene = behind(winner=replace(impetuous(WINNER), broke_through=True))
    run = ProcedureRun[LibertyBattle](
        do(break_through, scene, scene.units[0]), lambda throw: 1, lambda battle, event: battle
    )
    assert run.result is scene


# ------------------------------------------------------------------ words
def test_everything_in_a_pursuit_has_words() -> None:
    game, _ = play(lines(WINNER, WORN), *BEATS_WORN, 2, 4, 2, *blow(16, 2), *blow(10, 1), 1)
    told = [event.sentence(game.battle, game.battle) for event in events(game, UnitPursued, FreeRoundBegan)]
    assert told == [
        "Unit 0 pursues Unit 1 and catches it",
        "Unit 0 attacks Unit 1 from behind: 16 dice against 10",
    ]
    turned, broke = PursuitTurned(0, 1), UnitBrokeThrough(0, 1)
    assert turned.sentence(game.battle, game.battle) == "Unit 0 meets Unit 1 in its pursuit and charges it"
    assert broke.sentence(game.battle, game.battle) == "Unit 0 breaks through and charges Unit 1"
    assert UnitBrokeThrough(0, None).sentence(game.battle, game.battle) == "Unit 0 breaks through and holds"

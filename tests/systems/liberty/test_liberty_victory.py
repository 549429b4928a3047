"""Break points, victory points and degrees of victory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.play import Game
from sandtable.systems.liberty import victory
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Reserve, Step
from sandtable.systems.liberty.profiles import UnitType
from sandtable.systems.liberty.roster import Objective
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.system import SYSTEM
from sandtable.systems.liberty.turn import Resolve, end_player_turn
from tests.systems.liberty.drill import at, drill
from tests.systems.liberty.parade import LIGHTS, battle, unit

Case = Callable[[str], dict[str, Any]]

BROKEN, SHAKEN, WORN, STEADY = 24, 16, 8, 0


def army(side: int, first: int, hits: list[int]) -> list[Regiment]:
    """Four-base infantry units with so many hits each; those with 24 are broken."""
    units = [
        unit(first + n, 5 + 9 * n, 10 + 20 * side, 180 * side, side=side, hits=taken)
        for n, taken in enumerate(hits)
    ]
    return [replace(one, pose=None, broken=True) if one.hits >= BROKEN else one for one in units]


def armies(left: list[int], right: list[int]) -> LibertyBattle:
    return battle(*army(0, 0, left), *army(1, len(left), right))


def test_an_army_breaks_with_half_its_units_rounded_up(case: Case) -> None:
    """lib-067: victory.break-point"""
    points = [victory.break_point(armies([0] * units, [0]), 0) for units in (6, 7, 9, 14)]
    assert points == case("lib-067")["break_points"]


def test_points_are_scored_for_enemy_units_once_each(case: Case) -> None:
    """lib-068: victory.vp.broken, victory.vp.shaken, victory.vp.worn, victory.vp.break-point"""
    scene = armies(
        [BROKEN] * 4 + [SHAKEN] + [WORN] * 2 + [STEADY], [BROKEN] + [SHAKEN] * 2 + [WORN] * 3 + [STEADY] * 2
    )
    assert victory.points(scene, 0).total == case("lib-068")["vp_a"]
    assert victory.points(scene, 1).total == case("lib-068")["vp_b"]
    ended = victory.outcome(scene)
    assert (ended.winner, ended.degree) == (1, "major victory")


@pytest.mark.parametrize(
    ("worn", "winner", "degree"),
    [(5, None, "draw"), (6, 0, "minor victory"), (12, 0, "minor victory"), (13, 0, "major victory")],
)
def test_the_degree_goes_by_the_difference(worn: int, winner: int | None, degree: str) -> None:
    """victory.level: 0-5 a draw, 6-12 minor, 13 and more major."""
    scene = armies([STEADY], [WORN] * worn)
    ended = victory.outcome(scene)
    assert (ended.winner, ended.degree) == (winner, degree)


# ----------------------------------------------------------------- who is counted
def test_units_still_to_arrive_count_for_the_break_point() -> None:
    """victory.units: two of five on the table, the break point is three all the same."""
    scene = armies([0] * 5, [0])
    later = tuple(Reserve(3, "bottom", 3600, 0, unit=n) for n in (2, 3, 4))
    for reserve in later:
        assert reserve.unit is not None
        scene = scene.with_unit(replace(scene.units[reserve.unit], pose=None))
    assert victory.break_point(replace(scene, reserves=later), 0) == 3


def test_a_withdrawn_unit_scores_for_nobody_but_counts_in_its_army() -> None:
    """victory.units, victory.vp.who: neither broken nor worth points, though it was WORN."""
    scene = armies([WORN, WORN, 0, 0], [0])
    gone = scene.with_unit(replace(scene.units[0], pose=None, withdrawn=True))
    assert (victory.points(scene, 1).total, victory.points(gone, 1).total) == (2, 1)
    assert victory.break_point(gone, 0) == 2
    assert not victory.has_broken(gone, 0)


def test_both_armies_score_if_both_break_at_the_same_moment() -> None:
    """victory.units, victory.vp.break-point"""
    scene = armies([BROKEN], [BROKEN])
    assert [victory.points(scene, side).total for side in (0, 1)] == [15, 15]
    assert victory.outcome(scene).winner is None
    assert "Own and the Other army" in victory.outcome(scene).words


# ----------------------------------------------------------------- objectives
HILL = ((0.0, 0.0), (72.0, 0.0), (72.0, 12.0), (0.0, 12.0))


def aim_for(kind: Any, **more: Any) -> Objective:
    """Four points for the first side."""
    return Objective(id="hill", side="own", vp=4, kind=kind, area=HILL, text="the hill", **more)


def times(scene: LibertyBattle, objective: Objective) -> int:
    return victory.times_scored(scene, objective, 0)


def on_hill(number: int, x: float, *, side: int = 0, hits: int = 0, routing: int = 0) -> Regiment:
    return unit(number, x, 10, side=side, hits=hits, routing=routing)


def off_hill(number: int, x: float, *, side: int = 0, hits: int = 0) -> Regiment:
    return unit(number, x, 30, side=side, hits=hits)


def test_to_hold_is_to_have_a_sound_unit_there_and_the_enemy_none() -> None:
    """victory.objectives: hold"""
    hold = aim_for("hold")
    assert times(battle(on_hill(0, 10), off_hill(1, 40, side=1)), hold) == 1
    assert times(battle(on_hill(0, 10), on_hill(1, 40, side=1)), hold) == 0
    assert times(battle(on_hill(0, 10), on_hill(1, 40, side=1, hits=16)), hold) == 1, "his is SHAKEN"
    assert times(battle(on_hill(0, 10, hits=16), off_hill(1, 40, side=1)), hold) == 0, "ours is SHAKEN"
    assert times(battle(on_hill(0, 10, routing=1), off_hill(1, 40, side=1)), hold) == 0, "ours routs"
    assert times(battle(off_hill(0, 10), off_hill(1, 40, side=1)), hold) == 0


def test_to_deny_is_to_let_no_enemy_be_there_sound_or_not() -> None:
    """victory.objectives: deny"""
    deny = aim_for("deny")
    assert times(battle(off_hill(0, 10), off_hill(1, 40, side=1)), deny) == 1
    assert times(battle(off_hill(0, 10), on_hill(1, 40, side=1, hits=16, routing=1)), deny) == 0


def test_the_majority_counts_sound_units() -> None:
    """victory.objectives: majority"""
    more = aim_for("majority")
    two = on_hill(0, 10), on_hill(1, 20)
    assert times(battle(*two, on_hill(2, 40, side=1)), more) == 1
    assert times(battle(*two, on_hill(2, 40, side=1), on_hill(3, 55, side=1)), more) == 0, "as many"
    assert times(battle(on_hill(0, 10), on_hill(1, 20, hits=16), on_hill(2, 40, side=1)), more) == 0


def test_a_unit_is_in_an_area_if_any_part_of_a_base_is_but_not_by_touching_it() -> None:
    """victory.objectives: the rear edge of a line with its front at 14 lies on the edge of the area."""
    deny = aim_for("deny")
    assert times(battle(unit(0, 10, 40), unit(1, 40, 14, side=1)), deny) == 1
    assert times(battle(unit(0, 10, 40), unit(1, 40, 13.9, side=1)), deny) == 0


def test_each_counts_every_unit_that_meets_all_conditions() -> None:
    """victory.objectives: each"""
    scene = battle(
        on_hill(0, 10),
        on_hill(1, 20, side=1, hits=8),
        on_hill(2, 30, side=1, hits=16),
        replace(off_hill(3, 40, side=1, hits=24), pose=None, broken=True),
        on_hill(4, 50, side=1),
        unit(5, 60, 10, side=1, profile=LIGHTS, hits=4),
    )
    worn = {"area": None, "state_at_least": State.WORN, "types": (UnitType.INFANTRY,)}
    assert times(scene, replace(aim_for("each"), **worn)) == 3, "WORN, SHAKEN and BROKEN infantry"
    assert times(scene, replace(aim_for("each"), state_at_least=State.SHAKEN)) == 1, "SHAKEN, on the hill"
    assert times(scene, replace(aim_for("each"), sound=True)) == 3
    assert times(scene, aim_for("each", whose="own")) == 1


def test_the_points_of_a_scenario_are_added_with_their_words() -> None:
    """victory.vp.scenario: four points for each of two units, for the side they belong to only."""
    both = battle(on_hill(0, 10), on_hill(1, 30), off_hill(2, 40, side=1))
    scene = replace(both, objectives=(aim_for("each", whose="own"),))
    assert victory.points(scene, 0).total == 8
    assert victory.points(scene, 1).total == 0
    assert "the hill" in str(victory.points(scene, 0))


def test_objectives_are_judged_when_the_game_ends_whatever_ended_it() -> None:
    """victory.objectives, victory.end: here because the enemy concedes."""
    scene = battle(on_hill(0, 10), off_hill(1, 40, side=1))
    scene = replace(scene, objectives=(aim_for("hold"),))
    scene = at(scene, Step.END)
    game = Game(SYSTEM, scene, PlannedHand(()))
    game.answer(Resolve.PLAY_ON)
    game.answer(Resolve.CONCEDE)
    assert game.battle.outcome is not None
    assert "Own 14, Other 0 victory points" in game.battle.outcome.words


# ----------------------------------------------------------------- the end
def test_a_player_may_concede_at_the_end_of_a_player_turn() -> None:
    """umpire.concede: his army counts as having reached its break point."""
    scene = at(armies([0], [0]), Step.END)
    done = drill(do(end_player_turn, scene), answers=[Resolve.CONCEDE])
    assert victory.has_broken(done.battle, 0)
    ended = victory.outcome(done.battle)
    assert (ended.winner, ended.rule) == (1, "umpire.concede")
    assert victory.points(done.battle, 1).total == 10


def test_nobody_concedes_by_chance() -> None:
    """umpire.concede: it stands, but is not among the sensible answers."""
    game = Game(SYSTEM, at(armies([0], [0]), Step.END), PlannedHand(()))
    assert game.question is not None
    assert game.question.sensible() == (Resolve.PLAY_ON,)


def test_the_battle_ends_after_the_last_turn_of_both_players() -> None:
    """victory.end, victory.turn-limit, turn.word-turn"""
    scene = replace(at(armies([0], [0]), Step.END), turn=10, first=1, active=0)
    done = drill(do(end_player_turn, scene), answers=[Resolve.PLAY_ON, Resolve.PLAY_ON])
    assert done.battle.outcome is not None
    assert (done.battle.outcome.degree, done.battle.outcome.rule) == ("draw", "victory.end")

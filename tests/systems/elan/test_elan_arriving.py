"""Arrivals: reinforcements come on in march column with their commanders, or wait for room."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.arriving import Coming, UnitArrived, arrivals_step, comings_open
from sandtable.systems.elan.battle import Brigade, ElanBattle, ElanUnit, Fate, Reserve, Step
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.leader_events import LeaderPlaced, LeaderSucceeded
from sandtable.systems.elan.muster import muster
from sandtable.systems.elan.troops import Formation
from sandtable.table.space import Point, Pose
from tests.systems.elan.bivouac import GUNS, battle, leader, on_hexes, place_of, scenario, unit
from tests.systems.elan.playing import play

ENEMY = unit(0, 50, 70, 180, side=1)


def waiting(*others: ElanUnit, profiles: tuple[str, ...] = ("us-line-1863",), turn: int = 3) -> ElanBattle:
    """A battle in the arrivals step of a turn with a brigade due on turn 3 at (50, 0), and its commander."""
    placed = (ENEMY, *others)
    coming = tuple(
        replace(unit(len(placed) + place, 1, 1, profile=profile), pose=None)
        for place, profile in enumerate(profiles)
    )
    fought = battle(*placed, *coming, leaders=(leader(0), leader(1, 0, 60, 71)))
    fought = replace(
        fought,
        brigades=(
            Brigade(key="south", name="South", side=0, units=tuple(one.id for one in coming), commander=0),
            fought.brigades[1],
        ),
        reserves=(Reserve(0, 3, "bottom", Point(5000.0, 0.0)),),
        step=Step.ARRIVALS,
        turn=turn,
    )
    return replace(fought, units=tuple(_in_its_brigade(one, len(placed)) for one in fought.units))


def _in_its_brigade(one: ElanUnit, first: int) -> ElanUnit:
    return replace(one, brigade=0 if one.id >= first else 1)


def test_a_brigade_comes_on_in_march_column_with_its_rear_on_the_edge() -> None:
    """setup.arrivals, turn.end: the guns limbered, the second where there is room beside the first"""
    fought = waiting(profiles=("us-line-1863", GUNS))
    first = play(arrivals_step, fought, answers=(Coming(1, Pose(5000, 600)),))
    assert first.asked == ("arrivals.place",)
    one = first.battle.units[1]
    assert (one.formation, one.pose) == (Formation.MARCH_COLUMN, Pose(5000, 600))
    second = play(arrivals_step, first.battle, answers=(Coming(2, Pose(5130, 600)),))
    guns = second.battle.units[2]
    assert (guns.formation, guns.pose) == (Formation.LIMBERED, Pose(5130, 600))
    assert second.battle.reserves == ()


def test_the_order_of_units_and_the_hand_are_their_owners() -> None:
    """setup.arrivals: half of 1 in and half of 1.5 in are 1.25 in, to the next tenth 1.3"""
    fought = waiting(profiles=("us-line-1863", GUNS))
    options = [coming for coming, _ in comings_open(fought)]
    assert options == [Coming(1, Pose(5000, 600)), Coming(2, Pose(5000, 600))]
    after = play(arrivals_step, fought, answers=(options[1],)).battle
    assert [coming for coming, _ in comings_open(after)] == [
        Coming(1, Pose(4870, 600)),
        Coming(1, Pose(5130, 600)),
    ]
    with pytest.raises(Refused):
        play(arrivals_step, after, answers=(Coming(1, Pose(6000, 600)),))


def test_the_commander_comes_on_within_an_inch_of_one_of_them() -> None:
    """setup.arrivals, arrivals.place"""
    fought = waiting(profiles=("us-line-1863", "us-line-1863"))
    there = play(arrivals_step, fought, answers=(Coming(1, Pose(5000, 600)),)).battle
    there = play(arrivals_step, there, answers=(Coming(2, Pose(5100, 600)),)).battle
    came = play(arrivals_step, there, answers=(2, Point(5200, 300)))
    assert came.asked == ("arrivals.place", "arrivals.place")
    assert came.battle.leaders[0].pose == Pose(5200, 300)
    assert [event.rule for event in came.events if isinstance(event, LeaderPlaced)] == ["setup.arrivals"]
    with pytest.raises(Refused):
        play(arrivals_step, there, answers=(2, Point(5300, 300)))


def test_who_is_due_later_waits_and_so_does_who_finds_no_room() -> None:
    """setup.arrivals: enemies 6 in from every point of the edge leave no room"""
    assert list(comings_open(waiting(turn=2))) == []
    enemies = tuple(unit(number, 12 * number - 6, 11, 180, side=1) for number in range(1, 10))
    barred = waiting(*enemies)
    assert list(comings_open(barred)) == []
    assert play(arrivals_step, barred).battle.active == 1
    assert barred.reserves == play(arrivals_step, barred).battle.reserves


def test_nobody_comes_on_nearer_than_six_inches_to_an_enemy() -> None:
    """setup.arrivals, scale.tolerance: an enemy line from x = 47 to 53 is 5 in ahead of a column 6 in deep.

    Its flank at x = 43.7 is the root of 25 + 3.3 x 3.3 = 5.99 in away, which counts as 6.
    """
    (left, _), (right, _) = comings_open(waiting(unit(1, 50, 11, 180, side=1)))
    assert (left.to.x, right.to.x) == (4320, 5680)


def test_a_single_unit_comes_on_without_a_question() -> None:
    """setup.arrivals"""
    came = play(arrivals_step, waiting())
    assert came.asked == ()
    assert isinstance(came.events[0], UnitArrived)


def test_on_hexes_they_take_the_entry_hex_and_those_beside_it() -> None:
    """setup.arrivals, hex.plan.points"""
    fought = waiting(profiles=("us-line-1863", "us-line-1863"))
    away = ((17, 13, 180), (0, 0, 0), (0, 0, 0))
    hexes = on_hexes(fought, *away)
    hexes = replace(hexes, units=(hexes.units[0], *(replace(one, pose=None) for one in hexes.units[1:])))
    options = [coming for coming, _ in comings_open(hexes)]
    assert {place_of(hexes, coming.to, coming.unit) for coming in options} == {(8, 0)}
    after = play(arrivals_step, hexes, answers=(options[0],)).battle
    assert [place_of(after, coming.to, 2) for coming, _ in comings_open(after)] == [(7, 0), (9, 0)]
    after = play(arrivals_step, after, answers=(next(coming for coming, _ in comings_open(after)),)).battle
    assert play(arrivals_step, after, answers=(2,)).battle.leaders[0].is_present


def test_after_both_sides_successors_take_over() -> None:
    """leaders.replacement, turn.end"""
    fought = waiting(turn=2)
    lost = replace(fought.leaders[1], pose=None, fate=Fate.KILLED, last=Point(5000.0, 7000.0))
    fought = replace(fought, leaders=(fought.leaders[0], lost))
    first = play(arrivals_step, fought)
    assert not any(isinstance(event, LeaderSucceeded) for event in first.events)
    ended = play(arrivals_step, first.battle, answers=(Point(5000, 7150),))
    assert any(isinstance(event, LeaderSucceeded) for event in ended.events)
    assert ended.battle.step is Step.ARMY_MORALE


@pytest.mark.parametrize("scale", list(Scale))
@pytest.mark.parametrize("name", ["quatre-bras", "mcphersons-ridge", "swiepwald"])
def test_every_brigade_of_a_scenario_has_room_to_come_on(name: str, scale: Scale) -> None:
    """setup.arrivals, scale.scenario"""
    fought = muster(scenario(name), Readings((("scale", tuple(Scale).index(scale)),)))
    fought = replace(fought, turn=12, step=Step.ARRIVALS)
    for side in (0, 1):
        fought = replace(fought, active=side)
        while comings := list(comings_open(fought)):
            (coming, stance), *_ = comings
            fought = UnitArrived(coming.unit, stance.formation, stance.shape, stance.to).apply(fought)
    assert all(one.pose is not None for one in fought.units)
    assert fought.reserves == ()

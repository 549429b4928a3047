"""Fleeing: where units go that evade, retire or rout, and what stops them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle import fleeing
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.engagements import Track
from sandtable.systems.eagle.events import UnitFled, UnitRemoved
from sandtable.systems.eagle.fleeing import Swing
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.records import Flight, Record, Removal
from sandtable.systems.eagle.troops import Formation
from sandtable.table.movement import Turn
from sandtable.table.space import Pose
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    AUXILIARY,
    CAMPS,
    CHARIOTS,
    VEXILLATION,
    WARBAND,
    battle,
    box,
    play,
    touching,
    unit,
)


def beaten(*others: Any, **state: Any) -> EagleBattle:
    """A cohort in contact with a warband ahead of it, and others."""
    plain: dict[str, Any] = {"profile": AUXILIARY}
    pieces = state.pop("pieces", ())
    whole = state.pop("whole", {})
    loser = unit(0, 20, 20, **{**plain, **state})
    winner = unit(1, 20, 20, 180, side=1, profile=WARBAND)
    return battle(loser, winner, *others, contacts=(touching(1, 0),), pieces=pieces, **whole)


# --------------------------------------------------------------------- how far and where to
def test_infantry_retires_an_average_die_a_d6_and_two_inches_straight_away() -> None:
    """after.retire.detail, movement.unformed-move.dice, movement.compulsory.direction"""
    played = play(fleeing.retire, beaten(), 0, 1, faces=(3, 4))
    after = played.battle.units[0]
    assert played.told(UnitFled) == (UnitFled(0, Flight.RETIRE, Pose(2000, 1000, 1800), 1800, 900),)
    assert (after.formed, after.record, after.routing) == (False, Record.RETIRE, False)
    assert played.battle.contacts == ()


def test_cavalry_rolls_two_d6_and_has_three_inches_head_start() -> None:
    """movement.unformed-move.dice, movement.cavalry.moved-before"""
    played = play(fleeing.retire, beaten(profile=ALA), 0, 1, faces=(2, 1, 1))
    assert played.told(UnitFled)[0].distance == 700


@pytest.mark.parametrize("flee", [fleeing.retire, fleeing.rout])
def test_a_beaten_unit_goes_straight_away_as_the_enemy_that_beat_it_faces(flee: Any) -> None:
    """movement.compulsory.direction: not aslant, though it overlaps him only in part"""
    fought = battle(unit(0, 20, 20), unit(1, 24, 20, 180, side=1), contacts=(touching(1, 0),))
    fled = play(flee, fought, 0, 1, faces=(3, 4)).told(UnitFled)[0]
    assert (fled.heading, fled.to) == (1800, Pose(2000, 1000, 1800))


@pytest.mark.parametrize(
    ("face", "x", "facing", "heading"), [("right", 17, 90, 2700), ("left", 23, 270, 900)]
)
def test_a_unit_beaten_at_the_flank_of_an_enemy_goes_straight_away_from_that_side(
    face: Any, x: float, facing: float, heading: int
) -> None:
    """movement.compulsory.direction"""
    # He faces down: his right is at x = 17, his left at 23; the unit struck him there and is thrown back.
    enemy, loser = unit(1, 20, 20, 180, side=1), unit(0, x, 20.5, facing)
    fought = battle(loser, enemy, contacts=(touching(0, 1, face),))
    assert play(fleeing.retire, fought, 0, 1, faces=(3, 4)).told(UnitFled)[0].heading == heading


def test_the_line_of_evaders_runs_from_the_front_of_the_enemy_through_the_middle_of_the_unit() -> None:
    """movement.compulsory.direction: by the other reading that of beaten units too"""
    units, other = (unit(0, 20, 20), unit(1, 26, 25.5, 225, side=1)), Readings(((Reading.STRAIGHT_AWAY, 1),))
    # From (26, 25.5) to the middle at (20, 19.5) is straight down and to the left.
    assert fleeing.away_from(battle(*units), 0, 1) == 2250
    assert fleeing.away_from(battle(*units), 0, None) == 1800
    aslant = battle(units[0], unit(1, 26, 25.5, 200, side=1), readings=other)
    assert fleeing.driven_from(aslant, 0, 1) == 2250
    assert fleeing.driven_from(replace(aslant, readings=Readings()), 0, 1) == 2000


def test_a_retirement_strikes_friends_before_it_begins() -> None:
    """morale.dp.when, morale.dp.mi-retiring, morale.dp.same-combat"""
    friends = unit(2, 28, 20), unit(3, 12, 20)
    played = play(fleeing.retire, beaten(*friends), 0, 1, (3,), faces=(3, 4))
    assert [one.dp for one in played.battle.units] == [0, 0, 1, 0]


# --------------------------------------------------------------------- the edge, enemies, ground
def test_a_retiring_unit_stops_at_the_edge_and_a_routing_one_leaves_the_table() -> None:
    """movement.table-edge"""
    low = battle(unit(0, 20, 6), unit(1, 20, 6, 180, side=1), contacts=(touching(1, 0),))
    stopped = play(fleeing.retire, low, 0, 1, faces=(5, 6))
    assert stopped.battle.units[0].pose == Pose(2000, 0, 1800)
    gone = play(fleeing.rout, low, 0, 1, faces=(5, 6))
    assert gone.told(UnitRemoved) == (UnitRemoved(0, Removal.LEFT),)


def test_enemies_that_do_not_rout_stop_a_fugitive_an_inch_short() -> None:
    """movement.table-edge"""
    behind = unit(2, 20, 14, side=1, ranks=(6,))
    played = play(fleeing.retire, beaten(behind), 0, 1, faces=(5, 6))
    # The enemy's front is at 14; 1 in short of it the fugitive's own front, now below, is at 15.
    assert played.battle.units[0].pose == Pose(2000, 1500, 1800)
    router = unit(2, 20, 14, side=1, ranks=(6,), routing=True, formed=False)
    assert play(fleeing.retire, beaten(router), 0, 1, faces=(5, 6)).told(UnitFled)[0].distance == 1300


def test_an_enemy_beside_its_way_upon_whom_a_unit_only_turns_does_not_stop_it() -> None:
    """movement.compulsory.direction: the place where it ends alone needs to be clear"""
    loser = unit(0, 20, 20)
    winners = unit(1, 21, 20, 180, side=1, ranks=(2,)), unit(2, 17.5, 20, 180, side=1, ranks=(2,))
    other = Readings(((Reading.STRAIGHT_AWAY, 1),))
    fought = battle(loser, *winners, contacts=(touching(1, 0), touching(2, 0)), readings=other)
    # Away from (21, 20) through its middle at (20, 19.5) it turns upon the other, who stands before its left.
    fled = play(fleeing.retire, fought, 0, 1, faces=(3, 4)).told(UnitFled)[0]
    assert (fled.distance, fled.heading) == (900, 2434)
    ahead = battle(loser, winners[0], unit(2, 14, 17, 63.4, side=1, ranks=(6,)))
    # He stands on its way, 6.09 in from its middle: half an inch of its own depth and an inch are kept.
    stopped = fleeing._moved(ahead, loser, Flight.RETIRE, 2434, 900).taken
    assert stopped is not None
    assert 0 < stopped.gone < 609


def test_closed_ground_beside_its_way_upon_which_a_unit_only_turns_does_not_stop_it() -> None:
    """movement.compulsory.direction, movement.table-edge"""
    pond = box("deep river or cliff", 17.2, 20.2, 22.8, 23)
    fought = battle(unit(0, 20, 20), unit(1, 23, 20, 180, side=1), pieces=(pond,))
    assert play(fleeing.retire, fought, 0, 1, faces=(3, 4)).told(UnitFled)[0].distance == 900


def test_a_unit_that_finds_no_way_passes_nobody_and_crosses_no_ground() -> None:
    """movement.table-edge, movement.passage.detail, terrain.rough.detail"""
    marsh = box("marsh", 10, 10, 30, 18.9)
    wall, friend = unit(2, 20, 19, side=1, ranks=(6,)), unit(3, 20, 15, moved=True)
    fought = beaten(wall, friend, pieces=(marsh,))
    after = play(fleeing.retire, fought, 0, 1, (3,), faces=(3, 4))
    assert after.told(UnitFled)[0].distance == 0
    assert [after.battle.units[number].dp for number in (0, 3)] == [0, 0]


def test_a_unit_stopped_by_ground_may_be_swung_past_it() -> None:
    """movement.compulsory.direction, decision.swing: up to 22.5 degrees"""
    pond = box("deep river or cliff", 20.5, 8, 30, 14)
    fought = beaten(pieces=(pond,))
    straight = play(fleeing.retire, fought, 0, 1, answers=(Swing(0, 500),), faces=(5, 6))
    assert straight.battle.units[0].pose == Pose(2000, 1400, 1800)
    assert straight.asked == ("decision.swing",)


def test_a_unit_stopped_by_an_enemy_may_be_swung_past_him() -> None:
    """movement.compulsory.direction, decision.swing: an enemy who does not rout, an inch short of him"""
    corner = unit(2, 23.6, 14, side=1, ranks=(2,))
    played = play(fleeing.retire, beaten(corner), 0, 1, answers=(Swing(0, 400),), faces=(5, 6))
    # He stands at x = 22.1 to 25.1, his front at 14; an inch before it the unit's own is at 15.
    assert played.asked == ("decision.swing",)
    assert played.battle.units[0].pose == Pose(2000, 1500, 1800)


def test_a_unit_stopped_by_the_edge_or_by_friends_is_not_swung() -> None:
    """movement.compulsory.direction, decision.swing: only ground and enemies are avoided"""
    # In the corner of the table other directions would lead farther, and beside the friend too.
    low = battle(unit(0, 20, 6), unit(1, 20, 6, 180, side=1), contacts=(touching(1, 0),))
    assert play(fleeing.retire, low, 0, 1, faces=(5, 6)).asked == ()
    friend = unit(2, 23.6, 12.5, ranks=(2,))
    stopped = play(fleeing.retire, beaten(friend), 0, 1, faces=(3, 2))
    assert (stopped.asked, stopped.told(UnitFled)[0].distance) == ((), 650)


def test_the_directions_offered_lead_farther_and_lie_within_the_limit() -> None:
    """decision.swing"""
    fought = beaten(pieces=(box("deep river or cliff", 22, 8, 30, 14),))
    straight = fleeing._moved(fought, fought.units[0], Flight.RETIRE, 1800, 1300).taken
    assert straight is not None
    options = fleeing.swings(fought, fought.units[0], Flight.RETIRE, 1800, 1300, straight)
    assert options[0] == Swing(0, straight.gone)
    assert len(options) > 1
    assert all(abs(one.angle) <= 225 and one.distance > straight.gone for one in options[1:])
    chosen = max(options, key=lambda one: one.distance)
    went = play(fleeing.retire, fought, 0, 1, answers=(chosen,), faces=(5, 6))
    assert went.told(UnitFled)[0].distance == chosen.distance


def test_rough_ground_stops_fleeing_cavalry_and_disorders_retiring_infantry() -> None:
    """movement.table-edge, terrain.rough.detail, terrain.rough.mi"""
    wood = box("wood", 0, 8, 72, 14)
    horse = play(fleeing.retire, beaten(profile=ALA, pieces=(wood,)), 0, 1, faces=(5, 6, 6))
    assert horse.battle.units[0].pose == Pose(2000, 1400, 1800)
    foot = play(fleeing.retire, beaten(pieces=(wood,)), 0, 1, faces=(5, 6))
    assert foot.battle.units[0].dp == 1


def test_wagons_stop_the_britons_who_flee() -> None:
    """army.scenario, movement.table-edge"""
    romans, britons = CAMPS
    camps = (romans, type(britons)("britons", "Britons", britons.nation, "top", baggage="wagons"))
    band = unit(0, 20, 34, 180, side=1, profile=WARBAND, ranks=(4, 4))
    winner = unit(1, 20, 34, profile=VEXILLATION)
    wagons = box("village or camp", 0, 40, 72, 43, id="wagons")
    fought = battle(
        band, winner, contacts=(touching(1, 0),), pieces=(wagons,), camps=camps, specials=("wagon-wall",)
    )
    played = play(fleeing.retire, fought, 0, 1, faces=(5, 6))
    assert played.battle.units[0].pose == Pose(2000, 4000, 0)


# --------------------------------------------------------------------- friends in the way
def test_a_fugitive_passes_through_friends_and_never_ends_on_one() -> None:
    """movement.passage.detail: carried on in the same direction until clear"""
    friend = unit(2, 20, 12, ranks=(6,))
    played = play(fleeing.retire, beaten(friend), 0, 1, faces=(3, 3))
    # 8 in would end with its rear at 12, its front at 11, on the friend from 11 to 12: it goes 9 in.
    assert played.told(UnitFled)[0].distance == 900
    assert played.battle.units[0].pose == Pose(2000, 1000, 1800)


def test_a_fugitive_is_carried_no_farther_than_its_throw_and_the_depth_of_the_friends_it_passes() -> None:
    """movement.passage.detail: else it stops short of them"""
    # 7 in end with its front at 12 and its rear at 13: on the friend from 11.5 to 12.5, who is an inch deep.
    # It would be clear of him after 8.5 in, its rear at 11.5, but 7 + 1 are the most: it stops after 6.5.
    friend = unit(2, 20, 12.5, ranks=(6,))
    played = play(fleeing.retire, beaten(friend), 0, 1, faces=(3, 2))
    assert played.told(UnitFled)[0].distance == 650
    assert played.battle.units[2].dp == 0
    # A second friend before him is passed as well, and adds an inch: 8.5 in are allowed.
    passed = play(fleeing.retire, beaten(friend, unit(3, 20, 17, ranks=(6,))), 0, 1, faces=(3, 2))
    assert passed.told(UnitFled)[0].distance == 850


def test_a_fugitive_stops_short_of_the_friends_it_would_end_on_and_passes_those_before_them() -> None:
    """movement.passage.detail"""
    # Two ranks deep it turns with its front to 18; 7 in end at 11 to 13, on the farther friend at 11.2 to
    # 10.45. It is clear of him after 9.55 in, but 7 + 2 * 0.75 are the most: it stops before him, at 11.2.
    near, far = (
        unit(number, 20, y, profile=VEXILLATION, formation=Formation.LINE, ranks=(5,))
        for number, y in ((2, 17.5), (3, 11.2))
    )
    played = play(fleeing.retire, beaten(near, far, ranks=(2, 2)), 0, 1, faces=(3, 2))
    assert played.told(UnitFled)[0].distance == 680


def test_friends_abreast_are_as_deep_as_one() -> None:
    """movement.passage.detail"""
    friends = unit(2, 17.5, 12.5, ranks=(2,)), unit(3, 22.5, 12.5, ranks=(2,))
    assert fleeing.covered(beaten(*friends), (2, 3), 1800) == 100
    played = play(fleeing.retire, beaten(*friends), 0, 1, faces=(3, 2))
    assert played.told(UnitFled)[0].distance == 650
    assert played.asked == ()


def test_routers_disorder_the_formed_friends_they_run_through() -> None:
    """movement.passage, movement.passage.detail: near the enemy, one of them routing"""
    friend = unit(2, 20, 16, ranks=(6,))
    played = play(fleeing.rout, beaten(friend), 0, 1, faces=(3, 4))
    # Two points for the rout of a friend within 4 in, and one for the passage.
    assert played.battle.units[2].dp == 3
    retired = play(fleeing.retire, beaten(friend), 0, 1, faces=(3, 4))
    assert retired.battle.units[2].dp == 1


# --------------------------------------------------------------------- routs
def test_a_unit_that_routs_counts_as_broken_and_shaken() -> None:
    """rout.state, after.rout, morale.shaken.broken, movement.unformed-move.state"""
    after = play(fleeing.rout, beaten(), 0, 1, faces=(3, 4)).battle.units[0]
    assert (after.routing, after.shaken, after.formed, after.record) == (True, True, False, Record.ROUT)


def test_routers_who_cannot_move_at_all_are_destroyed() -> None:
    """movement.table-edge"""
    behind = unit(2, 20, 19, side=1, ranks=(6,))
    fought = battle(
        unit(0, 20, 20),
        unit(1, 20, 20, 180, side=1),
        behind,
        contacts=(touching(1, 0), touching(2, 0, "rear")),
    )
    played = play(fleeing.rout, fought, 0, 1, faces=(3, 4))
    assert played.told(UnitRemoved) == (UnitRemoved(0, Removal.DESTROYED),)


def test_continued_routs_have_no_head_start_and_go_straight_on() -> None:
    """rout.continue, movement.unformed-move.bonus"""
    runner = unit(0, 20, 20, 180, routing=True, shaken=True, formed=False)
    played = play(fleeing.run_on, battle(runner), 0, Flight.ROUT, faces=(3, 4))
    assert played.told(UnitFled)[0].distance == 700
    assert played.battle.units[0].pose == Pose(2000, 1300, 1800)


def test_a_supporter_goes_along_as_far_and_the_same_way_without_dice() -> None:
    """result.supporters.move"""
    behind = unit(2, 20, 18.5)
    fought = play(fleeing.retire, beaten(behind), 0, 1, (2,), faces=(3, 4)).battle
    track = fought.track_of(0)
    assert track == Track(0, Flight.RETIRE, Pose(2000, 2000), 1800, 900)
    played = play(fleeing.go_along, fought, 2, Flight.RETIRE, track, (0,))
    assert played.told(UnitFled)[0].distance == 900


# --------------------------------------------------------------------- evading
@pytest.mark.parametrize(("profile", "faces", "far"), [(ARCHERS, (3, 4), 900), (CHARIOTS, (3, 4, 2), 1200)])
def test_an_evader_runs_from_the_nearest_charger_and_faces_as_it_likes(
    profile: str, faces: tuple[int, ...], far: int
) -> None:
    """charge.evade, movement.unformed-move.bonus, decision.evader-facing"""
    evader = unit(0, 20, 20, profile=profile)
    chargers = unit(1, 20, 23, 180, side=1), unit(2, 20, 27, 180, side=1)
    played = play(fleeing.evade, battle(evader, *chargers), 0, (1, 2), answers=((Turn(1800),),), faces=faces)
    assert played.told(UnitFled)[0].distance == far
    after = played.battle.units[0]
    assert after.pose is not None
    assert (after.pose.heading, after.record) == (0, Record.EVADE)


def test_by_the_other_reading_every_rout_has_an_inch_for_each_die() -> None:
    """movement.unformed-move.bonus"""
    other = Readings(((Reading.EXTRA_INCH, 1),))
    runner = unit(0, 20, 20, 180, routing=True, shaken=True, formed=False)
    played = play(fleeing.run_on, battle(runner, readings=other), 0, Flight.ROUT, faces=(3, 4))
    assert played.told(UnitFled)[0].distance == 900


@pytest.mark.parametrize(
    ("how", "shocked"), [(Flight.RETIRE, True), (Flight.ROUT, True), (Flight.EVADE, False)]
)
def test_a_supporter_that_goes_along_shocks_its_friends_as_the_first_does(
    how: Flight, *, shocked: bool
) -> None:
    """result.supporters.move, morale.dp.mi-retiring: foot that retires or routs costs foot near it points"""
    fought = battle(unit(0, 36, 20), unit(1, 44, 20), unit(2, 36, 30, 180, side=1))
    done = play(fleeing.go_along, fought, 0, how, Track(2, how, Pose(3600, 2000), 1800, 300)).battle
    assert (done.units[1].dp > 0) is shocked

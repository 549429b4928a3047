"""After combat on the table: halting, relief of ranks, falling back, following up, passing through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.combat_events import (
    ContactLost,
    RanksRelieved,
    UnitFellBack,
    UnitFollowedUp,
    UnitPassedThrough,
    UnitStood,
)
from sandtable.systems.eagle.due import Stage, beaten_by, comrades, pending, stage_of
from sandtable.systems.eagle.engagements import Aftermath
from sandtable.systems.eagle.events import ContactMade, Disordered, UnitShifted
from sandtable.systems.eagle.giving_ground import do_touch, fall_back, ground_swept, pieces_at
from sandtable.systems.eagle.holding_ground import Relief, followers_of, give_ground, halt
from sandtable.systems.eagle.pressing_on import follow, ride_through
from sandtable.systems.eagle.records import AfterMove, Record, Role, Row
from sandtable.systems.eagle.troops import Formation
from sandtable.table.space import inches, standing
from tests.systems.eagle.arena import (
    ALA,
    AUXILIARY,
    BATAVI,
    CHARIOTS,
    LEGION,
    SKIRMISHERS,
    WARBAND,
    Played,
    battle,
    box,
    due,
    leader,
    play,
    touching,
    unit,
)

Case = Callable[[str], dict[str, Any]]


def after(*units: EagleUnit, aftermaths: tuple[Aftermath, ...], **state: Any) -> EagleBattle:
    return battle(*units, aftermaths=aftermaths, step=Step.AFTER_MOVES, **state)


def foes(**first: Any) -> tuple[EagleUnit, EagleUnit]:
    """A cohort at (20, 20) facing up, and a warband against its front."""
    return unit(0, 20, 20, **first), unit(1, 20, 20, 180, side=1, profile=WARBAND)


BACK = due(0, Row.SET_BACK, AfterMove.FALL_BACK, opponents=(1,))
FOLLOW = due(1, Row.SUCCESS, AfterMove.FOLLOW_UP_OR_PURSUE, opponents=(0,))


def told(procedure: Any, fought: EagleBattle, number: int, **planned: Any) -> Played:
    """What a procedure makes of what is due to one unit."""
    (aftermath,) = (one for one in fought.aftermaths if one.unit == number)
    return play(procedure, fought, aftermath, **planned)


def y_of(played: Played, number: int) -> float:
    return standing(played.battle.units[number]).y / 100


# -------------------------------------------------------------------- the cases
def test_a_legion_relieves_its_ranks_instead_of_falling_back(case: Case) -> None:
    """after-relief: after.fall-back.legion, after.relieve, after.relieve.who"""
    expected = case("after-relief")
    fought = after(
        unit(0, 20, 20, profile=LEGION, dp=5), foes()[1], aftermaths=(BACK,), contacts=(touching(1, 0),)
    )
    played = told(give_ground, fought, 0, answers=(Relief.STAY,))
    assert (played.battle.units[0].dp, y_of(played, 0)) == (expected["dps"], 20)
    assert played.battle.units[0].record is Record.FALL_BACK
    assert played.battle.contacts == fought.contacts
    assert expected["move"] == "stay"


def test_a_winner_still_held_by_another_enemy_stays_and_follows_up(case: Case) -> None:
    """after-pinned: after.pinned, turn.combat.component"""
    expected = case("after-pinned")
    fought = after(
        unit(0, 3, 10),
        unit(1, 10, 10),
        unit(2, 5, 10, 180, side=1, profile=WARBAND),
        unit(3, 12, 20, 180, side=1, profile=WARBAND),
        aftermaths=(due(1, Row.VICTORY, AfterMove.PURSUE, opponents=(3,)),),
        contacts=(touching(2, 0), touching(2, 1)),
    )
    played = told(follow, fought, 1)
    winner = played.battle.units[1]
    assert y_of(played, 1) - 10 == expected["moves"]
    assert (winner.formed, winner.role, winner.record) == (
        expected["formed"],
        expected["role"],
        Record.FOLLOW_UP,
    )


def test_cavalry_passes_four_inches_beyond_light_infantry(case: Case) -> None:
    """result-pass-through: after.pass-through, after.pass-through.detail, result.inconclusive.li"""
    expected = case("result-pass-through")
    fought = after(
        unit(0, 20, 20, profile=ALA, dp=1),
        unit(1, 20, 20, 180, side=1, profile=SKIRMISHERS, dp=1),
        aftermaths=(
            due(0, Row.INCONCLUSIVE, AfterMove.PASS_THROUGH, opponents=(1,)),
            due(1, Row.INCONCLUSIVE, AfterMove.HALT, opponents=(0,)),
        ),
        contacts=(touching(0, 1),),
    )
    played = told(ride_through, fought, 0)
    assert y_of(played, 0) - 20 == expected["cav_move"]
    assert played.battle.units[0].dp == expected["cav_dp"]
    assert played.battle.units[1].dp == expected["li_dp"]
    assert (played.battle.units[0].record, played.battle.contacts) == (Record.PASS_THROUGH, ())
    assert [event.rule for event in played.told(Disordered)] == ["result.inconclusive.li"]


# ------------------------------------------------------------------------ the order
def test_the_steps_follow_who_flees_first_and_who_pursues_last() -> None:
    """after.order"""
    rows = (
        due(0, Row.DEFEAT, AfterMove.ROUT),
        due(0, Row.SET_BACK, AfterMove.RETIRE),
        due(0, Row.SET_BACK, AfterMove.FALL_BACK),
        due(0, Row.SUCCESS, AfterMove.RETIRE),
        due(0, Row.INCONCLUSIVE, AfterMove.PASS_THROUGH),
        due(0, Row.INCONCLUSIVE, AfterMove.HALT),
        due(0, Row.SUCCESS, AfterMove.FOLLOW_UP_OR_PURSUE),
        due(0, Row.VICTORY, AfterMove.PURSUE),
    )
    assert [stage_of(one) for one in rows] == list(Stage)


def test_what_is_due_goes_by_combats_and_the_holder_comes_first() -> None:
    """after.order"""
    halts = tuple(
        Aftermath(number, combat, Row.INCONCLUSIVE, (AfterMove.HALT,), move=AfterMove.HALT)
        for number, combat in ((0, 1), (1, 1), (2, 0))
    )
    units = (unit(0, 10, 10), unit(1, 20, 10, side=1), unit(2, 30, 10))
    assert [one.unit for one in pending(after(*units, aftermaths=halts, holder=1))] == [2, 1, 0]
    assert [one.unit for one in pending(after(*units, aftermaths=halts, holder=0))] == [2, 0, 1]


def test_those_who_flee_from_one_combat_do_not_shock_each_other() -> None:
    """morale.dp.same-combat"""
    flights = (
        due(0, Row.DEFEAT, AfterMove.RETIRE, opponents=(3,)),
        due(1, Row.DEFEAT, AfterMove.ROUT, opponents=(3,)),
        due(2, Row.DEFEAT, AfterMove.FALL_BACK, opponents=(3,)),
    )
    units = (unit(0, 10, 10), unit(1, 17, 10), unit(2, 24, 10), unit(3, 17, 10, 180, side=1))
    fought = after(*units, aftermaths=flights)
    assert comrades(fought, flights[0]) == (1,)
    assert comrades(fought, flights[2]) == (0, 1)
    assert beaten_by(fought, flights[0]) == 3


def test_of_several_who_touch_it_a_unit_flees_from_the_one_with_whom_it_shares_most_edge() -> None:
    """movement.compulsory.direction: of equal ones the one whose front middle is nearest"""
    flight = due(0, Row.DEFEAT, AfterMove.RETIRE, opponents=(1, 2))
    units = (unit(0, 10, 10), unit(1, 6, 10, 180, side=1), unit(2, 12, 10, 180, side=1))
    fought = after(*units, aftermaths=(flight,), contacts=(touching(1, 0), touching(2, 0)))
    assert beaten_by(fought, flight) == 2
    longest = due(0, Row.DEFEAT, AfterMove.RETIRE, opponents=(1, 2), lengths=(301, 300))
    assert beaten_by(fought, longest) == 1


# ------------------------------------------------------------------------ halting
def test_a_unit_that_halts_stays_and_writes_that_it_stood() -> None:
    """after.halt, control.last-move"""
    fought = after(*foes(), aftermaths=(due(0, Row.INCONCLUSIVE, AfterMove.HALT, opponents=(1,)),))
    played = told(halt, fought, 0)
    assert (played.battle.units[0].record, played.asked) == (Record.STAND, ())
    assert not pending(played.battle)


def test_a_legion_that_halts_may_relieve_its_ranks_if_it_gains_by_it() -> None:
    """after.halt, after.relieve, decision.relieve-ranks"""
    halts = (due(0, Row.INCONCLUSIVE, AfterMove.HALT, opponents=(1,)),)
    fought = after(unit(0, 20, 20, profile=LEGION, dp=3), foes()[1], aftermaths=halts)
    played = told(halt, fought, 0, answers=(Relief.RELIEVE,))
    assert played.asked == ("decision.relieve-ranks",)
    assert played.told(RanksRelieved) == (RanksRelieved(0, 2),)
    assert told(halt, fought, 0, answers=(Relief.NONE,)).battle.units[0].dp == 3
    fresh = after(unit(0, 20, 20, profile=LEGION), foes()[1], aftermaths=halts)
    assert told(halt, fresh, 0).asked == ()


@pytest.mark.parametrize(
    "state",
    [
        {"shaken": True, "dp": 7},
        {"formed": False, "dp": 3},
        {"formation": Formation.LINE, "ranks": (5, 5), "dp": 3},
    ],
)
def test_a_legion_shaken_unformed_or_in_line_relieves_nothing(state: dict[str, Any]) -> None:
    """after.relieve.who"""
    halts = (due(0, Row.INCONCLUSIVE, AfterMove.HALT, opponents=(1,)),)
    fought = after(unit(0, 20, 20, profile=LEGION, **state), foes()[1], aftermaths=halts)
    assert told(halt, fought, 0).asked == ()


# -------------------------------------------------------------------- falling back
def test_a_unit_falls_back_an_inch_facing_the_enemy_and_breaks_contact() -> None:
    """after.fall-back, after.pinned"""
    fought = after(*foes(), aftermaths=(BACK,), contacts=(touching(1, 0),))
    played = told(give_ground, fought, 0)
    one = played.battle.units[0]
    assert (y_of(played, 0), standing(one).heading, one.formed) == (19, 0, True)
    assert (one.record, played.battle.contacts) == (Record.FALL_BACK, ())


def test_a_legion_at_no_points_may_relieve_its_ranks_to_avoid_falling_back() -> None:
    """after.relieve.who, after.fall-back.legion"""
    fought = after(unit(0, 20, 20, profile=LEGION), foes()[1], aftermaths=(BACK,), contacts=(touching(1, 0),))
    for said, y in ((Relief.STAY, 20), (Relief.RELIEVE, 19), (Relief.NONE, 19)):
        played = told(give_ground, fought, 0, answers=(said,))
        assert (y_of(played, 0), played.battle.units[0].dp) == (y, 0)


def test_friends_close_behind_are_moved_back_too_without_disorder() -> None:
    """after.fall-back.blocked, control.last-move: the record of those pushed stays as it is"""
    behind, farther, aside = unit(2, 20, 18.5), unit(3, 20, 17), unit(4, 30, 18.5)
    fought = after(*foes(), behind, farther, aside, aftermaths=(BACK,), contacts=(touching(1, 0),))
    played = told(give_ground, fought, 0)
    assert [y_of(played, number) for number in (0, 2, 3, 4)] == [19, 17.5, 16, 18.5]
    assert [event.unit for event in played.told(UnitShifted)] == [2, 3]
    assert played.battle.units[2].record is None
    assert not played.told(Disordered)


def test_friends_more_than_an_inch_behind_stay() -> None:
    """after.fall-back.blocked"""
    fought = after(*foes(), unit(2, 20, 17.9), aftermaths=(BACK,), contacts=(touching(1, 0),))
    played = told(give_ground, fought, 0)
    assert [y_of(played, number) for number in (0, 2)] == [19, 17.9]


@pytest.mark.parametrize(
    "closed",
    [
        {"pieces": (box("deep river or cliff", 10, 10, 30, 18.5),)},
        {"others": (unit(2, 20, 18.9, side=1, profile=WARBAND),)},
    ],
)
def test_a_closed_way_keeps_a_unit_in_contact_without_penalty(closed: dict[str, Any]) -> None:
    """after.fall-back.blocked"""
    fought = after(
        *foes(),
        *closed.get("others", ()),
        aftermaths=(BACK,),
        contacts=(touching(1, 0),),
        pieces=closed.get("pieces", ()),
    )
    played = told(give_ground, fought, 0)
    assert (y_of(played, 0), played.battle.units[0].dp) == (20, 0)
    assert played.battle.contacts == fought.contacts
    assert played.told(UnitStood)[0].rule == "after.fall-back.blocked"
    assert played.battle.units[0].record is Record.FALL_BACK


def test_nobody_falls_back_over_the_edge_of_the_table() -> None:
    """after.fall-back.blocked"""
    fought = after(unit(0, 20, 1.5), unit(1, 20, 1.5, 180, side=1), aftermaths=(BACK,))
    assert fall_back(fought, fought.units[0]) == ()


def test_a_friend_in_combat_of_his_own_is_not_pushed() -> None:
    """after.fall-back.blocked"""
    fought = after(
        *foes(),
        unit(2, 20, 18.5),
        unit(3, 23, 18, 270, side=1, profile=CHARIOTS),
        aftermaths=(BACK,),
        contacts=(touching(1, 0), touching(3, 2, "right")),
    )
    assert fall_back(fought, fought.units[0]) == ()


def test_falling_back_through_rough_ground_disorders() -> None:
    """terrain.rough.detail, morale.three-cap.detail"""
    marsh = (box("marsh", 10, 10, 30, 18.5),)
    fought = after(*foes(dp=2), aftermaths=(BACK,), contacts=(touching(1, 0),), pieces=marsh)
    played = told(give_ground, fought, 0)
    assert (y_of(played, 0), played.battle.units[0].dp) == (19, 3)
    assert ground_swept(fought, fought.units[0], standing(played.battle.units[0])) == ("the marsh",)


def test_a_counted_supporter_falls_back_with_the_unit_before_it() -> None:
    """result.supporters.move"""
    fought = after(
        *foes(),
        unit(2, 20, 18.5),
        aftermaths=(BACK, due(2, Row.SET_BACK, AfterMove.FALL_BACK, opponents=(1,), supports=0)),
        contacts=(touching(1, 0),),
    )
    played = told(give_ground, fought, 0)
    assert [y_of(played, number) for number in (0, 2)] == [19, 17.5]
    assert [event.unit for event in played.told(UnitFellBack)] == [0, 2]
    assert not pending(played.battle)


# ------------------------------------------------------------------- following up
def test_a_winner_follows_up_whoever_falls_back_and_keeps_contact() -> None:
    """after.follow-up, after.follow-up.which, melee.role"""
    fought = after(*foes(), aftermaths=(BACK, FOLLOW), contacts=(touching(1, 0),))
    assert followers_of(fought, 0) == (1,)
    fallen = told(give_ground, fought, 0).battle
    assert fallen.contacts == fought.contacts
    played = told(follow, fallen, 1)
    winner = played.battle.units[1]
    assert (y_of(played, 1), winner.role, winner.record) == (19, Role.FOLLOW_UP, Record.FOLLOW_UP)
    assert played.told(UnitFollowedUp)[0].target == 0
    assert played.battle.contacts == fought.contacts
    assert do_touch(*played.battle.units)


def test_a_winner_whose_enemy_stays_in_place_keeps_contact_as_a_follow_up() -> None:
    """after.pinned, after.follow-up.which"""
    fought = after(*foes(), aftermaths=(FOLLOW,), contacts=(touching(1, 0),))
    played = told(follow, fought, 1)
    assert (y_of(played, 1), played.battle.units[1].role) == (20, Role.FOLLOW_UP)
    assert played.told(UnitStood)[0].rule == "after.pinned"


def test_a_winner_settles_upon_a_pursuit_of_whoever_flees() -> None:
    """after.follow-up.which"""
    fled = due(0, Row.SET_BACK, AfterMove.RETIRE, opponents=(1,), done=True)
    fought = after(unit(0, 20, 12), foes()[1], aftermaths=(fled, FOLLOW))
    played = told(follow, fought, 1)
    (chosen,) = (one for one in played.battle.aftermaths if one.unit == 1)
    assert (chosen.move, chosen.done) == (AfterMove.PURSUE, False)
    assert stage_of(chosen) is Stage.PURSUE


def test_an_owner_says_whom_to_follow_if_opponents_do_different_things() -> None:
    """after.follow-up.which, decision.which-opponent"""
    both = due(2, Row.SUCCESS, AfterMove.FOLLOW_UP_OR_PURSUE, opponents=(0, 1))
    fought = after(
        unit(0, 17, 19),
        unit(1, 23, 12),
        unit(2, 20, 20, 180, side=1, profile=WARBAND),
        aftermaths=(
            due(0, Row.SET_BACK, AfterMove.FALL_BACK, opponents=(2,), done=True),
            due(1, Row.SET_BACK, AfterMove.RETIRE, opponents=(2,), done=True),
            both,
        ),
        contacts=(touching(2, 0),),
    )
    up = told(follow, fought, 2, answers=(0,))
    assert up.asked == ("decision.which-opponent",)
    assert y_of(up, 2) == 19
    away = told(follow, fought, 2, answers=(1,))
    assert [one.move for one in away.battle.aftermaths if one.unit == 2] == [AfterMove.PURSUE]


def test_who_has_no_room_to_follow_up_stays_and_is_out_of_contact() -> None:
    """after.follow-up.which: record stand"""
    river = (box("deep river or cliff", 10, 19.2, 30, 19.9),)
    fought = after(unit(0, 20, 19), foes()[1], aftermaths=(FOLLOW,), contacts=(touching(1, 0),), pieces=river)
    played = told(follow, fought, 1)
    assert (y_of(played, 1), played.battle.units[1].record) == (20, Record.STAND)
    assert played.told(ContactLost) == (ContactLost(1, 0),)
    assert played.battle.contacts == ()


def test_further_enemies_touched_by_a_follow_up_are_in_contact_too() -> None:
    """charge.contact"""
    fought = after(
        unit(0, 18, 19),
        foes()[1],
        unit(2, 25, 19),
        aftermaths=(FOLLOW,),
        contacts=(touching(1, 0),),
    )
    overlapping = told(follow, fought, 1)
    assert [event.contacts[0].struck for event in overlapping.told(ContactMade)] == [2]


def test_a_legion_that_follows_up_may_relieve_its_ranks() -> None:
    """after.follow-up, after.relieve.who"""
    fought = after(
        unit(0, 20, 19),
        unit(1, 20, 20, 180, side=1, profile=LEGION, dp=2),
        aftermaths=(FOLLOW,),
        contacts=(touching(1, 0),),
    )
    played = told(follow, fought, 1, answers=(Relief.RELIEVE,))
    assert (y_of(played, 1), played.battle.units[1].dp) == (19, 1)


def test_a_counted_supporter_goes_up_with_the_unit_before_it() -> None:
    """result.supporters.move"""
    fought = after(
        unit(0, 20, 19),
        unit(1, 20, 20, 180, side=1, profile=BATAVI),
        unit(2, 20, 21.5, 180, side=1),
        aftermaths=(
            FOLLOW,
            due(2, Row.SUCCESS, AfterMove.FOLLOW_UP_OR_PURSUE, opponents=(0,), supports=1),
        ),
        contacts=(touching(1, 0),),
    )
    played = told(follow, fought, 1)
    assert [y_of(played, number) for number in (1, 2)] == [19, 20.5]
    assert not pending(played.battle)


# ----------------------------------------------------------------- leaders in the way
def test_lone_enemy_leaders_on_the_way_are_swept_up_after_combat_too() -> None:
    """command.leader.move-rules: by a passage, a follow-up and a unit that falls back"""
    behind = leader(0, 20, 23.5, side=1)
    rides = (due(0, Row.INCONCLUSIVE, AfterMove.PASS_THROUGH, opponents=(1,)),)
    horse = unit(0, 20, 20, profile=ALA), unit(1, 20, 20, 180, side=1, profile=SKIRMISHERS)
    passed = after(*horse, aftermaths=rides, contacts=(touching(0, 1),), leaders=(behind,))
    assert told(ride_through, passed, 0).battle.leaders[0].attached == 1
    retired = leader(0, 20, 18.7, side=1)
    fallen = after(*foes(), aftermaths=(BACK,), contacts=(touching(1, 0),), leaders=(retired,))
    assert told(give_ground, fallen, 0).battle.leaders[0].attached == 1
    beside = leader(0, 23.3, 19.2)
    up = after(
        unit(0, 20, 19), foes()[1], aftermaths=(FOLLOW,), contacts=(touching(1, 0),), leaders=(beside,)
    )
    assert told(follow, up, 1).battle.leaders[0].attached == 0


# -------------------------------------------------------------------- passing through
def riders(**second: Any) -> EagleBattle:
    """Two alae that have charged each other, 1.5 in deep each."""
    return after(
        unit(0, 20, 20, profile=ALA),
        unit(1, 20, 20, 180, side=1, **{"profile": ALA, **second}),
        aftermaths=(
            due(0, Row.INCONCLUSIVE, AfterMove.PASS_THROUGH, opponents=(1,)),
            due(1, Row.INCONCLUSIVE, AfterMove.PASS_THROUGH, opponents=(0,)),
        ),
        contacts=(touching(0, 1),),
    )


def test_cavalry_that_charged_each_other_passes_through_each_other() -> None:
    """after.pass-through.detail: measured from where both stood before the move"""
    played = told(ride_through, riders(), 0)
    assert [y_of(played, number) for number in (0, 1)] == [20 + 1.5 + 4, 20 - 1.5 - 4]
    assert [standing(one).heading for one in played.battle.units] == [0, 1800]
    assert [one.formed for one in played.battle.units] == [True, True]
    assert {event.unit for event in played.told(UnitPassedThrough)} == {0, 1}


def test_a_deep_unit_goes_on_until_it_stands_clear_by_an_inch() -> None:
    """after.pass-through.detail"""
    column = unit(0, 20, 20, profile=ALA, formation=Formation.COLUMN, ranks=(2, 2, 2))
    fought = after(
        column,
        unit(1, 20, 20, 180, side=1, profile=SKIRMISHERS),
        aftermaths=(due(0, Row.INCONCLUSIVE, AfterMove.PASS_THROUGH, opponents=(1,)),),
        contacts=(touching(0, 1),),
    )
    assert y_of(told(ride_through, fought, 0), 0) == 20 + 1 + 4.5 + 1


def test_fresh_enemies_stop_a_passage_an_inch_short_of_them() -> None:
    """after.pass-through.detail"""
    fought = after(
        unit(0, 20, 20, profile=ALA),
        unit(1, 20, 20, 180, side=1, profile=SKIRMISHERS),
        unit(2, 20, 25.5, 180, side=1, profile=WARBAND),
        aftermaths=(due(0, Row.INCONCLUSIVE, AfterMove.PASS_THROUGH, opponents=(1,)),),
        contacts=(touching(0, 1),),
    )
    assert y_of(told(ride_through, fought, 0), 0) == pytest.approx(24.5, abs=0.02)


def test_who_cannot_get_clear_halts_in_contact_and_tramples_nobody() -> None:
    """after.pass-through.detail, result.inconclusive.li"""
    fought = after(
        unit(0, 20, 20, profile=ALA),
        unit(1, 20, 20, 180, side=1, profile=SKIRMISHERS),
        unit(2, 20, 22.5, 180, side=1, profile=WARBAND),
        aftermaths=(due(0, Row.INCONCLUSIVE, AfterMove.PASS_THROUGH, opponents=(1,)),),
        contacts=(touching(0, 1),),
    )
    played = told(ride_through, fought, 0)
    assert (y_of(played, 0), played.battle.units[0].record) == (20, Record.STAND)
    assert played.battle.contacts == fought.contacts
    assert played.battle.units[1].dp == 0


def test_rough_ground_stops_a_passage_at_its_edge() -> None:
    """after.pass-through.detail, terrain.rough.cavalry"""
    fought = after(
        unit(0, 20, 20, profile=ALA),
        unit(1, 20, 20, 180, side=1, profile=SKIRMISHERS),
        aftermaths=(due(0, Row.INCONCLUSIVE, AfterMove.PASS_THROUGH, opponents=(1,)),),
        contacts=(touching(0, 1),),
        pieces=(box("wood", 10, 24, 30, 30),),
    )
    played = told(ride_through, fought, 0)
    assert y_of(played, 0) == pytest.approx(24, abs=0.02)
    assert pieces_at(played.battle, played.battle.units[0]) == ("the wood",)


def test_poses_stay_on_the_grid() -> None:
    """after.fall-back: an inch back at any heading"""
    turned = unit(0, 20, 20, 30, profile=AUXILIARY)
    fought = after(turned, unit(1, 40, 40, 180, side=1), aftermaths=(BACK,))
    (shift,) = fall_back(fought, fought.units[0])
    assert (shift.to.x, shift.to.y) == (inches(20) - 50, inches(20) - 87)

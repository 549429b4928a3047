"""After Combat Moves: who moves when, the choices of winners, and who is pursued."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.systems.eagle import losses
from sandtable.systems.eagle.aftermath import after_moves_step, quarry_of
from sandtable.systems.eagle.arriving import Follow
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.combat_events import AfterMoveChosen, FlightOver, UnitStood
from sandtable.systems.eagle.engagements import Track
from sandtable.systems.eagle.events import UnitFled, UnitShifted
from sandtable.systems.eagle.flight_events import PursuitGoesOn, QuarryCaught
from sandtable.systems.eagle.records import AfterMove, Flight, Record, Role, Row
from sandtable.table.space import Pose
from tests.systems.eagle.arena import (
    ALA,
    CAMPS,
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
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]


def fought(*others: EagleUnit, **state: Any) -> EagleBattle:
    """A cohort, unit 0, and a warband, unit 1, that touch with their fronts at 24, and others."""
    mine = state.pop("mine", {})
    return battle(
        unit(0, 20, 24, **mine),
        unit(1, 20, 24, 180, side=1, profile=WARBAND),
        *others,
        contacts=(touching(1, 0),),
        step=Step.AFTER_MOVES,
        **state,
    )


def all_moves(start: EagleBattle, *turns: tuple[tuple[object, ...], tuple[int, ...]]) -> Played:
    """Several moves of the phase one after another, each with its answers and dice; all that was told."""
    all_played = Played(start, (), ())
    for answers, faces in turns:
        played = play(after_moves_step, all_played.battle, answers=answers, faces=faces)
        happened = (*all_played.happenings, *played.happenings)
        all_played = Played(played.battle, happened, (*all_played.questions, *played.questions))
    return all_played


# --------------------------------------------------------------------- fleeing
def test_a_unit_retires_a_full_unformed_move() -> None:
    """after.retire, after.retire.detail, turn.after.moves"""
    loses = due(0, Row.SET_BACK, AfterMove.RETIRE, opponents=(1,))
    played = play(after_moves_step, fought(aftermaths=(loses,)), faces=(3, 4))
    after = played.battle.units[0]
    # 3 + 4 + 2 in straight back; turned about its centre its front is where its rear was.
    assert (after.pose, after.formed, after.routing) == (Pose(2000, 1400, 1800), False, False)
    assert played.told(FlightOver) == (FlightOver(0, AfterMove.RETIRE),)
    assert play(after_moves_step, played.battle).battle.step is Step.END


def test_a_unit_routs_and_is_gone_at_the_end_unless_somebody_catches_it() -> None:
    """after.rout, rout.eliminate, after.caught"""
    loses = due(0, Row.DEFEAT, AfterMove.ROUT, opponents=(1,))
    wins = due(1, Row.VICTORY, AfterMove.PURSUE, opponents=(0,))
    ran = play(after_moves_step, fought(aftermaths=(loses, wins)), faces=(3, 4))
    assert ran.battle.units[0].routing
    caught = play(after_moves_step, ran.battle, faces=(5, 6, *[1] * 12))
    assert caught.told(QuarryCaught) == (QuarryCaught(1, 0),)
    missed = play(after_moves_step, ran.battle, faces=(2, 1))
    assert missed.told(PursuitGoesOn) == (PursuitGoesOn(1),)
    assert not missed.battle.units[0].caught


def test_a_general_killed_and_heavy_infantry_retiring_shake_a_friend(case: Case) -> None:
    """morale.dp.hi-retiring, morale.dp.leader-lost, morale.dp.when, morale.dp.who"""
    expected = case("morale-hi-retire-general")
    general = leader(0, attached=0, general=True)
    loses = due(0, Row.DEFEAT, AfterMove.RETIRE, opponents=(1,))
    start = fought(unit(2, 29, 24, dp=1), mine={"profile": LEGION}, leaders=(general,), aftermaths=(loses,))
    fallen = play(losses.leaders_at_risk, start, 0, faces=(1, 1)).battle
    assert fallen.units[2].dp == 3
    after = play(after_moves_step, fallen, faces=(3, 4)).battle.units[2]
    assert (after.dp, after.shaken) == (expected["dps"], expected["shaken"])


def test_a_supporter_retires_with_its_front_unit_over_the_same_distance() -> None:
    """result.supporters.move, after.retire, morale.dp.same-combat"""
    loses = due(0, Row.DEFEAT, AfterMove.RETIRE, opponents=(1,))
    backs = due(2, Row.DEFEAT, AfterMove.RETIRE, supports=0)
    played = play(after_moves_step, fought(unit(2, 20, 22.5), aftermaths=(loses, backs)), faces=(3, 4))
    went = [(one.unit, one.distance, one.heading) for one in played.told(UnitFled)]
    assert went == [(0, 900, 1800), (2, 900, 1800)]
    assert [one.dp for one in played.battle.units] == [0, 0, 0]


# --------------------------------------------------------------------- the order
def test_routs_come_before_retires_of_losers_and_pursuits_last() -> None:
    """after.order"""
    others = unit(2, 40, 24), unit(3, 40, 24, 180, side=1, profile=WARBAND)
    results = (
        due(0, Row.SET_BACK, AfterMove.RETIRE, opponents=(1,)),
        due(1, Row.SUCCESS, AfterMove.PURSUE, opponents=(0,)),
        due(2, Row.DEFEAT, AfterMove.ROUT, opponents=(3,), combat=1),
        due(3, Row.VICTORY, AfterMove.HALT, opponents=(2,), combat=1),
    )
    start = fought(*others, aftermaths=results)
    played = all_moves(start, ((), (3, 4)), ((), (3, 4)), ((), ()), ((), (2, 1)))
    order = [one.unit for one in played.events if isinstance(one, UnitFled | UnitStood)]
    assert order == [2, 0, 3, 1]


def test_the_owner_orders_his_units_of_one_combat_and_step() -> None:
    """after.order, decision.after-order"""
    second = unit(2, 27, 24)
    results = (
        due(0, Row.SET_BACK, AfterMove.RETIRE, opponents=(1,)),
        due(2, Row.SET_BACK, AfterMove.RETIRE, opponents=(1,)),
    )
    start = fought(second, aftermaths=results)
    played = play(after_moves_step, start, answers=(2,), faces=(3, 4))
    assert played.asked == ("decision.after-order",)
    assert [one.unit for one in played.told(UnitFled)] == [2]


# --------------------------------------------------------------------- winners
def test_a_victor_who_may_halts_or_pursues() -> None:
    """result.victory, decision.victory-halt, after.pursue"""
    loses = due(0, Row.DEFEAT, AfterMove.RETIRE, opponents=(1,))
    wins = due(1, Row.VICTORY, AfterMove.HALT, AfterMove.PURSUE, opponents=(0,))
    start = fought(aftermaths=(loses, wins))
    halts = all_moves(start, ((AfterMove.HALT,), ()), ((), (3, 4)), ((), ()))
    assert halts.asked == ("decision.victory-halt",)
    assert halts.told(AfterMoveChosen) == (AfterMoveChosen(1, AfterMove.HALT, "result.victory"),)
    assert (halts.battle.units[1].pose, halts.battle.units[1].formed) == (Pose(2000, 2400, 1800), True)
    pursues = all_moves(start, ((AfterMove.PURSUE,), ()), ((), (3, 4)), ((), (2, 1)))
    # 2 + 1 in after a quarry that went 9: it becomes unformed and pursues on.
    after = pursues.battle.units[1]
    assert (after.pose, after.formed, after.pursuing) == (Pose(2000, 2100, 1800), False, True)


def test_a_successful_unit_that_may_halt_is_asked() -> None:
    """result.success.others, decision.success-halt"""
    options = AfterMove.HALT, AfterMove.FOLLOW_UP_OR_PURSUE
    loses = due(0, Row.SET_BACK, AfterMove.RETIRE, opponents=(1,))
    start = fought(aftermaths=(loses, due(1, Row.SUCCESS, *options, opponents=(0,))))
    played = play(after_moves_step, start, answers=(AfterMove.FOLLOW_UP_OR_PURSUE,))
    assert played.asked == ("decision.success-halt",)
    # Its opponent retires, so following is pursuing (after.follow-up.which).
    after = all_moves(played.battle, ((), (3, 4)), ((), ()), ((), (2, 1)))
    assert [one.how for one in after.told(UnitFled)] == [Flight.RETIRE, Flight.PURSUE]


def test_the_quarry_is_the_one_with_the_longest_contact_or_the_owners_choice() -> None:
    """after.pursue.detail, decision.quarry"""
    flee = tuple(due(one, Row.DEFEAT, AfterMove.ROUT, opponents=(1,), done=True) for one in (0, 2))
    ways = (
        Track(0, Flight.ROUT, Pose(1800, 2400), 1900, 900),
        Track(2, Flight.ROUT, Pose(2200, 2400), 1700, 900),
    )
    for lengths, answers, heading in (
        ((450, 150), (), 1900),
        ((150, 450), (), 1700),
        ((300, 300), (2,), 1700),
    ):
        wins = due(1, Row.VICTORY, AfterMove.PURSUE, opponents=(0, 2), lengths=lengths)
        start = battle(
            unit(0, 15, 14, 190, routing=True, formed=False),
            unit(1, 20, 24, 180, side=1, profile=WARBAND),
            unit(2, 25, 14, 170, routing=True, formed=False),
            aftermaths=(*flee, wins),
            tracks=ways,
            step=Step.AFTER_MOVES,
        )
        played = play(after_moves_step, start, answers=answers, faces=(2, 1))
        assert played.asked == (("decision.quarry",) if answers else ())
        assert [one.heading for one in played.told(UnitFled)] == [heading]


def test_only_those_who_flee_are_pursued_however_long_another_touched() -> None:
    """after.pursue.detail, after.follow-up.which: one has fallen back, the other routs"""
    back = due(0, Row.SET_BACK, AfterMove.FALL_BACK, opponents=(1,), done=True)
    flees = due(2, Row.SET_BACK, AfterMove.ROUT, opponents=(1,), done=True)
    wins = due(1, Row.SUCCESS, AfterMove.PURSUE, opponents=(0, 2), lengths=(450, 150))
    start = battle(
        unit(0, 16, 23),
        unit(1, 20, 24, 180, side=1, profile=WARBAND),
        unit(2, 25, 14, 170, routing=True, formed=False),
        aftermaths=(back, flees, wins),
        tracks=(Track(2, Flight.ROUT, Pose(2200, 2400), 1700, 900),),
        step=Step.AFTER_MOVES,
    )
    assert carry_out(do(quarry_of, start, wins)) == 2


def test_a_pursuer_still_held_by_another_enemy_stays_and_follows_up() -> None:
    """after.pinned, after.pursue"""
    wins = due(1, Row.VICTORY, AfterMove.PURSUE, opponents=(0,))
    played = play(after_moves_step, fought(aftermaths=(wins,)))
    after = played.battle.units[1]
    assert (after.record, after.role, after.formed) == (Record.FOLLOW_UP, Role.FOLLOW_UP, True)


def test_supporters_pursue_with_the_unit_before_them() -> None:
    """result.supporters.move, after.pursue"""
    wins = due(1, Row.VICTORY, AfterMove.PURSUE, opponents=(0,))
    backs = due(2, Row.VICTORY, AfterMove.PURSUE, supports=1)
    start = battle(
        unit(0, 20, 5, 180, routing=True, formed=False),
        unit(1, 20, 24, 180, side=1, profile=WARBAND),
        unit(2, 20, 26.5, 180, side=1, profile=WARBAND),
        aftermaths=(wins, backs),
        step=Step.AFTER_MOVES,
    )
    played = play(after_moves_step, start, faces=(3, 4))
    assert [one.pose for one in played.battle.units[1:]] == [Pose(2000, 1700, 1800), Pose(2000, 1950, 1800)]
    assert [one.pursuing for one in played.battle.units[1:]] == [True, True]


def test_a_unit_behind_one_that_follows_up_may_move_up_with_it() -> None:
    """after.follow-up, charge.support.follow, decision.support-follow"""
    gives = due(0, Row.SET_BACK, AfterMove.FALL_BACK, opponents=(1,))
    wins = due(1, Row.SUCCESS, AfterMove.FOLLOW_UP_OR_PURSUE, opponents=(0,))
    start = fought(unit(2, 20, 26.5, 180, side=1, profile=WARBAND), aftermaths=(gives, wins))
    played = all_moves(start, ((), ()), ((Follow.MOVE_UP,), ()))
    assert played.told(UnitShifted) == (UnitShifted(2, Pose(2000, 2550, 1800), "charge.support.follow"),)
    assert played.battle.units[1].pose == Pose(2000, 2300, 1800)


def test_cavalry_that_passes_through_into_the_enemy_camp_loots_it() -> None:
    """after.pass-through, control.loot"""
    camps = CAMPS[0], replace(CAMPS[1], baggage="wagons")
    rides = due(0, Row.INCONCLUSIVE, AfterMove.PASS_THROUGH, opponents=(1,))
    start = battle(
        unit(0, 20, 24, profile=ALA),
        unit(1, 20, 24, 180, side=1, profile=SKIRMISHERS),
        contacts=(touching(0, 1),),
        pieces=(box("village or camp", 10, 29, 30, 33, id="wagons"),),
        camps=camps,
        aftermaths=(rides,),
        step=Step.AFTER_MOVES,
    )
    after = play(after_moves_step, start).battle.units[0]
    assert (after.pose, after.looting) == (Pose(2000, 2900, 0), "wagons")

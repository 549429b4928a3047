"""The turn of elan: its steps and sides, the initiative, giving up, the end of a turn and of a battle."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import Do, do
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems import load
from sandtable.systems.elan import turn
from sandtable.systems.elan.army import ArmyTested, army_facts, army_step
from sandtable.systems.elan.army_morale import ArmyMorale
from sandtable.systems.elan.battle import PHASES, ElanBattle, Engagement, Fate, Phase, Prize, Removal, Step
from sandtable.systems.elan.events import (
    THIS_TURN,
    Conceded,
    Deed,
    StepBegan,
    TurnBegan,
    UnitHit,
    UnitMoved,
    UnitRemoved,
    UnitsEngaged,
)
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.steps import FOLLOWING, Resolve, side_done, step_done
from sandtable.systems.elan.turn import Order
from sandtable.systems.elan.victory import holder, outcome, points, time_step
from sandtable.table.space import Point, Pose
from tests.systems.elan.bivouac import battle, leader, on_hexes, unit

Chapter = Callable[[ElanBattle], Coroutine[Any, Any, ElanBattle]]


def played(chapter: Chapter, fought: ElanBattle, *answers: object, faces: tuple[int, ...] = ()) -> ElanBattle:
    """What a step makes of a battle with these answers and faces, all of them used."""
    hand, left = PlannedHand(faces), list(answers)
    call: Do[ElanBattle] = do(chapter, fought)
    run: ProcedureRun[ElanBattle] = ProcedureRun(
        call, lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle)
    )
    while run.pending is not None:
        run.pending.prompt(fought)
        run.answer(run.pending.judge(left.pop(0)))
    assert not left
    hand.assert_used()
    assert run.result is not None
    return run.result


def two(**changed: Any) -> ElanBattle:
    fought = battle(unit(0, 20, 10), unit(1, 20, 60, 180, side=1))
    return replace(fought, **changed)


ON = (Resolve.GO_ON, Resolve.GO_ON)


# --------------------------------------------------------------------- steps and sides
def test_the_ten_phases_come_in_the_order_of_the_sheet() -> None:
    """turn.sequence"""
    phases = list(dict.fromkeys(PHASES[step] for step in Step))
    assert phases == list(Phase)
    assert [phase.value for phase in phases[1:]] == [
        "attach",
        "initiative",
        "command",
        "charge",
        "rally",
        "movement",
        "firing",
        "morale",
        "melee",
        "end-turn",
    ]
    assert FOLLOWING[Step.TIME] is Step.ATTACHING
    assert set(turn.STEPS) == set(Step)


def test_the_first_side_completes_its_part_before_the_second_begins() -> None:
    """turn.side-order"""
    fought = two(step=Step.DECLARING, first=1, active=1, done=(3, 4))
    second = played(side_done, fought)
    assert (second.active, second.step, second.done) == (0, Step.DECLARING, ())
    after = played(side_done, second)
    assert (after.active, after.step) == (1, Step.CHARGING)


def test_at_the_end_of_a_phase_either_player_may_concede() -> None:
    """victory.end, concede"""
    fought = two(step=Step.RALLYING)
    assert played(step_done, fought, *ON).step is Step.MOVING
    given_up = played(step_done, fought, Resolve.GO_ON, Resolve.CONCEDE)
    assert given_up.camps[1].conceded
    ended = turn.next_procedure(given_up)
    assert ended is not None
    over = played(ended.procedure, given_up)
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.rule) == (0, "victory.end")
    assert turn.next_procedure(over) is None


def test_the_winner_of_the_initiative_chooses_his_place() -> None:
    """turn.initiative, turn.initiative.roll"""
    people = (leader(0, 2, 20, 5), leader(1, 1, 20, 65))
    fought = replace(two(step=Step.INITIATIVE), leaders=people)
    second = played(turn.take_initiative, fought, Order.SECOND, *ON, faces=(4, 4))
    assert (second.first, second.active, second.step) == (1, 1, Step.COMMAND)
    first = played(turn.take_initiative, fought, Order.FIRST, *ON, faces=(3, 4, 1, 6))
    assert first.first == 1


def test_an_army_commander_who_is_lost_adds_nothing() -> None:
    """army.leadership, turn.initiative.roll"""
    people = (leader(0, 2, fate=Fate.KILLED), leader(1, 1, 20, 65))
    fought = replace(two(step=Step.INITIATIVE), leaders=people)
    assert played(turn.take_initiative, fought, Order.FIRST, *ON, faces=(4, 4)).first == 1


# --------------------------------------------------------------------- the end of a turn
def test_a_new_turn_forgets_what_was_done_and_halt_but_not_disorder_or_retreat() -> None:
    """turn.end.markers, movement.once"""
    tired = replace(
        two().units[0],
        moved=True,
        fired=True,
        hit=True,
        halted=True,
        disordered=True,
        retreating=True,
        lost=4,
    )
    fresh = TurnBegan(2).apply(two().with_unit(tired)).units[0]
    assert (fresh.has_acted, fresh.fired, fresh.hit, fresh.halted) == (False, False, False, False)
    assert (fresh.disordered, fresh.retreating, fresh.lost) == (True, True, 4)


@pytest.mark.parametrize("mark", THIS_TURN)
def test_each_mark_of_a_turn_is_taken_off_by_itself(mark: str) -> None:
    """turn.end.markers; who bears none stays as he is"""
    fought = two()
    fought = fought.with_unit(replace(fought.units[0], **{mark: True}))
    after = TurnBegan(2).apply(fought)
    assert after.units[0] == replace(fought.units[0], **{mark: False})
    assert after.units[1] is fought.units[1]


@pytest.mark.parametrize("last", [None, 0, 1])
@pytest.mark.parametrize("near", [(True, True), (True, False), (False, True), (False, False)])
def test_an_objective_is_held_by_who_alone_is_near_it_or_else_by_the_last(
    near: tuple[bool, bool], last: int | None
) -> None:
    """victory.hold"""
    here = [unit(side, 20, 15 + 4 * side if close else 40, side=side) for side, close in enumerate(near)]
    held = near.index(True) if near in ((True, False), (False, True)) else last
    assert holder(battle(*here), Prize("a", "A", Point(2000.0, 1700.0), 1, holder=last)) == held


def test_the_battle_ends_with_its_last_turn() -> None:
    """turn.limit, victory.end"""
    fought = two(step=Step.TIME, turn=12)
    assert played(time_step, fought, *ON).outcome is not None
    assert played(time_step, two(step=Step.TIME, turn=11), *ON).turn == 12


@pytest.mark.parametrize(("gap", "held"), [(6.0, 0), (6.1, 1)])
def test_an_objective_is_held_by_whoever_alone_is_near_it(gap: float, held: int) -> None:
    """victory.hold: the unit's front is at y = 10"""
    prize = Prize("farm", "Farm", Point(2000.0, 1000.0 + 100 * gap), 3, holder=1)
    assert holder(two(prizes=(prize,)), prize) == held
    both = replace(two(), units=(unit(0, 20, 10), unit(1, 20, 20, 180, side=1)))
    assert holder(both, prize) == 1
    fleeing = replace(both.units[1], retreating=True)
    assert holder(both.with_unit(fleeing), replace(prize, point=Point(2000.0, 1500.0))) == 0


def test_on_hexes_an_objective_is_held_from_the_next_hex() -> None:
    """victory.hold, hex.plan.points"""
    fought = on_hexes(two(), (5, 1, 0), (9, 9, 180))
    grid = ground_of(fought).grid  # type: ignore[attr-defined] # of the hex ground
    near, far = (grid.centre(grid.hex(5, row)) for row in (2, 3))
    assert holder(fought, Prize("a", "A", near, 1)) == 0
    assert holder(fought, Prize("a", "A", far, 1)) is None


def test_points_are_objectives_held_and_enemy_units_lost() -> None:
    """victory.points"""
    prizes = (Prize("a", "A", Point(0.0, 0.0), 4, 0), Prize("b", "B", Point(0.0, 0.0), 2, 1))
    gone = UnitRemoved(1, Removal.ROUTED).apply(two(prizes=prizes))
    assert (points(gone, 0).whole, points(gone, 1).whole) == (5, 2)
    found = outcome(gone)
    assert (found.winner, found.degree) == (0, "decisive")
    close = outcome(two(prizes=(prizes[0], replace(prizes[1], points=3))))
    assert (close.winner, close.degree) == (0, "victory")
    assert outcome(two()).winner is None


# --------------------------------------------------------------------- army morale
def test_an_army_tests_when_more_than_half_of_its_units_are_lost() -> None:
    """army.break-point, army.break-count, army.break-when, army.break-fail"""
    units = (*(unit(n, 10 * n + 5, 10) for n in range(3)), unit(3, 20, 60, 180, side=1))
    fought = replace(battle(*units), step=Step.ARMY_MORALE)
    one = UnitRemoved(0, Removal.ROUTED).apply(fought)
    assert played(army_step, one).step is Step.TIME
    two_lost = UnitRemoved(1, Removal.LEFT).apply(one)
    assert (army_facts(two_lost, 0).lost, army_facts(two_lost, 0).total) == (2, 3)
    assert played(army_step, two_lost, faces=(3, 4)).step is Step.TIME
    broken = played(army_step, two_lost, faces=(3, 3))
    assert broken.camps[0].broken
    assert outcome(broken).winner == 1
    both = ArmyTested(1, ArmyMorale.BREAKS).apply(broken)
    assert outcome(both).winner is None


# --------------------------------------------------------------------- events
def test_a_unit_that_moves_away_is_in_contact_no_more() -> None:
    """geometry.contact"""
    engaged = UnitsEngaged(Engagement(pair=(0, 1), charging=(0,))).apply(two())
    assert (engaged.foes_of(0), engaged.is_in_contact(1)) == ((1,), True)
    stayed = UnitMoved(0, Pose(2000, 1000, 0), Deed.MOVED).apply(engaged)
    assert stayed.is_in_contact(0)
    away = UnitMoved(0, Pose(2000, 900, 0), Deed.FLED).apply(engaged)
    assert not away.is_in_contact(1)
    assert away.units[0].has_acted


def test_only_enemy_fire_counts_as_a_hit_that_calls_for_a_test() -> None:
    """shooting.fatigue-scope, morale.trigger"""
    assert UnitHit(0, 2, by_fire=True).apply(two()).units[0].hit
    worn = UnitHit(0, 2, by_fire=False).apply(two()).units[0]
    assert (worn.hit, worn.lost) == (False, 2)


def test_a_unit_is_not_removed_while_a_commander_is_with_it() -> None:
    """leaders.lost-unit"""
    led = replace(two(), leaders=(leader(0, attached_to=0), leader(1)))
    with pytest.raises(AssertionError, match="commander comes first"):
        UnitRemoved(0, Removal.ROUTED).apply(led)


def test_the_events_of_the_turn_have_words() -> None:
    elan, fought = load("elan"), two()
    for event in (StepBegan(Step.MOVING), TurnBegan(2), Conceded(1), UnitHit(0, 2, by_fire=True)):
        assert event.sentence(fought, fought)
    assert UnitHit(0, 2, by_fire=True).parties() == (0,)
    assert elan.card(fought, fought.units[0]).state == "steady"


# --------------------------------------------------------------------- chapters
def test_every_step_of_a_turn_has_its_chapter() -> None:
    """turn.sequence"""
    assert tuple(turn.STEPS) == tuple(Step)

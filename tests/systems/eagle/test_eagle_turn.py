"""The turn: its phases, whose step is whose, what is forgotten when, and how a battle ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle import turn, victory
from sandtable.systems.eagle.battle import Camp, EagleBattle, Phase, Step
from sandtable.systems.eagle.events import EagleEvent, UnitFled, UnitRemoved
from sandtable.systems.eagle.initiative import Rivals, contest
from sandtable.systems.eagle.muster import muster
from sandtable.systems.eagle.records import Flight, Record, Removal, Role
from sandtable.systems.eagle.roster import Objective
from sandtable.systems.eagle.steps import owner, step_done
from sandtable.systems.eagle.troops import Nation, TroopClass
from sandtable.systems.eagle.turn import GoesFirst
from sandtable.systems.eagle.turn_events import InitiativeWon, StepBegan, TurnBegan
from sandtable.systems.eagle.victory import Resolve
from sandtable.table.space import Pose
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    AUXILIARY,
    LEGION,
    WARBAND,
    battle,
    leader,
    play,
    scenario,
    unit,
)

Figures = Callable[[str], dict[str, Any]]
PLAY_ON = (Resolve.PLAY_ON, Resolve.PLAY_ON)


async def happens(fought: EagleBattle, event: EagleEvent) -> EagleBattle:
    """One event, told."""
    return await tell(fought, event)


def pair(**state: Any) -> EagleBattle:
    """Two units 10 in apart, and a General for each side."""
    generals = (leader(0, 20, 8, general=True), leader(1, 20, 24, side=1, general=True))
    return battle(unit(0, 20, 10), unit(1, 20, 20, 180, side=1, profile=WARBAND), leaders=generals, **state)


# --------------------------------------------------------------------- the order of steps
def test_a_turn_has_five_phases_in_fixed_order() -> None:
    """turn.phases, turn.shared"""
    phases = list(dict.fromkeys(step.phase for step in Step))
    assert phases[2:7] == [Phase.COMMAND, Phase.MANOEUVRE, Phase.CHARGE, Phase.COMBAT, Phase.AFTER]


def test_the_holder_commands_first_and_declares_and_responds_last() -> None:
    """turn.initiative.use, turn.command.order"""
    held = pair(holder=1)
    owners = {step: owner(held, step) for step in Step}
    assert [owners[step] for step in (Step.FIRST_LEADERS, Step.FIRST_CONTROL)] == [1, 1]
    assert [owners[step] for step in (Step.SECOND_LEADERS, Step.SECOND_CONTROL)] == [0, 0]
    assert [owners[step] for step in (Step.FIRST_CHARGES, Step.SECOND_CHARGES)] == [0, 1]
    assert [owners[step] for step in (Step.FIRST_ANSWERS, Step.SECOND_ANSWERS)] == [0, 1]


def test_leaders_of_a_side_act_before_its_control_is_settled() -> None:
    """turn.command.order"""
    steps = [step for step in Step if step.phase is Phase.COMMAND]
    assert steps == [Step.FIRST_LEADERS, Step.FIRST_CONTROL, Step.SECOND_LEADERS, Step.SECOND_CONTROL]


@pytest.mark.parametrize(("said", "first"), [(GoesFirst.OWN, 1), (GoesFirst.ENEMY, 0)])
def test_the_holder_decides_which_side_manoeuvres_first(said: GoesFirst, first: int) -> None:
    """turn.initiative.use, decision.side-first"""
    played = play(turn.side_first_step, pair(step=Step.SIDE_FIRST, holder=1, active=1), answers=(said,))
    assert (played.battle.step, played.battle.active) == (Step.FIRST_MANOEUVRES, first)
    after = play(step_done, played.battle).battle
    assert (after.step, after.active) == (Step.SECOND_MANOEUVRES, 1 - first)


def test_each_side_throws_and_adds_the_actions_of_its_general(case: Figures) -> None:
    """turn.initiative.roll; turn-initiative: with 3 and 2 actions equal totals are thrown again"""
    generals = (leader(0, 5, 5, actions=3, general=True), leader(1, 5, 40, side=1, actions=2, general=True))
    fought = pair(step=Step.INITIATIVE)
    fought = battle(*fought.units, leaders=generals, step=Step.INITIATIVE)
    played = play(turn.initiative_step, fought, faces=(3, 4, 2, 6))
    assert played.told(InitiativeWon) == (InitiativeWon(1, thrown=True),)
    between = contest(Rivals(between="Romans against Britons"))
    assert between.purpose == "initiative, Romans against Britons"
    assert case("turn-initiative")["p_tie"] == "5/36"


def test_a_side_without_a_general_adds_nothing() -> None:
    """turn.initiative.roll"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 20, 180, side=1), leaders=(), step=Step.INITIATIVE)
    played = play(turn.initiative_step, fought, faces=(2, 3))
    assert played.battle.holder == 1


def test_a_scenario_may_give_the_initiative_of_the_first_turn() -> None:
    """army.scenario: in the defeat of Boudica the Britons have it without a throw"""
    fought = muster(scenario("boudica-61"), Readings())
    played = play(turn.initiative_step, fought)
    assert played.told(InitiativeWon) == (InitiativeWon(1, thrown=False),)


# --------------------------------------------------------------------- what is forgotten
def test_what_a_unit_did_becomes_its_last_move_and_a_unit_that_did_nothing_has_stood() -> None:
    """control.last-move, movement.cavalry.moved-before, command.actions.number"""
    busy = unit(0, 20, 10, record=Record.CHARGE, rode=True, steadied=True, inspired=2, taken=True)
    idle = unit(1, 20, 20, 180, side=1, last=Record.ADVANCE, rode_before=True)
    spent = leader(0, 5, 5, actions=2, left=0, steadied=True, general=True)
    after = play(happens, battle(busy, idle, leaders=(spent,)), TurnBegan(2)).battle
    first, second = after.units
    assert (first.last, first.record, first.rode, first.rode_before) == (Record.CHARGE, None, False, True)
    assert (first.steadied, first.inspired, first.taken) == (False, 0, False)
    assert (second.last, second.rode_before) == (Record.STAND, False)
    assert (after.leaders[0].left, after.leaders[0].steadied) == (2, False)


def test_a_charge_counts_in_its_own_turn_alone_and_a_follow_up_in_the_next() -> None:
    """melee.role"""
    charged, followed = unit(0, 20, 10, role=Role.CHARGE), unit(1, 40, 10, role=Role.FOLLOW_UP)
    after = play(happens, battle(charged, followed), TurnBegan(2)).battle
    assert [one.role for one in after.units] == [Role.STAND, Role.FOLLOW_UP]


def test_a_unit_is_stationary_again_when_a_phase_begins() -> None:
    """movement.passage.detail"""
    fought = battle(unit(0, 20, 10, moved=True, owed=(0,)), step=Step.SECOND_MANOEUVRES)
    after = play(happens, fought, StepBegan(Step.FIRST_CHARGES, 0)).battle
    assert (after.units[0].moved, after.units[0].owed) == (False, ())


# --------------------------------------------------------------------- the end of a turn
def test_routers_that_nobody_caught_are_gone_at_the_end_of_the_turn() -> None:
    """turn.end, rout.eliminate, leaders.routed"""
    runners = unit(0, 20, 10, routing=True, shaken=True, formed=False)
    held = unit(1, 40, 10, routing=True, shaken=True, formed=False, caught=True)
    with_them = leader(0, attached=0, general=True)
    others = tuple(unit(number, 10 * number, 40, 180, side=1) for number in range(2, 5))
    steady = tuple(unit(number, 6 * number, 4) for number in range(5, 9))
    fought = battle(runners, held, *others, *steady, leaders=(with_them,), step=Step.END, turn=3)
    played = play(victory.end_step, fought, answers=PLAY_ON)
    assert played.told(UnitRemoved) == (UnitRemoved(0, Removal.ELIMINATED),)
    assert played.battle.leaders[0].lost_in == 3
    assert played.battle.turn == 4


def test_an_army_breaks_when_it_has_lost_half_of_its_value(case: Figures) -> None:
    """victory-break: victory.value, victory.break, victory.concede"""
    own = (
        unit(0, 10, 10, profile=LEGION, legion="XX"),
        *(unit(number, 10, 10, profile=AUXILIARY) for number in range(1, 5)),
        *(unit(number, 10, 10, profile=ALA) for number in range(5, 7)),
        unit(7, 10, 10, profile=ARCHERS),
    )
    lost = (1, 2, 3, 5, 6)
    gone = {"pose": None, "removed": Removal.ELIMINATED}
    own = tuple(unit_if_lost(one, gone) if one.id in lost else one for one in own)
    leaders = (leader(0, 5, 5, general=True), leader(1, 6, 6))
    foes = tuple(unit(number, 30, 40, 180, side=1, profile=WARBAND) for number in range(8, 11))
    fought = battle(*own, *foes, leaders=leaders, step=Step.END)
    expected = case("victory-break")
    army = victory.army(fought, 0)
    assert (army.value, army.lost) == (expected["value"], expected["lost"])
    assert army.is_broken is expected["breaks"]
    played = play(victory.end_step, fought)
    assert played.asked == (), "nobody is asked to give up a battle that is decided"
    assert played.battle.outcome is not None
    assert (played.battle.outcome.winner, played.battle.outcome.rule) == (1, "victory.break")


def unit_if_lost(one: Any, gone: dict[str, Any]) -> Any:
    """A unit that has left the table."""
    return replace(one, **gone)


def test_the_loss_of_a_second_in_command_adds_nothing_to_that_of_his_post() -> None:
    """victory.value"""
    once = leader(0, general=True, lost_in=2, post_lost=True)
    again = leader(0, general=True, lost_in=6, post_lost=True, second=True)
    one = battle(unit(0, 10, 10), unit(1, 10, 30, side=1), leaders=(once,))
    two = battle(unit(0, 10, 10), unit(1, 10, 30, side=1), leaders=(again,))
    assert victory.army(one, 0) == victory.army(two, 0)
    assert victory.army(one, 0).lost == 2
    here = leader(0, 10, 8, general=True, post_lost=True, second=True)
    assert victory.army(replace(one, leaders=(here,)), 0).lost == 2, "his post has been lost once"


def test_a_player_may_give_up_at_the_end_of_a_turn() -> None:
    """victory.concede, decision.concede"""
    played = play(victory.end_step, pair(step=Step.END), answers=(Resolve.PLAY_ON, Resolve.CONCEDE))
    assert played.battle.outcome is not None
    assert (played.battle.outcome.winner, played.battle.outcome.rule) == (0, "victory.concede")


# --------------------------------------------------------------------- the last turn
HILL = ((20.0, 32.0), (52.0, 32.0), (52.0, 48.0), (20.0, 48.0))


def objectives(inside: str, *, shaken: bool = False) -> tuple[Objective, ...]:
    """One warband in the area wins for the Britons, otherwise the Romans have won."""
    held = Objective(
        id="held",
        when="turn-limit",
        winner="britons",
        kind="units-in-area",
        side="britons",
        count=1,
        classes=(TroopClass.MI,),
        shaken=shaken,
        inside=inside,  # type: ignore[arg-type]  # one of the two words
        area=HILL,
        text="The hill is held.",
    )
    lost = Objective(id="lost", when="turn-limit", winner="romans", kind="otherwise", text="Otherwise.")
    return (held, lost)


@pytest.mark.parametrize(
    ("y", "inside", "state", "winner"),
    [
        (34.0, "wholly", {}, 1),
        (32.5, "wholly", {}, 1),
        (31.5, "wholly", {}, 0),
        (31.5, "half", {}, 1),
        (29.9, "half", {}, 0),
        (34.0, "wholly", {"shaken": True, "dp": 5}, 0),
    ],
)
def test_objectives_are_read_from_the_top_when_the_turns_are_over(
    y: float, inside: str, state: dict[str, Any], winner: int
) -> None:
    """army.scenario, victory.turn-limit: a warband two ranks deep whose front looks away from the middle"""
    there = unit(1, 36, y, 180, side=1, profile=WARBAND, **state)
    fought = battle(
        unit(0, 20, 10), there, step=Step.END, turn=12, objectives=objectives(inside), camps=camps()
    )
    played = play(victory.end_step, fought)
    assert played.battle.outcome is not None
    assert (played.battle.outcome.winner, played.battle.outcome.rule) == (winner, "army.scenario")


def camps() -> tuple[Camp, Camp]:
    """The camps of both sides."""
    return Camp("romans", "Romans", Nation.ROMAN, "bottom"), Camp("britons", "Britons", Nation.BRITISH, "top")


def test_without_objectives_a_tenth_of_its_value_decides_at_the_turn_limit() -> None:
    """victory.turn-limit"""
    gone: dict[str, Any] = {"pose": None, "removed": Removal.DESTROYED}
    own = tuple(unit(number, 6 * number + 6, 4) for number in range(6))
    foes = tuple(unit(number, 6 * number - 30, 40, 180, side=1) for number in range(6, 11))
    lost = unit_if_lost(unit(11, 60, 40, side=1), gone)
    played = play(victory.end_step, battle(*own, *foes, lost, step=Step.END, turn=12))
    assert played.battle.outcome is not None
    assert (played.battle.outcome.winner, played.battle.outcome.rule) == (0, "victory.turn-limit")
    even = play(victory.end_step, battle(*own, *foes, step=Step.END, turn=12))
    assert even.battle.outcome is not None
    assert even.battle.outcome.winner is None


# --------------------------------------------------------------------- camps
def test_a_camp_is_lost_when_the_same_unit_has_looted_it_for_a_whole_turn() -> None:
    """army.camp, control.loot"""
    romans, _ = camps()
    camp = Camp("britons", "Britons", Nation.BRITISH, "top", baggage="wagons")
    looter = unit(0, 36, 40, looting="wagons")
    fought = battle(looter, unit(1, 10, 40, 180, side=1), camps=(romans, camp), step=Step.END)
    first = play(victory.end_step, fought, answers=PLAY_ON).battle
    assert (first.camps[1].baggage_lost, first.camps[1].looters) == (False, (0,))
    again = battle(*first.units, camps=first.camps, step=Step.END, turn=2)
    second = play(victory.end_step, again).battle
    assert second.camps[1].baggage_lost
    assert victory.army(second, 1).lost == 2


def test_a_looter_that_is_driven_out_loots_no_more_and_would_have_to_begin_anew() -> None:
    """control.loot, army.camp: it retires from the camp, and is not among its looters when the turn ends"""
    romans, _ = camps()
    camp = Camp("britons", "Britons", Nation.BRITISH, "top", baggage="wagons", looters=(0,))
    fought = battle(unit(0, 36, 40, looting="wagons"), unit(1, 10, 40, 180, side=1), camps=(romans, camp))
    fled = UnitFled(0, Flight.RETIRE, Pose(3600, 3000, 1800), 1800, 900)
    after = play(happens, fought, fled).battle
    assert (after.units[0].looting, after.camps[1].looters) == ("", ())
    back = after.with_unit(replace(after.units[0], looting="wagons"))
    ended = play(victory.end_step, replace(back, step=Step.END), answers=PLAY_ON).battle
    assert not ended.camps[1].baggage_lost, "it has not looted all through the turn"

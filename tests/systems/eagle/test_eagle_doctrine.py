"""The doctrine in little positions: what a sensible commander does, and what he never does."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.agents import Agent, Captain, Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Decision
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle.after_decisions import SuccessHalt
from sandtable.systems.eagle.answering import EvadeLate, EvadeOrStand, Late, Said, answers
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charging import DeclareCharge
from sandtable.systems.eagle.closing import Halt, HoldBack
from sandtable.systems.eagle.control_decisions import Conform, LeaderModifier, Leash, PickControl, StopPursuit
from sandtable.systems.eagle.doctrine import ANSWERS, DOCTRINE
from sandtable.systems.eagle.doctrine.chances import onset
from sandtable.systems.eagle.doctrine.goals import Posture, goals, prey
from sandtable.systems.eagle.doctrine.routes import way_off
from sandtable.systems.eagle.engagements import Answer, Charge
from sandtable.systems.eagle.holding_ground import Relief, RelieveRanks
from sandtable.systems.eagle.leader_decisions import Deed, Order, SpendAction
from sandtable.systems.eagle.leading import orders
from sandtable.systems.eagle.manoeuvre_decisions import ActivityKind, ChooseActivity
from sandtable.systems.eagle.manoeuvres import activities
from sandtable.systems.eagle.movement import move_terms, plan_of
from sandtable.systems.eagle.moving import Going, MarchOrDice, march_pace
from sandtable.systems.eagle.records import AfterMove, Control, Row
from sandtable.systems.eagle.roster import Objective
from sandtable.systems.eagle.system import SYSTEM
from sandtable.systems.eagle.troops import TroopClass
from sandtable.systems.eagle.victory import Concede, Resolve
from sandtable.table.space import INCH, Point
from tests.conformance.described import decision_classes
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    BATAVI,
    CHARIOTS,
    LEGION,
    LEVY,
    NOBLES,
    SKIRMISHERS,
    VETERANS,
    WARBAND,
    battle,
    box,
    due,
    leader,
    scenario,
    touching,
    unit,
)

SOUTH = 180


def told(start: EagleBattle, question: Decision[Any]) -> object:
    """What doctrine answers to a question asked in the middle of a battle; it stands."""
    given = DOCTRINE.decide(Position(SYSTEM, question, start, start, ()))
    assert not isinstance(question.judge(given), Refusal)
    return given


def done_by(start: EagleBattle, number: int) -> ActivityKind:
    """What a unit does when it is taken."""
    one = start.units[number]
    found = told(start, ChooseActivity(one.side, activities(start, one), unit=number))
    assert isinstance(found, tuple)
    kind = found[0]
    assert isinstance(kind, ActivityKind)
    return kind


def led(start: EagleBattle, side: int = 0) -> Order | None:
    """What the leaders of a side spend their next action on."""
    found = told(start, SpendAction(side, (*orders(start, side), None)))
    assert found is None or isinstance(found, Order)
    return found


def charged(start: EagleBattle, number: int, *targets: int) -> object:
    """Whom a unit charges that could charge these."""
    return told(start, DeclareCharge(start.units[number].side, (None, *targets), unit=number))


def defending(winner: str) -> tuple[Objective, ...]:
    """Whoever is named wins unless an army breaks."""
    return (Objective(id="o", when="turn-limit", winner=winner, kind="otherwise", text="o"),)


def hill_of(side: str) -> tuple[Objective, ...]:
    """A side wins with one unit of foot on the middle of the table; else the other does."""
    other = "britons" if side == "romans" else "romans"
    area = ((20.0, 20.0), (50.0, 20.0), (50.0, 34.0), (20.0, 34.0))
    held = Objective(
        id="h",
        when="turn-limit",
        winner=side,
        kind="units-in-area",
        side=side,
        count=1,
        classes=(TroopClass.MI, TroopClass.HI),
        shaken=False,
        area=area,
        text="h",
    )
    return held, *defending(other)


# --------------------------------------------------------------------- every question
def test_every_decision_has_an_answer() -> None:
    assert {*ANSWERS} == {*decision_classes(SYSTEM)}


def test_nobody_concedes() -> None:
    """A battle is fought to its end."""
    assert told(battle(unit(0, 30, 10)), Concede(0, tuple(Resolve))) is Resolve.PLAY_ON


# --------------------------------------------------------------------- what a battle is about
def test_whoever_wins_by_standing_holds_and_the_other_attacks() -> None:
    """The turn limit decides for the Romans, so that the Britons have to come."""
    found = goals(battle(unit(0, 30, 10), unit(1, 30, 40, SOUTH, side=1), objectives=defending("romans")))
    assert [goal.posture for goal in found] == [Posture.HOLD, Posture.ATTACK]


def test_ground_that_is_counted_is_taken_and_then_held_and_its_holder_attacked() -> None:
    """An area counts for the Britons: off it they take it, on it they hold it and the Romans attack."""
    off = battle(unit(0, 30, 10), unit(1, 30, 44, SOUTH, side=1), objectives=hill_of("britons"))
    assert [goal.posture for goal in goals(off)] == [Posture.HOLD, Posture.TAKE]
    on = battle(unit(0, 30, 10), unit(1, 30, 28, SOUTH, side=1), objectives=hill_of("britons"))
    assert [goal.posture for goal in goals(on)] == [Posture.ATTACK, Posture.HOLD]


def test_a_way_leads_around_what_bars_it() -> None:
    """A deep river 30 in wide before the goal makes the way longer, and none leads into it."""
    area = tuple(Point(x * INCH, y * INCH) for x, y in ((0, 30), (72, 30), (72, 48), (0, 48)))
    river = box("deep river or cliff", 0, 20, 30, 24)
    field = battle(unit(0, 10, 10), pieces=(river,)).field
    here, barred = Point(10.0 * INCH, 10.0 * INCH), ("deep river or cliff",)
    assert way_off(field, (), area, here) == pytest.approx(22)
    assert way_off(field, barred, area, here) > 30


# --------------------------------------------------------------------- charges
def test_a_warband_charges_a_cohort_but_a_levy_leaves_veterans_of_a_legion_alone() -> None:
    """The first onset is the strength of the Britons; against a steady Legion it is spent in vain."""
    start = battle(
        unit(0, 30, 20),
        unit(1, 45, 20, profile=VETERANS),
        unit(2, 30, 24, SOUTH, side=1, profile=WARBAND),
        unit(3, 45, 24, SOUTH, side=1, profile=LEVY, dp=3),
        objectives=defending("romans"),
    )
    assert charged(start, 2, 0) == 0
    assert charged(start, 3, 1) is None


def test_a_flank_is_worth_more_than_a_front() -> None:
    """Horse that could charge either takes the cohort in the flank."""
    ala, cohort = unit(0, 30, 20, profile=ALA), unit(1, 30, 24, SOUTH, side=1, profile=WARBAND)
    start = battle(ala, cohort)
    assert onset(start, ala, cohort, "rear").net > onset(start, ala, cohort, "front").net


def test_who_holds_ground_is_not_drawn_off_it_by_lights() -> None:
    """Archers before the hill are left alone by the warband that holds it, not by a late attacker."""
    foes = (unit(0, 35, 18.5, profile=ARCHERS), unit(1, 35, 21, SOUTH, side=1, profile=WARBAND))
    holding = battle(*foes, objectives=hill_of("britons"))
    attacking = battle(*foes, objectives=defending("romans"), turn=10, turn_limit=12)
    assert charged(holding, 1, 0) is None
    assert charged(attacking, 1, 0) == 0


def reply(start: EagleBattle, number: int) -> Answer:
    """How a charged unit answers."""
    one = start.units[number]
    said = told(start, EvadeOrStand(one.side, answers(start, one), unit=number))
    assert isinstance(said, Said)
    return said.answer


def test_lights_run_from_a_charge_and_foot_meets_it_with_its_own() -> None:
    """Archers evade a warband; a warband counter-charges a cohort."""
    start = battle(
        unit(0, 30, 20, profile=ARCHERS),
        unit(1, 45, 20, profile=BATAVI, control=Control.FREE),
        unit(2, 30, 23, SOUTH, side=1, profile=WARBAND),
        unit(3, 45, 23, SOUTH, side=1, profile=WARBAND, control=Control.FREE),
        charges=(Charge(2, 0, "front", 1800), Charge(1, 3, "front", 0)),
    )
    assert reply(start, 0) is Answer.EVADE
    assert reply(start, 3) is Answer.COUNTER
    assert told(start, EvadeLate(0, tuple(Late), unit=0, comer=2)) is Late.EVADE


def test_steady_foot_does_not_run_after_those_who_evade() -> None:
    """It keeps its place in the line."""
    start = battle(unit(0, 30, 20), unit(1, 30, 23, SOUTH, side=1, profile=SKIRMISHERS))
    assert told(start, HoldBack(0, tuple(Halt), unit=0, target=1)) is Halt.STAY


# --------------------------------------------------------------------- after combat
def test_a_legion_relieves_its_ranks_and_keeps_its_ground() -> None:
    """Whenever the rules let it."""
    start = battle(unit(0, 30, 20, profile=LEGION, dp=2))
    back = (Relief.STAY, Relief.RELIEVE, Relief.NONE)
    assert told(start, RelieveRanks(0, back, unit=0)) is Relief.STAY
    assert told(start, RelieveRanks(0, back[1:], unit=0)) is Relief.RELIEVE


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [(AfterMove.FALL_BACK, AfterMove.FOLLOW_UP_OR_PURSUE), (AfterMove.RETIRE, AfterMove.HALT)],
)
def test_who_falls_back_is_followed_up_and_who_runs_is_let_run(theirs: AfterMove, ours: AfterMove) -> None:
    """A pursuit would unform the winner, and routers are lost anyhow."""
    start = battle(
        unit(0, 30, 20, profile=LEGION),
        unit(1, 30, 20, SOUTH, side=1, profile=WARBAND),
        contacts=(touching(0, 1),),
        aftermaths=(
            due(0, Row.SUCCESS, AfterMove.HALT, AfterMove.FOLLOW_UP_OR_PURSUE, opponents=(1,)),
            due(1, Row.SET_BACK, theirs, opponents=(0,)),
        ),
    )
    options = (AfterMove.HALT, AfterMove.FOLLOW_UP_OR_PURSUE)
    assert told(start, SuccessHalt(0, options, unit=0)) is ours


def test_a_pursuit_is_stopped_and_its_leader_helps() -> None:
    """The unit tests to stop; with a leader one is taken off its die, for it has impetus."""
    start = battle(unit(0, 30, 20, pursuing=True, last="pursue"), leaders=(leader(0, attached=0),))
    assert told(start, StopPursuit(0, (Leash.TEST, Leash.LET_RUN), unit=0)) is Leash.TEST
    assert told(start, StopPursuit(0, (Leash.STOP, Leash.LET_RUN), unit=0)) is Leash.STOP
    assert told(start, LeaderModifier(0, (0, -1, 1), unit=0)) == -1


# --------------------------------------------------------------------- leaders and control
def test_a_shaken_unit_is_rallied_before_anything_else() -> None:
    """Its leader steadies it, although it fights and he could inspire it."""
    start = battle(
        unit(0, 30, 20, profile=LEGION, dp=5, shaken=True),
        unit(1, 30, 20, SOUTH, side=1, profile=WARBAND),
        contacts=(touching(1, 0),),
        leaders=(leader(0, attached=0),),
    )
    assert led(start) == Order(0, Deed.STEADY)


def test_a_unit_in_combat_is_inspired_as_far_as_it_counts_and_a_distant_one_never() -> None:
    """Two inspire actions count; without an enemy near none does."""
    fighters = (unit(0, 30, 20, profile=LEGION), unit(1, 30, 20, SOUTH, side=1, profile=WARBAND))
    start = battle(*fighters, contacts=(touching(1, 0),), leaders=(leader(0, attached=0),))
    assert led(start) == Order(0, Deed.INSPIRE)
    far = battle(unit(0, 30, 5), unit(1, 30, 40, SOUTH, side=1), leaders=(leader(0, attached=0),))
    assert led(far) is None


def test_a_lone_leader_joins_the_line_and_not_a_unit_by_itself() -> None:
    """With three cohorts an inch apart he keeps three in hand; with one far off that one alone."""
    line = tuple(unit(number, 20 + 7 * number, 10) for number in range(3))
    start = battle(
        *line, unit(3, 50, 10), unit(4, 30, 45, SOUTH, side=1), leaders=(leader(0, 42, 8, actions=1),)
    )
    order = led(start)
    assert order is not None
    assert order.deed is Deed.JOIN
    assert order.unit in (0, 1, 2)


def test_a_sound_unit_dresses_by_its_neighbour_and_a_worn_one_does_not() -> None:
    """The line moves as one; who is badly disordered would rather stand and redress."""
    guide = unit(0, 20, 10, control=Control.FREE)
    for dp, answer in ((0, 0), (4, None)):
        start = battle(guide, unit(1, 27, 10, dp=dp), unit(2, 25, 40, SOUTH, side=1))
        assert told(start, Conform(0, (0, None), unit=1)) == answer


def test_who_can_dress_by_somebody_settles_before_who_cannot() -> None:
    """So that a line hangs on the one unit that is under control."""
    start = battle(
        unit(0, 20, 10, control=Control.FREE),
        unit(1, 34, 10),
        unit(2, 27, 10),
        unit(3, 25, 40, SOUTH, side=1),
    )
    assert told(start, PickControl(0, (1, 2))) == 2


# --------------------------------------------------------------------- manoeuvres
def test_an_attacker_marches_and_a_holder_stands() -> None:
    """Far from the enemy, in good order."""
    units = (unit(0, 30, 10, control=Control.FREE), unit(1, 30, 40, SOUTH, side=1))
    assert done_by(battle(*units, objectives=defending("britons")), 0) is ActivityKind.MOVE
    assert done_by(battle(*units, objectives=defending("romans")), 0) is ActivityKind.STAND


def test_the_worn_redress_the_unformed_re_form_and_lights_shoot() -> None:
    """Before anything else that they could do."""
    start = battle(
        unit(0, 15, 10, dp=4, control=Control.FREE),
        unit(1, 30, 10, formed=False, control=Control.FREE),
        unit(2, 45, 30, profile=ARCHERS, control=Control.FREE),
        unit(3, 45, 33, SOUTH, side=1, profile=WARBAND),
        objectives=defending("britons"),
    )
    assert done_by(start, 0) is ActivityKind.REDRESS
    assert done_by(start, 1) is ActivityKind.REFORM
    assert done_by(start, 2) is ActivityKind.SHOOT_TWICE


def test_an_attacker_redresses_like_a_holder_while_there_is_time_and_goes_on_in_the_end() -> None:
    """Beside his leader, with two points early in the battle, three in the last turn but one."""
    for turn, dp, pressing in ((1, 2, ActivityKind.REDRESS), (11, 3, ActivityKind.MOVE)):
        units = (unit(0, 30, 10, dp=dp, control=Control.FREE), unit(1, 30, 40, SOUTH, side=1))
        attacking, holding = (
            battle(
                *units, leaders=(leader(0, 30, 7),), objectives=defending(winner), turn=turn, turn_limit=12
            )
            for winner in ("britons", "romans")
        )
        assert done_by(attacking, 0) is pressing
        assert done_by(holding, 0) is ActivityKind.REDRESS


def test_a_march_is_made_while_the_enemy_is_far_and_dice_are_rolled_near_him() -> None:
    """A march ends 8 in from him, so that dice lead farther from 10 in off."""
    for away, going in ((30, Going.MARCH), (10, Going.DICE)):
        start = battle(unit(0, 30, 5), unit(1, 30, 5 + away, SOUTH, side=1))
        assert told(start, MarchOrDice(0, tuple(Going), unit=0)) is going


def test_an_attacker_goes_straight_at_his_prey() -> None:
    """The move ends nearer to the enemy and faces him."""
    start = battle(unit(0, 30, 10), unit(1, 30, 40, SOUTH, side=1), objectives=defending("britons"))
    one = start.units[0]
    question = plan_of(start, one, move_terms(start, one, march_pace(one)))
    verdict = question.judge(told(start, question))
    assert not isinstance(verdict, Refusal)
    assert verdict.end.y - one_y(one) >= 4 * INCH
    assert verdict.end.heading == 0


def one_y(one: EagleUnit) -> int:
    """How far north a unit stands."""
    assert one.pose is not None
    return one.pose.y


def test_a_shaken_enemy_is_the_better_prey() -> None:
    """Of two warbands equally far the one that is shaken."""
    start = battle(
        unit(0, 30, 10),
        unit(1, 22, 30, SOUTH, side=1, profile=WARBAND),
        unit(2, 38, 30, SOUTH, side=1, profile=WARBAND, dp=5, shaken=True),
        unit(3, 30, 44, SOUTH, side=1, profile=NOBLES),
        unit(4, 60, 44, SOUTH, side=1, profile=CHARIOTS),
    )
    found = prey(start, start.units[0])
    assert found is not None
    assert found.id == 2


# --------------------------------------------------------------------- battles
@pytest.mark.parametrize(("which", "side"), [("river-43", 0), ("boudica-61", 0), ("graupius-83", 1)])
def test_the_captain_beats_the_militia(which: str, side: int) -> None:
    """A whole battle of each scenario; every answer stands."""
    game = Game(SYSTEM, SYSTEM.muster(scenario(which), Readings()), RandomHand(1))
    agents: list[Agent] = [Militia(2), Militia(2)]
    agents[side] = Captain(1)
    while not game.is_over:
        position = game.position()
        game.answer(agents[position.question.seat].decide(position))
    assert game.battle.outcome is not None
    assert game.battle.outcome.winner == side

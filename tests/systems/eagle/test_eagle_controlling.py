"""Control on the table: who is excused, who may conform, what tests come to, pursuers and looters."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Step
from sandtable.systems.eagle.control import Verdict, added
from sandtable.systems.eagle.control_decisions import Leash
from sandtable.systems.eagle.control_events import ControlSettled, ControlTested
from sandtable.systems.eagle.control_facts import trial_of
from sandtable.systems.eagle.controlling import (
    _conform_or_test,
    control_step,
    guides_of,
    left_to_settle,
)
from sandtable.systems.eagle.nearness import distance
from sandtable.systems.eagle.records import Control, Record
from sandtable.systems.eagle.reserve import ReserveRoused
from sandtable.systems.eagle.steps import step_done
from sandtable.systems.eagle.troops import Formation
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    LEGION,
    WARBAND,
    battle,
    excuse,
    leader,
    play,
    touching,
    unit,
)
from tests.systems.eagle.worked_cases import figures

FAR_LEADER = (leader(0, 70, 46),)


async def settle_control(fought: EagleBattle, number: int) -> EagleBattle:
    """One unit settles its control as if its turn had come: excused, conforming or testing."""
    one = fought.units[number]
    excused = excuse(fought, one)
    return await (
        _conform_or_test(fought, one, left_to_settle(fought, one.side))
        if excused is None
        else tell(fought, excused)
    )


def before_control(*units: EagleUnit, **state: object) -> EagleBattle:
    """A battle in the step of control of the first side, whose leader is far away."""
    given: dict[str, object] = {"step": Step.FIRST_CONTROL, "leaders": FAR_LEADER, **state}
    return battle(*units, **given)  # type: ignore[arg-type] # plain keywords


def settled(
    fought: EagleBattle, number: int = 0, *, answers: tuple[object, ...] = (), die: int | None = None
) -> EagleUnit:
    """A unit once its control is settled."""
    faces = () if die is None else (die,)
    return play(settle_control, fought, number, answers=answers, faces=faces).battle.units[number]


# --------------------------------------------------------------------- who tests
def test_a_leader_within_4_inches_excuses_a_unit() -> None:
    """control-boundary; turn.command.who-tests, control.under-control, dice.measure"""
    case = figures("control-boundary")
    x, y = unit(0, 20, 10), unit(1, 40, 10)
    leaders = (leader(0, 20, 14), leader(1, 40, 14.2))
    fought = before_control(x, y, leaders=leaders)
    assert (excuse(fought, x) is None) is case["x_tests"] is False
    assert (excuse(fought, y) is None) is case["y_tests"] is True
    assert settled(fought, 0).control is Control.FREE


def test_a_leader_with_routers_excuses_nobody() -> None:
    """control.under-control"""
    routers = unit(1, 22, 14, routing=True)
    fought = before_control(unit(0, 20, 10), routers, leaders=(leader(0, attached=1),))
    assert excuse(fought, fought.units[0]) is None


def test_units_in_contact_and_routers_take_no_test() -> None:
    """control.exempt"""
    engaged = before_control(unit(0, 20, 10), unit(1, 20, 10, 180, side=1), contacts=(touching(1, 0),))
    assert settled(engaged).control is Control.EXEMPT
    assert settled(before_control(unit(0, 20, 10, routing=True))).control is Control.EXEMPT
    caught = before_control(
        unit(0, 20, 10, pursuing=True, quarry=1),
        unit(1, 20, 10, 180, side=1, routing=True),
        contacts=(touching(0, 1),),
    )
    assert excuse(caught, caught.units[0]) is None, "in contact only with routers it has caught"


def test_light_troops_near_a_unit_under_control_need_no_test() -> None:
    """turn.command.who-tests, control.under-control"""
    guide = unit(0, 20, 10, control=Control.FREE)
    light = unit(1, 20, 15, profile=ARCHERS)
    assert settled(before_control(guide, light), 1).control is Control.LIGHT
    heavy = unit(1, 20, 15)
    assert excuse(before_control(guide, heavy), heavy) is None
    for control in (Control.LIGHT, Control.HALTED, Control.REPEATS, None):
        other = replace(guide, control=control)
        assert excuse(before_control(other, light), light) is None, (
            "one freed as light troops frees nobody else"
        )
    far = unit(1, 20, 16.5, profile=ARCHERS)
    assert excuse(before_control(guide, far), far) is None


def test_a_unit_in_combat_near_a_leader_is_under_control_and_frees_lights_near_it() -> None:
    """control.under-control, control.exempt: he is with it at its left end, the lights are at its right"""
    fights = unit(0, 20, 20, control=Control.EXEMPT, formation=Formation.LINE, ranks=(6,))
    foe = unit(1, 20, 20, 180, side=1)
    lights = unit(2, 29, 17, profile=ARCHERS)
    given: dict[str, object] = {"contacts": (touching(1, 0),)}
    led = before_control(fights, foe, lights, leaders=(leader(0, 16, 17),), **given)
    assert excuse(led, lights) == ControlSettled(2, Control.LIGHT, "control.under-control")
    alone = before_control(fights, foe, lights, **given)
    assert excuse(alone, lights) is None


def test_a_legion_kept_back_by_its_scenario_waits_until_an_enemy_is_near() -> None:
    """army.scenario"""
    legion, enemy = unit(0, 20, 10, profile=LEGION), unit(1, 20, 30, 180, side=1, profile=WARBAND)
    fought = before_control(legion, enemy, specials=("legion-waits",), turn=3)
    assert settled(fought).control is Control.WAITS
    assert excuse(replace(fought, turn=4), legion) is None
    near = fought.with_unit(unit(1, 20, 17.5, 180, side=1, profile=WARBAND))
    assert excuse(near, legion) is None


def test_a_reserve_is_roused_for_good_as_soon_as_an_enemy_has_come_near() -> None:
    """army.scenario: in whatever step; it acts as its player wishes in this turn already"""
    waits = unit(0, 20, 10, profile=LEGION, control=Control.WAITS)
    enemy = unit(1, 20, 18, 180, side=1, profile=WARBAND)
    far = unit(1, 20, 18.1, 180, side=1, profile=WARBAND)
    given: dict[str, object] = {"specials": ("camp-drawn", "legion-waits"), "turn": 2}
    quiet = play(step_done, before_control(waits, far, **given))
    assert quiet.told(ReserveRoused) == ()
    roused = play(step_done, before_control(waits, enemy, **given))
    assert roused.told(ReserveRoused) == (ReserveRoused(0),)
    assert (roused.battle.units[0].control, roused.battle.specials) == (Control.FREE, ("camp-drawn",))
    gone = roused.battle.with_unit(replace(far, control=None)).with_unit(replace(waits, control=None))
    assert excuse(gone, gone.units[0]) is None, "the enemy has gone away again, and it waits no more"


# --------------------------------------------------------------------- conforming
def test_a_unit_may_conform_to_one_under_control_beside_it_instead_of_testing() -> None:
    """control.conform, control.order, decision.conform"""
    guide = unit(0, 20, 10, control=Control.FREE)
    width = guide.shape.width / 100
    beside = unit(1, 20 + width + 1, 10)
    fought = before_control(guide, beside)
    assert guides_of(fought, beside) == (0,)
    done = play(settle_control, fought, 1, answers=(0,))
    assert done.asked == ("decision.conform",)
    assert done.battle.units[1].control is Control.CONFORMS
    assert done.battle.units[1].guide == 0
    assert settled(fought, 1, answers=(None,), die=4).control is Control.FREE


@pytest.mark.parametrize(
    ("gap", "facing", "control", "may"),
    [
        (1.0, 22.5, Control.FREE, True),
        (1.1, 0, Control.FREE, False),
        (0.5, 23, Control.FREE, False),
        (0.5, 0, Control.CONFORMS, True),
        (0.5, 0, Control.LIGHT, False),
        (0.5, 0, Control.HALTED, False),
    ],
)
def test_a_guide_is_within_an_inch_and_faces_nearly_the_same_way(
    gap: float, facing: float, control: Control, *, may: bool
) -> None:
    """control.conform, control.under-control: conforming may run in a chain"""
    body = unit(1, 20, 10)
    guide = unit(0, 20, 20, facing, control=control)
    fought = before_control(guide, body)
    # the guide is brought as near from the north as the gap says
    apart = distance(fought, 0, 1) / 100
    near = unit(0, 20, 20 - apart + gap, facing, control=control)
    found = guides_of(before_control(near, body), body)
    assert (found == (0,)) is may


# --------------------------------------------------------------------- the order
def next_kind(fought: EagleBattle) -> list[int]:
    """The units of the first side among which the owner chooses the next to settle."""
    return [one.id for one in left_to_settle(fought, 0).kinds[0]]


def test_bearers_of_an_eagle_come_first_then_heavies_then_lights() -> None:
    """control.order, decision.control-order, control.eagle"""
    units = (
        unit(0, 10, 10, profile=ARCHERS),
        unit(1, 25, 10),
        unit(2, 40, 10, profile=LEGION, eagle=True),
        unit(3, 55, 10),
    )
    fought = before_control(*units, leaders=(leader(0, 70, 46),))
    assert next_kind(fought) == [2]
    after = fought.with_unit(replace(units[2], control=Control.HALTED))
    assert next_kind(after) == [1, 3]
    done = play(control_step, after, answers=(3,), faces=(4,))
    assert done.asked == ("decision.control-order",)
    assert done.battle.units[3].control is Control.FREE
    last = done.battle.with_unit(replace(units[1], control=Control.HALTED))
    assert next_kind(last) == [0]
    over = last.with_unit(replace(units[0], control=Control.HALTED))
    assert play(control_step, over).battle.step is Step.SECOND_LEADERS


# --------------------------------------------------------------------- tests
@pytest.mark.parametrize(
    ("die", "control"),
    [
        (1, Control.HALTED),
        (2, Control.HALTED),
        (3, Control.FREE),
        (4, Control.FREE),
        (5, Control.REPEATS),
        (6, Control.REPEATS),
    ],
)
def test_a_test_halts_frees_or_repeats(die: int, control: Control) -> None:
    """control.result.low, control.result.middle, control.result.high, control.halt, control.repeat"""
    done = play(settle_control, before_control(unit(0, 20, 10)), 0, faces=(die,))
    assert len(done.told(ControlTested)) == 1
    assert done.battle.units[0].control is control


@pytest.mark.parametrize("die", [1, 6])
def test_a_unit_near_its_eagle_follows_it_on_low_and_high_scores(die: int) -> None:
    """control.eagle; control.follow-eagle, control.result.low, control.result.high"""
    case = figures("control-eagle")
    assert case[f"roll{die}"] == "follow-eagle"
    bearer = unit(0, 20, 10, profile=LEGION, eagle=True, control=Control.HALTED)
    width = bearer.shape.width / 100
    beside = unit(1, 20 + width + 3, 10, profile=LEGION)
    fought = before_control(bearer, beside)
    found = settled(fought, 1, die=die)
    assert found.control is Control.FOLLOWS
    assert found.guide == 0
    other = before_control(replace(bearer, legion="IX"), beside)
    assert settled(other, 1, die=die).control in (Control.HALTED, Control.REPEATS), "another Legion's Eagle"


def test_the_bearer_of_the_eagle_halts_like_others() -> None:
    """control-eagle-bearer; control.eagle"""
    assert figures("control-eagle-bearer")["result"] == "halt"
    bearer = unit(0, 20, 10, profile=LEGION, eagle=True)
    assert settled(before_control(bearer), die=2).control is Control.HALTED


def test_the_record_of_the_turn_before_counts() -> None:
    """control.last-move, control.mod.impetus, control.mod.impetus.meaning"""
    charged = unit(0, 20, 10, last=Record.CHARGE, record=Record.STAND)
    assert trial_of(before_control(charged), charged, 0).record is Record.CHARGE
    assert settled(before_control(charged), die=2).control is Control.FREE, "2 and 1 for its impetus make 3"


# --------------------------------------------------------------------- pursuers and looters
def pursuer() -> EagleUnit:
    """A warband that pursued last turn."""
    return unit(0, 20, 10, profile=WARBAND, pursuing=True, last=Record.PURSUE)


def test_a_pursuer_tests_to_stop_though_a_leader_is_near() -> None:
    """control-pursuing-warband; turn.command.stop-pursuit, control.pursuit-choice, decision.stop-pursuit"""
    assert figures("control-pursuing-warband")["modifier"] == 1
    fought = before_control(pursuer(), leaders=(leader(0, 20, 12),))
    assert excuse(fought, fought.units[0]) is None
    let_run = settled(fought, answers=(Leash.LET_RUN,))
    assert let_run.control is Control.RUNS_ON
    assert let_run.pursuing
    halted = settled(fought, answers=(Leash.TEST,), die=1)
    assert halted.control is Control.HALTED
    assert not halted.pursuing
    stopped = settled(fought, answers=(Leash.TEST, Leash.STOP), die=2)
    assert stopped.control is Control.FREE
    assert not stopped.pursuing
    goes_on = settled(fought, answers=(Leash.TEST, Leash.LET_RUN), die=3)
    assert goes_on.control is Control.RUNS_ON
    wild = settled(fought, answers=(Leash.TEST,), die=4)
    assert wild.control is Control.RUNS_ON
    assert wild.pursuing


def test_the_leader_with_a_pursuer_says_what_he_does_before_the_die() -> None:
    """control-pursuing-ala; control.mod.leader, control.mod.leader.timing"""
    horse = unit(0, 20, 10, profile=ALA, pursuing=True, last=Record.PURSUE)
    fought = before_control(horse, leaders=(leader(0, attached=0),))
    assert figures("control-pursuing-ala")["modifier"] == added(trial_of(fought, horse, -1)).whole == 0
    for change, control in ((-1, Control.FREE), (0, Control.FREE), (1, Control.RUNS_ON)):
        answers: tuple[object, ...] = (Leash.TEST, change)
        if control is Control.FREE:
            answers = (*answers, Leash.STOP)
        done = play(settle_control, fought, 0, answers=answers, faces=(3,))
        assert done.asked[:2] == ("decision.stop-pursuit", "decision.leader-control-modifier")
        assert done.battle.units[0].control is control


def test_a_legion_that_pursues_near_its_eagle_follows_it() -> None:
    """control.pursuit-choice, control.follow-eagle"""
    bearer = unit(1, 30, 10, profile=LEGION, eagle=True)
    chaser = unit(0, 30 - bearer.shape.width / 100 - 2, 10, profile=LEGION, pursuing=True, last=Record.PURSUE)
    found = settled(before_control(chaser, bearer), answers=(Leash.TEST,), die=6)
    assert found.control is Control.FOLLOWS
    assert not found.pursuing


@pytest.mark.parametrize(
    ("die", "control", "loots"),
    [(1, Control.HALTED, False), (3, Control.FREE, False), (6, Control.RUNS_ON, True)],
)
def test_a_looter_stays_until_a_test_lets_it_act_or_halts_it(
    die: int, control: Control, *, loots: bool
) -> None:
    """control.loot: a leader near by does not excuse it"""
    looter = unit(0, 20, 10, profile=WARBAND, looting="camp", last=Record.LOOT)
    fought = before_control(looter, leaders=(leader(0, 20, 12),))
    done = play(settle_control, fought, 0, faces=(die,))
    assert done.battle.units[0].control is control
    assert bool(done.battle.units[0].looting) is loots


def test_what_a_test_says_is_told_before_what_becomes_of_it() -> None:
    """control.order"""
    done = play(settle_control, before_control(unit(0, 20, 10)), 0, faces=(1,))
    assert done.events == (ControlTested(0, Verdict.HALT), ControlSettled(0, Control.HALTED, "control.halt"))

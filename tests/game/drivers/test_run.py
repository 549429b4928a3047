"""One procedure in progress: nested calls, dice, events, and the decision that stops it."""

from __future__ import annotations

import gc
import subprocess
import sys
from threading import Thread
from typing import Any
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.ask import here
from sandtable.dice import D6, Count, PlannedHand, Single, Throw
from sandtable.game.ask.questions import Choose, Do, Event, Tell, do, tell
from sandtable.game.battle.battle import Battle
from sandtable.game.drivers.odds import odds
from sandtable.game.drivers.run import ProcedureRun
from sandtable.table.space import Body, Field

Plain = Battle[Body]


class NightFell(Event[Plain], frozen=True):
    """Night has fallen."""

    def apply(self, battle: Plain) -> Plain:
        """The turn after it."""
        return replace(battle, turn=battle.turn + 1)


async def volley(muskets: int) -> int:
    """Hits that are not saved."""
    hits = await Count(muskets, at_least=4, purpose="to hit")
    return hits - await Count(hits, at_least=5, purpose="saves")


async def firefight(muskets: int) -> tuple[str, int, int]:
    """A stance, a volley, and the other side's answer to it."""
    stance = await Choose("stance", 0, ("stand", "kneel"))
    lost = await do(volley, muskets)
    reply = await Choose("reply", 1, ("fire", "hold"), about=(lost,))
    replied = await do(volley, lost) if reply == "fire" else 0
    return stance, lost, replied


async def campaign(muskets: int) -> str:
    """A procedure that calls one that calls one."""
    stance, lost, replied = await do(firefight, muskets)
    return f"{stance}: {lost} and {replied}"


def hear(battle: Any, event: Event[Any]) -> Any:
    """Let an event happen."""
    return event.apply(battle)


def started(call: Do[Any], *faces: int) -> tuple[ProcedureRun[Any], PlannedHand]:
    """A run whose dice are planned."""
    hand = PlannedHand(faces)
    return ProcedureRun(call, lambda throw: throw.cast(hand), hear), hand


def test_a_run_stops_at_each_decision_of_a_procedure_called_by_a_procedure() -> None:
    run, hand = started(do(campaign, 3), 4, 6, 1, 5, 2, 6, 1)
    assert run.pending == Choose("stance", 0, ("stand", "kneel"))
    run.answer("kneel")
    assert run.pending == Choose("reply", 1, ("fire", "hold"), about=(1,))
    run.answer("fire")
    assert run.pending is None
    assert run.result == "kneel: 1 and 1"
    hand.assert_used()


def test_a_run_throws_no_dice_before_the_decision_they_wait_for() -> None:
    _, hand = started(do(campaign, 3))
    hand.assert_used()


def test_a_run_that_asks_nothing_ends_at_once() -> None:
    run, hand = started(do(volley, 2), 4, 4, 1, 1)
    assert run.pending is None
    assert run.result == 2
    hand.assert_used()


def test_a_run_that_has_ended_takes_no_answer() -> None:
    run, _ = started(do(volley, 0))
    with pytest.raises(AssertionError, match="nothing was asked"):
        run.answer("anything")


async def nightfall(battle: Plain, nights: int) -> Plain:
    """Nights that follow one another, each with an event."""
    for _ in range(nights):
        battle = await tell(battle, NightFell())
    return battle


def test_the_teller_hears_every_event_in_order_and_its_battle_goes_on() -> None:
    heard: list[int] = []

    def listen(battle: Any, event: Event[Any]) -> Any:
        battle = hear(battle, event)
        heard.append(battle.turn)
        return battle

    def no_dice(throw: Throw[Any]) -> Any:
        raise AssertionError(f"{throw} was thrown")

    run = ProcedureRun(do(nightfall, Plain(Field(100, 100), ()), 3), no_dice, listen)
    assert heard == [2, 3, 4]
    assert run.result is not None
    assert run.result.turn == 4


async def until_six() -> int:
    """How many throws it takes."""
    throws = 1
    while await Single(purpose="patience") != 6:
        throws += 1
    return throws


async def deep(depth: int) -> int:
    """A procedure that calls itself."""
    return 1 + await do(deep, depth - 1) if depth else 0


def test_a_run_goes_on_as_long_and_as_deep_as_the_rule_does() -> None:
    long, hand = started(do(until_six), *[1] * 5000, 6)
    assert long.result == 5001
    hand.assert_used()
    assert started(do(deep, 5000))[0].result == 5000


async def confused() -> int:
    """A rule that asks what no driver can answer."""
    await Muddle()
    return 0


class Muddle:
    """Something awaitable that is no question."""

    def __await__(self) -> Any:
        return (yield self)


def test_a_rule_that_asks_what_nobody_can_answer_is_named() -> None:
    with pytest.raises(AssertionError, match="which no driver can answer"):
        started(do(confused))


async def mistaken() -> int:
    """A rule with a fault in it."""
    await Choose("blunder", 0, ("yes",))
    raise ZeroDivisionError("the rule is at fault")


async def calls_mistaken() -> int:
    """A rule that calls the one at fault."""
    return await do(mistaken)


def test_a_fault_in_a_rule_comes_out_as_it_is() -> None:
    run, _ = started(do(calls_mistaken))
    with pytest.raises(ZeroDivisionError, match="the rule is at fault"):
        run.answer("yes")


def answered_from_outside(call: Do[Any], hand: PlannedHand, *settled: str) -> Any:
    """What comes of a call when every question comes out and is answered on a stack: the slow way."""
    decisions, stack, answer = iter(settled), [call.start()], None
    while stack:
        try:
            ask: Any = stack[-1].send(answer)
        except StopIteration as end:
            del stack[-1]
            answer = end.value
            continue
        if isinstance(ask, Do):
            stack.append(ask.start())
            answer = None
        elif isinstance(ask, Tell):
            answer = hear(ask.battle, ask.event)
        else:
            answer = ask.cast(hand) if isinstance(ask, Throw) else next(decisions)
    return answer


@given(st.lists(st.integers(1, 6), min_size=14, max_size=14), st.sampled_from(["fire", "hold"]))
def test_what_is_answered_on_the_spot_is_what_is_answered_from_outside(faces: list[int], reply: str) -> None:
    run, hand = started(do(campaign, 3), *faces)
    run.answer("stand")
    run.answer(reply)
    slow = PlannedHand(faces)
    assert run.result == answered_from_outside(do(campaign, 3), slow, "stand", reply)
    assert hand.cast(D6, 1, "") == slow.cast(D6, 1, "")


async def reckoned(muskets: int) -> tuple[float, int]:
    """A rule that reckons with the odds of what it does then."""
    hoped = float(odds(do(volley, muskets)).mean())
    return hoped, await do(volley, muskets)


def test_odds_asked_for_by_a_rule_are_no_business_of_the_driver_that_runs_it() -> None:
    run, hand = started(do(reckoned, 6), 4, 4, 4, 1, 1, 1, 1, 1, 1)
    assert run.result == (pytest.approx(2.0), 3)
    hand.assert_used()
    assert here.driver is None


async def within() -> int:
    """A rule that carries another out by itself, with dice of its own."""
    inner, hand = started(do(volley, 2), 6, 6, 1, 1)
    hand.assert_used()
    assert inner.result is not None
    return int(inner.result) + await Single(purpose="the outer one")


def test_a_run_within_a_run_has_its_own_dice() -> None:
    run, hand = started(do(within), 5)
    assert run.result == 7
    hand.assert_used()


def test_no_driver_is_present_once_a_run_stands_or_has_failed() -> None:
    run, _ = started(do(calls_mistaken))
    assert here.driver is None
    with pytest.raises(ZeroDivisionError):
        run.answer("yes")
    assert here.driver is None


def test_a_driver_is_present_in_its_own_thread_only() -> None:
    met: list[object] = []

    def listen(battle: Any, event: Event[Any]) -> Any:
        thread = Thread(target=lambda: met.append(here.driver))
        thread.start()
        thread.join()
        met.append(here.driver)
        return hear(battle, event)

    run = ProcedureRun(do(nightfall, Plain(Field(100, 100), ()), 1), Throw.odds, listen)
    assert met == [None, run]


# --------------------------------------------------------------------- runs that are left half-way
def test_a_run_that_is_closed_asks_nothing_and_leaves_nothing_half_way() -> None:
    left: list[str] = []

    async def watched(muskets: int) -> str:
        try:
            return await campaign(muskets)
        finally:
            left.append("closed")

    run, hand = started(do(watched, 3))
    run.close()
    assert (run.pending, run.result, left) == (None, None, ["closed"])
    with pytest.raises(AssertionError, match="nothing was asked"):
        run.answer("kneel")
    run.close()
    hand.assert_used()


def test_a_question_that_waits_does_not_keep_its_run() -> None:
    """Otherwise the run lives as long as the question, and closing this closes the caller that runs it."""
    run, _ = started(do(campaign, 3))
    thrower = ref(run.throw)  # only the run knows it
    gc.disable()
    try:
        del run
        assert thrower() is None
    finally:
        gc.enable()


LEFT_HALF_WAY = """
import gc, types
from sandtable import systems
from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings

eagle = systems.load("eagle")
for seed in range(3):
    game = Game(eagle, eagle.muster(eagle.scenario("boudica-61"), Readings()), RandomHand(seed))
    agent = Militia(seed)
    while game.undoable is None:
        game.answer(agent.decide(game.position()))
    waiting = [one for one in gc.get_objects() if isinstance(one, types.CoroutineType)]
    game.undo()  # the run before it is left half-way
    for procedure in reversed(waiting):  # as the collector may: those that were called before their callers
        procedure.close()
    game.answer(agent.decide(game.position()))
    if seed == 1:
        game.close()
        assert game.question is None
del game, waiting, procedure
"""


def test_a_program_that_leaves_battles_half_way_ends_without_complaint() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LEFT_HALF_WAY], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

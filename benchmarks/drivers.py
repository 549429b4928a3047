"""The play driver: the cost of one question without the dice, and of a fork during an activation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from benchmarks.armies import army
from benchmarks.stopwatch import Effort, Loop, Peer, Question, Side
from sandtable.ask import Procedure
from sandtable.dice import Count, RandomHand
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose, Do, do
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.run import ProcedureRun
from sandtable.systems.liberty.battle import LibertyBattle, Order
from sandtable.systems.liberty.order_decisions import Command
from sandtable.systems.liberty.system import SYSTEM, Liberty

JUDGED: Final = 40
ASKED: Final = 1_000
SEED: Final = 1
OVER: Final = "drilled"
THROW: Final = Count(6, at_least=4)
CHOICE: Final = Choose("drill", seat=0, options=("left", "right"))
GAME, RUN, BARE = "through a game", "through a run", "bare"


def questions(effort: Effort) -> Iterator[Question]:
    """Throws, choices and forks in growing battles."""
    for units in effort.sizes:
        yield throws(units)
        yield choices(units)
        yield fork(units)


# ------------------------------------------------------------------ drill
async def throw_often(battle: LibertyBattle) -> LibertyBattle:
    """Throw repeatedly; the turn counts the successes."""
    successes = 0
    for _ in range(ASKED):
        successes += await THROW
    return replace(battle, turn=successes, phase=OVER)


async def choose_often(battle: LibertyBattle) -> LibertyBattle:
    """Ask repeatedly; the turn counts the steps to the right."""
    right = 0
    for _ in range(ASKED):
        right += await CHOICE == "right"
    return replace(battle, turn=right, phase=OVER)


class Drill(Liberty):
    """A system with a single procedure."""

    def __init__(self, procedure: Any) -> None:
        self._procedure = procedure

    def next(self, battle: LibertyBattle) -> Do[LibertyBattle] | None:
        """Run the procedure once."""
        return None if battle.phase == OVER else do(self._procedure, battle)


# ------------------------------------------------------------------ throws
def throws(units: int) -> Question:
    """One throw, less the time of the dice themselves."""
    battle, system = army(units), Drill(throw_often)

    def game() -> int:
        return Game(system, battle, RandomHand(SEED)).battle.turn

    def run() -> int:
        hand = RandomHand(SEED)
        running = ProcedureRun(do(throw_often, battle), lambda throw: throw.cast(hand), _nothing_happens)
        assert running.result is not None
        return running.result.turn

    def bare() -> int:
        hand, successes = RandomHand(SEED), 0
        for _ in range(ASKED):
            successes += THROW.cast(hand)
        return successes

    sides = (
        _answered(GAME, game, units, less="the dice alone"),
        _answered(RUN, run, units, less="the dice alone"),
        Side(name="the dice alone", way=Loop(bare), per_run=ASKED),
    )
    return Question(words="one throw", size=units, sides=sides)


# ------------------------------------------------------------------ choices
def choices(units: int) -> Question:
    """One choice asked, answered and judged."""
    battle, system = army(units), Drill(choose_often)

    def game() -> int:
        game = Game(system, battle, RandomHand(SEED))
        while not game.is_over:
            game.answer("right")
        return game.battle.turn

    def run() -> int:
        running = ProcedureRun(
            do(choose_often, battle), lambda throw: throw.cast(RandomHand(SEED)), _nothing_happens
        )
        while running.pending is not None:
            running.answer(running.pending.judge("right"))
        assert running.result is not None
        return running.result.turn

    def bare() -> int:
        procedure: Procedure[LibertyBattle] = choose_often(battle)
        send = procedure.send
        try:
            question = send(None)
            while question is CHOICE:
                question = send("right")
            raise AssertionError(f"the drill asked {question!r}")
        except StopIteration as end:
            return int(end.value.turn)

    sides = (
        _answered(GAME, game, units, peer=BARE),
        _answered(RUN, run, units, peer=BARE),
        Side(name=BARE, way=Loop(bare), per_run=ASKED, shown=False),
    )
    return Question(words="one choice", size=units, sides=sides)


def _answered(name: str, run: Any, units: int, *, less: str = "", peer: str = "") -> Side:
    return Side(
        name=name,
        way=Loop(run),
        per_run=ASKED,
        less=less,
        under=1e-6 if units == JUDGED else None,
        peers=(Peer(peer),) if peer else (),
    )


def _nothing_happens(battle: object, event: object) -> object:
    raise AssertionError(f"a drill tells of nothing, but {event!r} happened")


# ------------------------------------------------------------------ forks
def fork(units: int) -> Question:
    """A fork of a game whose active unit has its order and is about to move."""
    game = in_mid_activation(units)
    kind = type(game.battle)

    def from_text() -> LibertyBattle:
        return msgspec.json.decode(msgspec.json.encode(game.checkpoint.battle), type=kind)

    sides = (
        Side(
            name="fork",
            way=Loop(lambda: game.fork(RandomHand(SEED))),
            reads=lambda forked: forked.checkpoint.battle,
            under=0.3e-3 if units == JUDGED else None,
            peers=(Peer("battle through JSON"),),
        ),
        Side(name="battle through JSON", way=Loop(from_text), shown=False),
    )
    return Question(words="fork in mid-activation", size=units, sides=sides)


def in_mid_activation(units: int) -> Game[LibertyBattle]:
    """A game at the move of a unit that was ordered to ADVANCE and passed its test."""
    game = Game(SYSTEM, army(units), RandomHand(SEED))
    while not isinstance(game.question, PlanMove):
        question = game.question
        assert isinstance(question, Choose)
        advances = [
            option
            for option in question.options
            if isinstance(option, Command) and option.order is Order.ADVANCE
        ]
        nothing = None if None in question.options else question.options[0]
        game.answer(advances[0] if advances else nothing)
    return game

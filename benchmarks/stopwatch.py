"""The stopwatch: several sides answer one question in turns, and each round gives every side a time.

Turns keep the comparison fair on a busy machine: a disturbance slows all sides of a round. Work in this
process is measured in processor time, so waiting for the processor does not count.
"""

from __future__ import annotations

import gc
import operator
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from itertools import repeat
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from time import process_time
from typing import Final, NamedTuple

from msgspec import Struct

MOST_LOOPS: Final = 1_000_000


class Effort(NamedTuple):
    """How much to measure: the rounds, the seconds per side and round, and the numbers of units."""

    rounds: int
    seconds: float
    sizes: tuple[int, ...]
    quick: bool = False

    def at_most(self, rounds: int) -> Effort:
        """The same with at most so many rounds, for questions that take seconds."""
        return self._replace(rounds=min(self.rounds, rounds))


# Many short rounds: on a busy machine most of them then run undisturbed.
FULL: Final = Effort(rounds=41, seconds=0.005, sizes=(10, 20, 40, 80))
QUICK: Final = Effort(rounds=1, seconds=0.0, sizes=(10,), quick=True)


# ------------------------------------------------------------------ ways of running
class Loop(NamedTuple):
    """Runs the same function repeatedly."""

    run: Callable[[], object]

    def seconds(self, loops: int) -> float:
        """The time of one of so many runs."""
        run = self.run
        start = process_time()
        for _ in repeat(None, loops):
            run()
        return (process_time() - start) / loops

    def answer(self) -> object:
        """The answer to compare."""
        return self.run()


class PreparedEachTime(NamedTuple):
    """Runs a function that needs a new preparation each time; preparing is not timed."""

    prepare: Callable[[], Callable[[], object]]

    def seconds(self, loops: int) -> float:
        """The time of one of so many runs."""
        whole = 0.0
        for _ in repeat(None, loops):
            run = self.prepare()
            start = process_time()
            run()
            whole += process_time() - start
        return whole / loops

    def answer(self) -> object:
        """The answer to compare."""
        return self.prepare()()


class SelfTimed(NamedTuple):
    """Something that times itself, such as another process."""

    ask: Callable[[], tuple[float, object]]

    def seconds(self, loops: int) -> float:
        """The mean of the times it reports."""
        return sum(self.ask()[0] for _ in repeat(None, loops)) / loops

    def answer(self) -> object:
        """The answer to compare."""
        return self.ask()[1]


Way = Loop | PreparedEachTime | SelfTimed


# ------------------------------------------------------------------ questions and sides
class Peer(Struct, frozen=True):
    """A side to compare with, and how many times faster we want to be, if there is a target."""

    name: str
    at_least: float | None = None


class Side(Struct, frozen=True, kw_only=True):
    """One way to answer a question.

    ``per_run`` is how many questions one run answers. ``during`` puts the process into the state the side
    needs. ``reads`` turns its answer into what is compared; None if the answer is not compared. ``less``
    names a side whose time is subtracted. A side that is not ``shown`` has no line.
    """

    name: str
    way: Way
    per_run: float = 1
    during: Callable[[], AbstractContextManager[object]] = nullcontext
    reads: Callable[..., object] | None = lambda answer: answer
    less: str = ""
    under: float | None = None
    peers: tuple[Peer, ...] = ()
    shown: bool = True


class Question(Struct, frozen=True, kw_only=True):
    """A measurement: the question in words, its size, its sides, and when two answers are equal.

    A question to be measured ``apart`` runs in a forked process of its own if the platform has fork: after
    many other measurements some took up to a quarter longer.
    """

    words: str
    sides: tuple[Side, ...]
    size: int | None = None
    size_of: str = "units"
    agree: Callable[[object, object], bool] = operator.eq
    most_rounds: int = 1_000
    per_second: bool = False
    apart: bool = False


class SidesDisagree(AssertionError):
    """Two sides gave different answers, so their times cannot be compared."""


Times = dict[str, list[float]]
"""The seconds of each side, one time for each round."""


# ------------------------------------------------------------------ taking times
def time(question: Question, effort: Effort) -> Times:
    """Check that the sides agree, then run them in turns."""
    if question.apart and "fork" in get_all_start_methods():
        return _apart(question, effort)
    return _in_here(question, effort)


def _apart(question: Question, effort: Effort) -> Times:
    """Do the same in a forked process."""
    context = get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_tell, args=(question, effort, there))
    child.start()
    there.close()
    try:
        told: Times | Exception = here.recv()
    except EOFError:
        told = RuntimeError(f"{question.words}: the process that measured it ended without an answer")
    finally:
        child.join()
    if isinstance(told, Exception):
        raise told
    return told


def _tell(question: Question, effort: Effort, there: Connection) -> None:
    """Send the times of a question, or the error."""
    try:
        told: Times | Exception = _in_here(question, effort)
    except Exception as fault:
        told = fault
    there.send(told)


def _in_here(question: Question, effort: Effort) -> Times:
    """Do the same in this process."""
    require_agreement(question)
    effort = effort.at_most(question.most_rounds)
    loops = {side.name: _loops(side, effort) for side in question.sides}
    times: Times = {side.name: [] for side in question.sides}
    gc.collect()
    gc.freeze()  # existing objects are not scanned again while a side is timed
    try:
        for number in range(effort.rounds):
            for side in _in_turn(question.sides, number):
                times[side.name].append(_seconds(side, loops[side.name]))
    finally:
        gc.unfreeze()
    return times


def require_agreement(question: Question) -> None:
    """Refuse to compare sides with different answers."""
    heard = [side for side in question.sides if side.reads is not None]
    answers = [(side.name, _answer(side)) for side in heard] if len(heard) > 1 else []
    for name, answer in answers[1:]:
        first, expected = answers[0]
        if not question.agree(expected, answer):
            raise SidesDisagree(
                f"{question.words} ({question.size}): {first} answers {_short(expected)},"
                f" but {name} answers {_short(answer)}"
            )


def _answer(side: Side) -> object:
    assert side.reads is not None
    with side.during():
        return side.reads(side.way.answer())


def _seconds(side: Side, loops: int) -> float:
    with side.during():
        return side.way.seconds(loops) / side.per_run


def _loops(side: Side, effort: Effort) -> int:
    """How often a side runs to fill its part of a round."""
    if effort.quick:
        return 1
    loops = 1
    with side.during():
        while (taken := side.way.seconds(loops) * loops) < effort.seconds and loops < MOST_LOOPS:
            loops = max(2 * loops, int(loops * effort.seconds / max(taken, 1e-9)))
    return min(loops, MOST_LOOPS)


def _in_turn(sides: tuple[Side, ...], number: int) -> tuple[Side, ...]:
    """The sides, rotated by one in each round."""
    first = number % len(sides)
    return sides[first:] + sides[:first]


def _short(answer: object) -> str:
    text = repr(answer)
    return text if len(text) <= 300 else f"{text[:300]}..."

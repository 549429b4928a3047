"""Hearing a game again: which procedures were called on the way, and on which figures they rested.

The log has answers and events, not the calls between them. So each procedure is followed once more from its
mark with the answers it was given, and whenever it calls one whose figures the system knows they are kept:
every number of the account with the rules that made it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from sandtable.ask import Procedure
from sandtable.dice import Throw
from sandtable.game.log import Entry, Happened
from sandtable.game.play import Game
from sandtable.game.questions import Decision, Do, Tell
from sandtable.game.system import System
from sandtable.game.tally import Tally


class Heard(NamedTuple):
    """A procedure that was called when the log was so long, and the figures it rested on."""

    at: int
    tallies: tuple[tuple[str, Tally], ...]


def heard(game: Game[Any]) -> tuple[Heard, ...]:
    """Every call with figures in a game, in order."""
    ends = (*game.marks[1:], None)
    return tuple(
        call
        for mark, end in zip(game.marks, ends, strict=True)
        for call in _of_one(game, mark.at, mark.battle, len(game.log) if end is None else end.at)
    )


def boundaries(game: Game[Any]) -> tuple[tuple[int, int], ...]:
    """Where in the log each procedure begins and ends; those that left no entry are passed over."""
    marks = [*(mark.at for mark in game.marks), len(game.log)]
    return tuple((start, end) for start, end in pairwise(marks) if start < end)


def _of_one(game: Game[Any], start: int, battle: Any, end: int) -> Iterator[Heard]:
    """What the procedure that comes next in *battle* called."""
    call = None if battle.outcome else game.system.next(battle)
    if call is not None and start < end:
        yield from _Following(game.system, game.log[start:end], start).follow(call)


class _Following:
    """One procedure given its answers again."""

    def __init__(self, system: System[Any], entries: list[Entry], start: int) -> None:
        self._system = system
        self._entries = entries
        self._start = start
        self._place = 0

    def follow(self, call: Do[Any]) -> Iterator[Heard]:
        """Give the answers until they are spent or the procedure ends, and tell of every known call."""
        stack: list[Procedure[Any]] = [call.start()]
        yield from self._hear(call)
        answer: Any = None
        while stack:
            try:
                ask = stack[-1].send(answer)
            except StopIteration as end:
                del stack[-1]
                answer = end.value
                continue
            if isinstance(ask, Do):
                yield from self._hear(ask)
                stack.append(ask.start())
                answer = None
            elif self._place == len(self._entries):
                break
            else:
                answer = self._answer(ask)
        for procedure in reversed(stack):
            procedure.close()

    def _answer(self, ask: object) -> Any:
        """What the log answers to a question."""
        entry = self._entries[self._place]
        self._place += 1
        if isinstance(ask, Tell):
            assert isinstance(entry, Happened), "the log and the rules are out of step"
            return ask.event.apply(ask.battle)
        assert isinstance(ask, Throw | Decision), f"a rule asked {ask!r}, which nobody can answer"
        assert not isinstance(entry, Happened), "the log and the rules are out of step"
        return entry.settled

    def _hear(self, call: Do[Any]) -> Iterator[Heard]:
        tallies = tuple(self._system.figures(call).items())
        if tallies:
            yield Heard(self._start + self._place, tallies)

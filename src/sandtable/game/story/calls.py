"""Calls: which procedures were called in a game, and which figures they used.

The log has answers and events, but not the calls between them. So each procedure is run again from its
checkpoint with the logged answers, and the figures of every call that the system knows are collected.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple, cast

from sandtable.ask import Alone, Procedure
from sandtable.dice import Throw
from sandtable.game.ask.questions import Decision, Do, Tell
from sandtable.game.battle.log import Entry, Happened, Thrown
from sandtable.game.battle.position import Position
from sandtable.game.drivers.odds import NoPolicy
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.rules.tally import Tally


class FiguredCall(NamedTuple):
    """A call of a procedure: the length of the log at that point, and the figures that the call uses."""

    at: int
    tallies: tuple[tuple[str, Tally], ...]


def figured_calls(game: Game[Any]) -> tuple[FiguredCall, ...]:
    """The calls with figures in a game, in order."""
    ends = (*(one.at for one in game.checkpoints[1:]), len(game.log))
    return tuple(
        call
        for start, end in zip(game.checkpoints, ends, strict=True)
        for call in _followed(game, start.at, start.battle, end).calls
    )


class CallHistory:
    """The calls with figures of a growing game; only new procedures are run again.

    ``throwers`` maps places in the log to the side that threw the dice there, where a call says which.
    """

    def __init__(self) -> None:
        self.throwers: dict[int, int] = {}
        self._calls: list[FiguredCall] = []
        self._at = 0

    def go_back(self, game: Game[Any]) -> None:
        """Forget the calls of the current procedure, after an answer was taken back."""
        self._at = min(self._at, game.checkpoint.at)
        self._calls = [call for call in self._calls if call.at < self._at]

    def calls(self, game: Game[Any]) -> tuple[FiguredCall, ...]:
        """All calls so far, in order; the game must be a continuation of the game at the last call."""
        checkpoints, log = game.checkpoints, len(game.log)
        ends = (*(one.at for one in checkpoints[1:]), log)
        for start, end in zip(checkpoints, ends, strict=True):
            if end > self._at:
                following = _followed(game, start.at, start.battle, end)
                self._calls += (call for call in following.calls if self._at <= call.at < end)
                self.throwers |= following.throwers
        self._at = log
        return tuple(self._calls)


def boundaries(game: Game[Any]) -> tuple[tuple[int, int], ...]:
    """The start and end of each procedure in the log, without procedures that left no entry."""
    places = [*(one.at for one in game.checkpoints), len(game.log)]
    return tuple((start, end) for start, end in pairwise(places) if start < end)


def _followed(game: Game[Any], start: int, battle: Any, end: int) -> _Following:
    """The next procedure of *battle*, run again with its answers."""
    following = _Following(game.system, game.log[start:end], start)
    call = None if battle.outcome else game.system.next(battle)
    if call is not None and start < end:
        with Alone():
            following.follow(call)
    return following


def figures_ahead(position: Position[Any], answer: object) -> tuple[tuple[str, Tally], ...]:
    """The figures of the first throw after an answer.

    The system's default policy takes the decisions before the throw; one that it does not cover ends the
    search.
    """
    system, call = position.system, position.system.next(position.checkpoint)
    assert call is not None
    given = [*(entry.settled for entry in position.since), position.question.judge(answer)]
    with Alone():
        return _figures_ahead(system, call, given)


def _figures_ahead(system: System[Any], call: Do[Any], given: list[Any]) -> tuple[tuple[str, Tally], ...]:
    """The figures of all calls after the given answers, up to the next throw."""
    stack: list[Procedure[Any]] = [call.start()]
    found: list[tuple[str, Tally]] = []
    reply: Any = None
    while stack:
        try:
            ask = stack[-1].send(reply)
        except StopIteration as end:
            del stack[-1]
            reply = end.value
            continue
        if isinstance(ask, Do):
            if not given:
                found += system.figures(ask).items()
            stack.append(ask.start())
            reply = None
        elif isinstance(ask, Tell):
            reply = ask.event.apply(ask.battle)
        elif given:
            reply = given.pop(0)
        elif (taken := _taken(system, ask)) is not None:
            reply = taken
        else:
            break
    for procedure in reversed(stack):
        procedure.close()
    return tuple(found)


def _taken(system: System[Any], ask: object) -> object | None:
    """What a rule continues with by the default policy; None for dice and for decisions it does not cover."""
    policy = next(iter(system.policies().values()), None)
    if not isinstance(ask, Decision) or policy is None:
        return None
    try:
        return cast(object, ask.judge(policy(ask)))
    except NoPolicy:
        return None


class _Following:
    """One procedure run again with its answers: its calls, and which side threw which dice."""

    def __init__(self, system: System[Any], entries: list[Entry], start: int) -> None:
        self.calls: list[FiguredCall] = []
        self.throwers: dict[int, int] = {}
        self._system = system
        self._entries = entries
        self._start = start
        self._place = 0
        self._whose: list[int | None] = []

    def follow(self, call: Do[Any]) -> None:
        """Send the answers until they are used up or the procedure ends, and note every known call."""
        stack: list[Procedure[Any]] = [self._begun(call)]
        answer: Any = None
        while stack:
            try:
                ask = stack[-1].send(answer)
            except StopIteration as end:
                del stack[-1], self._whose[-1]
                answer = end.value
                continue
            if isinstance(ask, Do):
                stack.append(self._begun(ask))
                answer = None
            elif self._place == len(self._entries):
                break
            else:
                answer = self._answer(ask)
        for procedure in reversed(stack):
            procedure.close()

    def _begun(self, call: Do[Any]) -> Procedure[Any]:
        """Start a call, and note its figures and the side that throws in it, as far as it is known."""
        tallies = tuple(self._system.figures(call).items())
        if tallies:
            self.calls.append(FiguredCall(self._start + self._place, tallies))
        whose = self._system.painter().thrower(call)
        self._whose.append(self._whose[-1] if whose is None and self._whose else whose)
        return call.start()

    def _answer(self, ask: object) -> Any:
        """The log's answer to a question."""
        entry = self._entries[self._place]
        whose = self._whose[-1]
        if isinstance(entry, Thrown) and whose is not None:
            self.throwers[self._start + self._place] = whose
        self._place += 1
        if isinstance(ask, Tell):
            assert isinstance(entry, Happened), "the log and the rules are out of step"
            return ask.event.apply(ask.battle)
        assert isinstance(ask, Throw | Decision), f"a rule asked {ask!r}, which no driver can answer"
        assert not isinstance(entry, Happened), "the log and the rules are out of step"
        return entry.settled

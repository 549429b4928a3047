"""One procedure in progress: dice and events are answered on the spot, a decision stops it until somebody
answers.

Every driver that goes forward (play, replay, search, table-side) is this loop with another thrower of dice
and another source of decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from sandtable.ask import Procedure, here
from sandtable.dice import Throw
from sandtable.game.ask.questions import Decision, Do, Event

T = TypeVar("T")

Thrower = Callable[[Throw[Any]], Any]
"""Whoever throws: it is given a throw and returns its result."""

Teller = Callable[[Any, Event[Any]], Any]
"""Whoever hears what happened: it is given the battle and the event, and returns the battle after it."""

Decider = Callable[[Decision[Any]], Any]
"""Whoever takes decisions on the spot: it is given one and returns what the rule goes on with."""


class ProcedureRun(Generic[T]):
    """A procedure and those it called, standing at a decision or at the end.

    ``pending`` is the decision it waits for; when it is None the run has ended and ``result`` is its result.
    While somebody is there to ``decide``, a decision does not stop it.
    """

    __slots__ = ("_stack", "calls", "decide", "pending", "result", "tell", "throw")

    def __init__(self, call: Do[T], throw: Thrower, tell: Teller) -> None:
        self._stack: list[Procedure[Any]] = [call.start()]
        self.calls = 0
        self.throw = throw
        self.tell = tell
        self.decide: Decider | None = None
        self.pending: Decision[Any] | None = None
        self.result: T | None = None
        self.answer(None)

    def answer(self, settled: Any) -> None:
        """Go on with what ``pending.judge`` made of an answer, until a decision stops the run or the
        outermost procedure returns."""
        stack = self._stack
        assert stack, "nothing was asked"
        before, here.driver = here.driver, self
        try:
            while True:
                try:
                    ask: object = stack[-1].send(settled)
                except StopIteration as end:
                    del stack[-1]
                    settled, self.calls = end.value, 0
                    if not stack:
                        self.pending, self.result = None, settled
                        return
                    continue
                # Dice and events were answered on the spot; only a call that goes too deep comes out as well.
                if ask.__class__ is not Do:
                    assert isinstance(ask, Decision), f"a rule asked {ask!r}, which nobody can answer"
                    self.pending = ask
                    return
                stack.append(ask.start())
                settled, self.calls = None, 0
        finally:
            here.driver = before

    def close(self) -> None:
        """Leave the procedures where they stand, the innermost first; nothing is asked after it."""
        self.pending = None
        while self._stack:
            self._stack.pop().close()

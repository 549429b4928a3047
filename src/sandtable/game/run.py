"""One procedure in progress: dice and events are answered at once, a decision stops it until somebody
answers.

Every driver that goes forward (play, replay, search, table-side) is this loop with another thrower of dice
and another source of decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from sandtable.ask import Procedure
from sandtable.dice import Throw
from sandtable.game.questions import Decision, Do, Tell

T = TypeVar("T")

Thrower = Callable[[Throw[Any]], Any]
"""Whoever throws: it is given a throw and returns its result."""

Teller = Callable[[Tell[Any]], Any]
"""Whoever hears what happened: it returns the battle after the event."""


class Run(Generic[T]):
    """A procedure and those it called, standing at a decision or at the end.

    ``pending`` is the decision it waits for; when it is None the run has ended and ``result`` is its result.
    """

    __slots__ = ("_stack", "_tell", "_throw", "pending", "result")

    def __init__(self, call: Do[T], throw: Thrower, tell: Teller) -> None:
        self._stack: list[Procedure[Any]] = [call.start()]
        self._throw = throw
        self._tell = tell
        self.pending: Decision[Any] | None = None
        self.result: T | None = None
        self._go_on(None)

    def answer(self, settled: object) -> None:
        """Go on with what ``pending.judge`` made of an answer."""
        assert self.pending is not None, "nothing was asked"
        self.pending = None
        self._go_on(settled)

    def _go_on(self, answer: Any) -> None:
        """Send answers until a decision stops the run or the outermost procedure returns."""
        stack, throw, tell = self._stack, self._throw, self._tell
        while True:
            try:
                ask = stack[-1].send(answer)
            except StopIteration as end:
                del stack[-1]
                answer = end.value
                if not stack:
                    self.result = answer
                    return
                continue
            if isinstance(ask, Throw):
                answer = throw(ask)
            elif isinstance(ask, Decision):
                self.pending = ask
                return
            elif isinstance(ask, Tell):
                answer = tell(ask)
            else:
                assert isinstance(ask, Do), f"a rule asked {ask!r}, which nobody can answer"
                stack.append(ask.start())
                answer = None

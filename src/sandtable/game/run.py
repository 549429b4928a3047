"""One procedure in progress: dice and events are answered at once, a decision stops it until somebody
answers.

Every driver that goes forward (play, replay, search, table-side) is this loop with another thrower of dice
and another source of decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, Generic, TypeVar

from sandtable.ask import Procedure
from sandtable.dice import Throw
from sandtable.game.questions import IN_PLACE, Decision, Do, Tell

T = TypeVar("T")

IN_A_ROW: Final = 64
"""So many calls are carried out in place before one is taken on a stack of its own: whoever calls and calls
again from within goes deep, and nobody can tell him from one who calls often."""

Thrower = Callable[[Throw[Any]], Any]
"""Whoever throws: it is given a throw and returns its result."""

Teller = Callable[[Tell[Any]], Any]
"""Whoever hears what happened: it returns the battle after the event."""


class Run(Generic[T]):
    """A procedure and those it called, standing at a decision or at the end.

    ``pending`` is the decision it waits for; when it is None the run has ended and ``result`` is its result.
    """

    __slots__ = ("_calls", "_stack", "_tell", "_throw", "pending", "result")

    def __init__(self, call: Do[T], throw: Thrower, tell: Teller) -> None:
        self._stack: list[Procedure[Any]] = [call.start()]
        self._calls = 0
        self._throw = throw
        self._tell = tell
        self.pending: Decision[Any] | None = None
        self.result: T | None = None
        self.answer(None)

    def answer(self, settled: Any) -> None:
        """Go on with what ``pending.judge`` made of an answer, until a decision stops the run or the
        outermost procedure returns."""
        stack = self._stack
        assert stack, "nothing was asked"
        send = stack[-1].send
        while True:
            try:
                ask = send(settled)
            except StopIteration as end:
                del stack[-1]
                settled = end.value
                if not stack:
                    self.pending, self.result = None, settled
                    return
                send, self._calls = stack[-1].send, 0
                continue
            kind: type = ask.__class__
            if kind is Tell:
                settled = self._tell(ask)  # type: ignore[arg-type]  # its class says what it is
            elif kind is not Do:
                if _is_decision(kind):
                    self.pending = ask  # type: ignore[assignment]  # the same
                    return
                settled = self._throw(ask)  # type: ignore[arg-type]  # the same
            elif self._calls < IN_A_ROW:
                self._calls += 1
                settled = IN_PLACE
            else:
                stack.append(ask.start())  # type: ignore[attr-defined]  # the same
                send, settled, self._calls = stack[-1].send, None, 0


@cache
def _is_decision(kind: type) -> bool:
    """Is a question of this class for a player? What is neither that nor a throw nobody can answer."""
    assert issubclass(kind, Decision | Throw), f"a rule asked a {kind.__name__}, which nobody can answer"
    return issubclass(kind, Decision)

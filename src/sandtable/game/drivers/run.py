"""One procedure in progress: dice and events are answered directly, a decision suspends it.

The drivers for play, replay, search and the umpire all use this loop, each with its own source of dice and
decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from typing import Any, Generic, TypeVar

from sandtable.ask import Ask, Procedure, here
from sandtable.dice import Throw
from sandtable.game.ask.questions import Decision, Do, Event

T = TypeVar("T")

Thrower = Callable[[Throw[Any]], Any]
"""Takes a throw and returns its result."""

Teller = Callable[[Any, Event[Any]], Any]
"""Takes a battle and an event and returns the battle after the event."""

Noter = Callable[[Do[Any]], Generator[Ask[Any], Any, Any]]
"""Notes a call and runs it."""

Decider = Callable[[Decision[Any]], Any]
"""Takes a decision and returns what the rule continues with."""


def run_alone(call: Do[Any]) -> Generator[Ask[Any], Any, Any]:
    """Run a call without noting it."""
    return (yield from call.procedure(*call.args).__await__())


class ProcedureRun(Generic[T]):
    """A procedure and those it called, suspended at a decision or at its end.

    ``pending`` is the decision it waits for; if it is None the run has ended and ``result`` is its result.
    While ``decide`` is set, decisions do not suspend it. Calls of the procedures in ``noted`` go through
    ``note``.
    """

    __slots__ = ("_stack", "calls", "decide", "note", "noted", "pending", "result", "tell", "throw")

    def __init__(
        self,
        call: Do[T],
        throw: Thrower,
        tell: Teller,
        note: Noter = run_alone,
        noted: Collection[Any] = (),
    ) -> None:
        self._stack: list[Procedure[Any] | Generator[Ask[Any], Any, Any]] = [call.start()]
        self.calls = 0
        self.note = note
        self.noted = noted
        self.throw = throw
        self.tell = tell
        self.decide: Decider | None = None
        self.pending: Decision[Any] | None = None
        self.result: T | None = None
        self.answer(None)

    def answer(self, settled: Any) -> None:
        """Continue with the result of ``pending.judge``, until a decision suspends the run or the outermost
        procedure returns."""
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
                # Dice and events were answered directly, so this is a decision or a call that goes too deep.
                if ask.__class__ is not Do:
                    assert isinstance(ask, Decision), f"a rule asked {ask!r}, which no driver can answer"
                    self.pending = ask
                    return
                stack.append(self.note(ask) if ask.procedure in self.noted else ask.start())
                settled, self.calls = None, 0
        finally:
            here.driver = before

    def close(self) -> None:
        """Close all procedures, the innermost first; nothing is asked any more."""
        self.pending = None
        while self._stack:
            self._stack.pop().close()

"""The one idea: a rule is a procedure that asks questions, and a driver answers them.

A rule is an ``async def`` that awaits questions. There is no event loop: ``await`` yields the question to the
driver that called ``send``, and returns the driver's answer with its type. A driver may also register itself
in ``here`` while it sends: then dice and events are answered by a plain call, without leaving the procedure.

>>> class Age(Ask[int]):
...     pass
>>> async def next_year() -> int:
...     return await Age() + 1
>>> procedure = next_year()
>>> isinstance(procedure.send(None), Age)
True
>>> try:
...     procedure.send(41)
... except StopIteration as end:
...     end.value
42
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Coroutine, Generator
from typing import Any, Final, Generic, Protocol, TypeVar

T = TypeVar("T")

Procedure = Coroutine["Ask[Any]", Any, T]
"""A rule that is running: it yields questions, receives their answers, and returns a ``T``."""


class Ask(Generic[T]):
    """A question that a rule asks its driver; ``T`` is the type of the answer."""

    __slots__ = ()

    def __await__(self) -> Generator[Ask[Any], Any, T]:
        # The sent type is Any on purpose: with T, mypy would infer ``return await do(...)`` as Any.
        return (yield self)  # type: ignore[no-any-return]  # the driver sends a T


class Driver(Protocol):
    """A driver that answers dice and events by a call while a rule runs, without suspending the rule."""

    throw: Callable[[Any], Any]
    """Takes a throw and returns its result."""
    tell: Callable[[Any, Any], Any]
    """Takes a battle and an event and returns the battle after the event."""
    decide: Callable[[Any], Any] | None
    """Takes a decision and returns what the rule goes on with; None if decisions suspend the rule."""
    calls: int
    """How many procedures were called directly since the driver last started one on its own stack."""
    noted: Collection[Any]
    """The procedures whose calls the driver notes."""
    note: Callable[[Any], Generator[Ask[Any], Any, Any]]
    """Notes a call of one of these, and runs it."""


class _Here(threading.local):
    """The driver that is active in this thread, if there is one."""

    driver: Driver | None = None


here: Final = _Here()


class Alone:
    """A context without an active driver: every question of a rule is yielded to the caller of ``send``."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before, here.driver = here.driver, None

    def __exit__(self, *_: object) -> None:
        here.driver = self._before

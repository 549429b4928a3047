"""The one idea: rules are procedures that ask, and whoever drives them answers.

A rule is an ``async def`` that awaits questions. There is no event loop: ``await`` hands the question
to the driver that called ``send`` and comes back with its answer, typed. A driver that is present while
it sends is asked on the spot what need not wait.

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
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final, Generic, Protocol, TypeVar

T = TypeVar("T")

Procedure = Coroutine["Ask[Any]", Any, T]
"""A rule in progress: it yields questions, is sent their answers, and returns a ``T``."""


class Ask(Generic[T]):
    """A question a rule puts to the outside world; ``T`` is the type of its answer."""

    __slots__ = ()

    def __await__(self) -> Generator[Ask[Any], Any, T]:
        # What is sent in is "Any" on purpose: were it T, ``return await do(...)`` would be inferred as Any.
        return (yield self)  # type: ignore[no-any-return]  # the driver sends a T


class Driver(Protocol):
    """Whoever sends answers to a rule and is there while it runs: dice and events need not come out."""

    throw: Callable[[Any], Any]
    """Throws dice: given a throw, it returns the result."""
    tell: Callable[[Any, Any], Any]
    """Hears what happened: given a battle and an event, it returns the battle after it."""
    decide: Callable[[Any], Any] | None
    """Takes decisions, where whoever takes them is there as well: it returns what the rule goes on with."""
    calls: int
    """How many calls were carried out on the spot since the driver last took one on itself."""


class _Here(threading.local):
    """The driver who is present where a thread runs its rules, if one is."""

    driver: Driver | None = None


here: Final = _Here()


class Alone:
    """While it lasts no driver is present: each question of a rule comes out to whoever sends."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before, here.driver = here.driver, None

    def __exit__(self, *_: object) -> None:
        here.driver = self._before

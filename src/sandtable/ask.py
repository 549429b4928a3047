"""The one idea: rules are procedures that ask, and whoever drives them answers.

A rule is an ``async def`` that awaits questions. There is no event loop: ``await`` hands the question
to the driver that called ``send`` and comes back with its answer, typed.

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

from collections.abc import Coroutine, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")

Procedure = Coroutine["Ask[Any]", Any, T]
"""A rule in progress: it yields questions, is sent their answers, and returns a ``T``."""


class Ask(Generic[T]):
    """A question a rule puts to the outside world; ``T`` is the type of its answer."""

    __slots__ = ()

    def __await__(self) -> Generator[Ask[Any], Any, T]:
        # What is sent in is "Any" on purpose: were it T, ``return await do(...)`` would be inferred as Any.
        return (yield self)  # type: ignore[no-any-return]  # the driver sends a T

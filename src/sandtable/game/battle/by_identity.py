"""Keeping answers by the very object they are about: a frozen value asked about before need not be hashed.

>>> asked = []
>>> @by_identity(most=8)
... def width(line: tuple[int, ...]) -> int:
...     asked.append(line)
...     return sum(line)
>>> files = (2, 2, 2)
>>> width(files), width(files), len(asked)
(6, 6, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


def by_identity(*, most: int) -> Callable[[Callable[[T], R]], Callable[[T], R]]:
    """Keep what a function answers of a frozen object, as long as it is that object and no other.

    So many answers are kept at most before all of them are dropped.
    """

    def keeping(answer: Callable[[T], R]) -> Callable[[T], R]:
        known: dict[int, tuple[T, R]] = {}
        # Nobody asks about what is known itself, so at first nothing was asked about last.
        last: tuple[Any, Any] = known, None

        @wraps(answer)
        def kept(of: T) -> R:
            nonlocal last
            # Mostly it is the one that was asked about last.
            before, answered = last
            if before is of:
                return answered  # type: ignore[no-any-return]  # the answer about it
            # What is known holds its object, so no other can have that id.
            found = known.get(id(of))
            if found is None:
                if len(known) >= most:
                    known.clear()
                found = known[id(of)] = (of, answer(of))
            last = found
            return found[1]

        return kept

    return keeping


def the_same(value: R) -> R:
    """The one object that stands for all frozen values equal to it: what is kept by it is found at once.

    >>> one, other = tuple([1, 2]), tuple([1, 2])
    >>> one is other, the_same(one) is the_same(other)
    (False, True)
    """
    found: R = _first_equal_to(value)
    return found


@lru_cache(maxsize=256, typed=True)
def _first_equal_to(value: Any) -> Any:
    """Whichever of some equal values came first."""
    return value

"""Places of interest that are found out when somebody looks at one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from sandtable.table.space.pose import Point


class Places(Sequence[Point]):
    """So many places of interest; which they are is found out as late as can be, for few who plan a move
    want to go to any of them."""

    __slots__ = ("_count", "_find", "_found")

    def __init__(self, count: int, find: Callable[[], tuple[Point, ...]]) -> None:
        self._count, self._find = count, find
        self._found: tuple[Point, ...] | None = None

    def __repr__(self) -> str:
        return repr(self[:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self[:] == tuple(other)

    def __hash__(self) -> int:
        return hash(self[:])

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Point: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Point, ...]: ...

    def __getitem__(self, at: int | slice) -> Point | tuple[Point, ...]:
        found = self._found
        if found is None:
            found = self._found = self._find()
            assert len(found) == self._count
        return found[at]

"""Second throws that need no decision: all dice that failed are rerolled once.

>>> from sandtable.dice.pools import Count
>>> RerollFailures(Count(12, at_least=4)).odds(exact=True).mean()
Fraction(9, 1)
"""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from msgspec.structs import force_setattr

from sandtable.dice.hand import Hand
from sandtable.dice.pools import Pool
from sandtable.dice.throw import Throw, stage

T = TypeVar("T")


class RerollFailures(Throw[T], frozen=True):
    """A pool whose failed dice are all thrown once more; the second faces stand."""

    pool: Pool[T]

    def __post_init__(self) -> None:
        _take_purpose(self, self.pool)

    def cast(self, hand: Hand) -> T:
        """Throw the pool, then the dice of it that failed."""
        pool = self.pool
        first = hand.cast(pool.die, pool.dice, self.purpose)
        kept = tuple(face for face in first if not pool.fails(face))
        again = hand.cast(pool.die, len(first) - len(kept), stage(self.purpose, "again"))
        return pool.read(kept + again)

    def ways(self) -> dict[T, int]:
        """The pool's ways with dice that show a face at the first throw or, if failed, at the second."""
        faces = self.pool.die.faces
        failed = sum(self.pool.fails(face) for face in faces)
        weights = {
            face: count * (failed if self.pool.fails(face) else failed + len(faces))
            for face, count in Counter(faces).items()
        }
        return self.pool.ways_with(weights)


def _take_purpose(whole: Throw[T], part: Throw[T]) -> None:
    """Give a throw without a purpose that of the throw it repeats."""
    if not whole.purpose:
        force_setattr(whole, "purpose", part.purpose)

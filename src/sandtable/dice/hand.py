"""Hands: they supply the faces. A rule does not know which hand throws for it.

>>> from sandtable.dice.die import D6
>>> hand = KeepingHand(PlannedHand([6, 1]))
>>> hand.cast(D6, 2, "to hit")
(6, 1)
>>> hand.take()
(Cast(die=Die(name='D6', faces=(1, 2, 3, 4, 5, 6)), faces=(6, 1), purpose='to hit'),)
"""

from __future__ import annotations

from collections.abc import Iterable
from math import floor
from random import Random
from typing import Protocol

from msgspec import Struct

from sandtable.dice.die import Die


class Hand(Protocol):
    """A source of faces."""

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The faces of *count* dice thrown together; none for no dice."""
        ...


class Cast(Struct, frozen=True, gc=False):
    """Dice that were thrown together: the die, the faces in order, and the purpose."""

    die: Die
    faces: tuple[int, ...]
    purpose: str = ""


class FacesWanted(Exception):
    """These faces were not typed yet: ask for them and run the throw again."""

    def __init__(self, die: Die, count: int, purpose: str) -> None:
        super().__init__(f"{count}{die}{_for(purpose)}: enter the faces.")
        self.die = die
        self.count = count
        self.purpose = purpose


class FacesRefused(ValueError):
    """Supplied faces do not fit the dice: their number is wrong, or one is not on the die."""


class PlanSpent(AssertionError):
    """A planned hand was asked for more dice than were planned."""


class RandomHand:
    """Random faces from a seed, for simulation; battles between people use ``FairHand``."""

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The faces of *count* dice at random."""
        random, faces = self._random, die.faces
        sides = len(faces)
        if count == 1:
            return (faces[floor(random() * sides)],)
        shown = []
        for _ in range(count):
            shown.append(faces[floor(random() * sides)])
        return tuple(shown)


class PlannedHand:
    """Faces planned beforehand, for tests: each is used once, in order, and all must be used."""

    __slots__ = ("_faces", "_used")

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = tuple(faces)
        self._used = 0

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The next *count* planned faces."""
        faces = self._faces[self._used : self._used + count]
        if len(faces) < count:
            raise PlanSpent(
                f"{count}{die} are thrown{_for(purpose)}, but only {len(faces)} of the"
                f" {len(self._faces)} planned faces are left."
            )
        require_faces(faces, die, purpose)
        self._used += count
        return faces

    def assert_used(self) -> None:
        """Fail unless every planned face has been thrown."""
        spare = self._faces[self._used :]
        if spare:
            raise AssertionError(
                f"{len(spare)} of {len(self._faces)} planned faces were not thrown: {spare}."
            )


class TypedHand:
    """Faces that people read off real dice and typed in, one list for each cast.

    When no list is left it raises `FacesWanted`; the driver asks the people and runs the throw again with
    one list more. A list that does not fit the dice raises `FacesRefused`.
    """

    __slots__ = ("_lists", "_used")

    def __init__(self, lists: Iterable[Iterable[int]] = ()) -> None:
        self._lists = [tuple(faces) for faces in lists]
        self._used = 0

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The next typed list, if it fits."""
        if count == 0:
            return ()
        if self._used == len(self._lists):
            raise FacesWanted(die, count, purpose)
        faces = self._lists[self._used]
        if len(faces) != count:
            raise FacesRefused(f"{count}{die} are thrown{_for(purpose)}, but {len(faces)} faces were given.")
        require_faces(faces, die, purpose)
        self._used += 1
        return faces


class KeepingHand:
    """A hand that keeps the casts of another hand, for the log and the record."""

    __slots__ = ("_cast", "kept")

    def __init__(self, hand: Hand) -> None:
        self._cast = hand.cast
        self.kept: tuple[Cast, ...] = ()
        """The casts since the last ``take``, in order."""

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The faces of the other hand."""
        faces = self._cast(die, count, purpose)
        if faces:
            thrown = (Cast(die, faces, purpose),)
            self.kept = self.kept + thrown if self.kept else thrown
        return faces

    def take(self) -> tuple[Cast, ...]:
        """Return the kept casts, in order, and forget them."""
        kept, self.kept = self.kept, ()
        return kept


def require_faces(faces: Iterable[int], die: Die, purpose: str) -> None:
    """Refuse faces that are not on the die."""
    for place, face in enumerate(faces, start=1):
        if face not in die.faces:
            shown = ", ".join(map(str, dict.fromkeys(die.faces)))
            raise FacesRefused(f"Die {place}{_for(purpose)} shows {face}, which is not on {die} ({shown}).")


def _for(purpose: str) -> str:
    return f" for {purpose!r}" if purpose else ""

"""Hands: who supplies the faces. Rules never know which hand throws for them.

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
    """Whoever throws dice when asked to."""

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The faces of *count* dice thrown together; none for no dice."""
        ...


class Cast(Struct, frozen=True, gc=False):
    """Dice that were thrown together: which die, the faces in order, and what for."""

    die: Die
    faces: tuple[int, ...]
    purpose: str = ""


class FacesWanted(Exception):
    """Nobody has typed these faces yet: ask for them and run the throw again."""

    def __init__(self, die: Die, count: int, purpose: str) -> None:
        super().__init__(f"{count}{die}{_for(purpose)}: nobody has said yet what they show.")
        self.die = die
        self.count = count
        self.purpose = purpose


class FacesRefused(ValueError):
    """Faces that somebody supplied do not fit the dice: wrong in number or not on the die."""


class PlanSpent(AssertionError):
    """A planned hand was asked for more dice than were planned."""


class RandomHand:
    """Chance, from a seed: fast dice for simulation. Battles between people throw with fair dice instead."""

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
    """Faces laid down beforehand, for tests: each is used once, in order, and all have to be used."""

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
    """Faces that people read off real dice and typed in, one list for each time dice are thrown.

    Where it has none left it asks, by raising what it wants; the driver asks the people and runs the throw
    again with one list more. Where a list does not fit the dice it refuses it.
    """

    __slots__ = ("_lists", "_used")

    def __init__(self, lists: Iterable[Iterable[int]] = ()) -> None:
        self._lists = [tuple(faces) for faces in lists]
        self._used = 0

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The next list that was typed, if it fits."""
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
    """A hand that keeps what another hand throws, for the log and the record."""

    __slots__ = ("_cast", "kept")

    def __init__(self, hand: Hand) -> None:
        self._cast = hand.cast
        self.kept: tuple[Cast, ...] = ()
        """What was thrown since it was last taken, in order."""

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """What the other hand throws."""
        faces = self._cast(die, count, purpose)
        if faces:
            thrown = (Cast(die, faces, purpose),)
            self.kept = self.kept + thrown if self.kept else thrown
        return faces

    def take(self) -> tuple[Cast, ...]:
        """Hand over what was thrown since the last time, in order."""
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

"""Dice that a game has kept, shown again when it is made anew from its journal."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.dice import Die, FacesWanted, Hand, TypedHand
from sandtable.game.files.record import Fall, Step


class ReplayingHand:
    """A hand that shows the faces of kept steps again, and throws from then on."""

    def __init__(self, steps: Sequence[Step], hand: Hand) -> None:
        self._kept = TypedHand(faces for step in steps if isinstance(step, Fall) for faces in step.faces)
        self._hand = hand

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The faces that fell, or new ones where none are left."""
        try:
            return self._kept.cast(die, count, purpose)
        except FacesWanted:
            return self._hand.cast(die, count, purpose)

"""The hand of a game that is restored from its journal: recorded dice first, then new ones."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.dice import Die, FacesWanted, Hand, TypedHand
from sandtable.game.files.record import Step, ThrowStep


class ReplayingHand:
    """A hand that shows the recorded faces of steps, and throws when none are left."""

    def __init__(self, steps: Sequence[Step], hand: Hand) -> None:
        self._kept = TypedHand(faces for step in steps if isinstance(step, ThrowStep) for faces in step.faces)
        self._hand = hand

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The next recorded faces, or new ones."""
        try:
            return self._kept.cast(die, count, purpose)
        except FacesWanted:
            return self._hand.cast(die, count, purpose)

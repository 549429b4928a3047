"""Resolutions with planned dice: what a procedure returns with these faces and no others."""

from __future__ import annotations

from typing import TypeVar

from sandtable.dice import PlannedHand
from sandtable.game.questions import Do
from sandtable.game.run import Run

T = TypeVar("T")


def thrown(call: Do[T], *faces: int) -> T:
    """The result of a procedure that decides nothing, all faces used."""
    hand = PlannedHand(faces)
    run: Run[T] = Run(call, lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle))
    assert run.pending is None, f"{run.pending} is asked"
    hand.assert_used()
    assert run.result is not None
    return run.result

"""Carrying a procedure out with planned dice and planned answers, all of which must be used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from sandtable.dice import PlannedHand
from sandtable.game.questions import Decision, Do
from sandtable.game.refusal import Refusal
from sandtable.game.run import Run

T = TypeVar("T")


def carry_out(call: Do[T], faces: Sequence[int] = (), answers: Sequence[object] = ()) -> T:
    """What a procedure comes to with these dice and these answers."""
    return carried_out(call, faces, answers)[0]


def carried_out(
    call: Do[T], faces: Sequence[int] = (), answers: Sequence[object] = ()
) -> tuple[T, tuple[Decision[Any], ...]]:
    """What a procedure comes to, and the decisions it asked for on the way."""
    hand, left, asked = PlannedHand(faces), list(answers), []
    run: Run[T] = Run(call, lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle))
    while run.pending is not None:
        asked.append(run.pending)
        assert left, f"{run.pending.decision} was asked, and no answer was planned"
        settled = run.pending.judge(left.pop(0))
        assert not isinstance(settled, Refusal), str(settled)
        run.answer(settled)
    hand.assert_used()
    assert not left, f"these answers were planned and not asked for: {left}"
    result: T = run.result  # type: ignore[assignment]  # a run that has ended has a result
    return result, tuple(asked)

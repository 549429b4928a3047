"""Carrying a procedure out with planned dice and planned answers, all of which must be used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from sandtable import arena
from sandtable.game.ask.questions import Decision, Do

T = TypeVar("T")


def carry_out(call: Do[T], faces: Sequence[int] = (), answers: Sequence[object] = ()) -> T:
    """What a procedure comes to with these dice and these answers."""
    return arena.carry_out(call, dice=faces, answers=answers).result


def carried_out(
    call: Do[T], faces: Sequence[int] = (), answers: Sequence[object] = ()
) -> tuple[T, tuple[Decision[Any], ...]]:
    """What a procedure comes to, and the decisions it asked for on the way."""
    carried = arena.carry_out(call, dice=faces, answers=answers)
    return carried.result, carried.questions

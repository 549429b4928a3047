"""Resolutions with planned dice: what a procedure returns with these faces and no others."""

from __future__ import annotations

from typing import TypeVar

from sandtable import arena
from sandtable.game.ask.questions import Do

T = TypeVar("T")


def thrown(call: Do[T], *faces: int) -> T:
    """The result of a procedure that decides nothing, all faces used."""
    return arena.carry_out(call, dice=faces).result

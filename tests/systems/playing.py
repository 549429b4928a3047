"""Procedures of any system on the table, played with planned answers and dice; everything told has words."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias, TypeVar

from sandtable import arena
from sandtable.game.battle.battle import Battle
from sandtable.game.kit.system import System

B = TypeVar("B", bound=Battle[Any])

Played: TypeAlias = arena.Played[B]


def play(
    system: System[B],
    procedure: Callable[..., Coroutine[Any, Any, B]],
    fought: B,
    *args: Any,
    answers: tuple[object, ...] = (),
    faces: tuple[int, ...] = (),
) -> Played[B]:
    """What a procedure makes of a battle with these answers and faces, all of them used."""
    return arena.Arena(system, fought).play(procedure, *args, dice=faces, answers=answers)

"""Chapters of the rules that nobody has written yet: a battle that comes to one stops with its name."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.systems.elan.battle import ElanBattle, Step

Chapter = Callable[[ElanBattle], Coroutine[Any, Any, ElanBattle]]
"""What a step of the turn does: one unit, brigade, charge or melee at a time."""


class NotWritten(NotImplementedError):
    """A step of the turn has no chapter yet."""


def not_written(step: Step, module: str) -> Chapter:
    """The place of a chapter that is still to be written, in the module named."""

    async def chapter(battle: ElanBattle) -> ElanBattle:
        words = f'the step "{step}" of turn {battle.turn} has no chapter yet'
        raise NotWritten(f"{words}; it belongs into sandtable.systems.elan.{module}")

    return chapter

"""Drill: one procedure carried out on the table with planned dice and answers, all of which must be used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable import arena
from sandtable.game.ask.questions import Decision, Do, Event
from sandtable.systems.liberty.battle import LibertyBattle, Step
from sandtable.systems.liberty.events import LibertyEvent
from sandtable.systems.liberty.system import SYSTEM

E = TypeVar("E", bound=LibertyEvent)


class Drilled(Struct, frozen=True):
    """The battle after a procedure, what happened in it, and what was asked."""

    battle: LibertyBattle
    events: tuple[Event[Any], ...]
    asked: tuple[Decision[Any], ...]

    def of(self, kind: type[E]) -> tuple[E, ...]:
        """The events of one kind."""
        return tuple(event for event in self.events if isinstance(event, kind))

    @property
    def decisions(self) -> list[str]:
        """The ids of what was asked."""
        return [question.decision for question in self.asked]


def at(scene: LibertyBattle, step: Step) -> LibertyBattle:
    """The battle in a step of the acting player's turn."""
    return replace(scene, step=step, phase=step.phase)


def drill(call: Do[LibertyBattle], faces: Sequence[int] = (), answers: Sequence[object] = ()) -> Drilled:
    """Carry a procedure out; every die and every answer planned for it must be called for."""
    battle, *args = call.args
    played = arena.Arena(SYSTEM, battle).play(call.procedure, *args, dice=faces, answers=answers)
    return Drilled(played.battle, played.events, played.questions)

"""The choices of step 2: which unit acts, and what it does (move.order, move.action)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

OFFICER: Final = "officer"
"""Chosen instead of a unit: the active General makes his own move (move.officer)."""
END_STEP: Final = None
"""Chosen instead of a unit: no other unit acts in this step (move.order)."""
NO_CHANGE: Final = None
"""Chosen instead of a formation, or of a stronghold: the unit stays as it is (move.formation)."""


class ActionKind(StrEnum):
    """What a unit may do in step 2 (move.action)."""

    STAND = "stand"
    MOVE = "move"
    THROUGH = "move through friends"
    MARCH = "Forced March"
    FALL_BACK = "fall back"
    ATTACK = "attack"
    FORM = "change formation"
    ENTER = "garrison"
    LEAVE = "come out"
    REMOVE = "remove Disorder"
    RECREW = "re-crew the guns"
    BREAK_OFF = "break off"


class Action(NamedTuple):
    """The action of a unit, its target, and the stronghold it enters."""

    kind: ActionKind
    target: int = -1
    place: str = ""


STAND: Final = Action(ActionKind.STAND)

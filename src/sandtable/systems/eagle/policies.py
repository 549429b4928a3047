"""The named policies for decisions inside a resolution, for odds and automatic play."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Decision
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.game.kit.system import Policy
from sandtable.systems.eagle.flight import Extra, OptionalDie


def decide_briskly(question: Decision[Any]) -> object:
    """Roll every optional die of a move (movement.dice.choice)."""
    if isinstance(question, OptionalDie):
        return Extra.ROLL
    raise NoPolicy(f"the brisk policy does not say how {question.decision} is decided")


def decide_sparingly(question: Decision[Any]) -> object:
    """Roll no optional die of a move, to avoid fatigue (movement.dice.choice, movement.fatigue)."""
    if isinstance(question, OptionalDie):
        return Extra.STOP
    raise NoPolicy(f"the sparing policy does not say how {question.decision} is decided")


POLICIES: dict[str, Policy] = {"brisk": decide_briskly, "sparing": decide_sparingly, "best": best}
"""Brisk is the default; best makes the stated aim most likely."""

"""The policy for decisions inside a resolution, for odds and automatic play."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Decision
from sandtable.game.drivers.odds import NoPolicy
from sandtable.game.kit.system import Policy


def take_first(question: Decision[Any]) -> object:
    """The option that the question lists first."""
    return question.sensible()[0]


BY_DECISION: dict[str, Policy] = {"melee.rest-dice": take_first}
"""Spare dice go to the enemies listed first (melee.multiple-rest)."""


def decide_plainly(question: Decision[Any]) -> object:
    """The default answer to a question inside a resolution."""
    if question.decision not in BY_DECISION:
        raise NoPolicy(f"the plain policy does not say how {question.decision} is decided")
    return BY_DECISION[question.decision](question)


POLICIES: dict[str, Policy] = {"plain": decide_plainly}
"""The only policy: no resolution asks anything but where spare dice go."""

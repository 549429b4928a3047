"""The policy for decisions inside a resolution, for odds and automatic play."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Decision
from sandtable.game.drivers.odds import NoPolicy
from sandtable.game.kit.system import Policy
from sandtable.systems.elan.melee import SpareDice


def decide_plainly(question: Decision[Any]) -> object:
    """Spare dice go to the enemies listed first (melee.multiple-rest)."""
    match question:
        case SpareDice():
            return question.options[0]
        case _:
            raise NoPolicy(f"the plain policy does not say how {question.decision} is decided")


POLICIES: dict[str, Policy] = {"plain": decide_plainly}
"""The only policy: no resolution asks anything but where spare dice go."""

"""The named policies for decisions inside a resolution, for odds and automatic play."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Decision
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.game.kit.system import Policy
from sandtable.systems.tricorn.foot_charge import Answer, MountedReaction


def decide_warily(question: Decision[Any]) -> object:
    """Mounted attacked by Foot tries to break off (movement.muskets-v-mounted.break-off)."""
    if isinstance(question, MountedReaction):
        return Answer.BREAK_OFF
    raise NoPolicy(f"the wary policy does not say how {question.decision} is decided")


def decide_stoutly(question: Decision[Any]) -> object:
    """Mounted attacked by Foot stays (movement.muskets-v-mounted.break-off)."""
    if isinstance(question, MountedReaction):
        return Answer.STAY
    raise NoPolicy(f"the stout policy does not say how {question.decision} is decided")


POLICIES: dict[str, Policy] = {"wary": decide_warily, "stout": decide_stoutly, "best": best}
"""The policies by name: wary is the default, best maximises the chance of the chosen goal."""

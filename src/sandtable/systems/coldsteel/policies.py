"""The named policies for decisions inside a resolution, for odds and automatic play."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Decision
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.game.kit.system import Policy
from sandtable.systems.coldsteel.casualties import FigureFalls
from sandtable.systems.coldsteel.luck import LuckyReroll
from sandtable.systems.coldsteel.morale import Again, OfficerReroll


def take_first(question: Decision[Any]) -> object:
    """The first option, which is the ordinary one."""
    return question.sensible()[0]


def decide_steadily(question: Decision[Any]) -> object:
    """Officers re-roll every failed test, Lucky Officers a low die, and the least useful figure falls first.

    leaders.officer-reroll, cards.lucky-officer, casualties.six-choice
    """
    match question:
        case OfficerReroll():
            return Again.KEEP if question.has_passed else Again.BOTH
        case LuckyReroll() | FigureFalls():
            return take_first(question)
        case _:
            raise NoPolicy(f"the steady policy does not say how {question.decision} is decided")


def decide_sparingly(question: Decision[Any]) -> object:
    """Re-roll nothing; the least useful figure falls first (dice.reroll)."""
    match question:
        case OfficerReroll():
            return Again.KEEP
        case LuckyReroll():
            return None
        case FigureFalls():
            return take_first(question)
        case _:
            raise NoPolicy(f"the sparing policy does not say how {question.decision} is decided")


POLICIES: dict[str, Policy] = {"steady": decide_steadily, "sparing": decide_sparingly, "best": best}
"""Steady is the default; best takes the option that makes the aim most likely."""

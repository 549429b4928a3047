"""The named policies for decisions inside a resolution, for odds and automatic play."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Choose, Decision
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.game.kit.system import Policy
from sandtable.systems.coldsteel.morale import Again, Band, band_of


def take_first(question: Decision[Any]) -> object:
    """The first option, which is the ordinary one."""
    return question.sensible()[0]


def decide_steadily(question: Decision[Any]) -> object:
    """Officers re-roll every failed test, Lucky Officers a low die, and the least useful figure falls first.

    leaders.officer-reroll, cards.lucky-officer, casualties.six-choice
    """
    match question.decision:
        case "morale.officer-reroll":
            return Again.KEEP if has_passed(question) else Again.BOTH
        case "cards.lucky-reroll" | "casualties.command-model":
            return take_first(question)
        case _:
            raise NoPolicy(f"the steady policy does not say how {question.decision} is decided")


def has_passed(question: Decision[Any]) -> bool:
    """Does a question ask whether to repeat a passed test? (leaders.reroll-detail)"""
    assert isinstance(question, Choose)
    _, modifier, shown = question.about
    assert isinstance(modifier, int)
    assert isinstance(shown, tuple)
    return band_of(sum(shown) + modifier) is Band.PASS


def decide_sparingly(question: Decision[Any]) -> object:
    """Re-roll nothing; the least useful figure falls first (dice.reroll)."""
    match question.decision:
        case "morale.officer-reroll":
            return Again.KEEP
        case "cards.lucky-reroll":
            return None
        case "casualties.command-model":
            return take_first(question)
        case _:
            raise NoPolicy(f"the sparing policy does not say how {question.decision} is decided")


POLICIES: dict[str, Policy] = {"steady": decide_steadily, "sparing": decide_sparingly, "best": best}
"""Steady is the default; best takes the option that makes the aim most likely."""

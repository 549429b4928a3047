"""The policies for decisions inside a resolution, for odds and automatic play (dice.reroll.policies)."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Decision
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.game.kit.system import Policy
from sandtable.systems.liberty.actions import buy_as_told
from sandtable.systems.liberty.testing import reroll_cautiously


def take_first(question: Decision[Any]) -> object:
    """The option listed first, which is the plain one."""
    return question.sensible()[0]


BY_DECISION: dict[str, Policy] = {
    "test-rerolls": reroll_cautiously,
    "direct-order": buy_as_told,
    "press-the-charge": buy_as_told,
    "reinforce": buy_as_told,
    "reform-the-ranks": buy_as_told,
    "hold-the-line": buy_as_told,
    "concentrate-fire": buy_as_told,
    "double-time": buy_as_told,
    "defensive-fire-odd-hits": take_first,
    "melee-odd-hits": take_first,
    "breakthrough-target": take_first,
}


def decide_cautiously(question: Decision[Any]) -> object:
    """Cautious rerolls (dice.reroll.policies), and actions bought as the facts say."""
    if question.decision not in BY_DECISION:
        raise NoPolicy(f"the cautious policy does not say how {question.decision} is decided")
    return BY_DECISION[question.decision](question)


POLICIES: dict[str, Policy] = {"cautious": decide_cautiously, "best": best}
"""Cautious is the default; best takes the option that makes the aim most likely."""

"""The policies for decisions inside a resolution, for odds and automatic play (dice.reroll.policies)."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.questions import Decision
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.game.kit.system import Policy
from sandtable.systems.liberty.actions import SpendPoint, buy_as_told
from sandtable.systems.liberty.charges import OddHitOnCharger
from sandtable.systems.liberty.melee import OddHitInMelee
from sandtable.systems.liberty.pursuit_decisions import ChargeOnward
from sandtable.systems.liberty.testing import RerollDie, reroll_cautiously


def decide_cautiously(question: Decision[Any]) -> object:
    """Cautious rerolls (dice.reroll.policies), actions bought as the facts say, and the first of equals."""
    match question:
        case RerollDie():
            return reroll_cautiously(question)
        case SpendPoint():
            return buy_as_told(question)
        case OddHitOnCharger() | OddHitInMelee() | ChargeOnward():
            return question.options[0]
        case _:
            raise NoPolicy(f"the cautious policy does not say how {question.decision} is decided")


POLICIES: dict[str, Policy] = {"cautious": decide_cautiously, "best": best}
"""Cautious is the default; best takes the option that makes the aim most likely."""

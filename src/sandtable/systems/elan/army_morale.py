"""Army morale: the break point of an army, and the test it takes in each End Turn phase beyond it.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> odds(do(army_test, ArmyFacts(lost=7, total=13, leadership=1)), exact=True)[ArmyMorale.HOLDS]
Fraction(13, 18)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import D6, AtLeast, Cup
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.elan_tests import MOST_LEADERSHIP

NEEDED: Final = 7


class ArmyMorale(StrEnum):
    """The results of the army morale step."""

    NO_TEST = "does not test"
    HOLDS = "holds"
    BREAKS = "breaks"


class ArmyFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """An army at the end of a turn: units removed for any reason, out of its whole order of battle."""

    lost: Annotated[int, Meta(description="units it has lost", ge=0, le=60)] = 7
    total: Annotated[int, Meta(description="units of its order of battle, arrived or not", ge=1, le=60)] = 13
    leadership: Annotated[
        int, Meta(description="leadership of its commander, 0 if he is lost", ge=0, le=MOST_LEADERSHIP)
    ] = 1


def is_past_break_point(facts: ArmyFacts) -> bool:
    """Has it lost more than half of its units? (army.break-point, army.break-count)"""
    return 2 * facts.lost > facts.total


def needed(facts: ArmyFacts) -> Tally:
    """What 2D6 must reach (army.break-test, army.leadership)."""
    tally = Tally.of(NEEDED, "to pass", "army.break-test")
    return tally.plus(-facts.leadership, "leadership of the army commander", "army.leadership")


async def army_test(facts: ArmyFacts) -> ArmyMorale:
    """The test of an army past its break point; an army that fails loses the battle at once.

    army.break-test, army.break-fail
    """
    if not is_past_break_point(facts):
        return ArmyMorale.NO_TEST
    cup = Cup(2, D6, plus=facts.leadership)
    passed = await AtLeast(cup, need=NEEDED, purpose="army morale")
    return ArmyMorale.HOLDS if passed else ArmyMorale.BREAKS


def army_tallies(facts: ArmyFacts) -> Mapping[str, Tally]:
    """The break point and the figure of the test."""
    point = Tally.of(facts.total // 2 + 1, f"more than half of {facts.total} units", "army.break-point")
    return {"lost units at which it tests": point, "needed on 2D6": needed(facts)}


def army_summary(facts: ArmyFacts, result: ArmyMorale) -> tuple[str, ...]:
    """The result of the army in words."""
    del facts
    return (f"the army {result}",)

"""Initiative: a die plus the army commander's leadership on each side, rerolled on ties.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> odds(do(initiative, Rivals(first=2, second=1)), exact=True)[0]
Fraction(21, 31)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.dice import D6, Cup, Opposed, Winner
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.elan_tests import MOST_LEADERSHIP


class Rivals(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The current leadership of both army commanders; 0 if out of action."""

    first: Annotated[int, Meta(description="leadership of one side", ge=0, le=MOST_LEADERSHIP)] = 1
    second: Annotated[int, Meta(description="leadership of the other", ge=0, le=MOST_LEADERSHIP)] = 1


async def initiative(facts: Rivals) -> int:
    """The side that wins the initiative, 0 or 1: the higher total; ties are rerolled.

    turn.initiative.roll, turn.initiative
    """
    left, right = Cup(1, D6, plus=facts.first), Cup(1, D6, plus=facts.second)
    return 0 if await Opposed(left, right, purpose="initiative") is Winner.LEFT else 1


def initiative_tallies(facts: Rivals) -> Mapping[str, Tally]:
    """What each side adds to its die."""
    rule = "turn.initiative.roll"
    return {
        "added by the first": Tally.of(facts.first, "leadership of its army commander", rule),
        "added by the second": Tally.of(facts.second, "leadership of its army commander", rule),
    }


def initiative_summary(facts: Rivals, side: int) -> tuple[str, ...]:
    """The winner in words."""
    del facts
    return (f"the {'second' if side else 'first'} wins the initiative",)

"""Initiative: a die for each side every turn, with the actions of its General added.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> odds(do(initiative, Rivals(first=3, second=2)), exact=True)[0]
Fraction(21, 31)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.dice import Cup, Opposed, Ties, Winner
from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle.dice import D6


class Rivals(Struct, frozen=True, cache_hash=True):
    """Two sides about to throw for the initiative: what their Generals add to the dice, and their names."""

    first: Annotated[
        int, Meta(description="actions of the first side's General; 0 without one", ge=0, le=3)
    ] = 2
    second: Annotated[
        int, Meta(description="actions of the second side's General; 0 without one", ge=0, le=3)
    ] = 2
    between: str = ""


def contest(rivals: Rivals, ties: Ties = Ties.AGAIN) -> Opposed:
    """A D6 and the General's actions on each side, thrown again while equal (turn.initiative.roll)."""
    purpose = f"initiative, {rivals.between}" if rivals.between else "initiative"
    return Opposed(Cup(1, D6, rivals.first), Cup(1, D6, rivals.second), ties, purpose=purpose)


async def initiative(rivals: Rivals) -> int:
    """The side that holds the initiative this turn, 0 or 1 (turn.initiative.roll)."""
    return 0 if await contest(rivals) is Winner.LEFT else 1


# ----------------------------------------------------------------------- figures and headings
def initiative_tallies(rivals: Rivals) -> Mapping[str, Tally]:
    """What each side adds to its die."""
    none = Tally.of(0, "added to a D6", "turn.initiative.roll")
    words = "actions of the General"
    return {
        "added by the first side": none.plus(rivals.first, words, "turn.initiative.roll"),
        "added by the second side": none.plus(rivals.second, words, "turn.initiative.roll"),
    }


def initiative_summary(rivals: Rivals, holder: int) -> tuple[str, ...]:
    """Who holds the initiative."""
    del rivals
    return (f"the {('first', 'second')[holder]} side holds the initiative",)

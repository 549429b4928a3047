"""Initiative: each player throws a die every turn, again while they are equal.

>>> from sandtable.game.drivers.odds import odds
>>> odds(do(initiative, Rivals()), exact=True)[0]
Fraction(1, 2)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.dice import D6, Cup, Opposed, Ties, Winner
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally


class Rivals(Struct, frozen=True, cache_hash=True):
    """Two players about to throw for the initiative; nothing changes their dice."""


def contest(ties: Ties = Ties.AGAIN) -> Opposed:
    """A die against a die; ties are thrown again (turn.initiative.roll, turn.initiative.tie)."""
    return Opposed(Cup(1, D6), Cup(1, D6), ties, purpose="initiative")


async def initiative(rivals: Rivals) -> int:
    """The side that is Player 1 this turn, 0 or 1: the higher throw (turn.initiative.winner)."""
    del rivals
    return 0 if await contest() is Winner.LEFT else 1


# ------------------------------------------------------------- over several turns
class Turns(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A number of turns, each with a new throw for the initiative (turn.initiative.every-turn)."""

    turns: Annotated[int, Meta(description="turns to come", ge=1, le=12)] = 1


async def turns_led(facts: Turns) -> int:
    """The number of turns in which the first side is Player 1 (turn.initiative.every-turn)."""
    led = 0
    for _ in range(facts.turns):
        led += 1 - await do(initiative, Rivals())
    return led


def initiative_tallies(facts: Turns) -> Mapping[str, Tally]:
    """The dice that each player throws."""
    tally = Tally.of(1, "one D6", "turn.initiative.roll")
    words = "turns, a throw for each"
    return {"dice of each player": tally.times(facts.turns, words, "turn.initiative.every-turn")}


def initiative_summary(facts: Turns, led: int) -> tuple[str, ...]:
    """Whether one side is Player 1 every time, as a heading."""
    if led in (0, facts.turns):
        return (f"the {'first' if led else 'second'} side is Player 1 every time",)
    return ("each side is Player 1 at some time",)

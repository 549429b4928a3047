"""Initiative: the roll of the active General, and what his units may do after it.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> odds(do(initiative, Initiative(rating=Rating.POOR)), exact=True)[True]
Fraction(2, 3)
>>> freedom(Rating.POOR, passed=False, in_command=True)
Freedom(full_move=False, may_remove=False, may_start_melee=False)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.dice import initiative_throw
from sandtable.systems.tricorn.ratings import Rating


class Initiative(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A General who rolls for the initiative, and one of his units."""

    rating: Annotated[Rating, Meta(description="his rating")] = Rating.AVERAGE
    in_command: Annotated[bool, Meta(description="the unit is inside his Command Radius")] = True


class Freedom(Struct, frozen=True, cache_hash=True):
    """What a unit may do after its General's roll."""

    full_move: bool
    may_remove: bool
    may_start_melee: bool


def need(facts: Initiative) -> Tally:
    """The least roll: the number of the General's rating, without modifiers.

    turn.initiative.roll, command.rating.excellent, command.rating.good, command.rating.average,
    command.rating.poor
    """
    rating = facts.rating
    words = f"{rating} General"
    return Tally.of(rating.initiative, words, f"command.rating.{rating}", sign="+")


async def initiative(facts: Initiative) -> bool:
    """Whether the Initiative Roll is passed (turn.initiative.roll)."""
    return await initiative_throw(facts.rating.initiative)


def freedom(rating: Rating, *, passed: bool, in_command: bool) -> Freedom:
    """What a unit may do after the roll; a unit out of command acts as if the roll had failed.

    turn.initiative.pass, turn.initiative.fail.half-move, turn.initiative.fail.no-removal,
    command.poor.no-melee, command.radius.effect
    """
    acts = passed and in_command
    barred = not in_command or (rating.bars_melee and not passed)
    return Freedom(full_move=acts, may_remove=acts, may_start_melee=not barred)


def initiative_tallies(facts: Initiative) -> Mapping[str, Tally]:
    """The number he needs."""
    return {"needed on 1D6": need(facts)}


def initiative_summary(facts: Initiative, passed: object) -> tuple[str, ...]:
    """Whether he passed, and what that leaves to the unit."""
    after = freedom(facts.rating, passed=bool(passed), in_command=facts.in_command)
    return (
        "the roll is passed" if passed else "the roll is failed",
        "Full Move" if after.full_move else "Half Move",
        "it may remove Disorder" if after.may_remove else "it may not remove Disorder",
        "it may start a melee" if after.may_start_melee else "it may not start a melee",
    )

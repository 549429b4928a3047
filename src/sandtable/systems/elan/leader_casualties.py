"""Commanders in danger: whether hits on a unit strike its commander, and the six-row casualty table.

>>> from sandtable.game.drivers.odds import odds
>>> chances = odds(do(in_danger, Exposed(leadership=1, danger=Danger.FIRE)), exact=True)
>>> chances.chance(lambda end: end.where is Whereabouts.LOST)
Fraction(5, 144)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import D6, AtLeast, Cup, Total
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.book import table
from sandtable.systems.elan.elan_tests import MOST_LEADERSHIP

LIVES_ON: Final = 4


class Danger(StrEnum):
    """What hit the commander's unit (leaders.hit-check)."""

    FIRE = "fire"
    MELEE = "melee"


HIT_ON: Final = {Danger.FIRE: 11, Danger.MELEE: 10}
"""What 2D6 must reach for the commander to be hit (leaders.hit-check)."""


class Casualty(StrEnum):
    """The rows of the casualty table (leaders.casualty.results)."""

    KILLED = "killed"
    MORTAL_OR_NOT = "mortal-or-not"
    OUT_FOR_THE_DAY = "out-for-the-day"
    WOUNDED = "wounded-in-command"
    SCRATCH = "scratch"
    HEROISM = "heroism"


class Whereabouts(StrEnum):
    """Where a commander is after a check."""

    WITH_UNIT = "with his unit"
    DETACHED = "detached"
    LOST = "lost"


class Exposed(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A commander whose unit was hit; he is checked once per fire phase, reaction fire or melee round."""

    leadership: Annotated[int, Meta(description="his leadership", ge=0, le=MOST_LEADERSHIP)] = 1
    danger: Annotated[Danger, Meta(description="what hit the unit he is with")] = Danger.FIRE


class LeaderEnd(Struct, frozen=True, cache_hash=True):
    """The result for a commander: the row of the table if he was hit, his leadership, and where he is."""

    casualty: Casualty | None
    leadership: int
    where: Whereabouts

    @property
    def disorders_unit(self) -> bool:
        """Is his former unit disordered at once? (leaders.casualty.killed)"""
        return self.casualty is Casualty.KILLED


# ----------------------------------------------------------------------- the table
class _CasualtyRow(Struct, frozen=True, forbid_unknown_fields=True):
    min: int
    max: int
    result: Casualty
    effect: str


@cache
def casualty_of(rolled: int) -> Casualty:
    """The row of the table for a roll of 2D6 (leaders.casualty.results)."""
    rows = table("leaders.casualty.results", _CasualtyRow)
    return next(row.result for row in rows if row.min <= rolled <= row.max)


WHERE: Final = {
    Casualty.KILLED: Whereabouts.LOST,
    Casualty.MORTAL_OR_NOT: Whereabouts.LOST,
    Casualty.OUT_FOR_THE_DAY: Whereabouts.LOST,
    Casualty.WOUNDED: Whereabouts.DETACHED,
    Casualty.SCRATCH: Whereabouts.DETACHED,
    Casualty.HEROISM: Whereabouts.WITH_UNIT,
}
"""Where each row leaves the commander.

leaders.casualty.killed, leaders.casualty.mortal-or-not, leaders.casualty.out-for-the-day,
leaders.casualty.wounded-in-command, leaders.casualty.scratch, leaders.casualty.heroism
"""


def leadership_after(casualty: Casualty, leadership: int) -> int:
    """His leadership for the rest of the battle: a wound takes 1, heroism adds 1, between +0 and +2.

    leaders.casualty.wounded-in-command, leaders.casualty.floor, leaders.casualty.heroism
    """
    match casualty:
        case Casualty.WOUNDED:
            return max(leadership - 1, 0)
        case Casualty.HEROISM:
            return min(leadership + 1, MOST_LEADERSHIP)
        case _:
            return leadership


# ----------------------------------------------------------------------- the rolls
@cache
def hit_roll(danger: Danger) -> AtLeast:
    """The hit check: 2D6 reach 11 under fire, 10 in melee (leaders.hit-check)."""
    return AtLeast(Cup(2, D6), need=HIT_ON[danger], purpose="commander hit")


async def casualty() -> Casualty:
    """A roll on the casualty table for a commander who was hit (leaders.casualty.results)."""
    return casualty_of(await Total(2, purpose="what became of the commander"))


async def in_danger(facts: Exposed) -> LeaderEnd:
    """The hit check of a commander whose unit took hits, and his casualty roll if he is hit.

    leaders.hit-check
    """
    if not await hit_roll(facts.danger):
        return LeaderEnd(None, facts.leadership, Whereabouts.WITH_UNIT)
    row = await do(casualty)
    return LeaderEnd(row, leadership_after(row, facts.leadership), WHERE[row])


class Bereft(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A commander whose unit was removed."""

    leadership: Annotated[int, Meta(description="his leadership", ge=0, le=MOST_LEADERSHIP)] = 1


async def unit_lost(facts: Bereft) -> LeaderEnd:
    """One casualty roll without a hit check: on 7 or more he stays in play, detached (leaders.lost-unit)."""
    row = await do(casualty)
    where = Whereabouts.LOST if WHERE[row] is Whereabouts.LOST else Whereabouts.DETACHED
    return LeaderEnd(row, leadership_after(row, facts.leadership), where)


async def survives_wounds() -> bool:
    """Does a commander who was carried off live, as rolled after the battle?

    leaders.casualty.mortal-or-not
    """
    return await AtLeast(Cup(1, D6), need=LIVES_ON, purpose="the commander lives")


# ----------------------------------------------------------------------- figures and headings
def danger_tallies(facts: Exposed) -> Mapping[str, Tally]:
    """What 2D6 must reach for him to be hit."""
    words = f"his unit was hit by {facts.danger}" if facts.danger is Danger.FIRE else "hit in melee"
    return {"hit on 2D6": Tally.of(HIT_ON[facts.danger], words, "leaders.hit-check")}


def lost_unit_tallies(facts: Bereft) -> Mapping[str, Tally]:
    """What 2D6 must reach for him to stay in play."""
    del facts
    least = min(rolled for rolled in range(2, 13) if WHERE[casualty_of(rolled)] is not Whereabouts.LOST)
    return {"stays in play on 2D6": Tally.of(least, "his unit was removed", "leaders.lost-unit")}


def leader_summary(facts: Exposed | Bereft, end: LeaderEnd) -> tuple[str, ...]:
    """Where he is, his row of the table and any change of leadership, in words."""
    row = f"{end.casualty}" if end.casualty else "not hit"
    change = end.leadership - facts.leadership
    if change and end.where is not Whereabouts.LOST:
        return (f"the commander is {end.where}", row, f"his leadership changes by {change:+d}")
    return (f"the commander is {end.where}", row)

"""The free hack of pursuers at a unit that they have caught.

>>> from sandtable.game.drivers.odds import odds
>>> warband = HackFacts(bases=4, troop_class=TroopClass.MI, victims=8)
>>> odds(do(hack, warband), exact=True)[8]
Fraction(397, 2048)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.dice import Count
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle.book import need_of
from sandtable.systems.eagle.disorder import MOST_BASES
from sandtable.systems.eagle.flight import Chase, chase
from sandtable.systems.eagle.troops import TroopClass


class HackFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Pursuers that have caught a unit: their front bases that touch it, and the bases it has."""

    bases: Annotated[int, Meta(description="front bases of the pursuer that touch it", ge=1, le=10)] = 4
    troop_class: Annotated[TroopClass, Meta(description="class of the pursuer")] = TroopClass.MI
    victims: Annotated[int, Meta(description="bases of the unit that was caught", ge=1, le=MOST_BASES)] = 4


@lru_cache(maxsize=1024)
def dice(facts: HackFacts) -> Tally:
    """A die for every figure that touches, unmodified (after.free-hack, after.free-hack.detail)."""
    tally = Tally.of(facts.bases, "front bases in contact", "after.free-hack.detail")
    return tally.times(facts.troop_class.figures, f"figures on a base of {facts.troop_class}", "troops.bases")


def need() -> Tally:
    """What a die must show to take a base (after.free-hack)."""
    return Tally.of(need_of("after.free-hack"), "a casualty", "after.free-hack", sign="+")


async def hack(facts: HackFacts) -> int:
    """The bases that a free hack takes off the caught unit (after.free-hack, troops.casualty)."""
    struck = await Count(dice(facts).whole, at_least=need().whole, purpose="free hack")
    return min(struck, facts.victims)


# ------------------------------------------------------------- a pursuit and its hack
class PursuitFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A pursuit from the quarry's first step to the free hack if it is caught."""

    chase: Chase = Chase()
    hack: HackFacts = HackFacts()

    def __post_init__(self) -> None:
        if self.chase.pursuer_mounted is not self.hack.troop_class.is_mounted:
            raise ValueError(
                f"{self.hack.troop_class} in chase.pursuer_mounted and hack.troop_class must both be mounted"
                " or both on foot: it is one pursuer"
            )


class Pursued(Struct, frozen=True, cache_hash=True):
    """Whether a quarry was caught, and the bases that it lost."""

    caught: bool
    lost: int = 0


async def pursue(facts: PursuitFacts) -> Pursued:
    """A quarry runs, and its pursuer follows and strikes if it catches it (after.pursue.detail)."""
    if not await do(chase, facts.chase):
        return Pursued(caught=False)
    return Pursued(caught=True, lost=await do(hack, facts.hack))


# ----------------------------------------------------------------------- figures and headings
def hack_tallies(facts: HackFacts) -> Mapping[str, Tally]:
    """The figures of a free hack."""
    return {"dice": dice(facts), "a base for": need()}


def hack_summary(facts: HackFacts, lost: int) -> tuple[str, ...]:
    """What became of the unit caught."""
    if lost == facts.victims:
        return ("the unit is destroyed",)
    return ("the unit loses bases",) if lost else ("the unit loses nothing",)


def pursuit_tallies(facts: PursuitFacts) -> Mapping[str, Tally]:
    """The figures of the free hack, if the quarry is caught."""
    return hack_tallies(facts.hack)


def pursuit_summary(facts: PursuitFacts, pursued: Pursued) -> tuple[str, ...]:
    """Whether it gets away, and what it loses if not."""
    if not pursued.caught:
        return ("it gets away",)
    return ("it is caught", *hack_summary(facts.hack, pursued.lost))

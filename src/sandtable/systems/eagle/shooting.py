"""Shooting: how many dice light troops throw at a target, and the disorder that it takes.

The facts of a shooting (`Shooting`) are all that the rules depend on; the table makes them from a battle.

>>> from sandtable.game.drivers.odds import odds
>>> slingers = Shooting(bases=4, target=TroopClass.HI)
>>> dice(slingers).total
2
>>> odds(do(shoot, slingers), exact=True)[1]
Fraction(5, 18)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import Count
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle.book import least_of, need_of
from sandtable.systems.eagle.disorder import Order, order_in_words, take
from sandtable.systems.eagle.records import Cause
from sandtable.systems.eagle.troops import TroopClass

HALF: Final = 0.5


# ----------------------------------------------------------------------- facts
class Shooting(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of one shooting: who shoots, with how many bases, and at what."""

    bases: Annotated[int, Meta(description="bases that can shoot, LC in two ranks", ge=0, le=6)] = 4
    dp: Annotated[int, Meta(description="disorder points of the shooting unit", ge=0, le=5)] = 0
    target: Annotated[TroopClass, Meta(description="class of the target")] = TroopClass.MI
    cover: Annotated[bool, Meta(description="the target is in cover")] = False
    rear: Annotated[bool, Meta(description="it is shot at from the rear")] = False
    deduct_first: Annotated[
        bool, Meta(description="reading: take the DPs off before the dice are halved")
    ] = False


class ShootingFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A light unit that shoots once, or stands and shoots twice at the same target."""

    shooting: Shooting = Shooting()
    target: Order = Order()
    twice: Annotated[bool, Meta(description="it stands and shoots twice at this target")] = False
    one_base_an_event: Annotated[
        bool, Meta(description="reading: one event costs a shaken unit one base at most")
    ] = False


# --------------------------------------------------------------------- tallies
def halvings(shooting: Shooting) -> Iterator[str]:
    """The reasons to halve the dice; from the rear HI's armour is none (shooting.half, shooting.rear)."""
    if shooting.target is TroopClass.LI:
        yield "the target is LI"
    if shooting.cover:
        yield "the target is in cover"
    if shooting.target is TroopClass.HI and not shooting.rear:
        yield "the target is HI, not from the rear"


@lru_cache(maxsize=4096)
def dice(shooting: Shooting) -> Tally:
    """The dice of a shooting: one a base, halved once for any reason, less one for each DP, at least one.

    shooting.dice, shooting.half, shooting.dp, shooting.minimum, shooting.sequence, dice.rounding; no dice at
    all without a base that can shoot
    """
    tally = Tally.of(shooting.bases, "bases that shoot", "shooting.dice")
    if not shooting.bases:
        return tally
    if shooting.deduct_first:
        tally = _halved(_deducted(tally, shooting), shooting)
    else:
        tally = _deducted(_halved(tally, shooting), shooting)
    return tally.at_least(least_of("shooting.minimum"), "always one die", "shooting.minimum")


def _halved(tally: Tally, shooting: Shooting) -> Tally:
    """Several reasons halve no more than one (shooting.half, shooting.sequence, dice.rounding)."""
    reasons = tuple(halvings(shooting))
    if not reasons:
        return tally
    halved = tally.times(HALF, "; ".join(reasons), "shooting.half")
    return halved.rounded_up("part of a die counts whole", "dice.rounding")


def _deducted(tally: Tally, shooting: Shooting) -> Tally:
    return tally.plus(-shooting.dp, "disorder points of the shooters", "shooting.dp")


def need() -> Tally:
    """What a die must show to disorder the target (shooting.hit)."""
    return Tally.of(need_of("shooting.hit"), "a disorder point", "shooting.hit", sign="+")


# ---------------------------------------------------------------------- throws
async def shoot(shooting: Shooting) -> int:
    """The disorder points that one shooting gives its target (shooting.hit)."""
    return await Count(dice(shooting).whole, at_least=need().whole, purpose="shooting")


async def shoot_at(facts: ShootingFacts) -> Order:
    """The target after one shooting or two; the first is applied before the second is thrown.

    turn.manoeuvre.light-options, shooting.twice, morale.threshold
    """
    target = facts.target
    for _ in range(1 + facts.twice):
        if not target.is_destroyed:
            points = await do(shoot, facts.shooting)
            target = take(target, points, Cause.SHOOTING, one_base_an_event=facts.one_base_an_event)
    return target


# ----------------------------------------------------------------------- figures and headings
def shooting_tallies(facts: ShootingFacts) -> Mapping[str, Tally]:
    """The figures of a shooting."""
    return fire_tallies(facts.shooting)


def fire_tallies(shooting: Shooting) -> Mapping[str, Tally]:
    """The dice of one shooting and what they need."""
    return {"dice": dice(shooting), "to hit": need()}


def shooting_summary(facts: ShootingFacts, after: Order) -> tuple[str, ...]:
    """What became of the target."""
    return order_in_words(facts.target, after, "the target")

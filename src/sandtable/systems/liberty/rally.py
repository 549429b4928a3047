"""Rally: a resting unit recovers hits, a routing unit stops or runs on.

>>> from sandtable.game.drivers.odds import odds
>>> shaken = odds(do(rally, RallyFacts(routing=True, hits=16)), exact=True)
>>> shaken.chance(lambda outcome: outcome.end is RallyEnd.STOPS)
Fraction(5, 12)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.dice import D3, Single
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.actions import NEVER, Buyer, Buying, Paid, affordable, buy, points_left
from sandtable.systems.liberty.battle import Order
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.orders import Discipline, as_test, dice_for, need, order_row, rerolls
from sandtable.systems.liberty.states import State, Wear
from sandtable.systems.liberty.testing import roll

RALLY = Order.RALLY
MORE_HITS = 2
"""The hits that Reinforce! adds to the D3 recovered."""


class RallyFacts(Discipline, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a RALLY: the unit, its hits, and whether it is ROUTING.

    A ROUTING unit must attempt it (turn.command.c); any other needs a hit to recover (orders.rally.min).
    """

    wear: Annotated[Wear, Meta(description="its WORN/SHAKEN/AUTO BROKEN values")] = Wear(8, 16, 24)
    hits: Annotated[int, Meta(description="hits it has", ge=0, le=29)] = 9
    routing: Annotated[bool, Meta(description="it is ROUTING")] = False
    direct_order: Annotated[Buying, Meta(description="A Direct Order! may be bought, and when")] = (
        Buying.NEVER
    )
    reinforce: Annotated[Buying, Meta(description="Reinforce! may be bought, and when")] = Buying.NEVER
    points: Annotated[int, Meta(description="Command Points its army has left", ge=0, le=30)] = 2
    reinforce_after_passing: Annotated[
        bool, Meta(description="reading: Reinforce! is declared only after two successes")
    ] = False
    reinforce_heals_routers: Annotated[
        bool, Meta(description="reading: a ROUTING unit too recovers D3+2 hits by Reinforce!")
    ] = False

    def __post_init__(self) -> None:
        if self.wear.breaks(self.hits):
            raise ValueError(
                f"a unit with {self.hits} hits is broken at {self.wear.broken} and cannot rally;"
                f" give it at most {self.wear.broken - 1} (states.broken.at-least)"
            )
        if not self.hits and not self.routing:
            raise ValueError(
                "a unit without hits that does not rout cannot be given RALLY (orders.rally.min)"
            )

    @property
    def state(self) -> State:
        """Its state by its hits (states.extra)."""
        return self.wear.state(self.hits)


class Rallying(IntEnum):
    """The result of a RALLY test."""

    FAILED = 0
    PASSED = 1
    REINFORCED = 2


FAILED, PASSED, REINFORCED = Rallying


class RallyEnd(StrEnum):
    """The end of a RALLY."""

    RECOVERS = "recovers"
    STOPS = "stops routing"
    DISORDERED = "DISORDERED"
    ROUTS_ON = "goes on routing"
    BROKEN = "BROKEN"


class Rally(Struct, frozen=True, cache_hash=True):
    """The outcome of a RALLY, and the unit's hits after it."""

    end: RallyEnd
    hits: int


def dice(facts: RallyFacts) -> Tally:
    """How many dice a RALLY test rolls; it is tested in every state (orders.rally)."""
    return dice_for(facts, RALLY, facts.state)


# ----------------------------------------------------------------------- the test
async def rally(facts: RallyFacts) -> Rally:
    """The outcome of a RALLY (orders.rally)."""
    return (await do(rally_paid, facts)).value


async def rally_paid(facts: RallyFacts) -> Paid[Rally]:
    """The outcome of a RALLY and the actions bought for it (orders.rally)."""
    test = await do(rally_test, facts)
    if test.value is FAILED:
        return test.leads_to(await _lose(facts))
    return test.leads_to(await _recover(facts, test.value))


async def rally_test(facts: RallyFacts) -> Paid[Rallying]:
    """The test; Reinforce! comes after its dice and rerolls, A Direct Order! if it still fails.

    orders.rally, action.reinforce.when, action.direct-order
    """
    test = as_test(facts, RALLY, facts.state, (order_row(RALLY).need,))
    successes = await do(roll, test)
    first = Paid(_unaided(successes))
    if _can_reinforce(facts, successes, facts.points):
        first = await do(reinforced, facts, successes, facts.points)
    if first.value is not FAILED or facts.direct_order is NEVER:
        return first
    buyer = Buyer(facts.seat, facts.unit, affordable(facts.direct_order, facts.points))
    spent = await buy(Action.A_DIRECT_ORDER, buyer, aims=(int(PASSED),))
    if not spent:
        return first
    left = points_left(facts.points, spent)
    return (await do(reinforced, facts, await do(roll, test), left)).after(spent)


async def reinforced(facts: RallyFacts, successes: int, points: int) -> Paid[Rallying]:
    """Does it pass? Two successes do; one does with Reinforce!, if there is a point (action.reinforce)."""
    plain = _unaided(successes)
    if not _can_reinforce(facts, successes, points):
        return Paid(plain)
    buyer, needed = Buyer(facts.seat, facts.unit, facts.reinforce), plain is FAILED
    spent = await buy(Action.REINFORCE, buyer, aims=(int(PASSED),), needed=needed)
    return Paid(REINFORCED if spent else plain, spent)


def _unaided(successes: int) -> Rallying:
    """Does it pass by its dice alone? (orders.rally)"""
    return PASSED if successes >= order_row(RALLY).need else FAILED


def _can_reinforce(facts: RallyFacts, successes: int, points: int) -> bool:
    """May Reinforce! be bought with effect? It needs a success, and hits to recover.

    action.reinforce.when, action.reinforce.routing
    """
    if affordable(facts.reinforce, points) is NEVER:
        return False
    if _unaided(successes) is PASSED:
        return not facts.routing or facts.reinforce_heals_routers
    return successes > 0 and not facts.reinforce_after_passing


# ----------------------------------------------------------------------- what it does
async def _recover(facts: RallyFacts, how: Rallying) -> Rally:
    """A routing unit stops; any other recovers D3 hits, or D3+2 with Reinforce!.

    orders.rally.ok.other, orders.rally.ok.routing, orders.rally.min, action.reinforce.routing
    """
    end = RallyEnd.STOPS if facts.routing else RallyEnd.RECOVERS
    heals = how is REINFORCED and facts.reinforce_heals_routers
    if facts.routing and not heals:
        return Rally(end, facts.hits)
    plus = MORE_HITS if how is REINFORCED else 0
    recovered = await Single(D3, plus=plus, purpose="hits recovered")
    return Rally(end, max(facts.hits - recovered, 0))


async def _lose(facts: RallyFacts) -> Rally:
    """A unit that routs on takes D3 hits, which may break it; any other is DISORDERED.

    orders.rally.fail.routing, orders.rally.broken, orders.rally.fail.other, disorder.routing-ignores
    """
    if not facts.routing:
        return Rally(RallyEnd.DISORDERED, facts.hits)
    hits = facts.hits + await Single(D3, purpose="hits of a failed rally")
    return Rally(RallyEnd.BROKEN if facts.wear.breaks(hits) else RallyEnd.ROUTS_ON, hits)


# ----------------------------------------------------------------------- figures and headings
def rally_tallies(facts: RallyFacts) -> Mapping[str, Tally]:
    """The figures of a RALLY."""
    return {"dice": dice(facts), "rerolls": rerolls(facts), "need": need(RALLY)}


def rally_summary(facts: RallyFacts, outcome: Rally) -> tuple[str, ...]:
    """The end of the unit's RALLY, and its state by its hits."""
    heading = {
        RallyEnd.RECOVERS: "the unit recovers hits",
        RallyEnd.STOPS: "the unit stops routing",
        RallyEnd.DISORDERED: "the unit is disordered",
        RallyEnd.ROUTS_ON: "the unit goes on routing",
        RallyEnd.BROKEN: "the unit breaks",
    }[outcome.end]
    if outcome.end is RallyEnd.BROKEN:
        return (heading,)
    return (heading, f"the unit ends {facts.wear.state(outcome.hits).lower()}")

"""Recovering from disorder as a Command phase opens: the Veterans' die, then Reform The Ranks!.

>>> from sandtable.game.drivers.odds import odds
>>> odds(do(can_be_ordered, RecoveryFacts(markers=2, veterans=True)), exact=True).chance(bool)
Fraction(1, 2)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.dice import Count
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import morale
from sandtable.systems.liberty.actions import (
    Buyer,
    Buying,
    HeldFacts,
    Paid,
    affordable,
    buy,
    holds,
    points_left,
)
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.morale import Cause, Nerve
from sandtable.systems.liberty.states import State

VETERANS_NEED = 4
MOST_MARKERS = 2


class RecoveryFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit at the start of its own Command phase, before one disorder marker comes off in step b."""

    markers: Annotated[int, Meta(description="its disorder markers", ge=0, le=MOST_MARKERS)] = 2
    veterans: Annotated[bool, Meta(description="special rule Veterans")] = False
    state: Annotated[State, Meta(description="its state")] = State.STEADY
    nerve: Nerve = Nerve(seat=0)
    reform_the_ranks: Annotated[Buying, Meta(description="Reform The Ranks! may be bought, and when")] = (
        Buying.NEVER
    )
    hold_the_line: Annotated[Buying, Meta(description="Hold The Line! may be bought, and when")] = (
        Buying.NEVER
    )
    points: Annotated[int, Meta(description="Command Points its army has left", ge=0, le=30)] = 2


class Ranks(IntEnum):
    """The ranks of a unit before step b of its Command phase, which takes one marker off."""

    DISORDERED = 0
    LEFT_TO_STEP_B = 1
    REFORMED = 2


def veterans_need(facts: RecoveryFacts) -> Tally:
    """The need of the Veterans' die; 0 if none is rolled (special.veterans, special.veterans.skip)."""
    if not facts.veterans:
        return Tally.of(0, "not Veterans, no die", "special.veterans")
    if facts.markers < MOST_MARKERS:
        return Tally.of(0, "step b clears a single marker, no die", "special.veterans.skip")
    return Tally.of(VETERANS_NEED, "the Veterans' die ends all disorder", "special.veterans", sign="+")


def reform_test(facts: RecoveryFacts) -> HeldFacts:
    """The MORALE test of Reform The Ranks!: two successes, as after shooting (action.reform-the-ranks).

    Hold The Line! needs a point beyond that of the action itself (cp.once).
    """
    left = points_left(facts.points, (Action.REFORM_THE_RANKS,))
    hold_the_line = affordable(facts.hold_the_line, left)
    return HeldFacts(nerve=facts.nerve, state=facts.state, cause=Cause.SHOOTING, hold_the_line=hold_the_line)


async def can_be_ordered(facts: RecoveryFacts) -> bool:
    """Can the unit be given an order in this Command phase? (turn.command.no-order)"""
    return (await do(recovery_paid, facts)).value is not Ranks.DISORDERED


async def recovery_paid(facts: RecoveryFacts) -> Paid[Ranks]:
    """The ranks after the free die and then the action; the rest is for step b.

    turn.command.start, turn.command.b
    """
    shown = veterans_need(facts).whole
    if shown and await Count(1, at_least=shown, purpose="Veterans"):
        return Paid(Ranks.REFORMED)
    return await do(reformed_paid, replace(facts, veterans=False))


async def reformed_paid(facts: RecoveryFacts) -> Paid[Ranks]:
    """Reform The Ranks! for a DISORDERED unit; a failure does nothing, and step b takes one marker off.

    action.reform-the-ranks, action.reform-the-ranks.fail
    """
    plain = Ranks.LEFT_TO_STEP_B if facts.markers < MOST_MARKERS else Ranks.DISORDERED
    if not facts.markers:
        return Paid(plain)
    may = affordable(facts.reform_the_ranks, facts.points)
    buyer = Buyer(facts.nerve.seat, facts.nerve.unit, may)
    aims, needed = (int(Ranks.LEFT_TO_STEP_B),), plain is Ranks.DISORDERED
    spent = await buy(Action.REFORM_THE_RANKS, buyer, aims=aims, needed=needed)
    if not spent:
        return Paid(plain)
    test = await do(holds, reform_test(facts))
    return test.leads_to(Ranks.REFORMED if test.value else plain).after(spent)


# ----------------------------------------------------------------------- figures and headings
def recovery_tallies(facts: RecoveryFacts) -> Mapping[str, Tally]:
    """The figures of both ways out of disorder."""
    test = reform_test(facts)
    need = Tally.of(morale.need(test.cause), "successes needed", "action.reform-the-ranks")
    return {
        "Veterans' die": veterans_need(facts),
        "dice of Reform The Ranks!": morale.dice(test),
        "its rerolls": morale.rerolls(facts.nerve),
        "its need": need,
    }


def recovery_summary(facts: RecoveryFacts, orderly: object) -> tuple[str, ...]:
    """Whether the unit can be ordered."""
    del facts
    return ("it can be ordered" if orderly else "it gets no order",)

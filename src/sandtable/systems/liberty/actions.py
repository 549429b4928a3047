"""The Command Actions that Command Points buy, where these change a resolution.

An action is a decision inside the procedure that it changes. The facts say whether it may be bought and when
computed odds buy it (`Buying`); the procedure makes the `offer`. A procedure returns `Paid`: its value and
the actions bought, whose points the table takes from the army's pool. A Direct Order!, Press the Charge!,
Reinforce! and Reform The Ranks! are in the modules of orders, charges, rallies and recoveries, Double Time!
is in that of rates, Lead The Fight! in that of melee.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Generic, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.dice import Count, Natural
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do
from sandtable.game.present.english import counted
from sandtable.systems.liberty.command_points import COST, Action
from sandtable.systems.liberty.morale import MoraleFacts, Result, morale_test, result
from sandtable.systems.liberty.shooting import (
    Aftermath,
    Fire,
    Volley,
    VolleyFacts,
    saves,
    stand,
    to_hit,
    to_hit_roll,
)
from sandtable.systems.liberty.words import who, who_name

if TYPE_CHECKING:
    from sandtable.systems.liberty.battle import LibertyBattle

T = TypeVar("T")
S = TypeVar("S")


# ------------------------------------------------------------------ buying an action
class Buying(StrEnum):
    """Whether an action may be bought, and when computed odds and automatic play buy it.

    ``ASKED`` leaves it to the player, as at the table. Odds that follow the facts then spend no point, and
    odds that look ahead spend it where it helps.
    """

    NEVER = "never"
    ASKED = "asked"
    WHEN_NEEDED = "when needed"
    ALWAYS = "always"


NEVER: Final = Buying.NEVER
ASKED: Final = Buying.ASKED
"""A module name saves the look-up of the enumeration's member, which costs as much as a call."""


class CommandPoint(StrEnum):
    """What is done with the point that an action costs."""

    KEEP = "keep"
    SPEND = "spend"


class Buyer(Struct, frozen=True, cache_hash=True):
    """The seat that decides about an action, the unit it is for, and when computed odds buy it."""

    seat: int
    unit: int
    buying: Buying

    @property
    def may(self) -> bool:
        """May the action be bought at all?"""
        return self.buying is not NEVER


Spent = tuple[Action, ...]
"""Command Actions that were bought, in order."""


class Paid(Struct, Generic[T], frozen=True, cache_hash=True):
    """The value of a procedure, and the Command Actions bought in it, in order."""

    value: T
    spent: Spent = ()

    def __ge__(self: Paid[int], aim: int) -> bool:
        """Does its value reach an aim? A choice that looks ahead ignores what was paid."""
        return self.value >= aim

    def leads_to(self, value: S) -> Paid[S]:
        """Another value with the same actions paid."""
        return Paid(value, self.spent)

    def after(self, spent: Spent) -> Paid[T]:
        """The same value with these actions paid before its own."""
        return Paid(self.value, spent + self.spent)


def points_left(points: int, spent: Spent) -> int:
    """The points left after these actions are bought (cp.once)."""
    return points - COST * len(spent)


def affordable(buying: Buying, points: int) -> Buying:
    """How an action may be bought with these points left: never without a point (cp.once)."""
    return buying if points >= COST else NEVER


# ------------------------------------------------------------------ the offers
class SpendPoint(Choose[CommandPoint], frozen=True, kw_only=True):
    """Spend a Command Point on an action for a unit, or keep it (cp.purpose).

    ``needed`` says that something is lost without the action.

    >>> question = offer(Action.HOLD_THE_LINE, Buyer(0, 1, Buying.ASKED), aims=(1,))
    >>> [question.label(None, option) for option in question.options]
    ['Keep the point', 'Spend a point: Hold The Line!']
    """

    kind = Kind.OFFER
    action: ClassVar[Action]
    why: ClassVar[str]
    """The unit's situation, and what the action, at the braces, would do."""

    unit: int
    buying: Buying
    needed: bool

    def parties(self) -> tuple[int | str, ...]:
        return (self.unit,) if self.unit >= 0 else ()

    def words(self, battle: LibertyBattle) -> str:
        left = counted(battle.camps[self.seat].points.left, "Command Point")
        return f"{who_name(battle, self.unit)} {self.why.format(self.action)} ({left} left)"

    def label(self, battle: LibertyBattle | None, option: CommandPoint) -> str:
        del battle
        return f"Spend a point: {self.action}" if option is CommandPoint.SPEND else "Keep the point"

    def face(self, battle: LibertyBattle, option: CommandPoint) -> Face:
        subject = next(iter(self.parties()), None)
        if option is CommandPoint.KEEP:
            return Face(self.label(battle, option), subject=subject)
        return Face(
            self.action.value, f"1 of {counted(battle.camps[self.seat].points.left, 'point')}", subject
        )


class LeadTheFight(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to let an attached General lead a melee (action.lead-the-fight)."""

    decision: str = "lead-the-fight"
    rule = "action.lead-the-fight"
    title = "Lead The Fight?"
    action = Action.LEAD_THE_FIGHT
    why = "fights with its General. {} adds four dice instead of two"


class Reinforce(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to make a RALLY easier (action.reinforce)."""

    decision: str = "reinforce"
    rule = "action.reinforce"
    title = "Reinforce?"
    action = Action.REINFORCE
    why = "tries to rally. {} makes one success enough and recovers more hits"


class HoldTheLine(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to take a failed MORALE test again (action.hold-the-line)."""

    decision: str = "hold-the-line"
    rule = "action.hold-the-line"
    title = "Hold The Line?"
    action = Action.HOLD_THE_LINE
    why = "has failed its morale test. {} rolls it again"


class ReformTheRanks(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to let a disordered unit test (action.reform-the-ranks)."""

    decision: str = "reform-the-ranks"
    rule = "action.reform-the-ranks"
    title = "Reform The Ranks?"
    action = Action.REFORM_THE_RANKS
    why = "is disordered. {} lets it test now to recover its order"


class DirectOrder(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to take a failed ORDER test again (action.direct-order)."""

    decision: str = "direct-order"
    rule = "action.direct-order"
    title = "A Direct Order?"
    action = Action.A_DIRECT_ORDER
    why = "has failed its order test. {} rolls it again"


class PressTheCharge(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to make a CHARGE easier (action.press-the-charge)."""

    decision: str = "press-the-charge"
    rule = "action.press-the-charge"
    title = "Press the Charge?"
    action = Action.PRESS_THE_CHARGE
    why = "is about to charge. {} makes one success enough"


class ConcentrateFire(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to roll the misses of a volley again (action.concentrate-fire)."""

    decision: str = "concentrate-fire"
    rule = "action.concentrate-fire"
    title = "Concentrate Fire?"
    action = Action.CONCENTRATE_FIRE
    why = "has shot. {} rolls all misses again"


class DoubleTime(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to add a die to a move (action.double-time)."""

    decision: str = "double-time"
    rule = "action.double-time"
    title = "Double Time?"
    action = Action.DOUBLE_TIME
    why = "is about to move. {} adds a die to its rate"

    def parties(self) -> tuple[int | str, ...]:
        """A unit, or the token of a General about to ride."""
        return (who(self.unit),)


Offer = (
    LeadTheFight
    | Reinforce
    | HoldTheLine
    | ReformTheRanks
    | DirectOrder
    | PressTheCharge
    | ConcentrateFire
    | DoubleTime
)
OFFERS: Final[Mapping[Action, type[Offer]]] = {
    Action.LEAD_THE_FIGHT: LeadTheFight,
    Action.REINFORCE: Reinforce,
    Action.HOLD_THE_LINE: HoldTheLine,
    Action.REFORM_THE_RANKS: ReformTheRanks,
    Action.A_DIRECT_ORDER: DirectOrder,
    Action.PRESS_THE_CHARGE: PressTheCharge,
    Action.CONCENTRATE_FIRE: ConcentrateFire,
    Action.DOUBLE_TIME: DoubleTime,
}
"""The decision to buy each action."""


def offer(action: Action, buyer: Buyer, *, aims: tuple[int, ...], needed: bool = True) -> SpendPoint:
    """The decision to spend a point on an action or keep it."""
    unit, options = buyer.unit, (CommandPoint.KEEP, CommandPoint.SPEND)
    return OFFERS[action](buyer.seat, options, unit=unit, buying=buyer.buying, needed=needed, aims=aims)


async def buy(action: Action, buyer: Buyer, *, aims: tuple[int, ...], needed: bool = True) -> Spent:
    """The action if the player buys it, else nothing; no question if it may not be bought (cp.purpose)."""
    if not buyer.may:
        return ()
    bought = await offer(action, buyer, aims=aims, needed=needed) is CommandPoint.SPEND
    return (action,) if bought else ()


def buy_as_told(question: SpendPoint) -> CommandPoint:
    """The answer that the facts give: buy always, buy only where the action is needed, or keep the point."""
    needs = question.buying is Buying.WHEN_NEEDED and question.needed
    return CommandPoint.SPEND if needs or question.buying is Buying.ALWAYS else CommandPoint.KEEP


# ------------------------------------------------------------------ Hold The Line!
class HeldFacts(MoraleFacts, frozen=True, cache_hash=True, kw_only=True):
    """A MORALE test for which Hold The Line! may be bought."""

    hold_the_line: Annotated[Buying, Meta(description="Hold The Line! may be bought, and when")] = (
        Buying.NEVER
    )


async def held_test(facts: HeldFacts) -> Result:
    """The result of a MORALE test that may be rolled again for a Command Point (action.hold-the-line)."""
    return (await do(held_paid, facts)).value


async def held_paid(facts: HeldFacts) -> Paid[Result]:
    """A MORALE test with Stubborn and Hold The Line!, by the result table (action.hold-the-line)."""
    if facts.hold_the_line is NEVER:
        return Paid(await morale_test(facts))
    # An offer is weighed by the outcome of the call in which it is made.
    held = await do(holds, facts)
    return held.leads_to(result(facts.state, facts.cause, passed=held.value))


async def holds(facts: HeldFacts) -> Paid[bool]:
    """Is the test passed? Hold The Line! gives a new test with its own single-die rerolls.

    Stubborn comes before Hold The Line! and is used up by then (special.stubborn.how).
    """
    failure = result(facts.state, facts.cause, passed=False)
    if await morale_test(facts) is not failure:
        return Paid(value=True)
    buyer = Buyer(facts.nerve.seat, facts.nerve.unit, facts.hold_the_line)
    spent = await buy(Action.HOLD_THE_LINE, buyer, aims=(1,))
    if not spent:
        return Paid(value=False)
    again = replace(facts, nerve=replace(facts.nerve, stubborn=False))
    return Paid(await morale_test(again) is not failure, spent)


# ------------------------------------------------------------------ Concentrate Fire!
class ConcentratedFacts(VolleyFacts, frozen=True, cache_hash=True, kw_only=True):
    """A volley of the Shooting phase for which Concentrate Fire! may be bought."""

    concentrate_fire: Annotated[Buying, Meta(description="Concentrate Fire! may be bought, and when")] = (
        Buying.NEVER
    )
    seat: Annotated[int, Meta(description="the seat that shoots", ge=0, le=1)] = 0
    unit: int = -1


async def concentrated_volley(facts: ConcentratedFacts) -> Aftermath:
    """A volley and the test of the unit it hit; explosions and saves are rolled once.

    action.concentrate-fire, action.concentrate-fire.explode
    """
    buyer = Buyer(facts.seat, facts.unit, facts.concentrate_fire)
    hits = (await do(hits_paid, facts.fire, buyer)).value
    lost = await saves(facts.fire, hits)
    return await stand(facts.target, Volley(hits > 0, lost))


async def hits_paid(fire: Fire, buyer: Buyer) -> Paid[int]:
    """The hits of a volley, all misses rolled again if a point is spent (action.concentrate-fire)."""
    first = to_hit_roll(fire)
    hits = await first
    misses = first.dice - hits
    if not misses or buyer.buying is NEVER:
        return Paid(hits)
    spent = await buy(Action.CONCENTRATE_FIRE, buyer, aims=(hits + 1,))
    if not spent:
        return Paid(hits)
    again = Count(misses, at_least=to_hit(fire).whole, natural=Natural.BOTH, purpose="to hit again")
    return Paid(hits + await again, spent)

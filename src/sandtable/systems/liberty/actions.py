"""Command Points and the Command Actions they buy, where these change a resolution.

An action is a decision inside the procedure that it changes. The facts say whether it may be bought and when
computed odds buy it (`Buying`); the procedure makes the `offer`. A procedure returns `Paid`: its value and
the actions bought, whose points the table takes from the army's pool. A Direct Order!, Press the Charge!,
Reinforce! and Reform The Ranks! are in the modules of orders, charges, rallies and recoveries, Double Time!
is in that of rates, Lead The Fight! in that of melee.

>>> from sandtable.game.drivers.odds import odds
>>> dict(odds(do(generate, BrigadeFacts(brigades=3)), exact=True))
{4: Fraction(1, 3), 5: Fraction(1, 3), 6: Fraction(1, 3)}
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Generic, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.dice import D3, Count, Natural, Single
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.present.english import counted
from sandtable.game.rules.tally import Tally
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

COST = 1
"""Every Command Action costs one Command Point."""


class Action(StrEnum):
    """The eight Command Actions."""

    LEAD_THE_FIGHT = "Lead The Fight!"
    REINFORCE = "Reinforce!"
    HOLD_THE_LINE = "Hold The Line!"
    REFORM_THE_RANKS = "Reform The Ranks!"
    A_DIRECT_ORDER = "A Direct Order!"
    PRESS_THE_CHARGE = "Press the Charge!"
    CONCENTRATE_FIRE = "Concentrate Fire!"
    DOUBLE_TIME = "Double Time!"


class Phase(StrEnum):
    """The phases of a player turn (turn.phases)."""

    COMMAND = "Command"
    SHOOTING = "Shooting"
    MELEE = "Melee"


RULES = {
    Action.LEAD_THE_FIGHT: ("action.lead-the-fight", (Phase.MELEE,)),
    Action.REINFORCE: ("action.reinforce", (Phase.COMMAND,)),
    Action.HOLD_THE_LINE: ("action.hold-the-line", tuple(Phase)),
    Action.REFORM_THE_RANKS: ("action.reform-the-ranks", (Phase.COMMAND,)),
    Action.A_DIRECT_ORDER: ("action.direct-order", (Phase.COMMAND,)),
    Action.PRESS_THE_CHARGE: ("action.press-the-charge", (Phase.COMMAND,)),
    Action.CONCENTRATE_FIRE: ("action.concentrate-fire", (Phase.SHOOTING,)),
    Action.DOUBLE_TIME: ("action.double-time", (Phase.COMMAND,)),
}
"""The rule of each action and the phases in which it may be used."""


# ------------------------------------------------------------------ Command Points
class BrigadeFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """An army before deployment."""

    brigades: Annotated[int, Meta(description="brigades in the army", ge=1, le=20)] = 2


def from_brigades(facts: BrigadeFacts) -> Tally:
    """One Command Point for each brigade (cp.generate)."""
    return Tally.of(facts.brigades, "one for each brigade", "cp.generate")


async def generate(facts: BrigadeFacts) -> int:
    """The Command Points of an army for the whole game: its brigades and D3 (cp.generate, dice.d3)."""
    return from_brigades(facts).whole + await Single(D3, purpose="Command Points")


class Use(Struct, frozen=True, kw_only=True):
    """A Command Action that a player wants to use: on which unit, and at what moment."""

    action: Action
    unit: int
    phase: Phase
    own_turn: bool = True
    own_army: bool = True
    counter_charge: bool = False


class CommandPoints(Struct, frozen=True):
    """The points an army has left, shown openly (cp.display), and what they were used on in this turn."""

    left: int
    used: tuple[tuple[Action, int], ...] = ()

    def after(self, use: Use) -> CommandPoints:
        """A point is spent once in the game (cp.once)."""
        return CommandPoints(self.left - COST, (*self.used, (use.action, use.unit)))

    def next_turn(self) -> CommandPoints:
        """The points of the next turn: what was used on a unit is forgotten (cp.same-action)."""
        return CommandPoints(self.left)


def obstacles(use: Use, points: CommandPoints) -> tuple[Refusal, ...]:
    """Why an action may not be used; empty if it may (cp.purpose).

    cp.once, cp.same-action, cp.own-army; the right moment: cp.detail
    """
    rule, phases = RULES[use.action]
    if _may_be_used(use, points, phases):
        return ()
    named = " or ".join(phases)
    barred = (
        (points.left < COST, f"{use.action} costs {COST} Command Point and none is left", "cp.once"),
        ((use.action, use.unit) in points.used, f"{use.action} was used on it this turn", "cp.same-action"),
        (not use.own_army, f"{use.action} works only on units of the own army", "cp.own-army"),
        (use.phase not in phases, f"{use.action} is for the {named} phase, this is {use.phase}", rule),
        (not _fits_the_turn(use), f"{use.action} cannot be used like this in the enemy's turn", "cp.detail"),
    )
    return tuple(Refusal(words, rule=why) for holds, words, why in barred if holds)


def _may_be_used(use: Use, points: CommandPoints, phases: Collection[Phase]) -> bool:
    """May an action be used? The test of `obstacles` without its reasons."""
    if points.left < COST or use.phase not in phases or not use.own_army or not _fits_the_turn(use):
        return False
    return (use.action, use.unit) not in points.used


def _fits_the_turn(use: Use) -> bool:
    """Does it fit the turn? The enemy's turn allows two actions, and two more for a counter-charge."""
    if use.own_turn or use.action in (Action.HOLD_THE_LINE, Action.LEAD_THE_FIGHT):
        return True
    return use.counter_charge and use.action in (Action.A_DIRECT_ORDER, Action.PRESS_THE_CHARGE)


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
    """The unit's situation, and what the point would buy."""

    unit: int
    buying: Buying
    needed: bool

    def parties(self) -> tuple[int | str, ...]:
        return (self.unit,) if self.unit >= 0 else ()

    def words(self, battle: LibertyBattle) -> str:
        left = counted(battle.camps[self.seat].points.left, "Command Point")
        return f"{who_name(battle, self.unit)} {self.why}: {self.action} ({left} left)"

    def label(self, battle: LibertyBattle | None, option: CommandPoint) -> str:
        del battle
        return f"Spend a point: {self.action}" if option is CommandPoint.SPEND else "Keep the point"

    def face(self, battle: LibertyBattle, option: CommandPoint) -> Face:
        subject = next(iter(self.parties()), None)
        if option is CommandPoint.KEEP:
            return Face(self.label(battle, option), subject=subject)
        return Face(self.action.value, f"1 point of {battle.camps[self.seat].points.left}", subject)


class LeadTheFight(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to let an attached General lead a melee (action.lead-the-fight)."""

    decision: str = "lead-the-fight"
    rule = "action.lead-the-fight"
    title = "Lead The Fight?"
    action = Action.LEAD_THE_FIGHT
    why = "fights with its General; add four dice instead of two"


class Reinforce(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to make a RALLY easier (action.reinforce)."""

    decision: str = "reinforce"
    rule = "action.reinforce"
    title = "Reinforce?"
    action = Action.REINFORCE
    why = "tries to rally; let one success be enough, and recover more"


class HoldTheLine(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to take a failed MORALE test again (action.hold-the-line)."""

    decision: str = "hold-the-line"
    rule = "action.hold-the-line"
    title = "Hold The Line?"
    action = Action.HOLD_THE_LINE
    why = "has failed its morale test; roll it again"


class ReformTheRanks(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to let a disordered unit test (action.reform-the-ranks)."""

    decision: str = "reform-the-ranks"
    rule = "action.reform-the-ranks"
    title = "Reform The Ranks?"
    action = Action.REFORM_THE_RANKS
    why = "is disordered; let it test to be in order at once"


class DirectOrder(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to take a failed ORDER test again (action.direct-order)."""

    decision: str = "direct-order"
    rule = "action.direct-order"
    title = "A Direct Order?"
    action = Action.A_DIRECT_ORDER
    why = "has failed its order test; roll it again"


class PressTheCharge(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to make a CHARGE easier (action.press-the-charge)."""

    decision: str = "press-the-charge"
    rule = "action.press-the-charge"
    title = "Press the Charge?"
    action = Action.PRESS_THE_CHARGE
    why = "is about to charge; let one success be enough"


class ConcentrateFire(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to roll the misses of a volley again (action.concentrate-fire)."""

    decision: str = "concentrate-fire"
    rule = "action.concentrate-fire"
    title = "Concentrate Fire?"
    action = Action.CONCENTRATE_FIRE
    why = "has shot; roll all misses again"


class DoubleTime(SpendPoint, frozen=True, kw_only=True):
    """Spend a point to add a die to a move (action.double-time)."""

    decision: str = "double-time"
    rule = "action.double-time"
    title = "Double Time?"
    action = Action.DOUBLE_TIME
    why = "is about to move; add a die to its rate"

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


# ------------------------------------------------------------------ figures and headings
def generate_tallies(facts: BrigadeFacts) -> Mapping[str, Tally]:
    """The part of the pool that is not rolled."""
    return {"without the die": from_brigades(facts)}

"""Charges without the table: the CHARGE test and its four grades, and the responses open to the target.

The steps of a charge are the test, the response, the fire and its test, the move (charge.sequence,
charge.when). The move is in `approach.py`; the table says which charges are possible.

>>> from sandtable.game.drivers.odds import odds
>>> odds(do(charge_test, ChargeTest(state=State.STEADY)), exact=True).chance(Grade.DETERMINED.__eq__)
Fraction(25, 48)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.actions import Buyer, Buying, Paid, affordable, buy, points_left
from sandtable.systems.liberty.battle import LibertyBattle, Order
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.orders import Discipline, as_test, dice_for, order_row, rerolls, successes_of
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.words import name
from sandtable.table.measure import is_within
from sandtable.table.space import INCH

HOLD_ONLY = 6
"""At this many inches or fewer a charger leaves time only to hold."""


class Grade(IntEnum):
    """The result of a CHARGE test, by its successes.

    charge.result.0, charge.result.1, charge.result.2, charge.result.3
    """

    FAILED = 0
    FALTERS = 1
    CHARGE = 2
    DETERMINED = 3


# ----------------------------------------------------------------------- the test
class ChargeTest(Discipline, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a CHARGE test, which a unit takes in every state (charge.test)."""

    state: Annotated[State, Meta(description="state of the unit, STEADY or WORN")] = State.STEADY
    press_the_charge: Annotated[Buying, Meta(description="Press the Charge! may be bought, and when")] = (
        Buying.NEVER
    )
    direct_order: Annotated[Buying, Meta(description="A Direct Order! may be bought, and when")] = (
        Buying.NEVER
    )
    points: Annotated[int, Meta(description="Command Points its army has left", ge=0, le=30)] = 2

    def __post_init__(self) -> None:
        if self.state is State.SHAKEN:
            raise ValueError("a SHAKEN unit cannot charge; it must be STEADY or WORN (charge.may.not-shaken)")


DETERMINED_THEN_CHARGE = (int(Grade.DETERMINED), int(Grade.CHARGE))
"""The aims of a CHARGE's rerolls, in order (dice.reroll.policies)."""


def dice(facts: ChargeTest) -> Tally:
    """How many dice a CHARGE test rolls (orders.charge)."""
    return dice_for(facts, Order.CHARGE, facts.state)


def grade(successes: int, *, pressed: bool = False) -> Grade:
    """The grade by successes; with Press the Charge! one success gives the highest.

    orders.charge, action.press-the-charge
    """
    if pressed and successes:
        return Grade.DETERMINED
    return Grade(min(successes, Grade.DETERMINED))


async def charge_test(facts: ChargeTest) -> Grade:
    """The grade of a CHARGE; Press the Charge! is declared before the dice (charge.test, orders.charge)."""
    return (await do(charge_test_paid, facts)).value


async def charge_test_paid(facts: ChargeTest) -> Paid[Grade]:
    """The CHARGE test of a unit with a CHARGE order (charge.test)."""
    return await do(graded, facts, DETERMINED_THEN_CHARGE)


async def graded(facts: ChargeTest, aims: tuple[int, ...]) -> Paid[Grade]:
    """A CHARGE test whose rerolls aim at these grades; it fails only without any success.

    A new test by A Direct Order! is for the same order, so a point spent on pressing it still counts
    (action.direct-order.charge, cp.detail).
    """
    buyer = Buyer(facts.seat, facts.unit, affordable(facts.press_the_charge, facts.points))
    pressed = await buy(Action.PRESS_THE_CHARGE, buyer, aims=aims)
    test = as_test(facts, Order.CHARGE, facts.state, (1,) if pressed else aims)
    anew = affordable(facts.direct_order, points_left(facts.points, pressed))
    rolled = await do(successes_of, test, 1, Buyer(facts.seat, facts.unit, anew))
    return rolled.leads_to(grade(rolled.value, pressed=bool(pressed))).after(pressed)


# ----------------------------------------------------------------------- the counter-charge
class Counter(StrEnum):
    """The outcome of a counter-charge."""

    CHARGES = "counter-charges"
    STANDS = "stands to receive"
    DISORDERED = "DISORDERED"


async def counter_charge(facts: ChargeTest) -> Counter:
    """The outcome of a counter-charge (charge.response.counter)."""
    return (await do(counter_paid, facts)).value


async def counter_paid(facts: ChargeTest) -> Paid[Counter]:
    """Cavalry that counter-charges takes a CHARGE test of its own and needs two successes.

    With one it stands; with none it is DISORDERED, by two markers as it is the enemy's turn
    (charge.response.counter, charge.response.counter.detail, disorder.enemy-phase).
    """
    test = await do(graded, facts, (order_row(Order.CHARGE).need,))
    match test.value:
        case Grade.FAILED:
            return test.leads_to(Counter.DISORDERED)
        case Grade.FALTERS:
            return test.leads_to(Counter.STANDS)
        case _:
            return test.leads_to(Counter.CHARGES)


def meeting(distance: float) -> Tally:
    """How far each side moves until a charge and a counter-charge meet (charge.response.counter.detail)."""
    tally = Tally.of(distance, "charge distance", "charge.distance")
    return tally.times(0.5, "both meet halfway", "charge.response.counter")


# ----------------------------------------------------------------------- the responses
class Response(StrEnum):
    """The possible responses to a charge (charge.response.options)."""

    HOLD = "hold"
    FIRE = "defensive fire"
    RETIRE = "cavalry retire"
    COUNTER = "cavalry counter-charge"


class Charged(Discipline, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a charged unit."""

    arm: Annotated[Arm, Meta(description="type of the unit charged")] = Arm.INFANTRY
    state: Annotated[State, Meta(description="its state")] = State.STEADY
    armed: Annotated[bool, Meta(description="it has shooting weapons")] = True
    disordered: Annotated[bool, Meta(description="it is DISORDERED")] = False
    routing: Annotated[bool, Meta(description="it is ROUTING")] = False
    engaged: Annotated[bool, Meta(description="it is engaged in melee")] = False
    has_fired: Annotated[bool, Meta(description="it has given defensive fire in this enemy turn")] = False
    hemmed_in: Annotated[bool, Meta(description="its own half of the way to the charger is not clear")] = (
        False
    )
    press_the_charge: Annotated[Buying, Meta(description="Press the Charge! for a counter-charge")] = (
        Buying.NEVER
    )
    direct_order: Annotated[Buying, Meta(description="A Direct Order! for a counter-charge")] = Buying.NEVER
    points: Annotated[int, Meta(description="Command Points its army has left", ge=0, le=30)] = 2
    seat: Annotated[int, Meta(description="the seat that decides for the unit", ge=0, le=1)] = 1


class Approach(Struct, frozen=True, cache_hash=True):
    """Where a charger with two or more successes comes from: its distance, and the edge it strikes."""

    distance: Annotated[float, Meta(description="charge distance in inches", ge=0, le=40)] = 10
    edge: Annotated[Edge, Meta(description="the edge of the target that is charged")] = Edge.FRONT

    @property
    def leaves_time(self) -> bool:
        """Is it on the front and more than 6 in away, not rounded?

        charge.response.hold-only, charge.response.distance
        """
        return self.edge is Edge.FRONT and not is_within(self.distance * INCH, HOLD_ONLY * INCH)


def responses(unit: Charged, chargers: tuple[Approach, ...]) -> tuple[Response, ...]:
    """The responses open to a unit against these chargers, hold first (charge.response.options)."""
    return tuple(one for one in Response if not objections(one, unit, chargers))


def objections(response: Response, unit: Charged, chargers: tuple[Approach, ...]) -> tuple[Refusal, ...]:
    """Why a response is not open; holding always is (charge.response.distance)."""
    match response:
        case Response.HOLD:
            return ()
        case Response.FIRE:
            barred = (*_hold_only(unit, chargers), *_no_fire(unit))
        case Response.RETIRE:
            barred = (*_hold_only(unit, chargers), *_no_ride(unit, chargers, "charge.response.retire.detail"))
        case Response.COUNTER:
            barred = (*_hold_only(unit, chargers), *_no_counter(unit, chargers))
    return tuple(Refusal(words, rule=rule) for holds, words, rule in barred if holds)


Barred = tuple[tuple[bool, str, str], ...]


def _hold_only(unit: Charged, chargers: tuple[Approach, ...]) -> Barred:
    rule = "charge.response.distance"
    in_time = any(charger.leaves_time for charger in chargers)
    nearest = min(chargers, key=lambda charger: charger.distance)
    words = f"no charger is on its front and more than 6 in away; the nearest is {nearest.distance:g} in away"
    return (
        (unit.disordered, "a DISORDERED unit can only hold", "disorder.response"),
        (unit.routing, "a ROUTING unit can only hold", rule),
        (unit.engaged, "a unit engaged in melee can only hold", rule),
        (not in_time, words, "charge.response.hold-only"),
    )


def _no_fire(unit: Charged) -> Barred:
    rule = "charge.response.fire.detail"
    return (
        (not unit.armed, "defensive fire needs shooting weapons", "charge.response.fire"),
        (unit.arm is Arm.LIMBERED, "limbered guns cannot fire", rule),
        (unit.has_fired, "it has already fired its one defensive volley of this turn", rule),
    )


def _no_ride(unit: Charged, chargers: tuple[Approach, ...], rule: str) -> Barred:
    every = all(charger.leaves_time for charger in chargers)
    words = "every charger must be on its front and more than 6 in away"
    return (
        (unit.arm is not Arm.MOUNTED, "only mounted cavalry can retire or counter-charge", rule),
        (not every, words, "charge.response.several"),
    )


def _no_counter(unit: Charged, chargers: tuple[Approach, ...]) -> Barred:
    rule = "charge.response.counter.detail"
    return (
        *_no_ride(unit, chargers, rule),
        (unit.state is State.SHAKEN, "SHAKEN cavalry cannot counter-charge", rule),
        (unit.hemmed_in, "its own half of the way is not clear", rule),
    )


def counter_test(unit: Charged) -> ChargeTest:
    """The CHARGE test of a unit that counter-charges (charge.response.counter)."""
    return ChargeTest(
        quality=unit.quality,
        in_command=unit.in_command,
        supported=unit.supported,
        reliable=unit.reliable,
        drilled=unit.drilled,
        unreliable=unit.unreliable,
        seat=unit.seat,
        unit=unit.unit,
        state=unit.state,
        press_the_charge=unit.press_the_charge,
        direct_order=unit.direct_order,
        points=unit.points,
    )


# ----------------------------------------------------------------------- hits on several chargers
class OddHitOnCharger(Choose[int], frozen=True, kw_only=True):
    """Choose the charger that takes an odd hit of defensive fire (charge.response.fire.detail)."""

    decision: str = "defensive-fire-odd-hits"
    rule = "charge.response.fire.detail"
    title = "Which unit takes the odd hit?"
    kind = Kind.ORDER

    hits: int
    chargers: tuple[int, ...]

    def parties(self) -> tuple[int, ...]:
        return tuple(charger for charger in self.chargers if charger >= 0)

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Which charger takes the odd hit?"

    def label(self, battle: LibertyBattle, option: int) -> str:
        return name(battle, option) if option >= 0 else "the charger"

    def face(self, battle: LibertyBattle, option: int) -> Face:
        target = option if option >= 0 else None
        return Face(self.label(battle, option), "takes the odd hit", target=target)


async def split_hits(hits: int, chargers: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Share the hits of defensive fire, before saves, evenly among chargers; the shooter places the odd ones.

    charge.response.fire, charge.response.fire.detail
    """
    shares = dict.fromkeys(chargers, hits // len(chargers))
    waiting = chargers
    for _ in range(hits % len(chargers)):
        struck = await OddHitOnCharger(seat, waiting, hits=hits, chargers=chargers)
        shares[struck] += 1
        waiting = tuple(charger for charger in waiting if charger != struck)
    return tuple(shares.values())


# ----------------------------------------------------------------------- figures and headings
GRADES = {
    Grade.FAILED: "Failed: the unit is disordered",
    Grade.FALTERS: "Falters",
    Grade.CHARGE: "Charge!",
    Grade.DETERMINED: "Determined Charge!",
}


def charge_test_tallies(facts: ChargeTest) -> Mapping[str, Tally]:
    """The figures of a CHARGE test."""
    return {"dice": dice(facts), "rerolls": rerolls(facts)}


def charge_test_summary(facts: ChargeTest, result: Grade) -> tuple[str, ...]:
    """The grade, and whether the charge goes home."""
    del facts
    home = "it charges" if result >= Grade.CHARGE else "it does not charge"
    return (GRADES[result], home)


def counter_charge_summary(facts: ChargeTest, result: Counter) -> tuple[str, ...]:
    """The outcome of the counter-charge."""
    del facts
    return ("the unit is disordered" if result is Counter.DISORDERED else f"the unit {result}",)

"""A whole charge by one unit on one target: test, response, fire, the charger's test, the move.

It serves computed odds. The table takes the steps one by one and needs the price of each: `charge_test_paid`,
`counter_paid`, `stand_fire_paid`, `contact_paid`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import shooting
from sandtable.systems.liberty.actions import (
    Buying,
    HeldFacts,
    Paid,
    Spent,
    affordable,
    held_paid,
    points_left,
)
from sandtable.systems.liberty.approach import Way, contact, falter, is_in_range, potential, rate
from sandtable.systems.liberty.charges import (
    Approach,
    Charged,
    ChargeTest,
    Counter,
    Grade,
    Response,
    charge_test_paid,
    charge_test_tallies,
    counter_charge,
    counter_test,
    meeting,
    responses,
)
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.morale import Cause, Nerve, Result
from sandtable.systems.liberty.orders import Discipline
from sandtable.systems.liberty.shooting import Aftermath, Fire, Volley, volley
from sandtable.systems.liberty.states import State, Wear

RETIRES = 14
"""The ADVANCE rate of mounted cavalry; a cavalry retire uses all of it (charge.response.retire.detail)."""


class End(StrEnum):
    """How a charge ends."""

    DISORDERED = "disordered"
    FALTERS = "falters"
    STOPPED = "is stopped by fire"
    SHORT = "falls short"
    CONTACT = "makes contact"
    MEETING = "meets a counter-charge"
    RUNS_DOWN = "runs down a router"


class Charger(Discipline, frozen=True, cache_hash=True, kw_only=True):
    """The charging unit: its discipline, its losses, and how well it stands fire."""

    wear: Annotated[Wear, Meta(description="its WORN/SHAKEN/AUTO BROKEN values")] = Wear(8, 16, 24)
    hits: Annotated[int, Meta(description="hits it has already", ge=0, le=29)] = 0
    brave: Annotated[bool, Meta(description="special rule Brave")] = False
    stubborn: Annotated[bool, Meta(description="special rule Stubborn")] = False
    press_the_charge: Annotated[Buying, Meta(description="Press the Charge! may be bought, and when")] = (
        Buying.NEVER
    )
    direct_order: Annotated[Buying, Meta(description="A Direct Order! may be bought, and when")] = (
        Buying.NEVER
    )
    hold_the_line: Annotated[Buying, Meta(description="Hold The Line! may be bought, and when")] = (
        Buying.NEVER
    )
    points: Annotated[int, Meta(description="Command Points its army has left", ge=0, le=30)] = 4
    flat_successes: Annotated[
        bool, Meta(description="reading: 4-5 one and 6 two successes in MORALE tests of every quality")
    ] = False
    reliable_in_morale: Annotated[
        bool, Meta(description="reading: Reliable gives its reroll in MORALE tests too")
    ] = False
    tests_when_struck: Annotated[
        bool, Meta(description="reading: any hit causes the shooting test, saved or not")
    ] = False

    def __post_init__(self) -> None:
        if self.state is State.SHAKEN:
            raise ValueError(
                f"a unit with {self.hits} hits is SHAKEN at {self.wear.shaken} and cannot charge;"
                f" give it at most {self.wear.shaken - 1} (charge.may.not-shaken)"
            )

    @property
    def state(self) -> State:
        """Its state by its hits (states.extra)."""
        return self.wear.state(self.hits)

    @property
    def test(self) -> ChargeTest:
        """The facts of its CHARGE test."""
        return ChargeTest(
            quality=self.quality,
            in_command=self.in_command,
            supported=self.supported,
            reliable=self.reliable,
            drilled=self.drilled,
            unreliable=self.unreliable,
            seat=self.seat,
            unit=self.unit,
            state=self.state,
            press_the_charge=self.press_the_charge,
            direct_order=self.direct_order,
            points=self.points,
        )

    @property
    def nerve(self) -> Nerve:
        """The facts of its MORALE tests."""
        return Nerve(
            quality=self.quality,
            in_command=self.in_command,
            supported=self.supported,
            brave=self.brave,
            reliable=self.reliable,
            stubborn=self.stubborn,
            unreliable=self.unreliable,
            flat_successes=self.flat_successes,
            reliable_in_morale=self.reliable_in_morale,
            seat=self.seat,
            unit=self.unit,
        )


class ChargeFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A charge: the charger, its way, the target, and the target's response."""

    charger: Charger = Charger()
    way: Way = Way()
    target: Charged = Charged()
    edge: Annotated[Edge, Meta(description="the edge of the target that is charged")] = Edge.FRONT
    response: Annotated[Response, Meta(description="the target's response; hold if it is not open")] = (
        Response.HOLD
    )
    fire: Fire = Fire(range=11)
    gives_ground: Annotated[
        float, Meta(description="inches a cavalry retire adds to the distance", ge=0, le=RETIRES)
    ] = RETIRES

    def __post_init__(self) -> None:
        if not is_in_range(self.way):
            raise ValueError(
                f"a target {self.way.distance:g} in away is out of range; the charge can go"
                f" {potential(self.way).total:g} in at most (charge.may.range)"
            )


class Charge(Struct, frozen=True, cache_hash=True):
    """The outcome of a charge: its end, the inches moved, the effects of fire and of the response."""

    end: End
    moved: float = 0
    lost: int = 0
    result: Result = Result.NONE
    counter: Counter | None = None


def response_of(facts: ChargeFacts) -> Response:
    """The response that the target gives: the wanted one if it is open, else hold."""
    approach = Approach(facts.way.distance, facts.edge)
    return facts.response if facts.response in responses(facts.target, (approach,)) else Response.HOLD


async def charge(facts: ChargeFacts) -> Charge:
    """A CHARGE order from its test to its end (charge.sequence, orders.charge.failed)."""
    test = await do(charge_test_paid, facts.charger.test)
    match test.value:
        case Grade.FAILED:
            return Charge(End.DISORDERED)
        case Grade.FALTERS:
            return Charge(End.FALTERS, moved=await do(falter, facts.way))
        case grade:
            return await do(go_home, after_paying(facts, test.spent), grade)


def after_paying(facts: ChargeFacts, spent: Spent) -> ChargeFacts:
    """The charge after the charger's army has paid for these actions (cp.once)."""
    if not spent:
        return facts
    left = points_left(facts.charger.points, spent)
    return replace(facts, charger=replace(facts.charger, points=left))


async def go_home(facts: ChargeFacts, grade: Grade) -> Charge:
    """A Charge! or Determined Charge!: first the response, then the move.

    orders.charge.charge, orders.charge.determined
    """
    match response_of(facts):
        case Response.HOLD:
            return await do(move_in, facts, facts.way)
        case Response.FIRE:
            return await through_fire(facts, grade)
        case Response.RETIRE:
            farther = replace(facts.way, distance=facts.way.distance + facts.gives_ground)
            return await do(move_in, facts, farther)
        case Response.COUNTER:
            return await against_counter(facts)


async def through_fire(facts: ChargeFacts, grade: Grade) -> Charge:
    """Defensive fire is shot before the charger moves; the charger goes on if it stands.

    charge.response.fire, charge.response.fire.test, charge.response.fire.shaken
    """
    paid = await do(under_fire, facts, grade)
    stood = paid.value
    if stood.result is not Result.NONE:
        return Charge(End.STOPPED, lost=stood.lost, result=stood.result)
    return replace(await do(move_in, after_paying(facts, paid.spent), facts.way), lost=stood.lost)


async def under_fire(facts: ChargeFacts, grade: Grade) -> Paid[Aftermath]:
    """An ordinary volley at the charger where it stands, and its MORALE test unless it is determined.

    charge.response.fire.detail, charge.result.2, charge.result.3
    """
    return await stand_fire_paid(facts.charger, grade, await do(volley, facts.fire))


async def stand_fire(charger: Charger, grade: Grade, shot: Volley) -> Aftermath:
    """The effect of defensive fire on a charger (charge.response.fire.test)."""
    return (await do(stand_fire_paid, charger, grade, shot)).value


async def stand_fire_paid(charger: Charger, grade: Grade, shot: Volley) -> Paid[Aftermath]:
    """The effect of defensive fire on a charger and its price: broken by its hits, tested, or neither."""
    hits = charger.hits + shot.lost
    if charger.wear.breaks(hits):
        return Paid(Aftermath(shot.lost, Result.BROKEN))
    struck = shot.struck if charger.tests_when_struck else shot.lost > 0
    if grade is Grade.DETERMINED or not struck:
        return Paid(Aftermath(shot.lost, Result.NONE))
    test = HeldFacts(
        nerve=charger.nerve,
        state=charger.wear.state(hits),
        cause=Cause.SHOOTING,
        hold_the_line=affordable(charger.hold_the_line, charger.points),
    )
    stood = await do(held_paid, test)
    return stood.leads_to(Aftermath(shot.lost, stood.value))


async def against_counter(facts: ChargeFacts) -> Charge:
    """The target takes its own CHARGE test: both meet halfway, or it receives the charge.

    charge.response.counter, charge.response.counter.detail
    """
    counter = await do(counter_charge, counter_test(facts.target))
    if counter is Counter.CHARGES:
        return Charge(End.MEETING, moved=meeting(facts.way.distance).total, counter=counter)
    return replace(await do(move_in, facts, facts.way), counter=counter)


async def move_in(facts: ChargeFacts, way: Way) -> Charge:
    """The charge move; contact breaks a ROUTING target that is SHAKEN (charge.routing-target)."""
    hastening = affordable(way.double_time, facts.charger.points)
    reached = await do(contact, replace(way, double_time=hastening))
    if not reached.made:
        return Charge(End.SHORT, moved=reached.moved)
    runs_down = facts.target.routing and facts.target.state is State.SHAKEN
    return Charge(End.RUNS_DOWN if runs_down else End.CONTACT, moved=reached.moved)


# ----------------------------------------------------------------------- defensive fire by itself
class DefensiveFire(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Defensive fire at one charger that got two or more successes."""

    fire: Fire = Fire(range=11)
    charger: Charger = Charger()
    determined: Annotated[bool, Meta(description="it is a Determined Charge!, which takes no test")] = False


async def defensive_fire(facts: DefensiveFire) -> Aftermath:
    """A volley at the charger where it stands, and its test unless it is determined.

    charge.response.fire, charge.response.fire.test, charge.response.fire.detail
    """
    grade = Grade.DETERMINED if facts.determined else Grade.CHARGE
    return await stand_fire(facts.charger, grade, await do(volley, facts.fire))


def defensive_fire_summary(facts: DefensiveFire, outcome: Aftermath) -> tuple[str, ...]:
    """Whether the charge goes on, and what happens to the charger."""
    if outcome.result is not Result.NONE:
        return ("the charge is stopped", f"the charger {STOPPED[outcome.result]}")
    ends = facts.charger.wear.state(facts.charger.hits + outcome.lost).lower()
    return ("the charge goes on", f"the charger ends {ends}")


# ----------------------------------------------------------------------- figures and headings
def charge_tallies(facts: ChargeFacts) -> Mapping[str, Tally]:
    """The figures of a charge."""
    figures = {
        **charge_test_tallies(facts.charger.test),
        "charge rate before its die": rate(facts.way),
        "farthest charge": potential(facts.way),
    }
    if response_of(facts) is Response.FIRE:
        figures["dice of defensive fire"] = shooting.dice(facts.fire)
        figures["defensive fire to hit"] = shooting.to_hit(facts.fire)
        figures["save"] = shooting.save(facts.fire)
    return figures


STOPPED = {
    Result.DISORDERED: "is disordered",
    Result.RETIRE: "retires",
    Result.ROUTE: "routs",
    Result.BROKEN: "breaks",
}


def charge_summary(facts: ChargeFacts, outcome: Charge) -> tuple[str, ...]:
    """How the charge ends, the effect of fire, and the outcome of a counter-charge."""
    headings = [
        f"the charge {outcome.end}" if outcome.end is not End.DISORDERED else "the charger is disordered"
    ]
    if outcome.end is End.STOPPED:
        headings.append(f"under fire the charger {STOPPED[outcome.result]}")
    if outcome.counter is not None:
        headings.append(f"the target: {outcome.counter}")
    if response_of(facts) is Response.FIRE:
        headings.append("some loss to fire" if outcome.lost else "no loss to fire")
    return tuple(headings)

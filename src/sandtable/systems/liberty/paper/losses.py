"""The marks of a unit after an outcome; moves that it causes are only described.

Each outcome is applied by the same events as at the table, so no rule is written twice.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import structs

from sandtable.systems.liberty.battle import Order
from sandtable.systems.liberty.charge_events import DefensiveFireGiven
from sandtable.systems.liberty.charge_home import Charge, ChargeFacts, DefensiveFire, End, response_of
from sandtable.systems.liberty.charges import ChargeTest, Counter, Grade, Response
from sandtable.systems.liberty.events import (
    DisorderCleared,
    HitsChanged,
    LibertyEvent,
    OrderCarriedOut,
    OrderFailed,
    UnitDisordered,
    UnitHit,
    UnitRallied,
    UnitRouted,
    UnitsBroken,
    UnitsEngaged,
)
from sandtable.systems.liberty.leader_events import RallyFailed
from sandtable.systems.liberty.melee_events import UnitBrokeThrough
from sandtable.systems.liberty.melee_facts import Duel, Fighter
from sandtable.systems.liberty.melee_results import Ending, Fate, Round
from sandtable.systems.liberty.morale import MoraleFacts, Result
from sandtable.systems.liberty.orders import OrderGiven, OrderResult
from sandtable.systems.liberty.paper.units import ACTING, UNIT, WAITING, Marks, after
from sandtable.systems.liberty.pursuit import HOLD, BreakthroughFacts, Pursuit, PursuitFacts
from sandtable.systems.liberty.rally import Rally, RallyEnd, RallyFacts
from sandtable.systems.liberty.shooting import Aftermath, VolleyFacts
from sandtable.systems.liberty.states import Wear
from sandtable.systems.liberty.turn_events import MeleesEnded
from sandtable.systems.liberty.veterans import RecoveryFacts

Told = tuple[LibertyEvent, ...]

ENEMY: Final = 1
"""The number of an enemy that is not on the same sheet."""

DISORDERED: Final = UnitDisordered(UNIT)
ROUTED: Final = UnitRouted(UNIT)
BROKEN: Final = UnitsBroken((UNIT,), ())
IN_CONTACT: Final = UnitsEngaged(UNIT, (ENEMY,), charging=True)


# --------------------------------------------------------------------- fire and tests
def _result(marks: Marks, result: Result) -> Told:
    """The effect of a MORALE test; a ROUTING unit heeds only BROKEN (morale.routing, morale.result.data)."""
    if marks.routing and result is not Result.BROKEN:
        return ()
    match result:
        case Result.NONE | Result.RETIRE:
            return ()
        case Result.DISORDERED:
            return (DISORDERED,)
        case Result.ROUTE:
            return (ROUTED,)
        case Result.BROKEN:
            return (BROKEN,)
        case _:
            assert_never(result)


def _shot(lost: int) -> Told:
    """Unsaved hits and their marker; an outcome does not record that all hits were saved (underfire.gain)."""
    return (UnitHit(UNIT, lost, tests=False),) if lost else ()


def _left(marks: Marks, *events: LibertyEvent, wear: Wear | None = None, seat: int = ACTING) -> Marks:
    """The marks after events; a BROKEN unit has no General and counts no further hits.

    leaders.unit-lost, states.broken.at-least
    """
    left = after(marks, *events, seat=seat)
    if not left.broken:
        return left
    return structs.replace(left, general=False, hits=min(left.hits, wear.broken) if wear else left.hits)


def shot_at(facts: VolleyFacts, outcome: Aftermath, marks: Marks) -> Marks:
    """A unit after a volley in the enemy's turn."""
    events = (*_shot(outcome.lost), *_result(marks, outcome.result))
    return _left(marks, *events, wear=facts.target.wear, seat=WAITING)


def tested(facts: MoraleFacts, result: Result, marks: Marks) -> Marks:
    """A unit after a MORALE test; its seat says in whose turn (disorder.own-phase)."""
    return _left(marks, *_result(marks, result), seat=facts.nerve.seat)


# --------------------------------------------------------------------- orders
def ordered(facts: OrderGiven, result: OrderResult, marks: Marks) -> Marks:
    """A unit after its order: its under-fire markers come off (underfire.remove)."""
    done = OrderCarriedOut(UNIT, facts.order, may_shoot=False)
    match result:
        case OrderResult.CARRIED_OUT:
            rallied = (UnitRallied(UNIT),) if facts.order is Order.RALLY and facts.routing else ()
            return _left(marks, *rallied, done)
        case OrderResult.FALTERS:
            return _left(marks, done)
        case OrderResult.DISORDERED:
            return _left(marks, OrderFailed(UNIT, facts.order), DISORDERED)
        case OrderResult.GOES_ON_ROUTING:
            return _left(marks, RallyFailed(UNIT))
        case _:
            assert_never(result)


def rallied(facts: RallyFacts, outcome: Rally, marks: Marks) -> Marks:
    """A unit after a RALLY, with the hits it recovered or lost (orders.rally)."""
    by = outcome.hits - facts.hits
    changed: Told = (HitsChanged(UNIT, by),) if by else ()
    done = OrderCarriedOut(UNIT, Order.RALLY, may_shoot=False)
    match outcome.end:
        case RallyEnd.RECOVERS:
            return _left(marks, *changed, done)
        case RallyEnd.STOPS:
            return _left(marks, *changed, UnitRallied(UNIT), done)
        case RallyEnd.DISORDERED:
            return _left(marks, OrderFailed(UNIT, Order.RALLY), DISORDERED)
        case RallyEnd.ROUTS_ON:
            return _left(marks, *changed, RallyFailed(UNIT))
        case RallyEnd.BROKEN:
            return _left(marks, *changed, BROKEN, wear=facts.wear)
        case _:
            assert_never(outcome.end)


def recovered(facts: RecoveryFacts, outcome: object, marks: Marks) -> Marks:
    """A unit that can be ordered has lost its markers, at once or in step b (turn.command.b)."""
    del facts
    return _left(marks, DisorderCleared(UNIT)) if outcome else marks


# --------------------------------------------------------------------- charges
FAILED: Final = (OrderFailed(UNIT, Order.CHARGE), DISORDERED)
CHARGED: Final = OrderCarriedOut(UNIT, Order.CHARGE, may_shoot=False)


def charge_tested(facts: ChargeTest, grade: Grade, marks: Marks) -> Marks:
    """A unit that fails is DISORDERED, one that falters has had its order; any other charges on."""
    del facts
    if grade is Grade.FAILED:
        return _left(marks, *FAILED)
    return _left(marks, CHARGED) if grade is Grade.FALTERS else marks


def countered(facts: ChargeTest, counter: Counter, marks: Marks) -> Marks:
    """Cavalry after a counter-charge, in the enemy's turn."""
    del facts
    return _left(marks, *_counter(counter), seat=WAITING)


def _counter(counter: Counter | None) -> Told:
    match counter:
        case None | Counter.STANDS:
            return ()
        case Counter.DISORDERED:
            return (DISORDERED,)
        case Counter.CHARGES:
            return (IN_CONTACT,)
        case _:
            assert_never(counter)


def charged(facts: ChargeFacts, outcome: Charge, marks: Marks) -> Marks:
    """The charger after fire, contact, and the end of its activation (underfire.detail)."""
    if outcome.end is End.DISORDERED:
        return _left(marks, *FAILED)
    contact: Told = (IN_CONTACT,) if outcome.end in (End.CONTACT, End.MEETING) else ()
    fire = (*_shot(outcome.lost), *_result(marks, outcome.result))
    done: Told = () if outcome.result is Result.BROKEN else (CHARGED,)
    return _left(marks, *fire, *contact, *done, wear=facts.charger.wear)


def was_charged(facts: ChargeFacts, outcome: Charge, marks: Marks) -> Marks:
    """The target after its volley or counter-charge, or a SHAKEN router run down (charge.routing-target)."""
    if outcome.end in (End.DISORDERED, End.FALTERS):
        return marks
    fired: Told = (_FIRED,) if response_of(facts) is Response.FIRE else ()
    run_down: Told = (BROKEN,) if outcome.end is End.RUNS_DOWN else ()
    return _left(marks, *fired, *_counter(outcome.counter), *run_down, seat=WAITING)


_FIRED: Final = DefensiveFireGiven(UNIT, (ENEMY,), dice=0)


def fired(facts: DefensiveFire, outcome: Aftermath, marks: Marks) -> Marks:
    """A unit that gave defensive fire gives no more this turn (charge.response.fire.detail)."""
    del facts, outcome
    return _left(marks, _FIRED)


def stood_fire(facts: DefensiveFire, outcome: Aftermath, marks: Marks) -> Marks:
    """The charger after defensive fire; if it is stopped its activation has ended."""
    stopped = outcome.result not in (Result.NONE, Result.BROKEN)
    done: Told = (CHARGED,) if stopped else ()
    events = (*_shot(outcome.lost), *_result(marks, outcome.result), *done)
    return _left(marks, *events, wear=facts.charger.wear)


# --------------------------------------------------------------------- melee
def _struck(unit: Fighter, lost: int, ending: Ending, marks: Marks) -> Marks:
    """A unit after a round: its hits, its fate, its General; it no longer counts as charging.

    melee.sequence, leaders.killed, melee.dice.charging.first
    """
    hits: Told = (HitsChanged(UNIT, lost),) if lost else ()
    left = _left(marks, *hits, *_fate(ending.fate), MeleesEnded(()), wear=unit.wear)
    return structs.replace(left, general=False) if ending.general_killed else left


def _fate(fate: Fate) -> Told:
    match fate:
        case Fate.ROUTES:
            return (ROUTED,)
        case Fate.BROKEN:
            return (BROKEN,)
        case Fate.FIGHTS_ON | Fate.HOLDS | Fate.RETIRES:
            return ()
        case Fate.TESTS_FOR_PURSUIT | Fate.TESTS_FOR_BREAKTHROUGH:
            return ()
        case _:
            assert_never(fate)


def attacked(facts: Duel, outcome: Round, marks: Marks) -> Marks:
    """The acting player's unit after a round of melee."""
    return _struck(facts.attacker, outcome.lost[ACTING][0], outcome.endings[ACTING][0], marks)


def defended(facts: Duel, outcome: Round, marks: Marks) -> Marks:
    """The other unit after a round of melee."""
    return _struck(facts.defender, outcome.lost[WAITING][0], outcome.endings[WAITING][0], marks)


def pursued(facts: PursuitFacts, outcome: Pursuit, marks: Marks) -> Marks:
    """The pursuer after a free round, if there was one (pursuit.free-round)."""
    return _struck(facts.pursuer, outcome.lost[0], outcome.pursuer, marks)


def fled(facts: PursuitFacts, outcome: Pursuit, marks: Marks) -> Marks:
    """The router: caught or not, it routs on unless it breaks (pursuit.contact, pursuit.shaken)."""
    return _struck(facts.router, outcome.lost[1], outcome.router, marks)


def broke_through(facts: BreakthroughFacts, target: int, marks: Marks) -> Marks:
    """A unit that charges on has broken through for this turn (breakthrough.limit)."""
    del facts
    return marks if target == HOLD else _left(marks, UnitBrokeThrough(UNIT, target))

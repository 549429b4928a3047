"""The turn: what comes next in a battle, one activation or one resolution at a time.

A player turn is the Command phase (a marker off each disordered unit, then one order for each unit), the
Shooting phase (volleys, then the tests they cause), and the Melee phase (turn.phases, turn.players).
"""

from __future__ import annotations

from typing import NamedTuple, assert_never

from sandtable.dice import D6, Cup, Opposed, Winner
from sandtable.game.battle import scene_of
from sandtable.game.moves import PlanMove
from sandtable.game.questions import Choose, Do, do, tell
from sandtable.systems.liberty import victory
from sandtable.systems.liberty.aim import Aim, aim, targets
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.command import nerve_of, order_facts
from sandtable.systems.liberty.events import (
    BattleEnded,
    InitiativeWon,
    MarkersTaken,
    MoraleTested,
    OrderCarriedOut,
    OrderFailed,
    PlayerTurnBegan,
    StepBegan,
    UnitBroken,
    UnitDisordered,
    UnitHit,
    UnitMoved,
    UnitShot,
)
from sandtable.systems.liberty.morale import Cause, MoraleFacts, Result, morale_test
from sandtable.systems.liberty.movement import advance_terms
from sandtable.systems.liberty.orders import order_row, order_test
from sandtable.systems.liberty.retire import retire
from sandtable.systems.liberty.shooting import dice, volley
from sandtable.table.body import centre
from sandtable.table.distance import distances_from, within
from sandtable.table.measure import INCH
from sandtable.table.pose import Point

FRIENDS_SEE_IT_WITHIN = 6 * INCH
ANY_HIT_TESTS = "morale.trigger.unsaved"
OFFERED = (Order.HOLD, Order.ADVANCE)
"""The orders that can be carried out on the table so far."""


class Command(NamedTuple):
    """An order for a unit."""

    unit: int
    order: Order


def next_procedure(battle: LibertyBattle) -> Do[LibertyBattle]:
    """The procedure that comes next."""
    match battle.step:
        case Step.INITIATIVE:
            return do(take_initiative, battle)
        case Step.ORDERS:
            return do(give_order, battle)
        case Step.SHOOTING:
            return do(shoot, battle)
        case Step.TESTS:
            return do(take_test, battle)
        case Step.END:
            return do(end_player_turn, battle)
        case _:
            assert_never(battle.step)


async def take_initiative(battle: LibertyBattle) -> LibertyBattle:
    """Each player rolls a die, ties are rolled again, the higher has the initiative for the whole game.

    turn.initiative.method
    """
    first = await Opposed(Cup(1, D6), Cup(1, D6), purpose="initiative")
    battle = await tell(battle, InitiativeWon(0 if first is Winner.LEFT else 1))
    return await tell(battle, PlayerTurnBegan(battle.first, 1))


# --------------------------------------------------------------- the Command phase
async def give_order(battle: LibertyBattle) -> LibertyBattle:
    """One unit without an order gets one; the player may let all that are left HOLD.

    turn.command.f, turn.command.one-order, turn.step-order
    """
    waiting = awaiting_orders(battle)
    if not waiting:
        return await tell(battle, StepBegan(Step.SHOOTING))
    options = (*(Command(unit.id, order) for unit in waiting for order in OFFERED), None)
    command = await Choose("order-give", battle.active, options)
    if command is None:
        for unit in waiting:
            battle = await hold(battle, unit)
        return await tell(battle, StepBegan(Step.SHOOTING))
    unit = battle.units[command.unit]
    return await (advance(battle, unit) if command.order is Order.ADVANCE else hold(battle, unit))


def awaiting_orders(battle: LibertyBattle) -> tuple[Regiment, ...]:
    """The acting player's units that may still be given an order; disordered ones may not.

    turn.command.no-order
    """
    return tuple(unit for unit in battle.on_table(battle.active) if unit.order is None and not unit.disorder)


async def obeys(battle: LibertyBattle, unit: Regiment, order: Order) -> bool:
    """Does a unit carry its order out? Without a test where its state is not named for it (orders.auto)."""
    if not order_row(order).dice(unit.state):
        return True
    return await do(order_test, order_facts(battle, unit, order))


async def hold(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """HOLD: no move, and the unit may shoot (orders.hold)."""
    if not await obeys(battle, unit, Order.HOLD):
        return await fail(battle, unit, Order.HOLD)
    return await tell(battle, carried_out(unit, Order.HOLD))


async def advance(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """ADVANCE: forward with wheels and obliques, or a shift; then the unit may shoot (orders.advance)."""
    if not await obeys(battle, unit, Order.ADVANCE):
        return await fail(battle, unit, Order.ADVANCE)
    move = await PlanMove(
        "move-path",
        unit.side,
        body=unit,
        terms=advance_terms(battle, unit),
        scene=scene_of(battle),
        toward=places(battle, 1 - unit.side),
    )
    if move.end != unit.pose:
        battle = await tell(battle, UnitMoved(unit.id, move.end))
    return await tell(battle, carried_out(unit, Order.ADVANCE))


def places(battle: LibertyBattle, side: int) -> tuple[Point, ...]:
    """Where the units of a side stand."""
    return tuple(centre(unit.pose, unit.shape) for unit in battle.units if unit.side == side and unit.pose)


async def fail(battle: LibertyBattle, unit: Regiment, order: Order) -> LibertyBattle:
    """A failed ORDER test: nothing is done and the unit is DISORDERED (orders.fail.disordered)."""
    battle = await tell(battle, OrderFailed(unit.id, order))
    return await tell(battle, UnitDisordered(unit.id))


def carried_out(unit: Regiment, order: Order) -> OrderCarriedOut:
    """An order that succeeded, and whether the unit may shoot after it (shooting.who.orders)."""
    return OrderCarriedOut(unit.id, order, may_shoot=order_row(order).shoot)


# --------------------------------------------------------------- the Shooting phase
async def shoot(battle: LibertyBattle) -> LibertyBattle:
    """One volley at any target the unit can see (turn.shooting.a, shooting.target.free)."""
    ready = (unit for unit in battle.on_table(battle.active) if unit.may_shoot)
    options = tuple(shot for unit in ready for shot in targets(battle, unit))
    if not options:
        return await tell(battle, StepBegan(Step.TESTS))
    chosen = await Choose("shoot", battle.active, (*options, None))
    if chosen is None:
        return await tell(battle, StepBegan(Step.TESTS))
    return await fire(battle, chosen)


async def fire(battle: LibertyBattle, shot: Aim) -> LibertyBattle:
    """Roll a volley and mark what it did (shooting.sequence, shooting.overkill)."""
    facts = aim(battle, battle.units[shot.unit], battle.units[shot.target])
    assert facts is not None
    battle = await tell(battle, UnitShot(shot.unit, shot.target, dice(facts).whole))
    result = await do(volley, facts)
    if not result.struck:
        return battle
    tests = result.lost > 0 or battle.readings.of(ANY_HIT_TESTS) == 1
    battle = await tell(battle, UnitHit(shot.target, result.lost, tests))
    target = battle.units[shot.target]
    return await remove(battle, target) if target.wear.breaks(target.hits) else battle


async def remove(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """Take a BROKEN unit off the table; friends within 6 in must test, and an army may be broken with it.

    states.broken, morale.trigger.broken, morale.trigger.broken.where, victory.break-point
    """
    far = distances_from(unit, scene_of(battle))
    friends = tuple(
        friend.id
        for friend in battle.on_table(unit.side)
        if friend.id != unit.id and within(far[friend.id], FRIENDS_SEE_IT_WITHIN)
    )
    battle = await tell(battle, UnitBroken(unit.id, friends))
    if not victory.has_broken(battle, unit.side):
        return battle
    words = f"the {battle.camps[unit.side].name} army quits the field"
    return await tell(battle, BattleEnded(victory.outcome(battle, words, "victory.break-point")))


async def take_test(battle: LibertyBattle) -> LibertyBattle:
    """One MORALE test that is due: the acting player's units first, then the other's, each in its owner's
    order.

    turn.shooting.b, turn.simultaneous
    """
    if not battle.tests_due:
        return await tell(battle, StepBegan(Step.END))
    due = await _next_test(battle)
    unit = battle.units[due.unit]
    facts = MoraleFacts(nerve=nerve_of(battle, unit), state=unit.state, cause=due.cause)
    result = await do(morale_test, facts)
    battle = await tell(battle, MoraleTested(due, result))
    return await suffer(battle, battle.units[unit.id], result)


async def _next_test(battle: LibertyBattle) -> DueTest:
    """Which test is taken next; its owner chooses where several of his are due (morale.trigger.count)."""
    own = tuple(due for due in battle.tests_due if battle.units[due.unit].side == battle.active)
    shooting_first = sorted(own or battle.tests_due, key=lambda due: due.cause is not Cause.SHOOTING)
    first_of_each = tuple({due.unit: due for due in reversed(shooting_first)}.values())[::-1]
    if len(first_of_each) == 1:
        return first_of_each[0]
    return await Choose("test-order", battle.units[first_of_each[0].unit].side, first_of_each)


async def suffer(battle: LibertyBattle, unit: Regiment, result: Result) -> LibertyBattle:
    """What a MORALE test does to a unit (morale.result.data)."""
    match result:
        case Result.NONE:
            return battle
        case Result.DISORDERED:
            return await tell(battle, UnitDisordered(unit.id))
        case Result.RETIRE:
            return await retire(battle, unit)
        case Result.BROKEN:
            return await remove(battle, unit)
        case Result.ROUTE:
            raise AssertionError("a unit routes only from a lost melee, and this chapter has none")
        case _:
            assert_never(result)


# --------------------------------------------------------------- the end of a turn
async def end_player_turn(battle: LibertyBattle) -> LibertyBattle:
    """The other player's turn begins, or the next game turn, or the battle ends.

    turn.players, turn.word-turn, turn.command.b, victory.end
    """
    side, turn = 1 - battle.active, battle.turn + (battle.active != battle.first)
    if turn > battle.turn_limit:
        ended = victory.outcome(battle, f"the battle ends after turn {battle.turn}", "victory.end")
        return await tell(battle, BattleEnded(ended))
    battle = await tell(battle, PlayerTurnBegan(side, turn))
    return await tell(battle, MarkersTaken())

"""Tests on the table: the MORALE tests that are due, and their results.

Events make tests due (`DueTest`). Those of the Shooting phase wait for its second step; all others are taken
as soon as the present resolution is finished (morale.trigger.broken.where).
"""

from __future__ import annotations

from typing import assert_never

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.systems.liberty import routs, victory
from sandtable.systems.liberty.actions import HeldFacts, held_paid
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Regiment
from sandtable.systems.liberty.breaking import remove
from sandtable.systems.liberty.command import nerve_of
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import MoraleTested, UnitDisordered
from sandtable.systems.liberty.morale import Cause, Result
from sandtable.systems.liberty.retire import retire
from sandtable.systems.liberty.spending import buying, pay
from sandtable.systems.liberty.words import name

HOLD_THE_LINE, PASSED_THROUGH = Action.HOLD_THE_LINE, Cause.PASSED_THROUGH


class PickTest(Choose[DueTest], frozen=True, kw_only=True):
    """Choose the test that is taken next (turn.simultaneous)."""

    decision: str = "test-order"
    rule = "turn.simultaneous"
    title = "Which unit tests next?"
    kind = Kind.ORDER

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(due.unit for due in self.options)

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Which unit tests its morale next?"

    def label(self, battle: LibertyBattle, option: DueTest) -> str:
        return f"{name(battle, option.unit)} ({option.cause})"

    def face(self, battle: LibertyBattle, option: DueTest) -> Face:
        del battle
        return Face("Test morale", f"for {option.cause}", option.unit)


async def take_all(battle: LibertyBattle) -> LibertyBattle:
    """Every MORALE test that is due, with those that others cause, until an army breaks.

    morale.no-chain-limit, victory.units
    """
    while battle.tests_due and not victory.is_decided(battle):
        battle = await take_one(battle)
    return battle


async def take_one(battle: LibertyBattle) -> LibertyBattle:
    """One MORALE test that is due: the acting player's units first, each side in its owner's order.

    turn.simultaneous
    """
    waiting = battle.tests_due
    due = waiting[0] if len(waiting) == 1 else await _next(battle)
    battle, result = await tested(battle, battle.units[due.unit], due.cause)
    battle = await tell(battle, MoraleTested(due, result))
    return await suffer(battle, battle.units[due.unit], result)


async def tested(battle: LibertyBattle, unit: Regiment, cause: Cause) -> tuple[LibertyBattle, Result]:
    """A MORALE test taken now, with Hold The Line! if it is bought; its result is not yet applied.

    morale.roll, action.hold-the-line
    """
    facts = HeldFacts(
        nerve=nerve_of(battle, unit),
        state=unit.state,
        cause=cause,
        hold_the_line=buying(battle, HOLD_THE_LINE, unit.side, unit.id),
    )
    paid = await do(held_paid, facts)
    if paid.spent:
        battle = await pay(battle, unit.side, unit.id, paid.spent)
    return battle, paid.value


async def _next(battle: LibertyBattle) -> DueTest:
    """The test to take next; the owner chooses between his units (morale.trigger.count).

    A unit tests for shooting before it tests for a broken friend. Tests for passing through are taken in
    their order, the mover's last (movement.interpenetrate.need).
    """
    own = tuple(due for due in battle.tests_due if battle.units[due.unit].side == battle.active)
    waiting = own or battle.tests_due
    passing = next((due for due in waiting if due.cause is PASSED_THROUGH), None)
    ready = (due for due in waiting if due.cause is not PASSED_THROUGH or due is passing)
    shooting_first = sorted(ready, key=lambda due: due.cause is not Cause.SHOOTING)
    first_of_each = tuple({due.unit: due for due in reversed(shooting_first)}.values())[::-1]
    if len(first_of_each) == 1:
        return first_of_each[0]
    return await PickTest(battle.units[first_of_each[0].unit].side, first_of_each)


async def suffer(battle: LibertyBattle, unit: Regiment, result: Result) -> LibertyBattle:
    """Apply the result of a MORALE test to a unit (morale.result.data).

    A ROUTING unit ignores DISORDERED and RETIRE, and ROUTE gives it no further move (morale.routing,
    disorder.routing-ignores).
    """
    if unit.routing and result is not Result.BROKEN:
        return battle
    match result:
        case Result.NONE:
            return battle
        case Result.DISORDERED:
            return await tell(battle, UnitDisordered(unit.id))
        case Result.RETIRE:
            return await retire(battle, unit)
        case Result.ROUTE:
            return await routs.begin(battle, unit)
        case Result.BROKEN:
            return await remove(battle, (unit.id,))
        case _:
            assert_never(result)

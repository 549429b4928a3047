"""The Charge phase on the table: charges are declared, their targets react, and the chargers move."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.elan.battle import Charge, ElanBattle
from sandtable.systems.elan.charge_answers import Received, receive
from sandtable.systems.elan.charge_decisions import DeclareCharge, PickCharge
from sandtable.systems.elan.charge_events import ChargeDeclared, ChargeForgone
from sandtable.systems.elan.charge_home import complete
from sandtable.systems.elan.charge_ways import may_charge, targets_of
from sandtable.systems.elan.events import SideBegan
from sandtable.systems.elan.options import Reading, is_other
from sandtable.systems.elan.steps import side_done, step_done


async def declare_step(battle: ElanBattle) -> ElanBattle:
    """The next unit of a side that has a target declares a charge or declines.

    turn.charge, charge.declare, charge.who: the 1st side declares all its charges, then the 2nd
    """
    last = max(battle.done, default=-1)
    for unit in battle.on_table(battle.active):
        if unit.id > last and may_charge(battle, unit):
            targets = targets_of(battle, unit.id)
            if targets:
                return await declare(battle, unit.id, targets)
    return await side_done(battle)


async def declare(battle: ElanBattle, charger: int, targets: tuple[int, ...]) -> ElanBattle:
    """Ask which enemy a unit charges, if any (charge.declare)."""
    seat = battle.units[charger].side
    target = await DeclareCharge(seat, (*targets, None), charger=charger)
    if target is None:
        return await tell(battle, ChargeForgone(charger))
    return await tell(battle, ChargeDeclared(charger, target))


async def charge_step(battle: ElanBattle) -> ElanBattle:
    """Carry out all charges together or, by the rule's other reading, one charge from start to end.

    turn.charge, charge.sequence, charge.mutual
    """
    waiting = waiting_charges(battle)
    if not waiting:
        return await step_done(battle)
    if is_other(battle, Reading.CHARGE_SEQUENCE):
        return await charge_alone(battle, waiting)
    return await charge_together(battle)


async def charge_alone(battle: ElanBattle, waiting: tuple[Charge, ...]) -> ElanBattle:
    """Carry out one charge from reaction to end; charges of the 1st side come first (charge.sequence)."""
    side = battle.units[waiting[0].charger].side
    if side != battle.active:
        return await tell(battle, SideBegan(side))
    battle, received = await receive(battle, await next_charge(battle, waiting))
    return await complete(battle, received)


async def charge_together(battle: ElanBattle) -> ElanBattle:
    """All reactions first, those to the 1st side's charges before the others, then all tests and moves.

    charge.sequence, turn.charge
    """
    answered: list[Received] = []
    while waiting := waiting_charges(battle):
        battle = await _turn_to(battle, waiting[0])
        battle, received = await receive(battle, await next_charge(battle, waiting))
        answered.append(received)
    for received in answered:
        battle = await _turn_to(battle, received.charge)
        battle = await complete(battle, received)
    return battle


async def _turn_to(battle: ElanBattle, charge: Charge) -> ElanBattle:
    """The battle with the charger's side active (turn.side-order)."""
    side = battle.units[charge.charger].side
    return battle if side == battle.active else await tell(battle, SideBegan(side))


def waiting_charges(battle: ElanBattle) -> tuple[Charge, ...]:
    """The charges not yet begun: those of the 1st side as long as it has any (charge.sequence)."""
    waiting = tuple(charge for charge in battle.charges if not charge.begun)
    ours = tuple(charge for charge in waiting if battle.units[charge.charger].side == battle.first)
    return ours or waiting


async def next_charge(battle: ElanBattle, waiting: tuple[Charge, ...]) -> Charge:
    """Ask which of its charges a side carries out next (charge.sequence)."""
    if len(waiting) == 1:
        return waiting[0]
    return await PickCharge(battle.units[waiting[0].charger].side, waiting)

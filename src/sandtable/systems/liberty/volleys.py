"""The Shooting phase on the table: the choice of shots, and the effect of a volley (turn.shooting.a)."""

from __future__ import annotations

from sandtable.game.ask.questions import do, tell
from sandtable.systems.liberty.actions import Buyer, hits_paid
from sandtable.systems.liberty.aim import Aim, aim, shots
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.breaking import remove
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import UnitHit, UnitShot
from sandtable.systems.liberty.shooting import ANY_HIT_TESTS, Fire, dice, saves
from sandtable.systems.liberty.shooting_decisions import Shoot
from sandtable.systems.liberty.spending import buying, pay
from sandtable.systems.liberty.turn_events import StepBegan


async def shoot_step(battle: LibertyBattle) -> LibertyBattle:
    """One volley at any target the unit can see, or on to the tests; shooting is never compulsory.

    shooting.who, shooting.who.orders, shooting.target.free, umpire.optional
    """
    options = shots(battle)
    if not options:
        return await tell(battle, StepBegan(Step.TESTS))
    chosen = await Shoot(battle.active, (*options, None))
    if chosen is None:
        return await tell(battle, StepBegan(Step.TESTS))
    return await fire(battle, chosen)


async def fire(battle: LibertyBattle, shot: Aim) -> LibertyBattle:
    """Roll a volley and mark its effect: to hit, rerolls, explosions and saves, one pool at a time.

    shooting.sequence, umpire.dice, shooting.overkill, action.concentrate-fire
    """
    unit, target = battle.units[shot.unit], battle.units[shot.target]
    facts = aim(battle, unit, target)
    assert facts is not None
    battle = await tell(battle, UnitShot(unit.id, target.id, dice(facts).whole))
    may = buying(battle, Action.CONCENTRATE_FIRE, unit.side, unit.id)
    paid = await do(hits_paid, facts, Buyer(unit.side, unit.id, may))
    battle = await pay(battle, unit.side, unit.id, paid.spent)
    battle = await strike(battle, battle.units[target.id], facts, paid.value)
    target = battle.units[target.id]
    return await remove(battle, (target.id,)) if target.wear.breaks(target.hits) else battle


async def strike(battle: LibertyBattle, target: Regiment, facts: Fire, hits: int) -> LibertyBattle:
    """Hits on a unit: its saves, its marker, and its test if due (underfire.gain)."""
    if not hits:
        return battle
    lost = await saves(facts, hits)
    tests = lost > 0 or battle.readings.of(ANY_HIT_TESTS) == 1
    return await tell(battle, UnitHit(target.id, lost, tests))

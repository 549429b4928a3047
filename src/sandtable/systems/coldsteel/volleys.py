"""The Shooting step on the table: which unit shoots at which target, and the effect.

By shooting.sequence, unit and target are named, dice are thrown and re-rolled, losses are removed at once,
and the target is marked as fired at. Guns are in `cannonade.py`.
"""

from __future__ import annotations

from sandtable.game.ask.questions import do, tell
from sandtable.systems.coldsteel.aim import faces_to_shoot, shooters, targets, volley_at
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.cannonade import cannonade
from sandtable.systems.coldsteel.events import LuckyRerollUsed, MusketsFouled, UnitHeld, UnitShot
from sandtable.systems.coldsteel.losses import Wounds, take_losses
from sandtable.systems.coldsteel.shooting import dice, volley
from sandtable.systems.coldsteel.shooting_decisions import PickFace, PickShooter, PickTarget
from sandtable.systems.coldsteel.steps import step_done


async def shoot_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """One unit of the active side shoots or holds its fire; the step ends when none is left or named.

    shooting.each-unit, turn.unit-order, turn.may-decline
    """
    able = shooters(battle)
    if not able:
        return await step_done(battle)
    unit = await PickShooter(battle.active, (*able, None))
    if unit is None:
        return await step_done(battle)
    return await shoot(battle, unit)


async def shoot(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """A named unit chooses one target or holds its fire (shooting.one-target, turn.may-decline)."""
    shooter = battle.units[unit]
    options = targets(battle, shooter)
    target = await PickTarget(shooter.side, (*options, None), unit=unit)
    if target is None:
        return await tell(battle, UnitHeld(unit))
    faces = faces_to_shoot(battle, shooter, battle.units[target])
    if len(faces) > 1:
        await PickFace(shooter.side, faces, unit=unit, target=target)
    return await (cannonade if shooter.is_artillery else fire)(battle, unit, target)


async def fire(battle: ColdSteelBattle, unit: int, target: int) -> ColdSteelBattle:
    """A volley: its dice, its effect on the shooter's muskets and luck, and the target's losses.

    Losses cause no test (morale.no-casualty-effect).

    shooting.sequence, shooting.wound, cards.dirty-scope, cards.lucky-scope
    """
    facts = volley_at(battle, battle.units[unit], battle.units[target])
    shot = await do(volley, facts)
    battle = await tell(battle, UnitShot(unit, target, dice(facts).whole, shot.hits, artillery=False))
    if shot.lucky:
        battle = await tell(battle, LuckyRerollUsed(unit))
    if shot.fouled:
        battle = await tell(battle, MusketsFouled(unit))
    return await take_losses(battle, Wounds(target, shot.hits, shot.sixes))

"""One shot of a battery on the table, and its target's losses."""

from __future__ import annotations

from sandtable.game.ask.questions import do, tell
from sandtable.systems.coldsteel.aim import shot_at
from sandtable.systems.coldsteel.artillery import TO_HIT, shot
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.events import LuckyRerollUsed, UnitShot
from sandtable.systems.coldsteel.losses import Wounds, take_losses


async def cannonade(battle: ColdSteelBattle, unit: int, target: int) -> ColdSteelBattle:
    """Throw two dice to hit and the casualty dice, and remove the models that the target loses.

    artillery.procedure, artillery.casualties, artillery.building, artillery.one-roll, shooting.sequence
    """
    fired = await do(shot, shot_at(battle, battle.units[unit], battle.units[target]))
    battle = await tell(battle, UnitShot(unit, target, TO_HIT.count, fired.wounds, artillery=True))
    if fired.lucky:
        battle = await tell(battle, LuckyRerollUsed(unit))
    return await take_losses(battle, Wounds(target, fired.wounds, fired.sixes))

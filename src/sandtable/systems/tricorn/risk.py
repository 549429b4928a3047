"""Officers at risk: whether the officer attached to a unit that gained a marker in a combat is lost."""

from __future__ import annotations

from sandtable.game.ask.questions import do, tell
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.casualties import Peril, officer_falls
from sandtable.systems.tricorn.morale_events import OfficerSpared
from sandtable.systems.tricorn.nerve import attached_to
from sandtable.systems.tricorn.officer_events import OfficerLost


async def officer_risk(battle: TricornBattle, unit: int) -> TricornBattle:
    """Check the officer attached to a unit that gained a marker in a combat, before it recoils or tests;
    unattached officers are not at risk.

    leaders.fate, leaders.casualty.step, leaders.casualty.trigger, leaders.casualty.roll,
    leaders.casualty.when
    """
    officer = battle.officer_with(unit)
    if officer is None:
        return battle
    if await do(officer_falls, Peril(attached=attached_to(battle, unit), gained=1)):
        return await tell(battle, OfficerLost(officer.id))
    return await tell(battle, OfficerSpared(officer.id, unit))

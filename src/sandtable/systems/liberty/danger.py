"""The die for a General in danger, in a round of melee or with a unit that breaks."""

from __future__ import annotations

from sandtable.dice import Count
from sandtable.systems.liberty.roster import roster


async def survives() -> bool:
    """Does a General in danger live? He dies on a 1 (leaders.melee.risk, leaders.unit-lost)."""
    return bool(await Count(1, at_least=roster().general.killed_on + 1, purpose="the General's fate"))

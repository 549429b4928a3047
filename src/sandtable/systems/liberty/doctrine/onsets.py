"""The possible cost of being charged, by the sorts of both units and the hits each strikes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.systems.liberty.doctrine.bands import Shooter, Sort
from sandtable.systems.liberty.melee import to_hit_roll
from sandtable.systems.liberty.melee_facts import Contact, Engaged, Fighter, Opponent
from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State, Wear

A_BLOW: Final = 0.12
"""The average cost of a hit received."""
BEATEN: Final = 0.35
"""The cost of each hit received beyond those given: the unit loses, and retires, routs or breaks."""


def onset(enemy: Sort, unit: Sort) -> float:
    """The possible cost to a unit of an enemy's charge on its front."""
    theirs = blows(enemy.shooter, enemy.mark.wear, unit.shooter, charging=True)
    ours = blows(unit.shooter, unit.mark.wear, enemy.shooter, charging=False)
    return A_BLOW * theirs + BEATEN * max(theirs - ours, 0.0)


@lru_cache(maxsize=16384)
def blows(unit: Shooter, wear: Wear, foe: Shooter, *, charging: bool) -> float:
    """The average hits that a unit strikes, front to front in the open."""
    profile = roster().profile(unit.profile_id)
    by_state = {State.STEADY: 0, State.WORN: wear.worn, State.SHAKEN: wear.shaken}
    bases = _bases(unit, wear)
    fighter = Fighter(
        arm=unit.arm,
        bases=bases,
        wear=wear,
        hits=by_state[unit.state],
        nerve=Nerve(quality=profile.quality),
        charging=charging,
        elite=profile.has(SpecialRule.ELITE),
        tough_fighters=profile.has(SpecialRule.TOUGH_FIGHTERS),
    )
    touching = Contact(bases=max(min(unit.front, foe.front, bases), 1))
    return float(to_hit_roll(Engaged(fighter, (Opponent(0, touching),)), (foe.arm,)).odds().mean())


def _bases(unit: Shooter, wear: Wear) -> int:
    """The bases of a unit in all its ranks, found from the values that go with their number."""
    profile = roster().profile(unit.profile_id)
    if unit.arm is Arm.DISMOUNTED:
        return unit.front
    return next((size.bases for size in profile.sizes if size.wear == wear), unit.front)

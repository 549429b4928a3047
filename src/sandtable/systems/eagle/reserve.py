"""The reserve of a scenario: a Legion kept back until a set turn, or until an enemy comes near.

army.scenario
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.nearness import enemies_within
from sandtable.systems.eagle.records import Control
from sandtable.systems.eagle.troops import Nation
from sandtable.systems.eagle.words import name
from sandtable.table.space import INCH

LEGION_WAITS: Final = "legion-waits"
WAITS_UNTIL: Final = 4
"""The turn from which a Legion kept back by its scenario acts (army.scenario)."""
WAITS_NEAR: Final = 8 * INCH
"""How near an enemy must come for it to act earlier (army.scenario)."""


class ReserveRoused(EagleEvent, frozen=True):
    """An enemy came near to a Legion that its scenario had kept back (army.scenario)."""

    unit: int
    rule: str = "army.scenario"

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It is no longer kept back, and acts freely this turn."""
        units = tuple(
            replace(one, control=Control.FREE) if one.control is Control.WAITS else one
            for one in battle.units
        )
        specials = tuple(special for special in battle.specials if special != LEGION_WAITS)
        return replace(battle, units=units, specials=specials)

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"An enemy has come near: {name(after, self.unit)} waits no longer"


def is_kept_back(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Does the scenario keep a Legion back: early in the battle, with no enemy near? (army.scenario)"""
    return is_reserve(battle, unit) and not enemies_within(battle, unit, WAITS_NEAR)


def is_reserve(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is it a Legion that the scenario keeps back until an enemy comes near? (army.scenario)"""
    waits = battle.has(LEGION_WAITS) and battle.turn < WAITS_UNTIL
    return waits and unit.is_legion and unit.nation is Nation.ROMAN


async def rouse(battle: EagleBattle) -> EagleBattle:
    """A Legion kept back is roused for good as soon as an enemy is near (army.scenario)."""
    if LEGION_WAITS not in battle.specials or battle.turn >= WAITS_UNTIL:
        return battle
    for side in (0, 1):
        for unit in battle.unbroken(side):
            if unit.legion and is_reserve(battle, unit) and enemies_within(battle, unit, WAITS_NEAR):
                return await tell(battle, ReserveRoused(unit.id))
    return battle

"""Looting: units whose pursuit, pass-through or charge touches the enemy camp stop there (control.loot)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.records import Record
from sandtable.systems.eagle.words import name


class LootingBegan(EagleEvent, frozen=True):
    """A unit stopped in the enemy camp to loot it (control.loot)."""

    rules = ("control.loot",)

    unit: int
    camp: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It is unformed, and its pursuit ends."""
        unit = battle.units[self.unit]
        looter = replace(
            unit, looting=self.camp, formed=False, record=Record.LOOT, pursuing=False, quarry=None
        )
        return battle.with_unit(looter)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} stops to loot the camp"


async def entered(battle: EagleBattle, unit: int, pieces: tuple[str, ...]) -> EagleBattle:
    """A unit that touches the enemy camp among these pieces of ground begins to loot it.

    control.loot, army.camp: a lost camp has nothing left; a unit already looting goes on
    """
    one = battle.units[unit]
    enemy = battle.camps[1 - one.side]
    if one.pose is None or one.routing or one.looting or enemy.baggage_lost:
        return battle
    if not enemy.baggage or enemy.baggage not in pieces:
        return battle
    return await tell(battle, LootingBegan(unit, enemy.baggage))

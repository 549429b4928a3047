"""The events of a charge other than moves, hits and contact."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.charges import Grade, Response
from sandtable.systems.liberty.events import LibertyEvent


class ChargeDeclared(LibertyEvent, frozen=True):
    """A unit was ordered to CHARGE a target, or charges it without an order (charge.sequence)."""

    unit: int
    target: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Nothing changes until the test."""
        return battle


class ChargeTested(LibertyEvent, frozen=True):
    """A unit took its CHARGE test (charge.test)."""

    unit: int
    target: int
    grade: Grade

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The grade takes effect by later events."""
        return battle


class ChargeAnswered(LibertyEvent, frozen=True):
    """A unit that is charged declared its response (charge.response.options)."""

    unit: int
    response: Response

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The response takes effect by later events."""
        return battle


class DefensiveFireGiven(LibertyEvent, frozen=True):
    """A unit fired its one defensive volley of this enemy turn (charge.response.fire.detail)."""

    unit: int
    chargers: tuple[int, ...]
    dice: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It gives no second one in this player turn (turn.word-turn)."""
        return battle.with_unit(replace(battle.units[self.unit], fired=True))

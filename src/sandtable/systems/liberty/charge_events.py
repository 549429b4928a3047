"""The events of a charge other than moves, hits and contact."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.charges import Grade, Response
from sandtable.systems.liberty.events import LibertyEvent
from sandtable.systems.liberty.words import name, names

GRADES: Final = {
    Grade.FAILED: "does not charge {}",
    Grade.FALTERS: "falters halfway to {}",
    Grade.CHARGE: "charges {}",
    Grade.DETERMINED: "charges {} with determination",
}
RESPONSES: Final = {
    Response.HOLD: "holds to receive the charge",
    Response.FIRE: "answers the charge with defensive fire",
    Response.RETIRE: "retires before the charge",
    Response.COUNTER: "tries to counter-charge",
}


class ChargeDeclared(LibertyEvent, frozen=True):
    """A unit was ordered to CHARGE a target, or charges it without an order (charge.sequence)."""

    rules = ("charge.sequence",)

    unit: int
    target: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Nothing changes until the test."""
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} is ordered to charge {name(after, self.target)}"


class ChargeTested(LibertyEvent, frozen=True):
    """A unit took its CHARGE test (charge.test)."""

    rules = ("charge.test",)

    unit: int
    target: int
    grade: Grade

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The grade takes effect by later events."""
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} {GRADES[self.grade].format(name(after, self.target))}"


class ChargeAnswered(LibertyEvent, frozen=True):
    """A unit that is charged declared its response (charge.response.options)."""

    rules = ("charge.response.options",)

    unit: int
    response: Response

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The response takes effect by later events."""
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} {RESPONSES[self.response]}"


class DefensiveFireGiven(LibertyEvent, frozen=True):
    """A unit fired its one defensive volley of this enemy turn (charge.response.fire.detail)."""

    rules = ("charge.response.fire",)

    unit: int
    chargers: tuple[int, ...]
    dice: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It gives no second one in this player turn (turn.word-turn)."""
        return battle.with_unit(replace(battle.units[self.unit], fired=True))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} fires at {names(after, self.chargers)} with {self.dice} dice"

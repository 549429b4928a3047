"""The decisions of toy soldiers: each is a class that says all there is to say about it."""

from __future__ import annotations

from sandtable.dice import Rerollable
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose, Kind
from tests.conformance.toy.battle import ToyBattle


class ShowCard(Choose[str], frozen=True, kw_only=True):
    """Show the order card of a side, or keep it (card.show)."""

    decision: str = "show-card"
    rule = "card.show"
    kind = Kind.OFFER

    def words(self, battle: ToyBattle) -> str:
        return "Show your order card?"


class OfCompanies(Choose[int | None], frozen=True, kw_only=True):
    """A choice among companies, or none of them."""

    def label(self, battle: ToyBattle, option: int | None) -> str:
        return "nobody" if option is None else battle.units[option].name


class PickCompany(Choose[int], frozen=True, kw_only=True):
    """Choose the company that is activated next (turn.sides)."""

    decision: str = "company"
    rule = "turn.sides"

    def words(self, battle: ToyBattle) -> str:
        return "Choose a company"

    def label(self, battle: ToyBattle, option: int) -> str:
        return battle.units[option].name

    def waiting_units(self) -> tuple[int, ...]:
        return self.options


class PlanMarch(PlanMove, frozen=True, kw_only=True):
    """Plan the march of a company (march.allowance)."""

    decision: str = "march"
    rule = "march.allowance"
    name = "March"

    def words(self, battle: ToyBattle) -> str:
        return "March"


class React(OfCompanies, frozen=True, kw_only=True):
    """Choose the company that shoots at one that moved, or none (react.fire)."""

    decision: str = "react"
    rule = "react.fire"

    mover: int

    def words(self, battle: ToyBattle) -> str:
        return "Shoot at the company that moved?"


class PickTarget(OfCompanies, frozen=True, kw_only=True):
    """Choose the target of a company, or none (fire.range)."""

    decision: str = "target"
    rule = "fire.range"

    shooter: int

    def words(self, battle: ToyBattle) -> str:
        return "Choose a target"


class Reroll(Choose[int | None], frozen=True, kw_only=True):
    """Choose the die of a nerve test that is rolled again, by what it shows, or none (nerve.reroll)."""

    decision: str = "reroll"
    rule = "nerve.reroll"
    kind = Kind.REROLL

    table: Rerollable

    def words(self, battle: ToyBattle) -> str:
        return "Roll a die again?"

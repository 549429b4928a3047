"""Toy soldiers as the rest of the house sees them: the contract fulfilled, one method after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.dice import Draw, Hand, Throw
from sandtable.game.ask.questions import Do
from sandtable.game.files.scenario import Scenario
from sandtable.game.kit.roster_cards import Paper
from sandtable.game.kit.system import Policy, System
from sandtable.game.present.painting import Card
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.rulebook import Readings
from sandtable.table.space import Body
from tests.conformance.toy import battle as told
from tests.conformance.toy import shooting, turn
from tests.conformance.toy.battle import UNKNOWN, Company, Held, ToyBattle, ToyRoster, ToyScenario


class Toy(System[ToyBattle]):
    """Toy soldiers."""

    id = "toy"
    title = "Toy soldiers"
    version = 1
    package = __package__
    scenario_type = ToyScenario
    battle_type = ToyBattle

    # ------------------------------------------------------------------ the text and the battle
    def roster(self) -> ToyRoster:
        """Companies and woods."""
        return ToyRoster()

    def muster(self, scenario: Scenario, readings: Readings) -> ToyBattle:
        """No rule here can be read in two ways."""
        del readings
        assert isinstance(scenario, ToyScenario)
        return told.muster(scenario)

    def next(self, battle: ToyBattle) -> Do[ToyBattle] | None:
        """One card, one activation."""
        return turn.next_procedure(battle)

    def score(self, battle: ToyBattle, side: int) -> float:
        """Figures (victory.figures)."""
        return float(battle.figures(side))

    # ------------------------------------------------------------------ what people are told
    def card(self, battle: ToyBattle, unit: Body) -> Card:
        """A company in words, with the order card of its side as far as it is known."""
        assert isinstance(unit, Company)
        state = "gone" if unit.pose is None else "ready"
        return Card(unit.name, battle.held[unit.side].card, state, (("figures", unit.figures),))

    # ------------------------------------------------------------------ what is hidden
    def seen_by(self, battle: ToyBattle, seat: int | None) -> ToyBattle:
        """A card that the other side has not shown might be any that is not seen (card.draw)."""
        for side, held in enumerate(battle.held):
            if side != seat and held.card not in ("", UNKNOWN) and not held.shown:
                deck = tuple(sorted((*battle.deck, held.card)))
                battle = replace(battle.holding(side, Held(UNKNOWN)), deck=deck)
        return battle

    def imagine(self, battle: ToyBattle, seat: int, hand: Hand) -> ToyBattle:
        """An unknown card is drawn from those that are not seen."""
        for side, held in enumerate(battle.held):
            if held.card == UNKNOWN:
                battle = told.CardDrawn(side, Draw(battle.deck).cast(hand)).apply(battle)
        return battle

    def is_open(self, throw: Throw[Any], seat: int | None) -> bool:
        """Dice lie on the table; cards are drawn in secret."""
        return not isinstance(throw, turn.SecretDraw) or throw.side == seat

    # ------------------------------------------------------------------ the odds
    def resolutions(self) -> tuple[Resolution, ...]:
        """A volley and a nerve test."""
        return shooting.RESOLUTIONS

    def paper(self) -> Paper:
        """No cards: toy soldiers stand on the table themselves, so no resolution is about one of them."""
        return Paper(marks=(), cards=(), parties={one.id: () for one in shooting.RESOLUTIONS})

    def policies(self) -> Mapping[str, Policy]:
        """Cautious and best rerolls."""
        return shooting.POLICIES


SYSTEM = Toy()

"""Toy soldiers as the rest of the house sees them: the contract fulfilled, one method after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.dice import Draw, Hand, Throw
from sandtable.game.ask.questions import Choose, Decision, Do, Event
from sandtable.game.files.scenario import Scenario
from sandtable.game.kit.roster_cards import Paper
from sandtable.game.kit.system import Policy, Prompt, Resolution, System
from sandtable.game.present.painting import Card
from sandtable.game.rules.rulebook import Readings
from sandtable.table.space.body import Body
from tests.conformance.toy import battle as told
from tests.conformance.toy import shooting, turn
from tests.conformance.toy.battle import UNKNOWN, Company, Held, ToyBattle, ToyRoster, ToyScenario

PROMPTS = {
    "company": ("Choose a company", "turn.sides"),
    "show-card": ("Show your order card?", "card.show"),
    "march": ("March", "march.allowance"),
    "react": ("Shoot at the company that moved?", "react.fire"),
    "target": ("Choose a target", "fire.range"),
    "reroll": ("Roll a die again?", "nerve.reroll"),
}


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
    def prompt(self, battle: ToyBattle, question: Decision[Any]) -> Prompt:
        """A question in words, with a label for each option."""
        labels: tuple[str, ...] = ()
        if isinstance(question, Choose):
            by_name = question.decision in ("company", "react", "target")
            labels = tuple(
                battle.units[option].name if by_name and option is not None else str(option)
                for option in question.options
            )
        return Prompt(*PROMPTS[question.decision], labels)

    def card(self, battle: ToyBattle, unit: Body) -> Card:
        """A company in words, with the order card of its side as far as it is known."""
        assert isinstance(unit, Company)
        state = "gone" if unit.pose is None else "ready"
        return Card(unit.name, battle.held[unit.side].card, state, (("figures", unit.figures),))

    def sentence(self, battle: ToyBattle, event: Event[ToyBattle]) -> str:
        """An event in words."""
        match event:
            case told.CardDrawn(side=side, card=card):
                return f"Side {side} draws an order card: {card}"
            case told.CardShown(side=side, card=card):
                return f"Side {side} shows {card}"
            case told.CompanyChanged(company=company, words=words):
                return f"{company.name} {words}"
            case told.SideBegan(side=side, turn=number):
                return f"Turn {number}, side {side}"
            case told.BattleEnded(outcome=outcome):
                return outcome.words
            case _:
                raise AssertionError(f"{event!r} has no sentence")

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

    def event_seen_by(self, event: Event[ToyBattle], seat: int | None) -> Event[ToyBattle] | None:
        """That the other side has drawn is seen, not what."""
        if isinstance(event, told.CardDrawn) and event.side != seat:
            return replace(event, card=UNKNOWN)
        return event

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

"""A battle of toy soldiers: companies of figures, an order card for each side, and what can happen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Battle, Outcome
from sandtable.game.files.scenario import Roster, Scenario, Situation, StandingEntry, UnitEntry
from sandtable.game.rules.rulebook import Rulebook, load_rulebook
from sandtable.table.space import Body, Shape, block

FIGURES = 4
DECK = ("drums", "drums", "drums", "powder", "powder", "powder")
UNKNOWN = "?"
"""A card that the other side holds and has not shown."""


class Company(Body, frozen=True, kw_only=True):
    """A company: its figures, and whether it was activated or has reacted in this turn."""

    name: str
    figures: int = FIGURES
    activated: bool = False
    reacted: bool = False


class Held(Struct, frozen=True):
    """The order card of a side, none if it is empty, and whether it lies open."""

    card: str = ""
    shown: bool = False


class ToyBattle(Battle[Company], frozen=True, kw_only=True):
    """A battle between two procedures.

    ``deck`` lists the cards that nobody is known to hold, in alphabetical order: to a seat that is not told
    what the other side holds, that card might be any of them.
    """

    turn_limit: int
    first: int
    held: tuple[Held, Held] = (Held(), Held())
    deck: tuple[str, ...] = DECK

    def of(self, side: int) -> tuple[Company, ...]:
        """The companies of a side that are on the table."""
        return tuple(unit for unit in self.units if unit.side == side and unit.pose is not None)

    def figures(self, side: int) -> int:
        """The figures of a side that are on the table."""
        return sum(unit.figures for unit in self.of(side))

    @property
    def cards_left(self) -> int:
        """How many cards can still be drawn, which everybody can see."""
        return len(self.deck) - sum(held.card == UNKNOWN for held in self.held)

    def in_force(self, side: int, card: str) -> bool:
        """Does this card of a side lie open (card.show)?"""
        return self.held[side] == Held(card, shown=True)

    def holding(self, side: int, held: Held) -> ToyBattle:
        """The battle with another card in the hand of a side."""
        left, right = self.held
        return replace(self, held=(held, right) if side == 0 else (left, held))


@cache
def rulebook() -> Rulebook:
    """Every rule and decision."""
    return load_rulebook(__package__)


class CompanyEntry(UnitEntry, frozen=True, kw_only=True):
    """A company of a scenario, and what has become of it."""

    figures: Annotated[int, Meta(ge=1, le=FIGURES)] = FIGURES
    activated: bool = False
    reacted: bool = False


class ToySituation(Situation, frozen=True, kw_only=True):
    """How far a battle has come: the turn, whose it is, and the cards held and shown (card.show)."""

    active: str = ""
    held: tuple[str, str] = ("", "")
    shown: tuple[str, str] = ("", "")


class ToyScenario(Scenario, frozen=True, kw_only=True):
    """A scenario of toy soldiers that may begin in the middle of a battle."""

    units: tuple[CompanyEntry, ...]
    situation: ToySituation | None = None


class ToyRoster(Roster[ToyScenario]):
    """All troops are companies, and all ground is woods."""

    profile_ids = ("company",)
    ground_kinds = ("wood",)

    def footprint(self, scenario: ToyScenario, unit: CompanyEntry) -> Shape:
        """A company in line."""
        del scenario
        return line(unit.figures)

    def standing(self, scenario: ToyScenario) -> Iterator[StandingEntry]:
        """Every company in line."""
        for place, unit in enumerate(scenario.units):
            if (pose := unit.pose()) is not None:
                yield StandingEntry(f"units[{place}]", unit.name, pose, line(unit.figures))

    def complaints(self, scenario: ToyScenario) -> Iterator[tuple[str, str]]:
        """Whatever the rules know nothing of, and what a situation contradicts."""
        for name in ("brigades", "leaders", "arrivals"):
            if getattr(scenario, name):
                yield name, "toy soldiers have none"
        for place, unit in enumerate(scenario.units):
            if unit.touches:
                yield f"units[{place}].touches", "toy soldiers keep an inch apart (march.keep-off)"
        now = scenario.situation
        if now is not None and now.active not in ("", *(side.id for side in scenario.sides)):
            yield "situation.active", f'there is no side "{now.active}"'
        held = [] if now is None else [card for card in (*now.held, *now.shown) if card]
        for card in dict.fromkeys(held):
            if held.count(card) > DECK.count(card):
                yield "situation.held", f"the deck has {DECK.count(card)} {card}, not {held.count(card)}"


def muster(scenario: ToyScenario) -> ToyBattle:
    """The battle as a scenario begins it, or as it finds it under way."""
    sides, now = [side.id for side in scenario.sides], scenario.situation or ToySituation()
    units = tuple(
        Company(
            number,
            sides.index(unit.side),
            unit.pose(),
            line(unit.figures),
            name=unit.name,
            figures=unit.figures,
            activated=unit.activated,
            reacted=unit.reacted,
        )
        for number, unit in enumerate(scenario.units)
    )
    first = sides.index(scenario.first_player)
    left, right = (
        Held(shown or held, shown=bool(shown)) for held, shown in zip(now.held, now.shown, strict=True)
    )
    deck = list(DECK)
    for card in filter(None, (left.card, right.card)):
        deck.remove(card)
    return ToyBattle(
        scenario.field(),
        units,
        turn=now.turn,
        active=sides.index(now.active) if now.active else first,
        first=first,
        turn_limit=scenario.turn_limit,
        held=(left, right),
        deck=tuple(deck),
    )


def line(figures: int) -> Shape:
    """Figures on bases of one inch, side by side."""
    return block(figures, files=figures, width=100, depth=100)


# ----------------------------------------------------------------------- events
class CardDrawn(Event[ToyBattle], frozen=True):
    """A side has drawn an order card in secret."""

    side: int
    card: str

    def apply(self, battle: ToyBattle) -> ToyBattle:
        """The card has left the deck (card.draw)."""
        at = battle.deck.index(self.card)
        left = battle.deck[:at] + battle.deck[at + 1 :]
        return replace(battle.holding(self.side, Held(self.card)), deck=left)

    def sentence(self, before: ToyBattle, after: ToyBattle) -> str:
        return f"Side {self.side} draws an order card: {self.card}"

    def seen_by(self, seat: int | None) -> CardDrawn:
        """That the other side has drawn is seen, not what."""
        return self if self.side == seat else replace(self, card=UNKNOWN)


class CardShown(Event[ToyBattle], frozen=True):
    """A side has shown its order card."""

    reveals = True
    side: int
    card: str

    def apply(self, battle: ToyBattle) -> ToyBattle:
        """The card is in force (card.show)."""
        return battle.holding(self.side, Held(self.card, shown=True))

    def sentence(self, before: ToyBattle, after: ToyBattle) -> str:
        return f"Side {self.side} shows {self.card}"


class CompanyChanged(Event[ToyBattle], frozen=True):
    """Something has become of a company, in words."""

    company: Company
    words: str

    def apply(self, battle: ToyBattle) -> ToyBattle:
        """It is as it is now."""
        return battle.with_unit(self.company)

    def sentence(self, before: ToyBattle, after: ToyBattle) -> str:
        return f"{self.company.name} {self.words}"


class SideBegan(Event[ToyBattle], frozen=True):
    """The other side is active, in this turn or in the next."""

    side: int
    turn: int

    def apply(self, battle: ToyBattle) -> ToyBattle:
        """At the end of a turn companies are fresh again and shown cards are put away (card.show)."""
        if self.turn == battle.turn:
            return replace(battle, active=self.side)
        fresh = tuple(replace(unit, activated=False, reacted=False) for unit in battle.units)
        left, right = (Held() if held.shown else held for held in battle.held)
        return replace(battle, active=self.side, turn=self.turn, units=fresh, held=(left, right))

    def sentence(self, before: ToyBattle, after: ToyBattle) -> str:
        return f"Turn {self.turn}, side {self.side}"


class BattleEnded(Event[ToyBattle], frozen=True):
    """The battle is over."""

    outcome: Outcome

    def apply(self, battle: ToyBattle) -> ToyBattle:
        """Nothing comes after it (victory.figures)."""
        return replace(battle, outcome=self.outcome)

    def sentence(self, before: ToyBattle, after: ToyBattle) -> str:
        return self.outcome.words

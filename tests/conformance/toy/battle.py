"""A battle of toy soldiers: companies of figures, an order card for each side, and what can happen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.battle import Battle, Outcome
from sandtable.game.questions import Event
from sandtable.game.rulebook import Rulebook, load_rulebook
from sandtable.game.scenario import Roster, Scenario, Standing
from sandtable.table.body import Body
from sandtable.table.shape import Shape, block

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


class ToyRoster(Roster[Scenario]):
    """All troops are companies, and all ground is woods."""

    profile_ids = ("company",)
    ground_kinds = ("wood",)

    def standing(self, scenario: Scenario) -> Iterator[Standing]:
        """Every company in line."""
        for place, unit in enumerate(scenario.units):
            if (pose := unit.pose()) is not None:
                yield Standing(f"units[{place}]", unit.name, pose, line(FIGURES))

    def complaints(self, scenario: Scenario) -> Iterator[tuple[str, str]]:
        """Whatever the rules know nothing of."""
        for name in ("brigades", "leaders", "arrivals"):
            if getattr(scenario, name):
                yield name, "toy soldiers have none"


def muster(scenario: Scenario) -> ToyBattle:
    """The battle as a scenario begins it."""
    sides = [side.id for side in scenario.sides]
    units = tuple(
        Company(number, sides.index(unit.side), unit.pose(), line(FIGURES), name=unit.name)
        for number, unit in enumerate(scenario.units)
    )
    first = sides.index(scenario.first_player)
    return ToyBattle(scenario.field(), units, active=first, first=first, turn_limit=scenario.turn_limit)


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


class CardShown(Event[ToyBattle], frozen=True):
    """A side has shown its order card."""

    reveals = True
    side: int
    card: str

    def apply(self, battle: ToyBattle) -> ToyBattle:
        """The card is in force (card.show)."""
        return battle.holding(self.side, Held(self.card, shown=True))


class CompanyChanged(Event[ToyBattle], frozen=True):
    """Something has become of a company, in words."""

    company: Company
    words: str

    def apply(self, battle: ToyBattle) -> ToyBattle:
        """It is as it is now."""
        return battle.with_unit(self.company)


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


class BattleEnded(Event[ToyBattle], frozen=True):
    """The battle is over."""

    outcome: Outcome

    def apply(self, battle: ToyBattle) -> ToyBattle:
        """Nothing comes after it (victory.figures)."""
        return replace(battle, outcome=self.outcome)

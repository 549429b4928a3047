"""Cards: a deck that is drawn from without replacement. It keeps which cards are left, never their order.

A draw takes one of the cards left at random, so no stored value reveals the next card.

>>> from sandtable.dice.hand import PlannedHand
>>> deck = Deck.of(["Left Wing", "Right Wing", "Reshuffle", "Reshuffle"])
>>> card = deck.draw().cast(PlannedHand([4]))
>>> deck = deck.after(card)
>>> deck.left, deck.drawn
(('Left Wing', 'Reshuffle', 'Reshuffle'), ('Right Wing',))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice.die import MOST_SIDES, numbered
from sandtable.dice.hand import Hand
from sandtable.dice.throw import Throw


class Draw(Throw[str], frozen=True):
    """The next card: one of the cards left at random; they are listed in alphabetical order."""

    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.cards) <= MOST_SIDES:
            raise ValueError(f"A card is drawn from 1 to {MOST_SIDES} cards, not from {len(self.cards)}.")
        if list(self.cards) != sorted(self.cards):
            raise ValueError(
                "The cards to draw from must be in alphabetical order, so that they reveal no other order."
            )

    def cast(self, hand: Hand) -> str:
        """Throw a die with a side for each card; a single card needs no die."""
        if len(self.cards) == 1:
            return self.cards[0]
        (place,) = hand.cast(numbered(len(self.cards)), 1, self.purpose)
        return self.cards[place - 1]

    def ways(self) -> dict[str, int]:
        """One for each card; cards of one name are merged."""
        return dict(Counter(self.cards))


class Deck(Struct, frozen=True):
    """The cards left to draw (in alphabetical order) and those drawn (in order).

    ``aside`` is always empty: it stays because the digests of recorded battles cover it.
    """

    left: tuple[str, ...]
    drawn: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if list(self.left) != sorted(self.left):
            raise ValueError("The cards left in a deck must be in alphabetical order; make it with Deck.of.")

    @classmethod
    def of(cls, cards: Iterable[str]) -> Deck:
        """A fresh deck."""
        return cls(tuple(sorted(cards)))

    def draw(self, purpose: str = "draw") -> Draw:
        """The draw of the next card."""
        return Draw(self.left, purpose=purpose)

    def after(self, card: str) -> Deck:
        """The deck after this card was drawn."""
        return replace(self, left=_without(self.left, card, "left in the deck"), drawn=(*self.drawn, card))


def _without(cards: tuple[str, ...], card: str, where: str) -> tuple[str, ...]:
    if card not in cards:
        raise ValueError(f"The card {card!r} is not {where}: {', '.join(cards) or 'no card is'}.")
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]

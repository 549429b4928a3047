"""The command deck: the cards turned this turn, and how many of each are left, in no order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.game.present.painting import DeckCards, DeckSeen
from sandtable.systems.tricorn.battle import RESHUFFLE, TricornBattle


def deck(battle: TricornBattle) -> DeckSeen:
    """The deck as both players see it (cards.deck, cards.reshuffle.count, setup.information)."""
    turned = tuple(_card(battle, card, 1, _came_of(battle, card)) for card in battle.deck.drawn)
    return DeckSeen("Command deck", turned, tuple(_left(battle)), _words(battle), "turn.end.condition")


def _left(battle: TricornBattle) -> Iterator[DeckCards]:
    """The cards left by name: the officers' cards, then the Re-Shuffle Cards."""
    left = Counter(battle.deck.left)
    for card in sorted(left, key=lambda card: (card == RESHUFFLE, card)):
        yield _card(battle, card, left[card], _rolls(battle, card))


def _card(battle: TricornBattle, card: str, count: int, note: str) -> DeckCards:
    officer = battle.officer_on(card)
    return DeckCards(card, count, None if officer is None else officer.side, note)


def _rolls(battle: TricornBattle, card: str) -> str:
    """What an officer must roll, or that he has been active or is lost.

    turn.initiative.roll, cards.lost-general, cards.spent
    """
    officer = battle.officer_on(card)
    if officer is None:
        return "the second ends the turn"
    if officer.lost:
        return "lost: it has no effect"
    if officer.id in battle.activated:
        return "has been active: it has no effect"
    if officer.command is None:
        return f"Commander in Chief, {officer.rating.value}"
    return f"{officer.rating.value}, {officer.rating.initiative}+"


def _came_of(battle: TricornBattle, card: str) -> str:
    """The effect of a card that was turned (turn.passed-move, cards.reshuffle.first)."""
    officer = battle.officer_on(card)
    if officer is None:
        return ""
    if battle.activation is not None and battle.activation.officer == officer.id:
        return "is active"
    if officer.lost:
        return "is lost"
    return "declined to move" if officer.id in battle.declined else ""


def _words(battle: TricornBattle) -> str:
    """When this turn ends (turn.end.condition)."""
    left = battle.deck.left.count(RESHUFFLE)
    if left == 0:
        return "The second Re-Shuffle Card is turned: the turn ends."
    which = "second" if left > 1 else "other"
    return f"The {which} Re-Shuffle Card, or the last Command Card, ends the turn."

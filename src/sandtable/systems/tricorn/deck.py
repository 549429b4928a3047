"""The command deck: how long a turn lasts, whose card comes up, and when a C-C may hand his card over.

Chances are exact for the cards left. No order of cards is stored: each card is drawn at random from those
left, which is equivalent to a shuffled deck (cards.shuffle).

>>> from sandtable.game.drivers.odds import odds
>>> chances = odds(do(cards_turned, Cards(commands=9)), exact=True)
>>> chances[0], chances[9], chances.mean()
(Fraction(1, 55), Fraction(2, 11), Fraction(6, 1))
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import Draw
from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.initiative import Initiative, initiative
from sandtable.systems.tricorn.ratings import Rating

MOST_CARDS: Final = 12
"""The most Command Cards: two armies of a C-C and five Generals each (command.organisation)."""

CHIEF: Final = "C-C"
GENERAL: Final = "General"
OTHER: Final = "Other Command Card"
RESHUFFLE: Final = "Re-Shuffle"


# ------------------------------------------------------------------ how far a turn goes
class Cards(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What is left in the command deck (cards.deck)."""

    commands: Annotated[int, Meta(description="Command Cards left in the deck", ge=0, le=MOST_CARDS)] = 9
    reshuffles: Annotated[
        int, Meta(description="Re-Shuffle Cards left in it: 2 until the first comes up", ge=1, le=2)
    ] = 2

    @property
    def size(self) -> int:
        """The number of cards left: with N Command Cards a whole deck has N + 2 (cards.deck)."""
        return self.commands + self.reshuffles


@lru_cache(maxsize=1024)
def draw(*, chief: bool, general: bool, others: int, reshuffles: int) -> Draw:
    """Draw the next card from those left (turn.draw, cards.shuffle)."""
    left = (CHIEF,) * chief + (GENERAL,) * general + (OTHER,) * others + (RESHUFFLE,) * reshuffles
    return Draw(tuple(sorted(left)), purpose="command card")


async def cards_turned(cards: Cards) -> int:
    """How many Command Cards are still turned in this turn.

    The turn ends with the second Re-Shuffle Card, or when the last Command Card has been played; the first
    Re-Shuffle Card is laid aside (turn.end.condition, turn.end.second-reshuffle, turn.end.all-drawn,
    cards.reshuffle.first).
    """
    if not cards.commands:
        return 0
    card = await draw(chief=False, general=False, others=cards.commands, reshuffles=cards.reshuffles)
    if card != RESHUFFLE:
        left = Cards(commands=cards.commands - 1, reshuffles=cards.reshuffles)
        return 1 + await do(cards_turned, left)
    if cards.reshuffles == 1:
        return 0
    return await do(cards_turned, Cards(commands=cards.commands, reshuffles=cards.reshuffles - 1))


# ------------------------------------------------------------------ whose card comes up
class Awaited(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A General whose card is still in the deck, and the other cards that are left.

    ``chief`` says that his C-C may and will use his own card, which is in the deck too, to activate him.
    """

    others: Annotated[
        int, Meta(description="other Command Cards left, without his and his C-C's", ge=0, le=MOST_CARDS - 2)
    ] = 7
    reshuffles: Annotated[
        int, Meta(description="Re-Shuffle Cards left: 2 until the first comes up", ge=1, le=2)
    ] = 2
    chief: Annotated[
        bool, Meta(description="an Excellent or Good C-C, his card in the deck, will hand it to him")
    ] = False
    rating: Annotated[Rating, Meta(description="rating of the General")] = Rating.AVERAGE


class Turn(IntEnum):
    """What a turn brings a General: nothing, an activation, or one with the initiative."""

    NO_CARD = 0
    FAILED = 1
    PASSED = 2


async def activation(facts: Awaited) -> Turn:
    """Whether a General acts in this turn, and whether he gains the initiative if he rolls for it.

    cards.cc.transfer, cards.cc.transfer.cost, cards.cc.transfer.roll, turn.once-each, turn.initiative.roll
    """
    comes = await do(comes_up, facts.others, facts.reshuffles, facts.chief)
    if not comes:
        return Turn.NO_CARD
    return Turn.PASSED if await do(initiative, Initiative(rating=facts.rating)) else Turn.FAILED


async def comes_up(others: int, reshuffles: int, chief: bool) -> bool:  # noqa: FBT001 - called through do
    """Whether a General is activated before the turn ends, by his own card or by his C-C's.

    turn.end.condition, cards.cc.transfer, cards.cc.transfer.timing, cards.reshuffle.first
    """
    card = await draw(chief=chief, general=True, others=others, reshuffles=reshuffles)
    if card == RESHUFFLE:
        return reshuffles > 1 and await do(comes_up, others, reshuffles - 1, chief)
    return card != OTHER or await do(comes_up, others - 1, reshuffles, chief)


# ------------------------------------------------------------------ handing a card over
class Handover(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A C-C whose card has come up, and the General to whom he would hand it."""

    chief: Rating = Rating.GOOD
    chief_was_active: bool = False
    on_table: bool = True
    drawn: bool = False
    declined: bool = False
    was_active: bool = False
    also_after_passing: bool = False


def objections(facts: Handover) -> tuple[Refusal, ...]:
    """Why a C-C may not activate a General with his own card.

    cards.cc.transfer, cards.cc.transfer.timing, turn.once-each, cards.lost-general
    """
    excused = facts.also_after_passing and facts.declined and not facts.was_active
    barred = (
        (not facts.chief.may_transfer, f"{facts.chief} C-Cs hand nothing over", "cards.cc.transfer"),
        (facts.chief_was_active, "the C-C has already been active this turn", "cards.cc.transfer"),
        (not facts.on_table, "that General is not on the table", "cards.cc.transfer.timing"),
        (facts.was_active, "that General has already been active this turn", "turn.once-each"),
        (
            facts.drawn and not excused,
            "the card of that General has already been drawn",
            "cards.cc.transfer.timing",
        ),
    )
    return tuple(Refusal(words, rule=rule) for holds, words, rule in barred if holds)


def can_hand_over(facts: Handover) -> bool:
    """May the C-C hand his activation to that General?"""
    return not objections(facts)


# ----------------------------------------------------------------------- figures and headings
def cards_tallies(cards: Cards) -> Mapping[str, Tally]:
    """The cards left."""
    tally = Tally.of(cards.commands, "Command Cards left", "cards.deck")
    return {"cards left": tally.plus(cards.reshuffles, "Re-Shuffle Cards left", "cards.reshuffle.count")}


def cards_summary(cards: Cards, turned: int) -> tuple[str, ...]:
    """How far the turn goes."""
    if turned == cards.commands:
        return ("every Command Card is turned",)
    return ("the turn ends before the next Command Card",) if not turned else ("some Generals never act",)


def awaited_tallies(facts: Awaited) -> Mapping[str, Tally]:
    """The cards left, and what he needs when he is active."""
    own = 1 + facts.chief
    tally = Tally.of(facts.others, "other Command Cards left", "cards.deck")
    tally = tally.plus(own, "his own card" if own == 1 else "his own and his C-C's card", "cards.deck")
    tally = tally.plus(facts.reshuffles, "Re-Shuffle Cards left", "cards.reshuffle.count")
    rule = f"command.rating.{facts.rating}"
    needed = Tally.of(facts.rating.initiative, f"{facts.rating} General", rule, sign="+")
    return {"cards left": tally, "needed on 1D6": needed}


TURNS: Final = {
    Turn.NO_CARD: "he does not act this turn",
    Turn.FAILED: "he acts without the initiative",
    Turn.PASSED: "he acts with the initiative",
}
"""What a turn brings, in words."""


def awaited_summary(facts: Awaited, turn: Turn) -> tuple[str, ...]:
    """What the turn brings him."""
    del facts
    return (TURNS[turn],)

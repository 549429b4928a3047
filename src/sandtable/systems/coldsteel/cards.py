"""The twelve trait cards: their titles, the units that may have them, the deal, and what they add to dice.

A card that changes a move or a decision is handled in the chapter that it changes.

>>> Trait.CONSCRIPTS in eligible(TroopClass.ELITE, ()), works(Trait.LUCKY_OFFICER, (Figure.SERGEANT,))
(False, False)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import Deck, Draw
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel.book import modifier, table
from sandtable.systems.coldsteel.casualties import Command, refuse_twins
from sandtable.systems.coldsteel.dice import Modifier
from sandtable.systems.coldsteel.troops import Arm, Figure, Trait, TroopClass

TITLES: Final = {
    Trait.FEARSOME_REPUTATION: "Fearsome Reputation",
    Trait.LUCKY_OFFICER: "Lucky Officer",
    Trait.COWARDLY_OFFICER: "Cowardly Officer",
    Trait.COLD_STEEL: "Give 'em the cold steel!",
    Trait.VETERAN_DRILL_SERGEANT: "Veteran Drill Sergeant",
    Trait.FLOGGED_SOLDIERS: "Flogged Soldiers",
    Trait.UNSHAKEABLE_DISCIPLINE: "Unshakeable Discipline",
    Trait.DIRTY_MUSKETS: "Dirty Muskets",
    Trait.WET_POWDER: "Wet Powder",
    Trait.MARKSMEN: "Marksmen",
    Trait.CONSCRIPTS: "Conscripts",
    Trait.VETERANS: "Veterans",
}
"""The titles of the cards."""

THE_MAN: Final = {
    Trait.LUCKY_OFFICER: Figure.OFFICER,
    Trait.COWARDLY_OFFICER: Figure.OFFICER,
    Trait.VETERAN_DRILL_SERGEANT: Figure.SERGEANT,
}
"""The command figure that a card is named after; the card has no effect without it (cards.person-alive)."""

SHOOTING: Final = (Trait.MARKSMEN, Trait.CONSCRIPTS, Trait.VETERANS)
MELEE: Final = (Trait.CONSCRIPTS, Trait.VETERANS)
"""The cards that change the dice of these chapters (cards.shoot-melee-scope)."""

Holds = Annotated[Trait | None, Meta(description="its trait card")]


# --------------------------------------------------------------------- effects
def works(trait: Trait | None, command: tuple[Figure, ...]) -> bool:
    """Has a card any effect: is the figure it is named after alive? (cards.person-alive)"""
    man = None if trait is None else THE_MAN.get(trait)
    return trait is not None and (man is None or man in command)


def on_the_die(trait: Trait | None, among: tuple[Trait, ...]) -> tuple[Modifier, ...]:
    """What a card adds to each die of its unit, if it is among the cards that change this chapter's dice.

    cards.marksmen, cards.conscripts, cards.veterans, cards.shoot-melee-scope
    """
    if trait is None or trait not in among:
        return ()
    return ((modifier(f"cards.{trait}"), f"{TITLES[trait]} (card)", f"cards.{trait}"),)


# ----------------------------------------------------------------- eligibility
class _Card(Struct, frozen=True, forbid_unknown_fields=True):
    card: Trait
    eligible: str


Suits = Callable[[TroopClass, tuple[Figure, ...]], bool]

SUITS: Final[dict[str, Suits]] = {
    "any": lambda troops, command: True,
    "has officer": lambda troops, command: Figure.OFFICER in command,
    "has sergeant": lambda troops, command: Figure.SERGEANT in command,
    "infantry": lambda troops, command: troops.arm is Arm.INFANTRY,
    "infantry or cavalry": lambda troops, command: troops.arm is not Arm.ARTILLERY,
    "infantry or artillery": lambda troops, command: troops.arm is not Arm.CAVALRY,
    "any but grenadiers and elite": lambda troops, command: (
        troops not in (TroopClass.GRENADIERS, TroopClass.ELITE)
    ),
}
"""Which units may have a card, in the words of the deck (cards.deck)."""


@cache
def eligible(troops: TroopClass, command: tuple[Figure, ...]) -> tuple[Trait, ...]:
    """The cards that a unit may have, in deck order (cards.deck)."""
    return tuple(row.card for row in table("cards.deck", _Card) if SUITS[row.eligible](troops, command))


@cache
def deck() -> Deck:
    """The deck of a side: one of each of the twelve cards (cards.deck)."""
    return Deck.of(row.card.value for row in table("cards.deck", _Card))


# -------------------------------------------------------------------- the deal
class Taker(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit that is dealt a card: its class and its command figures."""

    troops: Annotated[TroopClass, Meta(description="class of the unit")] = TroopClass.LINE
    command: Command = tuple(Figure)

    def __post_init__(self) -> None:
        refuse_twins(self.command)


Takers = tuple[Taker, ...]
"""The units of a side in roster order."""


async def deal(takers: Takers) -> tuple[Trait | None, ...]:
    """Deal cards in roster order: each unit gets the first remaining card it may have, or none.

    cards.deal, cards.one-per-unit
    """
    wanted = tuple(tuple(map(str, eligible(one.troops, one.command))) for one in takers)
    dealt = await do(deal_on, deck().left, (), wanted)
    return tuple(None if card is None else Trait(card) for card in dealt)


Wanted = tuple[tuple[str, ...], ...]
"""For each unit not yet dealt to, the cards that it may have."""


async def deal_on(left: tuple[str, ...], passed: tuple[str, ...], wanted: Wanted) -> tuple[str | None, ...]:
    """Deal to the rest of a roster; *left* are the hidden cards, *passed* those turned up and passed over.

    The deck is shuffled once, so the cards passed over lie on top of it, in order, for the next unit.
    """
    if not wanted:
        return ()
    mine, later = wanted[0], wanted[1:]
    card = next((turned for turned in passed if turned in mine), None)
    if card is None and any(hidden in mine for hidden in left):
        card = await Draw(left, purpose="trait card")
        left = tuple(hidden for hidden in left if hidden != card)
        if card not in mine:
            return await do(deal_on, left, _worth_keeping((*passed, card), later), wanted)
    rest = tuple(turned for turned in passed if turned != card)
    return (card, *await do(deal_on, left, _worth_keeping(rest, later), later))


def _worth_keeping(passed: tuple[str, ...], wanted: Wanted) -> tuple[str, ...]:
    """The cards passed over that a later unit may get; for the last unit only the first that suits it."""
    suited = tuple(turned for turned in passed if any(turned in some for some in wanted))
    return suited if len(wanted) > 1 else suited[:1]


# ------------------------------------------------------------- without a table
class DealFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit that is dealt a card, either first of its roster or after one other."""

    unit: Taker = Taker()
    after_another: Annotated[bool, Meta(description="another unit is dealt to before it")] = False
    other: Taker = Taker()

    @property
    def takers(self) -> Takers:
        """The units, in roster order."""
        return (self.other, self.unit) if self.after_another else (self.unit,)


async def last_card(facts: DealFacts) -> Trait | None:
    """The card that the last of some units gets (cards.deal)."""
    return (await do(deal, facts.takers))[-1]


def deal_tallies(facts: DealFacts) -> Mapping[str, Tally]:
    """The number of cards that the unit may have."""
    suited = len(eligible(facts.unit.troops, facts.unit.command))
    return {"cards that it may have": Tally.of(suited, "cards of the deck that suit it", "cards.deck")}


def deal_summary(facts: DealFacts, trait: Trait | None) -> tuple[str, ...]:
    """The card that the unit gets."""
    del facts
    return ("no card is left for it" if trait is None else TITLES[trait],)

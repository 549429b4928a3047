from __future__ import annotations

from collections import Counter
from fractions import Fraction

import icepool
import pytest

from sandtable.dice import Deck, Draw, FairHand, Odds, PlannedHand


def drawn_in_a_turn(deck: Deck) -> Odds[int]:
    """How many command cards come before the second reshuffle card or the end of the deck."""
    commands = sum(card != "reshuffle" for card in deck.drawn)
    if deck.drawn.count("reshuffle") == 2 or not any(card != "reshuffle" for card in deck.left):
        return Odds.certain(commands)
    return deck.draw().odds(exact=True).then(lambda card: drawn_in_a_turn(deck.after(card)))


@pytest.mark.parametrize("commands", [1, 4, 9])
def test_the_number_of_cards_before_the_second_reshuffle(commands: int) -> None:
    """deck.count-distribution: k cards are drawn with chance (k + 1) of 1 + 2 + ... + (commands + 1)."""
    deck = Deck.of(["reshuffle"] * 2 + ["command"] * commands)
    triangle = sum(range(commands + 2))
    assert dict(drawn_in_a_turn(deck)) == {k: Fraction(k + 1, triangle) for k in range(commands + 1)}


def test_the_worked_figures_for_nine_commands() -> None:
    odds = drawn_in_a_turn(Deck.of(["reshuffle"] * 2 + ["command"] * 9))
    assert (odds[0], odds[9], odds.mean()) == (Fraction(1, 55), Fraction(2, 11), 6)


def test_one_general_is_drawn_before_the_turn_ends_two_times_in_three() -> None:
    """deck.one-general"""

    def is_drawn(deck: Deck) -> Odds[bool]:
        if "own" in deck.drawn or deck.drawn.count("reshuffle") == 2:
            return Odds.certain("own" in deck.drawn)
        return deck.draw().odds(exact=True).then(lambda card: is_drawn(deck.after(card)))

    for others in range(4):
        deck = Deck.of(["own", "reshuffle", "reshuffle"] + ["other"] * others)
        assert is_drawn(deck).chance(bool) == Fraction(2, 3)


def test_successive_draws_have_the_chances_of_a_shuffled_deck() -> None:
    cards = Counter("aaabbc")
    first_two = (
        Deck.of(cards.elements())
        .draw()
        .odds(exact=True)
        .then(
            lambda one: (
                Deck.of(cards.elements())
                .after(one)
                .draw()
                .odds(exact=True)
                .map(lambda two: tuple(sorted((one, two))))
            )
        )
    )
    dealt = icepool.Deck(dict(cards)).deal(2).expand()
    assert dict(first_two) == {
        tuple(hand): Fraction(ways, dealt.denominator()) for hand, ways in dealt.items()
    }


def test_a_drawn_card_is_gone() -> None:
    deck = Deck.of(["c", "a", "b", "a"]).after("a").after("c")
    assert deck.left == ("a", "b")
    assert deck.drawn == ("a", "c")
    assert dict(deck.draw().odds(exact=True)) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}


def test_a_card_that_is_not_there_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="The card 'z' is not left in the deck: a, b"):
        Deck.of("ab").after("z")


def test_nothing_can_be_drawn_from_an_empty_deck() -> None:
    with pytest.raises(ValueError, match="drawn from 1 to 1000 cards, not from 0"):
        _ = Deck.of("a").after("a").draw()


def test_a_deck_cannot_hold_an_order() -> None:
    with pytest.raises(ValueError, match="alphabetical order"):
        Deck(("b", "a"))
    with pytest.raises(ValueError, match="alphabetical order"):
        _ = Draw(("b", "a"))


def test_two_decks_with_the_same_cards_left_ask_the_same_question() -> None:
    assert Deck.of("abcc").after("a").draw() == Deck.of("bbcc").after("b").draw()


def test_the_last_card_needs_no_die() -> None:
    hand = PlannedHand([])
    assert Deck.of("a").draw().cast(hand) == "a"
    fair = FairHand(bytes(32))
    assert Deck.of("a").draw().cast(fair) == "a"
    assert fair.number == 0

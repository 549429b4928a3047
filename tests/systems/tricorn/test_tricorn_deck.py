"""The command deck: how far a turn goes, whose card comes up, and the C-C's privilege."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.systems.tricorn.book import values
from sandtable.systems.tricorn.deck import (
    TURNS,
    Awaited,
    Cards,
    Handover,
    Turn,
    activation,
    awaited_summary,
    awaited_tallies,
    can_hand_over,
    cards_summary,
    cards_tallies,
    cards_turned,
    comes_up,
    objections,
)
from sandtable.systems.tricorn.ratings import Rating
from tests.systems.tricorn.worked import chance, exact, figures

NO_CHIEF, CHIEF_HELPS = False, True


def turned_in(order: tuple[str, ...], reshuffles: int) -> tuple[str, ...]:
    """The Command Cards that a shuffled deck gives, card by card as people turn them."""
    turned: list[str] = []
    for card in order:
        if card == "R":
            reshuffles -= 1
        else:
            turned.append(card)
        if not reshuffles or len(turned) == len(order) - order.count("R"):
            break
    return tuple(turned)


def test_a_deck_has_a_card_for_every_general_and_two_re_shuffle_cards() -> None:
    """deck-size: cards.deck, cards.reshuffle.count"""
    expected = figures("deck-size")
    deck = Cards(commands=expected["command_cards"])
    assert deck.size == expected["deck"]
    assert deck.reshuffles == values("cards.reshuffle.count", dict[str, int])["cards"] == 2
    assert cards_tallies(deck)["cards left"].total == expected["deck"]


def test_a_generals_card_comes_up_in_two_turns_of_three() -> None:
    """deck-one-general: turn.end.condition, cards.shuffle"""
    expected = figures("deck-one-general")["p"]
    for others in range(9):
        assert chance(do(comes_up, others, 2, NO_CHIEF), bool) == expected


def test_how_many_command_cards_a_turn_has() -> None:
    """deck-count-distribution: turn.end.condition, turn.end.second-reshuffle, turn.end.all-drawn"""
    expected = figures("deck-count-distribution")
    known = exact(do(cards_turned, Cards(commands=9)))
    assert known[0] == expected["p_none"]
    assert known[9] == expected["p_all"]
    assert known.mean() == expected["mean"]
    assert all(known[count] == Fraction(count + 1, 55) for count in range(10))


@pytest.mark.parametrize(("commands", "reshuffles"), [(0, 2), (1, 1), (1, 2), (3, 1), (3, 2), (4, 2)])
def test_the_odds_of_a_deck_are_those_of_all_its_orders(commands: int, reshuffles: int) -> None:
    """cards.shuffle, cards.reshuffle.first"""
    cards = (*"ABCDEFG"[:commands], *"RR"[:reshuffles])
    orders = list(permutations(cards)) if commands else []
    counted = Counter(len(turned_in(order, reshuffles)) for order in orders) or Counter({0: 1})
    known = exact(do(cards_turned, Cards(commands=commands, reshuffles=reshuffles)))
    assert dict(known) == {count: Fraction(ways, counted.total()) for count, ways in counted.items()}


def test_a_c_c_who_hands_over_makes_an_activation_likelier() -> None:
    """deck-transfer: cards.cc.transfer, cards.cc.transfer.timing, cards.shuffle"""
    expected = figures("deck-transfer")["p"]
    for others in (0, 3, 7):
        assert chance(do(comes_up, others, 2, CHIEF_HELPS), bool) == expected


@pytest.mark.parametrize("reshuffles", [1, 2])
@pytest.mark.parametrize("chief", [False, True])
def test_whether_a_general_acts_is_counted_over_all_orders(reshuffles: int, chief: bool) -> None:  # noqa: FBT001
    """cards.cc.transfer, turn.end.second-reshuffle"""
    cards = ("X", "A", "B", *("C" if chief else ""), *"RR"[:reshuffles])
    orders = list(permutations(cards))
    acting = sum(bool({"X", "C"} & set(turned_in(order, reshuffles))) for order in orders)
    assert chance(do(comes_up, 2, reshuffles, chief), bool) == Fraction(acting, len(orders))


def test_an_average_general_moves_in_full_in_four_turns_of_nine() -> None:
    """initiative-full-move-per-turn: turn.end.condition, turn.initiative.roll, command.rating.average"""
    facts = Awaited(rating=Rating.AVERAGE)
    known = exact(do(activation, facts))
    assert known[Turn.PASSED] == figures("initiative-full-move-per-turn")["p"]
    assert known[Turn.NO_CARD] == Fraction(1, 3)
    assert [awaited_summary(facts, turn) for turn in Turn] == [(TURNS[turn],) for turn in Turn]
    assert awaited_tallies(replace(facts, chief=True))["cards left"].total == 7 + 2 + 2
    assert awaited_tallies(facts)["needed on 1D6"].shown == "3+"


def test_a_general_whom_the_c_c_activates_rolls_with_his_own_rating() -> None:
    """cards.cc.transfer.roll"""
    excellent, poor = (
        chance(do(activation, Awaited(chief=True, rating=rating)), lambda turn: turn is Turn.PASSED)
        for rating in (Rating.EXCELLENT, Rating.POOR)
    )
    assert (excellent, poor) == (Fraction(25, 36), Fraction(5, 9))


def test_only_excellent_and_good_c_cs_hand_their_card_over() -> None:
    """deck-transfer-average: cards.cc.transfer, command.rating"""
    assert can_hand_over(Handover(chief=Rating.AVERAGE)) is figures("deck-transfer-average")["allowed"]
    assert [can_hand_over(Handover(chief=rating)) for rating in Rating] == [True, True, False, False]


def test_a_general_acts_once_a_turn_however_he_came_to_it() -> None:
    """deck-transfer-spent: turn.once-each, cards.cc.transfer.cost"""
    assert [one.rule for one in objections(Handover(was_active=True))] == ["turn.once-each"]
    assert not can_hand_over(Handover(chief_was_active=True))


def test_a_general_who_is_off_the_table_or_whose_card_was_drawn_gets_nothing() -> None:
    """cards.cc.transfer.timing, cards.lost-general"""
    for facts in (Handover(on_table=False), Handover(drawn=True), Handover(drawn=True, declined=True)):
        assert [one.rule for one in objections(facts)] == ["cards.cc.transfer.timing"]


def test_by_the_other_reading_a_general_who_passed_may_still_be_set_in_motion() -> None:
    """reading-transfer-after-pass: cards.cc.transfer.timing"""
    passed = Handover(drawn=True, declined=True, also_after_passing=True)
    assert can_hand_over(passed) is figures("reading-transfer-after-pass")["allowed"]
    assert not can_hand_over(replace(passed, was_active=True))
    assert not can_hand_over(replace(passed, declined=False))


def test_a_turn_is_told_by_how_far_it_went() -> None:
    cards = Cards(commands=3)
    told = [cards_summary(cards, turned) for turned in (0, 2, 3)]
    assert told == [
        ("the turn ends before the next Command Card",),
        ("some Generals never act",),
        ("every Command Card is turned",),
    ]

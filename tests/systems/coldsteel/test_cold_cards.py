"""The trait cards: who may have them, the deal, and whom they need alive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.coldsteel.cards import (
    MELEE,
    SHOOTING,
    TITLES,
    DealFacts,
    Taker,
    deal,
    deal_on,
    deal_summary,
    deck,
    eligible,
    last_card,
    on_the_die,
    works,
)
from sandtable.systems.coldsteel.troops import Figure, Trait, TroopClass
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]

FULL = tuple(Figure)
GUARD = Taker(troops=TroopClass.ELITE, command=FULL)
HORSE = Taker(troops=TroopClass.CAVALRY, command=FULL)
LINE = Taker(troops=TroopClass.LINE, command=FULL)


def faces_for(*cards: str) -> list[int]:
    """The faces that turn these cards up one after the other from a fresh deck."""
    left, faces = list(deck().left), []
    for card in cards:
        faces.append(left.index(card) + 1)
        left.remove(card)
    return faces


def test_each_unit_gets_the_first_card_left_that_it_may_have(case: Case) -> None:
    """card-08: cards.deal, cards.deck"""
    expected = case("card-08")
    faces = faces_for("conscripts", "lucky-officer", "dirty-muskets")
    dealt = carry_out(do(deal, (GUARD, HORSE, LINE)), faces)
    assert dealt == (expected["guard"], expected["cavalry"], expected["line"])


def test_a_deck_has_twelve_cards_one_of_each() -> None:
    """cards.deck"""
    assert sorted(deck().left) == sorted(map(str, Trait))
    assert list(TITLES) == list(Trait)


NO_OFFICER = {Trait.LUCKY_OFFICER, Trait.COWARDLY_OFFICER, Trait.FLOGGED_SOLDIERS}
NO_SERGEANT = {Trait.VETERAN_DRILL_SERGEANT}
ON_FOOT = {Trait.DIRTY_MUSKETS, Trait.WET_POWDER, Trait.MARKSMEN}


@pytest.mark.parametrize(
    ("troops", "command", "barred"),
    [
        (TroopClass.LINE, FULL, set()),
        (TroopClass.LIGHT, FULL, set()),
        (TroopClass.GRENADIERS, FULL, {Trait.CONSCRIPTS}),
        (TroopClass.ELITE, FULL, {Trait.CONSCRIPTS}),
        (TroopClass.CAVALRY, FULL, ON_FOOT),
        (TroopClass.LANCERS, (), ON_FOOT | NO_OFFICER | NO_SERGEANT),
        (TroopClass.ARTILLERY, FULL, {Trait.COLD_STEEL, Trait.DIRTY_MUSKETS}),
        (TroopClass.LINE, (Figure.SERGEANT,), NO_OFFICER),
        (TroopClass.LINE, (Figure.OFFICER,), NO_SERGEANT),
    ],
)
def test_who_may_have_which_card(troops: TroopClass, command: tuple[Figure, ...], barred: set[Trait]) -> None:
    """cards.deck"""
    assert set(eligible(troops, command)) == set(Trait) - barred


def test_the_first_unit_of_a_roster_gets_each_card_it_may_have_equally_often() -> None:
    """cards.deal"""
    gunners = Taker(troops=TroopClass.ARTILLERY, command=(Figure.OFFICER, Figure.SERGEANT))
    known = odds(do(last_card, DealFacts(unit=gunners)), exact=True)
    suited = eligible(gunners.troops, gunners.command)
    assert dict(known) == {card: Fraction(1, len(suited)) for card in suited}


def dealt_from(shuffled: tuple[str, ...], wanted: tuple[tuple[str, ...], ...]) -> tuple[str | None, ...]:
    """A deal by hand: a shuffled deck lies open, and each takes the first card that he may have."""
    left, dealt = list(shuffled), []
    for mine in wanted:
        card = next((card for card in left if card in mine), None)
        dealt.append(card)
        if card is not None:
            left.remove(card)
    return tuple(dealt)


@pytest.mark.parametrize(
    "wanted",
    [
        (("a", "b"), ("a", "c", "d"), ("e", "a")),
        (("d",), ("c", "d"), ("b", "c", "d", "e")),
        (("a",), ("a",), ("a", "b", "c", "d", "e")),
        ((), ("b", "e"), ("b",), ("e",)),
    ],
)
def test_the_odds_of_a_deal_agree_with_all_shuffles(wanted: tuple[tuple[str, ...], ...]) -> None:
    """cards.deal: cards passed over lie on top for the next unit."""
    cards = ("a", "b", "c", "d", "e")
    counted = Counter(dealt_from(shuffled, wanted) for shuffled in permutations(cards))
    known = odds(do(deal_on, cards, (), wanted), exact=True)
    assert dict(known) == {end: Fraction(ways, factorial(5)) for end, ways in counted.items()}


def test_no_card_is_dealt_twice_and_the_last_units_may_get_none() -> None:
    """cards.deal, cards.one-per-unit"""
    cards = ("a", "b")
    for end in odds(do(deal_on, cards, (), (("a", "b"),) * 3), exact=True):
        assert sorted(end[:2], key=str) == ["a", "b"]
        assert end[2] is None
    assert deal_summary(DealFacts(), None) == ("no card is left for it",)


@pytest.mark.parametrize(
    ("trait", "man"),
    [
        (Trait.LUCKY_OFFICER, Figure.OFFICER),
        (Trait.COWARDLY_OFFICER, Figure.OFFICER),
        (Trait.VETERAN_DRILL_SERGEANT, Figure.SERGEANT),
    ],
)
def test_a_card_named_after_a_man_needs_him_alive(trait: Trait, man: Figure) -> None:
    """cards.person-alive"""
    assert works(trait, (man,))
    assert not works(trait, tuple(figure for figure in Figure if figure is not man))


def test_other_cards_work_whoever_falls() -> None:
    """cards.permanent"""
    named = {Trait.LUCKY_OFFICER, Trait.COWARDLY_OFFICER, Trait.VETERAN_DRILL_SERGEANT}
    assert {trait for trait in Trait if works(trait, ())} == set(Trait) - named
    assert not works(None, FULL)


def test_three_cards_change_shooting_and_two_melee() -> None:
    """cards.marksmen, cards.conscripts, cards.veterans, cards.shoot-melee-scope"""
    shooting = {trait: sum(line[0] for line in on_the_die(trait, SHOOTING)) for trait in Trait}
    assert {trait: value for trait, value in shooting.items() if value} == {
        Trait.MARKSMEN: 1,
        Trait.CONSCRIPTS: -1,
        Trait.VETERANS: 1,
    }
    assert on_the_die(Trait.MARKSMEN, MELEE) == ()
    assert on_the_die(None, SHOOTING) == ()

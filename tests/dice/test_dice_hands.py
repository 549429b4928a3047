from __future__ import annotations

import pytest

from sandtable.dice import (
    AVERAGE,
    D3,
    D6,
    Cast,
    Count,
    Deck,
    FacesRefused,
    FacesWanted,
    KeepingHand,
    Paired,
    PlannedHand,
    PlanSpent,
    RandomHand,
    RerollFailures,
    TypedHand,
)


def test_a_seed_always_gives_the_same_faces() -> None:
    assert RandomHand(7).cast(D6, 50, "") == RandomHand(7).cast(D6, 50, "")
    assert RandomHand(7).cast(D6, 50, "") != RandomHand(8).cast(D6, 50, "")


def test_random_dice_show_every_side_about_equally_often() -> None:
    faces = RandomHand(1815).cast(AVERAGE, 60_000, "")
    shares = {face: faces.count(face) / 10_000 for face in (2, 3, 4, 5)}
    assert shares == pytest.approx({2: 1, 3: 2, 4: 2, 5: 1}, abs=0.06)


def test_a_plan_is_used_face_by_face_and_has_to_be_used_up() -> None:
    hand = PlannedHand([6, 1, 3])
    assert hand.cast(D6, 2, "to hit") == (6, 1)
    with pytest.raises(AssertionError, match=r"1 of 3 planned faces were not thrown: \(3,\)"):
        hand.assert_used()
    assert hand.cast(D3, 1, "hits") == (3,)
    hand.assert_used()


def test_a_plan_that_is_too_short_says_what_was_thrown_for_what() -> None:
    hand = PlannedHand([6, 1])
    with pytest.raises(PlanSpent, match="3D6 are thrown for 'saves', but only 2 of the 2 planned"):
        hand.cast(D6, 3, "saves")


def test_a_planned_face_that_is_not_on_the_die_is_refused() -> None:
    with pytest.raises(FacesRefused, match=r"Die 2 for 'hits' shows 4, which is not on D3 \(1, 2, 3\)"):
        PlannedHand([1, 4]).cast(D3, 2, "hits")


def test_a_typed_hand_asks_for_what_it_lacks_until_the_throw_is_complete() -> None:
    throw = RerollFailures(Count(3, at_least=4, purpose="to hit"))
    typed: list[tuple[int, ...]] = []
    asked: list[tuple[str, int, str]] = []
    answers = [(2, 5, 3), (6, 1)]
    result = None
    while result is None:
        try:
            result = throw.cast(TypedHand(typed))
        except FacesWanted as wanted:
            asked.append((wanted.die.name, wanted.count, wanted.purpose))
            typed.append(answers[len(typed)])
    assert result == 2
    assert asked == [("D6", 3, "to hit"), ("D6", 2, "to hit: again")]


def test_typed_faces_have_to_be_as_many_as_the_dice() -> None:
    with pytest.raises(FacesRefused, match="3D6 are thrown for 'to hit', but 2 faces were given"):
        TypedHand([(1, 2)]).cast(D6, 3, "to hit")


def test_typed_faces_have_to_be_on_the_die() -> None:
    with pytest.raises(FacesRefused, match=r"Die 1 shows 6, which is not on AvD \(2, 3, 4, 5\)"):
        TypedHand([(6,)]).cast(AVERAGE, 1, "")


def test_nobody_is_asked_for_no_dice() -> None:
    assert Count(0, at_least=4).cast(TypedHand()) == 0


def test_a_keeping_hand_keeps_every_stage_in_order_until_it_is_taken() -> None:
    hand = KeepingHand(PlannedHand([6, 2, 6, 6, 5, 1]))
    assert Paired(4, purpose="to hit").cast(hand) == 2
    assert Count(0, at_least=5, purpose="saves").cast(hand) == 0
    assert hand.take() == (
        Cast(D6, (6, 2, 6, 6), "to hit"),
        Cast(D6, (5,), "to hit: the odd 6"),
    )
    assert hand.take() == ()
    hand.cast(D6, 1, "general")
    assert hand.take() == (Cast(D6, (1,), "general"),)


def test_a_card_drawn_from_a_real_deck_is_typed_as_its_face() -> None:
    draw = Deck.of(["b", "a", "c", "b"]).draw()
    assert draw.cast(TypedHand([[draw.cards.index("b") + 1]])) == "b"
    assert draw.cast(TypedHand([[draw.cards.index("c") + 1]])) == "c"


@pytest.mark.parametrize("count", range(5))
def test_dice_thrown_together_fall_as_dice_thrown_one_after_another(count: int) -> None:
    together, singly = RandomHand(7), RandomHand(7)
    assert together.cast(D6, count, "") == tuple(singly.cast(D6, 1, "")[0] for _ in range(count))

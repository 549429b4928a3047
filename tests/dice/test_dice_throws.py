"""Every kind of throw against its slow twin: casting it with every sequence of faces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.ask import Procedure
from sandtable.dice import (
    AVERAGE,
    D3,
    D6,
    D20,
    Among,
    AtLeast,
    Count,
    CountWith,
    Cup,
    Deck,
    Die,
    Draw,
    Faces,
    Margin,
    Natural,
    Opposed,
    Paired,
    PlannedHand,
    Pool,
    RandomHand,
    RerollFailures,
    RollUnder,
    Single,
    Spread,
    Successes,
    Sum,
    SumWith,
    Throw,
    Ties,
    Total,
    Under,
    Unsaved,
    numbered,
    parse,
    parse_cups,
)
from sandtable.dice.pools import lowest_success
from tests.twins.enumeration import cast_every_way

REGULAR = (0, 0, 0, 1, 1, 2)

THROWS: list[Throw[Any]] = [
    Count(0, at_least=4),
    Count(4, at_least=4),
    Count(3, at_least=7),
    Count(3, at_least=1),
    Count(3, at_least=5, modifier=-3),
    Count(3, at_least=5, modifier=-3, natural=Natural.BOTH),
    Count(3, at_least=4, modifier=3, natural=Natural.BOTH),
    Count(3, at_least=4, modifier=3, natural=Natural.WORST_FAILS),
    Count(3, at_least=8, natural=Natural.BEST_SUCCEEDS),
    Count(3, at_least=4, die=AVERAGE),
    Successes(4, REGULAR),
    Successes(0, REGULAR),
    Successes(3, (1, 0, 0, 3, 0, 2)),
    Successes(3, (0, 1, 1, 0, 0, 5), die=AVERAGE),
    Spread(4, REGULAR),
    Spread(3, (3, 0, 0, 1, 1, 0)),
    Spread(0, REGULAR),
    CountWith(3, at_least=4, face=6),
    CountWith(3, at_least=4, face=1, among=Among.ALL),
    CountWith(3, at_least=4, face=1, among=Among.SCORING),
    CountWith(3, at_least=4, face=6, among=Among.ALL),
    CountWith(3, at_least=6, face=6, modifier=-1, natural=Natural.WORST_FAILS),
    CountWith(3, at_least=1, face=1),
    CountWith(2, at_least=3, face=4, die=AVERAGE),
    Paired(4),
    Paired(3, face=1, odd=(1, 2, 3)),
    Paired(0),
    Paired(3, die=AVERAGE, face=3, odd=(2,)),
    Single(),
    Single(AVERAGE, plus=-1),
    Total(4),
    Total(3, numbered(2)),
    Total(3, parse("D3+1")),
    Total(2, parse("2D3")),
    Total(0, parse("D3+1")),
    Unsaved(0, save=5),
    Unsaved(4, save=5),
    Unsaved(2, save=5, each=D3),
    Unsaved(2, save=4, each=parse("D2+1")),
    Unsaved(1, save=5, each=parse("2D3")),
    Unsaved(2, save=7, natural=Natural.NONE),
    Unsaved(2, save=1),
    Sum(parse_cups("AvD+2D6+3")),
    Sum(parse_cups("D20+D3-4")),
    SumWith(parse_cups("4D6"), face=6),
    SumWith(parse_cups("AvD+2D6"), face=6),
    SumWith(parse_cups("AvD+D6+1"), face=3),
    Faces(4),
    Faces(3, AVERAGE),
    AtLeast(parse("2D6+1"), need=7),
    AtLeast(parse("2D6"), need=13),
    Under(14),
    Under(25, natural=Natural.BOTH),
    Under(-6, natural=Natural.BOTH),
    Under(20, natural=Natural.WORST_FAILS),
    Under(0, natural=Natural.BEST_SUCCEEDS),
    Under(3, die=D6),
    RollUnder(0),
    RollUnder(4),
    RollUnder(6),
    RollUnder(7),
    RollUnder(12),
    RollUnder(15),
    RollUnder(7, second=4),
    Opposed(parse("D6"), parse("D6"), ties=Ties.STAND),
    Opposed(parse("D3+5"), parse("2D3"), ties=Ties.STAND),
    Margin(parse("AvD+1"), parse("2D3-1"), ties=Ties.STAND),
    RerollFailures(Count(3, at_least=4)),
    RerollFailures(Count(3, at_least=9)),
    RerollFailures(Count(2, at_least=1)),
    RerollFailures(Successes(3, REGULAR)),
    RerollFailures(Spread(2, REGULAR)),
    RerollFailures(CountWith(2, at_least=4, face=6)),
    RerollFailures(CountWith(3, at_least=4, face=1, among=Among.ALL)),
    RerollFailures(Count(3, at_least=4, die=AVERAGE)),
    Draw(("a", "b", "b", "c")),
    Draw(("a",)),
    Deck.of(["reshuffle", "reshuffle", "one", "two", "three"]).draw(),
]


def assert_odds_are(throw: Throw[Any], chances: dict[Any, Fraction]) -> None:
    exact = throw.odds(exact=True)
    assert all(type(chance) is Fraction for chance in exact.values())
    assert dict(exact) == chances
    assert dict(throw.odds()) == pytest.approx({k: float(v) for k, v in chances.items()}, abs=1e-12)


@pytest.mark.parametrize("throw", THROWS, ids=lambda throw: type(throw).__name__)
def test_the_odds_are_those_of_casting_every_sequence_of_faces(throw: Throw[Any]) -> None:
    twin = cast_every_way(throw)
    assert twin.unsettled == 0
    assert_odds_are(throw, twin.chances)


dice = st.sampled_from([numbered(2), D3, D6, AVERAGE, Die("odd", (0, 0, 3, 7))])
few = st.integers(0, 3)
need = st.integers(-2, 9)
natural = st.sampled_from(Natural)
cups = st.builds(Cup, st.integers(1, 2), dice, st.integers(-3, 3))


@st.composite
def tables(draw: st.DrawFn, die: Die) -> tuple[int, ...]:
    worth = {face: draw(st.integers(0, 3)) for face in sorted(die.faces)}
    return tuple(worth[face] for face in die.faces)


@st.composite
def pools(draw: st.DrawFn) -> Pool[Any]:
    die, count = draw(dice), draw(few)
    kind = draw(st.sampled_from([Count, CountWith, Successes, Spread]))
    if kind is Count:
        return Count(count, draw(need), draw(st.integers(-2, 2)), draw(natural), die=die)
    if kind is CountWith:
        face, among = draw(st.sampled_from(die.faces)), draw(st.sampled_from(Among))
        return CountWith(count, draw(need), face, among, draw(st.integers(-2, 2)), draw(natural), die=die)
    table = draw(tables(die))
    return Successes(count, table, die=die) if kind is Successes else Spread(count, table, die=die)


throws: st.SearchStrategy[Throw[Any]] = st.one_of(
    pools(),
    st.builds(RerollFailures, pools()),
    st.builds(Total, st.integers(0, 2), cups),
    st.builds(Sum, st.lists(cups, min_size=1, max_size=2).map(tuple)),
    st.builds(SumWith, st.lists(cups, min_size=1, max_size=2).map(tuple), st.integers(0, 7)),
    st.builds(AtLeast, cups, need),
    st.builds(Under, need, dice, natural),
    st.builds(RollUnder, st.integers(-2, 15), st.one_of(st.none(), need), dice),
    st.builds(Opposed, cups, cups, st.just(Ties.STAND)),
    st.builds(Margin, cups, cups, st.just(Ties.STAND)),
)


@given(throws)
@settings(max_examples=150, deadline=None)
def test_the_odds_of_any_small_throw_are_those_of_every_sequence(throw: Throw[Any]) -> None:
    assert_odds_are(throw, cast_every_way(throw).chances)


@pytest.mark.parametrize(
    "throw",
    [
        Opposed(parse("D6"), parse("D6")),
        Opposed(parse("D6+3"), parse("D6+2")),
        Opposed(parse("D3+1"), parse("D2")),
        Margin(parse("D6+3"), parse("D6+2")),
        Margin(parse("D3"), parse("AvD-1")),
    ],
    ids=lambda throw: type(throw).__name__,
)
def test_ties_thrown_again_for_ever_leave_the_other_results_in_proportion(throw: Throw[Any]) -> None:
    rounds = cast_every_way(throw, deepest=4)
    assert 0 < rounds.unsettled < 1
    settled = {result: chance / (1 - rounds.unsettled) for result, chance in rounds.chances.items()}
    assert_odds_are(throw, settled)


@given(st.integers(1, 40), st.integers(1, 6), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_cast_always_gives_a_result_that_the_odds_list(count: int, need: int, seed: int) -> None:
    hand = RandomHand(seed)
    for throw in (
        Count(count, need),
        Successes(count, REGULAR),
        Paired(count),
        CountWith(count, need, face=6),
    ):
        assert throw.cast(hand) in throw.odds()


def test_odds_are_remembered() -> None:
    assert Count(17, at_least=3).odds() is Count(17, at_least=3).odds()
    assert Count(17, at_least=3).odds(exact=True) is Count(17, at_least=3).odds(exact=True)
    assert isinstance(Count(17, at_least=3).odds().mean(), float)


def test_throws_are_values() -> None:
    assert Count(3, at_least=4) == Count(3, 4)
    assert hash(Count(3, at_least=4)) == hash(Count(3, 4))
    assert Count(3, at_least=4, purpose="saves") != Count(3, at_least=4)
    with pytest.raises(AttributeError):
        Count(3, at_least=4).dice = 5  # type: ignore[misc]  # this is what is refused


def test_no_two_throws_are_written_alike() -> None:
    written = [msgspec.json.encode(throw) for throw in THROWS]
    assert len(set(written)) == len(THROWS)


def test_a_rule_that_awaits_a_throw_gets_its_result() -> None:
    async def volley() -> int:
        hits = await Count(3, at_least=4)
        return hits - await Count(hits, at_least=5)

    hand = PlannedHand([4, 6, 2, 5, 1])
    assert played(volley(), hand) == 1
    hand.assert_used()


def played(rule: Procedure[int], hand: PlannedHand) -> int:
    answer = None
    while True:
        try:
            ask = rule.send(answer)
        except StopIteration as end:
            return int(end.value)
        assert isinstance(ask, Throw)
        answer = ask.cast(hand)


def test_the_odd_six_is_settled_by_one_more_die_and_an_even_number_by_none() -> None:
    for faces, hits in (
        ([6, 6, 1], 1),
        ([6, 1, 2, 3], 0),
        ([6, 1, 2, 4], 1),
        ([6, 6, 6, 6], 2),
        ([1, 2, 3], 0),
    ):
        hand = PlannedHand(faces)
        assert Paired(3).cast(hand) == hits
        hand.assert_used()


def test_an_odd_one_is_a_loss_on_one_to_three() -> None:
    fatigue = Paired(2, face=1, odd=(1, 2, 3))
    assert fatigue.cast(PlannedHand([1, 6, 3])) == 1
    assert fatigue.cast(PlannedHand([1, 6, 4])) == 0


def test_a_natural_one_is_counted_among_all_dice_and_a_six_among_those_that_score() -> None:
    faces = [1, 6, 4, 6, 1, 2]
    assert CountWith(6, at_least=4, face=6).cast(PlannedHand(faces)) == (3, 2)
    assert CountWith(6, at_least=4, face=1, among=Among.ALL).cast(PlannedHand(faces)) == (3, 2)
    assert CountWith(6, at_least=7, face=6).cast(PlannedHand(faces)) == (0, 0)


def test_only_failures_are_thrown_again_and_only_once() -> None:
    hand = PlannedHand([4, 1, 2, 3, 6])
    assert RerollFailures(Count(3, at_least=4)).cast(hand) == 2
    hand.assert_used()


def test_a_reroll_takes_over_the_purpose_of_what_it_repeats() -> None:
    assert RerollFailures(Count(3, at_least=4, purpose="to hit")).purpose == "to hit"
    assert RerollFailures(Count(3, at_least=4, purpose="to hit"), purpose="volley").purpose == "volley"


def test_a_value_above_six_hits_once_without_a_throw_and_throws_for_a_second() -> None:
    assert RollUnder(8).cast(PlannedHand([2])) == 2
    assert RollUnder(8).cast(PlannedHand([3])) == 1
    assert RollUnder(8, second=3).cast(PlannedHand([3])) == 2


@pytest.mark.parametrize("count", [-1, 301])
def test_an_impossible_number_of_dice_is_refused(count: int) -> None:
    for make in (
        lambda: Count(count, at_least=4),
        lambda: Successes(count, REGULAR),
        lambda: Total(count),
        lambda: Faces(count),
        lambda: Paired(count),
        lambda: Spread(count, REGULAR),
    ):
        with pytest.raises(ValueError, match=f"{count} dice cannot be thrown: a throw takes 0 to 300"):
            make()


def test_a_table_has_one_number_for_each_side_and_agrees_on_equal_sides() -> None:
    with pytest.raises(ValueError, match="does not fit D6: it needs one number for each of the sides"):
        _ = Successes(3, (0, 1))
    with pytest.raises(ValueError, match="does not fit AvD"):
        _ = Spread(3, (0, 0, 1, 1, 1, 2), die=AVERAGE)
    with pytest.raises(ValueError, match="outside 0 to 20 successes"):
        _ = Successes(3, (0, 0, 0, 0, 0, -1))


def test_a_face_that_is_not_on_the_die_cannot_be_counted() -> None:
    with pytest.raises(ValueError, match="No side of AvD shows the natural 6"):
        _ = CountWith(3, at_least=4, face=6, die=AVERAGE)
    with pytest.raises(ValueError, match="No side of D3 shows the 6"):
        _ = Paired(3, die=D3)


def test_a_question_with_too_many_answers_is_refused_with_advice() -> None:
    with pytest.raises(ValueError, match="ask for a count, a tally or a total instead"):
        Faces(24).odds()
    with pytest.raises(ValueError, match="throw fewer or smaller dice"):
        Total(300, parse("D1000")).odds()


def test_large_pools_add_up_to_one_in_floats() -> None:
    for throw in (Count(300, at_least=6), Successes(300, REGULAR), Total(300, D20), Count(300, at_least=2)):
        assert sum(throw.odds().values()) == pytest.approx(1, abs=1e-12)


def test_every_hit_that_a_gun_explodes_into_has_a_save_of_its_own() -> None:
    hand = PlannedHand([3, 1, 6, 1, 4, 5])
    assert Unsaved(2, save=5, each=D3).cast(hand) == 2
    hand.assert_used()


def test_more_hits_than_anybody_can_save_are_refused() -> None:
    with pytest.raises(ValueError, match="a throw takes 0 to 300"):
        Unsaved(301, save=5).odds()


def test_a_comparison_is_told_by_the_number_it_was_made_with() -> None:
    needed = AtLeast(parse("2D6"), need=7)
    assert [needed.in_words(result) for result in (True, False)] == ["yes, needs 7+", "no, needs 7+"]


def test_a_throw_written_down_says_of_which_kind_it_is() -> None:
    assert msgspec.to_builtins(Count(3, at_least=4))["type"] == "Count"
    assert msgspec.to_builtins(Total(1, D6))["type"] == "Total"


@pytest.mark.parametrize("kind", [Successes, Spread])
def test_a_die_that_is_worth_nothing_has_failed(kind: type[Successes | Spread]) -> None:
    pool = kind(3, (0, 0, 0, 1, 1, 2))
    assert [face for face in range(1, 7) if pool.fails(face)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("natural", "passing"),
    [
        (Natural.NONE, {0: 0, 1: 1, 18: 18, 19: 19, 20: 20, 25: 25}),
        (Natural.WORST_FAILS, {0: 0, 1: 1, 18: 18, 19: 19, 20: 19, 25: 19}),
        (Natural.BEST_SUCCEEDS, {0: 1, 1: 1, 18: 18, 19: 19, 20: 20, 25: 25}),
        (Natural.BOTH, {0: 1, 1: 1, 18: 18, 19: 19, 20: 19, 25: 19}),
    ],
)
def test_a_natural_face_passes_or_fails_a_test_under_a_value(
    natural: Natural, passing: dict[int, int]
) -> None:
    found = {value: Under(value, natural=natural).highest_success for value in passing}
    assert found == passing


@pytest.mark.parametrize(
    ("natural", "needed"),
    [
        (Natural.NONE, {1: 1, 2: 2, 6: 6, 7: 7}),
        (Natural.WORST_FAILS, {1: 2, 2: 2, 6: 6, 7: 7}),
        (Natural.BEST_SUCCEEDS, {1: 1, 2: 2, 6: 6, 7: 6}),
        (Natural.BOTH, {1: 2, 2: 2, 6: 6, 7: 6}),
    ],
)
def test_a_natural_face_succeeds_or_fails_whatever_is_needed(
    natural: Natural, needed: dict[int, int]
) -> None:
    assert {need: lowest_success(D6, need, natural) for need in needed} == needed


def test_a_side_is_worth_twenty_successes_at_most() -> None:
    assert Successes(1, (0, 0, 0, 0, 0, 20)).odds(exact=True).chance(20) == Fraction(1, 6)
    with pytest.raises(ValueError, match="outside 0 to 20 successes"):
        _ = Successes(1, (0, 0, 0, 0, 0, 21))
    with pytest.raises(ValueError, match="outside 0 to 20 successes"):
        _ = Successes(1, (-1, 0, 0, 0, 0, 1))

"""The highlights of a battle: what moved the score most, and the throws that were least likely."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from sandtable.dice import D20, Count
from sandtable.game.battle.log import Thrown
from sandtable.report.story.highlights import luckiest, turning_points, unluckiest
from sandtable.report.story.story import (
    Passage,
    PlayerTurn,
    Response,
    Roll,
    Sentence,
    Story,
    StoryLine,
    TurnPhase,
)


def story(*turns: tuple[StoryLine, ...]) -> Story:
    """A story whose turns have one passage each."""
    told = tuple(
        PlayerTurn(number, 0, (TurnPhase("", (Passage(lines, ()),)),), None, None, (), (), (), ())
        for number, lines in enumerate(turns, start=1)
    )
    return Story(cast("Any", None), None, told, ())


def hits(scored: int, dice: int) -> Roll:
    """So many of so many dice at 4 or more."""
    return Roll(Thrown(Count(dice, at_least=4), 0, (), scored))


def swings(*moved: float) -> tuple[StoryLine, ...]:
    """A sentence for each change of the score."""
    return tuple(Sentence(f"moved {swing:g}", swing) for swing in moved)


def test_the_five_events_that_moved_the_score_most_are_told_in_their_order() -> None:
    found = turning_points(story(swings(1, 0, -6), swings(2, 3, -3, 4)))
    assert [(point.turn, point.swing) for point in found] == [(0, -6), (1, 2), (1, 3), (1, -3), (1, 4)]


def test_of_events_that_moved_the_score_alike_the_earlier_are_told() -> None:
    found = turning_points(story(swings(1, 1, 1), swings(1, 1, 1)))
    assert [point.turn for point in found] == [0, 0, 0, 1, 1]


def test_an_event_that_moved_nothing_is_no_turning_point() -> None:
    assert turning_points(story(swings(0, 0))) == ()


def test_the_least_likely_throws_are_told_first() -> None:
    told = story((hits(4, 4), hits(5, 5)), (hits(0, 6), hits(2, 4)))
    assert [(throw.turn, throw.likelihood) for throw in luckiest(told)] == [
        (0, Fraction(1, 32)),
        (0, Fraction(1, 16)),
    ]
    assert [(throw.turn, throw.likelihood) for throw in unluckiest(told)] == [(1, Fraction(1, 64))]


def test_five_throws_are_told_and_none_that_one_in_ten_would_equal() -> None:
    assert len(luckiest(story((hits(5, 5),) * 7))) == 5
    one_in_eight, one_in_sixteen = hits(3, 3), hits(4, 4)
    assert luckiest(story((one_in_eight,))) == ()
    assert len(luckiest(story((one_in_sixteen,)))) == 1
    tenth = Roll(Thrown(Count(1, at_least=19, die=D20), 0, (), 1))
    assert [throw.likelihood for throw in luckiest(story((tenth,)))] == [Fraction(1, 10)]


def test_a_throw_is_about_the_sentence_before_it_or_else_the_first_after_it() -> None:
    def about(*lines: StoryLine) -> str:
        (throw,) = luckiest(story(lines))
        return throw.about

    before, fires, after, last = (Sentence(words) for words in ("before", "fires", "after", "last"))
    assert about(before, fires, hits(5, 5), after) == "fires"
    assert about(Response(1, "stands"), hits(5, 5), after, last) == "after"
    assert about(hits(5, 5)) == ""

"""The highlights of a battle: its turning points, and its luckiest and unluckiest throws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from sandtable.game.story.luck import REMARKABLE, Luck, weigh
from sandtable.game.story.shown_throws import ShownThrow, show_throw
from sandtable.report.story.story import Passage, Roll, Sentence, Story

POINTS: Final = 5
THROWS: Final = 5


class TurningPoint(NamedTuple):
    """A sentence that moved the score, how far towards side 0, and in which player turn."""

    turn: int
    words: str
    swing: float


class RemarkableThrow(NamedTuple):
    """A throw: its player turn, its context, and how likely one so good, or so bad, was."""

    turn: int
    about: str
    reading: ShownThrow
    likelihood: Fraction


def turning_points(story: Story) -> tuple[TurningPoint, ...]:
    """The events that moved the score most, in their order."""
    told = [
        TurningPoint(number, line.words, line.swing)
        for number, turn in enumerate(story.turns)
        for passage in turn.passages
        for line in passage.told
        if line.swing
    ]
    places = sorted(range(len(told)), key=lambda place: (-abs(told[place].swing), place))[:POINTS]
    return tuple(told[place] for place in sorted(places))


def luckiest(story: Story) -> tuple[RemarkableThrow, ...]:
    """The throws that were least likely to come out so well."""
    return _ranked(story, lambda luck: luck.better)


def unluckiest(story: Story) -> tuple[RemarkableThrow, ...]:
    """The throws that were least likely to come out so badly."""
    return _ranked(story, lambda luck: luck.worse)


def _ranked(story: Story, tail: Callable[[Luck], Fraction]) -> tuple[RemarkableThrow, ...]:
    """The remarkable throws, least likely first."""
    remarkable = [chance for chance in _chances(story, tail) if chance.likelihood <= REMARKABLE]
    return tuple(sorted(remarkable, key=lambda chance: chance.likelihood)[:THROWS])


def _chances(story: Story, tail: Callable[[Luck], Fraction]) -> Iterator[RemarkableThrow]:
    for number, turn in enumerate(story.turns):
        for passage in turn.passages:
            for place, line in enumerate(passage.lines):
                if isinstance(line, Roll) and (luck := weigh(line.thrown)):
                    yield RemarkableThrow(number, _about(passage, place), show_throw(line.thrown), tail(luck))


def _about(passage: Passage, place: int) -> str:
    """The sentence before a throw in its passage, or else the first after it."""
    before = [line.words for line in passage.lines[:place] if isinstance(line, Sentence)]
    after = [line.words for line in passage.lines[place:] if isinstance(line, Sentence)]
    return before[-1] if before else (after[0] if after else "")

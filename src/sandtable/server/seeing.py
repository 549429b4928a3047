"""What a seat is shown of a game: the picture of the table, the prompt, the log in words.

The one place where the service turns a game into what goes over the wire.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.battle import Outcome
from sandtable.game.entries import Scenario
from sandtable.game.log import Decided, Entry, answers
from sandtable.game.narration import LogLine, Narrator
from sandtable.game.picture import Picture, picture
from sandtable.game.play import Game
from sandtable.game.view import PromptView, bare_prompt
from sandtable.server.journal import Closed


class Seen(Struct, frozen=True):
    """A game at a step as a seat sees it; ``last`` is the step it has come to by now."""

    step: int
    last: int
    picture: Picture


def shown(
    game: Game[Any],
    scenario: Scenario,
    seat: int | None,
    step: int,
    *,
    can_redo: bool = False,
    closed: Closed | None = None,
) -> Picture:
    """The table as a seat may see it after so many answers; None is a spectator."""
    seen = replace(picture(game, scenario, seat, step), can_redo=can_redo)
    if closed is None:
        return seen
    outcome = seen.outcome or outcome_of(closed)
    return replace(seen, prompt=None, waiting_for=None, can_undo=False, can_redo=False, outcome=outcome)


def outcome_of(closed: Closed) -> Outcome:
    """How a game ended that the service ended."""
    return Outcome(closed.winner, "", closed.words)


def prompt(game: Game[Any], seat: int | None) -> PromptView | None:
    """What a seat is asked, if it is asked; all that a bot needs."""
    question = game.question
    if question is None or question.seat != seat:
        return None
    return bare_prompt(game.system, game.system.seen_by(game.battle, seat), question)


def at_step(game: Game[Any], step: int) -> Game[Any]:
    """The game as it stood after so many answers, to be looked at: it has no dice of its own."""
    place = _place_of(game.log, step)
    marks = game.marks
    mark = marks[max(0, bisect_right([one.at for one in marks], place) - 1)]
    return Game(game.system, mark.battle, _NoDice(), answers(game.log[mark.at : place]))


def _place_of(log: list[Entry], step: int) -> int:
    """Where in the log the answer after *step* others stands, or its end."""
    count = 0
    for place, entry in enumerate(log):
        if isinstance(entry, Decided):
            if count == step:
                return place
            count += 1
    return len(log)


class _NoDice:
    """Nobody throws while looking back."""

    def cast(self, die: object, count: int, purpose: str) -> tuple[int, ...]:
        """Nothing can fall that did not fall then."""
        del die
        assert count == 0, f"dice were thrown for {purpose!r} while looking back"
        return ()


class Lines(Struct, frozen=True):
    """Lines of the log from a place on; what a reader has beyond that place was taken back."""

    start: int
    lines: tuple[LogLine, ...]


class Telling:
    """The log of a game told to one pair of eyes, and how long it was after which act."""

    def __init__(self, game: Game[Any], seat: int | None) -> None:
        self._narrator = Narrator(game.system, game.marks[0].battle, seat)
        self._lines: list[LogLine] = []
        self._lengths: list[tuple[int, int]] = []

    def go_on(self, game: Game[Any], number: int) -> None:
        """Tell what came into the log by act *number*."""
        self._lines += self._narrator.tell(game.log)
        self._lengths.append((number, len(self._lines)))

    def go_back(self, game: Game[Any], number: int, seat: int | None) -> None:
        """Tell the log anew: something was taken back by act *number*."""
        self._narrator = Narrator(game.system, game.marks[0].battle, seat)
        before, self._lines = self._lines, list(self._narrator.tell(game.log))
        alike = next(_unlike(before, self._lines), min(len(before), len(self._lines)))
        self._lengths.append((number, alike))
        self._lengths.append((number, len(self._lines)))

    def since(self, number: int | None) -> Lines:
        """The lines that somebody lacks who has seen everything up to act *number*."""
        if number is None:
            return Lines(0, tuple(self._lines))
        known = [length for at, length in self._lengths if at <= number]
        later = [length for at, length in self._lengths if at > number]
        start = min([known[-1] if known else 0, *later, len(self._lines)])
        return Lines(start, tuple(self._lines[start:]))


def _unlike(some: list[LogLine], others: list[LogLine]) -> Iterator[int]:
    pairs = enumerate(zip(some, others, strict=False))
    return (place for place, (one, other) in pairs if one != other)

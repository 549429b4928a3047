"""What one seat is shown of a game: the picture of the table, the prompt, the log in words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.dice import TypedHand
from sandtable.game.battle.battle import Outcome
from sandtable.game.battle.log import Decided, Entry, answers
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.present.picture import Picture, picture
from sandtable.game.present.view import PromptView, bare_prompt
from sandtable.game.story.chronicle import Chronicler, LogEntry
from sandtable.server.games.journal import GameClosed
from sandtable.server.games.state import place_of_answer
from sandtable.server.wire.views import Chapter


def picture_for(
    game: Game[Any],
    scenario: Scenario,
    seat: int | None,
    step: int,
    *,
    can_redo: bool = False,
    closed: GameClosed | None = None,
) -> Picture:
    """The table as a seat may see it after *step* answers; no seat is a spectator."""
    seen = replace(picture(game, scenario, seat, step), can_redo=can_redo)
    if closed is None:
        return seen
    outcome = seen.outcome or outcome_of(closed)
    return replace(seen, prompt=None, waiting_for=None, can_undo=False, can_redo=False, outcome=outcome)


def outcome_of(closed: GameClosed) -> Outcome:
    """The outcome of a game that the service ended."""
    return Outcome(closed.winner, "", closed.words)


def prompt_for(game: Game[Any], seat: int | None) -> PromptView | None:
    """The question to a seat, without the picture; None if it is not asked."""
    question = game.question
    if question is None or question.seat != seat:
        return None
    return bare_prompt(game.system, game.system.seen_by(game.battle, seat), question)


def at_step(game: Game[Any], step: int) -> Game[Any]:
    """A copy of the game as it stood after *step* answers; no dice can be thrown in it."""
    place = place_of(game.log, step)
    marks = game.checkpoints
    mark = marks[max(0, bisect_right([one.at for one in marks], place) - 1)]
    return Game(game.system, mark.battle, TypedHand(), answers(game.log[mark.at : place]))


def place_of(log: Sequence[Entry], step: int) -> int:
    """Where in the log the answer after *step* others stands, or its end."""
    return place_of_answer(log, Decided, step)


class SeatLog:
    """The log of a game as one seat reads it, with the place from which each act changed it."""

    def __init__(self, game: Game[Any], scenario: Scenario, seat: int | None) -> None:
        self._scenario = scenario
        self._seat = seat
        self._chronicler = Chronicler(game, scenario, seat)
        self._entries: tuple[LogEntry, ...] = ()
        self._changes: list[tuple[int, int]] = []

    def go_on(self, game: Game[Any], number: int) -> None:
        """Add the entries that act *number* brought."""
        self._chronicler.take(game)
        before, self._entries = self._entries, self._chronicler.entries
        self._changes.append((number, _common_length(before, self._entries)))

    def go_back(self, game: Game[Any], number: int) -> None:
        """Make the log afresh after act *number*, which took something back."""
        self._chronicler = Chronicler(game, self._scenario, self._seat)
        self.go_on(game, number)

    def since(self, number: int | None) -> Chapter:
        """The entries that a reader lacks who has seen everything up to act *number*."""
        if number is None or not self._changes or number < self._changes[0][0]:
            return Chapter(0, self._entries)
        start = min((place for at, place in self._changes if at > number), default=len(self._entries))
        return Chapter(start, self._entries[start:])


def _common_length(some: Sequence[LogEntry], others: Sequence[LogEntry]) -> int:
    """How many entries are the same, counted from the beginning."""
    pairs = enumerate(zip(some, others, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(some), len(others)))

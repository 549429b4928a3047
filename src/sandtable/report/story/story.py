"""The story of a battle: player turns, their phases, and passages, one for each procedure.

It uses only what every system offers: log, marks, cards, sentences, prompts, score. A player turn is a
stretch in which neither the turn nor the active side changes. Where the sides alternate within phases, it is
the whole turn of both.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from sandtable.game.battle.log import Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Seat
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.kit.system import System
from sandtable.game.present.painting import Card
from sandtable.game.rules.rulebook import Readings
from sandtable.game.rules.tally import Tally
from sandtable.table.space import SIDES, Point, Pose, Shape, apart, face


class ReportedBattle(Struct, frozen=True):
    """A battle to report: the game, its scenario, its seats, readings and dice."""

    game: Game[Any]
    scenario: Scenario
    seats: tuple[Seat, ...] = ()
    readings: Readings = Readings()
    dice: str = ""

    @property
    def system(self) -> System[Any]:
        """The rules that it was fought by."""
        return self.game.system

    def side(self, number: int) -> str:
        """The name of a side."""
        sides = self.scenario.sides
        return sides[number].name if number < len(sides) else f"Side {number + 1}"


def nearest_side(pose: Pose, shape: Shape, point: Point) -> Point:
    """The middle of the side of a footprint that is nearest to a point."""
    return min((face(pose, shape, side).middle for side in SIDES), key=lambda middle: apart(middle, point))


# --------------------------------------------------------------------- what an account is made of
class Sentence(Struct, frozen=True):
    """An event in words; ``swing`` is how far it moved the score towards side 0."""

    words: str
    swing: float = 0.0


class Response(Struct, frozen=True):
    """What the side that was not acting chose, in words."""

    seat: int
    words: str


class Roll(Struct, frozen=True):
    """A throw of dice."""

    thrown: Thrown


StoryLine = Sentence | Response | Roll


class Passage(Struct, frozen=True):
    """What one procedure did: its lines in order, the rules it cites, and its figures."""

    lines: tuple[StoryLine, ...]
    rules: tuple[str, ...]
    figures: tuple[tuple[str, Tally], ...] = ()

    @property
    def told(self) -> tuple[Sentence, ...]:
        """The sentences among its lines."""
        return tuple(line for line in self.lines if isinstance(line, Sentence))

    @property
    def is_plain(self) -> bool:
        """Does it consist of sentences alone?"""
        return not self.figures and all(isinstance(line, Sentence) for line in self.lines)


class TurnPhase(Struct, frozen=True):
    """The passages of one phase; the name is empty in a system without phases."""

    name: str
    passages: tuple[Passage, ...]


class UnitPath(NamedTuple):
    """The poses of one unit in a player turn, and its shape at the beginning."""

    unit: int
    poses: tuple[Pose, ...]
    shape: Shape


class Shot(NamedTuple):
    """A line between two opposing units in one event, where they stood then."""

    side: int
    start: Point
    end: Point


class UnitChange(Struct, frozen=True):
    """What a player turn did to a unit: its card before and after, and whether it left the table."""

    unit: int
    side: int
    before: Card
    after: Card
    has_left: bool


class PlayerTurn(Struct, frozen=True):
    """One player turn: its number and side, what happened, and the battle before and after.

    ``side`` is None for a turn of both sides.
    """

    number: int
    side: int | None
    phases: tuple[TurnPhase, ...]
    start: Any
    end: Any
    moves: tuple[UnitPath, ...]
    shots: tuple[Shot, ...]
    changes: tuple[UnitChange, ...]
    scores: tuple[float, ...]

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The passages of all phases."""
        return tuple(passage for phase in self.phases for passage in phase.passages)


class Story(Struct, frozen=True):
    """A whole battle: its start, its player turns and its first scores."""

    fought: ReportedBattle
    start: Any
    turns: tuple[PlayerTurn, ...]
    scores: tuple[float, ...]

    @property
    def end(self) -> Any:
        """The battle at its end."""
        return self.turns[-1].end if self.turns else self.start

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule cited, in the order of the rulebook; unknown ones last."""
        cited = {rule for turn in self.turns for passage in turn.passages for rule in passage.rules}
        outcome = self.end.outcome
        if outcome is not None and outcome.rule:
            cited.add(outcome.rule)
        known = self.fought.system.rulebook().ids
        return (*(rule for rule in known if rule in cited), *sorted(cited.difference(known)))

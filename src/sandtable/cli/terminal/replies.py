"""Replies: everything that a game in the terminal says, as plain values."""

from __future__ import annotations

from msgspec import Struct

from sandtable.cli.reports.fight import UnitLosses
from sandtable.game.battle.battle import Outcome
from sandtable.game.files.record import Seat
from sandtable.game.present.prospects import OptionOdds
from sandtable.game.present.view import View
from sandtable.game.story.narration import LogLine, Waiting


class Reply(Struct, frozen=True, tag=True, tag_field="says"):
    """A reply; in JSON its key ``says`` names its kind."""


class Menu(Reply, frozen=True, tag="menu"):
    """A choice before the battle; an empty answer takes the first option."""

    words: str
    options: tuple[str, ...]


class Opening(Reply, frozen=True, tag="opening"):
    """The battle, its seats, and the commitment to the secret of the dice."""

    system: str
    scenario: str
    name: str
    turns: int | None
    sides: tuple[str, ...]
    seats: tuple[Seat, ...]
    readings: dict[str, int]
    commitment: str
    resumed_at: int
    options: dict[str, str] = {}
    """The chosen readings and variants, in words."""


class LogReply(Reply, frozen=True, tag="log"):
    """Lines of the log."""

    sides: tuple[str, ...]
    lines: tuple[LogLine, ...]


class Board(Reply, frozen=True, tag="board"):
    """The table as the reader sees it, with its units; its log is left empty."""

    sides: tuple[str, ...]
    turns: int | None
    view: View


class Roster(Reply, frozen=True, tag="roster"):
    """Every unit with its state, markers and place; on hexes with its hex and facing."""

    sides: tuple[str, ...]
    view: View
    hexes: dict[int, tuple[str, str]] | None = None


class QuestionReply(Reply, frozen=True, tag="asked"):
    """The waiting question; ``move`` gives the terms of a move, ``hexes`` those of a move on hexes."""

    sides: tuple[str, ...]
    turn: int
    phase: str
    question: Waiting
    move: MoveTerms | None
    hexes: HexMoveTerms | None = None
    is_place: bool = False


class MoveTerms(Struct, frozen=True):
    """The terms of a move: the unit, its pose, how far it may go in inches, and its legs."""

    unit: int
    name: str
    x: float
    y: float
    facing: float
    allowance: float
    legs: tuple[str, ...]


class HexMoveTerms(Struct, frozen=True):
    """The terms of a move on hexes: the unit, its hex, its movement points, and its steps."""

    unit: int | None
    hex: str
    facing: str
    allowance: int
    sides: tuple[str, ...]
    facings: tuple[str, ...]


class LegLine(Struct, frozen=True):
    """A leg in words, its cost in inches or movement points, and the reason."""

    leg: str
    cost: float
    reasons: tuple[str, ...]


class PlanReply(Reply, frozen=True, tag="plan"):
    """A plan as checked: its legs with their costs, its end, and the obstacles.

    ``drafted`` says whether it is now the draft that ``go`` carries out; ``nearest`` is a legal plan near an
    illegal one; ``miss`` is how many inches the plan misses the wanted pose by, if there is one.
    """

    legs: tuple[LegLine, ...]
    cost: float
    left: float
    x: float
    y: float
    facing: float
    refusals: tuple[str, ...]
    drafted: bool
    nearest: str | None = None
    miss: float | None = None


class HexPlanReply(Reply, frozen=True, tag="hex-plan"):
    """A plan on hexes as checked; ``miss`` is how many hexes it misses the wanted one by."""

    steps: tuple[LegLine, ...]
    cost: int
    left: int
    hex: str
    facing: str
    refusals: tuple[str, ...]
    drafted: bool
    nearest: str | None = None
    miss: int | None = None


class OddsReply(Reply, frozen=True, tag="odds"):
    """The odds of options of the waiting question."""

    options: tuple[OptionOdds, ...]


class RuleReply(Reply, frozen=True, tag="rule"):
    """A rule that was looked up."""

    id: str
    text: str
    basis: str
    why: str


class HelpReply(Reply, frozen=True, tag="help"):
    """What can be typed, and what it does."""

    commands: tuple[tuple[str, str], ...]


class RefusalReply(Reply, frozen=True, tag="denied"):
    """What was typed is refused, and why."""

    words: str


class DoneReply(Reply, frozen=True, tag="done"):
    """Something was done that leaves the question open."""

    words: str


class EndReply(Reply, frozen=True, tag="ended"):
    """The battle is over: how, the losses, the secret of the dice, and the file of the record."""

    sides: tuple[str, ...]
    outcome: Outcome | None
    units: tuple[UnitLosses, ...]
    commitment: str
    secret: str
    record: str


class LeftReply(Reply, frozen=True, tag="left"):
    """The game was left before its end, and where it is saved."""

    words: str
    record: str

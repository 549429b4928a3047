"""Replies: everything the table says to those who play at it, as plain values for a interface to speak."""

from __future__ import annotations

from msgspec import Struct

from sandtable.cli.reports.fight import UnitLosses
from sandtable.game.battle.battle import Outcome
from sandtable.game.files.record import Seat
from sandtable.game.present.prospects import OptionOdds
from sandtable.game.present.view import View
from sandtable.game.story.narration import LogLine, Waiting


class Reply(Struct, frozen=True, tag=True, tag_field="says"):
    """Something the table says; as JSON its key ``says`` tells which of these it is."""


class Menu(Reply, frozen=True, tag="menu"):
    """A choice before the battle; an empty answer takes the first option."""

    words: str
    options: tuple[str, ...]


class Opening(Reply, frozen=True, tag="opening"):
    """What is about to be fought, by whom, and the commitment to the secret of the dice."""

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
    """What was chosen of rules with readings and of variants, in words."""


class LogReply(Reply, frozen=True, tag="log"):
    """Lines of the log."""

    sides: tuple[str, ...]
    lines: tuple[LogLine, ...]


class Board(Reply, frozen=True, tag="board"):
    """The table as the reader sees it, with its units; the log in it is left empty."""

    sides: tuple[str, ...]
    turns: int | None
    view: View


class Roster(Reply, frozen=True, tag="roster"):
    """Every unit with its state, markers and place; on hexes the hex of each unit and its facing."""

    sides: tuple[str, ...]
    view: View
    hexes: dict[int, tuple[str, str]] | None = None


class QuestionReply(Reply, frozen=True, tag="asked"):
    """The question that waits; ``move`` tells what a move may be made of, where a move is asked for, and
    ``hexes`` where it is one on hexes."""

    sides: tuple[str, ...]
    turn: int
    phase: str
    question: Waiting
    move: MoveTerms | None
    hexes: HexMoveTerms | None = None
    is_place: bool = False


class MoveTerms(Struct, frozen=True):
    """What a move may be: who moves from where, how far in inches, with which legs."""

    unit: int
    name: str
    x: float
    y: float
    facing: float
    allowance: float
    legs: tuple[str, ...]


class HexMoveTerms(Struct, frozen=True):
    """What a move on hexes may be: who moves from where, how many points he has, and which ways there are."""

    unit: int | None
    hex: str
    facing: str
    allowance: int
    sides: tuple[str, ...]
    facings: tuple[str, ...]


class LegLine(Struct, frozen=True):
    """A leg in words, what it costs in inches or movement points, and why."""

    leg: str
    cost: float
    reasons: tuple[str, ...]


class PlanReply(Reply, frozen=True, tag="plan"):
    """A plan as the check judges it: its legs with their costs, where it ends, what stands against it.

    ``drafted`` tells whether it is now the draft that ``go`` carries out; ``nearest`` is a plan that
    would stand where this one does not; ``miss`` is by how many inches the plan misses the pose that was
    wanted, if one was.
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
    """A plan on hexes as the check judges it; ``miss`` is by how many hexes it misses the one wanted."""

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
    """The odds of options of the question that waits."""

    options: tuple[OptionOdds, ...]


class RuleReply(Reply, frozen=True, tag="rule"):
    """A rule that somebody wanted to read."""

    id: str
    text: str
    basis: str
    why: str


class HelpReply(Reply, frozen=True, tag="help"):
    """What can be typed, and what it does."""

    commands: tuple[tuple[str, str], ...]


class RefusalReply(Reply, frozen=True, tag="denied"):
    """What was typed does not stand, and why."""

    words: str


class DoneReply(Reply, frozen=True, tag="done"):
    """Something was done that leaves the question as it is."""

    words: str


class EndReply(Reply, frozen=True, tag="ended"):
    """The battle is over: how, what it cost, the secret of the dice, and where the record is."""

    sides: tuple[str, ...]
    outcome: Outcome | None
    units: tuple[UnitLosses, ...]
    commitment: str
    secret: str
    record: str


class LeftReply(Reply, frozen=True, tag="left"):
    """The table was left before the end, and where the game is kept."""

    words: str
    record: str

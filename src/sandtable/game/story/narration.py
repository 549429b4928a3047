"""The log of a game in words: dice with their faces, decisions with the words of the chosen option, events.

Each line is made with the battle at that time, because the words of an option may contain measurements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, assert_never

from msgspec import Struct

from sandtable.dice import Draw
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision, plain
from sandtable.game.battle.battle import Battle
from sandtable.game.battle.log import Decided, Entry, Happened, Thrown
from sandtable.game.kit.system import System
from sandtable.table.hexes import steps_in_words
from sandtable.table.movement import plan_in_words
from sandtable.table.space import Point, as_inches

Eyes = int | None | Literal["all"]
"""The reader: a seat, a spectator (None), or a reader who may see everything."""


class LogLine(Struct, frozen=True):
    """One line of a log; ``step`` is its number in the record, which counts throws and decisions only."""

    kind: Literal["dice", "decision", "event"]
    words: str
    step: int | None = None
    seat: int | None = None
    rule: str = ""
    faces: tuple[tuple[int, ...], ...] = ()


class Waiting(Struct, frozen=True):
    """A waiting question: its seat, its words, its rule, and its options in words."""

    seat: int
    decision: str
    words: str
    rule: str
    options: tuple[str, ...]


class Narrator:
    """Turns the log of a game into words for one reader, each entry once."""

    def __init__(self, system: System[Any], start: Battle[Any], eyes: Eyes) -> None:
        self._system = system
        self._start = start
        self._eyes = eyes
        self._begin()

    def _begin(self) -> None:
        self.battle: Any = self._start
        self._at = 0
        self._steps = 0

    def tell(self, log: Sequence[Entry]) -> tuple[LogLine, ...]:
        """The lines for the new entries of the log."""
        lines = tuple(line for entry in log[self._at :] if (line := self._line(entry)))
        self._at = len(log)
        return lines

    def rewind(self, log: Sequence[Entry]) -> None:
        """Start again with a log from which entries were taken back; all of it counts as told."""
        self._begin()
        for _ in self.tell(log):
            continue

    def _line(self, entry: Entry) -> LogLine | None:
        match entry:
            case Happened():
                return self._happened(entry)
            case Decided():
                self._steps += 1
                return self._decided(entry)
            case Thrown():
                self._steps += 1
                return self._thrown(entry)
            case _:
                assert_never(entry)

    def _happened(self, entry: Happened) -> LogLine | None:
        before, system, eyes = self.battle, self._system, self._eyes
        self.battle = after = entry.event.apply(before)
        if eyes == "all":
            return LogLine("event", entry.event.sentence(before, after))
        event = entry.event.seen_by(eyes)
        if event is None:
            return None
        return LogLine("event", event.sentence(system.seen_by(before, eyes), system.seen_by(after, eyes)))

    def _decided(self, entry: Decided) -> LogLine | None:
        question = entry.question
        if self._eyes not in ("all", question.seat):
            return None
        seen = self._system.seen_by(self.battle, question.seat)
        prompt = question.prompt(seen)
        words = f"{prompt.words}: {answer_in_words(question, entry.answer, prompt.labels)}"
        return LogLine("decision", words, self._steps, question.seat, prompt.rule)

    def _thrown(self, entry: Thrown) -> LogLine:
        purpose = entry.throw.purpose or "dice"
        if self._eyes != "all" and not self._system.is_open(entry.throw, self._eyes):
            return LogLine("dice", f"{purpose}: thrown in secret", self._steps)
        # The face of a drawn card is its place among those left, which would tell what others have drawn.
        is_place = self._eyes != "all" and isinstance(entry.throw, Draw)
        faces = () if is_place else tuple(cast.faces for cast in entry.fell)
        words = f"{purpose}: {entry.throw.in_words(entry.result)}"
        return LogLine("dice", words, self._steps, faces=faces)


def answer_in_words(question: Decision[Any], answer: object, labels: Sequence[str]) -> str:
    """An answer in the words of its option, or as a plan, a place or plain data."""
    if isinstance(question, Choose):
        chosen = question.judge(answer)
        for option, label in zip(question.options, labels, strict=True):
            if option is chosen:
                return label
    match question, answer:
        case PlanMove(), tuple():
            return plan_in_words(answer)
        case PlanHexMove(), tuple():
            return steps_in_words(answer)
        case PlacePoint(), Point():
            return _place(answer)
    for ordinary, label in zip(offered(question), labels, strict=False):
        if ordinary == answer:
            return label
    return plain(answer).decode()


def offered(question: Decision[Any]) -> tuple[object, ...]:
    """The answers that the labels of a prompt stand for, in order.

    These are all options of a choice, none for a move, and the sensible answers to any other decision.
    """
    return question.sensible() if isinstance(question, PlacePoint) else question.offered()


def waiting(system: System[Any], battle: Battle[Any], question: Decision[Any]) -> Waiting:
    """A question in words; the places for a point are labelled by their coordinates."""
    prompt = question.prompt(system.seen_by(battle, question.seat))
    labels = prompt.labels
    if isinstance(question, PlacePoint) and not labels:
        labels = tuple(_place(place) for place in offered(question) if isinstance(place, Point))
    return Waiting(question.seat, question.decision, prompt.words, prompt.rule, labels)


def priced(entry: Decided) -> Iterator[str]:
    """The rules that determined the cost of a move."""
    match entry:
        case Decided(question=PlanMove(), settled=verdict):
            yield from (item.rule for leg in verdict.costs for item in leg.items)
        case Decided(question=PlanHexMove(), settled=verdict):
            yield from (reason.rule for trace in verdict.traces for reason in trace.reasons)


def _place(place: Point) -> str:
    return f"({as_inches(place.x):g}, {as_inches(place.y):g})"

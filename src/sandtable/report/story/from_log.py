"""Makes the story of a battle from the log of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple, assert_never

from sandtable.dice import Draw
from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.game.battle.battle import Battle
from sandtable.game.battle.log import Decided, Entry, Happened, Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.present.painting import Card
from sandtable.game.story.calls import FiguredCall, boundaries, figured_calls
from sandtable.game.story.chronicle import says_no_more
from sandtable.game.story.names import Names
from sandtable.game.story.narration import priced
from sandtable.report.story.story import (
    Passage,
    PlayerTurn,
    ReportedBattle,
    Response,
    Roll,
    Sentence,
    Shot,
    Story,
    StoryLine,
    TurnPhase,
    UnitChange,
    UnitPath,
    nearest_side,
)
from sandtable.table.space import Body, Point, Pose


class Moment(NamedTuple):
    """An entry of the log, the battle before and after it, its procedure, and its player turn."""

    at: int
    entry: Entry
    before: Battle[Any]
    after: Battle[Any]
    procedure: int
    stretch: int
    phase: str


def story_of(fought: ReportedBattle) -> Story:
    """The story of a battle."""
    game = fought.game
    start = game.checkpoints[0].battle
    telling = _Teller(fought, start)
    stretches = [list(stretch) for _, stretch in groupby(_moments(game), key=attrgetter("stretch"))]
    if _act_by_turns(stretches):
        whole = groupby(stretches, key=lambda stretch: _named(stretch).turn)
        turns = tuple(telling.turn(list(chain.from_iterable(one)), None) for _, one in whole)
    else:
        turns = tuple(telling.turn(stretch, _named(stretch).active) for stretch in stretches)
    return Story(fought, start, turns, telling.scores(start))


def _named(stretch: Sequence[Moment]) -> Battle[Any]:
    """The battle that gives a stretch its turn and side: at its end, before any outcome."""
    last = stretch[-1]
    return last.before if last.after.outcome else last.after


def _act_by_turns(stretches: Iterable[Sequence[Moment]]) -> bool:
    """Does a side act more than once in a turn, with the other side in between?"""
    called = [(battle.turn, battle.active) for battle in map(_named, stretches)]
    return len(set(called)) < len(called)


# --------------------------------------------------------------------- moments
def _moments(game: Game[Any]) -> Iterator[Moment]:
    """Every entry of the log with the battle at that moment and its player turn."""
    battle = game.checkpoints[0].battle
    procedure_of = {
        at: number for number, (start, end) in enumerate(boundaries(game)) for at in range(start, end)
    }
    stretch, has_begun = 0, False
    for at, entry in enumerate(game.log):
        before = battle
        if isinstance(entry, Happened):
            battle = entry.event.apply(before)
            # Entries before the first event, such as a throw for initiative, belong to the first turn.
            stretch += has_begun and _passes_on(before, battle)
            has_begun = True
        phase = before.phase if battle.outcome else battle.phase
        yield Moment(at, entry, before, battle, procedure_of[at], stretch, phase)


def _passes_on(before: Battle[Any], after: Battle[Any]) -> bool:
    """Does another player turn begin? An event that ends the battle belongs to the turn it ends."""
    return after.outcome is None and (before.turn, before.active) != (after.turn, after.active)


# --------------------------------------------------------------------- one turn after another
class _Teller:
    """Makes the turns of one battle."""

    def __init__(self, fought: ReportedBattle, start: Battle[Any]) -> None:
        self._fought = fought
        self._system: System[Any] = fought.system
        self._names = Names(tuple(self._system.card(start, unit) for unit in start.units))
        self._heard = figured_calls(fought.game)
        self._sides = max((unit.side for unit in start.units), default=1) + 1

    def scores(self, battle: Battle[Any]) -> tuple[float, ...]:
        """The score of each side."""
        return tuple(self._system.score(battle, side) for side in range(self._sides))

    def turn(self, moments: Sequence[Moment], side: int | None) -> PlayerTurn:
        """One player turn, or the turn of both sides."""
        first, last = moments[0], moments[-1]
        number = _named(moments).turn
        heading = f"{number}" if side is None else f"{number} {self._fought.side(side)}"
        return PlayerTurn(
            number=number,
            side=side,
            phases=tuple(self._phases(moments, heading)),
            start=first.before,
            end=last.after,
            moves=_moves(moments),
            shots=tuple(self._shots(moments)),
            changes=tuple(self._changes(first.before, last.after)),
            scores=self.scores(last.after),
        )

    def _phases(self, moments: Iterable[Moment], heading: str) -> Iterator[TurnPhase]:
        for name, phase in groupby(moments, key=attrgetter("phase")):
            procedures = groupby(phase, key=attrgetter("procedure"))
            passages = (self._passage(list(one), f"{heading} {name}") for _, one in procedures)
            if told := tuple(passage for passage in passages if passage.lines):
                yield TurnPhase(name, told)

    # ----------------------------------------------------------------- passages
    def _passage(self, moments: Sequence[Moment], heading: str) -> Passage:
        prompts = [(moment, self._prompt(moment)) for moment in moments]
        lines = (line for moment, prompt in prompts if (line := self._line(moment, prompt, heading)))
        called = [call for call in self._heard if moments[0].at <= call.at <= moments[-1].at]
        return Passage(tuple(lines), tuple(self._rules(prompts, called)), _figures(called))

    def _prompt(self, moment: Moment) -> Prompt | None:
        if not isinstance(moment.entry, Decided):
            return None
        question = moment.entry.question
        return question.prompt(self._system.seen_by(moment.before, question.seat))

    def _line(self, moment: Moment, prompt: Prompt | None, heading: str) -> StoryLine | None:
        match moment.entry:
            case Happened(event):
                words = event.sentence(moment.before, moment.after)
                return None if says_no_more(words, heading) else Sentence(words, self._swing(moment))
            case Thrown():
                has_fallen = moment.entry.fell or isinstance(moment.entry.throw, Draw)
                return Roll(moment.entry) if has_fallen else None
            case Decided():
                assert prompt is not None
                return _response(moment.entry, prompt, moment.before.active)
            case _:
                assert_never(moment.entry)

    def _swing(self, moment: Moment) -> float:
        """How far an event moved the score towards side 0."""
        left, *others = self.scores(moment.after)
        was, *were = self.scores(moment.before)
        return (left - was) - (sum(others) - sum(were))

    def _rules(
        self, prompts: Iterable[tuple[Moment, Prompt | None]], called: Iterable[FiguredCall]
    ) -> Iterator[str]:
        """The rules of a passage, each once: of its questions, moves, figures and outcome."""
        cited = [rule for moment, prompt in prompts for rule in self._cited(moment, prompt)]
        cited += [rule for call in called for _, tally in call.tallies for rule in tally.rules]
        return iter(dict.fromkeys(rule for rule in cited if rule))

    def _cited(self, moment: Moment, prompt: Prompt | None) -> Iterator[str]:
        """The rules that one entry names."""
        if prompt is not None:
            yield prompt.rule
        match moment.entry:
            case Decided():
                yield from priced(moment.entry)
            case Happened(event):
                yield from event.cites()
        if moment.after.outcome is not None and moment.before.outcome is None:
            yield moment.after.outcome.rule

    # ----------------------------------------------------------------- what the map shows
    def _shots(self, moments: Iterable[Moment]) -> Iterator[Shot]:
        """A line for each event that concerns one unit of each side, both on the table."""
        for moment in moments:
            if isinstance(moment.entry, Happened):
                event = moment.entry.event
                named = event.parties() or self._names.units(event.sentence(moment.before, moment.after))
                if len(named) == 2 and (shot := _between(*(moment.before.units[unit] for unit in named))):
                    yield shot

    def _changes(self, start: Battle[Any], end: Battle[Any]) -> Iterator[UnitChange]:
        for was, now in zip(start.units, end.units, strict=True):
            before, after = self._system.card(start, was), self._system.card(end, now)
            has_left = was.pose is not None and now.pose is None
            if has_left or (before.state, before.markers) != (after.state, after.markers):
                yield UnitChange(now.id, now.side, before, after, has_left)


def _response(entry: Decided, prompt: Prompt, active: int) -> Response | None:
    """What the side that was not acting chose, if the choice concerns a unit.

    A choice with aims concerns dice on the table, which show it when they are rerolled; a choice about no
    unit only sets an order.
    """
    question = entry.question
    if question.seat == active or not isinstance(question, Choose) or len(question.options) < 2:
        return None
    if question.aims or not question.subject():
        return None
    label = prompt.labels[question.options.index(entry.settled)]
    return Response(question.seat, f"{prompt.words.rstrip('?')}: {label}")


def _figures(called: Iterable[FiguredCall]) -> tuple[tuple[str, Any], ...]:
    """The figures of all resolutions of a passage, equal ones once."""
    return tuple(dict.fromkeys(figure for call in called for figure in call.tallies))


def _moves(moments: Sequence[Moment]) -> tuple[UnitPath, ...]:
    """The path of every unit on the table that changed its pose."""
    start = moments[0].before
    poses: dict[int, list[Pose]] = {unit.id: [unit.pose] for unit in start.units if unit.pose is not None}
    for moment in moments:
        if moment.after is not moment.before:
            for unit, way in poses.items():
                now = moment.after.units[unit].pose
                if now is not None and now != way[-1]:
                    way.append(now)
    return tuple(
        UnitPath(unit, tuple(way), start.units[unit].shape) for unit, way in poses.items() if way[1:]
    )


def _between(one: Body, other: Body) -> Shot | None:
    """A line from the front of one unit to the nearest side of its enemy."""
    if one.side == other.side or one.pose is None or other.pose is None:
        return None
    start = Point(one.pose.x, one.pose.y)
    return Shot(one.side, start, nearest_side(other.pose, other.shape, start))


def cards(system: System[Any], battle: Battle[Any]) -> tuple[Card, ...]:
    """The card of every unit."""
    return tuple(system.card(battle, unit) for unit in battle.units)

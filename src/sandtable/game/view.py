"""Views: what a seat may see of a game, as plain data, with the prompt and the options if it is to decide.

A view is made of ``system.seen_by(battle, seat)`` and of nothing else of the battle, so what is hidden from
a seat cannot reach it. It never holds the record's secret, the hand, or another seat's options.
"""

from __future__ import annotations

from typing import Any, TypeVar, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice import Draw, Throw
from sandtable.game.battle import Battle, Outcome
from sandtable.game.log import Decided, Entry, Happened, Thrown
from sandtable.game.moves import PlanMove
from sandtable.game.narration import offered
from sandtable.game.painting import Card, Face, Missing
from sandtable.game.play import Game
from sandtable.game.questions import Choose, Decision
from sandtable.game.system import System
from sandtable.table.body import Body, standing
from sandtable.table.ground import Field
from sandtable.table.pose import Pose
from sandtable.table.shape import Base
from sandtable.table.terms import LegTerms

B = TypeVar("B", bound=Battle[Any])


class BodyView(Struct, frozen=True):
    """A body on the table: where it stands, its bases, and its card."""

    id: int
    side: int
    pose: Pose | None
    bases: tuple[Base, ...]
    card: Card


class GhostView(Struct, frozen=True):
    """A body or token as it would come to stand, with its bases."""

    who: int | str
    pose: Pose
    bases: tuple[Base, ...]


class OptionView(Struct, frozen=True):
    """An option in words, the plain answer that chooses it, and how it is offered on a table (see `Face`)."""

    label: str
    answer: Any
    title: str = ""
    note: str = ""
    subject: int | str | None = None
    target: int | str | None = None
    place: Pose | None = None
    bases: tuple[Base, ...] = ()
    ghosts: tuple[GhostView, ...] = ()


class MoveView(Struct, frozen=True):
    """A move that is to be planned: what moves, from where, how far, and the legs it may be made of."""

    mover: int | str
    pose: Pose
    bases: tuple[Base, ...]
    allowance: int
    least: int
    legs: tuple[LegTerms, ...]


class PromptView(Struct, frozen=True):
    """What a seat is asked, with its options, what is not among them and why, or the move to plan."""

    decision: str
    kind: str
    words: str
    rule: str
    options: tuple[OptionView, ...]
    about: tuple[int | str, ...] = ()
    missing: tuple[Missing, ...] = ()
    move: MoveView | None = None


class Line(Struct, frozen=True):
    """One line of the log: dice that fell, a decision, or something that happened."""

    kind: str
    words: str
    faces: tuple[tuple[int, ...], ...] = ()


class View(Struct, frozen=True):
    """A game as one seat sees it."""

    system: str
    seat: int | None
    turn: int
    phase: str
    active: int
    waiting_for: int | None
    prompt: PromptView | None
    can_undo: bool
    outcome: Outcome | None
    field: Field
    bodies: tuple[BodyView, ...]
    log: tuple[Line, ...]


def view(game: Game[B], seat: int | None) -> View:
    """The game as *seat* may see it; None is a spectator."""
    system, question = game.system, game.question
    battle = system.seen_by(game.battle, seat)
    undoable = game.undoable
    return View(
        system=system.id,
        seat=seat,
        turn=battle.turn,
        phase=battle.phase,
        active=battle.active,
        waiting_for=None if question is None else question.seat,
        prompt=None if question is None or question.seat != seat else prompt_view(system, battle, question),
        can_undo=undoable is not None and undoable.question.seat == seat,
        outcome=battle.outcome,
        field=battle.field,
        bodies=tuple(_body(system, battle, unit) for unit in battle.units),
        log=tuple(line for entry in game.log if (line := _line(system, battle, entry, seat))),
    )


def as_json(seen: View) -> bytes:
    """A view as it goes over the wire."""
    return msgspec.json.encode(seen)


def _body(system: System[B], battle: B, unit: Body) -> BodyView:
    return BodyView(unit.id, unit.side, unit.pose, unit.shape.bases, system.card(battle, unit))


def prompt_view(system: System[B], battle: B, question: Decision[Any]) -> PromptView:
    """A question as a seat is asked it on a table; *battle* is what that seat sees of it."""
    painter, bare = system.painter(), bare_prompt(system, battle, question)
    rows = zip(offered(question), bare.options, strict=False)
    options = tuple(_faced(one, painter.face(battle, question, option, one.label)) for option, one in rows)
    return replace(
        bare,
        options=options,
        about=painter.about(battle, question),
        missing=painter.missing(battle, question),
        move=_move(painter.mover(battle, question.body), question)
        if isinstance(question, PlanMove)
        else None,
    )


def bare_prompt(system: System[B], battle: B, question: Decision[Any]) -> PromptView:
    """A question in words alone, as much as a script needs: all options of a choice, the ordinary answers to
    anything else but a move."""
    prompt = system.prompt(battle, question)
    answers = offered(question) if prompt.labels or isinstance(question, Choose) else ()
    assert len(prompt.labels) == len(answers), f"{question.decision}: an option has no label"
    options = tuple(OptionView(*pair) for pair in zip(prompt.labels, answers, strict=True))
    return PromptView(question.decision, type(question).__name__, prompt.words, prompt.rule, options)


def _faced(option: OptionView, face: Face) -> OptionView:
    return replace(
        option,
        title=face.title,
        note=face.note,
        subject=face.subject,
        target=face.target,
        place=face.place,
        bases=() if face.shape is None else face.shape.bases,
        ghosts=tuple(GhostView(ghost.who, ghost.pose, ghost.shape.bases) for ghost in face.ghosts),
    )


def _move(mover: int | str, question: PlanMove) -> MoveView:
    body, terms = question.body, question.terms
    return MoveView(mover, standing(body), body.shape.bases, terms.allowance, terms.least, terms.legs)


def _line(system: System[B], battle: B, entry: Entry, seat: int | None) -> Line | None:
    match entry:
        case Thrown():
            return _dice(system, entry, seat)
        case Decided():
            if entry.question.seat != seat:
                return None
            return Line("decision", f"{entry.question.decision}: {_words(entry.answer)}")
        case Happened():
            event = system.event_seen_by(entry.event, seat)
            return None if event is None else Line("event", system.sentence(battle, event))
        case _:
            assert_never(entry)


def _dice(system: System[B], entry: Thrown, seat: int | None) -> Line:
    throw: Throw[Any] = entry.throw
    purpose = throw.purpose or "dice"
    if not system.is_open(throw, seat):
        return Line("dice", f"{purpose}: thrown in secret")
    # The face of a drawn card is its place among those left, which would tell what others have drawn.
    faces = () if isinstance(throw, Draw) else tuple(cast.faces for cast in entry.fell)
    return Line("dice", f"{purpose}: {throw.in_words(entry.result)}", faces)


def _words(value: object) -> str:
    return msgspec.json.encode(value).decode()

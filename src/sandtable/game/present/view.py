"""Views: a game as a seat may see it, as plain data, with the prompt and the options if the seat decides.

A view is made only of ``system.seen_by(battle, seat)``, so nothing that is hidden from the seat can reach it.
It never holds the record's secret, the hand, or another seat's options.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.deployment import Array
from sandtable.game.ask.faces import Face, Missing
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision
from sandtable.game.battle.battle import Battle, Outcome
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.present.hex_view import HexMoveView, centred, hex_move_view
from sandtable.game.present.painting import Card, Glyph
from sandtable.game.story.narration import offered
from sandtable.table.movement import LegTerms
from sandtable.table.space import Base, Body, Field, Pose, Shape, standing

B = TypeVar("B", bound=Battle[Any])


class BodyView(Struct, frozen=True):
    """A body: its pose if it is on the table, its bases, and its card."""

    id: int
    side: int
    pose: Pose | None
    bases: tuple[Base, ...]
    card: Card


class GhostView(Struct, frozen=True):
    """A body or token at the pose that it would have, with its bases."""

    who: int | str
    pose: Pose
    bases: tuple[Base, ...]


class OptionView(Struct, frozen=True):
    """An option: its words, the plain answer that chooses it, and how a screen offers it (see `Face`)."""

    label: str
    answer: Any
    title: str = ""
    note: str = ""
    subject: int | str | None = None
    target: int | str | None = None
    place: Pose | None = None
    bases: tuple[Base, ...] = ()
    ghosts: tuple[GhostView, ...] = ()
    grave: bool = False
    """Is it grave, such as resigning, so that the screen asks for confirmation?"""


class MoveView(Struct, frozen=True):
    """A move to be planned: its name, the mover, its pose and bases, its allowance and its possible legs."""

    name: str
    mover: int | str
    pose: Pose
    bases: tuple[Base, ...]
    allowance: int
    least: int
    legs: tuple[LegTerms, ...]


class SpotView(Struct, frozen=True, kw_only=True):
    """A piece to be put down: its name and symbol, near which body, and within which distance.

    ``who`` is its token if it is on the table already; ``bases`` lie around the chosen point.
    """

    name: str
    side: int
    who: str | None
    glyph: Glyph
    bases: tuple[Base, ...]
    near: int
    within: int


class PromptView(Struct, frozen=True):
    """The question of a seat, with its options, what is missing from them and why, or the move to plan.

    ``title`` is a short heading; ``words`` are the full text. A move is planned in legs or, on hexes, in
    steps; a spot is a place to choose; an array is a set of pieces to put down together.
    """

    decision: str
    kind: str
    title: str
    words: str
    rule: str
    options: tuple[OptionView, ...]
    about: tuple[int | str, ...] = ()
    missing: tuple[Missing, ...] = ()
    move: MoveView | None = None
    steps: HexMoveView | None = None
    spot: SpotView | None = None
    array: Array | None = None


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


def view(game: Game[B], seat: int | None) -> View:
    """The game as *seat* may see it (None: a spectator)."""
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
    )


def _body(system: System[B], battle: B, unit: Body) -> BodyView:
    return BodyView(unit.id, unit.side, unit.pose, unit.shape.bases, system.card(battle, unit))


def prompt_view(system: System[B], battle: B, question: Decision[Any]) -> PromptView:
    """A question with everything that a screen draws for it; *battle* is what the seat sees."""
    painter, bare = system.painter(), bare_prompt(system, battle, question)
    rows = zip(offered(question), bare.options, strict=False)
    options = tuple(_faced(one, question.face(battle, option)) for option, one in rows)
    return replace(
        bare,
        title=question.heading(battle),
        options=options,
        about=question.parties(),
        missing=question.missing(battle),
        move=_move(system, battle, question) if isinstance(question, PlanMove) else None,
        steps=_steps(system, battle, question) if isinstance(question, PlanHexMove) else None,
        spot=_spot(system, battle, question) if isinstance(question, PlacePoint) else None,
        array=painter.array(battle, question),
    )


def bare_prompt(system: System[B], battle: B, question: Decision[Any]) -> PromptView:
    """A question in words alone, for scripts: all options of a choice, no answers to a move, and the sensible
    answers to any other question."""
    prompt = question.prompt(battle)
    answers = offered(question) if prompt.labels or isinstance(question, Choose) else ()
    assert len(prompt.labels) == len(answers), f"{question.decision}: an option has no label"
    grave = question.grave if isinstance(question, Choose) else ()
    options = tuple(
        OptionView(label, answer, grave=answer in grave)
        for label, answer in zip(prompt.labels, answers, strict=True)
    )
    return PromptView(
        question.decision,
        question.form or type(question).__name__,
        prompt.words,
        prompt.words,
        prompt.rule,
        options,
    )


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


def _move(system: System[B], battle: B, question: PlanMove) -> MoveView:
    body, terms, mover = question.body, question.terms, question.mover()
    bases = body.shape.bases
    if isinstance(mover, str) and (shape := token_shape(system, battle, mover)) != body.shape:
        # The body is only a point, which cannot be drawn: draw the token that it stands for.
        bases = centred(shape)
    name = question.move_name()
    return MoveView(name, mover, standing(body), bases, terms.allowance, terms.least, terms.legs)


def _steps(system: System[B], battle: B, question: PlanHexMove) -> HexMoveView:
    mover = question.mover()
    return hex_move_view(question, mover, shape_of(system, battle, mover))


def shape_of(system: System[B], battle: B, mover: int | str) -> Shape:
    """The shape of a body, by its number, or of a token, by its id."""
    if isinstance(mover, str):
        return token_shape(system, battle, mover)
    shape: Shape = battle.units[mover].shape
    return shape


def token_shape(system: System[B], battle: B, id: str) -> Shape:
    """The shape of a token on the table."""
    return next(token.shape for token in system.tokens(battle) if token.id == id)


def _spot(system: System[B], battle: B, question: PlacePoint) -> SpotView:
    placed = system.painter().placed(battle, question)
    return SpotView(
        name=placed.name,
        side=question.seat,
        who=placed.who,
        glyph=placed.glyph,
        bases=() if placed.shape is None else centred(placed.shape),
        near=question.near.id,
        within=question.within,
    )

"""The journal: what can happen to a game at the service, each an act in an append-only list.

The heading says what the game began with; the acts, in order, say all the rest. Both are kept as JSON.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from sandtable.game.ask.questions import plain
from sandtable.game.battle.log import Answered as Entered
from sandtable.game.battle.log import Decided
from sandtable.game.files.record import AnswerStep, SeatKind, Step, ThrowStep, throw_digest
from sandtable.game.rules.house_rules import Plain

ShortText = Annotated[str, Meta(min_length=1, max_length=60)]
ChatText = Annotated[str, Meta(min_length=1, max_length=1000)]
Contribution = Annotated[str, Meta(pattern="^([0-9a-f]{2}){8,64}$")]


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as the game was made: its name, person or agent; an agent's name says which it is."""

    name: str
    kind: SeatKind


class Chair(Struct, frozen=True, forbid_unknown_fields=True):
    """The umpire's chair of an umpired game: his name, and the hash of his key or of the invitation to it."""

    name: str
    key: str = ""
    invitation: str = ""


class Heading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game began with. It holds the secret of the dice and hashes of the first keys: it stays here.

    ``before`` are steps taken over from the game ``forked_from`` or from the record with the seal
    ``from_record``. ``closing`` is how a game ends at once that is only to be looked at. ``dice_stand`` if
    nothing is taken back past a throw. ``chair`` is the umpire's, if the game has one.

    ``umpire`` and ``contributions`` are in games of earlier versions only: a key that a player held and that
    opens nothing any more, and what the maker put into the dice before the secret was committed to.
    """

    system: str
    system_version: int
    scenario: dict[str, object]
    readings: dict[str, int]
    start: str
    seats: tuple[Place, ...]
    secret: str
    seat_keys: tuple[str, ...]
    invitations: tuple[str, ...]
    chair: Chair | None = None
    dice_stand: bool = False
    before: tuple[Step, ...] = ()
    house_rules: dict[str, Plain] = {}
    forked_from: str = ""
    from_record: str = ""
    closing: Closed | None = None
    umpire: str = ""
    contributions: tuple[str, ...] = ()


class Act(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="act"):
    """Something that happened to a game."""


class Seated(Act, frozen=True, tag="seated"):
    """A person took a seat: his name and the hash of his key.

    ``contribution`` is in games of earlier versions only; now it is an act of its own.
    """

    seat: int
    name: str
    key: str
    contribution: str = ""


class Contributed(Act, frozen=True, tag="contributed"):
    """A seat put something into the dice, after the secret was committed to."""

    seat: int
    contribution: str


class UmpireSeated(Act, frozen=True, tag="umpire-seated"):
    """The umpire took his chair: his name and the hash of his key."""

    name: str
    key: str


class UmpireLooked(Act, frozen=True, tag="umpire-looked"):
    """The umpire looked at the table with the eyes of a seat, for the first time."""

    eyes: int


class Forked(Act, frozen=True, tag="forked"):
    """The umpire makes another game that goes on from a step of this one, while this one lasts."""

    step: int


class Invited(Act, frozen=True, tag="invited"):
    """A seat was opened anew: the hash of its invitation. The key it had opens nothing any more.

    ``by`` is the seat that opened it: its own, or any while it was free. None is the umpire.
    """

    seat: int
    invitation: str
    by: int | None = None
    reason: str = ""


class Began(Act, frozen=True, tag="began"):
    """Everybody sits: the battle begins, with whatever is thrown before the first question."""

    falls: tuple[Step, ...] = ()


class Answered(Act, frozen=True, tag="answered"):
    """A question was answered: the answer and the dice that fell after it.

    ``again`` if it had been taken back before; ``reason`` if the umpire answered for the seat.
    """

    seat: int
    steps: tuple[Step, ...]
    again: bool = False
    reason: str = ""


class TakenBack(Act, frozen=True, tag="taken-back"):
    """All answers after step *to* were taken back: by their seat, by agreement, or by the umpire's reason.

    ``undone`` is the answer that the seat may give again; none after an agreement.
    """

    to: int
    seat: int | None = None
    undone: tuple[Any, ...] = ()
    reason: str = ""


class TakeBackAsked(Act, frozen=True, tag="take-back-asked"):
    """A seat asks the others to go back to a step."""

    seat: int
    to: int


class TakeBackDeclined(Act, frozen=True, tag="take-back-declined"):
    """Another seat does not want to."""

    seat: int


class GivenUp(Act, frozen=True, tag="given-up"):
    """A seat gives the battle up and will concede as soon as the rules ask."""

    seat: int


class Closed(Act, frozen=True, tag="closed"):
    """The service ended the game before the rules did: who won, if anybody, and why."""

    words: str
    winner: int | None = None
    by: str = ""


class Said(Act, frozen=True, tag="said"):
    """Somebody at the table said something; no seat is the umpire."""

    seat: int | None
    words: str


class TookOver(Act, frozen=True, tag="took-over"):
    """Another agent plays for a seat: for good, or for one decision."""

    seat: int
    agent: str
    words: str
    for_good: bool = True


AnyAct = (
    Seated
    | Contributed
    | UmpireSeated
    | UmpireLooked
    | Forked
    | Invited
    | Began
    | Answered
    | TakenBack
    | TakeBackAsked
    | TakeBackDeclined
    | GivenUp
    | Closed
    | Said
    | TookOver
)

_ACT: Final = msgspec.json.Decoder(AnyAct)
_HEADING: Final = msgspec.json.Decoder(Heading)


def read_act(text: str) -> AnyAct:
    """The act that a row of the database means."""
    act: AnyAct = _ACT.decode(text)
    return act


def read_heading(text: str) -> Heading:
    """The heading that a row of the database means."""
    return _HEADING.decode(text)


def written(value: Act | Heading) -> str:
    """An act or a heading as it is kept."""
    return msgspec.json.encode(value).decode()


def step_of(entry: Entered) -> Step:
    """An answer or a throw of a game's log as the record keeps it, without a note of the state."""
    if isinstance(entry, Decided):
        question = entry.question
        return AnswerStep(question.seat, question.decision, as_read(entry.answer), question.digest())
    faces = tuple(cast.faces for cast in entry.fell)
    return ThrowStep(entry.number, entry.throw.purpose, faces, throw_digest(entry.throw))


def as_read(value: object) -> Any:
    """A value as JSON will give it back."""
    return msgspec.json.decode(plain(value))

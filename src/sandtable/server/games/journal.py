"""The journal of a game: a heading that says what it began with, and an append-only list of acts.

Both are stored as JSON. An act is stored with its tag, so the tags must not change.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from sandtable.game.files.record import SeatKind, Step
from sandtable.game.rules.house_rules import Plain


class SeatAtStart(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat when the game was made: a person with his name, or an agent with its id."""

    name: str
    kind: SeatKind


class Chair(Struct, frozen=True, forbid_unknown_fields=True):
    """The umpire's chair of an umpired game: his name, and the hash of his key or of the invitation to it."""

    name: str
    key: str = ""
    invitation: str = ""


class Heading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game began with; it holds the secret of the dice and hashes of keys, so it is never sent.

    ``before`` are steps taken over from the game ``forked_from`` or from the record with the seal
    ``from_record``. ``closing`` ends a game that is only to be looked at as soon as it begins. With
    ``dice_stand`` nothing is taken back past a throw. ``chair`` is the umpire's, if the game has one.

    ``umpire`` and ``contributions`` are in games of earlier versions only: a key that opens nothing any more,
    and what the maker contributed to the dice before the secret was committed to.
    """

    system: str
    system_version: int
    scenario: dict[str, object]
    readings: dict[str, int]
    start: str
    seats: tuple[SeatAtStart, ...]
    secret: str
    seat_keys: tuple[str, ...]
    invitations: tuple[str, ...]
    chair: Chair | None = None
    dice_stand: bool = False
    before: tuple[Step, ...] = ()
    house_rules: dict[str, Plain] = {}
    forked_from: str = ""
    from_record: str = ""
    closing: GameClosed | None = None
    umpire: str = ""
    contributions: tuple[str, ...] = ()


class JournalAct(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="act"):
    """Something that happened to a game."""


class Seated(JournalAct, frozen=True, tag="seated"):
    """A person took a seat: his name and the hash of his key.

    ``contribution`` is in games of earlier versions only; it is an act of its own now.
    """

    seat: int
    name: str
    key: str
    contribution: str = ""


class Contributed(JournalAct, frozen=True, tag="contributed"):
    """A seat contributed to the dice, after the secret was committed to."""

    seat: int
    contribution: str


class UmpireSeated(JournalAct, frozen=True, tag="umpire-seated"):
    """The umpire took his chair: his name and the hash of his key."""

    name: str
    key: str


class UmpireLooked(JournalAct, frozen=True, tag="umpire-looked"):
    """The umpire looked at the table with the eyes of a seat, for the first time."""

    eyes: int


class Forked(JournalAct, frozen=True, tag="forked"):
    """The umpire makes another game that goes on from a step of this one, while this one lasts."""

    step: int


class Invited(JournalAct, frozen=True, tag="invited"):
    """A seat was opened again, with the hash of its new invitation; its old key opens nothing any more.

    ``by`` is the seat that opened it: its own, or any while it was free. None is the umpire.
    """

    seat: int
    invitation: str
    by: int | None = None
    reason: str = ""


class Began(JournalAct, frozen=True, tag="began"):
    """The battle begins, with the dice that are thrown before the first question."""

    falls: tuple[Step, ...] = ()


class AnswerGiven(JournalAct, frozen=True, tag="answered"):
    """A question was answered: the answer and the dice that fell after it.

    ``again`` if the answer had been taken back before; ``reason`` if the umpire answered for the seat.
    """

    seat: int
    steps: tuple[Step, ...]
    again: bool = False
    reason: str = ""


class TakenBack(JournalAct, frozen=True, tag="taken-back"):
    """All answers after step *to* were taken back: by their seat, by agreement, or by the umpire.

    ``undone`` is the answer that the seat may give again; empty after an agreement.
    """

    to: int
    seat: int | None = None
    undone: tuple[Any, ...] = ()
    reason: str = ""


class TakeBackAsked(JournalAct, frozen=True, tag="take-back-asked"):
    """A seat asks the others to go back to a step."""

    seat: int
    to: int


class TakeBackDeclined(JournalAct, frozen=True, tag="take-back-declined"):
    """A seat declines to go back."""

    seat: int


class GivenUp(JournalAct, frozen=True, tag="given-up"):
    """A seat gives the battle up; it concedes as soon as the rules ask."""

    seat: int


class GameClosed(JournalAct, frozen=True, tag="closed"):
    """The service ended the game before the rules did: the winner, if there is one, and why."""

    words: str
    winner: int | None = None
    by: str = ""


class Said(JournalAct, frozen=True, tag="said"):
    """A player, or the umpire if there is no seat, said something."""

    seat: int | None
    words: str


class TookOver(JournalAct, frozen=True, tag="took-over"):
    """Another agent plays for a seat, for good or for one decision."""

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
    | AnswerGiven
    | TakenBack
    | TakeBackAsked
    | TakeBackDeclined
    | GivenUp
    | GameClosed
    | Said
    | TookOver
)

_ACT: Final = msgspec.json.Decoder(AnyAct)
_HEADING: Final = msgspec.json.Decoder(Heading)


def read_act(text: str) -> AnyAct:
    """The act that is stored in a row of the database."""
    act: AnyAct = _ACT.decode(text)
    return act


def read_heading(text: str) -> Heading:
    """The heading that is stored in a row of the database."""
    return _HEADING.decode(text)


def written(value: JournalAct | Heading) -> str:
    """An act or a heading as it is stored."""
    return msgspec.json.encode(value).decode()

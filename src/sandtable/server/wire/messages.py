"""Messages over the WebSocket: what a client says, and what the table says."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from sandtable.game.present.picture import Picture
from sandtable.game.present.view import PromptView
from sandtable.game.story.chronicle import LogEntry
from sandtable.server.wire.fields import ChatText, Key, QuestionNumber, Trouble
from sandtable.server.wire.lobby import GameSeen
from sandtable.server.wire.views import ChatLine, Note

Ref = Annotated[str, Meta(max_length=60)]


class FromClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Something a client says."""


class Hello(FromClientMessage, frozen=True, tag="hello"):
    """The first message: who it is (no key: a spectator), what it has seen, and what it wants to watch.

    A screen watches the ``picture``; a bot the ``prompt`` alone: it hears when it is asked or the status
    changes.
    """

    key: Key | None = None
    since: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    watch: Literal["picture", "prompt"] = "picture"


class AnswerMessage(FromClientMessage, frozen=True, tag="answer"):
    """The answer to the question of that number."""

    ref: Ref
    question: QuestionNumber
    answer: Any


class UndoMessage(FromClientMessage, frozen=True, tag="undo"):
    """Take the last answer back."""

    ref: Ref
    question: QuestionNumber


class RedoMessage(FromClientMessage, frozen=True, tag="redo"):
    """Give again what was taken back."""

    ref: Ref
    question: QuestionNumber


class SayMessage(FromClientMessage, frozen=True, tag="say"):
    """Something to be said at the table."""

    ref: Ref
    words: ChatText


FromClient = Hello | AnswerMessage | UndoMessage | RedoMessage | SayMessage


class Update(Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """All that is new since the last update; pictures and the log come only to those who watch pictures.

    ``question`` is the number of the question that waits, which an answer names.
    Entries of the log from ``entries_from`` on take the place of those that the client had there.
    """

    number: int
    step: int
    status: str
    question: int | None
    waiting_for: int | None
    thinking: str | None
    seat: int | None
    prompt: PromptView | None = None
    game: GameSeen | None = None
    picture: Picture | None = None
    entries_from: int = 0
    entries: tuple[LogEntry, ...] = ()
    said: tuple[ChatLine, ...] = ()
    notes: tuple[Note, ...] = ()


class DoneMessage(Struct, frozen=True, tag_field="type", tag="done"):
    """What the message with this ref asked for is done, and durable."""

    ref: str
    number: int
    step: int


class DeniedMessage(Struct, frozen=True, tag_field="type", tag="denied"):
    """What the message with this ref asked for was not done; ``status`` is as HTTP has it."""

    ref: str
    status: int
    trouble: Trouble


FromTable = Update | DoneMessage | DeniedMessage

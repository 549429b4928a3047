"""A game as it is looked at: the picture, log, chat, notes, record, and the dice after the end."""

from __future__ import annotations

from msgspec import Struct

from sandtable.game.present.picture import Picture
from sandtable.game.story.chronicle import LogEntry
from sandtable.server.wire.fields import Request, SeatNumber, StepNumber


class ViewWanted(Request, frozen=True):
    """The step to look at (default: now), and for an umpire the seat with whose eyes."""

    step: StepNumber | None = None
    seat: SeatNumber | None = None


class LogWanted(Request, frozen=True):
    """The act from which on (default: all), and for an umpire the seat with whose eyes."""

    since: StepNumber | None = None
    seat: SeatNumber | None = None


class ChatWanted(Request, frozen=True):
    """The act from which on (default: all)."""

    since: StepNumber | None = None


class ChatLine(Struct, frozen=True):
    """Something that was said; no seat is the umpire."""

    number: int
    seat: int | None
    words: str


class Note(Struct, frozen=True):
    """Something that happened at the table beside the battle: a seat taken, a take-back, a ruling."""

    number: int
    kind: str
    words: str
    seat: int | None = None
    by_umpire: bool = False


class CastSeen(Struct, frozen=True):
    """Dice that were cast together, with all that their faces follow from besides the secret."""

    number: int
    epoch: int
    die: str
    sides: tuple[int, ...]
    purpose: str
    faces: tuple[int, ...]


class DiceSeen(Struct, frozen=True):
    """Every cast of a battle that is over, for a client to check by itself; a fork shows its own alone."""

    commitment: str
    contributions: tuple[str, ...]
    secret: str
    take_backs: int
    casts: tuple[CastSeen, ...]


class Seen(Struct, frozen=True):
    """A game at a step as a seat sees it; ``last`` is the step it has come to by now."""

    step: int
    last: int
    picture: Picture


class Chapter(Struct, frozen=True):
    """Entries of the log from a place on; they take the place of what a reader has there."""

    start: int
    entries: tuple[LogEntry, ...]


class LogSeen(Struct, frozen=True):
    """The log of the battle as a seat may read it; entries from ``log.start`` on replace a reader's own."""

    number: int
    log: Chapter
    notes: tuple[Note, ...]


class Chat(Struct, frozen=True):
    """What was said at the table."""

    number: int
    said: tuple[ChatLine, ...]


class RecordSeen(Struct, frozen=True):
    """A record as the text of its file, and what to call the file."""

    name: str
    record: str

"""Looking at a game: the picture now or at any step, the log, the chat, the record."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from sandtable.game.record import text_of
from sandtable.server.desk.call import UMPIRE, Call, Endpoint
from sandtable.server.faults import NO_KEY, NOT_THERE, WRONG_KEY, Denied
from sandtable.server.room import Room
from sandtable.server.seats import chat, notes
from sandtable.server.seeing import Lines, Seen, at_step, shown
from sandtable.server.wire import ChatLine, Note, SeatNumber, StepNumber


class Looking(Struct, frozen=True, forbid_unknown_fields=True):
    """At which step (default: now), and for an umpire by whose eyes."""

    step: StepNumber | None = None
    seat: SeatNumber | None = None


def eyes(call: Call, room: Room, wanted: int | None) -> int | None:
    """By whose eyes somebody looks: his seat's, a spectator's, or for an umpire those of any seat."""
    seat = call.seat_in(room)
    if seat != UMPIRE:
        if wanted is not None and wanted != seat:
            status = NO_KEY if seat is None else WRONG_KEY
            raise Denied(status, f"only seat {wanted} itself and the umpire may look with its eyes")
        return seat
    if wanted is not None and wanted >= len(room.line.names):
        raise Denied(NOT_THERE, f"there is no seat {wanted}; they are 0 to {len(room.line.names) - 1}")
    return wanted


async def look(call: Call) -> Seen:
    """The table as somebody sees it, now or at a step."""
    wanted: Looking = call.query
    room = await call.room()
    seat = eyes(call, room, wanted.seat)
    async with room.lock:
        last = room.line.step
        if wanted.step is None or (wanted.step == last and room.line.has_begun):
            return Seen(last, last, room.picture(seat))
        if wanted.step > last:
            raise Denied(NOT_THERE, f"there is no step {wanted.step}: the game has come to step {last}")
        await room.unfold()
        game = room.game
        then = await call.reckoning.do(partial(at_step, game, wanted.step))
        return Seen(wanted.step, last, shown(then, room.scenario, seat, wanted.step))


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """From which act on (default: all), and for an umpire by whose eyes."""

    since: StepNumber | None = None
    seat: SeatNumber | None = None


class LogSeen(Struct, frozen=True):
    """The log of the battle as a seat may read it; lines beyond ``log.start`` that a reader has are void."""

    number: int
    log: Lines
    notes: tuple[Note, ...]


async def read_log(call: Call) -> LogSeen:
    """The log, in words, from the first line or since an act."""
    wanted: Reading = call.query
    room = await call.room()
    seat = eyes(call, room, wanted.seat)
    async with room.lock:
        await room.unfold()
        lines = room.telling(seat).since(wanted.since) if room.line.has_begun else Lines(0, ())
        return LogSeen(room.line.number, lines, notes(room.line, wanted.since or 0))


class Chat(Struct, frozen=True):
    """What was said at the table."""

    number: int
    said: tuple[ChatLine, ...]


class Hearing(Struct, frozen=True, forbid_unknown_fields=True):
    """From which act on (default: all)."""

    since: StepNumber | None = None


async def hear(call: Call) -> Chat:
    """What was said at the table."""
    wanted: Hearing = call.query
    room = await call.room()
    return Chat(room.line.number, chat(room.line, wanted.since or 0))


class RecordSeen(Struct, frozen=True):
    """A record as the text of its file, and what to call the file."""

    name: str
    record: str


async def show_record(call: Call) -> RecordSeen:
    """The record: its heading while the battle lasts, all of it with the secret of the dice after the end."""
    room = await call.room()
    async with room.lock:
        whole = room.record()
    shown = whole if room.is_over else whole.public()
    return RecordSeen(f"{shown.scenario_id}-{room.id}.battle.json", text_of(shown).decode())


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/games/{game}/view",
        "view",
        "The table now or at a step, as the key's seat or a spectator sees it",
        look,
        Seen,
        query=Looking,
    ),
    Endpoint("GET", "/api/games/{game}/log", "log", "The log in words", read_log, LogSeen, query=Reading),
    Endpoint("GET", "/api/games/{game}/chat", "chat", "What was said", hear, Chat, query=Hearing),
    Endpoint("GET", "/api/games/{game}/record", "record", "The record", show_record, RecordSeen),
)

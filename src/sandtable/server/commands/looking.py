"""Looking at a game: the picture now or at any step, the log, the chat, the record."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.drivers.replay import in_words, readings_of
from sandtable.game.files.record import Fair, Record, text_of
from sandtable.game.story.luck import Fortune, fortune
from sandtable.report import Fought, html
from sandtable.server.commands.call import UMPIRE, Call, Endpoint, Page
from sandtable.server.games import journal
from sandtable.server.games.open_dice import dice_seen
from sandtable.server.games.room import Room
from sandtable.server.games.seats import chat, notes
from sandtable.server.http.faults import NO_KEY, NOT_THERE, WRONG_KEY, Denied
from sandtable.server.http.wire import ChatLine, DiceSeen, Note, SeatNumber, StepNumber
from sandtable.server.preview.views import Chapter, Seen, at_step, shown


class Looking(Struct, frozen=True, forbid_unknown_fields=True):
    """At which step (default: now), and for an umpire by whose eyes."""

    step: StepNumber | None = None
    seat: SeatNumber | None = None


async def eyes(call: Call, room: Room, wanted: int | None) -> int | None:
    """By whose eyes the caller looks: his seat's, a spectator's, or for an umpire those of any seat.

    That an umpire looks with the eyes of a seat is told to everybody, the first time. The lock is held.
    """
    seat = call.seat_in(room)
    if seat != UMPIRE:
        if wanted is not None and wanted != seat:
            status = NO_KEY if seat is None else WRONG_KEY
            raise Denied(status, f"only seat {wanted} itself and the umpire may look with its eyes")
        return seat
    if wanted is not None and wanted >= len(room.line.names):
        raise Denied(NOT_THERE, f"there is no seat {wanted}; they are 0 to {len(room.line.names) - 1}")
    if wanted is not None and wanted not in room.line.looked and not room.is_over:
        await room.keep(journal.UmpireLooked(wanted))
    return wanted


async def look(call: Call) -> Seen:
    """The table as somebody sees it, now or at a step."""
    wanted: Looking = call.query
    room = await call.room()
    async with room.lock:
        seat = await eyes(call, room, wanted.seat)
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
    """The log of the battle as a seat may read it; entries from ``log.start`` on replace a reader's own."""

    number: int
    log: Chapter
    notes: tuple[Note, ...]


async def read_log(call: Call) -> LogSeen:
    """The log, from the first entry or since an act."""
    wanted: Reading = call.query
    room = await call.room()
    async with room.lock:
        seat = await eyes(call, room, wanted.seat)
        has_begun = room.line.has_begun
        log = (await room.telling(seat)).since(wanted.since) if has_begun else Chapter(0, ())
        return LogSeen(room.line.number, log, notes(room.line, wanted.since or 0))


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


async def show_luck(call: Call) -> Fortune:
    """What each side's dice should have brought, and what they brought, as far as the caller may see them."""
    room = await call.room()
    found = call.seat_in(room)
    seat = None if found is None or found < 0 else found
    async with room.lock:
        await room.unfold()
        game = room.game
        return await call.reckoning.do(partial(fortune, game, room.scenario, seat))


async def show_report(call: Call) -> Page:
    """The account of the battle as a page; it tells everything, so there is none before the end."""
    room = await call.room()
    if not room.is_over or not room.line.has_begun:
        raise Refused(Refusal("the report tells everything, so it is written when the battle is over"))
    async with room.lock:
        await room.unfold()
        record = room.record()
        readings = readings_of(record, room.system)
        fought = Fought(room.game, room.scenario, record.seats, readings, _dice_in_words(record))
        return Page(await call.reckoning.do(partial(html, fought)))


def _dice_in_words(record: Record) -> str:
    """By which dice a game of the service was fought."""
    assert isinstance(record.dice, Fair)
    words = [f"Fair dice, committed to by {record.dice.commitment}."]
    if record.fork is not None:
        words.append(f"It is a fork of {record.fork.of} at step {record.fork.step}, whose dice come before.")
    if record.take_backs:
        words.append(f"{in_words(record.take_backs)}.")
    return " ".join(words)


async def show_dice(call: Call) -> DiceSeen:
    """Every cast with what its faces follow from; before the end it would tell what is hidden."""
    room = await call.room()
    if not room.is_over or not room.line.has_begun:
        raise Refused(Refusal("the dice are laid open when the battle is over"))
    async with room.lock:
        await room.unfold()
        return dice_seen(room)


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
    Endpoint(
        "GET", "/api/games/{game}/dice", "dice", "Every cast of a battle that is over", show_dice, DiceSeen
    ),
    Endpoint("GET", "/api/games/{game}/record", "record", "The record", show_record, RecordSeen),
    Endpoint(
        "GET",
        "/api/games/{game}/luck",
        "luck",
        "What the dice should have brought, and what they brought",
        show_luck,
        Fortune,
        is_reckoning=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/report",
        "report",
        "The account of a battle that is over, as a page",
        show_report,
        Page,
        is_reckoning=True,
    ),
)

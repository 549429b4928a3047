"""Looking at a game: the picture now or at any step, the log, the chat, the record, the dice, the report."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.drivers.replay import in_words, readings_of
from sandtable.game.files.record import Fair, Record, text_of
from sandtable.game.story.luck import Fortune, fortune
from sandtable.report import ReportedBattle, html
from sandtable.server.commands.asker import UMPIRE, Asker, require_seat
from sandtable.server.denied import Denial, Denied
from sandtable.server.games import journal
from sandtable.server.games.revealed_dice import dice_seen
from sandtable.server.games.room import Room
from sandtable.server.games.seat_view import at_step, picture_for
from sandtable.server.games.summary import chat, notes
from sandtable.server.wire.views import (
    Chat,
    ChatWanted,
    DiceSeen,
    LogSeen,
    LogWanted,
    RecordSeen,
    Seen,
    ViewWanted,
)


class HtmlPage(Struct, frozen=True):
    """A page of HTML that needs nothing beside it."""

    text: str


async def _eyes(asker: Asker, room: Room, wanted: int | None) -> int | None:
    """The seat with whose eyes the asker looks: his own, none for a spectator, any for an umpire.

    The first time an umpire looks with the eyes of a seat, that is noted for all to read. The lock is held.
    """
    seat = asker.seat_in(room)
    if seat != UMPIRE:
        if wanted is not None and wanted != seat:
            denial = Denial.NO_KEY if seat is None else Denial.WRONG_KEY
            raise Denied(denial, f"only seat {wanted} itself and the umpire may see what it sees")
        return seat
    if wanted is not None:
        require_seat(room, wanted)
        if wanted not in room.state.looked_through and not room.is_over:
            await room.commit(journal.UmpireLooked(wanted))
    return wanted


async def look(asker: Asker, wanted: ViewWanted) -> Seen:
    """The table as the asker sees it, now or at a step."""
    room = await asker.room()
    async with room.lock:
        seat = await _eyes(asker, room, wanted.seat)
        last = room.state.step
        if wanted.step is None or (wanted.step == last and room.state.has_begun):
            return Seen(last, last, room.picture(seat))
        require_reached(room, wanted.step)
        await room.load_whole()
        then = await asker.compute(partial(at_step, room.game, wanted.step))
        return Seen(wanted.step, last, picture_for(then, room.scenario, seat, wanted.step))


def require_reached(room: Room, step: int) -> None:
    """Deny a step that the game has not come to."""
    last = room.state.step
    if step > last:
        raise Denied(Denial.NOT_THERE, f"there is no step {step}; the game is at step {last}")


async def read_log(asker: Asker, wanted: LogWanted) -> LogSeen:
    """The log, from the first entry or since an act."""
    room = await asker.room()
    async with room.lock:
        seat = await _eyes(asker, room, wanted.seat)
        log = await room.log_since(seat, wanted.since)
        return LogSeen(room.state.number, log, notes(room.state, wanted.since or 0))


async def read_chat(asker: Asker, wanted: ChatWanted) -> Chat:
    """What was said at the table."""
    room = await asker.room()
    return Chat(room.state.number, chat(room.state, wanted.since or 0))


async def record(asker: Asker) -> RecordSeen:
    """The record: its heading while the battle lasts, all of it with the secret of the dice after the end."""
    room = await asker.room()
    async with room.lock:
        whole = room.record()
    shown = whole if room.is_over else whole.public()
    return RecordSeen(f"{shown.scenario_id}-{room.id}.battle.json", text_of(shown).decode())


async def luck(asker: Asker) -> Fortune:
    """What each side's dice should have brought, and what they brought, as far as the asker may see them."""
    room = await asker.room()
    seat = asker.eyes_in(room)
    async with room.lock:
        await room.load_whole()
        return await asker.compute(partial(fortune, room.game, room.scenario, seat))


async def report(asker: Asker) -> HtmlPage:
    """The account of the battle as a page; it tells everything, so there is none before the end."""
    room = await asker.room()
    _require_ended(room, "the report shows everything, so it is available only when the battle is over")
    async with room.lock:
        await room.load_whole()
        record = room.record()
        readings = readings_of(record, room.system)
        fought = ReportedBattle(room.game, room.scenario, record.seats, readings, _dice_in_words(record))
        return HtmlPage(await asker.compute(partial(html, fought)))


def _dice_in_words(record: Record) -> str:
    """The kind of dice that a game of the service was fought with."""
    assert isinstance(record.dice, Fair)
    words = [f"Fair dice, committed to by {record.dice.commitment}."]
    if record.fork is not None:
        words.append(f"It is a fork of {record.fork.of} at step {record.fork.step}, whose dice come before.")
    if record.take_backs:
        words.append(f"{in_words(record.take_backs)}.")
    return " ".join(words)


async def dice(asker: Asker) -> DiceSeen:
    """Every cast with what its faces follow from; before the end it would tell what is hidden."""
    room = await asker.room()
    _require_ended(room, "the dice are shown only when the battle is over")
    async with room.lock:
        await room.load_whole()
        return dice_seen(room)


def _require_ended(room: Room, words: str) -> None:
    if not room.is_over or not room.state.has_begun:
        raise Refused(Refusal(words))

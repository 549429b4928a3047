"""New games: made of a scenario, imported from a record, forked from a step of another game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from sandtable import systems
from sandtable.agents import AGENTS
from sandtable.dice import new_secret
from sandtable.game.battle.battle import fingerprint
from sandtable.game.drivers.replay import Differs, RecordSpent, readings_of, replay, scenario_of
from sandtable.game.files.record import Record, SeatKind, Step, as_plain_data
from sandtable.game.files.record_files import parse
from sandtable.game.files.typed_files import suggest
from sandtable.game.rules.rulebook import NotInRulebook
from sandtable.server.commands.asker import UMPIRE, Asker
from sandtable.server.commands.catalogue import scenario_named
from sandtable.server.denied import Denial, Denied
from sandtable.server.games import journal
from sandtable.server.games.house_rules import difference
from sandtable.server.games.journal import Chair, Heading, SeatAtStart
from sandtable.server.games.keys import hashed, new_key
from sandtable.server.games.room import Room
from sandtable.server.games.state import cut
from sandtable.server.games.summary import game_seen
from sandtable.server.wire.lobby import (
    ForkGame,
    GameMade,
    ImportGame,
    KeyRow,
    MakeGame,
    SeatWanted,
    UmpireWanted,
)


class NewGame(Struct, frozen=True, kw_only=True):
    """What a new game begins from; ``closing`` ends one that is only to be looked at as soon as it begins."""

    system: str
    scenario: dict[str, object]
    readings: dict[str, int]
    start: str
    before: tuple[Step, ...] = ()
    forked_from: str = ""
    from_record: str = ""
    closing: journal.GameClosed | None = None
    umpire: UmpireWanted | None = None
    dice_stand: bool = False


async def make_game(asker: Asker, request: MakeGame) -> GameMade:
    """A new game of a scenario."""
    system = systems.load(request.system)
    scenario = system.scenario(scenario_named(system, request.scenario))
    try:
        readings = system.rulebook().choose(request.readings)
    except NotInRulebook as fault:
        raise Denied(Denial.NOT_UNDERSTOOD, str(fault)) from None
    new_game = NewGame(
        system=system.id,
        scenario=as_plain_data(scenario),
        readings=dict(readings.chosen),
        start=fingerprint(system.muster(scenario, readings)),
        umpire=request.umpire,
        dice_stand=request.dice_stand,
    )
    return await _open(asker, new_game, request.seats, listed=request.listed)


async def import_game(asker: Asker, request: ImportGame) -> GameMade:
    """A game that goes on from a record."""
    record = await asyncio.to_thread(parse, request.record.encode("utf-8", "surrogatepass"), "the record")
    system = systems.load(record.system)
    if otherwise := difference(system.id, record.house_rules):
        raise Denied(Denial.NOT_UNDERSTOOD, f"the record cannot be opened here: {otherwise}")
    closing = _closing(record) if request.purpose == "to look at" else None
    new_game = NewGame(
        system=system.id,
        scenario=record.scenario,
        readings=record.readings,
        start=record.start,
        before=record.entries,
        from_record=record.seal,
        closing=closing,
    )
    await asker.compute(partial(_require_replayable, record, system))
    return await _open(asker, new_game, request.seats, listed=request.listed)


def _closing(record: Record) -> journal.GameClosed:
    """The end of a game made of a record to be looked at: as the record says, or where it stops."""
    closed = None if record.end is None else record.end.closed
    if closed is None:
        return journal.GameClosed("the record ends here", None, "record")
    return journal.GameClosed(closed.words, closed.winner, "record")


def _require_replayable(record: Record, system: Any) -> None:
    """Deny a record that does not replay by the present rules."""
    try:
        scenario_of(record, system)
        readings_of(record, system)
        replay(record, system)
    except (Differs, RecordSpent) as fault:
        raise Denied(Denial.NOT_UNDERSTOOD, f"the record cannot be played on: {fault}") from None
    except AssertionError as fault:
        raise Denied(Denial.NOT_UNDERSTOOD, f"the rules break down over this record: {fault}") from None


async def fork_game(asker: Asker, request: ForkGame) -> GameMade:
    """A new game from a step of another that is over, or, for its umpire, of one that lasts."""
    room = await asker.room()
    async with room.lock:
        if not room.is_over:
            _require_umpire_for_fork(asker, room)
        state, heading = room.state, room.state.heading
        if request.step > state.step or not state.has_begun:
            raise Denied(
                Denial.NOT_THERE, f"there is no step {request.step}; the game is at step {state.step}"
            )
        before = cut(state.steps, request.step)
        if not room.is_over:
            # Noted before the fork is made, so that no fork is made unseen.
            await room.commit(journal.Forked(request.step))
    new_game = NewGame(
        system=heading.system,
        scenario=heading.scenario,
        readings=heading.readings,
        start=heading.start,
        before=before,
        forked_from=room.id,
    )
    return await _open(asker, new_game, request.seats, listed=request.listed)


def _require_umpire_for_fork(asker: Asker, room: Room) -> None:
    """Deny a fork that would show a player what is hidden from him."""
    if asker.key is not None and asker.seat_in(room) == UMPIRE:
        return
    words = "a battle can be forked only when it is over, because a fork shows what is hidden"
    raise Denied(Denial.NO_KEY if asker.key is None else Denial.WRONG_KEY, words)


async def _open(asker: Asker, new_game: NewGame, wanted: Sequence[SeatWanted], *, listed: bool) -> GameMade:
    """Make the game with its commitment and its keys, and begin it if no person is awaited."""
    _require_seats(new_game, wanted)
    _require_apart(new_game.umpire, wanted)
    keys = tuple(_key_row(seat, one) for seat, one in enumerate(wanted))
    chair = None if new_game.umpire is None else KeyRow(None, **_key_or_invitation(mine=new_game.umpire.mine))
    heading = _heading(new_game, wanted, keys, chair)
    title = str(new_game.scenario.get("name", new_game.scenario["id"]))[:200]
    is_to_play = new_game.closing is None
    rooms = asker.service.rooms
    room = await rooms.make(heading, title=title, listed=listed and is_to_play, to_play=is_to_play)
    async with room.lock:
        await room.carry_on()
    rooms.computer.play_in(room)
    shown = tuple(row for row in keys if row.key or row.invitation)
    return GameMade(game_seen(room, rooms), shown, chair)


def _heading(
    new_game: NewGame, wanted: Sequence[SeatWanted], keys: Sequence[KeyRow], chair: KeyRow | None
) -> Heading:
    system = systems.load(new_game.system)
    return Heading(
        system=new_game.system,
        system_version=system.version,
        scenario=new_game.scenario,
        readings=new_game.readings,
        house_rules=dict(system.rulebook().house_rules.figures),
        start=new_game.start,
        seats=tuple(SeatAtStart(one.name, SeatKind(one.kind)) for one in wanted),
        secret=new_secret().hex(),
        seat_keys=tuple(_hash(row.key) for row in keys),
        invitations=tuple(_hash(row.invitation) for row in keys),
        chair=_chair(new_game.umpire, chair),
        dice_stand=new_game.dice_stand,
        before=new_game.before,
        forked_from=new_game.forked_from,
        from_record=new_game.from_record,
        closing=new_game.closing,
    )


def _chair(umpire: UmpireWanted | None, row: KeyRow | None) -> Chair | None:
    if umpire is None or row is None:
        return None
    return Chair(umpire.name, _hash(row.key), _hash(row.invitation))


def _hash(key: str | None) -> str:
    return "" if key is None else hashed(key)


def _key_row(seat: int, wanted: SeatWanted) -> KeyRow:
    return KeyRow(seat) if wanted.kind == "agent" else KeyRow(seat, **_key_or_invitation(mine=wanted.mine))


def _key_or_invitation(*, mine: bool) -> dict[str, str]:
    return {"key" if mine else "invitation": new_key()}


def _require_apart(umpire: UmpireWanted | None, wanted: Sequence[SeatWanted]) -> None:
    """Deny a player the umpire's key."""
    if umpire is not None and umpire.mine and any(one.kind == "person" and one.mine for one in wanted):
        words = "a player cannot be the umpire as well: play no seat yourself, or invite an umpire"
        raise Denied(Denial.NOT_UNDERSTOOD, words)


def _require_seats(new_game: NewGame, wanted: Sequence[SeatWanted]) -> None:
    sides = new_game.scenario.get("sides")
    count = len(sides) if isinstance(sides, list) else 0
    if len(wanted) != count:
        words = f"{new_game.scenario['id']} has {count} sides, so it takes {count} seats, not {len(wanted)}"
        raise Denied(Denial.NOT_UNDERSTOOD, words)
    for one in wanted:
        if one.kind == "agent" and one.name not in AGENTS:
            words = f'there is no agent "{one.name}"; {suggest(one.name, AGENTS)}'
            raise Denied(Denial.NOT_UNDERSTOOD, words)

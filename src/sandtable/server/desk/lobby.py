"""The lobby: making, importing, forking, joining and listing games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct

from sandtable import systems
from sandtable.agents import AGENTS
from sandtable.dice import new_secret
from sandtable.game.battle import fingerprint
from sandtable.game.files import suggest
from sandtable.game.record import Record, SeatKind, Step
from sandtable.game.replay import Differs, RecordSpent, readings_of, replay, scenario_of
from sandtable.game.rulebook import NotInRulebook
from sandtable.game.seal import parse
from sandtable.server import journal
from sandtable.server.desk.call import Call, Endpoint
from sandtable.server.desk.catalogue import scenario_named
from sandtable.server.faults import MOVED_ON, NOT_THERE, NOT_UNDERSTOOD, WRONG_KEY, Denied
from sandtable.server.house_rules import difference
from sandtable.server.journal import Heading, Place
from sandtable.server.keys import hashed, new_key
from sandtable.server.line import cut
from sandtable.server.room import Room
from sandtable.server.seats import game_seen
from sandtable.server.store import Status
from sandtable.server.wire import (
    ForkGame,
    GameMade,
    GameRowSeen,
    Games,
    GameSeen,
    ImportGame,
    InvitationSeen,
    InviteAnew,
    Joined,
    JoinGame,
    KeyRow,
    MakeGame,
    SeatWanted,
    ShowInvitation,
)


class Beginning(Struct, frozen=True):
    """What a new game begins from; ``closing`` is how it ends at once, if it is only to be looked at."""

    system: str
    scenario: dict[str, object]
    readings: dict[str, int]
    start: str
    before: tuple[Step, ...] = ()
    forked_from: str = ""
    closing: journal.Closed | None = None


async def make_game(call: Call) -> GameMade:
    """A new game of a scenario."""
    body: MakeGame = call.body
    system = systems.load(body.system)
    scenario = system.scenario(scenario_named(system, body.scenario))
    try:
        readings = system.rulebook().choose(body.readings)
    except NotInRulebook as fault:
        raise Denied(NOT_UNDERSTOOD, str(fault)) from None
    start = fingerprint(system.muster(scenario, readings))
    begun = Beginning(system.id, journal.as_read(scenario), dict(readings.chosen), start)
    mixed = () if body.contribution is None else (body.contribution,)
    return await _open(call, begun, body.seats, mixed, listed=body.listed)


async def import_game(call: Call) -> GameMade:
    """A game that goes on from a record."""
    body: ImportGame = call.body
    record = await asyncio.to_thread(parse, body.record.encode("utf-8", "surrogatepass"), "the record")
    system = systems.load(record.system)
    if otherwise := difference(system.id, record.house_rules):
        raise Denied(NOT_UNDERSTOOD, f"the record cannot be opened here: {otherwise}")
    closing = _closing(record) if body.purpose == "to look at" else None
    begun = Beginning(
        system.id, record.scenario, record.readings, record.start, record.entries, closing=closing
    )
    await call.reckoning.do(partial(_require_replayable, record, system))
    return await _open(call, begun, body.seats, (), listed=body.listed)


def _closing(record: Record) -> journal.Closed:
    """How a game ends that is made of a record to be looked at: as the record says, or where that ends."""
    closed = None if record.end is None else record.end.closed
    if closed is None:
        return journal.Closed("the record ends here", None, "record")
    return journal.Closed(closed.words, closed.winner, "record")


def _require_replayable(record: Record, system: Any) -> None:
    """Refuse a record that the rules of today do not play as it says, or that they do not understand."""
    try:
        scenario_of(record, system)
        readings_of(record, system)
        replay(record, system)
    except (Differs, RecordSpent) as fault:
        raise Denied(NOT_UNDERSTOOD, f"the record cannot be played on: {fault}") from None
    except AssertionError as fault:
        raise Denied(NOT_UNDERSTOOD, f"the rules break down over this record: {fault}") from None


async def fork_game(call: Call) -> GameMade:
    """A new game from a step of another; of one that is not over only the umpire may know so much."""
    body: ForkGame = call.body
    room = await call.room()
    if not room.is_over:
        call.require_umpire(room)
    async with room.lock:
        line, heading = room.line, room.line.heading
        if body.step > line.step or not line.has_begun:
            raise Denied(NOT_THERE, f"there is no step {body.step}: the game has come to step {line.step}")
        before = cut(line.steps, body.step)
    begun = Beginning(
        heading.system, heading.scenario, heading.readings, heading.start, before, forked_from=room.id
    )
    return await _open(call, begun, body.seats, (), listed=body.listed)


async def _open(
    call: Call, begun: Beginning, wanted: Sequence[SeatWanted], mixed: tuple[str, ...], *, listed: bool
) -> GameMade:
    """Make the game, hand out its keys, and begin at once if everybody sits."""
    system = systems.load(begun.system)
    _require_seats(begun, wanted)
    umpire = new_key()
    keys = tuple(_key_row(seat, one) for seat, one in enumerate(wanted))
    heading = Heading(
        system=begun.system,
        system_version=system.version,
        scenario=begun.scenario,
        readings=begun.readings,
        house_rules=dict(system.rulebook().house_rules.figures),
        start=begun.start,
        seats=tuple(Place(one.name, SeatKind(one.kind)) for one in wanted),
        secret=new_secret().hex(),
        umpire=hashed(umpire),
        seat_keys=tuple("" if row.key is None else hashed(row.key) for row in keys),
        invitations=tuple("" if row.invitation is None else hashed(row.invitation) for row in keys),
        contributions=mixed,
        before=begun.before,
        forked_from=begun.forked_from,
    )
    title = str(begun.scenario.get("name", begun.scenario["id"]))[:200]
    if begun.closing is None:
        room = await call.rooms.make(heading, title=title, listed=listed)
        await _begin_if_complete(call, room)
    else:
        room = await call.rooms.make(heading, title=title, listed=False, to_play=False)
        await _begin_and_close(room, begun.closing)
    shown = tuple(row for row in keys if row.key or row.invitation)
    return GameMade(game_seen(room, call.rooms), umpire, shown)


def _key_row(seat: int, wanted: SeatWanted) -> KeyRow:
    if wanted.kind == "agent":
        return KeyRow(seat)
    return KeyRow(seat, key=new_key()) if wanted.mine else KeyRow(seat, invitation=new_key())


def _require_seats(begun: Beginning, wanted: Sequence[SeatWanted]) -> None:
    sides = begun.scenario.get("sides")
    count = len(sides) if isinstance(sides, list) else 0
    if len(wanted) != count:
        words = f"{begun.scenario['id']} has {count} sides, so it takes {count} seats, not {len(wanted)}"
        raise Denied(NOT_UNDERSTOOD, words)
    for one in wanted:
        if one.kind == "agent" and one.name not in AGENTS:
            words = f'there is no agent "{one.name}"; {suggest(one.name, AGENTS)}'
            raise Denied(NOT_UNDERSTOOD, words)


async def _begin_if_complete(call: Call, room: Room) -> None:
    async with room.lock:
        if room.line.is_complete and not room.line.has_begun:
            await room.begin()
    call.rooms.stir(room)


async def _begin_and_close(room: Room, closing: journal.Closed) -> None:
    async with room.lock:
        await room.begin()
        if not room.is_over:
            await room.keep(closing)


async def join_game(call: Call) -> Joined:
    """Take a seat by an invitation."""
    body: JoinGame = call.body
    key = new_key()
    async with call.rooms.acting(call.game) as room:
        seat = _invited(room, body.invitation)
        contribution = body.contribution or ""
        if contribution and room.line.has_begun:
            raise Denied(MOVED_ON, "the battle has begun: nothing more can be put into the dice")
        await room.keep(journal.Seated(seat, body.name, hashed(key), contribution))
    await _begin_if_complete(call, room)
    return Joined(seat, key, game_seen(room, call.rooms))


async def show_invitation(call: Call) -> InvitationSeen:
    """The seat that an invitation is to, before anybody takes it."""
    body: ShowInvitation = call.body
    return InvitationSeen(_invited(await call.room(), body.invitation))


def _invited(room: Room, invitation: str) -> int:
    seat = room.line.invited_to(invitation)
    if seat is None:
        raise Denied(WRONG_KEY, "this invitation is to no free seat of this game; ask for a new one")
    return seat


async def invite_anew(call: Call) -> KeyRow:
    """Open a seat again."""
    body: InviteAnew = call.body
    invitation = new_key()
    async with call.rooms.acting(call.game) as room:
        call.require_umpire(room)
        if body.seat >= len(room.line.names) or body.seat in room.line.agents:
            raise Denied(NOT_THERE, f"seat {body.seat} is no seat for a person")
        await room.keep(journal.Invited(body.seat, hashed(invitation)))
        await room.keep(journal.Said(None, body.reason))
    return KeyRow(body.seat, invitation=invitation)


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """Which games are wanted: of which status, how many, touched before when (milliseconds)."""

    status: Status | None = None
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


async def list_games(call: Call) -> Games:
    """The games that everybody may see."""
    wanted: Listing = call.query
    rows = await call.rooms.store.listed(status=wanted.status, limit=wanted.limit, before=wanted.before)
    return Games(
        tuple(
            GameRowSeen(row.id, row.system, row.scenario, row.title, row.status, row.made, row.touched)
            for row in rows
        )
    )


async def show_game(call: Call) -> GameSeen:
    """A game from outside."""
    return game_seen(await call.room(), call.rooms)


ENDPOINTS = (
    Endpoint("GET", "/api/games", "listGames", "Games in the lobby", list_games, Games, query=Listing),
    Endpoint("POST", "/api/games", "makeGame", "A new game", make_game, GameMade, MakeGame, makes_game=True),
    Endpoint(
        "POST",
        "/api/import",
        "importGame",
        "A game that goes on from a record",
        import_game,
        GameMade,
        ImportGame,
        makes_game=True,
        is_record=True,
    ),
    Endpoint("GET", "/api/games/{game}", "game", "A game from outside", show_game, GameSeen),
    Endpoint(
        "POST",
        "/api/games/{game}/invitation",
        "showInvitation",
        "What an invitation is to",
        show_invitation,
        InvitationSeen,
        ShowInvitation,
    ),
    Endpoint("POST", "/api/games/{game}/join", "joinGame", "Take a seat", join_game, Joined, JoinGame),
    Endpoint(
        "POST",
        "/api/games/{game}/invite",
        "inviteAnew",
        "Open a seat again",
        invite_anew,
        KeyRow,
        InviteAnew,
        who="umpire",
    ),
    Endpoint(
        "POST",
        "/api/games/{game}/fork",
        "forkGame",
        "A new game from a step of this one",
        fork_game,
        GameMade,
        ForkGame,
        makes_game=True,
    ),
)

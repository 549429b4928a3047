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
from sandtable.game.battle.battle import fingerprint
from sandtable.game.drivers.replay import Differs, RecordSpent, readings_of, replay, scenario_of
from sandtable.game.files.record import Record, SeatKind, Step
from sandtable.game.files.record_files import parse
from sandtable.game.files.typed_files import suggest
from sandtable.game.rules.rulebook import NotInRulebook
from sandtable.server.commands.call import UMPIRE, Call, Endpoint
from sandtable.server.commands.catalogue import scenario_named
from sandtable.server.games import journal
from sandtable.server.games.house_rules import difference
from sandtable.server.games.journal import Chair, Heading, Place
from sandtable.server.games.keys import hashed, new_key
from sandtable.server.games.room import Room
from sandtable.server.games.seats import game_seen
from sandtable.server.games.state import cut
from sandtable.server.http.faults import MOVED_ON, NO_KEY, NOT_THERE, NOT_UNDERSTOOD, WRONG_KEY, Denied
from sandtable.server.http.wire import (
    Contribute,
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
    UmpireWanted,
)
from sandtable.server.store import Status


class Beginning(Struct, frozen=True, kw_only=True):
    """What a new game begins from; ``closing`` is how it ends at once, if it is only to be looked at."""

    system: str
    scenario: dict[str, object]
    readings: dict[str, int]
    start: str
    before: tuple[Step, ...] = ()
    forked_from: str = ""
    from_record: str = ""
    closing: journal.Closed | None = None
    umpire: UmpireWanted | None = None
    dice_stand: bool = False


async def make_game(call: Call) -> GameMade:
    """A new game of a scenario."""
    body: MakeGame = call.body
    system = systems.load(body.system)
    scenario = system.scenario(scenario_named(system, body.scenario))
    try:
        readings = system.rulebook().choose(body.readings)
    except NotInRulebook as fault:
        raise Denied(NOT_UNDERSTOOD, str(fault)) from None
    begun = Beginning(
        system=system.id,
        scenario=journal.as_read(scenario),
        readings=dict(readings.chosen),
        start=fingerprint(system.muster(scenario, readings)),
        umpire=body.umpire,
        dice_stand=body.dice_stand,
    )
    return await _open(call, begun, body.seats, listed=body.listed)


async def import_game(call: Call) -> GameMade:
    """A game that goes on from a record."""
    body: ImportGame = call.body
    record = await asyncio.to_thread(parse, body.record.encode("utf-8", "surrogatepass"), "the record")
    system = systems.load(record.system)
    if otherwise := difference(system.id, record.house_rules):
        raise Denied(NOT_UNDERSTOOD, f"the record cannot be opened here: {otherwise}")
    closing = _closing(record) if body.purpose == "to look at" else None
    begun = Beginning(
        system=system.id,
        scenario=record.scenario,
        readings=record.readings,
        start=record.start,
        before=record.entries,
        from_record=record.seal,
        closing=closing,
    )
    await call.reckoning.do(partial(_require_replayable, record, system))
    return await _open(call, begun, body.seats, listed=body.listed)


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
    """A new game from a step of another that is over; of one that lasts only its umpire may make one."""
    body: ForkGame = call.body
    room = await call.room()
    async with room.lock:
        if not room.is_over:
            _require_umpire_for_fork(call, room)
        line, heading = room.line, room.line.heading
        if body.step > line.step or not line.has_begun:
            raise Denied(NOT_THERE, f"there is no step {body.step}: the game has come to step {line.step}")
        before = cut(line.steps, body.step)
        if not room.is_over:
            await room.keep(journal.Forked(body.step))  # before it is made: it is never made unseen
    begun = Beginning(
        system=heading.system,
        scenario=heading.scenario,
        readings=heading.readings,
        start=heading.start,
        before=before,
        forked_from=room.id,
    )
    return await _open(call, begun, body.seats, listed=body.listed)


def _require_umpire_for_fork(call: Call, room: Room) -> None:
    """Refuse a fork that would show a player what is hidden from him."""
    if call.key is not None and call.seat_in(room) == UMPIRE:
        return
    words = "a battle is forked when it is over: before that a fork would show what is hidden"
    raise Denied(NO_KEY if call.key is None else WRONG_KEY, words)


async def _open(call: Call, begun: Beginning, wanted: Sequence[SeatWanted], *, listed: bool) -> GameMade:
    """Make the game with its commitment, hand out its keys, and begin at once if nobody is awaited."""
    _require_seats(begun, wanted)
    _require_apart(begun.umpire, wanted)
    keys = tuple(_key_row(seat, one) for seat, one in enumerate(wanted))
    chair = None if begun.umpire is None else KeyRow(None, **_key_or_invitation(mine=begun.umpire.mine))
    heading = _heading(begun, wanted, keys, chair)
    title = str(begun.scenario.get("name", begun.scenario["id"]))[:200]
    is_to_play = begun.closing is None
    room = await call.rooms.make(heading, title=title, listed=listed and is_to_play, to_play=is_to_play)
    await _carry_on(call, room)
    shown = tuple(row for row in keys if row.key or row.invitation)
    return GameMade(game_seen(room, call.rooms), shown, chair)


def _heading(
    begun: Beginning, wanted: Sequence[SeatWanted], keys: Sequence[KeyRow], chair: KeyRow | None
) -> Heading:
    system = systems.load(begun.system)
    return Heading(
        system=begun.system,
        system_version=system.version,
        scenario=begun.scenario,
        readings=begun.readings,
        house_rules=dict(system.rulebook().house_rules.figures),
        start=begun.start,
        seats=tuple(Place(one.name, SeatKind(one.kind)) for one in wanted),
        secret=new_secret().hex(),
        seat_keys=tuple(_hash(row.key) for row in keys),
        invitations=tuple(_hash(row.invitation) for row in keys),
        chair=_chair(begun.umpire, chair),
        dice_stand=begun.dice_stand,
        before=begun.before,
        forked_from=begun.forked_from,
        from_record=begun.from_record,
        closing=begun.closing,
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
    """Refuse to give a player the umpire's key as well."""
    if umpire is not None and umpire.mine and any(one.kind == "person" and one.mine for one in wanted):
        words = "a player is not the umpire as well: play no seat yourself, or send the umpire an invitation"
        raise Denied(NOT_UNDERSTOOD, words)


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


async def _carry_on(call: Call, room: Room) -> None:
    """Have the battle begin if everything is there."""
    async with room.lock:
        await room.carry_on()
    call.rooms.stir(room)


async def join_game(call: Call) -> Joined:
    """Take a seat, or the umpire's chair, by an invitation."""
    body: JoinGame = call.body
    key = new_key()
    async with call.rooms.acting(call.game) as room:
        seat = _invited(room, body.invitation)
        if seat is None:
            await room.keep(journal.UmpireSeated(body.name, hashed(key)))
        else:
            await room.keep(journal.Seated(seat, body.name, hashed(key)))
        await room.carry_on()
    return Joined(seat, key, game_seen(room, call.rooms))


async def contribute(call: Call) -> GameSeen:
    """Put something into the dice; the battle begins when every person has."""
    body: Contribute = call.body
    async with call.rooms.acting(call.game) as room:
        seat = call.player_in(room)
        if room.line.has_begun:
            raise Denied(MOVED_ON, "the battle has begun: nothing more can be put into the dice")
        if room.line.has_contributed(seat):
            raise Denied(MOVED_ON, "this seat has put something into the dice already")
        await room.keep(journal.Contributed(seat, body.contribution))
        await room.carry_on()
    return game_seen(room, call.rooms)


async def show_invitation(call: Call) -> InvitationSeen:
    """The seat that an invitation is to, before anybody takes it."""
    body: ShowInvitation = call.body
    return InvitationSeen(_invited(await call.room(), body.invitation))


def _invited(room: Room, invitation: str) -> int | None:
    """The seat that an invitation is to; None is the umpire's chair."""
    seat = room.line.invited_to(invitation)
    if seat is None and not room.line.is_invited_to_umpire(invitation):
        raise Denied(WRONG_KEY, "this invitation is to no free seat of this game; ask for a new one")
    return seat


async def invite_anew(call: Call) -> KeyRow:
    """Open a seat again."""
    body: InviteAnew = call.body
    invitation = new_key()
    async with call.rooms.acting(call.game) as room:
        if call.key is None:
            raise Denied(NO_KEY, "this takes the key of a seat or of the umpire")
        by = call.seat_in(room)
        if body.seat >= len(room.line.names) or body.seat in room.line.agents:
            raise Denied(NOT_THERE, f"seat {body.seat} is no seat for a person")
        if by not in (UMPIRE, body.seat) and room.line.is_taken(body.seat):
            raise Denied(WRONG_KEY, "another player sits there: only he, or an umpire, opens that seat again")
        opened_by = None if by == UMPIRE else by
        await room.keep(journal.Invited(body.seat, hashed(invitation), opened_by, body.reason))
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
        "/api/games/{game}/contribute",
        "contribute",
        "Put something into the dice, before the battle begins",
        contribute,
        GameSeen,
        Contribute,
        who="seat",
    ),
    Endpoint(
        "POST",
        "/api/games/{game}/invite",
        "inviteAnew",
        "Open a seat again",
        invite_anew,
        KeyRow,
        InviteAnew,
        who="seat",
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

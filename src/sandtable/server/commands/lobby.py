"""The lobby: taking a seat, contributing to the dice, inviting, listing games, a game from outside."""

from __future__ import annotations

from sandtable.server.commands.asker import UMPIRE, Asker
from sandtable.server.denied import Denial, Denied
from sandtable.server.games import journal
from sandtable.server.games.keys import hashed, new_key
from sandtable.server.games.room import Room
from sandtable.server.games.summary import game_seen
from sandtable.server.wire.lobby import (
    Contribute,
    GameRowSeen,
    Games,
    GameSeen,
    GamesWanted,
    InvitationSeen,
    InviteAnew,
    Joined,
    JoinGame,
    KeyRow,
    ShowInvitation,
)


async def join_game(asker: Asker, request: JoinGame) -> Joined:
    """Take a seat, or the umpire's chair, by an invitation."""
    key = new_key()
    async with asker.acting() as room:
        seat = _invited(room, request.invitation)
        if seat is None:
            await room.commit(journal.UmpireSeated(request.name, hashed(key)))
        else:
            await room.commit(journal.Seated(seat, request.name, hashed(key)))
        await room.carry_on()
    return Joined(seat, key, game_seen(room, asker.service.rooms))


async def contribute(asker: Asker, request: Contribute) -> GameSeen:
    """Contribute to the dice; the battle begins when every person has."""
    async with asker.acting() as room:
        seat = asker.player_in(room)
        if room.state.has_begun:
            raise Denied(Denial.MOVED_ON, "the battle has begun: seats can no longer contribute to the dice")
        if room.state.has_contributed(seat):
            raise Denied(Denial.MOVED_ON, "this seat has already contributed to the dice")
        await room.commit(journal.Contributed(seat, request.contribution))
        await room.carry_on()
    return game_seen(room, asker.service.rooms)


async def show_invitation(asker: Asker, request: ShowInvitation) -> InvitationSeen:
    """The seat that an invitation is to, without using it up."""
    return InvitationSeen(_invited(await asker.room(), request.invitation))


def _invited(room: Room, invitation: str) -> int | None:
    """The seat that an invitation is to, None for the umpire's chair; Denied if it is to no free seat."""
    seat = room.state.invited_to(invitation)
    if seat is None and not room.state.is_invited_to_umpire(invitation):
        raise Denied(Denial.WRONG_KEY, "this invitation opens no free seat of this game; ask for a new one")
    return seat


async def invite_anew(asker: Asker, request: InviteAnew) -> KeyRow:
    """Open a seat again with a new invitation."""
    invitation = new_key()
    async with asker.acting() as room:
        asker.require_key("this needs the key of a seat or of the umpire")
        by = asker.seat_in(room)
        if request.seat >= len(room.state.names) or request.seat in room.state.agents:
            raise Denied(Denial.NOT_THERE, f"seat {request.seat} is not for a person")
        if by not in (UMPIRE, request.seat) and room.state.is_taken(request.seat):
            raise Denied(
                Denial.WRONG_KEY, "another player sits there; only he or an umpire can open the seat again"
            )
        opened_by = None if by == UMPIRE else by
        await room.commit(journal.Invited(request.seat, hashed(invitation), opened_by, request.reason))
    return KeyRow(request.seat, invitation=invitation)


async def list_games(asker: Asker, wanted: GamesWanted) -> Games:
    """The games that are listed for all."""
    rows = await asker.service.rooms.store.listed(
        status=wanted.status, limit=wanted.limit, before=wanted.before
    )
    return Games(
        tuple(
            GameRowSeen(row.id, row.system, row.scenario, row.title, row.status, row.made, row.touched)
            for row in rows
        )
    )


async def show_game(asker: Asker) -> GameSeen:
    """A game from outside."""
    return game_seen(await asker.room(), asker.service.rooms)

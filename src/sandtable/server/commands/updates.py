"""What a client that watches a game is sent after a change: what a bot needs, or what a screen needs."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.present.view import PromptView
from sandtable.server.commands.asker import Asker
from sandtable.server.games.room import Room
from sandtable.server.games.seat_view import prompt_for
from sandtable.server.games.summary import chat, game_seen, notes
from sandtable.server.wire.messages import Update


def prompt_update(asker: Asker, room: Room) -> Update:
    """All that a bot needs: how far the game is, and what its seat is asked."""
    eyes = asker.eyes_in(room)
    is_fought = room.state.has_begun and not room.is_over and not room.foregone_answer()
    return _update(asker, room, eyes, prompt_for(room.game, eyes) if is_fought else None)


async def picture_update(asker: Asker, room: Room, since: int | None) -> Update:
    """All that a screen needs which has seen everything up to act *since*; the lock is held."""
    state, eyes, known = room.state, asker.eyes_in(room), since or 0
    log = await room.log_since(eyes, since)
    picture = room.picture(eyes) if state.has_begun else None
    return replace(
        _update(asker, room, eyes, None if picture is None else picture.prompt),
        game=game_seen(room, asker.service.rooms),
        picture=picture,
        entries_from=log.start,
        entries=log.entries,
        said=chat(state, known),
        notes=notes(state, known),
    )


def _update(asker: Asker, room: Room, eyes: int | None, asked: PromptView | None) -> Update:
    return Update(
        number=room.state.number,
        step=room.state.step,
        status=room.status.value,
        question=room.question,
        waiting_for=room.waiting_for,
        thinking=asker.service.rooms.computer.thinking_agent(room.id),
        seat=eyes,
        prompt=asked,
    )

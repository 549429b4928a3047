"""The umpire's rulings: answering for a seat, going back, ending the game."""

from __future__ import annotations

from typing import Final, assert_never

from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.server.commands.asker import Asker, require_seat
from sandtable.server.commands.play import done, require_lasting, require_question
from sandtable.server.games import journal
from sandtable.server.games.room import Room
from sandtable.server.wire.play import Close, Done, GoBack, Override, Ruling

MOST_RULINGS: Final = 500
"""The most acts of an umpire that a record may hold."""


async def rule(asker: Asker, ruling: Ruling) -> Done:
    """Carry out a ruling of the umpire, with a reason that all read."""
    async with asker.acting() as room:
        asker.require_umpire(room)
        if len(room.state.rulings) >= MOST_RULINGS:
            raise Refused(Refusal(f"an umpire may rule at most {MOST_RULINGS} times in a game"))
        match ruling:
            case Override():
                await _override(room, ruling)
            case GoBack():
                await room.go_back(ruling.to, reason=ruling.reason)
            case Close():
                await _close(room, ruling)
            case _:
                assert_never(ruling)
        return done(room)


async def _override(room: Room, ruling: Override) -> None:
    require_question(room, ruling.question)
    seat = room.waiting_for
    if seat is None:
        raise Refused(Refusal("no question is open now"))
    await room.answer(seat, ruling.answer, reason=ruling.reason)


async def _close(room: Room, ruling: Close) -> None:
    require_lasting(room)
    if ruling.winner is not None:
        require_seat(room, ruling.winner)
    await room.commit(
        journal.GameClosed(f"the umpire ends the battle: {ruling.reason}", ruling.winner, "umpire")
    )

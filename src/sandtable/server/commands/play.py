"""Playing: answers, undo, take-backs, giving up, talking, and hurrying the computer.

The HTTP endpoints and the live socket both call these.
"""

from __future__ import annotations

from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.rules.rulebook import NotInRulebook
from sandtable.server.commands.asker import Asker
from sandtable.server.denied import Denial, Denied
from sandtable.server.games import journal
from sandtable.server.games.room import Room, Stale
from sandtable.server.wire.play import AskTakeBack, AtQuestion, Done, GiveAnswer, ReplyTakeBack, Resign, Say


def done(room: Room) -> Done:
    """How far the game is now."""
    return Done(room.state.number, room.state.step)


def require_question(room: Room, question: int) -> None:
    """Refuse a request that names another question than the one that waits, even if both look the same."""
    room.require_changeable()
    if question != room.state.question:
        waits = f"question {room.state.question} is open now"
        raise Stale(f"question {question} is no longer open; {waits}: look again and answer that")


def require_lasting(room: Room) -> None:
    """Refuse to end a battle that is over."""
    if room.is_over:
        raise Refused(Refusal("the battle is over already"))


async def answer(asker: Asker, request: GiveAnswer) -> Done:
    """Answer the question that waits.

    A question that the service answers by itself takes no other answer.
    """
    async with asker.acting() as room:
        seat = asker.player_in(room)
        require_question(room, request.question)
        if room.foregone_answer():
            words = f"question {request.question} is answered without a player"
            raise Denied(Denial.MOVED_ON, words)
        if not room.is_over and room.game.question is not None and room.waiting_for != seat:
            raise Denied(Denial.WRONG_KEY, f"seat {room.waiting_for} is asked now, not seat {seat}")
        await room.answer(seat, request.answer)
        return done(room)


async def undo(asker: Asker, request: AtQuestion) -> Done:
    """Take the asker's last answer back, before dice are thrown."""
    async with asker.acting() as room:
        seat = asker.player_in(room)
        require_question(room, request.question)
        await room.undo(seat)
        return done(room)


async def redo(asker: Asker, request: AtQuestion) -> Done:
    """Give again what was taken back."""
    async with asker.acting() as room:
        seat = asker.player_in(room)
        require_question(room, request.question)
        await room.redo(seat)
        return done(room)


async def ask_take_back(asker: Asker, request: AskTakeBack) -> Done:
    """Ask to go back; where no other person plays, it is granted immediately."""
    async with asker.acting() as room:
        seat = asker.player_in(room)
        room.require_way_back(request.to)
        if all(other == seat for other in room.state.people):
            await room.go_back(request.to, seat=seat)
        else:
            await room.commit(journal.TakeBackAsked(seat, request.to))
        return done(room)


async def reply_take_back(asker: Asker, request: ReplyTakeBack) -> Done:
    """Agree to go back, or decline."""
    async with asker.acting() as room:
        seat = asker.player_in(room)
        asked = room.state.take_back_asked
        if asked is None or room.state.take_back_number != request.number:
            raise Denied(Denial.MOVED_ON, "that request to go back is no longer open: look again")
        if request.agree and asked.seat == seat:
            words = "the player who asked cannot agree to it; the other side decides"
            raise Denied(Denial.WRONG_KEY, words)
        if request.agree:
            await room.go_back(asked.to, seat=asked.seat)
        else:
            await room.commit(journal.TakeBackDeclined(seat))
        return done(room)


async def resign(asker: Asker, request: Resign) -> Done:
    """Give the battle up: by the rules if they have a decision to concede, otherwise immediately."""
    async with asker.acting() as room:
        seat = asker.player_in(room)
        require_lasting(room)
        if not request.at_once and room.state.has_begun and _has_concession(room):
            if seat not in room.state.given_up:
                await room.commit(journal.GivenUp(seat))
        else:
            winner = 1 - seat if len(room.state.names) == 2 else None
            name = room.state.names[seat]
            await room.commit(journal.GameClosed(f"{name} gives the battle up", winner, "resigned"))
        return done(room)


def _has_concession(room: Room) -> bool:
    """Do the rules themselves have a decision to concede?"""
    try:
        room.system.rulebook().decision("concede")
    except NotInRulebook:
        return False
    return True


async def say(asker: Asker, request: Say) -> Done:
    """Say something; players and the umpire may."""
    async with asker.acting() as room:
        await room.commit(journal.Said(asker.speaker_in(room), request.words))
        return done(room)


async def move_now(asker: Asker) -> Done:
    """Stop the computer's thinking and have it move now."""
    rooms = asker.service.rooms
    room = await rooms.find(asker.game)
    asker.require_key("this needs the key of a seat or of the umpire")
    asker.seat_in(room)
    if not rooms.computer.hurry(asker.game):
        raise Denied(Denial.MOVED_ON, "the computer is not thinking now")
    return done(room)

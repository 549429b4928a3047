"""Playing: answers, undo, take-backs, giving up, talking, and the umpire's rulings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, assert_never

from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.rules.rulebook import NotInRulebook
from sandtable.server.commands.call import UMPIRE, Call, Endpoint, Who, require_question
from sandtable.server.games import journal
from sandtable.server.games.room import Room
from sandtable.server.http.faults import MOVED_ON, NO_KEY, NOT_THERE, WRONG_KEY, Denied
from sandtable.server.wire.play import (
    AskTakeBack,
    AtQuestion,
    Close,
    Done,
    GiveAnswer,
    GoBack,
    Override,
    ReplyTakeBack,
    Resign,
    Ruling,
    Say,
)

MOST_RULINGS: Final = 500
"""So many acts of an umpire fit into a record."""


def done(room: Room) -> Done:
    """How far the game is now."""
    return Done(room.line.number, room.line.step)


async def answer(room: Room, seat: int, question: int, raw: object) -> None:
    """Give a seat's answer to the question of that number; the room's lock is held.

    A question that the service answers is put to nobody, so nobody else answers it.
    """
    require_question(room, question)
    if room.foregone():
        raise Denied(MOVED_ON, f"question {question} is put to nobody: it goes without saying")
    if not room.is_over and room.game.question is not None and room.waiting_for != seat:
        raise Denied(WRONG_KEY, f"seat {room.waiting_for} is asked now, not seat {seat}")
    await room.answer(seat, raw)


async def give_answer(call: Call) -> Done:
    """Answer the question that waits."""
    body: GiveAnswer = call.body
    async with call.rooms.acting(call.game) as room:
        await answer(room, call.player_in(room), body.question, body.answer)
        return done(room)


async def undo(call: Call) -> Done:
    """Take one's last answer back, before dice are thrown."""
    body: AtQuestion = call.body
    async with call.rooms.acting(call.game) as room:
        seat = call.player_in(room)
        require_question(room, body.question)
        await room.undo(seat)
        return done(room)


async def redo(call: Call) -> Done:
    """Give again what was taken back."""
    body: AtQuestion = call.body
    async with call.rooms.acting(call.game) as room:
        seat = call.player_in(room)
        require_question(room, body.question)
        await room.redo(seat)
        return done(room)


async def ask_take_back(call: Call) -> Done:
    """Ask to go back; where no other person plays, it is granted at once."""
    body: AskTakeBack = call.body
    async with call.rooms.acting(call.game) as room:
        seat = call.player_in(room)
        room.require_way_back(body.to)
        if all(other == seat for other in room.line.people):
            await room.go_back(body.to, seat=seat)
        else:
            await room.keep(journal.TakeBackAsked(seat, body.to))
        return done(room)


async def reply_take_back(call: Call) -> Done:
    """Agree to go back, or decline."""
    body: ReplyTakeBack = call.body
    async with call.rooms.acting(call.game) as room:
        seat = call.player_in(room)
        asked = room.line.asked
        if asked is None or room.line.asked_at != body.number:
            raise Denied(MOVED_ON, "that take-back is not asked for any more: look again")
        if body.agree and asked.seat == seat:
            raise Denied(WRONG_KEY, "whoever asked cannot agree himself: the other side decides")
        if body.agree:
            await room.go_back(asked.to, seat=asked.seat)
        else:
            await room.keep(journal.TakeBackDeclined(seat))
        return done(room)


async def resign(call: Call) -> Done:
    """Give the battle up, by the rules where they have a way to, else at once."""
    body: Resign = call.body
    async with call.rooms.acting(call.game) as room:
        seat = call.player_in(room)
        if room.is_over:
            raise Refused(Refusal("the battle is over already"))
        if not body.at_once and room.line.has_begun and _has_concession(room):
            if seat not in room.line.given_up:
                await room.keep(journal.GivenUp(seat))
        else:
            winner = 1 - seat if len(room.line.names) == 2 else None
            name = room.line.names[seat]
            await room.keep(journal.Closed(f"{name} gives the battle up", winner, "resigned"))
        return done(room)


def _has_concession(room: Room) -> bool:
    """Do the rules themselves ask whether somebody concedes?"""
    try:
        room.system.rulebook().decision("concede")
    except NotInRulebook:
        return False
    return True


async def say(call: Call) -> Done:
    """Say something; players and the umpire may."""
    body: Say = call.body
    async with call.rooms.acting(call.game) as room:
        if call.key is None:
            raise Denied(NO_KEY, "only those at the table may talk: give the key of a seat")
        seat = call.seat_in(room)
        await room.keep(journal.Said(None if seat == UMPIRE else seat, body.words))
        return done(room)


async def move_now(call: Call) -> Done:
    """Stop the computer's thinking: it is to move now."""
    room = await call.rooms.find(call.game)
    if call.key is None:
        raise Denied(NO_KEY, "this takes the key of a seat or of the umpire")
    call.seat_in(room)
    if not call.rooms.hurry(call.game):
        raise Denied(MOVED_ON, "the computer does not think about anything just now")
    return done(room)


async def rule(call: Call) -> Done:
    """The umpire's ruling, with a reason that everybody reads."""
    ruling: Override | GoBack | Close = call.body
    async with call.rooms.acting(call.game) as room:
        call.require_umpire(room)
        if len(room.line.rulings) >= MOST_RULINGS:
            raise Refused(Refusal(f"an umpire rules at most {MOST_RULINGS} times in a game"))
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
        raise Refused(Refusal("nobody is asked anything now"))
    await room.answer(seat, ruling.answer, reason=ruling.reason)


async def _close(room: Room, ruling: Close) -> None:
    if room.is_over:
        raise Refused(Refusal("the battle is over already"))
    if ruling.winner is not None and ruling.winner >= len(room.line.names):
        raise Denied(NOT_THERE, f"there is no seat {ruling.winner}; they are 0 to {len(room.line.names) - 1}")
    await room.keep(journal.Closed(f"the umpire ends the battle: {ruling.reason}", ruling.winner, "umpire"))


def _posted(
    path: str, name: str, summary: str, do: Callable[[Call], Awaitable[Done]], body: Any, who: Who = "seat"
) -> Endpoint:
    return Endpoint("POST", f"/api/games/{{game}}/{path}", name, summary, do, Done, body, who=who)


ENDPOINTS = (
    _posted("answer", "answer", "Answer the question that waits", give_answer, GiveAnswer),
    _posted("undo", "undo", "Take one's last answer back, before dice fall", undo, AtQuestion),
    _posted("redo", "redo", "Give again what was taken back", redo, AtQuestion),
    _posted("take-back", "askTakeBack", "Ask to go back to a step", ask_take_back, AskTakeBack),
    _posted(
        "take-back/reply", "replyTakeBack", "Agree to go back, or decline", reply_take_back, ReplyTakeBack
    ),
    _posted("resign", "resign", "Give the battle up", resign, Resign),
    _posted("say", "say", "Say something at the table", say, Say),
    _posted("move-now", "moveNow", "Have the computer move now", move_now, None),
    _posted("ruling", "ruling", "The umpire answers, goes back or ends the game", rule, Ruling, who="umpire"),
)

"""Asking about a body: what may be drawn about it, and what it and its enemies could do to each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeVar

from sandtable import systems
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.drivers.play import Game
from sandtable.game.present.bouts import BoutSeen, Weigher
from sandtable.game.present.drafts import drafted, stepped
from sandtable.game.present.painting import Overlay, PossibleBout
from sandtable.game.story.trail import Past, past_of, trail
from sandtable.server.commands.call import Call, Endpoint
from sandtable.server.games.room import Room, Stale
from sandtable.server.http.faults import NOT_THERE, WRONG_KEY, Denied
from sandtable.server.http.wire import AskAbout, AskBouts, AskOverlays, BoutsSeen, OverlaysSeen
from sandtable.server.preview.views import at_step, place_of

T = TypeVar("T")
A = TypeVar("A", bound=AskAbout)
M = TypeVar("M", PlanMove, PlanHexMove)

MOST_BOUTS: Final = 16
"""So many bouts are worked out at once."""


@cache
def weigher(system: str) -> Weigher:
    """Works out the bouts of a system; kept, since equal facts come again and again."""
    return Weigher(systems.load(system))


async def show_overlays(call: Call) -> OverlaysSeen:
    """What may be drawn about a body, as the caller's seat sees the table."""
    body: AskOverlays = call.body
    found = await _worked_out(call, body, _overlays)
    return OverlaysSeen(body.step, body.body, found)


def _overlays(moment: Moment, asked: AskAbout) -> tuple[Overlay, ...]:
    battle = _battle(moment, asked)
    drawn = moment.game.system.painter().overlays(battle, battle.units[asked.body])
    return (*drawn, *trail(moment.past, moment.seat, asked.body))


async def show_bouts(call: Call) -> BoutsSeen:
    """What a body could do, and what could be done to it, with figures and exact chances."""
    body: AskBouts = call.body
    seen, left_out = await _worked_out(call, body, _bouts)
    return BoutsSeen(body.step, body.body, seen, left_out)


def _bouts(moment: Moment, asked: AskBouts) -> tuple[tuple[BoutSeen, ...], int]:
    battle, system = _battle(moment, asked), moment.game.system
    offered = system.painter().bouts(battle, battle.units[asked.body])
    wanted = [bout for bout in offered if asked.against is None or asked.against in _parties(bout)]
    weigh = weigher(system.id).weigh
    return tuple(map(weigh, wanted[:MOST_BOUTS])), max(0, len(wanted) - MOST_BOUTS)


def _parties(bout: PossibleBout) -> tuple[int, int]:
    return bout.by, bout.against


# --------------------------------------------------------------------- which battle
class Moment(NamedTuple):
    """A game at a step, apart from the one that goes on, what had happened by then, and who looks at it."""

    game: Game[Any]
    past: Past
    seat: int | None


async def _worked_out(call: Call, asked: A, work: Callable[[Moment, A], T]) -> T:
    """What is told of a body; it is worked out once for a seat and remembered until the table changes."""
    room = await call.room()
    found = call.seat_in(room)
    seat = None if found is None or found < 0 else found
    key = (seat, asked)
    known: T | None = room.remembered(key)
    if known is not None:
        return known
    moment = await _moment(call, room, asked.step, seat)
    told = await call.reckoning.do(partial(work, moment, asked))
    if asked.step == room.line.step:
        room.remember(key, told)
    return told


async def _moment(call: Call, room: Room, step: int, seat: int | None) -> Moment:
    """The game at the step that is asked about, as somebody looks at it."""
    async with room.lock:
        if step > room.line.step:
            raise Stale(f"the game is at step {room.line.step}, not at step {step}")
        await room.unfold()
        game = room.game
        then = await call.reckoning.do(partial(at_step, game, step))
        return Moment(then, past_of(game, place_of(game.log, step), then.battle), seat)


def _battle(moment: Moment, asked: AskAbout) -> Any:
    """The battle as a seat sees it, or as it would be at the end of the move that it plans."""
    game = moment.game
    battle = game.system.seen_by(game.battle, moment.seat)
    if asked.body >= len(battle.units):
        words = f"there is no body {asked.body}: bodies have the numbers 0 to {len(battle.units) - 1}"
        raise Denied(NOT_THERE, words)
    if asked.legs is not None:
        return drafted(battle, _move(moment, asked.body, PlanMove), asked.legs)
    if asked.steps is not None:
        return stepped(battle, _move(moment, asked.body, PlanHexMove), asked.steps)
    return battle


def _move(moment: Moment, body: int, kind: type[M]) -> M:
    """The move that a seat plans with a body."""
    game, question = moment.game, moment.game.question
    if question is not None and question.seat != moment.seat:
        raise Denied(WRONG_KEY, "only whoever is asked for a move may try its legs")
    if not isinstance(question, kind) or game.system.painter().mover(game.battle, question) != body:
        raise Refused(Refusal(f"no move of body {body} is asked for now, so it cannot be tried"))
    return question


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/games/{game}/overlays",
        "overlays",
        "What may be drawn about a body",
        show_overlays,
        OverlaysSeen,
        AskOverlays,
        is_reckoning=True,
    ),
    Endpoint(
        "POST",
        "/api/games/{game}/bouts",
        "bouts",
        "What a body could do to its enemies, and they to it",
        show_bouts,
        BoutsSeen,
        AskBouts,
        is_reckoning=True,
    ),
)

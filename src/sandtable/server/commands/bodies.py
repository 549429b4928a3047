"""Questions about a body: what may be drawn about it, and what it and its enemies could do to each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeVar

from sandtable import systems
from sandtable.game.ask.faces import Stake
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.drivers.play import Game
from sandtable.game.present.bouts import BoutSeen, Weigher
from sandtable.game.present.drafts import drafted, stepped
from sandtable.game.present.painting import Overlay
from sandtable.game.story.trail import Past, past_of, trail
from sandtable.server.commands.asker import Asker
from sandtable.server.denied import Denial, Denied
from sandtable.server.games.room import Room, Stale
from sandtable.server.games.seat_view import at_step, place_of
from sandtable.server.wire.trials import AskAbout, AskBouts, AskOverlays, BoutsSeen, OverlaysSeen

T = TypeVar("T")
A = TypeVar("A", bound=AskAbout)
M = TypeVar("M", PlanMove, PlanHexMove)

MOST_BOUTS: Final = 16
"""The most bouts that are worked out for one question."""


@cache
def weigher(system: str) -> Weigher:
    """The weigher of a system's bouts; it is kept because it remembers the odds of equal facts."""
    return Weigher(systems.load(system))


async def show_overlays(asker: Asker, request: AskOverlays) -> OverlaysSeen:
    """What may be drawn about a body, as the asker's seat sees the table."""
    overlays = await _worked_out(asker, request, _overlays)
    return OverlaysSeen(request.step, request.body, overlays)


def _overlays(table: TableAtStep, request: AskAbout) -> tuple[Overlay, ...]:
    battle = _battle(table, request)
    drawn = table.game.system.painter().overlays(battle, battle.units[request.body])
    return (*drawn, *trail(table.past, table.seat, request.body))


async def show_bouts(asker: Asker, request: AskBouts) -> BoutsSeen:
    """What a body could do, and what could be done to it, with figures and exact chances."""
    bouts, left_out = await _worked_out(asker, request, _bouts)
    return BoutsSeen(request.step, request.body, bouts, left_out)


def _bouts(table: TableAtStep, request: AskBouts) -> tuple[tuple[BoutSeen, ...], int]:
    battle, system = _battle(table, request), table.game.system
    offered = system.painter().bouts(battle, battle.units[request.body])
    wanted = [bout for bout in offered if request.against is None or request.against in _parties(bout)]
    weigh = weigher(system.id).weigh
    return tuple(map(weigh, wanted[:MOST_BOUTS])), max(0, len(wanted) - MOST_BOUTS)


def _parties(bout: Stake) -> tuple[int, int]:
    return bout.by, bout.against


# --------------------------------------------------------------------- which battle
class TableAtStep(NamedTuple):
    """A copy of a game at a step, what had happened by then, and the seat that looks at it."""

    game: Game[Any]
    past: Past
    seat: int | None


async def _worked_out(asker: Asker, request: A, work: Callable[[TableAtStep, A], T]) -> T:
    """The answer to a question about a body, remembered for its seat until the table changes."""
    room = await asker.room()
    seat = asker.eyes_in(room)
    key = (seat, request)
    known: T | None = room.remembered(key)
    if known is not None:
        return known
    table = await _table_at(asker, room, request.step, seat)
    answer = await asker.compute(partial(work, table, request))
    if request.step == room.state.step:
        room.remember(key, answer)
    return answer


async def _table_at(asker: Asker, room: Room, step: int, seat: int | None) -> TableAtStep:
    """The game at the step that is asked about, as a seat looks at it."""
    async with room.lock:
        if step > room.state.step:
            raise Stale(f"the game is at step {room.state.step}, not at step {step}")
        await room.load_whole()
        game = room.game
        then = await asker.compute(partial(at_step, game, step))
        return TableAtStep(then, past_of(game, place_of(game.log, step), then.battle), seat)


def _battle(table: TableAtStep, request: AskAbout) -> Any:
    """The battle as a seat sees it, or as it would be at the end of the move that it plans."""
    game = table.game
    battle = game.system.seen_by(game.battle, table.seat)
    if request.body >= len(battle.units):
        words = f"there is no body {request.body}; bodies are numbered 0 to {len(battle.units) - 1}"
        raise Denied(Denial.NOT_THERE, words)
    if request.legs is not None:
        return drafted(battle, _move(table, request.body, PlanMove), request.legs)
    if request.steps is not None:
        return stepped(battle, _move(table, request.body, PlanHexMove), request.steps)
    return battle


def _move(table: TableAtStep, body: int, kind: type[M]) -> M:
    """The move that a seat plans with a body."""
    question = table.game.question
    if question is not None and question.seat != table.seat:
        raise Denied(Denial.WRONG_KEY, "only the player who is asked for a move may try its legs")
    if not isinstance(question, kind) or question.mover() != body:
        raise Refused(Refusal(f"body {body} is not to move now, so its move cannot be tried"))
    return question

"""Trying before answering: moves, reach, places, a levy drawn up, a tape measure, the odds of an option."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeVar

from sandtable.game.ask.deployment import Arrayed, Put
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.battle.position import Position
from sandtable.game.present.prospects import figures, prospects
from sandtable.server.commands.asker import Asker
from sandtable.server.commands.bodies import weigher
from sandtable.server.denied import Denial, Denied
from sandtable.server.games.room import Room, Stale
from sandtable.server.preview.hex_moves import (
    HexPlanSeen,
    HexReachSeen,
    hexes_seen,
    steps_seen,
    steps_towards,
)
from sandtable.server.preview.moves import PlanSeen, ReachSeen, plan_seen, plan_towards, reach_seen
from sandtable.server.preview.places import SpotSeen, SpotsSeen, spot_seen, spots_seen
from sandtable.server.preview.tape import Measured, measured
from sandtable.server.wire.trials import (
    AskOdds,
    AtBody,
    AtPlace,
    AtStep,
    LayTape,
    OddsSeen,
    TryArray,
    TryPlan,
    TrySpot,
    TrySteps,
)
from sandtable.table.hexes import Hex
from sandtable.table.space import Point

Q = TypeVar("Q", bound=Decision[Any])


async def _room_asking(asker: Asker, step: int) -> Room:
    """The room, if it is at that step and the asker's seat is the one that is asked."""
    room = await asker.room()
    seat = asker.player_in(room)
    if step != room.state.step:
        raise Stale(f"the game is at step {room.state.step} by now, not at step {step}")
    if room.is_over or room.game.question is None:
        raise Refused(Refusal("the battle is over; there is no question to answer"))
    if room.waiting_for != seat:
        raise Denied(Denial.WRONG_KEY, f"seat {room.waiting_for} is asked now, not seat {seat}")
    return room


def _question(room: Room, kind: type[Q], otherwise: str) -> Q:
    """The question that waits, if it is of a kind; refused in the words of *otherwise* if not."""
    question = room.game.question
    if not isinstance(question, kind):
        raise Refused(Refusal(otherwise))
    return question


# --------------------------------------------------------------------- moves
NO_MOVE = "the open question does not ask for a move"
NO_HEX_MOVE = "the open question does not ask for a move on hexes"
NO_PLACE = "the open question does not ask for a place"


async def try_plan(asker: Asker, request: TryPlan) -> PlanSeen:
    """A plan judged, or the nearest legal plan to a wanted pose."""
    room = await _room_asking(asker, request.step)
    question, game = _question(room, PlanMove, NO_MOVE), room.game
    if request.legs is not None and request.wanted is None:
        return await asker.compute(partial(plan_seen, game, question, request.legs))
    if request.wanted is not None and request.legs is None:
        return await asker.compute(partial(plan_towards, game, question, request.wanted.pose()))
    raise Denied(Denial.NOT_UNDERSTOOD, "give either the legs of the move or the pose that is wanted")


async def show_reach(asker: Asker, request: AtStep) -> ReachSeen:
    """The places that the body that is to move can reach."""
    question = _question(await _room_asking(asker, request.step), PlanMove, NO_MOVE)
    return await asker.compute(partial(reach_seen, question))


async def try_steps(asker: Asker, request: TrySteps) -> HexPlanSeen:
    """A plan on hexes judged, or the nearest legal plan to a hex that is wanted."""
    room = await _room_asking(asker, request.step)
    question, game = _question(room, PlanHexMove, NO_HEX_MOVE), room.game
    if request.steps is not None and request.wanted is None:
        return await asker.compute(partial(steps_seen, game, question, request.steps))
    if request.wanted is not None and request.steps is None:
        wanted = Hex(request.wanted.q, request.wanted.r)
        return await asker.compute(partial(steps_towards, game, question, wanted, request.wanted.facing))
    raise Denied(Denial.NOT_UNDERSTOOD, "give either the steps of the move or the hex that is wanted")


async def show_hexes(asker: Asker, request: AtStep) -> HexReachSeen:
    """The hexes that the body that is to move can reach."""
    room = await _room_asking(asker, request.step)
    return await asker.compute(partial(hexes_seen, room.game, _question(room, PlanHexMove, NO_HEX_MOVE)))


# --------------------------------------------------------------------- places
async def show_spots(asker: Asker, request: AtStep) -> SpotsSeen:
    """The places where something may be put down."""
    question = _question(await _room_asking(asker, request.step), PlacePoint, NO_PLACE)
    return await asker.compute(partial(spots_seen, question))


async def try_spot(asker: Asker, request: TrySpot) -> SpotSeen:
    """A place judged, or the nearest that would do."""
    room = await _room_asking(asker, request.step)
    question = _question(room, PlacePoint, NO_PLACE)
    rule = question.prompt(room.system.seen_by(room.game.battle, question.seat)).rule
    return await asker.compute(partial(spot_seen, question, Point(request.x, request.y), rule))


async def try_array(asker: Asker, request: TryArray) -> Arrayed:
    """All pieces of a levy as they were put down, judged piece by piece."""
    room = await _room_asking(asker, request.step)
    question, painter = room.game.question, room.system.painter()
    assert question is not None
    battle = room.system.seen_by(room.game.battle, question.seat)
    array = painter.array(battle, question)
    if array is None:
        raise Refused(Refusal("the open question does not ask for a deployment"))
    puts = tuple(Put(put.who, put.stand, (put.x, put.y), put.heading) for put in request.puts)
    stands = {recruit.who: len(recruit.stands) for recruit in array.recruits}
    _require_pieces(puts, stands, single=array.single)
    return await asker.compute(partial(painter.arrayed, battle, question, puts))


def _require_pieces(puts: tuple[Put, ...], stands: dict[int | str, int], *, single: bool) -> None:
    """Deny pieces that the levy does not have; *stands* says how many stands each piece has."""
    known, put_down = sorted(map(str, stands)), sorted(str(put.who) for put in puts)
    listed = ", ".join(map(str, stands))
    if single and (len(put_down) != 1 or put_down[0] not in known):
        raise Denied(Denial.NOT_UNDERSTOOD, f"place one of these: {listed}")
    if not single and known != put_down:
        raise Denied(Denial.NOT_UNDERSTOOD, f"place each of these once: {listed}")
    for put in puts:
        if put.stand >= stands[put.who]:
            words = f"{put.who} has no stand {put.stand}; it has {stands[put.who]}"
            raise Denied(Denial.NOT_UNDERSTOOD, words)


# --------------------------------------------------------------------- tape and odds
async def lay_tape(asker: Asker, request: LayTape) -> Measured:
    """A tape from one body or place to another; what is hidden from the asker cannot be measured."""
    room = await asker.room()
    seat = asker.eyes_in(room)
    units = room.system.seen_by(room.game.battle, seat).units
    try:
        return measured(units, _end(request.start), _end(request.end))
    except ValueError as fault:
        raise Denied(Denial.NOT_THERE, str(fault)) from None


def _end(end: AtBody | AtPlace) -> Point | int:
    return end.body if isinstance(end, AtBody) else Point(end.x, end.y)


async def show_odds(asker: Asker, request: AskOdds) -> OddsSeen:
    """What may come of an option, with exact chances."""
    room = await _room_asking(asker, request.step)
    question = _question(room, Choose, "odds are shown only for options; this is a move")
    if request.option >= len(question.options):
        words = f"there is no option {request.option}; they are 0 to {len(question.options) - 1}"
        raise Denied(Denial.NOT_THERE, words)
    position = room.game.position()
    label = question.prompt(position.battle).labels[request.option]
    return await asker.compute(partial(_odds, position, request, label))


def _odds(position: Position[Any], request: AskOdds, label: str) -> OddsSeen:
    odds, question = prospects(position, request.option, label), position.question
    assert isinstance(question, Choose), "odds are shown for the options of a choice"
    stakes = question.stakes(position.battle, question.options[request.option])
    weigh = weigher(position.system.id).weigh
    return OddsSeen(request.step, odds, figures(position, request.option), tuple(map(weigh, stakes)))

"""Trying moves on hexes and places: a plan step by step, the hexes in reach, a place before it is taken."""

from __future__ import annotations

from functools import partial

from sandtable.game.ask.deployment import Arrayed, Put
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.server.commands.call import Call, Endpoint
from sandtable.server.commands.trying import asked
from sandtable.server.games.room import Room
from sandtable.server.http.faults import NOT_UNDERSTOOD, Denied
from sandtable.server.http.wire import AtStep, TryArray, TrySpot, TrySteps
from sandtable.server.preview.hex_moves import (
    HexPlanSeen,
    HexReachSeen,
    hexes_seen,
    steps_seen,
    steps_towards,
)
from sandtable.server.preview.places import SpotSeen, SpotsSeen, spot_seen, spots_seen
from sandtable.table.hexes.grid import Hex
from sandtable.table.space.pose import Point


def _move(room: Room) -> PlanHexMove:
    question = room.game.question
    if not isinstance(question, PlanHexMove):
        raise Refused(Refusal("no move on hexes is asked for now"))
    return question


def _place(room: Room) -> PlacePoint:
    question = room.game.question
    if not isinstance(question, PlacePoint):
        raise Refused(Refusal("no place is asked for now"))
    return question


async def try_steps(call: Call) -> HexPlanSeen:
    """A plan on hexes judged, or the nearest legal plan to a hex that is wanted."""
    body: TrySteps = call.body
    room = await asked(call, body.step)
    question, game = _move(room), room.game
    if (body.steps is None) == (body.wanted is None):
        raise Denied(NOT_UNDERSTOOD, "say either the steps of the move or the hex that is wanted")
    if body.steps is not None:
        return await call.reckoning.do(partial(steps_seen, game, question, body.steps))
    assert body.wanted is not None
    hex_ = Hex(body.wanted.q, body.wanted.r)
    return await call.reckoning.do(partial(steps_towards, game, question, hex_, body.wanted.facing))


async def show_hexes(call: Call) -> HexReachSeen:
    """The hexes to which the body that is to move may get."""
    body: AtStep = call.body
    room = await asked(call, body.step)
    return await call.reckoning.do(partial(hexes_seen, room.game, _move(room)))


async def show_spots(call: Call) -> SpotsSeen:
    """Where something may be put down."""
    body: AtStep = call.body
    return await call.reckoning.do(partial(spots_seen, _place(await asked(call, body.step))))


async def try_spot(call: Call) -> SpotSeen:
    """A place judged, or the nearest that would do."""
    body: TrySpot = call.body
    room = await asked(call, body.step)
    question, game = _place(room), room.game
    rule = room.system.prompt(room.system.seen_by(game.battle, question.seat), question).rule
    return await call.reckoning.do(partial(spot_seen, question, Point(body.x, body.y), rule))


async def try_array(call: Call) -> Arrayed:
    """Everything of a levy as it was put down, judged piece by piece."""
    body: TryArray = call.body
    room = await asked(call, body.step)
    question, painter = room.game.question, room.system.painter()
    assert question is not None
    battle = room.system.seen_by(room.game.battle, question.seat)
    array = painter.array(battle, question)
    if array is None:
        raise Refused(Refusal("nothing is to be drawn up now"))
    stands = {recruit.who: len(recruit.stands) for recruit in array.recruits}
    puts = tuple(Put(put.who, put.stand, (put.x, put.y), put.heading) for put in body.puts)
    known, put_down = sorted(map(str, stands)), sorted(str(put.who) for put in puts)
    if array.single and (len(put_down) != 1 or put_down[0] not in known):
        raise Denied(NOT_UNDERSTOOD, f"one of these is put down: {', '.join(map(str, stands))}")
    if not array.single and known != put_down:
        raise Denied(NOT_UNDERSTOOD, f"each of these is put down once: {', '.join(map(str, stands))}")
    for put in puts:
        if put.stand >= stands[put.who]:
            raise Denied(NOT_UNDERSTOOD, f"{put.who} has no stand {put.stand}; it has {stands[put.who]}")
    return await call.reckoning.do(partial(painter.arrayed, battle, question, puts))


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/games/{game}/steps",
        "trySteps",
        "Judge a plan on hexes, or find the nearest legal one to a hex",
        try_steps,
        HexPlanSeen,
        TrySteps,
        who="seat",
        is_reckoning=True,
    ),
    Endpoint(
        "POST",
        "/api/games/{game}/hexes",
        "hexes",
        "The hexes to which the body that is to move may get",
        show_hexes,
        HexReachSeen,
        AtStep,
        who="seat",
        is_reckoning=True,
    ),
    Endpoint(
        "POST",
        "/api/games/{game}/spots",
        "spots",
        "Where something may be put down",
        show_spots,
        SpotsSeen,
        AtStep,
        who="seat",
        is_reckoning=True,
    ),
    Endpoint(
        "POST",
        "/api/games/{game}/spot",
        "trySpot",
        "Judge a place, or find the nearest that would do",
        try_spot,
        SpotSeen,
        TrySpot,
        who="seat",
        is_reckoning=True,
    ),
    Endpoint(
        "POST",
        "/api/games/{game}/array",
        "tryArray",
        "Judge everything of a levy as it is put down",
        try_array,
        Arrayed,
        TryArray,
        who="seat",
        is_reckoning=True,
    ),
)

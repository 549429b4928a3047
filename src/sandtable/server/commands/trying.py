"""Trying: a plan before it is made, the reach of a body, a tape measure, the odds of an option."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.battle.position import Position
from sandtable.game.present.prospects import figures, prospects
from sandtable.server.commands.call import Call, Endpoint, require_step
from sandtable.server.games.room import Room
from sandtable.server.http.faults import NOT_THERE, NOT_UNDERSTOOD, WRONG_KEY, Denied
from sandtable.server.preview.moves import (
    Measured,
    PlanSeen,
    ReachSeen,
    measured,
    plan_seen,
    plan_towards,
    reach_seen,
)
from sandtable.server.wire.trials import AskOdds, AtBody, AtPlace, AtStep, LayTape, OddsSeen, TryPlan
from sandtable.table.space.pose import Point


async def asked(call: Call, step: int) -> Room:
    """The room, if it is at that step and the caller's seat is the one that is asked."""
    room = await call.room()
    seat = call.player_in(room)
    require_step(room, step)
    if room.is_over or room.game.question is None:
        raise Refused(Refusal("the battle is over: nothing is asked"))
    if room.waiting_for != seat:
        raise Denied(WRONG_KEY, f"seat {room.waiting_for} is asked now, not seat {seat}")
    return room


def _move(room: Room) -> PlanMove:
    question = room.game.question
    if not isinstance(question, PlanMove):
        raise Refused(Refusal("no move is asked for now"))
    return question


async def try_plan(call: Call) -> PlanSeen:
    """A plan judged, or the nearest legal plan to a wanted pose."""
    body: TryPlan = call.body
    room = await asked(call, body.step)
    question, game = _move(room), room.game
    if (body.legs is None) == (body.wanted is None):
        raise Denied(NOT_UNDERSTOOD, "say either the legs of the move or the pose that is wanted")
    if body.legs is not None:
        return await call.reckoning.do(partial(plan_seen, game, question, body.legs))
    assert body.wanted is not None
    return await call.reckoning.do(partial(plan_towards, game, question, body.wanted.pose()))


async def show_reach(call: Call) -> ReachSeen:
    """Where the body that is to move may get to."""
    body: AtStep = call.body
    question = _move(await asked(call, body.step))
    return await call.reckoning.do(partial(reach_seen, question))


async def lay_tape(call: Call) -> Measured:
    """A tape from one body or place to another; what is hidden from the caller cannot be measured."""
    body: LayTape = call.body
    room = await call.room()
    seat = call.seat_in(room)
    units = room.system.seen_by(room.game.battle, None if seat is None or seat < 0 else seat).units
    try:
        return measured(units, _end(body.start), _end(body.end))
    except ValueError as fault:
        raise Denied(NOT_THERE, str(fault)) from None


def _end(end: AtBody | AtPlace) -> Point | int:
    return end.body if isinstance(end, AtBody) else Point(end.x, end.y)


async def tell_odds(call: Call) -> OddsSeen:
    """What may come of an option, with exact chances."""
    body: AskOdds = call.body
    room = await asked(call, body.step)
    question = room.game.question
    if not isinstance(question, Choose):
        raise Refused(Refusal("odds are told of the options of a choice; this is a move"))
    if body.option >= len(question.options):
        words = f"there is no option {body.option}; they are 0 to {len(question.options) - 1}"
        raise Denied(NOT_THERE, words)
    position = room.game.position()
    label = room.system.prompt(position.battle, question).labels[body.option]
    return await call.reckoning.do(partial(_odds, position, body, label))


def _odds(position: Position[Any], asked: AskOdds, label: str) -> OddsSeen:
    odds = prospects(position, asked.option, label)
    return OddsSeen(asked.step, odds, figures(position, asked.option))


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/games/{game}/plan",
        "tryPlan",
        "Judge a plan, or find the nearest legal one to a pose",
        try_plan,
        PlanSeen,
        TryPlan,
        who="seat",
        is_reckoning=True,
    ),
    Endpoint(
        "POST",
        "/api/games/{game}/reach",
        "reach",
        "Where the body that is to move may get to",
        show_reach,
        ReachSeen,
        AtStep,
        who="seat",
        is_reckoning=True,
    ),
    Endpoint("POST", "/api/games/{game}/measure", "measure", "Lay a tape", lay_tape, Measured, LayTape),
    Endpoint(
        "POST",
        "/api/games/{game}/odds",
        "odds",
        "What may come of an option",
        tell_odds,
        OddsSeen,
        AskOdds,
        who="seat",
        is_reckoning=True,
    ),
)

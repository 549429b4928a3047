"""Calls: the figures of the procedures that were called in a game, and of those that would be called next."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple, cast

from sandtable.ask import Alone, Procedure
from sandtable.game.ask.questions import Decision, Do, Tell
from sandtable.game.battle.position import Position
from sandtable.game.drivers.odds import NoPolicy
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.rules.tally import Tally


class FiguredCall(NamedTuple):
    """A call of a procedure: the length of the log at that point, and the figures that the call uses."""

    at: int
    tallies: tuple[tuple[str, Tally], ...]


def figured_calls(game: Game[Any], since: int = 0) -> tuple[FiguredCall, ...]:
    """The calls with figures in a game, in order, from a place of the log on."""
    system, found = game.system, []
    for at, call in game.calls:
        if at >= since and (tallies := tuple(system.figures(call).items())):
            found.append(FiguredCall(at, tallies))
    return tuple(found)


def boundaries(game: Game[Any]) -> tuple[tuple[int, int], ...]:
    """The start and end of each procedure in the log, without procedures that left no entry."""
    places = [*(one.at for one in game.checkpoints), len(game.log)]
    return tuple((start, end) for start, end in pairwise(places) if start < end)


def figures_ahead(position: Position[Any], answer: object) -> tuple[tuple[str, Tally], ...]:
    """The figures of the first throw after an answer.

    The system's default policy takes the decisions before the throw; one that it does not cover ends the
    search.
    """
    system, call = position.system, position.system.next(position.checkpoint)
    assert call is not None
    given = [*(entry.settled for entry in position.since), position.question.judge(answer)]
    with Alone():
        return _figures_ahead(system, call, given)


def _figures_ahead(system: System[Any], call: Do[Any], given: list[Any]) -> tuple[tuple[str, Tally], ...]:
    """The figures of all calls after the given answers, up to the next throw."""
    stack: list[Procedure[Any]] = [call.start()]
    found: list[tuple[str, Tally]] = []
    reply: Any = None
    while stack:
        try:
            ask = stack[-1].send(reply)
        except StopIteration as end:
            del stack[-1]
            reply = end.value
            continue
        if isinstance(ask, Do):
            if not given:
                found += system.figures(ask).items()
            stack.append(ask.start())
            reply = None
        elif isinstance(ask, Tell):
            reply = ask.event.apply(ask.battle)
        elif given:
            reply = given.pop(0)
        elif (taken := _taken(system, ask)) is not None:
            reply = taken
        else:
            break
    for procedure in reversed(stack):
        procedure.close()
    return tuple(found)


def _taken(system: System[Any], ask: object) -> object | None:
    """What a rule continues with by the default policy; None for dice and for decisions it does not cover."""
    policy = next(iter(system.policies().values()), None)
    if not isinstance(ask, Decision) or policy is None:
        return None
    try:
        return cast(object, ask.judge(policy(ask)))
    except NoPolicy:
        return None

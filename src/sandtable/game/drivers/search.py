"""The search driver: the possible futures of an answer, without changing the game or seeing its dice.

``futures`` is exact: every result of every throw up to the next decision, each with its chance. ``sample``
plays the position on with other dice. Neither can foresee a throw of the real game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sandtable.dice import Hand, Throw
from sandtable.game.ask.questions import Decision, Do, Event
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.battle.battle import Battle
from sandtable.game.battle.position import Position
from sandtable.game.drivers.odds import NoPolicy
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.kit.system import Policy

B = TypeVar("B", bound=Battle[Any])
AnswerPath = tuple[Any, ...]


class Future(Struct, Generic[B], frozen=True, gc=False):
    """One possible future: its chance, the battle then, the next decision (None at the procedure's end)."""

    chance: float
    battle: B
    question: Decision[Any] | None


class TooManyFutures(Exception):
    """An answer has more futures than allowed; sample it instead."""


def futures(
    position: Position[B], answer: object, *, at_most: int = 2_000, policy: Policy | None = None
) -> tuple[Future[B], ...]:
    """Every future of *answer* up to the next decision or the procedure's end, with exact chances.

    A *policy* takes the decisions on the way that it knows, such as rerolls.
    """
    settled = position.question.judge(answer)
    if isinstance(settled, Refusal):
        raise Refused(settled)
    call = position.system.next(position.checkpoint)
    assert call is not None
    found: list[Future[B]] = []
    open_paths: list[tuple[AnswerPath, float]] = [
        ((*(given.settled for given in position.since), settled), 1.0)
    ]
    while open_paths:
        path, chance = open_paths.pop()
        fork = _Fork(call, position.checkpoint, path)
        taken = _taken(fork.question, policy)
        if taken is not None:
            open_paths.append(((*path, *taken), chance))
        elif fork.throw is None:
            found.append(Future(chance, fork.battle, fork.question))
        else:
            for result, share in fork.throw.odds().items():
                open_paths.append(((*path, result), chance * share))
        if len(found) + len(open_paths) > at_most:
            raise TooManyFutures(f"{answer!r} may go on in more than {at_most} ways")
    return tuple(found)


def _taken(question: Decision[Any] | None, policy: Policy | None) -> AnswerPath | None:
    """What a rule continues with by a policy, as a path of one answer; None if the policy does not say."""
    if question is None or policy is None:
        return None
    try:
        settled = question.judge(policy(question))
    except NoPolicy:
        return None
    assert not isinstance(settled, Refusal), f"a policy gave {question.decision} an answer that is refused"
    return (settled,)


def expectation(
    position: Position[B], answer: object, worth: Callable[[B], float], *, at_most: int = 2_000
) -> float:
    """The exact average of *worth*, a measure of battles, over the futures of *answer*."""
    ways = futures(position, answer, at_most=at_most)
    return sum(future.chance * worth(future.battle) for future in ways)


def sample(position: Position[B], answer: object, hand: Hand) -> Game[B]:
    """One random future of *answer*, with dice of *hand*; the system fills in what the seat cannot know."""
    system = position.system
    fork = Game(system, system.imagine(position.checkpoint, position.seat, hand), hand, position.since)
    fork.answer(answer)
    return fork


class _Fork(Generic[B]):
    """A procedure after a path of answers: it waits at a throw or at a decision, or has ended."""

    def __init__(self, call: Do[B], battle: B, path: AnswerPath) -> None:
        self.battle = battle
        self.throw: Throw[Any] | None = None
        self.question: Decision[Any] | None = None
        self._answers = iter(path)
        self._left = len(path)
        try:
            self._lead(call)
        except _AtThrow as stop:
            self.throw = stop.throw

    def _lead(self, call: Do[B]) -> None:
        run = ProcedureRun(call, self._result, self._hear)
        while run.pending is not None and self._left:
            run.answer(self._next())
        self.question = run.pending
        if run.pending is None:
            assert run.result is not None
            self.battle = run.result
        run.close()

    def _next(self) -> Any:
        self._left -= 1
        return next(self._answers)

    def _result(self, throw: Throw[Any]) -> Any:
        if not self._left:
            raise _AtThrow(throw)
        return self._next()

    def _hear(self, battle: Any, event: Event[Any]) -> Any:
        self.battle = battle = event.apply(battle)
        return battle


class _AtThrow(Exception):
    def __init__(self, throw: Throw[Any]) -> None:
        super().__init__()
        self.throw = throw

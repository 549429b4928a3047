"""The search driver: what may come of an answer, tried without touching the game and without seeing its dice.

Exact: every result of every throw up to the next decision, each with its chance. Sampled: the position
played on
with dice of its own. An agent weighs answers by either; neither can foresee a throw of the real game.
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
Path = tuple[Any, ...]


class Future(Struct, Generic[B], frozen=True, gc=False):
    """One way it may go: its chance, the battle then, and the next decision (None at the procedure's end)."""

    chance: float
    battle: B
    question: Decision[Any] | None


class TooManyFutures(Exception):
    """The tree of an answer is wider than was allowed; sample it instead."""


def futures(
    position: Position[B], answer: object, *, at_most: int = 2_000, policy: Policy | None = None
) -> tuple[Future[B], ...]:
    """Every way *answer* may go on until the next decision or the procedure's end, with exact chances.

    With a *policy*, decisions on the way that it says how to take (rerolls, points) do not stop them.
    """
    settled = position.question.judge(answer)
    if isinstance(settled, Refusal):
        raise Refused(settled)
    call = position.system.next(position.checkpoint)
    assert call is not None
    found: list[Future[B]] = []
    open_paths: list[tuple[Path, float]] = [((*(given.settled for given in position.since), settled), 1.0)]
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


def _taken(question: Decision[Any] | None, policy: Policy | None) -> Path | None:
    """What a policy has a rule go on with at a decision, as a path of one answer; None if it does not say."""
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
    """What *answer* is worth on average, exactly, by a yardstick for the battle that follows."""
    ways = futures(position, answer, at_most=at_most)
    return sum(future.chance * worth(future.battle) for future in ways)


def sample(position: Position[B], answer: object, hand: Hand) -> Game[B]:
    """One way *answer* may go, with dice of *hand*; what the seat cannot know is imagined."""
    system = position.system
    fork = Game(system, system.imagine(position.checkpoint, position.seat, hand), hand, position.since)
    fork.answer(answer)
    return fork


class _Fork(Generic[B]):
    """A procedure led along a path of answers: it stands at a throw, at a decision, or at its end."""

    def __init__(self, call: Do[B], battle: B, path: Path) -> None:
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

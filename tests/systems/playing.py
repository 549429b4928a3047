"""Procedures of any system on the table, played with planned answers and dice; everything told has words."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Generic, NamedTuple, TypeVar

from sandtable.dice import PlannedHand
from sandtable.game.battle import Battle
from sandtable.game.questions import Do, Event, do
from sandtable.game.refusal import Refusal, Refused
from sandtable.game.run import Run
from sandtable.game.system import System

B = TypeVar("B", bound=Battle[Any])
E = TypeVar("E", bound=Event[Any])


class Played(NamedTuple, Generic[B]):
    """The battle that came of it, what happened, and the decisions that were asked."""

    battle: B
    events: tuple[Event[Any], ...]
    asked: tuple[str, ...]

    def told(self, kind: type[E]) -> tuple[E, ...]:
        """The events of one kind."""
        return tuple(event for event in self.events if isinstance(event, kind))


def play(
    system: System[B],
    procedure: Callable[..., Coroutine[Any, Any, B]],
    fought: B,
    *args: Any,
    answers: tuple[object, ...] = (),
    faces: tuple[int, ...] = (),
) -> Played[B]:
    """What a procedure makes of a battle with these answers and faces, all of them used."""
    hand, left = PlannedHand(faces), list(answers)
    events: list[Event[Any]] = []
    asked: list[str] = []
    now = [fought]

    def tell(battle: Any, event: Event[Any]) -> Any:
        assert system.sentence(battle, event)
        system.cites(event)
        system.parties(event)
        events.append(event)
        now[0] = event.apply(battle)
        return now[0]

    call: Do[B] = do(procedure, fought, *args)
    run: Run[B] = Run(call, lambda throw: throw.cast(hand), tell)
    while run.pending is not None:
        question = run.pending
        words = system.prompt(now[0], question)
        assert words.words
        asked.append(question.decision)
        assert left, f"nobody answers {words.words} {words.labels}"
        judged = question.judge(left.pop(0))
        if isinstance(judged, Refusal):
            raise Refused(judged)
        run.answer(judged)
    assert not left, f"{left} is not asked for"
    hand.assert_used()
    assert run.result is not None
    return Played(run.result, tuple(events), tuple(asked))

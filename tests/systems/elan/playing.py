"""Procedures of elan on the table, played with planned answers and dice; everything told must have words."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from sandtable.dice import PlannedHand
from sandtable.game.questions import Do, Tell, do
from sandtable.game.refusal import Refusal, Refused
from sandtable.game.run import Run
from sandtable.systems.elan import wording
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.wording.cited import cites, parties


class Played(NamedTuple):
    """The battle that came of it, what happened, and the decisions that were asked."""

    battle: ElanBattle
    events: tuple[ElanEvent, ...]
    asked: tuple[str, ...]


def play(
    procedure: Callable[..., Coroutine[Any, Any, ElanBattle]],
    fought: ElanBattle,
    *args: Any,
    answers: tuple[object, ...] = (),
    faces: tuple[int, ...] = (),
) -> Played:
    """What a procedure makes of a battle with these answers and faces, all of them used."""
    hand, left = PlannedHand(faces), list(answers)
    events: list[ElanEvent] = []
    asked: list[str] = []
    now = [fought]

    def tell(told: Tell[Any]) -> Any:
        event = told.event
        assert isinstance(event, ElanEvent)
        assert wording.sentence(told.battle, event)
        cites(event)
        parties(event)
        events.append(event)
        now[0] = event.apply(told.battle)
        return now[0]

    call: Do[ElanBattle] = do(procedure, fought, *args)
    run: Run[ElanBattle] = Run(call, lambda throw: throw.cast(hand), tell)
    while run.pending is not None:
        question = run.pending
        words = wording.prompt(now[0], question)
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

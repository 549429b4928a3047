"""Asking: what is offered stands, what is not is refused in a sentence, and there is always an answer."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypeVar

import msgspec

from sandtable.dice import RandomHand
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision, plain
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.battle.battle import Battle, fingerprint
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.table.hexes import MOST_STEPS, AboutFace
from sandtable.table.movement import LONGEST, MOST_LEGS, Advance
from sandtable.table.space import Point
from tests.conformance.bout import SEATS, require
from tests.conformance.footing import check_bodies

B = TypeVar("B", bound=Battle[Any])

TRIED = 3
LONGEST_SHOWN = 120
STRANGE: tuple[object, ...] = (
    "no such answer",
    -987654321,
    0.125,
    None,
    {"no": "such"},
    ["no", "such"],
    ("no such leg",),
    object(),
)
FAR = Advance(LONGEST)
TOO_FAR: Mapping[type[Decision[Any]], tuple[object, ...]] = {
    PlanMove: ((FAR, FAR, FAR), (Advance(1),) * (MOST_LEGS + 1)),
    PlanHexMove: ((AboutFace(),) * (MOST_STEPS + 1), (Advance(1),)),
    PlacePoint: (Point(-1, 0), Point(10**9, 10**9), Point(0.5, 0.5)),
}
"""What never stands, by the kind of a decision whose answers are not listed."""


def shown(answer: object) -> str:
    """An answer as Python writes it, shortened."""
    text = repr(answer)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def is_known(system: System[Any], rule: str) -> bool:
    """Is this the id of a rule or of a decision?"""
    book = system.rulebook()
    return rule in book or any(decision.id == rule for decision in book.decisions)


def check_question(game: Game[B]) -> None:
    """A question is one of the rulebook's, goes to a seat, and has an answer."""
    question = asked(game)
    where = f"{question.decision} in turn {game.battle.turn}"
    require(question.seat in SEATS, f"{where}: seat {question.seat} is asked, there are only {SEATS}")
    known = [decision.id for decision in game.system.rulebook().decisions]
    require(question.decision in known, f"{where}: the rulebook has no decision of that id")
    if isinstance(question, Choose):
        require(question.options, f"{where}: a dead end, no option is offered")
        for option in question.options:
            require(question.judge(option) is option, f"{where}: {shown(option)} is offered and yet refused")


def check_answers(game: Game[B], random: Random) -> None:
    """Every sensible answer stands, travels as plain data, and can be played on from."""
    question = asked(game)
    answers = question.sensible()
    require(answers, f"{question.decision}: a dead end, there is no sensible answer")
    for answer in answers:
        settled = question.judge(answer)
        require(
            not isinstance(settled, Refusal), f"{question.decision}: {shown(answer)} is refused: {settled}"
        )
        raw = msgspec.json.decode(plain(answer))
        back = question.read(raw)
        require(
            back == answer,
            f"{question.decision}: {shown(raw)} was read as {shown(back)}, not as {shown(answer)}",
        )
        require(
            fingerprint(question.judge(back)) == fingerprint(settled),
            f"{question.decision}: {shown(answer)} is judged otherwise when it comes from a file",
        )
    for answer in random.sample(answers, min(TRIED, len(answers))):
        fork = game.fork(RandomHand(random.getrandbits(32)))
        fork.answer(answer)
        check_bodies(game.system, fork.battle)


def check_refusals(game: Game[B], stale: tuple[object, ...]) -> None:
    """Whatever is not offered is refused with a reason, and the game is as it was.

    *stale* are answers to earlier questions, the likeliest mistake of all.
    """
    question = asked(game)
    before = game.battle, len(game.log), question
    for answer in (*STRANGE, *stale, *_impossible(question)):
        refusal = game.objection(answer)
        if refusal is None:
            require(_is_offered(question, answer), f"{question.decision}: {shown(answer)} is let through")
            continue
        check_refusal(game.system, question, refusal)
        _require_refused(game, answer)
    require((game.battle, len(game.log), game.question) == before, "a refused answer changed the game")


def check_refusal(system: System[Any], question: Decision[Any], refusal: Refusal) -> None:
    """A refusal is a sentence and names the rule or the decision."""
    require(len(refusal.words.split()) >= 3, f"{question.decision}: {refusal.words!r} is no sentence")
    words = f"{question.decision}: the refusal {str(refusal)!r} names no rule or decision of the rulebook"
    require(is_known(system, refusal.rule), words)


def asked(game: Game[B]) -> Decision[Any]:
    """The question that waits."""
    assert game.question is not None
    return game.question


def _impossible(question: Decision[Any]) -> tuple[object, ...]:
    return TOO_FAR.get(type(question), ())


def _is_offered(question: Decision[Any], answer: object) -> bool:
    """May a strange answer happen to be right? An earlier plan may be legal, an earlier option offered."""
    if type(question) in TOO_FAR:
        return isinstance(answer, tuple) and answer not in _impossible(question)
    known = question.sensible()
    # A question that judges for itself may take more than it lists, but nothing of another kind.
    judges = type(question).judge is not Choose.judge
    return answer in known or (judges and any(type(answer) is type(one) for one in known))


def _require_refused(game: Game[B], answer: object) -> None:
    try:
        game.answer(answer)
    except Refused:
        return
    require(None, f"{asked(game).decision}: {shown(answer)} is objected to and yet taken")

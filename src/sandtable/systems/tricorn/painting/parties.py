"""The subjects of a question: units by their numbers, officers by their tokens."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision
from sandtable.systems.tricorn.activation import PASS_OR_ROLL, TRANSFER
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.officers import ESCAPE, MOVE
from sandtable.systems.tricorn.wording.officers import token_id
from sandtable.systems.tricorn.wording.turns import acting

Who = int | str

BY_CARD: Final = (PASS_OR_ROLL, TRANSFER)
"""The decisions of the officer whose card was turned, or who was activated by it."""
OF_OFFICERS: Final = (*BY_CARD, MOVE, ESCAPE)
"""The decisions that concern an officer himself."""


def about(battle: TricornBattle, question: Decision[Any]) -> tuple[Who, ...]:
    """The units and officers on the table that a question is about."""
    if question.decision in OF_OFFICERS:
        officer = officer_of(battle, question)
        return () if officer is None else token(battle, officer)
    if not isinstance(question, Choose | PlanMove):
        return ()
    return tuple(one for one in question.about if isinstance(one, int))


def officer_of(battle: TricornBattle, question: Decision[Any]) -> int | None:
    """The officer that a question concerns; None if it names none."""
    named = question.about if isinstance(question, Choose | PlacePoint) else ()
    if named:
        (officer,) = named
        assert isinstance(officer, int)
        return officer
    if question.decision in BY_CARD:
        return acting(battle)
    return None if battle.activation is None or question.decision == ESCAPE else battle.activation.officer


def token(battle: TricornBattle, officer: int) -> tuple[str, ...]:
    """The token of an officer who is on the table."""
    return (token_id(officer),) if battle.officers[officer].is_here else ()


def spokesman(battle: TricornBattle, officer: int) -> Who | None:
    """The token that represents an officer on the table, or None."""
    return next(iter(token(battle, officer)), None)


def named(question: Choose[Any] | PlanMove, place: int = 0) -> int:
    """The number of the unit that a question names at a position."""
    number = question.about[place]
    assert isinstance(number, int), f"{question.decision} names {number!r} where a number is expected"
    return number

"""The units that a question is about.

A question may also name dice, a modifier or a road; those are not units.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose, Decision

OF_NOBODY: Final = ("setup.choose-forces",)
"""The decisions that name numbers but no unit."""
OF_BOTH: Final = ("shooting.pick-face",)
"""The decisions that name two units."""


def about(question: Decision[Any]) -> tuple[int, ...]:
    """The units that a question is about."""
    if not isinstance(question, Choose | PlanMove) or not question.about:
        return ()
    if question.decision in OF_NOBODY:
        return ()
    first, *others = question.about
    assert isinstance(first, int)
    if first < 0:
        return ()
    if question.decision in OF_BOTH:
        return (first, *(other for other in others if isinstance(other, int)))
    return (first,)


def named(question: Choose[Any], place: int = 0) -> int:
    """The number of the unit that a question names at a position."""
    number = question.about[place]
    assert isinstance(number, int), f"{question.decision} names {number!r} where a number is expected"
    return number


def subject(question: Decision[Any]) -> int | None:
    """The unit that would act; None if the question names none."""
    return next(iter(about(question)), None)

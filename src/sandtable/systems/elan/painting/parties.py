"""Which units (by number) and commanders (by token) a question is about.

Other subjects of a question (a moment, spare dice, a direction) are not on the table.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.wording.leaders import token_id

Who = int | str

OF_COMMANDERS: Final = ("attach.change", "leader.detach-place", "leader.displaced", "arrivals.place")
"""The decisions that name a commander first."""
OF_BOTH: Final = ("charge.reaction",)
"""The decisions that name two units."""


def about(battle: ElanBattle, question: Decision[Any]) -> tuple[Who, ...]:
    """The units and commanders on the table that a question is about."""
    if not isinstance(question, Choose | PlacePoint) or not question.about:
        return ()
    first, *others = question.about
    if not isinstance(first, int) or first < 0:
        return ()
    if question.decision in OF_COMMANDERS:
        return commander(battle, first)
    if question.decision in OF_BOTH:
        return (first, *(other for other in others if isinstance(other, int)))
    return (first,)


def named(question: Choose[Any], place: int = 0) -> int:
    """The number of the unit or commander that a question names at an index."""
    number = question.about[place]
    assert isinstance(number, int), f"{question.decision} names {number!r} where a number is expected"
    return number


def commander(battle: ElanBattle, number: int) -> tuple[str, ...]:
    """The token of a commander who is on the table."""
    return (token_id(number),) if battle.leaders[number].is_present else ()


def spokesman(battle: ElanBattle, brigade: int) -> Who | None:
    """What stands for a brigade on the table: its commander, the unit he is with, or its first unit."""
    one = battle.brigades[brigade]
    leader = battle.leaders[one.commander]
    if leader.attached_to is not None:
        return leader.attached_to
    if leader.pose is not None:
        return token_id(one.commander)
    return next((unit for unit in one.units if battle.units[unit].pose is not None), None)

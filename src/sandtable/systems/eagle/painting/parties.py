"""The units and leaders that a question is about: units by number, leaders by token.

Other things that a question names (dice, a rule, a combat, an order) are not on the table.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.leader_moves import RIDE
from sandtable.systems.eagle.leading import ACT

Who = int | str

OF_LEADERS: Final = (ACT, RIDE)
"""The decisions that name a leader first."""
OF_BOTH: Final = ("decision.late-evade", "decision.charge-halt", "decision.support-follow")
"""The decisions that name two units."""
OF_NOBODY: Final = ("decision.count-support", "decision.after-order")
"""The decisions that name a combat or an order only."""


def about(battle: EagleBattle, question: Decision[Any]) -> tuple[Who, ...]:
    """The units and leaders on the table that a question is about."""
    if not isinstance(question, Choose | PlanMove | PlacePoint) or not question.about:
        return ()
    first, *others = question.about
    if question.decision in OF_NOBODY or not isinstance(first, int) or first < 0:
        return ()
    if question.decision in OF_LEADERS:
        return leader_token(battle, first)
    units = (first, *others) if question.decision in OF_BOTH else (first,)
    return tuple(unit for unit in units if isinstance(unit, int))


def named(question: Choose[Any], place: int = 0) -> int:
    """The number of the unit or leader that a question names at a place."""
    number = question.about[place]
    assert isinstance(number, int), f"{question.decision} names {number!r} where a number is expected"
    return number


def leader_token(battle: EagleBattle, leader: int) -> tuple[str, ...]:
    """The token of a leader who is on the table."""
    one = battle.leaders[leader]
    return (one.key,) if one.is_present else ()

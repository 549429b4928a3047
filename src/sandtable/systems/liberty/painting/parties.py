"""The subjects of a decision: units by number, Generals by token.

Other things that a decision names (dice, shares of hits, a base) are not subjects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.game.ask.questions import Choose, Decision
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.wording.leaders import token_id as general_id
from sandtable.systems.liberty.wording.points import OFFERS

Who = int | str

__all__ = ["about", "general_id"]


def about(battle: LibertyBattle, question: Decision[Any]) -> tuple[Who, ...]:
    """The units and Generals that a decision is about, in the order in which it names them."""
    if not isinstance(question, Choose) or not question.about:
        return ()
    return NAMED.get(question.decision, _first)(question.about)


def _first(named: tuple[Any, ...]) -> tuple[Who, ...]:
    """Only the first is a unit, the rest describes it; a test without a unit has none."""
    return (named[0],) if named[0] >= 0 else ()


def _everybody(named: tuple[Any, ...]) -> tuple[Who, ...]:
    return named


def _leader(named: tuple[Any, ...]) -> tuple[Who, ...]:
    return (general_id(named[0]),)


def _buyer(named: tuple[Any, ...]) -> tuple[Who, ...]:
    """A point is spent on a unit or, by a negative number, on a General (cp.own-army)."""
    unit = named[0]
    return (unit if unit >= 0 else general_id(-1 - unit),)


def _chargers(named: tuple[Any, ...]) -> tuple[Who, ...]:
    _, chargers = named
    return tuple(charger for charger in chargers if charger >= 0)


def _struck(named: tuple[Any, ...]) -> tuple[Who, ...]:
    _, _, numbers = named
    return tuple(numbers)


NAMED: Final[dict[str, Callable[[tuple[Any, ...]], tuple[Who, ...]]]] = {
    "charge-declare": _everybody,
    "charge-facing-tie": _everybody,
    "charge-response": _everybody,
    "counter-charge-target": _everybody,
    "charge-contact-odd": _everybody,
    "defensive-fire-odd-hits": _chargers,
    "melee-odd-hits": _struck,
    "general-place": _leader,
    **dict.fromkeys(OFFERS, _buyer),
}
"""How to find the subjects of decisions that do not simply name a unit first."""

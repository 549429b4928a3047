"""Army break: the value of units, leaders and camps, when an army breaks, and which side wins by it.

>>> army = Army(value=19, lost=10)
>>> army.is_broken
True
>>> army_break(army, Army(value=20, lost=3)).value
'the second wins'
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from sandtable.systems.eagle.book import part_of, table
from sandtable.systems.eagle.disorder import is_great_legion
from sandtable.systems.eagle.troops import TroopClass


class Loss(StrEnum):
    """What an army may lose, by what it is worth (victory.value)."""

    LARGE_LEGION = "large legion"
    UNIT = "unit"
    LIGHT = "light"
    GENERAL = "general"
    LEADER = "leader"
    CAMP = "camp"


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    loss: Loss
    value: int


@cache
def break_values() -> dict[Loss, int]:
    """What each loss counts for (victory.value)."""
    return {row.loss: row.value for row in table("victory.value", _Row)}


def unit_loss(troop_class: TroopClass, *, legion: bool, began: int) -> Loss:
    """The loss that a unit counts as, by its class and the bases with which it began (victory.value)."""
    if troop_class.is_light:
        return Loss.LIGHT
    return Loss.LARGE_LEGION if is_great_legion(legion=legion, began=began) else Loss.UNIT


class Army(NamedTuple):
    """The value of an army at the start, and how much of it is lost."""

    value: int
    lost: int

    @property
    def share(self) -> Fraction:
        """The share of its value that it has lost."""
        return Fraction(self.lost, self.value)

    @property
    def is_broken(self) -> bool:
        """Has it lost half of its value or more? (victory.break)"""
        part = _part("victory.break")
        return self.lost * part.denominator >= part.numerator * self.value


@cache
def _part(rule: str) -> Fraction:
    """The share that a rule prints, as an exact fraction."""
    return Fraction(str(part_of(rule)))


class Break(StrEnum):
    """What the losses of both armies mean for the battle."""

    NEITHER = "neither army is broken"
    FIRST_WINS = "the first wins"
    SECOND_WINS = "the second wins"
    DRAW = "a draw"


def army_break(first: Army, second: Army) -> Break:
    """The effect of losses at the end of a turn; of two broken armies, the one that lost less wins.

    victory.break, turn.end
    """
    match first.is_broken, second.is_broken:
        case False, False:
            return Break.NEITHER
        case True, False:
            return Break.SECOND_WINS
        case False, True:
            return Break.FIRST_WINS
        case _:
            return _by_shares(first.share, second.share)


def at_turn_limit(first: Army, second: Army) -> Break:
    """The winner when the turns are over and no objective decides: by a tenth of its value, else a draw.

    victory.turn-limit
    """
    near = abs(first.share - second.share) < _part("victory.turn-limit")
    return Break.DRAW if near else _by_shares(first.share, second.share)


def _by_shares(first: Fraction, second: Fraction) -> Break:
    if first == second:
        return Break.DRAW
    return Break.FIRST_WINS if first < second else Break.SECOND_WINS

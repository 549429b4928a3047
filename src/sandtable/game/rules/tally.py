"""Tallies: every number with its reasons.

A tally is a running figure. Each step says what it does to the figure, in words and with the id of the rule.
The log, the page, the odds report and the computer opponent all read the same steps.

>>> dice = (
...     Tally.of(2.5, "infantry shooting, per base", "combatdice.infantry")
...     .plus(-0.5, "shooter worn", "shooting.dice.worn")
...     .plus(-0.5, "long range", "shooting.dice.long")
...     .plus(-0.5, "target skirmishers", "shooting.dice.small-target")
...     .plus(-1, "target in cover", "shooting.dice.cover")
...     .at_least(0.5, "never less than half a die per base", "shooting.dice.minimum")
...     .times(3, "bases that can shoot", "shooting.dice.combine")
...     .rounded_up("part dice count whole", "shooting.dice.round")
... )
>>> print(dice)
2 = 2.5 infantry shooting, per base [combatdice.infantry]
  -0.5 shooter worn [shooting.dice.worn]
  -0.5 long range [shooting.dice.long]
  -0.5 target skirmishers [shooting.dice.small-target]
  -1 target in cover [shooting.dice.cover]
  at least 0.5: never less than half a die per base [shooting.dice.minimum]
  x3 bases that can shoot [shooting.dice.combine]
  round up: part dice count whole [shooting.dice.round]

A step that changes nothing (a rounding of a whole number, a minimum that is not reached) is left out.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Final, assert_never

from msgspec import Struct

Number = int | float


class Effect(StrEnum):
    """What a modifier does to the running figure; a positive PLUS increases it."""

    BASE = "base"
    PLUS = "plus"
    TIMES = "times"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    ROUND_UP = "round up"


BASE: Final = Effect.BASE
PLUS: Final = Effect.PLUS
# Nearly all steps use these two. As globals they save the lookup of an enum member, which costs as much as a
# call.


class Modifier(Struct, frozen=True, gc=False):
    """One step of a tally: its effect, its value, its words and its rule."""

    effect: Effect
    value: Number
    words: str
    rule: str

    def __str__(self) -> str:
        match self.effect:
            case Effect.BASE:
                sign = _plain(self.value)
            case Effect.PLUS:
                sign = f"{self.value:+g}"
            case Effect.TIMES:
                sign = f"x{_plain(self.value)}"
            case Effect.AT_LEAST | Effect.AT_MOST:
                sign = f"{self.effect.value} {_plain(self.value)}:"
            case Effect.ROUND_UP:
                sign = f"{self.effect.value}:"
            case _:
                assert_never(self.effect)
        return f"{sign} {self.words} [{self.rule}]"


class Tally(Struct, frozen=True, gc=False):
    """A figure and the steps that made it.

    ``sign`` is written after the figure, such as the plus in "5+".
    """

    total: Number
    steps: tuple[Modifier, ...]
    sign: str = ""

    @classmethod
    def of(cls, value: Number, words: str, rule: str, *, sign: str = "") -> Tally:
        """Begin a tally with its base."""
        return cls(value, (Modifier(BASE, value, words, rule),), sign)

    def plus(self, value: Number, words: str, rule: str) -> Tally:
        """Add *value*, which may be negative."""
        if not value:
            return self
        return self._then(Modifier(PLUS, value, words, rule), self.total + value)

    def times(self, value: Number, words: str, rule: str) -> Tally:
        """Multiply the figure so far."""
        return self._then(Modifier(Effect.TIMES, value, words, rule), self.total * value)

    def at_least(self, value: Number, words: str, rule: str) -> Tally:
        """Raise the figure to *value* if it is lower."""
        if self.total >= value:
            return self
        return self._then(Modifier(Effect.AT_LEAST, value, words, rule), value)

    def at_most(self, value: Number, words: str, rule: str) -> Tally:
        """Lower the figure to *value* if it is higher."""
        if self.total <= value:
            return self
        return self._then(Modifier(Effect.AT_MOST, value, words, rule), value)

    def rounded_up(self, words: str, rule: str) -> Tally:
        """Round up to a whole number."""
        return self._then(Modifier(Effect.ROUND_UP, 0, words, rule), math.ceil(self.total))

    def _then(self, step: Modifier, total: Number) -> Tally:
        if type(total) is not int and total == int(total):
            total = int(total)
        if total == self.total:
            return self
        return Tally(total, (*self.steps, step), self.sign)

    @property
    def whole(self) -> int:
        """The figure as an int; it must be whole."""
        total = self.total
        if type(total) is not int:
            assert total == int(total), f"{total} is not whole"
            return int(total)
        return total

    @property
    def shown(self) -> str:
        """The figure as people write it.

        >>> Tally.of(4, "regulars to hit", "", sign="+").plus(1, "poorly trained", "").shown
        '5+'
        """
        return f"{_plain(self.total)}{self.sign}".replace("-", "\N{MINUS SIGN}")

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that made the figure, in order."""
        return tuple(step.rule for step in self.steps)

    def __str__(self) -> str:
        first, *rest = (str(step) for step in self.steps)
        return "\n  ".join((f"{_plain(self.total)} = {first}", *rest))


def _plain(value: Number) -> str:
    return f"{value:g}"

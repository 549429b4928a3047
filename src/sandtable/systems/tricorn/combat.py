"""Combat: the parts that firing and melee share, a Combat Value with its modifiers and the hits it scores.

Step One modifies the printed value, Step Two throws at or under it (combat.procedure). The two chapters say
which modifiers apply, the table what each is worth.

>>> holding = (("overlap", "melee.cv.overlap", 2), ("disorder", "melee.cv.disorder", 1))
>>> print(combat_value(3, "melee value", holding))
4 = 3 melee value [combat.base]
  +2 friendly overlapping unit with fewer than 3 markers, 2 of them [melee.cv.overlap]
  -1 the unit itself has 2 or more markers [melee.cv.disorder]
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import RollUnder
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.book import table, values
from sandtable.systems.tricorn.dice import hit_throw
from sandtable.systems.tricorn.troops import TroopType

DISORDERED: Final = 2
"""A unit with this many markers shoots and fights worse (shooting.cv.disorder, melee.cv.disorder)."""

MOST_VALUE: Final = 6
"""The highest printed Combat Value that may be entered; the table ends at 5 (troops.combat-values)."""

Value = Annotated[int, Meta(ge=1, le=MOST_VALUE)]
LightsApart = Annotated[bool, Meta(description="reading: Light Infantry never counts as Muskets")]
SecondByValue = Annotated[
    bool, Meta(description="reading: a second hit needs the unmodified Combat Value or less")
]

Holding = tuple[str, str, int]
"""A modifier that applies: its key, its rule, and how often it counts."""


# ---------------------------------------------------------------------- tables
class Use(StrEnum):
    """The kind of combat in which a modifier counts."""

    FIRING = "firing"
    MELEE = "melee"
    BOTH = "both"


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier of Step One (combat.modifiers)."""

    key: str
    value: int
    use: Use
    per: str
    text: str


@cache
def lines() -> dict[str, Line]:
    """The modifiers of Step One by their keys (combat.modifiers)."""
    return {line.key: line for line in table("combat.modifiers", Line)}


class _Least(Struct, frozen=True):
    least: int


class _Most(Struct, frozen=True):
    most: int


@cache
def _least() -> int:
    return values("combat.minimum", _Least).least


@cache
def _automatic_above() -> int:
    return values("combat.over-six", _Most).most


# --------------------------------------------------------------------- Step One
def combat_value(printed: int, words: str, holding: Iterable[Holding]) -> Tally:
    """The modified Combat Value: the printed one plus every modifier that applies, at least 1.

    combat.base, combat.modifiers, combat.cumulative, combat.minimum
    """
    tally = Tally.of(printed, words, "combat.base")
    for key, rule, times in holding:
        if times:
            line = lines()[key]
            text = line.text if times == 1 else f"{line.text}, {times} of them"
            tally = tally.plus(times * line.value, text, rule)
    return tally.at_least(_least(), "a Combat Value is never less", "combat.minimum")


def counts_as_muskets(troops: TroopType, *, lights_apart: bool) -> bool:
    """Does a unit count as Muskets in a line that does not name Light Infantry separately?

    troops.muskets
    """
    return troops is TroopType.MUSKETS or (not lights_apart and troops is TroopType.LIGHT_INFANTRY)


# --------------------------------------------------------------------- Step Two
def hits(value: Tally, printed: int, *, second_by_value: bool, purpose: str) -> RollUnder:
    """The throw for hits: a value above 6 hits without a die and throws for a second hit, which is the most.

    combat.hit, combat.over-six, combat.over-six.second, shooting.one-die
    """
    second = printed if second_by_value else value.whole - _automatic_above()
    return hit_throw(value.whole, second, purpose)

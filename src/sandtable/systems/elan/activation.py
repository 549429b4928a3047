"""Brigade activation: 2D6 plus the brigade's modifiers, and what the total does to each of its units.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> odds(do(activation, BrigadeFacts(commander=1)), exact=True)[Activation.UNSTEADY]
Fraction(1, 36)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import Annotated, Final, assert_never

from msgspec import Meta, Struct

from sandtable.dice import Total
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.book import table
from sandtable.systems.elan.elan_tests import MOST_LEADERSHIP
from sandtable.systems.elan.troops import Formation, Quality

HALF_LOST: Final = -5
MOST_UNITS: Final = 6
"""A brigade has no more units than this (command.brigade)."""


class Activation(StrEnum):
    """The results of a brigade's activation test (command.activation.results)."""

    BROKEN = "broken"
    UNSTEADY = "unsteady"
    CARRY_ON = "carry-on"


# ----------------------------------------------------------------------- facts
class BrigadeFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a brigade at the moment it tests."""

    commander: Annotated[
        int, Meta(description="leadership of its commander, 0 without one", ge=0, le=MOST_LEADERSHIP)
    ] = 1
    superior: Annotated[
        int, Meta(description="leadership of one superior who is with him", ge=0, le=MOST_LEADERSHIP)
    ] = 0
    quality: Annotated[Quality, Meta(description="class of most of its units")] = Quality.C
    out_of_command: Annotated[
        int, Meta(description="units out of command, skirmishers and garrisons apart", ge=0, le=MOST_UNITS)
    ] = 0
    routed: Annotated[int, Meta(description="units removed so far in the battle", ge=0, le=MOST_UNITS)] = 0
    half_lost: Annotated[bool, Meta(description="it has lost more than half")] = False
    engaged: Annotated[bool, Meta(description="one of its units is within engagement range")] = False


class UnitLosses(Struct, frozen=True, gc=False):
    """What a unit of a brigade began with, what it has lost, and whether it was removed."""

    strength: int
    lost: int
    removed: bool = False


def is_half_lost(units: Sequence[UnitLosses], *, by_units: bool = False) -> bool:
    """Has a brigade lost more than half of its points? A removed unit counts as wholly lost.

    command.losses; its other reading counts units lost instead of points
    """
    if by_units:
        return 2 * sum(unit.removed for unit in units) > len(units)
    lost = sum(unit.strength if unit.removed else unit.lost for unit in units)
    return 2 * lost > sum(unit.strength for unit in units)


def is_counted(formation: Formation, *, in_command: bool) -> bool:
    """Does a unit count as out of command? Skirmishers and garrisons never do.

    command.activation.out-of-command, command.activation.out-of-command-exempt
    """
    return not in_command and not formation.is_loose and formation is not Formation.GARRISON


def brigade_class(units: Sequence[Quality]) -> Quality:
    """The class that most of the units on the table have; in a tie the worst of those classes.

    command.brigade-class
    """
    if not units:
        raise ValueError("a brigade without a unit on the table has no class and does not test")
    counts = Counter(units)
    return max(counts, key=lambda quality: (counts[quality], quality))


# --------------------------------------------------------------------- tallies
class _ClassRow(Struct, frozen=True, forbid_unknown_fields=True):
    cls: Quality
    mod: int


class _ResultRow(Struct, frozen=True, forbid_unknown_fields=True):
    min: int
    max: int
    result: Activation
    effect: str


@cache
def _class_modifier(quality: Quality) -> int:
    return next(row.mod for row in table("command.activation.class", _ClassRow) if row.cls is quality)


@lru_cache(maxsize=4096)
def modifiers(facts: BrigadeFacts) -> Tally:
    """The modifiers that are added to 2D6.

    command.activation.leadership, command.activation.leadership-sum, command.activation.class,
    command.activation.out-of-command, command.activation.routed, command.activation.half-losses; a brigade
    without a commander has leadership 0 (command.no-commander)
    """
    tally = Tally.of(facts.commander, "leadership of its commander", "command.activation.leadership")
    tally = tally.plus(facts.superior, "a superior with him", "command.activation.leadership-sum")
    words = f"morale class {facts.quality}"
    tally = tally.plus(_class_modifier(facts.quality), words, "command.activation.class")
    tally = tally.plus(-facts.out_of_command, "units out of command", "command.activation.out-of-command")
    tally = tally.plus(-facts.routed, "units routed", "command.activation.routed")
    if facts.half_lost and facts.engaged:
        words = "more than half lost, and engaged"
        tally = tally.plus(HALF_LOST, words, "command.activation.half-losses")
    return tally


@cache
def result_of(total: int) -> Activation:
    """The row of the result table for a total (command.activation.results)."""
    rows = table("command.activation.results", _ResultRow)
    return next(row.result for row in rows if row.min <= total <= row.max)


async def activation(facts: BrigadeFacts) -> Activation:
    """Roll the activation test of a brigade (command.activation.roll)."""
    rolled = await Total(2, purpose="brigade activation")
    return result_of(rolled + modifiers(facts).whole)


# ------------------------------------------------------------- unit by unit
class Conduct(StrEnum):
    """What a unit does once its brigade has tested."""

    ACTS = "acts freely"
    HALTS = "stays and is marked Halt"
    FALLS_BACK = "falls back in disorder and is marked Halt"
    ROUTS = "routs"


def conduct(result: Activation, *, retreating: bool, near: bool) -> Conduct:
    """What a unit of the brigade does; *near* says that an enemy is within engagement range of it.

    command.activation.broken, command.activation.unsteady.retreating, command.activation.unsteady.fall-back,
    command.activation.unsteady.halt, command.activation.carry-on, command.unsteady.who
    """
    match result:
        case Activation.CARRY_ON:
            return Conduct.ACTS
        case Activation.BROKEN:
            return Conduct.ROUTS
        case Activation.UNSTEADY:
            if retreating:
                return Conduct.ROUTS
            return Conduct.FALLS_BACK if near else Conduct.HALTS
        case _:
            assert_never(result)


# ----------------------------------------------------------------------- figures and headings
HEADINGS: Final = {
    Activation.BROKEN: "the brigade is broken",
    Activation.UNSTEADY: "the brigade is unsteady",
    Activation.CARRY_ON: "the brigade carries on",
}


def activation_tallies(facts: BrigadeFacts) -> Mapping[str, Tally]:
    """The figure of an activation test."""
    return {"added to 2D6": modifiers(facts)}


def activation_summary(facts: BrigadeFacts, result: Activation) -> tuple[str, ...]:
    """The result of the brigade in words."""
    del facts
    return (HEADINGS[result],)

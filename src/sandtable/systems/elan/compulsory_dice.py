"""Compulsory and evade moves without a table: their length, and the formation they are made in.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> [float(odds(do(length, Compelled(mounted=True, scale=scale)), exact=True).mean()) for scale in Scale]
[16.0, 11.0, 3.0]
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.dice import D6, Cup, Total
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.book import table
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.troops import Arm, Formation

ROLLED: Final = (Scale.LARGE, Scale.SMALL)
"""The sets in which dice are added to the fixed length (scale.small-ratio, movement.compulsory-rate)."""


class Compelled(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts that decide the length of a compulsory or evade move."""

    scale: Annotated[Scale, Meta(description="the set of figures that is played")] = Scale.LARGE
    mounted: Annotated[bool, Meta(description="it is cavalry on horses or horse artillery")] = False


@cache
def _row(*, mounted: bool) -> dict[str, int | str]:
    who = "mounted" if mounted else "foot"
    return next(row for row in table("movement.compulsory-rate", dict[str, int | str]) if row["who"] == who)


@cache
def fixed(unit: Compelled) -> Tally:
    """The fixed part of the length (movement.compulsory-rate)."""
    words = "compulsory move, mounted" if unit.mounted else "compulsory move, on foot"
    return Tally.of(int(_row(mounted=unit.mounted)[unit.scale]), words, "movement.compulsory-rate")


@cache
def dice(unit: Compelled) -> Tally:
    """The D6 added in the inch sets: one on foot, two mounted (movement.compulsory-rate)."""
    if unit.scale not in ROLLED:
        return Tally.of(0, "a fixed length without dice", "movement.compulsory-rate")
    return Tally.of(int(_row(mounted=unit.mounted)["dice"]), "D6", "movement.compulsory-rate")


async def length(unit: Compelled) -> int:
    """The length of a compulsory or evade move, in the unit of the set.

    movement.compulsory-rate, melee.result.compulsory, morale.compulsory, rally.compulsory
    """
    count = dice(unit).whole
    if not count:
        return fixed(unit).whole
    return await Total(1, of=Cup(count, D6, plus=fixed(unit).whole), purpose="length of the move")


def formation_in_flight(arm: Arm, formation: Formation) -> Formation:
    """The formation during a compulsory move: squares and garrisons form column, guns limber.

    compulsory.formation, melee.result.guns, melee.result.garrison; cavalry that leaves a sector skirmishes on
    foot
    """
    match formation:
        case Formation.SQUARE:
            return Formation.COLUMN
        case Formation.GARRISON:
            return Formation.DISMOUNTED if arm is Arm.CAVALRY else Formation.COLUMN
        case Formation.DEPLOYED:
            return Formation.LIMBERED
        case _:
            return formation


# ----------------------------------------------------------------------- figures and headings
def flight_tallies(unit: Compelled) -> Mapping[str, Tally]:
    """The figures of a compulsory or evade move."""
    return {"fixed part": fixed(unit), "dice added": dice(unit)}


def flight_summary(unit: Compelled, gone: int) -> tuple[str, ...]:
    """The length in words."""
    del unit
    return (f"the unit goes {gone}",)

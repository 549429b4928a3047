"""Army morale and victory: losses, Demoralized commands, the break point, and points at the end.

No dice are thrown here (army.break-point).

>>> army = Army(units=13, lost=6, chief_lost=True)
>>> break_point(army).total, losses(army).total, is_broken(army)
(7, 7, True)
>>> is_demoralized(lost=2, began=5), is_demoralized(lost=2, began=4)
(False, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.book import share_of, values

MOST_UNITS = 60


# -------------------------------------------------------------------- commands
def is_demoralized(*, lost: int, began: int) -> bool:
    """Is a command Demoralized: has it lost half of the units it began with, or more? (army.demoralized)"""
    return lost >= share_of("army.demoralized") * began


# ---------------------------------------------------------------------- armies
class Army(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The state of an army at the end of a turn."""

    units: Annotated[
        int, Meta(description="units it began with, those still to arrive included", ge=1, le=MOST_UNITS)
    ] = 14
    lost: Annotated[
        int, Meta(description="units eliminated, captured or off the table", ge=0, le=MOST_UNITS)
    ] = 0
    abandoned: Annotated[int, Meta(description="batteries that stand abandoned", ge=0, le=12)] = 0
    chief_lost: Annotated[bool, Meta(description="its C-C has been lost")] = False
    printed: Annotated[
        int, Meta(description="break point that the scenario prints, 0 for none", ge=0, le=MOST_UNITS)
    ] = 0
    conceded: Annotated[bool, Meta(description="its player has given the battle up")] = False

    def __post_init__(self) -> None:
        if self.lost + self.abandoned > self.units:
            raise ValueError(
                f"{self.lost} units lost and {self.abandoned} abandoned are more than the {self.units} it had"
            )


class _Losses(Struct, frozen=True):
    losses: int


@cache
def _chief_counts() -> int:
    return values("leaders.casualty.cc", _Losses).losses


def losses(army: Army) -> Tally:
    """An army's losses: units, abandoned batteries, and its C-C.

    army.loss-count, army.break-point, leaders.casualty.cc
    """
    tally = Tally.of(army.lost, "units lost", "army.loss-count")
    tally = tally.plus(army.abandoned, "batteries abandoned", "army.loss-count")
    return tally.plus(_chief_counts() if army.chief_lost else 0, "C-C lost", "leaders.casualty.cc")


def break_point(army: Army) -> Tally:
    """The losses at which an army breaks: half its units, rounded up, or what the scenario prints.

    army.break-point
    """
    if army.printed:
        return Tally.of(army.printed, "printed break point", "army.break-point")
    tally = Tally.of(army.units, "units it began with", "army.break-point")
    tally = tally.times(share_of("army.break-point"), "half of them", "army.break-point")
    return tally.rounded_up("part of a unit counts whole", "army.break-point")


def is_broken(army: Army) -> bool:
    """Has an army broken? A conceded army counts as broken (army.break-point, victory.break)."""
    return army.conceded or losses(army).total >= break_point(army).total


def worn(army: Army) -> Fraction:
    """An army's losses as a fraction of its break point (victory.break)."""
    return Fraction(losses(army).whole, break_point(army).whole)


class Verdict(Struct, frozen=True, cache_hash=True):
    """Whether a battle is decided, and which side has won; None if it is drawn."""

    decided: bool
    winner: int | None = None


def verdict(first: Army, second: Army) -> Verdict:
    """The result at the end of a turn: the only unbroken army wins; if both are broken, the one with the
    lower share of losses wins.

    victory.break
    """
    broken = is_broken(first), is_broken(second)
    if not any(broken):
        return Verdict(decided=False)
    if not all(broken):
        return Verdict(decided=True, winner=broken.index(False))
    ratios = worn(first), worn(second)
    if ratios[0] == ratios[1]:
        return Verdict(decided=True)
    return Verdict(decided=True, winner=ratios.index(min(ratios)))


# ---------------------------------------------------------------------- points
class Gains(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What a side scores points for when the last turn is over."""

    units: Annotated[int, Meta(description="enemy units lost", ge=0, le=MOST_UNITS)] = 0
    generals: Annotated[int, Meta(description="enemy Generals lost, the C-C not counted", ge=0, le=12)] = 0
    chief: Annotated[bool, Meta(description="the enemy C-C has been lost")] = False
    objectives: Annotated[int, Meta(description="points of the objectives held", ge=0, le=60)] = 0
    start: Annotated[int, Meta(description="points given by the scenario", ge=0, le=60)] = 0


class _Points(Struct, frozen=True):
    unit: int
    general: int
    chief: int
    lead: int


@cache
def _worth() -> _Points:
    return values("victory.points", _Points)


def points(gains: Gains) -> Tally:
    """The points of a side (victory.points)."""
    rule, worth = "victory.points", _worth()
    tally = Tally.of(gains.start, "points given by the scenario", rule)
    tally = tally.plus(worth.unit * gains.units, f"{gains.units} enemy units lost", rule)
    tally = tally.plus(worth.general * gains.generals, f"{gains.generals} enemy Generals lost", rule)
    tally = tally.plus(worth.chief if gains.chief else 0, "enemy C-C lost", rule)
    return tally.plus(gains.objectives, "objectives held", rule)


def winner_by_points(first: Gains, second: Gains) -> int | None:
    """Which side wins when the turns are over: it must lead by 3 points, otherwise the battle is drawn.

    victory.points
    """
    lead = points(first).whole - points(second).whole
    if abs(lead) < _worth().lead:
        return None
    return 0 if lead > 0 else 1


# ------------------------------------------------------------- without a table
class ArmyMorale(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Two armies at the end of a turn."""

    first: Army = Army()
    second: Army = Army()


async def army_morale(facts: ArmyMorale) -> Verdict:
    """Check army morale; no dice are thrown (turn.end.army-morale, army.break-point, victory.break)."""
    return verdict(facts.first, facts.second)


def army_tallies(facts: ArmyMorale) -> Mapping[str, Tally]:
    """Losses and break points."""
    figures: dict[str, Tally] = {}
    for name, army in (("first", facts.first), ("second", facts.second)):
        figures[f"losses of the {name} army"] = losses(army)
        figures[f"break point of the {name} army"] = break_point(army)
    return figures


def army_summary(facts: ArmyMorale, found: Verdict) -> tuple[str, ...]:
    """Who has broken, and who has won."""
    armies = (("first", facts.first), ("second", facts.second))
    broken = tuple(f"the {name} army breaks" for name, army in armies if is_broken(army))
    if not found.decided:
        return ("no army breaks",)
    won = "the battle is drawn" if found.winner is None else f"the {armies[found.winner][0]} army wins"
    return (*broken, won)

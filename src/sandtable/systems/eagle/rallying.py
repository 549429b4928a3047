"""Rallying: what a unit recovers by redressing its ranks, by a leader who steadies it, or by relief of ranks.

>>> redressed(Redress(grade=Grade.A, dp=3, distance=6)).dp
1
>>> steadied(Order(dp=5, shaken=True))
Order(bases=4, lines=1, dp=4, shaken=False)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.rules.tally import Tally
from sandtable.systems.eagle.book import inches_of, points_of, table
from sandtable.systems.eagle.dice import is_beyond
from sandtable.systems.eagle.disorder import O, Order
from sandtable.systems.eagle.troops import Formation, Grade


class Redress(Order, frozen=True, cache_hash=True, kw_only=True):
    """A unit that redresses its ranks: its order, its grade, and the distance of the enemy."""

    grade: Annotated[Grade, Meta(description="grade of the unit")] = Grade.C
    distance: Annotated[
        float, Meta(description="inches to the nearest enemy that does not rout", ge=0, le=99)
    ] = 6.0
    one_less: Annotated[
        bool, Meta(description="reading: a rallied unit keeps one DP less than its threshold")
    ] = False


# ---------------------------------------------------------------------- tables
class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    grade: Grade
    within4: int
    beyond4: int


@cache
def _rows() -> dict[Grade, _Row]:
    return {row.grade: row for row in table("rally.redress.table", _Row)}


RULES = {
    Grade.A: "rally.redress.a",
    Grade.B: "rally.redress.b",
    Grade.C: "rally.redress.cd",
    Grade.D: "rally.redress.cd",
}
"""The rule of each grade."""


# ------------------------------------------------------------------- redressing
def removed(facts: Redress) -> Tally:
    """The points that redressing takes off a unit that is not shaken, by its grade and the enemy's distance.

    rally.redress.a, rally.redress.b, rally.redress.cd, rally.redress.table, rally.redress.conditions
    """
    row, rule = _rows()[facts.grade], RULES[facts.grade]
    tally = Tally.of(row.within4, f"grade {facts.grade}", rule)
    if is_beyond(facts.distance, inches_of("rally.redress.conditions")):
        tally = tally.plus(row.beyond4 - row.within4, "beyond 4 in of the enemy", rule)
    return tally.at_most(facts.dp, "it has no more", "rally.redress.conditions")


def rallied_with(facts: Redress) -> int:
    """The points of a shaken unit once it has rallied (rally.shaken.redress, rally.shaken.limits)."""
    return facts.threshold - 1 if facts.one_less else points_of("rally.shaken.redress")


def can_rally(facts: Redress) -> bool:
    """Is a shaken unit far enough from every unbroken enemy to rally? (rally.shaken.redress)"""
    return is_beyond(facts.distance, inches_of("rally.shaken.redress"))


def redressed(facts: Redress) -> Order:
    """The order of a unit that has redressed its ranks.

    rally.redress.table; a shaken one rallies beyond 8 in and gains nothing nearer, whatever its grade
    (rally.shaken.redress, rally.shaken.limits)
    """
    dp, shaken = facts.dp - removed(facts).whole, False
    if facts.is_shaken:
        rallies = can_rally(facts)
        dp, shaken = (rallied_with(facts), False) if rallies else (facts.dp, True)
    return Order(bases=facts.bases, lines=facts.lines, dp=dp, shaken=shaken)


async def redress(facts: Redress) -> Order:
    """A unit redresses its ranks; no die decides it (rally.redress.conditions)."""
    return redressed(facts)


# ---------------------------------------------------------------------- leaders
def can_be_steadied(order: Order) -> bool:
    """Has it a point that a leader could take off? (command.steady.limits)"""
    return order.dp > 0


def steadied(order: O) -> O:
    """The order of a unit from which a leader has taken one point, and with it the shaken state.

    command.steady, command.steady.rally, rally.shaken.leader, rally.redress.steady-extra
    """
    assert can_be_steadied(order), "a unit without disorder points is not steadied"
    return replace(order, dp=order.dp - 1, shaken=False)


# ------------------------------------------------------------------ relief of ranks
def can_relieve(order: Order, formation: Formation, *, formed: bool) -> bool:
    """May a unit relieve its ranks: a formed Legion in several lines, not shaken? (after.relieve.who)"""
    return formation is Formation.MULTI_LINE and formed and order.lines > 1 and not order.is_shaken


def relieved(order: O) -> O:
    """The order of a Legion after relief: one point less if it has any (after.relieve, after.relieve.who)."""
    return replace(order, dp=max(0, order.dp - points_of("after.relieve")))


# ----------------------------------------------------------------------- figures and headings
def redress_tallies(facts: Redress) -> Mapping[str, Tally]:
    """The points that the unit removes, or those it would be left with."""
    if not facts.is_shaken:
        return {"disorder points removed": removed(facts)}
    left = Tally.of(facts.dp, "shaken, too near the enemy to rally", "rally.shaken.limits")
    if can_rally(facts):
        rule = "rally.shaken.limits" if facts.one_less else "rally.shaken.redress"
        left = Tally.of(rallied_with(facts), "order regained beyond 8 in", rule)
    return {"disorder points left": left}


def redress_summary(facts: Redress, after: Order) -> tuple[str, ...]:
    """The effect of redressing."""
    if facts.is_shaken:
        return ("the unit stays shaken",) if after.is_shaken else ("the unit rallies",)
    return (f"disorder points left: {after.dp}",)

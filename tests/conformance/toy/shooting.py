"""Shooting and nerve: the two resolutions of toy soldiers, each a pure procedure over one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct

from sandtable.dice import Count, Rerollable, Spread, Successes, cautious
from sandtable.game.ask.questions import Decision, do
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.game.kit.system import Policy
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.tally import Tally
from tests.conformance.toy.battle import FIGURES, rulebook
from tests.conformance.toy.decisions import Reroll


# ----------------------------------------------------------------------- a volley
class Fire(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a volley."""

    figures: Annotated[int, Meta(description="figures that shoot", ge=1, le=FIGURES)] = FIGURES
    inches: Annotated[int, Meta(description="range in whole inches", ge=0, le=12)] = 6
    moved: Annotated[bool, Meta(description="the company has moved")] = False
    powder: Annotated[bool, Meta(description="Powder is in force")] = False
    wood: Annotated[bool, Meta(description="the target stands in a wood")] = False


class Range(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table of ranges."""

    up_to: int
    to_hit: int


@cache
def ranges() -> tuple[Range, ...]:
    """The table of ranges (fire.range)."""
    return rulebook().rows("fire.range", Range)


def dice(fire: Fire) -> Tally:
    """How many dice are rolled."""
    tally = Tally.of(fire.figures, "a die for each figure", "fire.dice")
    if fire.moved:
        tally = tally.times(0.5, "moved", "fire.moved").rounded_up("half a die counts", "fire.moved")
    return tally.plus(2, "Powder", "card.powder") if fire.powder else tally


def to_hit(fire: Fire) -> Tally:
    """What a die must show."""
    row = next(row for row in ranges() if fire.inches <= row.up_to)
    return Tally.of(row.to_hit, f"up to {row.up_to} in", "fire.range", sign="+")


def save(fire: Fire) -> Tally:
    """What a save must show."""
    tally = Tally.of(6, "to save a hit", "fire.save", sign="+")
    return tally.plus(-2, "in a wood", "fire.save") if fire.wood else tally


async def volley(fire: Fire) -> int:
    """The figures that a volley takes (fire.save)."""
    hits = await Count(dice(fire).whole, at_least=to_hit(fire).whole, purpose="to hit")
    return hits - await Count(hits, at_least=save(fire).whole, purpose="saves")


# ----------------------------------------------------------------------- a nerve test
class Nerve(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a nerve test."""

    figures: Annotated[int, Meta(description="figures left", ge=1, le=FIGURES)] = 3
    rerolls: Annotated[int, Meta(description="dice that may be rolled again", ge=0, le=2)] = 1
    seat: Annotated[int, Meta(description="the seat that decides on rerolls", ge=0, le=1)] = 0


WORTH = (0, 0, 0, 1, 1, 2)
NEED = 2


async def nerve_test(nerve: Nerve) -> bool:
    """Does the company stand (nerve.test)?"""
    return await do(successes, nerve) >= NEED


async def successes(nerve: Nerve) -> int:
    """All dice at once, then the rerolls."""
    spread = await Spread(nerve.figures, WORTH, purpose="nerve")
    return await do(reroll, nerve, Rerollable.of(spread, nerve.rerolls))


async def reroll(nerve: Nerve, table: Rerollable) -> int:
    """One die after another, each once, while the test is not passed (nerve.reroll)."""
    options = table.options()
    if table.total >= NEED or options == (None,):
        return table.total
    pick = await Reroll(nerve.seat, options, aims=(NEED,), table=table)
    if pick is None:
        return table.total
    return await do(reroll, nerve, table.after(pick, await Successes(1, WORTH, purpose="nerve again")))


def carefully(question: Decision[Any]) -> object:
    """Only a die that shows nothing is rolled again; nothing else is said."""
    if not isinstance(question, Reroll):
        raise NoPolicy(f"nothing is said about {question.decision}")
    return cautious(question.table, NEED)


POLICIES: Mapping[str, Policy] = {"cautious": carefully, "best": best}

RESOLUTIONS = (
    Resolution(
        id="volley",
        title="A volley",
        facts=Fire,
        procedure=volley,
        tallies=lambda fire: {"dice": dice(fire), "to hit": to_hit(fire), "save": save(fire)},
        summary=lambda _, lost: ("some loss" if lost else "no loss",),
        measure=int,
        measured="figures lost",
    ),
    Resolution(
        id="nerve",
        title="A nerve test",
        facts=Nerve,
        procedure=nerve_test,
        tallies=lambda nerve: {"rerolls": Tally.of(nerve.rerolls, "dice to roll again", "nerve.reroll")},
        summary=lambda _, stands: ("the company stands" if stands else "the company flees",),
    ),
)

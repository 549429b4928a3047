"""Movement rates: the printed table, typed, by the way a unit fights now, and Double Time! on top of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.dice import D3, D6, Die, Single, parse
from sandtable.game.tally import Tally
from sandtable.systems.liberty.actions import Buyer, Buying, CommandPoint, offer
from sandtable.systems.liberty.book import table
from sandtable.systems.liberty.shooting import Arm


class Rates(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the movement table; ``run`` is 0 where the table has a dash (movement.rates)."""

    unit: str
    formation: str
    advance: int
    run: int
    charge: str
    charge_difficult: str
    difficult: str
    obstacle: str
    road: str
    march_column: str

    @property
    def charge_die(self) -> Die:
        """The die that is added to the rate of a CHARGE (charge.rate)."""
        return parse(self.charge).die


ROWS = {
    Arm.INFANTRY: ("Infantry", "Any"),
    Arm.MOUNTED: ("Cavalry", "Mounted"),
    Arm.DISMOUNTED: ("Cavalry", "Dismounted"),
    Arm.SKIRMISHERS: ("Skirmishers", "Any"),
    Arm.UNLIMBERED: ("Artillery", "Unlimbered"),
    Arm.LIMBERED: ("Artillery", "Limbered"),
}


@cache
def rates(arm: Arm) -> Rates:
    """The rates of an arm.

    movement.infantry, movement.cavalry.mounted, movement.cavalry.dismounted, movement.skirmishers,
    movement.artillery.limbered, movement.artillery.unlimbered
    """
    return _row(*ROWS[arm])


@cache
def general_rates() -> Rates:
    """The rates of a General (movement.generals)."""
    return _row("Generals", "Any")


def _row(unit: str, formation: str) -> Rates:
    rows = table("movement.rates", Rates)
    return next(row for row in rows if (row.unit, row.formation) == (unit, formation))


# ------------------------------------------------------------------ Double Time!
def haste(arm: Arm | Literal["General"]) -> Die:
    """What Double Time! adds: D3 in on foot, D6 in for the mounted and for Generals (action.double-time)."""
    return D6 if arm in (Arm.MOUNTED, Arm.LIMBERED, "General") else D3


class MarchFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A move of the own Command phase before which Double Time! may be bought."""

    arm: Annotated[Arm, Meta(description="type of the unit")] = Arm.INFANTRY
    general: Annotated[bool, Meta(description="a General moves, not a unit")] = False
    order: Annotated[Literal["ADVANCE", "RUN"], Meta(description="the order it carries out")] = "ADVANCE"
    under_fire: Annotated[int, Meta(description="its under-fire markers", ge=0, le=10)] = 0
    stalwart: Annotated[bool, Meta(description="special rule Stalwart")] = False
    double_time: Annotated[Buying, Meta(description="Double Time! may be bought, and when")] = Buying.NEVER
    wanted: Annotated[int, Meta(description="inches it would like to go", ge=0, le=40)] = 12
    seat: Annotated[int, Meta(description="the seat that decides", ge=0, le=1)] = 0
    unit: int = -1

    def __post_init__(self) -> None:
        if self.order == "RUN" and not _printed(self):
            raise ValueError("unlimbered guns and Generals have no RUN rate; give ADVANCE (orders.by-type)")


def _printed(facts: MarchFacts) -> int:
    row = general_rates() if facts.general else rates(facts.arm)
    return row.run if facts.order == "RUN" else row.advance


def march_rate(facts: MarchFacts) -> Tally:
    """How far it may go without Double Time! (movement.allowance, underfire.effect, special.stalwart)."""
    who = "General" if facts.general else facts.arm.lower()
    tally = Tally.of(_printed(facts), f"{facts.order} of {who}", "movement.rates")
    if facts.under_fire and not facts.stalwart and not facts.general:
        tally = tally.plus(-facts.under_fire, "under-fire markers", "underfire.effect")
    return tally


async def march(facts: MarchFacts) -> int:
    """The allowance of a move on clear ground, Double Time! included (movement.allowance)."""
    rate = march_rate(facts).whole
    buyer = Buyer(facts.seat, facts.unit, facts.double_time)
    needed = rate < facts.wanted
    if buyer.may and await offer("double-time", buyer, aims=(facts.wanted,), needed=needed) is (
        CommandPoint.SPEND
    ):
        rate += await Single(haste("General" if facts.general else facts.arm), purpose="Double Time!")
    return max(rate, 0)


def march_tallies(facts: MarchFacts) -> Mapping[str, Tally]:
    """The rate before the die."""
    return {"rate": march_rate(facts)}


def march_summary(facts: MarchFacts, allowance: int) -> tuple[str, ...]:
    """Does it get where it would like to be?"""
    return ("it goes as far as wanted" if allowance >= facts.wanted else "it falls short",)

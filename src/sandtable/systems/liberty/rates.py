"""Movement rates: the printed table by arm, and the dice added to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.dice import D3, D6, Cup, Die, Single, parse
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.actions import Buyer, Buying, Paid, buy
from sandtable.systems.liberty.book import table
from sandtable.systems.liberty.command_points import Action
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

    @property
    def road_bonus(self) -> Cup | None:
        """The road's bonus to a move that stays on it, if any (movement.road)."""
        return None if self.road == NOTHING else parse(self.road)

    @property
    def march_bonus(self) -> Cup | None:
        """March Column's bonus to a move, if any (movement.march-column)."""
        return None if self.march_column == NOTHING else parse(self.march_column)


NOTHING = "none"
"""The table's word for no bonus."""

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


# ------------------------------------------------------------------ the dice of a move
def haste(arm: Arm | Literal["General"]) -> Die:
    """The die of Double Time!: D3 in on foot, D6 in mounted and for Generals (action.double-time)."""
    return D6 if arm in (Arm.MOUNTED, Arm.LIMBERED, "General") else D3


class MarchFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a move in its own Command phase, and whether Double Time! may be bought before it."""

    arm: Annotated[Arm, Meta(description="type of the unit")] = Arm.INFANTRY
    general: Annotated[bool, Meta(description="a General moves, not a unit")] = False
    order: Annotated[Literal["ADVANCE", "RUN"], Meta(description="the order it carries out")] = "ADVANCE"
    road: Annotated[bool, Meta(description="the road bonus is claimed")] = False
    march_column: Annotated[bool, Meta(description="the March Column bonus is claimed")] = False
    under_fire: Annotated[int, Meta(description="its under-fire markers", ge=0, le=10)] = 0
    stalwart: Annotated[bool, Meta(description="special rule Stalwart")] = False
    double_time: Annotated[Buying, Meta(description="Double Time! may be bought, and when")] = Buying.NEVER
    wanted: Annotated[int, Meta(description="inches it would like to go", ge=0, le=40)] = 12
    seat: Annotated[int, Meta(description="the seat that decides", ge=0, le=1)] = 0
    unit: int = -1

    def __post_init__(self) -> None:
        if self.order == "RUN" and not _printed(self):
            raise ValueError("unlimbered guns and Generals have no RUN rate; give ADVANCE (orders.by-type)")
        if self.road and _row_of(self).road_bonus is None:
            raise ValueError(f"{_name(self)} has no road bonus; do not claim one (movement.rates)")
        if self.march_column and _row_of(self).march_bonus is None:
            raise ValueError(f"{_name(self)} has no March Column bonus; do not claim one (movement.rates)")


class MarchDice(Struct, frozen=True, cache_hash=True):
    """The inches that dice add to a move: for the road, for March Column, for Double Time!"""

    road: int = 0
    march: int = 0
    haste: int = 0


NO_DICE = MarchDice()


def _row_of(facts: MarchFacts) -> Rates:
    return general_rates() if facts.general else rates(facts.arm)


def _name(facts: MarchFacts) -> str:
    return "General" if facts.general else facts.arm.lower()


def _printed(facts: MarchFacts) -> int:
    row = _row_of(facts)
    return row.run if facts.order == "RUN" else row.advance


def march_rate(facts: MarchFacts, dice: MarchDice = NO_DICE) -> Tally:
    """The allowance before halving: rate, road die, march die, Double Time!, less under-fire markers.

    movement.allowance, movement.road, movement.march-column, movement.march-column.when, action.double-time,
    underfire.effect, special.stalwart
    """
    slowed = 0 if facts.stalwart or facts.general else facts.under_fire
    return _rate(_printed(facts), facts.order, _name(facts), dice, slowed)


@lru_cache(maxsize=1024)
def _rate(printed: int, order: str, name: str, dice: MarchDice, under_fire: int) -> Tally:
    tally = Tally.of(printed, f"{order} of {name}", "movement.rates")
    tally = tally.plus(dice.road, "along the road", "movement.road")
    tally = tally.plus(dice.march, "in March Column", "movement.march-column")
    tally = tally.plus(dice.haste, "Double Time!", "action.double-time")
    return tally.plus(-under_fire, "under-fire markers", "underfire.effect") if under_fire else tally


@lru_cache(maxsize=4096)
def allowance(facts: MarchFacts, dice: MarchDice = NO_DICE) -> Tally:
    """The allowance of a move on clear ground, never below 0 (movement.allowance, underfire.detail)."""
    return march_rate(facts, dice).at_least(0, "never less than nothing", "movement.allowance")


async def march(facts: MarchFacts) -> int:
    """The allowance of a move on clear ground (movement.allowance)."""
    return (await do(march_paid, facts)).value


async def march_paid(facts: MarchFacts) -> Paid[int]:
    """The allowance of a move, Double Time! included if it is bought (movement.allowance)."""
    rolled = await do(march_dice, facts)
    return rolled.leads_to(allowance(facts, rolled.value).whole)


async def march_dice(facts: MarchFacts) -> Paid[MarchDice]:
    """The dice of a move: those claimed, then Double Time! if it is bought (movement.march-column.when)."""
    row = _row_of(facts)
    road = await _bonus(row.road_bonus if facts.road else None, "road bonus")
    column = await _bonus(row.march_bonus if facts.march_column else None, "March Column bonus")
    hastened = await do(haste_paid, facts, march_rate(facts, MarchDice(road, column)).whole)
    return hastened.leads_to(MarchDice(road, column, hastened.value))


async def _bonus(cup: Cup | None, purpose: str) -> int:
    return 0 if cup is None else cup.plus + await Single(cup.die, purpose=purpose)


async def haste_paid(facts: MarchFacts, rate: int) -> Paid[int]:
    """The inches that Double Time! adds to a rate; none if it is not bought (action.double-time)."""
    buyer = Buyer(facts.seat, facts.unit, facts.double_time)
    missing = facts.wanted - rate
    spent = await buy(Action.DOUBLE_TIME, buyer, aims=(missing,), needed=missing > 0)
    if not spent:
        return Paid(0)
    die = haste("General" if facts.general else facts.arm)
    return Paid(await Single(die, purpose="Double Time!"), spent)


def march_tallies(facts: MarchFacts) -> Mapping[str, Tally]:
    """The rate before the dice."""
    return {"rate": march_rate(facts)}


def march_summary(facts: MarchFacts, allowance: int) -> tuple[str, ...]:
    """Does the move reach the wanted distance?"""
    return ("it goes as far as wanted" if allowance >= facts.wanted else "it falls short",)

"""The charge move: how far a charger goes, where it falters, and whether it makes contact."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import ceil, floor
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.dice import Cup, Die, Single, Total, parse
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.actions import Buyer, Buying, Paid, buy
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.rates import haste, rates
from sandtable.systems.liberty.shooting import Arm
from sandtable.table.measure import is_within
from sandtable.table.space import HAIR, INCH, Side

PROXIMITY = 4
FARTHEST = 40
OBSTACLE = parse("D3+1")
LOW_OBSTACLE = parse("D3-1")
GUNS = (Arm.UNLIMBERED, Arm.LIMBERED)


class Way(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a charge move: the charger, the distance to the target, and the ground between.

    The distance is the shortest straight line to the facing that will be contacted, not rounded
    (charge.distance).
    """

    arm: Annotated[Arm, Meta(description="type of the charging unit")] = Arm.INFANTRY
    distance: Annotated[float, Meta(description="charge distance in inches", ge=0, le=FARTHEST)] = 10
    difficult: Annotated[bool, Meta(description="the way leads through DIFFICULT terrain")] = False
    scouts: Annotated[bool, Meta(description="special rule Scouts")] = False
    obstacles: Annotated[
        int, Meta(description="obstacles to cross, not counting one that the target defends", ge=0, le=3)
    ] = 0
    under_fire: Annotated[int, Meta(description="its under-fire markers", ge=0, le=6)] = 0
    stalwart: Annotated[bool, Meta(description="special rule Stalwart")] = False
    room: Annotated[
        float,
        Meta(description="inches it can go until an enemy not its target is 4 in off", ge=0, le=FARTHEST),
    ] = FARTHEST
    double_time: Annotated[Buying, Meta(description="Double Time! may be bought, and when")] = Buying.NEVER
    printed_rates: Annotated[
        bool, Meta(description="reading: skirmishers and Scouts too charge through it at ADVANCE and die")
    ] = False
    low_obstacles: Annotated[bool, Meta(description="reading: an obstacle costs D3-1 in, not D3+1")] = False
    falters_by_rate: Annotated[
        bool, Meta(description="reading: a faltering unit goes half its charge move, not half the distance")
    ] = False
    seat: Annotated[int, Meta(description="the seat that charges", ge=0, le=1)] = 0
    unit: int = -1

    def __post_init__(self) -> None:
        if self.arm in GUNS:
            raise ValueError(
                f"{self.arm.lower()} cannot charge; infantry, cavalry and skirmishers can (charge.may.types)"
            )


class Contact(Struct, frozen=True, cache_hash=True):
    """Where a charge move ended, in contact or short of it, and the inches moved."""

    made: bool
    moved: float


# --------------------------------------------------------------------- the facing
EDGES: dict[Side, Edge] = {"front": Edge.FRONT, "left": Edge.FLANK, "right": Edge.FLANK, "rear": Edge.REAR}
"""The edge of the target that a charger fights, by the side that it contacts."""


def facings(bases: Mapping[Side, int]) -> tuple[Side, ...]:
    """The sides of a target that may be contacted, by how many of the charger's bases start in each arc.

    The arc that holds half of them decides. If two arcs do, the charging player chooses; if none does, the
    front is charged (charge.facing.half, charge.facing.count).
    """
    half = sum(bases.values()) / 2
    return tuple(side for side, inside in bases.items() if inside and inside >= half) or ("front",)


# --------------------------------------------------------------------- tallies
def rate(way: Way) -> Tally:
    """The charge rate before its die: RUN, or ADVANCE through DIFFICULT terrain that is not ignored.

    charge.rate, terrain.difficult.charge, special.scouts.charge, underfire.effect, special.stalwart
    """
    row = rates(way.arm)
    ignored = (way.arm is Arm.SKIRMISHERS or way.scouts) and not way.printed_rates
    if way.difficult and not ignored:
        tally = Tally.of(row.advance, "ADVANCE rate through DIFFICULT terrain", "terrain.difficult.charge")
    else:
        tally = Tally.of(row.run, f"RUN rate of {way.arm.lower()}", "charge.rate")
    if way.under_fire and not way.stalwart:
        tally = tally.plus(-way.under_fire, "under-fire markers", "underfire.effect")
    return tally.at_least(0, "never less than nothing", "underfire.detail")


def charge_die(way: Way) -> Die:
    """The die added to the rate: D3 on foot, D6 mounted (charge.rate)."""
    return _die_of(way.arm)


@cache
def _die_of(arm: Arm) -> Die:
    return rates(arm).charge_die


def obstacle_loss(way: Way) -> Cup:
    """The inches lost by crossing one obstacle (movement.obstacle, movement.obstacle.sign)."""
    return LOW_OBSTACLE if way.low_obstacles else OBSTACLE


def potential(way: Way) -> Tally:
    """The longest possible charge without Double Time!; the target must be within it.

    charge.range.potential, charge.may.range
    """
    tally = rate(way).plus(max(charge_die(way).faces), "the die at its highest", "charge.range.potential")
    least = obstacle_loss(way).low * way.obstacles
    if least:
        tally = tally.plus(-least, "the least loss at obstacles", "movement.obstacle.sign")
    return tally.at_least(0, "never less than nothing", "movement.allowance")


def is_in_range(way: Way) -> bool:
    """Is the target within the charger's possible move? (charge.may.range)"""
    return is_within(way.distance * INCH, potential(way).whole * INCH)


def inches_needed(way: Way) -> int:
    """The whole inches that make contact; an exactly equal distance does (charge.short)."""
    return max(ceil((way.distance * INCH - HAIR) / INCH), 0)


def short_move(way: Way, rolled: int) -> Tally:
    """How far a charge goes that does not reach its target: up to 4 in from any enemy (charge.short)."""
    tally = Tally.of(rolled, "inches rolled", "charge.rate")
    return _kept_off(tally, way)


def falter_move(way: Way, half_of: float) -> Tally:
    """How far a faltering charge goes: half of the distance, rounded up, up to 4 in from any enemy.

    charge.result.1, orders.charge.falters, charge.falters.distance
    """
    tally = Tally.of(half_of, "inches of the way", "charge.falters.distance")
    tally = tally.times(0.5, "half the way", "charge.result.1").rounded_up(
        "whole inches", "movement.rounding"
    )
    return _kept_off(tally, way)


def _kept_off(tally: Tally, way: Way) -> Tally:
    """The move cut short at 4 in from any enemy, the target included; a unit that is nearer already stays."""
    own = floor((way.distance - PROXIMITY) * INCH + HAIR) / INCH
    tally = tally.at_most(own, "4 in from the target", "movement.proximity")
    tally = tally.at_most(way.room, "4 in from another enemy", "movement.proximity")
    return tally.at_least(0, "never back", "movement.proximity.detail")


# ---------------------------------------------------------------------- throws
async def contact(way: Way) -> Contact:
    """Where a charge move ends (charge.rate)."""
    return (await do(contact_paid, way)).value


async def contact_paid(way: Way) -> Paid[Contact]:
    """Roll the distance and move: into contact, or short of it (charge.rate, charge.short)."""
    rolled = await do(inches_rolled, way)
    if rolled.value >= inches_needed(way):
        return rolled.leads_to(Contact(made=True, moved=way.distance))
    return rolled.leads_to(Contact(made=False, moved=short_move(way, rolled.value).total))


async def inches_rolled(way: Way) -> Paid[int]:
    """Rate and die less the cost of obstacles; Double Time! is declared before the die.

    action.double-time.charge, movement.obstacle.when
    """
    hastened = await _hastened(way)
    going = rate(way).whole + hastened.value
    going += await Single(charge_die(way), purpose="charge distance")
    if way.obstacles:
        going -= await Total(way.obstacles, of=obstacle_loss(way), purpose="obstacles")
    return hastened.leads_to(max(going, 0))


async def _hastened(way: Way) -> Paid[int]:
    """The inches that Double Time! adds, if it is bought (action.double-time)."""
    buyer = Buyer(way.seat, way.unit, way.double_time)
    least = rate(way).whole + min(charge_die(way).faces) - obstacle_loss(way).high * way.obstacles
    wanted = inches_needed(way)
    spent = await buy(Action.DOUBLE_TIME, buyer, aims=(wanted,), needed=least < wanted)
    return Paid(await Single(haste(way.arm), purpose="Double Time!") if spent else 0, spent)


async def falter(way: Way) -> float:
    """How far a faltering charge goes; only the reading by its rate rolls a die.

    charge.falters.distance
    """
    if not way.falters_by_rate:
        return falter_move(way, way.distance).total
    going = rate(way).whole + await Single(charge_die(way), purpose="charge distance")
    return falter_move(way, going).total

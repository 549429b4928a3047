"""Pursuit and breakthrough: the die for each, the race with a router, the free round, the charge onward.

The table finds the ways and what lies on them; their dice and results are here.

>>> from sandtable.game.drivers.odds import odds
>>> odds(do(chase, PursuitFacts()), exact=True).chance(Catch.CATCHES)
Fraction(1, 3)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.dice import Count, Cup, Total, parse
from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.approach import LOW_OBSTACLE, OBSTACLE
from sandtable.systems.liberty.melee import dice, exchange, save
from sandtable.systems.liberty.melee_facts import Contact, Duel, Edge, Fighter, Melee, as_melee
from sandtable.systems.liberty.melee_results import Ending, Fate, general_is_killed, may_follow, standing
from sandtable.systems.liberty.pursuit_decisions import ChargeOnward
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State

FOLLOWS_ON = 4
HOLD = -1
"""The value of `breakthrough` when no enemy is charged."""
MOST_OBSTACLES = 3
GUNS = (Arm.UNLIMBERED, Arm.LIMBERED)


class Ground(StrEnum):
    """The ground on a way."""

    OPEN = "open"
    DIFFICULT = "difficult"


class Catch(StrEnum):
    """How a pursuit ends."""

    HOLDS = "holds"
    FALLS_SHORT = "falls short"
    CATCHES = "catches the router"


# ----------------------------------------------------------------------- facts
class Way(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The ways of a router and of the unit behind it."""

    ground: Annotated[
        Ground, Meta(description="the pursuer's way: through DIFFICULT terrain it does not ignore, or not")
    ] = Ground.OPEN
    obstacles: Annotated[int, Meta(description="obstacles the pursuer crosses", ge=0, le=MOST_OBSTACLES)] = 0
    router_obstacles: Annotated[
        int, Meta(description="obstacles the router crosses", ge=0, le=MOST_OBSTACLES)
    ] = 0
    low_obstacles: Annotated[bool, Meta(description="reading: an obstacle costs D3-1 in, not D3+1")] = False
    router_moved: Annotated[
        Annotated[float, Meta(ge=0, le=40)] | None,
        Meta(description="inches the router has moved; none: it makes a full rout move"),
    ] = None


class PursuitFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit that may pursue, the router, the way between them, and the bases that fight if it is caught."""

    pursuer: Fighter = Fighter()
    pursuer_contact: Contact = Contact()
    router: Fighter = Fighter(hits=8)
    router_contact: Contact = Contact()
    way: Way = Way()
    impetuous: Annotated[bool, Meta(description="the pursuer has the special rule Impetuous")] = False

    def __post_init__(self) -> None:
        free_melee(self)
        if self.router.arm in GUNS and self.way.router_obstacles and self.way.router_moved is None:
            raise ValueError("guns cross no obstacle; say in router_moved how far they came before it")


class BreakthroughFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit that may break through, and the enemies it could then charge."""

    arm: Annotated[Arm, Meta(description="type of the unit")] = Arm.INFANTRY
    state: Annotated[State, Meta(description="its state")] = State.STEADY
    disordered: Annotated[bool, Meta(description="it is DISORDERED")] = False
    impetuous: Annotated[bool, Meta(description="special rule Impetuous")] = False
    has_broken_through: Annotated[bool, Meta(description="it made a BREAKTHROUGH this turn already")] = False
    targets: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=99)], ...],
        Meta(description="numbers of the enemies it could charge, the nearest first", max_length=12),
    ] = (0,)
    seat: Annotated[int, Meta(description="the seat that chooses among them", ge=0, le=1)] = 0
    unit: int = -1


# --------------------------------------------------------------------- figures
@cache
def rate(arm: Arm, ground: Ground) -> Cup:
    """How far a type routs or pursues: RUN and a die, or ADVANCE and a die where DIFFICULT terrain slows it.

    movement.rates, pursuit.move, rout.difficult.rate
    """
    row = rates(arm)
    return parse(row.charge if ground is Ground.OPEN else row.charge_difficult)


def obstacle_cost(*, low: bool = False) -> Cup:
    """The inches that an obstacle costs (movement.obstacle, movement.obstacle.sign)."""
    return LOW_OBSTACLE if low else OBSTACLE


def pursuit_need(facts: PursuitFacts) -> Tally:
    """The number that the die for a pursuit must show (pursuit.roll, special.impetuous)."""
    if facts.impetuous:
        return Tally.of(0, "Impetuous: pursues without a roll", "special.impetuous")
    return Tally.of(FOLLOWS_ON, "pursues on", "pursuit.roll", sign="+")


def breakthrough_need(facts: BreakthroughFacts) -> Tally:
    """The number that the die for a breakthrough must show (breakthrough.roll, special.impetuous)."""
    if facts.impetuous:
        return Tally.of(0, "Impetuous: breaks through without a roll", "special.impetuous")
    return Tally.of(FOLLOWS_ON, "breaks through on", "breakthrough.roll", sign="+")


# --------------------------------------------------------------------- pursuit
class Pursuit(Struct, frozen=True, cache_hash=True):
    """A pursuit: its end, the hits of pursuer and router, and the fate of both."""

    catch: Catch
    lost: tuple[int, int] = (0, 0)
    pursuer: Ending = Ending(Fate.HOLDS)
    router: Ending = Ending(Fate.ROUTES)


async def pursues(facts: PursuitFacts) -> bool:
    """Does a unit that may pursue do so? If the die says so it must (pursuit.compulsory)."""
    if not may_follow(facts.pursuer, facts.pursuer.state):
        return False
    return await sets_out("pursuit", impetuous=facts.impetuous)


async def sets_out(purpose: str, *, impetuous: bool) -> bool:
    """The die for a pursuit or a breakthrough; Impetuous units need none.

    pursuit.roll, breakthrough.roll, special.impetuous
    """
    return impetuous or await Count(1, at_least=FOLLOWS_ON, purpose=purpose) > 0


async def distance(arm: Arm, ground: Ground, obstacles: int, cost: Cup = OBSTACLE) -> int:
    """The distance of a rout or a pursuit, less the cost of obstacles.

    pursuit.move, movement.obstacle; under-fire markers do not count
    """
    inches = await Total(1, rate(arm, ground), purpose="distance")
    if obstacles:
        inches -= await Total(obstacles, cost, purpose="obstacles")
    return max(inches, 0)


async def chase(facts: PursuitFacts) -> Catch:
    """The router moves first; a pursuer that moves at least as far catches it (pursuit.move)."""
    way = facts.way
    cost = obstacle_cost(low=way.low_obstacles)
    moved: float | None = way.router_moved
    if moved is None:
        moved = await do(distance, facts.router.arm, Ground.OPEN, way.router_obstacles, cost)
    if not await do(pursues, facts):
        return Catch.HOLDS
    came = await do(distance, facts.pursuer.arm, way.ground, way.obstacles, cost)
    return Catch.CATCHES if came >= moved else Catch.FALLS_SHORT


async def pursue(facts: PursuitFacts) -> Pursuit:
    """A whole pursuit on a clear way: the die, the race, and the end of a router that is caught.

    pursuit.roll, pursuit.contact
    """
    catch = await do(chase, facts)
    if catch is not Catch.CATCHES:
        return Pursuit(catch)
    return await caught(facts)


async def caught(facts: PursuitFacts) -> Pursuit:
    """A SHAKEN router that is caught is BROKEN at once; any other fights one free round (pursuit.shaken)."""
    if facts.router.state is not State.SHAKEN:
        return await free_round(facts)
    killed = await general_is_killed(free_melee(facts).sides[1].units[0])
    return Pursuit(Catch.CATCHES, router=Ending(Fate.BROKEN, killed))


async def free_round(facts: PursuitFacts) -> Pursuit:
    """Both sides strike, save and roll for their Generals; no score, no test, no breakthrough after it.

    Unless its hits break it, the router routs on and the pursuer holds (pursuit.contact, pursuit.free-round).
    """
    melee = free_melee(facts)
    pursuer_lost, router_lost = await exchange(melee)
    pursuer, router = melee.sides
    (followed,), (fled,) = standing(pursuer, pursuer_lost), standing(router, router_lost)
    killed = [await general_is_killed(side.units[0]) for side in melee.sides]
    return Pursuit(
        Catch.CATCHES,
        lost=(sum(pursuer_lost), sum(router_lost)),
        pursuer=Ending(Fate.HOLDS if followed else Fate.BROKEN, killed[0]),
        router=Ending(Fate.ROUTES if fled else Fate.BROKEN, killed[1]),
    )


def free_melee(facts: PursuitFacts) -> Melee:
    """The free round as a melee against the router's rear, without charge bonus (pursuit.free-round)."""
    return as_melee(
        Duel(
            attacker=replace(facts.pursuer, charging=False),
            attacker_contact=replace(facts.pursuer_contact, edge=Edge.REAR),
            defender=replace(facts.router, charging=False),
            defender_contact=replace(facts.router_contact, edge=Edge.FRONT),
        )
    )


# ---------------------------------------------------------------- breakthrough
async def breakthrough(facts: BreakthroughFacts) -> int:
    """The die for a breakthrough, and the enemy then charged; `HOLD` if none is.

    breakthrough.roll, breakthrough.limit
    """
    through = await do(breaks_through, facts)
    return await do(charge_onward, facts) if through and facts.targets else HOLD


async def breaks_through(facts: BreakthroughFacts) -> bool:
    """Does a unit break through? At most once a turn (breakthrough.roll, breakthrough.limit)."""
    unit = Fighter(arm=facts.arm, disordered=facts.disordered)
    if facts.has_broken_through or not may_follow(unit, facts.state):
        return False
    return await sets_out("breakthrough", impetuous=facts.impetuous)


async def charge_onward(facts: BreakthroughFacts) -> int:
    """The enemy of a determined charge without a test; the player may also hold.

    An Impetuous unit must charge the nearest (breakthrough.charge, special.impetuous.must).
    """
    if facts.impetuous:
        return facts.targets[0]
    options = (*facts.targets, None)
    pick = await ChargeOnward(facts.seat, options, unit=facts.unit, aims=(0,))
    return HOLD if pick is None else pick


# -------------------------------------------------------------- without a table
def pursuit_tallies(facts: PursuitFacts) -> Mapping[str, Tally]:
    """The figures of a pursuit."""
    melee = free_melee(facts)
    pursuer, router = (side.units[0] for side in melee.sides)
    return {
        "needed to pursue": pursuit_need(facts),
        "dice of the pursuer in the free round": dice(pursuer, melee.arms(1)),
        "dice of the router in the free round": dice(router, melee.arms(0)),
        "save": save(),
    }


def pursuit_summary(facts: PursuitFacts, outcome: Pursuit) -> tuple[str, ...]:
    """Whether the router is caught, and the fate of both."""
    del facts
    words = [f"the pursuer {outcome.catch}", f"the router {outcome.router.fate}"]
    if outcome.pursuer.fate is Fate.BROKEN:
        words.append("the pursuer breaks")
    for ending, name in ((outcome.pursuer, "pursuer"), (outcome.router, "router")):
        if ending.general_killed:
            words.append(f"the {name}'s General is killed")
    return tuple(words)


def pursuit_measure(outcome: Pursuit) -> int:
    """The hits that the router loses."""
    return outcome.lost[1]


def breakthrough_tallies(facts: BreakthroughFacts) -> Mapping[str, Tally]:
    """The figure of a breakthrough."""
    return {"needed to break through": breakthrough_need(facts)}


def breakthrough_summary(facts: BreakthroughFacts, target: int) -> tuple[str, ...]:
    """Whether an enemy is charged, and which."""
    del facts
    return ("the unit holds",) if target == HOLD else ("the unit charges on", f"it charges enemy {target}")

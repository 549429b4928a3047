"""The expected worth of resolutions, by the exact odds of the rules, kept by their facts.

The odds driver runs the same procedures that will be played; no die is modelled here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import OddsDriver, odds
from sandtable.systems.liberty.charge_home import Charge, ChargeFacts, End, charge
from sandtable.systems.liberty.doctrine.worth import BROKEN, COST, fate, toll
from sandtable.systems.liberty.melee_facts import Duel, Fighter
from sandtable.systems.liberty.melee_results import Fate, fight
from sandtable.systems.liberty.morale import Cause, MoraleFacts, Nerve, Result, morale_test
from sandtable.systems.liberty.orders import OrderFacts, order_test
from sandtable.systems.liberty.policies import decide_cautiously
from sandtable.systems.liberty.rally import RallyEnd, RallyFacts, rally
from sandtable.systems.liberty.shooting import Fire, volley
from sandtable.systems.liberty.states import State, Wear

ODDS: Final = OddsDriver(decide_cautiously)
"""The driver for volleys and tests; it keeps what it has worked out.

Charges and melees have a new driver each time: their many outcomes are reduced to one figure here, so keeping
them all would waste memory.
"""

ENDS: Final = {
    Fate.FIGHTS_ON: 0.0,
    Fate.HOLDS: 0.0,
    Fate.TESTS_FOR_PURSUIT: 0.0,
    Fate.TESTS_FOR_BREAKTHROUGH: 0.0,
    Fate.RETIRES: COST[Result.RETIRE],
    Fate.ROUTES: COST[Result.ROUTE],
}
"""The cost of a round's end to a unit beyond its hits."""


LOST: Final = 6.5
"""The cost of a SHAKEN unit's rout: any enemy that catches it breaks it, and few rally."""


# ----------------------------------------------------------------------- volleys
@lru_cache(maxsize=8192)
def losses(fire: Fire) -> tuple[tuple[int, bool, float], ...]:
    """The possible losses to a volley: hits not saved, whether it was struck at all, and the chance."""
    chances = ODDS.odds(do(volley, fire))
    return tuple((shot.lost, shot.struck, float(chance)) for shot, chance in chances.items())


@lru_cache(maxsize=65536)
def expected_toll(wear: Wear, hits: int, nerve: Nerve, *, tests: bool) -> float:
    """The expected loss of a unit with so many hits after its test for shooting, if it takes one."""
    if wear.breaks(hits):
        return BROKEN
    if not tests:
        return toll(wear, hits)
    facts = MoraleFacts(nerve=nerve, state=wear.state(hits), cause=Cause.SHOOTING)
    results = ODDS.odds(do(morale_test, facts))
    return sum(float(chance) * fate(wear, hits, result) for result, chance in results.items())


@lru_cache(maxsize=65536)
def volley_gain(fire: Fire, wear: Wear, hits: int, nerve: Nerve, *, due: bool) -> float:
    """The worth of a volley against a unit; *due* says that the unit must test for shooting anyway."""
    after = sum(
        chance * expected_toll(wear, hits + lost, nerve, tests=due or lost > 0)
        for lost, _, chance in losses(fire)
    )
    return after - expected_toll(wear, hits, nerve, tests=due)


# ----------------------------------------------------------------------- orders and rallies
@lru_cache(maxsize=4096)
def obedience(facts: OrderFacts) -> float:
    """The chance that an order is carried out."""
    return float(ODDS.odds(do(order_test, facts)).chance(True))  # noqa: FBT003 - the outcome asked about


@lru_cache(maxsize=4096)
def rally_gain(facts: RallyFacts) -> tuple[float, float]:
    """The average worth of the hits that a RALLY recovers, and the chance that it fails."""
    before, gain, fails = toll(facts.wear, facts.hits), 0.0, 0.0
    for outcome, chance in ODDS.odds(do(rally, facts)).items():
        gain += float(chance) * (before - toll(facts.wear, outcome.hits))
        if outcome.end not in (RallyEnd.RECOVERS, RallyEnd.STOPS):
            fails += float(chance)
    return gain, fails


# ----------------------------------------------------------------------- charges and melees
@lru_cache(maxsize=4096)
def charge_ends(facts: ChargeFacts) -> tuple[tuple[Charge, float], ...]:
    """The possible ends of a charge up to contact, with their chances."""
    return tuple((end, float(chance)) for end, chance in odds(do(charge, facts), decide_cautiously).items())


@lru_cache(maxsize=4096)
def melee_balance(duel: Duel) -> tuple[float, float]:
    """The average cost of a round of melee to the attacker and to the defender."""
    before = tuple(toll(side.wear, side.hits) for side in (duel.attacker, duel.defender))
    costs = [0.0, 0.0]
    for outcome, chance in odds(do(fight, duel), decide_cautiously).items():
        for side, fighter in enumerate((duel.attacker, duel.defender)):
            lost, end = outcome.lost[side][0], outcome.endings[side][0].fate
            costs[side] += float(chance) * (_after(fighter, lost, end) - before[side])
    return costs[0], costs[1]


def _after(fighter: Fighter, lost: int, end: Fate) -> float:
    """The loss of a unit at the end of a round."""
    wear, hits = fighter.wear, fighter.hits + lost
    if end is Fate.BROKEN:
        return BROKEN
    if end is Fate.ROUTES and wear.state(hits) is State.SHAKEN:
        return LOST
    return toll(wear, hits) + ENDS[end]


@lru_cache(maxsize=4096)
def charge_gain(facts: ChargeFacts, duel: Duel, caution: float) -> float:
    """The worth of a charge: its cost to the enemy, less its cost to the charger times *caution*.

    The melee is reckoned with the average loss of the chargers that come through the defensive fire.
    """
    wear, hits = facts.charger.wear, facts.charger.hits
    before, gain, home, through = toll(wear, hits), 0.0, 0.0, 0.0
    for outcome, chance in charge_ends(facts):
        match outcome.end:
            case End.CONTACT | End.MEETING:
                home += chance
                through += chance * outcome.lost
            case End.RUNS_DOWN:
                gain += chance * (BROKEN - toll(duel.defender.wear, duel.defender.hits))
            case End.STOPPED:
                gain -= chance * caution * (fate(wear, hits + outcome.lost, outcome.result) - before)
            case End.DISORDERED:
                gain -= chance * caution * COST[Result.DISORDERED]
            case End.FALTERS | End.SHORT:
                gain -= chance * caution * (toll(wear, hits + outcome.lost) - before + 0.2)
    if home:
        lost = min(round(through / home), wear.broken - 1 - hits)
        ours, theirs = melee_balance(replace(duel, attacker=replace(duel.attacker, hits=hits + lost)))
        gain += home * (theirs - caution * (ours + toll(wear, hits + lost) - before))
    return gain

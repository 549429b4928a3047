"""What resolutions are expected to come to, by the exact odds of the rules themselves, remembered by facts.

Nothing here knows how a die falls: the procedures that will be played are asked through the odds driver.
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
"""One driver for volleys and tests: what it has worked out it remembers.

Charges and melees have a driver of their own each time. Their many outcomes come to one figure here; to keep
them all would only burden the memory.
"""

ENDS: Final = {
    Fate.FIGHTS_ON: 0.0,
    Fate.HOLDS: 0.0,
    Fate.TESTS_FOR_PURSUIT: 0.0,
    Fate.TESTS_FOR_BREAKTHROUGH: 0.0,
    Fate.RETIRES: COST[Result.RETIRE],
    Fate.ROUTES: COST[Result.ROUTE],
}
"""What the end of a round costs a unit beyond its hits."""


LOST: Final = 6.5
"""A SHAKEN unit that routs: whoever catches it breaks it, and few rally."""


def nameless(nerve: Nerve) -> Nerve:
    """The nerve of any unit like this one, so that its odds are worked out once."""
    return replace(nerve, seat=0, unit=-1)


# ----------------------------------------------------------------------- volleys
@lru_cache(maxsize=8192)
def losses(fire: Fire) -> tuple[tuple[int, bool, float], ...]:
    """What a volley may cost the unit it hits: hits not saved, was it struck at all, how likely."""
    chances = ODDS.odds(do(volley, fire))
    return tuple((shot.lost, shot.struck, float(chance)) for shot, chance in chances.items())


@lru_cache(maxsize=65536)
def expected_toll(wear: Wear, hits: int, nerve: Nerve, *, tests: bool) -> float:
    """What a unit with so many hits has lost once its test for shooting, if it has one, is taken."""
    if wear.breaks(hits):
        return BROKEN
    if not tests:
        return toll(wear, hits)
    facts = MoraleFacts(nerve=nerve, state=wear.state(hits), cause=Cause.SHOOTING)
    results = ODDS.odds(do(morale_test, facts))
    return sum(float(chance) * fate(wear, hits, result) for result, chance in results.items())


@lru_cache(maxsize=65536)
def volley_gain(fire: Fire, wear: Wear, hits: int, nerve: Nerve, *, due: bool) -> float:
    """What a volley is worth against a unit; *due* says that it will have to test for shooting anyway."""
    after = sum(
        chance * expected_toll(wear, hits + lost, nerve, tests=due or lost > 0)
        for lost, _, chance in losses(fire)
    )
    return after - expected_toll(wear, hits, nerve, tests=due)


# ----------------------------------------------------------------------- orders and rallies
@lru_cache(maxsize=4096)
def obedience(facts: OrderFacts) -> float:
    """How likely an order is carried out."""
    return float(ODDS.odds(do(order_test, facts)).chance(True))  # noqa: FBT003 - the outcome asked about


@lru_cache(maxsize=4096)
def rally_gain(facts: RallyFacts) -> tuple[float, float]:
    """What the hits recovered by a RALLY are worth on average, and how likely it fails."""
    before, gain, fails = toll(facts.wear, facts.hits), 0.0, 0.0
    for outcome, chance in ODDS.odds(do(rally, facts)).items():
        gain += float(chance) * (before - toll(facts.wear, outcome.hits))
        if outcome.end not in (RallyEnd.RECOVERS, RallyEnd.STOPS):
            fails += float(chance)
    return gain, fails


# ----------------------------------------------------------------------- charges and melees
@lru_cache(maxsize=4096)
def charge_ends(facts: ChargeFacts) -> tuple[tuple[Charge, float], ...]:
    """How a charge may end, up to contact."""
    return tuple((end, float(chance)) for end, chance in odds(do(charge, facts), decide_cautiously).items())


@lru_cache(maxsize=4096)
def melee_balance(duel: Duel) -> tuple[float, float]:
    """What a round of melee costs the attacker and the defender on average."""
    before = tuple(toll(side.wear, side.hits) for side in (duel.attacker, duel.defender))
    costs = [0.0, 0.0]
    for outcome, chance in odds(do(fight, duel), decide_cautiously).items():
        for side, fighter in enumerate((duel.attacker, duel.defender)):
            lost, end = outcome.lost[side][0], outcome.endings[side][0].fate
            costs[side] += float(chance) * (_after(fighter, lost, end) - before[side])
    return costs[0], costs[1]


def _after(fighter: Fighter, lost: int, end: Fate) -> float:
    """What a unit has lost at the end of a round."""
    wear, hits = fighter.wear, fighter.hits + lost
    if end is Fate.BROKEN:
        return BROKEN
    if end is Fate.ROUTES and wear.state(hits) is State.SHAKEN:
        return LOST
    return toll(wear, hits) + ENDS[end]


@lru_cache(maxsize=4096)
def charge_gain(facts: ChargeFacts, duel: Duel, caution: float) -> float:
    """What a charge is worth: what it costs the enemy, less what it costs the charger times *caution*.

    The fight is reckoned with the average loss of the chargers that come through the defensive fire.
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

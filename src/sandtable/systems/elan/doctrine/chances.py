"""Expected values of resolutions by the exact odds of the rules, cached by facts.

No dice are modelled here: the odds driver runs the procedures that will be played.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import OddsDriver, odds
from sandtable.systems.elan.charges import (
    ChargeFacts,
    ChargeResult,
    EvadeFacts,
    Evasion,
    Receiving,
    charge,
    evade,
)
from sandtable.systems.elan.doctrine.worth import DISORDER, GONE, HALT, after_fire, after_melee, toll
from sandtable.systems.elan.melee_facts import Duel, Fighter, as_melee
from sandtable.systems.elan.melee_results import Verdict, duel_round, loses_to_cavalry, reading_of, result
from sandtable.systems.elan.morale import MoraleFacts
from sandtable.systems.elan.shooting import Fire, VolleyFacts, volley, volley_and_test
from sandtable.systems.elan.troops import Formation

ODDS: Final = OddsDriver()
"""One odds driver for volleys and tests, so that they share its cache."""


class Balance(NamedTuple):
    """The expected cost of a fight to the attacker and the defender."""

    attacker: float
    defender: float


# ----------------------------------------------------------------------- fire
@lru_cache(maxsize=65536)
def volley_gain(fire: Fire, struck: MoraleFacts) -> float:
    """The worth of a volley: the target's expected cost by loss and test, less that of fatigue to guns."""
    before, gain = toll(min(struck.lost, struck.strength), struck.strength), 0.0
    for end, chance in ODDS.odds(do(volley_and_test, VolleyFacts(fire=fire, struck=struck))).items():
        gain += float(chance) * (after_fire(struck.lost + end.hits, struck.strength, end.result) - before)
        if end.fatigue:
            strength = fire.bases * 3
            own = toll(min(fire.lost + end.fatigue, strength), strength) - toll(fire.lost, strength)
            gain -= float(chance) * own
    return gain


@lru_cache(maxsize=8192)
def mean_hits(fire: Fire) -> float:
    """The expected hits of a volley."""
    return sum(shot.hits * float(chance) for shot, chance in ODDS.odds(do(volley, fire)).items())


# ----------------------------------------------------------------------- melee
@lru_cache(maxsize=32768)
def melee_balance(duel: Duel) -> Balance:
    """The expected cost of a melee: one round by exact odds, with a draw charged to both sides alike."""
    melee, costs, decided = as_melee(duel), [0.0, 0.0], 0.0
    fighters = duel.attacker, duel.defender
    reading = reading_of(rout_from_cavalry=duel.rout_from_cavalry)
    for end, chance in odds(do(duel_round, duel)).items():
        if end.verdict is Verdict.DRAW:
            continue
        decided += float(chance)
        for side, hits in enumerate((end.attacker, end.defender)):
            one = fighters[side]
            beaten = end.verdict.winner == 1 - side
            horse = loses_to_cavalry(melee, side, 0)
            how = result(one, hits, reading, to_cavalry=horse) if beaten else None
            after = after_melee(min(one.lost + hits, one.strength), one.strength, how)
            costs[side] += float(chance) * (after - toll(one.lost, one.strength))
    return Balance(costs[0] / decided, costs[1] / decided) if decided else Balance(0.0, 0.0)


# ----------------------------------------------------------------------- charges
class Ways(NamedTuple):
    """The ways a charge at a standing target may end: home (with how many hits), short, destroyed.

    ``squared`` is the share of those that come home against a square.
    """

    home: float
    hits: float
    short: float
    destroyed: float
    squared: float


@lru_cache(maxsize=8192)
def charge_ways(facts: ChargeFacts) -> Ways:
    """How a charge at a standing target may end, by exact odds."""
    home, hits, short, destroyed, squared = 0.0, 0.0, 0.0, 0.0, 0.0
    for end, odds_of in ODDS.odds(do(charge, facts)).items():
        chance = float(odds_of)
        hits += chance * end.hits
        if end.result is ChargeResult.CONTACT:
            home += chance
            squared += chance * (end.formation is Formation.SQUARE)
        elif end.result is ChargeResult.STOPPED:
            short += chance
        else:
            destroyed += chance
    return Ways(home, hits, short, destroyed, squared / home if home else 0.0)


@lru_cache(maxsize=8192)
def charge_balance(facts: ChargeFacts, duel: Duel) -> Balance:
    """The expected cost of a charge at a standing target to both: fire, test and melee together."""
    ways, charger = charge_ways(facts), facts.charger
    strength = charger.strength
    before, lost = toll(charger.lost, strength), min(round(charger.lost + ways.hits), strength - 1)
    own = ways.destroyed * (GONE - before) + ways.short * (DISORDER + HALT)
    own += (ways.home + ways.short) * (toll(lost, strength) - before)
    met = replace(duel, attacker=replace(duel.attacker, lost=lost))
    fights = [(ways.home * (1.0 - ways.squared), met)]
    if ways.squared:
        fights.append((ways.home * ways.squared, replace(met, defender=_square(met.defender))))
    failed = facts.reaction is Receiving.FORM_SQUARE
    if failed:
        fights[0] = (fights[0][0], replace(met, defender=replace(met.defender, disordered=True)))
    theirs = 0.0
    for chance, fight in fights:
        if chance:
            ours, cost = melee_balance(fight)
            own += chance * ours
            theirs += chance * cost
    return Balance(own, theirs)


def _square(fighter: Fighter) -> Fighter:
    return replace(fighter, formation=Formation.SQUARE)


@lru_cache(maxsize=1024)
def caught(facts: EvadeFacts) -> float:
    """The chance that an evading unit is caught."""

    def is_caught(end: Evasion) -> bool:
        return end.caught

    return float(ODDS.odds(do(evade, facts)).chance(is_caught))

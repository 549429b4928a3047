"""The expected results of fire, melees and tests, by the exact odds of the rules.

The procedures of the rules are run through the odds driver; no die or card order is known here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import OddsDriver
from sandtable.systems.tricorn.deck import comes_up
from sandtable.systems.tricorn.doctrine.worth import OFFICER, standing, toll
from sandtable.systems.tricorn.melee import Fate, fight
from sandtable.systems.tricorn.melee_facts import Fighter, Melee
from sandtable.systems.tricorn.morale import Trial, target
from sandtable.systems.tricorn.shooting import Fire, Target, Volley, volley

ODDS: Final = OddsDriver()
"""One shared driver, so that its results are cached for all questions."""
D20: Final = 20
GROUND: Final = 0.03
"""The cost of being driven back."""


class Balance(NamedTuple):
    """The expected cost of a melee to the attacker and the defender."""

    ours: float
    theirs: float

    @property
    def net(self) -> float:
        """The attacker's gain."""
        return self.theirs - self.ours


@lru_cache(maxsize=16384)
def shot_cost(fire: Fire, at: Target) -> float:
    """The expected cost of a shot to its target (shooting.resolution-order)."""
    found = ODDS.odds(do(volley, Volley(fire=fire, target=at)))
    return sum(
        float(chance) * (toll(at.markers, struck.gained, struck.effect) + OFFICER * struck.fell)
        for struck, chance in found.items()
    )


@lru_cache(maxsize=16384)
def fight_cost(melee: Melee) -> Balance:
    """The expected cost of a melee to both primaries (melee.sequence)."""
    ours = theirs = 0.0
    for fought, chance in ODDS.odds(do(fight, melee)).items():
        ours += float(chance) * _fate(melee.one, fought.one)
        theirs += float(chance) * _fate(melee.other, fought.other)
    return Balance(ours, theirs)


def _fate(fighter: Fighter, fate: Fate) -> float:
    """The loss of worth that a melee caused a primary."""
    lost = standing(fighter.markers) if fate.is_lost else toll(fighter.markers, fate.gained, fate.effect)
    return lost + OFFICER * fate.fell + GROUND * fate.recoiled


def passes(trial: Trial) -> float:
    """The chance that a unit passes a Morale Test (morale.test)."""
    return target(trial).whole / D20


@lru_cache(maxsize=256)
def comes(others: int, reshuffles: int) -> float:
    """The chance that a General's card is turned before the turn ends, by the cards left.

    turn.end.condition
    """
    found = ODDS.odds(do(comes_up, others, reshuffles, False))  # noqa: FBT003 - called through do
    return float(found.chance(bool))

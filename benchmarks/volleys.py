"""The volleys whose odds are asked for, and their odds as plain rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from benchmarks.chances import Rows
from sandtable.dice import Odds
from sandtable.game.ask.questions import Do, do
from sandtable.game.drivers.odds import OddsDriver
from sandtable.game.kit.system import Policy
from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.policies import POLICIES
from sandtable.systems.liberty.shooting import Aftermath, Arm, Fire, Target, VolleyFacts, volley_and_test

CAUTIOUS: Final[Policy] = POLICIES["cautious"]
DICE_PER_BASE: Final = 3


def musketry(dice: int) -> Do[Aftermath]:
    """A volley of so many dice at short range; the target, in command and supported, may reroll two."""
    fire = Fire(bases=dice // DICE_PER_BASE, weapon="Smoothbore Musket", range=7)
    return do(
        volley_and_test, VolleyFacts(fire=fire, target=Target(nerve=Nerve(in_command=True, supported=True)))
    )


def cannonade() -> Do[Aftermath]:
    """Twenty-four dice of 6-pounders whose hits become D3 each; the target, in command, may reroll one."""
    fire = Fire(arm=Arm.UNLIMBERED, bases=12, weapon="6pdr Artillery", range=30)
    return do(volley_and_test, VolleyFacts(fire=fire, target=Target(nerve=Nerve(in_command=True))))


def asked(call: Do[Aftermath], *, exact: bool = False) -> Callable[[], Odds[Aftermath]]:
    """Ask a driver with empty caches."""
    return lambda: OddsDriver(CAUTIOUS, exact=exact).odds(call)


def rows(odds: Odds[Aftermath]) -> Rows:
    """Odds as plain rows."""
    return {(outcome.lost, outcome.result.value): float(chance) for outcome, chance in odds.items()}

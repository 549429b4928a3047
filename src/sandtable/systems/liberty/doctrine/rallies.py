"""Which units RALLY: those that stand and shoot anyway, and those that are safe enough to rest."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.liberty.actions import Buying
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.doctrine.bands import at_range
from sandtable.systems.liberty.doctrine.chances import rally_gain
from sandtable.systems.liberty.doctrine.ground import inches_to, middle
from sandtable.systems.liberty.doctrine.orders import gain_of_moving
from sandtable.systems.liberty.doctrine.outlook import outlook
from sandtable.systems.liberty.rally import RallyFacts
from sandtable.systems.liberty.rallying import GiveRally, ToRally, rally_facts
from sandtable.systems.liberty.states import State

LEAST_GAIN: Final = 0.15
"""A unit that gains less than this does not rally."""
WEAK: Final = 1.0
"""The cost of being DISORDERED: a volley not fired, and weakness if charged."""
SOME_FIRE: Final = 0.6
IN_DANGER: Final = 2.0
"""The weight of getting a SHAKEN unit away from fire instead of resting it."""


def give(battle: LibertyBattle, question: GiveRally) -> object:
    """The unit that gains most by a RALLY, if any gains by it."""
    best, most = None, 0.0
    for option in question.options:
        if isinstance(option, ToRally):
            worth = rally_worth(battle, battle.units[option.unit])
            if worth > most:
                best, most = option, worth
    return best


def rally_worth(battle: LibertyBattle, unit: Regiment) -> float:
    """The worth of a RALLY: the hits recovered, less the shot or move lost, less the danger of standing."""
    if unit.routing:
        return 10.0
    gain, fails = rally_gain(_facts(battle, unit))
    if gain < LEAST_GAIN:
        return 0.0
    worth = gain - fails * WEAK - _danger(battle, unit)
    return worth - gain_of_moving(battle, unit) if worth > 0 else worth


def _danger(battle: LibertyBattle, unit: Regiment) -> float:
    """The danger to a unit that stays; a SHAKEN unit within range of fire had better go."""
    if unit.state is not State.SHAKEN:
        return 0.0
    view, here = outlook(battle, unit), middle(unit)
    under = (
        at_range(foe.danger, inches_to(foe.unit.pose, foe.unit.shape, here))
        for foe in view.foes
        if foe.unit.pose
    )
    return IN_DANGER if sum(under) > SOME_FIRE else 0.0


def _facts(battle: LibertyBattle, unit: Regiment) -> RallyFacts:
    """The facts of a RALLY without Command Points or the unit's number, so that like units share odds."""
    facts = rally_facts(battle, unit)
    return replace(facts, seat=0, unit=-1, direct_order=Buying.NEVER, reinforce=Buying.NEVER, points=0)

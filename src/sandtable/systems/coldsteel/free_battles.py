"""Free battles: pick-up games with forces of the players' choice, on open or borrowed ground.

>>> game = on_ground(roster.scenario("pick-up"), "maida")
>>> game.free, len(game.units), game.cards, [goal.points for goal in game.objectives]
(True, 16, 'dealt', [3])
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel import roster
from sandtable.systems.coldsteel.options import Variant
from sandtable.systems.coldsteel.roster import Scenario

GROUNDS: Final = ("", "maida", "quatre-bras")
"""The grounds that the variant offers: open, or that of a scenario with a table of the same size.

setup.terrain
"""


def fought_on(scenario: Scenario, readings: Readings) -> Scenario:
    """A scenario on the ground on which it is fought; a pick-up game may borrow one (setup.terrain)."""
    choice = readings.of(Variant.TERRAIN)
    return on_ground(scenario, GROUNDS[choice]) if scenario.free else scenario


def on_ground(scenario: Scenario, borrowed: str) -> Scenario:
    """A scenario on the ground of another with a table of the same size (setup.terrain)."""
    if not borrowed:
        return scenario
    lender = roster.scenario(borrowed)
    if lender.table != scenario.table:
        mine, theirs = (f"{one.width:g} by {one.depth:g} in" for one in (scenario.table, lender.table))
        words = f"the ground of {borrowed} is {theirs}, the table {mine}"
        raise ValueError(f"{words}; only ground of the same size is borrowed")
    return replace(scenario, terrain=lender.terrain)

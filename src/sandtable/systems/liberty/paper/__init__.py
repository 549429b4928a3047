"""Liberty on paper: roster cards, the marks of a unit at a real table, and the parties of every resolution.

To write the paper of another system, read this one first: `units` makes a unit from a profile and its marks,
`facts` derives the facts of a resolution from them, `losses` applies an outcome to the marks.
"""

from __future__ import annotations

from functools import cache

from sandtable.game.kit.roster_cards import Ledger, Paper
from sandtable.systems.liberty.paper import facts, losses
from sandtable.systems.liberty.paper.units import Marks, card
from sandtable.systems.liberty.roster import roster

NO_UNIT = ("command-points",)
"""The resolutions that are about an army, not a unit."""


@cache
def paper() -> Paper:
    """Every card, and the parties of every resolution."""
    ledger = Ledger(kind=Marks, cards=tuple(map(card, roster().profiles)))
    party = ledger.party
    parties = {
        "volley": (
            party("shooter", "The unit that shoots", facts.shooter),
            party("target", "The unit shot at", facts.target, losses.shot_at),
        ),
        "morale": (party("unit", "The unit that tests", facts.tester, losses.tested),),
        "order": (party("unit", "The unit given an order", facts.ordered, losses.ordered),),
        "charge-test": (party("charger", "The charging unit", facts.charger, losses.charge_tested),),
        "counter-charge": (party("unit", "The cavalry charged", facts.counter, losses.countered),),
        "charge": (
            party("charger", "The charging unit", facts.charger_home, losses.charged),
            party("target", "The unit charged", facts.charged, losses.was_charged),
        ),
        "defensive-fire": (
            party("shooter", "The unit charged, which fires", facts.shooter, losses.fired),
            party("charger", "The charging unit", facts.charger_under_fire, losses.stood_fire),
        ),
        "rally": (party("unit", "The unit that rallies", facts.rallier, losses.rallied),),
        "recovery": (party("unit", "The disordered unit", facts.recovering, losses.recovered),),
        "march": (party("unit", "The unit that moves", facts.marching),),
        "melee": (
            party("attacker", "The acting player's unit", facts.attacker, losses.attacked),
            party("defender", "The other player's unit", facts.defender, losses.defended),
        ),
        "pursuit": (
            party("pursuer", "The unit that pursues", facts.pursuer, losses.pursued),
            party("router", "The unit that routs", facts.router, losses.fled),
        ),
        "breakthrough": (
            party("unit", "The unit that breaks through", facts.breaking_through, losses.broke_through),
        ),
    }
    return ledger.paper({**parties, **dict.fromkeys(NO_UNIT, ())})

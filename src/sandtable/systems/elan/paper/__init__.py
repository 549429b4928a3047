"""Elan on paper: roster cards, a unit's marks at a real table, and the parties of each resolution."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.game.kit.roster_cards import Ledger, Paper
from sandtable.systems.elan.paper import facts, losses
from sandtable.systems.elan.paper.units import Marks, card
from sandtable.systems.elan.roster import roster

NO_UNIT: Final = ("initiative", "activation", "army-morale")
"""The resolutions about a side, a brigade or an army rather than a unit."""


@cache
def paper() -> Paper:
    """All cards, and the parties of each resolution."""
    ledger = Ledger(kind=Marks, cards=tuple(map(card, roster().profiles)))
    party = ledger.party
    parties = {
        "commander": (party("unit", "The unit hit, and its commander", facts.led, losses.commander),),
        "commander-alone": (
            party("unit", "The unit removed, and its commander", facts.bereft, losses.commander),
        ),
        "volley": (
            party("firer", "The unit that fires", facts.firer, losses.fired),
            party("target", "The unit fired at", facts.target, losses.fired_at),
        ),
        "elan-test": (party("unit", "The unit that tests", facts.elan_tester, losses.elan_tested),),
        "morale": (party("unit", "The unit that tests", facts.tester, losses.tested),),
        "compulsory-move": (party("unit", "The unit that must go", facts.compelled),),
        "charge": (
            party("charger", "The unit that charges", facts.charger, losses.charged),
            party("target", "The unit charged", facts.charged, losses.received),
        ),
        "countercharge": (
            party("charger", "The unit that charges", facts.meeting_charger, losses.met),
            party("countercharger", "The cavalry charged", facts.countercharger, losses.countercharged),
        ),
        "evade": (party("evader", "The unit that evades", facts.evader, losses.evaded),),
        "melee-round": (
            party("attacker", "The unit that charged", facts.attacker, losses.struck_attacker),
            party("defender", "The unit charged", facts.defender, losses.struck_defender),
        ),
        "melee": (
            party("attacker", "The unit that charged", facts.attacker, losses.fought_attacker),
            party("defender", "The unit charged", facts.defender, losses.fought_defender),
        ),
    }
    return ledger.paper({**parties, **dict.fromkeys(NO_UNIT, ())})

"""Tricorn on paper: roster cards, the marks of a unit at a real table, and the units of each resolution."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.game.kit.roster_cards import Ledger, Paper
from sandtable.systems.tricorn.paper import facts, losses
from sandtable.systems.tricorn.paper.units import Marks, card
from sandtable.systems.tricorn.roster import roster

NO_UNIT: Final = ("deck", "activation", "initiative", "army-morale")
"""The resolutions about cards, Generals and armies, which involve no unit."""


@cache
def paper() -> Paper:
    """Every card, and the units that take part in each resolution."""
    ledger = Ledger(kind=Marks, cards=tuple(map(card, roster().profiles)))
    party = ledger.party
    parties = {
        "rally": (party("unit", "The unit that removes Disorder", facts.rallier, losses.rallied),),
        "volley": (
            party("shooter", "The unit that fires", facts.shooter),
            party("other", "A second unit that fires", facts.second_shooter),
            party("target", "The unit fired at", facts.target, losses.fired_at),
        ),
        "melee": (
            party("one", "The active unit", facts.one, losses.fought_one),
            party("other", "The other unit", facts.other, losses.fought_other),
        ),
        "foot-charge": (
            party("foot", "The Foot that attacks", facts.foot),
            party("horse", "The Mounted attacked", facts.horse),
        ),
        "morale": (party("unit", "The unit that tests", facts.tester, losses.tested),),
        "withdrawal": (party("unit", "The unit that withdraws", facts.withdrawing),),
        "officer": (party("unit", "The unit and its officer", facts.led, losses.officer),),
    }
    return ledger.paper({**parties, **dict.fromkeys(NO_UNIT, ())})

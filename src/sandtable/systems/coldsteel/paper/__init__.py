"""Cold Steel on paper: roster cards, the marks of a unit at a real table, the parties of each resolution."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.game.kit.roster_cards import Ledger, Paper
from sandtable.systems.coldsteel.paper import facts, losses
from sandtable.systems.coldsteel.paper.units import Marks, card
from sandtable.systems.coldsteel.roster import roster

NO_UNIT: Final = ("initiative",)
"""The resolutions that concern both players and no unit."""


@cache
def paper() -> Paper:
    """The roster cards and the parties of all resolutions."""
    ledger = Ledger(kind=Marks, cards=tuple(map(card, roster().profiles)))
    party = ledger.party
    parties = {
        "morale": (party("unit", "The unit that tests", facts.tester, losses.tested),),
        "volley": (
            party("shooter", "The unit that shoots", facts.shooter, losses.shot),
            party("target", "The unit shot at", facts.target, losses.shot_at),
        ),
        "cannonade": (
            party("battery", "The battery that shoots", facts.battery),
            party("target", "The unit shot at", facts.bombarded, losses.bombarded),
        ),
        "casualties": (party("unit", "The unit whose models fall", facts.struck, losses.fell),),
        "melee": (
            party("attacker", "The unit that charged", facts.attacker, losses.attacked),
            party("defender", "The unit charged", facts.defender, losses.defended),
        ),
        "deal": (
            party("unit", "The unit dealt to", facts.dealt_to, losses.dealt),
            party("other", "The unit dealt to before it", facts.dealt_before),
        ),
    }
    return ledger.paper({**parties, **dict.fromkeys(NO_UNIT, ())})

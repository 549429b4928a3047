"""Eagle on paper: roster cards, the marks of a unit at a real table, and the parties of every resolution."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.game.kit.roster_cards import Ledger, Paper
from sandtable.systems.eagle.paper import facts, losses
from sandtable.systems.eagle.paper.units import Marks, card
from sandtable.systems.eagle.roster import roster

NO_UNIT: Final = ("initiative",)
"""The resolutions about both Generals and no unit."""


@cache
def paper() -> Paper:
    """All roster cards, and the parties of each resolution."""
    ledger = Ledger(kind=Marks, cards=tuple(map(card, roster().profiles)))
    party = ledger.party
    parties = {
        "control": (party("unit", "The unit that tests", facts.tester),),
        "leader-risk": (party("unit", "The unit and its leader", facts.led, losses.harmed),),
        "morale": (
            party("unit", "The unit that looks on", facts.onlooker, losses.looked_on),
            party("friend", "The friend it happens to", facts.friend),
        ),
        "redress": (party("unit", "The unit that redresses", facts.redressing, losses.redressed),),
        "move": (party("unit", "The unit that moves", facts.moving, losses.moved),),
        "flight": (party("unit", "The unit that runs", facts.runner, losses.ran),),
        "pursuit": (
            party("quarry", "The unit that runs", facts.quarry, losses.pursued),
            party("pursuer", "The unit that pursues", facts.pursuer, losses.pursues),
        ),
        "free-hack": (
            party("pursuer", "The unit that has caught it", facts.hacker),
            party("caught", "The unit caught", facts.caught, losses.hacked),
        ),
        "shooting": (
            party("shooter", "The unit that shoots", facts.shooter),
            party("target", "The unit shot at", facts.target, losses.shot_at),
        ),
        "melee": (
            party("first", "The first unit", facts.first, losses.fought_first),
            party("second", "The second unit", facts.second, losses.fought_second),
        ),
    }
    return ledger.paper({**parties, **dict.fromkeys(NO_UNIT, ())})

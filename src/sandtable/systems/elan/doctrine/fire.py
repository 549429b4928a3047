"""Fire: the target that the volley hurts most, after the shots already named for it."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.elan.aim import fire_facts
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.doctrine.chances import mean_hits, volley_gain
from sandtable.systems.elan.shooting_decisions import PickNearest, PickTarget
from sandtable.systems.elan.trials import morale_facts


def target(battle: ElanBattle, question: PickTarget) -> object:
    """The target at which a volley is worth most, if it is worth anything."""
    best, most = None, 0.0
    for option in question.options:
        if option is not None:
            worth = volley_worth(battle, question.firer, option)
            if worth > most:
                best, most = option, worth
    return best


def nearest(battle: ElanBattle, question: PickNearest) -> object:
    """Among equally near enemies, the one at which a volley is worth most."""
    return max(question.options, key=lambda option: volley_worth(battle, question.firer, option))


def volley_worth(battle: ElanBattle, firer: int, mark: int) -> float:
    """The worth of a volley after the average effect of the shots already named."""
    struck = morale_facts(battle, battle.units[mark])
    named = [shot for shot in battle.shots if shot.target == mark and shot.firer != firer]
    before = sum(mean_hits(fire_facts(battle, shot.firer, mark)) for shot in named)
    lost = min(struck.lost + round(before), struck.strength - 1)
    return volley_gain(fire_facts(battle, firer, mark), replace(struck, lost=lost, hit=bool(named)))

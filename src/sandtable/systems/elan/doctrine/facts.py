"""Units as facts for the odds, with losses rounded so that cached odds are reused."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.doctrine.chances import Balance, melee_balance, volley_gain
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.melee_facts import Duel, Fighter
from sandtable.systems.elan.morale import MoraleFacts
from sandtable.systems.elan.shooting import Fire, Target, fire_dice
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import limits

Bands = tuple[tuple[float, float], ...]
"""The worth of a volley up to each range, the nearest band first."""

FIRING: Final = {Formation.LIMBERED: Formation.DEPLOYED, Formation.MARCH_COLUMN: Formation.COLUMN}
"""The formation in which a marching unit would fight."""


def roughly(lost: int, bases: int) -> int:
    """Losses rounded down to about a sixth of the strength, but not below a threshold already reached.

    A third of a unit's strength is as many points as it has bases.
    """
    beyond = lost % bases
    return lost - beyond % max(bases // 2, 1)


def fighter_of(unit: ElanUnit) -> Fighter:
    """A unit's facts in melee, without its commander."""
    profile, bases = unit.profile, unit.bases
    return Fighter(
        arm=unit.arm,
        formation=unit.formation,
        weapon=unit.weapon,
        weight=profile.weight,
        quality=unit.quality,
        trait=profile.melee_trait,
        bases=bases,
        lost=roughly(unit.lost, bases),
        disordered=unit.disordered,
    )


def struck(unit: ElanUnit) -> MoraleFacts:
    """A unit's facts under fire."""
    sheltered = unit.formation is Formation.GARRISON
    lost = roughly(unit.lost, unit.bases)
    return MoraleFacts(quality=unit.quality, bases=unit.bases, lost=lost, hit=False, sheltered=sheltered)


def clash(attacker: ElanUnit, defender: ElanUnit, scale: Scale, edge: Edge) -> Balance:
    """The cost to both units if one charged the other home on open ground."""
    taken = edge if defender.formation.has_flanks else Edge.FRONT
    return melee_balance(
        Duel(scale=scale, attacker=fighter_of(attacker), defender=fighter_of(defender), edge=taken)
    )


# ----------------------------------------------------------------------- fire by range
def bands(firer: ElanUnit, formation: Formation, target: ElanUnit, scale: Scale) -> Bands:
    """The worth of a unit's volley, by range, at a target in the open."""
    profile = firer.profile
    fire = Fire(
        scale=scale,
        arm=profile.arm,
        formation=FIRING.get(formation, formation),
        weapon=profile.weapon,
        quality=profile.cls,
        trait=profile.firing_trait,
        bases=profile.bases,
        lost=roughly(firer.lost, firer.bases),
        disordered=firer.disordered,
        range=0,
        target=Target(arm=target.arm, formation=target.formation),
    )
    return _bands(fire, struck(target))


@lru_cache(maxsize=65536)
def _bands(fire: Fire, mark: MoraleFacts) -> Bands:
    if not fire_dice(fire.arm, fire.weapon, fire.formation, fire.bases):
        return ()
    spans = (float(limit) for _, limit in limits(fire.weapon, fire.scale))
    return tuple((span, volley_gain(replace(fire, range=span), mark)) for span in spans)


def at_range(worth: Bands, span: float) -> float:
    """The worth of a volley at a range; 0 beyond the last band."""
    for limit, gain in worth:
        if span <= limit:
            return gain
    return 0.0


def reach_of_fire(worth: Bands) -> float:
    """How far a volley reaches, in inches or hexes."""
    return worth[-1][0] if worth else 0.0

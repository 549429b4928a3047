"""The worth of a volley by range, for each pair of a shooter's and a target's sort, worked out once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.systems.liberty.battle import Regiment
from sandtable.systems.liberty.doctrine.chances import volley_gain
from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.shooting import CANISTER_RANGE, Arm, Fire
from sandtable.systems.liberty.states import State, Wear

Bands = tuple[tuple[int, float], ...]
"""The worth of a volley nearer than so many inches, the nearest band first."""


class Shooter(NamedTuple):
    """What matters about a unit when it shoots."""

    profile_id: str
    arm: Arm
    state: State
    front: int


class Mark(NamedTuple):
    """What matters about a unit when it is shot at; its hits are rounded down to an even number."""

    profile_id: str
    arm: Arm
    wear: Wear
    hits: int


class Sort(NamedTuple):
    """What matters about a unit on either side of a volley."""

    shooter: Shooter
    mark: Mark


def sort_of(unit: Regiment) -> Sort:
    """The sort of a unit as it stands."""
    wear, arm, hits = unit.wear, unit.arm, unit.hits
    front = unit.shape.width // unit.shape.bases[0].width
    shooter = Shooter(unit.profile_id, arm, wear.state(hits), front)
    return Sort(shooter, Mark(unit.profile_id, arm, wear, hits - hits % 2))


@lru_cache(maxsize=65536)
def bands(shooter: Shooter, mark: Mark, *, cover: bool) -> Bands:
    """The worth of a volley at a target in plain view, by range."""
    if shooter.arm is Arm.LIMBERED:
        return ()
    profile = roster().profile(shooter.profile_id)
    limits = [profile.short_max, profile.effective_max, profile.long_max]
    if shooter.arm is Arm.UNLIMBERED:
        limits.insert(0, CANISTER_RANGE)
    nerve = nerve_like(mark.profile_id)
    fires = ((limit, _fire(shooter, mark, limit, cover=cover)) for limit in limits)
    return tuple(
        (limit + 1, volley_gain(fire, mark.wear, mark.hits, nerve, due=False)) for limit, fire in fires
    )


def _fire(shooter: Shooter, mark: Mark, inches: int, *, cover: bool) -> Fire:
    profile = roster().profile(shooter.profile_id)
    return Fire(
        arm=shooter.arm,
        quality=profile.quality,
        state=shooter.state,
        bases=shooter.front,
        weapon=profile.weapon,
        range=inches,
        target=mark.arm,
        cover=cover,
        elite=profile.has(SpecialRule.ELITE),
        marksmen=profile.has(SpecialRule.MARKSMEN),
        poorly_trained=profile.has(SpecialRule.POORLY_TRAINED),
    )


@lru_cache(maxsize=256)
def nerve_like(profile_id: str) -> Nerve:
    """The facts of a test for a unit of this profile among friends."""
    profile = roster().profile(profile_id)
    return Nerve(
        quality=profile.quality,
        supported=True,
        brave=profile.has(SpecialRule.BRAVE),
        stubborn=profile.has(SpecialRule.STUBBORN),
        unreliable=profile.has(SpecialRule.UNRELIABLE),
        seat=0,
    )


def at_range(worth: Bands, inches: float) -> float:
    """The worth of a volley at a range; nothing beyond the last band."""
    for limit, gain in worth:
        if inches < limit:
            return gain
    return 0.0

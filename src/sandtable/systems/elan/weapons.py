"""Weapons: the range bands of seven small arms and nine kinds of artillery, and their properties.

>>> band(Weapon.SBM, Scale.LARGE, 3.0), band(Weapon.SBM, Scale.SMALL, 3.0), band(Weapon.SBM, Scale.LARGE, 9.5)
(<Band.EFFECTIVE: 'effective'>, <Band.LONG: 'long'>, <Band.BEYOND: 'beyond'>)
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, lru_cache
from typing import Final

from sandtable.systems.elan.book import table
from sandtable.systems.elan.figures import Scale, figures_of
from sandtable.systems.elan.troops import Weapon, Weight

EQUAL: Final = 0.01 + 1e-9
"""Lengths within this of each other are equal; it includes a margin for rounding of floats.

scale.tolerance
"""

Row = dict[str, int | str | bool]
"""A row of a weapon table: limits by band and set, and the weapon's properties."""


class Band(StrEnum):
    """The range bands of a weapon (shooting.band)."""

    CLOSE = "close"
    EFFECTIVE = "effective"
    LONG = "long"
    BEYOND = "beyond"


COLUMNS: Final = ((Band.CLOSE, "close"), (Band.EFFECTIVE, "eff"), (Band.LONG, "long"))
"""The bands from near to far, with the column names of their limits."""


# ---------------------------------------------------------------------- tables
@cache
def small_arms() -> dict[Weapon, Row]:
    """The small arms, none of which has a close band (weapons.small-arms, shooting.band)."""
    return {Weapon(str(row["code"])): row for row in table("weapons.small-arms", Row)}


@cache
def artillery() -> dict[Weapon, Row]:
    """The guns and howitzers (weapons.artillery)."""
    return {Weapon(str(row["code"])): row for row in table("weapons.artillery", Row)}


def is_artillery(weapon: Weapon) -> bool:
    """Is it a gun or a howitzer? (weapons.artillery)"""
    return weapon in artillery()


def is_smoothbore(weapon: Weapon) -> bool:
    """Is it a smoothbore musket or carbine? (troops.smoothbore-armed)"""
    return weapon in small_arms() and bool(small_arms()[weapon]["smoothbore"])


def is_breechloader(weapon: Weapon) -> bool:
    """Is it a breech-loading rifle, carbine or gun? (troops.breechloader)"""
    return weapon is not Weapon.NONE and bool(_row(weapon)["breech"])


@cache
def weight_of(gun: Weapon) -> Weight:
    """The weight of a gun; a howitzer's is in its name (weapons.howitzer-weight)."""
    return Weight(str(artillery()[gun]["weight"]))


def name_of(weapon: Weapon) -> str:
    """The full name of a weapon."""
    return "no firearms" if weapon is Weapon.NONE else str(_row(weapon)["name"])


def _row(weapon: Weapon) -> Row:
    return artillery()[weapon] if is_artillery(weapon) else small_arms()[weapon]


# ----------------------------------------------------------------------- bands
@cache
def limits(weapon: Weapon, scale: Scale) -> tuple[tuple[Band, int], ...]:
    """The bands of a weapon with the last distance in each, from near to far.

    weapons.small-arms, weapons.artillery; the smoothbore carbine has no effective band, printed as a limit of
    0 (weapons.sbc-long-only)
    """
    if weapon is Weapon.NONE:
        return ()
    row = _row(weapon)
    bands = ((band, int(row.get(f"{column}_{scale}", 0))) for band, column in COLUMNS)
    return tuple((band, limit) for band, limit in bands if limit)


@lru_cache(maxsize=4096)
def band(weapon: Weapon, scale: Scale, distance: float) -> Band:
    """The first band whose limit is at least the distance; the limit itself is inside.

    shooting.band, scale.tolerance
    """
    for name, limit in limits(weapon, scale):
        if distance <= limit + EQUAL:
            return name
    return Band.BEYOND


@cache
def reach(weapon: Weapon, scale: Scale) -> int:
    """A weapon's longest range; 0 without firearms (shooting.band)."""
    return max((limit for _, limit in limits(weapon, scale)), default=0)


# -------------------------------------------------------------------- overhead
def may_fire_over(weapon: Weapon, scale: Scale, to_friends: float, beyond_them: float) -> bool:
    """May a weapon fire over friends at this distance, at a target this far beyond them?

    Only artillery may, with the clearance at both ends (weapons.overhead, weapons.overhead-clearance).
    """
    figures = figures_of(scale)
    clearance = figures.written(figures.overhead)
    return is_artillery(weapon) and min(to_friends, beyond_them) + EQUAL >= clearance

"""Rates: how far a unit or commander moves, by formation and arm, in the set in play.

>>> from sandtable.systems.elan.roster import roster
>>> rate(roster().profile("fr-line-1815"), Formation.LINE, Scale.LARGE)
Rate(span=900, march=2)
>>> from sandtable.systems.elan.roster import roster
>>> rate(roster().profile("cuirassier"), Formation.COLUMN, Scale.HEX)
Rate(span=4, march=3)
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import assert_never

from msgspec import Struct

from sandtable.systems.elan.book import table
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.profiles import Profile
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.troops import Arm, Formation, Weight


class Rate(Struct, frozen=True):
    """A tactical rate as a span, and the multiplier of a march (movement.rates)."""

    span: int
    march: int


class _RatesRow(Struct, frozen=True, forbid_unknown_fields=True):
    what: str
    foot_large: int
    foot_small: int
    foot_hex: int
    foot_march: int
    mtd_large: int
    mtd_small: int
    mtd_hex: int
    mtd_march: int

    def of(self, scale: Scale, *, mounted: bool) -> Rate:
        foot = {Scale.LARGE: self.foot_large, Scale.SMALL: self.foot_small, Scale.HEX: self.foot_hex}
        horse = {Scale.LARGE: self.mtd_large, Scale.SMALL: self.mtd_small, Scale.HEX: self.mtd_hex}
        written, march = (horse, self.mtd_march) if mounted else (foot, self.foot_march)
        return Rate(written[scale] * scale.unit, march)


def rate(profile: Profile, formation: Formation, scale: Scale) -> Rate:
    """How far a unit moves in a formation; a square, a garrison and deployed guns do not move.

    movement.rates, movement.march-column-rate, movement.artillery-rates-limbered, weapons.howitzer-weight,
    formation.square-immobile, formation.dismount
    """
    what = _row(profile, formation)
    if not what:
        return Rate(0, 1)
    return _rate(what, scale, mounted=profile.mounted and formation is not Formation.DISMOUNTED)


@lru_cache(maxsize=1024)
def span_of(profile_id: str, formation: Formation, scale: Scale) -> int:
    """How far a unit of this profile moves in a formation (movement.rates)."""
    return rate(roster().profile(profile_id), formation, scale).span


def leader_rate(scale: Scale) -> Rate:
    """How far a detached commander moves (leaders.movement, movement.generals-one-rate)."""
    return _rate("generals", scale, mounted=True)


@cache
def _rate(what: str, scale: Scale, *, mounted: bool) -> Rate:
    row = next(row for row in table("movement.rates", _RatesRow) if row.what == what)
    return row.of(scale, mounted=mounted)


def _row(profile: Profile, formation: Formation) -> str:
    """The row of the rate table for a unit; None if it does not move."""
    match formation:
        case Formation.LINE:
            return "line"
        case (
            Formation.COLUMN
            | Formation.DOUBLE_LINE
            | Formation.SKIRMISH
            | Formation.MARCH_COLUMN
            | Formation.DISMOUNTED
        ):
            return "column, double line, skirmish"
        case Formation.LIMBERED:
            heavy = profile.arm is Arm.ARTILLERY and profile.grade is Weight.HEAVY
            return "heavy artillery" if heavy else "light and medium artillery"
        case Formation.SQUARE | Formation.GARRISON | Formation.DEPLOYED:
            return ""
        case _:
            assert_never(formation)

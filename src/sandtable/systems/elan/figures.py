"""The figures of the three sets: large inches, small inches and hexes.

Every figure stands with its rule in the rulebook, as 18 (12) [3]; here all those of one set are brought
together in the set's own unit, so that a rule reads ``figures.engagement`` and need not know which set is
played. The unit is a hundredth of an inch in the inch sets and a hex, or a movement point, in the hex set.

>>> [figures_of(scale).engagement for scale in Scale]
[1800, 1200, 3]
>>> figures_of(Scale.SMALL).written(1250), figures_of(Scale.HEX).span(2)
(12.5, 2)
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.systems.elan.book import table, values
from sandtable.table.space.lengths import INCH

Span = float
"""A length in the unit of the set that is played: hundredths of an inch, or hexes."""


class Scale(StrEnum):
    """The three sets of figures, of which a battle uses one throughout (scale.sets, scale.default)."""

    LARGE = "large"
    SMALL = "small"
    HEX = "hex"

    @property
    def unit(self) -> int:
        """How many units of the set make what people write as 1: an inch, or a hex."""
        return UNITS[self]


UNITS: Final = {Scale.LARGE: INCH, Scale.SMALL: INCH, Scale.HEX: 1}
"""How many units of a set make what people write as 1."""

FINE: Final = 4
"""The decimals to which lengths are written."""

VARIANT: Final = "scale"
"""The variant of the rulebook by which the players choose the set (setup.options)."""


class _Three(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure in the three sets, as it is written."""

    large: float
    small: float
    hex: float

    def of(self, scale: Scale) -> int:
        """The figure of one set, in its unit."""
        written = {Scale.LARGE: self.large, Scale.SMALL: self.small, Scale.HEX: self.hex}[scale]
        return round(written * scale.unit)


class _SightRow(_Three, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kinds: tuple[str, ...]
    through: bool


class Figures(Struct, frozen=True, kw_only=True):
    """The distances of one set in its own unit; each names its rule in ``RULES``.

    ``engagement`` is engagement range, ``command`` how far a commander reaches, ``together`` how near a
    superior is with him, ``attach`` from where he may join a unit, ``refuge`` how far he looks for one that
    takes him up, ``beside`` how near to a unit he is put down. ``march`` is the distance that a march move
    keeps from enemies, ``clearance`` that of any move, ``road_bonus`` what a road adds, ``manhandle`` how far
    guns are manhandled (0: not at all), ``road`` the width of a road. ``height``, ``into`` and ``through``
    are distances of sight, ``overhead`` those of overhead fire. ``short`` is how far from his target a
    charger halts who does not charge home, ``cover`` how near linear cover must be, ``hold`` how near an
    objective a unit holds it, ``entry`` how far from enemies reinforcements come on, ``sector`` from where a
    sector is entered.
    """

    scale: Scale
    engagement: int
    command: int
    together: int
    attach: int
    refuge: int
    beside: int
    march: int
    clearance: int
    road_bonus: int
    manhandle: int
    road: int
    height: int
    into: int
    through: int
    overhead: int
    short: int
    cover: int
    hold: int
    entry: int
    sector: int

    def written(self, span: Span) -> float:
        """A length in inches or hexes, so fine that the hundredth which makes two equal is not rounded away.

        scale.tolerance
        """
        return round(span / UNITS[self.scale], FINE)

    def half(self, span: int) -> int:
        """Half of a rate: exact in inches, rounded up in movement points.

        scale.rounding, melee.breakthrough-how
        """
        return -(-span // 2)

    def span(self, written: float) -> int:
        """What people write, inches or hexes, in the unit of the set."""
        return round(written * self.scale.unit)


RULES: Final = {
    "engagement": "command.engagement-range",
    "command": "command.range",
    "together": "command.activation.leadership-sum",
    "attach": "leaders.attach-range",
    "refuge": "leaders.unattached-safe",
    "beside": "leaders.casualty.scratch",
    "march": "movement.march",
    "clearance": "movement.no-contact",
    "road_bonus": "movement.road-bonus",
    "manhandle": "movement.manhandle",
    "road": "terrain.path",
    "height": "geometry.los-height",
    "overhead": "weapons.overhead-clearance",
    "short": "charge.home-fail",
    "cover": "terrain.cover-applies",
    "hold": "victory.hold",
    "entry": "setup.arrivals",
    "sector": "formation.garrison-exit",
}
"""The rule that carries each figure; those of sight in woods stand in the rows of geometry.los-terrain."""


@cache
def figures_of(scale: Scale) -> Figures:
    """The figures of one set (scale.sets, scale.default, scale.small-ratio, hex.short-distances)."""
    plain = {name: values(rule, _Three).of(scale) for name, rule in RULES.items()}
    into, through = table("geometry.los-terrain", _SightRow)
    assert through.through
    assert not into.through
    return Figures(scale=scale, into=into.of(scale), through=through.of(scale), **plain)

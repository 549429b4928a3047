"""The figures of the three sets: large inches, small inches and hexes.

Each figure is printed with its rule in the rulebook, as 18 (12) [3]. Here all figures of one set are
collected in its own unit, so that a rule reads ``figures.engagement`` whichever set is played. The unit is a
hundredth of an inch in the inch sets and a hex, or a movement point, in the hex set.

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
from sandtable.table.space import INCH

Span = float
"""A length in the unit of the set in play: hundredths of an inch, or hexes."""


class Scale(StrEnum):
    """The three sets of figures; a battle uses one of them throughout (scale.sets, scale.default)."""

    LARGE = "large"
    SMALL = "small"
    HEX = "hex"

    @property
    def unit(self) -> int:
        """How many units of the set make a written 1: an inch, or a hex."""
        return UNITS[self]


UNITS: Final = {Scale.LARGE: INCH, Scale.SMALL: INCH, Scale.HEX: 1}
"""How many units of a set make a written 1."""

HEX_WIDTH: Final = 600
"""One hex is 6 in of the plan from side to side: 200 yards at its ground scale.

hex.plan.grid, scale.ground
"""

FINE: Final = 4
"""The decimals to which lengths are written."""

VARIANT: Final = "scale"
"""The variant of the rulebook that selects the set (setup.options)."""


class _Three(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure in the three sets, as printed."""

    large: float
    small: float
    hex: float

    def of(self, scale: Scale) -> int:
        """The figure of one set, in that set's unit."""
        written = {Scale.LARGE: self.large, Scale.SMALL: self.small, Scale.HEX: self.hex}[scale]
        return round(written * scale.unit)


class _SightRow(_Three, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kinds: tuple[str, ...]
    through: bool


class Figures(Struct, frozen=True, kw_only=True):
    """The distances of one set in its own unit; ``RULES`` names the rule of each.

    ``engagement`` is engagement range, ``command`` a commander's command range, ``together`` how near a
    superior must be to him, ``attach`` from where he may join a unit, ``refuge`` how far he may go to a unit
    for safety, ``beside`` how near to a unit he is placed. ``march`` is the distance that a march move keeps
    from enemies, ``clearance`` that of any move, ``road_bonus`` what a road adds, ``manhandle`` how far guns
    are manhandled (0: not at all), ``road`` the width of a road. ``height``, ``into`` and ``through`` are
    distances of sight, ``overhead`` the clearance of overhead fire. ``short`` is where a charger stops that
    fails to charge home, ``cover`` how near linear cover must be, ``hold`` how near to an objective a unit
    holds it, ``entry`` how far from enemies reinforcements enter, ``sector`` from where a sector is entered.
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
        """A span as a number of inches or hexes, fine enough to keep the hundredth of the tolerance.

        scale.tolerance
        """
        return round(span / UNITS[self.scale], FINE)

    def half(self, span: int) -> int:
        """Half of a rate: exact in inches, rounded up in movement points.

        scale.rounding, melee.breakthrough-how
        """
        return -(-span // 2)

    def span(self, written: float) -> int:
        """A written number of inches or hexes as a span."""
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
"""The rule of each figure; those of sight in woods are in the rows of geometry.los-terrain."""


@cache
def figures_of(scale: Scale) -> Figures:
    """The figures of one set (scale.sets, scale.default, scale.small-ratio, hex.short-distances)."""
    plain = {name: values(rule, _Three).of(scale) for name, rule in RULES.items()}
    into, through = table("geometry.los-terrain", _SightRow)
    assert through.through
    assert not into.through
    return Figures(scale=scale, into=into.of(scale), through=through.of(scale), **plain)

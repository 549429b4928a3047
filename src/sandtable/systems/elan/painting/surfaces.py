"""How distances, arcs and lines of sight are drawn on each ground.

The two grounds answer the questions of the rules; a surface says how the answers are drawn.
"""

from __future__ import annotations

from typing import Final, Protocol

from sandtable.game.present.painting import Patch, Ring, Wedge
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.figures import Scale, Span
from sandtable.systems.elan.painting.on_hexes import HexSurface
from sandtable.systems.elan.painting.on_inches import InchSurface
from sandtable.table.space import Point

Shape = Wedge | Ring | Patch


class Surface(Protocol):
    """How a ground is drawn."""

    def arc(self, battle: ElanBattle, unit: ElanUnit, far: Span) -> tuple[Shape, ...]:
        """The arc of fire of a unit out to a distance (geometry.fire-arc)."""

    def around(self, battle: ElanBattle, unit: ElanUnit, span: Span) -> tuple[Shape, ...]:
        """The area within a distance of a unit (scale.measuring)."""

    def about_leader(self, battle: ElanBattle, leader: int, span: Span) -> tuple[Shape, ...]:
        """The area within a distance of a commander (scale.measuring)."""

    def about_point(self, battle: ElanBattle, point: Point, span: Span) -> tuple[Point, ...]:
        """The outline of the area within a distance of a point."""

    def zone(self, battle: ElanBattle, side: int) -> tuple[tuple[Point, ...], ...]:
        """The outlines of a side's deployment zone (setup.deploy)."""

    def line(self, battle: ElanBattle, unit: ElanUnit, enemy: ElanUnit) -> tuple[Point, Point]:
        """The ends of the line along which a unit looks and shoots at another (geometry.los)."""


SURFACES: Final[dict[Scale, Surface]] = {
    Scale.LARGE: InchSurface(),
    Scale.SMALL: InchSurface(),
    Scale.HEX: HexSurface(),
}
"""The surface of each set (scale.sets)."""


def surface_of(battle: ElanBattle) -> Surface:
    """The surface of a battle."""
    return SURFACES[battle.scale]

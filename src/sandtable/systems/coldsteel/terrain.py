"""Terrain: the kinds of ground, and their effects on movement and sight.

>>> kind_of("wood").going, kind_of("wood").sight, kind_of("steep hill").going
(<Going.ROUGH: 'rough'>, <Sight.WOOD: 'wood'>, <Going.ROUGH: 'rough'>)
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.systems.coldsteel.book import table
from sandtable.table.space import Layers

HILL: Final = "hill"
STEEP_HILL: Final = "steep hill"
"""A hill that its scenario calls steep is rough going (terrain.types)."""
BUILDING: Final = "building"
ROAD: Final = "road or bridge"
LAYERS: Final = Layers()
"""Where pieces of ground overlap, all of their effects apply (terrain.overlapping)."""


class Going(StrEnum):
    """The effect of a kind of ground on movement (terrain.types)."""

    OPEN = "open"
    ROUGH = "rough"
    OBSTACLE = "obstacle"
    ROAD = "road"
    GARRISON = "garrison"
    IMPASSABLE = "impassable"


class Sight(StrEnum):
    """The effect of a kind of ground on a line of sight (terrain.types)."""

    CLEAR = "clear"
    WOOD = "wood"
    HILL = "hill"
    BLOCKS = "blocks"


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ground: how it is drawn, its effects on movement and sight, and its effect in words."""

    kind: str
    shape: Literal["none", "polygon", "polyline"]
    going: Going
    sight: Sight
    effect: str


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of ground that a scenario may contain, and the steep hill (terrain.types)."""
    found = {row.kind: row for row in table("terrain.types", Kind) if row.shape != "none"}
    hill = found[HILL]
    found[STEEP_HILL] = replace(hill, kind=STEEP_HILL, going=Going.ROUGH)
    return found


def kind_of(kind: str) -> Kind:
    """The kind of ground with this name."""
    return kinds()[kind]


@cache
def kinds_of_going(*goings: Going) -> tuple[str, ...]:
    """The kinds of ground with these goings."""
    return tuple(kind.kind for kind in kinds().values() if kind.going in goings)


@cache
def kinds_of_sight(sight: Sight) -> tuple[str, ...]:
    """The kinds of ground with this effect on sight."""
    return tuple(kind.kind for kind in kinds().values() if kind.sight is sight)

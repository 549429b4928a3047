"""Terrain: the kinds of ground, their effect on movement by troop class, and their cover.

>>> effect("wood", TroopClass.HEAVY_INFANTRY)
Effect(halves=True, disorders=True, no_recovery=True, closed=False)
>>> effect("stream", TroopClass.LIGHT_INFANTRY) == Effect(), kind_of("redoubt").cover
(True, <Cover.FORTIFIED_HEAVY: 'fortified heavy'>)
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.systems.elan.book import table
from sandtable.table.space import Layers

OPENINGS: Final = ("bridge", "ford", "gate")
PATHS: Final = ("road", *OPENINGS)
"""The kinds that are a path or an opening (terrain.path)."""

SECTORS: Final = ("built-up", "loopholed")
"""The kinds of which each piece is a sector that can be garrisoned (terrain.sector)."""

ROUGH: Final = "rough"
"""The terrain that opened ground is treated as (terrain.ssr-opens)."""

SPECIAL_RULE: Final = "scenario special rule"
"""The entry of the terrain table for closed ground that a special rule may open (terrain.ssr)."""

LAYERS: Final = Layers(covering="later", under=("hill", *PATHS))
"""Where areas overlap the one listed later counts; hills and paths hide no other ground.

hex.plan.areas states this for hexes; it holds in inches, too.
"""


class Cover(StrEnum):
    """The classes of cover, from least to best (terrain.types)."""

    NONE = "none"
    LIGHT = "light"
    HEAVY = "heavy"
    FORTIFIED_LIGHT = "fortified light"
    FORTIFIED_HEAVY = "fortified heavy"

    @property
    def is_fortified(self) -> bool:
        """Is its holder in fortifications? (morale.after-fortification)"""
        return self in (Cover.FORTIFIED_LIGHT, Cover.FORTIFIED_HEAVY)


def best(covers: tuple[Cover, ...]) -> Cover:
    """The best of several covers (terrain.cover-applies)."""
    order = tuple(Cover)
    return max(covers, key=order.index, default=Cover.NONE)


class TroopClass(StrEnum):
    """The columns of the terrain table; mounted skirmishers fall between two of them.

    terrain.table, terrain.skirmish-cavalry
    """

    LIGHT_INFANTRY = "light_infantry"
    HEAVY_INFANTRY = "heavy_infantry"
    CAVALRY_ARTILLERY = "cavalry_artillery"
    SKIRMISHERS = "skirmishers"
    MOUNTED_SKIRMISHERS = "mounted_skirmishers"


class Effect(Struct, frozen=True):
    """What a kind of ground does to a troop class: half move, disorder, no recovery, or closed to it."""

    halves: bool = False
    disorders: bool = False
    no_recovery: bool = False
    closed: bool = False


class Kind(Struct, frozen=True):
    """A kind of ground: its shape, its row of the terrain table ("" for open ground) and its cover.

    ``inside`` is the cover of a unit that stands in a sector without being its garrison. A work protects only
    on the side away from its front. Ground that is closed to all troops is passed only at an opening
    (terrain.types).
    """

    kind: str
    is_line: bool
    row: str
    cover: Cover = Cover.NONE
    inside: Cover = Cover.NONE
    is_work: bool = False
    closed_to_all: bool = False


class _TypesRow(Struct, frozen=True, forbid_unknown_fields=True):
    kinds: tuple[str, ...]
    shape: str
    moves_as: str
    cover: str


class _EffectsRow(Struct, frozen=True, forbid_unknown_fields=True):
    terrain: str
    light_infantry: str
    heavy_infantry: str
    cavalry_artillery: str
    skirmishers: str

    def of(self, column: TroopClass) -> str:
        return {
            TroopClass.LIGHT_INFANTRY: self.light_infantry,
            TroopClass.HEAVY_INFANTRY: self.heavy_infantry,
            TroopClass.CAVALRY_ARTILLERY: self.cavalry_artillery,
            TroopClass.SKIRMISHERS: self.skirmishers,
            TroopClass.MOUNTED_SKIRMISHERS: self.skirmishers,
        }[column]


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of ground that a scenario may contain (terrain.types)."""
    return {kind: _kind(kind, row) for row in table("terrain.types", _TypesRow) for kind in row.kinds}


def kind_of(kind: str) -> Kind:
    """The kind of ground with this name."""
    return kinds()[kind]


def _kind(kind: str, row: _TypesRow) -> Kind:
    holders, _, others = row.cover.partition(" for its garrison, ")
    return Kind(
        kind=kind,
        is_line=row.shape.startswith(("line", "point")),
        row="" if row.moves_as in ("open", "path", "opening") or "closed" in row.moves_as else row.moves_as,
        cover=Cover(holders),
        inside=Cover(others.removesuffix(" for others inside")) if others else Cover.NONE,
        is_work="works" in row.shape,
        closed_to_all="closed" in row.moves_as,
    )


@cache
def effect(
    kind: str, troops: TroopClass, *, bars_horse_skirmishers: bool = False, opened: bool = False
) -> Effect:
    """What a kind of ground does to a troop class away from paths and openings.

    terrain.table, terrain.skirmishers, terrain.skirmish-cavalry, terrain.ssr, terrain.closed, terrain.open;
    ground *opened* by a special rule counts as rough ground (terrain.ssr-opens)
    """
    ground = kind_of(kind)
    if ground.closed_to_all:
        return Effect(closed=True)
    if not ground.row:
        return Effect()
    row = _row(ground.row)
    cell = row.of(troops)
    if troops is TroopClass.MOUNTED_SKIRMISHERS and bars_horse_skirmishers:
        cell = "not allowed" if row.cavalry_artillery.startswith("not allowed") else cell
    if opened and cell.startswith("not allowed"):
        cell = _row(ROUGH).of(troops)
    return Effect(
        halves="half" in cell,
        disorders="disorder" in cell,
        no_recovery="no-recovery" in cell,
        closed=cell.startswith("not allowed"),
    )


def _row(name: str) -> _EffectsRow:
    """The row of the terrain table for a terrain."""
    return next(row for row in table("terrain.table", _EffectsRow) if name in _names(row.terrain))


@cache
def openable() -> tuple[str, ...]:
    """The kinds of ground that a special rule may open to troops they are closed to (terrain.ssr)."""
    rows = {name: row for row in table("terrain.table", _EffectsRow) for name in _names(row.terrain)}
    return tuple(
        one.kind for one in kinds().values() if one.row and SPECIAL_RULE in rows[one.row].cavalry_artillery
    )


def _names(terrain: str) -> tuple[str, ...]:
    """The terrains of a row of the table."""
    return tuple(name.strip() for name in terrain.split(","))


@cache
def disorders_cavalry(kind: str) -> bool:
    """Does it disorder cavalry in close combat, as four rows of the table do? (terrain.disordering)"""
    return bool(kind_of(kind).row)

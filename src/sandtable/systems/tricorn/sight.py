"""Sight: which units are seen, by five lines past units, buildings, woods and higher ground.

geometry.los, geometry.los.height, geometry.los.terrain-only
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.tricorn.arcs import eye_of, has_no_front
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.nearness import SLACK
from sandtable.systems.tricorn.terrain import BUILT, WOOD
from sandtable.systems.tricorn.troops import Formation
from sandtable.table import sight
from sandtable.table.sight import Observer, SightTerms, Veil
from sandtable.table.space import Layers, inches

TERMS: Final = SightTerms(
    veils=(
        Veil((WOOD,), blocks_beyond=inches(inches_of("geometry.los"))),
        Veil(BUILT, blocks_beyond=0, spares_own=True),
    ),
    bodies="bases",
    lower="seen over",
    higher_ground="blocks",
    layers=Layers(),
    points=("centre", "corners"),
    target="footprint",
    slack=SLACK,
)
"""What blocks sight: deep woods, other buildings, higher ground, and units that do not stand below an end of
the line.

geometry.los, geometry.los.height
"""

GROUND_TERMS: Final = replace(TERMS, bodies="none")
"""The same with terrain only (geometry.los.terrain-only)."""


@by_identity(most=64)
def seen_through(units: tuple[TricornUnit, ...]) -> tuple[int, ...]:
    """The units that never block sight: Foot garrisons, which have no rectangle of their own.

    geometry.los, terrain.garrison
    """
    return tuple(unit.id for unit in units if unit.formation is Formation.GARRISON)


def seen(
    battle: TricornBattle, unit: TricornUnit, targets: tuple[TricornUnit, ...]
) -> tuple[TricornUnit, ...]:
    """The targets that a unit sees, in any direction (geometry.los, geometry.garrison-point)."""
    return _seen(battle, unit, targets, TERMS)


def sees_past_ground(
    battle: TricornBattle, unit: TricornUnit, targets: tuple[TricornUnit, ...]
) -> tuple[TricornUnit, ...]:
    """The targets that no terrain hides from a unit; other units do not block (geometry.los.terrain-only)."""
    return _seen(battle, unit, targets, GROUND_TERMS)


def _seen(
    battle: TricornBattle, unit: TricornUnit, targets: tuple[TricornUnit, ...], terms: SightTerms
) -> tuple[TricornUnit, ...]:
    looks = are_seen(battle, [(unit, target) for target in targets], terms)
    return tuple([target for target, sees in zip(targets, looks, strict=True) if sees])


def are_seen(
    battle: TricornBattle, pairs: Sequence[tuple[TricornUnit, TricornUnit]], terms: SightTerms = TERMS
) -> list[bool]:
    """For each pair, whether the first sees the second, in any direction.

    A unit without a front looks at each target from another point (geometry.los, geometry.garrison-point).
    """
    if not pairs:
        return []
    viewers: list[Observer] = []
    places: dict[int, int] = {}
    looks: list[tuple[int, int]] = []
    for unit, target in pairs:
        place = places.get(unit.id)
        if place is None or has_no_front(unit):
            place = places[unit.id] = len(viewers)
            viewers.append(Observer(unit.id, (eye_of(unit, target),)))
        looks.append((place, target.id))
    return sight.are_seen(scene_of(battle), viewers, looks, terms, seen_through(battle.units))

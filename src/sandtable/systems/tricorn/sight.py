"""Sight: who is seen, by five lines past units, buildings, woods and higher ground.

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
from sandtable.table.sight import observers
from sandtable.table.sight.observers import Observer
from sandtable.table.sight.terms import SightTerms, Veil
from sandtable.table.space.ground import Layers
from sandtable.table.space.lengths import inches

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
"""Woods to a depth, buildings but one's own, higher ground, and all units that do not stand below an end.

geometry.los, geometry.los.height
"""

GROUND_TERMS: Final = replace(TERMS, bodies="none")
"""The same where only terrain counts (geometry.los.terrain-only)."""


@by_identity(most=64)
def seen_through(units: tuple[TricornUnit, ...]) -> tuple[int, ...]:
    """Those who never block: Foot garrisons, which stand on no rectangle (geometry.los, terrain.garrison)."""
    return tuple(unit.id for unit in units if unit.formation is Formation.GARRISON)


def seen(
    battle: TricornBattle, unit: TricornUnit, targets: tuple[TricornUnit, ...]
) -> tuple[TricornUnit, ...]:
    """Those of some targets that a unit sees, whatever its arc (geometry.los, geometry.garrison-point)."""
    return _seen(battle, unit, targets, TERMS)


def sees_past_ground(
    battle: TricornBattle, unit: TricornUnit, targets: tuple[TricornUnit, ...]
) -> tuple[TricornUnit, ...]:
    """Those of some targets from which no terrain hides a unit; units do not count.

    geometry.los.terrain-only
    """
    return _seen(battle, unit, targets, GROUND_TERMS)


def _seen(
    battle: TricornBattle, unit: TricornUnit, targets: tuple[TricornUnit, ...], terms: SightTerms
) -> tuple[TricornUnit, ...]:
    looks = are_seen(battle, [(unit, target) for target in targets], terms)
    return tuple([target for target, sees in zip(targets, looks, strict=True) if sees])


def are_seen(
    battle: TricornBattle, pairs: Sequence[tuple[TricornUnit, TricornUnit]], terms: SightTerms = TERMS
) -> list[bool]:
    """Of several pairs whether the first sees the second, whatever its arc, all asked at once.

    geometry.los, geometry.garrison-point: who has no front looks at each from another point
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
    return observers.are_seen(scene_of(battle), viewers, looks, terms, seen_through(battle.units))

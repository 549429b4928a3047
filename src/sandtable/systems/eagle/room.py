"""Room: whether a unit could stand somewhere in a footprint that it takes up anew (formation.space)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.game.battle import scene_of
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.ground import barred_kinds
from sandtable.systems.eagle.terrain import LAYERS
from sandtable.table.distance import gaps_to_all
from sandtable.table.room import Demands, Place, with_room


def with_space(battle: EagleBattle, unit: EagleUnit, places: Sequence[Place]) -> tuple[Place, ...]:
    """Those of some places at which a unit may stand: on the table, on nobody, on no ground closed to it.

    formation.space: it keeps an inch from every enemy, or from one that was nearer at least as far as before
    """
    if not places:
        return ()
    demands = Demands(barred_kinds(battle, unit), LAYERS, _keeps(battle, unit))
    return with_room(unit, places, scene_of(battle), demands)


def has_space(battle: EagleBattle, unit: EagleUnit, place: Place) -> bool:
    """May a unit stand at one place? (formation.space)"""
    return bool(with_space(battle, unit, (place,)))


def _keeps(battle: EagleBattle, unit: EagleUnit) -> dict[int, float]:
    """How far a unit has to keep from each enemy (formation.space, movement.stop.detail)."""
    apart = float(reach_of("movement.stop.detail"))
    gaps = gaps_to_all(unit, scene_of(battle), "footprint")
    return {enemy.id: min(apart, max(gaps[enemy.id], 0.0)) for enemy in battle.on_table(1 - unit.side)}

"""Room: whether a unit may stand at a place in a new footprint (formation.space)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.ground import barred_kinds
from sandtable.systems.eagle.nearness import SLACK
from sandtable.systems.eagle.terrain import LAYERS
from sandtable.table.room import Demands, Place, have_room
from sandtable.table.space import Pose, Shape


def with_space(battle: EagleBattle, unit: EagleUnit, places: Sequence[Place]) -> tuple[Place, ...]:
    """The places at which a unit may stand: on the table, on no other unit, on no closed ground.

    formation.space: an inch from every enemy, or from one that was nearer at least as far as before
    """
    return tuple(compress(places, have_space(battle, unit, places))) if places else ()


def have_space(battle: EagleBattle, unit: EagleUnit, places: Sequence[tuple[Pose, Shape]]) -> list[bool]:
    """For each place, whether a unit may stand there (formation.space, movement.stop.detail)."""
    barred, apart = barred_kinds(battle, unit), reach_of("movement.stop.detail")
    return have_room(unit, places, scene_of(battle), Demands(barred, LAYERS, float(apart), SLACK))

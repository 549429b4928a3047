"""Sight: straight lines from bases to targets, past bodies, woods and hills (shooting.sight)."""

from __future__ import annotations

from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.nearness import SLACK
from sandtable.systems.eagle.terrain import LAYERS, veiling_kinds
from sandtable.table.sight import SightTerms, Veil, eyes_of, sightings
from sandtable.table.space import Body

TERMS: Final = SightTerms(
    veils=(Veil(veiling_kinds(), blocks_beyond=reach_of("shooting.sight"), reach="ends"),),
    bodies="bases",
    lower="counts",
    higher_ground="blocks",
    layers=LAYERS,
    points=("nearest",),
    target="bases",
    slack=SLACK,
)
"""What blocks sight: woods and villages except an inch at their edge, hills higher than both ends, and every
base of another unit (shooting.sight, terrain.types, terrain.overlap)."""


def bases_that_see(
    battle: EagleBattle, unit: EagleUnit, targets: tuple[Body, ...]
) -> dict[int, tuple[int, ...]]:
    """For each target, the places of the front-rank bases of a unit with a clear line to it.

    shooting.sight; a target may be reduced to the bases that count
    """
    if not targets:
        return {}
    scene = scene_of(battle)
    changed = tuple(target for target in targets if target is not battle.units[target.id])
    if changed:
        scene = scene.replaced(*changed)
    eyes = eyes_of(unit, "base fronts")
    numbers = tuple(target.id for target in targets)
    routers = tuple(one.id for one in battle.units if one.routing)
    looks = sightings(scene, unit.id, numbers, TERMS, eyes, see_through=routers)
    places = tuple(place for place, base in enumerate(unit.shape.bases) if base.rank == 0)
    return {
        look.target: tuple(place for place, eye in zip(places, look.looks, strict=True) if eye.sees)
        for look in looks
    }


def sees(battle: EagleBattle, unit: EagleUnit, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Those among *targets* that any front-rank base of a unit sees (charge.path, shooting.sight)."""
    found = bases_that_see(battle, unit, tuple(battle.units[target] for target in targets))
    return tuple(target for target in targets if found[target])

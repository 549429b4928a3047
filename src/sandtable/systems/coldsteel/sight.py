"""Sight: who is seen, by five lines from the middle of an edge past bodies, buildings, hills and woods.

geometry.los, geometry.los-blockers
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.game.battle import scene_of
from sandtable.systems.coldsteel.arcs import edge_of, eye_of, faces_of, faces_towards, is_in_arc, touches
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.nearness import is_touching
from sandtable.systems.coldsteel.terrain import LAYERS, Sight, kinds_of_sight
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.body import Side
from sandtable.table.glimpses import Watch, spotted
from sandtable.table.measure import INCH
from sandtable.table.scene import Scene
from sandtable.table.sight import SightTerms, Veil

WOOD_DEPTH: Final = 3 * INCH
"""A line of sight may cross so much wood in all (geometry.los-woods)."""

TERMS: Final = SightTerms(
    veils=(
        Veil(kinds_of_sight(Sight.WOOD), blocks_beyond=WOOD_DEPTH),
        Veil(kinds_of_sight(Sight.BLOCKS), blocks_beyond=0, spares_own=True),
        Veil(kinds_of_sight(Sight.HILL), blocks_beyond=0, spares_own=True),
    ),
    bodies="footprint",
    lower="seen over",
    higher_ground="clear",
    layers=LAYERS,
    points=("centre", "corners"),
    target="footprint",
)
"""Woods to a depth, buildings and hills unless they are the viewer's or the target's own, and all bodies that
do not stand below the higher end on a hill.

geometry.los-blockers, geometry.los-woods, geometry.los-hill, terrain.types
"""


def seen_through(battle: ColdSteelBattle) -> tuple[int, ...]:
    """Those who never block: skirmishers, and garrisons, which block only as their buildings.

    geometry.los-blockers
    """
    open_order = (Formation.SKIRMISH, Formation.GARRISON)
    return tuple(unit.id for unit in battle.units if unit.formation in open_order)


def seen_from(
    battle: ColdSteelBattle, unit: ColdSteelUnit, side: Side, targets: tuple[int, ...]
) -> tuple[int, ...]:
    """Those of some targets to which a line from one edge of a unit is clear; arcs do not matter here.

    geometry.los, geometry.contact-visible
    """
    if not targets:
        return ()
    watch = Watch(unit.id, (eye_of(unit, side),))
    pairs = [(0, target) for target in targets]
    seen = spotted(scene_of(battle), (watch,), pairs, TERMS, seen_through(battle))
    return tuple(
        target
        for target, is_seen in zip(targets, seen, strict=True)
        if is_seen or in_contact(unit, side, battle.units[target])
    )


def in_contact(unit: ColdSteelUnit, side: Side, target: ColdSteelUnit) -> bool:
    """Does a target touch the edge from which a unit looks, or skirmishers anywhere?

    geometry.contact-visible
    """
    if unit.formation is Formation.SKIRMISH:
        return is_touching(unit, target)
    return touches(edge_of(unit, side), target)


def visible(battle: ColdSteelBattle, unit: ColdSteelUnit, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some targets that a unit sees at all, from any of its faces and whatever the arc.

    geometry.los, cards.cold-steel-scope
    """
    sides = faces_of(unit) or ("front",)
    seen = {target for side in sides for target in seen_from(battle, unit, side, targets)}
    return tuple(target for target in targets if target in seen)


def sees_in_arc(battle: ColdSteelBattle, unit: ColdSteelUnit, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some targets that a unit has in arc and sees from the face that looks at them.

    geometry.front-arc, geometry.face-choice, geometry.los; for shooting and charges alike
    """
    if not targets:
        return ()
    known, asked = _known(scene_of(battle)), (unit.id, unit.formation, seen_through(battle), targets)
    found = known.get(asked)
    if found is None:
        found = known[asked] = _seen_in_arc(battle, unit, targets)
    return found


_Asked = tuple[int, Formation, tuple[int, ...], tuple[int, ...]]
"""Who looks, in which formation, through whom, and at whom."""


@lru_cache(maxsize=64)
def _known(scene: Scene) -> dict[_Asked, tuple[int, ...]]:
    """What is known of who sees whom as long as nobody moves; it grows as it is asked for."""
    return {}


def _seen_in_arc(battle: ColdSteelBattle, unit: ColdSteelUnit, targets: tuple[int, ...]) -> tuple[int, ...]:
    if not unit.formation.faces_all_round:
        ahead = tuple(target for target in targets if is_in_arc(unit, battle.units[target]))
        return seen_from(battle, unit, "front", ahead)
    by_face: dict[Side, tuple[int, ...]] = {}
    for target in targets:
        for side in faces_towards(unit, battle.units[target]):
            by_face[side] = (*by_face.get(side, ()), target)
    seen = {target for side, ahead in by_face.items() for target in seen_from(battle, unit, side, ahead)}
    return tuple(target for target in targets if target in seen)

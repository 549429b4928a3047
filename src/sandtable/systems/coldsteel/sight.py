"""Sight: a target is seen by a clear line from the middle of an edge to one of five points of it.

Bodies, buildings, hills and woods may block a line (geometry.los, geometry.los-blockers).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.coldsteel.arcs import (
    OUTWARD,
    edge_of,
    eye_of,
    faces_of,
    faces_towards,
    is_in_arc,
    touches,
)
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.nearness import is_touching
from sandtable.systems.coldsteel.precision import SLACK, TOUCH
from sandtable.systems.coldsteel.terrain import LAYERS, Sight, kinds_of_sight
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.sight import (
    SEEN,
    TOUCHED,
    EdgeSight,
    Observer,
    SightTerms,
    Targets,
    Veil,
    any_seen_from_edges,
    are_seen,
    edge_row,
    opening_of,
    seen_from_edges,
)
from sandtable.table.space import HAIR, INCH, SIDES, Pose, Row, Shape, Side, box, face, footprint, standing

WOOD_DEPTH: Final = 3 * INCH
"""The depth of wood, in all, that a line of sight may cross (geometry.los-woods)."""

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
    slack=SLACK,
)
"""What blocks a line: woods beyond a depth, buildings, hills and bodies.

The viewer's and the target's own building or hill do not block, nor do bodies below the higher end on a hill.

geometry.los-blockers, geometry.los-woods, geometry.los-hill, terrain.types
"""


def seen_through(battle: ColdSteelBattle) -> tuple[int, ...]:
    """The units that never block: skirmishers, and garrisons, which block only by their buildings.

    geometry.los-blockers
    """
    return _open_order(battle.units)


@by_identity(most=16)
def _open_order(units: tuple[ColdSteelUnit, ...]) -> tuple[int, ...]:
    return tuple([unit.id for unit in units if unit.formation in OPEN_ORDER])


OPEN_ORDER: Final = (Formation.SKIRMISH, Formation.GARRISON)


def seen_from(
    battle: ColdSteelBattle, unit: ColdSteelUnit, side: Side, targets: tuple[int, ...]
) -> tuple[int, ...]:
    """The targets to which a line from one edge of a unit is clear, whatever the arc.

    geometry.los, geometry.contact-visible
    """
    return _spotted(battle, unit, Observer(unit.id, (eye_of(unit, side),)), (side,), targets)


def _spotted(
    battle: ColdSteelBattle,
    unit: ColdSteelUnit,
    observer: Observer,
    sides: tuple[Side, ...],
    targets: tuple[int, ...],
) -> tuple[int, ...]:
    """The targets that a unit sees from one of some eyes, or that touch one of some sides."""
    if not targets:
        return ()
    pairs = [(0, target) for target in targets]
    seen = are_seen(scene_of(battle), (observer,), pairs, TERMS, seen_through(battle))
    return tuple(
        [
            target
            for target, is_seen in zip(targets, seen, strict=True)
            if is_seen or any(in_contact(unit, side, battle.units[target]) for side in sides)
        ]
    )


def in_contact(unit: ColdSteelUnit, side: Side, target: ColdSteelUnit) -> bool:
    """Does a target touch the edge that a unit looks from, or any part of skirmishers?

    geometry.contact-visible
    """
    if unit.formation is Formation.SKIRMISH:
        return is_touching(unit, target)
    return touches(edge_of(unit, side), target)


def visible(battle: ColdSteelBattle, unit: ColdSteelUnit, targets: tuple[int, ...]) -> tuple[int, ...]:
    """The targets that a unit sees from any of its faces, whatever the arc.

    geometry.los, cards.cold-steel-scope
    """
    sides = faces_of(unit) or ("front",)
    observer = Observer(unit.id, tuple([eye_of(unit, side) for side in sides]))
    return _spotted(battle, unit, observer, sides, targets)


def sees_in_arc(battle: ColdSteelBattle, unit: ColdSteelUnit, targets: tuple[int, ...]) -> tuple[int, ...]:
    """The targets in a unit's arc that it sees from the face that looks at them, for shooting and charges.

    geometry.front-arc, geometry.face-choice, geometry.los
    """
    if not targets:
        return ()
    pairs = [(0, target) for target in targets]
    found = seen_from_edges(scene_of(battle), (edges_of(unit),), pairs, _edge_sight(battle))
    return tuple(
        [
            target
            for target, told in zip(targets, found, strict=True)
            if told == SEEN or (told == TOUCHED and _is_seen_in_arc(battle, unit, target))
        ]
    )


def see_any(
    battle: ColdSteelBattle,
    units: Sequence[ColdSteelUnit],
    limits: Sequence[tuple[float, float]],
    targets: tuple[int, ...],
) -> list[int]:
    """For each of some units of one side, whether it sees a target in its arc and within its limits.

    The two limits of a unit, in hundredths, are for targets in the open and in buildings; less than 0 means
    none. The answer is `TOUCHED` where only a target that may touch the unit could be seen; the caller tests
    that.

    geometry.front-arc, geometry.face-choice, geometry.los
    """
    held = [int(battle.units[target].formation is Formation.GARRISON) for target in targets]
    viewers = [edges_of(unit) for unit in units]
    wanted = Targets(targets, tuple(held))
    return any_seen_from_edges(scene_of(battle), viewers, limits, wanted, _edge_sight(battle))


def _edge_sight(battle: ColdSteelBattle) -> EdgeSight:
    return EdgeSight(TERMS, seen_through(battle), OPENING)


OPENING: Final = opening_of(OUTWARD, SLACK, TOUCH + HAIR)
"""How the arc before an edge opens (geometry.front-arc, geometry.inclusive, geometry.precision)."""


def edges_of(unit: ColdSteelUnit) -> Row:
    """The edges that a unit looks from; skirmishers look all round from their middle."""
    return _edges_at(standing(unit), unit.shape, unit.formation, unit.id)


@lru_cache(maxsize=2048)
def _edges_at(pose: Pose, shape: Shape, formation: Formation, number: int) -> Row:
    if formation is Formation.SKIRMISH:
        return box(pose, footprint(shape), number)
    sides = SIDES if formation.faces_all_round else SIDES[:1]
    return tuple(chain.from_iterable([edge_row(face(pose, shape, side), number) for side in sides]))


def _is_seen_in_arc(battle: ColdSteelBattle, unit: ColdSteelUnit, target: int) -> bool:
    """Does a unit see a target that may touch it, in arc from the face that looks at it?

    geometry.front-arc, geometry.face-choice, geometry.contact-visible
    """
    if unit.formation.faces_all_round:
        sides = faces_towards(unit, battle.units[target])
        return any(seen_from(battle, unit, side, (target,)) for side in sides)
    return is_in_arc(unit, battle.units[target]) and bool(seen_from(battle, unit, "front", (target,)))

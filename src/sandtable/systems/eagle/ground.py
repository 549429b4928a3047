"""Ground underfoot: what a unit may not enter, what is rough to it, and the height of its bases.

The special rules of scenarios about ground are here too (army.scenario).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import points_of
from sandtable.systems.eagle.terrain import DEEP, FORD, impassable_kinds, rough_kinds
from sandtable.systems.eagle.troops import Nation, TroopClass
from sandtable.table.movement import Going

SWIMMERS: Final = "swimmers"
HORSE_FORDS: Final = "horse-fords"
WAGON_WALL: Final = "wagon-wall"

SWIMMER: Final = "auxiliary-veteran"
"""The profile whose units swim (army.scenario)."""

IMPASSABLE_RULE: Final = "terrain.types"
NO_HORSE_RULE: Final = "terrain.rough.cavalry"


def swims(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Does a unit cross deep water as if it were a ford? (army.scenario)"""
    return SWIMMERS in battle.specials and unit.profile_id == SWIMMER


def fords(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Does a mounted unit cross fords, and without disorder? (army.scenario)"""
    return (
        HORSE_FORDS in battle.specials and unit.troop_class is TroopClass.CAV and unit.nation is Nation.ROMAN
    )


def barred_kinds(battle: EagleBattle, unit: EagleUnit) -> tuple[str, ...]:
    """The kinds of ground that a unit may not enter.

    terrain.types, terrain.rough.cavalry, and the swimmers and fords of a scenario (army.scenario)
    """
    if not battle.specials:
        return _barred(mounted=unit.is_mounted, swims=False, fords=False)
    return _barred(mounted=unit.is_mounted, swims=swims(battle, unit), fords=fords(battle, unit))


@lru_cache(maxsize=16)
def _barred(*, mounted: bool, swims: bool, fords: bool) -> tuple[str, ...]:
    never = tuple(kind for kind in impassable_kinds() if not (swims and kind == DEEP))
    rough = tuple(kind for kind in rough_kinds() if not (fords and kind == FORD)) if mounted else ()
    return (*never, *rough)


def barred_pieces(battle: EagleBattle, unit: EagleUnit) -> tuple[str, ...]:
    """The pieces of ground that a unit may not enter when it retires, routs or evades.

    army.scenario: a wagon wall stops the Britons to whom it belongs
    """
    if not battle.has(WAGON_WALL) or unit.nation is not Nation.BRITISH:
        return ()
    return (battle.camps[unit.side].baggage,)


def rough_points(battle: EagleBattle, unit: EagleUnit, pieces: tuple[str, ...]) -> int:
    """The disorder points of a move through these pieces of ground.

    terrain.rough.mi, terrain.rough.hi, terrain.rough.detail: once for the move, in any formation
    """
    each = {TroopClass.HI: "terrain.rough.hi", TroopClass.MI: "terrain.rough.mi"}.get(unit.troop_class)
    if each is None or not is_rough(battle, unit, pieces):
        return 0
    return points_of(each)


def is_rough(battle: EagleBattle, unit: EagleUnit, pieces: tuple[str, ...]) -> bool:
    """Is any of these pieces of ground rough to a unit? (terrain.types, army.scenario)"""
    kinds = {piece.kind for piece in battle.field.pieces if piece.id in pieces}
    if swims(battle, unit) and DEEP in kinds:
        return True
    return any(kind in rough_kinds() for kind in kinds)


def goings_of(battle: EagleBattle, unit: EagleUnit, *, compulsory: bool = False) -> tuple[Going, ...]:
    """The effects of ground on a unit that moves, for the terms of a move; ``compulsory`` if it flees.

    terrain.types, terrain.rough.cavalry, movement.table-edge
    """
    pieces = barred_pieces(battle, unit) if compulsory else ()
    return _goings(barred_kinds(battle, unit), pieces)


@lru_cache(maxsize=64)
def _goings(barred: tuple[str, ...], pieces: tuple[str, ...]) -> tuple[Going, ...]:
    kinds = tuple(
        Going(
            kind,
            entry="barred",
            rule=IMPASSABLE_RULE if kind in impassable_kinds() else NO_HORSE_RULE,
            words=f"{kind} is closed to it",
        )
        for kind in barred
    )
    named = tuple(
        Going(piece=piece, entry="barred", rule="army.scenario", words="the wagons are in the way")
        for piece in pieces
    )
    return (*named, *kinds)

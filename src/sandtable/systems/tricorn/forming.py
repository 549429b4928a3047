"""Forming: a unit changes between Line and Road/March Column, limbers or unlimbers (formation.change)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.game.kept import by_identity
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.contacts_made import shut_to
from sandtable.systems.tricorn.movement import NEAR, scene_for
from sandtable.systems.tricorn.nearness import distances
from sandtable.systems.tricorn.terrain import COLUMN_LAYERS, LAYERS
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.zones import is_in_zones
from sandtable.table.body import standing
from sandtable.table.measure import TOLERANCE
from sandtable.table.room import Demands, Place, with_room
from sandtable.table.shape import Shape


class Form(NamedTuple):
    """A formation to change into, and how far right of the old front the middle of the new one lies.

    Into column it says which base stays, into line on which side the second base goes (formation.change).
    """

    formation: Formation
    aside: int = 0


OTHER: Final = {
    Formation.LINE: Formation.COLUMN,
    Formation.COLUMN: Formation.LINE,
    Formation.UNLIMBERED: Formation.LIMBERED,
    Formation.LIMBERED: Formation.UNLIMBERED,
}
"""What each formation may be changed into (formation.change)."""


def forms(battle: TricornBattle, unit: TricornUnit) -> tuple[Form, ...]:
    """The changes of formation that are open to a unit where it stands.

    formation.change, formation.change.near-enemy; there is no square (formation.square)
    """
    if battle.units[unit.id] is not unit:
        return _forms(battle, unit)
    known = _known(battle)
    if unit.id not in known:
        known[unit.id] = _forms(battle, unit)
    return known[unit.id]


@by_identity(most=4)
def _known(battle: TricornBattle) -> dict[int, tuple[Form, ...]]:
    """The changes open to the units of a battle, filled in when it is asked: they are offered first, and
    asked for again when one is made."""
    del battle
    return {}


def _forms(battle: TricornBattle, unit: TricornUnit) -> tuple[Form, ...]:
    other = OTHER.get(unit.formation)
    if other is None or unit.is_garrison or is_barred(battle, unit, other):
        return ()
    return _with_room(battle, unit, tuple(_sides(unit, other)))


def is_barred(battle: TricornBattle, unit: TricornUnit, into: Formation) -> bool:
    """Do enemies keep a unit from changing formation? Guns may unlimber inside a zone.

    formation.change.near-enemy
    """
    if is_in_contact(battle, unit.id):
        return True
    if into is Formation.UNLIMBERED:
        return False
    return is_in_zones(battle, unit)


def _sides(unit: TricornUnit, into: Formation) -> Iterator[Form]:
    """Guns keep their place; two bases are ployed or deployed to the left or to the right."""
    if unit.is_artillery:
        yield Form(into)
        return
    half = unit.shape.bases[0].width // 2
    yield Form(into, -half)
    yield Form(into, half)


def place_of(unit: TricornUnit, form: Form) -> Place:
    """Where a unit stands once it has changed formation (formation.change)."""
    return Place(standing(unit).shifted(form.aside, 0), unit.profile.shape(form.formation))


def _with_room(battle: TricornBattle, unit: TricornUnit, open_to: tuple[Form, ...]) -> tuple[Form, ...]:
    """Those of some forms whose rectangle is free of other units and of closed ground, and far enough from
    every enemy.

    formation.change, movement.one-inch
    """
    places = {place_of(unit, form): form for form in open_to}
    keeps = _keeps(battle, unit, next(iter(places)).shape)
    layers = COLUMN_LAYERS if open_to[0].formation.is_column else LAYERS
    closed = shut_to(unit.category)
    free = with_room(unit, tuple(places), scene_for(battle, unit), Demands(closed, layers, keeps))
    return tuple(places[place] for place in free)


def _keeps(battle: TricornBattle, unit: TricornUnit, shape: Shape) -> dict[int, float]:
    """How far a unit that takes up a shape keeps from the enemies whom it might thereby come near: an inch,
    or as far as it is from them already (movement.one-inch)."""
    enemies = battle.enemies_of(unit.side)
    gaps = zip(enemies, distances(battle, unit, enemies), strict=True)
    most = NEAR + unit.shape.width + unit.shape.depth + shape.width + shape.depth
    return {enemy.id: min(float(NEAR), gap + TOLERANCE) for enemy, gap in gaps if gap <= most}

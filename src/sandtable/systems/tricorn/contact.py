"""Contact: which enemies touch, along which edges, and what that counts as.

Contact is measured from the positions of the units. Only contact reached by a Side Step is stored, because it
cannot be measured (geometry.edge-contact).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.nearness import TOUCH, gaps_of
from sandtable.table.measure import contact, gap, sides_at
from sandtable.table.space import HAIR, SIDES, Body, Point, Scene, Side, inches

EDGE: Final = inches(0.1) - HAIR
"""The least length along which edges lie together to touch along an edge (geometry.distance)."""

Pair = tuple[Side, Side]
"""A side of a unit and the side of an enemy that touches it."""


class Touching(NamedTuple):
    """How an enemy touches a unit: the sides of the unit, and the enemy's sides that touch them.

    ``along`` says that edges lie together; otherwise they touch at a point (geometry.distance). All sides of
    a garrison are its front (terrain.garrison). ``sidestepped`` says that the enemy came by a Side Step,
    ``stepped_up`` that the unit itself did.
    """

    unit: int
    enemy: int
    pairs: tuple[Pair, ...]
    along: bool
    sidestepped: bool = False
    stepped_up: bool = False

    @property
    def is_frontal(self) -> bool:
        """Does the enemy touch the unit's front edge, with any edge of its own?

        disorder.extra.frontal-contact
        """
        return any(mine == "front" for mine, _ in self.pairs)

    @property
    def flanks(self) -> tuple[Side, ...]:
        """The flanks or rear that the enemy is in contact with; a unit that came by a Side Step does not
        thereby expose its own flank.

        geometry.edge-contact
        """
        return tuple(
            dict.fromkeys(
                mine
                for mine, theirs in self.pairs
                if mine != "front" and (theirs == "front" or self.sidestepped)
            )
        )

    @property
    def counts(self) -> bool:
        """Does the touch count as contact? Flank and rear edges that merely lie together do not.

        geometry.edge-contact
        """
        return any("front" in pair for pair in self.pairs) or self.sidestepped or self.stepped_up


Contacts = dict[int, tuple[Touching, ...]]
"""For each unit in contact, how its enemies touch it, in the order of their numbers."""

NONE: Final[Contacts] = {}


_last: tuple[tuple[TricornUnit, ...], Contacts] | None = None
"""The last result of `contacts`: it saves a measurement while the tuple of units is the same object."""


def contacts(battle: TricornBattle) -> Contacts:
    """Every unit in contact with an enemy, and how (geometry.distance, geometry.edge-contact)."""
    global _last
    last = _last
    if last is not None and last[0] is battle.units:
        return last[1]
    found = _contacts(battle) if _pairs(scene_of(battle)) else NONE
    _last = battle.units, found
    return found


def touching(battle: TricornBattle, unit: int) -> tuple[Touching, ...]:
    """How enemies touch a unit; empty if it is not in contact."""
    return contacts(battle).get(unit, ())


def is_in_contact(battle: TricornBattle, unit: int) -> bool:
    """Is a unit in contact with an enemy? (geometry.distance)"""
    return unit in contacts(battle)


def foes(battle: TricornBattle, unit: int) -> tuple[TricornUnit, ...]:
    """The enemies in contact with a unit (geometry.distance)."""
    return tuple(battle.units[one.enemy] for one in touching(battle, unit))


def touch_of(battle: TricornBattle, unit: int, enemy: int) -> Touching | None:
    """How one enemy touches a unit; None if it does not."""
    return next((one for one in touching(battle, unit) if one.enemy == enemy), None)


def flanks_touched(battle: TricornBattle, unit: int) -> tuple[Side, ...]:
    """The flanks, and the rear, of a unit that enemies are in contact with (geometry.edge-contact)."""
    sides = {side for one in touching(battle, unit) for side in one.flanks}
    return tuple(side for side in SIDES if side in sides)


@by_identity(most=16)
def _pairs(scene: Scene) -> tuple[tuple[int, int], ...]:
    """The pairs of opposed bodies in a scene that touch; cached until a unit moves."""
    sides = [[body.id for body in scene.bodies if body.pose is not None and body.side == n] for n in (0, 1)]
    count, gaps = gaps_of(scene)
    return tuple(
        [(one, other) for one in sides[0] for other in sides[1] if gaps[one * count + other] <= TOUCH]
    )


@by_identity(most=64)
def _contacts(battle: TricornBattle) -> Contacts:
    """All contacts: a touch at a point counts only while neither unit touches another enemy along an edge.

    Abandoned guns are never in contact (geometry.distance, artillery.abandoned).
    """
    units = battle.units
    able = [
        (units[one], units[other])
        for one, other in _pairs(scene_of(battle))
        if not (units[one].is_abandoned or units[other].is_abandoned)
    ]
    met = [found for one, other in able if (found := touch_between(one, other)) is not None and found.counts]
    flush = {number for one in met if one.along for number in (one.unit, one.enemy)}
    standing_by: dict[int, list[Touching]] = {}
    for one in met:
        if one.along or not (one.unit in flush or one.enemy in flush):
            standing_by.setdefault(one.unit, []).append(one)
            standing_by.setdefault(one.enemy, []).append(_from_the_other(one))
    return {number: tuple(sorted(found, key=lambda one: one.enemy)) for number, found in standing_by.items()}


def touch_between(unit: TricornUnit, enemy: TricornUnit) -> Touching | None:
    """How an enemy touches a unit, whether that counts or not; None if it does not touch.

    geometry.distance, geometry.edges
    """
    known = _touches(unit)
    found = known.get(id(enemy))
    if found is None or found[0] is not enemy:
        found = known[id(enemy)] = enemy, _touch_between(unit, enemy)
    return found[1]


@by_identity(most=256)
def _touches(unit: TricornUnit) -> dict[int, tuple[TricornUnit, Touching | None]]:
    """The touches of a unit by enemy number; it saves measuring an attacker's contacts again and is valid for
    one unit object."""
    del unit
    return {}


def _touch_between(unit: TricornUnit, enemy: TricornUnit) -> Touching | None:
    if gap(unit, enemy, "footprint") > TOUCH:
        return None
    found = contact(unit, enemy, "footprint")
    assert found is not None
    pairs = tuple((one.mine, one.theirs) for one in found.touches if one.length >= EDGE)
    stepped = unit.id in enemy.sidestepped, enemy.id in unit.sidestepped
    along = bool(pairs)
    if not along:
        pairs = ((side_at_point(unit, found.place), side_at_point(enemy, found.place)),)
    return Touching(unit.id, enemy.id, _as_fronts(pairs, unit, enemy), along, *stepped)


def side_at_point(body: Body, point: Point) -> Side:
    """The side of a body that is touched at a point: the front at a front corner, the flank at a rear corner.

    geometry.edges
    """
    on = sides_at(body, point)
    if "front" in on or not on:
        return "front"
    return next((side for side in on if side != "rear"), "rear")


def _as_fronts(pairs: tuple[Pair, ...], unit: TricornUnit, enemy: TricornUnit) -> tuple[Pair, ...]:
    """Pairs of sides, with every side of a garrison counted as its front (terrain.garrison)."""
    if not (unit.is_garrison or enemy.is_garrison):
        return pairs
    return tuple(
        dict.fromkeys(
            ("front" if unit.is_garrison else mine, "front" if enemy.is_garrison else theirs)
            for mine, theirs in pairs
        )
    )


def _from_the_other(one: Touching) -> Touching:
    """The same contact from the other unit's point of view."""
    return Touching(
        one.enemy,
        one.unit,
        tuple((theirs, mine) for mine, theirs in one.pairs),
        one.along,
        sidestepped=one.stepped_up,
        stepped_up=one.sidestepped,
    )

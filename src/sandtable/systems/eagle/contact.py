"""Contact: the length along which units touch, and with which bases (melee.contact, formation.contact).

Events record which units touch; this module measures how. A unit in line, column or multi-line is touched
along the rectangle around it, a wedge at its real bases.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.engagements import Contact
from sandtable.systems.eagle.troops import Formation
from sandtable.table import measure
from sandtable.table.measure import gaps_to_all
from sandtable.table.space import (
    TOLERANCE,
    Base,
    Body,
    Pose,
    Shape,
    Side,
    apart,
    base_centre,
    hundredths,
    standing,
)


class Meeting(NamedTuple):
    """How two units touch: along how many hundredths of an inch, and with which bases of each, by place."""

    length: int
    mine: tuple[int, ...]
    theirs: tuple[int, ...]

    def flipped(self) -> Meeting:
        """The same contact seen from the other unit."""
        return Meeting(self.length, self.theirs, self.mine)


@lru_cache(maxsize=1024)
def _rectangle(shape: Shape) -> Shape:
    """The rectangle around a shape as one base."""
    return Shape((Base(0, 0, shape.width, shape.depth),), shape.width, shape.depth)


def bounded(unit: EagleUnit) -> Body:
    """A unit's outline for contact: the rectangle around it, or the bases of a wedge (formation.contact)."""
    return outlined(unit, unit.formation)


def outlined(body: Body, formation: Formation) -> Body:
    """The outline for contact of a body in a formation (formation.contact)."""
    shape = body.shape if formation is Formation.WEDGE else _rectangle(body.shape)
    return Body(body.id, body.side, body.pose, shape)


def meeting(one: EagleUnit, other: EagleUnit) -> Meeting | None:
    """How two units touch where they stand; none if they do not.

    melee.contact, formation.contact, charge.contact: units that meet at a corner touch with the bases nearest
    to it, along no length. It is measured from the lower-numbered unit, so that both get the same result.
    """
    if one.id > other.id:
        found = meeting(other, one)
        return None if found is None else found.flipped()
    return _meeting(
        Stand(standing(one), one.shape, one.formation), Stand(standing(other), other.shape, other.formation)
    )


class Stand(NamedTuple):
    """The position of a unit: all that decides which units it touches."""

    pose: Pose
    shape: Shape
    formation: Formation


@lru_cache(maxsize=1024)
def _meeting(one: Stand, other: Stand) -> Meeting | None:
    """How two units touch; cached, because units in combat stay where they are for long."""
    here, there = Body(0, 0, one.pose, one.shape), Body(1, 1, other.pose, other.shape)
    found = measure.contact(outlined(here, one.formation), outlined(there, other.formation))
    if found is None:
        return None
    if not found.touches:
        return Meeting(0, (_nearest(here, found),), (_nearest(there, found),))
    mine = _touched(here, one.formation, [(each.mine, each) for each in found.touches])
    theirs = _touched(there, other.formation, [(each.theirs, each) for each in found.touches])
    return Meeting(hundredths(found.length), mine, theirs)


def _nearest(unit: Body, found: measure.Contact) -> int:
    """The base nearest to where two units meet."""
    pose = standing(unit)
    middles = [hundredths(apart(base_centre(pose, base), found.place)) for base in unit.shape.bases]
    return middles.index(min(middles))


def _touched(unit: Body, formation: Formation, touches: list[tuple[Side, measure.Touch]]) -> tuple[int, ...]:
    """The bases of a unit behind the stretches along which it is touched (formation.contact)."""
    places: list[int] = []
    for side, stretch in touches:
        behind = measure.bases_behind(unit, side, stretch.start, stretch.end)
        if formation is Formation.WEDGE:
            behind = tuple(one for one in behind if _lies_on(unit, one[0], side, stretch))
        places += [place for place, _ in behind]
    return tuple(sorted(dict.fromkeys(places)))


def _lies_on(unit: Body, place: int, side: Side, stretch: measure.Touch) -> bool:
    """Does a side of a base of a wedge lie on the stretch that is touched? (formation.contact)"""
    base = unit.shape.bases[place]
    across, along = standing(unit).local(stretch.start)
    match side:
        case "front":
            out = along - base.y
        case "rear":
            out = along - (base.y - base.depth)
        case "right":
            out = across - (base.x + base.width / 2)
        case "left":
            out = across - (base.x - base.width / 2)
    return abs(out) <= 2 * TOLERANCE


def bases_upon(unit: EagleUnit, quarry: EagleUnit) -> int:
    """The front bases of a pursuer that touch the unit it has caught, at least one.

    after.free-hack.detail
    """
    met = meeting(unit, quarry)
    front = [] if met is None else [place for place in met.mine if unit.shape.bases[place].rank == 0]
    return max(len(front), 1)


# --------------------------------------------------------------------- in a battle
def meetings(battle: EagleBattle, unit: int, foes: tuple[int, ...]) -> tuple[Meeting, ...]:
    """How a unit touches each of some enemies in contact with it.

    Units in contact that rounding to the grid has parted still touch, at a corner (charge.contact).
    """
    one = battle.units[unit]
    return tuple(meeting(one, battle.units[foe]) or _bare(one, battle.units[foe]) for foe in foes)


def _bare(one: EagleUnit, other: EagleUnit) -> Meeting:
    """The contact of two units that rounding has parted: the nearest base of each, of equals the first.

    It is measured from the lower-numbered unit, so that both get the same result.
    """
    if one.id > other.id:
        return _bare(other, one).flipped()
    here, there = standing(one), standing(other)
    pairs = [
        (hundredths(apart(base_centre(here, mine), base_centre(there, theirs))), place, at)
        for place, mine in enumerate(one.shape.bases)
        for at, theirs in enumerate(other.shape.bases)
    ]
    _, place, at = min(pairs)
    return Meeting(0, (place,), (at,))


def engaged_bases(battle: EagleBattle, unit: int, foes: tuple[int, ...]) -> tuple[int, ...]:
    """The places of the bases of a unit that touch any of some enemies in contact with it.

    melee.dice.base, shooting.engaged.base
    """
    found = {place for each in meetings(battle, unit, foes) for place in each.mine}
    return tuple(sorted(found))


def free_bases(battle: EagleBattle, unit: int) -> tuple[int, ...]:
    """The places of the bases of a unit that touch no unbroken enemy (shooting.engaged)."""
    places = tuple(range(len(battle.units[unit].shape.bases)))
    foes = battle.foes_of(unit)
    if not foes:
        return places
    engaged = engaged_bases(battle, unit, foes)
    return tuple([place for place in places if place not in engaged])


def touched_at(battle: EagleBattle, unit: EagleUnit) -> tuple[int, ...]:
    """The unbroken enemies that a unit touches by geometry, whatever contacts are recorded.

    charge.contact: a charge is in contact with all enemies that it touches, but not corner to corner
    """
    lengths = gaps_to_all(unit, scene_of(battle), "footprint")
    near = [foe for foe in battle.unbroken(1 - unit.side) if lengths[foe.id] <= TOLERANCE]
    found = ((foe.id, meeting(unit, foe)) for foe in near)
    return tuple(number for number, met in found if met is not None and met.length > 0)


def contacts_of(
    battle: EagleBattle, striker: int, struck: tuple[int, ...], face: Side, target: int | None
) -> tuple[Contact, ...]:
    """The contacts of a striker: its target on the side judged, other enemies on the side that it meets.

    charge.contact, charge.face
    """
    mover = battle.units[striker]
    return tuple(
        Contact(striker, foe, face if foe == target else _side_met(battle.units[foe], mover), battle.turn)
        for foe in struck
    )


def _side_met(unit: EagleUnit, striker: EagleUnit) -> Side:
    """The side of a unit along which another lies longest; its front if they meet only at a corner."""
    found = measure.contact(bounded(unit), bounded(striker))
    if found is None or not found.touches:
        return "front"
    return found.touches[0].mine

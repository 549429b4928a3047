"""Combats on the table: the units of each combat, its place, and the order in which combats are settled.

turn.combat.component, turn.combat.position, melee.round
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import Final, NamedTuple

from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.contact import Meeting, meetings
from sandtable.systems.eagle.engagements import Combat
from sandtable.systems.eagle.melee import PRESSING
from sandtable.systems.eagle.records import Role
from sandtable.systems.eagle.troops import Formation
from sandtable.table.space import Point, TableSide, base_centre, centre, hundredths, standing

EQUAL: Final = 1
"""Lengths and places that differ by no more are equal, in hundredths of an inch (turn.combat.position)."""

RIGHT_HAND: Final[dict[TableSide, Point]] = {
    "bottom": Point(1.0, 0.0),
    "top": Point(-1.0, 0.0),
    "left": Point(0.0, -1.0),
    "right": Point(0.0, 1.0),
}
"""The direction to the right of a player who looks from his table edge to the opposite one."""

AHEAD: Final[dict[TableSide, Point]] = {
    "bottom": Point(0.0, 1.0),
    "top": Point(0.0, -1.0),
    "left": Point(1.0, 0.0),
    "right": Point(-1.0, 0.0),
}
"""The direction ahead of that player."""


def rightness(battle: EagleBattle, point: Point) -> float:
    """How far a place lies to the right of the holder of the initiative (turn.combat.order, army.table)."""
    right = RIGHT_HAND[battle.camps[battle.holder].edge]
    return point.x * right.x + point.y * right.y


def remoteness(battle: EagleBattle, point: Point) -> float:
    """How far a place lies from the table edge of the holder of the initiative (turn.combat.position)."""
    ahead = AHEAD[battle.camps[battle.holder].edge]
    return point.x * ahead.x + point.y * ahead.y


# ------------------------------------------------------------------ units of a combat
def main_opponent(battle: EagleBattle, unit: int) -> int:
    """The enemy with which an engaged unit shares most edge.

    turn.combat.component: of equals, one that it charged or that charged it this turn, then the one farther
    to the right of the initiative holder
    """
    foes = battle.foes_of(unit)
    if len(foes) == 1:
        return foes[0]
    lengths = {foe: met(battle, unit, foe).length for foe in foes}
    longest = max(lengths.values())
    tied = [foe for foe in foes if lengths[foe] >= longest - EQUAL]
    charged = [foe for foe in tied if _met_this_turn(battle, unit, foe)] or tied
    return max(charged, key=lambda foe: hundredths(rightness(battle, _middle(battle.units[foe]))))


def _met_this_turn(battle: EagleBattle, unit: int, foe: int) -> bool:
    """Did one of two units charge the other this turn?"""
    return any({charge.unit, charge.target} == {unit, foe} for charge in battle.charges)


def _middle(unit: EagleUnit) -> Point:
    return centre(standing(unit), unit.shape)


def components(battle: EagleBattle) -> tuple[tuple[int, ...], ...]:
    """The units in combat, grouped by ties between main opponents (turn.combat.component)."""
    if not battle.contacts:
        return ()
    engaged = tuple([one for one in sorted(battle.engaged()) if battle.units[one].pose is not None])
    group = {unit: unit for unit in engaged}
    for unit in engaged:
        mine, theirs = group[unit], group[main_opponent(battle, unit)]
        group = {one: mine if of == theirs else of for one, of in group.items()}
    return tuple(
        tuple(one for one in engaged if group[one] == head) for head in dict.fromkeys(group.values())
    )


def combats_of(battle: EagleBattle) -> tuple[Combat, ...]:
    """The combats of the phase in the order in which they are settled.

    turn.combat.order, turn.combat.position, turn.combat.component
    """
    found: list[Combat] = []
    for units in components(battle):
        sides = tuple(tuple(one for one in units if battle.units[one].side == side) for side in (0, 1))
        found.append(Combat((sides[0], sides[1]), place_of(battle, sides[0], sides[1])))
    return in_order(battle, found)


def in_order(battle: EagleBattle, combats: Sequence[Combat]) -> tuple[Combat, ...]:
    """Combats from the right to the left of the holder, of equals the one nearer to his edge first.

    turn.combat.order, turn.combat.position
    """

    def before(one: Combat, other: Combat) -> int:
        aside = rightness(battle, other.place) - rightness(battle, one.place)
        if abs(aside) <= EQUAL:
            aside = remoteness(battle, one.place) - remoteness(battle, other.place)
        return (aside > 0) - (aside < 0)

    return tuple(sorted(combats, key=cmp_to_key(before)))


def place_of(battle: EagleBattle, first: tuple[int, ...], second: tuple[int, ...]) -> Point:
    """The place of a combat: the mean of the centres of all engaged bases, to the hundredth of an inch.

    turn.combat.position
    """
    middles = [
        base_centre(standing(battle.units[unit]), battle.units[unit].shape.bases[place])
        for side, foes in ((first, second), (second, first))
        for unit in side
        for place in engaged_places(battle, unit, foes)
    ]
    x, y = (sum(along) / len(middles) for along in zip(*middles, strict=True))
    return Point(float(hundredths(x)), float(hundredths(y)))


# ------------------------------------------------------------------- engaged bases
def met(battle: EagleBattle, unit: int, foe: int) -> Meeting:
    """How a unit touches an enemy in contact with it (melee.contact)."""
    return meetings(battle, unit, (foe,))[0]


def opponents_in(battle: EagleBattle, unit: int, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """The enemies of a unit's combat that it touches (melee.contact)."""
    return tuple(foe for foe in battle.foes_of(unit) if foe in enemies)


def touching_places(battle: EagleBattle, unit: int, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """The bases of a unit that touch a base of its own combat (turn.combat.component, melee.dice.base)."""
    places = {place for foe in opponents_in(battle, unit, enemies) for place in met(battle, unit, foe).mine}
    return tuple(sorted(places))


def engaged_places(battle: EagleBattle, unit: int, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """The bases of a unit that are engaged: those that touch, and those that count in a wedge.

    shooting.engaged.base, melee.dice.wedge-charge, melee.dice.wedge-other
    """
    one = battle.units[unit]
    touching = touching_places(battle, unit, enemies)
    if one.formation is not Formation.WEDGE or not one.formed:
        return touching
    point = range(sum(one.ranks[:2]) if one.role in PRESSING else min(2, one.bases))
    return tuple(sorted({*touching, *point}))


# ------------------------------------------------------------------------- rounds
class RoundOf(NamedTuple):
    """The round of combat that a unit is about to fight, its enemies, and whether it charged into it."""

    unit: int
    number: int
    foes: tuple[int, ...]
    charged_in: bool


def rounds_of(battle: EagleBattle) -> tuple[RoundOf, ...]:
    """The rounds of all units in combat, and round 0 for units no longer in one (melee.round)."""
    found, engaged = list[RoundOf](), battle.engaged()
    for unit in battle.units:
        if unit.id in engaged and unit.pose is not None:
            found.append(_round_of(battle, unit))
        elif unit.rounds:
            found.append(RoundOf(unit.id, 0, (), charged_in=False))
    return tuple(found)


def _round_of(battle: EagleBattle, unit: EagleUnit) -> RoundOf:
    """The round of a unit: one more than its last, unless it was out of contact or has met new enemies.

    melee.round: contacts older than this turn have outlasted the last After Combat Moves phase
    """
    foes = battle.foes_of(unit.id)
    held = any(
        contact.joins(unit.id) and contact.other(unit.id) in foes and contact.turn < battle.turn
        for contact in battle.contacts
    )
    goes_on = unit.rounds > 0 and held and any(foe in unit.fought for foe in foes)
    number = unit.rounds + 1 if goes_on else 1
    charged = unit.charged_in if goes_on else unit.role is Role.CHARGE
    return RoundOf(unit.id, number, foes, charged)

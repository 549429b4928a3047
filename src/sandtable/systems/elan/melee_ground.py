"""The facts of a melee from the table: which units are linked by contact, and how each fights each."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.melee_facts import Contact, Engaged, Fighter, Melee, Opponent, Side
from sandtable.systems.elan.terrain import disorders_cavalry

Group = tuple[int, ...]
"""The numbers of all units of one melee, in ascending order."""


class Lineup(NamedTuple):
    """A melee with the numbers of its units, by side; the 1st side of the turn comes first."""

    melee: Melee
    sides: tuple[Group, Group]

    def side_of(self, unit: int) -> int:
        """Which side of the melee a unit is on."""
        return 0 if unit in self.sides[0] else 1

    def engaged(self, unit: int) -> Engaged:
        """A unit of the melee as it fights."""
        side = self.side_of(unit)
        return self.melee.sides[side].units[self.sides[side].index(unit)]


# --------------------------------------------------------------------- which melees
def melees(battle: ElanBattle) -> tuple[Group, ...]:
    """The melees that are due; units linked by contact, directly or through others, form one melee.

    melee.group; melees that were waiting come before those made by a breakthrough, and include units that
    joined them (melee.breakthrough-how)
    """
    groups: list[set[int]] = []
    for one in battle.engagements:
        linked = [group for group in groups if group & set(one.pair)]
        groups = [group for group in groups if not group & set(one.pair)]
        groups.append(set(one.pair).union(*linked))
    due = [group for group in groups if any(pair[0] in group for pair in battle.waiting)]
    return tuple(sorted(tuple(sorted(group)) for group in due))


# --------------------------------------------------------------------- the facts
def lineup(battle: ElanBattle, group: Group) -> Lineup:
    """A melee as it stands, the units of the 1st side first (melee.sequence)."""
    sides = tuple(
        tuple(unit for unit in group if battle.units[unit].side == side)
        for side in (battle.first, 1 - battle.first)
    )
    first, second = (
        Side(tuple(_engaged(battle, unit, foes) for unit in units), seat)
        for units, foes, seat in (
            (sides[0], sides[1], battle.first),
            (sides[1], sides[0], 1 - battle.first),
        )
    )
    return Lineup(Melee(sides=(first, second), scale=battle.scale), (sides[0], sides[1]))


def _engaged(battle: ElanBattle, unit: int, foes: Group) -> Engaged:
    """A unit and the enemies in contact with it, in the order of their side."""
    found = sorted(
        (foes.index(sum(one.pair) - unit), contact(battle, unit, one))
        for one in battle.engagements
        if unit in one.pair
    )
    return Engaged(fighter(battle, battle.units[unit]), tuple(Opponent(place, how) for place, how in found))


def fighter(battle: ElanBattle, unit: ElanUnit) -> Fighter:
    """The facts of a unit in melee, as it stands now."""
    return Fighter(
        arm=unit.arm,
        formation=unit.formation,
        weapon=unit.weapon,
        weight=unit.profile.weight,
        quality=unit.quality,
        trait=unit.profile.melee_trait,
        bases=unit.bases,
        lost=unit.lost,
        disordered=unit.disordered,
        commander=bool(battle.attached_to(unit.id)),
        unit=unit.id,
    )


def contact(battle: ElanBattle, unit: int, engagement: Engagement) -> Contact:
    """How a unit fights one enemy: the side it is engaged on, which of them charged, and the ground.

    melee.halt, melee.whose-row, terrain.uphill, terrain.cover-applies
    """
    enemy, ground = sum(engagement.pair) - unit, ground_of(battle)
    return Contact(
        edge=engagement.edges[engagement.pair.index(unit)],
        charging=unit in engagement.charging,
        enemy_charging=enemy in engagement.charging,
        enemy_cover=ground.cover_in_melee(enemy, engagement.crossed, unit),
        enemy_uphill=ground.rise(unit, enemy) > 0,
        broken_ground=is_on_broken_ground(battle, engagement),
    )


def is_on_broken_ground(battle: ElanBattle, engagement: Engagement) -> bool:
    """Does either unit stand in ground that disorders cavalry, or was such a line crossed to make contact?

    terrain.disordering
    """
    ground = ground_of(battle)
    kinds = [kind for unit in engagement.pair for kind in ground.kinds_under(unit)]
    kinds += [piece.kind for piece in battle.field.pieces if piece.id in engagement.crossed]
    return any(disorders_cavalry(kind) for kind in kinds)


def again(battle: ElanBattle, lines: Lineup) -> Lineup:
    """The melee for another round, with the losses, disorder and commanders of its units up to date.

    melee.draw-how; *lines* has the losses already. A commander's death disorders his unit
    (leaders.check-order).
    """
    first, second = (
        replace(side, units=tuple(_refreshed(battle, unit) for unit in side.units))
        for side in lines.melee.sides
    )
    return Lineup(replace(lines.melee, sides=(first, second)), lines.sides)


def _refreshed(battle: ElanBattle, engaged: Engaged) -> Engaged:
    number = engaged.fighter.unit
    disordered, led = battle.units[number].disordered, bool(battle.attached_to(number))
    return Engaged(replace(engaged.fighter, disordered=disordered, commander=led), engaged.opponents)

"""The facts of a melee from the table: linked units, bases in contact, and the ground."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.systems.liberty.aim import level_of, works_around
from sandtable.systems.liberty.approach import EDGES
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.command import nerve_of
from sandtable.systems.liberty.houses import building_of, occupies
from sandtable.systems.liberty.melee_facts import (
    Contact,
    Edge,
    Engaged,
    Fighter,
    Leading,
    Melee,
    Opponent,
    Side,
)
from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.movement import is_over
from sandtable.systems.liberty.obstacles import defended
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.roster import ground_kinds
from sandtable.table import measure, space
from sandtable.table.measure import contacts, is_within
from sandtable.table.space import COSINES, HAIR, INCH, SINES, TOLERANCE, Base, Body, Shape, centre, standing

NO_FARTHER: Final = TOLERANCE + HAIR
"""A point no farther off than this lies on a line, as `is_within` has it."""
LEAST_SHARED = INCH // 10
"""Less shared edge than this counts as corner to corner (melee.direct.overlap)."""

NO_BASE: Final = ((Edge.FRONT, 0),)
"""The count for an enemy that no base fights."""

FRONT, UNLED, LED = Edge.FRONT, Leading.NONE, Leading.ATTACHED
ELITE, TOUGH_FIGHTERS = SpecialRule.ELITE, SpecialRule.TOUGH_FIGHTERS
# These names save the look-up of an enumeration's member, which costs as much as a call, in every round.

Group = tuple[int, ...]
"""The numbers of all units of one melee."""


class Lineup(NamedTuple):
    """A melee and the numbers of its units, side by side; the acting player's side comes first."""

    melee: Melee
    sides: tuple[tuple[int, ...], tuple[int, ...]]


class Doubt(NamedTuple):
    """A base that touches several enemies against which its dice would differ."""

    unit: int
    base: int
    enemies: tuple[int, ...]


class Grip(Struct, frozen=True):
    """A unit's contact with an enemy: its touching bases with the enemy edge that each fights, their number
    at each edge, whether it is in works that the enemy is not in, the obstacles it holds against the enemy,
    whether it is uphill, and whether a base of either is in DIFFICULT terrain.
    """

    bases: tuple[tuple[int, Edge], ...]
    edges: tuple[tuple[Edge, int], ...]
    works: bool
    held: tuple[int, ...]
    uphill: bool
    difficult: bool


Met = list[tuple[int, Grip, Grip]]
"""The enemies that a unit touches in a melee, in order, with the grips of both on each other."""

Choices = Mapping[tuple[int, int], int]
"""The enemy that a base of a unit fights, for bases that touch several."""

NerveOf = Callable[[LibertyBattle, Regiment], Nerve]
"""Finds the nerve of a unit."""


# ------------------------------------------------------------------ which melees
def melees(battle: LibertyBattle) -> tuple[Group, ...]:
    """The melees still to be fought in this phase; all units linked by contact make one.

    melee.multiple.group, melee.all-phases. A unit that came into contact in this phase fights in the next,
    and the melee is fought without it (breakthrough.join); one whose sides have parted is no melee
    (melee.parted).
    """
    if not battle.engagements:
        return ()
    fought, groups = battle.fought, list[set[int]]()
    for pair in battle.engagements:
        if pair[0] in fought or pair[1] in fought:
            continue
        group, apart = set(pair), list[set[int]]()
        for known in groups:
            if group.isdisjoint(known):
                apart.append(known)
            else:
                group |= known
        groups = [*apart, group]
    return tuple(sorted([tuple(sorted(group)) for group in groups])) if groups else ()


# ------------------------------------------------------------------ the facts
def lineup(
    battle: LibertyBattle, group: Group, choices: Choices | None = None, nerve: NerveOf = nerve_of
) -> Lineup:
    """A melee as it stands, the acting player's side first.

    A base that touches several enemies fights the one chosen for it, else the first (melee.dice.per-base).
    """
    seat, units, met = battle.active, battle.units, _met_in(battle, group)
    own: list[int] = []
    other: list[int] = []
    for unit in group:
        (own if units[unit].side == seat else other).append(unit)
    first: list[Engaged] = []
    second: list[Engaged] = []
    for engaged, ours, theirs in ((first, own, other), (second, other, own)):
        for unit in ours:
            opponents = _opponents(battle, unit, met[unit], theirs, choices)
            engaged.append(Engaged(fighter(battle, units[unit], nerve), opponents))
    melee = Melee((Side(tuple(first), seat), Side(tuple(second), 1 - seat)))
    return Lineup(melee, (tuple(own), tuple(other)))


def doubts(battle: LibertyBattle, group: Group) -> tuple[Doubt, ...]:
    """The bases for which a player has to choose the enemy they fight, the acting player's first.

    melee.dice.per-base. A base with the same dice against all enemies it touches is left out.
    """
    if len(group) == 2:
        return ()
    found, met = [], _met_in(battle, group)
    for unit in sorted(group, key=lambda number: (battle.units[number].side != battle.active, number)):
        for base, touched in _touched(battle, unit, met[unit]).items() if len(met[unit]) > 1 else ():
            if len({(contact, battle.units[foe].arm) for foe, contact in touched}) > 1:
                found.append(Doubt(unit, base, tuple(foe for foe, _ in touched)))
    return tuple(found)


def blunt(battle: LibertyBattle, unit: Regiment) -> Nerve:
    """The nerve that blows need: the quality alone. A loser's full nerve is looked up for its test."""
    return Nerve(quality=unit.profile.quality, seat=unit.side, unit=unit.id)


def fighter(battle: LibertyBattle, unit: Regiment, nerve: NerveOf = nerve_of) -> Fighter:
    """A unit's facts in a melee as the battle stands."""
    special = unit.specials
    return Fighter(
        arm=unit.arm,
        bases=unit.bases,
        wear=unit.wear,
        hits=unit.hits,
        nerve=nerve(battle, unit),
        charging=unit.charging,
        disordered=unit.disorder > 0,
        general=UNLED if general_with(battle, unit.id) is None else LED,
        elite=ELITE in special,
        tough_fighters=TOUGH_FIGHTERS in special,
        routing=unit.routing,
    )


def general_with(battle: LibertyBattle, unit: int) -> int | None:
    """The number of the General attached to a unit."""
    for number, general in enumerate(battle.generals):
        if general.attached_to == unit:
            return number
    return None


def _met_in(battle: LibertyBattle, group: Group) -> dict[int, Met]:
    """The enemies that each unit of a melee touches (melee.engaged)."""
    found: dict[int, Met] = {unit: [] for unit in group}
    for one, other in battle.engagements:
        if one in found and other in found:
            ours, theirs = _grips(battle, one, other)
            found[one].append((other, ours, theirs))
            found[other].append((one, theirs, ours))
    if len(group) > 2:
        for met in found.values():
            met.sort(key=itemgetter(0))
    return found


def _opponents(
    battle: LibertyBattle, unit: int, met: Met, foes: list[int], choices: Choices | None
) -> tuple[Opponent, ...]:
    """The bases of a unit against each enemy, including enemies that none of them fights."""
    if len(met) == 1:
        ((foe, ours, theirs),) = met
        return _opponents_of_one(battle, unit, foe, ours, theirs, foes.index(foe))
    counts: dict[tuple[int, Contact], int] = {}
    for base, touched in _touched(battle, unit, met).items():
        fought = touched[0]
        if choices and (unit, base) in choices:
            fought = next(pair for pair in touched if pair[0] == choices[unit, base])
        counts[fought] = counts.get(fought, 0) + 1
    fights = [foe for foe, _ in counts]
    for foe, ours, theirs in met:
        if foe not in fights:
            counts[foe, _contact(battle, unit, ours, foe, theirs, FRONT)] = 0
    opponents = [Opponent(foes.index(foe), replace(how, bases=bases)) for (foe, how), bases in counts.items()]
    return tuple(opponents)


def _opponents_of_one(
    battle: LibertyBattle, unit: int, foe: int, ours: Grip, theirs: Grip, place: int
) -> tuple[Opponent, ...]:
    """The bases of a unit against its only enemy, at this index in the melee; nothing is chosen."""
    found = []
    for edge, bases in ours.edges:
        found.append(Opponent(place, _contact(battle, unit, ours, foe, theirs, edge, bases)))
    return tuple(found)


Touched = dict[int, list[tuple[int, Contact]]]
"""For each base in direct contact, the enemies it touches and its contact with each."""


def _touched(battle: LibertyBattle, unit: int, met: Met) -> Touched:
    """The enemies that the bases of a unit touch in a melee.

    melee.direct, melee.direct.flanked: any edge of the unit may be touched
    """
    found: Touched = {}
    for foe, ours, theirs in met:
        for base, edge in ours.bases:
            contact = _contact(battle, unit, ours, foe, theirs, edge)
            found.setdefault(base, []).append((foe, contact))
    return dict(sorted(found.items()))


def contact_with(battle: LibertyBattle, unit: Regiment, foe: Regiment) -> Contact:
    """A unit's contact with a single enemy: its bases, the edge they fight, the ground."""
    ours, theirs = _grips(battle, unit.id, foe.id)
    edge = ours.bases[0][1] if ours.bases else FRONT
    return _contact(battle, unit.id, ours, foe.id, theirs, edge, len(ours.bases))


def _contact(
    battle: LibertyBattle, unit: int, ours: Grip, foe: int, theirs: Grip, edge: Edge, bases: int = 1
) -> Contact:
    """Bases of a unit against an edge of an enemy: shelter, height, and DIFFICULT ground."""
    one, other, works = battle.units[unit], battle.units[foe], theirs.works
    return Contact(
        bases=bases,
        edge=edge,
        enemy_defends=_defends(other, theirs),
        enemy_fortified=works,
        enemy_uphill=theirs.uphill,
        sheltered=ours.works or _defends(one, ours),
        difficult=ours.difficult,
    )


def _defends(unit: Regiment, grip: Grip) -> bool:
    """Does a unit defend an obstacle against this enemy? A unit that has just charged does not.

    terrain.defend-obstacle
    """
    return bool(grip.held) and not unit.charging


# ------------------------------------------------------------------ how two units touch
def _grips(battle: LibertyBattle, unit: int, foe: int) -> tuple[Grip, Grip]:
    """The grips of a unit and an enemy on each other.

    Units that fight on have not moved since the last round, so the grips are kept by place and shape.
    """
    one, other = battle.units[unit], battle.units[foe]
    key = (battle.field, battle.buildings, one.pose, one.shape, other.pose, other.shape)
    found = _remembered.get(key)
    if found is None:
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        found = _remembered[key] = _grips_of_two(battle, one, other)
    return found


MOST_REMEMBERED: Final = 256
_remembered: Final[dict[tuple[object, ...], tuple[Grip, Grip]]] = {}
"""The grips of two units by field, buildings, poses and shapes, which are all they depend on."""


def _grips_of_two(battle: LibertyBattle, one: Regiment, other: Regiment) -> tuple[Grip, Grip]:
    """The grips of a unit and an enemy on each other, worked out (terrain.open.melee, terrain.touch)."""
    field, kinds = battle.field, _difficult_kinds()
    difficult = is_over(field, one, kinds) or is_over(field, other, kinds)
    works, his_works = _works_against(battle, one, other), _works_against(battle, other, one)
    met = contacts(one, other)
    if met is None:
        return (
            Grip((), NO_BASE, works, (), uphill=False, difficult=difficult),
            Grip((), NO_BASE, his_works, (), uphill=False, difficult=difficult),
        )
    ours, theirs = met
    bases, his_bases = bases_along(one, ours), bases_along(other, theirs)
    # An enemy comes across what lies between its centre and the middle of the shared edge.
    held = defended(one, field, centre(standing(other), other.shape), theirs.place)
    his_held = defended(other, field, centre(standing(one), one.shape), ours.place)
    held, his_held = held + _walls_against(battle, one, other), his_held + _walls_against(battle, other, one)
    level, his_level = level_of(field, one), level_of(field, other)
    uphill, downhill = level > his_level, level < his_level
    return (
        Grip(bases, _counted(bases), works, held, uphill, difficult),
        Grip(his_bases, _counted(his_bases), his_works, his_held, downhill, difficult),
    )


def _counted(bases: tuple[tuple[int, Edge], ...]) -> tuple[tuple[Edge, int], ...]:
    """The number of bases at each edge of an enemy; a zero at its front if there is none."""
    counts: dict[Edge, int] = {}
    for _, edge in bases:
        counts[edge] = counts.get(edge, 0) + 1
    return tuple(counts.items()) or NO_BASE


def bases_along(one: Body, met: measure.Contact) -> tuple[tuple[int, Edge], ...]:
    """The bases of a unit in direct contact with an enemy, and the edge of the enemy each fights against.

    melee.direct, melee.direct.flanked, melee.direct.overlap: a tenth of an inch of shared edge is needed
    """
    if len(met.touches) == 1:
        # Most units touch along one side of each.
        (touch,) = met.touches
        edge, found = EDGES[touch.theirs], []
        for base, length in _bases_at(one, touch):
            if is_within(LEAST_SHARED, length):
                found.append((base, edge))
        return tuple(found)
    shared: dict[int, dict[space.Side, float]] = {}
    for touch in met.touches:
        for base, length in _bases_at(one, touch):
            sides = shared.setdefault(base, {})
            sides[touch.theirs] = sides.get(touch.theirs, 0.0) + length
    found = []
    for base, sides in sorted(shared.items()):
        if is_within(LEAST_SHARED, sum(sides.values())):
            found.append((base, EDGES[max(sides, key=sides.__getitem__)]))
    return tuple(found)


def _bases_at(one: Body, touch: measure.Touch) -> list[tuple[int, float]]:
    """The bases of a unit whose own edge lies along a touched stretch, and the shared length of each."""
    # The same arithmetic as Pose.local, to the bit.
    pose, (side, _, (start_x, start_y), (end_x, end_y), _) = standing(one), touch
    x, y, sin, cos = pose.x, pose.y, SINES[pose.heading], COSINES[pose.heading]
    start_x, start_y, end_x, end_y = start_x - x, start_y - y, end_x - x, end_y - y
    right, forward = start_x * cos - start_y * sin, start_x * sin + start_y * cos
    if side in ("front", "rear"):
        first, last, level = right, end_x * cos - end_y * sin, forward
    else:
        first, last, level = forward, end_x * sin + end_y * cos, right
    if last < first:
        first, last = last, first
    found: list[tuple[int, float]] = []
    for place, (near, far, out) in enumerate(_edges_of(one.shape, side)):
        length = (last if last < far else far) - (first if first > near else near)
        if length > TOLERANCE and abs(out - level) <= NO_FARTHER:
            found.append((place, length))
    return found


@lru_cache(maxsize=256)
def _edges_of(shape: Shape, side: space.Side) -> tuple[tuple[float, float, float], ...]:
    """The edges of all bases of a shape on one side, in order."""
    return tuple(_edge_of(base, side) for base in shape.bases)


def _edge_of(base: Base, side: space.Side) -> tuple[float, float, float]:
    """An edge of a base in its unit's frame: its start and end along that side, and its distance out."""
    left, right, rear = base.x - base.width / 2, base.x + base.width / 2, base.y - base.depth
    match side:
        case "front":
            return left, right, base.y
        case "rear":
            return left, right, rear
        case "right":
            return rear, base.y, right
        case "left":
            return rear, base.y, left


# ------------------------------------------------------------------ the ground
def _works_against(battle: LibertyBattle, unit: Regiment, foe: Regiment) -> bool:
    """Does a unit occupy a fortified position that its enemy does not occupy?

    fort.detail, terrain.buildings.entered
    """
    works = works_around(battle, unit)
    if works and any(work not in works_around(battle, foe) for work in works):
        return True
    return occupies(battle, unit, "fortified") and building_of(battle, unit) != building_of(battle, foe)


def _walls_against(battle: LibertyBattle, unit: Regiment, foe: Regiment) -> tuple[int, ...]:
    """The building whose walls its occupant defends, like an obstacle, against an enemy outside.

    terrain.buildings.entered
    """
    house = building_of(battle, unit)
    if house is None or "obstacle" not in house.gives or house == building_of(battle, foe):
        return ()
    return tuple([n for n, piece in enumerate(battle.field.pieces) if piece.id == house.ground])


@cache
def _difficult_kinds() -> tuple[str, ...]:
    return tuple(row.kind for row in ground_kinds() if row.move == "difficult")

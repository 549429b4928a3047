"""The facts of a melee from the table: which units are linked, whose bases touch whom, and on what ground."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.battle import scene_of
from sandtable.game.kept import by_identity
from sandtable.systems.liberty.aim import AT_AN_OBSTACLE, works_around
from sandtable.systems.liberty.approach import EDGES
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.command import nerve_of
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
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.roster import LAYERS, ground_kinds
from sandtable.table import body as table_body
from sandtable.table import contact as table_contact
from sandtable.table.body import centre, face, standing
from sandtable.table.distance import within
from sandtable.table.ground import Field
from sandtable.table.measure import INCH, TOLERANCE
from sandtable.table.pose import Point
from sandtable.table.relief import relief
from sandtable.table.scene import Scene
from sandtable.table.shape import Base, Shape
from sandtable.table.terrain import ground_along, ground_under, ground_within, level_at

LEAST_SHARED = INCH // 10
"""Less shared edge than this counts as corner to corner (melee.direct.overlap)."""

Group = tuple[int, ...]
"""The numbers of all units of one melee."""


class Lineup(NamedTuple):
    """A melee and the numbers of its units, side by side; the acting player's side comes first."""

    melee: Melee
    sides: tuple[tuple[int, ...], tuple[int, ...]]


class Doubt(NamedTuple):
    """A base that touches several enemies, and it matters which of them it fights."""

    unit: int
    base: int
    enemies: tuple[int, ...]


Choices = Mapping[tuple[int, int], int]
"""The enemy that a base of a unit fights, where it touches several."""

NerveOf = Callable[[LibertyBattle, Regiment], Nerve]
"""How the nerve of a unit is found out."""


# ------------------------------------------------------------------ which melees
def melees(battle: LibertyBattle) -> tuple[Group, ...]:
    """The melees still to be fought in this phase: all units linked by contact make one.

    melee.multiple.group, melee.all-phases. Who came into contact in this phase fights in the next, and a
    melee without him is fought (breakthrough.join); one whose sides have parted is no melee (melee.parted).
    """
    if not battle.engagements:
        return ()
    groups: list[set[int]] = []
    for pair in battle.engagements:
        if pair[0] in battle.fought or pair[1] in battle.fought:
            continue
        linked = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if not group & set(pair)]
        groups.append(set(pair).union(*linked))
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def foes_in(battle: LibertyBattle, unit: int, group: Group) -> tuple[int, ...]:
    """The enemies in a melee that a unit touches, in order."""
    engaged = [one + other - unit for one, other in battle.engagements if unit in (one, other)]
    return tuple(sorted([foe for foe in engaged if foe in group]))


# ------------------------------------------------------------------ the facts
def lineup(
    battle: LibertyBattle, group: Group, choices: Choices | None = None, nerve: NerveOf = nerve_of
) -> Lineup:
    """A melee as it stands, the acting player's side first.

    A base that touches several enemies fights the one chosen for it, else the first (melee.dice.per-base).
    """
    seat, units, choices = battle.active, battle.units, choices or {}
    own = tuple([unit for unit in group if units[unit].side == seat])
    other = tuple([unit for unit in group if units[unit].side != seat])
    first = Side(tuple([_engaged(battle, unit, other, group, choices, nerve) for unit in own]), seat)
    second = Side(tuple([_engaged(battle, unit, own, group, choices, nerve) for unit in other]), 1 - seat)
    return Lineup(Melee((first, second)), (own, other))


def doubts(battle: LibertyBattle, group: Group) -> tuple[Doubt, ...]:
    """The bases for which a player has to say whom they fight, the acting player's first.

    melee.dice.per-base. Where all enemies that a base touches would give it the same dice nobody is asked.
    """
    if len(group) == 2:
        return ()
    found = []
    for unit in sorted(group, key=lambda number: (battle.units[number].side != battle.active, number)):
        foes = foes_in(battle, unit, group)
        for base, touched in _touched(battle, unit, foes).items() if len(foes) > 1 else ():
            if len({(contact, battle.units[foe].arm) for foe, contact in touched}) > 1:
                found.append(Doubt(unit, base, tuple(foe for foe, _ in touched)))
    return tuple(found)


def blunt(battle: LibertyBattle, unit: Regiment) -> Nerve:
    """The nerve of a unit as far as its blows tell: its quality. If it loses it tests with what nerve it has
    by then."""
    return Nerve(quality=unit.profile.quality, seat=unit.side, unit=unit.id)


def fighter(battle: LibertyBattle, unit: Regiment, nerve: NerveOf = nerve_of) -> Fighter:
    """A unit as it fights in melee here and now."""
    return Fighter(
        arm=unit.arm,
        bases=unit.bases,
        wear=unit.wear,
        hits=unit.hits,
        nerve=nerve(battle, unit),
        charging=unit.charging,
        disordered=unit.disorder > 0,
        general=Leading.NONE if general_with(battle, unit.id) is None else Leading.ATTACHED,
        elite=unit.has(SpecialRule.ELITE),
        tough_fighters=unit.has(SpecialRule.TOUGH_FIGHTERS),
        routing=unit.routing,
    )


def general_with(battle: LibertyBattle, unit: int) -> int | None:
    """The General attached to a unit, by his number."""
    for number, general in enumerate(battle.generals):
        if general.attached_to == unit:
            return number
    return None


def _engaged(
    battle: LibertyBattle, unit: int, foes: tuple[int, ...], group: Group, choices: Choices, nerve: NerveOf
) -> Engaged:
    """A unit and how many of its bases fight each enemy; one that none of them fights is listed too."""
    counts: dict[tuple[int, Contact], int] = {}
    own_foes = foes_in(battle, unit, group)
    regiment = fighter(battle, battle.units[unit], nerve)
    if len(own_foes) == 1:
        return Engaged(regiment, _opponents_of_one(battle, unit, own_foes[0], foes.index(own_foes[0])))
    for base, touched in _touched(battle, unit, own_foes).items():
        fought = touched[0]
        if (unit, base) in choices:
            fought = next(pair for pair in touched if pair[0] == choices[unit, base])
        counts[fought] = counts.get(fought, 0) + 1
    fights = [foe for foe, _ in counts]
    idle = [foe for foe in own_foes if foe not in fights]
    counts |= {(foe, _contact(battle, unit, foe, Edge.FRONT)): 0 for foe in idle}
    opponents = [Opponent(foes.index(foe), replace(how, bases=bases)) for (foe, how), bases in counts.items()]
    return Engaged(regiment, tuple(opponents))


def _opponents_of_one(battle: LibertyBattle, unit: int, foe: int, place: int) -> tuple[Opponent, ...]:
    """The bases of a unit that fight its only enemy, who has this place in the melee; nothing is chosen."""
    counts: dict[Contact, int] = {}
    for _, contact in _against(battle, unit, foe):
        counts[contact] = counts.get(contact, 0) + 1
    if not counts:
        counts[_contact(battle, unit, foe, Edge.FRONT)] = 0
    return tuple([Opponent(place, replace(how, bases=bases)) for how, bases in counts.items()])


Touched = dict[int, list[tuple[int, Contact]]]
"""For each base of a unit in direct contact, the enemies it touches and what it would fight against."""


def _touched(battle: LibertyBattle, unit: int, foes: tuple[int, ...]) -> Touched:
    """Whom the bases of a unit touch in a melee with these enemies.

    melee.direct, melee.direct.flanked: whatever edge of it is touched
    """
    found: Touched = {}
    for foe in foes:
        for base, contact in _against(battle, unit, foe):
            found.setdefault(base, []).append((foe, contact))
    return dict(sorted(found.items()))


def _against(battle: LibertyBattle, unit: int, foe: int) -> tuple[tuple[int, Contact], ...]:
    """The bases of a unit that touch an enemy, each with what it would fight against.

    Units that fight on stand where they stood in the last round, so it is remembered by their places.
    """
    one, other = battle.units[unit], battle.units[foe]
    key = (battle.field, one.pose, one.shape, one.charging, other.pose, other.shape, other.charging)
    found = _remembered.get(key)
    if found is None:
        bases = bases_against(scene_of(battle), unit, foe)
        contacts: dict[Edge, Contact] = {}
        for _, edge in bases:
            if edge not in contacts:
                contacts[edge] = _contact(battle, unit, foe, edge)
        found = tuple([(base, contacts[edge]) for base, edge in bases])
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        _remembered[key] = found
    return found


MOST_REMEMBERED: Final = 256
_remembered: Final[dict[tuple[object, ...], tuple[tuple[int, Contact], ...]]] = {}
"""How units that stand so touch each other."""


def contact_with(battle: LibertyBattle, unit: Regiment, foe: Regiment) -> Contact:
    """How a unit touches a single enemy: with how many bases, against which edge, on what ground."""
    bases = bases_against(scene_of(battle), unit.id, foe.id)
    edge = bases[0][1] if bases else Edge.FRONT
    return replace(_contact(battle, unit.id, foe.id, edge), bases=len(bases))


# ------------------------------------------------------------------ the ground
def bases_against(scene: Scene, unit: int, foe: int) -> tuple[tuple[int, Edge], ...]:
    """The bases of a unit in direct contact with an enemy, and the edge of the enemy each fights against.

    melee.direct, melee.direct.flanked, melee.direct.overlap: a tenth of an inch of shared edge is needed
    """
    one, met = scene.bodies[unit], _stand(scene, unit, foe).met
    if met is not None and len(met.touches) == 1:
        # Mostly they touch along one side of each.
        (touch,) = met.touches
        edge = EDGES[touch.theirs]
        return tuple(
            [(base, edge) for base, length in bases_along(one, touch) if within(LEAST_SHARED, length)]
        )
    shared: dict[int, dict[table_body.Side, float]] = {}
    for touch in met.touches if met else ():
        for base, length in bases_along(one, touch):
            sides = shared.setdefault(base, {})
            sides[touch.theirs] = sides.get(touch.theirs, 0.0) + length
    found: list[tuple[int, Edge]] = []
    for base, sides in sorted(shared.items()):
        if within(LEAST_SHARED, sum(sides.values())):
            most = next(iter(sides)) if len(sides) == 1 else max(sides, key=sides.__getitem__)
            found.append((base, EDGES[most]))
    return tuple(found)


def bases_along(one: table_body.Body, touch: table_contact.Touch) -> list[tuple[int, float]]:
    """The bases of a unit whose own edge lies on a stretch along which the unit is touched, and how long."""
    pose = standing(one)
    start, end = pose.local(touch.start), pose.local(touch.end)
    along = 0 if touch.mine in ("front", "rear") else 1
    first, last, level = start[along], end[along], start[1 - along]
    if last < first:
        first, last = last, first
    found: list[tuple[int, float]] = []
    for place, (near, far, out) in enumerate(_edges_of(one.shape, touch.mine)):
        length = (last if last < far else far) - (first if first > near else near)
        if length > TOLERANCE and within(abs(out - level), 0):
            found.append((place, length))
    return found


@lru_cache(maxsize=256)
def _edges_of(shape: Shape, side: table_body.Side) -> tuple[tuple[float, float, float], ...]:
    """The edges of all bases of a shape on one side, in order."""
    return tuple(_edge_of(base, side) for base in shape.bases)


def _edge_of(base: Base, side: table_body.Side) -> tuple[float, float, float]:
    """An edge of a base in its unit's frame: from where to where along that side, and how far out."""
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


def _contact(battle: LibertyBattle, unit: int, foe: int, edge: Edge) -> Contact:
    """One base of a unit against an edge of an enemy: who is sheltered, uphill, or on DIFFICULT ground."""
    one, other, scene = battle.units[unit], battle.units[foe], scene_of(battle)
    ours, theirs = _stand(scene, unit, foe), _stand(scene, foe, unit)
    works = _works_against(battle, other, one)
    return Contact(
        bases=1,
        edge=edge,
        enemy_defends=works or _defends(other, theirs, one, ours),
        enemy_fortified=works,
        enemy_uphill=theirs.uphill,
        sheltered=_defends(one, ours, other, theirs) or _works_against(battle, one, other),
        difficult=ours.difficult or theirs.difficult,
    )


def _works_against(battle: LibertyBattle, unit: Regiment, foe: Regiment) -> bool:
    """Does a unit occupy a fortified position that the enemy it fights is not in as well? (fort.detail)"""
    works = works_around(battle, unit)
    return bool(works) and any(work not in works_around(battle, foe) for work in works)


class _Stand(Struct, frozen=True):
    """How a unit stands to an enemy: how it touches him, the obstacles it holds against him, if it is uphill
    of him, and if any base of it is in DIFFICULT terrain."""

    met: table_contact.Contact | None
    held: tuple[int, ...]
    uphill: bool
    difficult: bool


def _stand(scene: Scene, unit: int, foe: int) -> _Stand:
    """How a unit stands to an enemy; what is found of the two is remembered as long as nobody moves."""
    known = _stands(scene)
    found = known.get((unit, foe))
    if found is None:
        found, other = _stands_of_two(scene, unit, foe)
        known[unit, foe], known[foe, unit] = found, other
    return found


@by_identity(most=8)
def _stands(scene: Scene) -> dict[tuple[int, int], _Stand]:
    """What is known of how units stand to their enemies in a scene; it grows as it is asked for."""
    return {}


def _stands_of_two(scene: Scene, unit: int, foe: int) -> tuple[_Stand, _Stand]:
    """How a unit stands to an enemy, and he to it (terrain.open.melee, terrain.touch)."""
    field, one, other = scene.field, scene.bodies[unit], scene.bodies[foe]
    ours, theirs = table_contact.contact(one, other), table_contact.contact(other, one)
    uphill, downhill = _uphill(field, one, other, ours), _uphill(field, other, one, theirs)
    difficult = is_over(field, one, _difficult_kinds()), is_over(field, other, _difficult_kinds())
    first = _Stand(ours, _held(field, one, other, theirs), uphill, difficult[0])
    return first, _Stand(theirs, _held(field, other, one, ours), downhill, difficult[1])


def _defends(unit: Regiment, ours: _Stand, foe: Regiment, theirs: _Stand) -> bool:
    """Does a unit defend an obstacle against this enemy: it stands at it and the enemy comes across it?

    terrain.defend-obstacle, terrain.obstacle.under, charge.obstacle.defended. Where both stand at the same
    obstacle, with nothing of it under either, one that has just charged across does not defend it.
    """
    if ours.held and unit.charging and not foe.charging:
        return any(piece not in theirs.held for piece in ours.held)
    return bool(ours.held)


def _held(
    field: Field, one: table_body.Body, other: table_body.Body, met: table_contact.Contact | None
) -> tuple[int, ...]:
    """The obstacles at which a unit stands, none of them under its bases, and across which an enemy fights.

    The enemy, who touches it so, comes across those that lie between its centre and the middle of the edge
    they share.
    """
    at = ground_within(one, field, AT_AN_OBSTACLE, _obstacle_kinds()) if met else ()
    if not at or met is None:
        return ()
    under = ground_under(one, field, LAYERS)
    across = ground_along(field, centre(standing(other), other.shape), met.place, LAYERS)
    crossed = [crossing.piece for crossing in across]
    return tuple(piece for piece in at if piece in crossed and piece not in under)


def _uphill(
    field: Field, one: table_body.Body, other: table_body.Body, met: table_contact.Contact | None
) -> bool:
    """Is a unit uphill of an enemy it touches: the middle of its contacted edge on a higher level?

    terrain.uphill
    """
    if met is None or not met.touches or not any(relief(field).levels):
        return False
    touch = met.touches[0]
    mine, theirs = _middle(one, touch.mine), _middle(other, touch.theirs)
    return level_at(field, mine) > level_at(field, theirs)


def _middle(one: table_body.Body, side: table_body.Side) -> Point:
    return face(standing(one), one.shape, side).middle


@cache
def _obstacle_kinds() -> tuple[str, ...]:
    return tuple(row.kind for row in ground_kinds() if row.move == "obstacle")


@cache
def _difficult_kinds() -> tuple[str, ...]:
    return tuple(row.kind for row in ground_kinds() if row.move == "difficult")

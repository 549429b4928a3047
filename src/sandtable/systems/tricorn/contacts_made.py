"""Contact made by a move: which enemies a unit may attack, which edges it may touch, and where it comes to
rest.

movement.contact, movement.contact.who, geometry.flank-zone.contact
"""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.tricorn.arcs import aspect_at
from sandtable.systems.tricorn.battle import Allowance, TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import markers_of
from sandtable.systems.tricorn.contact import Touching, is_in_contact, touch_between, touching
from sandtable.systems.tricorn.movement import scene_for
from sandtable.systems.tricorn.nearness import TOUCH
from sandtable.systems.tricorn.terrain import LAYERS, STRONGHOLDS, kinds
from sandtable.systems.tricorn.troops import Category, Formation
from sandtable.table.measure import contact, gaps_to_all, sides_at
from sandtable.table.room import Demands, Place, with_room
from sandtable.table.space import FULL_TURN, HALF_TURN, Front, Point, Pose, Side, face, standing, turn_between

DISORDERED: Final = markers_of("movement.muskets-v-mounted")
"""Foot attacks only Mounted that has at least this many markers (movement.muskets-v-mounted)."""


# --------------------------------------------------------------------- who may attack whom
def bars(battle: TricornBattle, unit: TricornUnit) -> tuple[Refusal, ...]:
    """Why a unit may not start a melee in this activation; markers alone do not forbid it.

    movement.contact.who, formation.column, command.poor.no-melee, command.poor.no-melee.scope,
    command.radius.effect, turn.passed-move
    """
    activation = battle.activation
    declined = activation is None or activation.allowance is Allowance.NONE
    reasons = (
        (declined, "its General declined to move", "turn.passed-move"),
        (not battle.is_in_command(unit), "it is outside the Command Radius", "command.radius.effect"),
        *follow_up_bars(battle, unit),
    )
    return tuple(Refusal(words, rule=rule) for holds, words, rule in reasons if holds)


def follow_up_bars(battle: TricornBattle, unit: TricornUnit) -> tuple[tuple[bool, str, str], ...]:
    """What keeps a unit from starting a melee at any time, in its own activation or in another.

    movement.contact.who, formation.column, command.poor.no-melee.scope, movement.follow-up.detail
    """
    banned = battle.commands[unit.command].no_melee == battle.turn
    return (
        (unit.is_artillery, "Artillery never starts a melee", "movement.contact.who"),
        (unit.is_column, "a unit in Road/March Column starts no melee", "formation.column"),
        (unit.formation is Formation.GARRISON, "a garrison comes out first", "terrain.garrison"),
        (banned, "its Poor General failed his Initiative Roll", "command.poor.no-melee"),
    )


def objection(battle: TricornBattle, unit: TricornUnit, target: TricornUnit) -> Refusal | None:
    """Why a unit that may start melees may not start one with this enemy.

    Mounted may always attack Foot or guns in the open (movement.mounted-v-foot).

    movement.contact.who, movement.muskets-v-mounted, movement.muskets-v-mounted.light-infantry
    """
    held = battle.stronghold(target.garrison) if target.is_garrison else None
    if unit.is_mounted and held is not None and held.is_built:
        return Refusal(f"Mounted cannot attack a {held.kind}", rule="movement.contact.who")
    if unit.is_foot and target.is_mounted and target.markers < DISORDERED:
        words = f"Foot attacks Mounted only with {DISORDERED} Disorder Markers or more, not {target.markers}"
        return Refusal(words, rule="movement.muskets-v-mounted")
    return None


# --------------------------------------------------------------------- which edge
def start_of(unit: TricornUnit) -> Point:
    """Where the middle of a unit's front was when its move began (geometry.flank-zone.contact)."""
    pose = unit.start.pose
    return Point(pose.x, pose.y)


def may_touch(start: Point, target: TricornUnit, side: Side) -> bool:
    """May a unit whose front was centred at *start* when its move began touch this side of an enemy?

    A flank may be touched only from behind the line of the enemy's front, the rear only from behind the line
    of its rear; a garrison may be touched anywhere (geometry.flank-zone.contact, terrain.garrison).
    """
    if target.is_garrison or side == "front":
        return True
    aspect = aspect_at(standing(target), target.shape.depth, start)
    return aspect == "rear" or (aspect == "flank" and side != "rear")


def touched_side(start: Point, mover: TricornUnit, target: TricornUnit) -> Side | None:
    """The side of an enemy that a unit's front edge touches; None if it may touch none.

    At a corner it is the side that needs the smaller turn to lie flush, among those the unit may touch
    (movement.contact, geometry.edges).
    """
    touch = touch_between(mover, target)
    if touch is None:
        return None
    if touch.along:
        sides = [theirs for mine, theirs in touch.pairs if mine == "front"]
        return next((side for side in sides if may_touch(start, target, side)), None)
    found = contact(mover, target, "footprint")
    assert found is not None
    if "front" not in sides_at(mover, found.place):
        return None
    if target.is_garrison:
        return _nearest_side(mover, target, sides_at(target, found.place))
    open_to = [side for side in sides_at(target, found.place) if may_touch(start, target, side)]
    return _nearest_side(mover, target, tuple(open_to))


def _nearest_side(mover: TricornUnit, target: TricornUnit, sides: tuple[Side, ...]) -> Side | None:
    """The side against which a unit needs the smallest turn to lie flush."""
    return min(sides, key=lambda side: (abs(turn_to(mover, target, side)), side != "front"), default=None)


def turn_to(mover: TricornUnit, target: TricornUnit, side: Side) -> int:
    """The turn that lays a unit's front flush against a side of another unit."""
    edge = face(standing(target), target.shape, side)
    return turn_between(standing(mover).heading, (edge.heading + HALF_TURN) % FULL_TURN)


def stepped_against(start: Point, mover: TricornUnit, target: TricornUnit) -> bool:
    """Has a Side Step brought a unit's flank edge against the flank or rear edge of an enemy?

    movement.contact, movement.sidestep.no-front-contact
    """
    touch = touch_between(mover, target)
    if touch is None or _touches_front(touch) or target.is_garrison:
        return False
    return any(mine in ("left", "right") and may_touch(start, target, theirs) for mine, theirs in touch.pairs)


def _touches_front(touch: Touching) -> bool:
    return any(theirs == "front" for _, theirs in touch.pairs)


# --------------------------------------------------------------------- a legal end
def fault_of(
    battle: TricornBattle, unit: TricornUnit, there: TricornUnit, target: int, *, stepped: bool
) -> Refusal | None:
    """What is wrong with the end of an attack: the enemies it touches, or the edge.

    ``there`` is the unit at the end of its path; *stepped* says that it came by a Side Step. Flanks that
    merely lie along another enemy's are allowed (geometry.edge-contact); along the target's they are no
    attack (movement.contact).
    """
    start = start_of(unit)
    touched = enemies_touched(battle, there)
    if target not in [enemy.id for enemy in touched]:
        return Refusal("an attack ends in contact with its target", rule="movement.contact")
    for enemy in touched:
        fault = objection(battle, unit, enemy)
        if fault is None and (stepped or enemy.id == target or not _is_idle(there, enemy)):
            fault = _edge_fault(start, there, enemy, stepped=stepped)
        if fault is not None:
            return fault
    return None


def _is_idle(there: TricornUnit, enemy: TricornUnit) -> bool:
    """Does a unit touch an enemy in a way that does not count as contact? (geometry.edge-contact)"""
    touch = touch_between(there, enemy)
    return touch is not None and not touch.counts


def _edge_fault(start: Point, there: TricornUnit, enemy: TricornUnit, *, stepped: bool) -> Refusal | None:
    if stepped:
        if stepped_against(start, there, enemy):
            return None
        words = "a Side Step brings a flank edge against a flank or rear edge, never against a front"
        return Refusal(words, rule="movement.sidestep.no-front-contact")
    if touched_side(start, there, enemy) is not None:
        return None
    words = "its front edge must touch an edge of the enemy that it may contact from where it began"
    return Refusal(words, rule="geometry.flank-zone.contact")


def enemies_touched(battle: TricornBattle, there: TricornUnit) -> tuple[TricornUnit, ...]:
    """The enemies that a unit would touch at its new place, except abandoned guns."""
    gaps = gaps_to_all(there, scene_for(battle, there), "footprint")
    return tuple(enemy for enemy in battle.enemies_of(there.side) if gaps[enemy.id] <= TOUCH)


def is_firm(battle: TricornBattle, there: TricornUnit, target: int) -> bool:
    """Would a unit at this place be in contact with an enemy?

    A touch at a point is enough while neither of the two touches another enemy along an edge
    (geometry.distance).
    """
    enemy = battle.units[target]
    touch = touch_between(there, enemy)
    if touch is None or touch.along:
        return touch is not None
    held = any(one.along for one in touching(battle, target) if one.enemy != there.id)
    others = (one for one in enemies_touched(battle, there) if one.id != target)
    return not held and not any(
        other is not None and other.along for other in (touch_between(there, one) for one in others)
    )


# --------------------------------------------------------------------- lying flush
def laid_flush(battle: TricornBattle, unit: TricornUnit, there: TricornUnit, target: int) -> Pose:
    """Where an attacker comes to rest: turned about the point of touch until the edges are flush.

    The turn is free; if it is blocked, the unit stays as it is and is still in contact (movement.contact).
    """
    enemy = battle.units[target]
    touch = touch_between(there, enemy)
    side = touched_side(start_of(unit), there, enemy)
    if side is None or touch is None or touch.along:
        return standing(there)
    edge = face(standing(enemy), enemy.shape, side)
    flush = _flush(there, enemy, edge)
    return flush if has_room(battle, unit, flush) else standing(there)


def _flush(there: TricornUnit, enemy: TricornUnit, edge: Front) -> Pose:
    """The pose with the front on the line of an edge, turned about the point of touch."""
    found = contact(there, enemy, "footprint")
    assert found is not None
    own = face(standing(there), there.shape, "front")
    right = own.local(found.place).x  # the point of touch, right of the unit's own middle
    along = edge.local(found.place).x
    heading = (edge.heading + HALF_TURN) % FULL_TURN
    x, y = edge.at(along + right, 0.0)  # the unit's right is the left of the edge, seen from the target
    return Pose(round(x), round(y), heading)


def has_room(battle: TricornBattle, unit: TricornUnit, pose: Pose) -> bool:
    """Could a unit stand there: on the table, clear of other units and of ground closed to its category?"""
    closed = closed_to(unit.category)
    place = Place(pose, unit.shape)
    return bool(with_room(unit, (place,), scene_for(battle, unit), Demands(closed, LAYERS)))


@cache
def shut_to(category: Category) -> tuple[str, ...]:
    """The kinds of ground on which a unit other than a garrison may not be placed, strongholds included.

    terrain.types, terrain.building-passage
    """
    return tuple(dict.fromkeys((*closed_to(category), *STRONGHOLDS)))


@cache
def closed_to(category: Category) -> tuple[str, ...]:
    """The kinds of ground that a category may not stand on, except works, which are lines to cross.

    terrain.types
    """
    return tuple(
        kind.kind for kind in kinds().values() if category in kind.closed_to and kind.kind != "works"
    )


def is_free_to_attack(battle: TricornBattle, unit: TricornUnit) -> bool:
    """May a unit start a melee: does no rule forbid it, and does no enemy touch it? (movement.contact.who)"""
    if unit.formation is not Formation.LINE or not battle.is_in_command(unit):
        return False  # The cheapest checks come first.
    return not bars(battle, unit) and not is_in_contact(battle, unit.id)


def at_pose(unit: TricornUnit, pose: Pose) -> TricornUnit:
    """The unit moved to another pose."""
    return replace(unit, pose=pose, sidestepped=())

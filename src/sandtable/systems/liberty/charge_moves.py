"""The moves of charges on the table: into contact, short of it, faltering, and sharing an edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.dice import Total
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.systems.liberty import approach, victory
from sandtable.systems.liberty.approach import Contact, contact_paid, inches_needed, obstacle_loss
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.breaking import remove
from sandtable.systems.liberty.charge_ways import (
    IMPASSABLE,
    OBSTACLES,
    ChargeWay,
    move_facts,
    place_of_contact,
    places_abreast,
    touched,
)
from sandtable.systems.liberty.charges import Grade
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import UnitsEngaged
from sandtable.systems.liberty.movement import PROXIMITY, moving_scene, obstacles_under, opening
from sandtable.systems.liberty.placing import place
from sandtable.systems.liberty.spending import buying, pay
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.words import name
from sandtable.table.charge import EdgeStretch, facing_middle, free_bases
from sandtable.table.forced import Slider, slide_towards
from sandtable.table.measure import ground_under
from sandtable.table.movement import Course, Going, Keep, Terms, leg_end
from sandtable.table.space import INCH, SIDES, Body, Point, Pose, Scene, Shape, Side, inches

BARRED: Final = tuple(Going(kind, entry="barred") for kind in (*IMPASSABLE, *OBSTACLES))
"""The ground that stops a unit sliding towards its target."""


class Onset(NamedTuple):
    """A charge that goes home: its way and grade, the under-fire markers that slow it, the inches that a
    pursuit has rolled already, whether these reach in any case, and whether its way is barred.
    """

    way: ChargeWay
    grade: Grade
    under_fire: int = 0
    rolled: int | None = None
    certain: bool = False
    barred: bool = False


# ------------------------------------------------------------------ into contact
async def go_home(battle: LibertyBattle, onsets: tuple[Onset, ...]) -> LibertyBattle:
    """The chargers move one after another; those that share an edge get its bases dealt out.

    charge.multiple.order, charge.contact.split. When one falls short, the others share anew.
    """
    places = await deal(battle, onsets)
    for number, onset in enumerate(onsets):
        if victory.is_decided(battle):
            return battle
        battle, made = await move_in(battle, onset, places.get(onset.way.unit))
        if not made:
            places = await deal(battle, onsets[number + 1 :])
    return battle


async def move_in(battle: LibertyBattle, onset: Onset, at: Pose | None) -> tuple[LibertyBattle, bool]:
    """One charge move: the distance die, then contact or a stop short of it (charge.rate, charge.short).

    If the target is gone the charger stays where it is (charge.before-move).
    """
    way = onset.way
    if battle.units[way.target].pose is None:
        return battle, False
    if at is None and not onset.barred:
        at = place_of_contact(moving_scene(battle), way.unit, way.target, way.side)
    battle, reached = await _distance(battle, onset)
    if not reached.made or at is None:
        return await go_short(battle, way, reached.moved), False
    battle = await place(battle, way.unit, at)
    return await engage(battle, battle.units[way.unit], way.target), True


async def _distance(battle: LibertyBattle, onset: Onset) -> tuple[LibertyBattle, Contact]:
    """The distance of a charge: Double Time! before the die, less markers and obstacles.

    action.double-time.charge, underfire.detail. A pursuit does not roll its distance again
    (pursuit.new-enemy.detail).
    """
    way, unit = onset.way, battle.units[onset.way.unit]
    haste = buying(battle, Action.DOUBLE_TIME, unit.side, unit.id)
    facts = move_facts(battle, way, under_fire=onset.under_fire, double_time=haste)
    if onset.rolled is None:
        paid = await do(contact_paid, facts)
        return await pay(battle, unit.side, unit.id, paid.spent), paid.value
    if onset.certain or onset.rolled >= inches_needed(facts):
        return battle, Contact(made=True, moved=way.distance)
    return battle, Contact(made=False, moved=onset.rolled)


async def engage(battle: LibertyBattle, unit: Regiment, target: int) -> LibertyBattle:
    """A charger in contact is engaged with every enemy it touches; a SHAKEN router is BROKEN at once.

    charge.contact.unintended, charge.routing-target, melee.engaged
    """
    enemies = tuple(dict.fromkeys((target, *touched(battle, unit))))
    quarry = battle.units[target]
    if quarry.routing and quarry.state is State.SHAKEN:
        battle = await remove(battle, (target,))
        enemies = tuple(enemy for enemy in enemies if enemy != target)
    return await tell(battle, UnitsEngaged(unit.id, enemies, charging=True)) if enemies else battle


# ------------------------------------------------------------------ short of contact
async def falter(battle: LibertyBattle, way: ChargeWay) -> LibertyBattle:
    """A faltering charge: half the way to the target, or half the charge move in the other reading.

    orders.charge.falters, charge.falters.distance. It crosses an obstacle at the usual loss if enough
    movement is left (movement.obstacle.when).
    """
    unit = battle.units[way.unit]
    facts = move_facts(battle, way, under_fire=unit.under_fire)
    length = inches(await do(approach.falter, facts))
    crossed: tuple[str, ...] = ()
    while True:
        slid = slide(battle, way, length, crossed)
        if not slid.obstacle:
            return await place(battle, way.unit, slid.end)
        loss = await Total(1, of=obstacle_loss(facts), purpose="obstacles")
        length, crossed = max(length - loss * INCH, slid.gone), (*crossed, slid.obstacle)


async def go_short(battle: LibertyBattle, way: ChargeWay, moved: float) -> LibertyBattle:
    """A charge that falls short: straight towards the target, up to 4 in from any enemy (charge.short).

    The cost of obstacles is already subtracted; the unit does not stop with its front rank across one.
    """
    fences = tuple(piece.id for piece in battle.field.pieces if piece.kind in OBSTACLES)
    slid = slide(battle, way, inches(moved), fences)
    return await place(battle, way.unit, slid.end)


class Slid(NamedTuple):
    """How far a unit slid towards a target, in hundredths, its end, and the obstacle that stopped it."""

    gone: int
    end: Pose
    obstacle: str = ""


def slide(battle: LibertyBattle, way: ChargeWay, length: int, crossed: tuple[str, ...]) -> Slid:
    """Slide along the charge line, facing kept, until an enemy is 4 in away or ground stops the unit.

    movement.proximity, movement.obstacle.when. Obstacles in *crossed* are paid for; a unit that would end
    with its front rank across one stops on the near side.
    """
    unit = battle.units[way.unit]
    under = obstacles_under(battle, unit)
    slid = _slide(battle, unit, way.heading, length, (*crossed, *under))
    astride = [piece for piece in _under_front(battle, unit, slid.end) if piece not in under]
    if not astride:
        return slid
    paid = tuple(piece for piece in crossed if piece not in astride)
    return _slide(battle, unit, way.heading, length, (*paid, *under))._replace(obstacle="")


def _slide(battle: LibertyBattle, unit: Regiment, heading: int, length: int, crossed: Sequence[str]) -> Slid:
    assert unit.pose is not None
    enemies = battle.numbers_on_table(1 - unit.side)
    goings = tuple([Going(piece=piece) for piece in dict.fromkeys(crossed)]) + BARRED
    keeps = (Keep(enemies, PROXIMITY),)
    terms = Terms(max(length, 0), (), goings=goings, opening=opening(battle), keeps=keeps)
    run = Slider(Course(unit, terms, moving_scene(battle))).run(unit.pose, heading, max(length, 0))
    leg = slide_towards(unit.pose, heading, run.gone)
    halted = run.halt.piece if run.halt is not None and run.halt.why == "ground" else ""
    kinds = {piece.id: piece.kind for piece in battle.field.pieces}
    obstacle = halted if kinds.get(halted) in OBSTACLES else ""
    return Slid(run.gone, leg_end(leg, unit.pose, unit.shape) if leg else unit.pose, obstacle)


def _under_front(battle: LibertyBattle, unit: Regiment, at: Pose) -> list[str]:
    """The obstacles that would lie under the front rank of a unit at a pose."""
    field = moving_scene(battle).field
    front = Shape(unit.shape.front_rank, unit.shape.width, unit.shape.depth)
    under = ground_under(Body(unit.id, unit.side, at, front), field)
    return [field.pieces[piece].id for piece in under if field.pieces[piece].kind in OBSTACLES]


# ------------------------------------------------------------------ sharing an edge
async def deal(battle: LibertyBattle, onsets: Sequence[Onset]) -> dict[int, Pose]:
    """The places of chargers that share an edge of their target, edge to edge in the order they stand.

    charge.contact.split, charge.contact.place. Without room for that, the first to move takes the best place
    and the others what is left.
    """
    places: dict[int, Pose] = {}
    for side in SIDES:
        ways = [one.way for one in onsets if one.way.side == side and not one.barred]
        if len(ways) < 2 or battle.units[ways[0].target].pose is None:
            continue
        target, scene = ways[0].target, moving_scene(battle)
        units = in_order(scene, [way.unit for way in ways], target, side)
        free = bases_to_share(scene, units, target, side)
        shares = await _shares(battle, units, target, len(free))
        poses = places_abreast(scene, units, target, side, free, shares)
        places.update(zip(units, poses, strict=True) if poses else ())
    return places


def in_order(scene: Scene, units: Sequence[int], target: int, side: Side) -> tuple[int, ...]:
    """The units in the order in which they stand before a side of a target, from their own left."""
    middle = facing_middle(scene.bodies[target], side)

    def across(unit: int) -> tuple[float, int]:
        pose = scene.bodies[unit].pose
        assert pose is not None
        return middle.local(Point(pose.x, pose.y)).x, unit

    return tuple(sorted(units, key=across))


def bases_to_share(scene: Scene, units: Sequence[int], target: int, side: Side) -> tuple[EdgeStretch, ...]:
    """The free bases of a side, as stretches along it, that these units share."""
    return free_bases(scene.bodies[target], side, scene, units)


def even_shares(bases: int, units: int) -> tuple[int, ...]:
    """Shares as even as possible; the first units get the odd bases (charge.contact.split)."""
    return tuple(bases // units + (number < bases % units) for number in range(units))


class OddBase(Choose[int], frozen=True, kw_only=True):
    """Choose the charger that gets an odd base of the target (charge.contact.split)."""

    decision: str = "charge-contact-odd"
    rule = "charge.contact.split"
    title = "Which unit faces the odd base?"
    kind = Kind.ORDER

    target: int

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: LibertyBattle) -> str:
        return f"Which charger faces the odd base of {name(battle, self.target)}?"

    def label(self, battle: LibertyBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: LibertyBattle, option: int) -> Face:
        return Face(name(battle, option), "gets the odd base", option, self.target)


async def _shares(battle: LibertyBattle, units: tuple[int, ...], target: int, bases: int) -> tuple[int, ...]:
    """How many bases of an edge each charger gets; its player assigns the odd ones.

    charge.contact.split
    """
    shares = dict.fromkeys(units, bases // len(units))
    waiting = units
    for _ in range(bases % len(units) if bases > len(units) else 0):
        lucky = await OddBase(battle.units[units[0]].side, waiting, target=target)
        shares[lucky] += 1
        waiting = tuple(unit for unit in waiting if unit != lucky)
    return tuple(shares.values())

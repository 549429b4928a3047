"""Fleeing: units that evade, retire or rout, straight away from the enemy by the full roll of their dice.

The dice are in ``flight``; this module finds where a unit stops on the table (movement.compulsory.direction,
movement.table-edge).
"""

from __future__ import annotations

import math
from itertools import chain
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, do, tell
from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle import losses
from sandtable.systems.eagle.arcs import front_centre
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import apart_of, turn_of
from sandtable.systems.eagle.engagements import Track
from sandtable.systems.eagle.events import UnitFled, UnitShifted
from sandtable.systems.eagle.flight import Run, run
from sandtable.systems.eagle.formation_decisions import FaceEvader
from sandtable.systems.eagle.formations import turning
from sandtable.systems.eagle.ground import barred_kinds, barred_pieces, goings_of, rough_points
from sandtable.systems.eagle.leader_moves import swept
from sandtable.systems.eagle.nearness import SLACK, nearest_of
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.passage import pass_through
from sandtable.systems.eagle.records import Cause, Flight, Removal
from sandtable.systems.eagle.shapes import girth
from sandtable.systems.eagle.terrain import LAYERS
from sandtable.systems.eagle.troops import TroopClass
from sandtable.systems.eagle.words import name
from sandtable.table.charge import StraightWay, bodies_on_ways
from sandtable.table.forced import CompulsoryMove, FlightTerms, Tried, flee, heading_away, slide_towards
from sandtable.table.measure import gaps_to_all, ground_under
from sandtable.table.movement import Keep, Plan, Slide, Turn, leg_end, pieces_crossed
from sandtable.table.space import (
    COSINES,
    FULL_TURN,
    HALF_TURN,
    INCH,
    QUARTER_TURN,
    SIDES,
    SINES,
    Body,
    Pose,
    Shape,
    as_inches,
    centre,
    corners,
    hundredths,
    relief,
    standing,
    turn_between,
)

RULE: Final = "movement.compulsory.direction"
EDGE: Final = "movement.table-edge"

OBSTACLES: Final = ("near", "ground")
"""What a retiring or routing unit may swing to avoid: enemies, by an inch, and closed ground.

movement.compulsory.direction: not friends or the table edge
"""

SWINGS: Final = 9
"""The number of directions tried to each side, the widest included."""

APART: Final = apart_of("charge.contact")
"""How far short of an enemy a fleeing unit stops: 1 in (movement.table-edge)."""


class Swing(NamedTuple):
    """A direction off straight back, in tenths of a degree clockwise, and how far it leads."""

    angle: int
    distance: int

    @property
    def aside(self) -> str:
        """The direction in words."""
        if not self.angle:
            return "straight back"
        return f"{abs(self.angle) / 10:g}° to its {'left' if self.angle > 0 else 'right'}"


class SwingAside(Choose[Swing], frozen=True, kw_only=True):
    """Choose a direction for a unit that is stopped straight back (movement.compulsory.direction)."""

    decision: str = "decision.swing"
    rule = RULE
    title = "Turn aside?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"{name(battle, self.unit)} is blocked on its way back: does it turn aside?"

    def label(self, battle: EagleBattle, option: Swing) -> str:
        del battle
        return f"{option.aside}, {as_inches(option.distance):g} in"

    def face(self, battle: EagleBattle, option: Swing) -> Face:
        del battle
        return Face(option.aside.capitalize(), f"{option.distance / INCH:g} in", self.unit)


# --------------------------------------------------------------------- evade, retire, rout
async def evade(battle: EagleBattle, unit: int, chargers: tuple[int, ...]) -> EagleBattle:
    """A unit evades from the nearest of its chargers, and then faces as its owner chooses.

    charge.evade, movement.unformed-move, decision.evader-facing
    """
    enemy = nearest_of(battle, unit, chargers)[0]
    distance = await _distance(battle, battle.units[unit], Flight.EVADE, first=True)
    battle = await _flee(battle, unit, Flight.EVADE, away_from(battle, unit, enemy), distance)
    return await _face(battle, unit)


async def retire(
    battle: EagleBattle, unit: int, enemy: int | None, spared: tuple[int, ...] = ()
) -> EagleBattle:
    """A unit retires by a combat result, away from the enemy that beat it, or straight back.

    after.retire, after.retire.detail, morale.dp.when; ``spared`` are units of the same combat that go with it
    """
    heading = driven_from(battle, unit, enemy)
    battle = await losses.retire_begins(battle, unit, spared)
    if battle.units[unit].pose is None:
        return battle
    distance = await _distance(battle, battle.units[unit], Flight.RETIRE, first=True)
    return await _flee(battle, unit, Flight.RETIRE, heading, distance)


async def rout(
    battle: EagleBattle, unit: int, enemy: int | None, spared: tuple[int, ...] = ()
) -> EagleBattle:
    """A unit begins to rout by a combat result: friends near by are shocked, and it runs.

    after.rout, rout.state, morale.dp.when; ``spared`` are units of the same combat that go with it
    """
    heading = driven_from(battle, unit, enemy)
    battle = await losses.rout_begins(battle, unit, spared)
    distance = await _distance(battle, battle.units[unit], Flight.ROUT, first=True)
    return await _flee(battle, unit, Flight.ROUT, heading, distance)


async def run_on(battle: EagleBattle, unit: int, how: Flight, heading: int | None = None) -> EagleBattle:
    """A unit goes on fleeing in a later turn, without a head start, straight on unless a heading is given.

    rout.continue, control.repeat, movement.unformed-move.dice: it causes no second shock (morale.dp.once)
    """
    one = battle.units[unit]
    way = standing(one).heading if heading is None else heading
    distance = await _distance(battle, one, how, first=False)
    return await _flee(battle, unit, how, way, distance)


async def go_along(
    battle: EagleBattle, unit: int, how: Flight, track: Track, spared: tuple[int, ...] = ()
) -> EagleBattle:
    """A supporter makes the same move as the unit it supports: as far, the same way, without dice.

    result.supporters.move
    """
    if how is Flight.ROUT:
        battle = await losses.rout_begins(battle, unit, spared)
    elif how is Flight.RETIRE:
        battle = await losses.retire_begins(battle, unit, spared)
    if battle.units[unit].pose is None:
        return battle
    return await _flee(battle, unit, how, track.heading, track.distance)


def driven_from(battle: EagleBattle, unit: int, enemy: int | None) -> int:
    """The heading of a unit that retires or routs: straight away from the enemy that beat it, as it faces.

    movement.compulsory.direction: a unit that struck that enemy in flank or rear goes straight away from that
    side; by the other reading it goes along the line that evaders take
    """
    if enemy is None or battle.units[enemy].pose is None or battle.is_other(Reading.STRAIGHT_AWAY):
        return away_from(battle, unit, enemy)
    struck = (one for one in battle.contacts if (one.striker, one.struck) == (unit, enemy))
    side = next((one.face for one in struck), "front")
    return (standing(battle.units[enemy]).heading + SIDES.index(side) * QUARTER_TURN) % FULL_TURN


def away_from(battle: EagleBattle, unit: int, enemy: int | None) -> int:
    """The heading away from an enemy, along the line from its front centre through that of the unit.

    movement.compulsory.direction; without an enemy it is straight back
    """
    one = battle.units[unit]
    if enemy is None or battle.units[enemy].pose is None:
        return (standing(one).heading + HALF_TURN) % FULL_TURN
    return heading_away(one, front_centre(battle.units[enemy]))


async def _distance(battle: EagleBattle, unit: EagleUnit, how: Flight, *, first: bool) -> int:
    """The distance of a flight by all its dice, in hundredths of an inch (movement.unformed-move)."""
    longer = battle.is_other(Reading.EXTRA_INCH)
    runner = Run(mounted=unit.is_mounted, flight=how, first=first, extra_inch_longer=longer)
    return await do(run, runner) * INCH


# --------------------------------------------------------------------- the move
async def _flee(battle: EagleBattle, unit: int, how: Flight, heading: int, distance: int) -> EagleBattle:
    """A unit runs in a direction as far as it can, and the effects of its way are applied.

    movement.compulsory.direction, movement.table-edge, movement.unformed-move.state, movement.passage.detail
    """
    before = battle.units[unit]
    way, move = await _swung(battle, before, how, heading, distance)
    gone = 0 if move.taken is None else move.taken.gone
    if how is Flight.ROUT and not gone and not move.leaves_table:
        return await losses.destroy(battle, unit)
    to = move.end if gone or move.leaves_table else standing(before)
    battle = await tell(battle, UnitFled(unit, how, to, way, gone))
    if move.leaves_table:
        return await losses.eliminate(battle, unit, Removal.LEFT)
    return await _after(battle, before, how, move) if gone else battle


async def _after(battle: EagleBattle, before: EagleUnit, how: Flight, move: CompulsoryMove) -> EagleBattle:
    """The effects of ground, friends and leaders on the way of a flight.

    terrain.rough.detail, movement.passage.detail, command.leader.move-rules
    """
    unit = before.id
    if how is not Flight.ROUT:
        points = rough_points(battle, before, ground_on(battle, before, move.plan))
        rule = "terrain.rough.hi" if before.troop_class is TroopClass.HI else "terrain.rough.mi"
        battle = await losses.disorder(battle, unit, points, Cause.MANOEUVRE, rule)
    passed = () if move.taken is None else move.taken.passed
    friends = tuple(one for one in passed if battle.units[one].side == before.side)
    battle = await pass_through(battle, unit, friends)
    return await swept(battle, unit)


def ground_on(battle: EagleBattle, unit: EagleUnit, plan: Plan) -> tuple[str, ...]:
    """The pieces of ground through which a plan leads, by name (terrain.rough.detail)."""
    if not _may_meet_ground(battle, unit, plan):
        return ()
    pieces = battle.field.pieces
    return tuple([pieces[at].id for at in pieces_crossed(unit, plan, scene_of(battle))])


def _may_meet_ground(battle: EagleBattle, unit: EagleUnit, plan: Plan) -> bool:
    """May a plan of turns on the spot and straight moves touch any ground?

    Decided by the circle around the unit, which moves with its middle.
    """
    pose, shape, rim = standing(unit), unit.shape, girth(unit.shape) / 2 + INCH
    if not all(isinstance(leg, Turn | Slide) for leg in plan):
        return True
    middles = [centre(pose, shape)]
    for leg in plan:
        pose = leg_end(leg, pose, shape)
        middles.append(centre(pose, shape))
    xs, ys = [middle.x for middle in middles], [middle.y for middle in middles]
    left, low, right, high = min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim
    bounds = relief(battle.field).bounds
    return any(
        bounds[b] <= right and left <= bounds[b + 2] and bounds[b + 1] <= high and low <= bounds[b + 3]
        for b in range(0, len(bounds), 4)
    )


def _moved(
    battle: EagleBattle,
    unit: EagleUnit,
    how: Flight,
    heading: int,
    distance: int,
    angles: tuple[int, ...] = (0,),
) -> CompulsoryMove:
    """Where a unit ends that runs in a direction.

    movement.compulsory.direction: it turns on its centre first; only its end needs to be clear.
    movement.table-edge: routers leave the table, others stop at its edge; enemies stop it 1 in short.
    """
    ahead = _in_the_way(battle, unit, tuple((heading + angle) % FULL_TURN for angle in angles), distance)
    barring = {unit.id, *ahead}
    free = tuple([one.id for one in battle.units if one.pose is not None and one.id not in barring])
    flight = FlightTerms(
        distance,
        heading,
        angles=angles,
        choose=("any",),
        facing="turned first",
        keeps=(Keep(ahead, APART, rule=EDGE),) if ahead else (),
        goings=goings_of(battle, unit, compulsory=True),
        passable=free,
        edge="leaves" if how is Flight.ROUT else "halts",
        slack=SLACK,
    )
    move = _no_farther(battle, unit, flight, flee(unit, flight, scene_of(battle)))
    return honest(battle, unit, move, ahead)


def _no_farther(
    battle: EagleBattle, unit: EagleUnit, flight: FlightTerms, move: CompulsoryMove
) -> CompulsoryMove:
    """A move in which no way carries the unit past friends farther than its throw and their depth.

    movement.passage.detail: such a way stops short of them
    """
    if all(way.gone <= flight.distance for way in move.tried):
        return move
    ways = [_uncarried(battle, unit, flight, way) for way in move.tried]
    tried = tuple(way for way, _ in ways)
    taken, leaves = next(one for one, way in zip(ways, move.tried, strict=True) if way is move.taken)
    return replace(move, tried=tried, taken=taken, plan=taken.plan, end=taken.end, leaves_table=leaves)


def _uncarried(battle: EagleBattle, unit: EagleUnit, flight: FlightTerms, way: Tried) -> tuple[Tried, bool]:
    """A way no longer than its throw and the depth of friends, and whether it leaves the table."""
    leaves = flight.edge == "leaves" and way.halt is not None and way.halt.why == "table"
    friends = tuple(friend for friend in way.passed if battle.units[friend].side == unit.side)
    if leaves or way.gone <= flight.distance + covered(battle, friends, way.heading):
        return way, leaves
    spent = (
        leg_end(way.plan[0], standing(unit), unit.shape) if isinstance(way.plan[0], Turn) else standing(unit)
    )
    spent = _slid(spent, unit.shape, way.heading, flight.distance)
    under = bodies_on_ways([(spent, way.end)], unit.shape, friends, scene_of(battle))[0]
    passable = tuple(one for one in flight.passable if one not in under)
    alone = replace(flight, heading=way.heading, angles=(0,), passable=passable)
    taken = flee(unit, alone, scene_of(battle)).taken
    assert taken is not None, "a way is always taken, however short"
    return replace(taken, angle=way.angle), False


def covered(battle: EagleBattle, units: tuple[int, ...], heading: int) -> int:
    """The depth of some units along a heading, counted once where they lie abreast.

    movement.passage.detail
    """
    along, spans = Pose(0, 0, heading), list[tuple[float, float]]()
    for number in units:
        one = battle.units[number]
        ends = [along.local(corner).y for corner in corners(standing(one), one.shape)]
        spans.append((min(ends), max(ends)))
    total, reached = 0.0, -math.inf
    for start, stop in sorted(spans):
        total += max(stop - max(start, reached), 0.0)
        reached = max(reached, stop)
    return hundredths(total)


def honest(
    battle: EagleBattle, unit: EagleUnit, move: CompulsoryMove, ahead: tuple[int, ...]
) -> CompulsoryMove:
    """A move in which no way leads over an enemy or into closed ground that the unit turned onto.

    Such a way has length 0: what the unit turned onto stops it at once (movement.table-edge).
    """
    closed = _closed_pieces(battle, unit)
    if not ahead and not closed:
        return move
    over = _run_over(battle, unit, move.tried, ahead)
    tried = tuple(
        replace(way, gone=0, whole=False)
        if way.gone and (met or _runs_into(battle, unit, way, closed))
        else way
        for way, met in zip(move.tried, over, strict=True)
    )
    taken = None if move.taken is None else next(way for way in tried if way.angle == move.taken.angle)
    return replace(move, tried=tried, taken=taken)


def _closed_pieces(battle: EagleBattle, unit: EagleUnit) -> tuple[int, ...]:
    """The places of the pieces of ground that a fleeing unit may not enter, except those it is on."""
    kinds, named, pieces = barred_kinds(battle, unit), barred_pieces(battle, unit), battle.field.pieces
    barred = [at for at, piece in enumerate(pieces) if piece.kind in kinds or piece.id in named]
    if not barred:
        return ()
    under = ground_under(unit, battle.field, LAYERS)
    return tuple(at for at in barred if at not in under)


def _runs_into(battle: EagleBattle, unit: EagleUnit, way: Tried, closed: tuple[int, ...]) -> bool:
    """Does a way begin with a turn onto closed ground that lies in its path, or at its end?

    movement.compulsory.direction: ground beside its way onto which a unit only turns does not stop it
    """
    first = way.plan[0]
    if not closed or not isinstance(first, Turn):
        return False
    turned = Body(unit.id, unit.side, leg_end(first, standing(unit), unit.shape), unit.shape)
    under = [at for at in ground_under(turned, battle.field, LAYERS) if at in closed]
    if not under:
        return False
    ended = Body(unit.id, unit.side, way.end, unit.shape)
    if any(at in closed for at in ground_under(ended, battle.field, LAYERS)):
        return True
    slide = slide_towards(standing(unit), way.heading, way.gone)
    crossed = () if slide is None else ground_on(battle, unit, (slide,))
    return any(battle.field.pieces[at].id in crossed for at in under)


def _run_over(
    battle: EagleBattle, unit: EagleUnit, tried: tuple[Tried, ...], ahead: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """For each way, the enemies among *ahead* that it leads over, from its first turn on."""
    pose, shape, ways = standing(unit), unit.shape, list[StraightWay]()
    for way in tried:
        first = way.plan[0] if way.plan else None
        ways.append((leg_end(first, pose, shape) if isinstance(first, Turn) else pose, way.end))
    return bodies_on_ways(ways, shape, ahead, scene_of(battle))


def _in_the_way(
    battle: EagleBattle, unit: EagleUnit, headings: tuple[int, ...], distance: int
) -> tuple[int, ...]:
    """The enemies that stop a unit running in any of these directions; the first is straight away.

    movement.table-edge: unbroken enemies not behind it; movement.compulsory.direction: nor those beside it
    that it only turns onto, because only the end has to be clear
    """
    ahead = _enemies_ahead(battle, unit, headings[0])
    if not ahead:
        return ()
    pose, shape = standing(unit), unit.shape
    turn = turn_between(pose.heading, headings[0])
    turned = Body(unit.id, unit.side, leg_end(Turn(turn), pose, shape) if turn else pose, shape)
    lengths = gaps_to_all(turned, scene_of(battle))
    beside = [enemy for enemy in ahead if lengths[enemy] < APART]
    if not beside:
        return ahead
    ways = [(pose, _slid(pose, shape, heading, distance)) for heading in headings]
    met = set(chain.from_iterable(bodies_on_ways(ways, shape, beside, scene_of(battle))))
    return tuple(enemy for enemy in ahead if enemy not in beside or enemy in met)


def _slid(pose: Pose, shape: Shape, heading: int, distance: int) -> Pose:
    """The pose of a shape that goes a distance in a direction, its facing kept."""
    slide = slide_towards(pose, heading, distance)
    return pose if slide is None else leg_end(slide, pose, shape)


def _enemies_ahead(battle: EagleBattle, unit: EagleUnit, heading: int) -> tuple[int, ...]:
    """The unbroken enemies that do not lie behind a unit that runs in a direction."""
    x, y = centre(standing(unit), unit.shape)
    sin, cos = SINES[heading], COSINES[heading]
    ahead = []
    for enemy in battle.unbroken(1 - unit.side):
        there = centre(standing(enemy), enemy.shape)
        if (there.x - x) * sin + (there.y - y) * cos > 0.0:
            ahead.append(enemy.id)
    return tuple(ahead)


# --------------------------------------------------------------------- swinging
async def _swung(
    battle: EagleBattle, unit: EagleUnit, how: Flight, heading: int, distance: int
) -> tuple[int, CompulsoryMove]:
    """The heading and the move of a fleeing unit; its owner may swing a retire or rout past an obstacle.

    movement.compulsory.direction, decision.swing
    """
    move = _moved(battle, unit, how, heading, distance)
    straight = move.taken
    if how is Flight.EVADE or straight is None or straight.whole:
        return heading, move
    if straight.halt is None or straight.halt.why not in OBSTACLES:
        return heading, move
    options = swings(battle, unit, how, heading, distance, straight)
    chosen = options[0]
    if len(options) > 1:
        chosen = await SwingAside(unit.side, options, unit=unit.id)
    way = (heading + chosen.angle) % FULL_TURN
    return way, move if way == heading else _moved(battle, unit, how, way, distance)


def swings(
    battle: EagleBattle, unit: EagleUnit, how: Flight, heading: int, distance: int, straight: Tried
) -> tuple[Swing, ...]:
    """Straight on, and the directions up to 22.5 degrees off in which a unit gets farther."""
    widest = turn_of(RULE)
    steps = [round(widest * step / SWINGS) for step in range(1, SWINGS + 1)]
    angles = tuple(angle for step in steps for angle in (-step, step))
    tried = _moved(battle, unit, how, heading, distance, angles).tried
    farther = (Swing(way.angle, way.gone) for way in tried if way.gone > straight.gone)
    return (Swing(0, straight.gone), *farther)


# --------------------------------------------------------------------- facing
async def _face(battle: EagleBattle, unit: int) -> EagleBattle:
    """An evader ends facing as its owner chooses (movement.compulsory.direction, decision.evader-facing)."""
    one = battle.units[unit]
    verdict = await turning(battle, one, FaceEvader, RULE)
    if verdict.end == one.pose:
        return battle
    return await tell(battle, UnitShifted(unit, verdict.end, RULE))

"""Compulsory moves on the table, routs and RETIRE results: what stops them and what obstacles cost.

Their directions are in `routs.py` and `retire.py`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from msgspec.structs import replace

from sandtable.dice import Total
from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind
from sandtable.systems.liberty.approach import GUNS, LOW_OBSTACLE, OBSTACLE
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.houses import full_buildings
from sandtable.systems.liberty.movement import (
    PROXIMITY,
    has_ground,
    keeps_to_roads,
    kinds_of_ground,
    moving_field,
    moving_scene,
    obstacles_crossed,
)
from sandtable.systems.liberty.words import name
from sandtable.table.forced import CompulsoryMove, FlightTerms, Tried, flee
from sandtable.table.measure import is_within
from sandtable.table.movement import Going, Keep, pieces_crossed
from sandtable.table.space import COSINES, DEGREE, FULL_TURN, INCH, SINES, Pose, standing

LOW_OBSTACLES = "movement.obstacle.sign"


def keep_off(battle: LibertyBattle, unit: Regiment) -> tuple[Keep, ...]:
    """It comes no nearer to an enemy than 4 in, or than it is already (rout.blocked, morale.retire.move)."""
    return _kept_off(battle.numbers_on_table(1 - unit.side))


@lru_cache(maxsize=64)
def _kept_off(enemies: tuple[int, ...]) -> tuple[Keep, ...]:
    return (Keep(enemies, PROXIMITY, rule="movement.proximity"),) if enemies else ()


def friends_of(battle: LibertyBattle, unit: Regiment) -> tuple[Regiment, ...]:
    """The other units of its side on the table."""
    own = unit.id
    return tuple([friend for friend in battle.on_table(unit.side) if friend.id != own])


def is_artillery(unit: Regiment) -> bool:
    """Is it artillery, limbered or not?"""
    return unit.arm in GUNS


def barring_ground(battle: LibertyBattle, unit: Regiment, rule: str) -> tuple[Going, ...]:
    """Ground that stops a unit: impassable ground, a full building, and for artillery obstacles.

    movement.no-move.column, terrain.buildings.entered
    """
    return full_buildings(battle, unit) + _barring("obstacle" if is_artillery(unit) else "", rule)


@cache
def _barring(also: str, rule: str) -> tuple[Going, ...]:
    """Impassable ground, and ground with this further effect on a move, as barriers."""
    kinds = kinds_of_ground("impassable") + (kinds_of_ground(also) if also else ())
    return tuple(Going(kind, entry="barred", rule=rule) for kind in kinds)


def meets_difficult_ground(battle: LibertyBattle, unit: Regiment, way: Tried) -> bool:
    """Does a move lead through DIFFICULT terrain, other than along a road?

    terrain.touch, movement.road.on
    """
    difficult, field = kinds_of_ground("difficult"), moving_field(battle)
    if not has_ground(field, difficult):
        return False
    crossed = pieces_crossed(unit, way.plan, moving_scene(battle))
    if not any(field.pieces[piece].kind in difficult for piece in crossed):
        return False
    start = standing(unit)
    x, y = start.x + way.gone * SINES[way.heading], start.y + way.gone * COSINES[way.heading]
    return not keeps_to_roads(field, unit.shape, start, Pose(round(x), round(y), start.heading))


class WayTie(Choose[int], frozen=True, kw_only=True):
    """Choose one of two equally good ways, by its angle clockwise from the stated direction."""

    title = "Which way?"
    kind = Kind.ORDER

    unit: int

    def face(self, battle: LibertyBattle, option: int) -> Face:
        title, _, note = self.label(battle, option).partition(" to ")
        return Face(title, f"to {note}", self.unit)


class RoutTie(WayTie, frozen=True, kw_only=True):
    """Choose the way that a unit runs (rout.direction)."""

    decision: str = "rout-tie"
    rule = "rout.direction"

    verb: Literal["routs"] = "routs"

    def words(self, battle: LibertyBattle) -> str:
        return f"Which way does {name(battle, self.unit)} run?"

    def label(self, battle: LibertyBattle, option: int) -> str:
        del battle
        return f"{abs(option) / DEGREE:g}° to the {'right' if option > 0 else 'left'} of its line of flight"


class RetireTie(WayTie, frozen=True, kw_only=True):
    """Choose the way that a unit retires (morale.retire.move)."""

    decision: str = "rout-tie"
    rule = "morale.retire.move"

    verb: Literal["retires"] = "retires"

    def words(self, battle: LibertyBattle) -> str:
        return f"Which way does {name(battle, self.unit)} retire?"

    def label(self, battle: LibertyBattle, option: int) -> str:
        """The unit goes backwards, so an angle clockwise leads to its left."""
        del battle
        return f"{abs(option) / DEGREE:g}° to its own {'left' if option > 0 else 'right'}"


async def one_of(unit: Regiment, ways: tuple[Tried, ...], tie: type[RoutTie | RetireTie]) -> Tried:
    """The owner's choice of equally good ways."""
    if len(ways) == 1:
        return ways[0]
    angle = await tie(unit.side, tuple(way.angle for way in ways), unit=unit.id)
    return next(way for way in ways if way.angle == angle)


async def go(battle: LibertyBattle, unit: Regiment, flight: FlightTerms, way: Tried) -> CompulsoryMove:
    """Where a unit ends on this way, less the cost of the obstacles it crosses."""
    length = await _less_obstacles(battle, unit, flight.distance, way)
    angle = (way.heading - flight.heading) % FULL_TURN
    last = replace(flight, distance=length, angles=(angle,), choose=("any",))
    return flee(unit, last, moving_scene(battle))


async def _less_obstacles(battle: LibertyBattle, unit: Regiment, rate: int, way: Tried) -> int:
    """The rate less a die for each obstacle on the way, rolled when the leading rank reaches it.

    movement.obstacle.when: if the rest does not bring the whole rank over, the unit stops touching the
    obstacle. movement.obstacle.sign, terrain.obstacle.under
    """
    if is_artillery(unit):
        return rate
    loss = LOW_OBSTACLE if battle.readings.of(LOW_OBSTACLES) == 1 else OBSTACLE
    for crossing in obstacles_crossed(battle, unit, way.heading, min(rate, way.gone)):
        if crossing.reached >= rate:
            break
        rate -= INCH * await Total(1, of=loss, purpose="crossing an obstacle")
        if not is_within(crossing.over, rate):
            return int(crossing.reached)
    return rate

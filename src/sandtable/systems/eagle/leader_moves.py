"""Moves of leaders by themselves: where they may ride, which units they reach, and enemies upon them.

command.move, command.move.manoeuvre, command.leader.move-rules
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sandtable.game.battle import scene_of
from sandtable.game.placing import PlacePoint
from sandtable.game.questions import tell
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.book import reach_of, values
from sandtable.systems.eagle.leader_events import LeaderRode
from sandtable.systems.eagle.leader_losses import rejoin
from sandtable.systems.eagle.losses import settle
from sandtable.systems.eagle.nearness import SLACK
from sandtable.systems.eagle.terrain import impassable_kinds
from sandtable.table.body import Body, corners, standing
from sandtable.table.detours import is_free, is_inside, shortest_way
from sandtable.table.distance import distance_to_point, gap, nearest_to_point
from sandtable.table.making_way import is_swept
from sandtable.table.measure import INCH, TOLERANCE
from sandtable.table.plane import apart
from sandtable.table.pose import Point, Pose
from sandtable.table.relief import rings
from sandtable.table.shape import block

RIDE: Final = "decision.leader-manoeuvre"
RULE: Final = "command.leader.move-rules"

REACH: Final = reach_of("command.move")
"""How far a leader rides in one move (command.move, command.move.manoeuvre)."""

MARKER: Final = block(1, files=1, width=2, depth=2)
"""The marker of a leader: a point that blocks nothing (troops.bases)."""

Ring = tuple[Point, ...]


class _Apart(Struct, frozen=True):
    apart: int


CLEAR: Final = values(RULE, _Apart).apart * INCH + round(TOLERANCE) + 1
"""How far a lone leader keeps from enemy units: more than 1 in (command.leader.move-rules)."""


# --------------------------------------------------------------------- the free move
def leaders_open(battle: EagleBattle, side: int) -> tuple[int, ...]:
    """The leaders of a side that may make their free move now: alone, once, and not after steadying.

    command.move.manoeuvre, command.move.again, command.steady.no-move
    """
    return tuple(
        leader.id
        for leader in battle.leaders_of(side)
        if leader.attached is None and not leader.rode and not leader.steadied
    )


async def manoeuvre_leader(battle: EagleBattle, leader: int) -> EagleBattle:
    """A lone leader makes his free move of the Manoeuvre phase; it joins him to nobody.

    command.move.manoeuvre
    """
    rider = battle.leaders[leader]
    question = ride_of(battle, rider, RIDE)
    assert question.has_place, f"{rider.name} can stay where he is, at least"
    place = await question
    return await tell(battle, LeaderRode(leader, place, free=True))


def ride_of(battle: EagleBattle, leader: Leader, decision: str) -> PlacePoint:
    """The question where a leader rides: around impassable ground and enemies, 1 in clear of these.

    command.leader.move-rules: an enemy so near that he starts within the inch he may ride away from
    """
    start = battle.place_of(leader)
    figures = _barriers(battle, leader.side, start)
    return PlacePoint(
        decision,
        leader.side,
        near=marker_at(battle, leader, start),
        within=REACH,
        away=tuple(enemy.id for enemy in battle.on_table(1 - leader.side)),
        apart=CLEAR,
        off=tuple(piece.id for piece in battle.field.pieces if piece.kind in impassable_kinds()),
        scene=scene_of(battle),
        about=(leader.id,),
        rule=RULE,
        around=figures,
    )


def marker_at(battle: EagleBattle, leader: Leader, place: Point) -> Body:
    """The marker of a leader as a body; its number follows those of the units."""
    return Body(len(battle.units) + leader.id, leader.side, Pose(round(place.x), round(place.y)), MARKER)


# --------------------------------------------------------------------- units in reach
def joinable(battle: EagleBattle, leader: Leader) -> tuple[int, ...]:
    """The units of his army that a leader reaches by one move and can join; none that routs.

    command.move, command.attach, command.leader.move-rules, leaders.routed
    """
    start = battle.place_of(leader)
    return tuple(
        unit.id
        for unit in battle.unbroken(leader.side)
        if unit.id != leader.attached and _reaches(battle, start, unit)
    )


def _reaches(battle: EagleBattle, start: Point, unit: EagleUnit) -> bool:
    """Does a way of one move lead to a unit? Enemies near that unit do not keep him off it."""
    there = nearest_to_point(unit, start, "footprint")
    if apart(start, there) > REACH + SLACK:
        return False
    figures = _barriers(battle, unit.side, start, goal=unit)
    if is_free(start, there, figures, 0.0):
        return True
    goals = (there, *corners(standing(unit), unit.shape))
    return shortest_way(start, goals, figures, 0.0, REACH + SLACK) <= REACH + SLACK


def _barriers(
    battle: EagleBattle, side: int, start: Point, goal: EagleUnit | None = None
) -> tuple[Ring, ...]:
    """What a leader rides around: impassable ground, and enemies with an inch about them; without it where
    he starts within it or goes to a unit that stands within it (command.leader.move-rules)."""
    found: list[Ring] = [
        ring[:-1]
        for piece in battle.field.pieces
        if piece.kind in impassable_kinds()
        for ring in rings(piece)
    ]
    for enemy in battle.on_table(1 - side):
        grown = _grown(enemy)
        near = is_inside(start, grown) or (goal is not None and gap(enemy, goal, "footprint") <= CLEAR)
        found.append(corners(standing(enemy), enemy.shape) if near else grown)
    return tuple(found)


def _grown(enemy: EagleUnit) -> Ring:
    """The rectangle around an enemy with the inch that is kept from him."""
    pose, half, depth = standing(enemy), enemy.shape.width / 2 + CLEAR, enemy.shape.depth + CLEAR
    return tuple(pose.at(x, y) for x, y in ((-half, CLEAR), (half, CLEAR), (half, -depth), (-half, -depth)))


# --------------------------------------------------------------------- enemies upon them
async def swept(battle: EagleBattle, mover: int, start: Pose | None = None) -> EagleBattle:
    """Lone enemy leaders that a unit has touched by its move join a friend, or fall.

    command.leader.move-rules; *start* is where the unit stood before, if it did not flee
    """
    unit = battle.units[mover]
    if unit.pose is None:
        return battle
    track = battle.track_of(mover)
    before = start or (track.start if track is not None else unit.pose)
    for leader in battle.leaders_of(1 - unit.side):
        if leader.place is not None and _is_touched(battle, leader, unit, before):
            battle = await settle(await rejoin(battle, leader.id, RULE))
    return battle


def _is_touched(battle: EagleBattle, leader: Leader, unit: EagleUnit, before: Pose) -> bool:
    """Does a unit touch the marker of a leader anywhere on its way?"""
    assert leader.place is not None
    if distance_to_point(unit, leader.place) <= TOLERANCE:
        return True
    marker = marker_at(battle, leader, leader.place)
    return is_swept(marker, before, unit.shape, standing(unit), unit.shape)

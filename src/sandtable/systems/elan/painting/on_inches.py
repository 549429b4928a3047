"""The open table as drawn: arcs and distances with round limits, lines of sight from point to point."""

from __future__ import annotations

import math
from typing import Final

from sandtable.game.present.painting import Patch, Ring, Wedge
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.inches.looking import ALL_ROUND, FIRE_ARC, sight_terms
from sandtable.table.sight import look
from sandtable.table.space import (
    COSINES,
    DEGREE,
    FULL_TURN,
    QUARTER_TURN,
    SINES,
    Point,
    Pose,
    centre,
    corners,
    standing,
)

ARC_STEP: Final = 5 * DEGREE
CORNER_STEP: Final = 15 * DEGREE


class InchSurface:
    """How the open table is drawn."""

    def arc(self, battle: ElanBattle, unit: ElanUnit, far: Span) -> tuple[Wedge | Ring | Patch, ...]:
        """Between rays that lean outwards from the front corners, to a distance from the middle of the front.

        geometry.fire-arc, scale.measuring; formations that fire all round reach from their whole outline
        """
        del battle
        if unit.formation in ALL_ROUND:
            return (Patch(_around(unit, far)),)
        return (Patch(_fan(standing(unit), unit.shape.width / 2, far)),)

    def around(self, battle: ElanBattle, unit: ElanUnit, span: Span) -> tuple[Wedge | Ring | Patch, ...]:
        """From the outline of its footprint (scale.measuring)."""
        del battle
        return (Patch(_around(unit, span)),)

    def about_leader(self, battle: ElanBattle, leader: int, span: Span) -> tuple[Wedge | Ring | Patch, ...]:
        """From a commander's point, or from his unit while attached (scale.measuring)."""
        who = battle.leaders[leader]
        if who.attached_to is not None:
            return (Ring(who.attached_to, round(span)),)
        if who.pose is None:
            return ()
        return (Patch(_circle(Point(who.pose.x, who.pose.y), span)),)

    def about_point(self, battle: ElanBattle, point: Point, span: Span) -> tuple[Point, ...]:
        del battle
        return _circle(point, span)

    def zone(self, battle: ElanBattle, side: int) -> tuple[tuple[Point, ...], ...]:
        """Its zone, or the whole table if the scenario names none (setup.deploy)."""
        wide, deep = float(battle.field.width), float(battle.field.depth)
        table = (Point(0.0, 0.0), Point(wide, 0.0), Point(wide, deep), Point(0.0, deep))
        return (battle.camps[side].zone or table,)

    def line(self, battle: ElanBattle, unit: ElanUnit, enemy: ElanUnit) -> tuple[Point, Point]:
        """From the eye to the nearest point of the target, or to its centre if that is seen.

        geometry.los
        """
        ground = InchGround(battle)
        eye = ground.eye(unit, enemy)
        best = look(ground.scene, unit.id, enemy.id, sight_terms(battle.figures), (eye,)).best
        return eye, best.point or centre(standing(enemy), enemy.shape)


# --------------------------------------------------------------------- outlines
def _fan(pose: Pose, half: float, far: Span) -> tuple[Point, ...]:
    """The arc in front of a front edge, cut off at a distance from the middle of that edge."""
    sine, cosine = SINES[FIRE_ARC.front], COSINES[FIRE_ARC.front]
    if far <= half:
        edge, turn = far, float(QUARTER_TURN)
    else:
        # The ray from the corner (half, 0) meets the circle about the middle here.
        along = -half * sine + math.sqrt(far * far - half * half * cosine * cosine)
        edge = half
        turn = math.degrees(math.atan2(half + along * sine, along * cosine)) * DEGREE
    count = max(2, math.ceil(2 * turn / ARC_STEP))
    angles = [math.radians((2 * turn * part / count - turn) / DEGREE) for part in range(count + 1)]
    rim = [pose.at(far * math.sin(angle), far * math.cos(angle)) for angle in angles]
    return (pose.at(-edge, 0), *rim, pose.at(edge, 0))


def _around(unit: ElanUnit, span: Span) -> tuple[Point, ...]:
    """The outline of everything within a distance of a unit's footprint."""
    pose, found = standing(unit), list[Point]()
    for quarter, corner in enumerate(corners(pose, unit.shape)):
        start = pose.heading + (quarter - 1) * QUARTER_TURN
        for turn in range(start, start + QUARTER_TURN + 1, CORNER_STEP):
            found.append(_out(corner, turn % FULL_TURN, span))
    return tuple(found)


def _circle(middle: Point, span: Span) -> tuple[Point, ...]:
    return tuple(_out(middle, turn, span) for turn in range(0, FULL_TURN, CORNER_STEP // 3))


def _out(point: Point, heading: int, span: Span) -> Point:
    return Point(point.x + span * SINES[heading], point.y + span * COSINES[heading])

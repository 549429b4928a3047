"""Overlays of a unit: its arc and ranges, sight, threats, its Zone of Control, command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.game.present.painting import Overlay, Patch, Stroke, Wedge
from sandtable.systems.tricorn.aim import targets
from sandtable.systems.tricorn.arcs import OUTWARD, eye_of, front_of, has_no_front, range_to
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.charging import reached, side_struck
from sandtable.systems.tricorn.declaring import aim_note
from sandtable.systems.tricorn.nearness import is_in_radius, place_of
from sandtable.systems.tricorn.painting.ground import circle
from sandtable.systems.tricorn.painting.supposing import attacks_of, with_its_card
from sandtable.systems.tricorn.shooting import band_at
from sandtable.systems.tricorn.sight import TERMS, seen_through
from sandtable.systems.tricorn.words import token_id
from sandtable.systems.tricorn.zones import exerts_zone, in_zone, zone_of
from sandtable.table.sight import Blocked, Look, look
from sandtable.table.space import (
    COSINES,
    DEGREE,
    FULL_TURN,
    INCH,
    QUARTER_TURN,
    SINES,
    Point,
    centre,
    corners,
    standing,
)

ARC_STEP: Final = 5 * DEGREE


def overlays(battle: TricornBattle, unit: TricornUnit) -> Iterator[Overlay]:
    """All overlays of a unit on the table."""
    if unit.pose is None:
        return
    yield from ranges(unit)
    yield from sight(battle, unit)
    yield from threat(battle, unit)
    yield from zone(battle, unit)
    yield from command(battle, unit)


# --------------------------------------------------------------------- fire
def ranges(unit: TricornUnit) -> Iterator[Overlay]:
    """The arc of fire to the end of its range, and the area of each band.

    geometry.arc, geometry.garrison-point, weapons.ranges
    """
    if unit.is_column or unit.is_abandoned:
        return
    reach = unit.profile.weapon.reach
    arc = "fires all round" if has_no_front(unit) else "arc of fire"
    yield Overlay("arc", _before(unit, 0, reach.end), arc, "geometry.arc")
    yield Overlay("range", _before(unit, 0, reach.short), f"short {reach.short}", "weapons.ranges")
    if reach.long:
        far = _before(unit, reach.short, reach.long)
        yield Overlay("range", far, f"long {reach.long}", "weapons.ranges")


def _before(unit: TricornUnit, near: int, far: int) -> tuple[Wedge | Patch, ...]:
    """The area in front of a unit between two distances in inches; for a Foot garrison the area all round."""
    if has_no_front(unit):
        return (Patch(around(unit, far * INCH)),)
    front = front_of(unit)
    return (Wedge(front.left, front.right, OUTWARD, near * INCH, far * INCH),)


def around(unit: TricornUnit, far: int) -> tuple[Point, ...]:
    """The outline of the area within a distance of a unit's footprint (geometry.distance)."""
    pose, outline = standing(unit), list[Point]()
    for quarter, corner in enumerate(corners(pose, unit.shape)):
        start = pose.heading + (quarter - 1) * QUARTER_TURN
        for turn in range(start, start + QUARTER_TURN + 1, ARC_STEP):
            sine, cosine = SINES[turn % FULL_TURN], COSINES[turn % FULL_TURN]
            outline.append(Point(corner.x + far * sine, corner.y + far * cosine))
    return tuple(outline)


def sight(battle: TricornBattle, unit: TricornUnit) -> Iterator[Overlay]:
    """A line to each visible enemy in its arc, and to the obstacle that hides any other (geometry.los)."""
    for enemy in battle.enemies_of(unit.side):
        far = range_to(unit, enemy)
        if far is None:
            continue
        seen = looks_at(battle, unit, enemy)
        if seen.sees:
            end = seen.point or centre(standing(enemy), enemy.shape)
            band = None if unit.is_column else band_at(unit.profile.weapon, far / INCH)
            reach = "out of range" if band is None else f"{band} range"
            label = f"{enemy.name}, {far / INCH:.3g} in, {reach}"
            yield Overlay("sight", (Stroke((seen.origin, end), whom=enemy.id),), label, "geometry.los")
        elif seen.blocked is not None and seen.blocked.place is not None:
            line = Stroke((seen.origin, seen.blocked.place), whom=enemy.id)
            label = f"{enemy.name} is hidden: {blocked_words(battle, seen.blocked)}"
            yield Overlay("sight", (line,), label, "geometry.los", barred=True)


def looks_at(battle: TricornBattle, unit: TricornUnit, enemy: TricornUnit) -> Look:
    """How a unit sees an enemy from its viewpoint (geometry.los, geometry.garrison-point)."""
    eyes, through = (eye_of(unit, enemy),), seen_through(battle.units)
    return look(scene_of(battle), unit.id, enemy.id, TERMS, eyes, see_through=through).best


def blocked_words(battle: TricornBattle, blocked: Blocked) -> str:
    """What hides a target, in words (geometry.los)."""
    if blocked.which is None:
        return "out of sight"
    if blocked.by == "body":
        return f"{battle.units[blocked.which].name} is in the way"
    kind = battle.field.pieces[blocked.which].kind.replace("-", " ")
    return f"the {kind} is higher" if blocked.by == "higher ground" else f"the {kind} is in the way"


# --------------------------------------------------------------------- threats
def threat(battle: TricornBattle, unit: TricornUnit) -> Iterator[Overlay]:
    """A line from each enemy that could fire at a unit or attack it on its own card."""
    for enemy in battle.enemies_of(unit.side):
        theirs = with_its_card(battle, enemy)
        if any(aim.target == unit.id for aim in targets(theirs, enemy.id)):
            label = f"{enemy.name} could fire: {aim_note(theirs, enemy.id, unit.id)}"
            yield Overlay("threat", (_arrow(enemy, unit),), label, "shooting.target")
        declared = next((one for one in attacks_of(battle, enemy) if one.target == unit.id), None)
        if declared is not None:
            start = standing(enemy)
            to, cost = reached(theirs, theirs.units[enemy.id], declared)
            line = Stroke((Point(start.x, start.y), Point(to.x, to.y)), arrow=True, whom=enemy.id)
            how = f"{cost / INCH:.3g} in, {side_struck(theirs, declared, to)}"
            yield Overlay("threat", (line,), f"{enemy.name} could attack: {how}", "movement.contact")


def _arrow(one: TricornUnit, other: TricornUnit) -> Stroke:
    """A line from the front of a unit to the middle of another."""
    start = standing(one)
    return Stroke((Point(start.x, start.y), centre(standing(other), other.shape)), arrow=True, whom=one.id)


# --------------------------------------------------------------------- the Zone of Control and command
def zone(battle: TricornBattle, unit: TricornUnit) -> Iterator[Overlay]:
    """The Zone of Control that a unit exerts, and the enemies it pins (movement.zoc, movement.zoc.effect)."""
    if not exerts_zone(battle, unit):
        return
    pinned = [enemy.name for enemy in battle.enemies_of(unit.side) if in_zone(battle, unit, enemy)]
    held = f"holds {', '.join(pinned)}" if pinned else "no enemy in it"
    shapes = tuple(Patch(ring) for ring in zone_of(battle, unit))
    yield Overlay("support", shapes, f"Zone of Control: {held}", "movement.zoc")


def command(battle: TricornBattle, unit: TricornUnit) -> Iterator[Overlay]:
    """The Command Radius of a unit's General, and a line to him (command.radius.measure)."""
    officer = battle.general_of(unit)
    place = place_of(battle, officer)
    if place is None:
        return
    line = Stroke((centre(standing(unit), unit.shape), place), whom=token_id(officer.id))
    held = "in command" if is_in_radius(battle, officer, unit) else "out of command"
    label = f"{held}: {officer.name}, {officer.rating.radius} in"
    ring = Patch(circle(place, officer.rating.radius * INCH))
    yield Overlay("command", (ring, line), label, "command.radius.measure")

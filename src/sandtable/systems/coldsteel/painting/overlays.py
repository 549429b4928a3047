"""What can be drawn about a unit: arcs and range bands, sight, threats, and the enemies that shake it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.game.present.painting import Overlay, Patch, Stroke, Wedge
from sandtable.systems.coldsteel import artillery, charging, shooting
from sandtable.systems.coldsteel.aim import shot_at, targets, volley_at
from sandtable.systems.coldsteel.arcs import OUTWARD, edge_of, eye_of, faces_of, faces_towards, is_in_arc
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.charge_ways import ChargeWay
from sandtable.systems.coldsteel.morale_facts import CAVALRY_NEAR, CLOSE, dreaded_within
from sandtable.systems.coldsteel.nearness import distance, enemies_within
from sandtable.systems.coldsteel.shooting_decisions import aim_note
from sandtable.systems.coldsteel.sight import TERMS, seen_through
from sandtable.systems.coldsteel.stakes import rested
from sandtable.systems.coldsteel.troops import Formation, Trait
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
SHOWN: Final = 48
"""The distance in inches to which the unlimited band of guns is drawn (artillery.no-maximum)."""


def overlays(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Overlay]:
    """All overlays of a unit on the table."""
    if unit.pose is None:
        return
    yield from ranges(battle, unit)
    yield from sight(battle, unit)
    yield from threat(battle, unit)
    yield from nearness(battle, unit)


# --------------------------------------------------------------------- fire
def ranges(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Overlay]:
    """The arc of each face out to the unit's range, and its range bands.

    geometry.front-arc, geometry.all-round, shooting.one-band
    """
    furthest = _reach(battle, unit)
    if not furthest:
        return
    arc = "all round" if unit.formation is Formation.SKIRMISH else "front arc"
    if unit.formation.faces_all_round:
        arc = "arcs of its faces"
    yield Overlay("arc", _seen(unit, 0, furthest), arc, "geometry.front-arc")
    near = 0
    for number, limit, rule in _bands(unit):
        far = min(limit, furthest)
        if far > near:
            yield Overlay("range", _seen(unit, near, far), f"Band {number}, {far}", rule)
        near = max(near, far)


def _reach(battle: ColdSteelBattle, unit: ColdSteelUnit) -> int:
    """The range of a unit in its formation at enemies in the open, in inches; 0 if it does not shoot.

    shooting.who, shooting.impossible, artillery.no-maximum
    """
    if unit.is_cavalry:
        return 0
    if unit.is_artillery:
        return min(artillery.reach(shot_at(battle, rested(unit), unit, inches=0)), SHOWN)
    return shooting.reach(replace(volley_at(battle, unit, unit, inches=0), at_garrison=False, fouled=False))


def _bands(unit: ColdSteelUnit) -> tuple[tuple[int, int, str], ...]:
    """The range bands of small arms or guns: number, limit in inches, and rule."""
    if not unit.is_artillery:
        return tuple((band.band, band.max_inches, band.rule) for band in shooting.bands())
    last = artillery.bands()[-1]
    return tuple(
        (band.band, SHOWN if band is last else band.max_inches, band.rule) for band in artillery.bands()
    )


def _seen(unit: ColdSteelUnit, near: int, far: int) -> tuple[Wedge | Patch, ...]:
    """The ground before a unit's faces between two distances in inches; skirmishers look all round."""
    faces = faces_of(unit)
    if not faces:
        return (Patch(around(unit, far * INCH)),)
    edges = [edge_of(unit, side) for side in faces]
    return tuple(Wedge(edge.left, edge.right, OUTWARD, near * INCH, far * INCH) for edge in edges)


def sight(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Overlay]:
    """A line to each enemy in arc that is seen, and to what hides the others (geometry.los)."""
    for enemy in battle.on_table(1 - unit.side):
        if not is_in_arc(unit, enemy):
            continue
        seen = looks_at(battle, unit, enemy)
        if seen.sees:
            far = distance(battle, unit.id, enemy.id) / INCH
            end = seen.point or centre(standing(enemy), enemy.shape)
            line = Stroke((seen.origin, end), whom=enemy.id)
            yield Overlay("sight", (line,), f"{enemy.name}, {far:.3g} in", "geometry.los")
        elif seen.blocked is not None and seen.blocked.place is not None:
            line = Stroke((seen.origin, seen.blocked.place), whom=enemy.id)
            label = f"{enemy.name} is hidden: {blocked_words(battle, seen.blocked)}"
            yield Overlay("sight", (line,), label, "geometry.los-blockers", barred=True)


def looks_at(battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit) -> Look:
    """The view of an enemy from the face that looks at it (geometry.los, geometry.face-choice)."""
    sides = faces_towards(unit, enemy) or ("front",)
    eyes = (eye_of(unit, sides[0]),)
    seen = look(scene_of(battle), unit.id, enemy.id, TERMS, eyes, see_through=seen_through(battle))
    return seen.best


def blocked_words(battle: ColdSteelBattle, blocked: Blocked) -> str:
    """What hides a target, in words (geometry.los-blockers)."""
    if blocked.which is None:
        return "out of sight"
    if blocked.by == "body":
        return f"{battle.units[blocked.which].name} is in the way"
    return f"the {battle.field.pieces[blocked.which].kind} is in the way"


# --------------------------------------------------------------------- threats
def threat(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Overlay]:
    """A line from each enemy that could shoot at a unit or charge it from where both stand."""
    for enemy in battle.on_table(1 - unit.side):
        if unit.id in targets(battle, rested(enemy)):
            label = f"{enemy.name} could fire: {aim_note(battle, rested(enemy), unit)}"
            yield Overlay("threat", (_arrow(enemy, unit),), label, "shooting.one-target")
        way = charge_open_to(battle, enemy, unit)
        if way is not None:
            start = standing(enemy)
            line = Stroke((Point(start.x, start.y), Point(way.to.x, way.to.y)), arrow=True, whom=enemy.id)
            label = f"{enemy.name} could charge: {way.cost / INCH:.3g} in"
            yield Overlay("threat", (line,), label, "charge.reachable-only")


def charge_open_to(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit) -> ChargeWay | None:
    """The least wheel by which a unit could charge another where both stand (charge.reachable-only)."""
    return next((way for way in charging.ways(battle, unit) if way.charge.target == target.id), None)


def _arrow(one: ColdSteelUnit, other: ColdSteelUnit) -> Stroke:
    """A line from the front of a unit to the middle of another."""
    start = standing(one)
    return Stroke((Point(start.x, start.y), centre(standing(other), other.shape)), arrow=True, whom=one.id)


# --------------------------------------------------------------------- what shakes it
def nearness(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Overlay]:
    """The distances within which enemies count in a morale test, with lines to those that do.

    morale.mod.cavalry, troops.light.morale-near, cards.fearsome-reputation
    """
    near = [battle.units[enemy] for enemy in enemies_within(battle, unit, CAVALRY_NEAR)]
    horse = tuple(enemy for enemy in near if enemy.is_cavalry)
    yield _within(unit, CAVALRY_NEAR, horse, "enemy cavalry", "morale.mod.cavalry")
    if unit.is_light:
        close = tuple(battle.units[enemy] for enemy in enemies_within(battle, unit, CLOSE))
        yield _within(unit, CLOSE, close, "enemies", "troops.light.morale-near")
    dread = enemies_within(battle, unit, dreaded_within())
    feared = tuple(battle.units[one] for one in dread if battle.units[one].plays(Trait.FEARSOME_REPUTATION))
    if feared:
        rule = "cards.fearsome-reputation"
        yield _within(unit, dreaded_within(), feared, "a Fearsome Reputation", rule)


def _within(
    unit: ColdSteelUnit, inches: int, near: tuple[ColdSteelUnit, ...], what: str, rule: str
) -> Overlay:
    here = centre(standing(unit), unit.shape)
    lines = tuple(Stroke((here, centre(standing(one), one.shape)), whom=one.id) for one in near)
    label = f"{what if near else f'no {what}'} within {inches} in"
    return Overlay("support", (Patch(around(unit, inches * INCH)), *lines), label, rule)


def around(unit: ColdSteelUnit, far: int) -> tuple[Point, ...]:
    """The outline of everything within a distance of a unit's footprint (geometry.distance)."""
    pose, outline = standing(unit), list[Point]()
    for quarter, corner in enumerate(corners(pose, unit.shape)):
        start = pose.heading + (quarter - 1) * QUARTER_TURN
        for turn in range(start, start + QUARTER_TURN + 1, ARC_STEP):
            sine, cosine = SINES[turn % FULL_TURN], COSINES[turn % FULL_TURN]
            outline.append(Point(corner.x + far * sine, corner.y + far * cosine))
    return tuple(outline)

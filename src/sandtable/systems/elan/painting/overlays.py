"""What may be drawn about a unit: its arc, ranges, sight, threats, command and engagement range."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.present.painting import Overlay, Stroke
from sandtable.systems.elan.aim import fire_facts, may_fire, targets
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.charge_ways import may_be_charged_by, may_charge, reach_of, way_to
from sandtable.systems.elan.commanding import is_out_of_command
from sandtable.systems.elan.engagement import is_in_engagement_range
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Onset
from sandtable.systems.elan.leading import whereabouts
from sandtable.systems.elan.painting.surfaces import surface_of
from sandtable.systems.elan.shooting import dice, fire_dice, to_hit
from sandtable.systems.elan.weapons import Band, band, limits, reach
from sandtable.systems.elan.words import length, token_id
from sandtable.table.space import Point, centre, standing


def overlays(battle: ElanBattle, unit: ElanUnit) -> Iterator[Overlay]:
    """Everything that may be drawn about a unit on the table."""
    if unit.pose is None:
        return
    yield from ranges(battle, unit)
    yield from sight(battle, unit)
    yield from threat(battle, unit)
    yield engagement(battle, unit)
    yield from command(battle, unit)


# --------------------------------------------------------------------- fire
def ranges(battle: ElanBattle, unit: ElanUnit) -> Iterator[Overlay]:
    """The arc of fire to the end of long range, and what lies within each band.

    geometry.fire-arc, shooting.band
    """
    if not fire_dice(unit.arm, unit.weapon, unit.formation, unit.bases):
        return
    surface, span = surface_of(battle), battle.figures.span
    whole = surface.arc(battle, unit, span(reach(unit.weapon, battle.scale)))
    yield Overlay("arc", whole, "arc of fire", "geometry.fire-arc")
    for name, limit in reversed(limits(unit.weapon, battle.scale)):
        shapes = surface.arc(battle, unit, span(limit))
        yield Overlay("range", shapes, f"{name} {limit}", "shooting.band")


def sight(battle: ElanBattle, unit: ElanUnit) -> Iterator[Overlay]:
    """A line to each enemy seen in the arc, and to what hides the others (geometry.los)."""
    ground, surface = ground_of(battle), surface_of(battle)
    for enemy in battle.enemies_of(unit.side):
        if not ground.is_in_arc(unit.id, enemy.id):
            continue
        start, end = surface.line(battle, unit, enemy)
        hidden = ground.hindrance(unit.id, enemy.id)
        if hidden is not None:
            place, words = hidden
            label = f"{enemy.name} is hidden: {words}"
            yield Overlay(
                "sight", (Stroke((start, place), whom=enemy.id),), label, "geometry.los", barred=True
            )
            continue
        span = ground.fire_range(unit.id, enemy.id)
        reached = band(unit.weapon, battle.scale, battle.figures.written(span))
        far = "out of range" if reached is Band.BEYOND else reached
        label = f"{enemy.name}, {length(battle, round(span))}, {far}"
        yield Overlay("sight", (Stroke((start, end), whom=enemy.id),), label, "geometry.los")


# --------------------------------------------------------------------- threats
def threat(battle: ElanBattle, unit: ElanUnit) -> Iterator[Overlay]:
    """A line from each enemy that could fire at or charge a unit from where both stand."""
    for enemy in battle.enemies_of(unit.side):
        if may_fire(battle, enemy) and unit.id in targets(battle, enemy.id):
            facts = fire_facts(battle, enemy.id, unit.id)
            label = f"{enemy.name} could fire: {dice(facts).whole} dice, hits on {to_hit(facts).whole}+"
            yield Overlay("threat", (_arrow(enemy, unit),), label, "shooting.target")
        onset = charge_open_to(battle, enemy, unit)
        if onset is not None:
            way = tuple(Point(pose.x, pose.y) for pose in (onset.start, onset.to))
            label = f"{enemy.name} could charge: {length(battle, round(onset.cost))}"
            yield Overlay("threat", (Stroke(way, arrow=True, whom=enemy.id),), label, "charge.distance")


def charge_open_to(battle: ElanBattle, unit: ElanUnit, target: ElanUnit) -> Onset | None:
    """The way of a charge that a unit could declare from where both stand; None if it could not.

    charge.declare
    """
    if battle.is_in_contact(unit.id) or not may_charge(battle, unit) or not may_be_charged_by(unit, target):
        return None
    ground = ground_of(battle)
    if not ground.is_within(ground.gap(unit.id, target.id), reach_of(battle, unit.id)):
        return None
    return way_to(battle, unit.id, target.id) if ground.sees(unit.id, target.id) else None


def _arrow(one: ElanUnit, other: ElanUnit) -> Stroke:
    """A line from the front of a unit to the middle of another."""
    start = standing(one)
    return Stroke((Point(start.x, start.y), centre(standing(other), other.shape)), arrow=True, whom=one.id)


# --------------------------------------------------------------------- engagement and command
def engagement(battle: ElanBattle, unit: ElanUnit) -> Overlay:
    """The area within engagement range of a unit (command.engagement-range)."""
    limit = battle.figures.engagement
    held = "an enemy within" if is_in_engagement_range(battle, unit.id) else "no enemy within"
    shapes = surface_of(battle).around(battle, unit, limit)
    label = f"{held} engagement range, {length(battle, limit)}"
    return Overlay("support", shapes, label, "command.engagement-range")


def command(battle: ElanBattle, unit: ElanUnit) -> Iterator[Overlay]:
    """The command range of a unit's brigade commander, and a line to him (command.range)."""
    number = battle.brigades[unit.brigade].commander
    leader = battle.leaders[number]
    if not leader.is_present:
        return
    reach, surface = battle.figures.command, surface_of(battle)
    line = Stroke((centre(standing(unit), unit.shape), whereabouts(battle, number)), whom=token_id(number))
    held = "not in command" if is_out_of_command(battle, unit.id) else "in command"
    shapes = (*surface.about_leader(battle, number, reach), line)
    yield Overlay("command", shapes, f"{held}: {leader.name}, {length(battle, reach)}", "command.range")

"""What may be drawn about a unit: its arc and ranges, sight, threats, support, command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.present.painting import Overlay, Patch, Ring, Stroke, Wedge
from sandtable.systems.liberty import charge_ways
from sandtable.systems.liberty.aim import FRONT_ARC, aim, is_in_range, targets, whole_inches
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.command import SUPPORT_RANGE, general_of, is_in_command, is_supported
from sandtable.systems.liberty.painting.sheets import supporters
from sandtable.systems.liberty.shooting import Arm, band, dice
from sandtable.systems.liberty.sight import (
    blocked_rule,
    blocked_words,
    is_blocked_on_the_way,
    looks_at,
)
from sandtable.systems.liberty.words import token_id
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
    face,
    standing,
)

ORDERED: Final = "turn.command.one-order"
"""An order in this turn does not bar a charge in the next."""
ARC_STEP: Final = 15 * DEGREE


def overlays(battle: LibertyBattle, unit: Regiment) -> Iterator[Overlay]:
    """Everything that may be drawn about a unit that stands on the table."""
    if unit.pose is None:
        return
    yield from ranges(unit)
    yield from sight(battle, unit)
    yield from threat(battle, unit)
    yield support(battle, unit)
    yield from command(battle, unit)


# --------------------------------------------------------------------- fire
def ranges(unit: Regiment) -> Iterator[Overlay]:
    """The front arc out to long range, and its three bands (shooting.arcs, weapons.ranges)."""
    if unit.arm is Arm.LIMBERED:
        return
    front = face(standing(unit), unit.shape, "front")
    profile = unit.profile
    whole = Wedge(front.left, front.right, FRONT_ARC, 0, profile.long_max * INCH)
    yield Overlay("arc", (whole,), "front arc", "shooting.arcs")
    limits = (0, profile.short_max, profile.effective_max, profile.long_max)
    named = zip(("short", "effective", "long"), limits, limits[1:], strict=False)
    for name, near, far in named:
        if far > near:
            wedge = Wedge(front.left, front.right, FRONT_ARC, near * INCH, far * INCH)
            yield Overlay("range", (wedge,), f"{name} {far}", "weapons.ranges")


def sight(battle: LibertyBattle, unit: Regiment) -> Iterator[Overlay]:
    """A line to each enemy that is seen, and to what hides the others in the front arc
    (shooting.los.base).
    """
    enemies = [enemy.id for enemy in battle.on_table(1 - unit.side)]
    for seen in looks_at(battle, unit, enemies) if enemies else ():
        name, look = battle.units[seen.target].name, seen.best
        if look.sees:
            assert look.point is not None
            inches = whole_inches(look.distance)
            far = band(unit.profile.weapon, inches) if is_in_range(unit, look) else "out of range"
            label = f"{name}, {inches} in, {far}"
            yield Overlay(
                "sight", (Stroke((look.origin, look.point), whom=seen.target),), label, "shooting.los.base"
            )
        elif is_blocked_on_the_way(look):
            assert look.blocked is not None
            assert look.blocked.place is not None
            line = Stroke((look.origin, look.blocked.place), whom=seen.target)
            label = f"{name} is hidden: {blocked_words(battle, look.blocked)}"
            yield Overlay("sight", (line,), label, blocked_rule(look.blocked), barred=True)


# --------------------------------------------------------------------- threats
def threat(battle: LibertyBattle, unit: Regiment) -> Iterator[Overlay]:
    """A line from each enemy that could shoot at a unit or charge it where both stand."""
    for enemy in battle.on_table(1 - unit.side):
        if any(shot.target == unit.id for shot in targets(battle, enemy)):
            facts = aim(battle, enemy, unit)
            assert facts is not None
            label = f"{enemy.name} could fire: {dice(facts).whole} dice at {facts.range} in"
            yield Overlay("threat", (_arrow(enemy, unit),), label, "shooting.target.free")
        for way in charges_open_to(battle, enemy, unit):
            start, end = standing(enemy), way.end
            line = Stroke((Point(start.x, start.y), Point(end.x, end.y)), arrow=True, whom=enemy.id)
            label = f"{enemy.name} could charge: {way.distance:.1f} in"
            yield Overlay("threat", (line,), label, "charge.may.range")


def charges_open_to(
    battle: LibertyBattle, unit: Regiment, target: Regiment
) -> tuple[charge_ways.ChargeWay, ...]:
    """The ways of a charge that a unit could make in its next step e, if both units stay where they are."""
    if any(barred.rule != ORDERED for barred in charge_ways.bars(battle, unit)):
        return ()
    if not charge_ways.is_in_sight(battle, unit, target):
        return ()
    return charge_ways.ways_to(battle, unit, target)[:1]


def _arrow(one: Regiment, other: Regiment) -> Stroke:
    """A line from the front of a unit to the middle of another."""
    start = standing(one)
    return Stroke((Point(start.x, start.y), centre(standing(other), other.shape)), arrow=True, whom=one.id)


# --------------------------------------------------------------------- support and command
def support(battle: LibertyBattle, unit: Regiment) -> Overlay:
    """The area within 12 in of a unit, and lines to the friends that support it (dice.reroll.supported)."""
    friends = supporters(battle, unit)
    here = centre(standing(unit), unit.shape)
    lines = tuple(
        Stroke((here, centre(standing(friend), friend.shape)), whom=friend.id) for friend in friends
    )
    held = "supported" if is_supported(battle, unit) else "not supported"
    label = f"{held}: {len(friends)} within {SUPPORT_RANGE // INCH} in"
    return Overlay("support", (Patch(around(unit, SUPPORT_RANGE)), *lines), label, "dice.reroll.supported")


def around(unit: Regiment, distance: int) -> tuple[Point, ...]:
    """The outline of the area within a distance of a unit's footprint."""
    pose, outline = standing(unit), list[Point]()
    for quarter, corner in enumerate(corners(pose, unit.shape)):
        start = pose.heading + (quarter - 1) * QUARTER_TURN
        for turn in range(start, start + QUARTER_TURN + 1, ARC_STEP):
            sine, cosine = SINES[turn % FULL_TURN], COSINES[turn % FULL_TURN]
            outline.append(Point(corner.x + distance * sine, corner.y + distance * cosine))
    return tuple(outline)


def command(battle: LibertyBattle, unit: Regiment) -> Iterator[Overlay]:
    """The command range of a unit's General, and a line to him (command.range)."""
    general = general_of(battle, unit)
    if general is None or general.pose is None:
        return
    number = battle.generals.index(general)
    here, there = centre(standing(unit), unit.shape), Point(general.pose.x, general.pose.y)
    line = Stroke((here, there), whom=token_id(number))
    held = "in command" if is_in_command(battle, unit) else "not in command"
    if general.attached_to is not None:
        # While he is attached, he has only that unit in command (leaders.attach.command).
        whom = battle.units[general.attached_to].name
        yield Overlay("command", (line,), f"{held}: {general.name} is with {whom}", "leaders.attach.command")
        return
    reach = unit.profile.command_range
    ring = Ring(token_id(number), reach * INCH)
    yield Overlay("command", (ring, line), f"{held}: {general.name}, {reach} in", "command.range")

"""What may be drawn about a unit: its arc and reach, sight, threats, supports, command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.game.present.english import counted
from sandtable.game.present.painting import Overlay, Ring, Stroke, Wedge
from sandtable.systems.eagle.aim import shooting_at
from sandtable.systems.eagle.arcs import is_in_front
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of, turn_of
from sandtable.systems.eagle.charge_ways import RANGE
from sandtable.systems.eagle.charge_ways import RULE as CHARGE_PATH
from sandtable.systems.eagle.controlling import NEAR
from sandtable.systems.eagle.movement import FRONT_ARC
from sandtable.systems.eagle.nearness import distance, distance_to_leader, is_within
from sandtable.systems.eagle.painting.bouts import charge_open_to, shooter_at
from sandtable.systems.eagle.shapes import front_width
from sandtable.systems.eagle.shooting import dice
from sandtable.systems.eagle.sight import TERMS
from sandtable.systems.eagle.supports import stands_behind
from sandtable.systems.eagle.words import STRUCK, leader_name
from sandtable.table.sight import Blocked, eyes_of, look
from sandtable.table.space import INCH, Point, centre, standing

SHOOTING: Final = reach_of("shooting.range")
LOOKED: Final = 16 * INCH
"""Lines of sight are drawn to enemies within this distance."""


def overlays(battle: EagleBattle, unit: EagleUnit) -> Iterator[Overlay]:
    """All overlays of a unit on the table."""
    if unit.pose is None:
        return
    yield from ranges(unit)
    yield from sight(battle, unit)
    yield from threat(battle, unit)
    yield from support(battle, unit)
    yield from command(battle, unit)


# --------------------------------------------------------------------- reach
def ranges(unit: EagleUnit) -> Iterator[Overlay]:
    """The front arc as far as a unit reaches, and where it may charge or shoot in it.

    formation.arcs, charge.range, charge.path, shooting.range
    """
    yield Overlay("arc", (_ahead(unit, FRONT_ARC, max(SHOOTING, RANGE)),), "front arc", "formation.arcs")
    if unit.troop_class.may_shoot:
        shapes = (_ahead(unit, FRONT_ARC, SHOOTING),)
        yield Overlay("range", shapes, f"shoots {SHOOTING / INCH:g} in", "shooting.range")
    elif unit.formed:
        shapes = (_ahead(unit, turn_of(CHARGE_PATH), RANGE),)
        yield Overlay("range", shapes, f"charges {RANGE / INCH:g} in", "charge.range")


def _ahead(unit: EagleUnit, angle: int, far: int) -> Wedge:
    """A sector before the front rank of a unit."""
    pose, half = standing(unit), front_width(unit.shape) / 2
    return Wedge(pose.at(-half, 0), pose.at(half, 0), angle, 0, far)


def sight(battle: EagleBattle, unit: EagleUnit) -> Iterator[Overlay]:
    """A line to each enemy near by in the front arc that is seen, and to the obstacle before any other.

    shooting.sight
    """
    routers = tuple(one.id for one in battle.units if one.routing)
    for enemy in battle.on_table(1 - unit.side):
        gap = distance(battle, unit.id, enemy.id)
        if not is_within(gap, LOOKED) or not is_in_front(unit, enemy):
            continue
        eyes = eyes_of(unit, "base fronts")
        seen = look(scene_of(battle), unit.id, enemy.id, TERMS, eyes, see_through=routers).best
        if seen.sees:
            line = Stroke((seen.origin, seen.point or _middle(enemy)), whom=enemy.id)
            yield Overlay("sight", (line,), f"{enemy.name}, {gap / INCH:.3g} in", "shooting.sight")
        elif seen.blocked is not None and seen.blocked.place is not None:
            line = Stroke((seen.origin, seen.blocked.place), whom=enemy.id)
            label = f"{enemy.name} is hidden: {_hidden(battle, seen.blocked)}"
            yield Overlay("sight", (line,), label, "shooting.sight", barred=True)


def _hidden(battle: EagleBattle, blocked: Blocked) -> str:
    """The obstacle on a line of sight."""
    if blocked.which is None:
        return "it lies behind the edge of the ground"
    if blocked.by == "body":
        return f"{battle.units[blocked.which].name} is in the way"
    return f"the {battle.field.pieces[blocked.which].kind} is in the way"


def _middle(unit: EagleUnit) -> Point:
    return centre(standing(unit), unit.shape)


# --------------------------------------------------------------------- friends and foes
def threat(battle: EagleBattle, unit: EagleUnit) -> Iterator[Overlay]:
    """A line from each enemy that could shoot at a unit or charge it from where both stand.

    shooting.target, turn.charge.declare
    """
    for enemy in battle.unbroken(1 - unit.side):
        shooter = shooter_at(battle, enemy, unit)
        if shooter is not None:
            thrown = counted(dice(shooting_at(battle, shooter, unit)).whole, "die")
            label = f"{enemy.name} could shoot: {thrown}"
            yield Overlay("threat", (_arrow(enemy, unit),), label, "shooting.target")
        way = charge_open_to(battle, enemy, unit)
        if way is not None:
            label = f"{enemy.name} could charge{STRUCK[way.side]}: {way.distance / INCH:.3g} in"
            yield Overlay("threat", (_arrow(enemy, unit),), label, "charge.range")


def _arrow(one: EagleUnit, other: EagleUnit) -> Stroke:
    """A line from the front of a unit to the middle of another."""
    start = standing(one)
    return Stroke((Point(start.x, start.y), _middle(other)), arrow=True, whom=one.id)


def support(battle: EagleBattle, unit: EagleUnit) -> Iterator[Overlay]:
    """The friends directly behind a unit and the one it stands behind (melee.supported.detail)."""
    for friend in battle.unbroken(unit.side):
        if friend.id == unit.id or unit.routing:
            continue
        line = Stroke((_middle(unit), _middle(friend)), whom=friend.id)
        if stands_behind(friend, unit):
            yield Overlay("support", (line,), f"{friend.name} stands behind it", "melee.supported.detail")
        elif stands_behind(unit, friend):
            yield Overlay("support", (line,), f"it stands behind {friend.name}", "melee.supported.detail")


def command(battle: EagleBattle, unit: EagleUnit) -> Iterator[Overlay]:
    """The range in which each leader of its side frees units from control tests, and a line to the nearest.

    turn.command.who-tests
    """
    leaders = battle.leaders_of(unit.side)
    if not leaders:
        return
    nearest = min(leaders, key=lambda leader: (distance_to_leader(battle, unit, leader), leader.id))
    far = distance_to_leader(battle, unit, nearest)
    held = "needs no control test" if is_within(far, NEAR) else "has to take a control test"
    of: int | str = nearest.key if nearest.attached is None else nearest.attached
    line = Stroke((_middle(unit), battle.place_of(nearest)), whom=nearest.key)
    label = f"{held}: {leader_name(battle, nearest.id)}, {NEAR / INCH:g} in"
    yield Overlay("command", (Ring(of, NEAR), line), label, "turn.command.who-tests")

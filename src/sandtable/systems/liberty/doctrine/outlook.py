"""The outlook of a unit: the worth of standing at a place, for its fire, its safety and its task.

An outlook is made once for a unit and tried at many places, so it measures roughly and takes the dice from
figures that are worked out once (`bands`).
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.command import general_of
from sandtable.systems.liberty.doctrine.bands import Bands, Sort, at_range, bands, sort_of
from sandtable.systems.liberty.doctrine.ground import apart, heading_to, middle
from sandtable.systems.liberty.doctrine.onsets import onset
from sandtable.systems.liberty.doctrine.posture import care, zeal
from sandtable.systems.liberty.doctrine.screens import is_hidden, screens
from sandtable.systems.liberty.doctrine.shelter import is_sheltered
from sandtable.systems.liberty.doctrine.tasks import Task, stake, tasks_of, worth_for_tasks
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State
from sandtable.table.space import (
    COSINES,
    INCH,
    RADIAN,
    SINES,
    Field,
    Point,
    Pose,
    Shape,
    centre,
    turn_between,
)

NEAR_FOES: Final = 3
GUNS: Final = (Arm.UNLIMBERED, Arm.LIMBERED)
SHARE_OF_FIRE: Final = 0.22
"""The part of an enemy's fire that falls on this unit, as it is one of several targets."""
FARTHEST: Final = 60.0
"""The distance in inches from which an enemy no longer draws a unit."""
COVERED: Final = 0.55
"""The part of the enemy's fire that counts in cover."""
CHARGE_DIE: Final = 2.0
"""The average inches of a charge beyond the RUN rate."""
CHARGED: Final = 0.3
"""The chance that an enemy that can charge this unit does."""
FLANKED: Final = 1.2
"""The cost of showing a flank or the rear to an enemy that can charge."""
IN_VIEW: Final = 40
"""Enemies farther off than this many inches neither threaten nor are worth a shot."""
UNSEEN: Final = 0.4
"""The chance that an enemy that faces elsewhere turns to shoot here."""
UNSHOT: Final = 0.3
"""The worth of a target to a unit that cannot shoot before its next turn."""
OUT_OF_COMMAND: Final = 0.25
ALONE: Final = 0.2
BESIDE: Final = 13 * INCH
"""Friends nearer than this count as company."""
CAUTION: Final = {State.STEADY: 0.9, State.WORN: 1.2, State.SHAKEN: 2.5}
"""The weight of enemy fire by the unit's state."""


class Lie(NamedTuple):
    """A footprint in figures: the middle of its front edge, its heading, half its width, and its depth."""

    x: float
    y: float
    sin: float
    cos: float
    half: float
    depth: float


class Foe(NamedTuple):
    """An enemy as a unit sees it: its place, the worth of shooting at it, the cost of its fire, the inches
    within which it can charge, and the cost of its charge.
    """

    unit: Regiment
    middle: Point
    fire: Bands
    danger: Bands
    charges: float
    onset: float
    pull: float
    lie: Lie


class Outlook(NamedTuple):
    """Everything that is weighed when a unit considers a place."""

    unit: Regiment
    field: Field
    foes: tuple[Foe, ...]
    friends: tuple[Point, ...]
    general: Point | None
    tasks: tuple[Task, ...]
    zeal: float
    caution: float


# ----------------------------------------------------------------------- the outlook
def outlook(battle: LibertyBattle, unit: Regiment) -> Outlook:
    """How a unit sees the battle."""
    own = sort_of(unit)
    general = general_of(battle, unit)
    return Outlook(
        unit,
        battle.field,
        tuple(_foe(battle, own, enemy) for enemy in battle.on_table(1 - unit.side)),
        tuple(middle(friend) for friend in battle.on_table(unit.side) if _helps(unit, friend)),
        None if general is None or general.pose is None else Point(general.pose.x, general.pose.y),
        tasks_of(battle, unit),
        zeal(battle, unit),
        CAUTION[own.shooter.state] * care(battle, unit.side),
    )


def _helps(unit: Regiment, friend: Regiment) -> bool:
    """Does a friend near by give support?"""
    return friend.id != unit.id and not friend.routing and friend.state is not State.SHAKEN


def _foe(battle: LibertyBattle, own: Sort, enemy: Regiment) -> Foe:
    assert enemy.pose is not None
    theirs = sort_of(enemy)
    fire = bands(own.shooter, theirs.mark, cover=is_sheltered(battle.field, enemy.pose, enemy.shape))
    danger = () if enemy.routing else bands(theirs.shooter, own.mark, cover=False)
    arm, state = theirs.shooter.arm, theirs.shooter.state
    still = arm in GUNS or enemy.routing or state is State.SHAKEN or enemy.disorder > 1
    reach = 0.0 if still else rates(arm).run + CHARGE_DIE
    blow = 0.0 if still else CHARGED * onset(theirs, own)
    pull = max((gain for _, gain in fire), default=0.5) * stake(battle, enemy)
    return Foe(enemy, middle(enemy), fire, danger, reach, blow, pull, lie_of(enemy.pose, enemy.shape))


def lie_of(pose: Pose, shape: Shape) -> Lie:
    """The footprint of a body in figures."""
    heading = pose.heading
    return Lie(pose.x, pose.y, SINES[heading], COSINES[heading], shape.width / 2, shape.depth)


def place_worth(view: Outlook, pose: Pose, shape: Shape, *, shoots: bool = True) -> float:
    """The worth to a unit of standing at a pose; *shoots* says whether it can shoot from there this turn."""
    here = centre(pose, shape)
    best, danger, pull, exposed = _prospect(view, lie_of(pose, shape), here)
    if danger and is_sheltered(view.field, pose, shape):
        danger *= COVERED
    worth = best if shoots else UNSHOT * best
    worth += view.zeal * pull - view.caution * (SHARE_OF_FIRE * danger + exposed)
    return worth + _company(view, here) + worth_for_tasks(view.tasks, here, pose)


def _prospect(view: Outlook, own: Lie, here: Point) -> tuple[float, float, float, float]:
    """The best shot from a place, the fire it draws, the pull of the enemy, and the cost of exposure there.

    It runs thousands of times in a battle, so arcs and distances are computed inline.
    """
    best, danger, pull, exposed, worst = 0.0, 0.0, 0.0, 0.0, 0.0
    between = screens(view.field)
    x, y = here
    own_x, own_y, own_sin, own_cos, own_half, _ = own
    for _, there, fire, fired_on, charges, onset_cost, draw, lie in view.foes:
        # the distance to the enemy, and whether it faces the place
        foe_x, foe_y, sin, cos, half, depth = lie
        dx, dy = x - foe_x, y - foe_y
        aside, forward = abs(dx * cos - dy * sin) - half, dx * sin + dy * cos
        ahead = forward if forward > 0.0 else -depth - forward
        away = math.hypot(max(aside, 0.0), max(ahead, 0.0)) / INCH
        if away < FARTHEST:
            pull = max(pull, draw * (1.0 - away / FARTHEST))
        if away > IN_VIEW:
            continue
        # whether the unit would face the enemy
        dx, dy = there.x - own_x, there.y - own_y
        to_front = dx * own_sin + dy * own_cos
        faces = to_front > 0.0 and abs(dx * own_cos - dy * own_sin) <= to_front + own_half + half / 2
        if not between or not is_hidden(between, here, there):
            if faces:
                best = max(best, at_range(fire, away))
            seen = forward > 0.0 and aside <= forward + own_half
            danger += at_range(fired_on, away) * (1.0 if seen else UNSEEN)
        if away < charges:
            worst = max(worst, onset_cost)
            exposed += 0.0 if faces else FLANKED
    return best, danger, pull, exposed + worst


def best_shot(view: Outlook) -> float:
    """The estimated worth of a unit's best shot from where it stands."""
    pose, shape = view.unit.pose, view.unit.shape
    assert pose is not None
    return _prospect(view, lie_of(pose, shape), centre(pose, shape))[0]


def drawn(foe: Foe, away: float) -> float:
    """The pull of an enemy at this distance in inches."""
    return foe.pull * max(1.0 - away / FARTHEST, 0.0)


def _company(view: Outlook, here: Point) -> float:
    """The cost, as a negative worth, of few friends near by and of being out of command."""
    x, y = here
    near = 0
    for friend in view.friends:
        if abs(friend.x - x) < BESIDE and abs(friend.y - y) < BESIDE:
            near += 1
    lonely = ALONE * max(2 - near, 0)
    reach = view.unit.profile.command_range + 3
    strays = view.general is not None and apart(here, view.general) > reach
    return -lonely - (OUT_OF_COMMAND if strays else 0.0)


def fighting_shape(unit: Regiment) -> Shape:
    """The shape in which a unit fights best: its line; guns as they stand."""
    if unit.arm in GUNS or unit.dismounted:
        return unit.shape
    return unit.profile.shape(unit.bases, Formation.LINE)


def nearest_foe(view: Outlook) -> Foe | None:
    """The enemy that is nearest to a unit."""
    here = middle(view.unit)
    return min(view.foes, key=lambda foe: apart(here, foe.middle), default=None)


def goals_near(view: Outlook, most: int = NEAR_FOES) -> tuple[Point, ...]:
    """Places a unit may turn to: the nearest enemies, and its objectives."""
    here = middle(view.unit)
    near = sorted(view.foes, key=lambda foe: apart(here, foe.middle))[:most]
    tasks = (task.nearest(here) for task in view.tasks if not task.holds(here))
    return (*(foe.middle for foe in near), *tasks)


def wanted_range(unit: Regiment) -> float:
    """The distance to its target that a unit seeks: short range, or for guns as far as they shoot well."""
    if unit.arm in GUNS:
        return float(unit.profile.effective_max)
    return max(unit.profile.short_max - 1.0, 5.0)


def proposals(view: Outlook, rate: float) -> tuple[Pose, ...]:
    """The poses that a unit might want after a move of so many inches, if nothing were in its way."""
    unit = view.unit
    assert unit.pose is not None
    here, found = middle(unit), []
    goals = sorted(view.foes, key=lambda foe: -drawn(foe, apart(here, foe.middle)))[:3]
    points = [(foe.middle, wanted_range(unit) + 2) for foe in goals]
    points += [(task.nearest(here), 0.0) for task in view.tasks if not task.holds(here)]
    for point, off in points:
        turn = turn_between(unit.pose.heading, heading_to(here, point))
        most = rate * INCH / unit.shape.width / RADIAN
        turned = round(max(min(turn, most), -most))
        wheel = abs(turned) * RADIAN * unit.shape.width / INCH
        go = max(min(rate - wheel, apart(here, point) - off), 0.0)
        found.append(unit.pose.turned(turned).shifted(0, go * INCH))
    return tuple(found)

"""The outlook of a unit: what it would be worth to stand at a place, for its fire, its safety and its goal.

An outlook is made once for a unit and then asked about many places. Distances and arcs are those of the
ground; what fire and charges are worth was worked out once by exact odds (`facts`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.charge_ways import NEVER, may_be_charged_by
from sandtable.systems.elan.doctrine.facts import Bands, at_range, bands, clash, reach_of_fire
from sandtable.systems.elan.doctrine.goals import Goal, goals
from sandtable.systems.elan.doctrine.lie import apart, off_course, plan_inches
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import Ground, ground_of
from sandtable.systems.elan.options import effect_on
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Formation
from sandtable.table.space.body import centre
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape

IN_VIEW: Final = 60.0
"""Enemies farther off than this many inches neither threaten nor are worth a shot."""
PER_INCH: Final = 0.06
"""What each inch nearer to its goal is worth to a unit."""
HELD: Final = 1.0
"""What it is worth, of the points of an objective, to stand near enough to hold it."""
TURNED: Final = 0.12
"""What it is worth to face the goal, for the move of the next turn."""
STRIKE: Final = 0.4
"""How much of what a charge would bring counts before it is made."""
CHARGED: Final = 0.3
"""How likely an enemy that can charge this unit does."""
UNSEEN: Final = 0.3
"""How likely an enemy that faces elsewhere, or does not see so far, comes to shoot or to charge here."""
SLIGHT: Final = 0.15
"""Of fire that does no more than this it is not asked who sees whom."""
SHARE_OF_FIRE: Final = 0.25
"""A unit is one of several that an enemy may shoot at."""
LATER: Final = 0.4
"""What a shot is worth to a unit that cannot shoot this turn."""
OUT_OF_COMMAND: Final = 0.25
BAD_GROUND: Final = 0.08
AHEAD: Final = 300
"""So many tenths of a degree off its course a unit still faces its goal."""
COVERED: Final = {
    Cover.NONE: 1.0,
    Cover.LIGHT: 0.8,
    Cover.HEAVY: 0.55,
    Cover.FORTIFIED_LIGHT: 0.5,
    Cover.FORTIFIED_HEAVY: 0.35,
}
"""How much of the enemy's fire still counts in cover."""


class Foe(NamedTuple):
    """An enemy as a unit sees it, spans as people write them.

    ``fire`` and ``danger`` are what volleys are worth by range, ``charges`` how far it charges, ``blow`` what
    that may cost on the front and on the flank, ``strikes`` how far the unit charges it and ``gain`` what
    that may bring on its front and its flank.
    """

    number: int
    fire: Bands
    danger: Bands
    charges: float
    blow: tuple[float, float]
    strikes: float
    gain: tuple[float, float]
    sight: float


class Outlook(NamedTuple):
    """All that is weighed when a unit thinks of a place to stand."""

    battle: ElanBattle
    unit: ElanUnit
    formation: Formation
    foes: tuple[Foe, ...]
    goal: Goal | None
    commander: Point | None


def outlook(battle: ElanBattle, unit: ElanUnit, formation: Formation | None = None) -> Outlook:
    """How a unit sees the battle, in the formation it has or another; it is asked for again when it moves."""
    formed = unit.formation if formation is None else formation
    known = _outlooks(battle).get((unit.id, formed))
    if known is None or known.asked is not unit:
        known = _outlooks(battle)[unit.id, formed] = _Known(unit, _outlook(battle, unit, formed))
    return known.view


class _Known(NamedTuple):
    """The outlook of a unit, and the very unit for which it was made."""

    asked: ElanUnit
    view: Outlook


@by_identity(most=4)
def _outlooks(battle: ElanBattle) -> dict[tuple[int, Formation], _Known]:
    """The outlooks in a battle, by number and formation; they are gathered as they are asked for."""
    return {}


def _outlook(battle: ElanBattle, unit: ElanUnit, formed: Formation) -> Outlook:
    seen = replace(unit, formation=formed)
    gaps, written = ground_of(battle).gaps(unit.id), battle.figures.written
    foes = tuple(
        _foe(battle, seen, foe, written(gaps[foe.id]))
        for foe in battle.enemies_of(unit.side)
        if plan_inches(battle, gaps[foe.id]) <= IN_VIEW
    )
    leader = battle.leaders[battle.brigades[unit.brigade].commander]
    spot = None if leader.pose is None else Point(leader.pose.x, leader.pose.y)
    return Outlook(battle, seen, formed, foes, goals(battle, unit.side).get(unit.id), spot)


def _foe(battle: ElanBattle, unit: ElanUnit, foe: ElanUnit, span: float) -> Foe:
    scale = battle.scale
    fire = bands(unit, unit.formation, foe, scale)
    danger = () if foe.retreating else bands(foe, foe.formation, unit, scale)
    idle = foe.retreating or foe.halted or not may_be_charged_by(foe, unit)
    charges = 0.0 if idle else _reach(battle, foe)
    strikes = _reach(battle, unit) if may_be_charged_by(unit, foe) else 0.0
    own = _reach(battle, unit)
    blow = gain = (0.0, 0.0)
    if charges and span <= charges + 2 * own:
        blow = _blow(battle, foe, unit, Edge.FRONT), _blow(battle, foe, unit, Edge.REAR)
    if strikes and span <= 3 * own:
        gain = _gain(battle, unit, foe, Edge.FRONT), _gain(battle, unit, foe, Edge.REAR)
    sight = max(reach_of_fire(fire), reach_of_fire(danger), charges, strikes)
    return Foe(foe.id, fire, danger, charges, blow, strikes, gain, sight)


def _reach(battle: ElanBattle, unit: ElanUnit) -> float:
    """How far a unit charges, as people write it; not at all in some formations."""
    if unit.is_artillery or unit.formation in NEVER:
        return 0.0
    return battle.figures.written(rate(unit.profile, unit.formation, battle.scale).span)


def _blow(battle: ElanBattle, foe: ElanUnit, unit: ElanUnit, edge: Edge) -> float:
    """What it may cost to be charged by an enemy, less half of what it costs him."""
    theirs, ours = clash(foe, unit, battle.scale, edge)
    return max(ours - theirs / 2, 0.0)


def _gain(battle: ElanBattle, unit: ElanUnit, foe: ElanUnit, edge: Edge) -> float:
    """What a charge at an enemy may bring; one in retreat is as good as taken."""
    if foe.retreating:
        return 1.2
    ours, theirs = clash(unit, foe, battle.scale, edge)
    return max(theirs - ours, 0.0)


# ----------------------------------------------------------------------- a place
def place_worth(view: Outlook, pose: Pose, shape: Shape, *, shoots: bool = True) -> float:
    """What it is worth to a unit to stand so; *shoots* says whether it can shoot from there this turn."""
    spots = _spots(view)
    spot = spots.get((pose, shape))
    if spot is None:
        spot = spots[pose, shape] = _spot(view, pose, shape)
    worth = (spot.fire if shoots else LATER * spot.fire) + STRIKE * spot.strike
    worth -= caution(view) * (SHARE_OF_FIRE * spot.danger + CHARGED * spot.exposed)
    if spot.disorders:
        worth -= BAD_GROUND
    return worth + goal_worth(view, pose, shape) + _in_command(view, centre(pose, shape))


class _Spot(NamedTuple):
    """What may be shot at and struck from a place, what is in danger and exposed there, and its ground."""

    fire: float
    danger: float
    exposed: float
    strike: float
    disorders: bool


@by_identity(most=8)
def _spots(view: Outlook) -> dict[tuple[Pose, Shape], _Spot]:
    """The places that were thought of: whoever moves thinks of them when he chooses how, and then where."""
    return {}


def _spot(view: Outlook, pose: Pose, shape: Shape) -> _Spot:
    there = view.battle.with_unit(replace(view.unit, pose=pose, shape=shape))
    ground = ground_of(there)
    fire, danger, exposed, strike = _prospect(view, ground)
    if danger:
        danger *= COVERED[ground.held_cover(view.unit.id)]
    under = ground.kinds_under(view.unit.id)
    disorders = any(effect_on(view.battle, view.unit, kind).disorders for kind in under)
    return _Spot(fire, danger, exposed, strike, disorders)


def caution(view: Outlook) -> float:
    """How much a unit minds what may happen to it: guns and the worn more than others."""
    unit = view.unit
    careful = 1.5 if unit.is_artillery else 0.8
    return careful + 0.6 * int(unit.losses) + (0.4 if unit.disordered else 0.0)


def _prospect(view: Outlook, ground: Ground) -> tuple[float, float, float, float]:
    """The best shot from a place, the fire it may draw, what is exposed there, the best charge from it."""
    number, written = view.unit.id, view.battle.figures.written
    gaps = ground.gaps(number)
    danger, exposed, strike, nearest = 0.0, 0.0, 0.0, float("inf")
    shots: list[tuple[float, int]] = []
    for foe in view.foes:
        span = written(gaps[foe.number])
        if span > foe.sight:
            continue
        shot, fire = at_range(foe.fire, span), at_range(foe.danger, span)
        may_charge, may_strike = span <= foe.charges, span <= foe.strikes
        faced = (fire != 0.0 or may_charge) and ground.is_in_arc(foe.number, number)
        charged = may_charge and faced
        faces = (shot > 0.0 or charged or may_strike) and ground.is_in_arc(number, foe.number)
        if shot > 0.0 and faces:
            if view.unit.is_artillery:
                shots.append((shot, foe.number))
            elif span < nearest:
                nearest, shots = span, [(shot, foe.number)]
        grave = charged or fire > SLIGHT
        sure = 1.0 if faced and (not grave or ground.sees(foe.number, number)) else UNSEEN
        danger += fire * sure
        if charged:
            exposed += sure * (foe.blow[0] if faces else foe.blow[1])
        if may_strike and faces:
            strike = max(strike, foe.gain[1 if ground.is_flank_fire(foe.number, number) else 0])
    return _best_shot(view, ground, shots), danger, exposed, strike


def _best_shot(view: Outlook, ground: Ground, shots: list[tuple[float, int]]) -> float:
    """The best of some shots whose target is in sight; only the best few are looked at."""
    for shot, foe in sorted(shots, reverse=True)[:3]:
        if ground.sees(view.unit.id, foe):
            return shot
    return 0.0


def goal_worth(view: Outlook, pose: Pose, shape: Shape) -> float:
    """What a place is worth for the goal of a unit: near enough, nearer than others, or facing it."""
    goal, here = view.goal, centre(pose, shape)
    if goal is None:
        return 0.0
    away = apart(view.battle, here, goal.point)
    short = max(away - goal.near, 0.0)
    worth = -way_worth(view, short)
    if not short:
        worth += HELD * goal.prize
    elif off_course(pose, here, goal.point) <= AHEAD:
        worth += TURNED * goal.weight
    return worth


def way_worth(view: Outlook, way: float) -> float:
    """What so many inches nearer to its goal are worth to a unit."""
    return 0.0 if view.goal is None else view.goal.weight * PER_INCH * way


def _in_command(view: Outlook, here: Point) -> float:
    """What it costs to be out of command of one's brigade."""
    if view.commander is None or view.unit.formation.is_loose:
        return 0.0
    reach = plan_inches(view.battle, view.battle.figures.command)
    return 0.0 if apart(view.battle, here, view.commander) <= reach + 6.0 else -OUT_OF_COMMAND


def best_shot(view: Outlook) -> float:
    """What the best shot of a unit from where it stands seems to be worth."""
    return _prospect(view, ground_of(view.battle))[0]

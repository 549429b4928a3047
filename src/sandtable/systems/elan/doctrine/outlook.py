"""The outlook of a unit: the worth of a place for its fire, its safety and its goal.

An outlook is made once per unit and used for many places. Distances and arcs come from the ground; the worth
of fire and charges comes from exact odds (`facts`).
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
from sandtable.table.space import Point, Pose, Shape, centre

IN_VIEW: Final = 60.0
"""Enemies farther off than this many inches are ignored."""
PER_INCH: Final = 0.06
"""The worth of each inch nearer to the goal."""
HELD: Final = 1.0
"""The share of an objective's points for standing near enough to hold it."""
TURNED: Final = 0.12
"""The worth of facing the goal, for the next turn's move."""
STRIKE: Final = 0.4
"""The weight of a possible charge before it is made."""
CHARGED: Final = 0.3
"""The chance that an enemy that can charge this unit does."""
UNSEEN: Final = 0.3
"""The weight of an enemy that faces elsewhere or does not see this unit."""
SLIGHT: Final = 0.15
"""Fire worth no more than this is counted without checking sight."""
SHARE_OF_FIRE: Final = 0.25
"""The chance that an enemy shoots at this unit rather than another."""
LATER: Final = 0.4
"""The weight of a shot for a unit that cannot shoot this turn."""
OUT_OF_COMMAND: Final = 0.25
BAD_GROUND: Final = 0.08
AHEAD: Final = 300
"""A unit faces its goal if it is off course by no more than this, in tenths of a degree."""
COVERED: Final = {
    Cover.NONE: 1.0,
    Cover.LIGHT: 0.8,
    Cover.HEAVY: 0.55,
    Cover.FORTIFIED_LIGHT: 0.5,
    Cover.FORTIFIED_HEAVY: 0.35,
}
"""The weight of enemy fire by cover."""


class Foe(NamedTuple):
    """An enemy as a unit sees it; spans are in inches or hexes.

    ``fire`` and ``danger`` are the worth of volleys by range at and from it, ``charges`` is its charge reach,
    ``blow`` what its charge may cost on the front and on the flank, ``strikes`` the unit's charge reach
    against it and ``gain`` what that may bring on its front and its flank.
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
    """Everything that is weighed when a unit considers a place."""

    battle: ElanBattle
    unit: ElanUnit
    formation: Formation
    foes: tuple[Foe, ...]
    goal: Goal | None
    commander: Point | None


def outlook(battle: ElanBattle, unit: ElanUnit, formation: Formation | None = None) -> Outlook:
    """A unit's outlook in its present or another formation; cached for the battle."""
    formed = unit.formation if formation is None else formation
    known = _outlooks(battle).get((unit.id, formed))
    if known is None or known.asked is not unit:
        known = _outlooks(battle)[unit.id, formed] = _Known(unit, _outlook(battle, unit, formed))
    return known.view


class _Known(NamedTuple):
    """An outlook and the unit object it was made for."""

    asked: ElanUnit
    view: Outlook


@by_identity(most=4)
def _outlooks(battle: ElanBattle) -> dict[tuple[int, Formation], _Known]:
    """The cache of outlooks of one battle, by number and formation."""
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
    """A unit's charge reach in inches or hexes; 0 in formations that may not charge."""
    if unit.is_artillery or unit.formation in NEVER:
        return 0.0
    return battle.figures.written(rate(unit.profile, unit.formation, battle.scale).span)


def _blow(battle: ElanBattle, foe: ElanUnit, unit: ElanUnit, edge: Edge) -> float:
    """What being charged by an enemy may cost, less half of what it costs the enemy."""
    theirs, ours = clash(foe, unit, battle.scale, edge)
    return max(ours - theirs / 2, 0.0)


def _gain(battle: ElanBattle, unit: ElanUnit, foe: ElanUnit, edge: Edge) -> float:
    """What a charge at an enemy may bring; a retreating enemy counts as lost."""
    if foe.retreating:
        return 1.2
    ours, theirs = clash(unit, foe, battle.scale, edge)
    return max(theirs - ours, 0.0)


# ----------------------------------------------------------------------- a place
def place_worth(view: Outlook, pose: Pose, shape: Shape, *, shoots: bool = True) -> float:
    """The worth of a place to a unit; *shoots* says whether it can shoot from there this turn."""
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
    """The worth of shooting and charging from a place, its danger and exposure, and whether it disorders."""

    fire: float
    danger: float
    exposed: float
    strike: float
    disorders: bool


@by_identity(most=8)
def _spots(view: Outlook) -> dict[tuple[Pose, Shape], _Spot]:
    """The places weighed for an outlook: choosing a kind of move and choosing a path weigh the same ones."""
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
    """How much a unit fears losses: guns and worn units more than others."""
    unit = view.unit
    careful = 1.5 if unit.is_artillery else 0.8
    return careful + 0.6 * int(unit.losses) + (0.4 if unit.disordered else 0.0)


def _prospect(view: Outlook, ground: Ground) -> tuple[float, float, float, float]:
    """The best shot from a place, the fire it may draw, its exposure to charges, and the best charge."""
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
    """The best shot whose target is in sight; only the best few are checked."""
    for shot, foe in sorted(shots, reverse=True)[:3]:
        if ground.sees(view.unit.id, foe):
            return shot
    return 0.0


def goal_worth(view: Outlook, pose: Pose, shape: Shape) -> float:
    """The worth of a place for a unit's goal: near enough, nearer than before, or facing it."""
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
    """The worth of being this many inches nearer to the goal."""
    return 0.0 if view.goal is None else view.goal.weight * PER_INCH * way


def _in_command(view: Outlook, here: Point) -> float:
    """The cost of being out of command."""
    if view.commander is None or view.unit.formation.is_loose:
        return 0.0
    reach = plan_inches(view.battle, view.battle.figures.command)
    return 0.0 if apart(view.battle, here, view.commander) <= reach + 6.0 else -OUT_OF_COMMAND


def best_shot(view: Outlook) -> float:
    """The worth of a unit's best shot from where it stands."""
    return _prospect(view, ground_of(view.battle))[0]

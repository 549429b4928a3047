"""Intents: the action that a unit prefers in step 2, weighed against all others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, assert_never

from msgspec.structs import replace

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.tricorn import garrisons
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.break_off import ways_back
from sandtable.systems.tricorn.choices import STAND, Action, ActionKind
from sandtable.systems.tricorn.contact import foes
from sandtable.systems.tricorn.doctrine.chances import passes
from sandtable.systems.tricorn.doctrine.goals import goals
from sandtable.systems.tricorn.doctrine.lie import apart
from sandtable.systems.tricorn.doctrine.melees import balance, best_attack
from sandtable.systems.tricorn.doctrine.outlook import (
    LATER,
    Outlook,
    caution,
    goal_worth,
    outlook,
    place_worth,
    prospect,
)
from sandtable.systems.tricorn.doctrine.worth import standing as worth_by_markers
from sandtable.systems.tricorn.forming import Form, forms, place_of
from sandtable.systems.tricorn.melee_ground import Bout
from sandtable.systems.tricorn.morale import Occasion
from sandtable.systems.tricorn.movement import Gait, move_terms, scene_for
from sandtable.systems.tricorn.nearness import distance_to, middle_of, nearest_enemy
from sandtable.systems.tricorn.paths import fall_back_of, through_of
from sandtable.systems.tricorn.rally import rally_trial
from sandtable.systems.tricorn.rallying import rally_of
from sandtable.systems.tricorn.rates import FORCED, share_open
from sandtable.systems.tricorn.sight import seen
from sandtable.systems.tricorn.trials import trial_of
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.victory import HOLD
from sandtable.table.movement import Advance, Plan, plan_end
from sandtable.table.planning import candidates
from sandtable.table.room import Place
from sandtable.table.space import INCH, Point, Pose, standing

MOST: Final = 14
"""How many moves are considered."""
UNSEEN: Final = 8
"""How many moves are considered with no enemy near."""
LEAST: Final = 0.02
"""How much more than standing an action must be worth."""
FORMING: Final = 0.03
"""How much a change of formation must bring, as it costs half a move."""
LIMBERED: Final = 0.15
"""The value of limbering up and moving faster for guns without a target."""
SHARES: Final = (0.35, 0.7)
"""A move that ends straight ahead is also considered with this part of its last leg."""
LOOKED_AT: Final = 3
"""How many of the best intents are checked for line of sight."""
RESTED: Final = 2.0
"""The weight of a removed marker against one not gained: the unit also fires, fights and stands better."""
WEARY: Final = 0.25
"""The cost of a Forced March, which lowers morale for more than a turn."""
SAFE: Final = 24.0
"""No unit makes a Forced March with an enemy within this many inches."""
ABOUT: Final = 12.0
"""A strong place is worth holding with enemies within this many inches."""
HOUSED: Final = 0.2
"""The value of a strong place that might be attacked."""


class Intent(NamedTuple):
    """An action of a unit, how it is carried out, and its value."""

    worth: float
    action: Action
    how: Plan | Form | None = None
    place: Place | None = None
    view: Outlook | None = None


class Thought(NamedTuple):
    """The preferred intent of a unit, and the value of standing."""

    best: Intent
    stands: float

    @property
    def gain(self) -> float:
        """The gain of acting over standing."""
        return self.best.worth - self.stands


@by_identity(most=8)
def _thoughts(units: tuple[TricornUnit, ...]) -> dict[object, Thought]:
    """The thoughts about units, valid while the tuple of units is the same object."""
    del units
    return {}


def thought(battle: TricornBattle, number: int, options: tuple[Action, ...]) -> Thought:
    """The best of the actions open to a unit, cached because its details are asked for next."""
    known, key = _thoughts(battle.units), (number, battle.activation, battle.turn, options)
    if key not in known:
        known[key] = _weighed(battle, battle.units[number], options)
        known[number, battle.activation, battle.turn] = known[key]
    return known[key]


def meant(battle: TricornBattle, number: int, kind: ActionKind) -> Intent | None:
    """The cached intent behind a question about details, or None."""
    found = _thoughts(battle.units).get((number, battle.activation, battle.turn))
    return found.best if found is not None and found.best.action.kind is kind else None


def _weighed(battle: TricornBattle, unit: TricornUnit, options: tuple[Action, ...]) -> Thought:
    """The most valuable intent, after fire without line of sight has been discounted."""
    found = sorted(intents(battle, unit, options), key=lambda one: -one.worth)
    looked = [_looked_at(one) for one in found[:LOOKED_AT]]
    best = max((*looked, *found[LOOKED_AT:]), key=lambda one: one.worth)
    return Thought(best, next(one.worth for one in found if one.action == STAND))


def _looked_at(one: Intent) -> Intent:
    """An intent without the value of fire that has no line of sight (geometry.los)."""
    if one.view is None or one.place is None or one.action == STAND:
        return one
    hoped = prospect(one.view, one.place, moved=True)
    if hoped.fire <= 0.0:
        return one
    there = replace(one.view.unit, pose=one.place.pose, shape=one.place.shape)
    after = one.view.battle.with_unit(there)
    if seen(after, there, tuple(foe.marks.unit for foe in one.view.foes)):
        return one
    return one._replace(worth=one.worth - hoped.fire - hoped.later)


# --------------------------------------------------------------------- all that is open
def intents(battle: TricornBattle, unit: TricornUnit, options: tuple[Action, ...]) -> Iterator[Intent]:
    """The value of each action open to a unit."""
    if unit.is_abandoned:
        yield Intent(0.0, STAND)
        yield from (Intent(1.0, one) for one in options if one.kind is ActionKind.RECREW)
        return
    if any(one.kind is ActionKind.BREAK_OFF for one in options):
        yield from _breaking_off(battle, unit)
        return
    view, here = outlook(battle, unit), Place(standing(unit), unit.shape)
    stays = place_worth(view, here, moved=False)
    yield Intent(stays + LEAST, STAND, None, here, view)
    attacked = False
    for option in options:
        if option.kind is not ActionKind.ATTACK:
            yield from _of_kind(view, option, stays)
        elif not attacked:
            attacked = True
            yield from _attacking(view)


def _of_kind(view: Outlook, option: Action, stays: float) -> Iterator[Intent]:
    battle, unit = view.battle, view.unit
    match option.kind:
        case ActionKind.MOVE:
            yield from _moving(view, option, _share(view), Gait.WALK)
        case ActionKind.MARCH:
            if nearest_enemy(battle, unit) > SAFE * INCH:
                for one in _moving(view, option, FORCED, Gait.MARCH):
                    yield one._replace(worth=one.worth - WEARY)
        case ActionKind.THROUGH:
            asked = through_of(battle, unit, _share(view))
            yield from _by(view, option, () if asked is None else asked.ways)
        case ActionKind.FALL_BACK:
            back = fall_back_of(battle, unit, _share(view))
            yield from _by(view, option, () if back is None else back.ways)
        case ActionKind.FORM:
            yield from _forming(battle, unit, option)
        case ActionKind.REMOVE:
            yield Intent(_rallied(view), option)
        case ActionKind.ENTER:
            yield Intent(stays + house_worth(battle, unit, option.place), option)
        case ActionKind.LEAVE:
            yield from _leaving(view, option)
        case ActionKind.STAND | ActionKind.ATTACK | ActionKind.RECREW | ActionKind.BREAK_OFF:
            return
        case _:
            assert_never(option.kind)


def _share(view: Outlook) -> int:
    """The share of a move that a unit has."""
    return share_open(view.battle, view.unit)


# --------------------------------------------------------------------- moves
def _moving(view: Outlook, option: Action, share: int, gait: Gait) -> Iterator[Intent]:
    """Moves to promising places within reach, and shorter moves of the same kind."""
    battle, unit = view.battle, view.unit
    if unit.formation is Formation.UNLIMBERED and _has_a_target(view):
        return
    terms = move_terms(battle, unit, share, gait)
    most = MOST if view.foes else UNSEEN
    found = candidates(unit, terms, scene_for(battle, unit), towards=places(view), most=most)
    ends = dict.fromkeys((plan, end) for plan, end, _ in found if plan)
    shorter = _shorter(unit, tuple(plan for plan, _ in ends)) if view.foes else ()
    for plan, end in (*ends, *shorter):
        place = Place(end, unit.shape)
        yield Intent(place_worth(view, place), option, plan, place, view)


def _has_a_target(view: Outlook) -> bool:
    """Has a battery a target where it stands?"""
    return prospect(view, Place(standing(view.unit), view.unit.shape), moved=False).fire > 0.0


def _shorter(unit: TricornUnit, plans: tuple[Plan, ...]) -> Iterator[tuple[Plan, Pose]]:
    """Shorter versions of moves that end straight ahead; part of a legal leg is legal."""
    pose, shape = standing(unit), unit.shape
    for plan in plans[:5]:
        last = plan[-1]
        if isinstance(last, Advance) and last.distance > 2 * INCH:
            for share in SHARES:
                part = (*plan[:-1], Advance(int(last.distance * share)))
                yield part, plan_end(part, pose, shape)


def places(view: Outlook) -> tuple[Point, ...]:
    """Points that a unit might move towards: its goal and the nearest enemies."""
    here = middle_of(view.unit)
    near = sorted((foe.middle for foe in view.foes), key=lambda point: apart(here, point))
    goal = () if view.goal is None else (view.goal.point,)
    return (*goal, *near[:3])


def _by(view: Outlook, option: Action, plans: tuple[Plan, ...]) -> Iterator[Intent]:
    """Moves by known plans."""
    pose, shape = standing(view.unit), view.unit.shape
    for plan in plans:
        place = Place(plan_end(plan, pose, shape), shape)
        yield Intent(place_worth(view, place), option, plan, place, view)


# --------------------------------------------------------------------- attacks
def _attacking(view: Outlook) -> Iterator[Intent]:
    """The best attack. A good attack counts in later activations too, a bad one costs disordered units more,
    and a unit in contact neither fires nor is fired at."""
    onset = best_attack(view.battle, view.unit)
    if onset is not None:
        there = onset.there.units[view.unit.id]
        place = Place(standing(there), there.shape)
        pressed = 1.0 + LATER if onset.worth > 0.0 else max(caution(view.unit), 1.0)
        worth = pressed * onset.worth + goal_worth(view, place)
        yield Intent(worth, Action(ActionKind.ATTACK, onset.asked.target), onset.plan)


def _breaking_off(battle: TricornBattle, unit: TricornUnit) -> Iterator[Intent]:
    """A unit leaves a melee that goes badly, weighted by its chance to pass the test.

    movement.break-off.test
    """
    enemies = foes(battle, unit.id)
    stays = min(balance(battle, Bout(unit.id, foe.id)).net for foe in enemies)
    yield Intent(stays + LEAST, STAND)
    trial = trial_of(battle, unit.id, Occasion.BREAK_OFF, tuple(foe.id for foe in enemies))
    if ways_back(battle, unit, share_open(battle, unit)):
        yield Intent((1.0 - passes(trial)) * stays, Action(ActionKind.BREAK_OFF))


# --------------------------------------------------------------------- formations and disorder
def _forming(battle: TricornBattle, unit: TricornUnit, option: Action) -> Iterator[Intent]:
    """Into line, or into action, where enemies can be met; guns without a target limber up."""
    for form in forms(battle, unit):
        if form.formation.is_column and not (unit.is_artillery and _should_limber(battle, unit)):
            continue
        view, place = outlook(battle, unit, form.formation), place_of(unit, form)
        worth = place_worth(view, place) - FORMING
        if form.formation is Formation.LIMBERED:
            worth += LIMBERED
        yield Intent(worth, option, form, place, view)


def _should_limber(battle: TricornBattle, unit: TricornUnit) -> bool:
    """Are guns out of action, with no target in range and no enemy near?"""
    return nearest_enemy(battle, unit) > unit.profile.weapon.reach.end * INCH


def _rallied(view: Outlook) -> float:
    """The value of removing Disorder: a marker times the chance to lose it, plus the place (rally.test)."""
    unit, here = view.unit, Place(standing(view.unit), view.unit.shape)
    chance = passes(rally_trial(rally_of(view.battle, unit)))
    gained = worth_by_markers(unit.markers - 1) - worth_by_markers(unit.markers)
    return place_worth(view, here) + RESTED * chance * gained


# --------------------------------------------------------------------- strong places
def house_worth(battle: TricornBattle, unit: TricornUnit, place: str) -> float:
    """The value of a strong place to a unit: an objective in it, or enemies near."""
    held = battle.stronghold(place).body()
    prizes = (one.point for one in battle.prizes)
    if any(distance_to(held, point) <= HOLD.inches * INCH for point in prizes):
        goal = goals(battle).get(unit.id)
        return HOUSED + (0.0 if goal is None else goal.prize)
    near = any(apart(middle_of(held), middle_of(foe)) <= ABOUT for foe in battle.enemies_of(unit.side))
    return HOUSED if near else 0.0


def _leaving(view: Outlook, option: Action) -> Iterator[Intent]:
    """A garrison comes out if it stands better outside and no enemy is near."""
    battle, unit = view.battle, view.unit
    goal = view.goal
    if nearest_enemy(battle, unit) <= ABOUT * INCH:
        return
    if goal is not None and goal.prize and apart(middle_of(unit), goal.point) <= HOLD.inches + 2.0:
        return
    ways = garrisons.exits(battle, unit)
    outside = outlook(battle, unit, garrisons.formation_outside(unit))
    for way in ways:
        place = garrisons.outside(unit, battle.stronghold(way.place), way.heading)
        yield Intent(place_worth(outside, place) - HOUSED, option, None, place, outside)


def best_exit(battle: TricornBattle, unit: TricornUnit, ways: tuple[garrisons.Exit, ...]) -> garrisons.Exit:
    """The side on which a garrison stands best outside."""
    view = outlook(battle, unit, garrisons.formation_outside(unit))

    def worth(way: garrisons.Exit) -> float:
        return place_worth(view, garrisons.outside(unit, battle.stronghold(way.place), way.heading))

    return max(ways, key=worth)

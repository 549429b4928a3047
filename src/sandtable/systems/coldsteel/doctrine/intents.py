"""Intents: the manoeuvre that a unit chooses, weighed against all others open to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel import houses, reforming
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.charge_ways import Charge
from sandtable.systems.coldsteel.doctrine.charges import best_charge
from sandtable.systems.coldsteel.doctrine.goals import goals
from sandtable.systems.coldsteel.doctrine.lie import apart, heading_to, middle
from sandtable.systems.coldsteel.doctrine.outlook import (
    Outlook,
    fire_worth,
    goal_worth,
    outlook,
    place_worth,
    sees_a_target,
)
from sandtable.systems.coldsteel.houses import Exit
from sandtable.systems.coldsteel.movement import move_terms
from sandtable.systems.coldsteel.movement_decisions import Manoeuvre, ManoeuvreKind
from sandtable.systems.coldsteel.placing import reformed
from sandtable.systems.coldsteel.reforming import Stance
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.movement import Advance, Plan, plan_end
from sandtable.table.planning import candidates
from sandtable.table.room import Place
from sandtable.table.space import INCH, Point, Pose, standing, turn_between

MOST: Final = 16
"""The number of moves considered."""
LEAST: Final = 0.02
"""The worth that a manoeuvre must add to standing still."""
REFORMING: Final = 0.04
"""The cost of changing formation or facing instead of moving."""
SHARES: Final = (0.4, 0.7)
"""The parts of the last leg that are also tried for a move that ends straight ahead."""
LOOKED_AT: Final = 4
"""The number of best intents for which sight of a target is tested."""


class Intent(NamedTuple):
    """A manoeuvre, its details, and its worth."""

    worth: float
    manoeuvre: Manoeuvre
    how: Stance | Plan | Charge | Exit | None = None
    place: Place | None = None
    view: Outlook | None = None


STANDS: Final = Manoeuvre(ManoeuvreKind.STAND)


class _Thought(NamedTuple):
    """The last intent, and the unit, battle and options it was made for."""

    battle: ColdSteelBattle
    unit: int
    options: tuple[Manoeuvre, ...]
    intent: Intent


_last: _Thought | None = None


def intent(battle: ColdSteelBattle, number: int, options: tuple[Manoeuvre, ...]) -> Intent:
    """The best manoeuvre open to a unit; the last is kept for the questions about its details."""
    global _last
    last = _last
    if last is None or not _is_of(last, battle, number) or last.options != options:
        last = _last = _Thought(battle, number, options, _best(battle, battle.units[number], options))
    return last.intent


def _is_of(thought: _Thought, battle: ColdSteelBattle, number: int) -> bool:
    """Was an intent made for this unit in the same state?"""
    then = thought.battle
    same = then.units is battle.units and then.links is battle.links and then.prizes is battle.prizes
    return same and thought.unit == number and then.turn == battle.turn


def thought_of(battle: ColdSteelBattle, number: int, kind: ManoeuvreKind) -> Intent | None:
    """The last intent, if it is of this kind and led to a question about its details; else None."""
    last = _last
    if last is None or not _is_of(last, battle, number):
        return None
    return last.intent if last.intent.manoeuvre.kind is kind else None


def _best(battle: ColdSteelBattle, unit: ColdSteelUnit, options: tuple[Manoeuvre, ...]) -> Intent:
    """The best intent; the best few lose the worth of their fire if they see no target."""
    found = sorted(_intents(battle, unit, options), key=lambda one: -one.worth)
    looked = [_looked_at(one) for one in found[:LOOKED_AT]]
    return max((*looked, *found[LOOKED_AT:]), key=lambda one: one.worth)


def _looked_at(one: Intent) -> Intent:
    """An intent without the worth of its fire if it sees no target."""
    if one.view is None or one.place is None:
        return one
    fire = fire_worth(one.view, one.place)
    if fire <= 0.0 or sees_a_target(one.view, one.place):
        return one
    return one._replace(worth=one.worth - fire)


def _intents(
    battle: ColdSteelBattle, unit: ColdSteelUnit, options: tuple[Manoeuvre, ...]
) -> Iterator[Intent]:
    view = outlook(battle, unit)
    here = Place(standing(unit), unit.shape)
    stays = place_worth(view, *here)
    yield Intent(stays + LEAST, STANDS, None, here, view)
    for option in options:
        match option.kind:
            case ManoeuvreKind.STAND:
                continue
            case ManoeuvreKind.REFORM:
                yield from _re_forming(battle, unit, option)
            case ManoeuvreKind.ADVANCE | ManoeuvreKind.ROAD:
                yield from _moving(view, option)
            case ManoeuvreKind.CHARGE:
                yield from _charging(view, option)
            case ManoeuvreKind.ENTER:
                yield from _entering(view, option, stays)
            case ManoeuvreKind.LEAVE:
                yield from _leaving(battle, unit, option)


# ----------------------------------------------------------------------- formations and facings
def _re_forming(battle: ColdSteelBattle, unit: ColdSteelUnit, option: Manoeuvre) -> Iterator[Intent]:
    """The useful formations, facing near enemies and the goal."""
    offered = reforming.stances(battle, unit)
    shoots = not unit.is_artillery
    for formation in formations(unit):
        headings = [stance.heading for stance in offered if stance.formation is formation]
        if not headings:
            continue
        view = outlook(battle, unit, formation)
        for heading in dict.fromkeys(_nearest(headings, wish) for wish in _headings(battle, unit)):
            place = reformed(unit, formation, heading)
            worth = place_worth(view, *place, shoots=shoots) - REFORMING
            yield Intent(worth, option, Stance(formation, heading), place, view)


def formations(unit: ColdSteelUnit) -> tuple[Formation, ...]:
    """The formations to consider; the march column costs more than it saves.

    Guns unlimber and stay in action.
    """
    if unit.is_artillery:
        return (Formation.LINE,)
    return tuple(one for one in reforming.open_formations(unit) if one is not Formation.COLUMN)


def _headings(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[int, ...]:
    """The unit's present heading, and those to the nearest enemies and to its goal."""
    here = middle(unit)
    foes = sorted((middle(foe) for foe in battle.on_table(1 - unit.side)), key=lambda foe: apart(here, foe))
    goal = goals(battle, unit.side).get(unit.id)
    points = foes[: 8 if unit.is_artillery else 3]
    if goal is not None:
        points.append(goal.point)
    return (standing(unit).heading, *(heading_to(here, point) for point in points))


def _nearest(headings: list[int], wish: int) -> int:
    return min(headings, key=lambda heading: (abs(turn_between(wish, heading)), heading))


# ----------------------------------------------------------------------- moves
def _moving(view: Outlook, option: Manoeuvre) -> Iterator[Intent]:
    """The candidate moves, and shorter versions of them."""
    battle, unit = view.battle, view.unit
    if unit.is_artillery and unit.formation is Formation.LINE:
        return
    terms = move_terms(battle, unit, by_road=option.kind is ManoeuvreKind.ROAD)
    found = candidates(unit, terms, scene_of(battle), towards=places(view), most=MOST)
    ends = dict.fromkeys((plan, end) for plan, end, _ in found if plan)
    for plan, end in (*ends, *_shorter(view, tuple(plan for plan, _ in ends))):
        place = Place(end, unit.shape)
        worth = place_worth(view, *place) + _at_the_door(view, place)
        yield Intent(worth, option, plan, place, view)


def _shorter(view: Outlook, plans: tuple[Plan, ...]) -> Iterator[tuple[Plan, Pose]]:
    """Shorter versions of moves that end straight ahead; part of a legal leg is legal."""
    pose, shape = standing(view.unit), view.unit.shape
    for plan in plans[:6]:
        last = plan[-1]
        if isinstance(last, Advance) and last.distance > 4 * INCH:
            for share in SHARES:
                part = (*plan[:-1], Advance(int(last.distance * share)))
                yield part, plan_end(part, pose, shape)


def _at_the_door(view: Outlook, place: Place) -> float:
    """The worth of reaching a wall of the building that a unit is to hold, if it may enter."""
    goal, unit = view.goal, view.unit
    if goal is None or not goal.house or not unit.is_infantry:
        return 0.0
    inside = houses.reached(view.battle, unit, place.pose, 0.0)
    return goal.prize if goal.house in inside else 0.0


def places(view: Outlook) -> tuple[Point, ...]:
    """The points a unit might move towards: its goal and the nearest enemies."""
    here = middle(view.unit)
    foes = sorted((foe.stand.points[0] for foe in view.foes), key=lambda point: apart(here, point))
    goal = () if view.goal is None else (view.goal.point,)
    return (*goal, *foes[:3])


# ----------------------------------------------------------------------- charges and houses
def _charging(view: Outlook, option: Manoeuvre) -> Iterator[Intent]:
    """The best charge; a locked unit neither shoots nor is shot at."""
    onset = best_charge(view.battle, view.unit)
    if onset is not None:
        worth = onset.worth + goal_worth(view, onset.way.to, view.unit.shape)
        yield Intent(worth, option, onset.way.charge)


def _entering(view: Outlook, option: Manoeuvre, stays: float) -> Iterator[Intent]:
    """Enter a building that is an objective."""
    if wants(view.battle, option.building):
        goal = view.goal
        yield Intent(stays + 1.0 + (0.0 if goal is None else goal.prize), option)


def wants(battle: ColdSteelBattle, building: str) -> bool:
    """Is a building an objective?"""
    return any(prize.building == building for prize in battle.prizes)


def _leaving(battle: ColdSteelBattle, unit: ColdSteelUnit, option: Manoeuvre) -> Iterator[Intent]:
    """Leave a building that is no objective."""
    if wants(battle, unit.building):
        return
    for way in houses.exits(battle, unit):
        place = houses.outside(battle, unit, way)
        view = outlook(battle, unit, way.formation)
        yield Intent(place_worth(view, *place) - REFORMING, option, way, place, view)


def best_exit(battle: ColdSteelBattle, unit: ColdSteelUnit, ways: tuple[Exit, ...]) -> Exit:
    """The exit that leads to the best place for a garrison."""

    def worth(way: Exit) -> float:
        return place_worth(outlook(battle, unit, way.formation), *houses.outside(battle, unit, way))

    return max(ways, key=worth)


def best_stance(battle: ColdSteelBattle, unit: ColdSteelUnit, stances: tuple[Stance, ...]) -> Stance:
    """The best of some stances, among those that face an enemy or the goal."""
    wishes = _headings(battle, unit)
    by_formation: dict[Formation, list[int]] = {}
    for stance in stances:
        by_formation.setdefault(stance.formation, []).append(stance.heading)
    best, most = stances[0], float("-inf")
    for formation, headings in by_formation.items():
        view = outlook(battle, unit, formation)
        for heading in dict.fromkeys(_nearest(headings, wish) for wish in wishes):
            worth = place_worth(view, *reformed(unit, formation, heading))
            if worth > most:
                best, most = Stance(formation, heading), worth
    return best

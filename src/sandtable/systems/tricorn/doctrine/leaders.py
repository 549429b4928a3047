"""Officers: where they ride, which units they join, where they escape to, and where successors appear."""

from __future__ import annotations

from typing import Final

from sandtable.systems.tricorn.battle import Officer, TricornBattle, TricornUnit
from sandtable.systems.tricorn.doctrine.lie import apart, midst
from sandtable.systems.tricorn.doctrine.melees import general_helps
from sandtable.systems.tricorn.ending import PlaceSuccessor
from sandtable.systems.tricorn.nearness import distance_to, middle_of, nearest_enemy, place_of
from sandtable.systems.tricorn.officer_decisions import Errand, Join, MoveOfficer, PickRefuge, Ride
from sandtable.table.space import INCH, Point

JOINS: Final = 0.03
"""How much an officer must add to a melee to join it."""
OUT: Final = 1.0
"""The cost of each unit outside an officer's radius."""
BEHIND: Final = 2.0
"""How many inches an officer keeps behind the centre of his units, away from the enemy."""
EXPOSED: Final = 0.4
"""The cost of each inch by which an enemy is too near to him."""
KEEPS: Final = 6.0
"""How far an unattached officer keeps from enemies, in inches."""
MOVES: Final = 1.5
"""The shortest ride worth making, in inches."""


def errand(battle: TricornBattle, question: MoveOfficer) -> object:
    """An officer joins a melee that he may decide; otherwise he rides to where all his units are within his
    radius.

    leaders.move, leaders.attach, command.radius.measure
    """
    joins = [one for one in question.options if isinstance(one, Join)]
    best = max(joins, key=lambda one: general_helps(battle, one.unit), default=None)
    if best is not None and general_helps(battle, best.unit) > JOINS:
        return best
    return _rides_or_stays(battle, battle.officers[question.officer], question)


def _rides_or_stays(battle: TricornBattle, officer: Officer, question: MoveOfficer) -> object:
    """An officer stays with a unit that fights; an unattached one rides if he is not where he wants to be."""
    if officer.attached is not None and general_helps(battle, officer.attached) > 0.0:
        return Errand.STAY
    here, wish = place_of(battle, officer), wished(battle, officer)
    far = here is not None and wish is not None and apart(here, wish) > MOVES
    return Errand.RIDE if far and Errand.RIDE in question.options else Errand.STAY


def followers(battle: TricornBattle, officer: Officer) -> tuple[TricornUnit, ...]:
    """The units an officer keeps near: his own, or for a Commander in Chief without a command those in
    disorder.

    morale.mod.cc-range
    """
    here = battle.on_table(officer.side)
    if officer.command is not None:
        return tuple(unit for unit in here if unit.command == officer.command)
    shaken = tuple(unit for unit in here if unit.removable)
    return shaken or here


def wished(battle: TricornBattle, officer: Officer) -> Point | None:
    """Where an officer wants to be: in the centre of his units, slightly behind them."""
    middle = midst(middle_of(unit) for unit in followers(battle, officer))
    enemy = midst(middle_of(foe) for foe in battle.enemies_of(officer.side))
    if middle is None or enemy is None:
        return middle
    length = apart(middle, enemy) or 1.0
    back = BEHIND / length
    return Point(middle.x + (middle.x - enemy.x) * back, middle.y + (middle.y - enemy.y) * back)


def ride(battle: TricornBattle, question: Ride) -> object:
    """The best of the offered places and the wished one, brought within his reach."""
    officer = battle.officers[question.officer]
    wish = wished(battle, officer)
    places = [] if wish is None else _on_the_way(question, wish)
    if not places:
        places = [place for place in question.sensible() if isinstance(place, Point)]
    best = max(places, key=lambda place: _place_worth(battle, officer, place, wish), default=None)
    assert best is not None, "a ride is offered only where there is a place"
    return best


def _on_the_way(question: Ride, wish: Point) -> list[Point]:
    """Legal places towards a point, nearer and nearer to it."""
    start = middle_of(question.near)
    found = []
    for share in (1.0, 0.9, 0.75, 0.6, 0.45, 0.3):
        x, y = start.x + (wish.x - start.x) * share, start.y + (wish.y - start.y) * share
        place = Point(round(x), round(y))
        if question.judge(place) == place:
            found.append(place)
    return found


def _place_worth(battle: TricornBattle, officer: Officer, place: Point, wish: Point | None) -> float:
    """The value of a place: units in his radius, no enemy near, and close to where he wants to be."""
    radius = officer.rating.radius * INCH
    out = sum(distance_to(unit, place) > radius for unit in followers(battle, officer))
    near = min((distance_to(foe, place) / INCH for foe in battle.enemies_of(officer.side)), default=KEEPS)
    worth = -OUT * out - EXPOSED * max(KEEPS - near, 0.0)
    return worth - (0.0 if wish is None else 0.05 * apart(place, wish))


# --------------------------------------------------------------------- in danger, and after
def escape(battle: TricornBattle, question: PickRefuge) -> object:
    """The officer escapes to the friends farthest from any enemy (leaders.contacted)."""
    return max(question.options, key=lambda unit: nearest_enemy(battle, battle.units[unit]))


def replacement(battle: TricornBattle, question: PlaceSuccessor) -> object:
    """The new General appears in the centre of the command (leaders.casualty.replace)."""
    middles = [middle_of(battle.units[unit]) for unit in question.options]

    def spread(unit: int) -> float:
        return sum(apart(middle_of(battle.units[unit]), middle) for middle in middles)

    return min(question.options, key=spread)

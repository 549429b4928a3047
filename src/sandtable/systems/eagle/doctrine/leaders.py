"""Leaders and control: who leads where, what actions are spent on, and how a line keeps together."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.kept import by_identity
from sandtable.game.placing import PlacePoint
from sandtable.game.questions import Choose, Decision
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.controlling import NEAR, guides_of
from sandtable.systems.eagle.doctrine.chances import MOST_INSPIRED, middle
from sandtable.systems.eagle.doctrine.charges import number_of
from sandtable.systems.eagle.doctrine.goals import Posture, goals, is_there
from sandtable.systems.eagle.doctrine.worth import value_of
from sandtable.systems.eagle.leading import Deed, Order
from sandtable.systems.eagle.nearness import distance, enemies_within, within
from sandtable.table.measure import INCH
from sandtable.table.plane import apart
from sandtable.table.pose import Point

CHARGE_REACH: Final = 4 * INCH
CLOSE: Final = 10 * INCH
BESIDE: Final = INCH
"""So near neighbours dress by one another (control.conform)."""
ENGAGED: Final = 2.0
ABOUT_TO_FIGHT: Final = 1.2
RALLY: Final = 2.2
COMMAND: Final = 0.45
"""What a leader is worth with a unit that fights, is about to, is shaken; and for each that he leads."""
TO_MOVE: Final = 0.8
"""What another place must be worth more before a leader spends an action on riding there."""
WORN: Final = 2


# ----------------------------------------------------------------------- actions
def act(battle: EagleBattle, question: Decision[Any]) -> object:
    """Shaken units are rallied, those that fight inspired; else a leader goes where he is needed."""
    if isinstance(question, PlacePoint):
        return ride(battle, question)
    assert isinstance(question, Choose)
    if not any(isinstance(option, Order) for option in question.options):
        return max(question.options, key=lambda unit: _need(battle, battle.units[unit]))
    orders = [option for option in question.options if option is not None]
    best = max(orders, key=lambda order: (_order_worth(battle, order), -orders.index(order)))
    return best if _order_worth(battle, best) > 0.0 else None


def _order_worth(battle: EagleBattle, order: Order) -> float:
    leader = battle.leaders[order.leader]
    match order.deed:
        case Deed.STEADY:
            return _steady_worth(battle, battle.units[_attached(leader)])
        case Deed.INSPIRE:
            return _inspire_worth(battle, battle.units[_attached(leader)])
        case Deed.JOIN:
            assert order.unit is not None
            return _join_worth(battle, leader, battle.units[order.unit])
        case Deed.RIDE:
            return 0.0


def _attached(leader: Leader) -> int:
    assert leader.attached is not None
    return leader.attached


def _steady_worth(battle: EagleBattle, unit: EagleUnit) -> float:
    """A shaken unit first, then one that fights; one that would rather move is left alone."""
    if unit.shaken:
        return 3.0
    if battle.is_engaged(unit.id):
        return 1.0 + 0.3 * unit.dp
    near = bool(enemies_within(battle, unit, CHARGE_REACH))
    return 0.9 if near else 0.5 if unit.dp >= WORN else 0.0


def _inspire_worth(battle: EagleBattle, unit: EagleUnit) -> float:
    """Only those who fight this turn, and no more than counts (melee.mod.inspire)."""
    if unit.inspired >= MOST_INSPIRED:
        return 0.0
    if battle.is_engaged(unit.id):
        return 1.1
    return 0.4 if enemies_within(battle, unit, CHARGE_REACH) and not unit.shaken else 0.0


def _join_worth(battle: EagleBattle, leader: Leader, unit: EagleUnit) -> float:
    """What another unit needs him more than where he is; he stays where he has steadied or inspired."""
    here = 0.0
    if leader.attached is not None:
        joined = battle.units[leader.attached]
        if joined.inspired:
            return 0.0
        here = _need(battle, joined)
    gain = _need(battle, unit) - here
    return (
        gain - (TO_MOVE if leader.attached is not None else 0.0) + (0.5 if leader.attached is None else 0.0)
    )


def _need(battle: EagleBattle, unit: EagleUnit) -> float:
    """How much a unit needs a leader: it fights, it is shaken, or many dress by it."""
    if unit.routing or any(not one.crippled for one in battle.attached_to(unit.id)[1:]):
        return 0.0
    need = COMMAND * _led_from(battle, unit)
    if unit.is_light:
        return 0.3 * need
    if unit.shaken:
        return need + RALLY
    if battle.is_engaged(unit.id):
        return need + ENGAGED + 0.2 * value_of(unit)
    return need + (ABOUT_TO_FIGHT if enemies_within(battle, unit, CLOSE) else 0.0)


def _led_from(battle: EagleBattle, unit: EagleUnit) -> float:
    """How many units a leader with this one keeps in hand, near him or by dressing, that no other does."""
    mine = _lines(battle)[unit.side].get(unit.id, ())
    others = [one for one in battle.leaders_of(unit.side) if one.attached not in (None, unit.id)]
    taken = {one for leader in others for one in _lines(battle)[unit.side].get(_attached(leader), ())}
    return min(sum(one not in taken for one in mine), 6)


@by_identity(most=4)
def _lines(battle: EagleBattle) -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
    """For each unit of a side those that hang together with it, each within an inch of the next."""
    return _lines_of(battle, 0), _lines_of(battle, 1)


def _lines_of(battle: EagleBattle, side: int) -> dict[int, tuple[int, ...]]:
    units = [unit.id for unit in battle.unbroken(side) if not battle.is_engaged(unit.id)]
    found: dict[int, tuple[int, ...]] = {}
    for unit in units:
        if unit in found:
            continue
        line, queue = [unit], [unit]
        while queue:
            one = queue.pop()
            for other in within(battle, one, tuple(each for each in units if each not in line), BESIDE):
                line.append(other)
                queue.append(other)
        found |= dict.fromkeys(line, tuple(line))
    return found


def ride(battle: EagleBattle, question: PlacePoint) -> object:
    """A leader alone rides to the middle of the units that nobody leads, as near as he can."""
    side = question.seat
    alone = [unit for unit in battle.unbroken(side) if not unit.is_light and not _is_led(battle, unit)]
    units = alone or list(battle.unbroken(side))
    places = question.sensible()
    if not units:
        return places[0]
    goal = _mean([middle(unit) for unit in units])

    def away(place: object) -> float:
        assert isinstance(place, Point)
        return apart(place, goal)

    return min(places, key=away)


def _mean(points: list[Point]) -> Point:
    return Point(sum(one.x for one in points) / len(points), sum(one.y for one in points) / len(points))


def _is_led(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is a leader with a unit so near that it need not test?"""
    led = [leader.attached for leader in battle.leaders_of(unit.side) if leader.attached is not None]
    return any(distance(battle, unit.id, other) <= NEAR for other in led)


# ----------------------------------------------------------------------- control
def next_settled(battle: EagleBattle, question: Choose[int]) -> object:
    """Those who can dress by somebody first; of the others those by whom most can dress."""

    def rank(number: int) -> tuple[int, int, int]:
        unit = battle.units[number]
        friends = tuple(one.id for one in battle.unbroken(unit.side) if one.id != number)
        return len(guides_of(battle, unit)), len(within(battle, number, friends, BESIDE)), -number

    return max(question.options, key=rank)


def conform(battle: EagleBattle, question: Choose[int | None]) -> object:
    """A sound unit moves with its neighbour, unless its way lies elsewhere; a worn one halts and dresses."""
    unit = battle.units[number_of(question)]
    if unit.shaken or unit.dp > WORN or (unit.troop_class.is_formed_kind and not unit.formed):
        return None
    guides = [battle.units[guide] for guide in question.options if guide is not None]
    like = [guide for guide in guides if _goes_the_same_way(battle, unit, guide)]
    return min(like, key=lambda guide: (guide.guide is not None, guide.id)).id if like else None


def _goes_the_same_way(battle: EagleBattle, unit: EagleUnit, guide: EagleUnit) -> bool:
    goal = goals(battle)[unit.side]
    if unit.is_light != guide.is_light:
        return False
    if goal.posture is Posture.ATTACK:
        return unit.is_mounted == guide.is_mounted
    return is_there(goal, middle(unit)) == is_there(goal, middle(guide))

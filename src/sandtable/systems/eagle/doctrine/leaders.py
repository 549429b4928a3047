"""Leaders and control: where leaders go, what they spend actions on, and how a line keeps together."""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.placing import PlacePoint
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.control_decisions import Conform, PickControl
from sandtable.systems.eagle.control_facts import trial_of
from sandtable.systems.eagle.controlling import guides_of
from sandtable.systems.eagle.doctrine.chances import MOST_INSPIRED, middle
from sandtable.systems.eagle.doctrine.charges import can_strike
from sandtable.systems.eagle.doctrine.goals import Posture, goals, is_there
from sandtable.systems.eagle.doctrine.moves import has_better_place, worn_at
from sandtable.systems.eagle.doctrine.posts import (
    BESIDE,
    command_worth,
    goes_by_itself,
    has_time_to_rally,
    post_worth,
)
from sandtable.systems.eagle.doctrine.riding import best_place, on_the_way
from sandtable.systems.eagle.leader_decisions import (
    REACH,
    AppearWith,
    Deed,
    Order,
    Ride,
    RideByAction,
    SpendAction,
)
from sandtable.systems.eagle.leader_losses import JoinNearest
from sandtable.systems.eagle.leader_moves import ride_of
from sandtable.systems.eagle.nearness import enemies_within, within
from sandtable.table.space import INCH, Point, apart

SOON: Final = 8 * INCH
"""An enemy this near is met this turn or the next: a unit is not kept standing there to shed a point."""
JOINED: Final = 0.3
"""The value to a leader of being with a unit rather than alone."""
NEXT_TURN: Final = 0.6
"""The weight of a post that a leader reaches in the next turn only."""
FAR: Final = 0.02
"""How much less a post counts for each inch of the way to it."""
TO_MOVE: Final = 0.15
"""How much more another place must be worth before a leader spends an action on riding there."""
WORN: Final = 2
EVEN: Final = 0.5
"""A unit with a smaller chance to go on by itself conforms even to foot if mounted, or to horse if not."""


# ----------------------------------------------------------------------- actions
def act(battle: EagleBattle, question: SpendAction) -> object:
    """Leaders rally shaken units and inspire units in combat; otherwise they go where they are needed."""
    orders = [option for option in question.options if option is not None]
    best = max(orders, key=lambda order: (_order_worth(battle, order), -orders.index(order)))
    return best if _order_worth(battle, best) > 0.0 else None


def join(battle: EagleBattle, question: AppearWith | JoinNearest) -> object:
    """A leader without a unit joins the one that needs him most."""
    leader = battle.leaders[question.leader]
    return max(question.options, key=lambda unit: post_worth(battle, leader, battle.units[unit]))


def _order_worth(battle: EagleBattle, order: Order) -> float:
    leader = battle.leaders[order.leader]
    match order.deed:
        case Deed.STEADY:
            return _steady_worth(battle, battle.units[_attached(leader)], leader.left)
        case Deed.INSPIRE:
            return _inspire_worth(battle, battle.units[_attached(leader)])
        case Deed.JOIN:
            assert order.unit is not None
            return _join_worth(battle, leader, battle.units[order.unit])
        case Deed.RIDE:
            return _ride_worth(battle, leader)


def _attached(leader: Leader) -> int:
    assert leader.attached is not None
    return leader.attached


def _steady_worth(battle: EagleBattle, unit: EagleUnit, actions: int) -> float:
    """A shaken unit counts first, then one that fights, or can charge once steadied by these actions.

    A unit that should move is not steadied.
    """
    if unit.shaken and (battle.is_engaged(unit.id) or has_time_to_rally(battle, unit)):
        return 1.5
    if battle.is_engaged(unit.id):
        return 0.5 + 0.2 * unit.dp
    if not unit.formed:
        return 0.0
    if can_strike(battle, unit, steadied=actions):
        return 0.6
    return 0.2 if unit.dp > WORN and not enemies_within(battle, unit, SOON) else 0.0


def _inspire_worth(battle: EagleBattle, unit: EagleUnit) -> float:
    """Only units that fight this turn are inspired, and no more often than counts (melee.mod.inspire)."""
    if unit.inspired >= MOST_INSPIRED:
        return 0.0
    if battle.is_engaged(unit.id):
        return 0.6
    return 0.3 if can_strike(battle, unit) else 0.0


def _join_worth(battle: EagleBattle, leader: Leader, unit: EagleUnit) -> float:
    """How much more another unit needs a leader; he stays where he has steadied or inspired."""
    if leader.attached is None:
        return post_worth(battle, leader, unit) + JOINED - _present_worth(battle, leader)
    if battle.units[leader.attached].inspired:
        return 0.0
    return post_worth(battle, leader, unit) - _present_worth(battle, leader) - TO_MOVE


def _present_worth(battle: EagleBattle, leader: Leader) -> float:
    """The value of a leader where he is."""
    if leader.attached is None:
        return command_worth(battle, leader, battle.place_of(leader))
    return post_worth(battle, leader, battle.units[leader.attached])


def _ride_worth(battle: EagleBattle, leader: Leader) -> float:
    """The value of riding alone: to where more units are in his range, or towards a distant post."""
    if leader.attached is not None and battle.units[leader.attached].inspired:
        return 0.0
    question = ride_of(battle, leader, RideByAction)
    if not question.has_place:
        return 0.0
    place = best_place(battle, leader, question, leader.left)
    here = 0.0 if place is None else place.worth
    worth = max(here, _far_worth(battle, leader)) - _present_worth(battle, leader) - TO_MOVE
    return worth if leader.attached is None else worth - JOINED


def _far_worth(battle: EagleBattle, leader: Leader) -> float:
    """The value of a post too far to reach at once, to a leader who gets there by riding on."""
    post = best_post(battle, leader)
    far = 0.0 if post is None else apart(battle.place_of(leader), middle(post))
    if post is None or far <= REACH:
        return 0.0
    worth = post_worth(battle, leader, post)
    return worth if far <= leader.left * REACH else NEXT_TURN * worth


def best_post(battle: EagleBattle, leader: Leader) -> EagleUnit | None:
    """The unit without another leader that needs this one most; distant ones count less."""
    start = battle.place_of(leader)

    def worth(unit: EagleUnit) -> float:
        return post_worth(battle, leader, unit) - FAR * apart(start, middle(unit)) / INCH

    return max(battle.unbroken(leader.side), key=worth, default=None)


def ride(battle: EagleBattle, question: Ride) -> object:
    """A lone leader rides to where most units are in his range, or towards a unit that needs him more."""
    places = question.sensible()
    leader = battle.leaders[question.leader]
    rides = leader.left if isinstance(question, RideByAction) else 1
    place, post = best_place(battle, leader, question, rides), best_post(battle, leader)
    if place is not None and place.worth >= _far_worth(battle, leader):
        return _as_far_as(battle, leader, question, place.point)
    if post is None:
        return places[0]
    return _nearest_to(places, middle(post))


def _as_far_as(battle: EagleBattle, leader: Leader, question: PlacePoint, goal: Point) -> object:
    """A place, or the point on the way to it that one ride reaches."""
    start = battle.place_of(leader)
    if apart(start, goal) <= question.within:
        return goal
    return on_the_way(question, start, goal) or _nearest_to(question.sensible(), goal)


def _nearest_to(places: tuple[object, ...], goal: Point) -> object:
    """The place nearest to a goal."""

    def away(spot: object) -> float:
        assert isinstance(spot, Point)
        return apart(spot, goal)

    return min(places, key=away)


# ----------------------------------------------------------------------- control
def next_settled(battle: EagleBattle, question: PickControl) -> object:
    """Settle first the units that can conform; of the others, those to which most can conform."""

    def rank(number: int) -> tuple[int, int, int]:
        unit = battle.units[number]
        friends = tuple(one.id for one in battle.unbroken(unit.side) if one.id != number)
        return len(guides_of(battle, unit)), len(within(battle, number, friends, BESIDE)), -number

    return max(question.options, key=rank)


def conform(battle: EagleBattle, question: Conform) -> object:
    """A sound unit conforms to its neighbour unless its way lies elsewhere; a worn one halts and redresses.

    A unit that can charge tests rather than conform to one that cannot, and no unit conforms to one that
    cannot advance (control.conform).
    """
    unit = battle.units[question.unit]
    spent = unit.dp >= worn_at(battle, unit)
    if unit.shaken or spent or (unit.troop_class.is_formed_kind and not unit.formed):
        return None
    guides = [battle.units[guide] for guide in question.options if guide is not None]
    if can_strike(battle, unit):
        guides = [guide for guide in guides if can_strike(battle, guide)]
    like = [guide for guide in guides if _goes_the_same_way(battle, unit, guide) and _goes_on(battle, guide)]
    return min(like, key=lambda guide: (guide.guide is not None, guide.id)).id if like else None


def _goes_on(battle: EagleBattle, guide: EagleUnit) -> bool:
    """Can a guide, or the unit that it conforms to itself, advance? Far from the enemy every unit can."""
    while guide.guide is not None:
        guide = battle.units[guide.guide]
    if goals(battle)[guide.side].posture is not Posture.ATTACK or not enemies_within(battle, guide, SOON):
        return True
    return can_strike(battle, guide) or has_better_place(battle, guide)


def _goes_the_same_way(battle: EagleBattle, unit: EagleUnit, guide: EagleUnit) -> bool:
    goal = goals(battle)[unit.side]
    if unit.is_light != guide.is_light:
        return False
    if goal.posture is Posture.ATTACK:
        return unit.is_mounted == guide.is_mounted or goes_by_itself(trial_of(battle, unit)) < EVEN
    return is_there(goal, middle(unit)) == is_there(goal, middle(guide))

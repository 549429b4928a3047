"""Leaders in the Command phase: seconds in command take over, and leaders spend their actions.

turn.command.order, command.actions.number
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader, Step
from sandtable.systems.eagle.leader_decisions import AppearWith, Deed, Order, RideByAction, SpendAction
from sandtable.systems.eagle.leader_events import (
    LeaderJoined,
    LeaderRode,
    LeaderSucceeded,
    UnitInspired,
    UnitSteadied,
)
from sandtable.systems.eagle.leader_moves import can_ride, joinable, look_about, marked, outlook_of, ride_of
from sandtable.systems.eagle.leader_risk import actions_of_second, replacement_turn
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.nearness import SLACK
from sandtable.systems.eagle.rallying import can_be_steadied, steadied
from sandtable.systems.eagle.steps import step_done
from sandtable.table.measure import distance_to_point
from sandtable.table.space import Point, Scene


# --------------------------------------------------------------------- the step
async def leaders_step(battle: EagleBattle) -> EagleBattle:
    """The leaders of a side spend actions one at a time in any order; unspent ones are lost.

    turn.command.order, command.actions.number; seconds in command of both sides appear first
    (leaders.replacement.place)
    """
    heir = next(_heirs(battle), None) if battle.step is Step.FIRST_LEADERS else None
    if heir is not None:
        return await _succeed(battle, heir)
    options = orders(battle, battle.active)
    if not options:
        return await step_done(battle)
    chosen = await SpendAction(battle.active, (*options, None))
    return await step_done(battle) if chosen is None else await carry_out(battle, chosen)


def orders(battle: EagleBattle, side: int) -> list[Order]:
    """All actions open to the leaders of a side.

    command.move, command.steady.limits, command.inspire, leaders.wound.reconcile, leaders.routed
    """
    found: list[Order] = []
    scene, numbers = scene_of(battle), battle.numbers_unbroken(side)
    known, acting = _given(scene), list[tuple[Leader, EagleUnit | None]]()
    anew: list[Point] = []
    for leader in battle.leaders:
        if leader.left > 0 and leader.side == side and leader.is_present:
            joined = None if leader.attached is None else battle.units[leader.attached]
            acting.append((leader, joined))
            if not leader.steadied and leader.id not in known:
                anew.append(battle.place_of(leader))
    if len(anew) > 1:
        look_about(scene, side, anew)
    for leader, joined in acting:
        had = known.get(leader.id)
        if had is None or had[0] is not leader or had[1] is not joined or had[2] is not numbers:
            had = known[leader.id] = leader, joined, numbers, orders_of(battle, leader)
        found += had[3]
    return found


@by_identity(most=4)
def _given(
    scene: Scene,
) -> dict[int, tuple[Leader, EagleUnit | None, tuple[int, ...], list[Order]]]:
    """A cache per scene: the orders open to each leader.

    An entry holds while the leader, the unit he is with and the unbroken units of his side are the same
    objects.
    """
    del scene
    return {}


def orders_of(battle: EagleBattle, leader: Leader) -> list[Order]:
    """All actions open to one leader."""
    number, found = leader.id, list[Order]()
    joined = None if leader.attached is None else battle.units[leader.attached]
    if joined is not None:
        if joined.routing:
            return found
        if not leader.crippled:
            if joined.dp and can_be_steadied(order_of(joined)):
                found.append(_order(number, Deed.STEADY))
            found.append(_order(number, Deed.INSPIRE))
    if not leader.steadied:
        outlook = outlook_of(battle, leader)
        found += _joins(number, joinable(battle, leader, outlook))
        if can_ride(battle, leader, outlook):
            found.append(_order(number, Deed.RIDE))
    return found


@lru_cache(maxsize=256)
def _order(leader: int, deed: Deed) -> Order:
    """An order that names no unit; cached, because the same few recur."""
    return Order(leader, deed)


@lru_cache(maxsize=1024)
def _joins(leader: int, units: tuple[int, ...]) -> tuple[Order, ...]:
    """The orders to join these units; cached, because the same few recur."""
    return tuple([Order(leader, Deed.JOIN, unit) for unit in units])


async def carry_out(battle: EagleBattle, order: Order) -> EagleBattle:
    """One action of a leader (command.move, command.steady, command.inspire)."""
    leader = battle.leaders[order.leader]
    match order.deed:
        case Deed.RIDE:
            place = await ride_of(battle, leader, RideByAction)
            return await tell(battle, LeaderRode(leader.id, marked(place), free=False))
        case Deed.JOIN:
            assert order.unit is not None
            return await tell(battle, LeaderJoined(leader.id, order.unit))
        case Deed.STEADY:
            assert leader.attached is not None
            before = order_of(battle.units[leader.attached])
            after = steadied(before)
            event = UnitSteadied(
                leader.id, leader.attached, after.dp, rallied=before.shaken and not after.shaken
            )
            return await tell(battle, event)
        case Deed.INSPIRE:
            assert leader.attached is not None
            return await tell(battle, UnitInspired(leader.id, leader.attached))


# --------------------------------------------------------------------- seconds in command
def _heirs(battle: EagleBattle) -> Iterator[Leader]:
    """The leaders whose seconds in command take over in this turn.

    leaders.second-in-command, leaders.second-in-command.britons, leaders.replacement.place
    """
    for leader in battle.leaders:
        if leader.lost_in and not leader.second:
            due = replacement_turn(leader.lost_in, battle.camps[leader.side].nation, second=leader.second)
            if due is not None and due <= battle.turn:
                yield leader


async def _succeed(battle: EagleBattle, fallen: Leader) -> EagleBattle:
    """A second in command appears with the dead leader's unit, or with the nearest to where he fell.

    leaders.replacement.place: his owner chooses between units equally near
    """
    near = heirs_units(battle, fallen)
    if len(near) > 1:
        unit: int | None = await AppearWith(fallen.side, near, leader=fallen.id)
    else:
        unit = near[0] if near else None
    name = f"{fallen.name}'s second in command"
    return await tell(battle, LeaderSucceeded(fallen.id, unit, actions_of_second(), name))


def heirs_units(battle: EagleBattle, fallen: Leader) -> tuple[int, ...]:
    """The units with which the second in command of a leader may appear (leaders.replacement.place)."""
    friends = battle.unbroken(fallen.side)
    if fallen.fell_with is not None and any(friend.id == fallen.fell_with for friend in friends):
        return (fallen.fell_with,)
    assert fallen.fell_at is not None, f"nobody knows where {fallen.name} fell"
    lengths = [(distance_to_point(friend, fallen.fell_at), friend.id) for friend in friends]
    least = min((length for length, _ in lengths), default=0.0)
    return tuple(number for length, number in lengths if length <= least + SLACK)

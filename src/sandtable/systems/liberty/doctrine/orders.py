"""Which order to give: the one whose place is worth most, less the risk of failing its test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.systems.liberty.actions import Buying
from sandtable.systems.liberty.aim import targets
from sandtable.systems.liberty.arrivals import Entry
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.command import order_given
from sandtable.systems.liberty.doctrine.chances import obedience
from sandtable.systems.liberty.doctrine.ground import facing, heading_to, middle
from sandtable.systems.liberty.doctrine.leaders import ride_wanted
from sandtable.systems.liberty.doctrine.outlook import (
    GUNS,
    Outlook,
    best_shot,
    fighting_shape,
    goals_near,
    outlook,
    place_worth,
    proposals,
)
from sandtable.systems.liberty.leader_decisions import Ride
from sandtable.systems.liberty.order_decisions import Command, GiveOrder
from sandtable.systems.liberty.orders import OrderFacts, order_row
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.states import State
from sandtable.table.movement import Retire, leg_end
from sandtable.table.space import DEGREE, HALF_TURN, INCH, Pose

DISORDERED: Final = 1.0
"""The cost of a failed order: no shot, no move, and weakness if charged."""
MARGIN: Final = 0.05
"""How much better than the one before it an order must be; HOLD comes first."""


LOOKS: Final = 3
"""How many enemies a unit without a target considers turning to."""
SLANTS: Final = (0, 45 * DEGREE, -45 * DEGREE)
"""The directions to the rear that are considered."""


class Thought(NamedTuple):
    """A possible order for a unit and its worth if it is carried out."""

    order: Order
    worth: float


def give(battle: LibertyBattle, question: GiveOrder) -> object:
    """Orders begin with the unit nearest to the enemy, so that those behind find the way clear."""
    commands = [option for option in question.options if isinstance(option, Command)]
    if not commands:
        return _others(battle, question)
    unit = battle.units[_foremost(battle, commands)]
    offered = [command.order for command in commands if command.unit == unit.id]
    return Command(unit.id, best_order(battle, unit, offered))


def _others(battle: LibertyBattle, question: GiveOrder) -> object:
    """After the orders units arrive, then Generals move to their brigades."""
    entries = [option for option in question.options if isinstance(option, Entry)]
    if entries:
        return entries[0]
    return ride_wanted(battle, [option for option in question.options if isinstance(option, Ride)])


def _foremost(battle: LibertyBattle, commands: list[Command]) -> int:
    """The unit awaiting an order that is nearest to an enemy."""
    side = battle.units[commands[0].unit].side
    enemies = [middle(enemy) for enemy in battle.on_table(1 - side)]

    def off(number: int) -> tuple[float, int]:
        here = middle(battle.units[number])
        return min((abs(here.x - foe.x) + abs(here.y - foe.y) for foe in enemies), default=0.0), number

    return min(dict.fromkeys(command.unit for command in commands), key=off)


def best_order(battle: LibertyBattle, unit: Regiment, offered: list[Order]) -> Order:
    """The order with the highest average worth."""
    view = outlook(battle, unit)
    blind = not (best_shot(view) and targets(battle, unit))
    chosen, most = Order.HOLD, float("-inf")
    for thought in _thoughts(view, blind=blind):
        if thought.order not in offered or thought.worth <= most + MARGIN:
            continue
        worth = thought.worth - (1 - _chance(battle, unit, thought.order)) * DISORDERED
        if worth > most + MARGIN:
            chosen, most = thought.order, worth
    return chosen


def gain_of_moving(battle: LibertyBattle, unit: Regiment) -> float:
    """How much better the best other order is than to stand still."""
    held, most = 0.0, 0.0
    for thought in _thoughts(outlook(battle, unit), blind=False):
        if thought.order is Order.HOLD:
            held = thought.worth
        elif thought.worth - held > most:
            most = max(most, thought.worth - held - (1 - _chance(battle, unit, thought.order)) * DISORDERED)
    return most


def _chance(battle: LibertyBattle, unit: Regiment, order: Order) -> float:
    """The chance that a unit carries out an order."""
    if not order_row(order).dice(unit.state):
        return 1.0
    given = order_given(battle, unit, order, Buying.NEVER)
    return obedience(
        OrderFacts(
            order=order,
            state=given.state,
            quality=given.quality,
            in_command=given.in_command,
            supported=given.supported,
            reliable=given.reliable,
            drilled=given.drilled,
            unreliable=given.unreliable,
        )
    )


# ----------------------------------------------------------------------- the orders considered
def _thoughts(view: Outlook, *, blind: bool) -> Iterator[Thought]:
    """Every order that a unit considers, with the worth of its place; HOLD first.

    A *blind* unit sees no target from where it stands, so it gains nothing by standing there.
    """
    unit = view.unit
    pose, shape = unit.pose, unit.shape
    assert pose is not None
    yield Thought(Order.HOLD, place_worth(view, pose, shape, shoots=not blind))
    yield from _reforms(view, pose, most=LOOKS if blind else 1)
    rate = _rate(unit)
    for place in proposals(view, rate):
        yield Thought(Order.ADVANCE, place_worth(view, place, shape))
    if unit.arm in GUNS:
        return
    yield from _ways_back(view, pose, rate)
    if blind:
        run = max(rates(unit.arm).run - unit.under_fire, 0)
        for place in proposals(view, run):
            yield Thought(Order.RUN, place_worth(view, place, shape, shoots=False))


def _ways_back(view: Outlook, pose: Pose, rate: float) -> Iterator[Thought]:
    """RETIRE straight back, or aslant where that may matter; and RETREAT if the unit is hurt."""
    unit, shape = view.unit, view.unit.shape
    hurt = unit.state is not State.STEADY
    for slant in SLANTS if hurt or view.tasks else SLANTS[:1]:
        back = leg_end(Retire(round(rate * INCH), slant), pose, shape) if rate else pose
        yield Thought(Order.RETIRE, place_worth(view, back, shape))
    if hurt:
        run = max(rates(unit.arm).run - unit.under_fire, 0)
        away = pose.turned(HALF_TURN).shifted(0, run * INCH)
        yield Thought(Order.RETREAT, place_worth(view, away, shape, shoots=False))


def _rate(unit: Regiment) -> float:
    """The inches of a unit's ADVANCE."""
    return float(max(rates(unit.arm).advance - unit.under_fire, 0))


def _reforms(view: Outlook, pose: Pose, *, most: int) -> Iterator[Thought]:
    """A turn on the spot, in line, towards an enemy or an objective."""
    unit, here = view.unit, middle(view.unit)
    shape = fighting_shape(unit)
    for goal in goals_near(view, most):
        turned = facing(pose, unit.shape, heading_to(here, goal))
        yield Thought(Order.REFORM, place_worth(view, turned, shape) + _gain_of_line(unit))


def _gain_of_line(unit: Regiment) -> float:
    """The worth of coming out of a column, in which few bases shoot."""
    deep = unit.formation in (Formation.COLUMN, Formation.MARCH_COLUMN)
    return 1.0 if deep and unit.state is not State.SHAKEN else 0.0

"""The decision of step f: which unit gets which order, comes on, or which General moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple, TypeVar

from sandtable.game.ask.faces import Face, Missing
from sandtable.game.ask.questions import Choose
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.liberty.arrivals import Entry, place_of, ways_on
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.leader_decisions import Ride, ride_face, ride_label
from sandtable.systems.liberty.movement import March, allowance, is_in_difficult
from sandtable.systems.liberty.orders import Standing, obstacles, order_row
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.sight import MOST_MISSING
from sandtable.systems.liberty.words import name

T = TypeVar("T")

OFFERED: Final = (Order.HOLD, Order.REFORM, Order.ADVANCE, Order.RETIRE, Order.RUN, Order.RETREAT)
"""The orders of step f; RALLY is given in step c and CHARGE in step e (turn.command.one-order)."""


class Command(NamedTuple):
    """An order for a unit."""

    unit: int
    order: Order


Option = Command | Ride | Entry | None
"""The acting player's next action in step f; None lets all other units HOLD."""


class GiveOrder(Choose[Option], frozen=True, kw_only=True):
    """Choose the next action of step f (turn.command.f); a refusal names the rule that bars an order."""

    decision: str = "order-give"
    rule = "turn.command.f"

    battle: LibertyBattle

    def judge(self, answer: object) -> Option | Refusal:
        """An offered option is legal; the refusal of an order says why it cannot be given."""
        return self._explained(answer, super().judge(answer))

    def read(self, raw: object) -> object:
        return self._explained(raw, super().read(raw))

    def _explained(self, answer: object, found: T | Refusal) -> T | Refusal:
        return (why_not(self.battle, answer) or found) if isinstance(found, Refusal) else found

    def subject(self) -> tuple[object, ...]:
        """Nothing: the battle is not part of the question's identity."""
        return ()

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(one.unit for one in self.options if isinstance(one, Command | Entry)))

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Give a unit its order"

    def label(self, battle: LibertyBattle, option: Option) -> str:
        match option:
            case Command(unit, order):
                return f"{name(battle, unit)}: {order}"
            case Entry(unit, order):
                return f"{name(battle, unit)} enters the table: {order}"
            case Ride():
                return ride_label(battle, option)
            case None:
                return "All other units HOLD"

    def face(self, battle: LibertyBattle, option: Option) -> Face:
        match option:
            case Command(unit, order):
                return Face(order.value.capitalize(), order_note(battle, battle.units[unit], order), unit)
            case Entry(unit, order):
                place = place_of(battle, battle.units[unit], ways_on(battle, option)[0])
                title = f"Enter, {order.value.lower()}"
                return Face(title, "from its edge", unit, place=place.pose, shape=place.shape)
            case Ride():
                return ride_face(option)
            case None:
                return Face(self.label(battle, option))

    def missing(self, battle: LibertyBattle) -> tuple[Missing, ...]:
        return tuple(islice(self._missing(battle), MOST_MISSING))

    def _missing(self, battle: LibertyBattle) -> Iterator[Missing]:
        """The orders that a unit may not be given, and the units that can have none (orders.by-type)."""
        asked = dict.fromkeys(one.unit for one in self.options if isinstance(one, Command))
        for number in asked:
            for order in OFFERED:
                for barred in obstacles(order, standing(battle, battle.units[number]))[:1]:
                    yield Missing(order.value.capitalize(), number, barred.words, barred.rule)
        for unit in battle.on_table(battle.active):
            if unit.id not in asked:
                yield _no_order(battle, unit)


def order_note(battle: LibertyBattle, unit: Regiment, order: Order) -> str:
    """What an order does, in a few words: its distance, fire and test (orders.data)."""
    row = order_row(order)
    how = {
        Order.HOLD: "",
        Order.REFORM: "new formation or facing",
        Order.ADVANCE: "{} in",
        Order.RETIRE: "{} in back",
        Order.RUN: "{} in",
        Order.RETREAT: "{} in, turning about",
    }[order]
    if "{}" in how:
        how = how.format(f"{allowance(battle, unit, March(order)).total:g}")
    fire = "may fire" if row.shoot else "no fire"
    tested = f"tests with {count} dice" if (count := row.dice(unit.state)) else ""
    return ", ".join(part for part in (how, fire, tested) if part)


# --------------------------------------------------------------------- why an order cannot be given
def standing(battle: LibertyBattle, unit: Regiment) -> Standing:
    """The facts of a unit that decide which orders it may be given (orders.by-type, formation.effects)."""
    return Standing(
        arm=unit.arm,
        state=unit.state,
        hits=unit.hits,
        disordered=unit.disorder > 0,
        routing=unit.routing,
        engaged=battle.is_engaged(unit.id),
        march_column=unit.formation is Formation.MARCH_COLUMN,
        in_difficult=is_in_difficult(battle, unit),
    )


def _no_order(battle: LibertyBattle, unit: Regiment) -> Missing:
    """Why a unit is given no order in step f (turn.command.one-order, turn.command.no-order)."""
    if unit.order is not None:
        words = f"it has already been given {unit.order} this turn"
        return Missing("Any order", unit.id, words, "turn.command.one-order")
    barred = obstacles(OFFERED[0], standing(battle, unit))
    return Missing("Any order", unit.id, barred[0].words, barred[0].rule)


def why_not(battle: LibertyBattle, answer: object) -> Refusal | None:
    """The rule that bars an order in step f, if one does."""
    command = _meant(answer)
    if command is None or not 0 <= command.unit < len(battle.units):
        return None
    unit = battle.units[command.unit]
    rule = "turn.command.one-order"
    if unit.side != battle.active:
        return Refusal(f"{unit.name} is not yours to order; order a unit of your own army", rule=rule)
    if unit.pose is None:
        return Refusal(f"{unit.name} is not on the table; order a unit that is", rule=rule)
    if unit.order is not None:
        return Refusal(f"{unit.name} has already been given {unit.order} this turn", rule=rule)
    barred = obstacles(command.order, standing(battle, unit))
    if barred:
        return Refusal(f"{unit.name} cannot be given {command.order}: {barred[0].words}", rule=barred[0].rule)
    if command.order not in OFFERED:
        step = "c" if command.order is Order.RALLY else "e"
        return Refusal(f"{command.order} is given in step {step}; this is step f", rule=rule)
    return None


def _meant(answer: object) -> Command | None:
    """The order that an answer from a player or a file means; None if it is no order."""
    match answer:
        case Command():
            return answer
        case [int(unit), str(order)] if order in {one.value for one in Order}:
            return Command(unit, Order(order))
        case _:
            return None

"""Step c on the table: which units are given RALLY, in which order, and the outcome."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, assert_never

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.game.present.english import counted
from sandtable.systems.liberty import forms, generals
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.breaking import remove
from sandtable.systems.liberty.command import (
    DRILLED,
    UNRELIABLE,
    is_in_command,
    is_reliable,
    is_supported,
)
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import (
    HitsChanged,
    OrderCarriedOut,
    OrderFailed,
    UnitDisordered,
    UnitRallied,
)
from sandtable.systems.liberty.leader_decisions import Ride, ride_face, ride_label
from sandtable.systems.liberty.leader_events import RallyFailed
from sandtable.systems.liberty.rally import Rally, RallyEnd, RallyFacts, rally_paid
from sandtable.systems.liberty.spending import buying, pay
from sandtable.systems.liberty.turn_events import StepBegan

A_DIRECT_ORDER, REINFORCE = Action.A_DIRECT_ORDER, Action.REINFORCE
REINFORCE_LATE = "action.reinforce.when"
REINFORCE_HEALS = "action.reinforce.routing"


class ToRally(NamedTuple):
    """A unit to be given RALLY; in a file the order tells it from a General's ride."""

    unit: int
    order: Order = Order.RALLY


class GiveRally(Choose[ToRally | Ride | None], frozen=True, kw_only=True):
    """Choose a unit to be given RALLY or a General who moves, or None to end the step (orders.rally)."""

    decision: str = "rally-give"
    rule = "orders.rally"

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(one.unit for one in self.options if isinstance(one, ToRally))

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Give RALLY to a unit that has taken hits"

    def label(self, battle: LibertyBattle, option: ToRally | Ride | None) -> str:
        match option:
            case ToRally(number):
                unit = battle.units[number]
                state = "ROUTING" if unit.routing else unit.state
                return f"{unit.name}: RALLY ({state}, {counted(unit.hits, 'hit')})"
            case Ride():
                return ride_label(battle, option)
            case None:
                return "No more RALLY orders"

    def face(self, battle: LibertyBattle, option: ToRally | Ride | None) -> Face:
        match option:
            case ToRally(number):
                unit = battle.units[number]
                state = "routing" if unit.routing else unit.state.lower()
                return Face("Rally", f"{state}, {counted(unit.hits, 'hit')}", number)
            case Ride():
                return ride_face(option)
            case None:
                return Face(self.label(battle, option))


class PickRally(GiveRally, frozen=True, kw_only=True):
    """Choose who rallies next while ROUTING units must still try (turn.command.c)."""

    decision: str = "rally-sequence"
    rule = "turn.command.c"
    title = "Which unit is next?"
    kind = Kind.ORDER

    def words(self, battle: LibertyBattle) -> str:
        del battle
        return "Routing units must try to rally: which unit is next?"


async def rally_step(battle: LibertyBattle) -> LibertyBattle:
    """One RALLY order or a General's move before it, or the start of step d.

    turn.command.c, turn.step-order: routers must try, in their player's order; the others may.
    """
    routers, others = to_rally(battle)
    if not routers and not others:
        return await tell(battle, StepBegan(Step.ROUTING))
    options: tuple[ToRally | Ride, ...] = (*routers, *others, *generals.rides(battle))
    chosen: ToRally | Ride | None
    if not routers:
        chosen = await GiveRally(battle.active, (*options, None))
    else:
        chosen = options[0] if len(options) == 1 else await PickRally(battle.active, options)
    match chosen:
        case None:
            return await tell(battle, StepBegan(Step.ROUTING))
        case ToRally():
            return await rally(battle, battle.units[chosen.unit])
        case Ride():
            return await generals.ride(battle, chosen)
        case _:
            assert_never(chosen)


def to_rally(battle: LibertyBattle) -> tuple[list[ToRally], list[ToRally]]:
    """The ROUTING units that have not tried to rally yet, and the others that may be given RALLY.

    A router caught in a melee does not try (turn.command.c); the others may be ordered and have a hit to
    recover (orders.rally.min, turn.command.no-order).
    """
    engaged = battle.engaged
    routers: list[ToRally] = []
    others: list[ToRally] = []
    for unit in battle.on_table(battle.active):
        # Most units have nothing to recover.
        if (unit.hits or unit.routing) and unit.order is None and unit.id not in engaged:
            if unit.routing:
                routers.append(_to_rally(unit.id))
            elif not unit.disorder:
                others.append(_to_rally(unit.id))
    return routers, others


@cache
def _to_rally(unit: int) -> ToRally:
    return ToRally(unit)


def rally_facts(battle: LibertyBattle, unit: Regiment) -> RallyFacts:
    """The facts of a RALLY as the battle stands, with the actions its army may still buy for it."""
    special = unit.specials
    return RallyFacts(
        quality=unit.profile.quality,
        in_command=is_in_command(battle, unit),
        supported=is_supported(battle, unit),
        reliable=is_reliable(battle, unit),
        drilled=DRILLED in special,
        unreliable=UNRELIABLE in special,
        seat=unit.side,
        unit=unit.id,
        wear=unit.wear,
        hits=unit.hits,
        routing=unit.routing,
        direct_order=buying(battle, A_DIRECT_ORDER, unit.side, unit.id),
        reinforce=buying(battle, REINFORCE, unit.side, unit.id),
        points=battle.camps[unit.side].points.left,
        reinforce_after_passing=battle.readings.of(REINFORCE_LATE) == 1,
        reinforce_heals_routers=battle.readings.of(REINFORCE_HEALS) == 1,
    )


async def rally(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """A unit tries to rally, with the outcome (orders.rally, action.reinforce, action.direct-order)."""
    paid = await do(rally_paid, rally_facts(battle, unit))
    if paid.spent:
        battle = await pay(battle, unit.side, unit.id, paid.spent)
    if paid.value.hits != unit.hits:
        battle = await tell(battle, HitsChanged(unit.id, paid.value.hits - unit.hits))
    return await _carry_out(battle, battle.units[unit.id], paid.value)


async def _carry_out(battle: LibertyBattle, unit: Regiment, outcome: Rally) -> LibertyBattle:
    """The effects of a RALLY besides hits lost or recovered.

    orders.rally.ok.other, orders.rally.ok.routing, orders.rally.fail.other, orders.rally.fail.routing,
    orders.rally.broken
    """
    match outcome.end:
        case RallyEnd.RECOVERS:
            shoots = forms.may_shoot_after(battle, unit)
            return await tell(battle, OrderCarriedOut(unit.id, Order.RALLY, may_shoot=shoots))
        case RallyEnd.STOPS:
            battle = await tell(battle, UnitRallied(unit.id))
            battle = await forms.free_reform(battle, battle.units[unit.id])
            return await tell(battle, OrderCarriedOut(unit.id, Order.RALLY, may_shoot=False))
        case RallyEnd.DISORDERED:
            battle = await tell(battle, OrderFailed(unit.id, Order.RALLY))
            return await tell(battle, UnitDisordered(unit.id))
        case RallyEnd.ROUTS_ON:
            return await tell(battle, RallyFailed(unit.id))
        case RallyEnd.BROKEN:
            return await remove(battle, (unit.id,))
        case _:
            assert_never(outcome.end)

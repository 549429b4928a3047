"""The resolutions of liberty that need no table: facts, figures, outcomes, headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.rules.resolution import Parting, Resolution
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import (
    actions,
    approach,
    charge_home,
    charges,
    command_points,
    melee,
    melee_results,
    morale,
    orders,
    pursuit,
    rally,
    rates,
    shooting,
    veterans,
)
from sandtable.systems.liberty.melee_facts import Duel, Side
from sandtable.systems.liberty.morale import BECOMES, MoraleFacts, Result
from sandtable.systems.liberty.shooting import Aftermath, Arm, Fire, VolleyFacts

SUFFERS = {
    Result.NONE: "stands",
    Result.DISORDERED: "disordered",
    Result.RETIRE: "retires",
    Result.ROUTE: "routs",
    Result.BROKEN: "broken",
}
"""The fate of a unit that is shot at, in a word."""
WON = {0: "the attacker wins", None: "a draw", 1: "the defender wins"}
CHARGED = (
    charge_home.End.RUNS_DOWN,
    charge_home.End.CONTACT,
    charge_home.End.MEETING,
    charge_home.End.SHORT,
    charge_home.End.FALTERS,
    charge_home.End.STOPPED,
    charge_home.End.DISORDERED,
)
"""The possible ends of a charge, the best for the charger first."""


def _volley_tallies(facts: VolleyFacts) -> Mapping[str, Tally]:
    rerolls = morale.rerolls(facts.target.nerve)
    return {**_fire_tallies(facts.fire), "rerolls of the target's test": rerolls}


def _volley_summary(facts: VolleyFacts, outcome: Aftermath) -> tuple[str, ...]:
    worn = facts.target.wear.state(facts.target.hits + outcome.lost).lower()
    state = () if outcome.result is Result.BROKEN else (f"the target ends {worn}",)
    return (f"the target {BECOMES[outcome.result]}", *state, "no loss" if not outcome.lost else "some loss")


def _morale_tallies(facts: MoraleFacts) -> Mapping[str, Tally]:
    need = Tally.of(morale.need(facts.cause), f"successes needed after {facts.cause}", "morale.need")
    return {"dice": morale.dice(facts), "rerolls": morale.rerolls(facts.nerve), "need": need}


def _fire_tallies(fire: Fire) -> Mapping[str, Tally]:
    return {"dice": shooting.dice(fire), "to hit": shooting.to_hit(fire), "save": shooting.save(fire)}


VOLLEY: Final = Resolution(
    id="volley",
    title="A volley, its saves, and the MORALE test of the unit hit",
    facts=actions.ConcentratedFacts,
    procedure=actions.concentrated_volley,
    tallies=_volley_tallies,
    summary=_volley_summary,
    measure=lambda outcome: int(outcome.lost),
    measured="hits lost",
    parting=Parting(tuple(SUFFERS.values()), lambda outcome: SUFFERS[outcome.result]),
)
MORALE: Final = Resolution(
    id="morale",
    title="A MORALE test",
    facts=actions.HeldFacts,
    procedure=actions.held_test,
    tallies=_morale_tallies,
    summary=lambda _, result: (f"the unit {BECOMES[result]}",),
)

ORDER: Final = Resolution(
    id="order",
    title="An ORDER test",
    facts=orders.OrderGiven,
    procedure=orders.order_result,
    tallies=orders.order_tallies,
    summary=orders.order_summary,
)
CHARGE_TEST: Final = Resolution(
    id="charge-test",
    title="A CHARGE test and its four grades",
    facts=charges.ChargeTest,
    procedure=charges.charge_test,
    tallies=charges.charge_test_tallies,
    summary=charges.charge_test_summary,
)
COUNTER_CHARGE: Final = Resolution(
    id="counter-charge",
    title="The CHARGE test of cavalry that counter-charges",
    facts=charges.ChargeTest,
    procedure=charges.counter_charge,
    tallies=charges.charge_test_tallies,
    summary=charges.counter_charge_summary,
)
CHARGE: Final = Resolution(
    id="charge",
    title="A charge from its test to contact",
    facts=charge_home.ChargeFacts,
    procedure=charge_home.charge,
    tallies=charge_home.charge_tallies,
    summary=charge_home.charge_summary,
    measure=lambda outcome: int(outcome.lost),
    measured="hits lost to defensive fire",
    parting=Parting(tuple(map(str, CHARGED)), lambda outcome: str(outcome.end)),
)
DEFENSIVE_FIRE: Final = Resolution(
    id="defensive-fire",
    title="Defensive fire at a charger, and whether it charges on",
    facts=charge_home.DefensiveFire,
    procedure=charge_home.defensive_fire,
    tallies=lambda facts: _fire_tallies(facts.fire),
    summary=charge_home.defensive_fire_summary,
    measure=lambda outcome: int(outcome.lost),
    measured="hits lost",
)
RALLY: Final = Resolution(
    id="rally",
    title="A RALLY, of a unit at rest or of one that routs",
    facts=rally.RallyFacts,
    procedure=rally.rally,
    tallies=rally.rally_tallies,
    summary=rally.rally_summary,
    measure=lambda outcome: int(outcome.hits),
    measured="hits after it",
)
RECOVERY: Final = Resolution(
    id="recovery",
    title="Veterans and Reform The Ranks!: can a disordered unit be ordered?",
    facts=veterans.RecoveryFacts,
    procedure=veterans.can_be_ordered,
    tallies=veterans.recovery_tallies,
    summary=veterans.recovery_summary,
)
MARCH: Final = Resolution(
    id="march",
    title="The allowance of a move, with Double Time!",
    facts=rates.MarchFacts,
    procedure=rates.march,
    tallies=rates.march_tallies,
    summary=rates.march_summary,
    measure=int,
    measured="inches",
)

MELEE: Final = Resolution(
    id="melee",
    title="A round of melee between two units, the loser's MORALE test, and who goes where",
    facts=Duel,
    procedure=melee_results.fight,
    tallies=melee_results.duel_tallies,
    summary=melee_results.duel_summary,
    measure=melee_results.duel_measure,
    measured="hits the defender loses",
    parting=Parting(tuple(WON.values()), lambda outcome: WON[outcome.winner]),
)
PURSUIT: Final = Resolution(
    id="pursuit",
    title="The PURSUIT of a router on a clear way, and the free round if it is caught",
    facts=pursuit.PursuitFacts,
    procedure=pursuit.pursue,
    tallies=pursuit.pursuit_tallies,
    summary=pursuit.pursuit_summary,
    measure=pursuit.pursuit_measure,
    measured="hits the router loses",
)
BREAKTHROUGH: Final = Resolution(
    id="breakthrough",
    title="A BREAKTHROUGH and the enemy charged after it",
    facts=pursuit.BreakthroughFacts,
    procedure=pursuit.breakthrough,
    tallies=pursuit.breakthrough_tallies,
    summary=pursuit.breakthrough_summary,
)

COMMAND_POINTS: Final = Resolution(
    id="command-points",
    title="The Command Points of an army",
    facts=command_points.BrigadeFacts,
    procedure=command_points.generate,
    tallies=command_points.generate_tallies,
    summary=lambda _, points: (f"{points} Command Points",),
    measure=int,
    measured="Command Points",
)

RESOLUTIONS: Final = (
    VOLLEY,
    MORALE,
    ORDER,
    CHARGE_TEST,
    COUNTER_CHARGE,
    CHARGE,
    DEFENSIVE_FIRE,
    RALLY,
    RECOVERY,
    MARCH,
    MELEE,
    PURSUIT,
    BREAKTHROUGH,
    COMMAND_POINTS,
)


# ---------------------------------------------------------------------- figures of procedures on the table
def _blows_tallies(side: Side, foes: tuple[Arm, ...]) -> Mapping[str, Tally]:
    """The dice of every unit of a striking side, and what its first unit hits on."""
    dice = [melee.dice(unit, foes) for unit in side.units]
    named = {"dice": dice[0]} if len(dice) == 1 else {f"dice of unit {n}": t for n, t in enumerate(dice, 1)}
    return {**named, "to hit": melee.to_hit(side.units[0].fighter.quality), "save": melee.save()}


FIGURES: dict[Callable[..., Any], Callable[..., Mapping[str, Tally]]] = {
    actions.hits_paid: lambda fire, buyer: _fire_tallies(fire),
    actions.held_paid: _morale_tallies,
    orders.order_paid: orders.order_tallies,
    charges.charge_test_paid: charges.charge_test_tallies,
    charges.counter_paid: charges.charge_test_tallies,
    approach.contact_paid: lambda way: {"charge rate before its die": approach.rate(way)},
    rally.rally_paid: rally.rally_tallies,
    rates.march_dice: rates.march_tallies,
    melee.strike: _blows_tallies,
}
"""The figures of the procedures that a battle on the table calls."""

THROWERS: Final[dict[Callable[..., Any], Callable[..., int]]] = {
    actions.hits_paid: lambda fire, buyer: buyer.seat,
    actions.held_paid: lambda facts: facts.nerve.seat,
    orders.order_paid: lambda facts: facts.seat,
    charges.charge_test_paid: lambda facts: facts.seat,
    charges.counter_paid: lambda facts: facts.seat,
    rally.rally_paid: lambda facts: facts.seat,
    melee.strike: lambda side, foes: side.seat,
    melee.blows: lambda fought, striker: fought.sides[striker].seat,
}
"""The acting side of each procedure that throws dice on the table."""

"""The resolutions of liberty that can be asked about without a table: facts, figures, outcomes, headings."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.game.system import Resolution
from sandtable.game.tally import Tally
from sandtable.systems.liberty import (
    actions,
    charge_home,
    charges,
    melee_results,
    morale,
    orders,
    pursuit,
    rally,
    rates,
    shooting,
    veterans,
)
from sandtable.systems.liberty.melee_facts import Duel
from sandtable.systems.liberty.morale import MoraleFacts, Result
from sandtable.systems.liberty.shooting import Aftermath, VolleyFacts

BECOMES = {
    Result.NONE: "stands",
    Result.DISORDERED: "is disordered",
    Result.RETIRE: "retires",
    Result.ROUTE: "routs",
    Result.BROKEN: "breaks",
}


def _volley_tallies(facts: VolleyFacts) -> Mapping[str, Tally]:
    fire, nerve = facts.fire, facts.target.nerve
    return {
        "dice": shooting.dice(fire),
        "to hit": shooting.to_hit(fire),
        "save": shooting.save(fire),
        "rerolls of the target's test": morale.rerolls(nerve),
    }


def _volley_summary(facts: VolleyFacts, outcome: Aftermath) -> tuple[str, ...]:
    worn = facts.target.wear.state(facts.target.hits + outcome.lost).lower()
    state = () if outcome.result is Result.BROKEN else (f"the target ends {worn}",)
    return (f"the target {BECOMES[outcome.result]}", *state, "no loss" if not outcome.lost else "some loss")


def _morale_tallies(facts: MoraleFacts) -> Mapping[str, Tally]:
    need = Tally.of(morale.need(facts.cause), f"successes needed after {facts.cause}", "morale.need")
    return {"dice": morale.dice(facts), "rerolls": morale.rerolls(facts.nerve), "need": need}


SHOOTING_AND_MORALE = (
    Resolution(
        id="volley",
        title="A volley, its saves, and the MORALE test of the unit hit",
        facts=actions.ConcentratedFacts,
        procedure=actions.concentrated_volley,
        tallies=_volley_tallies,
        summary=_volley_summary,
        measure=lambda outcome: int(outcome.lost),
        measured="hits lost",
    ),
    Resolution(
        id="morale",
        title="A MORALE test",
        facts=actions.HeldFacts,
        procedure=actions.held_test,
        tallies=_morale_tallies,
        summary=lambda _, result: (f"the unit {BECOMES[result]}",),
    ),
)

ORDERS_AND_CHARGES = (
    Resolution(
        id="order",
        title="An ORDER test",
        facts=orders.OrderGiven,
        procedure=orders.order_result,
        tallies=orders.order_tallies,
        summary=orders.order_summary,
    ),
    Resolution(
        id="charge-test",
        title="A CHARGE test and its four grades",
        facts=charges.ChargeTest,
        procedure=charges.charge_test,
        tallies=charges.charge_test_tallies,
        summary=charges.charge_test_summary,
    ),
    Resolution(
        id="counter-charge",
        title="The CHARGE test of cavalry that counter-charges",
        facts=charges.ChargeTest,
        procedure=charges.counter_charge,
        tallies=charges.charge_test_tallies,
        summary=charges.counter_charge_summary,
    ),
    Resolution(
        id="charge",
        title="A charge from its test to contact",
        facts=charge_home.ChargeFacts,
        procedure=charge_home.charge,
        tallies=charge_home.charge_tallies,
        summary=charge_home.charge_summary,
        measure=lambda outcome: int(outcome.lost),
        measured="hits lost to defensive fire",
    ),
    Resolution(
        id="rally",
        title="A RALLY, of a unit at rest or of one that routs",
        facts=rally.RallyFacts,
        procedure=rally.rally,
        tallies=rally.rally_tallies,
        summary=rally.rally_summary,
        measure=lambda outcome: int(outcome.hits),
        measured="hits after it",
    ),
    Resolution(
        id="recovery",
        title="Veterans and Reform The Ranks!: can a disordered unit be ordered?",
        facts=veterans.RecoveryFacts,
        procedure=veterans.can_be_ordered,
        tallies=veterans.recovery_tallies,
        summary=veterans.recovery_summary,
    ),
    Resolution(
        id="march",
        title="The allowance of a move, with Double Time!",
        facts=rates.MarchFacts,
        procedure=rates.march,
        tallies=rates.march_tallies,
        summary=rates.march_summary,
        measure=int,
        measured="inches",
    ),
)

MELEE = (
    Resolution(
        id="melee",
        title="A round of melee between two units, the loser's MORALE test, and who goes where",
        facts=Duel,
        procedure=melee_results.fight,
        tallies=melee_results.duel_tallies,
        summary=melee_results.duel_summary,
        measure=melee_results.duel_measure,
        measured="hits the defender loses",
    ),
    Resolution(
        id="pursuit",
        title="The PURSUIT of a router on a clear way, and the free round if it is caught",
        facts=pursuit.PursuitFacts,
        procedure=pursuit.pursue,
        tallies=pursuit.pursuit_tallies,
        summary=pursuit.pursuit_summary,
        measure=pursuit.pursuit_measure,
        measured="hits the router loses",
    ),
    Resolution(
        id="breakthrough",
        title="A BREAKTHROUGH and the enemy charged after it",
        facts=pursuit.BreakthroughFacts,
        procedure=pursuit.breakthrough,
        tallies=pursuit.breakthrough_tallies,
        summary=pursuit.breakthrough_summary,
    ),
)

COMMAND = (
    Resolution(
        id="command-points",
        title="The Command Points of an army",
        facts=actions.BrigadeFacts,
        procedure=actions.generate,
        tallies=actions.generate_tallies,
        summary=lambda _, points: (f"{points} Command Points",),
        measure=int,
        measured="Command Points",
    ),
)

RESOLUTIONS = (*SHOOTING_AND_MORALE, *ORDERS_AND_CHARGES, *MELEE, *COMMAND)

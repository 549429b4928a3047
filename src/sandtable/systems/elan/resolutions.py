"""The resolutions of elan that need no table: facts, figures, outcomes, headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan import (
    activation,
    army_morale,
    charges,
    compulsory_dice,
    elan_tests,
    initiative,
    leader_casualties,
    melee,
    melee_results,
    morale,
    shooting,
)
from sandtable.systems.elan.melee_facts import Duel, Melee

INITIATIVE: Final = Resolution(
    id="initiative",
    title="The roll for the initiative",
    facts=initiative.Rivals,
    procedure=initiative.initiative,
    tallies=initiative.initiative_tallies,
    summary=initiative.initiative_summary,
)
ACTIVATION: Final = Resolution(
    id="activation",
    title="The activation test of a brigade",
    facts=activation.BrigadeFacts,
    procedure=activation.activation,
    tallies=activation.activation_tallies,
    summary=activation.activation_summary,
)
COMMANDER: Final = Resolution(
    id="commander",
    title="A commander whose unit was hit: is he struck, and what becomes of him?",
    facts=leader_casualties.Exposed,
    procedure=leader_casualties.in_danger,
    tallies=leader_casualties.danger_tallies,
    summary=leader_casualties.leader_summary,
)
COMMANDER_ALONE: Final = Resolution(
    id="commander-alone",
    title="A commander whose unit was removed",
    facts=leader_casualties.Bereft,
    procedure=leader_casualties.unit_lost,
    tallies=leader_casualties.lost_unit_tallies,
    summary=leader_casualties.leader_summary,
)
ARMY_MORALE: Final = Resolution(
    id="army-morale",
    title="The morale test of an army past its break point",
    facts=army_morale.ArmyFacts,
    procedure=army_morale.army_test,
    tallies=army_morale.army_tallies,
    summary=army_morale.army_summary,
)

VOLLEY: Final = Resolution(
    id="volley",
    title="A unit's fire, and the morale test of the unit hit",
    facts=shooting.VolleyFacts,
    procedure=shooting.volley_and_test,
    tallies=shooting.volley_tallies,
    summary=shooting.volley_summary,
    measure=lambda outcome: int(outcome.hits),
    measured="hits",
)
ELAN_TEST: Final = Resolution(
    id="elan-test",
    title="An élan test, for any of its five uses",
    facts=elan_tests.ElanTest,
    procedure=elan_tests.elan_test,
    tallies=elan_tests.elan_tallies,
    summary=elan_tests.elan_summary,
)
MORALE: Final = Resolution(
    id="morale",
    title="A unit in the Morale phase",
    facts=morale.MoraleFacts,
    procedure=morale.morale_test,
    tallies=morale.morale_tallies,
    summary=morale.morale_summary,
)
COMPULSORY_MOVE: Final = Resolution(
    id="compulsory-move",
    title="The length of a compulsory or evade move",
    facts=compulsory_dice.Compelled,
    procedure=compulsory_dice.length,
    tallies=compulsory_dice.flight_tallies,
    summary=compulsory_dice.flight_summary,
    measure=int,
    measured="length",
)

CHARGE: Final = Resolution(
    id="charge",
    title="A charge at a target that stands: the reaction, its fire, and whether it charges home",
    facts=charges.ChargeFacts,
    procedure=charges.charge,
    tallies=charges.charge_tallies,
    summary=charges.charge_summary,
    measure=lambda end: int(end.hits),
    measured="hits on the charger",
)
COUNTERCHARGE: Final = Resolution(
    id="countercharge",
    title="A charge that cavalry countercharges",
    facts=charges.CounterchargeFacts,
    procedure=charges.countercharge,
    tallies=charges.countercharge_tallies,
    summary=lambda _, meeting: (str(meeting),),
)
EVADE: Final = Resolution(
    id="evade",
    title="An evade straight away from a charger over open ground",
    facts=charges.EvadeFacts,
    procedure=charges.evade,
    tallies=charges.evade_tallies,
    summary=charges.evade_summary,
    measure=lambda end: int(end.length),
    measured="length",
)
MELEE_ROUND: Final = Resolution(
    id="melee-round",
    title="One round of melee between two units",
    facts=Duel,
    procedure=melee_results.duel_round,
    tallies=melee_results.duel_tallies,
    summary=melee_results.round_summary,
    measure=lambda fought: int(fought.defender),
    measured="hits on the defender",
)
MELEE: Final = Resolution(
    id="melee",
    title="A melee between two units, fought to its end",
    facts=Duel,
    procedure=melee_results.fight,
    tallies=melee_results.duel_tallies,
    summary=melee_results.duel_summary,
)

RESOLUTIONS: Final = (
    INITIATIVE,
    ACTIVATION,
    COMMANDER,
    COMMANDER_ALONE,
    ARMY_MORALE,
    VOLLEY,
    ELAN_TEST,
    MORALE,
    COMPULSORY_MOVE,
    CHARGE,
    COUNTERCHARGE,
    EVADE,
    MELEE_ROUND,
    MELEE,
)


# ---------------------------------------------------------------------- figures of what the table calls
def _round_tallies(facts: Melee) -> Mapping[str, Tally]:
    """The dice of each unit of a melee, and what it needs against each enemy in contact."""
    figures: dict[str, Tally] = {}
    for side, name in enumerate(("first", "second")):
        for place, unit in enumerate(facts.sides[side].units):
            which = f"unit {place + 1} of the {name} side"
            if unit.opponents:
                figures[f"dice of {which}"] = melee.dice(unit.fighter)
            for nth, opponent in enumerate(unit.opponents):
                words = f"to hit for {which}, against enemy {opponent.enemy + 1}"
                figures[words] = melee.to_hit(facts, side, place, nth)
    return figures


FIGURES: dict[Callable[..., Any], Callable[..., Mapping[str, Tally]]] = {
    shooting.volley: shooting.fire_tallies,
    elan_tests.rally: elan_tests.elan_tallies,
    charges.charged_home: lambda facts: elan_tests.elan_tallies(charges.home_test(facts.charger)),
    melee.melee_round: _round_tallies,
}
"""The figures of procedures that only the table calls, besides the resolutions above."""

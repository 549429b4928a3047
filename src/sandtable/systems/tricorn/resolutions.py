"""The resolutions of tricorn that can be used without a table: facts, figures, headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.rules.resolution import Parting, Resolution
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn import (
    army_break,
    casualties,
    deck,
    foot_charge,
    initiative,
    melee,
    morale,
    rally,
    shooting,
)
from sandtable.systems.tricorn.melee_facts import Melee

EFFECTS: Final = tuple(map(str, morale.Effect))

DECK: Final = Resolution(
    id="deck",
    title="The Command Cards that are turned before the turn ends",
    facts=deck.Cards,
    procedure=deck.cards_turned,
    tallies=deck.cards_tallies,
    summary=deck.cards_summary,
    measure=int,
    measured="Command Cards turned",
)
ACTIVATION: Final = Resolution(
    id="activation",
    title="Whether a General acts in this turn, and with the initiative",
    facts=deck.Awaited,
    procedure=deck.activation,
    tallies=deck.awaited_tallies,
    summary=deck.awaited_summary,
    parting=Parting(tuple(deck.TURNS.values()), lambda turn: deck.TURNS[turn]),
)
INITIATIVE: Final = Resolution(
    id="initiative",
    title="The Initiative Roll of a General, and what a unit of his may do",
    facts=initiative.Initiative,
    procedure=initiative.initiative,
    tallies=initiative.initiative_tallies,
    summary=initiative.initiative_summary,
)
RALLY: Final = Resolution(
    id="rally",
    title="Removing Disorder, or bringing a crew back to its guns",
    facts=rally.Rally,
    procedure=rally.remove_disorder,
    tallies=rally.rally_tallies,
    summary=rally.rally_summary,
    measure=lambda rallied: int(rallied.left.markers),
    measured="markers left",
)
ARMY_MORALE: Final = Resolution(
    id="army-morale",
    title="The check of army morale at the end of a turn",
    facts=army_break.ArmyMorale,
    procedure=army_break.army_morale,
    tallies=army_break.army_tallies,
    summary=army_break.army_summary,
)

VOLLEY: Final = Resolution(
    id="volley",
    title="Fire at a unit by one or two others: markers, its officer, and the morale table",
    facts=shooting.Volley,
    procedure=shooting.volley,
    tallies=shooting.volley_tallies,
    summary=shooting.volley_summary,
    measure=lambda struck: int(struck.gained),
    measured="markers gained",
    parting=Parting(EFFECTS, shooting.effect_of),
)
MELEE: Final = Resolution(
    id="melee",
    title="A melee of two units: markers, the loser, officers, and the morale table",
    facts=Melee,
    procedure=melee.fight,
    tallies=melee.melee_tallies,
    summary=melee.melee_summary,
    measure=lambda fought: int(fought.other.gained),
    measured="markers on the other unit",
    parting=Parting(melee.ENDINGS, melee.melee_ending),
)
FOOT_CHARGE: Final = Resolution(
    id="foot-charge",
    title="Foot that attacks disordered Mounted: its test, and the horse breaking off",
    facts=foot_charge.FootCharge,
    procedure=foot_charge.close_with_horse,
    tallies=foot_charge.charge_tallies,
    summary=foot_charge.charge_summary,
    parting=Parting(tuple(foot_charge.ENDINGS.values()), lambda closing: foot_charge.ENDINGS[closing]),
)

MORALE: Final = Resolution(
    id="morale",
    title="A Morale Test on any occasion, and what the table does to the unit",
    facts=morale.Trial,
    procedure=morale.judged,
    tallies=morale.trial_tallies,
    summary=morale.trial_summary,
    parting=Parting(EFFECTS, lambda told: str(told.effect)),
)
WITHDRAWAL: Final = Resolution(
    id="withdrawal",
    title="How far a unit withdraws after its recoil",
    facts=morale.Flight,
    procedure=morale.flight,
    tallies=morale.flight_tallies,
    summary=morale.flight_summary,
    measure=int,
    measured="inches",
)
OFFICER: Final = Resolution(
    id="officer",
    title="Whether an attached officer falls with a unit that received markers",
    facts=casualties.Peril,
    procedure=casualties.officer_falls,
    tallies=casualties.peril_tallies,
    summary=casualties.peril_summary,
)

RESOLUTIONS: Final = (
    DECK,
    ACTIVATION,
    INITIATIVE,
    RALLY,
    ARMY_MORALE,
    VOLLEY,
    MELEE,
    FOOT_CHARGE,
    MORALE,
    WITHDRAWAL,
    OFFICER,
)

FIGURES: Final[dict[Callable[..., Any], Callable[..., Mapping[str, Tally]]]] = {
    shooting.shot: shooting.shot_tallies,
    melee.strike: melee.strike_tallies,
    morale.morale_test: morale.trial_tallies,
}
"""The figures of the procedures that a battle on the table uses."""

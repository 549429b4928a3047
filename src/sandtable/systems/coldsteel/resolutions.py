"""The resolutions of coldsteel without a table: facts, figures, headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.rules.resolution import Parting, Resolution
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel import (
    artillery,
    cards,
    casualties,
    initiative,
    melee,
    morale,
    shooting,
)
from sandtable.systems.coldsteel.melee_facts import Duel

INITIATIVE: Final = Resolution(
    id="initiative",
    title="The throws for the initiative, over one turn or several",
    facts=initiative.Turns,
    procedure=initiative.turns_led,
    tallies=initiative.initiative_tallies,
    summary=initiative.initiative_summary,
    measure=int,
    measured="turns in which the first side is Player 1",
)
MORALE: Final = Resolution(
    id="morale",
    title="A morale test, its re-rolls, and what becomes of the unit",
    facts=morale.MoraleFacts,
    procedure=morale.morale_test,
    tallies=morale.morale_tallies,
    summary=morale.morale_summary,
    parting=Parting(tuple(map(str, morale.Result)), lambda test: str(test.result)),
)

VOLLEY: Final = Resolution(
    id="volley",
    title="A volley of small arms, and the models that fall",
    facts=shooting.VolleyFacts,
    procedure=shooting.volley_and_losses,
    tallies=shooting.volley_tallies,
    summary=shooting.volley_summary,
    measure=lambda outcome: int(outcome.fallen.models),
    measured="models lost",
)
CANNONADE: Final = Resolution(
    id="cannonade",
    title="A shot of artillery, and the models that fall",
    facts=artillery.CannonadeFacts,
    procedure=artillery.cannonade,
    tallies=artillery.cannonade_tallies,
    summary=artillery.cannonade_summary,
    measure=lambda fallen: int(fallen.models),
    measured="models lost",
)
CASUALTIES: Final = Resolution(
    id="casualties",
    title="Who falls to wounds and sixes",
    facts=casualties.Struck,
    procedure=casualties.fall,
    tallies=casualties.casualty_tallies,
    summary=casualties.casualty_summary,
    measure=lambda fallen: int(fallen.models),
    measured="models lost",
)

MELEE: Final = Resolution(
    id="melee",
    title="A round of melee between two units",
    facts=Duel,
    procedure=melee.fight,
    tallies=melee.duel_tallies,
    summary=melee.duel_summary,
    measure=lambda fought: int(fought.defender.models),
    measured="models the defender loses",
    parting=Parting(melee.ENDINGS, melee.duel_ending),
)

DEAL: Final = Resolution(
    id="deal",
    title="The trait card that is dealt to a unit",
    facts=cards.DealFacts,
    procedure=cards.last_card,
    tallies=cards.deal_tallies,
    summary=cards.deal_summary,
)

RESOLUTIONS: Final = (INITIATIVE, MORALE, VOLLEY, CANNONADE, CASUALTIES, MELEE, DEAL)

FIGURES: dict[Callable[..., Any], Callable[..., Mapping[str, Tally]]] = {
    shooting.volley: shooting.fire_tallies,
    artillery.shot: artillery.shot_tallies,
    melee.strike: melee.blow_tallies,
}
"""The figures of the procedures that a battle on the table consists of."""

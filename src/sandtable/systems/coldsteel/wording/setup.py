"""Setup in words: forces chosen and shown, cards dealt, edges taken, units placed."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.kit.system import Prompt
from sandtable.game.present.english import counted, listed
from sandtable.systems.coldsteel import setup_events as events
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.cards import TITLES
from sandtable.systems.coldsteel.deployment import Placement, PlaceUnit
from sandtable.systems.coldsteel.events import ColdSteelEvent
from sandtable.systems.coldsteel.profiles import Profile
from sandtable.systems.coldsteel.roster import roster
from sandtable.systems.coldsteel.troops import Figure, Formation
from sandtable.systems.coldsteel.wording.names import (
    FIGURES,
    Prompter,
    Teller,
    formation_word,
    name,
    place,
    side,
)
from sandtable.table.space.ground import TableSide

EDGES: Final[dict[TableSide, str]] = {"bottom": "south", "top": "north", "left": "west", "right": "east"}
"""The names of the table edges."""


def _force(battle: ColdSteelBattle, question: Any) -> Prompt:
    number, of = question.about
    words = f"Choose unit {number} of {of}, in secret"
    return Prompt(words, "setup.forces", tuple(_profile(roster().profile(id)) for id in question.options))


def _profile(profile: Profile) -> str:
    men = [FIGURES[figure] for figure in Figure if figure in profile.command]
    led = f", with {listed(tuple(men))}" if men else ""
    return f"{profile.name}: {counted(profile.models, 'model')}{led}"


def _edge(battle: ColdSteelBattle, question: Any) -> Prompt:
    words = f"{side(battle, question.seat)} threw higher: which edge of the table is its own?"
    return Prompt(words, "setup.deploy", tuple(f"{EDGES[edge]} edge" for edge in question.options))


def _place(battle: ColdSteelBattle, question: PlaceUnit) -> Prompt:
    camp = battle.camps[question.seat]
    where = "in its zone" if camp.zone else f"within 12 in of the {EDGES[camp.edge]} edge"
    labels = tuple(_spot(battle, one) for one in question.sensible() if isinstance(one, Placement))
    return Prompt(f"Place a unit {where}", "setup.deploy", labels)


def _spot(battle: ColdSteelBattle, placed: Placement) -> str:
    unit = battle.units[placed.unit]
    if placed.formation is Formation.GARRISON:
        return f"{unit.name} in {battle.building(placed.building).name}"
    formation = _stance(unit, placed.formation)
    facing = f"facing {placed.to.heading / 10:g}°"
    return f"{unit.name} {formation} at {place(placed.to)}, {facing}"


def _stance(unit: ColdSteelUnit, formation: Formation) -> str:
    word = formation_word(unit, formation)
    return word if unit.is_artillery else f"in {word}"


# --------------------------------------------------------------------- events
def _chosen(battle: ColdSteelBattle, event: events.ForceChosen) -> str:
    if event.profile == events.UNKNOWN:
        return f"{side(battle, event.side)} chooses a unit in secret"
    return f"{side(battle, event.side)} chooses a unit in secret: {roster().profile(event.profile).name}"


def _shown(battle: ColdSteelBattle, event: events.ForcesShown) -> str:
    told = (f"{side(battle, number)}: {_force_words(picks)}" for number, picks in enumerate(event.picks))
    return f"Both sides show their forces. {'; '.join(told)}"


def _force_words(picks: tuple[str, ...]) -> str:
    return ", ".join(f"{picks.count(id)} x {roster().profile(id).name}" for id in dict.fromkeys(picks))


def _dealt(battle: ColdSteelBattle, event: events.CardsDealt) -> str:
    had = [
        f"{name(battle, unit)} gets {'no card' if card is None else TITLES[card]}"
        for unit, card in zip(event.units, event.cards, strict=True)
    ]
    return f"Cards are dealt: {'; '.join(had)}"


def _thrown(battle: ColdSteelBattle, event: events.DeploymentThrown) -> str:
    first = side(battle, 1 - event.side)
    return f"{side(battle, event.side)} throws higher for deployment: {first} places first"


def _taken(battle: ColdSteelBattle, event: events.EdgeTaken) -> str:
    return f"{side(battle, event.side)} takes the {EDGES[event.edge]} edge"


def _placed(battle: ColdSteelBattle, event: events.UnitPlaced) -> str:
    unit = battle.units[event.unit]
    if event.building:
        return f"{unit.name} is placed in {battle.building(event.building).name}"
    return f"{unit.name} is placed {_stance(unit, event.formation)} at {place(event.to)}"


PROMPTS: Final[dict[str, Prompter]] = {
    "setup.choose-forces": _force,
    "setup.choose-edge": _edge,
    "setup.place-unit": _place,
}
SENTENCES: Final[dict[type[ColdSteelEvent], Teller]] = {
    events.ForceChosen: _chosen,
    events.ForcesShown: _shown,
    events.CardsDealt: _dealt,
    events.DeploymentThrown: _thrown,
    events.EdgeTaken: _taken,
    events.UnitPlaced: _placed,
}

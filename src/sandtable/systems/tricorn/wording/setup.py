"""Deployment in words."""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.present.english import listed
from sandtable.systems.tricorn import events, setup_events
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.deployment import PLACE_CHIEF, PLACE_COMMAND, Deploy
from sandtable.systems.tricorn.setup_events import Deployment
from sandtable.systems.tricorn.wording.names import Prompter, Teller, name, officer_name, side
from sandtable.table.space import as_inches


def _place(battle: TricornBattle, question: Deploy) -> Prompt:
    officer = battle.officers[question.officer]
    ways = [way for way in question.sensible() if isinstance(way, Deployment)]
    what = officer.name if officer.command is None else f"the command of {officer.name}"
    return Prompt(f"Where does {what} begin?", "setup.deployment", tuple(_way(battle, way) for way in ways))


def _way(battle: TricornBattle, way: Deployment) -> str:
    """Where a deployment puts the officer and his units."""
    at = way.officer.at
    officer = f"{officer_name(battle, way.officer.officer)}" + (
        "" if at is None else f" at ({as_inches(at[0]):g}, {as_inches(at[1]):g})"
    )
    units = tuple(
        f"{name(battle, one.unit)} at ({as_inches(one.to.x):g}, {as_inches(one.to.y):g})" for one in way.units
    )
    return f"{officer} with {listed(units)}" if units else officer


def _first(battle: TricornBattle, event: setup_events.FirstToDeploy) -> str:
    return f"{side(battle, event.side)} deploys first"


def _deployed(battle: TricornBattle, event: setup_events.CommandDeployed) -> str:
    officer = officer_name(battle, event.deployment.officer.officer)
    if not event.deployment.units:
        return f"{officer} takes his place"
    return f"{officer} deploys {listed(tuple(name(battle, one.unit) for one in event.deployment.units))}"


PROMPTS: Final[dict[str, Prompter]] = {PLACE_COMMAND: _place, PLACE_CHIEF: _place}
SENTENCES: Final[dict[type[events.TricornEvent], Teller]] = {
    setup_events.FirstToDeploy: _first,
    setup_events.CommandDeployed: _deployed,
}

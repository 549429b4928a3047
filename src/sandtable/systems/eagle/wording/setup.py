"""Deployment and looting in words."""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.questions import Choose
from sandtable.systems.eagle import looting, setup_events
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.deployment import DEPLOY, Division, PlaceLeader, PlaceUnit
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.setup_events import Placement, Posting
from sandtable.systems.eagle.wording.names import Prompter, Teller, drawn_up, leader_name, name, place, side
from sandtable.table.space import as_inches


def _deploy(battle: EagleBattle, question: PlaceUnit | PlaceLeader | Choose[Division]) -> Prompt:
    if isinstance(question, PlaceUnit):
        placed = [one for one in question.sensible() if isinstance(one, Placement)]
        return Prompt(
            "Which unit is placed next, and where?",
            "army.deployment",
            tuple(_placed(battle, one) for one in placed),
        )
    if isinstance(question, PlaceLeader):
        posts = [one for one in question.sensible() if isinstance(one, Posting)]
        words = f"Where does {leader_name(battle, question.leader)} begin?"
        return Prompt(words, "army.deployment", tuple(_posted(battle, one) for one in posts))
    (unit,) = question.about
    assert isinstance(unit, int)
    labels = tuple(_divided(one) for one in question.options)
    return Prompt(f"How is {name(battle, unit)} divided?", "troops.legion", labels)


def _placed(battle: EagleBattle, placed: Placement) -> str:
    return f"{name(battle, placed.unit)} in {drawn_up(placed.layout)} at {place(placed.to)}"


def _posted(battle: EagleBattle, posting: Posting) -> str:
    if posting.attached is not None:
        return f"with {name(battle, posting.attached)}"
    assert posting.at is not None
    x, y = posting.at
    return f"alone at ({as_inches(x):g}, {as_inches(y):g})"


def _divided(division: Division) -> str:
    if len(division.sizes) == 1:
        return f"as one unit of {division.sizes[0]} bases"
    parts = ", ".join(
        f"{size} with the Eagle" if part == division.bearer else str(size)
        for part, size in enumerate(division.sizes)
    )
    return f"as units of {parts} bases"


# --------------------------------------------------------------------- events
def _first(battle: EagleBattle, event: setup_events.FirstToDeploy) -> str:
    return f"The {side(battle, event.side)} place first"


def _split(battle: EagleBattle, event: setup_events.LegionDivided) -> str:
    legion = battle.units[event.unit].legion
    return f"Legion {legion} stands {_divided(Division(event.sizes, event.bearer))}"


def _unit(battle: EagleBattle, event: setup_events.UnitDeployed) -> str:
    return f"{_placed(battle, event.placement)} is placed"


def _leader(battle: EagleBattle, event: setup_events.LeaderDeployed) -> str:
    return f"{leader_name(battle, event.posting.leader)} begins {_posted(battle, event.posting)}"


def _loots(battle: EagleBattle, event: looting.LootingBegan) -> str:
    return f"{name(battle, event.unit)} stops to loot the camp"


PROMPTS: Final[dict[str, Prompter]] = {DEPLOY: _deploy}
SENTENCES: Final[dict[type[EagleEvent], Teller]] = {
    setup_events.FirstToDeploy: _first,
    setup_events.LegionDivided: _split,
    setup_events.UnitDeployed: _unit,
    setup_events.LeaderDeployed: _leader,
    looting.LootingBegan: _loots,
}
CITED: Final[dict[type[EagleEvent], tuple[str, ...]]] = {
    setup_events.FirstToDeploy: ("army.deployment",),
    setup_events.LegionDivided: ("troops.legion",),
    setup_events.UnitDeployed: ("army.deployment",),
    setup_events.LeaderDeployed: ("army.deployment", "command.attach"),
    looting.LootingBegan: ("control.loot",),
}
"""The rules of this chapter's events."""
